//! What travels over plain HTTP: the lobby, records, set-up checks, the catalogue.

use crate::refusal::Refusal;
use crate::table::{Phase, TableInfo, TableOptions};
use alhambra_rules::{Building, Currency, ModuleId, PieceId, PieceKind, Seat, Setup, Side, Walls};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ServerInfo {
    /// The version of the program.
    pub version: String,
    /// The version of the conversation.
    pub protocol: u16,
    /// The path everything lies under, `/` at the end included.
    pub base_path: String,
    /// Whether turns can be told by webhooks.
    pub webhooks: bool,
    /// The key to subscribe a browser with (`applicationServerKey`), if turns can be told to browsers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub push_key: Option<String>,
}

/// `GET /api/catalogue`: everything a client needs to know about the box and about this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Catalogue {
    /// The editions.
    pub editions: Vec<String>,
    /// The modules that can be switched on.
    pub modules: Vec<ModuleCard>,
    /// The groups in which modules were published, in the order of the box.
    #[serde(default)]
    pub groups: Vec<ModuleGroup>,
    /// Sets of modules to begin with, the lightest first.
    #[serde(default)]
    pub sets: Vec<ModuleSet>,
    /// What editions always have, under the names of the editions; its options are part of the set-up.
    #[serde(default)]
    pub rules: Vec<ModuleCard>,
    /// What each edition has its own way, in the order of the editions.
    #[serde(default)]
    pub terms: Vec<EditionTerms>,
    /// The house rules.
    pub house_rules: Vec<HouseRuleInfo>,
    /// The bots, the weakest first.
    pub bots: Vec<BotInfo>,
    /// Every piece of the edition that was asked for, by number.
    pub pieces: Vec<PieceCard>,
}

/// Modules that were published together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleGroup {
    /// Its short name.
    pub group: String,
    /// What it was called; in English where the language says nothing.
    pub title: String,
    /// Its modules, by number.
    #[ts(type = "ModuleId[]")]
    #[schema(value_type = Vec<String>)]
    pub modules: Vec<ModuleId>,
}

/// Modules that go well together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleSet {
    /// Its short name.
    pub set: String,
    /// What to call it; in English where the language says nothing.
    pub title: String,
    /// Why its modules go together.
    pub why: String,
    /// Its modules, by number.
    #[ts(type = "ModuleId[]")]
    #[schema(value_type = Vec<String>)]
    pub modules: Vec<ModuleId>,
}

/// What players are told about a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleCard {
    /// Its name in set-ups.
    #[ts(type = "ModuleId")]
    #[schema(value_type = String)]
    pub module: ModuleId,
    /// Its number in the box.
    pub number: u8,
    /// Its name.
    pub title: String,
    /// How far it has come: planned, beta or stable.
    pub stage: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// One line about it.
    pub summary: String,
    /// How much it adds to think about, 1 to 5.
    pub weight: u8,
    /// What it touches, the main thing first.
    #[ts(type = "Touch[]")]
    pub touches: Vec<String>,
    /// Its options.
    pub options: Vec<ModuleOption>,
    /// The language of its title and its summary: the one that was asked for, or English.
    pub language: String,
    /// The fingerprint of its words, board, signs and help in the language asked for: another one is another text.
    pub look: String,
}

/// `GET /api/modules/{module}`: how a module speaks and looks. What it lacks in a language is in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleLook {
    /// Its words by their keys.
    pub words: BTreeMap<String, String>,
    /// Its refusals by their keys.
    pub sentences: BTreeMap<String, String>,
    /// Its board; null if what it shows is drawn by its shape alone.
    pub board: Option<Board>,
    /// Its pictures, as symbols of an SVG document; empty if it has none.
    pub signs: String,
}

/// How what a module shows is laid out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The thing shown whose number stands on the sign of the module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub badge: Option<String>,
    /// Rows of things.
    pub rows: Vec<Vec<BoardItem>>,
    /// Things shown that another thing on the board draws already; they are for clients that only write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub hidden: Vec<String>,
}

/// A thing on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct BoardItem {
    /// Its shape.
    #[serde(rename = "as")]
    #[ts(
        type = "'counter' | 'words' | 'cards' | 'tiles' | 'slots' | 'track' | 'pile' | 'pins' | 'auction'",
        optional = false
    )]
    pub shape: String,
    /// What the module shows that is drawn; the thing up for bid in an auction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Several things in one table: a column each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// The key of other words than those of the thing; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A picture of the module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// The action that is offered beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// The thing shown that says of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Heads of columns: `coin:florin`, `type:tower`, `sign:…` or `word:…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<Vec<String>>,
    /// How a track runs: line, branch or ring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The thing shown that says which side a pin faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The highest bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<String>,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who bids no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// The cards that were laid down for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
}

/// `GET /api/modules/{module}/help`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleHelp {
    /// The language of the help: the one that was asked for, or English.
    pub language: String,
    /// Help, in Markdown.
    pub help: String,
    /// Its rulings, in Markdown, in English.
    pub rulings: String,
}

/// An option of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModuleOption {
    /// Its name.
    pub name: String,
    /// What it decides.
    pub about: String,
    /// The values, the default first.
    pub values: Vec<String>,
    /// What the values are called, in their order.
    pub names: Vec<String>,
}

/// What an edition has its own way, and a page has to know beside its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EditionTerms {
    /// Its name in set-ups.
    pub edition: String,
    /// What it is called.
    #[serde(default)]
    pub title: String,
    /// What everybody has before the first point is made.
    pub start_score: u16,
    /// The house rules, by their names in set-ups, for which it has its own rule: they stay at their default.
    pub own_rules: Vec<String>,
}

/// A house rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HouseRuleInfo {
    /// `HR-1` and so on.
    pub id: String,
    /// Its name in set-ups.
    pub option: String,
    /// What it decides.
    pub about: String,
    /// The values, the default first.
    pub values: Vec<String>,
}

/// A level of bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotInfo {
    /// Its name.
    pub level: String,
    /// What it does.
    pub about: String,
}

/// What is printed on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PieceCard {
    /// Its number.
    #[ts(type = "PieceId")]
    #[schema(value_type = u8)]
    pub piece: PieceId,
    /// Its short name.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// What sort of piece it is.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub kind: PieceKind,
    /// The building on each half.
    #[ts(type = "[Building | null, Building | null]")]
    #[schema(value_type = Vec<Option<String>>)]
    pub building: [Option<Building>; 2],
    /// The printed price; 0 where none is printed.
    pub price: u8,
    /// The walls of each half.
    #[ts(type = "[Walls, Walls]")]
    #[schema(value_type = Vec<String>)]
    pub walls: [Walls; 2],
    /// The currency shown.
    #[ts(type = "Currency | null")]
    #[schema(value_type = Option<String>)]
    pub currency: Option<Currency>,
    /// Where the second cell of a piece of two lies, seen from the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "Side", optional)]
    #[schema(value_type = Option<String>)]
    pub towards: Option<Side>,
}

/// Who is to sit at a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// The one who makes the table, under this name. Several such seats make a hot-seat table.
    Me {
        /// The name.
        name: String,
    },
    /// Whoever comes with the link.
    Open,
    /// A bot.
    Bot {
        /// Its level.
        level: String,
    },
}

/// `POST /api/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The name of the table.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// The seats, clockwise.
    pub seats: Vec<NewSeat>,
    /// The rules agreed on; the players in it do not count. Left out: the base game with confirmed turns.
    #[serde(default)]
    #[ts(type = "Setup", optional)]
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Setup>,
    /// The same as a short code, instead.
    #[serde(default)]
    #[ts(optional)]
    pub setup_code: Option<String>,
    /// What else is agreed.
    #[serde(default)]
    #[ts(optional, as = "Option<TableOptions>")]
    pub options: TableOptions,
    /// The seed of the luck, in digits; left out: random. A game with a chosen seed says so.
    #[serde(default)]
    #[ts(optional)]
    pub seed: Option<String>,
    /// Whether the game starts at once: no seat may be open then.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub start: bool,
}

/// The answer to a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Created {
    /// The table's code; the link for others ends with it.
    pub table: String,
    /// The token of the one who made it: the host's powers and the seats under `me`.
    pub token: String,
    /// The table.
    pub info: TableInfo,
}

/// `POST /api/tables/{table}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// What to be called.
    pub name: String,
    /// Which seat; left out: the first open one.
    #[serde(default)]
    #[ts(type = "Seat", optional)]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
}

/// The answer to joining.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Joined {
    /// The seat.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Its token; the same token on another device continues there.
    pub token: String,
    /// The table.
    pub info: TableInfo,
}

/// A table in the public list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableSummary {
    /// Its code.
    pub table: String,
    /// Its name.
    pub name: String,
    /// Where it is in its life.
    pub phase: Phase,
    /// The names at the seats; empty for open ones.
    pub seats: Vec<String>,
    /// The modules in play.
    #[ts(type = "ModuleId[]")]
    #[schema(value_type = Vec<String>)]
    pub modules: Vec<ModuleId>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// `GET /api/tables`: listed tables, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableList {
    /// The tables.
    pub tables: Vec<TableSummary>,
}

/// `POST /api/setup`: one of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SetupCheck {
    /// A set-up.
    #[ts(type = "Setup", optional)]
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Setup>,
    /// A code.
    pub code: Option<String>,
}

/// The answer: whether a table can be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SetupChecked {
    /// What is wrong, in English; null if nothing is.
    pub problem: Option<String>,
    /// The same by its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<Object>)]
    pub refusal: Option<Refusal>,
    /// The set-up, if it could be read.
    #[ts(type = "Setup | null")]
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Setup>,
    /// Its code.
    pub code: Option<String>,
    /// Modules that cannot be added to this set-up, and why, in English.
    #[ts(type = "[ModuleId, string][]")]
    #[schema(value_type = Vec<(String, String)>)]
    pub barred: Vec<(ModuleId, String)>,
    /// The same by their keys.
    #[serde(default)]
    #[ts(type = "[ModuleId, Refusal][]")]
    #[schema(value_type = Vec<(String, Object)>)]
    pub refusals: Vec<(ModuleId, Refusal)>,
}

/// What every failing request answers with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ApiError {
    /// Why.
    #[schema(value_type = Object)]
    pub refusal: Refusal,
}
