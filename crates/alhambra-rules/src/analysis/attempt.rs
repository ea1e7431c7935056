//! An action that is tried before it is done: whether it would be accepted, and what its cards come to.

use crate::decision::Effect;
use crate::{Action, GameState, Illegal, Seat};
use serde::{Deserialize, Serialize};

/// What cards come to that somebody would lay down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tally {
    /// What they are worth, with everything that counts besides them.
    pub paid: u16,
    /// What has to be paid; null where only a refusal tells.
    pub price: Option<u16>,
}

/// What would become of an action: whether it would be accepted, and what it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Why not; nothing if it would.
    pub refusal: Option<Illegal>,
    /// What it leads to; nothing if it is refused.
    pub effects: Vec<Effect>,
    /// What its cards come to, accepted or not; nothing if it pays for nothing.
    pub tally: Option<Tally>,
}

impl Attempt {
    /// What would become of an action of `seat`. Whoever is not asked learns no more than that.
    pub fn of(game: &GameState, seat: Seat, action: Action) -> Attempt {
        let refusal = game.check(seat, &action).err();
        if !game.pending().is_some_and(|pending| pending.seats.contains(seat)) {
            return Attempt { refusal, ..Attempt::default() };
        }
        let (pay, cards) = match action {
            Action::Buy { piece, payment } => (game.price(seat, piece), Some(payment)),
            Action::Pay { payment } => (game.owed().map(|(pay, _)| pay), Some(payment)),
            Action::Module(_) if refusal.as_ref().is_none_or(about_money) => {
                (None, game.choice(seat, action).pays)
            }
            _ => (None, None),
        };
        let price = match (&pay, &refusal) {
            (Some(pay), _) => Some(u16::from(pay.price)),
            (None, Some(Illegal::TooLittle { price, .. } | Illegal::NotExact { price, .. })) => Some(*price),
            _ => None,
        };
        let credit = pay.as_ref().map_or(0, |pay| u16::from(pay.credit()));
        let tally = cards.map(|cards| Tally { paid: cards.total() + credit, price });
        let effects = match (&refusal, pay, cards) {
            (Some(_), ..) => Vec::new(),
            (None, Some(pay), Some(cards)) => match pay.check(game.hand(seat), cards) {
                Ok(paid) if paid.exact && matches!(action, Action::Buy { .. }) => vec![Effect::ExtraAction],
                Ok(paid) if paid.exact => vec![Effect::Exact],
                Ok(paid) => vec![Effect::Lost { amount: paid.excess }],
                Err(_) => Vec::new(),
            },
            _ => game.choice(seat, action).shown.effects,
        };
        Attempt { refusal, effects, tally }
    }
}

/// Whether only the cards that were laid down are wrong.
fn about_money(why: &Illegal) -> bool {
    matches!(
        why,
        Illegal::TooLittle { .. }
            | Illegal::NotExact { .. }
            | Illegal::NotShort { .. }
            | Illegal::CardNotAccepted { .. }
            | Illegal::CardWithoutUse { .. }
            | Illegal::CardsNotMixed { .. }
    )
}
