//! What the rules work with: the state, chance, and the log.

use crate::core::agenda::{Frame, Leaving, Move, Outcome, What};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId, PieceSet};
use crate::core::chance::{Chance, Stream};
use crate::core::flat::Arr;
use crate::core::pieces::{Space, Standing};
use crate::core::score::{Rank, ScoreLine, Source};
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::{Barrier, Info};
use crate::core::step::Step;
use crate::core::{ending, paying, placing, purchase, refill, scoring, start, turn};
use crate::event::{Audience, Event, Happened};
use crate::{GameState, registry};

/// What comes from and goes to the outside while the rules work.
#[allow(missing_debug_implementations)]
pub struct Io<'a> {
    /// The source of randomness.
    pub chance: &'a mut dyn Chance,
    /// Where events go; `None` in playouts, where nobody listens.
    pub log: Option<&'a mut Vec<Event>>,
}

impl<'a> Io<'a> {
    /// Randomness from `chance`, nobody listens.
    pub fn silent(chance: &'a mut dyn Chance) -> Io<'a> {
        Io { chance, log: None }
    }
}

/// The state and the outside, as the core and the modules see them.
///
/// No operation here runs a module's hook; it changes the table or pushes a procedure.
#[allow(missing_debug_implementations)]
pub struct Cx<'a, 'b> {
    pub(crate) g: &'a mut GameState,
    pub(crate) io: &'a mut Io<'b>,
}

impl Cx<'_, '_> {
    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        self.g
    }

    /// A number below `n` from `stream`.
    pub fn pick(&mut self, n: u32, stream: Stream) -> u32 {
        let core = &mut self.g.core;
        Lots { draws: &mut core.draws, info: &mut core.info, chance: self.io.chance }.pick(n, stream)
    }

    /// Takes the next tile from the tower.
    pub(crate) fn draw_tile(&mut self) -> Option<PieceId> {
        let core = &mut self.g.core;
        let mut lots = Lots { draws: &mut core.draws, info: &mut core.info, chance: self.io.chance };
        core.pieces.draw(|n| lots.pick(n, Stream::Tower))
    }

    /// Takes the next card of the money deck; the discard pile is shuffled in when the deck is empty.
    pub(crate) fn draw_card(&mut self) -> Option<CardKind> {
        // Only looked at if somebody is told.
        if self.io.log.is_some() && self.g.core.deck.is_empty() && !self.g.core.deck.discard.is_empty() {
            self.emit(|_| Happened::Reshuffled);
        }
        let core = &mut self.g.core;
        let mut lots = Lots { draws: &mut core.draws, info: &mut core.info, chance: self.io.chance };
        core.deck.draw(|n| lots.pick(n, Stream::Money))
    }

    /// Tells everybody what happened; `happened` runs only if somebody listens.
    pub fn emit(&mut self, happened: impl FnOnce(&GameState) -> Happened) {
        self.emit_to(Audience::All, happened);
    }

    /// Tells some what happened.
    pub fn emit_to(&mut self, to: Audience, happened: impl FnOnce(&GameState) -> Happened) {
        if let Some(log) = &mut self.io.log {
            log.push(Event { to, what: happened(self.g) });
        }
    }

    /// Starts a procedure; it runs before the one that pushed it goes on.
    ///
    /// # Panics
    /// When procedures are nested deeper than any combination of modules can.
    pub fn push(&mut self, step: Step, what: What) {
        self.g.agenda.frames.push(Frame::new(step, what)).expect("the agenda is deep enough");
    }

    /// The procedure being run.
    pub(crate) fn top(&mut self) -> &mut Frame {
        self.g.agenda.frames.last_mut().expect("a procedure is running")
    }

    /// Adds points (or takes them, never below 0) outside a scoring and says why. `more` adds cells and ranks for
    /// the log. Points of a scoring are never awarded here: the core asks for them ([`Module::score`]).
    ///
    /// [`Module::score`]: crate::module::Module::score
    pub fn award(
        &mut self,
        to: impl Into<Scorer>,
        round: u8,
        source: Source,
        points: i16,
        more: impl FnOnce(&GameState) -> Why,
    ) {
        let to = to.into();
        let points = self.add_points(to, points);
        self.emit(|g| {
            let Why { reason, args, cells, rank } = more(g);
            let cells = g.cells_of(to, cells);
            Happened::Scored { line: ScoreLine { to, round, source, reason, args, points, cells, rank } }
        });
    }

    /// Adds the points of a line of a scoring.
    pub(crate) fn award_line(&mut self, mut line: ScoreLine) {
        line.points = self.add_points(line.to, line.points);
        self.emit(|_| Happened::Scored { line });
    }

    /// What was really added: a deduction stops at 0 (A-B-13).
    fn add_points(&mut self, to: Scorer, points: i16) -> i16 {
        let score = &mut self.g.core.scores[to.index()];
        let before = *score;
        *score = before.saturating_add_signed(points);
        (i32::from(*score) - i32::from(before)) as i16
    }

    /// Runs procedures until somebody has to decide or the game is over.
    pub(crate) fn settle(&mut self) {
        while let Some(at) = self.g.agenda.frames.len().checked_sub(1) {
            let Frame { step, asked, .. } = self.g.agenda.frames[at];
            if asked == 0 {
                match self.core_part(at, step) {
                    Move::Next => {}
                    Move::Again => continue,
                    Move::Ask(seats) => {
                        self.g.agenda.asking = seats;
                        return;
                    }
                    Move::Goto(step) => {
                        self.g.agenda.frames[at].step = step;
                        continue;
                    }
                    Move::Done(outcome) => {
                        self.g.agenda.frames.pop();
                        self.g.agenda.last = outcome;
                        continue;
                    }
                }
                if self.g.agenda.frames.len() > at + 1 {
                    // What the core has just pushed comes before the modules of this step.
                    self.g.agenda.frames[at].asked = 1;
                    continue;
                }
            }
            let step = self.g.agenda.frames[at].step;
            if !self.tell(at, step, asked) {
                continue;
            }
            let next = self.g.core.rules.flow.after(step);
            if next == step {
                // The table of steps ends here.
                self.g.agenda.frames.pop();
                self.g.agenda.last = Outcome::Done;
            } else {
                let frame = &mut self.g.agenda.frames[at];
                frame.step = next;
                frame.asked = 0;
            }
        }
        self.g.agenda.asking = SeatSet::EMPTY;
    }

    /// Tells the modules that listen to a step of procedure `at`, which is on top, from number `asked` on. `false` when
    /// one of them has begun something that comes first, or has changed what goes on.
    #[inline]
    pub(crate) fn tell(&mut self, at: usize, step: Step, asked: u8) -> bool {
        match self.listeners(step) & (!0u64).checked_shl(asked.into()).unwrap_or(0) {
            0 => true,
            listening => self.tell_these(at, step, listening),
        }
    }

    /// The same for these modules, a bit each.
    #[inline(never)]
    pub(crate) fn tell_these(&mut self, at: usize, step: Step, mut listening: u64) -> bool {
        while listening != 0 {
            let number = listening.trailing_zeros() as u8;
            listening &= listening - 1;
            self.top().asked = number + 1;
            registry::at(self, number, step);
            let goes_on = self.g.agenda.frames.last().is_some_and(|top| {
                self.g.agenda.frames.len() == at + 1 && top.step == step && top.asked == number + 1
            });
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The modules that have something to do in this step, a bit each.
    #[inline]
    pub(crate) fn listeners(&self, step: Step) -> u64 {
        let rules = &self.g.core.rules;
        if rules.listens.has(step) { registry::listeners(rules.modules, step) } else { 0 }
    }

    /// The core's part of the step procedure number `at` has reached.
    #[inline(always)]
    fn core_part(&mut self, at: usize, step: Step) -> Move {
        match self.g.agenda.frames[at].what {
            What::Turn => turn::run(self, at, step),
            What::SetUp => start::step(self, step),
            What::Buy(deal) => purchase::step(self, step, deal),
            What::Placing { seat, .. } => placing::ask(self, seat),
            What::Lay { seat, piece, at, turn, moved } => {
                placing::lay(self, step, seat, piece, Standing { cell: at, turn }, moved)
            }
            What::Leave { seat, piece, how } => placing::leave(self, step, seat, piece, how),
            What::Reserve { .. } | What::Moment { .. } | What::Rebuilt { .. } => Move::Next,
            What::Fill(fill) => refill::market(self, at, step, fill),
            What::Score { round } => scoring::step(self, step, round),
            What::End => ending::step(self, step),
            What::Module(own) => registry::step(self, own),
            What::Window { place } => turn::window(self, place),
            What::Pay(bill) => paying::step(self, step, bill),
            What::Redesign { seat, moves, decided } => placing::ask_redesign(self, seat, moves, decided),
            What::Draw { seat } => refill::draw_to_hand(self, seat),
            What::Display { size } => {
                let onward = match size {
                    0 => refill::display(self),
                    size => refill::fill_display(self, usize::from(size)),
                };
                if matches!(onward, Move::Next) { Move::Done(Outcome::Done) } else { onward }
            }
            What::Leftovers { space, chooses } => ending::leftovers(self, space, chooses),
        }
    }

    /// The running procedure turns into another one.
    pub(crate) fn become_frame(&mut self, frame: Frame) -> Move {
        *self.top() = frame;
        Move::Again
    }

    /// A tile leaves where it lay; modules that keep something on it are told.
    pub(crate) fn leaves(&mut self, seat: Seat, piece: PieceId, how: Leaving) {
        if self.g.core.rules.listens.has(Step::O3) {
            self.push(Step::O3, What::Leave { seat, piece, how });
        }
    }

    /// O6: another building stands on a land, that of another land or one that was drawn; modules that keep something on
    /// buildings are told.
    pub(crate) fn rebuilt(&mut self, piece: PieceId, with: Option<PieceId>) {
        if self.g.core.rules.listens.has(Step::O6) {
            self.push(Step::O6, What::Rebuilt { piece, with });
        }
    }

    /// CLOSING: what the end of a turn does for its player is done for somebody who has built out of turn.
    pub(crate) fn closing(&mut self, seat: Seat) {
        if self.g.core.rules.listens.has(Step::X1) {
            self.push(Step::X1, What::Moment { seat, value: 0 });
        }
    }

    /// Lets `seat` place what they have acquired now, out of turn.
    pub(crate) fn place_now(&mut self, seat: Seat, gifts: bool) {
        self.closing(seat);
        self.push(Step::T20, What::Placing { seat, gifts });
    }

    /// Takes the tile that is on its way to the market, if one is.
    pub(crate) fn take_drawn(&mut self) -> Option<PieceId> {
        self.g.agenda.frames.iter_mut().rev().find_map(|frame| match &mut frame.what {
            What::Fill(fill) => Some(fill.piece.take()),
            _ => None,
        })?
    }

    /// F3: if the tile on its way to the market is one of these, it is laid beside the market, and the space gets
    /// another one (rules part 2 §1.4). Says which it was and for which space it was drawn.
    pub(crate) fn lay_beside(&mut self, tiles: PieceSet) -> Option<(PieceId, Space)> {
        let What::Fill(fill) = &mut self.top().what else { return None };
        let (piece, space) = (fill.piece.filter(|piece| tiles.contains(*piece))?, fill.space);
        fill.piece = None;
        self.g.core.pieces.aside.insert(piece);
        Some((piece, space))
    }

    /// Cards leave a hand, shown to everybody.
    pub(crate) fn give_up(&mut self, seat: Seat, cards: Cards) {
        let core = &mut self.g.core;
        core.hands[seat.index()] = core.hands[seat.index()].minus(cards);
        let seen = &mut core.seen[seat.index()];
        if seen.contains_all(cards) {
            *seen = seen.minus(cards);
        } else {
            // Cards nobody had seen leave the unseen part of the hand.
            cards.each().for_each(|card| {
                seen.take(card);
            });
        }
    }

    /// Cards come into a hand, seen by everybody.
    pub(crate) fn receive(&mut self, seat: Seat, cards: Cards) {
        let core = &mut self.g.core;
        core.hands[seat.index()] = core.hands[seat.index()].plus(cards);
        core.seen[seat.index()] = core.seen[seat.index()].plus(cards);
    }

    /// A tile comes into a reserve.
    pub fn reserve(&mut self, seat: Seat, piece: PieceId) {
        self.tell_reserved(seat, piece);
        self.g.core.pieces.reserve[seat.index()].insert(piece);
        self.emit(|_| Happened::Reserved { seat, piece });
    }

    /// V1: modules are told, once what lies above on the agenda is done, that a tile has come into a reserve.
    pub(crate) fn tell_reserved(&mut self, seat: Seat, piece: PieceId) {
        if self.g.core.rules.listens.has(Step::V1) {
            self.push(Step::V1, What::Reserve { seat, piece });
        }
    }
}

/// Chance, with the part of the state that counts how often it was asked.
struct Lots<'a> {
    draws: &'a mut Arr<u16, { Stream::COUNT }>,
    info: &'a mut Info,
    chance: &'a mut dyn Chance,
}

impl Lots<'_> {
    fn pick(&mut self, n: u32, stream: Stream) -> u32 {
        self.info.learned(Barrier::Chance);
        let draw = &mut self.draws[stream as usize];
        let number = *draw;
        *draw = number.wrapping_add(1);
        let answer = self.chance.pick(n, stream, number);
        debug_assert!(answer < n);
        answer.min(n - 1)
    }
}

/// The explanation of a score line.
#[derive(Clone, Debug, Default)]
pub struct Why {
    /// A message key.
    pub reason: &'static str,
    /// The numbers that go with it.
    pub args: Vec<i16>,
    /// The tiles it is about.
    pub cells: Vec<crate::core::cell::Cell>,
    /// The place and how it was shared.
    pub rank: Option<Rank>,
}
