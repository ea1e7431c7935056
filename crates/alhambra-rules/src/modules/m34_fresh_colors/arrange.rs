//! For scenarios: projects and colours where a text says.

use super::projects::{Colour, EACH, Project};
use super::{State, in_play, supply};
use crate::GameState;
use crate::core::building::{Building, Currency};
use crate::core::seat::Seat;
use crate::core::state::Rules;

/// See [`super::FreshColors`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let rules = *g.rules();
    let mut left = in_play(rules.players());
    let mut state = State::default();
    let mut named = [false; 4];
    let mut top_named = false;
    g.mods.m34_fresh_colors = state;
    for clause in text.split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
        if let Some((of, list)) = clause.split_once(':') {
            let of: Option<Seat> = of.trim().parse().ok().and_then(Seat::new);
            let of = of.ok_or_else(|| format!("whose is \"{clause}\"?"))?.index();
            for item in list.split(',').map(str::trim) {
                if let Some(name) = item.strip_prefix("open ") {
                    state.open[of] |= take(&rules, &mut left, name)?.bit();
                } else if let Some(name) = item.strip_prefix("done ") {
                    state.done[of] |= take(&rules, &mut left, name)?.bit();
                } else {
                    let (n, name) = item.split_once(' ').unwrap_or(("1", item));
                    let n: u8 = n.parse().map_err(|_| format!("how many is \"{n}\"?"))?;
                    let colour = Building::ALL.into_iter().find(|colour| Colour(*colour).name() == name);
                    let colour = colour.ok_or_else(|| format!("there is no colour \"{name}\""))?;
                    state.colours[of][colour.index()] += n;
                }
            }
            continue;
        }
        let (place, name) = clause.split_once(' ').ok_or_else(|| format!("what is \"{clause}\"?"))?;
        let project = if name == "empty" { None } else { Some(take(&rules, &mut left, name)?) };
        if place == "top" {
            (state.top, top_named) = (project, true);
            continue;
        }
        let currency = Currency::ALL.into_iter().find(|currency| currency.name() == place);
        let currency = currency.ok_or_else(|| format!("there is no space \"{place}\""))?;
        state.spaces[currency.index()] = project;
        named[currency.index()] = true;
    }
    let mut rest = left.into_iter();
    for i in (0..4).filter(|i| !named[*i]) {
        state.spaces[i] = rest.next();
    }
    if !top_named {
        state.top = rest.next();
    }
    state.below = rest.fold(0, |set, project| set | project.bit());
    g.mods.m34_fresh_colors = state;
    match Building::ALL.into_iter().find(|colour| {
        let taken: u8 = state.colours.iter().map(|own| own[colour.index()]).sum();
        taken + supply(g, *colour) != EACH
    }) {
        Some(colour) => Err(format!("there are only {EACH} tiles {}", Colour(colour).name())),
        None => Ok(()),
    }
}

/// Takes a project out of those that are nowhere yet.
fn take(rules: &Rules, left: &mut Vec<Project>, name: &str) -> Result<Project, String> {
    let at = left.iter().position(|project| project.name(rules).replace('_', " ") == name.trim());
    at.map(|at| left.remove(at)).ok_or_else(|| format!("there is no project \"{name}\" left"))
}
