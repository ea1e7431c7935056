//! What reaches a room.

use crate::outbox::Outbox;
use crate::personal_data::Left;
use crate::replay::Story;
use crate::secret::Hashed;
use alhambra_protocol::{EventBlock, Hello, Refusal, Request, ServerMessage, TableInfo};
use alhambra_rules::record::Record;
use alhambra_rules::{Action, Seat, SeatSet};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What reaches a room.
#[derive(Debug)]
pub(crate) enum Mail {
    /// A socket comes to the table.
    Attach(Box<Attach>),
    /// A socket asks something.
    Ask { key: u64, id: u32, request: Box<Request> },
    /// A socket has gone.
    Detach { key: u64 },
    /// Somebody wants to know about the table.
    Info(oneshot::Sender<Result<TableInfo, Refusal>>),
    /// Somebody wants a seat.
    Sit(Box<Sit>),
    /// The maker wants the game to begin at once.
    Begin(oneshot::Sender<Result<TableInfo, Refusal>>),
    /// Somebody wants the record.
    Record(oneshot::Sender<Result<Record, Refusal>>),
    /// Somebody wants to look at what was played.
    Story { token: Option<Box<Hashed>>, answer: oneshot::Sender<Result<Story, Refusal>> },
    /// The game of a table just made goes on from a record.
    Resume { record: Box<Record>, finished: bool, answer: oneshot::Sender<Result<TableInfo, Refusal>> },
    /// A bot has decided.
    Bot(Box<Decided>),
    /// A bot has an answer for somebody who asked for advice.
    Advised { key: u64, message: Box<ServerMessage> },
    /// What somebody asked has been read from the log.
    Answer { key: u64, message: Box<ServerMessage> },
    /// Another server wrote to the log.
    News { seq: u64 },
    /// People are connected to the table at another server.
    Elsewhere { node: Arc<str>, seats: SeatSet, asks: bool },
    /// The table may have to go on by itself.
    Wake,
    /// The table's time may be over.
    Expire,
    /// Whoever runs the server closes the table.
    Close(oneshot::Sender<Result<(), Refusal>>),
    /// Whoever runs the server asks what somebody of this name left here, or has it taken out.
    Person(Box<Wanted>),
    /// Whoever runs the server deletes the table, or its time has long been over.
    Remove(oneshot::Sender<Result<(), Refusal>>),
    /// Somebody was banned.
    Banned,
    /// The server is stopping.
    Drain,
    /// A fault, for the tests.
    #[cfg(all(test, feature = "client"))]
    Fault,
}

// Every room keeps room for some mail, so the letters are small and what is large is boxed.
const _: () = assert!(size_of::<Mail>() <= 24);

/// Somebody who wants a seat.
#[derive(Debug)]
pub(crate) struct Sit {
    pub(crate) name: String,
    pub(crate) seat: Option<Seat>,
    pub(crate) token: Hashed,
    pub(crate) answer: oneshot::Sender<Sat>,
}

/// Somebody whose name is looked for.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) name: String,
    /// Whether what they left is taken out.
    pub(crate) erase: bool,
    pub(crate) answer: oneshot::Sender<Result<Vec<Left>, Refusal>>,
}

/// What a bot has decided, and at which step; no action if a fault of the program kept it from any.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) step: u64,
    pub(crate) seat: Seat,
    pub(crate) action: Option<Action>,
}

/// A seat that was taken, and the table after it.
pub(crate) type Sat = Result<(Seat, TableInfo), Refusal>;

/// A socket that comes to the table.
#[derive(Debug)]
pub(crate) struct Attach {
    pub(crate) key: u64,
    pub(crate) id: u32,
    /// The address it comes from.
    pub(crate) who: IpAddr,
    pub(crate) hello: Hello,
    pub(crate) out: Outbox,
    /// What has been read so far of what they missed.
    pub(crate) missed: Missed,
    pub(crate) answer: oneshot::Sender<Result<(), Refusal>>,
}

/// What somebody missed who comes back, read beside the room while the game may go on.
#[derive(Debug, Default)]
pub(crate) struct Missed {
    /// Through whose eyes it was read.
    pub(crate) viewing: Option<Seat>,
    pub(crate) blocks: Vec<EventBlock>,
    /// To where something was taken back that they know of.
    pub(crate) taken_back_to: Option<u32>,
    /// How often it was read.
    pub(crate) reads: u32,
}
