//! Second walls, dice and what was looked at, held against a second reading of the rules over played games.

use super::*;
use crate::belief::Recall;
use crate::core::score::Source;
use crate::registry::ModAction;
use crate::{Action, Cell, Io, Quick, Seeded, Setup, Side};
use std::collections::{BTreeMap, BTreeSet};

fn own(act: Act) -> Action {
    Action::Module(ModAction::BuildingsOfPower(act))
}

/// Plays games with this module alone, looking at every moment; powers are used whenever they can be.
fn play(games: u64, mut look: impl FnMut(&GameState, Seat, &[Action])) {
    for seed in 0..games {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::BuildingsOfPower);
        let mut luck = Seeded::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let (mut whim, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            look(&g, seat, &actions);
            let wanted = |action: &&Action| {
                let power = |piece: &PieceId| super::power(&g, *piece).is_some();
                matches!(action, Action::Modify { value: 1.., .. } | Action::Module(_))
                    && **action != own(Act::Skip)
                    || matches!(action, Action::Target { piece, .. } | Action::Place { piece, .. } if power(piece))
            };
            let eager: Vec<Action> = actions.iter().filter(wanted).copied().collect();
            let from = if eager.is_empty() || whim.below(4) == 0 { &actions } else { &eager };
            g.apply(seat, from[whim.below(from.len() as u32) as usize], &mut Io::silent(&mut luck)).unwrap();
        }
    }
}

/// The lengths of all stretches of outer wall, longest first: once around the palace, edge by edge.
fn stretches(g: &GameState, seat: Seat) -> Vec<usize> {
    let palace = g.palace(seat);
    let cells: BTreeSet<(i32, i32)> = palace.cells().iter().map(|cell| cell.xy()).collect();
    let step = |(x, y): (i32, i32), side: usize| {
        let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][side];
        (x + dx, y + dy)
    };
    let outer = |cell: (i32, i32), side: usize| cells.contains(&cell) && !cells.contains(&step(cell, side));
    // Clockwise: along a side to the right; around an inner corner, straight on, or around an outer corner.
    let next = |(cell, side): ((i32, i32), usize)| {
        let along = step(cell, (side + 1) % 4);
        if cells.contains(&step(along, side)) {
            (step(along, side), (side + 3) % 4)
        } else if cells.contains(&along) {
            (along, side)
        } else {
            (cell, (side + 1) % 4)
        }
    };
    let top = *cells.iter().max_by_key(|(x, y)| (*y, *x)).unwrap();
    assert!(outer(top, 0));
    let mut walk = vec![(top, 0)];
    while next(*walk.last().unwrap()) != (top, 0) {
        let onward = next(*walk.last().unwrap());
        walk.push(onward);
    }
    let walled: Vec<bool> =
        walk.iter().map(|((x, y), side)| palace.walls_at(Cell::at(*x, *y)).has(Side::ALL[*side])).collect();
    if walled.iter().all(|wall| *wall) {
        return vec![walled.len()];
    }
    let gap = walled.iter().position(|wall| !wall).unwrap();
    let round: Vec<bool> = (0..walled.len()).map(|i| walled[(gap + i) % walled.len()]).collect();
    let mut lengths: Vec<usize> =
        round.split(|wall| !wall).map(<[bool]>::len).filter(|length| *length > 0).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

#[test]
fn second_walls_agree_with_a_walk_around_the_palace() {
    let (mut looked, mut scored) = (0, 0);
    play(40, |g, _, _| {
        for seat in g.rules().seats() {
            looked += 1;
            let second = stretches(g, seat).get(1).copied().unwrap_or(0);
            let palace = g.core.pieces.palace[seat.index()];
            let black: usize = g
                .mods
                .m38_buildings_of_power
                .dice
                .iter()
                .filter(|die| palace.contains(die.piece) && [21, 31, 53].contains(&die.piece.number()))
                .map(|die| usize::from(die.pips))
                .sum();
            for round in 1..=3 {
                let source = Source::Module(ModuleId::BuildingsOfPower);
                let lines = g.forecast(round);
                let points: i16 = lines
                    .iter()
                    .filter(|line| line.source == source && line.to == seat.into())
                    .map(|line| line.points)
                    .sum();
                assert_eq!(points as usize, second.min(black));
                assert_eq!(usize::from(BuildingsOfPower::more_walls(g, seat, round)), second.min(black));
            }
            scored += usize::from(second.min(black) > 0);
        }
    });
    assert!(looked > 1000 && scored > 100, "{looked} {scored}");
}

/// White dice: usable in the own turn, not in that of the roll, once each; a purchase names at most one.
#[test]
fn white_dice_are_offered_as_a_second_reading_says() {
    let mut rolled: BTreeMap<PieceId, u32> = BTreeMap::new();
    let mut used: BTreeMap<PieceId, (u32, u8)> = BTreeMap::new();
    let (mut asked, mut game) = (0, u32::MAX);
    play(60, |g, seat, actions| {
        if g.core.turn.number < game {
            rolled.clear();
            used.clear();
        }
        game = g.core.turn.number;
        for die in g.mods.m38_buildings_of_power.dice.iter() {
            rolled.entry(die.piece).or_insert(g.core.turn.number);
            let before = used.entry(die.piece).or_insert((0, die.pips));
            if before.1 != die.pips {
                assert_eq!(before.1, die.pips + 1, "one pip at a time");
                assert!(before.0 < g.core.turn.number, "once in a turn");
                *before = (g.core.turn.number, die.pips);
            }
        }
        let Some((What::Buy(deal), Step::P2)) = g.agenda.frames.last().map(|f| (f.what, f.step)) else {
            return;
        };
        asked += 1;
        let space = g.core.pieces.space_of(deal.piece).unwrap();
        let money = u32::from(g.hand(seat).total_of(purchase::currency_of(g, space)));
        let price = u32::from(g.piece(deal.piece).price);
        let mut pips = BTreeSet::new();
        for piece in g.core.pieces.palace[seat.index()].iter().filter(|p| [5, 12, 42].contains(&p.number())) {
            if rolled.get(&piece).is_some_and(|turn| *turn < g.core.turn.number)
                && used.get(&piece).is_some_and(|(turn, _)| *turn < g.core.turn.number)
                && let Some(die) = g.mods.m38_buildings_of_power.dice.iter().find(|die| die.piece == piece)
            {
                pips.insert(die.pips);
            }
        }
        let offered: Vec<u8> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Modify { value: value @ 1.., .. } => {
                    Some(g.mods.m38_buildings_of_power.dice[usize::from(*value) - 1].pips)
                }
                _ => None,
            })
            .collect();
        let expected = if money + 1 >= price { pips } else { BTreeSet::new() };
        assert_eq!(offered.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(offered.len(), expected.len(), "of equal dice one");
        assert_eq!(
            actions.contains(&Action::Modify { by: ModuleId::BuildingsOfPower, value: 0 }),
            money >= price
        );
    });
    assert!(asked > 50, "{asked}");
}

/// What one player has looked at varies for the others and for nobody else, and is all still there.
#[test]
fn what_was_looked_at_is_known_to_one_player() {
    let (mut hidden, mut varied, mut dice) = (0, 0, Quick::new(7));
    play(30, |g, _, _| {
        let state = &g.mods.m38_buildings_of_power;
        let Some((space, piece)) = state.under.iter().enumerate().find_map(|(i, p)| Some((i, (*p)?))) else {
            return;
        };
        if !g.core.pieces.gone.contains(piece) || dice.below(10) > 0 {
            return;
        }
        hidden += 1;
        for observer in g.rules().seats() {
            let world = g.resample(observer, Recall::Full, &mut dice);
            assert_eq!(world.view(Some(observer)), g.view(Some(observer)));
            let other = world.mods.m38_buildings_of_power.under[space].unwrap();
            let pieces = |g: &GameState| g.core.pieces.tower_set().or(g.core.pieces.gone);
            assert_eq!(pieces(&world), pieces(g), "nothing is lost or doubled");
            if state.known_to[space].contains(observer) {
                assert_eq!(other, piece);
            } else {
                varied += usize::from(other != piece);
            }
            let knows =
                g.view(Some(observer)).modules.iter().flat_map(|m| &m.shows).map(|item| item.name).any(
                    |name| {
                        name == ["under_space_1", "under_space_2", "under_space_3", "under_space_4"][space]
                    },
                );
            assert_eq!(knows, state.known_to[space].contains(observer));
        }
        let mixed = g.mix_hands(Seat::at(0), &mut dice);
        assert_eq!(mixed.core.deck.known, g.core.deck.known, "the deck stays as it is");
    });
    assert!(hidden > 50 && varied > 50, "{hidden} {varied}");
}

#[test]
fn acts_at_any_other_moment_are_refused() {
    let setup = Setup::players(3).with(ModuleId::BuildingsOfPower);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    let piece = PieceId::default();
    for act in [Act::Skip, Act::Score, Act::Use { piece }, Act::Hide { piece, space: Space(7) }] {
        assert!(g.check(seat, &own(act)).unwrap_err().to_string().contains("end of the turn"));
        BuildingsOfPower::describe(&g, seat, act);
    }
}

/// The powers are those of the data, three of each.
#[test]
fn there_are_three_buildings_of_each_power() {
    let setup = Setup::players(3).with(ModuleId::BuildingsOfPower);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    for wanted in [Power::Architecture, Power::Wisdom, Power::Strength, Power::Prosperity] {
        assert_eq!(PieceId::all().filter(|piece| power(&g, *piece) == Some(wanted)).count(), 3);
    }
    assert_eq!(power(&g, PieceId::with_key("chambers-11").unwrap()), Some(Power::Strength));
}
