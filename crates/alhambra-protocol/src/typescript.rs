//! The types of the web client, written from the types of this crate.

use crate as p;
use ts_rs::{Config, TS};

/// Names for the engine's small types, in the form JSON gives them.
const ALIASES: &str = "\
// Written by `cargo xtask bless` from crates/alhambra-protocol; do not edit. A test holds this file to the Rust types.

/** A place at the table, counted clockwise from 0. */
export type Seat = number;
/** Steps east and north of the fountain. */
export type Cell = [number, number];
/** The number of a tile; the catalogue says what is printed on it. */
export type PieceId = number;
/** A card by its key: `denar-7`, `diamond-5`, `gate` … */
export type Card = string;
/** A module by its name in set-ups. */
export type ModuleId = string;
/** A set of sides: letters out of N, E, S, W, in this order. */
export type Walls = string;
export type Side = \"north\" | \"east\" | \"south\" | \"west\";
export type Building = \"pavilion\" | \"seraglio\" | \"arcades\" | \"chambers\" | \"garden\" | \"tower\";
export type Currency = \"florin\" | \"dirham\" | \"denar\" | \"ducat\";
/** What part of the game a module touches. */
export type Touch = \"market\" | \"money\" | \"palace\" | \"walls\" | \"scoring\" | \"auction\" | \"others_turns\" | \"secrets\";
/** What a table agrees on, in the form of records. */
export type Setup = {
  edition?: string;
  players: { name: string; age?: number | null }[];
  modules?: { [module: ModuleId]: { [option: string]: string } };
  house?: { [rule: string]: string | boolean };
  dirk?: string;
  confirm?: boolean;
};
";

/// What is pointed at: the engine writes it by hand, so that rules can name it shortly.
const REF: &str = "
/**
 * Something pointed at.
 */
export type Ref = { \"type\": \"cell\", at: Cell, } | { \"type\": \"piece\", piece: PieceId, } | { \"type\": \"cards\", cards: Card[], } | { \"type\": \"seat\", seat: Seat, } | { \"type\": \"building\", building: Building, } | { \"type\": \"number\", number: number, } | { \"type\": \"turn\", turn: number, } | { \"type\": \"side\", side: Side, } | { \"type\": \"currency\", currency: Currency, } | { \"type\": \"space\", space: number, } | { \"type\": \"word\", by: ModuleId, word: string, } | { \"type\": \"text\", text: string, };
";

/// The whole TypeScript file.
pub fn document() -> String {
    let cfg = Config::new().with_large_int("number").with_array_tuple_limit(2);
    let mut text = ALIASES.to_owned();
    text += &format!("\nexport const PROTOCOL = {};\n", p::PROTOCOL);
    text += &format!("export const MAX_CHAT = {};\n", p::MAX_CHAT);
    text += &format!("export const MAX_NAME = {};\n", p::MAX_NAME);
    text += &format!("export const MAX_RECORD = {};\n", p::MAX_RECORD);
    text += REF;
    macro_rules! declare {
        ($($name:ident),* $(,)?) => {
            $(
                text += "\n";
                text += &<p::$name as TS>::docs().unwrap_or_default();
                text += &format!("export {}\n", <p::$name as TS>::decl(&cfg));
            )*
        };
    }
    declare! {
        Tile, SecondCell, PlaceFault,
        View, Pending, PlayerView, TileAt, DirkView, MarketSpace, ModuleView, ShownItem, Shown,
        SlotRow, Slot, Track, Pin, On, ViewChange,
        DecisionKind, Effect, OptionView, Misfit, Bill, Tally, DecisionView,
        EventBlock, EventView, Happened, Scorer, Source, Rank, ScoreLine,
        RefusalCode, Refusal,
        Phase, UndoPolicy, Pace, Clock, Spectators, Windows, TableOptions, Sitter, SeatInfo, ProposalKind, Proposal,
        SpectatorLinks, Luck, Commitment, TableInfo, You, UndoState, ClockState, WindowState, ChatVoice, ChatLine,
        ClientMessage, Hello, Request, PushAddress, Selection, SpectatorLink, HostCommand, ServerMessage, Snapshot, GameSnapshot, Update,
        Addition, NextScoring, Stake, Hint, Reason, Advised, Laid, PlanView, PastScoring, WouldHave, Change,
        ServerInfo, Catalogue, ModuleGroup, ModuleSet, ModuleCard, ModuleOption, ModuleLook, Board, BoardItem, ModuleHelp, EditionTerms, HouseRuleInfo, BotInfo, PieceCard, NewSeat, CreateTable,
        Created, JoinTable, Joined, TableSummary, TableList, SetupCheck, SetupChecked, ApiError,
        Replay, Moment, Mark, ReplaySlice, OpenSeat, Shares, TurnShares, Swing, ReplayAdvice, Weighed, Branch, Imported,
    }
    // The generator leaves blanks at the ends of lines.
    text.lines().fold(String::new(), |all, line| all + line.trim_end() + "\n")
}
