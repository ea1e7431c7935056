//! Tables of results on disk, as CSV or Parquet with the same columns. A game is the rows of its seats in a row.

use super::row::{self, Head, Holds, Played, columns};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::SerializedFileReader;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of a Parquet file that are kept in memory until they are written together.
const GROUP: usize = 16_384;

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The file cannot be opened, read or written.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// A Parquet file that is none, or cannot be written.
    #[error("{}: {why}", .path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Neither of the two formats.
    #[error("{}: results are .csv or .parquet files; give the name one of these endings", .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// Not a table of results.
    #[error("{}: this is no table of results: its first line is not that of this version's columns", .path.display())]
    Columns {
        /// The file.
        path: PathBuf,
    },
    /// A row that cannot be.
    #[error("{}: row {row}: {why}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Which row, from 1, without the line of names.
        row: u64,
        /// What is wrong.
        why: String,
    },
    /// The file ends in the middle of a game.
    #[error("{}: it ends in the middle of a game, after row {row}; a run that was cut off goes on with --resume", .path.display())]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The last whole row.
        row: u64,
    },
}

/// The two formats, by the ending of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text with commas.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The format of a file with this name.
    ///
    /// # Errors
    /// When it has another ending.
    pub fn of(path: &Path) -> Result<Format, SheetError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(Format::Csv),
            Some("parquet") => Ok(Format::Parquet),
            _ => Err(SheetError::Ending { path: path.to_owned() }),
        }
    }
}

/// The first line of a CSV table.
fn names() -> String {
    columns().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(",")
}

/// The lines of a game in a CSV table.
pub(super) fn csv_lines(head: &Head, game: &Played) -> String {
    // No text of ours has a comma, a quote or a line break: names of bots and modules, codes, digests.
    row::rows(head, game).into_iter().map(|row| row.join(",") + "\n").collect()
}

/// The line of names, with its line break.
pub(super) fn csv_names() -> String {
    names() + "\n"
}

/// The texts of a row, and where it ends in the file.
type Row = Result<(Vec<String>, u64), SheetError>;

/// The games of a table, read one after the other; each comes with the place in the file where it ends (CSV
/// only).
pub struct Games {
    path: PathBuf,
    rows: Box<dyn Iterator<Item = Row>>,
    row: u64,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("path", &self.path).field("row", &self.row).finish_non_exhaustive()
    }
}

impl Games {
    /// Opens a table.
    ///
    /// # Errors
    /// When there is no such file, or it is no table of results.
    pub fn open(path: &Path) -> Result<Games, SheetError> {
        let failed = |why| SheetError::File { path: path.to_owned(), why };
        let file = File::open(path).map_err(failed)?;
        let rows: Box<dyn Iterator<Item = _>> = match Format::of(path)? {
            Format::Csv => {
                let mut lines = Lines { path: path.to_owned(), file: BufReader::new(file), at: 0, row: 0 };
                let mut first = String::new();
                lines.at = lines.file.read_line(&mut first).map_err(failed)? as u64;
                if first.trim_end() != names() {
                    return Err(SheetError::Columns { path: path.to_owned() });
                }
                Box::new(lines)
            }
            Format::Parquet => Box::new(parquet_rows(path, file)?),
        };
        Ok(Games { path: path.to_owned(), rows, row: 0 })
    }

    fn bad(&self, why: String) -> SheetError {
        SheetError::Row { path: self.path.clone(), row: self.row, why }
    }

    fn read(&mut self, first: &[String]) -> Result<(Head, Played, Option<u64>), SheetError> {
        let parsed = |row: &[String]| row::parse(&row.iter().map(String::as_str).collect::<Vec<_>>());
        let (head, mut game, seat) = parsed(first).map_err(|why| self.bad(why))?;
        if seat != 0 {
            return Err(self.bad(format!(
                "it is seat {} of game {} without the seats before",
                seat + 1,
                game.number + 1
            )));
        }
        let players = row::players(first);
        let mut end = None;
        for expected in 1..players {
            let (next, at) = match self.rows.next() {
                Some(next) => next?,
                None => return Err(SheetError::CutOff { path: self.path.clone(), row: self.row }),
            };
            self.row += 1;
            let (other, mut more, seat) = parsed(&next).map_err(|why| self.bad(why))?;
            let seats = std::mem::take(&mut more.seats);
            let same = Played { seats: Vec::new(), ..game.clone() };
            if other != head || seat != expected || more != same {
                return Err(self.bad(format!(
                    "it should be seat {} of game {}",
                    expected + 1,
                    game.number + 1
                )));
            }
            game.seats.extend(seats);
            end = Some(at);
        }
        Ok((head, game, end))
    }
}

impl Iterator for Games {
    type Item = Result<(Head, Played, Option<u64>), SheetError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.rows.next()? {
            Err(error) => Some(Err(error)),
            Ok((first, _)) => {
                self.row += 1;
                Some(self.read(&first))
            }
        }
    }
}

struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    at: u64,
    row: u64,
}

impl Iterator for Lines {
    type Item = Row;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = String::new();
        match self.file.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) if !line.ends_with('\n') => {
                Some(Err(SheetError::CutOff { path: self.path.clone(), row: self.row }))
            }
            Ok(bytes) => {
                self.at += bytes as u64;
                self.row += 1;
                let row = line.trim_end_matches(['\r', '\n']).split(',').map(str::to_owned).collect();
                Some(Ok((row, self.at)))
            }
            Err(why) => Some(Err(SheetError::File { path: self.path.clone(), why })),
        }
    }
}

fn parquet_rows(path: &Path, file: File) -> Result<impl Iterator<Item = Row> + use<>, SheetError> {
    let path = path.to_owned();
    let reader = SerializedFileReader::new(file)
        .map_err(|why| SheetError::Parquet { path: path.clone(), why: why.to_string() })?;
    Ok(reader.into_iter().enumerate().map(move |(i, row)| {
        let row = row.map_err(|why| SheetError::Parquet { path: path.clone(), why: why.to_string() })?;
        let right = columns();
        let names: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
        if !names.into_iter().eq(right.iter().map(|(name, _)| name)) {
            return Err(SheetError::Columns { path: path.clone() });
        }
        let texts = row.get_column_iter().map(|(name, field)| match field {
            Field::Str(text) => Ok(text.clone()),
            Field::Long(number) => Ok(number.to_string()),
            Field::ULong(number) => Ok(number.to_string()),
            other => Err(SheetError::Row {
                path: path.clone(),
                row: i as u64 + 1,
                why: format!("{name} cannot be {other}"),
            }),
        });
        texts.collect::<Result<Vec<_>, _>>().map(|row| (row, 0))
    }))
}

/// A table being written, in either format.
#[allow(missing_debug_implementations)]
pub struct Writer {
    path: PathBuf,
    to: To,
}

enum To {
    Csv(BufWriter<File>),
    Parquet { file: SerializedFileWriter<File>, rows: Vec<Vec<String>> },
}

impl Writer {
    /// Begins a table; a file of this name is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Writer, SheetError> {
        let format = Format::of(path)?;
        let file = File::create(path).map_err(|why| SheetError::File { path: path.to_owned(), why })?;
        let to = match format {
            Format::Csv => {
                let mut file = BufWriter::new(file);
                file.write_all(csv_names().as_bytes())
                    .map_err(|why| SheetError::File { path: path.to_owned(), why })?;
                To::Csv(file)
            }
            Format::Parquet => To::Parquet { file: begin_parquet(path, file)?, rows: Vec::new() },
        };
        Ok(Writer { path: path.to_owned(), to })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, head: &Head, game: &Played) -> Result<(), SheetError> {
        match &mut self.to {
            To::Csv(file) => file
                .write_all(csv_lines(head, game).as_bytes())
                .map_err(|why| SheetError::File { path: self.path.clone(), why }),
            To::Parquet { file, rows } => {
                rows.extend(row::rows(head, game));
                if rows.len() >= GROUP { write_group(&self.path, file, rows) } else { Ok(()) }
            }
        }
    }

    /// Ends the table; before that it is not valid.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<(), SheetError> {
        match self.to {
            To::Csv(mut file) => file.flush().map_err(|why| SheetError::File { path: self.path, why }),
            To::Parquet { mut file, mut rows } => {
                write_group(&self.path, &mut file, &mut rows)?;
                file.close()
                    .map(|_| ())
                    .map_err(|why| SheetError::Parquet { path: self.path, why: why.to_string() })
            }
        }
    }
}

fn begin_parquet(path: &Path, file: File) -> Result<SerializedFileWriter<File>, SheetError> {
    let failed = |why: parquet::errors::ParquetError| SheetError::Parquet {
        path: path.to_owned(),
        why: why.to_string(),
    };
    let fields = columns().into_iter().map(|(name, holds)| match holds {
        Holds::Text => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
        Holds::Number => format!("REQUIRED INT64 {name};"),
        Holds::Bits => format!("REQUIRED INT64 {name} (INTEGER(64,false));"),
    });
    let message = format!("message games {{ {} }}", fields.collect::<Vec<_>>().join(" "));
    let schema = Arc::new(parse_message_type(&message).map_err(failed)?);
    // Dictionaries make most columns small already; a codec would be one more dependency.
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    SerializedFileWriter::new(file, schema, Arc::new(properties.build())).map_err(failed)
}

fn write_group(
    path: &Path,
    file: &mut SerializedFileWriter<File>,
    rows: &mut Vec<Vec<String>>,
) -> Result<(), SheetError> {
    let failed = |why: parquet::errors::ParquetError| SheetError::Parquet {
        path: path.to_owned(),
        why: why.to_string(),
    };
    if rows.is_empty() {
        return Ok(());
    }
    let mut group = file.next_row_group().map_err(failed)?;
    for (at, (_, holds)) in columns().into_iter().enumerate() {
        let Some(mut column) = group.next_column().map_err(failed)? else { break };
        let texts = rows.iter().map(|row| row[at].as_str());
        match holds {
            Holds::Text => {
                let values: Vec<ByteArray> = texts.map(ByteArray::from).collect();
                column.typed::<ByteArrayType>().write_batch(&values, None, None).map_err(failed)?;
            }
            Holds::Number => {
                let values: Vec<i64> = texts.map(|text| text.parse().unwrap_or_default()).collect();
                column.typed::<Int64Type>().write_batch(&values, None, None).map_err(failed)?;
            }
            Holds::Bits => {
                let bits = texts.map(|text| text.parse::<u64>().unwrap_or_default().cast_signed());
                column
                    .typed::<Int64Type>()
                    .write_batch(&bits.collect::<Vec<_>>(), None, None)
                    .map_err(failed)?;
            }
        }
        column.close().map_err(failed)?;
    }
    group.close().map_err(failed)?;
    rows.clear();
    Ok(())
}
