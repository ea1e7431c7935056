//! What is played: set-ups from Python's arguments, and the lists one chooses from.

use crate::json::{from_python, refused, to_python};
use alhambra_rules::data::Data;
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::{CardKind, EditionId, HOUSE_RULES, ModuleId, OptionValues, Seat, Setup};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The set-up for `players`, with modules as a list of short names or a dict of short names and options.
///
/// # Errors
/// `ValueError` with the first thing that is wrong.
pub(crate) fn setup(
    players: usize,
    modules: Option<&Bound<'_, PyAny>>,
    house: Option<&Bound<'_, PyAny>>,
    edition: &str,
) -> PyResult<Setup> {
    // Checked before as many players are named.
    let mut setup = Setup::players(players.min(7)).in_edition(self::edition(edition)?);
    if let Some(modules) = modules {
        setup.modules = chosen(modules)?;
    }
    if let Some(house) = house {
        setup.house = from_python("house", house)?;
    }
    setup.check().map_err(refused)?;
    Ok(setup)
}

/// The set-up, played with the box that a text describes: a file of `export_data`, corrected.
///
/// # Errors
/// `ValueError` with what is wrong, and on which line.
pub(crate) fn with_data(setup: Setup, data: Option<&str>) -> PyResult<Setup> {
    match data {
        Some(text) => Ok(Data::read(text).map_err(|why| refused(format!("data: {why}")))?.with(setup)),
        None => Ok(setup),
    }
}

/// Everything that is printed in the box and may be wrong here, as a text whose lines can be corrected.
#[pyfunction]
pub(crate) fn export_data() -> String {
    alhambra_rules::data::export()
}

fn chosen(modules: &Bound<'_, PyAny>) -> PyResult<BTreeMap<ModuleId, OptionValues>> {
    if modules.is_instance_of::<PyString>() {
        return Err(refused("modules: a list of short names is needed, such as [\"thieves\"], not one text"));
    }
    let mut on = BTreeMap::new();
    if modules.is_instance_of::<PyMapping>() {
        let plain = modules.py().get_type::<PyDict>().call1((modules,))?;
        let named: BTreeMap<String, BTreeMap<String, Value>> = from_python("modules", &plain)?;
        for (slug, options) in named {
            let said = |value: Value| match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            on.insert(module(&slug)?, options.into_iter().map(|(name, value)| (name, said(value))).collect());
        }
        return Ok(on);
    }
    for slug in modules.try_iter()? {
        let slug: String = slug?.extract()?;
        if on.insert(module(&slug)?, OptionValues::new()).is_some() {
            return Err(refused(format!("modules: \"{slug}\" is named twice")));
        }
    }
    Ok(on)
}

fn module(slug: &str) -> PyResult<ModuleId> {
    ModuleId::with_slug(slug).ok_or_else(|| {
        let known: Vec<&str> = ModuleId::ALL.iter().map(|module| module.info().slug).collect();
        refused(format!("modules: there is no module \"{slug}\"; there are {}", known.join(", ")))
    })
}

/// The edition with this short name, if it is offered.
fn edition(slug: &str) -> PyResult<EditionId> {
    EditionId::offered().find(|edition| edition.slug() == slug).ok_or_else(|| {
        let known: Vec<&str> = EditionId::offered().map(EditionId::slug).collect();
        refused(format!("edition: there is no \"{slug}\"; there are {}", known.join(", ")))
    })
}

/// The short names of the editions.
#[pyfunction]
pub(crate) fn editions() -> Vec<&'static str> {
    EditionId::offered().map(EditionId::slug).collect()
}

/// The seat with this number at a table of `players`.
///
/// # Errors
/// `ValueError` when nobody sits there.
pub(crate) fn seat(index: usize, players: usize) -> PyResult<Seat> {
    let found = Seat::new(index).filter(|_| index < players);
    found.ok_or_else(|| refused(format!("there is no seat {index} at a table of {players}")))
}

/// How many threads to use: what was asked for, or one for each core.
///
/// # Errors
/// `ValueError` when it is none.
pub(crate) fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(0) => Err(refused("threads: at least 1 is needed")),
        Some(n) => Ok(n.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The modules that can be switched on in an edition, by number.
#[pyfunction]
#[pyo3(signature = (edition = "classic"))]
pub(crate) fn modules<'py>(py: Python<'py>, edition: &str) -> PyResult<Bound<'py, PyAny>> {
    let all = ModuleId::playable(self::edition(edition)?).map(|module| {
        let info = module.info();
        let options = info
            .options
            .iter()
            .map(|(name, values)| (name, speech::option_of(ENGLISH, module, name), values))
            .map(|(name, about, values)| json!({ "name": name, "about": about, "values": values }));
        json!({
            "number": module.number(),
            "slug": info.slug,
            "title": module.title(),
            "summary": speech::summary(ENGLISH, module),
            "players": [info.players.start(), info.players.end()],
            "options": options.collect::<Vec<_>>(),
        })
    });
    to_python(py, &all.collect::<Vec<_>>())
}

/// The house rules and their values, the default first.
#[pyfunction]
pub(crate) fn house_rules(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = HOUSE_RULES.iter().map(|rule| {
        let about = speech::house_rule(ENGLISH, rule.option);
        json!({ "id": rule.id, "option": rule.option, "about": about, "values": rule.values })
    });
    to_python(py, &all.collect::<Vec<_>>())
}

/// What is printed on every piece of an edition, by number.
#[pyfunction]
#[pyo3(signature = (edition = "classic"))]
pub(crate) fn pieces<'py>(py: Python<'py>, edition: &str) -> PyResult<Bound<'py, PyAny>> {
    let printed = self::edition(edition)?.profile().pieces;
    let all = printed.iter().map(|piece| {
        json!({
            "piece": piece.id.number(),
            "key": piece.key,
            "name": piece.name(),
            "kind": piece.kind,
            "building": piece.building_type(0),
            "price": piece.price,
            "walls": piece.walls[0],
        })
    });
    to_python(py, &all.collect::<Vec<_>>())
}

/// The kinds of card a hand can hold, by number.
#[pyfunction]
pub(crate) fn cards(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = CardKind::all().filter(|kind| kind.in_hand()).map(|kind| {
        json!({
            "kind": kind.number(),
            "key": kind.key(),
            "currency": kind.currency(),
            "value": kind.value(),
        })
    });
    to_python(py, &all.collect::<Vec<_>>())
}
