//! Contracts from real databases and schemas (`$VIDIMUS_CORPUS/data`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use vidimus::contract::MineOptions;
use vidimus::contract::source::records;
use vidimus::contract::source::schema::{self, SchemaContracts};
use vidimus::domain::class::Class;
use vidimus::domain::ids::ToolName;
use vidimus::domain::invariant::Expected;
use vidimus::words;

/// Every order is paid in full, unless it is still open: the law is in no schema, only in the records.
#[test]
fn the_orders_of_a_shop_show_their_conservation_law() {
    let Some(corpus) = common::corpus() else { return };
    let text = common::text_of(&corpus.join("data/schemas/taubench-retail-db-orders.json"));
    let read = records::read(text.as_bytes(), None).unwrap();
    assert_eq!(read.records.len(), 1000);
    let contract = records::mine(&ToolName::from("get_order_details"), &read.records, &MineOptions::default());
    assert_eq!((contract.calls, contract.samples), (1000, 1000));
    let law = contract
        .invariants
        .iter()
        .find(|invariant| invariant.class == Class::Affine && invariant.path.to_string() == "sum(items[].price)");
    let Expected::Relation(relation) = &law.unwrap().expected else { panic!("an affine rule has a relation") };
    assert_eq!(relation.y.to_string(), "sum(payment_history[].amount)");
    assert_eq!((relation.a, relation.b), (1.0, 0.0));
    let guard = relation.when.as_ref().unwrap();
    assert_eq!(guard.path.as_str(), "status");
    assert_eq!(guard.values, ["delivered", "pending", "processed"]);
}

/// The number of records of each database in the corpus, counted with another program; or what the error says.
#[test]
fn databases_are_read_or_ask_for_a_table() {
    let Some(corpus) = common::corpus() else { return };
    let read = |name: &str, table: Option<&str>| {
        let text = common::text_of(&corpus.join("data/schemas").join(name));
        records::read(text.as_bytes(), table).map(|read| read.records.len()).map_err(|error| error.to_string())
    };
    assert_eq!(read("taubench-retail-db-products.json", None), Ok(50));
    assert_eq!(read("taubench-retail-db-users.json", None), Ok(500));
    assert_eq!(read("taubench-airline-db-reservations.json", None), Ok(2000));
    assert_eq!(read("taubench-airline-db-flights.json", None), Ok(300));
    assert_eq!(read("taubench-airline-db-users.json", None), Ok(500));
    assert_eq!(read("tooltalk-db-Account.json", None), Ok(11));
    let error = read("tau2-banking-db.json", None).unwrap_err();
    assert!(error.contains("users.data (39 records), accounts.data (33 records)"), "{error}");
    assert_eq!(read("tau2-banking-db.json", Some("payment_history")), Ok(18));
    let error = read("tooltalk-db-Weather.json", None).unwrap_err();
    assert!(error.contains("new york (") && error.contains("--table"), "{error}");
}

fn schema(name: &str, tool: Option<&str>) -> Option<SchemaContracts> {
    let corpus = common::corpus()?;
    let bytes = std::fs::read(corpus.join("data").join(name)).unwrap();
    Some(schema::read(&bytes, tool.map(ToolName::from).as_ref()).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn rules(contracts: &SchemaContracts, tool: &str) -> Vec<String> {
    let contract = contracts.tools.get(tool).unwrap_or_else(|| panic!("no {tool} in {:?}", contracts.tools.keys()));
    contract.invariants.iter().map(words::rule).collect()
}

/// Read off the file by hand.
#[test]
fn an_openapi_description_gives_its_operations() {
    let Some(pets) = schema("schemas/openapi-petstore-expanded.json", None) else { return };
    let tools: Vec<_> = pets.tools.keys().map(ToolName::as_str).collect();
    assert_eq!(tools, ["addPet", "find pet by id", "findPets"]);
    let pet = ["every result has the field id", "every result has the field name"];
    let types = ["id is an integer", "name is text", "tag is text"];
    // `allOf` of NewPet (an object of name and tag) and of what adds the id.
    assert_eq!(rules(&pets, "addPet"), [&pet[..], &["the result is an object"], &types].concat());
    assert_eq!(rules(&pets, "findPets").len(), 7);
    assert_eq!(pets.notes.len(), 1);
    assert_eq!(pets.notes[0].to_string(), "deletePet: the result has no schema");
    let patents = schema("schemas/openapi-uspto.json", None).unwrap();
    assert_eq!(patents.tools.len(), 3);
    let evaluators = schema("schemas/openapi-langwatch-evals.json", None).unwrap();
    assert_eq!(evaluators.tools.len(), 32);
}

#[test]
fn tools_of_a_server_give_what_they_declare() {
    let Some(weather) = schema("mcp/spec-Tool-with-output-schema-for-structured-content.json", None) else { return };
    assert_eq!(
        rules(&weather, "get_weather_data"),
        [
            "every result has the field conditions",
            "every result has the field humidity",
            "every result has the field temperature",
            "the result is an object",
            "conditions is text",
            "humidity is a number",
            "temperature is a number",
        ]
    );
    // Distinct names with an outputSchema, counted with another program.
    for (name, tools) in [
        ("mcp/latitude-tools-with-outputSchema.json", 51),
        ("mcp/livemcptool-tools-list-dumps.json", 104),
        ("mcp/mcp-recorder-mock_session.json", 4),
        ("mcp/recorded-everything-server-session.jsonl", 1),
        ("mcp/recorded-memory-server-session.jsonl", 9),
    ] {
        let read = schema(name, None).unwrap();
        let silent = read.notes.iter().filter(|note| note.what.contains("says nothing")).count();
        assert_eq!(read.tools.len() + silent, tools, "{name}");
        assert!(silent <= 1, "{name}: {:?}", read.notes);
    }
}

#[test]
fn a_json_schema_reports_the_references_it_cannot_follow() {
    let Some(machine) = schema("schemas/pokeapi-response-schema-machine.json", Some("get_machine")) else { return };
    assert_eq!(rules(&machine, "get_machine").len(), 6);
    let notes: Vec<_> = machine.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 3);
    let reference = "the reference \"/schema/v2/named_api_resource.json\" leads out of the file";
    assert_eq!(notes[0], format!("get_machine: at item: {reference}"));
    for name in ["berry", "evolution-chain", "item", "location", "nature"] {
        let read = schema(&format!("schemas/pokeapi-response-schema-{name}.json"), Some("t")).unwrap();
        assert!(read.tools.contains_key("t") && !read.notes.is_empty(), "{name}");
    }
}

#[test]
fn files_that_describe_no_results_say_so() {
    let Some(corpus) = common::corpus() else { return };
    let error = |name: &str| {
        let bytes = std::fs::read(corpus.join("data").join(name)).unwrap();
        schema::read(&bytes, None).unwrap_err().to_string()
    };
    for name in [
        "schemas/taubench-retail-tools.json",
        "schemas/tau2-leaderboard-tools-data.json",
        "mcp/docker-registry-sqlite-mcp-server-tools.json",
        "mcp/mantora-bigquery-tools.json",
        "mcp/spec-ListToolsResultResponse-list-tools-result-response.json",
    ] {
        assert!(error(name).contains("but not their results"), "{name}: {}", error(name));
    }
    assert!(error("schemas/pokeapi-response-schema-berry.json").contains("--tool NAME"));
    assert!(error("schemas/taubench-retail-db-orders.json").starts_with("no schema: expected"));
}
