//! A decision as clients show it: options to choose from, with their consequences.

use crate::things::{Fault, Ref};
use crate::words;
use alhambra_rules::decision as engine;
use alhambra_rules::{Cards, GameState, ModuleId, Palace, PieceId, Seat};
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    /// Take money, buy, redesign, or an action of a module.
    MainAction,
    /// Where bought tiles go.
    PlaceTile,
    /// Whether the turn is really over.
    ConfirmTurn,
    /// A special move between turns, or none.
    SpecialMove,
    /// Something of a module.
    Module,
    /// How a price is paid.
    Payment,
    /// A redesign beside the main action, or none.
    Redesign,
}

impl DecisionKind {
    /// The engine's kind, and the module it belongs to.
    pub(crate) fn of(kind: alhambra_rules::DecisionKind) -> (DecisionKind, Option<ModuleId>) {
        use alhambra_rules::DecisionKind as Engine;
        match kind {
            Engine::MainAction => (DecisionKind::MainAction, None),
            Engine::PlaceTile => (DecisionKind::PlaceTile, None),
            Engine::ConfirmTurn => (DecisionKind::ConfirmTurn, None),
            Engine::SpecialMove => (DecisionKind::SpecialMove, None),
            Engine::Module(module) => (DecisionKind::Module, Some(module)),
            Engine::Payment => (DecisionKind::Payment, None),
            Engine::Redesign => (DecisionKind::Redesign, None),
        }
    }
}

/// What an option leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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
}

impl From<&engine::Effect> for Effect {
    fn from(effect: &engine::Effect) -> Effect {
        match effect {
            engine::Effect::ExtraAction => Effect::ExtraAction,
            engine::Effect::Exact => Effect::Exact,
            engine::Effect::Lost(amount) => Effect::Lost { amount: *amount },
            engine::Effect::Keeps(prices) => Effect::Keeps { prices: *prices },
            engine::Effect::Wall { from, to } => Effect::Wall { from: *from, to: *to },
            engine::Effect::Money(amount) => Effect::Money { amount: *amount },
        }
    }
}

/// Something the player can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OptionView {
    /// Its number in this decision, to hand back.
    pub id: u16,
    /// What it is: take, buy, target, pay, pay_card, add, remove, swap, move, decline, place, reserve, gift,
    /// end_turn, pass, module.
    pub key: String,
    /// The same in English; empty if the client asked for no texts and the key says enough.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
    /// What it points at.
    pub refs: Vec<Ref>,
    /// What it leads to.
    pub effects: Vec<Effect>,
}

/// A cell where a tile may not be laid, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Misfit {
    /// The tile.
    #[ts(type = "PieceId")]
    pub piece: PieceId,
    /// The cell.
    #[ts(type = "Cell")]
    pub at: (i32, i32),
    /// Why.
    pub fault: Fault,
}

impl Misfit {
    fn of(refused: &engine::Refused, palace: &Palace) -> Misfit {
        let (piece, at) = (refused.piece, palace.coords(refused.cell));
        Misfit { piece, at, fault: Fault::of(&refused.fault, palace) }
    }
}

/// A decision of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DecisionView {
    /// Who decides.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What kind it is.
    pub kind: DecisionKind,
    /// The module that asks, if one does.
    #[ts(type = "ModuleId | null")]
    pub module: Option<ModuleId>,
    /// What can be done; payments for one tile stand together, best first.
    pub options: Vec<OptionView>,
    /// Cells next to the palace where tiles to be placed do not fit.
    pub misfits: Vec<Misfit>,
}

impl DecisionView {
    /// The decision of `seat`, in words if `texts`; `names` are those of the players and, last, of Dirk.
    pub fn of(
        game: &GameState,
        decision: &engine::Decision,
        names: &words::Names,
        texts: bool,
    ) -> DecisionView {
        let palace = game.palace(decision.seat);
        let option = |(id, choice): (usize, &engine::Choice)| OptionView {
            id: id as u16,
            key: choice.key.to_owned(),
            text: if texts || choice.words.is_some() {
                words::option(game, names, choice)
            } else {
                String::new()
            },
            refs: choice.refs.iter().map(|r| Ref::of(r, palace)).collect(),
            effects: choice.effects.iter().map(Effect::from).collect(),
        };
        let (kind, module) = DecisionKind::of(decision.kind);
        DecisionView {
            seat: decision.seat,
            kind,
            module,
            options: decision.choices.iter().enumerate().map(option).collect(),
            misfits: decision.refused.iter().map(|refused| Misfit::of(refused, palace)).collect(),
        }
    }
}

/// A decision on its way out: in writing it is the [`DecisionView`] that [`DecisionView::of`] would make, without making it.
#[derive(Clone, Copy, Debug)]
pub struct DecisionText<'a> {
    /// The game.
    pub game: &'a GameState,
    /// The decision.
    pub decision: &'a engine::Decision,
    /// What everybody is called.
    pub names: &'a words::Names,
    /// Whether the options come with English texts.
    pub texts: bool,
}

impl Serialize for DecisionText<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<O, M> {
            seat: Seat,
            kind: DecisionKind,
            module: Option<ModuleId>,
            options: O,
            misfits: M,
        }
        #[derive(Serialize)]
        struct Entry<R, E> {
            id: u16,
            key: &'static str,
            #[serde(skip_serializing_if = "String::is_empty")]
            text: String,
            refs: R,
            effects: E,
        }
        let DecisionText { game, decision, names, texts } = *self;
        let palace = game.palace(decision.seat);
        let (kind, module) = DecisionKind::of(decision.kind);
        let options = List(decision.choices.iter().enumerate().map(|(id, choice)| Entry {
            id: id as u16,
            key: choice.key,
            text: if texts || choice.words.is_some() {
                words::option(game, names, choice)
            } else {
                String::new()
            },
            refs: List(choice.refs.iter().map(|it| RefText::of(it, palace))),
            effects: List(choice.effects.iter().map(Effect::from)),
        }));
        let misfits = List(decision.refused.iter().map(|refused| Misfit::of(refused, palace)));
        Whole { seat: decision.seat, kind, module, options, misfits }.serialize(s)
    }
}

/// Things written one after another, without a list of them.
struct List<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.clone())
    }
}

/// A [`Ref`] on its way out.
#[derive(Serialize)]
#[serde(untagged)]
enum RefText {
    Cards {
        #[serde(rename = "type")]
        kind: &'static str,
        cards: Cards,
    },
    Other(Ref),
}

impl RefText {
    fn of(it: &engine::Ref, palace: &Palace) -> RefText {
        match it {
            engine::Ref::Cards(cards) => RefText::Cards { kind: "cards", cards: *cards },
            other => RefText::Other(Ref::of(other, palace)),
        }
    }
}
