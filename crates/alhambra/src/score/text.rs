//! A scored round as a page for people.

use super::{Answer, Scored};
use crate::words;
use alhambra_rules::{Building, ModuleId, Source};
use std::io::{self, Write};

/// A table of points by source and player, then the reasons.
pub(super) fn write(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let everybody: Vec<&Scored> = answer.players.iter().chain(&answer.dirk).collect();
    let width = |scored: &Scored| scored.name.chars().count().max(4);
    writeln!(out, "{}", words::capital(&words::scoring(answer.round)))?;
    writeln!(out)?;

    // Titles of modules may be longer than names of buildings.
    let modules = everybody.iter().flat_map(|scored| &scored.lines).filter_map(|line| line.module);
    let label = modules.map(|module| module.title().chars().count()).max().unwrap_or(0).max(12);
    write!(out, "{:label$}", "")?;
    for scored in &everybody {
        write!(out, "  {:>1$}", scored.name, width(scored))?;
    }
    writeln!(out)?;
    let mut sources: Vec<(Option<Building>, Option<ModuleId>)> = vec![(None, None)];
    sources.extend(Building::ALL.map(|building| (Some(building), None)));
    for line in everybody.iter().flat_map(|scored| &scored.lines) {
        if !sources.contains(&(line.building, line.module)) {
            sources.push((line.building, line.module));
        }
    }
    for source in sources {
        let named = match source {
            (Some(building), _) => Source::Majority(building),
            (_, Some(module)) => Source::Module(module),
            (None, None) => Source::Wall,
        };
        write!(out, "{:label$}", words::source(named))?;
        for scored in &everybody {
            let lines = scored.lines.iter().filter(|line| (line.building, line.module) == source);
            let points: Vec<i16> = lines.map(|line| line.points).collect();
            let sum = || points.iter().sum::<i16>().to_string();
            let cell = if points.is_empty() { "·".to_owned() } else { sum() };
            write!(out, "  {cell:>0$}", width(scored))?;
        }
        writeln!(out)?;
    }
    write!(out, "{:label$}", "together")?;
    for scored in &everybody {
        write!(out, "  {:>1$}", scored.points, width(scored))?;
    }
    writeln!(out)?;

    for scored in everybody.iter().filter(|scored| !scored.lines.is_empty()) {
        writeln!(out)?;
        writeln!(out, "{}", scored.name)?;
        for line in &scored.lines {
            writeln!(out, "  {:+3}  {}", line.points, line.words)?;
        }
    }
    for note in &answer.notes {
        writeln!(out)?;
        writeln!(out, "Note: {note}.")?;
    }
    Ok(())
}
