//! Rulings and house rules that only many games, whole set-ups or single parts can show; all others are
//! scenarios.
#![cfg(feature = "testkit")]

use alhambra_rules::core::deck::{Deck, KnownCard, Pile};
use alhambra_rules::core::house::{DisplayDeal, ScoringCards, SpecialMoves};
use alhambra_rules::core::palace::MAX_SPAN;
use alhambra_rules::core::payment::Purse;
use alhambra_rules::core::pieces::{KnownPiece, Pieces};
use alhambra_rules::core::step::Step;
use alhambra_rules::table::{CannotUndo, Table};
use alhambra_rules::{
    Action, CardClass, CardKind, Cards, Cell, Currency, EditionId, Event, GameState, HOUSE_RULES, Happened,
    Holes, Io, KindSet, Palace, PayRules, PieceId, Quick, Seat, SeatSet, Seeded, Setup, Walls,
};

fn start(setup: &Setup, seed: u64) -> (GameState, Vec<Event>) {
    let (mut luck, mut log) = (Seeded::new(seed), Vec::new());
    let game = GameState::new(setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    (game, log)
}

/// AT-B-19: everybody starts with 20 to 28, and whoever has fewest cards, then least money, begins.
#[test]
fn start_money_is_20_to_28() {
    for players in 2..=6 {
        for seed in 0..400 {
            let (game, _) = start(&Setup::players(players), seed);
            let hands = || game.rules().seats().map(|s| game.hand(s));
            for hand in hands() {
                assert!((20..=28).contains(&hand.total()), "{players} players, seed {seed}: {hand}");
            }
            let first = game.hand(game.to_move().unwrap());
            let best = hands().map(|h| (h.len(), h.total())).min().unwrap();
            assert_eq!((first.len(), first.total()), best, "{players} players, seed {seed}");
        }
    }
}

/// A-B-14: the market is laid out before Dirk gets his first tiles.
#[test]
fn the_market_comes_before_dirk() {
    let (_, log) = start(&Setup::players(2), 3);
    let place = |wanted: fn(&Happened) -> bool| log.iter().rposition(|e| wanted(&e.what)).unwrap();
    let market = place(|h| matches!(h, Happened::OnMarket { .. }));
    assert!(market < place(|h| matches!(h, Happened::DirkDrew { .. })));
}

/// A-B-12, HR-20: special moves come before a due scoring, unless the table agrees otherwise. The base game
/// has no special moves, so the order of steps is all there is to see.
#[test]
fn special_moves_and_scoring() {
    let mut setup = Setup::players(3);
    assert_eq!(start(&setup, 1).0.rules().flow.after(Step::T90), Step::T95);
    setup.house.special_moves = SpecialMoves::ScoringFirst;
    let flow = start(&setup, 1).0.rules().flow;
    assert_eq!((flow.after(Step::T75), flow.after(Step::T90)), (Step::T89, Step::T95));
}

/// A-B-17: a decision is final once something new is known; before that the table takes it back.
#[test]
fn taking_back_ends_where_something_new_is_known() {
    let mut table = Table::new(Setup { confirm: true, ..Setup::players(3) }, 4).unwrap();
    let seat = table.game().to_move().unwrap();
    let before = table.game().clone();
    table.apply(seat, Action::Take(1)).unwrap();
    table.undo(seat).unwrap();
    assert_eq!(*table.game(), before, "nothing new was known");
    table.apply(seat, Action::Take(1)).unwrap();
    table.apply(seat, Action::EndTurn).unwrap();
    assert!(matches!(table.undo(seat), Err(CannotUndo::Barrier(_))), "a card was turned up");
}

/// K-1: what somebody has looked at lies at its position, and whoever draws there gets it.
#[test]
fn knowledge_is_positional() {
    let seat = Seat::new(1).unwrap();
    let (upper, lower) = (CardKind::money(Currency::Denar, 7), CardKind::money(Currency::Florin, 2));
    let mut deck = Deck {
        pool: Cards::one(CardKind::money(Currency::Ducat, 9)),
        piles: std::array::from_fn(|i| Pile { left: u8::from(i == 0), ..Pile::default() }),
        ..Deck::default()
    };
    deck.known.push(KnownCard { card: lower, known_to: SeatSet::one(seat), pile: 0 }).unwrap();
    deck.known.push(KnownCard { card: upper, known_to: SeatSet::EMPTY, pile: 0 }).unwrap();
    assert_eq!(deck.len(), 3);
    let mut asked = 0;
    let mut draw = |deck: &mut Deck| {
        deck.draw(|n| {
            asked += 1;
            n - 1
        })
    };
    assert_eq!(draw(&mut deck), Some(upper));
    assert_eq!(draw(&mut deck), Some(lower));
    assert!(draw(&mut deck).is_some() && asked > 0, "below the known cards chance decides");

    let mut pieces = Pieces::default();
    let (top, other) = (PieceId::new(7).unwrap(), PieceId::new(9).unwrap());
    pieces.tower.insert(other);
    pieces.on_top.push(KnownPiece { piece: top, known_to: SeatSet::one(seat) }).unwrap();
    assert_eq!(pieces.draw(|_| 0), Some(top));
    assert_eq!(pieces.draw(|_| 0), Some(other));
}

/// B-SPAN: a palace spans at most 30 columns or rows.
#[test]
fn a_palace_spans_at_most_thirty_cells() {
    for (dx, dy) in [(1, 0), (0, 1)] {
        let mut palace = Palace::new();
        for i in 1..MAX_SPAN as i32 {
            let next = Cell::at(i * dx, i * dy);
            assert!(palace.legal_cells(Walls::NONE, Holes::Area4).contains(next), "cell {i}");
            palace.lay(next, Walls::NONE);
        }
        let n = MAX_SPAN as i32;
        for beyond in [Cell::at(n * dx, n * dy), Cell::at(-dx, -dy)] {
            assert!(!palace.legal_cells(Walls::NONE, Holes::Area4).contains(beyond));
        }
    }
}

/// A-P-2: where any currencies may be mixed, diamonds still pay alone.
/// A-P-4: every purse names one exchange card, so no payment uses two.
#[test]
fn purses_are_not_mixed() {
    let denar = |v| CardKind::money(Currency::Denar, v);
    let mut rules = PayRules::default();
    rules.price = 8;
    rules.allow(Purse { kinds: KindSet::MONEY, with: None });
    rules.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    let mixed: Cards = [denar(3), CardKind::money(Currency::Florin, 5)].into_iter().collect();
    let diamonds: Cards = [CardKind::diamond(3), CardKind::diamond(5)].into_iter().collect();
    let both: Cards = [denar(3), CardKind::diamond(5)].into_iter().collect();
    let hand = mixed.plus(diamonds);
    assert!(rules.check(hand, mixed).is_ok());
    assert!(rules.check(hand, diamonds).is_ok());
    assert!(rules.check(hand, both).is_err(), "A-P-2");

    let exchanges: Vec<CardKind> =
        CardKind::all().filter(|k| k.class() == CardClass::Exchange).take(2).collect();
    let mut rules = PayRules::market(8, Currency::Denar);
    for card in &exchanges {
        rules.allow(Purse { kinds: KindSet::MONEY, with: Some(*card) });
    }
    let one: Cards = [denar(3), CardKind::money(Currency::Florin, 5), exchanges[0]].into_iter().collect();
    let two = one.plus(Cards::one(exchanges[1]));
    assert!(rules.check(two, one).is_ok());
    assert!(rules.check(two, two).is_err(), "A-P-4");
}

/// How many cards are shown before the first and before the second scoring card, over random play.
fn shown_before_scorings(setup: &Setup, seed: u64) -> (usize, [usize; 2]) {
    let (mut game, _) = start(setup, seed);
    let deck = game.deck_len();
    let (mut luck, mut dice, mut actions) = (Seeded::new(seed), Quick::new(seed), Vec::new());
    let (mut shown, mut found) = (0, Vec::new());
    while let Some(seat) = game.to_move() {
        game.legal(seat, &mut actions);
        // Money first, so that the deck goes down before the tower does.
        let take = actions.iter().copied().find(|a| matches!(a, Action::Take(_)));
        let action = take.unwrap_or_else(|| actions[dice.below(actions.len() as u32) as usize]);
        let mut log = Vec::new();
        game.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        for event in log {
            match event.what {
                Happened::Displayed { .. } => shown += 1,
                Happened::ScoringCard => found.push(shown),
                _ => {}
            }
        }
        if found.len() == 2 {
            break;
        }
    }
    (deck, [found[0], found[1]])
}

/// Sizes of the five piles for `n` cards, larger ones first (HR-21).
fn piles(n: usize) -> [usize; 5] {
    std::array::from_fn(|i| n / 5 + usize::from(i < n % 5))
}

/// HR-3, HR-21: on top of their piles the scoring cards come exactly where the piles begin.
#[test]
fn scoring_cards_on_top_of_their_piles() {
    for players in 2..=6 {
        for seed in 0..10 {
            let mut setup = Setup::players(players);
            setup.house.scoring_cards = ScoringCards::OnTop;
            let (deck, found) = shown_before_scorings(&setup, seed);
            let p = piles(deck - 2);
            assert_eq!(found, [p[0], p[0] + p[1] + p[2]], "{players} players, seed {seed}");
        }
    }
}

/// HR-3 in every edition (ruling 39): everybody can say when a scoring card comes that lies on top of its pile, and only then.
#[test]
fn scoring_cards_lie_where_it_was_agreed_in_every_edition() {
    for (edition, players) in EditionId::offered().flat_map(|edition| (2..=6).map(move |n| (edition, n))) {
        for on_top in [ScoringCards::OnTop, ScoringCards::default()] {
            let mut setup = Setup::players(players).in_edition(edition);
            setup.house.scoring_cards = on_top;
            let (mut game, _) = start(&setup, 5);
            let (mut luck, mut actions) = (Seeded::new(5), Vec::new());
            // Where money is chosen first, the piles are made after it.
            while game.scoring_window().is_none() {
                let seat = game.to_move().unwrap();
                game.legal(seat, &mut actions);
                game.apply(seat, actions[0], &mut Io { chance: &mut luck, log: None }).unwrap();
            }
            let (first, last) = game.scoring_window().unwrap();
            assert_eq!(first == last, on_top == ScoringCards::OnTop, "{edition}, {players} players");
        }
    }
}

/// HR-2: dealt after the piles are made, the display comes out of the first pile.
#[test]
fn a_display_dealt_after_the_piles_are_made() {
    for players in 2..=6 {
        let mut setup = Setup::players(players);
        setup.house.scoring_cards = ScoringCards::OnTop;
        setup.house.display_deal = DisplayDeal::AfterAssembly;
        let (deck, found) = shown_before_scorings(&setup, 7);
        let p = piles(deck - 2 + 4);
        assert_eq!(found, [p[0] - 4, p[0] - 4 + p[1] + p[2]], "{players} players");
    }
}

/// HR-3: shuffled in, the scoring cards come anywhere in piles 2 and 4 and nowhere else.
#[test]
fn scoring_cards_shuffled_into_their_piles() {
    let mut firsts = Vec::new();
    for seed in 0..60 {
        let (deck, found) = shown_before_scorings(&Setup::players(3), seed);
        let p = piles(deck - 2);
        assert!((p[0]..=p[0] + p[1]).contains(&found[0]), "seed {seed}");
        let before = p[0] + p[1] + p[2];
        assert!((before..=before + p[3]).contains(&found[1]), "seed {seed}");
        firsts.push(found[0] - p[0]);
    }
    firsts.sort_unstable();
    firsts.dedup();
    assert!(firsts.len() > 8, "the place differs from game to game: {firsts:?}");
}

/// Every house rule HR-1 to HR-23 is there, and a set-up reads each of its values and no other.
#[test]
fn every_house_rule_can_be_agreed_on() {
    for n in 1..=23 {
        assert!(HOUSE_RULES.iter().any(|rule| rule.id == format!("HR-{n}")), "HR-{n}");
    }
    for rule in HOUSE_RULES.iter().filter(|rule| rule.id != "HR-22") {
        for value in rule.values {
            let value = if rule.id == "HR-23" { (*value).to_owned() } else { format!("\"{value}\"") };
            let json = format!(
                r#"{{"players":[{{"name":"A"}},{{"name":"B"}}],"house":{{"{}":{value},"unofficial":true}}}}"#,
                rule.option
            );
            let setup: Setup = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{json}: {e}"));
            start(&setup, 5);
        }
        let json = format!(r#"{{"players":[],"house":{{"{}":"no such value"}}}}"#, rule.option);
        assert!(serde_json::from_str::<Setup>(&json).is_err(), "{json}");
    }
}

/// Any mixture of house rules leads to a game that ends, with every tile in one place and every point explained.
#[test]
fn games_under_any_mixture_of_house_rules_end() {
    for seed in 0..300 {
        let mut dice = Quick::new(seed);
        let mut house = vec!["\"unofficial\":true".to_owned()];
        for rule in HOUSE_RULES.iter().filter(|rule| rule.id != "HR-22") {
            let value = rule.values[dice.below(rule.values.len() as u32) as usize];
            let quote = if rule.id == "HR-23" { "" } else { "\"" };
            house.push(format!("\"{}\":{quote}{value}{quote}", rule.option));
        }
        let players: Vec<String> =
            (0..2 + dice.below(5)).map(|i| format!(r#"{{"name":"P","age":{}}}"#, 20 + i)).collect();
        let json = format!(r#"{{"players":[{}],"house":{{{}}}}}"#, players.join(","), house.join(","));
        let setup: Setup = serde_json::from_str(&json).unwrap();
        let (mut game, mut log) = start(&setup, seed);
        let (mut luck, mut actions) = (Seeded::new(seed), Vec::new());
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            assert!(game.turn().number < 5000, "{json} does not end");
        }
        let mut points = [0i32; 7];
        for event in &log {
            if let Happened::Scored { line } = &event.what {
                points[line.to.index()] += i32::from(line.points);
            }
        }
        for seat in game.rules().seats() {
            assert_eq!(i32::from(game.score(seat)), points[seat.index()], "{json}");
        }
        let tiles: usize = (0..54).filter_map(PieceId::new).filter_map(|p| game.pieces().zone(p)).count();
        assert_eq!((tiles, game.scorings() >= 1), (54, true), "{json}");
    }
}
