//! How those at a table hear of what happened there, connected or not.

use super::{Client, Room};
use crate::broadcast;
use crate::notify::Turn;
use crate::table::Applied;
use crate::websocket::Frame;
use alhambra_protocol::ServerMessage;
use alhambra_rules::Seat;
use std::sync::atomic::Ordering;

impl Room {
    /// Tells everybody what a line brought about.
    pub(super) fn broadcast(&mut self, applied: Applied) {
        self.told = self.table.as_ref().map_or(self.told, |table| (table.seq, table.told()));
        if applied.table {
            self.check_roles();
        }
        if applied.renumbered {
            // It was noted by the numbers of before.
            self.went = Vec::new();
        }
        if applied.played || !applied.reveals.is_empty() {
            broadcast::update(self, &applied);
        }
        if applied.played {
            // Whoever wrote the line tells those who are away; other servers only pass it on.
            if applied.ours {
                self.notify(applied.by);
            }
        }
        if applied.anew {
            let room = &*self;
            room.clients.iter().for_each(|client| {
                client.send(&broadcast::snapshot(room, client, None, broadcast::Gap::default()))
            });
        }
        if applied.answered.is_some() {
            // Whoever answered sees on every device that it is noted.
            let room = &*self;
            let own = room.clients.iter().filter(|client| client.viewing == applied.answered);
            own.for_each(|client| {
                client.send(&broadcast::snapshot(room, client, None, broadcast::Gap::default()))
            });
        }
        if applied.table {
            self.broadcast_table();
        }
        if let Some(line) = applied.line {
            let frame = |line| Frame::of(&ServerMessage::Chat { line });
            let [silent, spoken] = [frame(line.clone()), frame(line.with_text())];
            let chat = |texts| if texts { spoken.clone() } else { silent.clone() };
            self.clients.iter().for_each(|client| client.send_frame(chat(client.texts)));
        }
    }

    /// Tells people who are away, once for each time they are asked.
    fn notify(&mut self, acted: Option<Seat>) {
        let here = self.here();
        let Some(table) = self.table.as_deref() else { return };
        let Some(pending) = table.session.as_ref().and_then(|session| session.game.pending()) else { return };
        if let Some(seat) = acted {
            self.notified = self.notified.without(seat);
        }
        let known = self.notified;
        for seat in pending.seats.iter().filter(|seat| !here.contains(*seat) && !known.contains(*seat)) {
            let place = table.seats.get(seat.index()).filter(|p| p.bot_level().is_none());
            let Some(place) = place else { continue };
            let home = self.hub.config.public_url.as_deref();
            let turn = Turn { name: &place.name, table: &self.id, home };
            if self.hub.notifier.send(&turn, place.webhook.as_deref(), place.push.as_deref()) {
                self.notified = self.notified.with(seat);
            }
        }
    }

    /// Tells everybody who sits where.
    pub(super) fn broadcast_table(&self) {
        let info = self.info();
        let seq = self.table.as_ref().map_or(0, |t| t.told());
        for client in &self.clients {
            client.send(&ServerMessage::Table { seq, table: Box::new(info.clone()), you: client.you() });
        }
    }
}

impl Client {
    /// Says something to the client; it goes out when the letter at hand has been handled.
    pub(crate) fn send(&self, message: &ServerMessage) {
        self.send_frame(Frame::to(message, self.texts));
    }

    /// The same with what others may be told as well.
    pub(crate) fn send_frame(&self, frame: Frame) {
        if !self.out.put(frame) && !self.lost.swap(true, Ordering::Relaxed) {
            metrics::counter!("alhambra_slow_clients_total").increment(1);
        }
    }
}
