//! The table around the game: who sits there, what was agreed, who is here.

use alhambra_rules::{Seat, Setup};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use ts_rs::TS;
use utoipa::ToSchema;

/// Where a table is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People sit down and get ready.
    Lobby,
    /// The game is on.
    Playing,
    /// The game has ended.
    Over,
    /// A fault of the program stopped this game; what was stored is safe, and the host can let it go on.
    Parked,
    /// The host or time has closed the table.
    Closed,
}

/// How far players may take back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Not at all.
    None,
    /// Own actions, back to the last new information.
    #[default]
    Turn,
    /// The same; further if every other person agrees.
    Ask,
    /// Any distance, without asking: for tables of one person and for learning.
    Free,
}

/// Whether people play in one sitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// In one sitting: a bot may stand in for whoever is away if those who are there agree.
    #[default]
    Live,
    /// A turn now and then: being away is no reason for anything. Clocks count hours and days; a bot may stand in for
    /// somebody whose time is up, or without a clock after a week, if all the others agree, there or not. The table is
    /// kept longer.
    ByTurns,
}

/// How long people may think. When the time is up, the others may vote for a bot to take over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// This long for every decision.
    PerMove {
        /// Seconds, 5 to 1209600 (two weeks).
        seconds: u32,
    },
    /// This long for the whole game, with a little more for every decision.
    Budget {
        /// Seconds at the start.
        seconds: u32,
        /// Seconds added after each decision.
        increment: u32,
    },
}

/// Who may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Everybody with the link, without hands.
    #[default]
    Public,
    /// The same, and players may hand out links that show their own hand.
    Hands,
}

/// How long the window between turns is open for special moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Windows {
    /// Six seconds for all who are asked, whatever they hold and however soon they answer, at live tables of several
    /// people with a device each; as long as people like elsewhere.
    #[default]
    Timed,
    /// As long as people like.
    Open,
}

/// What the table agreed on beside the rules; fixed when the table is made and open to everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TableOptions {
    /// How far players may take back.
    #[ts(as = "Option<UndoPolicy>", optional)]
    pub undo: UndoPolicy,
    /// Who may watch.
    #[ts(as = "Option<Spectators>", optional)]
    pub spectators: Spectators,
    /// In one sitting or by turns.
    #[ts(as = "Option<Pace>", optional)]
    pub pace: Pace,
    /// The clock.
    #[ts(as = "Option<Clock>", optional)]
    pub clock: Clock,
    /// How long windows between turns are open.
    #[ts(as = "Option<Windows>", optional)]
    pub windows: Windows,
    /// Whether the table is in the public list.
    #[ts(as = "Option<bool>", optional)]
    pub listed: bool,
    /// Whether people may ask a bot for advice.
    #[ts(as = "Option<bool>", optional)]
    pub hints: bool,
    /// Whether whoever sits down waits for the host's word.
    #[ts(as = "Option<bool>", optional)]
    pub admission: bool,
    /// Whether spectators only watch and do not talk.
    #[ts(as = "Option<bool>", optional)]
    pub silent_spectators: bool,
    /// How much clients help: `table`, `assisted` or `coach`. The server passes it on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aids: Option<String>,
}

/// Who plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person (or a program with a seat token).
    Person,
    /// A bot of the server.
    Bot {
        /// Its level, by name.
        level: String,
    },
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Which.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// What they are called.
    pub name: String,
    /// Who plays.
    pub sitter: Sitter,
    /// Whether they are ready to start.
    pub ready: bool,
    /// Whether somebody with this seat's token is connected.
    pub here: bool,
    /// Since when nobody with this seat's token is connected, as far as the server knows, in milliseconds since 1970; null
    /// while somebody is, where no person sits, and for somebody who has not been heard of yet.
    #[serde(default)]
    pub away_since: Option<u64>,
    /// The bot that plays for an absent person.
    pub stand_in: Option<String>,
    /// Whether several seats share one device with this one.
    pub hot_seat: bool,
    /// Whether they pass in windows between turns without being asked.
    #[serde(default)]
    pub passes: bool,
    /// Whether they wait for the host's word before they may play.
    #[serde(default)]
    pub waits: bool,
    /// Whether the host has muted them.
    #[serde(default)]
    pub muted: bool,
    /// Whether they agree to a seed that was chosen.
    #[serde(default)]
    pub agrees_to_seed: bool,
    /// Whether they gave the game up for good.
    #[serde(default)]
    pub resigned: bool,
}

/// Which links let people watch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SpectatorLinks {
    /// Whether the table's address is enough.
    pub address: bool,
    /// Whether the host has made a link for spectators that is good.
    pub made: bool,
    /// The players who made links to their hand that are good.
    #[ts(type = "Seat[]")]
    #[schema(value_type = Vec<u8>)]
    pub hands: Vec<Seat>,
}

/// Something put to the vote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProposalKind {
    /// Go back to before this action of the record.
    TakeBack {
        /// The number of the first action taken back.
        action: u32,
    },
    /// Let a bot play for somebody who is away.
    StandIn {
        /// Whose seat.
        #[ts(type = "Seat")]
        #[schema(value_type = u8)]
        seat: Seat,
        /// The level of the bot.
        level: String,
    },
    /// Show everybody everything of a game that was closed before its end; it cannot be opened again then. Passes when
    /// everybody who played agrees, there or not.
    Show,
}

/// A proposal and the votes so far. It passes when every other person at the table agrees; people who are away do not
/// count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Proposal {
    /// Its number.
    pub number: u32,
    /// Who proposes.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub by: Seat,
    /// What.
    pub what: ProposalKind,
    /// Who agreed.
    #[ts(type = "Seat[]")]
    #[schema(value_type = Vec<u8>)]
    pub agreed: Vec<Seat>,
}

/// Where the luck of a game comes from, and how anybody can check it afterwards (`alhambra replay --verify-luck`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Luck {
    /// The seed, if whoever made the table chose it. Everybody knows then what is coming; where several people play, all
    /// have to agree to it before the game.
    #[ts(type = "string | null")]
    pub chosen: Option<String>,
    /// What the server has bound itself to: one for the start, and one for each time something was taken back behind new
    /// information.
    pub committed: Vec<Commitment>,
}

/// A promise about luck, given before anything was drawn from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Commitment {
    /// It is about draws after this action; 0 is the start, the set-up included.
    pub after: u32,
    /// The SHA-256, in hex digits, of `alhambra-luck-1:` and the seed in digits.
    pub hash: String,
    /// The seed, once nothing is hidden any more.
    #[ts(type = "string | null")]
    pub seed: Option<String>,
}

/// A table as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Its code, the last part of its link.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is in its life.
    pub phase: Phase,
    /// What was agreed beside the rules.
    pub options: TableOptions,
    /// The rules agreed on, in the form of records (edition, modules, house rules); names are those of the seats.
    #[ts(type = "Setup")]
    #[schema(value_type = Object)]
    pub setup: Setup,
    /// The same as a short code; null where codes have no room for a module of one's own.
    pub setup_code: Option<String>,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The seat of the host; null if the host only watches.
    #[ts(type = "Seat | null")]
    #[schema(value_type = Option<u8>)]
    pub host: Option<Seat>,
    /// How many people watch.
    pub watching: u32,
    /// Which links let people watch.
    #[serde(default)]
    pub links: SpectatorLinks,
    /// What is put to the vote.
    pub proposals: Vec<Proposal>,
    /// Whether somebody took back beyond new information.
    pub took_back: bool,
    /// The seed of the luck, once the game is over.
    #[ts(type = "string | null")]
    pub seed: Option<String>,
    /// Where the luck comes from.
    #[serde(default)]
    pub luck: Luck,
    /// Whether everything about the game may be seen: it is over, or was closed and everybody agreed.
    #[serde(default)]
    pub shown: bool,
    /// Who won because everybody else resigned.
    #[serde(default)]
    #[ts(type = "Seat | null")]
    #[schema(value_type = Option<u8>)]
    pub conceded_to: Option<Seat>,
    /// The table of the next game, if there is one.
    pub rematch: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it will be closed if nothing happens.
    pub expires: u64,
}

/// What the connected client is at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct You {
    /// The seats this token plays; several at a hot-seat table, none for a spectator.
    #[ts(type = "Seat[]")]
    pub seats: Vec<Seat>,
    /// Through whose eyes the view is; null is the public view.
    #[ts(type = "Seat | null")]
    pub viewing: Option<Seat>,
    /// Whether this token has the host's powers.
    pub host: bool,
}

/// Whether the viewer's last action can be taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UndoState {
    /// How many actions can be taken back without asking.
    pub steps: u32,
    /// Why no more: never, start, chance, shown, other_seat or acted_since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<Cow<'static, str>>,
    /// The same in English, for clients that asked for texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<Cow<'static, str>>,
}

/// The clock at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClockState {
    /// Whose time runs.
    #[ts(type = "Seat[]")]
    pub running: Vec<Seat>,
    /// Milliseconds left for each seat.
    pub left: Vec<u64>,
    /// How long ago that was when the message was sent, in milliseconds.
    pub age: u64,
}

/// A window between turns that closes by itself. Whoever may act can answer until then; nobody learns who did, or when,
/// before it closes, and who has not answered passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WindowState {
    /// The people who may act: those whom the rules ask by what everybody can see, and who do not pass anyway.
    #[ts(type = "Seat[]")]
    pub seats: Vec<Seat>,
    /// How long it is open in all, in milliseconds.
    pub length: u64,
    /// How long it had been open when the message was sent, in milliseconds.
    pub age: u64,
}

/// Who speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChatVoice {
    /// Somebody at the table.
    Seat {
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
        /// What they were called then; lines of older servers do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
    /// A spectator.
    Watcher {
        /// What they call themselves.
        name: String,
    },
    /// The table itself: joined, left, host powers, votes, taking back.
    Table {
        /// A message key, `note.…` in the words files.
        key: String,
        /// The names and numbers that belong to it, in the order of the text.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<String>>")]
        names: Vec<String>,
    },
}

/// A line of chat or a note of the table. The text is plain: show it as text, never as markup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatLine {
    /// Its place in the table's log.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who speaks.
    pub voice: ChatVoice,
    /// What they say; of the table itself the same as its key in English, and empty if the client asked for no texts.
    pub text: String,
    /// The turn of the game at that moment; 0 before the game.
    pub turn: u32,
}
