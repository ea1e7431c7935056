//! Where rooms are found: at most one task for each table on this server.

use crate::access::Access;
use crate::bans::Bans;
use crate::bots::Bots;
use crate::config::Config;
use crate::experts::Experts;
use crate::health::Health;
use crate::journal::{Journal, Written};
use crate::limits::{ByAddress, Connections};
use crate::log_entry::{LogEntry, LogLine};
use crate::news::News;
use crate::notify::Notifier;
use crate::outlook::Outlooks;
use crate::room::{Mail, Room};
use crate::secret;
use crate::store::{Along, Append, PAGE, Pg, Row, Store, StoreError, Told};
use crate::table::{DAY, TableState};
use crate::time::Time;
use alhambra_protocol::{Refusal, RefusalCode, TableSummary, Why};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// How long a server looks after a table before it has to say so again, in milliseconds.
pub(crate) const LEASE: u64 = 1500;

/// How often a server looks for tables nobody looks after, and for those whose time is over.
const ROUND: Duration = Duration::from_millis(500);
const ROUNDS_A_MINUTE: u32 = 120;
const ROUNDS_AN_HOUR: u32 = 60 * ROUNDS_A_MINUTE;

/// Another server that was silent for so long is taken for dead; people connected to it are away.
const SILENT: Duration = Duration::from_millis(2500);

/// How many recorded games are gone through at once: they must not keep running games waiting.
const READERS: usize = 2;

/// How many tables have their own long log read at once because they cannot go on without it.
const OWN_READERS: usize = 2;

/// How many messages may wait for a room.
const POST: usize = 64;

/// What all rooms and connections of a server share.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) journal: Journal,
    pub(crate) health: Arc<Health>,
    pub(crate) time: Time,
    pub(crate) bots: Bots,
    pub(crate) notifier: Notifier,
    /// How likely everybody was to win in games that people look at again.
    pub(crate) outlooks: Outlooks,
    /// How many recorded games may be gone through at once.
    pub(crate) readers: Semaphore,
    /// The same for tables that wait for their own: strangers who look at games keep none of them waiting.
    pub(crate) own_readers: Semaphore,
    /// The name of this server among others.
    pub(crate) node: String,
    rooms: Mutex<HashMap<Arc<str>, mpsc::Sender<Mail>>>,
    pub(crate) draining: AtomicBool,
    /// How many sockets are open.
    pub(crate) connections: AtomicUsize,
    /// Who is connected, by socket or not.
    pub(crate) crowd: Arc<Connections>,
    /// Who made tables and sat down.
    tables: ByAddress,
    /// Who asked for tables that do not exist.
    pub(crate) guesses: ByAddress,
    /// Who had the log of a game read at a table.
    looks: ByAddress,
    /// Who asked bots for advice.
    hints: ByAddress,
    /// What rooms are still to hear.
    news: Arc<News>,
    pub(crate) access: Access,
    /// Where experts play, and for whom.
    pub(crate) experts: Experts,
    /// Who is not let in.
    pub(crate) bans: Bans,
    /// Other servers on the same store, and when they were heard of.
    others: Mutex<HashMap<String, Instant>>,
    /// The last table that was told that its time is over.
    expired: Mutex<String>,
    /// What the tests let go wrong.
    #[cfg(all(test, feature = "client"))]
    pub(crate) faults: crate::room::tests::Faults,
}

impl Hub {
    /// Everything a server needs around `store`.
    pub(crate) fn new(
        config: Config,
        store: Store,
        node: String,
        access: Access,
        bans: Bans,
        notifier: Notifier,
        time: Time,
    ) -> Arc<Hub> {
        let health = Arc::new(Health::new(config.min_free));
        Arc::new(Hub {
            journal: Journal::start(&store, &health),
            health,
            time,
            bots: Bots::new(config.bot_threads, config.bot_time),
            notifier,
            outlooks: Outlooks::default(),
            readers: Semaphore::new(READERS),
            own_readers: Semaphore::new(OWN_READERS),
            node,
            rooms: Mutex::default(),
            draining: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
            crowd: Arc::default(),
            tables: ByAddress::default(),
            guesses: ByAddress::default(),
            looks: ByAddress::default(),
            hints: ByAddress::default(),
            news: Arc::default(),
            experts: Experts::default(),
            access,
            bans,
            others: Mutex::default(),
            expired: Mutex::default(),
            #[cfg(all(test, feature = "client"))]
            faults: crate::room::tests::Faults::default(),
            store,
            config,
        })
    }

    /// Whether somebody may have another table or seat, however they ask for it.
    pub(crate) fn may_have_table(&self, who: IpAddr) -> Result<(), Refusal> {
        if self.tables.take(who, self.config.tables_per_minute) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::TooFast, Why::TooManyTables))
    }

    /// Whether somebody at a table may have its log read once more.
    pub(crate) fn may_look_back(&self, who: IpAddr) -> Result<(), Refusal> {
        if self.looks.take(who, self.config.downloads_per_minute) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::TooFast, Why::TooManyLooks))
    }

    /// Whether a bot may think about somebody's question once more, at a table or about a game that is over.
    pub(crate) fn may_be_advised(&self, who: IpAddr) -> Result<(), Refusal> {
        if self.hints.take(who, self.config.hints_per_minute) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::TooFast, Why::TooManyHints))
    }

    /// Milliseconds since 1970; they never leap.
    pub(crate) fn now(&self) -> u64 {
        self.time.now()
    }

    /// The room of a table; it is opened if need be.
    pub(crate) fn room(self: &Arc<Hub>, table: &str) -> mpsc::Sender<Mail> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(post) = rooms.get(table).filter(|post| !post.is_closed()) {
            return post.clone();
        }
        let (post, mail) = mpsc::channel(POST);
        let id: Arc<str> = Arc::from(table);
        rooms.insert(id.clone(), post.clone());
        metrics::gauge!("alhambra_rooms").set(rooms.len() as f64);
        tokio::spawn(Room::run(id, self.clone(), post.clone(), mail));
        post
    }

    /// The room of a table, if it is open.
    fn open_room(&self, table: &str) -> Option<mpsc::Sender<Mail>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(table).cloned()
    }

    /// Closes the door of a room that wants to end; `false` if mail has just come.
    pub(crate) fn retire(&self, table: &Arc<str>, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if !mail.is_empty() {
            return false;
        }
        rooms.remove(table);
        self.experts.leave(table);
        metrics::gauge!("alhambra_rooms").set(rooms.len() as f64);
        true
    }

    /// Opens the door of a room again that found mail after closing it; `false` if there is another room by now.
    pub(crate) fn reopen(&self, table: &Arc<str>, post: &mpsc::Sender<Mail>) -> bool {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(table).is_some_and(|other| !other.is_closed() && !other.same_channel(post)) {
            return false;
        }
        rooms.insert(table.clone(), post.clone());
        metrics::gauge!("alhambra_rooms").set(rooms.len() as f64);
        true
    }

    /// Asks a room something.
    pub(crate) async fn ask<T>(
        self: &Arc<Hub>,
        table: &str,
        mail: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Mail,
    ) -> Result<T, Refusal> {
        let (answer, answered) = oneshot::channel();
        let gone = || Refusal::new(RefusalCode::Unavailable, Why::TableBusy);
        self.room(table).send(mail(answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// Asks a room something for somebody who only has its code. Guessing codes is made slow: whoever named too many tables
    /// that do not exist is not told about others either.
    pub(crate) async fn ask_for<T>(
        self: &Arc<Hub>,
        who: IpAddr,
        table: &str,
        mail: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Mail,
    ) -> Result<T, Refusal> {
        self.may_guess(who)?;
        let answer = self.ask(table, mail).await;
        if let Err(why) = &answer {
            self.guessed(who, why);
        }
        answer
    }

    /// Whether somebody may name another table.
    pub(crate) fn may_guess(&self, who: IpAddr) -> Result<(), Refusal> {
        match self.guesses.any(who, self.config.guesses_per_minute) {
            true => Ok(()),
            false => Err(Refusal::new(RefusalCode::TooFast, Why::TooManyGuesses)),
        }
    }

    /// Whether there is a table of this code, looked up without opening its room.
    pub(crate) async fn is_table(&self, table: &str) -> bool {
        // Where that cannot be found out, the room will say why.
        self.open_room(table).is_some() || !matches!(self.store.end(table).await, Ok(None))
    }

    /// How many rooms are open.
    #[cfg(all(test, feature = "client"))]
    pub(crate) fn open_rooms(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Notes that somebody named a table that does not exist.
    pub(crate) fn guessed(&self, who: IpAddr, why: &Refusal) {
        if why.code == RefusalCode::NotFound {
            self.guesses.take(who, self.config.guesses_per_minute);
        }
    }

    /// Whether there may be another table.
    async fn room_for_one_more(&self) -> Result<(), Refusal> {
        self.health.room_for_more(&self.store)?;
        let count = self.store.count().await.map_err(|why| crate::room::unreadable(&why))?;
        if count >= self.config.max_tables {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::TablesKept));
        }
        Ok(())
    }

    /// Writes the first line of a new table and returns its code.
    pub(crate) async fn create(self: Arc<Hub>, entry: LogEntry) -> Result<String, Refusal> {
        self.room_for_one_more().await?;
        let failed = || Refusal::new(RefusalCode::Unavailable, Why::TableNotStored);
        let line = LogLine { at: self.now(), entry };
        let body = serde_json::to_string(&line).map_err(|_| failed())?;
        // Two tables with one code are as good as impossible; the log would notice.
        for _ in 0..3 {
            let id = secret::table_code();
            let mut table = TableState::create(&id, &line).ok_or_else(failed)?;
            table.kept = self.config.kept;
            let summary = TableSummary {
                table: id.clone(),
                name: table.name.clone(),
                phase: table.phase,
                seats: table.seats.iter().map(|p| p.name.clone()).collect(),
                modules: table.setup.modules.keys().copied().collect(),
                created: line.at,
            };
            let row = Row {
                created: line.at,
                expires: table.expires(),
                phase: "lobby",
                listed: table.options.listed,
                busy: false,
                summary: serde_json::to_string(&summary).unwrap_or_default(),
            };
            let along = Along { row: Some(row), checkpoint: None };
            match self.journal.append(Append::first(&id, body.clone(), along)).await {
                Written::Yes => return Ok(id),
                Written::Taken => {}
                Written::Failed => return Err(failed()),
            }
        }
        Err(failed())
    }

    /// Deletes tables that are closed and whose time was over so many days ago; says how many. Whoever asks for it knows
    /// what day it is.
    pub(crate) async fn purge(self: &Arc<Hub>, days: u64) -> Result<u64, StoreError> {
        self.purge_by(self.time.earliest(), days).await
    }

    /// The same by itself, going by a date that is sure: what is deleted does not come back when the date does.
    pub(crate) async fn purge_surely(self: &Arc<Hub>, days: u64) -> Result<u64, StoreError> {
        self.purge_by(self.time.sure(), days).await
    }

    async fn purge_by(self: &Arc<Hub>, date: u64, days: u64) -> Result<u64, StoreError> {
        let before = date.saturating_sub(days.saturating_mul(DAY));
        let (mut gone, mut after) = (0, String::new());
        loop {
            let tables = self.store.done_before(before, &after).await?;
            // Whatever cannot be deleted stands in nobody's way.
            match tables.last() {
                Some(last) if !self.draining.load(Ordering::Relaxed) => after.clone_from(last),
                _ => return Ok(gone),
            }
            for table in tables {
                match self.ask(&table, Mail::Remove).await {
                    Ok(()) => gone += 1,
                    Err(why) => tracing::warn!(table, %why, "an old table could not be deleted"),
                }
            }
        }
    }

    /// Tells the tables whose time is over, a page of them at a time. The next time it is the turn of those behind them: one
    /// that stays hides no other.
    pub(crate) async fn expire(self: &Arc<Hub>) {
        let after = self.expired.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Ok(tables) = self.store.expired(self.time.sure(), &after).await else { return };
        let all = tables.len() < PAGE;
        let next = tables.last().filter(|_| !all).cloned().unwrap_or_default();
        *self.expired.lock().unwrap_or_else(PoisonError::into_inner) = next;
        for table in tables {
            // It is asked again when all have had their turn.
            let _ = self.room(&table).try_send(Mail::Expire);
        }
    }

    /// Looks after tables that go on by themselves and closes old ones, until the server stops.
    pub(crate) async fn watch(self: Arc<Hub>) {
        let mut rounds = 0u32;
        while !self.draining.load(Ordering::Relaxed) {
            // With one server only the start finds something new; with several any of them may have died.
            if rounds == 0 || self.store.shared() {
                match self.store.take_busy(&self.node, LEASE).await {
                    Ok(tables) => {
                        for table in tables {
                            // One that has more letters than it can read is awake.
                            let _ = self.room(&table).try_send(Mail::Wake);
                        }
                    }
                    Err(why) => tracing::warn!(%why, "tables to look after cannot be found"),
                }
            }
            if let Store::Pg(pg) = &self.store
                && let Err(why) = pg.announce(None, false).await
            {
                tracing::warn!(%why, "other servers cannot be told that this one lives");
            }
            if rounds.is_multiple_of(ROUNDS_A_MINUTE) {
                self.expire().await;
            }
            self.health.look_after(&self.store).await;
            if rounds % ROUNDS_A_MINUTE == ROUNDS_A_MINUTE - 1 {
                self.back_up().await;
                self.time.look(&self.node);
                self.time.keep();
                if let Ok(Some(date)) = self.store.date().await {
                    self.time.follow(date);
                }
            }
            if rounds % ROUNDS_AN_HOUR == ROUNDS_AN_HOUR / 2 && self.config.keep_closed_days > 0 {
                // It may take its time; leases do not.
                let hub = self.clone();
                tokio::spawn(async move {
                    match hub.purge_surely(hub.config.keep_closed_days).await {
                        Ok(0) => {}
                        Ok(gone) => tracing::info!(gone, "old tables were deleted"),
                        Err(why) => tracing::warn!(%why, "old tables cannot be deleted"),
                    }
                });
            }
            rounds = rounds.wrapping_add(1);
            tokio::time::sleep(ROUND).await;
        }
    }

    /// Makes a backup if it is time for one.
    async fn back_up(&self) {
        let (Store::Lite(lite), Some(every)) = (&self.store, self.config.backup_every) else { return };
        if let Err(why) = lite.back_up_now_and_then(every, self.config.backup_keep).await {
            metrics::counter!("alhambra_failed_backups_total").increment(1);
            tracing::error!(%why, "no backup could be made");
        }
    }

    /// Notes that another server has been heard of.
    fn lives(&self, node: &str) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.retain(|_, heard| heard.elapsed() < SILENT);
        others.insert(node.to_owned(), Instant::now());
    }

    /// Whether another server has been heard of lately.
    pub(crate) fn is_alive(&self, node: &str) -> bool {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.get(node).is_some_and(|heard| heard.elapsed() < SILENT)
    }

    /// Hears of what other servers write, until the server stops.
    pub(crate) async fn listen(self: Arc<Hub>, pg: Pg) {
        loop {
            match pg.listen().await {
                Ok(mut listener) => {
                    // Whatever was said while nobody listened is read again.
                    self.everybody(|| Mail::News { seq: u64::MAX });
                    while let Ok(notification) = listener.recv().await {
                        let Some((node, told)) = pg.told(notification.payload()) else { continue };
                        self.lives(node);
                        for told in told {
                            let (table, mail) = match told {
                                Told::Line { table, seq } => (table, Mail::News { seq }),
                                Told::Here { table, seats, asks } => {
                                    (table, Mail::Elsewhere { node: Arc::from(node), seats, asks })
                                }
                            };
                            if let Some(room) = self.open_room(&table) {
                                self.news.bring(&table, &room, mail);
                            }
                        }
                    }
                }
                Err(why) => tracing::warn!(%why, "other servers cannot be heard; trying again"),
            }
            if self.draining.load(Ordering::Relaxed) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Sends mail to every open room, and waits for none of them.
    pub(crate) fn everybody(&self, mail: impl Fn() -> Mail) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (table, room) in rooms {
            self.news.bring(&table, &room, mail());
        }
    }
}
