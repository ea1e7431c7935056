//! A decision as clients show it: options to choose from, with their consequences.

use crate::refusal::Refusal;
use crate::things::{Fault, Ref};
use crate::words;
use alhambra_rules::core::score::SCORERS;
use alhambra_rules::decision as engine;
use alhambra_rules::{
    Action, Building, GameState, Illegal, Io, ModuleId, PieceId, Quarters, Scorer, Seat, Seeded, registry,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
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
    /// Something of a module after the last action, or nothing.
    BeforePlacing,
    /// One of two tiles that are left at the end.
    Leftover,
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
            Engine::BeforePlacing => (DecisionKind::BeforePlacing, None),
            Engine::Leftover => (DecisionKind::Leftover, None),
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
    /// The place among those who have a building type changes; place 0 is having none.
    Majority {
        /// Which type.
        #[ts(type = "Building")]
        building: Building,
        /// The place now.
        from: u8,
        /// The place afterwards.
        to: u8,
        /// How many share it afterwards, this player included.
        sharing: u8,
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
    pub key: Cow<'static, str>,
    /// For a module's action: which, as module and action with a dot between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub act: Option<String>,
    /// The same in English; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
    /// Whether it does without: answers what was asked and touches nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub passes: bool,
    /// What it points at.
    pub refs: Vec<Ref>,
    /// What it leads to.
    pub effects: Vec<Effect>,
}

impl OptionView {
    /// What a choice of `seat` is, numbered 0; in words if `texts`.
    pub fn of(
        game: &GameState,
        seat: Seat,
        choice: &engine::Choice,
        names: &words::Names,
        texts: bool,
    ) -> OptionView {
        let palace = game.palace(seat);
        OptionView {
            id: 0,
            key: Cow::Borrowed(choice.key),
            act: act(choice.action),
            text: if texts { words::option(game, names, seat, choice) } else { String::new() },
            passes: choice.action.passes(),
            refs: choice.refs.iter().map(|r| Ref::of(r, palace)).collect(),
            effects: choice.effects.iter().map(Effect::from).collect(),
        }
    }
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

/// A price that is being paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Bill {
    /// What has to be paid.
    pub price: u8,
    /// What lies on the table already.
    pub paid: u16,
}

/// What cards come to that somebody would lay down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Tally {
    /// What they are worth, with everything that counts besides them.
    pub paid: u16,
    /// What has to be paid; null where only a refusal tells.
    pub price: Option<u16>,
}

/// What would become of a choice: whether it would be accepted, and what it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// Why not; nothing if it would.
    pub refusal: Option<Refusal>,
    /// What it leads to; nothing if it is refused.
    pub effects: Vec<Effect>,
    /// What its cards come to, accepted or not; nothing if it pays for nothing.
    pub tally: Option<Tally>,
}

impl CheckResult {
    /// What would become of an action of `seat`. Whoever is not asked learns no more than that.
    pub fn of(game: &GameState, seat: Seat, action: Action) -> CheckResult {
        let why = game.check(seat, &action).err();
        let refusal = why.as_ref().map(|why| Refusal::illegal(why, game, seat));
        if !game.pending().is_some_and(|pending| pending.seats.contains(seat)) {
            return CheckResult { refusal, ..CheckResult::default() };
        }
        let (pay, cards) = match action {
            Action::Buy { piece, payment } => (game.price(seat, piece), Some(payment)),
            Action::Pay { payment } => (game.owed().map(|(pay, _)| pay), Some(payment)),
            Action::Module(_) if why.as_ref().is_none_or(about_money) => {
                (None, game.choice(seat, action).pays)
            }
            _ => (None, None),
        };
        let price = match (&pay, &why) {
            (Some(pay), _) => Some(u16::from(pay.price)),
            (None, Some(Illegal::TooLittle { price, .. } | Illegal::NotExact { price, .. })) => Some(*price),
            _ => None,
        };
        let credit = pay.as_ref().map_or(0, |pay| u16::from(pay.credit()));
        let tally = cards.map(|cards| Tally { paid: cards.total() + credit, price });
        let effects = match (&why, pay, cards) {
            (Some(_), ..) => Vec::new(),
            (None, Some(pay), Some(cards)) => match pay.check(game.hand(seat), cards) {
                Ok(paid) if paid.exact && matches!(action, Action::Buy { .. }) => vec![Effect::ExtraAction],
                Ok(paid) if paid.exact => vec![Effect::Exact],
                Ok(paid) => vec![Effect::Lost { amount: paid.excess }],
                Err(_) => Vec::new(),
            },
            _ => game.choice(seat, action).effects.iter().map(Effect::from).collect(),
        };
        CheckResult { refusal, effects, tally }
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
    /// Cells next to the palace where tiles to be placed, or tiles of the reserve that could be laid, do not fit.
    pub misfits: Vec<Misfit>,
    /// What is being paid, if it is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bill: Option<Bill>,
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
        let mut places = Places::new(game, decision.seat);
        let option = |(id, choice): (usize, &engine::Choice)| {
            let mut option = OptionView::of(game, decision.seat, choice, names, texts);
            option.id = id as u16;
            option.effects.extend(places.after(choice.action));
            option
        };
        let misfit = |refused: &engine::Refused| Misfit {
            piece: refused.piece,
            at: palace.coords(refused.cell),
            fault: Fault::of(&refused.fault, palace),
        };
        let (kind, module) = DecisionKind::of(decision.kind);
        let owed = game.owed().filter(|_| kind == DecisionKind::Payment);
        DecisionView {
            seat: decision.seat,
            kind,
            module,
            options: decision.choices.iter().enumerate().map(option).collect(),
            misfits: decision.refused.iter().chain(&idle(game, decision)).map(misfit).collect(),
            bill: owed.map(|(pay, laid)| Bill { price: pay.price, paid: laid.total() }),
        }
    }
}

/// The name of a module's action: the module and what it calls it.
fn act(action: Action) -> Option<String> {
    let Action::Module(own) = action else { return None };
    let (module, name) = registry::name(own);
    Some(format!("{}.{name}", module.info().slug))
}

/// Cells where tiles of the reserve do not fit, if tiles of the reserve can be laid now.
fn idle(game: &GameState, decision: &engine::Decision) -> Vec<engine::Refused> {
    let mut pieces: Vec<PieceId> = decision
        .choices
        .iter()
        .filter_map(|choice| match choice.action {
            Action::Add { piece, .. } => Some(piece),
            _ => None,
        })
        .collect();
    pieces.dedup();
    let mut refused = Vec::new();
    for piece in pieces {
        let mut verdict = game.verdict(decision.seat, piece, Quarters::ZERO);
        for turn in game.turns(decision.seat, piece).skip(1) {
            verdict.next_to = verdict.next_to.and(!game.cells_turned(decision.seat, piece, turn));
        }
        let faults = verdict.next_to.iter().filter_map(|cell| Some((cell, verdict.fault(cell)?)));
        refused.extend(faults.map(|(cell, fault)| engine::Refused { piece, cell, fault }));
    }
    refused
}

/// A tile that comes or goes, and the one it takes the place of.
type Tiles = (PieceId, Option<PieceId>);

/// The buildings of a type that everybody has, in halves: seat by seat, Dirk last.
type Halves = [[u8; SCORERS]; 6];

/// The places in the majorities now, and what laying tiles makes of them.
struct Places<'g> {
    game: &'g GameState,
    seat: Seat,
    /// Now, once something is laid.
    now: Option<Halves>,
    /// Where a tile is laid makes no difference to what it counts, so each is tried once, and each with each it may
    /// take the place of.
    known: Vec<(Tiles, Vec<Effect>)>,
}

impl<'g> Places<'g> {
    fn new(game: &'g GameState, seat: Seat) -> Places<'g> {
        Places { game, seat, now: None, known: Vec::new() }
    }

    fn after(&mut self, action: Action) -> Vec<Effect> {
        let tiles = match action {
            Action::Place { piece, .. } | Action::Add { piece, .. } | Action::Remove { piece } => {
                (piece, None)
            }
            Action::Swap { piece, out, .. } => (piece, Some(out)),
            _ => return Vec::new(),
        };
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == tiles) {
            return known.clone();
        }
        let game = self.game;
        let now = *self.now.get_or_insert_with(|| halves(game));
        let then =
            if game.rules().modules == 0 { self.counted(action, now) } else { self.tried(action, now) };
        let change = |(i, building): (usize, Building)| {
            if now[i] == then[i] {
                return None;
            }
            let (from, to) = (place(&now[i], self.seat), place(&then[i], self.seat));
            (from != to).then_some(Effect::Majority { building, from: from.0, to: to.0, sharing: to.1 })
        };
        let effects: Vec<Effect> = Building::ALL.into_iter().enumerate().filter_map(change).collect();
        self.known.push((tiles, effects.clone()));
        effects
    }

    /// Without modules a tile counts for what stands on it, once.
    fn counted(&self, action: Action, mut halves: Halves) -> Halves {
        let (comes, goes) = match action {
            Action::Place { piece, .. } | Action::Add { piece, .. } => (Some(piece), None),
            Action::Remove { piece } => (None, Some(piece)),
            Action::Swap { piece, out, .. } => (Some(piece), Some(out)),
            _ => (None, None),
        };
        let of = |piece: Option<PieceId>| piece.and_then(|piece| self.game.building_on(piece));
        if let Some(building) = of(comes) {
            halves[building.index()][self.seat.index()] += 2;
        }
        if let Some(building) = of(goes) {
            halves[building.index()][self.seat.index()] -= 2;
        }
        halves
    }

    /// With modules only the rules can tell: it is tried on a copy.
    fn tried(&self, action: Action, now: Halves) -> Halves {
        let mut game = self.game.clone();
        let mut chance = Seeded::new(0);
        let laid = game.apply(self.seat, action, &mut Io { chance: &mut chance, log: None });
        if laid.is_ok() { halves(&game) } else { now }
    }
}

fn halves(game: &GameState) -> Halves {
    let book = game.counts();
    Building::ALL.map(|building| {
        let mut all = [0; SCORERS];
        for scorer in game.rules().seats().map(Scorer::Seat).chain([Scorer::Dirk]) {
            all[scorer.index()] = book.halves(scorer, building);
        }
        all
    })
}

/// Place and number of sharers of a seat in a building type; place 0 without any.
fn place(all: &[u8; SCORERS], seat: Seat) -> (u8, u8) {
    let own = all[seat.index()];
    let count = |with: &dyn Fn(u8) -> bool| all.iter().filter(|n| with(**n)).count() as u8;
    if own == 0 { (0, 0) } else { (1 + count(&|n| n > own), count(&|n| n == own)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{Quick, Setup};

    /// Counting tells what trying tells, for every tile of every decision of whole games.
    #[test]
    fn without_modules_a_tile_counts_for_what_stands_on_it() {
        let (mut seen, mut actions) = (0, Vec::new());
        for seed in 0..6 {
            let setup = Setup::players(2 + seed as usize % 4);
            let mut chance = Seeded::new(seed);
            let mut game = GameState::new(&setup, &mut Io::silent(&mut chance)).unwrap();
            let mut dice = Quick::new(seed);
            while let Some(seat) = game.to_move() {
                game.legal(seat, &mut actions);
                let places = Places::new(&game, seat);
                let now = halves(&game);
                for action in &actions {
                    if matches!(
                        action,
                        Action::Place { .. }
                            | Action::Add { .. }
                            | Action::Remove { .. }
                            | Action::Swap { .. }
                    ) {
                        // Others may get something by what follows; the player who lays gets this.
                        let own = |halves: Halves| halves.map(|all| all[seat.index()]);
                        let (counted, tried) = (places.counted(*action, now), places.tried(*action, now));
                        assert_eq!(own(counted), own(tried), "{action:?}");
                        seen += 1;
                    }
                }
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}
