//! Counters held against a second reading of the rules over played games, the printed data, and rare states.

use super::*;
use crate::core::catalogue::PieceId;
use crate::core::pieces::Zone;
use crate::core::score::Source;
use crate::{DecisionKind, Io, Quick, Seeded, Setup};
use std::collections::BTreeMap;

/// The counters as the help lists them, by price: points and squares.
fn printed() -> Vec<Vec<(i16, u8)>> {
    let help = ModuleId::ArtOfTheMoors.look().help("en").1;
    let lines = help.lines().filter(|line| line.starts_with("- "));
    let section = |text: &str| {
        let (points, squares) = text.trim().trim_end_matches(')').split_once(" (").unwrap();
        (points.parse().unwrap(), squares.parse().unwrap())
    };
    lines.map(|line| line.split_once(": ").unwrap().1.split(',').map(section).collect()).collect()
}

/// How many of each price somebody owns, looked up piece by piece over the whole box.
fn count(g: &GameState, seat: Seat) -> [u8; 7] {
    let mut count = [0; 7];
    for piece in PieceId::all() {
        let here = matches!(g.core.pieces.zone(piece), Some(Zone::Palace(s) | Zone::Reserve(s)) if s == seat);
        let price: Option<usize> = g.piece(piece).key.split('-').nth(1).and_then(|n| n.parse().ok());
        let base = piece.number() < 54 && g.core.pieces.building[piece.index()].is_some();
        if let (true, true, Some(price @ 6..=13)) = (here, base, price) {
            count[price.min(12) - 6] += 1;
        }
    }
    count
}

/// Counters as they should be after somebody has taken and marked, from what they were.
fn should(
    g: &GameState,
    seat: Seat,
    before: [Option<(i16, i16)>; 7],
    left: [i32; 7],
) -> [Option<(i16, i16)>; 7] {
    let (count, printed) = (count(g, seat), printed());
    std::array::from_fn(|i| {
        if count[i] < 2 {
            return before[i];
        }
        let best =
            printed[i].iter().filter(|(_, squares)| *squares <= count[i]).map(|(points, _)| *points).max();
        match before[i] {
            None if left[i] == 0 => None,
            None => Some((0, best.unwrap())),
            Some((top, cap)) => Some((top, cap.max(best.unwrap()))),
        }
    })
}

/// What everybody sees of a seat's counters: points at the gem and at the marker.
fn seen(g: &GameState, seat: Seat) -> [Option<(i16, i16)>; 7] {
    let view = ArtOfTheMoors::view(g, None);
    let number = |name: String| {
        let found = view.iter().find(|(key, _)| *key == name);
        found.map_or(0, |(_, shown)| match shown {
            Shown::BySeat(numbers) => numbers[seat.index()] as i16,
            other => panic!("{other:?}"),
        })
    };
    let names = ["6", "7", "8", "9", "10", "11", "12_or_13"];
    names.map(|name| {
        let cap = number(format!("up_to_{name}"));
        (cap > 0).then(|| (number(format!("price_{name}")), cap))
    })
}

#[test]
fn counters_agree_with_a_second_reading() {
    let printed = printed();
    let (mut looked, mut did) = (0, BTreeMap::new());
    for seed in 0..40u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::ArtOfTheMoors);
        for module in ModuleId::ALL
            .iter()
            .filter(|m| !seed.is_multiple_of(3) && !(u64::from(m.number()) + seed).is_multiple_of(3))
        {
            setup = setup.with(*module);
        }
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup, &mut Io::silent(&mut luck)) else { continue };
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        let develop = Action::Module(ModAction::ArtOfTheMoors(Act::Develop));
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            let seats: Vec<Seat> = g.rules().seats().collect();
            let before: Vec<_> = seats.iter().map(|seat| seen(&g, *seat)).collect();
            let left: [i32; 7] = std::array::from_fn(|i| {
                [3, 3, 4, 4, 3, 2, 1][i] - before.iter().filter(|own| own[i].is_some()).count() as i32
            });
            let turning = before[at.index()].iter().flatten().any(|(top, cap)| top < cap);
            let main = g.pending().map(|p| p.kind) == Some(DecisionKind::MainAction)
                && !crate::core::turn::rules(&g, at).only_money;
            assert_eq!(actions.contains(&develop), turning && main, "game {seed}");
            assert_eq!(g.check(at, &develop).is_ok(), turning && main, "game {seed}");
            let action = match dice.below(4) {
                0 if turning && main => develop,
                _ => actions[dice.below(actions.len() as u32) as usize],
            };
            let (turn, active) = (g.core.turn.number, g.core.turn.seat);
            let mut log = Vec::new();
            g.apply(at, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            for seat in seats {
                let mut expected = before[seat.index()];
                if action == develop && seat == at {
                    for (i, own) in expected.iter_mut().enumerate() {
                        if let Some((top, cap)) = own.filter(|(top, cap)| top < cap) {
                            let here = printed[i].iter().position(|(points, _)| *points == top).unwrap();
                            *own = Some((printed[i][here + 1].0, cap));
                        }
                    }
                    *did.entry("developed").or_insert(0) += 1;
                }
                let now = seen(&g, seat);
                let updated = should(&g, seat, expected, left);
                if g.core.turn.number != turn && seat == active {
                    assert_eq!(now, updated, "game {seed}: at the end of the turn of seat {}", seat.index());
                } else if now != expected {
                    // Somebody who has built out of turn, or the end of the game.
                    assert_eq!(now, updated, "game {seed}: seat {}", seat.index());
                    *did.entry("out of turn").or_insert(0) += usize::from(seat != active);
                }
                *did.entry("taken").or_insert(0) += usize::from(now != expected);
                let owned: [u8; CLASSES] = owned(&g, seat);
                assert_eq!(owned, count(&g, seat), "game {seed}");
                looked += 1;
            }
            for event in log {
                if let Happened::Scored { line } = event.what
                    && line.source == Source::Module(ModuleId::ArtOfTheMoors)
                {
                    let crate::Scorer::Seat(seat) = line.to else { panic!("Dirk has no counters") };
                    let shown: i16 = seen(&g, seat).iter().flatten().map(|own| own.0).sum();
                    assert_eq!(line.points, shown, "game {seed}");
                    assert_eq!(line.args.iter().sum::<i16>(), shown);
                    *did.entry("scored").or_insert(0) += 1;
                }
            }
        }
    }
    assert!(looked > 1000);
    let often = |what: &str| did.get(what).copied().unwrap_or(0);
    assert!(often("developed") > 50 && often("taken") > 50 && often("scored") > 20, "{did:?}");
    assert!(often("out of turn") > 0, "{did:?}");
}

/// T-AM-7: 44 buildings cost 6 or more, and half of each price, rounded down, makes 20 counters.
#[test]
fn t_am_7_the_tiles_and_the_counters() {
    let prices = PieceKind::Base.pieces().iter().map(|piece| crate::classic_piece(piece).price);
    let mut tiles = [0u8; CLASSES];
    prices.filter_map(Class::of_price).for_each(|class| tiles[class.index()] += 1);
    assert_eq!(tiles.iter().sum::<u8>(), 44);
    assert!(Class::all().all(|class| class.copies() == tiles[class.index()] / 2));
    assert_eq!(Class::all().map(Class::copies).sum::<u8>(), 20);
}

/// What holds for every counter whose print is known, the others have to keep as well.
#[test]
fn counters_rise() {
    let printed = printed();
    let setup = Setup::players(3).with(ModuleId::ArtOfTheMoors);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    assert_eq!(printed.len(), CLASSES);
    for (class, sections) in Class::all().zip(printed) {
        assert_eq!(sections.len(), 6);
        assert_eq!(sections[0], (0, 2));
        assert!(sections.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 <= two[1].1));
        assert!(sections.iter().all(|(points, _)| *points <= 21));
        for (i, (points, _)) in sections.iter().enumerate() {
            assert_eq!(class.points(g.rules(), i as u8), *points, "{}", class.word());
        }
        for buildings in 2..=9 {
            let best = sections.iter().rposition(|(_, squares)| *squares <= buildings).unwrap();
            assert_eq!(usize::from(class.cap(g.rules(), buildings)), best);
        }
    }
}

/// T-AM-6: a building that is not finished does not count; once it is, the counter is taken at the end of the turn.
#[test]
fn t_am_6_only_finished_buildings() {
    let setup = Setup::players(3).with(ModuleId::ArtOfTheMoors);
    let mut luck = Seeded::new(1);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let seat = g.core.turn.seat;
    let (done, site) = (PieceId::with_key("pavilion-8").unwrap(), PieceId::with_key("seraglio-8-s").unwrap());
    for piece in [done, site] {
        g.core.pieces.tower.remove(piece);
        g.core.pieces.market.iter_mut().filter(|p| **p == Some(piece)).for_each(|p| *p = None);
        g.core.pieces.reserve[seat.index()].insert(piece);
    }
    g.core.pieces.building[site.index()] = None;
    let mut io = Io::silent(&mut luck);
    update(&mut Cx { g: &mut g, io: &mut io }, seat);
    assert_eq!(seen(&g, seat), [None; 7]);
    g.core.pieces.building[site.index()] = g.piece(site).building[0];
    update(&mut Cx { g: &mut g, io: &mut io }, seat);
    assert_eq!(seen(&g, seat)[2], Some((0, 2)));
    assert_eq!(ArtOfTheMoors::worth(&g, seat), 1);
}

/// R-AM-3, R-AM-4: nothing ever goes back.
#[test]
fn markers_never_fall() {
    let setup = Setup::players(3).with(ModuleId::ArtOfTheMoors);
    let mut luck = Seeded::new(1);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let seat = g.core.turn.seat;
    g.mods.m20_art_of_the_moors.counters[seat.index()][2] = Some(Counter { top: 1, cap: 3 });
    let mut io = Io::silent(&mut luck);
    update(&mut Cx { g: &mut g, io: &mut io }, seat);
    assert_eq!(seen(&g, seat)[2], Some((2, 9)));
}

/// The action belongs to the own turn, and each refusal has its reason.
#[test]
fn refusals() {
    let setup = Setup::players(3).with(ModuleId::ArtOfTheMoors);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let why = |g: &GameState| match ArtOfTheMoors::check(g, seat, Act::Develop) {
        Err(Illegal::Module { key, .. }) => key,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(&g), "there_is_no_culture_counter_to_turn");
    g.mods.m20_art_of_the_moors.counters[seat.index()][0] = Some(Counter { top: 2, cap: 2 });
    assert_eq!(why(&g), "every_culture_counter_has_reached_its_marker");
    g.mods.m20_art_of_the_moors.counters[seat.index()][0] = Some(Counter { top: 2, cap: 3 });
    assert_eq!(ArtOfTheMoors::check(&g, seat, Act::Develop), Ok(()));
    g.agenda.frames.last_mut().unwrap().step = Step::T20;
    assert_eq!(why(&g), "culture_is_developed_as_an_action_of_the_own_turn");
}
