//! `vidimus receipt`: a filter that shows what the agent is to see (SPEC 6).

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::Exit;
use crate::config::Config;
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, is_space, read_bytes, without_mark};
use crate::files::{FoundFile, read_recovery};
use crate::receipt::{ReceiptSchema, deliver};
use crate::recovery::Substitutes;
use crate::report::{self, Out};
use crate::study::{NamedRegistry, StudyError, read_json};

/// Read calls, write what the agent is to see: the result, with a receipt where a contract is broken
///
/// Each line of standard input is {"tool": …, "arguments": …, "result": …}; each answer is written at once, and
/// ended by a newline. A result that is text is passed on as bare text, line breaks and all; use --null where that
/// matters. A line that cannot be read is told on standard error and skipped, and the exit code is 2 at the end.
#[derive(Debug, clap::Args)]
pub(super) struct ReceiptArgs {
    /// The registry to check with
    #[arg(long, value_name = "FILE")]
    registry: PathBuf,
    /// How receipts are written: v1, v2, generic, stripped or text (default: v1, or what the settings say)
    #[arg(long, value_name = "SCHEMA")]
    schema: Option<ReceiptSchema>,
    /// The tools that the agent can call: names with commas between, or @FILE with a JSON list of names or of tools
    #[arg(long, value_name = "TOOLS")]
    tools: Option<String>,
    /// The recovery file: which tools can stand in for which (see `vidimus recovery`)
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    /// What the text advisory calls the source of the contracts: "inconsistent with TEXT"
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// End each answer with a NUL byte instead of a newline
    #[arg(short = '0', long)]
    null: bool,
}

pub(super) fn run(args: &ReceiptArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let filter = Filter::new(args, config)?;
    let mut exit = Exit::Fine;
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if without_mark(&line).iter().all(|byte| is_space(char::from(*byte))) {
            continue;
        }
        match filter.answer(&line, number) {
            Ok(answer) => {
                out.exact(&answer)?;
                out.exact(if args.null { "\0" } else { "\n" })?;
                // The agent waits for it.
                out.flush()?;
                if out.is_closed() {
                    break;
                }
            }
            Err(what) => {
                report::error(&format!("standard input, line {number}: {what}; the line was skipped"));
                exit = Exit::CouldNotRun;
            }
        }
    }
    Ok(exit)
}

/// Everything that is the same for all lines.
struct Filter {
    registry: NamedRegistry,
    schema: ReceiptSchema,
    advertised: Option<Vec<ToolName>>,
    substitutes: Substitutes,
    source: String,
}

impl Filter {
    fn new(args: &ReceiptArgs, config: &Config) -> anyhow::Result<Self> {
        let registry = NamedRegistry::read(&FoundFile::look(&args.registry)?)?;
        let advertised = args.tools.as_deref().map(tools).transpose()?;
        let substitutes = match &args.recovery {
            Some(path) => read_recovery(&FoundFile::look(path)?)?,
            None => Substitutes::default(),
        };
        if args.recovery.is_some() && advertised.is_none() {
            report::note("without --tools no tool is known to be callable, so no recovery tool will be listed");
        }
        Ok(Self {
            registry,
            schema: args.schema.unwrap_or(config.receipt.schema),
            advertised,
            substitutes,
            source: args.source.clone().unwrap_or_else(|| config.receipt.source.clone()),
        })
    }

    /// What the agent is to see for one line.
    fn answer(&self, line: &[u8], number: u64) -> Result<String, String> {
        let read = read_bytes(line).map_err(|error| format!("column {}: {}", error.column, error.what))?;
        for note in read.notes {
            report::note(&format!("standard input, line {number}: {note}"));
        }
        let call = read.value;
        let missing = |what: &str| format!("{what}; write {{\"tool\": …, \"arguments\": …, \"result\": …}}");
        let tool =
            call.get("tool").and_then(Json::as_str).ok_or_else(|| missing("there is no \"tool\" that is a text"))?;
        let result = call.get("result").ok_or_else(|| missing("there is no \"result\""))?;
        let tool = ToolName::from(tool);
        let arguments = call.get("arguments").unwrap_or(&Json::Null);
        let checker = self.registry.checker(&tool);
        let violations = checker.map(|checker| checker.check(arguments, result)).unwrap_or_default();
        let recovery_tools = self.substitutes.recovery_tools(&tool, self.advertised.as_deref());
        Ok(deliver(self.schema, &tool, result, &violations, &recovery_tools, &self.source))
    }
}

/// The advertised tools, from the option's text.
fn tools(option: &str) -> Result<Vec<ToolName>, StudyError> {
    let Some(path) = option.strip_prefix('@') else {
        return Ok(option.split(',').map(str::trim).filter(|name| !name.is_empty()).map(ToolName::from).collect());
    };
    let (value, _) = read_json(&FoundFile::look(Path::new(path))?)?;
    let name = |tool: &Json| {
        let named = tool.get("name").or_else(|| tool.get("function")?.get("name"));
        tool.as_str().or_else(|| named?.as_str()).map(ToolName::from)
    };
    let list = value.as_array().or_else(|| value.get("tools")?.as_array());
    list.and_then(|list| list.iter().map(name).collect()).ok_or_else(|| {
        StudyError::Request(format!(
            "{path}: this is no list of tools; write [\"tool\", …], or a list of tools with \"name\""
        ))
    })
}
