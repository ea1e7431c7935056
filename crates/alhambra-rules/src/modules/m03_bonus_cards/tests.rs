//! What scenarios cannot show: who sees what, and which worlds agree with it.

use super::*;
use crate::belief::Recall;
use crate::{Io, Quick, Seeded, Setup, table::Table};
use std::collections::BTreeSet;

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn start(players: usize, seed: u64) -> GameState {
    let setup = Setup::players(players).with(ModuleId::BonusCards);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap()
}

fn texts(g: &GameState, viewer: Option<Seat>) -> String {
    let view = g.view(viewer).modules.into_iter().find(|m| m.module == ModuleId::BonusCards).unwrap();
    view.shows.into_iter().map(|item| format!("{} {}\n", item.name, g.say_shown(&item.shown))).collect()
}

#[test]
fn every_card_shows_a_base_tile_without_walls() {
    let shown: Vec<String> = TILES.iter().map(|tile| classic_piece(*tile).name()).collect();
    assert_eq!(shown, CARDS.map(CardKind::name), "a name without walls is that of a tile without walls");
    assert_eq!(TILES.iter().collect::<BTreeSet<_>>().len(), N);
    let without = PieceKind::Base.pieces().iter().filter(|p| classic_piece(*p).walls[0].is_empty());
    assert_eq!(without.collect::<BTreeSet<_>>(), TILES.into_iter().collect());
}

/// One's own cards are shown to oneself and to nobody else.
#[test]
fn nobody_sees_another_hand() {
    for seed in 0..20 {
        let g = start(3, seed);
        for viewer in g.rules().seats().map(Some).chain([None]) {
            let shown = texts(&g, viewer);
            for owner in g.rules().seats() {
                for card in hand(&g, owner) {
                    // A name would do as well as a key.
                    let says = shown.contains(card.key()) || shown.contains(&card.name());
                    assert_eq!(says, viewer == Some(owner), "seed {seed}: {shown}");
                }
            }
        }
    }
}

/// The deal is told to each player alone.
#[test]
fn the_deal_is_told_in_private() {
    let (mut luck, mut log) = (Seeded::new(1), Vec::new());
    let setup = Setup::players(4).with(ModuleId::BonusCards);
    GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    let dealt: Vec<Audience> =
        log.iter().filter(|e| matches!(e.what, Happened::Module { .. })).map(|e| e.to).collect();
    assert_eq!(dealt, [0, 1, 2, 3].map(|i| Audience::Seat(seat(i))));
}

/// A-BO-3: what is hidden varies among hands and rest; what was ever open stays where everybody saw it.
#[test]
fn worlds_deal_anew_what_was_never_seen() {
    let mut g = start(3, 5);
    let mine = |g: &GameState| hand(g, seat(0)).collect::<Vec<_>>();
    let theirs: Vec<usize> = hand(&g, seat(1)).filter_map(slot).collect();
    g.mods.m03_bonus_cards.cards[theirs[0]] = Place::Back(seat(1));
    let (mut dice, mut hands) = (Quick::new(3), BTreeSet::new());
    for _ in 0..300 {
        let world = g.resample(seat(0), Recall::Full, &mut dice);
        assert_eq!(mine(&world), mine(&g));
        assert_eq!(world.mods.m03_bonus_cards.cards[theirs[0]], Place::Back(seat(1)));
        for other in [1, 2].map(seat) {
            assert_eq!(hand(&world, other).count(), 3);
        }
        hands.insert(hand(&world, seat(1)).collect::<Vec<_>>());
    }
    // Two of the six cards seat 0 cannot place.
    assert_eq!(hands.len(), 15);
}

/// A-BO-1: the window comes after the beginning of the scoring and before anything is counted.
#[test]
fn cards_are_the_last_thing_before_counting() {
    let flow = start(3, 1).rules().flow;
    assert_eq!(flow.after(Step::S01), Step::S02);
    assert_eq!(flow.after(Step::S02), Step::S10);
}

/// Others have seen it: a played card cannot be taken back, and it counts in what everybody sees.
#[test]
fn a_played_card_stays_played() {
    let setup = Setup::players(2).with(ModuleId::BonusCards);
    for seed in 0..200 {
        let mut table = Table::new(setup.clone(), seed).unwrap();
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(at) = table.game().to_move() {
            table.game().legal(at, &mut actions);
            let play =
                actions.iter().find(|a| matches!(a, Action::Module(ModAction::BonusCards(Act::Play { .. }))));
            if let Some(&play) = play {
                let before = table.game().counts();
                let Action::Module(ModAction::BonusCards(Act::Play { card })) = play else { return };
                let building = printed(card).building.unwrap();
                table.apply(at, play).unwrap();
                assert!(table.undo(at).is_err(), "a card that was shown is taken back");
                let of = Scorer::Seat(at);
                assert_eq!(table.game().counts().halves(of, building), before.halves(of, building) + 2);
                assert!(texts(table.game(), None).contains(&card.name()));
                return;
            }
            let action = actions[dice.below(actions.len() as u32) as usize];
            table.apply(at, action).unwrap();
        }
    }
    panic!("no card was ever playable");
}

#[test]
fn wrong_plays_are_refused_with_their_reason() {
    let g = start(3, 2);
    let at = g.to_move().unwrap();
    let check = |act| g.check(at, &Action::Module(ModAction::BonusCards(act))).unwrap_err().to_string();
    let own = hand(&g, at).next().unwrap();
    assert!(check(Act::Play { card: own }).contains("not in your palace"));
    let other = g.rules().seats().find(|s| *s != at).unwrap();
    let not_mine = Act::Play { card: hand(&g, other).next().unwrap() };
    assert!(check(not_mine).contains("not in your hand"));
    assert!(check(Act::Play { card: CardKind::GATE }).contains("no bonus card"));
    assert!(check(Act::Pass).contains("before a scoring"));
}
