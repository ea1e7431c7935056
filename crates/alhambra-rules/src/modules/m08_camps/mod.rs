//! Module 8, Camps: tiles outside the walls, which lean on them and look into the palace.
//!
//! What a camp may touch is the core's geometry; here are the tiles and what they score.

use crate::GameState;
use crate::core::below::Quarters;
use crate::core::book::Draft;
use crate::core::catalogue::{Column, PieceId, PieceKind, Provenance};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::palace::{CellSet, Edge, Form, Ground, Verdict};
use crate::core::placing::{self, Rebuilt};
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::Why;
use crate::decision::Ref;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, chosen};
use serde::{Deserialize, Serialize};

/// Module 8.
#[derive(Clone, Copy, Debug)]
pub struct Camps;

/// What is agreed about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// A-CA-5: whether every bastion must lean on a wall, and not only one of them.
    all_bastions: bool,
}

/// The steps in which only the option has something to say.
const IF_ALL: StepSet = StepSet::of(&[Step::L2, Step::O5]);

const LOOSE: &str = "every_bastion_of_a_camp_leans_on_a_wall";

impl Module for Camps {
    const ID: ModuleId = ModuleId::Camps;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "camps",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Walls, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the camp for 8 with bastions north and east", Provenance::Found),
            (
                "four cheap camps with one bastion, four dear ones with two at a right angle",
                Provenance::Found,
            ),
            ("the bastions and prices of the other seven camps", Provenance::Reconstructed),
        ],
        options: &[("bastions", &["one", "all"])],
    };
    const VERSION: u16 = 2;
    const STEPS: StepSet = StepSet::of(&[Step::S30]).or(IF_ALL);
    const PRINTED: &'static [Printed] = &[Printed::Pieces(PieceKind::Camp, &[Column::Price, Column::Walls])];
    type State = State;
    type Action = Never;
    type Frame = Never;

    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let camps = corrected.pieces.iter().filter(|piece| piece.kind == PieceKind::Camp);
        match camps.into_iter().find(|camp| !(1..=2).contains(&camp.walls[0].len())) {
            Some(camp) => {
                let bastions = Ref::Number(camp.walls[0].len() as i32);
                Err(Objection::of("camps_have_one_or_two_bastions", [Ref::text(camp.key), bastions]))
            }
            None => Ok(()),
        }
    }

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { all_bastions: chosen(values, "bastions", "all") })
    }

    fn idle(state: &State) -> StepSet {
        if state.all_bastions { StepSet::EMPTY } else { IF_ALL }
    }

    /// U01: all eight, shuffled in with the buildings.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(PieceKind::Camp.pieces());
    }

    fn judges(_: &GameState, _: Seat, piece: PieceId) -> bool {
        PieceKind::Camp.pieces().contains(piece)
    }

    /// L2: with the option no bastion looks at an empty cell. One of them leaning is the core's geometry.
    fn verdict(g: &GameState, _: Seat, _: PieceId, _: Quarters, verdict: &mut Verdict) {
        if let (Form::Camp(bastions), true) = (verdict.form, g.mods.m08_camps.all_bastions) {
            let ground = verdict.ground;
            let loose = verdict.next_to.iter().filter(|cell| !all_lean(&ground, *cell, bastions)).collect();
            verdict.forbid(Self::ID, LOOSE, loose);
        }
    }

    fn minds(g: &GameState, _: Seat) -> CellSet {
        if g.mods.m08_camps.all_bastions { CellSet::ALL } else { CellSet::EMPTY }
    }

    /// O5: nor does one after a redesign.
    fn sound(rebuilt: &Rebuilt<'_>) -> Result<(), &'static str> {
        let camps = rebuilt.ground.camps();
        let lean = || camps.iter().all(|&(camp, bastions)| all_lean(&rebuilt.ground, camp, bastions));
        if rebuilt.game.mods.m08_camps.all_bastions && !lean() { Err(LOOSE) } else { Ok(()) }
    }

    /// S30: every camp, bastion by bastion. Dirk's score nothing, they stand nowhere.
    fn score(g: &GameState, _: Step, sheet: &mut ScoreSheet) {
        for seat in g.core.rules.seats() {
            let rows: Vec<Vec<Cell>> = rows(g, seat).collect();
            let points: usize = rows.iter().map(Vec::len).sum();
            if points > 0 {
                sheet.add(seat, points as i16, || Why {
                    reason: "score.camps",
                    args: rows.iter().map(|row| row.len() as i16).collect(),
                    cells: rows.concat(),
                    rank: None,
                });
            }
        }
    }

    /// With the option every camp that stands keeps all its bastions at walls.
    fn census(g: &GameState) -> Result<(), String> {
        for seat in g.rules().seats().filter(|_| g.mods.m08_camps.all_bastions) {
            let ground = g.ground(seat);
            let loose = ground.camps().iter().find(|camp| !all_lean(&ground, camp.0, camp.1));
            if let Some((cell, _)) = loose {
                return Err(format!("a bastion of the camp at {cell} leans on nothing"));
            }
        }
        Ok(())
    }
}

/// Whether every bastion of a camp on this cell leans on the wall of a tile.
fn all_lean(ground: &Ground, camp: Cell, bastions: Walls) -> bool {
    bastions.sides().all(|side| ground.edge(camp.next(side), side.opposite()) == Some(Edge::Wall))
}

/// The tiles in front of each bastion of a palace's camps.
fn rows(g: &GameState, seat: Seat) -> impl Iterator<Item = Vec<Cell>> + '_ {
    let ground = g.ground(seat);
    let bastions: Vec<(Cell, Side)> = ground
        .camps()
        .iter()
        .flat_map(|&(camp, bastions)| bastions.sides().map(move |side| (camp, side)))
        .collect();
    bastions.into_iter().map(move |(camp, side)| row(g, seat, camp, side))
}

/// CA6: the tiles from a camp straight on until the row breaks: at an empty cell, at another camp, at half a
/// cell. Walls between tiles do not break it; a building that is not finished is passed over.
fn row(g: &GameState, seat: Seat, camp: Cell, side: Side) -> Vec<Cell> {
    let palace = g.palace(seat);
    let line = std::iter::successors(Some(camp.next(side)), |cell| Some(cell.next(side)));
    line.take_while(|cell| palace.contains(*cell)).filter(|cell| finished(g, seat, *cell)).collect()
}

/// Whether what is printed as a building counts as one.
fn finished(g: &GameState, seat: Seat, cell: Cell) -> bool {
    placing::piece_at(g, seat, cell).is_some_and(|(piece, half)| !placing::unfinished(g, piece, half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::pieces::Standing;
    use crate::core::score::Source;
    use crate::{Action, Io, Seeded};

    /// A tile and a tower east of the fountain and a camp at their end.
    fn position(middle: &str) -> (GameState, PieceId) {
        let setup = Setup::players(3).with(ModuleId::Camps);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let key = |key: &str| PieceId::with_key(key).unwrap();
        for (piece, x) in [(key(middle), 1), (key("tower-13-e"), 2), (key("camp-w-4"), 3)] {
            let standing = Standing { cell: Cell::at(x, 0), turn: Quarters::ZERO };
            if let Form::Tile(shape) = placing::form(&game, piece, Quarters::ZERO) {
                game.core.palaces[0].lay_shape(standing.cell, shape);
            }
            game.core.pieces.palace[0].insert(piece);
            game.core.pieces.standing[piece.index()] = standing;
        }
        (game, key(middle))
    }

    fn lengths(game: &GameState) -> Vec<usize> {
        rows(game, Seat::default()).map(|row| row.len()).collect()
    }

    #[test]
    fn a_building_that_is_not_finished_neither_counts_nor_breaks_the_row() {
        let (mut game, site) = position("tower-12");
        assert_eq!(lengths(&game), [3]);
        game.core.pieces.building[site.index()] = None;
        assert_eq!(lengths(&game), [2]);
    }

    /// Whole games, cell by cell and by what everybody sees: each bastion counts straight on until the row breaks.
    #[test]
    fn every_row_of_every_camp() {
        let camp = |action: &Action| match action {
            Action::Buy { piece, .. }
            | Action::Target { piece, .. }
            | Action::Place { piece, .. }
            | Action::Add { piece, .. } => PieceKind::Camp.pieces().contains(*piece),
            _ => false,
        };
        let others: [&[&str]; 3] =
            [&[], &["watchtowers", "medina"], &["magical-buildings", "major-construction-projects"]];
        let (mut states, mut scored) = (0, 0);
        for seed in 0..30u64 {
            let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::Camps);
            for slug in others[seed as usize % others.len()] {
                setup = setup.with(ModuleId::with_slug(slug).unwrap());
            }
            crate::second_look::play(&setup, seed, camp, |g, _, _, _| {
                states += 1;
                let lines = g.forecast(1 + (states % 3) as u8);
                for player in &g.view(None).players {
                    let points = by_hand(&player.palace);
                    let own = lines.iter().filter(|line| {
                        line.source == Source::Module(ModuleId::Camps) && line.to == player.seat.into()
                    });
                    assert_eq!(own.map(|line| line.points).sum::<i16>(), points, "game {seed}");
                    scored += usize::from(points > 0);
                }
            });
        }
        assert!(states > 2000 && scored > 1000, "{states} states, {scored} palaces with points: too few");
    }

    /// What the camps of a palace bring.
    fn by_hand(palace: &[crate::view::TileAt]) -> i16 {
        let step = |letter: char| match letter {
            'N' => (0, 1),
            'E' => (1, 0),
            'S' => (0, -1),
            _ => (-1, 0),
        };
        let outside = [PieceKind::Camp, PieceKind::Watchtower];
        let mut covered = std::collections::BTreeSet::new();
        for tile in palace.iter().filter(|tile| !tile.tile.kind.is_some_and(|kind| outside.contains(&kind))) {
            covered.insert(tile.at);
            if let Some(second) = &tile.tile.second {
                let (dx, dy) = step(second.towards.letter());
                covered.insert((tile.at.0 + dx, tile.at.1 + dy));
            }
        }
        let mut points = 0;
        for camp in palace.iter().filter(|tile| tile.tile.kind == Some(PieceKind::Camp)) {
            for (dx, dy) in camp.tile.walls.to_string().chars().map(step) {
                let (mut x, mut y) = (camp.at.0 + dx, camp.at.1 + dy);
                while covered.contains(&(x, y)) {
                    points += 1;
                    (x, y) = (x + dx, y + dy);
                }
            }
        }
        points
    }

    #[test]
    fn at_ca_2_the_fountain_and_a_square_count_in_the_row() {
        assert_eq!(lengths(&position("square-tower-1").0), [3]);
    }

    #[test]
    fn the_option_for_bastions() {
        let with = |name: &str, value: &str| {
            let mut setup = Setup::players(3).with(ModuleId::Camps);
            let values = setup.modules.entry(ModuleId::Camps).or_default();
            values.insert(name.to_owned(), value.to_owned());
            GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).map_err(|e| e.to_string())
        };
        let (one, all) = (with("bastions", "one").unwrap(), with("bastions", "all").unwrap());
        assert!(!one.mods.m08_camps.all_bastions && all.mods.m08_camps.all_bastions);
        let hears = |g: &GameState, step| g.rules().listens.has(step);
        assert!(!hears(&one, Step::L2) && !hears(&one, Step::O5), "nobody looks twice without the option");
        assert!(hears(&all, Step::L2) && hears(&all, Step::O5));
        let read = GameState::unpack(&all.pack()).unwrap();
        assert!(read == all, "what is idle is found out again when a game is read");
        assert!(GameState::unpack(&one.pack()).unwrap() == one);
    }

    #[test]
    fn eight_camps_four_with_one_bastion_and_four_with_two() {
        let camps: Vec<_> = PieceKind::Camp.pieces().iter().map(crate::classic_piece).collect();
        let bastions = |n: usize| camps.iter().filter(|camp| camp.walls[0].sides().count() == n).count();
        assert_eq!((camps.len(), bastions(1), bastions(2)), (8, 4, 4));
        assert!(camps.iter().all(|camp| camp.price > 0));
    }
}
