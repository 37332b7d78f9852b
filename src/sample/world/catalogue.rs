//! Customers, orders and products.

use super::{Day, money, object, text_at, whole};
use crate::domain::json::{Json, Object};
use crate::sample::calendar;
use crate::sample::fault::{Kind, spot};
use crate::sample::tool::{Domain, Tool};

const SKU: &[(&str, &str)] = &[("sku", "string")];

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "find_customer",
        domain: Domain::Catalogue,
        about: "A customer by e-mail address, with the latest orders.",
        parameters: &[("email", "string")],
        substitutes: &["search_crm"],
        answer: find_customer,
        read: |result| joined(result.get("orders"), |order| Some(order.as_str()?.to_owned())),
        faults: &[spot(Kind::Elsewhere, "email", "old.account@example.org"), spot(Kind::Category, "tier", "tier_0")],
    },
    Tool {
        name: "search_crm",
        domain: Domain::Catalogue,
        about: "Customers and their orders, from the sales system.",
        parameters: &[("query", "string")],
        substitutes: &["find_customer"],
        answer: |day, needed| {
            let orders = orders_of(day, needed[0]);
            let orders: Vec<Object> = orders.iter().map(|order| object().with("ref", order.as_str())).collect();
            let hit = object().with("email", needed[0]).with("orders", orders);
            object().with("query", needed[0]).with("hits", vec![hit]).into()
        },
        read: |result| joined(first_hit(result), |order| text_at(order, "ref")),
        faults: &[spot(Kind::Missing, "hits.0.orders", "")],
    },
    Tool {
        name: "get_order",
        domain: Domain::Catalogue,
        about: "An order with its items, total and payments.",
        parameters: &[("order_id", "string")],
        substitutes: &["lookup_order_archive", "search_invoices"],
        answer: get_order,
        read: |result| text_at(result, "total"),
        faults: &[
            spot(Kind::Scaled, "total", ""),
            spot(Kind::Category, "status", "unknown_state"),
            spot(Kind::Elsewhere, "order_id", "O-90017"),
            spot(Kind::Sentinel, "total", ""),
            spot(Kind::Plausible, "total", ""),
        ],
    },
    Tool {
        name: "lookup_order_archive",
        domain: Domain::Catalogue,
        about: "An order from the archive, as it was billed.",
        parameters: &[("reference", "string")],
        substitutes: &["get_order", "search_invoices"],
        answer: |day, needed| {
            let order = Order::on(day, needed[0]);
            let result = object().with("reference", needed[0]).with("state", order.status);
            let result = result.with("amount_due", money(order.total())).with("lines", order.items.len());
            result.with("currency", "EUR").into()
        },
        read: |result| text_at(result, "amount_due"),
        faults: &[spot(Kind::Missing, "amount_due", ""), spot(Kind::Text, "amount_due", "")],
    },
    Tool {
        name: "search_invoices",
        domain: Domain::Catalogue,
        about: "The invoice of an order.",
        parameters: &[("order_id", "string")],
        substitutes: &["get_order"],
        answer: |day, needed| {
            let order = Order::on(day, needed[0]);
            let issued = day.number() - order.age;
            let dates = object().with("issued", calendar::day(issued)).with("due", calendar::day(issued + order.term));
            let result = object().with("order_id", needed[0]).with("dates", dates);
            result
                .with("net", money(order.total() - 499))
                .with("handling", money(499))
                .with("gross", money(order.total()))
                .into()
        },
        read: |result| text_at(result, "gross"),
        faults: &[spot(Kind::Swapped, "dates.issued", "dates.due"), spot(Kind::Scaled, "gross", "")],
    },
    Tool {
        name: "get_product",
        domain: Domain::Catalogue,
        about: "A product with price, weight and category.",
        parameters: SKU,
        substitutes: &["get_product_feed", "search_products"],
        answer: get_product,
        read: |result| text_at(result, "price"),
        faults: &[
            spot(Kind::Sentinel, "price", ""),
            spot(Kind::Missing, "price", ""),
            spot(Kind::Elsewhere, "sku", "SKU-9099"),
            spot(Kind::Category, "currency", "credits"),
            spot(Kind::Stale, "price", ""),
        ],
    },
    Tool {
        name: "get_product_feed",
        domain: Domain::Catalogue,
        about: "A product from the shop's public feed.",
        parameters: SKU,
        substitutes: &["get_product", "search_products"],
        answer: |day, needed| {
            let product = Product::on(day, needed[0]);
            let offer = object().with("amount", money(product.price)).with("currency", "EUR");
            object().with("sku", needed[0]).with("title", product.name).with("offer", offer).into()
        },
        read: |result| text_at(result, "offer.amount"),
        faults: &[spot(Kind::Missing, "offer.amount", ""), spot(Kind::Text, "offer.amount", "")],
    },
    Tool {
        name: "search_products",
        domain: Domain::Catalogue,
        about: "Products that match a text, best first.",
        parameters: &[("query", "string")],
        substitutes: &["get_product"],
        answer: |day, needed| {
            let hit = |sku: &str| {
                let product = Product::on(day, sku);
                object().with("sku", sku).with("name", product.name).with("price", money(product.price))
            };
            let more = day.fact("hits", needed[0]).between(0, 3);
            let others = (0..more).map(|place| hit(&format!("SKU-{}", 7000 + place)));
            let results: Vec<Object> = [hit(needed[0])].into_iter().chain(others).collect();
            object().with("query", needed[0]).with("count", results.len()).with("results", results).into()
        },
        read: |result| text_at(result, "results.0.price"),
        faults: &[spot(Kind::Sentinel, "results.0.price", "")],
    },
    Tool {
        name: "get_stock_level",
        domain: Domain::Catalogue,
        about: "How many pieces of a product lie in each warehouse.",
        parameters: SKU,
        substitutes: &["check_inventory"],
        answer: |day, needed| {
            let stock = stock(day, needed[0]);
            let total: i32 = stock.iter().map(|(_, pieces)| pieces).sum();
            let warehouses: Object = stock.into_iter().map(|(depot, pieces)| (depot, whole(pieces))).collect();
            object().with("sku", needed[0]).with("warehouses", warehouses).with("on_hand", whole(total)).into()
        },
        read: |result| text_at(result, "on_hand"),
        faults: &[
            spot(Kind::Scaled, "on_hand", ""),
            spot(Kind::Text, "on_hand", ""),
            spot(Kind::Missing, "on_hand", ""),
        ],
    },
    Tool {
        name: "check_inventory",
        domain: Domain::Catalogue,
        about: "The pieces of a product that can be sold.",
        parameters: SKU,
        substitutes: &["get_stock_level"],
        answer: |day, needed| {
            let total: i32 = stock(day, needed[0]).iter().map(|(_, pieces)| pieces).sum();
            object().with("sku", needed[0]).with("available", whole(total)).with("unit", "pcs").into()
        },
        read: |result| text_at(result, "available"),
        faults: &[spot(Kind::Missing, "available", ""), spot(Kind::Text, "available", "")],
    },
];

/// The orders of the first customer found.
fn first_hit(result: &Json) -> Option<&Json> {
    result.get("hits")?.as_array()?.first()?.get("orders")
}

/// What stands in the elements of a list, with spaces between.
fn joined(list: Option<&Json>, of: impl Fn(&Json) -> Option<String>) -> Option<String> {
    let parts: Option<Vec<String>> = list?.as_array()?.iter().map(of).collect();
    Some(parts?.join(" "))
}

fn orders_of(day: Day, email: &str) -> Vec<String> {
    let mut rng = day.fact("orders", email);
    let first = rng.between(10_000, 79_000);
    (0..rng.between(3, 5)).map(|place| format!("O-{}", first + place * 37)).collect()
}

fn find_customer(day: Day, needed: &[&str]) -> Json {
    let mut rng = day.fact("customer", needed[0]);
    let orders = orders_of(day, needed[0]);
    let name = object()
        .with("first", rng.pick(&["Ada", "Bo", "Cleo", "Dara"]))
        .with("last", rng.pick(&["Finch", "Marsh", "Stone"]));
    let mut result = object().with("customer_id", format!("C-{}", rng.between(1000, 9999))).with("email", needed[0]);
    result.insert("name", name);
    result.insert("tier", rng.pick(&["silver", "gold", "gold", "basic"]));
    // Who has never given a number has no such field: a rule broken by a clean answer.
    if !day.is_rare(12) {
        result.insert("phone", format!("+31-20-555-{}", rng.between(1000, 9999)));
    }
    result.insert("order_count", orders.len());
    result.insert("orders", orders);
    result.into()
}

struct Order {
    status: &'static str,
    items: Vec<(String, &'static str, i32, i32)>,
    age: i32,
    term: i32,
}

impl Order {
    fn on(day: Day, id: &str) -> Self {
        let mut rng = day.fact("order", id);
        let items = (0..rng.between(1, 3)).map(|_| {
            let sku = format!("SKU-{}", rng.between(1000, 1999));
            (sku, rng.pick(NAMES), rng.between(1, 3), rng.between(450, 18_000))
        });
        let items = items.collect();
        let status = rng.pick(&["delivered", "delivered", "pending", "processed", "processed", "cancelled"]);
        // A legal state that one customer alone has met.
        let status = if day.is_rare(20) { "returned" } else { status };
        Self { status, items, age: rng.between(5, 60), term: rng.pick(&[14, 30]) }
    }

    fn total(&self) -> i32 {
        self.items.iter().map(|(_, _, quantity, price)| quantity * price).sum()
    }

    fn is_repaid(&self) -> bool {
        matches!(self.status, "cancelled" | "returned")
    }
}

const NAMES: &[&str] = &["Walnut Desk Lamp", "Linen Apron", "Steel Kettle", "Cork Notebook", "Wool Throw", "Oak Stool"];

fn get_order(day: Day, needed: &[&str]) -> Json {
    let order = Order::on(day, needed[0]);
    let mut rng = day.fact("payment", needed[0]);
    let method = rng.pick(&["card", "card", "transfer", "wallet"]);
    let items = order.items.iter().map(|(sku, name, quantity, price)| {
        let item = object().with("sku", sku.as_str()).with("name", *name).with("quantity", whole(*quantity));
        item.with("unit_price", money(*price)).with("line_total", money(quantity * price))
    });
    let items: Vec<Object> = items.collect();
    let paid = |amount: i32| object().with("method", method).with("amount", money(amount));
    let mut payments = if order.total() > 9_000 && rng.percent(30) {
        vec![paid(5_000), paid(order.total() - 5_000)]
    } else {
        vec![paid(order.total())]
    };
    if order.is_repaid() {
        payments.push(paid(-order.total()));
    }
    let pieces: i32 = order.items.iter().map(|(_, _, quantity, _)| quantity).sum();
    let result = object().with("order_id", needed[0]).with("status", order.status);
    let result = result.with("placed_on", calendar::day(day.number() - order.age)).with("currency", "EUR");
    let result = result.with("items", items).with("pieces", whole(pieces)).with("total", money(order.total()));
    result.with("payments", payments).into()
}

struct Product {
    name: &'static str,
    category: &'static str,
    price: i32,
    weight: i32,
}

impl Product {
    fn on(day: Day, sku: &str) -> Self {
        let mut rng = day.fact("product", sku);
        Self {
            name: rng.pick(NAMES),
            category: rng.pick(&["home", "kitchen", "office"]),
            // A true zero: a free sample.
            price: if day.is_rare(8) && sku.ends_with('7') { 0 } else { rng.between(450, 18_000) },
            weight: rng.between(80, 4_200),
        }
    }
}

fn get_product(day: Day, needed: &[&str]) -> Json {
    let product = Product::on(day, needed[0]);
    let result = object().with("sku", needed[0]).with("name", product.name).with("category", product.category);
    let result = result.with("price", money(product.price)).with("currency", "EUR");
    let kilos = f64::from(product.weight) / 1000.0;
    result.with("weight_g", whole(product.weight)).with("weight_kg", Json::from(kilos)).into()
}

fn stock(day: Day, sku: &str) -> Vec<(String, i32)> {
    let mut rng = day.fact("stock_level", sku);
    let first = rng.between(0, 23);
    let depots =
        (0..rng.between(2, 3)).map(|place| (format!("WH-{:02}", (first + place * 5) % 24), rng.between(1, 160)));
    depots.collect()
}
