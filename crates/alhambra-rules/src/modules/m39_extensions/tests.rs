//! Extensions a second time, from what everybody sees: which may be bought, with which cards, and what they count.

use super::*;
use crate::second_look::{money_counts_as_spent, rather};
use crate::speech::said;
use crate::view::View;
use crate::{Currency, DecisionKind, Io, PieceKind, Quick, Seeded, Setup};
use std::collections::BTreeSet;

/// Columns and rows, written down a second time.
const COLUMNS: [[&str; 3]; 4] = [
    ["florin", "florin", "dirham"],
    ["dirham", "dirham", "denar"],
    ["denar", "denar", "ducat"],
    ["ducat", "ducat", "florin"],
];

fn shown(g: &GameState, view: &View, name: &str) -> Vec<String> {
    let own = view.modules.iter().find(|module| module.module == ModuleId::Extensions).unwrap();
    let Some(shown) = own.shows.iter().find(|item| item.name == name).map(|item| &item.shown) else {
        return Vec::new();
    };
    g.say_shown(shown).split(", ").filter(|it| *it != "none").map(str::to_owned).collect()
}

/// The keys of extended tiles of somebody, or of Dirk.
fn extended(g: &GameState, of: Option<Seat>) -> Vec<PieceId> {
    let shows = Extensions::view(g, None);
    shows
        .into_iter()
        .flat_map(|(name, shown)| match (name, shown, of) {
            ("extended", Shown::TilesBySeat(tiles), Some(seat)) => {
                tiles.into_iter().filter(|(of, _)| *of == seat).flat_map(|(_, own)| own).collect()
            }
            ("extended_of_dirk", Shown::Tiles(tiles), None) => tiles,
            _ => Vec::new(),
        })
        .collect()
}

/// The value of every hand card of a currency: master builders of it are 3.
fn cards(g: &GameState, seat: Seat) -> Vec<(String, u8)> {
    let mut all = Vec::new();
    for card in g.hand(seat).each() {
        for currency in Currency::ALL {
            if card.is_money() && card.currency() == Some(currency) {
                all.push((currency.name().to_owned(), card.value()));
            }
            if card == CardKind::master_builder(currency) {
                all.push((currency.name().to_owned(), 3));
            }
        }
    }
    all
}

/// Every sum three cards of a hand can have in a column: each three cards are looked at.
fn sums(hand: &[(String, u8)], column: usize) -> BTreeSet<u8> {
    let mut wanted: Vec<&str> = COLUMNS[column].to_vec();
    wanted.sort_unstable();
    let mut sums = BTreeSet::new();
    for (i, a) in hand.iter().enumerate() {
        for (j, b) in hand.iter().enumerate().skip(i + 1) {
            for c in &hand[j + 1..] {
                let mut found = [&a.0[..], &b.0[..], &c.0[..]];
                found.sort_unstable();
                if found[..] == wanted[..] {
                    sums.insert(a.1 + b.1 + c.1);
                }
            }
        }
    }
    sums
}

/// The buildings of a tile, one by one: what a view says of it.
fn types(g: &GameState, piece: PieceId) -> Vec<Building> {
    let second = g.piece(piece).building[1].filter(|_| g.piece(piece).kind == PieceKind::Project);
    g.core.pieces.building[piece.index()].into_iter().chain(second).collect()
}

#[test]
fn what_may_be_bought_and_counts_is_what_the_rulebook_says() {
    let (mut states, mut bought, mut matching, mut gifts, mut asked) = (0, 0, 0, 0, 0);
    for seed in 0..100u64 {
        // Dirk takes part in most of them: he is who gets gifts.
        let players = if seed % 5 < 3 { 2 } else { 2 + seed as usize % 4 };
        let mut setup = Setup::players(players).with(ModuleId::Extensions);
        if seed % 2 == 0 {
            for slug in
                ["master-builders", "magical-buildings", "medina", "currency-exchange-cards", "diamonds"]
            {
                setup = setup.with(ModuleId::with_slug(slug).unwrap());
            }
        }
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            states += 1;
            g.legal(seat, &mut actions);
            let own = |action: &Action| matches!(action, Action::Module(ModAction::Extensions(_)));
            let offered: BTreeSet<String> =
                actions.iter().filter(|a| own(a)).map(|a| said(&g, seat, *a)).collect();
            let view = g.view(Some(seat));
            let kind = g.pending().unwrap().kind;
            let tiles: Vec<PieceId> = {
                let me = &view.players[seat.index()];
                let built = me.palace.iter().map(|tile| tile.tile.piece);
                built.chain(me.reserve.iter().chain(&me.bought).map(|tile| tile.piece)).collect()
            };
            let dirk: Vec<PieceId> =
                view.dirk.iter().flat_map(|dirk| dirk.tiles.iter().map(|tile| tile.piece)).collect();
            let (mine, his) = (extended(&g, Some(seat)), extended(&g, None));
            let plain = |tiles: &[PieceId], taken: &[PieceId], wanted: &str| -> Vec<PieceId> {
                let of_type = |piece: &&PieceId| types(&g, **piece).iter().any(|it| it.name() == wanted);
                tiles.iter().filter(of_type).filter(|piece| !taken.contains(piece)).copied().collect()
            };
            if kind == DecisionKind::MainAction {
                let hand = cards(&g, seat);
                let mut expected = BTreeSet::new();
                for (i, column) in COLUMNS.iter().enumerate() {
                    if sums(&hand, i).is_empty() {
                        continue;
                    }
                    for tile in shown(&g, &view, &column.join("_")) {
                        let wanted = tile.split(' ').next().unwrap();
                        let has =
                            tiles.iter().any(|piece| types(&g, *piece).iter().any(|it| it.name() == wanted));
                        let room = plain(&tiles, &mine, wanted).len() + plain(&dirk, &his, wanted).len();
                        if has && room > 0 {
                            expected.insert(format!("buy the extension {tile} for {}", column.join(" ")));
                        }
                    }
                }
                assert_eq!(offered, expected, "game {seed}");
            }
            // Buildings and extensions, counted one by one.
            for player in &view.players {
                let taken = extended(&g, Some(player.seat));
                for building in Building::ALL {
                    let mut halves = 0;
                    for tile in &player.palace {
                        let n = types(&g, tile.tile.piece).iter().filter(|it| **it == building).count() as u8;
                        halves += 2 * n + if taken.contains(&tile.tile.piece) { 2 * n } else { 0 };
                    }
                    assert_eq!(player.counts[building.index()], halves, "game {seed}");
                }
            }
            if let Some(him) = &view.dirk {
                for building in Building::ALL {
                    let n = |list: &[PieceId]| {
                        list.iter().flat_map(|piece| types(&g, *piece)).filter(|it| *it == building).count()
                            as u8
                    };
                    assert_eq!(him.counts[building.index()], 2 * (n(&dirk) + n(&his)), "game {seed}");
                }
            }
            let action = rather(&actions, &mut dice, own);
            let words = said(&g, seat, action);
            let before = (g.hand(seat), g.core.turn.actions_left, seat);
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
            if !words.starts_with("buy the extension") {
                continue;
            }
            bought += 1;
            // The three cards, any of those listed; their sum must be one that was found.
            let column = COLUMNS.iter().position(|column| words.ends_with(&column.join(" "))).unwrap();
            let possible = sums(&cards(&g, seat), column);
            let mut laid = Vec::new();
            for _ in 0..3 {
                g.legal(seat, &mut actions);
                let lay = actions[dice.below(actions.len() as u32) as usize];
                let Action::Module(ModAction::Extensions(Act::Lay { card })) = lay else { panic!("{lay:?}") };
                laid.push(card);
                g.apply(seat, lay, &mut Io::silent(&mut luck)).unwrap();
            }
            let sum: u8 = laid.iter().map(|card| card.value()).sum();
            assert!(possible.contains(&sum), "{laid:?}");
            assert_eq!(before.0.minus(laid.iter().copied().collect()), g.hand(seat));
            assert!(laid[0] >= laid[1], "the higher one first");
            let limit: u8 = words.split(' ').nth(6).unwrap().parse().unwrap();
            let wanted = words.split(' ').nth(3).unwrap();
            let (own_room, his_room) =
                (plain_now(&g, &tiles, &mine, wanted), plain_now(&g, &dirk, &his, wanted));
            if own_room + his_room > 1 {
                asked += 1;
                g.legal(seat, &mut actions);
                assert_eq!(actions.len(), own_room + his_room);
                gifts += every_gift(&g, seat, &actions, &his, wanted);
                let put = actions[dice.below(actions.len() as u32) as usize];
                let left = g.core.turn.actions_left;
                assert_eq!(left, before.1 - 1 + u8::from(sum <= limit));
                g.apply(seat, put, &mut Io::silent(&mut luck)).unwrap();
            }
            let goes_on = g.to_move() == Some(seat)
                && g.pending().unwrap().kind == DecisionKind::MainAction
                && !g.core.turn.first_action;
            assert!(goes_on || sum > limit, "game {seed}: {sum} for {limit}");
            matching += usize::from(sum <= limit);
        }
    }
    assert!(
        states > 1000 && bought > 100 && matching > 30 && gifts > 300 && asked > 30,
        "{states} {bought} {matching} {gifts} {asked}"
    );
}

/// Gives the extension to each of Dirk's buildings that may have it: it lies there then, and he counts one more.
fn every_gift(g: &GameState, seat: Seat, actions: &[Action], before: &[PieceId], wanted: &str) -> usize {
    let building = Building::ALL.into_iter().find(|building| building.name() == wanted).unwrap();
    let halves = |g: &GameState| g.counts().halves(crate::Scorer::Dirk, building);
    let mut gifts = 0;
    for action in actions {
        let Action::Module(ModAction::Extensions(Act::Give { piece, .. })) = *action else { continue };
        let mut given = g.clone();
        given.apply(seat, *action, &mut Io::silent(&mut Quick::new(0))).unwrap();
        let now: BTreeSet<PieceId> = extended(&given, None).into_iter().collect();
        assert_eq!(now, before.iter().copied().chain([piece]).collect());
        assert_eq!(halves(&given), halves(g) + 2);
        gifts += 1;
    }
    gifts
}

fn plain_now(g: &GameState, tiles: &[PieceId], taken: &[PieceId], wanted: &str) -> usize {
    let of_type = |piece: &&PieceId| types(g, **piece).iter().any(|it| it.name() == wanted);
    tiles.iter().filter(of_type).filter(|piece| !taken.contains(piece)).count()
}

/// Whoever lays down the lower card first may go on with any: each order of a combination is accepted.
#[test]
fn any_order_of_two_is_accepted() {
    let setup = Setup::players(3).with(ModuleId::Extensions);
    let mut luck = Seeded::new(1);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let seat = g.core.turn.seat;
    let florin = |v| CardKind::money(Currency::Florin, v);
    let dirham = CardKind::money(Currency::Dirham, 3);
    g.core.hands[seat.index()] = [florin(1), florin(7), dirham].into_iter().collect();
    let extending = Extending { seat, column: Column::ZERO, row: Row::ZERO, laid: Cards::EMPTY, done: false };
    let listed = |extending| next_cards(&g, extending).collect::<Vec<_>>();
    assert_eq!(listed(extending), [florin(7)]);
    let begun = Extending { laid: Cards::one(florin(1)), ..extending };
    assert_eq!(listed(begun), [florin(7)], "the list is never empty");
    let two = Extending { laid: [florin(1), florin(7)].into_iter().collect(), ..extending };
    assert_eq!(listed(two), [dirham]);
}

/// Each refusal has its reason, in whatever moment it is tried.
#[test]
fn refusals() {
    let setup = Setup::players(3).with(ModuleId::Extensions);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let why = |g: &GameState, act| match Extensions::check(g, seat, act) {
        Err(Illegal::Module { key, .. }) => key,
        other => panic!("{other:?}"),
    };
    let piece = PieceId::with_key("garden-11").unwrap();
    let (extend, put) =
        (Act::Extend { column: Column::ZERO, row: Row::ZERO }, Act::Put { piece, half: Half::First });
    let lay = Act::Lay { card: CardKind::money(Currency::Florin, 1) };
    assert_eq!(why(&g, put), "extensions_are_bought_as_an_action_of_the_own_turn");
    g.mods.m39_extensions.board[0][0] = Some(Building::Garden);
    assert_eq!(why(&g, extend), "you_have_no_building_of_that_type");
    g.core.pieces.reserve[seat.index()].insert(piece);
    g.core.hands[seat.index()] = Cards::EMPTY;
    assert_eq!(why(&g, extend), "your_hand_has_no_such_three_cards");
    g.mods.m39_extensions.on[0].insert(piece);
    assert_eq!(why(&g, extend), "every_building_of_that_type_is_extended");
    g.mods.m39_extensions.board[0][0] = None;
    assert_eq!(why(&g, extend), "there_is_no_extension_on_that_space");
    let extending = Extending { seat, column: Column::ZERO, row: Row::ZERO, laid: Cards::EMPTY, done: false };
    g.agenda.frames.last_mut().unwrap().what = What::Module(ModFrame::Extensions(extending));
    assert_eq!(why(&g, put), "first_three_cards_are_laid_down");
    let card = CardKind::money(Currency::Florin, 1);
    assert_eq!(Extensions::check(&g, seat, lay), Err(Illegal::CardNotHeld { card, held: 0, needed: 1 }));
    let other = CardKind::money(Currency::Ducat, 1);
    g.core.hands[seat.index()] = Cards::one(other);
    assert_eq!(
        Extensions::check(&g, seat, Act::Lay { card: other }),
        Err(Illegal::CardNotAccepted { card: other })
    );
    let laid = [card, card, CardKind::money(Currency::Dirham, 1)].into_iter().collect();
    g.agenda.frames.last_mut().unwrap().what =
        What::Module(ModFrame::Extensions(Extending { laid, ..extending }));
    assert_eq!(why(&g, put), "an_extension_lies_on_a_building_of_its_type_one_on_each");
    assert_eq!(why(&g, extend), "now_the_extension_is_put_on_a_building");
}

/// What is under construction has no type, so it cannot be extended.
#[test]
fn what_is_not_finished_is_not_extended() {
    let setup = Setup::players(3).with(ModuleId::Extensions);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let piece = PieceId::with_key("garden-11").unwrap();
    g.core.pieces.reserve[seat.index()].insert(piece);
    g.mods.m39_extensions.board[0][0] = Some(Building::Garden);
    assert_eq!(targets(&g, seat, Column::ZERO, Row::ZERO).count(), 1);
    g.core.pieces.building[piece.index()] = None;
    assert_eq!(targets(&g, seat, Column::ZERO, Row::ZERO).count(), 0);
}

/// A-39-7: what is paid counts where spending decides who gets the last tiles.
#[test]
fn the_money_counts_as_spent() {
    money_counts_as_spent(ModuleId::Extensions);
}
