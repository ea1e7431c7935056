//! `alhambra score`: the calculator for people at a real table.

mod boards;
mod record;
mod text;

use crate::failure::Failure;
use crate::input::{Source as Input, Trouble, answer_all, whole_number};
use crate::out::{self, Format};
use crate::tile::{Named, Tile, count, has_guards, in_base_game, in_mega_box, wall, walls_in_box};
use crate::{palace, words};
use alhambra_rules::{
    Building, EditionId, HouseRules, ModuleId, Player, ScoreLine, Scorer, Seat, Setup, SetupError, Source,
};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

const HELP: &str = r#"Input: one JSON document, an array of them, or JSON Lines.

  {"round": 2,
   "players": [{"name": "Kim",  "buildings": {"pavilion": 2, "tower": 4}, "wall": 7},
               {"name": "Nina", "buildings": {"tower": 4}, "wall": 5}],
   "dirk": {"buildings": {"pavilion": 1}}}

  round            1, 2 or 3
  buildings, wall  tiles of each type in the palace (not in the reserve), and the longest outer wall
  tiles            instead of both: the whole palace, as for "alhambra palace"
  dirk             only with two players
  house            optional house rules, such as {"wall_points": "final_only"}; "alhambra modules house-rules"

More buildings of a type than the base game has are noted, more than all modules allow are refused.

With --edition red-palace also:
  scoring_tile     the six types on the tile of this scoring, the lowest row first; left out for classic scoring
  half             of a player: the types of their half-buildings, such as ["garden"]
  guards           of a player: guards on the longest wall; with "tiles", the sides they stand on, tile by tile
  guard_value      the number under the last placement tile with a guard (third scoring)
  a tile           is a land: "building" is what stands on it; one without building and price is a plaza, "pieces" are
                   those of its walls that were put on it

Answer: one line of JSON for each scoring, every point explained; --format text prints a table instead.

With --game the table is that of a recorded game, all its modules included: what a scoring would bring there.

Example:
  echo '{"round":1,"players":[{"name":"Kim","buildings":{"chambers":3},"wall":4},
        {"name":"Nina","buildings":{"chambers":1},"wall":6}]}' | alhambra score --format text
  alhambra score --game game.jsonl --at 40 --format text    if the next scoring came after entry 40"#;

/// Arguments of `alhambra score`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Input,
    /// Instead of questions: the record of a game
    #[arg(long, value_name = "RECORD", conflicts_with = "file")]
    game: Option<PathBuf>,
    /// With --game: after entry N (0: before the first one); its end if left out
    #[arg(long, value_name = "N", requires = "game")]
    at: Option<usize>,
    /// With --game: which scoring; the next one if left out
    #[arg(long, value_name = "1-3", requires = "game", value_parser = clap::value_parser!(u8).range(1..=3))]
    round: Option<u8>,
    /// Which game of the family: classic, or red-palace
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = crate::which::edition, conflicts_with = "game")]
    edition: EditionId,
    /// json for programs, text for people
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if let Some(path) = &args.game {
        let answer = record::answer(path, args.at, args.round)?;
        return out::print(|out| match args.format {
            Format::Text => text::write(&answer, out),
            Format::Json => {
                serde_json::to_writer(&mut *out, &answer)?;
                writeln!(out)
            }
        });
    }
    let (file, fields) = (args.source.file.as_deref(), ["round", "players"]);
    answer_all(file, &fields, args.format, |question: Question, out| {
        let answer = answer(&question, args.edition)?;
        Ok(match args.format {
            Format::Json => serde_json::to_writer(out, &answer).map_err(Into::into),
            Format::Text => text::write(&answer, out),
        })
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"round\": 1, \"players\": []}")]
struct Question {
    #[serde(deserialize_with = "round")]
    round: u8,
    players: Vec<Asking>,
    dirk: Option<Dirk>,
    #[serde(default)]
    house: HouseRules,
    /// The Red Palace: the order of types on the scoring tile, and what a guard is worth.
    scoring_tile: Option<[Building; 6]>,
    #[serde(default, deserialize_with = "guard_value")]
    guard_value: u8,
}

#[derive(Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a player such as {\"name\": \"Kim\", \"buildings\": {}, \"wall\": 0}"
)]
struct Asking {
    name: String,
    buildings: Option<Counts>,
    #[serde(default, deserialize_with = "wall")]
    wall: Option<u8>,
    tiles: Option<Vec<Tile>>,
    /// The Red Palace: half-buildings, and guards on the longest wall.
    #[serde(default)]
    half: Vec<Building>,
    #[serde(default, deserialize_with = "wall")]
    guards: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"buildings\": {\"tower\": 1}}")]
struct Dirk {
    buildings: Counts,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object such as {\"tower\": 1}")]
struct Counts {
    #[serde(deserialize_with = "count")]
    pavilion: u8,
    #[serde(deserialize_with = "count")]
    seraglio: u8,
    #[serde(deserialize_with = "count")]
    arcades: u8,
    #[serde(deserialize_with = "count")]
    chambers: u8,
    #[serde(deserialize_with = "count")]
    garden: u8,
    #[serde(deserialize_with = "count")]
    tower: u8,
}

impl Counts {
    /// By building type, in canonical order.
    fn list(self) -> [u8; 6] {
        [self.pavilion, self.seraglio, self.arcades, self.chambers, self.garden, self.tower]
    }
}

fn round<'de, D: Deserializer<'de>>(d: D) -> Result<u8, D::Error> {
    whole_number(d, "a round", 1..=3).map(|n| n as u8)
}

fn guard_value<'de, D: Deserializer<'de>>(d: D) -> Result<u8, D::Error> {
    // Which edition it is has not been read yet; one without guards refuses any.
    let boards = EditionId::ALL.iter().filter_map(|edition| edition.profile().guards);
    let most = boards.map(|guards| guards.worth).max().unwrap_or_default();
    whole_number(d, "the worth of a guard", 0..=most.into()).map(|n| n as u8)
}

/// A scored round.
#[derive(Debug, Serialize)]
struct Answer {
    round: u8,
    players: Vec<Scored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dirk: Option<Scored>,
    /// What is odd about the question, but possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// What somebody gets, and why.
#[derive(Debug, Serialize)]
struct Scored {
    name: String,
    points: i32,
    buildings: BTreeMap<Building, u8>,
    /// Dirk has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    wall: Option<u8>,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Line {
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    building: Option<Building>,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<ModuleId>,
    points: i16,
    /// The wall's length, the buildings counted, or the first number a module gives.
    count: i16,
    #[serde(flatten)]
    rank: Option<alhambra_rules::Rank>,
    words: String,
}

fn answer(question: &Question, edition: EditionId) -> Result<Answer, Trouble> {
    let Question { round, players, dirk, house, .. } = question;
    check_table(players, house, edition)?;
    boards::check(question, edition)?;
    if dirk.is_some() && players.len() != 2 {
        let message = format!("Dirk joins only two players, and here are {}; leave him out", players.len());
        return Err(Trouble::new("dirk", message));
    }
    let mut named = Named::new(edition);
    let mut holdings = Vec::new();
    for (i, player) in players.iter().enumerate() {
        let at = format!("players[{i}]");
        let held = holding(player, house, edition, &mut named).map_err(|trouble| trouble.within(&at))?;
        holdings.push(held);
    }
    let dirk = dirk.as_ref().map(|dirk| dirk.buildings.list());
    let notes = check_box(&holdings, dirk, edition)?;

    let lines = boards::score(question, edition, &holdings, dirk);
    let scored = |to: Scorer, name: &str, buildings: [u8; 6], wall| {
        let lines: Vec<Line> = lines.iter().filter(|line| line.to == to).map(explain).collect();
        Scored {
            name: name.to_owned(),
            points: lines.iter().map(|line| i32::from(line.points)).sum(),
            buildings: Building::ALL.into_iter().zip(buildings).filter(|(_, n)| *n > 0).collect(),
            wall,
            lines,
        }
    };
    let seats = (0..).map_while(Seat::new);
    Ok(Answer {
        round: *round,
        players: (players.iter().zip(&holdings).zip(seats))
            .map(|((player, held), seat)| scored(seat.into(), &player.name, held.buildings, Some(held.wall)))
            .collect(),
        dirk: dirk.map(|buildings| scored(Scorer::Dirk, "Dirk", buildings, None)),
        notes,
    })
}

/// Players, names and house rules, by the rules of a set-up.
fn check_table(players: &[Asking], house: &HouseRules, edition: EditionId) -> Result<(), Trouble> {
    let mut setup = Setup::players(0).in_edition(edition);
    setup.players = players.iter().map(|p| Player { name: p.name.clone(), age: None }).collect();
    setup.house = *house;
    setup.check().map_err(|error| {
        let field = match error {
            SetupError::Players(_) => "players".to_owned(),
            SetupError::Name { seat } => format!("players[{seat}].name"),
            _ => "house".to_owned(),
        };
        Trouble::new(field, error.to_string())
    })?;
    for (i, player) in players.iter().enumerate() {
        if players[..i].iter().any(|other| other.name.trim() == player.name.trim()) {
            let message =
                format!("there are two players called \"{}\"; give each a name of their own", player.name);
            return Err(Trouble::new(format!("players[{i}].name"), message));
        }
    }
    Ok(())
}

/// What somebody has on the table.
struct Held {
    buildings: [u8; 6],
    wall: u8,
    /// Guards on the longest wall.
    guards: u8,
}

fn holding(
    player: &Asking,
    house: &HouseRules,
    edition: EditionId,
    named: &mut Named,
) -> Result<Held, Trouble> {
    let tiles = match (&player.buildings, &player.tiles) {
        (Some(_), Some(_)) => {
            return Err(Trouble::new(
                "tiles",
                "give either \"tiles\" or \"buildings\" and \"wall\", not both",
            ));
        }
        (None, None) => {
            return Err(Trouble::new("buildings", "give \"buildings\" and \"wall\", or \"tiles\""));
        }
        (Some(buildings), None) => {
            let (wall, guards) = (player.wall.unwrap_or_default(), player.guards.unwrap_or_default());
            if guards > wall {
                let message =
                    format!("{guards} guards cannot stand on a wall of {wall}: one on each section");
                return Err(Trouble::new("guards", message));
            }
            return Ok(Held { buildings: buildings.list(), wall, guards });
        }
        (None, Some(_)) if player.wall.is_some() => {
            return Err(Trouble::new("wall", "the wall follows from the tiles; leave it out"));
        }
        (None, Some(_)) if player.guards.is_some() => {
            let message = "with \"tiles\", say of each tile where guards stand; leave it out here";
            return Err(Trouble::new("guards", message));
        }
        (None, Some(tiles)) => tiles,
    };
    let mut buildings = [0; 6];
    for (i, tile) in tiles.iter().enumerate() {
        let at = format!("tiles[{i}]");
        let place = format!("in the palace of {}", player.name);
        named.note(&tile.loose(), place).map_err(|trouble| trouble.within(&at))?;
        tile.check_guards(edition).map_err(|trouble| trouble.within(&at))?;
        match tile.building {
            Some(building) => buildings[building.index()] += 1,
            None if has_guards(edition) && tile.price.is_none() => {}
            None => {
                let message = "\"building\" is missing: it counts for the majorities";
                return Err(Trouble::new("building", message).within(&at));
            }
        }
    }
    let palace = palace::lay(tiles, house.holes).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Trouble::new("tiles", format!("this palace is against the rules: {}", faults.join("; ")))
    })?;
    let guards = palace.on_longest_wall(&palace::guards(tiles)).len() as u8;
    Ok(Held { buildings, wall: palace.longest_wall(), guards })
}

/// Nobody can have more than the box has. More than the base game has takes a module, which is worth a note.
fn check_box(holdings: &[Held], dirk: Option<[u8; 6]>, edition: EditionId) -> Result<Vec<String>, Trouble> {
    let seats = holdings.iter().enumerate().map(|(i, held)| (format!("players[{i}]"), held.buildings));
    let everybody: Vec<(String, [u8; 6])> = seats.chain(dirk.map(|all| ("dirk".to_owned(), all))).collect();
    let mut notes = Vec::new();
    for building in Building::ALL {
        let (mut sum, base, most) = (0, in_base_game(edition, building), in_mega_box(edition, building));
        for (who, buildings) in &everybody {
            sum += u32::from(buildings[building.index()]);
            if sum > most {
                let field = format!("{who}.buildings.{building}");
                let message = format!(
                    "that makes {sum} {building} tiles on the table; the base game has {base}, all modules \
                     together {most}"
                );
                return Err(Trouble::new(field, message));
            }
        }
        if sum > base {
            notes.push(format!(
                "{sum} {building} tiles are more than the {base} of the base game: right only with modules"
            ));
        }
    }
    let (mut sum, most) = (0, walls_in_box(edition));
    for (i, held) in holdings.iter().enumerate() {
        sum += u32::from(held.wall);
        if sum > most {
            let message =
                format!("that makes {sum} walls on the table, but the tiles of the box have {most}");
            return Err(Trouble::new(format!("players[{i}].wall"), message));
        }
    }
    Ok(notes)
}

fn explain(line: &ScoreLine) -> Line {
    let number = line.args.first().copied().unwrap_or_default();
    let (source, building, module, count) = match line.source {
        Source::Majority(building) => ("majority", Some(building), None, number / 2),
        Source::Wall => ("wall", None, None, number),
        Source::Module(module) => ("module", None, Some(module), number),
    };
    let words = words::score_line(line);
    Line { source, building, module, points: line.points, count, rank: line.rank.clone(), words }
}
