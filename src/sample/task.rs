//! The tasks: what a user wants to know, and which things an agent has to find out for it, each depending on
//! what was read before.

use super::agent::{Agent, Need};
use super::calendar;
use super::tool::Domain;
use super::world::{self, Day};
use crate::domain::ids::{TaskId, ToolName};

/// One task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The world on its day.
    pub(super) day: Day,
}

const PRODUCT: &[&str] = &["get_product", "get_product_feed", "search_products"];
const ORDER: &[&str] = &["get_order", "lookup_order_archive", "search_invoices"];
const CUSTOMER: &[&str] = &["find_customer", "search_crm"];
const STOCK_LEVEL: &[&str] = &["get_stock_level", "check_inventory"];
const FLIGHTS: &[&str] = &["search_flights_aero", "search_flights_skyways", "search_flights_meta"];
const FARE: &[&str] = &["get_fare", "get_fare_partner"];
const HOTELS: &[&str] = &["search_hotels"];
const STAY: &[&str] = &["get_hotel_rate", "get_hotel_rate_direct", "get_hotel_rate_broker"];
const WEATHER: &[&str] = &["get_weather_metno", "get_weather_openmeteo", "get_weather_noaa"];
const FORECAST: &[&str] = &["get_forecast", "get_forecast_grid"];
const BULLETIN: &[&str] = &["get_bulletin"];
const AIR: &[&str] = &["get_air_quality"];
const STOCK: &[&str] = &["get_stock_alpha", "get_stock_yahoo", "get_stock_iex"];
const RATE: &[&str] = &["get_exchange_rate", "convert_currency"];
/// The same, the other one first: for a currency that few ask about.
const RARE_RATE: &[&str] = &["convert_currency", "get_exchange_rate"];
const ACCOUNT: &[&str] = &["get_account", "get_account_statement"];

/// What the agent found out: each part of the answer with its name.
pub(super) type Findings = Vec<(String, Option<String>)>;

impl Task {
    /// The task at a place of the study.
    pub(super) fn new(seed: u64, task: usize) -> Self {
        Self { day: Day { seed, task } }
    }

    /// Its id.
    pub(super) fn id(self) -> TaskId {
        TaskId::from(format!("{}-{:03}", self.domain().name(), self.day.task / 4 + 1))
    }

    /// Its domain.
    pub(super) fn domain(self) -> Domain {
        Domain::ALL[self.day.task % 4]
    }

    /// How many kinds of things it needs, from 1 to 3: the C of its stratum.
    pub(super) fn level(self) -> usize {
        self.day.task / 4 % 3 + 1
    }

    /// The tools that are advertised: those of the domain, now and then without one of the substitutes.
    pub(super) fn advertised(self) -> Vec<ToolName> {
        let mut rng = self.day.fact("advertised", "");
        let left_out = if rng.percent(18) {
            rng.pick(&["search_invoices", "search_flights_meta", "get_weather_noaa", "get_stock_iex"])
        } else {
            ""
        };
        let tools = world::tools().filter(|tool| tool.domain == self.domain() && tool.name != left_out);
        tools.map(super::tool::Tool::id).collect()
    }

    /// Two different things of a kind.
    fn two(self, topic: &str, names: &[&'static str]) -> [&'static str; 2] {
        let mut rng = self.day.fact("subject", topic);
        let first = rng.place(names.len());
        let second = (first + 1 + rng.place(names.len() - 1)) % names.len();
        [names[first], names[second]]
    }

    fn email(self) -> String {
        let mut rng = self.day.fact("subject", "email");
        let name = rng.pick(&["ada.finch", "bo.marsh", "cleo.stone", "dara.wells", "eli.frost"]);
        format!("{name}{}@example.com", rng.between(10, 99))
    }

    fn sku(self) -> String {
        format!("SKU-{}", self.day.fact("subject", "sku").between(100, 199) * 10 + 7)
    }

    fn cities(self) -> [&'static str; 2] {
        self.two(
            "city",
            &["Lisbon", "Oslo", "Kyoto", "Quito", "Tallinn", "Nairobi", "Hanoi", "Bergen", "Leeds", "Turin"],
        )
    }

    fn airports(self) -> [&'static str; 2] {
        self.two("airport", &["LIS", "OSL", "KIX", "UIO", "TLL", "NBO", "HAN", "BGO", "TRN"])
    }

    fn symbols(self) -> [&'static str; 2] {
        self.two("symbol", &["ACME", "BLTZ", "CRUX", "DYNA", "EMBR", "FJRD", "GLYF", "HALO", "IONA", "JOLT"])
    }

    fn base(self) -> &'static str {
        self.two("base", &["EUR", "USD", "GBP", "ISK"])[0]
    }

    fn account(self) -> String {
        format!("ACC-{}", self.day.fact("subject", "account").between(1000, 8999))
    }

    fn leaves(self) -> String {
        calendar::day(self.day.number() + 14)
    }

    fn nights(self) -> String {
        self.day.fact("subject", "nights").between(1, 6).to_string()
    }

    /// What the user says.
    pub(super) fn prompt(self) -> String {
        let ([here, there], [from, to], [one, other]) = (self.cities(), self.airports(), self.symbols());
        let (sku, email, leaves, nights) = (self.sku(), self.email(), self.leaves(), self.nights());
        let (base, account) = (self.base(), self.account());
        match (self.domain(), self.level()) {
            (Domain::Catalogue, 1) => format!("What does {sku} cost, and how many pieces are in stock?"),
            (Domain::Catalogue, 2) => format!("List the totals of the first three orders of {email}."),
            (Domain::Catalogue, _) => {
                format!("For {email}: the totals of the first three orders, and price and stock of {sku}.")
            }
            (Domain::Travel, 1) => {
                format!("Find the cheapest hotel in {here} for {leaves}, {nights} nights, and its price.")
            }
            (Domain::Travel, 2) => {
                format!("Cheapest flight {from} to {to} on {leaves}, and its economy and business fare.")
            }
            (Domain::Travel, _) => {
                format!("Plan {from} to {to} on {leaves}: cheapest flight, fare, and {nights} nights in {here}.")
            }
            (Domain::Weather, 1) => {
                format!("How warm is it in {here} and in {there}, and how clean is the air in {here}?")
            }
            (Domain::Weather, 2) => {
                format!("How much rain is coming to {here} and {there} in five days, and how warm is {here}?")
            }
            (Domain::Weather, _) => {
                format!("Compare {here} and {there}: temperature and air, then rain and the report for {here}.")
            }
            (Domain::Finance, 1) => format!("What do {one} and {other} trade at?"),
            (Domain::Finance, 2) => format!("Price of {one} and of {other}, and the rate from {base} to SEK."),
            (Domain::Finance, _) => {
                format!("Balance of {account}, price of {one}, rates from {base} to SEK and to PLN.")
            }
        }
    }

    /// Works on the task.
    pub(super) fn work(self, agent: &mut Agent<'_>) -> Findings {
        match self.domain() {
            Domain::Catalogue => self.catalogue(agent),
            Domain::Travel => self.travel(agent),
            Domain::Weather => self.weather(agent),
            Domain::Finance => self.finance(agent),
        }
    }

    fn catalogue(self, agent: &mut Agent<'_>) -> Findings {
        let (sku, email) = (self.sku(), self.email());
        let mut found = Findings::new();
        if self.level() > 1 {
            let about = [email.as_str()];
            let orders =
                agent.find(&Need { tools: CUSTOMER, about: &about, aside: ("search_products", &["gift card"]) });
            for order in orders.unwrap_or_default().split(' ').filter(|order| !order.is_empty()).take(3) {
                let total = agent.find(&Need { tools: ORDER, about: &[order], aside: ("search_crm", &about) });
                found.push((format!("order {order}"), total));
            }
        }
        if self.level() != 2 {
            let about = [sku.as_str()];
            let price = agent.find(&Need { tools: PRODUCT, about: &about, aside: ("check_inventory", &about) });
            let stock = agent.find(&Need { tools: STOCK_LEVEL, about: &about, aside: ("search_products", &about) });
            found.extend([(format!("price of {sku}"), price), ("pieces".to_owned(), stock)]);
        }
        found
    }

    fn travel(self, agent: &mut Agent<'_>) -> Findings {
        let ([from, to], [city, _]) = (self.airports(), self.cities());
        let (leaves, nights) = (self.leaves(), self.nights());
        let (route, town) = ([from, to, leaves.as_str()], [city, leaves.as_str()]);
        let mut found = Findings::new();
        if self.level() > 1 {
            let flight = agent.find(&Need { tools: FLIGHTS, about: &route, aside: ("search_hotels", &town) });
            found.push(("flight".to_owned(), flight.clone()));
            let cabins: &[&str] = if self.level() == 2 { &["economy", "business"] } else { &["economy"] };
            for cabin in cabins.iter().filter(|_| flight.is_some()) {
                let about = [flight.as_deref().unwrap_or_default(), cabin];
                let fare = agent.find(&Need { tools: FARE, about: &about, aside: ("search_flights_aero", &route) });
                found.push((format!("{cabin} fare"), fare));
            }
        }
        if self.level() != 2 {
            let hotel = agent.find(&Need { tools: HOTELS, about: &town, aside: ("search_flights_aero", &route) });
            found.push(("hotel".to_owned(), hotel.clone()));
            if let Some(hotel) = hotel {
                let about = [hotel.as_str(), leaves.as_str(), nights.as_str()];
                let total = agent.find(&Need { tools: STAY, about: &about, aside: ("search_hotels", &town) });
                found.push((format!("{nights} nights"), total));
            }
        }
        found
    }

    fn weather(self, agent: &mut Agent<'_>) -> Findings {
        let [here, there] = self.cities();
        let mut found = Findings::new();
        let mut warmth = |agent: &mut Agent<'_>, city: &'static str| {
            let value = agent.find(&Need { tools: WEATHER, about: &[city], aside: ("get_bulletin", &[city]) });
            found.push((format!("degrees in {city}"), value));
        };
        warmth(agent, here);
        if self.level() != 2 {
            warmth(agent, there);
            let air = agent.find(&Need { tools: AIR, about: &[here], aside: ("get_bulletin", &[here]) });
            found.push((format!("air index of {here}"), air));
        }
        if self.level() > 1 {
            let cities: &[&str] = if self.level() == 2 { &[here, there] } else { &[here] };
            for city in cities {
                let rain =
                    agent.find(&Need { tools: FORECAST, about: &[city, "5"], aside: ("get_air_quality", &[city]) });
                found.push((format!("mm of rain in {city}"), rain));
            }
        }
        if self.level() == 3 {
            let report = agent.find(&Need { tools: BULLETIN, about: &[here], aside: ("get_air_quality", &[here]) });
            found.push(("report".to_owned(), report));
        }
        found
    }

    fn finance(self, agent: &mut Agent<'_>) -> Findings {
        let ([one, other], base, account) = (self.symbols(), self.base(), self.account());
        let mut found = Findings::new();
        if self.level() == 3 {
            let about = [account.as_str()];
            let balance =
                agent.find(&Need { tools: ACCOUNT, about: &about, aside: ("get_exchange_rate", &["EUR", "USD"]) });
            found.push(("balance".to_owned(), balance));
        }
        let stocks: &[&str] = if self.level() == 3 { &[one] } else { &[one, other] };
        for symbol in stocks {
            let price =
                agent.find(&Need { tools: STOCK, about: &[symbol], aside: ("get_exchange_rate", &["EUR", "USD"]) });
            found.push((format!("price of {symbol}"), price));
        }
        let quotes: &[&str] = match self.level() {
            1 => &[],
            2 => &["SEK"],
            _ => &["SEK", "PLN"],
        };
        for quote in quotes {
            let tools = if *quote == "PLN" { RARE_RATE } else { RATE };
            let rate = agent.find(&Need { tools, about: &[base, quote], aside: ("get_stock_alpha", &[one]) });
            found.push((format!("{base} to {quote}"), rate));
        }
        found
    }
}
