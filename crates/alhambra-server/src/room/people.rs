//! The people at a table: who comes in, sits down, asks something, and leaves.

use super::{Attach, Client, Mail, Room, Sat};
use crate::limits::Bucket;
use crate::log_entry::LogEntry;
use crate::past::Past;
use crate::secret::Hashed;
use crate::table::{Present, Role};
use crate::{broadcast, names, requests};
use alhambra_protocol::{Hello, Phase, Refusal, RefusalCode, Request, ServerMessage, Why};
use alhambra_rules::{Seat, SeatSet};
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;

/// How many connections somebody with a seat may have: beyond it the oldest goes, so that they can always come back.
const DEVICES: usize = 16;

/// All who watch a table may ask as much as this many connections; so may all devices of one seat.
pub(crate) const SPECTATORS_SHARE: u32 = 5;
const DEVICES_SHARE: u32 = 2;

/// How often the log is read for somebody who comes back while the game goes on.
const READS: u32 = 3;

/// Who has a rate of their own at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    Seat(Seat),
    Host,
    Watchers,
}

impl Room {
    pub(super) async fn attach(&mut self, attach: Attach) {
        let role = match self.welcome(attach.who, &attach.hello).await {
            Ok(role) => role,
            Err(why) => {
                let _ = attach.answer.send(Err(why));
                return;
            }
        };
        let viewing = first_look(&role);
        let Some(attach) = self.with_what_was_missed(attach, role, viewing) else { return };
        let Attach { key, id, who, hello, out, missed, answer } = attach;
        // Nobody is kept from watching by a name; one that cannot be shown is none.
        let name = names::fine(hello.name.as_deref().unwrap_or_default()).unwrap_or_default();
        let token = hello.token.as_deref().map(Hashed::of);
        let client = Client {
            key,
            who,
            out,
            token,
            role,
            viewing,
            texts: hello.texts,
            name,
            lost: AtomicBool::new(false),
            forged: 0,
            shown: 0,
        };
        let gap = broadcast::Gap { missed: missed.blocks, taken_back_to: missed.taken_back_to };
        client.send(&broadcast::snapshot(self, &client, Some(id), gap));
        if hello.glance {
            let _ = answer.send(Ok(()));
            return;
        }
        self.make_room_for(&client);
        self.clients.push(client);
        let _ = answer.send(Ok(()));
        if self.look_round() {
            self.broadcast_table();
        }
    }

    /// Somebody who comes with all they missed. What is not there yet is read beside the room; they come again with it, and
    /// nobody else waits for them.
    fn with_what_was_missed(&self, mut attach: Attach, role: Role, viewing: Option<Seat>) -> Option<Attach> {
        let taken_back_to =
            self.table.as_ref().and_then(|table| broadcast::taken_back(table, role, &attach.hello));
        if attach.missed.taken_back_to != taken_back_to {
            attach.missed.blocks.clear();
        }
        attach.missed.taken_back_to = taken_back_to;
        // What was done in the place of something that was taken back is news, whatever its number.
        let after = attach.hello.after.map(|after| taken_back_to.map_or(after, |keep| keep.min(after)));
        let Some(after) = after else { return Some(attach) };
        let past = Past::of(self, viewing, attach.hello.texts);
        let known = past.as_ref().map_or(0, |past| past.known);
        let missed = &mut attach.missed;
        if missed.viewing != viewing {
            missed.blocks.clear();
        }
        // Something may have been taken back since.
        missed.blocks.retain(|block| block.action <= known);
        missed.viewing = viewing;
        let read = missed.blocks.last().map_or(after, |block| block.action);
        // Where the game goes on faster than its log is read, a piece of the story is missing, and nothing else.
        let past = past.filter(|_| read < known && missed.reads < READS);
        let Some(past) = past.filter(|_| self.hub.may_look_back(attach.who).is_ok()) else {
            return Some(attach);
        };
        missed.reads += 1;
        let post = self.post.clone();
        tokio::spawn(async move {
            match past.blocks(read + 1, known).await {
                Ok(mut blocks) => attach.missed.blocks.append(&mut blocks),
                Err(why) => return drop(attach.answer.send(Err(why))),
            }
            // A room that has ended drops it, and with it the answer.
            let _ = post.send(Mail::Attach(Box::new(attach))).await;
        });
        None
    }

    async fn welcome(&mut self, who: IpAddr, hello: &Hello) -> Result<Role, Refusal> {
        // They may have come before they were banned, and said nothing until now.
        if self.hub.bans.has(who) {
            return Err(crate::socket::banned());
        }
        self.load().await?;
        let token = hello.token.as_deref().map(Hashed::of);
        let known =
            |room: &Room, token: &Hashed| room.table.as_ref().is_some_and(|t| t.role(token).is_some());
        if self.hub.store.shared() && token.as_ref().is_some_and(|token| !known(self, token)) {
            // Somebody may have sat down at another server a moment ago.
            self.catch_up().await?;
        }
        let Some(table) = self.table.as_ref() else { return Ok(Role::default()) };
        let role = match &token {
            Some(token) => table.role(token).ok_or_else(|| table.not_good(token))?,
            None if !table.open_to_watch() => return Err(table.not_watched()),
            None => Role::default(),
        };
        // Whoever plays always gets in: only those who watch can be too many, here or at the whole server.
        let config = &self.hub.config;
        let watching = self.clients.iter().filter(|client| client.role.watches()).count();
        let full = watching >= config.max_spectators
            || self.hub.crowd.all() > config.max_connections - config.max_connections / 10;
        if role.watches() && full {
            return Err(Refusal::new(RefusalCode::Full, Why::TableCrowded));
        }
        Ok(role)
    }

    /// Lets go of somebody's oldest connections when they come with one too many.
    fn make_room_for(&mut self, client: &Client) {
        if client.role.watches() {
            return;
        }
        let own = |other: &&Client| other.token == client.token;
        let beyond = (self.clients.iter().filter(own).count() + 1).saturating_sub(DEVICES);
        let oldest: Vec<u64> = self.clients.iter().filter(own).take(beyond).map(|other| other.key).collect();
        self.clients.retain(|other| {
            let goes = oldest.contains(&other.key);
            if goes {
                let refusal = Refusal::new(RefusalCode::Full, Why::SeatOpenTooOften);
                other.send(&ServerMessage::Bye { refusal, retry: None });
            }
            !goes
        });
    }

    pub(super) async fn sit(&mut self, name: String, seat: Option<Seat>, token: Hashed) -> Sat {
        self.load().await?;
        let Some(table) = self.table.as_ref() else {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::TryAgain));
        };
        if table.phase != Phase::Lobby {
            return Err(Refusal::new(RefusalCode::NotNow, Why::GameBegun));
        }
        if table.unsaid_lines() >= requests::MOST_LINES {
            return Err(Refusal::new(RefusalCode::Full, Why::LogFull));
        }
        self.hub.health.room_for_lines(&self.hub.store)?;
        let name = names::fine(&name)?;
        table.free_name(&name, None)?;
        let open = |seat: Seat| {
            table.seats.get(seat.index()).is_some_and(|p| p.sitter == alhambra_protocol::Sitter::Open)
        };
        let free = (0..).map_while(Seat::new).take(table.seats.len()).find(|s| open(*s));
        let seat = match seat {
            Some(seat) if open(seat) => seat,
            Some(_) => return Err(Refusal::new(RefusalCode::Full, Why::SeatTaken)),
            None => free.ok_or_else(|| Refusal::new(RefusalCode::Full, Why::NoSeatFree))?,
        };
        self.commit(LogEntry::Joined { seat, name, token }, None).await?;
        Ok((seat, self.info()))
    }

    pub(super) async fn ask(&mut self, key: u64, id: u32, request: Request) {
        let answer = match self.load().await {
            _ if !self.within_rate(key) => Err(Refusal::new(RefusalCode::TooFast, Why::TableAskedTooMuch)),
            Ok(()) => requests::answer(self, key, id, request).await,
            Err(why) => Err(why),
        };
        let forged =
            matches!(&answer, Err(why) if matches!(why.code, RefusalCode::NotYours | RefusalCode::NotHost));
        let message = match answer {
            Ok(Some(message)) => message,
            Ok(None) => return,
            Err(refusal) => ServerMessage::Refused { id: Some(id), refusal },
        };
        if let Some(client) = self.client(key) {
            client.send(&message);
        }
        if forged {
            self.strike(key);
        }
    }

    /// Whether a connection may ask once more: every seat has a rate of its own, those who watch share one.
    fn within_rate(&mut self, key: u64) -> bool {
        let per_second = self.hub.config.messages_per_second;
        let Some(whose) = self.asker(key) else { return false };
        let share = match whose {
            Asker::Watchers => SPECTATORS_SHARE,
            Asker::Seat(_) | Asker::Host => DEVICES_SHARE,
        };
        let rate = per_second.saturating_mul(share);
        if !self.rates.iter().any(|(asker, _)| *asker == whose) {
            self.rates.push((whose, Bucket::new(rate.saturating_mul(3), rate as f32)));
        }
        self.rates.iter_mut().find(|(asker, _)| *asker == whose).is_some_and(|(_, bucket)| bucket.take())
    }

    /// For whom a connection asks.
    pub(crate) fn asker(&self, key: u64) -> Option<Asker> {
        let role = self.client(key)?.role;
        Some(match role.seats.first() {
            _ if role.watches() => Asker::Watchers,
            Some(seat) => Asker::Seat(seat),
            None => Asker::Host,
        })
    }

    /// Notes a forged request; whoever goes on with it is sent away.
    fn strike(&mut self, key: u64) {
        let Some(client) = self.clients.iter_mut().find(|client| client.key == key) else { return };
        client.forged += 1;
        if client.forged <= crate::socket::STRIKES {
            return;
        }
        let refusal = Refusal::new(RefusalCode::TooFast, Why::TooManyNotYours);
        client.send(&ServerMessage::Bye { refusal, retry: None });
        self.part(key);
    }

    /// Whoever is not let in any more goes, however quietly they only listened.
    pub(super) fn send_the_banned_away(&mut self) {
        let banned = |client: &&Client| self.hub.bans.has(client.who);
        let gone: Vec<u64> = self.clients.iter().filter(banned).map(|client| client.key).collect();
        for key in gone {
            if let Some(client) = self.client(key) {
                client.send(&ServerMessage::Bye { refusal: crate::socket::banned(), retry: None });
            }
            self.part(key);
        }
    }

    /// Lets go of a connection.
    pub(super) fn part(&mut self, key: u64) {
        self.clients.retain(|client| client.key != key);
        self.views.keep(self.clients.iter().map(|client| client.viewing));
        if self.look_round() && self.table.is_some() {
            self.broadcast_table();
        }
    }

    /// The client with this key.
    pub(crate) fn client(&self, key: u64) -> Option<&Client> {
        self.clients.iter().find(|client| client.key == key)
    }

    /// Seats somebody is connected for, here or at another server.
    pub(crate) fn here(&self) -> SeatSet {
        let elsewhere = self.elsewhere.iter().filter(|(node, _)| self.hub.is_alive(node));
        elsewhere.flat_map(|(_, seats)| seats.iter()).chain(self.own().iter()).collect()
    }

    /// Notes who has come and who has gone; whether that is news.
    pub(super) fn look_round(&mut self) -> bool {
        let here = self.here();
        let before = std::mem::replace(&mut self.seen, here);
        let now = self.hub.now();
        self.went.retain(|(seat, _)| !here.contains(*seat));
        self.went.extend(before.iter().filter(|seat| !here.contains(*seat)).map(|seat| (seat, now)));
        before != here
    }

    /// Who is there, and since when the others are not.
    pub(crate) fn present(&self) -> Present<'_> {
        let watching = self.clients.iter().filter(|client| client.role.seats.is_empty()).count() as u32;
        Present { here: self.here(), went: &self.went, watching }
    }

    /// Seats somebody is connected for at this server.
    pub(super) fn own(&self) -> SeatSet {
        self.clients.iter().flat_map(|client| client.role.seats.iter()).collect()
    }

    /// A token may have lost what it was good for.
    pub(super) fn check_roles(&mut self) {
        let Some(table) = self.table.as_ref() else { return };
        let open = table.open_to_watch();
        self.clients.retain_mut(|client| {
            let by_link = client.role.hand.is_some() || client.role.watch;
            let role = client.token.as_ref().and_then(|token| table.role(token));
            // Whoever lost a seat may stay and watch; whoever came by a link that was withdrawn may not.
            let stays = role.is_some() || open && !by_link;
            if !stays {
                let refusal = match &client.token {
                    Some(token) => table.not_good(token),
                    None => table.not_watched(),
                };
                client.send(&ServerMessage::Bye { refusal, retry: None });
            }
            client.role = role.unwrap_or_default();
            if client
                .viewing
                .is_some_and(|seat| !client.role.seats.contains(seat) && client.role.hand != Some(seat))
            {
                // Whoever moved up to another seat sees through their own eyes still.
                client.viewing = first_look(&client.role);
            }
            stays
        });
        self.look_round();
    }
}

/// Through whose eyes somebody sees who has just come. At a hot-seat table nobody's hand is shown before somebody looks.
fn first_look(role: &Role) -> Option<Seat> {
    match role.seats.len() {
        0 => role.hand,
        1 => role.seats.first(),
        _ => None,
    }
}
