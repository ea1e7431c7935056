//! Reading questions: one JSON document, an array of them, or JSON Lines.
//!
//! A bad document never stops the others. With JSON Lines each line is answered as soon as it is read, so
//! that another program can ask through a pipe and wait for the answer.

use crate::failure::Failure;
use crate::out::{self, Format};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// What is wrong with a document: which field, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// The path to the field, such as `tiles[2].walls`; empty for the document itself.
    pub(crate) field: String,
    /// A sentence about it.
    pub(crate) message: String,
}

impl Trouble {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Trouble {
        Trouble { field: field.into(), message: message.into() }
    }

    /// The same trouble in a document that is part of `outer`.
    pub(crate) fn within(mut self, outer: &str) -> Trouble {
        self.field = match (outer, self.field.as_str()) {
            ("", inner) => inner.to_owned(),
            (outer, "") => outer.to_owned(),
            (outer, inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            (outer, inner) => format!("{outer}.{inner}"),
        };
        self
    }
}

/// The answer to a document that cannot be answered.
#[derive(Debug, Serialize)]
struct Refusal<'a> {
    error: Located<'a>,
}

#[derive(Debug, Serialize)]
struct Located<'a> {
    line: usize,
    /// Nothing when it is about the whole document.
    field: Option<&'a str>,
    message: &'a str,
}

/// Answers every question of type `Q` in `file` (`-` or nothing: standard input), an answer per line.
///
/// `answer` writes without a line end. `fields` are the names a question can have: they tell JSON Lines with a
/// broken first line from a broken document of several lines.
///
/// # Errors
/// When the input cannot be read, has no question at all, or some were refused.
pub(crate) fn answer_all<Q: DeserializeOwned>(
    file: Option<&Path>,
    fields: &[&str],
    format: Format,
    mut answer: impl FnMut(Q, &mut dyn Write) -> Result<io::Result<()>, Trouble>,
) -> Result<(), Failure> {
    let (reader, name) = open(file)?;
    let (mut asked, mut refused) = (0u32, 0u32);
    // Standard output is flushed at each line end by itself: whoever waits for an answer gets it at once.
    let mut stdout = io::stdout().lock();
    let mut take = |line: usize, question: Result<Q, Trouble>| -> io::Result<()> {
        asked += 1;
        let mut text = Vec::new();
        match question.and_then(|question| answer(question, &mut text)) {
            Ok(written) => written?,
            Err(Trouble { field, message }) if format == Format::Text => {
                refused += 1;
                let gap = if field.is_empty() { "" } else { ", " };
                eprintln!("error: line {line}{gap}{field}: {message}");
                return Ok(());
            }
            Err(trouble) => {
                refused += 1;
                text.clear();
                let field = Some(trouble.field.as_str()).filter(|field| !field.is_empty());
                let error = Located { line, field, message: &trouble.message };
                serde_json::to_writer(&mut text, &Refusal { error })?;
            }
        }
        text.push(b'\n');
        stdout.write_all(&text)
    };
    let read = read_all(reader, fields, &mut take);
    match read {
        Ok(()) => {}
        Err(Stop::Reading(error)) => return Err(Failure::new(format!("cannot read {name}: {error}"))),
        Err(Stop::Writing(error)) => return out::finish(Err(error)),
    }
    match (asked, refused) {
        (0, _) => {
            Err(Failure::new(format!("{name} is empty")).hint("add --help for an example of what to write"))
        }
        (_, 0) => Ok(()),
        (1, _) => Err(Failure::new("the question was refused")),
        (n, bad) => Err(Failure::new(format!("{bad} of {n} questions refused"))),
    }
}

enum Stop {
    Reading(io::Error),
    Writing(io::Error),
}

fn open(file: Option<&Path>) -> Result<(Box<dyn BufRead>, String), Failure> {
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let name = path.display().to_string();
            let open = File::open(path).map_err(|error| {
                Failure::new(format!("cannot read {name}: {error}")).hint("\"-\" reads standard input")
            })?;
            Ok((Box::new(BufReader::new(open)), name))
        }
        None => {
            if io::stdin().is_terminal() {
                eprintln!("Reading from the keyboard: one JSON document per line, Ctrl-D ends.");
            }
            Ok((Box::new(BufReader::new(io::stdin())), "standard input".to_owned()))
        }
    }
}

type Take<'a, Q> = &'a mut dyn FnMut(usize, Result<Q, Trouble>) -> io::Result<()>;

fn read_all<Q: DeserializeOwned>(
    mut reader: Box<dyn BufRead>,
    fields: &[&str],
    take: Take<'_, Q>,
) -> Result<(), Stop> {
    let mut bytes = Vec::new();
    let mut number = 0;
    let mut first = true;
    loop {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes).map_err(Stop::Reading)? == 0 {
            return Ok(());
        }
        number += 1;
        let line = match std::str::from_utf8(&bytes) {
            Ok(line) => line.trim_start_matches('\u{feff}').trim(),
            Err(_) => {
                first = false;
                let trouble = Trouble::new("", "this line is not UTF-8 text");
                take(number, Err(trouble)).map_err(Stop::Writing)?;
                continue;
            }
        };
        if line.is_empty() {
            continue;
        }
        // Only a document that begins on the first line can run over several.
        if std::mem::take(&mut first) && serde_json::from_str::<IgnoredAny>(line).is_err_and(|e| e.is_eof()) {
            reader.read_to_end(&mut bytes).map_err(Stop::Reading)?;
            return whole(&bytes, number, fields, take).map_err(Stop::Writing);
        }
        document(line, number, take).map_err(Stop::Writing)?;
    }
}

/// Documents that run over several lines; `first` is the number of the first line.
fn whole<Q: DeserializeOwned>(
    bytes: &[u8],
    first: usize,
    fields: &[&str],
    take: Take<'_, Q>,
) -> io::Result<()> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut documents = Vec::new();
    let mut broken = None;
    for next in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match next {
            Ok(raw) => documents.push(raw.get()),
            Err(error) => broken = Some(error),
        }
    }
    if broken.is_some() && looks_like_lines(text, fields) {
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            document(line.trim(), first + i, take)?;
        }
        return Ok(());
    }
    let mut place = Place { text, line: first };
    for part in documents {
        let line = place.line_of(part);
        document(part, line, take)?;
    }
    match broken {
        Some(error) => take(first + error.line() - 1, Err(syntax(&error))),
        None => Ok(()),
    }
}

/// How far lines have been counted: `text` begins in `line`.
struct Place<'a> {
    text: &'a str,
    line: usize,
}

impl Place<'_> {
    /// The line in which `part` begins, which must be a later part of the same text.
    fn line_of(&mut self, part: &str) -> usize {
        let before = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.line += self.text[..before].matches('\n').count();
        self.text = &self.text[before..];
        self.line
    }
}

/// Whether some line after the first is a whole question: then the first line was cut short.
fn looks_like_lines(text: &str, fields: &[&str]) -> bool {
    let mut later = text.lines().skip(1).filter(|line| line.trim_start().starts_with('{'));
    later.any(|line| {
        let object = serde_json::from_str::<serde_json::Map<String, Value>>(line);
        object.is_ok_and(|object| fields.iter().any(|field| object.contains_key(*field)))
    })
}

/// One document: a question, or an array of questions.
fn document<Q: DeserializeOwned>(text: &str, line: usize, take: Take<'_, Q>) -> io::Result<()> {
    if !text.starts_with('[') {
        return take(line, parse(text));
    }
    match serde_json::from_str::<Vec<&RawValue>>(text) {
        Ok(parts) => {
            let mut place = Place { text, line };
            for (i, part) in parts.into_iter().enumerate() {
                let part = part.get();
                let question = parse(part).map_err(|trouble: Trouble| trouble.within(&format!("[{i}]")));
                take(place.line_of(part), question)?;
            }
            Ok(())
        }
        Err(error) => take(line, Err(syntax(&error))),
    }
}

/// Reads a question; a wrong field is named with its path.
fn parse<Q: DeserializeOwned>(text: &str) -> Result<Q, Trouble> {
    // Syntax first: a missing brace matters more than the field it happens to be in.
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| syntax(&error))?;
    let mut json = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        trouble(&without_place(error.inner())).within(&path)
    })
}

/// Serde's sentences in words for people, with the field they are about.
fn trouble(message: &str) -> Trouble {
    let about = |start: &str| message.strip_prefix(start).and_then(|rest| rest.strip_suffix('`'));
    if let Some(name) = about("missing field `") {
        let help = if name == "walls" { "; write \"\" for a tile without walls" } else { "" };
        return Trouble::new(name, format!("\"{name}\" is missing{help}"));
    }
    if let Some(name) = about("duplicate field `") {
        return Trouble::new(name, format!("\"{name}\" is there twice"));
    }
    let expected = |start: &str| message.strip_prefix(start).and_then(|rest| rest.split_once(", expected "));
    let message = match expected("invalid type: ").or_else(|| expected("invalid value: ")) {
        Some((found, wanted)) => format!("expected {wanted}, found {found}"),
        None => message.to_owned(),
    };
    let message =
        message.replace('`', "\"").replace("sequence", "list").replace("found map", "found an object");
    Trouble::new("", message.replace("unknown variant", "unknown value"))
}

fn syntax(error: &serde_json::Error) -> Trouble {
    let what = if error.is_eof() { "it ends in the middle".to_owned() } else { without_place(error) };
    Trouble::new("", format!("this is not JSON: {what} (column {})", error.column()))
}

/// The message without "at line 1 column 7": answers have a line of their own.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// A whole number in `range`; `what` names it in the refusal.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(
    d: D,
    what: &str,
    range: std::ops::RangeInclusive<i64>,
) -> Result<i64, D::Error> {
    let value = Value::deserialize(d)?;
    value.as_i64().filter(|n| range.contains(n)).ok_or_else(|| {
        let (low, high) = (range.start(), range.end());
        serde::de::Error::custom(format!(
            "{what} is a whole number from {low} to {high}, not {}",
            shown(&value)
        ))
    })
}

/// A value as it was written, cut where it gets long.
pub(crate) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The file argument of the commands that answer questions.
#[derive(Debug, clap::Args)]
pub(crate) struct Source {
    /// Where the questions are; "-" or nothing reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
