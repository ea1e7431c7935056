//! A scored round as a page for people.

use super::{Answer, Scored};
use crate::words;
use alhambra_rules::Building;
use std::io::{self, Write};

/// A table of points by source and player, then the reasons.
pub(super) fn write(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let everybody: Vec<&Scored> = answer.players.iter().chain(&answer.dirk).collect();
    let width = |scored: &Scored| scored.name.chars().count().max(4);
    writeln!(out, "{}", words::capital(words::scoring(answer.round)))?;
    writeln!(out)?;

    write!(out, "{:10}", "")?;
    for scored in &everybody {
        write!(out, "  {:>1$}", scored.name, width(scored))?;
    }
    writeln!(out)?;
    for source in std::iter::once(None).chain(Building::ALL.map(Some)) {
        write!(out, "{:10}", source.map_or("wall", Building::name))?;
        for scored in &everybody {
            let line = scored.lines.iter().find(|line| line.building == source);
            let cell = line.map_or("·".to_owned(), |line| line.points.to_string());
            write!(out, "  {cell:>0$}", width(scored))?;
        }
        writeln!(out)?;
    }
    write!(out, "{:10}", "together")?;
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
