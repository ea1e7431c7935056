//! What lies beside the market, followed by what everybody hears, and every way to pay for it.

use crate::core::building::Currency;
use crate::core::catalogue::{PieceId, PieceKind};
use crate::decision::Ref;
use crate::{Action, Cards, Event, GameState, Happened, ModuleId, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// The pieces of a module beside the spaces, as somebody knows them who listens.
pub(crate) struct Beside {
    module: ModuleId,
    drawn: Vec<PieceId>,
    at: BTreeMap<PieceId, Currency>,
    /// How many were bought.
    pub(crate) bought: usize,
}

impl Beside {
    pub(crate) fn of(module: ModuleId) -> Beside {
        Beside { module, drawn: Vec::new(), at: BTreeMap::new(), bought: 0 }
    }

    /// What was heard: which space it is follows from the tile that is laid on a space next. False once the market
    /// could not be filled any more: then a space says nothing, and the game is over.
    pub(crate) fn hear(&mut self, g: &GameState, log: &[Event]) -> bool {
        for event in log {
            match &event.what {
                Happened::Module { by, refs, .. } if *by == self.module => match refs[..] {
                    [Ref::Piece(piece), Ref::Currency(_)] => self.drawn.push(piece),
                    _ => panic!("what is drawn is named with its space: {refs:?}"),
                },
                Happened::OnMarket { currency, .. } => {
                    self.at.extend(self.drawn.drain(..).map(|piece| (piece, *currency)));
                }
                Happened::Bought { piece, .. } if self.at.remove(piece).is_some() => self.bought += 1,
                _ => {}
            }
        }
        if g.core.ending {
            return false;
        }
        let heard: BTreeSet<PieceId> = self.at.keys().copied().collect();
        assert_eq!(heard, g.core.pieces.aside.iter().collect());
        true
    }

    /// Every subset of a hand for every piece of a kind, in a main action. How many offers and payments were tried.
    pub(crate) fn every_payment(
        &self,
        g: &GameState,
        seat: Seat,
        actions: &[Action],
        kind: PieceKind,
        price: impl Fn(PieceId) -> u8,
    ) -> (usize, usize) {
        let (mut offers, mut payments) = (0, 0);
        let hand = g.hand(seat);
        let cards: Vec<_> = hand.each().collect();
        for piece in kind.pieces().iter() {
            let target = actions.contains(&Action::Target { piece, variant: None });
            let Some(currency) = self.at.get(&piece) else {
                assert!(!target && g.price(seat, piece).is_none());
                continue;
            };
            offers += 1;
            let price = price(piece);
            let rules = g.price(seat, piece).expect("what lies beside the market is for sale");
            let mut any = false;
            // Ten cards are a thousand ways.
            for way in 0..1u32 << cards.len().min(10) {
                let paid: Vec<_> = (0..cards.len()).filter(|i| way >> i & 1 != 0).map(|i| cards[i]).collect();
                let sum: u8 = paid.iter().map(|card| card.value()).sum();
                let fits = sum >= price && paid.iter().all(|card| card.currency() == Some(*currency));
                let payment: Cards = paid.into_iter().collect();
                assert_eq!(rules.check(hand, payment).is_ok(), fits, "{payment} for {price} {currency}");
                any |= fits;
                payments += 1;
            }
            assert!(cards.len() > 10 || target == any, "{hand} and {price} {currency}");
        }
        (offers, payments)
    }
}
