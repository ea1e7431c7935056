//! Designers followed through whole games by what everybody hears, and every answer against a plain list.

use super::*;
use crate::core::catalogue::{Footprint, PieceKind};
use crate::registry::ModAction;
use crate::{Action, Io, Quick, Seeded, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// One palace as its neighbours at the table see it.
#[derive(Default)]
struct Heard {
    tiles: BTreeMap<PieceId, Vec<Cell>>,
    designer: Option<Cell>,
    feet: Option<Side>,
    /// The tile that was laid beside him, as long as he has not walked on to it.
    beside: Vec<Cell>,
}

/// Camps stand outside the walls, and nobody stands on half a cell.
fn is_floor(g: &GameState, piece: PieceId) -> bool {
    ![PieceKind::Camp, PieceKind::Watchtower].contains(&g.piece(piece).kind)
}

/// Where he may be put now, by the words of the rule: on the fountain before the first turn, on the tile just laid
/// beside him, and on any tile of the palace once his own is gone; his feet to any side.
fn answers(g: &GameState, heard: &Heard) -> BTreeSet<Action> {
    let floors = heard.tiles.iter().filter(|(piece, _)| is_floor(g, **piece));
    let cells: Vec<Cell> = match (heard.feet, heard.designer) {
        (None, _) => vec![Cell::FOUNTAIN],
        (_, Some(_)) => heard.beside.clone(),
        (_, None) => floors.flat_map(|(_, cells)| cells).copied().chain([Cell::FOUNTAIN]).collect(),
    };
    let stand =
        |at: Cell| Side::ALL.map(|feet| Action::Module(ModAction::PalaceDesigners(Act::Stand { at, feet })));
    cells.into_iter().flat_map(stand).collect()
}

fn cells_of(g: &GameState, piece: PieceId, at: Cell, turn: u8) -> Vec<Cell> {
    match g.piece(piece).footprint {
        Footprint::Two { towards } => {
            let mut side = towards;
            for _ in 0..turn {
                side = [Side::East, Side::South, Side::West, Side::North][side as usize];
            }
            vec![at, at.next(side)]
        }
        _ => vec![at],
    }
}

/// What laying these cells beside the designer brings by the words of the rule.
fn due(heard: &Heard, laid: &[Cell]) -> Option<i16> {
    let (x, y) = heard.designer?.xy();
    let (dx, dy) = laid.iter().map(|c| (c.xy().0 - x, c.xy().1 - y)).find(|(a, b)| a.abs() + b.abs() == 1)?;
    let at_feet = match heard.feet? {
        Side::North => dy == 1,
        Side::East => dx == 1,
        Side::South => dy == -1,
        Side::West => dx == -1,
    };
    Some(if at_feet { 2 } else { 1 })
}

/// Whole games, alone and with every other module: the points are those the heard events call for, he is always where
/// these events have put him, and may be put where the rule says.
#[test]
fn designers_are_where_one_heard_them_go() {
    let (mut placed, mut points, mut asked) = (0, BTreeMap::new(), 0);
    for seed in 0..40u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::PalaceDesigners);
        for module in ModuleId::ALL
            .iter()
            .filter(|m| !seed.is_multiple_of(4) && !(u64::from(m.number()) + seed).is_multiple_of(3))
        {
            setup = setup.with(*module);
        }
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup, &mut Io::silent(&mut luck)) else { continue };
        let mut all: [Heard; MAX_SEATS] = Default::default();
        all.iter_mut().for_each(|heard| heard.designer = Some(Cell::FOUNTAIN));
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            if g.pending().and_then(|p| p.module) == Some(ModuleId::PalaceDesigners) {
                let listed: BTreeSet<Action> = actions.iter().copied().collect();
                assert_eq!(listed, answers(&g, &all[at.index()]), "game {seed}");
                asked += 1;
            }
            let builds = |a: &&Action| {
                matches!(
                    a,
                    Action::Place { .. } | Action::Add { .. } | Action::Swap { .. } | Action::Move { .. }
                )
            };
            let chosen: Vec<&Action> = actions.iter().filter(builds).collect();
            let action = match dice.below(3) {
                n if n > 0 && !chosen.is_empty() => *chosen[dice.below(chosen.len() as u32) as usize],
                _ => actions[dice.below(actions.len() as u32) as usize],
            };
            let mut log = Vec::new();
            g.apply(at, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            for event in log {
                match event.what {
                    Happened::Placed { seat, piece, at, turn } => {
                        let cells = cells_of(&g, piece, Cell::at(at.0, at.1), turn);
                        let heard = &mut all[seat.index()];
                        if let Some(due) = due(heard, &cells).filter(|_| is_floor(&g, piece)) {
                            expected.push((seat, due));
                            heard.beside.clone_from(&cells);
                        }
                        heard.tiles.insert(piece, cells);
                        placed += 1;
                    }
                    Happened::Moved { seat, piece, at, turn } => {
                        let cells = cells_of(&g, piece, Cell::at(at.0, at.1), turn);
                        let heard = &mut all[seat.index()];
                        let before = heard.tiles.insert(piece, cells.clone()).unwrap();
                        if let Some(half) = before.iter().position(|cell| heard.designer == Some(*cell)) {
                            heard.designer = Some(cells[half]);
                        }
                        *points.entry("moved").or_insert(0) += 1;
                    }
                    Happened::TakenOff { seat, piece, .. } => {
                        let heard = &mut all[seat.index()];
                        if heard.tiles.remove(&piece).unwrap().iter().any(|c| heard.designer == Some(*c)) {
                            heard.designer = None;
                            *points.entry("left").or_insert(0) += 1;
                        }
                    }
                    Happened::Module { by: ModuleId::PalaceDesigners, seat: Some(seat), refs, .. } => {
                        let [Ref::Cell(at), Ref::Side(feet)] = refs.as_slice() else { panic!("{refs:?}") };
                        (all[seat.index()].designer, all[seat.index()].feet) =
                            (Some(Cell::at(at.0, at.1)), Some(*feet));
                    }
                    Happened::Scored { line } if line.source == Source::Module(ModuleId::PalaceDesigners) => {
                        let crate::Scorer::Seat(seat) = line.to else { panic!("Dirk has no designer") };
                        found.push((seat, line.points));
                        *points.entry(if line.points == 2 { "feet" } else { "beside" }).or_insert(0) += 1;
                    }
                    _ => {}
                }
            }
            // Somebody else may be asked about the tile first: then his points follow a decision later.
            assert!(expected.starts_with(&found) && expected.len() <= found.len() + 1, "game {seed}");
            for seat in g.rules().seats() {
                assert_eq!(
                    standing(&g, seat),
                    all[seat.index()].designer,
                    "game {seed}, seat {}",
                    seat.index()
                );
            }
        }
        assert_eq!(found, expected, "game {seed}");
    }
    assert!(placed > 1000 && asked > 1000, "{placed} tiles were laid, {asked} answers looked at");
    let often = |what: &str| points.get(what).copied().unwrap_or(0);
    assert!(often("feet") > 50 && often("beside") > 50 && often("left") > 20, "{points:?}");
}

/// Every cell of the board and every side: what is listed is accepted, and nothing else.
#[test]
fn nothing_else_is_accepted() {
    let (mut asked, mut most) = (BTreeMap::new(), 0);
    for seed in 0..12u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::PalaceDesigners);
        for module in ModuleId::ALL.iter().filter(|m| !(u64::from(m.number()) + seed).is_multiple_of(2)) {
            setup = setup.with(*module);
        }
        let mut luck = Seeded::new(seed);
        let Ok(mut g) = GameState::new(&setup, &mut Io::silent(&mut luck)) else { continue };
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            if g.pending().and_then(|p| p.module) == Some(ModuleId::PalaceDesigners) {
                let listed: BTreeSet<Action> = actions.iter().copied().collect();
                for x in -16..16 {
                    for y in -16..16 {
                        for feet in Side::ALL {
                            let act = Act::Stand { at: Cell::at(x, y), feet };
                            let action = Action::Module(ModAction::PalaceDesigners(act));
                            assert_eq!(g.check(at, &action).is_ok(), listed.contains(&action), "{act:?}");
                        }
                    }
                }
                let scene = match g.agenda.frames.last().unwrap().what {
                    What::Module(ModFrame::PalaceDesigners(Scene::Start { .. })) => "start",
                    What::Module(ModFrame::PalaceDesigners(Scene::Follow { .. })) => "follow",
                    _ => "homeless",
                };
                *asked.entry(scene).or_insert(0) += 1;
                most = most.max(listed.len());
            }
            let builds =
                |a: &&Action| matches!(a, Action::Place { .. } | Action::Add { .. } | Action::Remove { .. });
            let chosen: Vec<&Action> = actions.iter().filter(builds).collect();
            let action = match dice.below(3) {
                n if n > 0 && !chosen.is_empty() => *chosen[dice.below(chosen.len() as u32) as usize],
                _ => actions[dice.below(actions.len() as u32) as usize],
            };
            g.apply(at, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert_eq!(asked.keys().copied().collect::<Vec<_>>(), ["follow", "homeless", "start"]);
    assert!(most <= 512, "{most} answers");
    assert!(asked.values().all(|n| *n >= 10), "{asked:?}");
}

/// Outside his own scenes nobody moves him.
#[test]
fn he_moves_only_when_asked() {
    let setup = Setup::players(3).with(ModuleId::PalaceDesigners);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let stand = |at, feet| Action::Module(ModAction::PalaceDesigners(Act::Stand { at, feet }));
    for _ in 0..3 {
        let seat = g.to_move().unwrap();
        let elsewhere = g.check(seat, &stand(Cell::at(1, 0), Side::East));
        let why = Illegal::of(ModuleId::PalaceDesigners, "the_designer_begins_on_the_fountain");
        // The cell is pointed at, as everybody outside reads it.
        assert_eq!(elsewhere, Err(why.at(Cell::at(1, 0))));
        assert_eq!(elsewhere.unwrap_err().refs(&g, seat), [Ref::Cell((1, 0))]);
        g.apply(seat, stand(Cell::FOUNTAIN, Side::East), &mut Io::silent(&mut Seeded::new(1))).unwrap();
    }
    let seat = g.to_move().unwrap();
    assert_eq!(seat, g.core.turn.seat, "the first turn has begun");
    assert!(g.check(seat, &stand(Cell::FOUNTAIN, Side::East)).is_err());
    assert_eq!(PalaceDesigners::worth(&g, seat), 2);
}
