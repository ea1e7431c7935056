//! What can be answered when GA1, GA2, GA3 and GA8 are used, listed a second time from the table alone and held against
//! `legal` in every turn of played games.

use super::{Ability, Act, LANDS, Post};
use crate::core::agenda::What;
use crate::core::step::Step;
use crate::registry::ModAction;
use crate::{
    Action, CardKind, Currency, DecisionKind, EditionId, GameState, Io, PieceId, PieceKind, Quick, Seat,
    Seeded, Setup, Side,
};
use std::collections::{BTreeMap, BTreeSet};

/// The acts of this edition that are listed.
fn listed(game: &GameState, seat: Seat) -> BTreeSet<Act> {
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    let own = actions.into_iter().filter_map(|action| match action {
        Action::Module(ModAction::RedPalace(act)) => Some(act),
        _ => None,
    });
    own.collect()
}

/// The same game one act further.
fn after(game: &GameState, seat: Seat, act: Act) -> GameState {
    let mut after = game.clone();
    let action = Action::Module(ModAction::RedPalace(act));
    after.apply(seat, action, &mut Io::silent(&mut Quick::new(0))).unwrap();
    after
}

/// With the price of an ability paid: the guards that stand first are given up.
fn paid(mut game: GameState, seat: Seat) -> GameState {
    while let Some(act) = listed(&game, seat).into_iter().find(|act| matches!(act, Act::Give { .. })) {
        game = after(&game, seat, act);
    }
    game
}

fn held(game: &GameState, seat: Seat) -> Vec<CardKind> {
    CardKind::all().filter(|card| game.hand(seat).count(*card) > 0).collect()
}

/// GA1: what waits for what lies on the yard, where a card of its currency is in the hand.
fn trades(game: &GameState, seat: Seat) -> BTreeSet<Act> {
    let mut acts = BTreeSet::new();
    for mine in game.pieces().bought[seat.index()].and(LANDS).iter() {
        for (space, theirs) in game.pieces().market.iter().enumerate() {
            let pays = held(game, seat).iter().any(|card| card.currency() == Some(Currency::ALL[space]));
            if let (Some(theirs), true) = (*theirs, pays) {
                acts.insert(Act::Trade { mine, theirs });
            }
        }
    }
    acts
}

/// GA2: the cards without which some subset of the hand, all of one currency, comes to exactly the price.
fn spare(game: &GameState, seat: Seat, piece: PieceId) -> BTreeSet<Act> {
    let price = u32::from(game.piece(piece).price);
    let pays_without = |spare: CardKind| {
        Currency::ALL.into_iter().any(|currency| {
            let mut sums = BTreeSet::from([0]);
            for card in held(game, seat).into_iter().filter(|card| card.currency() == Some(currency)) {
                for _ in 0..game.hand(seat).count(card) - u8::from(card == spare) {
                    let more: Vec<u32> = sums.iter().map(|sum| sum + u32::from(card.value())).collect();
                    sums.extend(more);
                }
            }
            sums.contains(&price)
        })
    };
    held(game, seat)
        .into_iter()
        .filter(|card| pays_without(*card))
        .map(|card| Act::Discard { card })
        .collect()
}

/// The sides of a tile with a wall, as it lies upright: printed or of wood.
fn walled(game: &GameState, piece: PieceId) -> Vec<Side> {
    let wooden = game.core.shared.wooden[piece.index()].on(0);
    let printed = game.piece(piece).walls[0];
    Side::ALL.into_iter().filter(|side| printed.has(*side) || wooden.has(*side)).collect()
}

/// GA3: the sides without a wall of what waits, lands and plazas.
fn edges(game: &GameState, seat: Seat) -> BTreeSet<Act> {
    let waits = game.pieces().bought[seat.index()];
    let fits = |piece: &PieceId| matches!(game.piece(*piece).kind, PieceKind::Land | PieceKind::Plaza);
    let open = |piece: PieceId| {
        let walled = walled(game, piece);
        Side::ALL.into_iter().filter(move |side| !walled.contains(side))
    };
    waits
        .iter()
        .filter(fits)
        .flat_map(|piece| open(piece).map(move |side| Act::Wall { piece, side }))
        .collect()
}

/// Every wall section of a seat, by whether a guard stands on it.
fn sections(game: &GameState, seat: Seat) -> [BTreeSet<Post>; 2] {
    let own = game.pieces().palace[seat.index()].or(game.pieces().reserve[seat.index()]);
    let all = own.iter().flat_map(|piece| {
        let walled = walled(game, piece);
        walled.into_iter().map(move |side| Post { piece, half: Default::default(), side })
    });
    let (taken, free) = all.partition(|post| game.mods.red_palace.posts.contains(post));
    [free, taken]
}

/// How often each list was compared, and how often something was in it.
type Counts = BTreeMap<&'static str, (u32, u32)>;

fn same(counts: &mut Counts, name: &'static str, found: &BTreeSet<Act>, expected: &BTreeSet<Act>) {
    assert_eq!(found, expected, "{name}");
    let count = counts.entry(name).or_default();
    *count = (count.0 + 1, count.1 + u32::from(!expected.is_empty()));
}

/// Holds everything that can be done with these abilities in one turn against the lists above.
fn compare(game: &GameState, seat: Seat, counts: &mut Counts) {
    let listed_now = listed(game, seat);
    let [_, guards] = sections(game, seat);
    let rate = 1 + u16::from(game.scorings());
    let payable = !guards.is_empty() || game.score(seat) >= rate;
    let left = |ability: Ability| payable && game.mods.red_palace.used & ability.bit() == 0;
    let used = |ability: Ability| paid(after(game, seat, Act::Use { ability }), seat);
    let offered = |ability: Ability| listed_now.contains(&Act::Use { ability });
    let (trades_now, edges_now) = (trades(game, seat), edges(game, seat));
    assert_eq!(offered(Ability::Trade), left(Ability::Trade) && !trades_now.is_empty());
    if offered(Ability::Trade) {
        let game = used(Ability::Trade);
        same(counts, "GA1", &listed(&game, seat), &trades_now);
        let trade = *trades_now.first().unwrap();
        let Act::Trade { theirs, .. } = trade else { unreachable!() };
        let space = game.pieces().space_of(theirs).unwrap();
        let currency = Currency::ALL[usize::from(space.0)];
        let cards = held(&game, seat).into_iter().filter(|card| card.currency() == Some(currency));
        let cards = cards.map(|card| Act::Discard { card }).collect();
        same(counts, "GA1, card", &listed(&after(&game, seat, trade), seat), &cards);
    }
    let walls = game.mods.red_palace.walls > 0;
    assert_eq!(offered(Ability::Wall), left(Ability::Wall) && walls && !edges_now.is_empty());
    if offered(Ability::Wall) {
        same(counts, "GA3", &listed(&used(Ability::Wall), seat), &edges_now);
    }
    assert_eq!(offered(Ability::Relocate), left(Ability::Relocate) && guards.len() > 1);
    if offered(Ability::Relocate) {
        let game = used(Ability::Relocate);
        let [free, guards] = sections(&game, seat);
        let picks = guards.iter().map(|post| Act::Pick { post: *post }).collect();
        same(counts, "GA8, guard", &listed(&game, seat), &picks);
        let posts = free.iter().map(|post| Act::Post { post: *post }).collect();
        let picked = after(&game, seat, *picks.first().unwrap());
        same(counts, "GA8", &listed(&picked, seat), &posts);
    }
    if game.pending().unwrap().kind == DecisionKind::MainAction {
        let shown = game.mods.red_palace.preview.into_iter().flatten();
        let pays = |piece: &PieceId| left(Ability::Preview) && !spare(game, seat, *piece).is_empty();
        let expected: BTreeSet<Act> = shown.filter(pays).map(|piece| Act::Preview { piece }).collect();
        let found = listed_now.iter().copied().filter(|act| matches!(act, Act::Preview { .. })).collect();
        same(counts, "GA2", &found, &expected);
        if let Some(act @ Act::Preview { piece }) = expected.first().copied() {
            let cards = spare(game, seat, piece);
            same(counts, "GA2, card", &listed(&paid(after(game, seat, act), seat), seat), &cards);
        }
    }
}

#[test]
fn lists_of_abilities_agree_with_a_second_computation() {
    let mut counts = Counts::new();
    let mut states = 0;
    for seed in 0..45 {
        let setup = Setup::players(2 + seed as usize % 5).in_edition(EditionId::RedPalace);
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        game.mods.red_palace.abilities = [Ability::Trade, Ability::Preview, Ability::Wall, Ability::Relocate];
        let mut actions = Vec::new();
        while let Some(seat) = game.to_move() {
            let top = game.agenda.frames.last().map(|frame| (frame.what, frame.step));
            if matches!(top, Some((What::Turn, Step::T11 | Step::T15))) {
                compare(&game, seat, &mut counts);
                states += 1;
            }
            game.legal(seat, &mut actions);
            // Buying and building make palaces with guards; abilities are used now and then.
            let eager = |action: &&Action| match action {
                Action::Buy { .. } | Action::Place { .. } => true,
                Action::Module(ModAction::RedPalace(_)) => dice.below(4) == 0,
                _ => false,
            };
            let wanted: Vec<Action> = actions.iter().filter(eager).copied().collect();
            let among = if wanted.is_empty() { &actions } else { &wanted };
            let action = among[dice.below(among.len() as u32) as usize];
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert!(states >= 1_000, "{states}");
    for name in ["GA1", "GA1, card", "GA2", "GA2, card", "GA3", "GA8", "GA8, guard"] {
        let (_, with_answers) = counts.get(name).copied().unwrap_or_default();
        assert!(with_answers >= 100, "{name}: {with_answers} of {states} states");
    }
}
