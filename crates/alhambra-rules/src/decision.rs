//! A decision as clients show it: options that point at things, with their consequences, and refusals with
//! their reasons. Clients never interpret an action; they show an option and hand it back.

use crate::core::below::Quarters;
use crate::core::building::{Building, Currency};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::{Cell, Side};
use crate::core::payment::{Context, PayRules};
use crate::core::pieces::{Space, Standing};
use crate::core::placing;
use crate::core::purchase::{self, Best};
use crate::core::seat::Seat;
use crate::core::terms::{Terms, Variant};
use crate::{Action, DecisionKind, GameState, ModuleId, PlaceFault, registry};
use serde::Serialize;

/// Something an option points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ref {
    /// A cell of the deciding player's palace.
    Cell(Cell),
    /// A tile.
    Piece(PieceId),
    /// A single card.
    Card(CardKind),
    /// Several cards.
    Cards(Cards),
    /// A player.
    Seat(Seat),
    /// A building type.
    Building(Building),
    /// A number.
    Number(i32),
    /// Clockwise quarter turns of the piece.
    Turn(u8),
    /// A side of the cell.
    Side(Side),
    /// A currency.
    Currency(Currency),
    /// A market space.
    Space(Space),
    /// Something of a module that is nothing of the above, under a key of that module.
    Word(ModuleId, &'static str),
}

/// What an option leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The payment is exact: another action follows.
    ExtraAction,
    /// The payment is exact; what that is worth depends on what is paid for.
    Exact,
    /// This much is paid beyond the price.
    Lost(u16),
    /// This many prices could still be paid exactly afterwards.
    Keeps(u32),
    /// The longest wall changes.
    Wall {
        /// Now.
        from: u8,
        /// Afterwards.
        to: u8,
    },
    /// The hand grows by this much.
    Money(u16),
}

/// What a module says of one of its actions; the words for it lie in its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// What it points at, in the order of the blanks {a}, {b} … of its words.
    pub refs: Vec<Ref>,
    /// The cards it lays down, if its player chooses them.
    pub pays: Option<Cards>,
}

impl From<Vec<Ref>> for Described {
    fn from(refs: Vec<Ref>) -> Described {
        Described { refs, pays: None }
    }
}

impl<const N: usize> From<[Ref; N]> for Described {
    fn from(refs: [Ref; N]) -> Described {
        Described { refs: refs.into(), pays: None }
    }
}

impl FromIterator<Ref> for Described {
    fn from_iter<T: IntoIterator<Item = Ref>>(refs: T) -> Described {
        Described { refs: refs.into_iter().collect(), pays: None }
    }
}

/// Something the player can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action to hand in.
    pub action: Action,
    /// A message key.
    pub key: &'static str,
    /// What it points at.
    pub refs: Vec<Ref>,
    /// The cards it lays down, if its player chooses them.
    pub pays: Option<Cards>,
    /// What it leads to.
    pub effects: Vec<Effect>,
}

/// A cell where a tile may not be laid, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The tile.
    pub piece: PieceId,
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub fault: PlaceFault,
}

/// A decision of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Who decides.
    pub seat: Seat,
    /// What kind it is.
    pub kind: DecisionKind,
    /// What can be done; payments for one tile stand together, best first.
    pub choices: Vec<Choice>,
    /// Cells next to the palace where tiles to be placed do not fit.
    pub refused: Vec<Refused>,
}

impl GameState {
    /// The decision of `seat`; `None` if it is not asked.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let pending = self.pending()?;
        if !pending.seats.contains(seat) {
            return None;
        }
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        if let (DecisionKind::Payment, Some((pay, _))) = (pending.kind, self.owed())
            && !pay.any_mix
        {
            let choices = self.payments(seat, &pay);
            return Some(Decision { seat, kind: pending.kind, choices, refused: Vec::new() });
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut priced = None;
        for action in actions {
            match action {
                // All payments for a tile are ranked together when its first one comes up.
                Action::Buy { piece, .. } if priced == Some(piece) => {}
                Action::Buy { piece, .. } => {
                    priced = Some(piece);
                    if let Some(pay) = self.price(seat, piece) {
                        choices.extend(self.purchases(seat, piece, &pay));
                    }
                }
                _ => choices.push(self.described(seat, action, true)),
            }
        }
        let refused = match pending.kind {
            DecisionKind::PlaceTile => self.refusals(seat),
            _ => Vec::new(),
        };
        Some(Decision { seat, kind: pending.kind, choices, refused })
    }

    fn purchases(&self, seat: Seat, piece: PieceId, pay: &PayRules) -> impl Iterator<Item = Choice> + use<> {
        pay.offers(self.hand(seat)).into_iter().map(move |offer| Choice {
            action: Action::Buy { piece, payment: offer.payment },
            key: "buy",
            refs: vec![Ref::Piece(piece), Ref::Cards(offer.payment)],
            pays: Some(offer.payment),
            effects: if offer.exact {
                vec![Effect::ExtraAction, Effect::Keeps(offer.keeps)]
            } else {
                vec![Effect::Lost(offer.lost), Effect::Keeps(offer.keeps)]
            },
        })
    }

    /// The ways to pay what is owed, best first.
    fn payments(&self, seat: Seat, pay: &PayRules) -> Vec<Choice> {
        let offers = pay.offers(pay.funds(self.hand(seat))).into_iter();
        offers
            .map(|offer| Choice {
                action: Action::Pay { payment: offer.payment },
                key: "pay",
                refs: vec![Ref::Cards(offer.payment)],
                pays: Some(offer.payment),
                effects: if offer.exact {
                    vec![Effect::Exact, Effect::Keeps(offer.keeps)]
                } else {
                    vec![Effect::Lost(offer.lost), Effect::Keeps(offer.keeps)]
                },
            })
            .collect()
    }

    /// What an answer of `seat` to the decision at hand is, whether or not it is listed. What is not allowed leads
    /// nowhere, but it can be spoken of.
    pub fn choice(&self, seat: Seat, action: Action) -> Choice {
        self.described(seat, action, self.check(seat, &action).is_ok())
    }

    fn described(&self, seat: Seat, action: Action, allowed: bool) -> Choice {
        let wall = |out, laid| {
            if !allowed {
                return Vec::new();
            }
            let to = placing::wall_after(self, seat, out, laid);
            vec![Effect::Wall { from: self.longest_wall(seat), to }]
        };
        let spot = |piece, at, turn: Quarters| {
            let mut refs = vec![Ref::Piece(piece), Ref::Cell(at)];
            refs.extend((turn > Quarters::ZERO).then_some(Ref::Turn(turn.get())));
            refs
        };
        let (key, refs, effects) = match action {
            Action::Take(set) => {
                let taken = self.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
                let cards: Cards = taken.map(|(_, card)| *card).collect();
                ("take", vec![Ref::Cards(cards)], vec![Effect::Money(cards.total())])
            }
            Action::Buy { piece, payment } => {
                ("buy", vec![Ref::Piece(piece), Ref::Cards(payment)], Vec::new())
            }
            Action::Add { piece, at, turn } => {
                ("add", spot(piece, at, turn), wall(None, Some((piece, Standing { cell: at, turn }))))
            }
            Action::Place { piece, at, turn } => {
                ("place", spot(piece, at, turn), wall(None, Some((piece, Standing { cell: at, turn }))))
            }
            Action::Move { piece, at, turn } => {
                ("move", spot(piece, at, turn), wall(Some(piece), Some((piece, Standing { cell: at, turn }))))
            }
            Action::Remove { piece } => ("remove", vec![Ref::Piece(piece)], wall(Some(piece), None)),
            Action::Swap { piece, out, turn } => {
                let cell = self.pieces().standing[out.index()].cell;
                let mut refs = vec![Ref::Piece(piece), Ref::Piece(out), Ref::Cell(cell)];
                refs.extend((turn > Quarters::ZERO).then_some(Ref::Turn(turn.get())));
                ("swap", refs, wall(Some(out), Some((piece, Standing { cell, turn }))))
            }
            Action::Target { piece, variant } => ("target", self.target_refs(piece, variant), Vec::new()),
            Action::Pay { payment } => ("pay", vec![Ref::Cards(payment)], Vec::new()),
            Action::PayCard { card } => ("pay_card", vec![Ref::Card(card)], Vec::new()),
            Action::Modify { by, value } => match self.modifier_word(by, value) {
                Some(word) => ("modify", vec![Ref::Word(by, word)], Vec::new()),
                None => ("modify_nothing", Vec::new(), Vec::new()),
            },
            Action::TakeTile { piece } => ("take_tile", vec![Ref::Piece(piece)], Vec::new()),
            Action::Decline => ("decline", Vec::new(), Vec::new()),
            Action::Reserve { piece } => ("reserve", vec![Ref::Piece(piece)], Vec::new()),
            Action::Gift { piece } => ("gift", vec![Ref::Piece(piece)], Vec::new()),
            Action::EndTurn => ("end_turn", Vec::new(), Vec::new()),
            Action::Module(own) => {
                let Described { refs, pays } = registry::describe(self, seat, own);
                return Choice { action, key: "module", refs, pays, effects: Vec::new() };
            }
            Action::Pass => ("pass", Vec::new(), Vec::new()),
        };
        let pays = match action {
            Action::Buy { payment, .. } | Action::Pay { payment } => Some(payment),
            _ => None,
        };
        Choice { action, key, refs, pays, effects }
    }

    /// How many open sides the palace turns to empty ground, now and after a tile is laid, moved, exchanged or taken off;
    /// `None` for anything else.
    pub fn open_sides(&self, seat: Seat, action: Action) -> Option<[u8; 2]> {
        let stood = |piece: PieceId| self.pieces().standing[piece.index()].cell;
        let (out, laid) = match action {
            Action::Place { piece, at, turn } | Action::Add { piece, at, turn } => {
                (None, Some((piece, Standing { cell: at, turn })))
            }
            Action::Move { piece, at, turn } => (Some(piece), Some((piece, Standing { cell: at, turn }))),
            Action::Swap { piece, out, turn } => {
                (Some(out), Some((piece, Standing { cell: stood(out), turn })))
            }
            Action::Remove { piece } => (Some(piece), None),
            _ => return None,
        };
        Some([placing::open_after(self, seat, None, None), placing::open_after(self, seat, out, laid)])
    }

    /// How a target would be paid for at best, whatever modules add to it; `None` if in no way.
    pub fn best_deal(&self, seat: Seat, piece: PieceId, variant: Variant) -> Option<Best> {
        let offered = purchase::offer(self, seat, piece, Context::Tile, Terms::variant(variant))?;
        purchase::best(self, seat, &offered, 0)
    }

    /// Cells next to the palace where the bought tiles do not fit in any turn, with the reason for the upright one.
    fn refusals(&self, seat: Seat) -> Vec<Refused> {
        let mut refused = Vec::new();
        for piece in self.pieces().bought[seat.index()].iter() {
            let mut verdict = self.verdict(seat, piece, Quarters::ZERO);
            for turn in self.turns(seat, piece).skip(1) {
                verdict.next_to = verdict.next_to.and(!self.cells_turned(seat, piece, turn));
            }
            refused.extend(
                verdict
                    .next_to
                    .iter()
                    .filter_map(|cell| verdict.fault(cell).map(|fault| Refused { piece, cell, fault })),
            );
        }
        refused
    }
}
