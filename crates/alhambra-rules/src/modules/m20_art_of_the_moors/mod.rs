//! Module 20, Art of the Moors: whoever owns several buildings of the same price gets a culture counter for it, and
//! turns all counters on by an action, as far as the buildings reach.
//!
//! Everything lies open. What is printed on the counters is in `counters`.

use crate::core::agenda::What;
use crate::core::catalogue::{PieceKind, Provenance};
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat};
use crate::core::step::{Step, StepSet};
use crate::core::turn;
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Touch, Window};
use crate::registry::{ModAction, ModuleId};
use crate::view::{Shown, Track};
use crate::{Action, GameState, Illegal};
use counters::{CLASSES, Class};
use serde::{Deserialize, Serialize};

mod counters;

/// Module 20.
#[derive(Clone, Copy, Debug)]
pub struct ArtOfTheMoors;

/// The counters of everybody, by seat and price class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    counters: [[Option<Counter>; CLASSES]; MAX_SEATS],
}

/// A culture counter in front of somebody: two of its six sections, counted from the one without points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Counter {
    /// The section at the gem.
    top: u8,
    /// The section with the marker, beyond which it is not turned.
    cap: u8,
}

/// What a player can do. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Development of Culture: every counter that can turn turns by one section.
    Develop,
}

impl Module for ArtOfTheMoors {
    const ID: ModuleId = ModuleId::ArtOfTheMoors;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "art-of-the-moors",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the counters for prices 7, 8 and 9", Provenance::Found),
            ("how many counters there are of each price", Provenance::Inferred),
            ("the counters for prices 6, 10, 11 and for 12 and 13", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T11, Step::T55, Step::X1, Step::S32]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&counters::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Never;

    /// At the end of the own turn, and at once after building outside it (20.4).
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::T55, _) => {
                let seat = cx.g.core.turn.seat;
                update(cx, seat);
            }
            (Step::X1, What::Moment { seat, .. }) => update(cx, seat),
            _ => {}
        }
    }

    /// DP-AM-1: only if something turns (R-AM-2).
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction && gain(g, seat) > 0 {
            out.push(Action::Module(ModAction::ArtOfTheMoors(Act::Develop)));
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Act::Develop = act;
        let main = g.agenda.frames.last().is_some_and(|f| f.what == What::Turn && f.step == Step::T11);
        if !main {
            refused("culture_is_developed_as_an_action_of_the_own_turn")
        } else if counters(g, seat).next().is_none() {
            refused("there_is_no_culture_counter_to_turn")
        } else if gain(g, seat) == 0 {
            refused("every_culture_counter_has_reached_its_marker")
        } else {
            Ok(())
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, _: Act) {
        turn::count_action(cx.g);
        let before = points(cx.g, seat);
        for counter in cx.g.mods.m20_art_of_the_moors.counters[seat.index()].iter_mut().flatten() {
            counter.top = (counter.top + 1).min(counter.cap);
        }
        let now = points(cx.g, seat);
        let refs = vec![Ref::Number(before.into()), Ref::Number(now.into())];
        cx.emit(|_| told(seat, "develops", refs));
    }

    fn describe(g: &GameState, seat: Seat, _: Act) -> Described {
        [Ref::Number(gain(g, seat).into())].into()
    }

    /// S32: what the counters show at the gem. Dirk has none.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S32 {
            return;
        }
        for seat in g.rules().seats() {
            let points = points(g, seat);
            if points > 0 {
                sheet.add(seat, points, || Why {
                    reason: "score.culture",
                    args: counters(g, seat)
                        .map(|(class, counter)| class.points(g.rules(), counter.top))
                        .collect(),
                    ..Why::default()
                });
            }
        }
    }

    /// Half of what the counters have not been turned to yet: it takes actions.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let waiting = |(class, counter): (Class, Counter)| {
            class.points(g.rules(), counter.cap) - class.points(g.rules(), counter.top)
        };
        counters(g, seat).map(waiting).sum::<i16>() / 2
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let mut shows = vec![
            ("points", Shown::BySeat(g.rules().seats().map(|seat| points(g, seat).into()).collect())),
            ("counters_left", Shown::Numbers(Class::all().map(|class| left(g, class).into()).collect())),
            ("dials", Shown::Tracks(dials(g).collect())),
        ];
        let at_the_gem = [
            ("price_6", 0),
            ("price_7", 1),
            ("price_8", 2),
            ("price_9", 3),
            ("price_10", 4),
            ("price_11", 5),
            ("price_12_or_13", 6),
        ];
        let marked = [
            ("up_to_6", 0),
            ("up_to_7", 1),
            ("up_to_8", 2),
            ("up_to_9", 3),
            ("up_to_10", 4),
            ("up_to_11", 5),
            ("up_to_12_or_13", 6),
        ];
        // Whoever has no counter has a marker at 0, and nobody else has.
        for ((name, class), (limit, _)) in at_the_gem.into_iter().zip(marked) {
            let class = Class::at(class);
            let of = |seat: Seat| g.mods.m20_art_of_the_moors.counters[seat.index()][class.index()];
            if g.rules().seats().any(|seat| of(seat).is_some()) {
                let by_seat = |section: fn(Counter) -> u8| {
                    let points =
                        |seat| of(seat).map_or(0, |counter| class.points(g.rules(), section(counter)).into());
                    Shown::BySeat(g.rules().seats().map(points).collect())
                };
                shows.push((name, by_seat(|counter| counter.top)));
                shows.push((limit, by_seat(|counter| counter.cap)));
            }
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        for class in Class::all() {
            let held = g
                .rules()
                .seats()
                .filter(|seat| g.mods.m20_art_of_the_moors.counters[seat.index()][class.index()].is_some());
            if held.count() > usize::from(class.copies()) {
                return Err(format!("there are too many counters of {}", class.word()));
            }
        }
        for seat in g.rules().seats() {
            if counters(g, seat).any(|(_, counter)| counter.top > counter.cap || counter.cap > 5) {
                return Err(format!("a counter of seat {} is turned past its marker", seat.index()));
            }
        }
        Ok(())
    }

    /// `0: 8 shows 5 up to 14, 12 shows 0 up to 6; 1: 7 shows 0 up to 6`: counters by price and points.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(';').map(str::trim) {
            let (seat, list) = part.split_once(':').ok_or("say \"0: 8 shows 5 up to 14\"")?;
            let seat: Option<Seat> = seat.trim().parse().ok().and_then(Seat::new);
            let seat = seat.ok_or_else(|| format!("whose is \"{part}\"?"))?;
            for item in list.split(',') {
                let words: Vec<&str> = item.split_whitespace().collect();
                let [price, "shows", top, "up", "to", cap] = words.as_slice() else {
                    return Err(format!("\"{item}\" is no counter; say \"8 shows 5 up to 14\""));
                };
                let class = price.parse().ok().and_then(Class::of_price);
                let class = class.ok_or_else(|| format!("no counter has the price {price}"))?;
                let section = |points: &str| {
                    let found = (0..6).find(|i| class.points(g.rules(), *i).to_string() == points);
                    found.ok_or_else(|| format!("the counter of {price} has no {points}"))
                };
                let counter = Counter { top: section(top)?, cap: section(cap)? };
                g.mods.m20_art_of_the_moors.counters[seat.index()][class.index()] = Some(counter);
            }
        }
        Ok(())
    }
}

/// The counters in front of a seat, by price.
fn counters(g: &GameState, seat: Seat) -> impl Iterator<Item = (Class, Counter)> + use<> {
    let own = g.mods.m20_art_of_the_moors.counters[seat.index()];
    Class::all().zip(own).filter_map(|(class, counter)| counter.map(|counter| (class, counter)))
}

/// What they show at the gem.
fn points(g: &GameState, seat: Seat) -> i16 {
    counters(g, seat).map(|(class, counter)| class.points(g.rules(), counter.top)).sum()
}

/// What one development adds to that; every section brings more than the one before it.
fn gain(g: &GameState, seat: Seat) -> i16 {
    let next = |(class, Counter { top, cap }): (Class, Counter)| {
        class.points(g.rules(), (top + 1).min(cap)) - class.points(g.rules(), top)
    };
    counters(g, seat).map(next).sum()
}

/// How many counters of a class nobody has.
fn left(g: &GameState, class: Class) -> u8 {
    let held = g.mods.m20_art_of_the_moors.counters.iter().filter(|own| own[class.index()].is_some());
    class.copies() - held.count() as u8
}

/// How many finished buildings of the base game with such a price somebody owns, built or in reserve.
fn owned(g: &GameState, seat: Seat) -> [u8; CLASSES] {
    let pieces = &g.core.pieces;
    let mut owned = [0; CLASSES];
    for piece in pieces.palace[seat.index()].or(pieces.reserve[seat.index()]).iter() {
        let facts = g.piece(piece);
        if facts.kind == PieceKind::Base
            && pieces.building[piece.index()].is_some()
            && let Some(class) = Class::of_price(facts.price)
        {
            owned[class.index()] += 1;
        }
    }
    owned
}

/// Takes counters and moves markers on. Neither ever goes back (R-AM-3).
fn update(cx: &mut Cx<'_, '_>, seat: Seat) {
    let owned = owned(cx.g, seat);
    for class in Class::all() {
        let buildings = owned[class.index()];
        if buildings < 2 {
            continue;
        }
        let cap = class.cap(&cx.g.core.rules, buildings);
        let supply = left(cx.g, class);
        let slot = &mut cx.g.mods.m20_art_of_the_moors.counters[seat.index()][class.index()];
        let key = match slot {
            None if supply == 0 => continue,
            None => {
                *slot = Some(Counter { top: 0, cap });
                "takes"
            }
            Some(counter) if counter.cap < cap => {
                counter.cap = cap;
                "marks"
            }
            Some(_) => continue,
        };
        let limit = class.points(&cx.g.core.rules, cap);
        cx.emit(|_| {
            let refs = vec![Ref::Word(ModuleId::ArtOfTheMoors, class.word()), Ref::Number(limit.into())];
            Happened::Module { by: ModuleId::ArtOfTheMoors, seat: Some(seat), key, refs }
        });
    }
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::ArtOfTheMoors, seat: Some(seat), key, refs }
}

/// The counters of everybody as they lie: what each section is worth, the one at the gem, and the marker.
fn dials(g: &GameState) -> impl Iterator<Item = Track> {
    let each = g.rules().seats().flat_map(|seat| Class::all().map(move |class| (seat, class)));
    each.filter_map(|(seat, class)| {
        let counter = g.mods.m20_art_of_the_moors.counters[seat.index()][class.index()]?;
        Some(Track {
            seat: Some(seat),
            of: Some(Ref::Word(ModuleId::ArtOfTheMoors, class.word())),
            stops: (0..6).map(|section| class.points(g.rules(), section).into()).collect(),
            at: vec![(None, counter.top)],
            cap: Some(counter.cap),
            ..Track::default()
        })
    })
}

#[cfg(test)]
mod tests;
