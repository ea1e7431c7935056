//! The result of a game, and how it becomes rows of a table: one row for each seat.
//!
//! Every row says which version played which plan, and which game it was: with these columns a row can be put
//! beside rows of other files without losing where it came from.

use super::plan::{Game, Kind};
use alhambra_rules::{Building, ModuleId, code};
use std::collections::BTreeMap;

/// Scorings of a game.
pub const ROUNDS: usize = 3;
/// Where points come from: the wall, six building types, modules.
pub const SOURCES: usize = 8;
/// The names of the sources.
pub const SOURCE_NAMES: [&str; SOURCES] =
    ["wall", "pavilion", "seraglio", "arcades", "chambers", "garden", "tower", "module"];

/// What stands where the code of a set-up would: codes have no room for modules of one's own.
pub(super) const NO_CODE: &str = "no code for this set-up";

/// What all rows of a run have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The version of the program.
    pub version: String,
    /// What it was played for.
    pub kind: Kind,
    /// The digest of the plan.
    pub plan: String,
    /// All games of the plan.
    pub games: u64,
    /// Games of every deal.
    pub tables: u64,
}

impl Head {
    /// The head of the rows of a plan, played by this version.
    pub fn of(plan: &super::LabPlan) -> Head {
        Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kind: plan.kind(),
            plan: plan.digest(),
            games: plan.games(),
            tables: plan.per_deal(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the plan, from 0.
    pub number: u64,
    /// Its deal, from 0.
    pub deal: u64,
    /// Its table in the deal, from 0.
    pub table: u64,
    /// The code of the set-up, or `no code for this set-up`.
    pub setup: String,
    /// The modules that were on, by short name.
    pub modules: Vec<String>,
    /// The seed of what was drawn.
    pub luck: u64,
    /// The seed of what bots rolled.
    pub dice: u64,
    /// Turns it took.
    pub turns: u32,
    /// Decisions it took.
    pub decisions: u32,
    /// The seats in order.
    pub seats: Vec<SeatPlayed>,
}

/// How a seat fared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatPlayed {
    /// Who sat there.
    pub bot: String,
    /// When it had its first turn: 1 for who began the game.
    pub order: u8,
    /// Points at the end.
    pub score: u16,
    /// Place at the end, by points.
    pub place: u8,
    /// Whether it won, alone or not.
    pub won: bool,
    /// How many won.
    pub winners: u8,
    /// Points by source and scoring.
    pub points: [[i32; ROUNDS]; SOURCES],
    /// Points of each module by scoring.
    pub module_points: BTreeMap<String, [i32; ROUNDS]>,
}

impl SeatPlayed {
    /// The part of the win, in 60ths.
    pub fn win(&self) -> u64 {
        if self.won { super::rating::WIN / u64::from(self.winners.max(1)) } else { 0 }
    }
}

impl Played {
    /// Points between the first and the next; 0 where a win is shared.
    pub fn margin(&self) -> u16 {
        let mut scores: Vec<u16> = self.seats.iter().map(|seat| seat.score).collect();
        scores.sort_unstable_by_key(|score| std::cmp::Reverse(*score));
        if let [first, next, ..] = scores[..] { first - next } else { 0 }
    }

    /// How often nobody who was in front after a scoring is in front after the next.
    pub fn lead_changes(&self) -> u32 {
        let mut scores = vec![0; self.seats.len()];
        let (mut before, mut changes) = (None::<Vec<bool>>, 0);
        for round in 0..ROUNDS {
            for (score, seat) in scores.iter_mut().zip(&self.seats) {
                *score += seat.points.iter().map(|points| points[round]).sum::<i32>();
            }
            let most = scores.iter().copied().max();
            let ahead: Vec<bool> = scores.iter().map(|score| Some(*score) == most).collect();
            if let Some(before) = before.replace(ahead.clone()) {
                changes += u32::from(!before.iter().zip(&ahead).any(|(then, now)| *then && *now));
            }
        }
        changes
    }

    /// A game that is about to be played.
    pub(super) fn new(game: &Game<'_>) -> Played {
        Played {
            number: game.number,
            deal: game.deal,
            table: game.table,
            setup: code::encode(&game.setup).unwrap_or_else(|_| NO_CODE.to_owned()),
            modules: game
                .setup
                .modules
                .keys()
                .map(|module: &ModuleId| module.info().slug.to_owned())
                .collect(),
            luck: game.seeds.luck,
            dice: game.seeds.dice(),
            turns: 0,
            decisions: 0,
            seats: game
                .bots
                .iter()
                .map(|bot| SeatPlayed { bot: bot.to_string(), ..SeatPlayed::default() })
                .collect(),
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Text,
    /// A number that fits 64 bits with a sign.
    Number,
    /// A number that needs all 64 bits.
    Bits,
}

const FIRST: [(&str, Holds); 23] = [
    ("version", Holds::Text),
    ("kind", Holds::Text),
    ("plan", Holds::Text),
    ("games", Holds::Number),
    ("tables", Holds::Number),
    ("game", Holds::Number),
    ("deal", Holds::Number),
    ("table", Holds::Number),
    ("setup", Holds::Text),
    ("modules", Holds::Text),
    ("luck", Holds::Bits),
    ("dice", Holds::Bits),
    ("players", Holds::Number),
    ("turns", Holds::Number),
    ("decisions", Holds::Number),
    ("seat", Holds::Number),
    ("bot", Holds::Text),
    ("first_turn", Holds::Number),
    ("score", Holds::Number),
    ("place", Holds::Number),
    ("won", Holds::Number),
    ("winners", Holds::Number),
    ("module_points", Holds::Text),
];

/// All columns in order. Games, deals, tables and seats are counted from 1.
pub(super) fn columns() -> Vec<(String, Holds)> {
    let named = FIRST.iter().map(|(name, holds)| ((*name).to_owned(), *holds));
    let points = (0..SOURCES * ROUNDS)
        .map(|i| (format!("{}_{}", SOURCE_NAMES[i / ROUNDS], i % ROUNDS + 1), Holds::Number));
    named.chain(points).collect()
}

/// The rows of a game as texts, in the order of the columns.
pub(super) fn rows(head: &Head, game: &Played) -> Vec<Vec<String>> {
    let row = |(i, seat): (usize, &SeatPlayed)| {
        let per_module = seat.module_points.iter().flat_map(|(module, points)| {
            let scored = points.iter().enumerate().filter(|(_, points)| **points != 0);
            scored.map(move |(round, points)| format!("{module}@{}={points}", round + 1))
        });
        let mut row = vec![
            head.version.clone(),
            head.kind.name().to_owned(),
            head.plan.clone(),
            head.games.to_string(),
            head.tables.to_string(),
            (game.number + 1).to_string(),
            (game.deal + 1).to_string(),
            (game.table + 1).to_string(),
            game.setup.clone(),
            game.modules.join("+"),
            game.luck.to_string(),
            game.dice.to_string(),
            game.seats.len().to_string(),
            game.turns.to_string(),
            game.decisions.to_string(),
            (i + 1).to_string(),
            seat.bot.clone(),
            seat.order.to_string(),
            seat.score.to_string(),
            seat.place.to_string(),
            u8::from(seat.won).to_string(),
            seat.winners.to_string(),
            per_module.collect::<Vec<_>>().join(";"),
        ];
        row.extend(seat.points.iter().flatten().map(i32::to_string));
        row
    };
    game.seats.iter().enumerate().map(row).collect()
}

/// Reads a row: its head, its game without other seats, and which seat it is.
///
/// The error names the column.
pub(super) fn parse(row: &[&str]) -> Result<(Head, Played, usize), String> {
    let columns = FIRST.len() + SOURCES * ROUNDS;
    if row.len() != columns {
        return Err(format!("it has {} fields instead of {columns}", row.len()));
    }
    fn number<T: std::str::FromStr>(row: &[&str], at: usize) -> Result<T, String> {
        row[at].parse().map_err(|_| {
            let name = columns_name(at);
            format!("{name} cannot be \"{}\"", row[at])
        })
    }
    let from_one = |at: usize| -> Result<u64, String> {
        number::<u64>(row, at)?.checked_sub(1).ok_or_else(|| format!("{} counts from 1", columns_name(at)))
    };
    let kind = Kind::with_name(row[1]).ok_or_else(|| format!("kind cannot be \"{}\"", row[1]))?;
    let head = Head {
        version: row[0].to_owned(),
        kind,
        plan: row[2].to_owned(),
        games: number(row, 3)?,
        tables: number(row, 4)?,
    };
    let mut seat = SeatPlayed {
        bot: row[16].to_owned(),
        order: number(row, 17)?,
        score: number(row, 18)?,
        place: number(row, 19)?,
        won: number::<u8>(row, 20)? != 0,
        winners: number(row, 21)?,
        ..SeatPlayed::default()
    };
    for scored in row[22].split(';').filter(|scored| !scored.is_empty()) {
        let parts = scored.split_once('@').and_then(|(module, rest)| {
            let (round, points) = rest.split_once('=')?;
            let round = round.parse::<usize>().ok().filter(|round| (1..=ROUNDS).contains(round))?;
            Some((module, round - 1, points.parse::<i32>().ok()?))
        });
        let (module, round, points) = parts.ok_or_else(|| format!("module_points cannot be \"{scored}\""))?;
        seat.module_points.entry(module.to_owned()).or_default()[round] += points;
    }
    for i in 0..SOURCES * ROUNDS {
        seat.points[i / ROUNDS][i % ROUNDS] = number(row, FIRST.len() + i)?;
    }
    let modules = row[9].split('+').filter(|module| !module.is_empty()).map(str::to_owned).collect();
    let game = Played {
        number: from_one(5)?,
        deal: from_one(6)?,
        table: from_one(7)?,
        setup: row[8].to_owned(),
        modules,
        luck: number(row, 10)?,
        dice: number(row, 11)?,
        turns: number(row, 13)?,
        decisions: number(row, 14)?,
        seats: vec![seat],
    };
    if !(2..=6).contains(&number::<usize>(row, 12)?) {
        return Err(format!("players cannot be \"{}\"", row[12]));
    }
    Ok((head, game, from_one(15)? as usize))
}

/// How many seats the game of a row has.
pub(super) fn players(row: &[String]) -> usize {
    row.get(12).and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn columns_name(at: usize) -> String {
    columns().get(at).map_or_else(String::new, |column| column.0.clone())
}

/// Where the points of a building type are kept.
pub(super) fn source_of(building: Building) -> usize {
    1 + building.index()
}
