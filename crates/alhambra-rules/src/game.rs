//! The state of a game and the calls everything else uses: `legal`, `check`, `apply`, `view`.

use crate::core::agenda::{Agenda, Frame, What};
use crate::core::below::Quarters;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, Piece, PieceId, PieceKind, PieceSet};
use crate::core::cell::{Cell, Walls};
use crate::core::edition::Places;
use crate::core::palace::{CellSet, Ground, Palace, Verdict};
use crate::core::payment::{Context, PayRules};
use crate::core::pieces::{Pieces, Space, Standing};
use crate::core::purchase::Exactness;
use crate::core::score::{CountBook, SCORERS, ScoreLine, Source};
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::{Core, Info, Rules, Turn};
use crate::core::step::Step;
use crate::core::terms::{Terms, Variant};
use crate::core::{ending, paying, placing, purchase, scoring, start, turn};
use crate::cx::{Cx, Io};
use crate::decision::Ref;
use crate::event::Happened;
use crate::legal;
use crate::registry::{self, ModStates, ModuleId};
use crate::setup::{Setup, SetupError};
use crate::{Action, Illegal};
use serde::{Deserialize, Serialize};

/// A game at a moment when somebody has to decide, or when it is over.
///
/// Flat and without heap: a clone is one copy of a few kilobytes. It holds no seed and no hidden order; what
/// is face down is decided when it is drawn. Every player's secrets are in it, so it never leaves the server;
/// players get a [`View`](crate::view::View), bots a [`Belief`](crate::belief::Belief).
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    pub(crate) core: Core,
    pub(crate) agenda: Agenda,
    pub(crate) mods: ModStates,
}

/// The budget of architecture.md; raising it takes an ADR.
const _: () = assert!(size_of::<GameState>() <= 8192);
const _: () = assert!(size_of::<Frame>() <= 64 && size_of::<Action>() <= 40);

impl Clone for GameState {
    fn clone(&self) -> GameState {
        // Every part is Copy: this is a memcpy.
        GameState { core: self.core, agenda: self.agenda, mods: self.mods }
    }
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    /// Take money, buy, redesign, or an action of a module.
    MainAction,
    /// Where bought tiles go.
    PlaceTile,
    /// Whether the turn is really over.
    ConfirmTurn,
    /// Something of a module.
    Module,
    /// A special move between turns, or none.
    SpecialMove,
    /// How a price is paid.
    Payment,
    /// A redesign beside the main action, or none.
    Redesign,
    /// Something of a module after the last action, or nothing.
    BeforePlacing,
    /// One of two tiles that are left at the end.
    Leftover,
}

/// Who has to decide, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Asked"))]
pub struct Pending {
    /// Who; several for sealed choices.
    pub seats: SeatSet,
    /// What.
    pub kind: DecisionKind,
    /// The module that asks, if one does.
    pub module: Option<ModuleId>,
}

impl GameState {
    /// Sets up a game and plays it up to the first decision.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn new(setup: &Setup, io: &mut Io<'_>) -> Result<GameState, SetupError> {
        setup.check()?;
        let mut mods = ModStates::default();
        for (module, values) in setup.on() {
            registry::begin(module, setup, values, &mut mods)
                .map_err(|why| SetupError::Module { module, why })?;
        }
        let on = setup.on().fold(0, |set, (module, _)| set | module.bit());
        let mut rules = Rules::new(setup.players.len() as u8, setup.edition, setup.house, on, setup.confirm);
        rules.hear(registry::heard(on, &mods));
        rules.book = crate::data::book(setup)?;
        let mut core = Core::new(rules);
        core.ages = start::ages(setup.players.iter().map(|p| p.age));
        let mut g = GameState { core, agenda: Agenda::default(), mods };
        let mut cx = Cx { g: &mut g, io };
        cx.push(Step::T00, What::Turn);
        cx.push(Step::U01, What::SetUp);
        cx.settle();
        Ok(g)
    }

    /// Who has to decide, and what; `None` when the game is over.
    #[inline]
    pub fn pending(&self) -> Option<Pending> {
        let frame = self.agenda.frames.last()?;
        let (kind, module) = match frame.what {
            What::Turn if frame.step == Step::T11 => (DecisionKind::MainAction, None),
            What::Placing { .. } => (DecisionKind::PlaceTile, None),
            _ => rarer_kind(frame),
        };
        Some(Pending { seats: self.agenda.asking, kind, module })
    }

    /// The seat that has to decide next (the lowest, if several have to); `None` when the game is over.
    #[inline]
    pub fn to_move(&self) -> Option<Seat> {
        self.agenda.asking.first()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.agenda.frames.is_empty()
    }

    /// Replaces `out` by the canonical actions of `seat`: ascending, no two alike, all accepted by
    /// [`check`](GameState::check). Empty if it is not the seat's decision.
    pub fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        legal::list(self, seat, out);
    }

    /// Whether `seat` may do `action` now. Accepts every legal submission, listed or not.
    ///
    /// # Errors
    /// The rule that is broken, and what is in the way.
    pub fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        legal::check(self, seat, action)
    }

    /// Does `action` and goes on to the next decision.
    ///
    /// # Errors
    /// Why it is refused; the state is then unchanged.
    pub fn apply(&mut self, seat: Seat, action: Action, io: &mut Io<'_>) -> Result<(), Illegal> {
        self.check(seat, &action)?;
        self.apply_unchecked(seat, action, io);
        Ok(())
    }

    /// Does `action`, which must come from [`legal`](GameState::legal) or have passed
    /// [`check`](GameState::check): for search and playouts. Anything else leads to a nonsensical game.
    pub fn apply_unchecked(&mut self, seat: Seat, action: Action, io: &mut Io<'_>) {
        if self.core.info.last != Some(seat) {
            self.core.info.learned(crate::core::state::Barrier::OtherSeat);
            self.core.info.last = Some(seat);
        }
        let mut cx = Cx { g: self, io };
        match action {
            Action::Take(set) => take_money(&mut cx, seat, set),
            Action::Buy { piece, payment } => {
                let offered = purchase::offer(cx.g, seat, piece, Context::Tile, Terms::NONE);
                if let Some(offered) = offered {
                    turn::count_action(cx.g);
                    purchase::begin(&mut cx, seat, &offered, payment, Exactness::ExtraAction);
                }
            }
            Action::Target { piece, variant } => {
                let terms = Terms::variant(variant);
                if let Some(offered) = purchase::offer(cx.g, seat, piece, Context::Tile, terms) {
                    turn::count_action(cx.g);
                    purchase::begin_unpaid(&mut cx, seat, &offered, Exactness::ExtraAction);
                }
            }
            Action::Pay { .. } | Action::PayCard { .. } | Action::Modify { .. } => {
                paying::decide(&mut cx, seat, action)
            }
            Action::Add { .. } | Action::Remove { .. } | Action::Swap { .. } | Action::Move { .. } => {
                match &mut cx.top().what {
                    What::Redesign { decided, .. } => *decided = Some(true),
                    _ => turn::count_action(cx.g),
                }
                placing::redesign(&mut cx, seat, action);
            }
            Action::Decline => {
                match &mut cx.top().what {
                    What::Redesign { decided, .. } => *decided = Some(false),
                    _ => cx.g.core.turn.actions_left = 0,
                }
                cx.emit(|_| Happened::Declined { seat });
            }
            Action::Place { .. } | Action::Reserve { .. } | Action::Gift { .. } => {
                placing::decide(&mut cx, seat, action);
            }
            Action::EndTurn => cx.top().asked = 1,
            Action::Module(own) => {
                if let What::Window { place } = &mut cx.top().what {
                    // Everybody is asked again, those who passed as well.
                    *place = 0;
                }
                registry::apply(&mut cx, seat, own);
            }
            Action::Pass => match &mut cx.top().what {
                What::Window { place } => *place += 1,
                _ => cx.top().asked = 1,
            },
            Action::TakeTile { piece } => ending::take(&mut cx, piece),
        }
        cx.settle();
    }

    /// Who has won, when the game is over.
    pub fn winners(&self) -> Option<SeatSet> {
        self.is_over().then(|| ending::winners(self))
    }

    // ---- what is on the table ------------------------------------------------------------------------

    /// What was agreed before the game.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.core.rules
    }

    /// The turn being played.
    pub fn turn(&self) -> &Turn {
        &self.core.turn
    }

    /// New information so far: actions under the same number can be taken back.
    pub fn info(&self) -> Info {
        self.core.info
    }

    /// A player's palace.
    pub fn palace(&self, seat: Seat) -> &Palace {
        &self.core.palaces[seat.index()]
    }

    /// Where the tiles are.
    #[inline]
    pub fn pieces(&self) -> &Pieces {
        &self.core.pieces
    }

    /// Printed facts of a tile.
    pub fn piece(&self, piece: PieceId) -> &'static Piece {
        self.core.piece(piece)
    }

    /// The tiles that come to the market next, space by space; empty where the edition shows none.
    pub fn preview(&self) -> Vec<Option<PieceId>> {
        let mut preview = Vec::new();
        if self.core.rules.edition().preview > 0 {
            registry::preview(self, &mut preview);
        }
        preview
    }

    /// A tile in players' words, as this game has it: a land with what stands on it now.
    pub fn piece_name(&self, piece: PieceId) -> String {
        let printed = self.piece(piece);
        match self.core.pieces.building[piece.index()] {
            Some(building) if printed.kind == PieceKind::Land => format!("{building} on {}", printed.name()),
            _ => printed.name(),
        }
    }

    /// The open money cards.
    #[inline]
    pub fn display(&self) -> &[CardKind] {
        &self.core.display
    }

    /// A player's hand. Secret: views and beliefs decide who may see it.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.core.hands[seat.index()]
    }

    /// The part of a hand that everybody saw enter it and has not seen leave.
    #[inline]
    pub fn seen(&self, seat: Seat) -> Cards {
        self.core.seen[seat.index()]
    }

    /// Money cards left face down.
    pub fn deck_len(&self) -> usize {
        self.core.deck.len()
    }

    /// Where the next scoring card is among the face-down cards, counted from 1, as far as everybody knows;
    /// `None` when none is left.
    pub fn scoring_window(&self) -> Option<(usize, usize)> {
        self.core.deck.scoring_window()
    }

    /// The discard pile.
    pub fn discard(&self) -> Cards {
        self.core.deck.discard
    }

    /// Points so far.
    pub fn score(&self, of: impl Into<Scorer>) -> u16 {
        self.core.scores[of.into().index()]
    }

    /// Scorings held so far.
    pub fn scorings(&self) -> u8 {
        self.core.scorings
    }

    // ---- what would be --------------------------------------------------------------------------------

    /// What `seat` would have to pay for a tile; `None` if it is not for sale.
    #[inline]
    pub fn price(&self, seat: Seat, piece: PieceId) -> Option<PayRules> {
        purchase::price(self, seat, piece)
    }

    /// How the price at hand may be paid, and what already lies on the table; `None` if nothing is owed.
    pub fn owed(&self) -> Option<(PayRules, Cards)> {
        paying::at_hand(self)
    }

    /// A tile and the way it is bought, in players' words.
    pub fn target_name(&self, piece: PieceId, variant: Variant) -> String {
        let way = variant.map(|(by, value)| registry::say_terms(self, Some(piece), by, value));
        let words = [Some(self.piece_name(piece)), way.map(|word| word.replace('_', " "))];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The same as things to point at.
    pub(crate) fn target_refs(&self, piece: PieceId, variant: Variant) -> Vec<Ref> {
        let way = variant.map(|(by, value)| Ref::Word(by, registry::say_terms(self, Some(piece), by, value)));
        std::iter::once(Ref::Piece(piece)).chain(way).collect()
    }

    /// A modifier in players' words.
    pub fn modifier_name(&self, by: ModuleId, value: u8) -> String {
        match self.modifier_word(by, value) {
            Some(word) => word.replace('_', " "),
            None => format!("nothing of {}", by.title()),
        }
    }

    /// What a modifier means, as a word of its module; nothing for 0.
    pub(crate) fn modifier_word(&self, by: ModuleId, value: u8) -> Option<&'static str> {
        let piece = self.agenda.frames.last().and_then(|frame| match frame.what {
            What::Buy(deal) => Some(deal.piece),
            _ => None,
        });
        (value > 0).then(|| registry::say_terms(self, piece, by, value))
    }

    /// The tile on a market space, if there is one and `seat` could pay for it.
    #[inline]
    pub fn affordable(&self, seat: Seat, space: Space) -> Option<PieceId> {
        purchase::affordable(self, seat, space)
    }

    /// The first tile on the market that the cards of `seat` pay for by themselves, from a space on and around.
    #[inline]
    pub fn first_affordable(&self, seat: Seat, from: Space) -> Option<PieceId> {
        purchase::first_affordable(self, seat, from)
    }

    /// Every cell's verdict for laying `piece`, reasons kept apart.
    pub fn verdict(&self, seat: Seat, piece: PieceId, turn: Quarters) -> Verdict {
        placing::verdict(self, seat, piece, turn)
    }

    /// Where `seat` may lay `piece` upright.
    #[inline]
    pub fn cells_for(&self, seat: Seat, piece: PieceId) -> CellSet {
        placing::cells(self, seat, piece, Quarters::ZERO)
    }

    /// Where `seat` may lay `piece` after so many quarter turns.
    pub fn cells_turned(&self, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
        placing::cells(self, seat, piece, turn)
    }

    /// The turns in which `seat` may lay a piece; 0 is upright and always among them.
    pub fn turns(&self, seat: Seat, piece: PieceId) -> impl Iterator<Item = Quarters> + use<'_> {
        placing::turns(self, seat, piece)
    }

    /// A palace with everything around it: camps, half cells, gates.
    pub fn ground(&self, seat: Seat) -> Ground {
        placing::ground(self, seat)
    }

    /// The longest outer wall of a palace.
    pub fn longest_wall(&self, seat: Seat) -> u8 {
        placing::longest_wall(self, seat).0
    }

    /// The tiles `seat` may take back into the reserve.
    pub fn removable(&self, seat: Seat) -> PieceSet {
        placing::removable(self, seat)
    }

    /// The tiles of the palace that `piece` of the reserve may replace.
    pub fn replaceable(&self, seat: Seat, piece: PieceId) -> PieceSet {
        placing::replaceable(self, seat, piece, Quarters::ZERO)
    }

    /// The longest wall of `seat` after laying `piece` at `at`.
    pub fn wall_with(&self, seat: Seat, piece: PieceId, at: Cell) -> u8 {
        placing::wall_after(self, seat, None, Some((piece, Standing { cell: at, turn: Quarters::ZERO })))
    }

    /// The longest wall of `seat` after `piece`, turned like this, has taken the place of `out`.
    pub fn wall_swapped(&self, seat: Seat, piece: PieceId, out: PieceId, turn: Quarters) -> u8 {
        let cell = self.core.pieces.standing[out.index()].cell;
        placing::wall_after(self, seat, Some(out), Some((piece, Standing { cell, turn })))
    }

    /// The walls of a tile, or of the first half of a large one, as it would be laid upright: the printed ones and what was
    /// added to them.
    #[inline]
    pub fn walls(&self, piece: PieceId) -> Walls {
        placing::walls(self, piece, Quarters::ZERO)
    }

    /// What a scoring (1 to 3) would bring as things stand, line by line, every source and every scorer: what the
    /// scoring itself would award, before deductions stop at 0.
    pub fn forecast(&self, round: u8) -> Vec<ScoreLine> {
        scoring::forecast(self, round.clamp(1, 3), true)
    }

    /// The same added up for each scorer, without the explanations: for bots, which ask often.
    pub fn forecast_points(&self, round: u8) -> [i16; SCORERS] {
        let mut points = [0; SCORERS];
        for line in scoring::forecast(self, round.clamp(1, 3), false) {
            points[line.to.index()] += line.points;
        }
        points
    }

    /// What the modules alone would add in a scoring (1 to 3) as things stand, for each scorer.
    pub fn module_points(&self, round: u8) -> [i16; SCORERS] {
        scoring::module_points(self, round.clamp(1, 3))
    }

    /// The same module by module, for those that would add anything.
    pub fn points_by_module(&self, round: u8) -> Vec<(ModuleId, [i16; SCORERS])> {
        let mut points: Vec<(ModuleId, [i16; SCORERS])> = Vec::new();
        for line in scoring::module_lines(self, round.clamp(1, 3)) {
            let Source::Module(module) = line.source else { continue };
            let at = points.iter().position(|(known, _)| *known == module).unwrap_or_else(|| {
                points.push((module, [0; SCORERS]));
                points.len() - 1
            });
            points[at].1[line.to.index()] += line.points;
        }
        points.retain(|(_, points)| points.iter().any(|points| *points != 0));
        points
    }

    /// What modules say `seat` holds or has begun that will score later, in points and roughly.
    pub fn worth(&self, seat: Seat) -> i16 {
        registry::worth(self, seat)
    }

    /// Buildings as the majorities would count them now.
    pub fn counts(&self) -> CountBook {
        scoring::counts(self)
    }

    /// What the places of a building type are worth in a scoring (1 to 3) to those with `halves` half
    /// buildings of it; house rules and modules have their say.
    pub fn places(&self, round: u8, building: Building, halves: u8) -> Places {
        let round = round.clamp(1, 3);
        let table = scoring::table(self, round)[building.index()];
        self.core.rules.house.places(table, round, halves / 2)
    }
}

/// The decisions beside the two that every turn has; apart, so that asking for those stays small.
fn rarer_kind(frame: &Frame) -> (DecisionKind, Option<ModuleId>) {
    let module = match frame.what {
        What::Module(own) => Some(registry::owner(own)),
        What::Buy(_) | What::Pay(_) => paying::asking(frame),
        _ => None,
    };
    let kind = match frame.what {
        _ if module.is_some() => DecisionKind::Module,
        What::Turn if frame.step == Step::T64 => DecisionKind::ConfirmTurn,
        What::Turn if frame.step == Step::T15 => DecisionKind::BeforePlacing,
        What::Leftovers { .. } => DecisionKind::Leftover,
        What::Window { .. } => DecisionKind::SpecialMove,
        What::Buy(_) | What::Pay(_) => DecisionKind::Payment,
        What::Redesign { .. } => DecisionKind::Redesign,
        _ => DecisionKind::MainAction,
    };
    (kind, module)
}

fn take_money(cx: &mut Cx<'_, '_>, seat: Seat, set: u16) {
    turn::count_action(cx.g);
    let core = &mut cx.g.core;
    let mut cards = Cards::EMPTY;
    for place in (0..core.display.len()).rev() {
        if set >> place & 1 != 0 {
            cards.add(core.display.remove(place));
        }
    }
    if core.rules.listens.has(Step::T12a) {
        core.shared.took = cards.total().min(u16::from(u8::MAX)) as u8;
    }
    cx.receive(seat, cards);
    cx.emit(|_| Happened::TookMoney { seat, cards });
}

/// Lets a scoring take place now, for scenarios and the score calculator.
#[cfg(feature = "testkit")]
pub(crate) fn score_now(g: &mut GameState, round: u8, io: &mut Io<'_>) {
    let mut cx = Cx { g, io };
    cx.push(Step::S01, What::Score { round });
    cx.settle();
}
