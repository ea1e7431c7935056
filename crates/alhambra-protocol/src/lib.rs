//! Messages between the table server and any client: web page, terminal, program.
//!
//! What is read of a game (views, decisions, events, what they point at) are the engine's own types; here are the
//! messages around them (ADR 0027). Nothing here is ever stored. The TypeScript types of the web client
//! are written from these types by [`typescript::document`], and a test holds the file to it.
//!
//! The conversation itself is told in `docs/guide/protocol.md`.
#![forbid(unsafe_code)]

mod decision;
mod event;
mod message;
mod note;
mod plan;
mod refusal;
mod replay;
mod rest;
mod shared;
mod table;
pub mod typescript;
mod view;
pub mod words;

pub use alhambra_rules::analysis::{
    Addition, Change, Laid, NextScoring, PastScoring, Stake, Tally, WouldHave,
};
pub use alhambra_rules::decision::{Bill, Effect, Misfit, OptionView, Ref};
pub use alhambra_rules::view::{
    DirkView, MarketSpace, ModuleView, On, Pin, PlayerView, SecondCell, Shown, ShownItem, Slot, SlotRow,
    Tile, TileAt, Track, View,
};
pub use alhambra_rules::{DecisionKind, Happened, Pending, PlaceFault, Rank, ScoreLine, Scorer, Source};
pub use decision::{DecisionView, shown};
pub use event::{EventBlock, EventView};
pub use message::{
    Advised, ClientMessage, GameSnapshot, Hello, Hint, HostCommand, PushAddress, Reason, Request, Selection,
    ServerMessage, Snapshot, SpectatorLink, Update,
};
pub use note::{Note, notes};
pub use plan::PlanView;
pub use refusal::{Refusal, RefusalCode, Why, refusals};
pub use replay::{
    Branch, Imported, MAX_RECORD, Mark, Moment, OpenSeat, Replay, ReplayAdvice, ReplaySlice, Shares, Swing,
    TurnShares, Weighed,
};
pub use rest::{
    ApiError, Board, BoardItem, BotInfo, Catalogue, CreateTable, Created, EditionTerms, HouseRuleInfo,
    JoinTable, Joined, ModuleCard, ModuleGroup, ModuleHelp, ModuleLook, ModuleOption, ModuleSet, NewSeat,
    PieceCard, ServerInfo, SetupCheck, SetupChecked, TableList, TableSummary,
};
pub use shared::SharedPart;
pub use table::{
    ChatLine, ChatVoice, Clock, ClockState, Commitment, Luck, Pace, Phase, Proposal, ProposalKind, SeatInfo,
    Sitter, SpectatorLinks, Spectators, TableInfo, TableOptions, UndoPolicy, UndoState, WindowState, Windows,
    You,
};
pub use view::ViewChange;

/// The version of the conversation. A server and a client that differ do not talk.
pub const PROTOCOL: u16 = 2;

/// The longest chat line, in characters.
pub const MAX_CHAT: usize = 500;

/// The longest name of a person or a table, in characters.
pub const MAX_NAME: usize = 40;

/// The largest message a client may send, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;
