//! What goes on at a table by itself: bots think, clocks run out, windows close.

use super::{Decided, Mail, Room};
use crate::bots::Asked;
use crate::experts::is_expert;
use crate::log_entry::LogEntry;
use crate::requests;
use alhambra_bots::BotKind;
use alhambra_protocol::{Phase, Refusal};
use std::net::Ipv4Addr;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

impl Room {
    /// Lets a bot think if one has to decide.
    pub(super) async fn prod_bots(&mut self) {
        if self.hub.draining.load(Ordering::Relaxed) {
            return;
        }
        let attended = !self.clients.is_empty() || !self.here().is_empty();
        if attended {
            self.attended = Instant::now();
        }
        let Some(table) = self.table.as_deref() else { return };
        let Some(session) = table.session.as_ref().filter(|_| table.phase == Phase::Playing) else { return };
        // Bots that play among themselves wait for whoever wants to look.
        let long = self.attended.elapsed() >= self.hub.config.unattended;
        if !attended && long && table.people().next().is_none() {
            return;
        }
        let Some(pending) = session.game.pending() else { return };
        let step = session.visible_to(None).step;
        if self.thinking == Some(step) {
            return;
        }
        let asked =
            pending.seats.iter().find_map(|seat| Some((seat, table.seats.get(seat.index())?.bot_level()?)));
        let Some((seat, level)) = asked else { return };
        let level = self.fair_level(level).to_owned();
        let (game, luck) = (session.game.clone(), session.luck_of_bots(seat));
        let now = self.hub.now();
        if self.hub.store.shared() && self.leased < now + crate::hub::LEASE / 2 {
            match Box::pin(self.hub.store.lease(&self.id, &self.hub.node, crate::hub::LEASE)).await {
                Ok(true) => self.leased = now + crate::hub::LEASE,
                _ => return,
            }
        }
        self.thinking = Some(step);
        let pace = if self.here().is_empty() { Duration::ZERO } else { self.hub.config.bot_pace };
        self.hub.bots.think(
            Asked { game, seat, level, luck },
            pace,
            move |action| Mail::Bot(Box::new(Decided { step, seat, action })),
            &self.post,
        );
    }

    /// The level a bot plays at: an expert only for those who do not keep too many of them busy.
    fn fair_level<'a>(&self, level: &'a str) -> &'a str {
        let most = self.hub.config.expert_tables_per_address;
        if !is_expert(level) {
            return level;
        }
        let whom = self.clients.iter().find(|client| !client.role.watches()).map(|client| client.who);
        // Those who sit at another server come from who knows where: all of them together have one share.
        let whom = whom.or((!self.here().is_empty()).then_some(Ipv4Addr::UNSPECIFIED.into()));
        if self.hub.experts.play(&self.id, whom, most) {
            return level;
        }
        tracing::debug!(table = &*self.id, "too many experts for one address; a quicker bot decides");
        BotKind::Hard.name()
    }

    /// A clock that ran while nobody measured it goes on from here: the server was away, or its date was another.
    pub(super) async fn awaken(&mut self) {
        let (from, now) = (self.hub.time.measured_from(), self.hub.now());
        let Some(counted) = self.table.as_ref().and_then(|table| table.unmeasured(from, now)) else { return };
        if self.hub.draining.load(Ordering::Relaxed) {
            return;
        }
        if let Err(why) = Box::pin(self.commit(LogEntry::Awoke { counted }, None)).await {
            tracing::warn!(table = &*self.id, why = why.text, "a clock could not be set right");
        }
    }

    /// A window closes, or somebody's time is up.
    pub(super) async fn time_up(&mut self) -> Result<(), Refusal> {
        #[cfg(all(test, feature = "client"))]
        self.hub.faults.clock()?;
        if self.table.as_ref().is_some_and(|table| table.window_closes().is_some()) {
            requests::close_window(self).await?;
            self.prod_bots().await;
        }
        let due = self.table.as_ref().and_then(|t| t.next_time_up());
        match due {
            Some((seat, at)) if at <= self.hub.now() => self.commit(LogEntry::TimeUp { seat }, None).await,
            _ => Ok(()),
        }
    }
}
