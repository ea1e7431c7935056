//! Thinking time at a table: whose time runs, how much is left, and what others may see of it.

use super::TableState;
use crate::session::Session;
use alhambra_protocol::{Clock, ClockState, Pace, Phase};
use alhambra_rules::Seat;
use serde::{Deserialize, Serialize};

/// What the date may have taken from nobody, in milliseconds.
const LAST_HOUR: u64 = 3_600_000;

/// By how much the clocks of servers may differ that share a store, in milliseconds.
const SKEW: u64 = 60_000;

/// Thinking time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ThinkingTime {
    left: Vec<u64>,
    since: u64,
    running: Vec<Seat>,
    up: Vec<Seat>,
}

/// What a line does to the clock.
#[derive(Debug)]
pub(super) enum ClockChange {
    Start,
    /// Time has gone by; somebody may have acted.
    Go(Option<Seat>),
}

impl TableState {
    pub(super) fn change_clock(&mut self, at: u64, change: Option<ClockChange>) {
        match change {
            Some(ClockChange::Start) => self.start_clock(at),
            Some(ClockChange::Go(acted)) => self.advance_clock(at, acted),
            None => {}
        }
    }

    fn start_clock(&mut self, at: u64) {
        let seconds = match self.options.clock {
            Clock::None => return,
            Clock::PerMove { seconds } | Clock::Budget { seconds, .. } => seconds,
        };
        self.clock = ThinkingTime {
            left: vec![u64::from(seconds) * 1000; self.seats.len()],
            since: at,
            running: self.asked(),
            up: Vec::new(),
        };
    }

    /// Time goes by for those who were asked; whoever acted gets what the clock gives for it.
    fn advance_clock(&mut self, at: u64, acted: Option<Seat>) {
        if self.options.clock == Clock::None {
            return;
        }
        let gone = at.saturating_sub(self.clock.since);
        for seat in std::mem::take(&mut self.clock.running) {
            if let Some(left) = self.clock.left.get_mut(seat.index()) {
                *left = left.saturating_sub(gone);
            }
        }
        if let Some(left) = acted.and_then(|seat| self.clock.left.get_mut(seat.index())) {
            match self.options.clock {
                Clock::PerMove { seconds } => *left = u64::from(seconds) * 1000,
                Clock::Budget { increment, .. } => *left += u64::from(increment) * 1000,
                Clock::None => {}
            }
        }
        self.clock.up.retain(|seat| Some(*seat) != acted);
        self.clock.since = at;
        self.clock.running = self.asked();
    }

    /// The clock goes on after a pause.
    pub(super) fn restart_clock(&mut self, at: u64) {
        self.clock.since = at;
        self.open_clock = None;
    }

    /// What counts of the time since the clock was set last, if nobody measured it: it was set before `from`, or by a date
    /// that is still to come.
    pub(crate) fn unmeasured(&self, from: u64, now: u64) -> Option<u64> {
        let runs = self.options.clock != Clock::None && !self.clock.running.is_empty();
        let measured = (from..=now + SKEW).contains(&self.clock.since);
        (runs && self.phase == Phase::Playing && !measured).then(|| match self.options.pace {
            // Nobody could play; nobody is to lose by it.
            Pace::Live => 0,
            // Days go by whether a server runs or not.
            Pace::ByTurns => now.saturating_sub(self.clock.since),
        })
    }

    /// The clock goes on after the server was away. A date that leapt meanwhile takes nobody's last hour.
    pub(super) fn awaken(&mut self, at: u64, counted: u64) {
        for seat in &self.clock.running {
            if let Some(left) = self.clock.left.get_mut(seat.index()) {
                *left -= counted.min(left.saturating_sub(LAST_HOUR));
            }
        }
        self.restart_clock(at);
    }

    pub(super) fn asked(&self) -> Vec<Seat> {
        // In a window that closes by itself nobody's clock runs.
        if self.timed_window().is_some() {
            return Vec::new();
        }
        let pending = self.session.as_ref().and_then(|session| session.game.pending());
        pending.map_or_else(Vec::new, |p| p.seats.iter().collect())
    }

    /// The clock as a viewer sees it: like the game, it tells nothing of a veiled turn.
    pub(crate) fn clock(&self, viewer: Option<Seat>, now: u64) -> Option<ClockState> {
        let veiled = self.session.as_ref().and_then(Session::veiled);
        let clock = self.open_clock.as_ref().filter(|_| viewer != veiled).unwrap_or(&self.clock);
        (self.options.clock != Clock::None && !clock.left.is_empty()).then(|| ClockState {
            running: clock.running.clone(),
            left: clock.left.clone(),
            age: now.saturating_sub(clock.since),
        })
    }

    /// The next person whose time runs out, and when.
    pub(crate) fn next_time_up(&self) -> Option<(Seat, u64)> {
        if self.options.clock == Clock::None || self.phase != Phase::Playing {
            return None;
        }
        let due =
            |seat: &Seat| self.clock.left.get(seat.index()).map(|left| (*seat, self.clock.since + left));
        let person = |seat: &&Seat| self.seats.get(seat.index()).is_some_and(|p| p.bot_level().is_none());
        let running = self.clock.running.iter().filter(|seat| !self.clock.up.contains(seat)).filter(person);
        running.filter_map(due).min_by_key(|(_, at)| *at)
    }

    pub(super) fn time_runs_out(&mut self, seat: Seat) {
        self.clock.up.push(seat);
    }

    /// Whether somebody has thought longer than they may.
    pub(crate) fn time_is_up(&self, seat: Seat) -> bool {
        self.clock.up.contains(&seat)
    }
}
