//! A decision as clients show it: options that point at things, with their consequences, and refusals with
//! their reasons. Clients never interpret an action; they show an option and hand it back.

use crate::core::below::Quarters;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::PieceId;
use crate::core::cell::{At, Cell};
use crate::core::payment::{Context, PayRules};
use crate::core::pieces::Standing;
use crate::core::placing;
use crate::core::purchase::{self, Best};
use crate::core::seat::Seat;
use crate::core::terms::{Terms, Variant};
use crate::shorten::MOST;
use crate::{Action, DecisionKind, GameState, ModuleId, PlaceFault, registry, speech};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Deref;

pub use crate::refs::{Key, Ref};

/// What an option leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// The payment is exact: another action follows.
    ExtraAction,
    /// The payment is exact; what that is worth depends on what is paid for.
    Exact,
    /// This much is paid beyond the price.
    Lost {
        /// How much.
        amount: u16,
    },
    /// This many prices could still be paid exactly afterwards; the order of payments rests on it.
    Keeps {
        /// How many.
        prices: u32,
    },
    /// The longest wall changes.
    Wall {
        /// Now.
        from: u8,
        /// Afterwards.
        to: u8,
    },
    /// The hand grows by this much.
    Money {
        /// How much.
        amount: u16,
    },
    /// The place among those who have a building type changes; place 0 is having none.
    Majority {
        /// Which type.
        building: Building,
        /// The place now.
        from: u8,
        /// The place afterwards.
        to: u8,
        /// How many share it afterwards, this player included.
        sharing: u8,
    },
    /// The number of sides without a wall that face empty ground changes.
    Open {
        /// Now.
        from: u8,
        /// Afterwards.
        to: u8,
    },
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

/// What a player can do, as clients are shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OptionView {
    /// Its number in this decision, to hand back.
    pub id: u16,
    /// What it is: take, buy, target, pay, pay_card, add, remove, swap, move, decline, place, reserve, gift,
    /// end_turn, pass, module.
    pub key: Cow<'static, str>,
    /// For a module's action: which, as module and action with a dot between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub act: Option<String>,
    /// The same in English; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub text: String,
    /// Whether it does without: answers what was asked and touches nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub passes: bool,
    /// What it points at.
    pub refs: Vec<Ref>,
    /// What it leads to.
    pub effects: Vec<Effect>,
}

/// Something a player can do: the action, and what is shown of it. Only that travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action to hand in.
    pub action: Action,
    /// The cards it lays down, if its player chooses them.
    pub pays: Option<Cards>,
    /// What clients are shown.
    pub shown: OptionView,
}

impl Deref for Choice {
    type Target = OptionView;

    fn deref(&self) -> &OptionView {
        &self.shown
    }
}

impl Choice {
    fn new(action: Action, key: Key, refs: Vec<Ref>, effects: Vec<Effect>) -> Choice {
        let pays = match action {
            Action::Buy { payment, .. } | Action::Pay { payment } => Some(payment),
            _ => None,
        };
        let act = if let Action::Module(own) = action { Some(act(own)) } else { None };
        let (key, passes) = (Cow::Borrowed(key), action.passes());
        Choice {
            action,
            pays,
            shown: OptionView { id: 0, key, act, text: String::new(), passes, refs, effects },
        }
    }
}

/// The name of a module's action: the module and what it calls it.
fn act(own: crate::registry::ModAction) -> String {
    let (module, name) = registry::name(own);
    format!("{}.{name}", module.info().slug)
}

/// A cell where a tile may not be laid, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Misfit {
    /// The tile.
    pub piece: PieceId,
    /// The cell.
    #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
    pub at: At,
    /// Why.
    pub fault: PlaceFault,
}

/// A price that is being paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bill {
    /// What has to be paid.
    pub price: u8,
    /// What lies on the table already.
    pub paid: u16,
}

/// A decision of one player. Whoever reads one that has travelled finds options in it instead of choices: the actions
/// stay behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "DecisionView", concrete(C = OptionView)))]
pub struct Decision<C = Choice> {
    /// Who decides.
    pub seat: Seat,
    /// What kind it is.
    pub kind: DecisionKind,
    /// The module that asks, if one does.
    pub module: Option<ModuleId>,
    /// What can be done; payments for one tile stand together, best first.
    pub options: Vec<C>,
    /// Cells next to the palace where tiles to be placed, or tiles of the reserve that could be laid, do not fit.
    pub misfits: Vec<Misfit>,
    /// What is being paid, if it is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub bill: Option<Bill>,
}

impl Decision {
    /// The decision with its options in words.
    #[must_use]
    pub fn spoken(mut self, speaker: &impl speech::Speaker) -> Decision {
        for choice in &mut self.options {
            choice.shown.text = speech::option(speaker, choice);
        }
        self
    }

    /// What is shown of it; the actions stay behind.
    pub fn shown(self) -> Decision<OptionView> {
        let Decision { seat, kind, module, options, misfits, bill } = self;
        let options = options.into_iter().map(|choice| choice.shown).collect();
        Decision { seat, kind, module, options, misfits, bill }
    }
}

impl GameState {
    /// The decision of `seat`; `None` if it is not asked.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let pending = self.pending()?;
        if !pending.seats.contains(seat) {
            return None;
        }
        let owed = self.owed().filter(|_| pending.kind == DecisionKind::Payment);
        let mut options = match &owed {
            // What is owed in any mix is laid card by card, unless nothing has to be laid any more.
            Some((pay, _)) if !pay.any_mix || !pay.asks_for_cards() => self.payments(seat, pay),
            _ => self.choices(seat),
        };
        options.iter_mut().zip(0..).for_each(|(choice, id)| choice.shown.id = id);
        Some(Decision {
            seat,
            kind: pending.kind,
            module: pending.module,
            misfits: self.misfits(seat, pending.kind, &options),
            options,
            bill: owed.map(|(pay, laid)| Bill { price: pay.price, paid: laid.total() }),
        })
    }

    /// What `seat` can do.
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        let mut choices: Vec<Choice> = Vec::new();
        let mut priced = None;
        for action in &actions {
            match *action {
                // All payments for a tile are ranked together when its first one comes up.
                Action::Buy { piece, .. } if priced == Some(piece) => {}
                Action::Buy { piece, .. } => {
                    priced = Some(piece);
                    if let Some(pay) = self.price(seat, piece) {
                        // Of somebody who hoards only the best are listed; the list is ascending.
                        let listed = |choice: &Choice| actions.binary_search(&choice.action).is_ok();
                        choices.extend(self.purchases(seat, piece, &pay).filter(listed));
                    }
                }
                _ => choices.push(self.described(seat, *action, true)),
            }
        }
        choices
    }

    fn purchases(&self, seat: Seat, piece: PieceId, pay: &PayRules) -> impl Iterator<Item = Choice> + use<> {
        pay.offers(self.hand(seat)).into_iter().map(move |offer| {
            let paid = if offer.exact { Effect::ExtraAction } else { Effect::Lost { amount: offer.lost } };
            let action = Action::Buy { piece, payment: offer.payment };
            let refs = vec![Ref::Piece(piece), Ref::Cards(offer.payment)];
            Choice::new(action, "buy", refs, vec![paid, Effect::Keeps { prices: offer.keeps }])
        })
    }

    /// The ways to pay what is owed, best first.
    fn payments(&self, seat: Seat, pay: &PayRules) -> Vec<Choice> {
        let offers = pay.offers(pay.funds(self.hand(seat))).into_iter();
        offers
            .take(MOST)
            .map(|offer| {
                let paid = if offer.exact { Effect::Exact } else { Effect::Lost { amount: offer.lost } };
                let action = Action::Pay { payment: offer.payment };
                let effects = vec![paid, Effect::Keeps { prices: offer.keeps }];
                Choice::new(action, "pay", vec![Ref::Cards(offer.payment)], effects)
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
        let spot = |piece, at: Cell, turn: Quarters| {
            let mut refs = vec![Ref::Piece(piece), Ref::Cell(self.at(seat, at))];
            refs.extend((turn > Quarters::ZERO).then_some(Ref::Turn(turn.get())));
            refs
        };
        let (key, refs, effects) = match action {
            Action::Take(set) => {
                let taken = self.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
                let cards: Cards = taken.map(|(_, card)| *card).collect();
                ("take", vec![Ref::Cards(cards)], vec![Effect::Money { amount: cards.total() }])
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
                let mut refs = vec![Ref::Piece(piece), Ref::Piece(out), Ref::Cell(self.at(seat, cell))];
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
                return Choice { pays, ..Choice::new(action, "module", refs, Vec::new()) };
            }
            Action::Pass => ("pass", Vec::new(), Vec::new()),
        };
        Choice::new(action, key, refs, effects)
    }

    /// How many open sides the palace turns to empty ground.
    pub fn open_sides(&self, seat: Seat) -> u8 {
        placing::open_after(self, seat, None, None)
    }

    /// The same after a tile is laid, moved, exchanged or taken off; `None` for anything else.
    pub fn open_sides_after(&self, seat: Seat, action: Action) -> Option<u8> {
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
        Some(placing::open_after(self, seat, out, laid))
    }

    /// How a target would be paid for at best, whatever modules add to it; `None` if in no way.
    pub fn best_deal(&self, seat: Seat, piece: PieceId, variant: Variant) -> Option<Best> {
        let offered = purchase::offer(self, seat, piece, Context::Tile, Terms::variant(variant))?;
        purchase::best(self, seat, &offered, 0)
    }

    /// Cells next to the palace where tiles that are to be laid, or could be, do not fit in any turn, with the reason for
    /// the upright one.
    fn misfits(&self, seat: Seat, kind: DecisionKind, choices: &[Choice]) -> Vec<Misfit> {
        let bought = self.pieces().bought[seat.index()].iter().filter(|_| kind == DecisionKind::PlaceTile);
        let mut pieces: Vec<PieceId> = bought.collect();
        for choice in choices {
            match choice.action {
                Action::Add { piece, .. } if pieces.last() != Some(&piece) => pieces.push(piece),
                _ => {}
            }
        }
        let mut misfits = Vec::new();
        for piece in pieces {
            let mut verdict = self.verdict(seat, piece, Quarters::ZERO);
            for turn in self.turns(seat, piece).skip(1) {
                verdict.next_to = verdict.next_to.and(!self.cells_turned(seat, piece, turn));
            }
            let faults = verdict.next_to.iter().filter_map(|cell| Some((cell, verdict.fault(cell)?)));
            misfits.extend(faults.map(|(cell, fault)| Misfit { piece, at: self.at(seat, cell), fault }));
        }
        misfits
    }
}
