//! Score sheets, made of the score lines in the log and nothing else.

use crate::words;
use alhambra_rules::table::Table;
use alhambra_rules::{Building, GameState, Happened, Rank, ScoreLine, Scorer, Source, speech};

/// The lines of one scoring.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    /// Which, 1 to 3.
    pub(super) round: u8,
    /// Its lines.
    pub(super) lines: Vec<ScoreLine>,
}

/// The scorings held so far.
pub(super) fn scorings(table: &Table) -> Vec<Scoring> {
    let mut scorings: Vec<Scoring> = Vec::new();
    for (_, event) in table.log() {
        match &event.what {
            Happened::ScoringBegan { round } => {
                of_round(&mut scorings, *round);
            }
            // Points a module gives between scorings belong to the round they name.
            Happened::Scored { line } => of_round(&mut scorings, line.round).lines.push(line.clone()),
            _ => {}
        }
    }
    scorings
}

/// What the next scoring would bring as things stand; `None` when no scoring is left.
pub(super) fn now(game: &GameState) -> Option<Scoring> {
    let round = game.scorings() + 1;
    (round <= 3 && !game.is_over()).then(|| Scoring { round, lines: game.forecast(round) })
}

fn of_round(scorings: &mut Vec<Scoring>, round: u8) -> &mut Scoring {
    let at = scorings.iter().position(|s| s.round == round).unwrap_or_else(|| {
        scorings.push(Scoring { round, lines: Vec::new() });
        scorings.len() - 1
    });
    &mut scorings[at]
}

/// The rows: walls, the six building types, and the modules that gave points.
pub(super) fn sources(scorings: &[Scoring]) -> Vec<Source> {
    let mut rows = vec![Source::Wall];
    rows.extend(Building::ALL.map(Source::Majority));
    for line in scorings.iter().flat_map(|s| &s.lines) {
        if !rows.contains(&line.source) {
            rows.push(line.source);
        }
    }
    rows
}

impl Scoring {
    /// Points of a scorer from one source.
    pub(super) fn points(&self, to: Scorer, source: Source) -> i32 {
        self.lines.iter().filter(|l| l.to == to && l.source == source).map(|l| i32::from(l.points)).sum()
    }

    /// All points of a scorer.
    pub(super) fn total(&self, to: Scorer) -> i32 {
        self.lines.iter().filter(|l| l.to == to).map(|l| i32::from(l.points)).sum()
    }

    /// How points came about, as it fits into `width`: `4× 1st 13`, `(13+6)/2 = 9`.
    pub(super) fn cell(&self, to: Scorer, source: Source, width: usize) -> String {
        let mut lines = self.lines.iter().filter(|l| l.to == to && l.source == source);
        let (Some(line), None) = (lines.next(), lines.next()) else {
            return match self.points(to, source) {
                0 => "–".to_owned(),
                points => points.to_string(),
            };
        };
        let points = line.points;
        let Some(Rank { place, tied, worth, pot, .. }) = &line.rank else {
            return points.to_string();
        };
        let short = speech::place(speech::ENGLISH, *place);
        let number = words::halves(line.args.first().map_or(0, |n| *n as u8));
        let texts = if *tied > 1 {
            let sum = words::joined(worth, "+");
            vec![
                format!("{number}× {short} ({sum})/{tied} = {points}"),
                format!("{short} ({sum})/{tied} = {points}"),
                format!("({sum})/{tied} = {points}"),
                format!("({sum})/{tied}={points}"),
                format!("{pot}/{tied}={points}"),
            ]
        } else {
            vec![format!("{number}× {short} {points}"), format!("{short} {points}")]
        };
        texts.into_iter().find(|t| t.chars().count() <= width).unwrap_or_else(|| points.to_string())
    }
}

/// What the places of a building type are worth, as long as they are worth anything.
pub(super) fn pays(game: &GameState, round: u8, building: Building) -> Vec<String> {
    // Only an unofficial house rule asks how many buildings there are; one is as good an example as any.
    game.places(round, building, 2).iter().filter(|p| **p > 0).map(u8::to_string).collect()
}
