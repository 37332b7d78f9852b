//! Flights and hotels.

use super::{Day, least, money, object, text_at, whole};
use crate::domain::json::{Json, Object};
use crate::sample::calendar::{self, moment};
use crate::sample::fault::{Kind, spot};
use crate::sample::tool::{Domain, Tool};

const STAY: &[(&str, &str)] = &[("hotel_id", "string"), ("checkin", "string"), ("nights", "integer")];

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "search_flights_aero",
        domain: Domain::Travel,
        about: "Flights between two airports on a day, from Aero.",
        parameters: &[("origin", "string"), ("destination", "string"), ("date", "string")],
        substitutes: &["search_flights_skyways", "search_flights_meta"],
        answer: flights_aero,
        read: |result| least(result.get("flights"), "price", "flight_number"),
        faults: &[
            spot(Kind::Sentinel, "flights.1.price", ""),
            spot(Kind::Elsewhere, "origin", "KEF"),
            spot(Kind::Missing, "flights.0.price", ""),
            spot(Kind::Swapped, "flights.0.departure", "flights.0.arrival"),
        ],
    },
    Tool {
        name: "search_flights_skyways",
        domain: Domain::Travel,
        about: "Flights between two airports on a day, from Skyways.",
        parameters: &[("from", "string"), ("to", "string"), ("day", "string")],
        substitutes: &["search_flights_aero", "search_flights_meta"],
        answer: |day, needed| {
            let offers = flights(day, needed).into_iter().map(|flight| {
                object()
                    .with("number", flight.number)
                    .with("fare", money(flight.price))
                    .with("seats", whole(flight.seats))
            });
            let offers: Vec<Object> = offers.collect();
            object().with("from", needed[0]).with("to", needed[1]).with("day", needed[2]).with("offers", offers).into()
        },
        read: |result| least(result.get("offers"), "fare", "number"),
        faults: &[spot(Kind::Sentinel, "offers.0.fare", ""), spot(Kind::Text, "offers.0.fare", "")],
    },
    Tool {
        name: "search_flights_meta",
        domain: Domain::Travel,
        about: "The cheapest flight of a day over all airlines.",
        parameters: &[("origin", "string"), ("destination", "string"), ("date", "string")],
        substitutes: &["search_flights_aero"],
        answer: |day, needed| {
            let best = flights(day, needed).into_iter().min_by_key(|flight| flight.price);
            let route = object().with("origin", needed[0]).with("destination", needed[1]);
            let number = best.as_ref().map(|flight| flight.number.clone());
            let price = best.map(|flight| money(flight.price));
            let best = object().with("flight", number).with("price", price).with("currency", "EUR");
            object().with("route", route).with("date", needed[2]).with("best", best).into()
        },
        read: |result| text_at(result, "best.flight"),
        faults: &[spot(Kind::Missing, "best.flight", "")],
    },
    Tool {
        name: "get_fare",
        domain: Domain::Travel,
        about: "The fare of a flight: base, charges and total.",
        parameters: &[("flight_number", "string"), ("cabin", "string")],
        substitutes: &["get_fare_partner"],
        answer: |day, needed| {
            let base = fare(day, needed);
            let result = object().with("flight_number", needed[0]).with("cabin", needed[1]).with("base", money(base));
            let result = result.with("total", money(base + 1_850)).with("currency", "EUR");
            result.with("seats", whole(day.fact("seats", needed[0]).between(1, 60))).into()
        },
        read: |result| text_at(result, "total"),
        faults: &[
            spot(Kind::Scaled, "total", ""),
            spot(Kind::Sentinel, "total", ""),
            spot(Kind::Elsewhere, "flight_number", "XX101"),
            spot(Kind::Category, "currency", "MILES"),
        ],
    },
    Tool {
        name: "get_fare_partner",
        domain: Domain::Travel,
        about: "The fare of a flight, from a partner.",
        parameters: &[("flight", "string"), ("class", "string")],
        substitutes: &["get_fare"],
        answer: |day, needed| {
            let offer = object().with("amount", money(fare(day, needed) + 1_850)).with("currency", "EUR");
            let result = object().with("flight", needed[0]).with("class", needed[1]).with("offer", offer);
            result
                .with("valid_from", day.today())
                .with("valid_to", calendar::day(day.number() + day.fact("validity", needed[0]).between(2, 9)))
                .into()
        },
        read: |result| text_at(result, "offer.amount"),
        faults: &[spot(Kind::Sentinel, "offer.amount", ""), spot(Kind::Missing, "offer.amount", "")],
    },
    Tool {
        name: "search_hotels",
        domain: Domain::Travel,
        about: "Hotels of a city for a night.",
        parameters: &[("city", "string"), ("checkin", "string")],
        substitutes: &[],
        answer: hotels,
        read: |result| least(result.get("hotels"), "rate", "hotel_id"),
        faults: &[spot(Kind::Sentinel, "hotels.1.rate", ""), spot(Kind::Elsewhere, "city", "Reykjavik")],
    },
    Tool {
        name: "get_hotel_rate",
        domain: Domain::Travel,
        about: "What a stay costs.",
        parameters: STAY,
        substitutes: &["get_hotel_rate_direct", "get_hotel_rate_broker"],
        answer: |day, needed| {
            let stay = Stay::on(day, needed);
            let result =
                object().with("hotel_id", needed[0]).with("checkin", needed[1]).with("checkout", stay.checkout);
            let result = result.with("nights", whole(stay.nights)).with("nightly_rate", money(stay.rate));
            let result = result.with("total", money(stay.rate * stay.nights)).with("currency", "EUR");
            let mut result =
                result.with("cancellation", object().with("type", stay.terms).with("fee", money(stay.fee)));
            // Only some houses have a remark, and most tasks never meet one.
            if day.is_rare(33) {
                result.insert("remark", "city tax is paid on site");
            }
            result.into()
        },
        read: |result| text_at(result, "total"),
        faults: &[
            spot(Kind::Swapped, "checkin", "checkout"),
            spot(Kind::Sentinel, "total", ""),
            spot(Kind::Text, "total", ""),
            spot(Kind::Missing, "total", ""),
        ],
    },
    Tool {
        name: "get_hotel_rate_direct",
        domain: Domain::Travel,
        about: "What a stay costs, from the hotel itself.",
        parameters: STAY,
        substitutes: &["get_hotel_rate_broker", "get_hotel_rate"],
        answer: |day, needed| {
            let stay = Stay::on(day, needed);
            let price = object().with("amount", money(stay.rate * stay.nights)).with("currency", "EUR");
            object().with("hotel_id", needed[0]).with("nights", whole(stay.nights)).with("price", price).into()
        },
        read: |result| text_at(result, "price.amount"),
        faults: &[spot(Kind::Missing, "price.amount", ""), spot(Kind::Text, "price.amount", "")],
    },
    Tool {
        name: "get_hotel_rate_broker",
        domain: Domain::Travel,
        about: "What a stay costs, from a broker.",
        parameters: &[("hotel", "string"), ("arrival", "string"), ("nights", "integer")],
        substitutes: &["get_hotel_rate"],
        answer: |day, needed| {
            let stay = Stay::on(day, needed);
            object()
                .with("hotel", needed[0])
                .with("arrival", needed[1])
                .with("quote", money(stay.rate * stay.nights))
                .into()
        },
        read: |result| text_at(result, "quote"),
        faults: &[spot(Kind::Missing, "quote", "")],
    },
];

struct Flight {
    number: String,
    departure: i32,
    length: i32,
    price: i32,
    seats: i32,
    cabin: &'static str,
}

fn flights(day: Day, needed: &[&str]) -> Vec<Flight> {
    let mut rng = day.fact("flights", &needed.join(" "));
    let flights = (0..rng.between(2, 3)).map(|_| Flight {
        number: format!("{}{}", rng.pick(&["AE", "SW", "NB"]), rng.between(100, 989)),
        departure: rng.between(20_000, 70_000) / 60 * 60,
        length: rng.between(50, 420) * 60,
        price: rng.between(3_900, 62_000),
        // Even a seat count of zero is a count: a flight that has just filled up.
        seats: rng.between(1, 60),
        cabin: rng.pick(&["economy", "economy", "business"]),
    });
    flights.collect()
}

fn flights_aero(day: Day, needed: &[&str]) -> Json {
    let number = day.number() + 14;
    let list = flights(day, needed).into_iter().map(|flight| {
        let row = object().with("flight_number", flight.number).with("departure", moment(number, flight.departure));
        let row = row.with("arrival", moment(number, flight.departure + flight.length)).with("cabin", flight.cabin);
        row.with("price", money(flight.price)).with("currency", "EUR").with("seats", whole(flight.seats))
    });
    let list: Vec<Object> = list.collect();
    let result = object().with("origin", needed[0]).with("destination", needed[1]).with("date", needed[2]);
    result.with("count", list.len()).with("flights", list).into()
}

fn fare(day: Day, needed: &[&str]) -> i32 {
    day.fact("fare", &needed.join(" ")).between(3_000, 61_000)
}

fn hotels(day: Day, needed: &[&str]) -> Json {
    let mut rng = day.fact("hotels", &needed.join(" "));
    let list = (0..rng.between(2, 3)).map(|_| {
        let row = object().with("hotel_id", format!("H-{}", rng.between(100, 999)));
        let row = row.with("name", rng.pick(&["Hotel Meridian", "Quay House", "The Lantern", "Station Inn"]));
        row.with("stars", whole(rng.between(2, 5))).with("rate", money(rng.between(5_500, 31_000)))
    });
    let list: Vec<Object> = list.collect();
    object().with("city", needed[0]).with("checkin", needed[1]).with("currency", "EUR").with("hotels", list).into()
}

struct Stay {
    nights: i32,
    checkout: String,
    rate: i32,
    terms: &'static str,
    fee: i32,
}

impl Stay {
    fn on(day: Day, needed: &[&str]) -> Self {
        let nights = needed[2].parse().unwrap_or(1);
        let mut rng = day.fact("stay", &needed.join(" "));
        let terms = rng.pick(&["free", "fee", "fee", "nonrefundable"]);
        let fee = if terms == "fee" { 2_500 } else { 0 };
        Self {
            nights,
            checkout: calendar::day(day.number() + 14 + nights),
            rate: rng.between(5_500, 31_000),
            terms,
            fee,
        }
    }
}
