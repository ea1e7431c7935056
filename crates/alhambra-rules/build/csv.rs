//! A small strict reader of comma-separated tables. Every complaint names file, line, column and cell.

/// One line of a table below its header.
pub(crate) struct Row {
    file: &'static str,
    line: usize,
    columns: &'static [&'static str],
    cells: Vec<String>,
}

/// Reads a table whose header must be exactly `columns`.
pub(crate) fn read(
    file: &'static str,
    columns: &'static [&'static str],
    text: &str,
) -> Result<Vec<Row>, String> {
    // Spreadsheets like to put a byte order mark in front and to end lines in CR LF.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate();
    let header = lines.next().map(|(_, line)| line).unwrap_or_default();
    if header != columns.join(",") {
        return Err(format!("{file}:1: the first line must be \"{}\"", columns.join(",")));
    }
    lines
        .map(|(index, line)| {
            let line_number = index + 1;
            let cells = split(line).map_err(|what| format!("{file}:{line_number}: {what}"))?;
            if cells.len() != columns.len() {
                let (got, want) = (cells.len(), columns.len());
                return Err(format!("{file}:{line_number}: {got} cells where there must be {want}"));
            }
            Ok(Row { file, line: line_number, columns, cells })
        })
        .collect()
}

/// Splits one line; a cell in double quotes may hold commas, and doubled quotes.
fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_cell(quoted)?,
            None => {
                let (cell, after) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
                (cell.to_owned(), after)
            }
        };
        if cell.trim() != cell {
            return Err("a cell begins or ends with a space");
        }
        cells.push(cell);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(cells),
            None => return Err("text between a closing quote and the next comma"),
        }
    }
}

/// The cell after its opening quote, and what follows its closing quote.
fn quoted_cell(mut rest: &str) -> Result<(String, &str), &'static str> {
    let mut cell = String::new();
    loop {
        let quote = rest.find('"').ok_or("a quote is opened and never closed")?;
        cell.push_str(&rest[..quote]);
        rest = &rest[quote + 1..];
        match rest.strip_prefix('"') {
            Some(next) => {
                cell.push('"');
                rest = next;
            }
            None => return Ok((cell, rest)),
        }
    }
}

impl Row {
    /// The text of a cell.
    pub(crate) fn text(&self, column: &str) -> &str {
        let index = self.columns.iter().position(|c| *c == column);
        index.map(|i| self.cells[i].as_str()).unwrap_or_default()
    }

    /// A complaint about a cell: `why` continues "the cell … ".
    pub(crate) fn bad(&self, column: &str, why: &str) -> String {
        let (file, line, text) = (self.file, self.line, self.text(column));
        format!("{file}:{line}: column {column}: \"{text}\" {why}")
    }

    /// Complains unless every one of `columns` is empty.
    pub(crate) fn empty(&self, columns: &[&str], of: &str) -> Result<(), String> {
        match columns.iter().find(|c| !self.text(c).is_empty()) {
            Some(column) => Err(self.bad(column, &format!("must be empty for {of}"))),
            None => Ok(()),
        }
    }

    /// A number from 0 to 255.
    pub(crate) fn number(&self, column: &str) -> Result<u8, String> {
        self.text(column).parse().map_err(|_| self.bad(column, "is not a number from 0 to 255"))
    }

    /// A number, or 0 where the cell is empty.
    pub(crate) fn number_or_0(&self, column: &str) -> Result<u8, String> {
        if self.text(column).is_empty() { Ok(0) } else { self.number(column) }
    }

    /// One of the `names`.
    pub(crate) fn one_of(&self, column: &str, names: &[&'static str]) -> Result<&'static str, String> {
        let found = names.iter().find(|n| **n == self.text(column)).copied();
        found.ok_or_else(|| self.bad(column, &format!("is none of {}", names.join(", "))))
    }

    /// Wall letters as bits: 1 north, 2 east, 4 south, 8 west.
    pub(crate) fn walls(&self, column: &str) -> Result<u8, String> {
        let why = "is not a set of the letters N, E, S, W, each at most once";
        self.text(column).chars().try_fold(0, |bits, letter| match "NESW".find(letter) {
            Some(side) if bits >> side & 1 == 0 => Ok(bits | 1 << side),
            _ => Err(self.bad(column, why)),
        })
    }
}
