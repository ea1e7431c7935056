//! Just enough Markdown for help texts in a terminal: paragraphs are wrapped, tables become lists, fenced
//! blocks are left out (they are tests).

use std::io::{self, Write};

const WIDTH: usize = 88;

/// Writes a text; a first heading that only repeats `title` is dropped.
pub(super) fn write(text: &str, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    render(text, title, &mut page)?;
    out.write_all(page.trim_ascii_end())?;
    writeln!(out)
}

fn render(text: &str, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut fenced = false;
    let mut waiting = String::new();
    let mut blank = true;
    let mut header = true;
    for line in text.lines().map(str::trim_end).chain([""]) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        let special = line.is_empty() || line.starts_with(['#', '|', '-', '*']) && !line.starts_with("**");
        if special && !waiting.is_empty() {
            paragraph(&waiting, "", out)?;
            waiting.clear();
            blank = false;
        }
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            if heading == title {
                continue;
            }
            if !blank {
                writeln!(out)?;
            }
            writeln!(out, "{}", heading.to_uppercase())?;
            writeln!(out)?;
            (blank, header) = (true, true);
        } else if line.starts_with('|') {
            // The first row names the columns, the second rules them off.
            if line.chars().all(|c| "|-: ".contains(c)) {
                continue;
            }
            if !std::mem::take(&mut header) {
                row(line, out)?;
                blank = false;
            }
        } else if line.is_empty() {
            if !blank {
                writeln!(out)?;
            }
            (blank, header) = (true, true);
        } else if special {
            paragraph(line, "  ", out)?;
            blank = false;
        } else {
            waiting.push_str(line);
            waiting.push(' ');
        }
    }
    Ok(())
}

/// A row of a table as an entry of a list: the first cell leads, the others follow.
fn row(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let (lead, rest) = cells.split_first().unwrap_or((&"", &[]));
    paragraph(&format!("{lead}: {}", rest.join(" ")), "  ", out)
}

/// Wraps a paragraph; lines after the first begin with `indent`.
pub(super) fn paragraph(text: &str, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    // Bold words lead a paragraph; capitals do the same without colours.
    let bold = |(i, part): (usize, &str)| if i % 2 == 1 { part.to_uppercase() } else { part.to_owned() };
    let text: String = text.split("**").enumerate().map(bold).collect();
    // A first line may have columns of its own, so leading words keep their gap.
    let mut line = String::new();
    let mut first = true;
    for word in text.split(' ') {
        if word.is_empty() && !first {
            line.push(' ');
            continue;
        }
        let length = line.chars().count();
        if length + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            writeln!(out, "{}", line.trim_end())?;
            line = indent.to_owned();
        } else if !first {
            line.push(' ');
        }
        line.push_str(word);
        first = false;
    }
    writeln!(out, "{}", line.trim_end())
}
