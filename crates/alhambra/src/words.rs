//! What happened, in words. One place for all commands, so that a replay and a live game tell the same story.

use alhambra_rules::core::edition::Places;
use alhambra_rules::{
    Building, Cell, GameState, Happened, PieceId, Rank, ScoreLine, Scorer, Seat, SeatSet, Setup, Source,
};

/// What everybody is called.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    players: Vec<String>,
    dirk: String,
}

impl Names {
    /// The names the table agreed on.
    pub(crate) fn of(setup: &Setup) -> Names {
        Names {
            players: setup.players.iter().map(|player| player.name.clone()).collect(),
            dirk: setup.dirk.clone(),
        }
    }

    /// A player's name.
    pub(crate) fn seat(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// The name of a player or of Dirk.
    pub(crate) fn scorer(&self, scorer: Scorer) -> &str {
        match scorer {
            Scorer::Seat(seat) => self.seat(seat),
            Scorer::Dirk => &self.dirk,
        }
    }

    /// "Ann", "Ann and Bo", "Ann, Bo and Cy".
    pub(crate) fn all(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.seat(seat)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// An event as a sentence without a full stop. `game` is the game after it.
pub(crate) fn happened(event: &Happened, names: &Names, game: &GameState) -> String {
    let name = |seat: &Seat| names.seat(*seat);
    let tile = |piece: &PieceId| game.piece(*piece).name();
    let cell = |seat: &Seat, at: &Cell| {
        let (x, y) = game.palace(*seat).coords(*at);
        format!("({x}, {y})")
    };
    match event {
        Happened::StartMoney { seat, cards } => {
            format!("{} gets {cards} – {} in all", name(seat), cards.total())
        }
        Happened::Begins { seat } => format!("{} begins", name(seat)),
        Happened::TurnBegan { seat, turn } => format!("turn {turn}: {}", name(seat)),
        Happened::TookMoney { seat, cards } => format!("{} takes {cards}", name(seat)),
        Happened::Bought { seat, piece, payment, paid, price, extra_action } => {
            let over = paid.saturating_sub(u16::from(*price));
            let how = match (extra_action, over) {
                (true, 0) => "exact, extra action".to_owned(),
                (true, _) => "extra action".to_owned(),
                (false, 0) => "exact".to_owned(),
                (false, over) => format!("{over} too much"),
            };
            format!("{} buys {} for {payment} – {how}", name(seat), tile(piece))
        }
        Happened::Placed { seat, piece, at } => {
            format!("{} lays {} at {}", name(seat), tile(piece), cell(seat, at))
        }
        Happened::Reserved { seat, piece } => format!("{} puts {} into the reserve", name(seat), tile(piece)),
        Happened::TakenOff { seat, piece, at } => {
            format!("{} takes {} off {}", name(seat), tile(piece), cell(seat, at))
        }
        Happened::Gift { seat, piece } => format!("{} gives {} to {}", name(seat), tile(piece), names.dirk),
        Happened::Declined { seat } => format!("{} declines the extra action", name(seat)),
        Happened::Passed { seat } => format!("{} can do nothing and passes", name(seat)),
        Happened::Displayed { card } => format!("on display: {card}"),
        Happened::Reshuffled => "the discard pile is shuffled and becomes the new deck".to_owned(),
        Happened::ScoringCard => "a scoring card is turned up".to_owned(),
        Happened::OnMarket { piece, currency, .. } => format!("on the market: {} ({currency})", tile(piece)),
        Happened::EndTriggered { everybody_passed: false } => {
            "the market cannot be filled: the game ends".to_owned()
        }
        Happened::EndTriggered { everybody_passed: true } => {
            "nobody can do anything any more: the game ends".to_owned()
        }
        Happened::DirkDrew { pieces } => {
            let tiles: Vec<String> = pieces.iter().map(tile).collect();
            let tiles = if tiles.is_empty() { "no tiles".to_owned() } else { tiles.join(", ") };
            format!("{} gets {tiles}", names.dirk)
        }
        Happened::ScoringBegan { round } => scoring(*round).to_owned(),
        Happened::Scored(line) => {
            format!(
                "{} {:+}: {}",
                names.scorer(line.to),
                line.points,
                score_line(line, |building, halves| game.places(line.round, building, halves))
            )
        }
        Happened::Leftover { piece, to, held } => {
            let held: Vec<String> = held.iter().map(u16::to_string).collect();
            let held = held.join(" : ");
            match to {
                Some(seat) => {
                    format!("{} goes to {}, most of its currency ({held})", tile(piece), name(seat))
                }
                None => {
                    format!("{} stays on the market, nobody has most of its currency ({held})", tile(piece))
                }
            }
        }
        Happened::GameOver { winners } => {
            let best = winners.first().map(|seat| game.score(seat));
            match (winners.len(), best) {
                (0, _) | (_, None) => format!("{} wins", names.dirk),
                (n, Some(points)) => {
                    let how = if n == 1 { "wins" } else { "share the win" };
                    format!("{} {how} with {}", names.all(*winners), number(points.into(), "point"))
                }
            }
        }
        Happened::Module { by, key, args } => {
            let args: Vec<String> = args.iter().map(i32::to_string).collect();
            let gap = if args.is_empty() { "" } else { " " };
            format!("{}: {}{gap}{}", by.info().title, key.replace('_', " "), args.join(", "))
        }
    }
}

/// "1 point", "2 points".
pub(crate) fn number(n: u32, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

/// The name of a scoring.
pub(crate) fn scoring(round: u8) -> &'static str {
    match round {
        1 => "first scoring",
        2 => "second scoring",
        _ => "last scoring",
    }
}

/// Why a line brings its points. `places` says what a building type is worth to those with so many halves.
pub(crate) fn score_line(line: &ScoreLine, places: impl Fn(Building, u8) -> Places) -> String {
    let number = line.args.first().copied().unwrap_or_default();
    match (line.source, &line.rank) {
        (Source::Wall, _) => format!("longest wall of {number}"),
        (Source::Majority(building), Some(rank)) => {
            let places = places(building, number as u8);
            format!("{}, {}", buildings(number as u8, building), share(rank, places))
        }
        (Source::Majority(building), None) => building.to_string(),
        (Source::Module(module), _) => format!("{} ({})", module.info().title, line.reason.replace('_', " ")),
    }
}

/// "1st place = 13", or "1st and 2nd place shared by 2: (13 + 6) / 2 = 9".
fn share(rank: &Rank, places: Places) -> String {
    if rank.tied == 1 {
        return format!("{} place = {}", ordinal(rank.place), rank.share);
    }
    let last = rank.place + rank.tied - 1;
    let to = if rank.tied == 2 { "and" } else { "to" };
    let worth = |place: u8| places.get(usize::from(place) - 1).copied().unwrap_or_default().to_string();
    let pot: Vec<String> = (rank.place..=last).map(worth).collect();
    format!(
        "{} {to} {} place shared by {}: ({}) / {} = {}",
        ordinal(rank.place),
        ordinal(last),
        rank.tied,
        pot.join(" + "),
        rank.tied,
        rank.share
    )
}

fn buildings(halves: u8, building: Building) -> String {
    let name = building.name();
    let number = match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (n, 0) => n.to_string(),
        (n, _) => format!("{n}½"),
    };
    match (halves, name.strip_suffix('s')) {
        (..=2, Some(singular)) => format!("{number} {singular}"),
        (..=2, None) | (_, Some(_)) => format!("{number} {name}"),
        (_, None) => format!("{number} {name}s"),
    }
}

fn ordinal(place: u8) -> String {
    match place {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        n => format!("{n}th"),
    }
}
