//! `alhambra palace`: is this palace legal, how long is its wall, and where may a tile go?

use crate::failure::Failure;
use crate::input::{Source, Trouble, answer_all};
use crate::out::Format;
use crate::tile::{LooseTile, Named, Tile, has_guards};
use alhambra_rules::{
    Cell, CellSet, EditionId, Holes, Palace, PalaceFault, PalaceRule, PlaceFault, Shape, Side, Walls,
    check_tiles,
};
use serde::{Deserialize, Serialize};

const HELP: &str = r#"Input: one JSON document, an array of them, or JSON Lines. The fountain is at [0, 0] and is
not listed; x counts east, y counts north. "walls" are letters out of N, E, S, W.

  {"tiles": [{"at": [1, 0], "building": "garden", "price": 9, "walls": "E"},
             {"at": [1, 1], "building": "tower", "price": 9, "walls": "NE"}],
   "probe": {"building": "tower", "price": 11, "walls": "N"},
   "holes": "area4"}

  building, price  optional; given together they must be a tile of the box
  probe            optional: a tile to be placed
  holes            optional: "area4" (the rule), "single_cell" or "area8" (house rule HR-9)

Answer: one line of JSON for each palace.

  legal, faults    whether the palace keeps the rules, and every rule it breaks
  longest_wall     points for the longest outer wall
  runs             every stretch of outer wall, the longest first
  removable        the cells whose tile may be taken away
  cells, refused   with a probe: where it may go, and why not elsewhere beside the palace

With --edition red-palace a tile is a land ("building" is what stands on it and says nothing about the land); "guards"
are the sides of a tile on which guards stand, "pieces" those of its walls that were put on it, and the answer has
guards_on_longest_wall, those that would score at the end.

What cannot be told of an illegal palace is null. A document that cannot be read is answered with
{"error": {"line": …, "field": …, "message": …}}; the others are still answered, and the exit code is 1.

Examples:
  alhambra palace palaces.jsonl
  echo '{"tiles":[{"at":[0,1],"walls":"N"}],"probe":{"walls":"NE"}}' | alhambra palace"#;

/// Arguments of `alhambra palace`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    /// Which game of the family: classic, or red-palace
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = crate::which::edition)]
    edition: EditionId,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (file, fields) = (args.source.file.as_deref(), ["tiles", "probe"]);
    answer_all(file, &fields, Format::Json, |question: Question, out| {
        let answer = answer(&question, args.edition)?;
        Ok(serde_json::to_writer(out, &answer).map_err(Into::into))
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"tiles\": []}")]
struct Question {
    tiles: Vec<Tile>,
    probe: Option<LooseTile>,
    #[serde(default)]
    holes: Holes,
}

type At = (i32, i32);

#[derive(Debug, Serialize)]
struct Answer {
    legal: bool,
    faults: Vec<Fault>,
    longest_wall: Option<u8>,
    runs: Option<Vec<Run>>,
    removable: Option<Vec<At>>,
    /// Where guards stand at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    guards_on_longest_wall: Option<usize>,
    #[serde(flatten)]
    probe: Option<Probed>,
}

#[derive(Debug, Serialize)]
struct Probed {
    cells: Option<Vec<At>>,
    refused: Option<Vec<Refused>>,
}

#[derive(Debug, Serialize)]
struct Fault {
    #[serde(flatten)]
    fault: PalaceFault,
    words: String,
}

#[derive(Debug, Serialize)]
struct Run {
    length: usize,
    closed: bool,
    segments: Vec<Segment>,
}

#[derive(Debug, Serialize)]
struct Segment {
    cell: At,
    side: Side,
}

#[derive(Debug, Serialize)]
struct Refused {
    cell: At,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    /// The neighbour that disagrees, or the empty cell that would be enclosed.
    #[serde(skip_serializing_if = "Option::is_none")]
    because_of: Option<At>,
    words: String,
}

fn answer(question: &Question, edition: EditionId) -> Result<Answer, Trouble> {
    let mut named = Named::new(edition);
    for (i, tile) in question.tiles.iter().enumerate() {
        let place = format!("at {}", tile.at);
        let noted = named.note(&tile.loose(), place).and_then(|()| tile.check_guards(edition));
        noted.map_err(|trouble| trouble.within(&format!("tiles[{i}]")))?;
    }
    let guards =
        |palace: &Palace| has_guards(edition).then(|| palace.on_longest_wall(&guards(&question.tiles)).len());
    if let Some(probe) = &question.probe {
        named.note(probe, "the probe").map_err(|trouble| trouble.within("probe"))?;
    }
    Ok(match lay(&question.tiles, question.holes) {
        Ok(palace) => Answer {
            legal: true,
            faults: Vec::new(),
            longest_wall: Some(palace.longest_wall()),
            runs: Some(runs(&palace)),
            removable: Some(listed(&palace, palace.removable(question.holes))),
            guards_on_longest_wall: guards(&palace),
            probe: question.probe.as_ref().map(|probe| place(&palace, probe.walls, question.holes)),
        },
        Err(faults) => {
            let palace = mislaid(&question.tiles, &faults);
            Answer {
                legal: false,
                longest_wall: palace.as_ref().map(Palace::longest_wall),
                runs: palace.as_ref().map(runs),
                faults: faults.into_iter().map(|fault| Fault { words: fault.to_string(), fault }).collect(),
                removable: None,
                guards_on_longest_wall: palace.as_ref().and_then(guards),
                probe: question.probe.as_ref().map(|_| Probed { cells: None, refused: None }),
            }
        }
    })
}

/// The palace these tiles make, or everything that is wrong with it.
pub(crate) fn lay(tiles: &[Tile], holes: Holes) -> Result<Palace, Vec<PalaceFault>> {
    let tiles: Vec<_> = tiles.iter().map(|tile| (tile.at, tile.walls)).collect();
    check_tiles(&tiles, holes)
}

/// Where the guards of these tiles stand.
pub(crate) fn guards(tiles: &[Tile]) -> Vec<(Cell, Side)> {
    tiles.iter().flat_map(|tile| tile.guards.sides().map(|side| (tile.at, side))).collect()
}

/// An illegal palace whose walls still have a length: no two tiles disagree about where a wall stands.
fn mislaid(tiles: &[Tile], faults: &[PalaceFault]) -> Option<Palace> {
    if faults.iter().any(|fault| matches!(fault.rule, PalaceRule::Overlap | PalaceRule::Border)) {
        return None;
    }
    let mut palace = Palace::new();
    for tile in tiles {
        palace.lay(tile.at, tile.walls);
    }
    Some(palace)
}

fn runs(palace: &Palace) -> Vec<Run> {
    // Tiles are within 15 steps of the fountain, so plain coordinates are right even for scattered ones.
    let segment = |(cell, side): (Cell, Side)| Segment { cell: cell.xy(), side };
    let runs = palace.wall_runs().into_iter();
    runs.map(|run| Run {
        length: run.segments.len(),
        closed: run.closed,
        segments: run.segments.into_iter().map(segment).collect(),
    })
    .collect()
}

/// The cells from west to east, then from south to north.
fn listed(palace: &Palace, cells: CellSet) -> Vec<At> {
    let mut cells: Vec<At> = cells.iter().map(|cell| palace.coords(cell)).collect();
    cells.sort_unstable();
    cells
}

fn place(palace: &Palace, walls: Walls, holes: Holes) -> Probed {
    let verdict = palace.verdict(Shape::one(walls), holes);
    let legal = verdict.legal();
    let mut refused: Vec<Refused> = (verdict.next_to.without(legal).iter())
        .filter_map(|cell| {
            let fault = verdict.fault(cell)?;
            let (rule, side, because_of) = match fault {
                PlaceFault::Border { side, neighbour, .. } => ("border", Some(side), Some(neighbour)),
                PlaceFault::Hole { at } => ("hole", None, Some(at)),
                PlaceFault::OnFoot => ("on_foot", None, None),
                PlaceFault::Span => ("span", None, None),
                PlaceFault::Occupied { at } => ("occupied", None, Some(at)),
                PlaceFault::NotAdjacent => ("not_adjacent", None, None),
                PlaceFault::NotAllowed { .. } => ("not_allowed", None, None),
                PlaceFault::Bastion { side, neighbour, .. } => ("bastion", Some(side), Some(neighbour)),
                PlaceFault::NoBastion { at } => ("no_bastion", None, Some(at)),
            };
            Some(Refused { cell: palace.coords(cell), rule, side, because_of, words: fault.to_string() })
        })
        .collect();
    refused.sort_unstable_by_key(|refused| refused.cell);
    Probed { cells: Some(listed(palace, legal)), refused: Some(refused) }
}
