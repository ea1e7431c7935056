//! T80: Architecture and Wisdom. What is looked at lies on top of tower or deck, where the core knows who knows it.
//!
//! How often the player is asked follows from the roll alone, so that nobody learns from it what was seen.

use super::{Act, Power, Scene, power, told, under, waiting};
use crate::GameState;
use crate::core::agenda::What;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, PieceId};
use crate::core::chance::Stream;
use crate::core::deck::{KnownCard, PILES};
use crate::core::pieces::{KnownPiece, Space};
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Barrier;
use crate::core::step::Step;
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::Ref;
use crate::event::{Audience, Happened};
use crate::registry::ModFrame;

/// Who is asked in a scene.
pub(super) fn asked(g: &GameState, scene: Scene) -> Option<Seat> {
    match scene {
        Scene::Asking(seat) => Some(seat).filter(|seat| waiting(g, *seat).next().is_some()),
        Scene::Wisdom { seat, n, .. } | Scene::Architecture { seat, n } => Some(seat).filter(|_| n > 0),
        // The last one has no choice left.
        Scene::Cards { seat, n, done } | Scene::Tiles { seat, n, done } => {
            Some(seat).filter(|_| n.saturating_sub(done) > 1)
        }
        Scene::Over => None,
    }
}

/// The choices in a scene, ascending.
pub(super) fn choices(g: &GameState, scene: Scene, out: &mut Vec<Act>) {
    match scene {
        Scene::Asking(seat) => {
            out.extend(waiting(g, seat).map(|piece| Act::Use { piece }));
            out.push(Act::Skip);
        }
        Scene::Wisdom { n, scored, .. } => {
            let cards = drawn_cards(g, n, 0);
            if !scored && may_score(g) && cards.iter().any(|card| card.class() == CardClass::Scoring) {
                out.push(Act::Score);
            }
            let kept: Vec<CardKind> = cards.into_iter().filter(|card| card.in_hand()).collect();
            if kept.is_empty() {
                out.push(Act::KeepNone);
            }
            out.extend(kept.into_iter().map(|card| Act::Keep { card }));
        }
        Scene::Architecture { n, .. } => {
            let spaces: Vec<Space> = free_spaces(g).collect();
            let tiles = drawn_tiles(g, n, 0);
            let hide = |piece| spaces.iter().map(move |space| Act::Hide { piece, space: *space });
            out.extend(tiles.into_iter().flat_map(hide));
        }
        Scene::Cards { n, done, .. } => {
            out.extend(drawn_cards(g, n, done).into_iter().map(|card| Act::PutCard { card }));
        }
        Scene::Tiles { n, done, .. } => {
            out.extend(drawn_tiles(g, n, done).into_iter().map(|piece| Act::PutTile { piece }));
        }
        Scene::Over => {}
    }
    out.sort_unstable();
    out.dedup();
}

/// Does what has been checked.
pub(super) fn decide(cx: &mut Cx<'_, '_>, scene: Scene, act: Act) {
    match (scene, act) {
        (Scene::Asking(seat), Act::Use { piece }) => use_power(cx, seat, piece),
        (Scene::Asking(seat), _) => {
            let waiting = &mut cx.g.mods.m38_buildings_of_power.waiting;
            while let Some(place) = waiting.iter().position(|(_, buyer)| *buyer == seat) {
                waiting.remove(place);
            }
        }
        (Scene::Wisdom { seat, n, .. }, Act::Score) => {
            take_card(cx, n, CardKind::SCORING);
            set(cx, Scene::Wisdom { seat, n: n - 1, scored: true });
            // It is resolved at once, and no card comes in its place (rules README, decision 25).
            cx.g.core.scorings_due += 1;
            cx.emit(|_| Happened::ScoringCard);
            turn::due_scorings(cx);
        }
        (Scene::Wisdom { seat, n, .. }, Act::Keep { card }) => {
            take_card(cx, n, card);
            let hand = &mut cx.g.core.hands[seat.index()];
            *hand = hand.plus(Cards::one(card));
            cx.emit_to(Audience::Seat(seat), |_| Happened::Drew { seat, card: Some(card) });
            cx.emit_to(Audience::Others(seat), |_| Happened::Drew { seat, card: None });
            set(cx, Scene::Cards { seat, n: n - 1, done: 0 });
        }
        (Scene::Wisdom { seat, n, .. }, _) => set(cx, Scene::Cards { seat, n, done: 0 }),
        (Scene::Architecture { seat, n }, Act::Hide { piece, space }) => {
            hide(cx, seat, n, piece, space);
            set(cx, Scene::Tiles { seat, n: n - 1, done: 0 });
        }
        (Scene::Cards { seat, n, done }, Act::PutCard { card }) => {
            let known = &mut cx.g.core.deck.known;
            let (first, last) = region(known.len(), n, done);
            if let Some(place) = (first..last).find(|place| known[*place].card == card) {
                known.swap(place, last - 1);
            }
            set(cx, Scene::Cards { seat, n, done: done + 1 });
        }
        (Scene::Tiles { seat, n, done }, Act::PutTile { piece }) => {
            let known = &mut cx.g.core.pieces.on_top;
            let (first, last) = region(known.len(), n, done);
            if let Some(place) = (first..last).find(|place| known[*place].piece == piece) {
                known.swap(place, last - 1);
            }
            set(cx, Scene::Tiles { seat, n, done: done + 1 });
        }
        _ => set(cx, Scene::Over),
    }
}

/// The places on top of a pile that have not been decided yet: of `n` the upper `done` have.
fn region(len: usize, n: u8, done: u8) -> (usize, usize) {
    (len.saturating_sub(usize::from(n)), len.saturating_sub(usize::from(done)))
}

fn drawn_cards(g: &GameState, n: u8, done: u8) -> Vec<CardKind> {
    let known = &g.core.deck.known;
    let (first, last) = region(known.len(), n, done);
    known[first..last].iter().map(|known| known.card).collect()
}

fn drawn_tiles(g: &GameState, n: u8, done: u8) -> Vec<PieceId> {
    let known = &g.core.pieces.on_top;
    let (first, last) = region(known.len(), n, done);
    known[first..last].iter().map(|known| known.piece).collect()
}

/// One of the drawn cards leaves the deck.
fn take_card(cx: &mut Cx<'_, '_>, n: u8, card: CardKind) {
    let known = &mut cx.g.core.deck.known;
    let (first, last) = region(known.len(), n, 0);
    if let Some(place) = (first..last).find(|place| known[*place].card == card) {
        known.remove(place);
    }
}

/// Of two scoring cards only one is resolved (AMB-38-3), and never more than the game has.
fn may_score(g: &GameState) -> bool {
    g.core.scorings + g.core.scorings_due < 2
}

/// Market tiles with nothing underneath.
fn free_spaces(g: &GameState) -> impl Iterator<Item = Space> + '_ {
    let market = g.core.pieces.market.iter().enumerate();
    let spaces = market.filter(|(_, piece)| piece.is_some()).map(|(i, _)| Space(i as u8));
    spaces.filter(move |space| under(g, *space).is_none())
}

/// The red die is rolled, and so many cards or tiles are looked at.
fn use_power(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    let waiting = &mut cx.g.mods.m38_buildings_of_power.waiting;
    if let Some(place) = waiting.iter().position(|waits| *waits == (piece, seat)) {
        waiting.remove(place);
    }
    let pips = cx.pick(6, Stream::PowerDice) as u8 + 1;
    cx.emit(|_| told(Some(seat), "uses_power", vec![Ref::Piece(piece), Ref::Number(pips.into())]));
    let scene = match power(cx.g, piece) {
        Some(Power::Wisdom) => {
            let n = look_at_cards(cx, seat, pips);
            Scene::Wisdom { seat, n, scored: false }
        }
        _ => {
            let n = look_at_tiles(cx, seat, pips);
            // Without a market tile that has none underneath all of them go back.
            match free_spaces(cx.g).next() {
                Some(_) => Scene::Architecture { seat, n },
                None => Scene::Tiles { seat, n, done: 0 },
            }
        }
    };
    cx.push(Step::T80, What::Module(ModFrame::BuildingsOfPower(scene)));
}

/// Cards are drawn one by one, and lie on top again, known to the player.
fn look_at_cards(cx: &mut Cx<'_, '_>, seat: Seat, pips: u8) -> u8 {
    let mut drawn = Vec::new();
    for _ in 0..pips {
        let deck = &cx.g.core.deck;
        let pile = match deck.known.last() {
            Some(known) => known.pile,
            // With all piles empty the discard pile becomes the last one.
            None => deck.piles.iter().position(|pile| pile.left > 0).unwrap_or(PILES - 1) as u8,
        };
        let Some(card) = cx.draw_card() else { break };
        drawn.push(KnownCard { card, known_to: SeatSet::one(seat), pile });
    }
    cx.g.core.info.learned(Barrier::Shown);
    for known in drawn.iter().rev() {
        cx.g.core
            .deck
            .known
            .push(*known)
            .expect("at most six cards are looked at, and those on top are among them");
    }
    cx.emit_to(Audience::Seat(seat), |_| {
        let refs = drawn.iter().map(|known| Ref::Card(known.card)).collect();
        told(Some(seat), "sees_cards", refs)
    });
    drawn.len() as u8
}

/// The same with tiles of the tower.
fn look_at_tiles(cx: &mut Cx<'_, '_>, seat: Seat, pips: u8) -> u8 {
    let mut drawn = Vec::new();
    for _ in 0..pips {
        let Some(piece) = cx.draw_tile() else { break };
        drawn.push(KnownPiece { piece, known_to: SeatSet::one(seat) });
    }
    cx.g.core.info.learned(Barrier::Shown);
    for known in drawn.iter().rev() {
        cx.g.core
            .pieces
            .on_top
            .push(*known)
            .expect("at most six tiles are looked at, and those on top are among them");
    }
    cx.emit_to(Audience::Seat(seat), |_| {
        let refs = drawn.iter().map(|known| Ref::Piece(known.piece)).collect();
        told(Some(seat), "sees_tiles", refs)
    });
    drawn.len() as u8
}

/// A tile goes face down under the one on a space; only its player knows which.
fn hide(cx: &mut Cx<'_, '_>, seat: Seat, n: u8, piece: PieceId, space: Space) {
    let on_top = &mut cx.g.core.pieces.on_top;
    let (first, last) = region(on_top.len(), n, 0);
    if let Some(place) = (first..last).find(|place| on_top[*place].piece == piece) {
        on_top.remove(place);
    }
    cx.g.core.pieces.gone.insert(piece);
    let state = &mut cx.g.mods.m38_buildings_of_power;
    state.under[usize::from(space.0)] = Some(piece);
    state.known_to[usize::from(space.0)] = SeatSet::one(seat);
    cx.emit(|_| told(Some(seat), "hides", vec![Ref::Space(space)]));
}

fn set(cx: &mut Cx<'_, '_>, scene: Scene) {
    cx.top().what = What::Module(ModFrame::BuildingsOfPower(scene));
}
