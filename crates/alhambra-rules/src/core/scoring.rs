//! A scoring round (S-steps): walls, majorities, what modules add, and Dirk's new tiles.

use super::agenda::Move;
use super::building::Building;
use super::catalogue::PieceId;
use super::edition::Places;
use super::house::WallPoints;
use super::placing;
use super::score::{CountBook, Rank, SCORERS, ScoreLine, ScoreSheet, Source, ranks};
use super::seat::{MAX_SEATS, Scorer, Seat};
use super::step::Step;
use crate::cx::{Cx, Why};
use crate::event::Happened;
use crate::{GameState, registry};

#[inline(never)]
pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step, round: u8) -> Move {
    match step {
        Step::S01 => cx.emit(|_| Happened::ScoringBegan { round }),
        Step::S60 => cx.g.core.scorings += 1,
        Step::S70 => dirk_draws(cx, round),
        _ => {}
    }
    #[cfg(feature = "testkit")]
    if step == Step::S10
        && let Some(log) = &cx.io.log
    {
        let foreseen = forecast_from(cx.g, Step::S10, round, true);
        crate::laws::scoring_begins(foreseen, cx.g.core.scores, log.len());
    }
    if cx.io.log.is_none() {
        let mut sheet = ScoreSheet::silent(round, cx.g.core.scores);
        ask(cx.g, step, &mut sheet);
        cx.g.core.scores = sheet.scores().unwrap_or(cx.g.core.scores);
        return Move::Next;
    }
    let mut sheet = ScoreSheet::new(round, true);
    ask(cx.g, step, &mut sheet);
    for line in sheet.into_lines(cx.g) {
        cx.award_line(line);
    }
    Move::Next
}

/// What a step of a scoring brings as things stand: the core first, then the modules that listen to it.
fn ask(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
    match step {
        Step::S10 => walls(g, sheet.by(Source::Wall)),
        Step::S20 => majorities(g, sheet),
        _ => {}
    }
    if g.core.rules.listens.has(step) {
        registry::score(g, step, sheet);
    }
}

/// What a whole scoring would bring now, in the order in which it is awarded. What players decide inside a
/// scoring (S01, S02) is taken as it stands.
pub(crate) fn forecast(g: &GameState, round: u8, explained: bool) -> Vec<ScoreLine> {
    forecast_from(g, Step::S01, round, explained)
}

fn forecast_from(g: &GameState, mut step: Step, round: u8, explained: bool) -> Vec<ScoreLine> {
    let mut sheet = ScoreSheet::new(round, explained);
    loop {
        ask(g, step, &mut sheet);
        let next = g.core.rules.flow.after(step);
        if next == step {
            return sheet.into_lines(g);
        }
        step = next;
    }
}

/// What the modules alone would add in a scoring, line by line, without the explanations.
pub(crate) fn module_lines(g: &GameState, round: u8) -> Vec<ScoreLine> {
    let mut sheet = ScoreSheet::new(round, false);
    by_modules(g, &mut sheet);
    sheet.into_lines(g)
}

/// The same added up for each scorer.
pub(crate) fn module_points(g: &GameState, round: u8) -> [i16; SCORERS] {
    let mut sheet = ScoreSheet::points(round);
    by_modules(g, &mut sheet);
    sheet.sums()
}

fn by_modules(g: &GameState, sheet: &mut ScoreSheet) {
    let mut step = Step::S01;
    loop {
        if g.core.rules.listens.has(step) {
            registry::score(g, step, sheet);
        }
        let next = g.core.rules.flow.after(step);
        if next == step {
            return;
        }
        step = next;
    }
}

/// S10: all points `seat` gets for the length of walls in this round, those of modules included.
pub(crate) fn wall_points(g: &GameState, seat: Seat, round: u8) -> u16 {
    let longest = if longest_counts(g, round) { placing::longest_wall(g, seat).0 } else { 0 };
    let more = if g.core.rules.modules == 0 { 0 } else { registry::more_walls(g, seat, round) };
    u16::from(longest) + more
}

/// HR-14: whether the longest wall is scored in this round.
fn longest_counts(g: &GameState, round: u8) -> bool {
    g.core.rules.house.wall_points != WallPoints::FinalOnly || round >= 3
}

/// S10: a point for each segment of the longest outer wall. Dirk has none.
fn walls(g: &GameState, sheet: &mut ScoreSheet) {
    if !longest_counts(g, sheet.round()) {
        return;
    }
    for seat in g.core.rules.seats() {
        let (length, halves) = placing::longest_wall(g, seat);
        if length > 0 {
            sheet.add(seat, i16::from(length), || {
                let cells = if halves > 0 {
                    placing::ground(g, seat).runs().into_iter().next().map_or_else(Vec::new, |run| run.2)
                } else {
                    let runs = g.core.palaces[seat.index()].wall_runs();
                    runs.first().map_or_else(Vec::new, |run| run.segments.iter().map(|s| s.0).collect())
                };
                Why { reason: "score.wall", args: vec![i16::from(length)], cells, rank: None }
            });
        }
    }
}

/// S20: majorities, type by type. Tied scorers share the places they fill, rounded down.
fn majorities(g: &GameState, sheet: &mut ScoreSheet) {
    let book = counts(g);
    let round = sheet.round();
    let (table, house) = (table(g, round), g.core.rules.house);
    for building in Building::ALL {
        let counts: [u8; SCORERS] = std::array::from_fn(|i| book.halves(scorer(i), building));
        let places = |halves: u8| house.places(table[building.index()], round, halves / 2);
        for (i, rank) in ranks(counts, places).into_iter().enumerate() {
            let Some((place, tied, pot)) = rank else { continue };
            let share = pot / u16::from(tied);
            if pot == 0 {
                continue;
            }
            sheet.by(Source::Majority(building)).add(scorer(i), share as i16, || Why {
                reason: "score.majority",
                args: vec![i16::from(counts[i])],
                cells: cells_with(g, scorer(i), building),
                rank: Some(Rank::new(place, tied, places(counts[i]))),
            });
        }
    }
}

const fn scorer(index: usize) -> Scorer {
    if index < MAX_SEATS { Scorer::Seat(Seat::at(index)) } else { Scorer::Dirk }
}

/// The buildings everybody has, as the majorities count them: palaces and Dirk, never reserves.
pub(crate) fn counts(g: &GameState) -> CountBook {
    let mut book = CountBook::default();
    let pieces = &g.core.pieces;
    let seats = g.core.rules.seats().map(|s| (Scorer::Seat(s), pieces.palace[s.index()]));
    for (scorer, set) in seats.chain([(Scorer::Dirk, pieces.dirk)]) {
        for (building, n) in Building::ALL.into_iter().zip(pieces.count(set)) {
            book.add(scorer, building, 2 * n);
        }
    }
    if g.core.rules.listens.has(Step::S20) {
        registry::counts(g, &mut book);
    }
    book
}

/// What the places of each building type are worth in this round.
pub(crate) fn table(g: &GameState, round: u8) -> [Places; 6] {
    let mut table = super::turn::edition(g).majorities[usize::from(round) - 1];
    if g.core.rules.listens.has(Step::S20) {
        registry::table(g, round, &mut table);
    }
    table
}

fn cells_with(g: &GameState, of: Scorer, building: Building) -> Vec<super::cell::Cell> {
    let Scorer::Seat(seat) = of else { return Vec::new() };
    let pieces = &g.core.pieces;
    let own = pieces.palace[seat.index()].iter();
    own.flat_map(|piece| {
        let standing = pieces.standing[piece.index()];
        let cells = placing::form(g, piece, standing.turn).cells(standing.cell).enumerate();
        cells.filter(move |(half, _)| placing::building_on(g, piece, *half) == Some(building))
    })
    .map(|(_, cell)| cell)
    .collect()
}

/// S70: Dirk gets tiles after the first two scorings.
fn dirk_draws(cx: &mut Cx<'_, '_>, round: u8) {
    if !cx.g.core.rules.dirk() {
        return;
    }
    let n = match round {
        1 => super::turn::edition(cx.g).dirk_tiles,
        2 => cx.g.core.pieces.tower_len() / 3,
        _ => 0,
    };
    draw_for_dirk(cx, n);
}

/// Gives Dirk up to `n` tiles from the tower, whatever they are (A-B-15).
pub(crate) fn draw_for_dirk(cx: &mut Cx<'_, '_>, n: usize) {
    let mut drawn: Vec<PieceId> = Vec::new();
    let logging = cx.io.log.is_some();
    for _ in 0..n {
        let Some(piece) = cx.draw_tile() else { break };
        cx.g.core.pieces.dirk.insert(piece);
        if logging {
            drawn.push(piece);
        }
    }
    if !drawn.is_empty() {
        cx.emit(|_| Happened::DirkDrew { pieces: drawn });
    }
}
