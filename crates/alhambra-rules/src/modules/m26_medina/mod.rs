//! Module 26, Medina: nine tiles without a type. In every scoring those with the fewest of them lose points.
//!
//! Nothing is hidden and nothing is remembered: who has built which medinas can be seen in the palaces.

use crate::GameState;
use crate::core::book::Draft;
use crate::core::catalogue::{Column, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::score::ScoreSheet;
use crate::core::seat::{Scorer, Seat};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::Why;
use crate::decision::Ref;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 26.
#[derive(Clone, Copy, Debug)]
pub struct Medina;

/// All nine.
const MEDINAS: PieceSet = PieceKind::Medina.pieces();

/// What the places from the bottom cost in each scoring.
const PENALTIES: [&[u8]; 3] = [&[3], &[6, 3], &[9, 6, 3]];

/// What is agreed about Dirk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// R-ME-1: only the two players are ranked.
    without_dirk: bool,
}

impl Module for Medina {
    const ID: ModuleId = ModuleId::Medina;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "medina",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Market, Touch::Palace],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the nine medinas with their prices, and the walls of eight of them", Provenance::Found),
            ("the walls of the medina for 9, which the picture shows only in part", Provenance::Inferred),
        ],
        options: &[("dirk_participates", &["yes", "no"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::S50]);
    /// Found for the box everybody knows; another box of the family may print others.
    const PRINTED: &'static [Printed] =
        &[Printed::EveryPiece(PieceKind::Medina, &[Column::Price, Column::Walls])];
    type State = State;
    type Action = Never;
    type Frame = Never;

    /// Of equal numbers the dearest decides, so no two cost the same.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let all: Vec<_> = corrected.pieces.iter().filter(|piece| piece.kind == PieceKind::Medina).collect();
        let alike = |(i, one): (usize, &&crate::Piece)| {
            let other = all[i + 1..].iter().find(|other| other.price == one.price)?;
            Some([Ref::text(one.key), Ref::text(other.key), Ref::Number(one.price.into())])
        };
        all.iter()
            .enumerate()
            .find_map(alike)
            .map_or(Ok(()), |refs| Err(Objection::of("two_medinas_of_one_price", refs)))
    }

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { without_dirk: chosen(values, "dirk_participates", "no") })
    }

    /// U01: all nine, shuffled in with the buildings.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(MEDINAS);
    }

    /// S50, after everything that brings points: what the fewest medinas cost.
    fn score(g: &GameState, _: Step, sheet: &mut ScoreSheet) {
        let scorers: Vec<Scorer> = participants(g).collect();
        let built: Vec<Vec<u8>> = scorers.iter().map(|of| prices(g, *of)).collect();
        for (of, (own, loss)) in scorers.iter().zip(built.iter().zip(losses(&built, sheet.round()))) {
            let Loss { share, extra } = loss;
            if share + extra == 0 {
                continue;
            }
            sheet.add(*of, -i16::from(share + extra), || match own.first() {
                None => Why {
                    reason: "score.no_medina",
                    args: vec![i16::from(share), i16::from(extra)],
                    ..Why::default()
                },
                Some(dearest) => Why {
                    reason: "score.few_medinas",
                    args: vec![own.len() as i16, i16::from(*dearest)],
                    cells: cells(g, *of),
                    rank: None,
                },
            });
        }
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let built = g.rules().seats().filter_map(|seat| {
            let own = medinas(g, seat.into());
            (!own.is_empty()).then(|| (seat, own.iter().collect()))
        });
        let next = usize::from(g.scorings()).min(2);
        let costs = PENALTIES[next].iter().map(|cost| -i32::from(*cost)).collect();
        let mut shows = vec![
            ("medinas", Shown::TilesBySeat(built.collect())),
            ("fewest_lose", Shown::Numbers(costs)),
            ("none_loses_more", Shown::Number(-(next as i32 + 1))),
        ];
        if g.rules().dirk() {
            shows.push(("medinas_of_dirk", Shown::Tiles(medinas(g, Scorer::Dirk).iter().collect())));
        }
        shows
    }
}

/// Everybody who is ranked: the players and, unless it was agreed otherwise, Dirk (R-ME-1).
fn participants(g: &GameState) -> impl Iterator<Item = Scorer> + use<> {
    let dirk = g.rules().dirk() && !g.mods.m26_medina.without_dirk;
    g.rules().seats().map(Scorer::Seat).chain(dirk.then_some(Scorer::Dirk))
}

/// The medinas somebody has built: those in a palace, for Dirk those in his pile. A reserve is no palace.
fn medinas(g: &GameState, of: Scorer) -> PieceSet {
    match of {
        Scorer::Seat(seat) => g.core.pieces.palace[seat.index()].and(MEDINAS),
        Scorer::Dirk => g.core.pieces.dirk.and(MEDINAS),
    }
}

/// Their prices, the highest first.
fn prices(g: &GameState, of: Scorer) -> Vec<u8> {
    let mut prices: Vec<u8> = medinas(g, of).iter().map(|piece| g.piece(piece).price).collect();
    prices.sort_unstable_by(|a, b| b.cmp(a));
    prices
}

fn cells(g: &GameState, of: Scorer) -> Vec<crate::Cell> {
    let cell = |piece: PieceId| g.core.pieces.standing[piece.index()].cell;
    match of {
        Scorer::Seat(_) => medinas(g, of).iter().map(cell).collect(),
        Scorer::Dirk => Vec::new(),
    }
}

/// What somebody loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Loss {
    /// The part in the places from the bottom.
    share: u8,
    /// What it costs to have none at all; everybody pays it in full (R-ME-4).
    extra: u8,
}

/// What everybody loses who has built medinas of these prices, the highest first.
///
/// Ranked are numbers, then the highest price, then the next (R-ME-3). Equal ones share the places they fill,
/// rounded up; as no two medinas have the same price, only those without any can be equal.
fn losses(built: &[Vec<u8>], round: u8) -> Vec<Loss> {
    let penalties = PENALTIES[usize::from(round.clamp(1, 3)) - 1];
    let rank = |own: &Vec<u8>| (own.len(), own.clone());
    let loss = |own: &Vec<u8>| {
        let worse = built.iter().filter(|other| rank(other) < rank(own)).count();
        let equal = built.iter().filter(|other| *other == own).count();
        let pot: u8 = penalties.iter().skip(worse).take(equal).sum();
        Loss { share: pot.div_ceil(equal as u8), extra: if own.is_empty() { round.clamp(1, 3) } else { 0 } }
    };
    built.iter().map(loss).collect()
}

#[cfg(test)]
mod tests;
