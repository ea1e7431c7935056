//! One task owns one table: it checks what people ask, has it written, and tells everybody.

use crate::broadcast::Views;
use crate::hub::Hub;
use crate::limits::Bucket;
use crate::log_entry::LogEntry;
use crate::outbox::Outbox;
use crate::requests;
use crate::secret::Hashed;
use crate::table::{Role, TableState};
use alhambra_protocol::{Phase, Ref, Refusal, RefusalCode, ServerMessage, TableInfo, Why, You};
use alhambra_rules::record::Record;
use alhambra_rules::{Seat, SeatSet};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

mod background;
mod delivery;
mod ending;
mod log;
mod mail;
mod people;
mod reading;
pub(crate) use mail::{Attach, Decided, Mail, Missed, Sat, Sit, Wanted};
pub(crate) use people::{Asker, SPECTATORS_SHARE};
pub(crate) use reading::{go_back, told, unreadable};

/// The room itself writes to so many connections; those of the players come first at most tables.
const AT_ONCE: usize = 8;

/// How long other servers are given to say who is connected there.
const ANSWERS: Duration = Duration::from_millis(500);

/// Somebody connected to the table.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) key: u64,
    /// The address it comes from.
    pub(crate) who: IpAddr,
    out: Outbox,
    token: Option<Hashed>,
    pub(crate) role: Role,
    pub(crate) viewing: Option<Seat>,
    pub(crate) texts: bool,
    pub(crate) name: String,
    /// Whether a message could not be handed over.
    lost: AtomicBool,
    /// Requests that were not this client's to make.
    forged: u32,
    /// The step of the game it had been told of when the table was let go of.
    shown: u64,
}

impl Client {
    /// What the client is at the table.
    pub(crate) fn you(&self) -> You {
        You { seats: self.role.seats.iter().collect(), viewing: self.viewing, host: self.role.host }
    }

    /// The hash of the token of somebody at the table.
    pub(crate) fn own_token(&self) -> Option<Hashed> {
        self.token.clone().filter(|_| self.role.host || !self.role.seats.is_empty())
    }
}

/// A table and everybody connected to it.
pub(crate) struct Room {
    pub(crate) id: Arc<str>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) post: mpsc::Sender<Mail>,
    pub(crate) clients: Vec<Client>,
    /// Who is connected at other servers.
    elsewhere: Vec<(Arc<str>, SeatSet)>,
    /// Who is here, and when those went who were before.
    seen: SeatSet,
    went: Vec<(Seat, u64)>,
    /// What other servers know of who is connected here.
    announced: SeatSet,
    /// Whether they are still to be asked who is connected there.
    curious: bool,
    /// When they were asked last; their answers take a moment.
    inquired: Option<Instant>,
    /// The table, while something happens; it can be read again from the log at any time.
    pub(crate) table: Option<Box<TableState>>,
    /// What the clients have been shown.
    pub(crate) views: Views,
    last_checkpoint: u64,
    /// The step a bot is thinking about.
    thinking: Option<u64>,
    /// The connections for which a bot thinks about a hint.
    pub(crate) advising: Vec<u64>,
    /// When this server's care for the table ends.
    leased: u64,
    /// Why the table cannot be used.
    faulty: bool,
    /// Whether there is no such table.
    nothing_here: bool,
    /// People who were told from outside that it is their turn.
    notified: SeatSet,
    /// The place in the log up to which the clients have been told, and what all of them have heard of.
    told: (u64, u64),
    /// How much may be asked of the table, and by whom.
    rates: Vec<(Asker, Bucket)>,
    /// The same of what is written beside moves.
    pub(crate) writes: Vec<((Asker, requests::Share), Bucket)>,
    busy_at: Instant,
    /// When somebody was connected last.
    attended: Instant,
    /// Until when a clock that could not be read is left alone.
    rests: Option<Instant>,
}

impl Room {
    /// A room in which nobody is yet.
    pub(crate) fn new(id: Arc<str>, hub: Arc<Hub>, post: mpsc::Sender<Mail>) -> Room {
        Room {
            rates: Vec::new(),
            writes: Vec::new(),
            id,
            hub,
            post,
            clients: Vec::new(),
            elsewhere: Vec::new(),
            seen: SeatSet::EMPTY,
            went: Vec::new(),
            announced: SeatSet::EMPTY,
            curious: true,
            inquired: None,
            table: None,
            views: Views::default(),
            last_checkpoint: 0,
            thinking: None,
            advising: Vec::new(),
            leased: 0,
            faulty: false,
            nothing_here: false,
            notified: SeatSet::EMPTY,
            told: (0, 0),
            busy_at: Instant::now(),
            attended: Instant::now(),
            rests: None,
        }
    }

    /// The task of a table.
    pub(crate) async fn run(
        id: Arc<str>,
        hub: Arc<Hub>,
        post: mpsc::Sender<Mail>,
        mut mail_box: mpsc::Receiver<Mail>,
    ) {
        let mut room = Room::new(id, hub, post);
        // One alarm for as long as the room is open: it is set anew when it goes off, or when a clock wants it sooner.
        let mut alarm = pin!(tokio::time::sleep(room.patience()));
        loop {
            let next = tokio::select! {
                mail = mail_box.recv() => Ok(mail),
                () = &mut alarm => Err(()),
            };
            match next {
                Ok(Some(mail)) => {
                    room.open(mail).await;
                    // A code somebody made up costs no more than to look it up.
                    if room.nothing_here && Box::pin(room.ends(&mut mail_box)).await {
                        break;
                    }
                    let due = Instant::now() + room.patience();
                    if due < alarm.deadline() {
                        alarm.as_mut().reset(due);
                    }
                    continue;
                }
                Ok(None) => break,
                Err(()) if room.quiet() => {
                    if Box::pin(room.ends(&mut mail_box)).await {
                        break;
                    }
                    // A letter that came while the door was closing may have found a clock: it has to be heard.
                    if room.quiet() {
                        room.forget();
                        // By now they would be full again.
                        (room.rates, room.writes) = (Vec::new(), Vec::new());
                    }
                }
                Err(()) => {
                    match Box::pin(room.guarded(Room::time_up)).await {
                        Some(Ok(())) => room.rests = None,
                        Some(Err(why)) => {
                            tracing::warn!(table = &*room.id, %why, "a clock could not be read");
                            room.rests = Some(Instant::now() + log::AGAIN);
                        }
                        None => Box::pin(room.park()).await,
                    }
                    room.deliver();
                }
            }
            alarm.as_mut().reset(Instant::now() + room.patience());
        }
    }

    /// How long to wait for mail.
    fn patience(&self) -> Duration {
        let idle = self.hub.config.idle;
        let idle = idle.checked_sub(self.busy_at.elapsed()).filter(|left| !left.is_zero()).unwrap_or(idle);
        match self.due() {
            Some(at) => {
                let due = Duration::from_millis(at.saturating_sub(self.hub.now()).max(1));
                let rest = self.rests.map(|until| until.saturating_duration_since(Instant::now()));
                idle.min(due.max(rest.unwrap_or_default()))
            }
            None => idle,
        }
    }

    /// When a clock runs out or a window closes.
    fn due(&self) -> Option<u64> {
        let table = self.table.as_deref()?;
        table.next_time_up().map(|(_, at)| at).into_iter().chain(table.window_closes()).min()
    }

    fn quiet(&self) -> bool {
        self.due().is_none() && self.thinking.is_none() && self.busy_at.elapsed() >= self.hub.config.idle
    }

    /// Handles mail; a fault of the program parks this table and harms no other.
    async fn open(&mut self, mail: Mail) {
        self.busy_at = Instant::now();
        // What handling needs is made when there is mail: a task keeps room for all it may ever need, and most rooms wait.
        let handled = Box::pin(self.guarded(async |room: &mut Room| room.handle(mail).await)).await;
        if handled.is_none() {
            Box::pin(self.park()).await;
        }
        self.deliver();
    }

    /// Hands over what was said; whoever does not read is cut off.
    fn deliver(&mut self) {
        // A crowd that only watches is left to the sockets' own tasks, so that nobody has to wait for it.
        self.clients.iter().zip(0..).for_each(|(client, n)| client.out.deliver(n < AT_ONCE));
        let before = self.clients.len();
        self.clients.retain(|client| !client.lost.load(Ordering::Relaxed));
        let lost = before - self.clients.len();
        if lost > 0 {
            tracing::debug!(table = &*self.id, lost, "connections gone or too slow");
            if self.look_round() && self.table.is_some() {
                self.broadcast_table();
                self.clients.iter().zip(0..).for_each(|(client, n)| client.out.deliver(n < AT_ONCE));
            }
        }
    }

    async fn guarded<T>(&mut self, work: impl AsyncFnOnce(&mut Room) -> T) -> Option<T> {
        AssertUnwindSafe(work(self)).catch_unwind().await.ok()
    }

    async fn park(&mut self) {
        tracing::error!(
            table = &*self.id,
            "a fault of the program; the table is parked, what was stored is safe"
        );
        metrics::counter!("alhambra_parked_total").increment(1);
        self.forget();
        self.thinking = None;
        let why = "a fault of the program; the host can let it go on".to_owned();
        let parked = self.guarded(async |room: &mut Room| {
            room.load().await?;
            match room.table.as_ref().map(|table| table.phase) {
                // Where nothing goes on there is nothing to stop.
                Some(Phase::Over | Phase::Closed | Phase::Parked) | None => Ok(()),
                _ => room.commit(LogEntry::Parked { why: why.clone() }, None).await,
            }
        });
        let parked = parked.await;
        if !matches!(parked, Some(Ok(()))) {
            self.forget();
        }
        if parked.is_none() {
            // It cannot even be read.
            self.faulty = true;
        }
        let refusal = Refusal::new(RefusalCode::Parked, Why::GameParked);
        self.send_all_away(refusal, None);
    }

    async fn handle(&mut self, mail: Mail) {
        self.read(mail).await;
        if self.table.is_some() {
            self.awaken().await;
        }
        let ask = self.curious && !self.clients.is_empty();
        self.curious = self.clients.is_empty();
        if self.hub.store.shared() && (ask || self.own() != self.announced) {
            Box::pin(self.announce(ask)).await;
            if ask {
                self.inquired = Some(Instant::now());
            }
        }
        if self.table.as_ref().is_some_and(|table| table.phase != Phase::Playing) {
            self.hub.experts.leave(&self.id);
        }
        if self.table.is_some() {
            self.prod_bots().await;
        }
    }

    async fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Ask { key, id, request } => self.ask(key, id, *request).await,
            Mail::Detach { key } => self.part(key),
            Mail::Bot(decided) => self.bot_decided(*decided).await,
            // All else is rare and needs more room than a move: that is made when it comes.
            mail => Box::pin(self.read_rare(mail)).await,
        }
    }

    async fn read_rare(&mut self, mail: Mail) {
        match mail {
            Mail::Ask { .. } | Mail::Detach { .. } | Mail::Bot(_) => {}
            Mail::Attach(attach) => self.attach(*attach).await,
            Mail::Info(answer) => {
                let info = self.load().await.map(|()| self.info());
                let _ = answer.send(info);
            }
            Mail::Sit(sit) => {
                let Sit { name, seat, token, answer } = *sit;
                let _ = answer.send(self.sit(name, seat, token).await);
            }
            Mail::Begin(answer) => {
                let _ = answer.send(self.begin().await);
            }
            Mail::Record(answer) => tell_beside(answer, self.record().await),
            Mail::Story { token, answer } => tell_beside(answer, self.story(token.map(|token| *token)).await),
            Mail::Resume { record, finished, answer } => {
                let _ = answer.send(self.resume(*record, finished).await);
            }
            Mail::Advised { key, message } => {
                self.advising.retain(|asked| *asked != key);
                self.pass_on(key, &message);
            }
            Mail::Answer { key, message } => self.pass_on(key, &message),
            Mail::News { seq } => self.others_wrote(seq).await,
            Mail::Elsewhere { node, seats, asks } => self.connected_elsewhere(node, seats, asks).await,
            Mail::Wake => {
                let _ = self.load().await;
            }
            Mail::Expire => self.expire().await,
            Mail::Close(answer) => {
                let _ = answer.send(self.close().await);
            }
            Mail::Person(wanted) => {
                let Wanted { name, erase, answer } = *wanted;
                let _ = answer.send(self.person(&name, erase).await);
            }
            Mail::Remove(answer) => {
                let _ = answer.send(self.remove().await);
            }
            Mail::Banned => self.send_the_banned_away(),
            Mail::Drain => {
                let refusal = Refusal::new(RefusalCode::Unavailable, Why::Restarts);
                self.send_all_away(refusal, Some(1000));
            }
            #[cfg(all(test, feature = "client"))]
            Mail::Fault => panic!("a fault, for the tests"),
        }
    }

    /// An answer that took its time; whoever asked may have gone.
    fn pass_on(&self, key: u64, message: &ServerMessage) {
        if let Some(client) = self.client(key) {
            client.send(message);
        }
    }

    async fn begin(&mut self) -> Result<TableInfo, Refusal> {
        self.load().await?;
        requests::start(self).await?;
        Ok(self.info())
    }

    async fn bot_decided(&mut self, Decided { step, seat, action }: Decided) {
        if self.thinking == Some(step) {
            self.thinking = None;
        }
        // A stopping server leaves the game as it is; the next one lets the bot think again.
        if self.hub.draining.load(Ordering::Relaxed) || self.load().await.is_err() {
            return;
        }
        // About a position that stands no more nobody needs a decision, nor is anything wrong with the one that stands.
        if !requests::waits_for_bot(self, step, seat) {
            return;
        }
        let Some(action) = action else {
            // Not even a move by lot could be found for it: it would be asked again and again.
            return Box::pin(self.park()).await;
        };
        if let Err(why) = requests::bot_acts(self, seat, action).await {
            tracing::warn!(table = &*self.id, %why, "a bot's decision came to nothing");
        }
    }

    /// Another server wrote to the log, up to this place at least.
    async fn others_wrote(&mut self, seq: u64) {
        // Nobody was listened to for a while.
        self.curious |= seq == u64::MAX;
        if self.table.as_ref().is_some_and(|t| t.seq < seq) || !self.clients.is_empty() {
            // What cannot be read now is read when somebody asks.
            let _ = self.catch_up().await;
        }
    }

    async fn connected_elsewhere(&mut self, node: Arc<str>, seats: SeatSet, asks: bool) {
        self.elsewhere.retain(|(other, _)| *other != node && self.hub.is_alive(other));
        self.elsewhere.push((node, seats));
        if self.look_round() && self.table.is_some() {
            self.broadcast_table();
        }
        if asks && !self.announced.is_empty() {
            self.announce(false).await;
        }
    }

    /// Says goodbye to everybody connected, with a reason and when to come back.
    fn send_all_away(&mut self, refusal: Refusal, retry: Option<u64>) {
        let bye = ServerMessage::Bye { refusal, retry };
        self.clients.iter().for_each(|client| client.send(&bye));
        self.clients.clear();
        self.look_round();
    }

    /// Whether other servers have had the time to say who is connected there: before that nobody decides for people who may
    /// be here.
    pub(crate) fn knows_who_is_here(&self) -> Result<(), Refusal> {
        match self.inquired {
            Some(at) if at.elapsed() < ANSWERS => Err(Refusal::new(RefusalCode::Unavailable, Why::TryAgain)),
            _ => Ok(()),
        }
    }

    /// Tells other servers who is connected here.
    async fn announce(&mut self, ask: bool) {
        self.announced = self.own();
        // They find out by the table's next line otherwise that somebody is there.
        if let Err(why) = self.hub.store.announce(&self.id, self.announced, ask).await {
            tracing::warn!(table = &*self.id, %why, "other servers cannot be told who is here");
        }
    }

    // ---- the table and its log -----------------------------------------------------------------------

    /// Lets go of what can be read again.
    fn forget(&mut self) {
        if let Some(table) = self.table.take() {
            for client in &mut self.clients {
                client.shown = table.visible_to(client.viewing).map_or(0, |visible| visible.step);
            }
        }
        self.views = Views::default();
        self.busy_at = Instant::now();
        // What is gone should give its room back.
        self.clients.shrink_to_fit();
    }

    // ---- people --------------------------------------------------------------------------------------

    /// Lets the game of a table that has just been made go on from a record, under the names at its seats.
    async fn resume(&mut self, record: Record, finished: bool) -> Result<TableInfo, Refusal> {
        self.load().await?;
        let Some(table) = self.table.as_ref().filter(|table| table.phase == Phase::Lobby) else {
            return Err(Refusal::new(RefusalCode::NotNow, Why::GameBegun));
        };
        let record = if finished {
            record
        } else {
            let names: Vec<String> = table.agreed().players.into_iter().map(|p| p.name).collect();
            crate::records::renamed(&record, &names, &record.header.setup.dirk)
                .map_err(|why| Refusal::new(RefusalCode::BadSetup, Why::RecordUnreadable(Ref::text(why))))?
        };
        let Record { header, entries } = record;
        let seed = crate::secret::number();
        self.commit(LogEntry::Resumed { seed, header, entries, finished }, None).await?;
        Ok(self.info())
    }

    fn info(&self) -> TableInfo {
        match self.table.as_ref() {
            Some(table) => table.info(&self.present()),
            // Only called with a table at hand; an empty one would be a fault worth parking for.
            None => unreachable!("the table has just been loaded"),
        }
    }
}

/// Answers when it has been read what is asked for; the room goes on meanwhile.
fn tell_beside<T: Send + 'static>(
    answer: oneshot::Sender<Result<T, Refusal>>,
    read: Result<BoxFuture<'static, Result<T, Refusal>>, Refusal>,
) {
    match read {
        Err(why) => drop(answer.send(Err(why))),
        Ok(read) => drop(tokio::spawn(async move { drop(answer.send(read.await)) })),
    }
}

#[cfg(all(test, feature = "client"))]
pub(crate) mod tests;
