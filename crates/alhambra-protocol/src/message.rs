//! What travels over the socket.

use crate::decision::DecisionView;
use crate::event::{EventBlock, EventView};
use crate::plan::PlanView;
use crate::refusal::Refusal;
use crate::shared::SharedPart;
use crate::table::{ChatLine, ClockState, ProposalKind, TableInfo, UndoState, WindowState, You};
use crate::view::ViewChange;
use alhambra_rules::analysis::{Laid, NextScoring, PastScoring, Tally};
use alhambra_rules::decision::{Effect, OptionView, Ref};
use alhambra_rules::view::View;
use alhambra_rules::{Action, CardKind, ScoreLine, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A message of a client: a request under a number of the client's choosing, which the answer repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ClientMessage {
    /// The number.
    pub id: u32,
    /// What is asked.
    pub request: Request,
}

/// The first request on every socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the conversation, [`PROTOCOL`](crate::PROTOCOL).
    pub protocol: u16,
    /// The table.
    pub table: String,
    /// The token of a seat, of the host or of a spectator link; none for a plain spectator.
    #[serde(default)]
    #[ts(optional)]
    pub token: Option<String>,
    /// What a spectator wants to be called in the chat.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// The number of the last action this client has seen, when it comes back: the events since are sent along.
    #[serde(default)]
    #[ts(optional)]
    pub after: Option<u32>,
    /// The last step this client counted, when it comes back: it is told what was taken back since, which the number of an
    /// action cannot tell once another was done in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<u64>,
    /// Through whose eyes that step was counted; null for those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub eyes: Option<Seat>,
    /// Whether this is only a look at how things stand: the snapshot is all there is, and nobody hears that anybody came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub glance: bool,
    /// Whether options, events, hints and refusals come with English texts, for clients without words of their own.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub texts: bool,
}

/// What is asked of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Come to a table, or come back to it. Answered by a snapshot.
    Hello(Hello),
    /// See through the eyes of one of the own seats, at a hot-seat table. Answered by a snapshot.
    Look {
        /// Whose; null is the public view, for the curtain between two players.
        #[ts(type = "Seat | null")]
        seat: Option<Seat>,
    },
    /// Decide.
    Act {
        /// For which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game the choice was made at; refused as stale when the game has gone on.
        step: u64,
        /// What.
        choice: Selection,
    },
    /// Ask whether a choice would be accepted. Answered by `checked`; nothing is done.
    Check {
        /// For which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game.
        step: u64,
        /// What.
        choice: Selection,
    },
    /// Answer several times in a row, all of it or nothing: what is bought, how the price changes and what is paid; or
    /// what is taken back and done otherwise. The first answer that is refused refuses all.
    ActAll {
        /// For which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game the first answer is about.
        step: u64,
        /// How many own actions are taken back before, as far as the undo state says.
        #[serde(default)]
        undo: u32,
        /// The answers, each to the decision the one before leads to.
        choices: Vec<Selection>,
    },
    /// Take back own actions, as far as the undo state says. At a table with free undo any number.
    Undo {
        /// For which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game.
        step: u64,
        /// How many actions.
        actions: u32,
    },
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// Be ready to start, or not.
    Ready {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Whether.
        ready: bool,
    },
    /// Agree to the seed that whoever made the table chose, before the game.
    AgreeToSeed {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The seed, as the table says it.
        seed: String,
    },
    /// Call oneself something else, before the game.
    Rename {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// Leave the seat. Before the game it becomes open. During the game a bot plays on at once, unless nobody is left who
    /// would wait for it; the token stays good for coming back (`return`).
    Leave {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Take one's seat back from the bot that stood in.
    Return {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Give the game up for good. A bot plays the seat to the end for the others, and it cannot be taken back; when one
    /// seat is left that has not resigned, or nobody is left to play for, the table is closed.
    Resign {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Put something to the vote.
    Propose {
        /// By which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// What.
        what: ProposalKind,
    },
    /// Vote.
    Vote {
        /// With which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// On which proposal.
        number: u32,
        /// For it or against it; one vote against ends the proposal.
        agree: bool,
    },
    /// Tell what happened from one action to another, both included. Answered by `history`.
    History {
        /// The first action; 0 is the set-up.
        from: u32,
        /// The last action.
        to: u32,
    },
    /// Make a link through which others see the own hand. Answered by `link`.
    ShareHand {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Make a link for spectators, by the host, once the table's own address was withdrawn from them. Answered by `link`.
    ShareTable,
    /// Withdraw a link for spectators: the host any, a player the links to their own hand. Whoever came by it is sent
    /// away.
    Revoke {
        /// Which.
        link: SpectatorLink,
    },
    /// Pass in windows between turns without being asked, or be asked again. Everybody may know.
    PassWindows {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Whether.
        pass: bool,
    },
    /// Be told of one's turns while away, by a webhook or by a browser; neither ends it.
    Notify {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Where; only hosts the server's configuration allows.
        webhook: Option<String>,
        /// Which browser.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        push: Option<PushAddress>,
    },
    /// Play again with the same people. The first to ask makes the new table. Answered by `link` with an empty token:
    /// everybody's own token is good at the new table as well.
    Rematch,
    /// Use the host's powers; everything is noted in the chat.
    Host {
        /// Which.
        command: HostCommand,
    },
    /// What a bot would do at one's seat, and why; only where the table agreed on hints. Answered by `hint`.
    Hint {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game.
        step: u64,
        /// Whether the bot may take a second to think.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        patient: bool,
    },
    /// Where tiles bought in this turn could go when it ends, with some of them laid in thought. Answered by `plan`;
    /// nothing is done.
    Plan {
        /// Which seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The step of the game.
        step: u64,
        /// The tiles laid in thought.
        laid: Vec<Laid>,
    },
    /// Look at a scoring again. Answered by `scoring`.
    Scoring {
        /// Which, 1 to 3.
        round: u8,
    },
    /// Nothing; answered by `pong`.
    Ping,
}

/// Where a browser is told something: what its `PushSubscription` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PushAddress {
    /// The address at the service of the browser's maker.
    pub endpoint: String,
    /// The browser's public key, base64url.
    pub p256dh: String,
    /// What it shares with whoever may write to it, base64url.
    pub auth: String,
}

/// A choice handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Selection {
    /// One of the options.
    Option {
        /// Its id.
        id: u16,
    },
    /// One of the options, paid with other cards of the hand.
    Pay {
        /// The id of any payment for the same thing.
        id: u16,
        /// The cards.
        #[ts(type = "Card[]")]
        cards: Vec<CardKind>,
    },
    /// The option that is this, whatever its number: the same choice again, in a decision not seen yet.
    Like {
        /// What it is, as in an option.
        key: String,
        /// For a module's action: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        act: Option<String>,
        /// What it points at.
        refs: Vec<Ref>,
        /// The cards it is paid with, if they are not those of the option.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "Card[]")]
        cards: Option<Vec<CardKind>>,
    },
    /// An action in the form of records, for programs.
    Action {
        /// The action.
        #[ts(type = "unknown")]
        action: Action,
    },
}

/// A link for spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SpectatorLink {
    /// To what everybody may see: the table's address, and links the host made.
    Public,
    /// To somebody's hand: all links that player made.
    Hand {
        /// Whose.
        #[ts(type = "Seat")]
        seat: Seat,
    },
}

/// What a host can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum HostCommand {
    /// Begin the game: every seat is taken and every person ready.
    Start,
    /// Make a seat open again and its links worthless.
    OpenSeat {
        /// Which.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Put a bot on a seat, before the game.
    SeatBot {
        /// Which.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The level.
        level: String,
    },
    /// Add an open seat, before the game.
    AddSeat,
    /// Take a seat away, before the game.
    RemoveSeat {
        /// Which.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Change the rules agreed on, before the game. Nobody is ready afterwards.
    Agree {
        /// The new agreement; the players' names in it do not count.
        #[ts(type = "Setup")]
        setup: alhambra_rules::Setup,
    },
    /// Let a bot play for somebody, during the game.
    StandIn {
        /// Whose seat.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The level.
        level: String,
    },
    /// Go back to before an action of the record.
    TakeBack {
        /// The number of the first action taken back.
        action: u32,
    },
    /// Give the host's powers to another person at the table.
    HandOver {
        /// Whose seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Let somebody play who sat down and waits, before the game.
    Admit {
        /// Whose seat.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Keep somebody from talking, or let them talk again.
    Mute {
        /// Whose seat; nobody's for all who watch.
        #[ts(type = "Seat | null")]
        seat: Option<Seat>,
        /// Whether they are muted.
        mute: bool,
    },
    /// Keep the table longer.
    Renew,
    /// Close the table. What was hidden in a game that is not over stays hidden unless everybody agrees.
    Close,
    /// Open a closed table again, as long as nothing hidden was shown.
    Reopen,
    /// Let a game go on from what was stored last, after a fault of the program.
    Revive,
    /// Draw the luck by lot instead of from the seed that was chosen, before the game.
    ForgetSeed,
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Everything a client needs; replaces what it had.
    Snapshot(Box<Snapshot>),
    /// The game went on.
    Update(Box<Update>),
    /// The table changed; replaces the older one.
    Table {
        /// The place in the table's log.
        seq: u64,
        /// The table.
        table: Box<TableInfo>,
        /// What this client is now.
        you: You,
    },
    /// Somebody or the table said something.
    Chat {
        /// What.
        line: ChatLine,
    },
    /// A request was done and is durable.
    Done {
        /// Its number.
        id: u32,
    },
    /// A request was refused; nothing has changed.
    Refused {
        /// Its number; null if it could not be read.
        id: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// Whether a choice would be accepted.
    Checked {
        /// The number of the request.
        id: u32,
        /// Why not; null if it would.
        refusal: Option<Refusal>,
        /// What it leads to; nothing if it is refused.
        effects: Vec<Effect>,
        /// What its cards come to, accepted or not; null if it pays for nothing.
        tally: Option<Tally>,
    },
    /// What happened.
    History {
        /// The number of the request.
        id: u32,
        /// Action by action.
        blocks: Vec<EventBlock>,
    },
    /// A token to hand on, or for the next table.
    Link {
        /// The number of the request.
        id: u32,
        /// The table.
        table: String,
        /// The token; keep it out of addresses that are sent to servers.
        token: String,
    },
    /// Advice.
    Hint {
        /// The number of the request.
        id: u32,
        /// What a bot would do.
        hint: Hint,
    },
    /// What becomes of a plan.
    Plan {
        /// The number of the request.
        id: u32,
        /// The plan.
        plan: Box<PlanView>,
    },
    /// A scoring that was held.
    Scoring {
        /// The number of the request.
        id: u32,
        /// The scoring.
        scoring: Box<PastScoring>,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the request.
        id: u32,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        refusal: Refusal,
        /// How long to wait before coming back, in milliseconds; null: do not.
        retry: Option<u64>,
    },
}

impl ServerMessage {
    /// The same without English where it refuses something; none where it does not.
    pub fn without_text(&self) -> Option<ServerMessage> {
        match self {
            ServerMessage::Refused { id, refusal } => {
                Some(ServerMessage::Refused { id: *id, refusal: refusal.without_text() })
            }
            ServerMessage::Checked { id, refusal: Some(refusal), effects, tally } => {
                let (effects, tally) = (effects.clone(), *tally);
                Some(ServerMessage::Checked {
                    id: *id,
                    refusal: Some(refusal.without_text()),
                    effects,
                    tally,
                })
            }
            ServerMessage::Bye { refusal, retry } => {
                Some(ServerMessage::Bye { refusal: refusal.without_text(), retry: *retry })
            }
            _ => None,
        }
    }
}

/// What a bot would do, knowing no more than the seat it advises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hint {
    /// The step of the game it is about.
    pub step: u64,
    /// Why, in an English sentence that begins with what to do; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub why: String,
    /// Why, reason by reason.
    pub reasons: Vec<Reason>,
    /// What it would do, then the best alternatives.
    pub advised: Vec<Advised>,
}

/// A reason a bot gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Reason {
    /// A message key.
    pub key: String,
    /// What it points at.
    #[schema(value_type = Vec<Object>)]
    pub refs: Vec<Ref>,
}

/// An answer a bot has thought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Advised {
    /// The option of the decision at hand; null for a payment the options do not list.
    pub option: Option<u16>,
    /// What it is, in English; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub words: String,
    /// The same as an option, listed or not.
    pub what: OptionView,
    /// The estimated share of the win, in thousandths; null where nothing had to be compared.
    pub share: Option<u16>,
    /// In how many imagined games it was tried.
    pub games: u32,
}

/// Everything a client needs to show a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// The number of the request it answers; null when the server sends it of its own accord.
    pub id: Option<u32>,
    /// The place in the table's log.
    pub seq: u64,
    /// The table.
    pub table: TableInfo,
    /// What this client is.
    pub you: You,
    /// The game, once it has begun.
    pub game: Option<GameSnapshot>,
    /// The last lines of the chat.
    pub chat: Vec<ChatLine>,
    /// What happened since the action the client named when it came back, or since `taken_back_to` if that is less.
    pub missed: Vec<EventBlock>,
    /// The last action that was never taken back since the step the client named: what it knows beyond it did not happen.
    /// Absent if nothing was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub taken_back_to: Option<u32>,
}

/// A game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameSnapshot {
    /// Counts everything that ever changed the game, taking back included. Requests name it.
    pub step: u64,
    /// The number of the last action of the record; taking back makes it smaller.
    pub action: u32,
    /// What is seen.
    pub view: View,
    /// The viewer's decision; null if they are not asked.
    pub decision: Option<DecisionView>,
    /// What can be taken back.
    pub undo: UndoState,
    /// Every point scored so far, with its reason.
    pub scores: Vec<ScoreLine>,
    /// The clock, if there is one.
    pub clock: Option<ClockState>,
    /// The window between turns that is open, if it closes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub window: Option<WindowState>,
    /// What the next scoring would bring now; null when none is left.
    pub next_scoring: Option<NextScoring>,
}

/// A step of the game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Update {
    /// The place in the table's log.
    pub seq: u64,
    /// The step after it.
    pub step: u64,
    /// The number of the last action of the record now.
    pub action: u32,
    /// Who acted or took back; null for the start.
    #[ts(type = "Seat | null")]
    pub by: Option<Seat>,
    /// How many actions were taken back; 0 for an ordinary action.
    pub undone: u32,
    /// What happened.
    #[ts(as = "Vec<EventView>")]
    pub events: Vec<SharedPart<EventView>>,
    /// What is different in the view.
    #[ts(as = "ViewChange")]
    pub change: SharedPart<ViewChange>,
    /// The viewer's decision now; null if they are not asked.
    pub decision: Option<DecisionView>,
    /// What can be taken back now.
    pub undo: UndoState,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockState>,
    /// The window between turns that is open now, if it closes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub window: Option<WindowState>,
    /// What the next scoring would bring now, if that changed: empty when none is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<Vec<NextScoring>>", optional)]
    pub next_scoring: Option<SharedPart<Vec<NextScoring>>>,
}
