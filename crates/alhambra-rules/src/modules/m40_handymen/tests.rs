//! Groups, dice and prices held against a second reading of the rules, over many moments of played games.

use super::*;
use crate::core::pieces::Zone;
use crate::core::purchase;
use crate::core::score::Source;
use crate::registry::ModAction;
use crate::second_look::purchases;
use crate::{Action, CardKind, Io, Quick, Seeded, Setup};
use std::collections::{BTreeSet, VecDeque};

/// The largest group of a palace by joining neighbours until nothing changes, cell by cell over the whole plane.
fn naive_group(g: &GameState, seat: Seat) -> usize {
    type Group = (BTreeSet<PieceId>, BTreeSet<(i32, i32)>);
    let mut groups: Vec<Group> = Vec::new();
    for piece in PieceId::all() {
        let own = matches!(g.core.pieces.zone(piece), Some(Zone::Palace(at)) if at == seat);
        if own && g.mods.m40_handymen.on.contains(piece) {
            let covered = cells(g, piece).map(|cell| cell.xy()).collect();
            groups.push((BTreeSet::from([piece]), covered));
        }
    }
    let beside = |a: &BTreeSet<(i32, i32)>, b: &BTreeSet<(i32, i32)>| {
        a.iter().any(|(x, y)| b.iter().any(|(u, v)| (x - u).abs() + (y - v).abs() == 1))
    };
    'joining: loop {
        for i in 0..groups.len() {
            for j in i + 1..groups.len() {
                if beside(&groups[i].1, &groups[j].1) {
                    let (pieces, covered) = groups.remove(j);
                    groups[i].0.extend(pieces);
                    groups[i].1.extend(covered);
                    continue 'joining;
                }
            }
        }
        return groups.iter().map(|group| group.0.len()).max().unwrap_or(0);
    }
}

/// Everything a handyman may be put on, with every sign before every die; never a watchtower (A-40-4).
fn naive_targets(g: &GameState, seat: Seat, dice: &[i32]) -> Vec<Act> {
    let mut sums = BTreeSet::new();
    for signs in 0..1 << dice.len() {
        let sum: i32 = dice.iter().enumerate().map(|(i, d)| if signs >> i & 1 == 0 { *d } else { -d }).sum();
        sums.insert(sum);
    }
    let wild = matches!(dice, [a, b, c] if a == b && b == c);
    let fits = |piece: PieceId| {
        let price = i32::from(g.piece(piece).price);
        wild || price > 0 && sums.contains(&price)
    };
    let mut found = Vec::new();
    for space in 0..4u8 {
        if g.core.pieces.market[usize::from(space)].is_some_and(fits) {
            found.push(Act::OnSpace { space: Space(space) });
        }
    }
    for piece in PieceId::all() {
        let own =
            matches!(g.core.pieces.zone(piece), Some(Zone::Palace(at) | Zone::Reserve(at)) if at == seat);
        let tower = g.piece(piece).kind == crate::PieceKind::Watchtower;
        if own && !tower && fits(piece) && !g.mods.m40_handymen.on.contains(piece) {
            found.push(Act::OnTile { piece });
        }
    }
    found
}

/// Every sum of a subset of the cards of one currency.
fn sums(g: &GameState, seat: Seat, piece: PieceId) -> BTreeSet<i32> {
    let currency = purchase::currency_of(g, g.core.pieces.space_of(piece).unwrap());
    let hand = g.hand(seat);
    let cards: Vec<i32> = (1..=9)
        .flat_map(|v| {
            std::iter::repeat_n(i32::from(v), usize::from(hand.count(CardKind::money(currency, v))))
        })
        .collect();
    (0u32..1 << cards.len())
        .map(|set| cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| v).sum())
        .collect()
}

/// Plays games with some other modules beside, looking at every moment; those who can roll mostly do.
fn play(games: u64, others: bool, mut look: impl FnMut(&GameState, Seat, &[Action])) {
    for seed in 0..games {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::Handymen);
        let beside = |m: &&ModuleId| others && (u64::from(m.number()) + seed).is_multiple_of(4);
        for module in ModuleId::ALL.iter().filter(beside) {
            setup = setup.with(*module);
        }
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup, &mut Io::silent(&mut luck)) else { continue };
        let (mut whim, mut actions) = (Quick::new(seed), Vec::new());
        // Whoever rolls takes money and little else, so these games can be very long.
        for _ in 0..1500 {
            let Some(seat) = g.to_move() else { break };
            g.legal(seat, &mut actions);
            look(&g, seat, &actions);
            let own = |action: &&Action| {
                matches!(
                    action,
                    Action::Module(ModAction::Handymen(
                        Act::Roll | Act::Refuse | Act::OnSpace { .. } | Act::OnTile { .. }
                    )) | Action::Modify { by: ModuleId::Handymen, value: 1.. }
                )
            };
            let eager: Vec<Action> = actions.iter().filter(own).copied().collect();
            let from = if eager.is_empty() || whim.below(3) == 0 { &actions } else { &eager };
            let action = from[whim.below(from.len() as u32) as usize];
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
}

#[test]
fn groups_and_dice_agree_with_a_second_reading() {
    let (mut moments, mut scored, mut rolls, mut large) = (0, 0, 0, 0);
    play(48, true, |g, seat, actions| {
        moments += 1;
        // A whole forecast with a dozen modules takes its time: every third moment is enough.
        if moments % 3 == 0 {
            let source = Source::Module(ModuleId::Handymen);
            let lines = g.forecast(1);
            for other in g.rules().seats() {
                let naive = naive_group(g, other);
                assert_eq!(largest_group(g, other).len(), naive);
                let own = lines.iter().filter(|line| line.source == source && line.to == other.into());
                let points: i16 = own.map(|line| line.points).sum();
                assert_eq!(points, naive as i16);
                scored += usize::from(naive > 0);
                large += usize::from(naive > 1);
            }
        }
        if let Some(What::Module(ModFrame::Handymen(Scene::Rolling { dice, .. }))) =
            g.agenda.frames.last().map(|f| f.what)
            && dice[0] > 0
        {
            rolls += 1;
            let rolled: Vec<i32> = dice.iter().filter(|d| **d > 0).map(|d| i32::from(*d)).collect();
            let last = if rolled.len() == 3 { Act::Lose } else { Act::Refuse };
            let expected = std::iter::once(last).chain(naive_targets(g, seat, &rolled));
            let expected: Vec<Action> = expected.map(|a| Action::Module(ModAction::Handymen(a))).collect();
            assert_eq!(actions, expected);
            assert!(expected.len() > 1, "nobody is asked about dice that fit nothing");
        }
    });
    assert!(scored > 1000 && rolls > 1000 && large > 100, "{scored} {rolls} {large}");
}

/// D40.5: before a tile is laid, everybody with handymen on a space whose tile was bought, space by space and clockwise from
/// the active player, takes back as many as they like.
#[test]
fn handymen_are_fetched_in_the_order_of_a_second_reading() {
    let (mut waiting, mut asked, mut several) = (VecDeque::new(), 0, 0);
    play(400, false, |g, seat, actions| {
        let fetches = matches!(actions[0], Action::Module(ModAction::Handymen(Act::Fetch { .. })));
        if !fetches {
            assert!(waiting.is_empty(), "somebody was passed over: {waiting:?}");
            return;
        }
        if waiting.is_empty() {
            let players = g.rules().players();
            let around = (0..players).map(|n| (g.core.turn.seat.index() + n) % players);
            for (space, tile) in g.core.pieces.market.iter().take(4).enumerate() {
                let on = g.mods.m40_handymen.market[space];
                let here = around.clone().filter(|at| tile.is_none() && on[*at] > 0);
                waiting.extend(here.map(|at| (at, on[at])));
            }
            several += usize::from(waiting.len() > 1);
        }
        let (at, stand) = waiting.pop_front().expect("somebody has handymen there");
        let as_many = (0..=stand).map(|n| Act::Fetch { count: Below::new(n).unwrap() });
        let expected: Vec<Action> = as_many.map(|act| Action::Module(ModAction::Handymen(act))).collect();
        assert_eq!((seat.index(), actions), (at, &expected[..]));
        asked += 1;
    });
    assert!(asked > 400 && several > 40, "{asked} {several}");
}

/// How many shift the price how far is what the cards can pay, looked at subset by subset.
#[test]
fn prices_shift_as_every_subset_of_cards_says() {
    let (mut asked, mut more) = (0, 0);
    let mut look = |g: &GameState, seat: Seat, actions: &[Action]| {
        let Some(What::Buy(deal)) = g.agenda.frames.last().map(|f| f.what) else { return };
        if g.agenda.frames.last().unwrap().step != Step::P2 {
            return;
        }
        asked += 1;
        let space = g.core.pieces.space_of(deal.piece).unwrap();
        let own = i32::from(g.mods.m40_handymen.market[usize::from(space.0)][seat.index()]);
        assert!(own > 0, "nobody is asked who has none there");
        let (sums, printed) = (sums(g, seat, deal.piece), i32::from(g.piece(deal.piece).price));
        let payable = |shift: i32| sums.iter().any(|sum| *sum >= (printed + shift).max(0));
        let values =
            std::iter::once((0, 0)).chain((1..=own).map(|k| (k, -k))).chain((1..=own).map(|k| (8 + k, k)));
        let expected: Vec<Action> = values
            .filter(|(_, shift)| payable(*shift))
            .map(|(value, _)| Action::Modify { by: ModuleId::Handymen, value: value as u8 })
            .collect();
        more += usize::from(actions.iter().any(|a| matches!(a, Action::Modify { value: 9.., .. })));
        assert_eq!(actions, expected);
    };
    play(60, false, |g, seat, actions| purchases(g, seat, actions, &mut look));
    assert!(asked > 1000 && more > 100, "{asked} {more}");
}

#[test]
fn actions_at_any_other_moment_are_refused() {
    let g = GameState::new(&Setup::players(3).with(ModuleId::Handymen), &mut Io::silent(&mut Quick::new(1)));
    let g = g.unwrap();
    let seat = g.to_move().unwrap();
    let refused = |act| {
        g.check(seat, &Action::Module(ModAction::Handymen(act))).map_err(|e| e.to_string()).unwrap_err()
    };
    // The game begins with the question whether to roll.
    assert!(refused(Act::OnSpace { space: Space(7) }).contains("do not give that price"));
    assert!(refused(Act::Fetch { count: Below::ZERO }).contains("not so many"));
    assert!(refused(Act::Lose).contains("not asked now"));
    assert!(g.check(seat, &Action::Module(ModAction::Handymen(Act::Roll))).is_ok());
}
