//! Messages between the table server and any client: web page, terminal, program.
//!
//! What travels is made for the reader: cells count from the fountain, cards and modules have names, sets are lists.
//! Nothing here is ever stored; records and logs keep the engine's own forms. The TypeScript types of the web client
//! are written from these types by [`typescript::document`], and a test holds the file to it.
//!
//! The conversation itself is told in `docs/guide/protocol.md`.
#![forbid(unsafe_code)]

mod decision;
mod event;
mod message;
mod next_scoring;
mod past_scoring;
mod plan;
mod refusal;
mod replay;
mod rest;
mod shared;
mod table;
mod things;
pub mod typescript;
mod view;
pub mod words;
mod writing;

pub use decision::{Bill, CheckResult, DecisionKind, DecisionView, Effect, Misfit, OptionView, Tally};
pub use event::{EventBlock, EventView, Happening, ScoreLineView, ScoreRank, ScoreSource, Scorer};
pub use message::{
    Advised, ClientMessage, GameSnapshot, Hello, Hint, HostCommand, Reason, Request, Selection,
    ServerMessage, Snapshot, SpectatorLink, Update,
};
pub use next_scoring::{Addition, NextScoring, Stake};
pub use past_scoring::{Change, PastScoring, WouldHave};
pub use plan::{Laid, PlanView};
pub use refusal::{Refusal, RefusalCode};
pub use replay::{
    Branch, Imported, MAX_RECORD, Mark, Moment, OpenSeat, Replay, ReplayAdvice, ReplaySlice, Shares, Swing,
    TurnShares, Weighed,
};
pub use rest::{
    ApiError, Board, BoardItem, BotInfo, Catalogue, CreateTable, Created, HouseRuleInfo, JoinTable, Joined,
    ModuleCard, ModuleHelp, ModuleLook, ModuleOption, NewSeat, PieceCard, ServerInfo, SetupCheck,
    SetupChecked, TableList, TableSummary,
};
pub use shared::SharedPart;
pub use table::{
    ChatLine, ChatVoice, Clock, ClockState, Commitment, Luck, Pace, Phase, Proposal, ProposalKind, SeatInfo,
    Sitter, SpectatorLinks, Spectators, TableInfo, TableOptions, UndoPolicy, UndoState, WindowState, Windows,
    You,
};
pub use things::{Fault, Ref, SecondCell, Tile};
pub use view::{
    Asked, DirkView, MarketSpace, ModuleView, On, Palaces, Pin, PlayerView, Shown, ShownItem, Slot, SlotRow,
    TileAt, Track, View, ViewChange,
};

/// The version of the conversation. A server and a client that differ do not talk.
pub const PROTOCOL: u16 = 1;

/// The longest chat line, in characters.
pub const MAX_CHAT: usize = 500;

/// The longest name of a person or a table, in characters.
pub const MAX_NAME: usize = 40;

/// The largest message a client may send, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;
