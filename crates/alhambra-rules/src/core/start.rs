//! Set-up (U-steps, rules part 1 §2.2).

use super::agenda::{Filling, Move, What};
use super::building::Currency;
use super::cards::{Cards, KindSet};
use super::catalogue::{CardClass, CardKind, PieceId};
use super::chance::Stream;
use super::deck::Pile;
use super::house::{DisplayDeal, FirstMarket, ScoringCards, StartPlayer, TwoPlayerDeck};
use super::pieces::{Space, Standing};
use super::seat::{MAX_SEATS, Seat};
use super::step::Step;
use super::{refill, scoring, turn};
use crate::cx::Cx;
use crate::event::Happened;
use crate::module::Supply;
use crate::registry;

/// The fountains stand at the end of the catalogue, one per seat.
const FIRST_FOUNTAIN: u8 = 168;

#[inline(never)]
pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step) -> Move {
    match step {
        Step::U01 => tower(cx),
        Step::U02 => players(cx),
        Step::U04 => return first_market(cx),
        Step::U05 if cx.g.core.rules.dirk() => {
            scoring::draw_for_dirk(cx, turn::edition(cx.g).dirk_tiles);
        }
        Step::U06 => money(cx),
        Step::U08 => start_money(cx),
        Step::U09 => start_player(cx),
        Step::U10 if cx.g.core.rules.house.display_deal == DisplayDeal::BeforeSplit => {
            return refill::display(cx);
        }
        Step::U11 => cx.g.core.deck.cut(),
        Step::U12 => special_cards(cx),
        Step::U13 if cx.g.core.rules.house.display_deal == DisplayDeal::AfterAssembly => {
            return refill::display(cx);
        }
        _ => {}
    }
    Move::Next
}

/// What the modules put into tower and deck.
fn supply(cx: &Cx<'_, '_>) -> Supply {
    let mut supply = Supply::default();
    registry::supply(&cx.g.core.rules, &mut supply);
    supply
}

fn tower(cx: &mut Cx<'_, '_>) {
    let edition = turn::edition(cx.g);
    let Supply { tower, aside, .. } = supply(cx);
    let pieces = &mut cx.g.core.pieces;
    pieces.tower = edition.tower.or(tower);
    pieces.aside = aside;
    for (building, facts) in pieces.building.0.iter_mut().zip(edition.facts) {
        *building = facts.building;
    }
    for _ in edition.market {
        pieces.market.push(None).expect("a market has at most eight spaces");
    }
}

fn players(cx: &mut Cx<'_, '_>) {
    let score = turn::edition(cx.g).start_score;
    for seat in cx.g.core.rules.seats() {
        let core = &mut cx.g.core;
        core.scores[seat.index()] = score;
        if let Some(fountain) = PieceId::new(FIRST_FOUNTAIN + seat.index() as u8) {
            core.pieces.palace[seat.index()].insert(fountain);
            core.pieces.standing[fountain.index()] = Standing::default();
        }
    }
}

/// U04: the spaces in order, or in an order drawn by lot (HR-5).
fn first_market(cx: &mut Cx<'_, '_>) -> Move {
    let market = cx.g.core.pieces.market;
    let empty: u32 = market.iter().map(|p| u32::from(p.is_none())).sum();
    if empty == 0 {
        return Move::Next;
    }
    let (space, once) = if cx.g.core.rules.house.first_market == FirstMarket::Random {
        let k = cx.pick(empty, Stream::Market) as usize;
        let space = (0..market.len()).filter(|&i| market[i].is_none()).nth(k).unwrap_or(0);
        (Space(space as u8), true)
    } else {
        (Space(0), false)
    };
    cx.push(Step::F1, What::Fill(Filling { space, once, ..Filling::default() }));
    Move::Again
}

/// U06: three of each money card, or as many as the edition has, one fewer with two players (HR-16), and what modules add to the deck at large.
fn money(cx: &mut Cx<'_, '_>) {
    let rules = cx.g.core.rules;
    let one_of_each: Cards =
        Currency::ALL.into_iter().flat_map(|c| (1..=9).map(move |v| CardKind::money(c, v))).collect();
    let few = rules.dirk() && rules.house.two_player_deck == TwoPlayerDeck::SeventyTwo;
    let copies = rules.edition().money_copies - u8::from(few);
    let mut pool = (0..copies).fold(Cards::EMPTY, |pool, _| pool.plus(one_of_each));
    if rules.dirk() && rules.house.two_player_deck == TwoPlayerDeck::RemoveNine {
        // Which currency each of the nine has is nowhere said: drawn by lot (ruling B-NINE).
        for value in 1..=9 {
            let currency = Currency::ALL[cx.pick(4, Stream::Money) as usize];
            pool.take(CardKind::money(currency, value));
        }
    }
    let supply = supply(cx);
    let deck = &mut cx.g.core.deck;
    deck.pool = pool.plus(supply.deck).plus(supply.piles);
    deck.rare = supply.rare;
    for _ in 0..2 {
        deck.rare = deck.rare.plus(Cards::one(CardKind::from_number(CardKind::SCORING.number() - 64)));
    }
    let plain = deck.pool.only(KindSet::MONEY.or(KindSet::DIAMONDS)).len();
    deck.piles[0] = Pile { left: plain as u8, ..Pile::default() };
}

/// U08: cards one at a time, open, until a player has 20 or more.
fn start_money(cx: &mut Cx<'_, '_>) {
    let enough = turn::edition(cx.g).start_money;
    for seat in cx.g.core.rules.seats() {
        let mut cards = Cards::EMPTY;
        while cards.total() < enough {
            let Some(card) = cx.draw_card() else { break };
            cards.add(card);
        }
        let core = &mut cx.g.core;
        core.hands[seat.index()] = core.hands[seat.index()].plus(cards);
        core.seen[seat.index()] = core.seen[seat.index()].plus(cards);
        cx.emit(|_| Happened::StartMoney { seat, cards });
    }
}

/// U09: fewest cards, then the lowest total, then the youngest or the lowest seat (HR-1).
fn start_player(cx: &mut Cx<'_, '_>) {
    let rules = cx.g.core.rules;
    let seat = if rules.house.start_player == StartPlayer::Random {
        Seat::at(cx.pick(u32::from(rules.players), Stream::Start) as usize)
    } else {
        let by_age = rules.house.start_player == StartPlayer::CardsTotalAge;
        let best = rules.seats().min_by_key(|s| {
            let money = cx.g.core.hands[s.index()].only(KindSet::MONEY.or(KindSet::DIAMONDS));
            let age = if by_age { cx.g.core.ages[s.index()] } else { 0 };
            (money.len(), money.total(), age, s.index())
        });
        best.unwrap_or_default()
    };
    cx.g.core.turn.seat = seat;
    cx.emit(|_| Happened::Begins { seat });
}

/// U12: scoring cards into piles 2 and 4, and what modules put into single piles.
fn special_cards(cx: &mut Cx<'_, '_>) {
    let supply = supply(cx);
    let deck = &mut cx.g.core.deck;
    deck.scoring_on_top = cx.g.core.rules.house.scoring_cards == ScoringCards::OnTop;
    for pile in [1, 3] {
        deck.insert(pile, CardClass::Scoring, 1);
    }
    for (class, pile, n) in supply.inserted() {
        deck.insert(pile, class, n);
    }
}

/// An age nobody gave counts as older than any that was given.
pub(crate) fn ages(given: impl Iterator<Item = Option<u8>>) -> [u8; MAX_SEATS] {
    let mut ages = [u8::MAX; MAX_SEATS];
    for (age, given) in ages.iter_mut().zip(given) {
        *age = given.unwrap_or(u8::MAX);
    }
    ages
}
