//! Observations and forecasts.

use super::{Day, object, text_at, whole};
use crate::domain::json::{Json, Object};
use crate::sample::calendar::{self, moment};
use crate::sample::fault::{Kind, spot};
use crate::sample::tool::{Domain, Tool};

const PLACE: &[(&str, &str)] = &[("city", "string")];

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "get_weather_metno",
        domain: Domain::Weather,
        about: "Weather of a city now, from Met Norway.",
        parameters: PLACE,
        substitutes: &["get_weather_openmeteo", "get_weather_noaa"],
        answer: weather_metno,
        read: |result| text_at(result, "temperature_c"),
        faults: &[
            spot(Kind::Scaled, "temperature_c", ""),
            spot(Kind::Missing, "temperature_c", ""),
            spot(Kind::Elsewhere, "city", "Reykjavik"),
            spot(Kind::Category, "weather_type", "code_95"),
            spot(Kind::Text, "temperature_c", ""),
        ],
    },
    Tool {
        name: "get_weather_openmeteo",
        domain: Domain::Weather,
        about: "Weather of a city now, from Open-Meteo.",
        parameters: PLACE,
        substitutes: &["get_weather_noaa", "get_weather_metno"],
        answer: |day, needed| {
            let sky = Sky::on(day, needed[0]);
            let current = object().with("temperature", tenths(sky.celsius)).with("wind_speed", whole(sky.wind));
            let units = object().with("temperature", "C").with("wind_speed", "km/h");
            object().with("city", needed[0]).with("current", current).with("units", units).into()
        },
        read: |result| text_at(result, "current.temperature"),
        faults: &[spot(Kind::Missing, "current.temperature", ""), spot(Kind::Category, "units.temperature", "K")],
    },
    Tool {
        name: "get_weather_noaa",
        domain: Domain::Weather,
        about: "The last observation of a city's station, from NOAA.",
        parameters: &[("station_city", "string")],
        substitutes: &["get_weather_metno", "get_weather_openmeteo"],
        answer: |day, needed| {
            let sky = Sky::on(day, needed[0]);
            let observed = object().with("tempC", tenths(sky.celsius)).with("humidity", whole(sky.humidity));
            let result = object().with("station_city", needed[0]).with("observation", observed);
            result.with("observedAt", moment(day.number(), 28_800)).into()
        },
        read: |result| text_at(result, "observation.tempC"),
        faults: &[spot(Kind::Text, "observation.tempC", ""), spot(Kind::Elsewhere, "station_city", "Oulu")],
    },
    Tool {
        name: "get_forecast",
        domain: Domain::Weather,
        about: "The forecast of a city for some days.",
        parameters: &[("city", "string"), ("days", "integer")],
        substitutes: &["get_forecast_grid"],
        answer: forecast,
        read: |result| text_at(result, "total_rain_mm"),
        faults: &[
            spot(Kind::Scaled, "total_rain_mm", ""),
            spot(Kind::Elsewhere, "city", "Reykjavik"),
            spot(Kind::Swapped, "from", "to"),
            spot(Kind::Stale, "total_rain_mm", ""),
            spot(Kind::Text, "total_rain_mm", ""),
        ],
    },
    Tool {
        name: "get_forecast_grid",
        domain: Domain::Weather,
        about: "The forecast of a grid cell by city name.",
        parameters: &[("place", "string"), ("days", "integer")],
        substitutes: &["get_forecast"],
        answer: |day, needed| {
            let total: i32 = rain(day, needed).iter().sum();
            let cell = object().with("row", whole(day.fact("cell", needed[0]).between(100, 899)));
            let result = object().with("place", needed[0]).with("days", whole(needed[1].parse().unwrap_or(1)));
            result
                .with("cell", cell)
                .with("precipitation", object().with("sum", tenths(total)).with("unit", "mm"))
                .into()
        },
        read: |result| text_at(result, "precipitation.sum"),
        faults: &[spot(Kind::Missing, "precipitation.sum", ""), spot(Kind::Category, "precipitation.unit", "in")],
    },
    Tool {
        name: "get_bulletin",
        domain: Domain::Weather,
        about: "The spoken weather report of a city, as text.",
        parameters: PLACE,
        substitutes: &[],
        answer: |day, needed| {
            let sky = Sky::on(day, needed[0]);
            Json::from(format!(
                "{}, {}: {} with winds near {} km/h. Humidity {} percent.",
                needed[0],
                day.today(),
                sky.condition.replace('_', " "),
                sky.wind,
                sky.humidity
            ))
        },
        read: |result| Some(result.as_str()?.split(": ").nth(1)?.split(" with").next()?.to_owned()),
        faults: &[],
    },
    Tool {
        name: "get_air_quality",
        domain: Domain::Weather,
        about: "Air quality of a city: an index and its parts.",
        parameters: PLACE,
        substitutes: &[],
        answer: |day, needed| {
            let mut rng = day.fact("air", needed[0]);
            // The one station whose gauge reads a true zero on this day.
            let fine = if day.is_rare(22) { 0 } else { rng.between(2, 40) };
            let gases = object().with("pm25_volume", whole(fine)).with("ozone", whole(rng.between(20, 90)));
            let index = rng.between(12, 140);
            let level = if index < 50 {
                "good"
            } else if index < 100 {
                "moderate"
            } else {
                "poor"
            };
            object()
                .with("city", needed[0])
                .with("index", whole(index))
                .with("level", level)
                .with("parts", gases)
                .into()
        },
        read: |result| text_at(result, "index"),
        faults: &[
            spot(Kind::Text, "index", ""),
            spot(Kind::Category, "level", "n/a"),
            spot(Kind::Elsewhere, "city", "Oulu"),
        ],
    },
];

struct Sky {
    celsius: i32,
    wind: i32,
    humidity: i32,
    condition: &'static str,
}

impl Sky {
    fn on(day: Day, city: &str) -> Self {
        let mut rng = day.fact("sky", city);
        let usual = ["clear", "cloudy", "rain", "light_rain"];
        Self {
            celsius: rng.between(-80, 310),
            wind: rng.between(1, 70),
            humidity: rng.between(20, 98),
            condition: if day.is_rare(26) { "freezing_fog" } else { rng.pick(&usual) },
        }
    }
}

/// Tenths as a decimal number.
fn tenths(value: i32) -> Json {
    Json::from(f64::from(value) / 10.0)
}

fn weather_metno(day: Day, needed: &[&str]) -> Json {
    let sky = Sky::on(day, needed[0]);
    let fahrenheit = f64::from(sky.celsius * 18 + 3_200) / 100.0;
    let result = object().with("city", needed[0]).with("temperature_c", tenths(sky.celsius));
    let result = result.with("temperature_f", Json::from(fahrenheit)).with("weather_type", sky.condition);
    let result = result.with("wind_kph", whole(sky.wind)).with("humidity", whole(sky.humidity));
    result.with("updated", moment(day.number(), 30_600)).into()
}

fn rain(day: Day, needed: &[&str]) -> Vec<i32> {
    let mut rng = day.fact("rain", needed[0]);
    (0..needed[1].parse().unwrap_or(1)).map(|_| if rng.percent(35) { 0 } else { rng.between(1, 180) }).collect()
}

fn forecast(day: Day, needed: &[&str]) -> Json {
    let rain = rain(day, needed);
    let mut rng = day.fact("highs", needed[0]);
    let daily = (1..).zip(&rain).map(|(after, rain)| {
        let low = rng.between(-60, 180);
        let row = object().with("date", calendar::day(day.number() + after)).with("low_c", tenths(low));
        row.with("high_c", tenths(low + rng.between(20, 120))).with("rain_mm", tenths(*rain))
    });
    let daily: Vec<Object> = daily.collect();
    let last = i32::try_from(daily.len()).unwrap_or_default();
    let result = object().with("city", needed[0]).with("from", calendar::day(day.number() + 1));
    let result = result.with("to", calendar::day(day.number() + last)).with("days", whole(last));
    result.with("daily", daily).with("total_rain_mm", tenths(rain.iter().sum())).into()
}
