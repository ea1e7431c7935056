//! Animals followed through whole games by what everybody hears and by tiles alone, and every answer against a plain
//! list.

use super::*;
use crate::core::catalogue::{CardClass, PieceKind};
use crate::core::score::Source;
use crate::registry::ModAction;
use crate::second_look::walking::{building, map, passes};
use crate::{Action, Io, Quick, Scorer, Seeded};
use std::collections::{BTreeMap, BTreeSet};

/// Every animal one has heard of: its name, its tile, and the half of it.
type Heard = Vec<(&'static str, PieceId, usize)>;

fn in_state(g: &GameState) -> Heard {
    let fountain = |seat: Seat| {
        let mut tiles = g.core.pieces.palace[seat.index()].iter();
        tiles.find(|piece| g.piece(*piece).kind == PieceKind::Fountain).unwrap()
    };
    let at = |spot| match spot {
        Spot::Fountain(seat) => (fountain(seat), 0),
        Spot::Tile(piece, half) => (piece, half.index()),
    };
    let all = g.mods.m36_alhambra_zoo.placed().map(|(animal, spot)| (animal.name(g.rules()), at(spot)));
    all.map(|(name, (piece, half))| (name, piece, half)).collect()
}

/// Garden by garden, by the words of the rule.
fn due(g: &GameState, heard: &Heard, seat: Seat) -> i16 {
    let mut points = 0;
    for stands in map(g, seat).values() {
        let here = heard.iter().filter(|(_, piece, half)| (*piece, *half) == (stands.piece, stands.half));
        let names: Vec<&str> = here.map(|(name, ..)| *name).collect();
        let one_kind = names.iter().all(|name| *name == names[0]);
        if building(g, stands.piece, stands.half) == Some(Building::Garden) && one_kind {
            points += names.len() as i16;
        }
    }
    points
}

fn setup(seed: u64) -> Setup {
    let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::AlhambraZoo);
    for module in ModuleId::ALL
        .iter()
        .filter(|m| !seed.is_multiple_of(4) && !(u64::from(m.number()) + seed).is_multiple_of(3))
    {
        setup = setup.with(*module);
    }
    setup
}

/// Whole games, alone and with other modules: animals are where one heard them come and go, they are asked for by the
/// rule, everything listed is what the tiles allow, and gardens bring what they should.
#[test]
fn animals_are_where_one_heard_them_go() {
    let mut seen = BTreeMap::new();
    for seed in 0..36u64 {
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup(seed), &mut Io::silent(&mut luck)) else { continue };
        let mut heard = in_state(&g);
        let (mut dice, mut actions, mut led, mut left) = (Quick::new(seed), Vec::new(), false, None);
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            if g.pending().and_then(|p| p.module) == Some(ModuleId::AlhambraZoo) {
                let expected = answers(&g, at, &heard, led, left);
                let listed: BTreeSet<Action> = actions.iter().copied().collect();
                assert_eq!(listed, expected, "game {seed}");
                *seen.entry("asked").or_insert(0) += 1;
                if seen["asked"] % 16 == 0 {
                    everything(&g, at, &expected);
                }
            }
            // Gardens are bought and animals led more often than chance would have it.
            let wanted = |a: &&Action| match a {
                Action::Buy { .. } | Action::Target { .. } | Action::Place { .. } => true,
                Action::Module(ModAction::AlhambraZoo(act)) => matches!(act, Act::Step { .. }),
                _ => false,
            };
            let chosen: Vec<&Action> = actions.iter().filter(wanted).collect();
            // Whoever leads animals every turn never has the money to end the game.
            let stay = Action::Module(ModAction::AlhambraZoo(Act::Stay));
            let action = match dice.below(4) {
                1..4 if !led && actions.contains(&stay) => stay,
                0..3 if !chosen.is_empty() => *chosen[dice.below(chosen.len() as u32) as usize],
                _ => actions[dice.below(actions.len() as u32) as usize],
            };
            (led, left) = match action {
                Action::Module(ModAction::AlhambraZoo(Act::Lead)) => (true, None),
                Action::Module(ModAction::AlhambraZoo(Act::Play { card })) => (true, Some(card.value())),
                Action::Module(ModAction::AlhambraZoo(Act::Step { .. })) => {
                    (true, left.map(|steps| steps - 1))
                }
                _ => (false, None),
            };
            let (mut log, mut leaving) = (Vec::new(), Vec::new());
            g.apply(at, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            for event in &log {
                match &event.what {
                    Happened::Module { by: ModuleId::AlhambraZoo, seat, key, refs, .. } => {
                        match (*key, &refs[..]) {
                            ("comes", [Ref::Word(_, name), Ref::Piece(piece)]) => {
                                heard.push((name, *piece, 0))
                            }
                            ("steps", [Ref::Word(_, name), Ref::Cell(from), Ref::Cell(to)]) => {
                                let map = map(&g, seat.unwrap());
                                let (from, to) = (&map[from], &map[to]);
                                let one = (*name, from.piece, from.half);
                                let animal = heard.iter_mut().find(|animal| **animal == one).unwrap();
                                (animal.1, animal.2) = (to.piece, to.half);
                                *seen.entry("steps").or_insert(0) += 1;
                            }
                            ("lost" | "back", [Ref::Word(_, name), Ref::Piece(piece)]) => {
                                let gone =
                                    heard.iter().position(|animal| (animal.0, animal.1) == (*name, *piece));
                                heard.remove(gone.unwrap());
                                *seen.entry("left").or_insert(0) += 1;
                            }
                            ("leads", [Ref::Card(_)]) => {}
                            other => panic!("{other:?}"),
                        }
                    }
                    // Who else leaves says so; here it must have been said.
                    Happened::Gift { piece, .. } | Happened::Discarded { piece, .. } => leaving.push(*piece),
                    Happened::Scored { line } if line.source == Source::Module(ModuleId::AlhambraZoo) => {
                        let Scorer::Seat(seat) = line.to else { panic!("Dirk has no animals") };
                        assert_eq!(line.points, due(&g, &heard, seat), "game {seed}");
                        assert_eq!(line.args.iter().sum::<i16>(), line.points);
                        *seen.entry("scored").or_insert(0) += 1;
                    }
                    _ => {}
                }
            }
            assert!(!heard.iter().any(|(_, piece, _)| leaving.contains(piece)), "game {seed}");
            let (mut told, mut true_ones) = (heard.clone(), in_state(&g));
            told.sort_unstable();
            true_ones.sort_unstable();
            assert_eq!(told, true_ones, "game {seed}");
            for seat in g.rules().seats() {
                let points: i16 = gardens(&g, seat).map(|(_, points)| points).sum();
                assert_eq!(points, due(&g, &heard, seat), "game {seed}");
            }
            *seen.entry("states").or_insert(0) += 1;
        }
    }
    let often = |what: &str| seen.get(what).copied().unwrap_or(0);
    assert!(often("states") > 1000 && often("asked") > 500 && often("steps") > 300, "{seen:?}");
    assert!(often("scored") > 50 && often("left") > 10, "{seen:?}");
}

/// What may be answered, by cards and tiles alone.
fn answers(g: &GameState, seat: Seat, heard: &Heard, led: bool, left: Option<u8>) -> BTreeSet<Action> {
    let own = |act| Action::Module(ModAction::AlhambraZoo(act));
    let map = map(g, seat);
    let mut steps = BTreeSet::new();
    for (cell, stands) in &map {
        for (name, ..) in heard.iter().filter(|(_, p, h)| (*p, *h) == (stands.piece, stands.half)) {
            let animal = Animal::ALL.into_iter().find(|animal| animal.name(g.rules()) == *name).unwrap();
            let from = Cell::at(cell.0, cell.1);
            let sides = Side::ALL.into_iter().filter(|side| passes(g, seat, &map, *cell, *side));
            steps.extend(sides.map(|side| own(Act::Step { animal, from, side })));
        }
    }
    assert!(!steps.is_empty(), "asked where no animal has a way");
    if let Some(left) = left {
        assert!((1..=9).contains(&left), "{left} steps");
        return steps.into_iter().chain([own(Act::Stay)]).collect();
    }
    if !led {
        return [own(Act::Stay), own(Act::Lead)].into();
    }
    let leads = |card: &CardKind| {
        matches!(card.class(), CardClass::Money | CardClass::Diamond | CardClass::MasterBuilder)
    };
    let cards = g.hand(seat).each().filter(leads);
    cards.map(|card| own(Act::Play { card })).chain([own(Act::Stay)]).collect()
}

/// Every answer there is around the fountain, and every card: what is not expected is refused.
fn everything(g: &GameState, seat: Seat, expected: &BTreeSet<Action>) {
    let steps = Animal::ALL.into_iter().flat_map(|animal| {
        let cells = (-6..=6).flat_map(|x| (-6..=6).map(move |y| Cell::at(x, y)));
        cells.flat_map(move |from| Side::ALL.map(|side| Act::Step { animal, from, side }))
    });
    let cards = (0..64).map(CardKind::from_number).map(|card| Act::Play { card });
    for act in steps.chain(cards).chain([Act::Stay, Act::Lead]) {
        let action = Action::Module(ModAction::AlhambraZoo(act));
        assert_eq!(g.check(seat, &action).is_ok(), expected.contains(&action), "{act:?}");
    }
}

/// AT-36-4: eleven gardens of the base game use up the stock; a magical one as the twelfth gets nobody.
#[test]
fn eleven_gardens_empty_the_stock() {
    let setup = Setup::players(3).with(ModuleId::AlhambraZoo).with(ModuleId::MagicalBuildings);
    let mut luck = Seeded::new(3);
    let mut io = Io::silent(&mut luck);
    let mut g = GameState::new(&setup, &mut io).unwrap();
    g.mods.m36_alhambra_zoo = State::new();
    let mut cx = Cx { g: &mut g, io: &mut io };
    let is_garden = |piece: &PieceId| cx.g.piece(*piece).building_type(0) == Some(Building::Garden);
    let base: Vec<PieceId> = PieceKind::Base.pieces().iter().filter(is_garden).collect();
    assert_eq!(base.len(), 11);
    for (i, garden) in base.iter().enumerate() {
        assert_eq!(cx.g.mods.m36_alhambra_zoo.stock(), 22 - 2 * i as u32);
        come(&mut cx, *garden);
        assert_eq!(total(&cx.g.mods.m36_alhambra_zoo.herd(Spot::Tile(*garden, Half::First))), 2);
    }
    assert_eq!(cx.g.mods.m36_alhambra_zoo.stock(), 0);
    let magical = PieceId::with_key("magical-garden").unwrap();
    come(&mut cx, magical);
    assert_eq!(total(&cx.g.mods.m36_alhambra_zoo.herd(Spot::Tile(magical, Half::First))), 0);
    assert!(cx.g.mods.m36_alhambra_zoo.is_whole());
}

/// A-36-6: what goes back from the market is never among the two in the box: it can be drawn to the last.
#[test]
fn what_was_seen_is_not_in_the_box() {
    let (one, other) = (PieceId::with_key("garden-11").unwrap(), PieceId::with_key("garden-10").unwrap());
    for seed in 0..200 {
        let mut dice = Quick::new(seed);
        let mut state = State::new();
        let spot = |piece| Spot::Tile(piece, Half::First);
        for _ in 0..2 {
            state.draw(spot(one), |n| dice.below(n)).unwrap();
        }
        let seen = state.clear(one, false);
        assert_eq!((seen.len(), state.stock()), (2, 22));
        let mut drawn = Vec::new();
        while let Some(animal) = state.draw(spot(other), |n| dice.below(n)) {
            drawn.push(animal);
        }
        assert_eq!(drawn.len(), 22);
        for animal in &seen {
            let times = |all: &[Animal]| all.iter().filter(|a| *a == animal).count();
            assert!(times(&drawn) >= times(&seen), "seed {seed}");
        }
        assert!(state.is_whole() && state.draw(spot(other), |_| 0).is_none());
    }
}

/// Outside the end of a turn nobody leads animals.
#[test]
fn animals_walk_only_when_asked() {
    let setup = Setup::players(3).with(ModuleId::AlhambraZoo);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    let refused = g.check(seat, &Action::Module(ModAction::AlhambraZoo(Act::Stay)));
    let key = "animals_walk_at_the_end_of_their_owners_turn";
    assert_eq!(refused, Err(Illegal::of(ModuleId::AlhambraZoo, key)));
}

/// Animals that do not score yet count for half a point, wherever their owner has them.
#[test]
fn animals_to_come_are_worth_something() {
    let setup = Setup::players(3).with(ModuleId::AlhambraZoo);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let (seat, garden) = (Seat::at(1), PieceId::with_key("garden-11").unwrap());
    g.mods.m36_alhambra_zoo = State::new();
    g.core.pieces.reserve[1].insert(garden);
    for animal in [Animal::Monkey, Animal::Monkey] {
        g.mods.m36_alhambra_zoo.fetch(animal, Some(Spot::Tile(garden, Half::First))).unwrap();
    }
    assert_eq!(AlhambraZoo::worth(&g, seat), 1);
    g.core.pieces.reserve[1].remove(garden);
    g.core.pieces.palace[1].insert(garden);
    assert_eq!(
        (AlhambraZoo::worth(&g, seat), g.forecast_points(1)[1]),
        (0, 7),
        "five for the garden, two monkeys"
    );
}
