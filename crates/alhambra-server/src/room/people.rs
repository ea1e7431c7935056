//! The people at a table: who comes in, sits down, asks something, and leaves.

use super::{Attach, Client, Room, Sat};
use crate::deed::Deed;
use crate::secret::Hashed;
use crate::table::Role;
use crate::{asks, tell};
use alhambra_protocol::{Hello, Phase, Refusal, RefusalCode, Request, ServerMessage};
use alhambra_rules::{Seat, SeatSet};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// How many connections a table may have, spectators included.
const CONNECTIONS: usize = 1000;

impl Room {
    pub(super) async fn attach(&mut self, attach: Attach) {
        let Attach { key, id, hello, out, answer } = attach;
        let role = match self.welcome(&hello).await {
            Ok(role) => role,
            Err(why) => {
                let _ = answer.send(Err(why));
                return;
            }
        };
        let viewing = first_look(&role);
        let name: String =
            hello.name.unwrap_or_default().trim().chars().take(alhambra_protocol::MAX_NAME).collect();
        let token = hello.token.as_deref().map(Hashed::of);
        let before = self.here();
        let client = Client {
            key,
            out,
            said: Mutex::default(),
            token,
            role,
            viewing,
            texts: hello.texts,
            name,
            lost: AtomicBool::new(false),
            forged: 0,
            shown: 0,
        };
        let missed = match hello.after {
            Some(after) => tell::missed(self, &client, after).await,
            None => Ok(Vec::new()),
        };
        let snapshot = missed.map(|missed| tell::snapshot(self, &client, Some(id), missed));
        match snapshot {
            Ok(message) => {
                client.send(&message);
                self.clients.push(client);
                let _ = answer.send(Ok(()));
                if before != self.here() {
                    self.tell_table();
                }
            }
            Err(why) => {
                let _ = answer.send(Err(why));
            }
        }
    }

    async fn welcome(&mut self, hello: &Hello) -> Result<Role, Refusal> {
        self.load().await?;
        if self.clients.len() >= CONNECTIONS {
            return Err(Refusal::new(
                RefusalCode::Full,
                "too many people are at this table; try again later",
            ));
        }
        let token = hello.token.as_deref().map(Hashed::of);
        let known =
            |room: &Room, token: &Hashed| room.table.as_ref().is_some_and(|t| t.role(token).is_some());
        if self.shared.store.shared() && token.as_ref().is_some_and(|token| !known(self, token)) {
            // Somebody may have sat down at another server a moment ago.
            self.catch_up().await?;
        }
        let Some(table) = self.table.as_ref() else { return Ok(Role::default()) };
        match &token {
            Some(token) => table.role(token).ok_or_else(|| table.not_good(token)),
            None if !table.open_to_watch() => Err(table.not_watched()),
            None => Ok(Role::default()),
        }
    }

    pub(super) async fn sit(&mut self, name: String, seat: Option<Seat>, token: Hashed) -> Sat {
        self.load().await?;
        let Some(table) = self.table.as_ref() else {
            return Err(Refusal::new(RefusalCode::Unavailable, "try again"));
        };
        if table.phase != Phase::Lobby {
            return Err(Refusal::new(RefusalCode::NotNow, "the game has begun"));
        }
        let name = asks::fine_name(&name)?;
        let open = |seat: Seat| {
            table.seats.get(seat.index()).is_some_and(|p| p.sitter == alhambra_protocol::Sitter::Open)
        };
        let free = (0..).map_while(Seat::new).take(table.seats.len()).find(|s| open(*s));
        let seat = match seat {
            Some(seat) if open(seat) => seat,
            Some(_) => return Err(Refusal::new(RefusalCode::Full, "somebody sits there already")),
            None => free.ok_or_else(|| Refusal::new(RefusalCode::Full, "no seat is free at this table"))?,
        };
        self.commit(Deed::Joined { seat, name, token }, None).await?;
        Ok((seat, self.info()))
    }

    pub(super) async fn ask(&mut self, key: u64, id: u32, request: Request) {
        let answer = match self.load().await {
            _ if !self.bucket.take() => {
                Err(Refusal::new(RefusalCode::TooFast, "too much is asked of this table; wait a moment"))
            }
            Ok(()) => asks::answer(self, key, id, request).await,
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

    /// Notes a forged request; whoever goes on with it is sent away.
    fn strike(&mut self, key: u64) {
        let Some(client) = self.clients.iter_mut().find(|client| client.key == key) else { return };
        client.forged += 1;
        if client.forged <= crate::socket::STRIKES {
            return;
        }
        let refusal = Refusal::new(RefusalCode::TooFast, "too many requests were not yours to make");
        client.send(&ServerMessage::Bye { refusal, retry: None });
        self.part(key);
    }

    /// Lets go of a connection.
    pub(super) fn part(&mut self, key: u64) {
        let before = self.here();
        self.clients.retain(|client| client.key != key);
        self.views.keep(self.clients.iter().map(|client| client.viewing));
        if before != self.here() && self.table.is_some() {
            self.tell_table();
        }
    }

    /// The client with this key.
    pub(crate) fn client(&self, key: u64) -> Option<&Client> {
        self.clients.iter().find(|client| client.key == key)
    }

    /// Seats somebody is connected for, here or at another server.
    pub(crate) fn here(&self) -> SeatSet {
        let elsewhere = self.elsewhere.iter().filter(|(node, _)| self.shared.is_alive(node));
        elsewhere.flat_map(|(_, seats)| seats.iter()).chain(self.own().iter()).collect()
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
