//! The window between turns: who may act in it, how long it is open, and what was answered.
//!
//! Nobody may learn anything from how long somebody thinks about a special move. So the window is open for all who are
//! asked at once, and for the same time whatever they hold and however soon they answer; answers are kept until it closes,
//! and then given in the order of the rules. Whoever has not answered passes. Who is asked follows from what everybody
//! can see, and from who said beforehand to pass anyway.

use crate::session::Session;
use crate::table::TableState;
use alhambra_protocol::{Pace, Phase, WindowState, Windows};
use alhambra_rules::{Action, DecisionKind, GameState, Io, Seat, Seeded};
use serde::{Deserialize, Serialize};

/// How long a window is open, in milliseconds.
pub(crate) const LENGTH: u64 = 6000;

/// A window that is open.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct OpenWindow {
    /// When it opened.
    opened: u64,
    /// What was answered so far.
    answers: Vec<(Seat, Action)>,
}

impl OpenWindow {
    /// The window after something happened at `at`; `passed` is whether somebody passed in the one before.
    pub(crate) fn after(
        before: Option<OpenWindow>,
        session: Option<&Session>,
        passed: bool,
        at: u64,
    ) -> Option<OpenWindow> {
        let open = session.is_some_and(|session| in_window(&session.game));
        match before {
            _ if !open => None,
            Some(window) if passed => Some(window),
            _ => Some(OpenWindow { opened: at, answers: Vec::new() }),
        }
    }

    /// It was opened by another date, or before the server was away: then it is open for its whole time again.
    pub(crate) fn set_right(&mut self, now: u64) {
        if !(now.saturating_sub(LENGTH)..=now).contains(&self.opened) {
            self.reopen(now);
        }
    }

    /// After a pause it is open for its whole time again.
    pub(crate) fn reopen(&mut self, at: u64) {
        self.opened = at;
    }

    /// Notes an answer; a later one counts.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action) {
        self.answers.retain(|(other, _)| *other != seat);
        self.answers.push((seat, action));
    }
}

fn in_window(game: &GameState) -> bool {
    game.pending().is_some_and(|pending| pending.kind == DecisionKind::SpecialMove)
}

impl TableState {
    /// The window that closes by itself, if one is open.
    pub(crate) fn timed_window(&self) -> Option<&OpenWindow> {
        self.window.as_ref().filter(|_| self.times_windows())
    }

    /// Whether windows close by themselves here: only where somebody else could learn from waiting, and everybody can
    /// look at their own cards at the same time.
    fn times_windows(&self) -> bool {
        let tokens = || self.seats.iter().filter(|p| p.is_person()).filter_map(|p| p.token.as_ref());
        let several = tokens().nth(1).is_some();
        let shared = tokens().enumerate().any(|(n, token)| tokens().take(n).any(|other| other == token));
        self.options.windows == Windows::Timed
            && self.options.pace == Pace::Live
            && self.phase == Phase::Playing
            && several
            && !shared
    }

    /// The seats that are asked before the window closes if everybody passes, each with the game it is asked in.
    fn round(&self) -> Vec<(Seat, Box<GameState>)> {
        let Some(session) = &self.session else { return Vec::new() };
        let (mut game, mut round) = (session.game.clone(), Vec::new());
        while in_window(&game) && round.len() < self.seats.len() {
            let Some(seat) = game.to_move() else { break };
            round.push((seat, game.clone()));
            // What comes after the last one has passed is looked at by nobody.
            if game.apply(seat, Action::Pass, &mut Io::silent(&mut Seeded::new(0))).is_err() {
                break;
            }
        }
        round
    }

    /// The people who can answer in the window, each with the game they are asked in.
    fn answering(&self) -> impl Iterator<Item = (Seat, Box<GameState>)> {
        let asks = |seat: &Seat| {
            self.seats.get(seat.index()).is_some_and(|place| place.bot_level().is_none() && !place.passes)
        };
        let open = self.timed_window().is_some();
        self.round().into_iter().filter(move |(seat, _)| open && asks(seat))
    }

    /// The game somebody is asked in while a window is open, if they can still answer or answer otherwise.
    pub(crate) fn asked_in_window(&self, seat: Seat) -> Option<Box<GameState>> {
        self.timed_window()?;
        self.answering().find(|(other, _)| *other == seat).map(|(_, game)| game)
    }

    /// Whether somebody has answered in the window that is open.
    pub(crate) fn has_answered(&self, seat: Seat) -> bool {
        self.timed_window().is_some_and(|window| window.answers.iter().any(|(other, _)| *other == seat))
    }

    /// The window as a viewer sees it.
    pub(crate) fn window_state(&self, viewer: Option<Seat>, now: u64) -> Option<WindowState> {
        let window = self.timed_window()?;
        let veiled = self.session.as_ref().and_then(Session::veiled);
        let seats: Vec<Seat> = self.answering().map(|(seat, _)| seat).collect();
        let shown = veiled.is_none_or(|seat| Some(seat) == viewer) && !seats.is_empty();
        let age = now.saturating_sub(window.opened).min(LENGTH);
        shown.then_some(WindowState { seats, length: LENGTH, age })
    }

    /// When the window closes: at once if nobody has to be asked.
    pub(crate) fn window_closes(&self) -> Option<u64> {
        let window = self.timed_window()?;
        let asked = self.session.as_ref()?.game.to_move()?;
        // Bots answer by themselves when it is up to them.
        self.seats.get(asked.index()).filter(|place| place.bot_level().is_none())?;
        Some(window.opened + if self.answering().next().is_some() { LENGTH } else { 0 })
    }

    /// What the seat that is asked in a window that has closed does.
    pub(crate) fn closing_answer(&self) -> Option<(Seat, Action)> {
        let (window, session) = (self.timed_window()?, self.session.as_ref()?);
        let seat = session.game.to_move()?;
        let passes = self.seats.get(seat.index()).is_some_and(|place| place.passes);
        let given =
            window.answers.iter().find(|(other, _)| *other == seat && !passes).map(|(_, action)| *action);
        let given = given.filter(|action| session.game.check(seat, action).is_ok());
        Some((seat, given.unwrap_or(Action::Pass)))
    }
}
