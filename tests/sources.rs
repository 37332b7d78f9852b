//! Contracts from real databases and schemas (`$VIDIMUS_CORPUS/data`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use vidimus::contract::MineOptions;
use vidimus::contract::source::records;
use vidimus::domain::class::Class;
use vidimus::domain::ids::ToolName;
use vidimus::domain::invariant::Expected;

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
