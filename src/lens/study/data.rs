//! The numbers as JSON (SPEC 10, with further keys beside its own), and as one table.

use std::collections::BTreeMap;

use super::{Study, reasons};
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};
use crate::figures::{Branch, Effect, Fired, Firing, Group, Recovery, Stratum, Tally, Unjudged};
use crate::label::PairLabel;
use crate::page::{Column, Table};
use crate::recovery::NextAction;
use crate::statistics::{Interval, Rate, one_more};

/// The columns of the table.
const COLUMNS: [Column; 10] = [
    Column::words("section", "section"),
    Column::words("arm", "arm"),
    Column::words("model", "model"),
    Column::words("stratum", "stratum"),
    Column::words("name", "name"),
    Column::numbers("hits", "hits"),
    Column::numbers("of", "of"),
    Column::numbers("value", "value"),
    Column::numbers("low", "low"),
    Column::numbers("high", "high"),
];

/// A study as one JSON value; what is undefined is null.
#[must_use]
pub fn json(study: &Study<'_>) -> Json {
    let figures = study.figures;
    let pairing = study.pairing;
    let arms = study.arms().map(|arms| arms.map(Json::from).to_vec());
    let lines = if arms.is_some() { figures.paired.lines.as_slice() } else { &[] };
    Object::new()
        .with("arms", arms)
        .with("paired", lines.iter().map(|line| line_json(study, line)).collect::<Vec<_>>())
        .with("unmatched", pairing.unmatched.len())
        .with("duplicates", pairing.duplicates.len())
        .with("mixed_studies", pairing.mixed.len())
        .with("other_arms", pairing.other_arms().map(|arm| (&*arm.name, arm.runs)).collect::<Object>())
        .with("unread", figures.unread.count)
        .with("without_one_stratum", figures.paired.no_stratum.len())
        .with("not_receipts", figures.not_receipts.count)
        .with("recovery", recovery_json(study))
        .with("firing", delivered_json(&figures.fired))
        .with("replayed", figures.refired.as_ref().map(|firing| replayed_json(study, firing)))
        .with("prr", prr_json(study))
        .with("break_even", break_even_json(study))
        .with("hazards", hazards_json(study))
        .with("symptoms", symptoms_json(study))
        .with("labels", reasons::json(study))
        .with("spent", spent_json(study))
        .into()
}

/// A rate with its n and its Wilson interval.
fn rate_json(rate: Rate) -> Object {
    let ends = rate.wilson();
    Object::new()
        .with("hits", rate.hits)
        .with("of", rate.of)
        .with("rate", rate.share())
        .with("low", ends.map(|it| it.low))
        .with("high", ends.map(|it| it.high))
}

fn line_json(study: &Study<'_>, line: &Stratum) -> Json {
    let named = Object::new().with("model", line.model.clone()).with("stratum", line.stratum.clone());
    effect_json(study, named, &line.effect).into()
}

fn effect_json(study: &Study<'_>, named: Object, effect: &Effect) -> Object {
    let counts = effect.counts;
    let settings = study.figures.settings;
    let bootstrap = effect.bootstrap.map(|Interval { low, high }| {
        let ends = Object::new().with("low", low).with("high", high);
        ends.with("resamples", u64::from(settings.resamples)).with("seed", settings.seed)
    });
    let more = one_more(counts.wins, counts.losses)
        .map(|more| Object::new().with("p_after_win", more.after_win).with("p_after_loss", more.after_loss));
    named
        .with("pairs", counts.pairs())
        .with("first_completed", counts.first().hits)
        .with("second_completed", counts.second().hits)
        .with("delta_points", counts.points())
        .with("wins", counts.wins)
        .with("losses", counts.losses)
        .with("mcnemar_p", counts.p())
        .with("sign_flip_p", effect.sign_flip)
        .with("bootstrap", bootstrap)
        .with("both", counts.both)
        .with("neither", counts.neither)
        .with("unknown", effect.unknown.len())
        .with("tasks", effect.tasks)
        .with("first_rate", rate_json(counts.first()))
        .with("second_rate", rate_json(counts.second()))
        .with("one_more", more)
        .with("smallest_effect_points", effect.smallest())
        .with("smallest_effect_rate", effect.smallest_rate())
        .with("pairs_needed", effect.pairs_needed())
}

fn branches_json(recovery: &Recovery) -> Object {
    let mut object = Object::new().with("receipts", recovery.all.receipts.count);
    for action in NextAction::ALL {
        object.insert(action.name(), recovery.branch(action).receipts.count);
    }
    let completed = |branch: &Branch| rate_json(branch.completed.rate());
    let mut rates = Object::new().with("all", completed(&recovery.all));
    for action in NextAction::ALL {
        rates.insert(action.name(), completed(recovery.branch(action)));
    }
    object.with("completed", rates)
}

fn recovery_json(study: &Study<'_>) -> Json {
    let (found, choice) = (&study.figures.recovery, &study.figures.choice);
    let choice = Object::new()
        .with("at_least_two", choice.at_least_two.hits.count)
        .with("one", choice.one.count)
        .with("empty", choice.empty.count)
        .with("no_list", choice.no_list.count)
        .with("at_least_two_rate", rate_json(choice.at_least_two.rate()))
        .with("not_advertised", rate_json(choice.not_advertised.rate()))
        .with("only_itself", rate_json(choice.only_itself.rate()))
        .with("already_tried", rate_json(choice.already_tried.rate()));
    let by_model: Object = found.by_model.iter().map(|(name, it)| (name.as_str(), branches_json(it))).collect();
    let by_tool: Object = found.by_tool.iter().map(|(name, it)| (name.as_str(), branches_json(it))).collect();
    let by_code: Object = found.by_code.iter().map(|(name, it)| (name.as_str(), branches_json(it))).collect();
    branches_json(&found.overall)
        .with("choice", choice)
        .with("by_model", by_model)
        .with("by_tool", by_tool)
        .with("by_code", by_code)
        .into()
}

fn fired_json(fired: &Fired) -> Object {
    let hits = |tally: &Tally| tally.hits.count;
    let by_code: Object = fired.by_code.iter().map(|(code, it)| (code.as_str(), hits(it))).collect();
    let struck = fired.by_tool.iter().filter(|(_, it)| it.hits.count > 0);
    let by_tool: Object = struck.map(|(tool, it)| (tool.as_str(), hits(it))).collect();
    let calls_by_tool: Object = fired.by_tool.iter().map(|(tool, it)| (tool.as_str(), it.of.count)).collect();
    Object::new()
        .with("calls", fired.calls.of.count)
        .with("fired", fired.calls.hits.count)
        .with("by_code", by_code)
        .with("by_tool", by_tool)
        .with("rate", rate_json(fired.calls.rate()))
        .with("clean", rate_json(fired.clean.rate()))
        .with("explicit", rate_json(fired.explicit.rate()))
        .with("clean_explicit", rate_json(fired.clean_explicit.rate()))
        .with("calls_by_tool", calls_by_tool)
}

fn firing_json(firing: &Firing, of_arm: impl Fn(&Fired) -> Object) -> Object {
    let by_arm: Object = firing.by_arm.iter().map(|(arm, fired)| (arm.as_str(), of_arm(fired))).collect();
    fired_json(&firing.all).with("by_arm", by_arm)
}

/// Arms without a receipt are named and in no rate, as in the text: so there is none of all arms together, and that of
/// such an arm is null.
fn delivered_json(firing: &Firing) -> Object {
    let rates = ["rate", "clean"];
    let mut all = firing_json(firing, |fired| {
        let unknown = rates.into_iter().filter(|_| fired.is_silent());
        unknown.fold(fired_json(fired), |object, rate| {
            let mut object = object;
            object.insert(rate, Json::Null);
            object
        })
    });
    for rate in rates {
        all.remove(rate);
    }
    all.with("arms_without_receipts", firing.silent().map(Json::from).collect::<Vec<_>>())
}

fn replayed_json(study: &Study<'_>, firing: &Firing) -> Object {
    let unjudged = |(reason, tools): (&Unjudged, &BTreeMap<ToolName, Group>)| {
        let count = tools.values().map(|group| group.count).sum::<u64>();
        let by_tool: Object = tools.iter().map(|(tool, group)| (tool.as_str(), group.count)).collect();
        (reason.name(), Object::new().with("calls", count).with("by_tool", by_tool))
    };
    let not_judged: Object = firing.unjudged.iter().map(unjudged).collect();
    firing_json(firing, fired_json).with("judge", study.judge).with("not_judged", not_judged)
}

/// Recovery given a perturbation: null when nothing was perturbed.
fn prr_json(study: &Study<'_>) -> Json {
    let perturbed = &study.figures.perturbed;
    let mut whole = Rate::default();
    for found in perturbed.values() {
        whole += found.completed.rate();
    }
    if whole.of == 0 {
        return Json::Null;
    }
    let arm = |found: &crate::figures::Perturbed| {
        let by_fault: Object =
            found.by_fault.iter().map(|(fault, it)| (fault.as_str(), rate_json(it.rate()))).collect();
        let seen = found.by_family.iter().map(|(family, it)| (family.name(), rate_json(it.rate())));
        let by_family: Object = seen.collect();
        let rate = rate_json(found.completed.rate()).with("unknown", found.unknown.count);
        let unseen: Object = found.unseen.iter().map(|(why, it)| (why.name(), rate_json(it.rate()))).collect();
        rate.with("by_fault", by_fault).with("by_family", by_family).with("nothing_seen", unseen)
    };
    let by_arm: Object = perturbed.iter().map(|(name, found)| (name.as_str(), arm(found))).collect();
    rate_json(whole).with("by_arm", by_arm).into()
}

fn hazards_json(study: &Study<'_>) -> Json {
    let of = |events: &crate::figures::Events| {
        Object::new()
            .with("events", events.all.count)
            .with("explicit", events.explicit.count)
            .with("transient", events.transient.count)
            .with("permanent", events.permanent.count)
            .with("completed", rate_json(events.completed.rate()))
    };
    let family = |by_arm: &BTreeMap<String, crate::figures::Events>| -> Object {
        by_arm.iter().map(|(arm, events)| (arm.as_str(), of(events))).collect()
    };
    study.figures.events.iter().map(|(name, by_arm)| (name.name(), family(by_arm))).collect::<Object>().into()
}

fn symptoms_json(study: &Study<'_>) -> Json {
    let of = |labelled: &crate::figures::Labelled| {
        Object::new()
            .with("episodes", rate_json(labelled.episodes.rate()))
            .with("completed", rate_json(labelled.completed.rate()))
            .with("others_completed", rate_json(labelled.others_completed.rate()))
    };
    let label = |by_arm: &BTreeMap<String, crate::figures::Labelled>| -> Object {
        by_arm.iter().map(|(arm, labelled)| (arm.as_str(), of(labelled))).collect()
    };
    study.figures.labelled.iter().map(|(name, by_arm)| (name.name(), label(by_arm))).collect::<Object>().into()
}

fn break_even_json(study: &Study<'_>) -> Json {
    let worth = &study.figures.worth;
    let unfavourable = worth.unfavourable();
    let net = study.prevalence.map(|pi| {
        let net = worth.net(pi);
        Object::new()
            .with("pi", pi)
            .with("points", net.map(|net| net.seen))
            .with("unfavourable_points", net.and_then(|net| net.unfavourable))
            .with("favourable_points", net.and_then(|net| net.favourable))
    });
    Object::new()
        .with("pi", worth.seen().and_then(crate::statistics::BreakEven::least))
        .with("text", worth.seen().map(crate::statistics::BreakEven::text))
        .with("unfavourable_pi", unfavourable.and_then(crate::statistics::BreakEven::least))
        .with("unfavourable_text", unfavourable.map(crate::statistics::BreakEven::text))
        .with("net", net)
        .with("perturbed", effect_json(study, Object::new(), &worth.perturbed))
        .with("clean", effect_json(study, Object::new(), &worth.clean))
        .into()
}

fn spent_json(study: &Study<'_>) -> Json {
    let sum = |sum: &crate::figures::Sum| {
        Object::new().with("mean", sum.mean()).with("total", sum.total).with("n", sum.of.len())
    };
    let of = |spent: &crate::figures::Spent| {
        let by_arm: Object = spent.by_arm.iter().map(|(arm, it)| (arm.as_str(), sum(it))).collect();
        (spent.measure.name(), Object::new().with("by_arm", by_arm).with("difference", sum(&spent.difference)))
    };
    study.figures.spent.iter().map(of).collect::<Object>().into()
}

/// Where a figure belongs in the table.
#[derive(Clone, Copy, Default)]
struct Place<'a> {
    section: &'static str,
    arm: Option<&'a str>,
    model: Option<&'a str>,
    stratum: Option<&'a str>,
    name: &'a str,
}

/// The rows of the table.
struct Rows(Table);

impl Rows {
    fn push(&mut self, place: Place<'_>, hits: Json, of: Json, value: Json, ends: Option<Interval>) {
        self.0.rows.push(vec![
            place.section.into(),
            place.arm.into(),
            place.model.into(),
            place.stratum.into(),
            place.name.into(),
            hits,
            of,
            value,
            ends.map(|it| it.low).into(),
            ends.map(|it| it.high).into(),
        ]);
    }

    fn rate(&mut self, place: Place<'_>, rate: Rate) {
        self.push(place, rate.hits.into(), rate.of.into(), rate.share().into(), rate.wilson());
    }

    fn number(&mut self, place: Place<'_>, value: Option<f64>, ends: Option<Interval>) {
        self.push(place, Json::Null, Json::Null, value.into(), ends);
    }

    fn effect(&mut self, place: Place<'_>, arms: [&str; 2], effect: &Effect) {
        let [first, second] = arms;
        let counts = effect.counts;
        self.rate(Place { arm: Some(first), name: "completed", ..place }, counts.first());
        self.rate(Place { arm: Some(second), name: "completed", ..place }, counts.second());
        self.rate(Place { name: "wins", ..place }, Rate { hits: counts.wins, of: counts.pairs() });
        self.rate(Place { name: "losses", ..place }, Rate { hits: counts.losses, of: counts.pairs() });
        self.number(Place { name: "delta_points", ..place }, counts.points(), effect.bootstrap);
        self.number(Place { name: "mcnemar_p", ..place }, counts.p(), None);
        self.number(Place { name: "sign_flip_p", ..place }, effect.sign_flip, None);
        self.number(Place { name: "smallest_effect_points", ..place }, effect.smallest(), None);
        let needed = effect.pairs_needed().map_or(Json::Null, Json::from);
        self.push(Place { name: "pairs_needed", ..place }, needed, Json::Null, Json::Null, None);
    }

    fn recovery(&mut self, place: Place<'_>, found: &Recovery) {
        for action in NextAction::ALL {
            self.rate(Place { name: action.name(), ..place }, found.share(action).rate());
            let completed = format!("{} completed", action.name());
            self.rate(Place { name: &completed, ..place }, found.branch(action).completed.rate());
        }
    }

    fn fired(&mut self, place: Place<'_>, fired: &Fired) {
        self.rate(Place { name: "calls", ..place }, fired.calls.rate());
        self.rate(Place { name: "clean calls", ..place }, fired.clean.rate());
        self.rate(Place { name: "explicit errors", ..place }, fired.explicit.rate());
        self.rate(Place { name: "explicit errors on clean calls", ..place }, fired.clean_explicit.rate());
        for (code, tally) in &fired.by_code {
            self.rate(Place { name: &format!("code {code}"), ..place }, tally.rate());
        }
        for (tool, tally) in &fired.by_tool {
            self.rate(Place { name: &format!("tool {tool}"), ..place }, tally.rate());
        }
    }
}

/// A study as one row a figure.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let figures = study.figures;
    let mut rows = Rows(Table::new("figures", &COLUMNS));
    let of = |section: &'static str| Place { section, ..Place::default() };
    if let Some(arms) = study.arms() {
        for line in &figures.paired.lines {
            let place = Place { model: line.model.as_deref(), stratum: line.stratum.as_deref(), ..of("paired") };
            rows.effect(place, arms, &line.effect);
        }
        rows.effect(of("paired, perturbed"), arms, &figures.worth.perturbed);
        rows.effect(of("paired, clean"), arms, &figures.worth.clean);
        let least = |it: Option<crate::statistics::BreakEven>| it.and_then(crate::statistics::BreakEven::least);
        rows.number(Place { name: "pi", ..of("break_even") }, least(figures.worth.seen()), None);
        rows.number(Place { name: "unfavourable_pi", ..of("break_even") }, least(figures.worth.unfavourable()), None);
    }
    rows.recovery(of("recovery"), &figures.recovery.overall);
    for (model, found) in &figures.recovery.by_model {
        rows.recovery(Place { model: Some(model), ..of("recovery by model") }, found);
    }
    let choice = &figures.choice;
    for (name, tally) in [
        ("at_least_two", &choice.at_least_two),
        ("not_advertised", &choice.not_advertised),
        ("only_itself", &choice.only_itself),
        ("already_tried", &choice.already_tried),
    ] {
        rows.rate(Place { name, ..of("choice") }, tally.rate());
    }
    for (section, firing) in [("receipts", Some(&figures.fired)), ("replayed", figures.refired.as_ref())] {
        let Some(firing) = firing else { continue };
        rows.fired(of(section), &firing.all);
        for (arm, fired) in &firing.by_arm {
            rows.fired(Place { arm: Some(arm), ..of(section) }, fired);
        }
    }
    for (arm, found) in &figures.perturbed {
        let place = Place { arm: Some(arm), ..of("prr") };
        rows.rate(Place { name: "all", ..place }, found.completed.rate());
        for (fault, tally) in &found.by_fault {
            rows.rate(Place { name: fault, ..place }, tally.rate());
        }
    }
    for (family, by_arm) in &figures.events {
        for (arm, events) in by_arm {
            let place = Place { arm: Some(arm), ..of("hazards, episodes completed") };
            rows.rate(Place { name: family.name(), ..place }, events.completed.rate());
        }
    }
    for (label, by_arm) in &figures.labelled {
        for (arm, labelled) in by_arm {
            let place = Place { arm: Some(arm), name: label.name(), ..of("symptoms, episodes") };
            rows.rate(place, labelled.episodes.rate());
            rows.rate(Place { section: "symptoms, completed", ..place }, labelled.completed.rate());
        }
    }
    for ((side, source, label), pairs) in study.reasons.iter().flat_map(|reasons| &reasons.why) {
        let name = [reasons::outcome(*side), source.name(), label.map_or("none", PairLabel::name)].join(", ");
        let rate = Rate { hits: pairs.len() as u64, of: study.reasons.map_or(0, |reasons| reasons.on(*side)) };
        rows.rate(Place { name: &name, ..of("labels") }, rate);
    }
    for spent in &figures.spent {
        let named = |sum: &crate::figures::Sum| (Json::from(sum.of.len()), Json::from(sum.mean()));
        let place = Place { name: spent.measure.name(), ..of("spent") };
        for (arm, sum) in &spent.by_arm {
            let (n, mean) = named(sum);
            rows.push(Place { arm: Some(arm), ..place }, Json::Null, n, mean, None);
        }
        let (n, mean) = named(&spent.difference);
        rows.push(Place { section: "spent, second minus first", ..place }, Json::Null, n, mean, None);
    }
    rows.0
}
