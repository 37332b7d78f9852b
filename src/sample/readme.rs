//! What a generated study says of itself.

use std::fmt::Write;

use super::agent::MODELS;
use super::fault::Persistence;
use super::tool::Domain;
use super::truth::{PairTruth, Truth};
use super::world;
use crate::recovery::NextAction;

/// The text of `README.md`.
pub(super) fn text(truth: &Truth, seed: u64) -> String {
    let pairs = |which: &dyn Fn(&PairTruth) -> bool| truth.pairs.iter().filter(|pair| which(pair)).count();
    let lasts = |persistence: Persistence| {
        pairs(&|pair| pair.fault.as_ref().is_some_and(|fault| fault.persistence == persistence))
    };
    let models = MODELS.map(|model| format!("`{}`", model.name)).join(" and ");
    let mut text = format!(
        "# The sample study: synthetic\n\n\
         Everything here is made up: tools, customers, prices, flights, weather, models and what they do. No agent was \
         run, no service was asked, and no conclusion about any real model or tool can be drawn from it. It is there to \
         try vidimus on, and to test it.\n\n\
         Made by `vidimus sample -o FOLDER --tasks {tasks} --seed {seed}`; the same tasks and seed give the same bytes.\n\n\
         | file | what |\n| --- | --- |\n\
         | `study.jsonl` | the ledger: both arms, {episodes} episodes, {calls} calls |\n\
         | `registries/fold-0.json` … `fold-4.json` | contracts that vidimus mined from the clean episodes of the baseline \
         arm, of at most the first {mined} tasks, in five folds |\n\
         | `registries/whole.json` | the same, mined from all of these tasks: to be reviewed and put to use, while the folds \
         tell how it will do |\n\
         | `recovery.json` | which tool may replace which, from the substitutes that `tools.json` declares |\n\
         | `tools.json` | the {tools} tools with their parameters |\n\n\
         ## World\n\n| domain | tools |\n| --- | --- |\n",
        tasks = truth.tasks,
        episodes = truth.episodes,
        calls = truth.calls,
        mined = super::MINED_TASKS,
        tools = world::tools().count(),
    );
    for domain in Domain::ALL {
        let tools = world::tools().filter(|tool| tool.domain == domain).map(|tool| tool.name).collect::<Vec<_>>();
        // Writing into a String cannot fail.
        writeln!(text, "| {} | {} |", domain.name(), tools.join(", ")).ok();
    }
    let actions: Vec<String> =
        NextAction::ALL.iter().zip(truth.next_actions).map(|(action, n)| format!("{} {n}", action.name())).collect();
    write!(
        text,
        "\nA fact is drawn from the seed, the task and what it is about, so substitutes agree. A few facts are rare: a \
         state, a currency or a kind of weather that one task alone meets, a true zero, an optional field. The registry \
         that never saw that task takes them for faults: these are the false receipts of clean runs.\n\n\
         ## Design\n\n\
         Each of the {tasks} tasks is played by {models} in two arms: `baseline` gets raw results, `advisory` gets them \
         with the receipts of vidimus (v1 for the first model, v2 for the other), checked by the fold that never saw \
         the task. A stratum is `C…/P…`:\n\n\
         - `C1` one thing to find out, or two alike; `C2` two kinds, the second often depending on the first; `C3` three \
         or more.\n\
         - `P0` nothing is broken: {clean} pairs; each task has this with one of the models. `P1` one call is broken \
         (`transient`): {transient} pairs. `P2` that call and every later one of its tool (`persistent`): {persistent} \
         pairs.\n\n\
         A fault is implicit: the result looks like an answer. Broken calls carry `fault` with `type`, `path` and \
         `persistence`, which no checker sees. Types: `sentinel_value`, `missing_field`, `wrong_type`, \
         `unknown_category`, `scaled_value`, `swapped_dates`, `wrong_entity`, `stale_answer`, `plausible_value`.\n\n\
         An agent reads values out of results and answers with them; a task is completed if the answer is what the \
         unbroken world says and the agent does not misread its notes (chance, the same in both arms). Both arms of a \
         pair are the same up to the first receipt. After it the agent takes a listed tool, tries the same one again, \
         looks elsewhere, goes on, or gives up, each with its model's chance. `at`, `ms` and `usage` are made up too.\n\n\
         ## Counts\n\n\
         {count} pairs: {wins} wins of the advisory arm, {losses} losses ({harms} of them on clean runs), {both} completed \
         in both arms, {neither} in neither. {receipts} receipts, {choice} with at least two recovery tools; next actions: \
         {actions}. {alarms} clean pairs have a false receipt; of {faults} faults {silent} went unnoticed by every rule.\n",
        tasks = truth.tasks,
        clean = pairs(&|pair| pair.fault.is_none()),
        transient = lasts(Persistence::Transient),
        persistent = lasts(Persistence::Persistent),
        count = truth.pairs.len(),
        wins = pairs(&PairTruth::is_win),
        losses = pairs(&PairTruth::is_loss),
        harms = pairs(&|pair| pair.is_loss() && pair.fault.is_none()),
        both = pairs(&|pair| pair.completed == [true, true]),
        neither = pairs(&|pair| pair.completed == [false, false]),
        receipts = truth.receipts,
        choice = truth.receipts_with_choice,
        actions = actions.join(", "),
        alarms = pairs(&PairTruth::is_false_alarm),
        faults = pairs(&|pair| pair.fault.is_some()),
        silent = pairs(&|pair| pair.fault.is_some() && pair.turns.is_empty()),
    )
    .ok();
    text
}
