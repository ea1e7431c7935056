//! What overpaying brings: the board and the stack, who may take what, and what goes back.

use super::projects::{self, EACH, OPEN, Project, Which};
use super::{Act, Reward, colour_word, in_play, told, word};
use crate::core::building::{Building, Currency};
use crate::core::chance::Stream;
use crate::core::seat::Seat;
use crate::cx::Cx;
use crate::decision::Ref;
use crate::registry::ModuleId;
use crate::{GameState, Illegal};

/// U14: the stack with its top, and a project on each space.
pub(super) fn lay_out(cx: &mut Cx<'_, '_>) {
    let all = in_play(cx.g.core.rules.players());
    cx.g.mods.m34_fresh_colors.below = all.iter().fold(0, |set, project| set | project.bit());
    turn_up(cx);
    fill(cx);
}

/// The next project of the stack lies open.
pub(super) fn turn_up(cx: &mut Cx<'_, '_>) {
    let below = cx.g.mods.m34_fresh_colors.below;
    if below == 0 {
        return;
    }
    let k = cx.pick(below.count_ones(), Stream::Colours) as usize;
    let Some(next) = Project::of(below).nth(k) else { return };
    let state = &mut cx.g.mods.m34_fresh_colors;
    state.below &= !next.bit();
    state.top = Some(next);
    cx.emit(|g| told(None, "on_top", vec![word(g, next)]));
}

/// Each empty space gets what is on top of the stack, in the order of the currencies.
pub(super) fn fill(cx: &mut Cx<'_, '_>) {
    for currency in Currency::ALL {
        let state = &mut cx.g.mods.m34_fresh_colors;
        if state.spaces[currency.index()].is_some() {
            continue;
        }
        let Some(project) = state.top.take() else { return };
        state.spaces[currency.index()] = Some(project);
        cx.emit(|g| told(None, "laid_out", vec![Ref::Currency(currency), word(g, project)]));
        turn_up(cx);
    }
}

/// D34.1: what there is to take, ascending.
pub(super) fn takes(g: &GameState, reward: Reward) -> impl Iterator<Item = Act> + use<'_> {
    let Reward { seat, column, .. } = reward;
    let state = &g.mods.m34_fresh_colors;
    let project = may_take(g, seat, state.spaces[column.index()]).is_ok().then_some(Act::TakeProject);
    let sets = Which::all().filter(move |set| available(g, column, *set).1 > 0);
    let top = may_take(g, seat, state.top).is_ok().then_some(Act::TakeTop);
    project.into_iter().chain(sets.map(|set| Act::TakeColours { set })).chain(top)
}

/// Whether `seat` may take a project: none of its type yet, completed or not, and fewer than two open.
pub(super) fn may_take(g: &GameState, seat: Seat, project: Option<Project>) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::FreshColors, key));
    let state = &g.mods.m34_fresh_colors;
    let (open, done) = (state.open[seat.index()], state.done[seat.index()]);
    let Some(project) = project else { return refused("there_is_no_project") };
    if Project::of(open | done).any(|own| own.building() == project.building()) {
        Err(Illegal::of(ModuleId::FreshColors, "you_have_a_project_of_that_type").at(project.building()))
    } else if open.count_ones() as usize >= OPEN {
        refused("two_projects_wait_to_be_completed")
    } else {
        Ok(())
    }
}

/// How many tiles of a set can be taken: as many of it as the supply has.
pub(super) fn available(g: &GameState, column: Currency, set: Which) -> projects::Set {
    let (colour, n) = projects::set(column, set);
    (colour, n.min(supply(g, colour)))
}

/// The tiles of a colour that nobody has.
pub(super) fn supply(g: &GameState, colour: Building) -> u8 {
    let taken: u8 = g.mods.m34_fresh_colors.colours.iter().map(|own| own[colour.index()]).sum();
    EACH.saturating_sub(taken)
}

pub(super) fn take_project(cx: &mut Cx<'_, '_>, seat: Seat, project: Option<Project>) {
    let Some(project) = project else { return };
    cx.g.mods.m34_fresh_colors.open[seat.index()] |= project.bit();
    cx.emit(|g| told(Some(seat), "takes_project", vec![word(g, project)]));
}

pub(super) fn give_back(cx: &mut Cx<'_, '_>, seat: Seat, colour: Building) {
    cx.g.mods.m34_fresh_colors.colours[seat.index()][colour.index()] -= 1;
    cx.emit(|_| told(Some(seat), "gives_back", vec![colour_word(colour)]));
}
