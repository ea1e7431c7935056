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
export type Side = "north" | "east" | "south" | "west";
export type Building = "pavilion" | "seraglio" | "arcades" | "chambers" | "garden" | "tower";
export type Currency = "florin" | "dirham" | "denar" | "ducat";
/** What part of the game a module touches. */
export type Touch = "market" | "money" | "palace" | "walls" | "scoring" | "auction" | "others_turns" | "secrets";
/** What a table agrees on, in the form of records. */
export type Setup = {
  edition?: string;
  players: { name: string; age?: number | null }[];
  modules?: { [module: ModuleId]: { [option: string]: string } };
  house?: { [rule: string]: string | boolean };
  dirk?: string;
  confirm?: boolean;
};

export const PROTOCOL = 2;
export const MAX_CHAT = 500;
export const MAX_NAME = 40;
export const MAX_RECORD = 4194304;

/**
 * Something pointed at.
 */
export type Ref = { "type": "cell", at: Cell, } | { "type": "piece", piece: PieceId, } | { "type": "cards", cards: Card[], } | { "type": "seat", seat: Seat, } | { "type": "building", building: Building, } | { "type": "number", number: number, } | { "type": "turn", turn: number, } | { "type": "side", side: Side, } | { "type": "currency", currency: Currency, } | { "type": "space", space: number, } | { "type": "word", by: ModuleId, word: string, } | { "type": "text", text: string, };

/**
 * A tile, as everybody can read it.
 */
export type Tile = {
/**
 * Its number; the catalogue tells the rest.
 */
piece: PieceId,
/**
 * The building that stands on it now.
 */
building: Building | null,
/**
 * Its price; 0 where none is printed.
 */
price: number,
/**
 * Its walls: letters out of N, E, S, W; in a palace as the tile lies. The bastions of a camp.
 */
walls: Walls,
/**
 * What sort of piece it is, if not a building or fountain every game has: camp, project, watchtower …
 */
kind?: string,
/**
 * The second cell of a piece that covers two.
 */
second?: SecondCell, };

/**
 * The second cell of a piece.
 */
export type SecondCell = {
/**
 * Where it lies, seen from the first.
 */
towards: Side,
/**
 * The building on it.
 */
building: Building | null,
/**
 * Its walls.
 */
walls: Walls, };

/**
 * Why a tile may not be laid, in the order in which reasons are given.
 */
export type Fault = { "type": "occupied",
/**
 * That cell.
 */
at: Cell, } | { "type": "not_adjacent" } | { "type": "border",
/**
 * The cell of the new tile at that border.
 */
at: Cell,
/**
 * The side of the new tile that does not match, the first in the order N, E, S, W.
 */
side: Side,
/**
 * The covered cell across that side.
 */
neighbour: Cell,
/**
 * Whether the wall is on the new tile; otherwise it is on the neighbour.
 */
wall: boolean, } | { "type": "on_foot" } | { "type": "hole",
/**
 * A cell of that area.
 */
at: Cell, } | { "type": "span" } | { "type": "not_allowed",
/**
 * Which.
 */
by: ModuleId,
/**
 * Why.
 */
why: string, } | { "type": "bastion",
/**
 * The cell of the new piece at that border.
 */
at: Cell,
/**
 * The side at fault.
 */
side: Side,
/**
 * The covered cell across that side.
 */
neighbour: Cell, } | { "type": "no_bastion",
/**
 * The piece that should have one.
 */
at: Cell, };

/**
 * The game as one viewer sees it.
 */
export type View = {
/**
 * Who looks; null is a spectator.
 */
viewer: Seat | null,
/**
 * Which turn of the game, from 1.
 */
turn: number,
/**
 * Whose turn it is.
 */
active: Seat,
/**
 * Actions the active player may still take.
 */
actions_left: number,
/**
 * Who has to decide what; null when the game is over.
 */
asked: Asked | null,
/**
 * Who has won, when the game is over; empty if Dirk did.
 */
winners: Seat[] | null,
/**
 * The players, by seat.
 */
players: Array<PlayerView>,
/**
 * Dirk, with two players.
 */
dirk: DirkView | null,
/**
 * The building market.
 */
market: Array<MarketSpace>,
/**
 * What comes to the market next, space by space, where the edition shows it.
 */
preview?: Array<Tile | null>,
/**
 * The open money cards; option texts count them from the first.
 */
display: Card[],
/**
 * Money cards left face down.
 */
deck: number,
/**
 * The discard pile.
 */
discard: Card[],
/**
 * Tiles left in the tower.
 */
tower: number,
/**
 * Scorings held.
 */
scorings: number,
/**
 * Scoring cards turned up and not yet scored.
 */
scorings_due: number,
/**
 * Whether the game is about to end.
 */
ending: boolean,
/**
 * The viewer's own hand; null for spectators without one.
 */
hand: Card[] | null,
/**
 * What each module shows this viewer.
 */
modules: Array<ModuleView>, };

/**
 * Who has to decide, and what.
 */
export type Asked = {
/**
 * Who; several for sealed choices.
 */
seats: Seat[],
/**
 * What.
 */
kind: DecisionKind,
/**
 * The module that asks, if one does.
 */
module: ModuleId | null, };

/**
 * A player as everybody sees them.
 */
export type PlayerView = {
/**
 * The seat.
 */
seat: Seat,
/**
 * Points.
 */
score: number,
/**
 * How many cards are in the hand.
 */
hand_size: number,
/**
 * The palace, fountain included.
 */
palace: Array<TileAt>,
/**
 * Tiles in the reserve.
 */
reserve: Array<Tile>,
/**
 * Tiles acquired and not yet placed.
 */
bought: Array<Tile>,
/**
 * The length of the longest outer wall.
 */
wall: number,
/**
 * Where it runs: cells and the side the wall is on, in order.
 */
longest: [Cell, Side][],
/**
 * Buildings of each type as the majorities count them, in half units, from pavilion to tower.
 */
counts: Array<number>, };

/**
 * A tile in a palace.
 */
export type TileAt = {
/**
 * Where.
 */
at: Cell,
/**
 * The tile.
 */
tile: Tile,
/**
 * Clockwise quarter turns, if any. The right angle of half a cell is in the north-west when it is not turned.
 */
turn?: number,
/**
 * Walls among those of the tile that were put up later.
 */
wooden?: Walls,
/**
 * Gates on its borders.
 */
gates?: Walls, };

/**
 * Dirk as everybody sees him.
 */
export type DirkView = {
/**
 * His tiles.
 */
tiles: Array<Tile>,
/**
 * His points.
 */
score: number,
/**
 * His buildings of each type, in half units.
 */
counts: Array<number>, };

/**
 * A space of the building market.
 */
export type MarketSpace = {
/**
 * Which, from 0.
 */
space: number,
/**
 * The currency paid here.
 */
currency: Currency,
/**
 * The tile on it.
 */
tile: Tile | null, };

/**
 * What a module shows to a viewer.
 */
export type ModuleView = {
/**
 * Which module.
 */
module: ModuleId,
/**
 * What it shows.
 */
shows: Array<ShownItem>, };

/**
 * Something a module shows, under a name.
 */
export type ShownItem = {
/**
 * The name, a message key.
 */
name: string,
/**
 * What is shown.
 */
shown: Shown, };

/**
 * What a module shows. Clients put in names, shapes and colours.
 */
export type Shown = { "type": "words", "is": Array<string> } | { "type": "number", "is": number } | { "type": "numbers", "is": Array<number> } | { "type": "seats", "is": Seat[] } | { "type": "by_seat", "is": Array<number> } | { "type": "words_by_seat", "is": [Seat, string[]][] } | { "type": "cards", "is": Card[] } | { "type": "cards_by_seat", "is": [Seat, Card[]][] } | { "type": "marked", "is": [Card, Building][] } | { "type": "marked_by_seat", "is": [Seat, [Card, Building][]][] } | { "type": "currencies", "is": Currency[] } | { "type": "ascending", "is": Building[] } | { "type": "tiles", "is": PieceId[] } | { "type": "buildings", "is": Building[] } | { "type": "buildings_by_seat", "is": [Seat, Building[]][] } | { "type": "tiles_by_seat", "is": [Seat, PieceId[]][] } | { "type": "cell_by_seat", "is": [Seat, Cell][] } | { "type": "counter", "is": {
/**
 * How many.
 */
n: number,
/**
 * Of how many.
 */
of: number, } } | { "type": "slots", "is": Array<SlotRow> } | { "type": "tracks", "is": Array<Track> } | { "type": "pile", "is": {
/**
 * How many lie in it.
 */
n: number,
/**
 * What lies open on top.
 */
top: Ref | null, } } | { "type": "pins", "is": Array<Pin> };

/**
 * A row of places.
 */
export type SlotRow = {
/**
 * Whose it is; nobody's if everybody uses it.
 */
seat: Seat | null,
/**
 * What stands before it.
 */
side: Ref | null,
/**
 * The places.
 */
cells: Array<Slot>,
/**
 * What it is worth when it is full.
 */
worth: number | null, };

/**
 * A place.
 */
export type Slot = {
/**
 * What lies there.
 */
holds: Ref | null,
/**
 * What belongs there.
 */
wants: Ref | null, };

/**
 * A way of stops.
 */
export type Track = {
/**
 * Whose it is; nobody's if everybody uses it.
 */
seat: Seat | null,
/**
 * What it is of.
 */
of: Ref | null,
/**
 * What is printed on the stops.
 */
stops: Array<number>,
/**
 * Who or what stands at which stop, counted from 0; without a player it is the only marker.
 */
at: [Seat | null, number][],
/**
 * The last stop that can be reached for now.
 */
cap: number | null,
/**
 * What else can be had at a stop.
 */
branches: Array<[number, Ref]>, };

/**
 * Something that stands on the table.
 */
export type Pin = {
/**
 * Where.
 */
on: On,
/**
 * Which picture of the module.
 */
sign: string,
/**
 * Whose it is.
 */
seat: Seat | null,
/**
 * The building type whose colour it has.
 */
building: Building | null,
/**
 * A number on it.
 */
n: number | null,
/**
 * The side it faces.
 */
side: Side | null, };

/**
 * What a pin stands on. Cells count from the fountain of the palace.
 */
export type On = { "type": "cell",
/**
 * Whose palace.
 */
of: Seat,
/**
 * Which cell.
 */
at: Cell, } | { "type": "piece",
/**
 * Which.
 */
piece: PieceId, } | { "type": "edge",
/**
 * Whose palace.
 */
of: Seat,
/**
 * Which cell.
 */
at: Cell,
/**
 * Which side.
 */
side: Side, } | { "type": "corner",
/**
 * Whose palace.
 */
of: Seat,
/**
 * Which cell.
 */
at: Cell, } | { "type": "space",
/**
 * Which, from 0.
 */
space: number, };

/**
 * The parts of a [`View`] that are different now; what is absent has not changed.
 *
 * Parts that may be null in the view travel in a list of at most one, so that "null now" and "not changed" differ.
 */
export type ViewChange = {
/**
 * [`View::turn`].
 */
turn?: number,
/**
 * [`View::active`].
 */
active?: Seat,
/**
 * [`View::actions_left`].
 */
actions_left?: number,
/**
 * [`View::asked`]: empty when the game is over.
 */
asked?: Array<Asked>,
/**
 * [`View::winners`]: empty when there are none yet (after a taking back).
 */
winners?: Seat[][],
/**
 * The players that changed, whole: put each at its seat.
 */
players?: Array<PlayerView>,
/**
 * [`View::dirk`].
 */
dirk?: DirkView,
/**
 * [`View::market`].
 */
market?: Array<MarketSpace>,
/**
 * [`View::preview`].
 */
preview?: Array<Tile | null>,
/**
 * [`View::display`].
 */
display?: Card[],
/**
 * [`View::deck`].
 */
deck?: number,
/**
 * [`View::discard`].
 */
discard?: Card[],
/**
 * [`View::tower`].
 */
tower?: number,
/**
 * [`View::scorings`].
 */
scorings?: number,
/**
 * [`View::scorings_due`].
 */
scorings_due?: number,
/**
 * [`View::ending`].
 */
ending?: boolean,
/**
 * [`View::hand`].
 */
hand?: Card[],
/**
 * [`View::modules`].
 */
modules?: Array<ModuleView>, };

/**
 * What is being decided.
 */
export type DecisionKind = "main_action" | "place_tile" | "confirm_turn" | "module" | "special_move" | "payment" | "redesign" | "before_placing" | "leftover";

/**
 * What an option leads to.
 */
export type Effect = { "type": "extra_action" } | { "type": "exact" } | { "type": "lost",
/**
 * How much.
 */
amount: number, } | { "type": "keeps",
/**
 * How many.
 */
prices: number, } | { "type": "wall",
/**
 * Now.
 */
from: number,
/**
 * Afterwards.
 */
to: number, } | { "type": "money",
/**
 * How much.
 */
amount: number, } | { "type": "majority",
/**
 * Which type.
 */
building: Building,
/**
 * The place now.
 */
from: number,
/**
 * The place afterwards.
 */
to: number,
/**
 * How many share it afterwards, this player included.
 */
sharing: number, } | { "type": "open",
/**
 * Now.
 */
from: number,
/**
 * Afterwards.
 */
to: number, };

/**
 * What a player can do, as clients are shown it.
 */
export type OptionView = {
/**
 * Its number in this decision, to hand back.
 */
id: number,
/**
 * What it is: take, buy, target, pay, pay_card, add, remove, swap, move, decline, place, reserve, gift,
 * end_turn, pass, module.
 */
key: string,
/**
 * For a module's action: which, as module and action with a dot between them.
 */
act?: string,
/**
 * The same in English; absent if the client asked for no texts.
 */
text?: string,
/**
 * Whether it does without: answers what was asked and touches nothing.
 */
passes?: boolean,
/**
 * What it points at.
 */
refs: Array<Ref>,
/**
 * What it leads to.
 */
effects: Array<Effect>, };

/**
 * A cell where a tile may not be laid, and why.
 */
export type Misfit = {
/**
 * The tile.
 */
piece: PieceId,
/**
 * The cell.
 */
at: Cell,
/**
 * Why.
 */
fault: Fault, };

/**
 * A price that is being paid.
 */
export type Bill = {
/**
 * What has to be paid.
 */
price: number,
/**
 * What lies on the table already.
 */
paid: number, };

/**
 * What cards come to that somebody would lay down.
 */
export type Tally = {
/**
 * What they are worth, with everything that counts besides them.
 */
paid: number,
/**
 * What has to be paid; null where only a refusal tells.
 */
price: number | null, };

/**
 * A decision of one player. Whoever reads one that has travelled finds options in it instead of choices: the actions
 * stay behind.
 */
export type DecisionView = {
/**
 * Who decides.
 */
seat: Seat,
/**
 * What kind it is.
 */
kind: DecisionKind,
/**
 * The module that asks, if one does.
 */
module: ModuleId | null,
/**
 * What can be done; payments for one tile stand together, best first.
 */
options: Array<OptionView>,
/**
 * Cells next to the palace where tiles to be placed, or tiles of the reserve that could be laid, do not fit.
 */
misfits: Array<Misfit>,
/**
 * What is being paid, if it is that.
 */
bill?: Bill, };

/**
 * What one step of the game brought about.
 */
export type EventBlock = {
/**
 * The number of the action in the record, from 1; 0 is the set-up.
 */
action: number,
/**
 * What happened, in order.
 */
events: Array<EventView>, };

/**
 * An event as one viewer is told it.
 */
export type EventView = {
/**
 * What happened.
 */
what: Happening,
/**
 * The same in English; absent if the client asked for no texts.
 */
text?: string,
/**
 * What stood on the lands it is about when it happened, where land and building are apart: buildings may change places
 * later.
 */
lands?: [PieceId, Building][], };

/**
 * Something that happened.
 */
export type Happening = { "type": "start_money",
/**
 * To whom.
 */
seat: Seat,
/**
 * Which cards.
 */
cards: Card[], } | { "type": "begins",
/**
 * Who.
 */
seat: Seat, } | { "type": "turn_began",
/**
 * Whose.
 */
seat: Seat,
/**
 * Which turn of the game, from 1.
 */
turn: number, } | { "type": "took_money",
/**
 * By whom.
 */
seat: Seat,
/**
 * Which cards.
 */
cards: Card[], } | { "type": "bought",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId,
/**
 * The payment.
 */
payment: Card[],
/**
 * What was paid.
 */
paid: number,
/**
 * What it cost.
 */
price: number,
/**
 * Whether this gives an extra action.
 */
extra_action: boolean, } | { "type": "paid",
/**
 * By whom.
 */
seat: Seat,
/**
 * The payment.
 */
payment: Card[],
/**
 * What was paid.
 */
paid: number,
/**
 * What it cost.
 */
price: number,
/**
 * Whether this gives an extra action.
 */
extra_action: boolean, } | { "type": "drew",
/**
 * By whom.
 */
seat: Seat,
/**
 * The card, for its owner.
 */
card: Card | null, } | { "type": "moved",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId,
/**
 * Where it stands now.
 */
at: Cell,
/**
 * Clockwise quarter turns, if any.
 */
turn?: number, } | { "type": "put_back",
/**
 * By whom.
 */
seat: Seat,
/**
 * The piece.
 */
piece: PieceId, } | { "type": "discarded",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId, } | { "type": "placed",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId,
/**
 * Where.
 */
at: Cell,
/**
 * Clockwise quarter turns, if any.
 */
turn?: number, } | { "type": "reserved",
/**
 * Whose.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId, } | { "type": "taken_off",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId,
/**
 * Where it stood.
 */
at: Cell, } | { "type": "gift",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
piece: PieceId, } | { "type": "declined",
/**
 * By whom.
 */
seat: Seat, } | { "type": "passed",
/**
 * Who.
 */
seat: Seat, } | { "type": "displayed",
/**
 * The card.
 */
card: Card, } | { "type": "put_by",
/**
 * The card.
 */
card: Card, } | { "type": "reshuffled" } | { "type": "scoring_card" } | { "type": "on_market",
/**
 * The tile.
 */
piece: PieceId,
/**
 * Where.
 */
space: number,
/**
 * The currency it is paid in.
 */
currency: Currency, } | { "type": "end_triggered",
/**
 * Whether it is because nobody could do anything (ruling B-PASS).
 */
everybody_passed: boolean, } | { "type": "dirk_drew",
/**
 * Which.
 */
pieces: PieceId[], } | { "type": "scoring_began",
/**
 * Which, 1 to 3.
 */
round: number, } | { "type": "scored",
/**
 * Which, and why.
 */
line: ScoreLineView, } | { "type": "leftover",
/**
 * The tile.
 */
piece: PieceId,
/**
 * Who got it; `None` when it was a tie.
 */
to: Seat | null,
/**
 * What each seat held.
 */
held: Array<number>, } | { "type": "game_over",
/**
 * Who won; empty if Dirk did.
 */
winners: Seat[], } | { "type": "module",
/**
 * Which module.
 */
by: ModuleId,
/**
 * Who did it, if somebody did.
 */
seat: Seat | null,
/**
 * The key of its words (`said.…` in `words.<language>.json`).
 */
key: string,
/**
 * What it points at.
 */
refs: Array<Ref>, };

/**
 * Somebody who takes part in majorities: a player, or Dirk in a two-player game.
 */
export type Scorer = { "seat": Seat } | "dirk";

/**
 * Where points come from.
 */
export type ScoreSource = "wall" | { "majority": Building } | { "module": ModuleId };

/**
 * How a place was shared: the arithmetic behind a majority.
 */
export type ScoreRank = {
/**
 * The best place of the tied group, from 1.
 */
place: number,
/**
 * How many share it.
 */
tied: number,
/**
 * Points of the places they share, in order; places past the table are worth 0.
 */
worth: Array<number>,
/**
 * Points of the places they share, added up.
 */
pot: number,
/**
 * What each gets: the pot divided, rounded down.
 */
share: number, };

/**
 * Points with their reason.
 */
export type ScoreLineView = {
/**
 * Who gets them.
 */
to: Scorer,
/**
 * In which scoring, 1 to 3.
 */
round: number,
/**
 * Where they come from.
 */
source: ScoreSource,
/**
 * A message key for the reason.
 */
reason: string,
/**
 * The numbers that go with the reason (a wall's length, a count of half buildings).
 */
args: Array<number>,
/**
 * What was added; a deduction that stops at 0 says what was really lost.
 */
points: number,
/**
 * The tiles it is about, in the scorer's palace.
 */
cells: Cell[],
/**
 * For majorities, the place and how it was shared.
 */
rank: ScoreRank | null, };

/**
 * What kind of reason it is; clients act on these.
 */
export type RefusalCode = "illegal" | "stale" | "no_such_option" | "not_yours" | "not_host" | "cannot_undo" | "malformed" | "too_large" | "too_fast" | "not_now" | "not_found" | "full" | "bad_setup" | "parked" | "unavailable";

/**
 * A refusal with its reason.
 */
export type Refusal = {
/**
 * What kind of reason.
 */
code: RefusalCode,
/**
 * The reason as a message key: the rule that forbids it, or why the server does.
 */
rule?: string,
/**
 * The module that refuses, or a set-up is refused for; its words come before those of the base game.
 */
by?: ModuleId,
/**
 * The reason in English; empty over the socket unless the client asked for texts.
 */
text: string,
/**
 * What stands against it, in the order of the blanks of its words.
 */
refs: Array<Ref>,
/**
 * Why the tile does not fit, if that is it.
 */
fault?: Fault, };

/**
 * Where a table is in its life.
 */
export type Phase = "lobby" | "playing" | "over" | "parked" | "closed";

/**
 * How far players may take back.
 */
export type UndoPolicy = "none" | "turn" | "ask" | "free";

/**
 * Whether people play in one sitting.
 */
export type Pace = "live" | "by_turns";

/**
 * How long people may think. When the time is up, the others may vote for a bot to take over.
 */
export type Clock = { "type": "none" } | { "type": "per_move",
/**
 * Seconds, 5 to 1209600 (two weeks).
 */
seconds: number, } | { "type": "budget",
/**
 * Seconds at the start.
 */
seconds: number,
/**
 * Seconds added after each decision.
 */
increment: number, };

/**
 * Who may watch.
 */
export type Spectators = "none" | "public" | "hands";

/**
 * How long the window between turns is open for special moves.
 */
export type Windows = "timed" | "open";

/**
 * What the table agreed on beside the rules; fixed when the table is made and open to everybody.
 */
export type TableOptions = {
/**
 * How far players may take back.
 */
undo?: UndoPolicy,
/**
 * Who may watch.
 */
spectators?: Spectators,
/**
 * In one sitting or by turns.
 */
pace?: Pace,
/**
 * The clock.
 */
clock?: Clock,
/**
 * How long windows between turns are open.
 */
windows?: Windows,
/**
 * Whether the table is in the public list.
 */
listed?: boolean,
/**
 * Whether people may ask a bot for advice.
 */
hints?: boolean,
/**
 * Whether whoever sits down waits for the host's word.
 */
admission?: boolean,
/**
 * Whether spectators only watch and do not talk.
 */
silent_spectators?: boolean,
/**
 * How much clients help: `table`, `assisted` or `coach`. The server passes it on.
 */
aids?: string, };

/**
 * Who plays at a seat.
 */
export type Sitter = { "type": "open" } | { "type": "person" } | { "type": "bot",
/**
 * Its level, by name.
 */
level: string, };

/**
 * A seat as everybody sees it.
 */
export type SeatInfo = {
/**
 * Which.
 */
seat: Seat,
/**
 * What they are called.
 */
name: string,
/**
 * Who plays.
 */
sitter: Sitter,
/**
 * Whether they are ready to start.
 */
ready: boolean,
/**
 * Whether somebody with this seat's token is connected.
 */
here: boolean,
/**
 * Since when nobody with this seat's token is connected, as far as the server knows, in milliseconds since 1970; null
 * while somebody is, where no person sits, and for somebody who has not been heard of yet.
 */
away_since: number | null,
/**
 * The bot that plays for an absent person.
 */
stand_in: string | null,
/**
 * Whether several seats share one device with this one.
 */
hot_seat: boolean,
/**
 * Whether they pass in windows between turns without being asked.
 */
passes: boolean,
/**
 * Whether they wait for the host's word before they may play.
 */
waits: boolean,
/**
 * Whether the host has muted them.
 */
muted: boolean,
/**
 * Whether they agree to a seed that was chosen.
 */
agrees_to_seed: boolean,
/**
 * Whether they gave the game up for good.
 */
resigned: boolean, };

/**
 * Something put to the vote.
 */
export type ProposalKind = { "type": "take_back",
/**
 * The number of the first action taken back.
 */
action: number, } | { "type": "stand_in",
/**
 * Whose seat.
 */
seat: Seat,
/**
 * The level of the bot.
 */
level: string, } | { "type": "show" };

/**
 * A proposal and the votes so far. It passes when every other person at the table agrees; people who are away do not
 * count.
 */
export type Proposal = {
/**
 * Its number.
 */
number: number,
/**
 * Who proposes.
 */
by: Seat,
/**
 * What.
 */
what: ProposalKind,
/**
 * Who agreed.
 */
agreed: Seat[], };

/**
 * Which links let people watch.
 */
export type SpectatorLinks = {
/**
 * Whether the table's address is enough.
 */
address: boolean,
/**
 * Whether the host has made a link for spectators that is good.
 */
made: boolean,
/**
 * The players who made links to their hand that are good.
 */
hands: Seat[], };

/**
 * Where the luck of a game comes from, and how anybody can check it afterwards (`alhambra replay --verify-luck`).
 */
export type Luck = {
/**
 * The seed, if whoever made the table chose it. Everybody knows then what is coming; where several people play, all
 * have to agree to it before the game.
 */
chosen: string | null,
/**
 * What the server has bound itself to: one for the start, and one for each time something was taken back behind new
 * information.
 */
committed: Array<Commitment>, };

/**
 * A promise about luck, given before anything was drawn from it.
 */
export type Commitment = {
/**
 * It is about draws after this action; 0 is the start, the set-up included.
 */
after: number,
/**
 * The SHA-256, in hex digits, of `alhambra-luck-1:` and the seed in digits.
 */
hash: string,
/**
 * The seed, once nothing is hidden any more.
 */
seed: string | null, };

/**
 * A table as everybody sees it.
 */
export type TableInfo = {
/**
 * Its code, the last part of its link.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * Where it is in its life.
 */
phase: Phase,
/**
 * What was agreed beside the rules.
 */
options: TableOptions,
/**
 * The rules agreed on, in the form of records (edition, modules, house rules); names are those of the seats.
 */
setup: Setup,
/**
 * The same as a short code; null where codes have no room for a module of one's own.
 */
setup_code: string | null,
/**
 * The seats.
 */
seats: Array<SeatInfo>,
/**
 * The seat of the host; null if the host only watches.
 */
host: Seat | null,
/**
 * How many people watch.
 */
watching: number,
/**
 * Which links let people watch.
 */
links: SpectatorLinks,
/**
 * What is put to the vote.
 */
proposals: Array<Proposal>,
/**
 * Whether somebody took back beyond new information.
 */
took_back: boolean,
/**
 * The seed of the luck, once the game is over.
 */
seed: string | null,
/**
 * Where the luck comes from.
 */
luck: Luck,
/**
 * Whether everything about the game may be seen: it is over, or was closed and everybody agreed.
 */
shown: boolean,
/**
 * Who won because everybody else resigned.
 */
conceded_to: Seat | null,
/**
 * The table of the next game, if there is one.
 */
rematch: string | null,
/**
 * When it was made, in milliseconds since 1970.
 */
created: number,
/**
 * When it will be closed if nothing happens.
 */
expires: number, };

/**
 * What the connected client is at the table.
 */
export type You = {
/**
 * The seats this token plays; several at a hot-seat table, none for a spectator.
 */
seats: Seat[],
/**
 * Through whose eyes the view is; null is the public view.
 */
viewing: Seat | null,
/**
 * Whether this token has the host's powers.
 */
host: boolean, };

/**
 * Whether the viewer's last action can be taken back.
 */
export type UndoState = {
/**
 * How many actions can be taken back without asking.
 */
steps: number,
/**
 * Why no more: never, start, chance, shown, other_seat or acted_since.
 */
key?: string,
/**
 * The same in English, for clients that asked for texts.
 */
why?: string, };

/**
 * The clock at one moment.
 */
export type ClockState = {
/**
 * Whose time runs.
 */
running: Seat[],
/**
 * Milliseconds left for each seat.
 */
left: Array<number>,
/**
 * How long ago that was when the message was sent, in milliseconds.
 */
age: number, };

/**
 * A window between turns that closes by itself. Whoever may act can answer until then; nobody learns who did, or when,
 * before it closes, and who has not answered passes.
 */
export type WindowState = {
/**
 * The people who may act: those whom the rules ask by what everybody can see, and who do not pass anyway.
 */
seats: Seat[],
/**
 * How long it is open in all, in milliseconds.
 */
length: number,
/**
 * How long it had been open when the message was sent, in milliseconds.
 */
age: number, };

/**
 * Who speaks.
 */
export type ChatVoice = { "type": "seat",
/**
 * Who.
 */
seat: Seat,
/**
 * What they were called then; lines of older servers do not say it.
 */
name?: string, } | { "type": "watcher",
/**
 * What they call themselves.
 */
name: string, } | { "type": "table",
/**
 * A message key, `note.…` in the words files.
 */
key: string,
/**
 * The names and numbers that belong to it, in the order of the text.
 */
names?: Array<string>, };

/**
 * A line of chat or a note of the table. The text is plain: show it as text, never as markup.
 */
export type ChatLine = {
/**
 * Its place in the table's log.
 */
seq: number,
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * Who speaks.
 */
voice: ChatVoice,
/**
 * What they say; of the table itself the same as its key in English, and empty if the client asked for no texts.
 */
text: string,
/**
 * The turn of the game at that moment; 0 before the game.
 */
turn: number, };

/**
 * A message of a client: a request under a number of the client's choosing, which the answer repeats.
 */
export type ClientMessage = {
/**
 * The number.
 */
id: number,
/**
 * What is asked.
 */
request: Request, };

/**
 * The first request on every socket.
 */
export type Hello = {
/**
 * The version of the conversation, [`PROTOCOL`](crate::PROTOCOL).
 */
protocol: number,
/**
 * The table.
 */
table: string,
/**
 * The token of a seat, of the host or of a spectator link; none for a plain spectator.
 */
token?: string,
/**
 * What a spectator wants to be called in the chat.
 */
name?: string,
/**
 * The number of the last action this client has seen, when it comes back: the events since are sent along.
 */
after?: number,
/**
 * The last step this client counted, when it comes back: it is told what was taken back since, which the number of an
 * action cannot tell once another was done in its place.
 */
step?: number,
/**
 * Through whose eyes that step was counted; null for those of everybody.
 */
eyes?: Seat,
/**
 * Whether this is only a look at how things stand: the snapshot is all there is, and nobody hears that anybody came.
 */
glance?: boolean,
/**
 * Whether options, events, hints and refusals come with English texts, for clients without words of their own.
 */
texts?: boolean, };

/**
 * What is asked of the server.
 */
export type Request = { "type": "hello" } & Hello | { "type": "look",
/**
 * Whose; null is the public view, for the curtain between two players.
 */
seat: Seat | null, } | { "type": "act",
/**
 * For which seat.
 */
seat: Seat,
/**
 * The step of the game the choice was made at; refused as stale when the game has gone on.
 */
step: number,
/**
 * What.
 */
choice: Selection, } | { "type": "check",
/**
 * For which seat.
 */
seat: Seat,
/**
 * The step of the game.
 */
step: number,
/**
 * What.
 */
choice: Selection, } | { "type": "act_all",
/**
 * For which seat.
 */
seat: Seat,
/**
 * The step of the game the first answer is about.
 */
step: number,
/**
 * How many own actions are taken back before, as far as the undo state says.
 */
undo: number,
/**
 * The answers, each to the decision the one before leads to.
 */
choices: Array<Selection>, } | { "type": "undo",
/**
 * For which seat.
 */
seat: Seat,
/**
 * The step of the game.
 */
step: number,
/**
 * How many actions.
 */
actions: number, } | { "type": "chat",
/**
 * What.
 */
text: string, } | { "type": "ready",
/**
 * Which seat.
 */
seat: Seat,
/**
 * Whether.
 */
ready: boolean, } | { "type": "agree_to_seed",
/**
 * Which seat.
 */
seat: Seat,
/**
 * The seed, as the table says it.
 */
seed: string, } | { "type": "rename",
/**
 * Which seat.
 */
seat: Seat,
/**
 * The new name.
 */
name: string, } | { "type": "leave",
/**
 * Which seat.
 */
seat: Seat, } | { "type": "return",
/**
 * Which seat.
 */
seat: Seat, } | { "type": "resign",
/**
 * Which seat.
 */
seat: Seat, } | { "type": "propose",
/**
 * By which seat.
 */
seat: Seat,
/**
 * What.
 */
what: ProposalKind, } | { "type": "vote",
/**
 * With which seat.
 */
seat: Seat,
/**
 * On which proposal.
 */
number: number,
/**
 * For it or against it; one vote against ends the proposal.
 */
agree: boolean, } | { "type": "history",
/**
 * The first action; 0 is the set-up.
 */
from: number,
/**
 * The last action.
 */
to: number, } | { "type": "share_hand",
/**
 * Which seat.
 */
seat: Seat, } | { "type": "share_table" } | { "type": "revoke",
/**
 * Which.
 */
link: SpectatorLink, } | { "type": "pass_windows",
/**
 * Which seat.
 */
seat: Seat,
/**
 * Whether.
 */
pass: boolean, } | { "type": "notify",
/**
 * Which seat.
 */
seat: Seat,
/**
 * Where; only hosts the server's configuration allows.
 */
webhook: string | null,
/**
 * Which browser.
 */
push?: PushAddress, } | { "type": "rematch" } | { "type": "host",
/**
 * Which.
 */
command: HostCommand, } | { "type": "hint",
/**
 * Which seat.
 */
seat: Seat,
/**
 * The step of the game.
 */
step: number,
/**
 * Whether the bot may take a second to think.
 */
patient?: boolean, } | { "type": "plan",
/**
 * Which seat.
 */
seat: Seat,
/**
 * The step of the game.
 */
step: number,
/**
 * The tiles laid in thought.
 */
laid: Array<Laid>, } | { "type": "scoring",
/**
 * Which, 1 to 3.
 */
round: number, } | { "type": "ping" };

/**
 * Where a browser is told something: what its `PushSubscription` says.
 */
export type PushAddress = {
/**
 * The address at the service of the browser's maker.
 */
endpoint: string,
/**
 * The browser's public key, base64url.
 */
p256dh: string,
/**
 * What it shares with whoever may write to it, base64url.
 */
auth: string, };

/**
 * A choice handed in.
 */
export type Selection = { "type": "option",
/**
 * Its id.
 */
id: number, } | { "type": "pay",
/**
 * The id of any payment for the same thing.
 */
id: number,
/**
 * The cards.
 */
cards: Card[], } | { "type": "like",
/**
 * What it is, as in an option.
 */
key: string,
/**
 * For a module's action: which.
 */
act?: string,
/**
 * What it points at.
 */
refs: Array<Ref>,
/**
 * The cards it is paid with, if they are not those of the option.
 */
cards?: Card[], } | { "type": "action",
/**
 * The action.
 */
action: unknown, };

/**
 * A link for spectators.
 */
export type SpectatorLink = { "type": "public" } | { "type": "hand",
/**
 * Whose.
 */
seat: Seat, };

/**
 * What a host can do.
 */
export type HostCommand = { "type": "start" } | { "type": "open_seat",
/**
 * Which.
 */
seat: Seat, } | { "type": "seat_bot",
/**
 * Which.
 */
seat: Seat,
/**
 * The level.
 */
level: string, } | { "type": "add_seat" } | { "type": "remove_seat",
/**
 * Which.
 */
seat: Seat, } | { "type": "agree",
/**
 * The new agreement; the players' names in it do not count.
 */
setup: Setup, } | { "type": "stand_in",
/**
 * Whose seat.
 */
seat: Seat,
/**
 * The level.
 */
level: string, } | { "type": "take_back",
/**
 * The number of the first action taken back.
 */
action: number, } | { "type": "hand_over",
/**
 * Whose seat.
 */
seat: Seat, } | { "type": "admit",
/**
 * Whose seat.
 */
seat: Seat, } | { "type": "mute",
/**
 * Whose seat; nobody's for all who watch.
 */
seat: Seat | null,
/**
 * Whether they are muted.
 */
mute: boolean, } | { "type": "renew" } | { "type": "close" } | { "type": "reopen" } | { "type": "revive" } | { "type": "forget_seed" };

/**
 * A message of the server.
 */
export type ServerMessage = { "type": "snapshot" } & Snapshot | { "type": "update" } & Update | { "type": "table",
/**
 * The place in the table's log.
 */
seq: number,
/**
 * The table.
 */
table: TableInfo,
/**
 * What this client is now.
 */
you: You, } | { "type": "chat",
/**
 * What.
 */
line: ChatLine, } | { "type": "done",
/**
 * Its number.
 */
id: number, } | { "type": "refused",
/**
 * Its number; null if it could not be read.
 */
id: number | null,
/**
 * Why.
 */
refusal: Refusal, } | { "type": "checked",
/**
 * The number of the request.
 */
id: number,
/**
 * Why not; null if it would.
 */
refusal: Refusal | null,
/**
 * What it leads to; nothing if it is refused.
 */
effects: Array<Effect>,
/**
 * What its cards come to, accepted or not; null if it pays for nothing.
 */
tally: Tally | null, } | { "type": "history",
/**
 * The number of the request.
 */
id: number,
/**
 * Action by action.
 */
blocks: Array<EventBlock>, } | { "type": "link",
/**
 * The number of the request.
 */
id: number,
/**
 * The table.
 */
table: string,
/**
 * The token; keep it out of addresses that are sent to servers.
 */
token: string, } | { "type": "hint",
/**
 * The number of the request.
 */
id: number,
/**
 * What a bot would do.
 */
hint: Hint, } | { "type": "plan",
/**
 * The number of the request.
 */
id: number,
/**
 * The plan.
 */
plan: PlanView, } | { "type": "scoring",
/**
 * The number of the request.
 */
id: number,
/**
 * The scoring.
 */
scoring: PastScoring, } | { "type": "pong",
/**
 * The number of the request.
 */
id: number,
/**
 * The server's time, in milliseconds since 1970.
 */
now: number, } | { "type": "bye",
/**
 * Why.
 */
refusal: Refusal,
/**
 * How long to wait before coming back, in milliseconds; null: do not.
 */
retry: number | null, };

/**
 * Everything a client needs to show a table.
 */
export type Snapshot = {
/**
 * The number of the request it answers; null when the server sends it of its own accord.
 */
id: number | null,
/**
 * The place in the table's log.
 */
seq: number,
/**
 * The table.
 */
table: TableInfo,
/**
 * What this client is.
 */
you: You,
/**
 * The game, once it has begun.
 */
game: GameSnapshot | null,
/**
 * The last lines of the chat.
 */
chat: Array<ChatLine>,
/**
 * What happened since the action the client named when it came back, or since `taken_back_to` if that is less.
 */
missed: Array<EventBlock>,
/**
 * The last action that was never taken back since the step the client named: what it knows beyond it did not happen.
 * Absent if nothing was taken back.
 */
taken_back_to?: number, };

/**
 * A game as one viewer sees it.
 */
export type GameSnapshot = {
/**
 * Counts everything that ever changed the game, taking back included. Requests name it.
 */
step: number,
/**
 * The number of the last action of the record; taking back makes it smaller.
 */
action: number,
/**
 * What is seen.
 */
view: View,
/**
 * The viewer's decision; null if they are not asked.
 */
decision: DecisionView | null,
/**
 * What can be taken back.
 */
undo: UndoState,
/**
 * Every point scored so far, with its reason.
 */
scores: Array<ScoreLineView>,
/**
 * The clock, if there is one.
 */
clock: ClockState | null,
/**
 * The window between turns that is open, if it closes by itself.
 */
window?: WindowState,
/**
 * What the next scoring would bring now; null when none is left.
 */
next_scoring: NextScoring | null, };

/**
 * A step of the game as one viewer sees it.
 */
export type Update = {
/**
 * The place in the table's log.
 */
seq: number,
/**
 * The step after it.
 */
step: number,
/**
 * The number of the last action of the record now.
 */
action: number,
/**
 * Who acted or took back; null for the start.
 */
by: Seat | null,
/**
 * How many actions were taken back; 0 for an ordinary action.
 */
undone: number,
/**
 * What happened.
 */
events: Array<EventView>,
/**
 * What is different in the view.
 */
change: ViewChange,
/**
 * The viewer's decision now; null if they are not asked.
 */
decision: DecisionView | null,
/**
 * What can be taken back now.
 */
undo: UndoState,
/**
 * The clock, if there is one.
 */
clock?: ClockState,
/**
 * The window between turns that is open now, if it closes by itself.
 */
window?: WindowState,
/**
 * What the next scoring would bring now, if that changed: empty when none is left.
 */
next_scoring?: Array<NextScoring>, };

/**
 * What a module would add in the next scoring.
 */
export type Addition = {
/**
 * Which module.
 */
module: ModuleId,
/**
 * Points by seat, Dirk last.
 */
points: Array<number>, };

/**
 * What the next scoring would bring if it were held now, and how near it is. Only what everybody may know.
 */
export type NextScoring = {
/**
 * Which scoring comes next, 1 to 3.
 */
round: number,
/**
 * The next scoring card is among the face-down cards from the first number to the second, counted from 1; null
 * for the last scoring, which comes with the end of the game, before the first turn as long as the deck has no
 * scoring card yet, and while this scoring is being held.
 */
window: [number, number] | null,
/**
 * The building types, from pavilion to tower.
 */
majorities: Array<Stake>,
/**
 * Points for the longest wall, by seat.
 */
walls: Array<number>,
/**
 * What modules would add or take, as far as everybody can know it.
 */
modules?: Array<Addition>, };

/**
 * A building type in the next scoring.
 */
export type Stake = {
/**
 * Which.
 */
building: Building,
/**
 * What the first three places are worth.
 */
places: [number, number, number],
/**
 * By seat, Dirk last: the place, how many share it, and the points; null for those without such a building and
 * those behind the third place.
 */
standing: ([number, number, number] | null)[], };

/**
 * What a bot would do, knowing no more than the seat it advises.
 */
export type Hint = {
/**
 * The step of the game it is about.
 */
step: number,
/**
 * Why, in an English sentence that begins with what to do; absent if the client asked for no texts.
 */
why?: string,
/**
 * Why, reason by reason.
 */
reasons: Array<Reason>,
/**
 * What it would do, then the best alternatives.
 */
advised: Array<Advised>, };

/**
 * A reason a bot gives.
 */
export type Reason = {
/**
 * A message key.
 */
key: string,
/**
 * What it points at.
 */
refs: Array<Ref>, };

/**
 * An answer a bot has thought about.
 */
export type Advised = {
/**
 * The option of the decision at hand; null for a payment the options do not list.
 */
option: number | null,
/**
 * What it is, in English; absent if the client asked for no texts.
 */
words?: string,
/**
 * The same as an option, listed or not.
 */
what: OptionView,
/**
 * The estimated share of the win, in thousandths; null where nothing had to be compared.
 */
share: number | null,
/**
 * In how many imagined games it was tried.
 */
games: number, };

/**
 * A bought tile and where it is to lie.
 */
export type Laid = {
/**
 * The tile.
 */
piece: PieceId,
/**
 * Where.
 */
at: Cell,
/**
 * Clockwise quarter turns.
 */
turn?: number, };

/**
 * What becomes of a plan.
 */
export type PlanView = {
/**
 * The step of the game it is about.
 */
step: number,
/**
 * The tiles that fit where they were wished, in an order the rules allow.
 */
laid: Array<Laid>,
/**
 * Where the other bought tiles could go then; null when there are none, or it cannot be told yet. Its options are
 * not to be handed in: the decision has not come.
 */
decision: DecisionView | null, };

/**
 * A scoring that was held.
 */
export type PastScoring = {
/**
 * Which, 1 to 3.
 */
round: number,
/**
 * The players as they were after it.
 */
players: Array<PlayerView>,
/**
 * What a few more buildings would have changed, by building type and seat.
 */
would_have: Array<WouldHave>, };

/**
 * What a few more buildings of a type would have brought.
 */
export type WouldHave = {
/**
 * Whom.
 */
seat: Seat,
/**
 * The type.
 */
building: Building,
/**
 * How many more: the fewest that bring anything.
 */
more: number,
/**
 * The points more.
 */
gained: number,
/**
 * What others would have had more, or less.
 */
others: Array<Change>, };

/**
 * Points somebody would have had more or less.
 */
export type Change = {
/**
 * Who.
 */
to: Scorer,
/**
 * How many more; less than 0 is less.
 */
points: number, };

/**
 * `GET /api/info`.
 */
export type ServerInfo = {
/**
 * The version of the program.
 */
version: string,
/**
 * The version of the conversation.
 */
protocol: number,
/**
 * The path everything lies under, `/` at the end included.
 */
base_path: string,
/**
 * Whether turns can be told by webhooks.
 */
webhooks: boolean,
/**
 * The key to subscribe a browser with (`applicationServerKey`), if turns can be told to browsers.
 */
push_key?: string, };

/**
 * `GET /api/catalogue`: everything a client needs to know about the box and about this server.
 */
export type Catalogue = {
/**
 * The editions.
 */
editions: Array<string>,
/**
 * The modules that can be switched on.
 */
modules: Array<ModuleCard>,
/**
 * The groups in which modules were published, in the order of the box.
 */
groups: Array<ModuleGroup>,
/**
 * Sets of modules to begin with, the lightest first.
 */
sets: Array<ModuleSet>,
/**
 * What editions always have, under the names of the editions; its options are part of the set-up.
 */
rules: Array<ModuleCard>,
/**
 * What each edition has its own way, in the order of the editions.
 */
terms: Array<EditionTerms>,
/**
 * The house rules.
 */
house_rules: Array<HouseRuleInfo>,
/**
 * The bots, the weakest first.
 */
bots: Array<BotInfo>,
/**
 * Every piece of the edition that was asked for, by number.
 */
pieces: Array<PieceCard>, };

/**
 * Modules that were published together.
 */
export type ModuleGroup = {
/**
 * Its short name.
 */
group: string,
/**
 * What it was called; in English where the language says nothing.
 */
title: string,
/**
 * Its modules, by number.
 */
modules: ModuleId[], };

/**
 * Modules that go well together.
 */
export type ModuleSet = {
/**
 * Its short name.
 */
set: string,
/**
 * What to call it; in English where the language says nothing.
 */
title: string,
/**
 * Why its modules go together.
 */
why: string,
/**
 * Its modules, by number.
 */
modules: ModuleId[], };

/**
 * What players are told about a module.
 */
export type ModuleCard = {
/**
 * Its name in set-ups.
 */
module: ModuleId,
/**
 * Its number in the box.
 */
number: number,
/**
 * Its name.
 */
title: string,
/**
 * How far it has come: planned, beta or stable.
 */
stage: string,
/**
 * The fewest players.
 */
min_players: number,
/**
 * The most players.
 */
max_players: number,
/**
 * One line about it.
 */
summary: string,
/**
 * How much it adds to think about, 1 to 5.
 */
weight: number,
/**
 * What it touches, the main thing first.
 */
touches: Touch[],
/**
 * Its options.
 */
options: Array<ModuleOption>,
/**
 * The language of its title and its summary: the one that was asked for, or English.
 */
language: string,
/**
 * The fingerprint of its words, board, signs and help in the language asked for: another one is another text.
 */
look: string, };

/**
 * An option of a module.
 */
export type ModuleOption = {
/**
 * Its name.
 */
name: string,
/**
 * What it decides.
 */
about: string,
/**
 * The values, the default first.
 */
values: Array<string>,
/**
 * What the values are called, in their order.
 */
names: Array<string>, };

/**
 * `GET /api/modules/{module}`: how a module speaks and looks. What it lacks in a language is in English.
 */
export type ModuleLook = {
/**
 * Its words by their keys.
 */
words: { [key in string]: string },
/**
 * Its refusals by their keys.
 */
sentences: { [key in string]: string },
/**
 * Its board; null if what it shows is drawn by its shape alone.
 */
board: Board | null,
/**
 * Its pictures, as symbols of an SVG document; empty if it has none.
 */
signs: string, };

/**
 * How what a module shows is laid out.
 */
export type Board = {
/**
 * The thing shown whose number stands on the sign of the module.
 */
badge?: string,
/**
 * Rows of things.
 */
rows: Array<Array<BoardItem>>,
/**
 * Things shown that another thing on the board draws already; they are for clients that only write.
 */
hidden?: Array<string>, };

/**
 * A thing on a board.
 */
export type BoardItem = {
/**
 * Its shape.
 */
as: 'counter' | 'words' | 'cards' | 'tiles' | 'slots' | 'track' | 'pile' | 'pins' | 'auction',
/**
 * What the module shows that is drawn; the thing up for bid in an auction.
 */
key?: string,
/**
 * Several things in one table: a column each.
 */
keys?: Array<string>,
/**
 * The key of other words than those of the thing; empty for none.
 */
label?: string,
/**
 * A picture of the module.
 */
sign?: string,
/**
 * The action that is offered beside it.
 */
act?: string,
/**
 * The thing shown that says of how many.
 */
of?: string,
/**
 * Heads of columns: `coin:florin`, `type:tower`, `sign:…` or `word:…`.
 */
head?: Array<string>,
/**
 * How a track runs: line, branch or ring.
 */
form?: string,
/**
 * The thing shown that says which side a pin faces.
 */
side?: string,
/**
 * The highest bid.
 */
bid?: string,
/**
 * Whose it is.
 */
by?: string,
/**
 * Who bids no more.
 */
out?: string,
/**
 * The cards that were laid down for it.
 */
cards?: string, };

/**
 * `GET /api/modules/{module}/help`.
 */
export type ModuleHelp = {
/**
 * The language of the help: the one that was asked for, or English.
 */
language: string,
/**
 * Help, in Markdown.
 */
help: string,
/**
 * Its rulings, in Markdown, in English.
 */
rulings: string, };

/**
 * What an edition has its own way, and a page has to know beside its pieces.
 */
export type EditionTerms = {
/**
 * Its name in set-ups.
 */
edition: string,
/**
 * What it is called.
 */
title: string,
/**
 * What everybody has before the first point is made.
 */
start_score: number,
/**
 * The house rules, by their names in set-ups, for which it has its own rule: they stay at their default.
 */
own_rules: Array<string>, };

/**
 * A house rule.
 */
export type HouseRuleInfo = {
/**
 * `HR-1` and so on.
 */
id: string,
/**
 * Its name in set-ups.
 */
option: string,
/**
 * What it decides.
 */
about: string,
/**
 * The values, the default first.
 */
values: Array<string>, };

/**
 * A level of bots.
 */
export type BotInfo = {
/**
 * Its name.
 */
level: string,
/**
 * What it does.
 */
about: string, };

/**
 * What is printed on a piece.
 */
export type PieceCard = {
/**
 * Its number.
 */
piece: PieceId,
/**
 * Its short name.
 */
key: string,
/**
 * Its name for people.
 */
name: string,
/**
 * What sort of piece it is.
 */
kind: string,
/**
 * The building on each half.
 */
building: [Building | null, Building | null],
/**
 * The printed price; 0 where none is printed.
 */
price: number,
/**
 * The walls of each half.
 */
walls: [Walls, Walls],
/**
 * The currency shown.
 */
currency: Currency | null,
/**
 * Where the second cell of a piece of two lies, seen from the first.
 */
towards?: Side, };

/**
 * Who is to sit at a seat of a new table.
 */
export type NewSeat = { "type": "me",
/**
 * The name.
 */
name: string, } | { "type": "open" } | { "type": "bot",
/**
 * Its level.
 */
level: string, };

/**
 * `POST /api/tables`.
 */
export type CreateTable = {
/**
 * The name of the table.
 */
name?: string,
/**
 * The seats, clockwise.
 */
seats: Array<NewSeat>,
/**
 * The rules agreed on; the players in it do not count. Left out: the base game with confirmed turns.
 */
setup?: Setup,
/**
 * The same as a short code, instead.
 */
setup_code?: string,
/**
 * What else is agreed.
 */
options?: TableOptions,
/**
 * The seed of the luck, in digits; left out: random. A game with a chosen seed says so.
 */
seed?: string,
/**
 * Whether the game starts at once: no seat may be open then.
 */
start?: boolean, };

/**
 * The answer to a new table.
 */
export type Created = {
/**
 * The table's code; the link for others ends with it.
 */
table: string,
/**
 * The token of the one who made it: the host's powers and the seats under `me`.
 */
token: string,
/**
 * The table.
 */
info: TableInfo, };

/**
 * `POST /api/tables/{table}/join`.
 */
export type JoinTable = {
/**
 * What to be called.
 */
name: string,
/**
 * Which seat; left out: the first open one.
 */
seat?: Seat, };

/**
 * The answer to joining.
 */
export type Joined = {
/**
 * The seat.
 */
seat: Seat,
/**
 * Its token; the same token on another device continues there.
 */
token: string,
/**
 * The table.
 */
info: TableInfo, };

/**
 * A table in the public list.
 */
export type TableSummary = {
/**
 * Its code.
 */
table: string,
/**
 * Its name.
 */
name: string,
/**
 * Where it is in its life.
 */
phase: Phase,
/**
 * The names at the seats; empty for open ones.
 */
seats: Array<string>,
/**
 * The modules in play.
 */
modules: ModuleId[],
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, };

/**
 * `GET /api/tables`: listed tables, the newest first.
 */
export type TableList = {
/**
 * The tables.
 */
tables: Array<TableSummary>, };

/**
 * `POST /api/setup`: one of the two.
 */
export type SetupCheck = {
/**
 * A set-up.
 */
setup?: Setup,
/**
 * A code.
 */
code?: string, };

/**
 * The answer: whether a table can be played like this.
 */
export type SetupChecked = {
/**
 * What is wrong, in English; null if nothing is.
 */
problem: string | null,
/**
 * The same by its key.
 */
refusal?: Refusal,
/**
 * The set-up, if it could be read.
 */
setup: Setup | null,
/**
 * Its code.
 */
code: string | null,
/**
 * Modules that cannot be added to this set-up, and why, in English.
 */
barred: [ModuleId, string][],
/**
 * The same by their keys.
 */
refusals: [ModuleId, Refusal][], };

/**
 * What every failing request answers with.
 */
export type ApiError = {
/**
 * Why.
 */
refusal: Refusal, };

/**
 * `GET /api/tables/{table}/replay`: a game from its set-up to its last action, as one viewer may know it.
 */
export type Replay = {
/**
 * The table's code.
 */
table: string,
/**
 * The table's name.
 */
name: string,
/**
 * Whether the game is over, so that everything may be seen, estimated, exported and played on.
 */
open: boolean,
/**
 * What everybody is called, by seat.
 */
names: Array<string>,
/**
 * The name of the imaginary third player.
 */
dirk: string,
/**
 * Through whose eyes this answer sees: `open`, `public` or the number of a seat.
 */
eyes: string,
/**
 * Through whose eyes this client may look.
 */
choices: Array<string>,
/**
 * The moments: the first is the table after the set-up, every other one the table after an action.
 */
moments: Array<Moment>, };

/**
 * A moment of a game.
 */
export type Moment = {
/**
 * Its number: how many actions have been taken.
 */
n: number,
/**
 * Who acted; null for the set-up.
 */
by: Seat | null,
/**
 * The turn being played afterwards.
 */
turn: number,
/**
 * Whose turn that is.
 */
active: Seat,
/**
 * What happened, as the viewer is told it.
 */
events: Array<EventView>,
/**
 * Points afterwards, by seat.
 */
scores: Array<number>,
/**
 * What is worth finding again.
 */
marks: Array<Mark>, };

/**
 * What is worth finding again.
 */
export type Mark = { "type": "turn" } | { "type": "scoring",
/**
 * Which scoring, 1 to 3.
 */
round: number, } | { "type": "exact",
/**
 * Its number in the row of one turn, from 1.
 */
chain: number, } | { "type": "missed_exact",
/**
 * How much too much.
 */
lost: number, } | { "type": "lead",
/**
 * Who.
 */
seat: Seat, } | { "type": "over" };

/**
 * `GET /api/tables/{table}/replay/moments`: what is seen at some moments in a row.
 */
export type ReplaySlice = {
/**
 * The first moment.
 */
from: number,
/**
 * What is seen there.
 */
view: View,
/**
 * What is different at each of the following moments.
 */
changes: Array<ViewChange>,
/**
 * For open eyes, what every seat holds at each moment, the first included; otherwise empty.
 */
seats: Array<Array<OpenSeat>>, };

/**
 * What only the player of a seat sees.
 */
export type OpenSeat = {
/**
 * The hand.
 */
hand: Card[],
/**
 * What the modules show this player and not everybody.
 */
modules: Array<ModuleView>, };

/**
 * `GET /api/tables/{table}/replay/shares`: how likely everybody was to win, turn by turn. Bots estimate it in the
 * background, once; ask again until `done` is `total`.
 */
export type Shares = {
/**
 * How many turns are estimated.
 */
done: number,
/**
 * How many there are, the end included.
 */
total: number,
/**
 * The estimates so far.
 */
turns: Array<TurnShares>,
/**
 * The turns that changed most, the greatest change first, when all is estimated.
 */
swings: Array<Swing>, };

/**
 * Estimates at the beginning of a turn, from what its player knew; the last is how the game ended.
 */
export type TurnShares = {
/**
 * The moment.
 */
moment: number,
/**
 * The turn.
 */
turn: number,
/**
 * Whose turn.
 */
seat: Seat,
/**
 * Shares of the win, in thousandths, by seat.
 */
shares: Array<number>, };

/**
 * A turn after which its player's chances were quite different.
 */
export type Swing = {
/**
 * The moment at which the turn began.
 */
moment: number,
/**
 * The turn.
 */
turn: number,
/**
 * Whose turn.
 */
seat: Seat,
/**
 * Their share of the win before, in thousandths.
 */
before: number,
/**
 * And when the next turn began.
 */
after: number, };

/**
 * `GET /api/tables/{table}/replay/advice`: what a bot would have done at a moment, beside what was done.
 */
export type ReplayAdvice = {
/**
 * The moment.
 */
moment: number,
/**
 * Who had to decide.
 */
seat: Seat,
/**
 * What the bot would have done and why, in a sentence.
 */
why: string,
/**
 * Why, reason by reason.
 */
reasons: Array<Reason>,
/**
 * What the bot would have done.
 */
best: Weighed,
/**
 * What was done.
 */
done: Weighed,
/**
 * Whether that is the same.
 */
agrees: boolean, };

/**
 * An answer and what it is worth.
 */
export type Weighed = {
/**
 * The answer, in words.
 */
words: string,
/**
 * The same as an option.
 */
what: OptionView,
/**
 * The player's estimated share of the win, in thousandths; null where nothing had to be compared.
 */
share: number | null,
/**
 * In how many imagined games it was tried.
 */
games: number, };

/**
 * `POST /api/tables/{table}/branch`: play on from a moment of a finished game, against bots. Everything that lay and
 * was held at that moment stays; what is drawn from there on is new luck. The old game is not touched.
 */
export type Branch = {
/**
 * The moment.
 */
moment: number,
/**
 * The seat to play; bots have the others.
 */
seat: Seat,
/**
 * The level of the bots.
 */
level: string,
/**
 * What to be called; left out: as the seat's player was.
 */
name?: string, };

/**
 * The answer to `POST /api/records`: a record was verified and can be looked at like any finished game.
 */
export type Imported = {
/**
 * The code of the table it lies on.
 */
table: string,
/**
 * How many actions it has.
 */
actions: number,
/**
 * Whether the game in it came to its end.
 */
over: boolean, };
