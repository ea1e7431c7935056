//! Marshals and servants followed through whole games by what everybody hears and by tiles alone, and every answer
//! against a plain list.

use super::*;
use crate::core::catalogue::Footprint;
use crate::registry::ModAction;
use crate::second_look::walking::{At, beside, building, map, passes};
use crate::{Action, Io, Quick, Scorer, Seeded};
use std::collections::{BTreeMap, BTreeSet};

/// The sides to which somebody can walk.
fn open_ways(g: &GameState, seat: Seat, from: At) -> BTreeSet<Side> {
    let map = map(g, seat);
    Side::ALL.into_iter().filter(|side| passes(g, seat, &map, from, *side)).collect()
}

/// What one hears of the staff, from the outside.
#[derive(Default)]
struct Heard {
    marshals: [(i32, i32); MAX_SEATS],
    open: [i32; 6],
    served: BTreeSet<(PieceId, usize)>,
    took: Option<(Seat, u32)>,
}

fn setup(seed: u64) -> Setup {
    let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::PalaceStaff);
    let others = ModuleId::ALL
        .iter()
        .filter(|m| !seed.is_multiple_of(4) && !(u64::from(m.number()) + seed).is_multiple_of(3));
    for module in others {
        setup = setup.with(*module);
    }
    setup
}

/// Whole games, alone and with other modules: how far he goes, where he may go, which servants come and what is
/// deducted, all worked out anew from the tiles and what was heard.
#[test]
fn staff_is_what_one_heard_of_it() {
    let mut seen = BTreeMap::new();
    for seed in 0..36u64 {
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup(seed), &mut Io::silent(&mut luck)) else { continue };
        let mut heard = Heard::default();
        for (colour, n) in heard.open.iter_mut().zip(g.mods.m29_palace_staff.display) {
            *colour = i32::from(n);
        }
        // Before the set-up comes that far nobody lies open.
        assert!([0, 6].contains(&heard.open.iter().sum::<i32>()));
        let (mut dice, mut actions, mut left) = (Quick::new(seed), Vec::new(), 0u32);
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            let asked = g.pending().and_then(|p| p.module) == Some(ModuleId::PalaceStaff);
            if asked {
                if let Some((seat, took)) = heard.took.take() {
                    assert_eq!(seat, at);
                    left = 6 - took;
                }
                assert!((1..=5).contains(&left), "game {seed}: {left} steps");
                let ways = open_ways(&g, at, heard.marshals[at.index()]);
                assert!(!ways.is_empty(), "asked where there is no way");
                for side in Side::ALL {
                    let action = Action::Module(ModAction::PalaceStaff(Act::Walk { side }));
                    assert_eq!(actions.contains(&action), ways.contains(&side), "game {seed}, {side:?}");
                    assert_eq!(g.check(at, &action).is_ok(), ways.contains(&side));
                }
                let stay = Action::Module(ModAction::PalaceStaff(Act::Stay));
                assert!(actions.contains(&stay) && actions.len() == ways.len() + 1);
                *seen.entry("asked").or_insert(0) += 1;
            } else if let Some((seat, took)) = heard.took.take() {
                // Nobody is asked: then it was too much money, or none, or there is nowhere to go.
                let stuck = open_ways(&g, seat, heard.marshals[seat.index()]).is_empty();
                assert!(took >= 6 || took == 0 || stuck, "game {seed}: {took}");
            }
            // Little money is taken, and he is on his way, more often than chance would have it.
            let wanted = |a: &&Action| match a {
                Action::Take(_) | Action::Place { .. } => true,
                Action::Module(ModAction::PalaceStaff(act)) => *act != Act::Stay,
                _ => false,
            };
            let chosen: Vec<&Action> = actions.iter().filter(wanted).collect();
            let action = match dice.below(5) {
                0..3 if !chosen.is_empty() => *chosen[dice.below(chosen.len() as u32) as usize],
                _ => actions[dice.below(actions.len() as u32) as usize],
            };
            if let Action::Module(ModAction::PalaceStaff(act)) = action {
                match act {
                    Act::Stay => left = 0,
                    Act::Walk { side } => {
                        left -= 1;
                        let to = beside(heard.marshals[at.index()], side);
                        heard.marshals[at.index()] = to;
                        let stands = &map(&g, at)[&to];
                        let (piece, half) = (stands.piece, stands.half);
                        if let Some(colour) = building(&g, piece, half)
                            && heard.open[colour.index()] > 0
                            && heard.served.insert((piece, half))
                        {
                            heard.open[colour.index()] -= 1;
                            *seen.entry("gained").or_insert(0) += 1;
                        }
                    }
                }
            }
            let before = g.clone();
            let mut log = Vec::new();
            g.apply(at, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            for event in &log {
                match &event.what {
                    Happened::TookMoney { seat, cards } => {
                        heard.took = Some((*seat, u32::from(cards.total())));
                    }
                    Happened::Moved { seat, piece, at, .. } => {
                        let old = before.core.pieces.standing[piece.index()].cell.xy();
                        let (x, y) = heard.marshals[seat.index()];
                        let facts = g.piece(*piece);
                        if (x, y) == old && facts.footprint == Footprint::One && (x, y) != (0, 0) {
                            heard.marshals[seat.index()] = *at;
                            *seen.entry("travelled").or_insert(0) += 1;
                        } else if matches!(facts.footprint, Footprint::Two { .. }) {
                            heard.marshals[seat.index()] = standing(&g, *seat).xy();
                        }
                    }
                    Happened::Module { by: ModuleId::PalaceStaff, key: "come", refs, .. } => {
                        for coming in refs {
                            let Ref::Building(colour) = coming else { panic!("{coming:?}") };
                            heard.open[colour.index()] += 1;
                        }
                        assert!(heard.open.iter().sum::<i32>() <= 6);
                    }
                    Happened::Discarded { piece, .. } | Happened::Gift { piece, .. } => {
                        heard.served.retain(|(own, _)| own != piece);
                    }
                    Happened::Scored { line } if line.source == Source::Module(ModuleId::PalaceStaff) => {
                        let Scorer::Seat(seat) = line.to else { panic!("Dirk has no staff") };
                        let own = g.core.pieces.palace[seat.index()].iter();
                        let due = own.filter(|p| {
                            g.piece(*p).kind == PieceKind::Base
                                && building(&g, *p, 0).is_some()
                                && !heard.served.contains(&(*p, 0))
                        });
                        assert_eq!(line.args, [due.count() as i16], "game {seed}");
                        *seen.entry("deducted").or_insert(0) += 1;
                        assert!(line.points <= 0 && line.points >= -line.args[0]);
                    }
                    _ => {}
                }
            }
            let display = g.mods.m29_palace_staff.display.map(i32::from);
            assert_eq!(display, heard.open, "game {seed}");
            for seat in g.rules().seats() {
                assert_eq!(standing(&g, seat).xy(), heard.marshals[seat.index()], "game {seed}");
                let place = g.mods.m29_palace_staff.marshals[seat.index()];
                if let Place::Tile(piece, _) = place
                    && g.to_move() == Some(seat)
                {
                    assert!(!g.removable(seat).contains(piece), "the tile under him stays");
                }
            }
            let on = &g.mods.m29_palace_staff.on;
            let served = (0..2).flat_map(|half| on[half].iter().map(move |piece| (piece, half)));
            assert_eq!(served.collect::<BTreeSet<_>>(), heard.served, "game {seed}");
        }
    }
    let often = |what: &str| seen.get(what).copied().unwrap_or(0);
    assert!(often("asked") > 1000 && often("gained") > 300 && often("deducted") > 50, "{seen:?}");
}

/// The stack runs out: what comes is what is left, and then nobody.
#[test]
fn an_empty_stack_fills_nothing() {
    let setup = Setup::players(3).with(ModuleId::PalaceStaff);
    let mut luck = Seeded::new(1);
    let mut io = Io::silent(&mut luck);
    let mut g = GameState::new(&setup, &mut io).unwrap();
    let state = &mut g.mods.m29_palace_staff;
    (state.display, state.stack) = ([0; 6], [0, 0, 2, 0, 0, 1]);
    let mut cx = Cx { g: &mut g, io: &mut io };
    fill(&mut cx);
    assert_eq!(cx.g.mods.m29_palace_staff.display, [0, 0, 2, 0, 0, 1]);
    fill(&mut cx);
    assert_eq!(cx.g.mods.m29_palace_staff.display, [0, 0, 2, 0, 0, 1]);
    assert_eq!(cx.g.mods.m29_palace_staff.stack, [0; 6]);
}

/// Outside his round nobody sends him, and there are no options.
#[test]
fn he_walks_only_when_asked() {
    let setup = Setup::players(3).with(ModuleId::PalaceStaff);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    for act in [Act::Stay, Act::Walk { side: Side::North }] {
        let refused = g.check(seat, &Action::Module(ModAction::PalaceStaff(act)));
        let key = "the_marshal_walks_after_little_money_was_taken";
        assert_eq!(refused, Err(Illegal::of(ModuleId::PalaceStaff, key)));
    }
}

#[test]
fn there_are_fifty_four_servants() {
    assert_eq!(total(&ALL), 54);
}

/// Before the last deduction a palace without staff looks as much worse as it will cost.
#[test]
fn the_deduction_to_come_is_worth_something() {
    let setup = Setup::players(3).with(ModuleId::PalaceStaff);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let piece = PieceId::with_key("garden-11").unwrap();
    g.core.pieces.palace[1].insert(piece);
    let seat = Seat::at(1);
    assert_eq!(
        (PalaceStaff::worth(&g, seat), g.forecast_points(1)[1]),
        (0, 4),
        "five for the garden, one off"
    );
    g.core.scorings = 2;
    assert_eq!(PalaceStaff::worth(&g, seat), -1);
    g.mods.m29_palace_staff.on[0].insert(piece);
    assert_eq!(PalaceStaff::worth(&g, seat), 0);
}
