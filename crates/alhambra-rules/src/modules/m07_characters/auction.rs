//! The auction of a character, and the Entertainer's choice right after it.

use super::cast::{Character, N, Place, RARE_KINDS};
use super::{Act, Procedure, set, told};
use crate::GameState;
use crate::core::agenda::{Bill, What};
use crate::core::cards::{Cards, KindSet, value_of};
use crate::core::catalogue::{CardKind, card};
use crate::core::chance::Stream;
use crate::core::paying;
use crate::core::payment::Context;
use crate::core::score::Source;
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::Step;
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::module::Stepped;
use crate::registry::{ModFrame, ModuleId};
use serde::{Deserialize, Serialize};

/// An auction under way (CH1 to CH5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Auction {
    pub(super) character: Character,
    /// The highest bid so far; 0 before the first.
    pub(super) bid: u8,
    /// Whose it is.
    pub(super) leader: Option<Seat>,
    /// From whom on to look for somebody to ask.
    next: Seat,
    /// Who has passed, and bids no more for this card.
    pub(super) passed: SeatSet,
    /// Whether bidding is over and the winner pays.
    sold: bool,
}

impl Auction {
    fn bill(&self, seat: Seat) -> Bill {
        Bill { seat, context: Context::Auction, price: self.bid, ..Bill::default() }
    }

    /// The bids `seat` could make: every one above the last, as far as the money of one currency reaches (CH4).
    pub(super) fn bids(&self, g: &GameState, seat: Seat) -> std::ops::RangeInclusive<u8> {
        self.bid.saturating_add(1)..=reach(g, seat)
    }
}

/// The auction that is being held.
pub(super) fn running(g: &GameState) -> Option<Auction> {
    g.agenda.frames.iter().rev().find_map(|frame| match frame.what {
        What::Module(ModFrame::Characters(Procedure::Auction(auction))) => Some(auction),
        _ => None,
    })
}

/// CH1: a character was turned up. The draw goes on afterwards.
pub(super) fn begin(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
    let Some(character) = Character::of(card) else { return false };
    cx.g.mods.m07_characters.put(character, Place::UpForAuction);
    cx.emit(|_| told(None, "auction", vec![character.at()]));
    let next = auctioneer(cx.g);
    let auction = Auction { character, bid: 0, leader: None, next, passed: SeatSet::EMPTY, sold: false };
    cx.push(Step::Reveal, What::Module(ModFrame::Characters(Procedure::Auction(auction))));
    true
}

/// CH2, A-CH-3: the player with whom play goes on bids first. Before the refill of a turn that is the active
/// player, from then on the next one.
fn auctioneer(g: &GameState) -> Seat {
    let active = g.core.turn.seat;
    let turn = g.agenda.frames.iter().find(|frame| matches!(frame.what, What::Turn));
    match turn {
        // T15 came later and is numbered behind the others.
        Some(frame) if frame.step <= Step::T60 || frame.step == Step::T15 => active,
        _ => active.left(g.rules().players()),
    }
}

/// Everybody who has not passed is asked, whether or not they could raise: hands are secret.
pub(super) fn step(cx: &mut Cx<'_, '_>, auction: Auction) -> Stepped {
    if auction.sold {
        return hand_over(cx, auction);
    }
    let bidding = |seat: &Seat| !auction.passed.contains(*seat) && auction.leader != Some(*seat);
    if let Some(seat) = cx.g.core.rules.seats_from(auction.next).find(bidding) {
        return Stepped::Ask(SeatSet::one(seat));
    }
    let character = auction.character;
    // A bid can always be paid, except by a hand somebody only imagines.
    let winner = auction.leader.filter(|seat| paying::affordable(cx.g, &auction.bill(*seat)));
    let Some(seat) = winner else {
        cx.g.mods.m07_characters.put(character, Place::Gone);
        cx.emit(|_| told(None, "unsold", vec![character.at()]));
        return Stepped::Done;
    };
    set(cx, Procedure::Auction(Auction { sold: true, ..auction }));
    cx.push(Step::P3, What::Pay(auction.bill(seat)));
    Stepped::Again
}

/// CH5: the winner has paid.
fn hand_over(cx: &mut Cx<'_, '_>, auction: Auction) -> Stepped {
    let (Some(seat), character) = (auction.leader, auction.character) else { return Stepped::Done };
    cx.g.mods.m07_characters.put(character, Place::With(seat));
    cx.emit(|_| told(Some(seat), "wins", vec![character.at()]));
    if character != Character::Entertainer {
        return Stepped::Done;
    }
    set(cx, Procedure::Entertainer { seat });
    Stepped::Again
}

/// A bid, or a pass, which is final for this card (CH3).
pub(super) fn answer(cx: &mut Cx<'_, '_>, seat: Seat, act: Act, auction: Auction) {
    let next = seat.left(cx.g.rules().players());
    let passed = if act == Act::Pass { auction.passed.with(seat) } else { auction.passed };
    let (bid, leader) = match act {
        Act::Bid { amount } => (amount, Some(seat)),
        _ => (auction.bid, auction.leader),
    };
    set(cx, Procedure::Auction(Auction { bid, leader, next, passed, ..auction }));
    cx.emit(|_| match act {
        Act::Bid { amount } => {
            let refs = vec![Ref::Number(i32::from(amount)), auction.character.at()];
            told(Some(seat), "bids", refs)
        }
        _ => told(Some(seat), "passes", vec![auction.character.at()]),
    });
}

/// The most `seat` could pay in any one currency, diamonds included (CH4, A-CH-4).
pub(super) fn reach(g: &GameState, seat: Seat) -> u8 {
    let most = paying::reach(g, &Bill { seat, context: Context::Auction, ..Bill::default() });
    most.min(u16::from(u8::MAX)) as u8
}

/// Whether there is a card the Entertainer could be exchanged for.
pub(super) fn surplus(g: &GameState) -> bool {
    g.mods.m07_characters.surplus > 0 && !g.core.deck.rare.only(RARE_KINDS).is_empty()
}

/// D-CH-3: he is kept.
pub(super) fn keep(cx: &mut Cx<'_, '_>, seat: Seat) {
    cx.emit(|_| told(Some(seat), "keeps", vec![Character::Entertainer.at()]));
    if cx.g.mods.m07_characters.entertainer_at_once {
        let round = (cx.g.core.scorings + 1).min(3);
        let by = Source::Module(ModuleId::Characters);
        cx.award(seat, round, by, applause(), |_| applauded());
    }
}

/// D-CH-3: the top card of the surplus takes his place. Which one that is nobody has decided before: it is any
/// of those that have not been seen.
pub(super) fn exchange(cx: &mut Cx<'_, '_>, seat: Seat) {
    let unseen = cx.g.core.deck.rare.only(RARE_KINDS);
    let k = cx.pick(unseen.len().max(1), Stream::Characters);
    let Some(found) = Character::ALL.into_iter().filter(|c| unseen.count(c.rare()) > 0).nth(k as usize)
    else {
        return;
    };
    cx.g.core.deck.rare.take(found.rare());
    let state = &mut cx.g.mods.m07_characters;
    state.surplus -= 1;
    state.put(Character::Entertainer, Place::Gone);
    state.put(found, Place::With(seat));
    cx.emit(|_| told(Some(seat), "exchanges", vec![Character::Entertainer.at(), found.at()]));
}

/// A-CH-2: what is printed on the Entertainer's card.
pub(super) fn applause() -> i16 {
    i16::from(card(Character::Entertainer.card()).value)
}

pub(super) fn applauded() -> Why {
    Why { reason: "score.entertainer", ..Why::default() }
}

/// Every card is in the deck, on its way or with somebody, and the piles hold no more than were never seen.
pub(super) fn census(g: &GameState) -> Result<(), String> {
    let (state, deck) = (&g.mods.m07_characters, &g.core.deck);
    for character in Character::ALL {
        let known = deck.known.iter().filter(|known| known.card == character.card()).count();
        let seen = usize::from(state.places[character as usize] != Place::Unseen);
        let places = usize::from(deck.rare.count(character.rare())) + known + seen;
        if places != 1 {
            return Err(format!("the {} is in {places} places", character.name()));
        }
    }
    let class = crate::core::deck::SPECIAL
        .iter()
        .position(|class| *class == crate::core::catalogue::CardClass::Character);
    let in_piles: u8 = class.map_or(0, |i| deck.piles.iter().map(|pile| pile.special[i]).sum());
    if u32::from(in_piles) > deck.rare.only(RARE_KINDS).len() || usize::from(in_piles + state.surplus) > N {
        return Err(format!("{in_piles} characters in the piles are too many"));
    }
    Ok(())
}

/// A hand dealt anew for somebody who does not know it has to be able to pay what its owner has bid: everybody
/// heard the bid. Cards nobody has seen change places until it can.
pub(super) fn keep_word(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
    let Some(auction) = running(g) else { return };
    let Some(seat) = auction.leader.filter(|seat| *seat != observer) else { return };
    if reach(g, seat) >= auction.bid {
        return;
    }
    let bill = Bill { seat, context: Context::Auction, ..Bill::default() };
    let purses: Vec<KindSet> = paying::rules(g, &bill).purses().map(|purse| purse.kinds).collect();
    let first = pick(purses.len() as u32) as usize;
    for i in 0..purses.len() {
        let mut world = g.clone();
        if enrich(&mut world, observer, seat, purses[(first + i) % purses.len()], u16::from(auction.bid)) {
            *g = world;
            return;
        }
    }
}

/// Exchanges unseen cards of `seat` for better ones of these kinds, from the deck or from other unseen hands,
/// until they are worth `bid`. Whether that was possible.
fn enrich(g: &mut GameState, observer: Seat, seat: Seat, kinds: KindSet, bid: u16) -> bool {
    const PLAIN: KindSet = KindSet::MONEY.or(KindSet::DIAMONDS);
    let wanted = KindSet(kinds.0 & PLAIN.0);
    let i = seat.index();
    // A hand that is known altogether could pay; so this one was dealt without memory, and so were the others.
    let forgotten = g.core.hands[i] == g.core.seen[i];
    let unseen = |g: &GameState, i: usize| {
        let seen = if forgotten { Cards::EMPTY } else { g.core.seen[i] };
        g.core.hands[i].minus(seen).only(PLAIN)
    };
    let others: Vec<usize> =
        g.rules().seats().filter(|s| *s != seat && *s != observer).map(Seat::index).collect();
    while g.core.hands[i].only(kinds).total() < bid {
        let worth = |card: CardKind| if wanted.contains(card) { value_of(card) } else { 0 };
        let Some(poor) = unseen(g, i).each().min_by_key(|card| worth(*card)) else { return false };
        let best = |cards: Cards| cards.only(wanted).each().max_by_key(|card| value_of(*card));
        let in_deck = best(g.core.deck.pool).map(|card| (value_of(card), card, None));
        let in_hands =
            others.iter().filter_map(|j| best(unseen(g, *j)).map(|card| (value_of(card), card, Some(*j))));
        let Some((value, rich, from)) = in_hands.chain(in_deck).max_by_key(|(value, ..)| *value) else {
            return false;
        };
        if value <= worth(poor) {
            return false;
        }
        let swap = |cards: &mut Cards, gives: CardKind, gets: CardKind| {
            *cards = cards.minus(Cards::one(gives)).plus(Cards::one(gets));
        };
        let core = &mut g.core;
        swap(&mut core.hands[i], poor, rich);
        match from {
            Some(j) => swap(&mut core.hands[j], rich, poor),
            None => swap(&mut core.deck.pool, rich, poor),
        }
        if forgotten {
            for j in [Some(i), from].into_iter().flatten() {
                core.seen[j] = core.hands[j];
            }
        }
    }
    true
}
