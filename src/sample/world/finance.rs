//! Prices, rates and accounts.

use super::{Day, money, object, text_at, whole};
use crate::domain::json::{Json, Object};
use crate::sample::calendar::{self, moment};
use crate::sample::fault::{Kind, spot};
use crate::sample::tool::{Domain, Tool};

const STOCK: &[(&str, &str)] = &[("symbol", "string")];
const PAIR: &[(&str, &str)] = &[("base", "string"), ("quote", "string")];

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "get_stock_alpha",
        domain: Domain::Finance,
        about: "Last price of a stock, from Alpha Market Data.",
        parameters: STOCK,
        substitutes: &["get_stock_yahoo", "get_stock_iex"],
        answer: stock_alpha,
        read: |result| text_at(result, "price_usd"),
        faults: &[
            spot(Kind::Sentinel, "price_usd", ""),
            spot(Kind::Category, "currency", "BTC"),
            spot(Kind::Missing, "price_usd", ""),
            spot(Kind::Elsewhere, "symbol", "ZNX"),
            spot(Kind::Text, "price_usd", ""),
        ],
    },
    Tool {
        name: "get_stock_yahoo",
        domain: Domain::Finance,
        about: "Quote of a stock, from Yahoo.",
        parameters: &[("ticker", "string")],
        substitutes: &["get_stock_iex", "get_stock_alpha"],
        answer: |day, needed| {
            let stock = Stock::on(day, needed[0]);
            let quote = object().with("last", money(stock.price)).with("open", money(stock.open));
            let quote = quote.with("currency", stock.currency).with("change", money(stock.price - stock.open));
            let result = object().with("ticker", needed[0]).with("exchange", stock.market).with("quote", quote);
            result.with("asOf", stock.at).into()
        },
        read: |result| text_at(result, "quote.last"),
        faults: &[
            spot(Kind::Missing, "quote.last", ""),
            spot(Kind::Elsewhere, "ticker", "QRA"),
            spot(Kind::Plausible, "quote.last", ""),
        ],
    },
    Tool {
        name: "get_stock_iex",
        domain: Domain::Finance,
        about: "Latest trade of a stock, from the investors' exchange.",
        parameters: STOCK,
        substitutes: &["get_stock_alpha", "get_stock_yahoo"],
        answer: |day, needed| {
            let stock = Stock::on(day, needed[0]);
            let result = object().with("symbol", needed[0]).with("latestPrice", money(stock.price));
            let result = result.with("latestVolume", whole(stock.volume)).with("currency", stock.currency);
            result.with("isMarketOpen", stock.volume % 2 == 0).into()
        },
        read: |result| text_at(result, "latestPrice"),
        faults: &[spot(Kind::Sentinel, "latestPrice", ""), spot(Kind::Text, "latestPrice", "")],
    },
    Tool {
        name: "get_exchange_rate",
        domain: Domain::Finance,
        about: "Reference rate of a pair of currencies.",
        parameters: PAIR,
        substitutes: &["convert_currency"],
        answer: |day, needed| {
            let rate = rate(day, needed[0], needed[1]);
            let result = object().with("base", needed[0]).with("quote", needed[1]).with("rate", Json::from(rate));
            let result = result.with("source", if needed[0] == "EUR" { "central_bank" } else { "market" });
            result.with("published", calendar::day(day.number() - 1)).with("updated", day.today()).into()
        },
        read: |result| text_at(result, "rate"),
        faults: &[
            spot(Kind::Sentinel, "rate", ""),
            spot(Kind::Text, "rate", ""),
            spot(Kind::Missing, "rate", ""),
            spot(Kind::Stale, "rate", ""),
        ],
    },
    Tool {
        name: "convert_currency",
        domain: Domain::Finance,
        about: "One unit of a currency in another; not every pair is supported.",
        parameters: &[("from", "string"), ("to", "string")],
        substitutes: &["get_exchange_rate"],
        answer: |day, needed| {
            if needed[0] == "ISK" {
                let message = format!("unsupported currency pair {}/{}", needed[0], needed[1]);
                return object().with("error", message).into();
            }
            let rate = rate(day, needed[0], needed[1]);
            let query = object().with("from", needed[0]).with("to", needed[1]).with("amount", 1_u64);
            object().with("query", query).with("result", Json::from(rate)).with("date", day.today()).into()
        },
        read: |result| text_at(result, "result"),
        faults: &[spot(Kind::Missing, "result", ""), spot(Kind::Text, "result", "")],
    },
    Tool {
        name: "get_account",
        domain: Domain::Finance,
        about: "An account with its owner, kind and balance.",
        parameters: &[("account_id", "string")],
        substitutes: &["get_account_statement"],
        answer: |day, needed| {
            let account = Account::on(day, needed[0]);
            let owner = object().with("name", account.owner).with("country", account.country);
            let result = object().with("account_id", needed[0]).with("owner", owner).with("kind", account.kind);
            let result = result.with("status", "open").with("currency", account.currency);
            result.with("balance", money(account.balance())).with("opened", "2019-04-01").into()
        },
        read: |result| text_at(result, "balance"),
        faults: &[
            spot(Kind::Text, "balance", ""),
            spot(Kind::Missing, "balance", ""),
            spot(Kind::Elsewhere, "account_id", "ACC-9001"),
        ],
    },
    Tool {
        name: "get_account_statement",
        domain: Domain::Finance,
        about: "A statement: opening balance, bookings and closing balance.",
        parameters: &[("account", "string")],
        substitutes: &["get_account"],
        answer: statement,
        read: |result| text_at(result, "closing_balance"),
        faults: &[
            spot(Kind::Scaled, "closing_balance", ""),
            spot(Kind::Missing, "closing_balance", ""),
            spot(Kind::Elsewhere, "account", "ACC-9002"),
        ],
    },
];

struct Stock {
    price: i32,
    open: i32,
    volume: i32,
    currency: &'static str,
    market: &'static str,
    at: String,
}

impl Stock {
    fn on(day: Day, symbol: &str) -> Self {
        let mut rng = day.fact("stock", symbol);
        let price = rng.between(1_200, 48_000);
        Self {
            price,
            open: price + rng.between(-300, 300),
            volume: rng.between(10, 90_000) * 100,
            // A rare listing: only the tasks of one day meet it.
            currency: if day.is_rare(11) { "CHF" } else { rng.pick(&["USD", "USD", "USD", "EUR"]) },
            market: rng.pick(&["NMX", "NMX", "LDX"]),
            at: moment(day.number(), rng.between(50_000, 72_000)),
        }
    }
}

fn stock_alpha(day: Day, needed: &[&str]) -> Json {
    let stock = Stock::on(day, needed[0]);
    let range = object().with("low", money(stock.price.min(stock.open) - 45));
    let range = range.with("high", money(stock.price.max(stock.open) + 60));
    let result = object().with("symbol", needed[0]).with("price_usd", money(stock.price));
    let result = result.with("currency", stock.currency).with("market", stock.market).with("day_range", range);
    result.with("volume", whole(stock.volume)).with("as_of", stock.at).into()
}

/// A rate in ten-thousandths, as a decimal.
fn rate(day: Day, base: &str, quote: &str) -> f64 {
    f64::from(day.fact("rate", &format!("{base}{quote}")).between(6_000, 17_500)) / 10_000.0
}

struct Account {
    owner: &'static str,
    country: &'static str,
    kind: &'static str,
    currency: &'static str,
    opening: i32,
    bookings: Vec<(i32, i32, &'static str)>,
}

impl Account {
    fn on(day: Day, id: &str) -> Self {
        let mut rng = day.fact("account", id);
        let bookings = (0..rng.between(2, 4)).map(|place| {
            let amount = rng.between(-40_000, 90_000);
            (place * 3 + rng.between(0, 2), amount, if amount < 0 { "debit" } else { "credit" })
        });
        let bookings = bookings.collect();
        Self {
            owner: rng.pick(&["Ines Marlow", "Tomas Brandt", "Yuki Arden", "Paolo Quist", "Nora Velde"]),
            country: rng.pick(&["DE", "NL", "PT"]),
            kind: rng.pick(&["checking", "checking", "savings"]),
            currency: rng.pick(&["EUR", "EUR", "USD"]),
            opening: rng.between(20_000, 900_000),
            bookings,
        }
    }

    fn balance(&self) -> i32 {
        self.opening + self.bookings.iter().map(|(_, amount, _)| amount).sum::<i32>()
    }
}

fn statement(day: Day, needed: &[&str]) -> Json {
    let account = Account::on(day, needed[0]);
    let first = day.number() - 30;
    let bookings = account.bookings.iter().map(|(after, amount, kind)| {
        object().with("date", calendar::day(first + after)).with("amount", money(*amount)).with("type", *kind)
    });
    let bookings: Vec<Object> = bookings.collect();
    let period = object().with("from", calendar::day(first)).with("to", calendar::day(day.number() - day.number() % 3));
    let result = object().with("account", needed[0]).with("period", period);
    let result = result.with("opening_balance", money(account.opening)).with("bookings", bookings);
    let change = account.balance() - account.opening;
    let result = result.with("net_change", money(change)).with("closing_balance", money(account.balance()));
    result.with("currency", account.currency).into()
}
