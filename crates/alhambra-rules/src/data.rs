//! What is printed in the box and may be wrong here, as one file that its owner can correct.
//!
//! No source of ours shows every component. What was made up to fit the rest is marked as reconstructed, and [`export`]
//! writes it down, a value on each line. Whoever has the box changes what is wrong; [`Data::read`] checks the file and
//! says what makes no sense in it. A correction travels as an option of the module whose component it is, with a dot in
//! its name (`camp-s-3.price`), so that set-ups, records and stores hold it as they hold any other option.

use crate::core::book::{BookId, Corrections, Draft};
use crate::core::catalogue::{CARDS, Column, Provenance};
use crate::editions::EditionId;
use crate::module::{OwnTable, Printed};
use crate::registry::ModuleId;
use crate::setup::{OptionValues, Setup, SetupError};
use std::collections::BTreeMap;

/// The first line of a file.
pub const FORMAT: &str = "alhambra-data 1";

/// A value that can be corrected.
#[derive(Clone, Debug)]
pub struct Value {
    /// Whose component it is printed on.
    pub module: ModuleId,
    /// Its name: the component, a dot, and which value.
    pub name: String,
    /// What the program takes it for.
    pub printed: String,
    /// What may stand there.
    pub shape: &'static str,
    /// What is known about it.
    pub note: &'static str,
    place: Place,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Piece(usize, Column),
    Card(usize, Column),
    Own(&'static OwnTable, u8),
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadData {
    /// It is something else.
    #[error("this is no file of box data: its first line must be \"{FORMAT}\", not \"{0}\"")]
    Format(String),
    /// A line that makes no sense.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Each line makes sense, but not all of them together.
    #[error("{}: {why}", .module.info().title)]
    Together {
        /// Whose components.
        module: ModuleId,
        /// What does not go together.
        why: String,
    },
}

/// Whether an option of a module is a correction of its components.
pub(crate) fn is_correction(option: &str) -> bool {
    option.contains('.')
}

/// The options of a module without the corrections among them.
pub(crate) fn options(values: &OptionValues) -> OptionValues {
    let plain = values.iter().filter(|(name, _)| !is_correction(name));
    plain.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The edition a module's components are printed for: its own, or the one everybody knows.
fn home(module: ModuleId) -> EditionId {
    let own = |edition: &&EditionId| edition.profile().rules == Some(module);
    EditionId::ALL.iter().find(own).copied().unwrap_or_default()
}

/// Everything of a module that can be corrected, in the order of its components.
pub fn values_of(module: ModuleId) -> Vec<Value> {
    let mut values = Vec::new();
    let pieces = home(module).profile().pieces;
    for printed in module.printed() {
        match *printed {
            Printed::Pieces(kind, columns) | Printed::EveryPiece(kind, columns) => {
                let every = matches!(printed, Printed::EveryPiece(..));
                let of_kind = pieces.iter().enumerate().filter(|(_, piece)| piece.kind == kind);
                for (i, piece) in of_kind {
                    if !every && piece.provenance != Provenance::Reconstructed {
                        continue;
                    }
                    values.extend(columns.iter().map(|column| Value {
                        module,
                        name: format!("{}.{}", piece.key, column.name()),
                        printed: column.of_piece(piece),
                        shape: column.shape(),
                        note: piece.note,
                        place: Place::Piece(i, *column),
                    }));
                }
            }
            Printed::Cards(class, columns) | Printed::EveryCard(class, columns) => {
                let every = matches!(printed, Printed::EveryCard(..));
                for (i, card) in CARDS.iter().enumerate().filter(|(_, card)| card.class == class) {
                    if !every && card.provenance != Provenance::Reconstructed {
                        continue;
                    }
                    values.extend(columns.iter().map(|column| Value {
                        module,
                        name: format!("{}.{}", card.key, column.name()),
                        printed: column.of_card(card),
                        shape: column.shape(),
                        note: card.note,
                        place: Place::Card(i, *column),
                    }));
                }
            }
            Printed::Own(table) => {
                values.extend(table.rows.iter().enumerate().map(|(row, name)| Value {
                    module,
                    name: (*name).to_owned(),
                    printed: (table.print)(row as u8),
                    shape: table.shape,
                    note: "",
                    place: Place::Own(table, row as u8),
                }));
            }
        }
    }
    values
}

/// Everything that can be corrected.
pub fn values() -> Vec<Value> {
    ModuleId::EVERY.iter().flat_map(|module| values_of(*module)).collect()
}

/// The file: every value as the program takes it, with what is known about it.
///
/// ```
/// use alhambra_rules::data::{Data, export};
/// assert!(export().contains("camp-s-3.price = 3"));
/// assert_eq!(Data::read(&export()), Ok(Data::default()), "nothing is corrected yet");
/// ```
pub fn export() -> String {
    let mut text = format!(
        "{FORMAT}\n\
         # What is printed on components that no source of ours shows: made up to fit the rest, never the publisher's data.\n\
         # You have the box? Change what is wrong, and play with --data and this file. Lines may be left out.\n"
    );
    let mut last = None;
    for value in values() {
        if last != Some(value.module) {
            let info = value.module.info();
            text += &format!("\n# {}\n", info.title);
            for (what, _) in info.data.iter().filter(|(_, it)| *it == Provenance::Reconstructed) {
                text += &format!("# made up: {what}\n");
            }
            last = Some(value.module);
        }
        let note = if value.note.is_empty() { String::new() } else { format!("  # {}", value.note) };
        text += &format!("{} = {}{note}\n", value.name, value.printed);
    }
    text
}

/// What an owner of the box has corrected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data(Corrections);

impl Data {
    /// Reads a file. Values that are what the program takes them for anyway are no corrections.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(text: &str) -> Result<Data, BadData> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line.trim_start_matches('\u{feff}').trim());
        if first != FORMAT {
            return Err(BadData::Format(first.chars().take(40).collect()));
        }
        let known: BTreeMap<String, Value> =
            values().into_iter().map(|value| (value.name.clone(), value)).collect();
        let mut data = Corrections::new();
        let mut seen = BTreeMap::new();
        for (i, line) in lines {
            let sentence = line.split('#').next().unwrap_or_default().trim();
            if sentence.is_empty() {
                continue;
            }
            let wrong = |why: String| BadData::Line { line: i + 1, why };
            let (name, text) = sentence
                .split_once('=')
                .ok_or_else(|| wrong(format!("\"{sentence}\" is not like camp-s-3.price = 3")))?;
            let (name, text) = (name.trim(), text.trim());
            let value = known.get(name).ok_or_else(|| wrong(unknown(name, known.keys())))?;
            if let Some(earlier) = seen.insert(name.to_owned(), i + 1) {
                return Err(wrong(format!("{name} stands on line {earlier} already")));
            }
            let said = BTreeMap::from([(name.to_owned(), text.to_owned())]);
            let edition = home(value.module);
            let corrected =
                draft(edition, &Corrections::from([(value.module, said)])).map_err(|(_, why)| wrong(why))?;
            let told = value.told(&corrected);
            if told != value.printed {
                data.entry(value.module).or_default().insert(name.to_owned(), told);
            }
        }
        let data = Data(data);
        for (module, said) in &data.0 {
            draft(home(*module), &Corrections::from([(*module, said.clone())]))
                .and_then(|draft| module.fits(&draft).map_err(|why| (*module, why)))
                .map_err(|(module, why)| BadData::Together { module, why })?;
        }
        Ok(data)
    }

    /// What a set-up says beside its options.
    pub fn of(setup: &Setup) -> Data {
        let said = setup.modules.iter().map(|(module, values)| {
            let own = values.iter().filter(|(name, _)| is_correction(name));
            (*module, own.map(|(name, value)| (name.clone(), value.clone())).collect::<OptionValues>())
        });
        Data(said.filter(|(_, own)| !own.is_empty()).collect())
    }

    /// Whether nothing is corrected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many values are corrected.
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    /// The set-up, played with this box: of what it said itself about components nothing is left, and of this what
    /// belongs to the modules that are on.
    #[must_use]
    pub fn with(&self, mut setup: Setup) -> Setup {
        for values in setup.modules.values_mut() {
            values.retain(|name, _| !is_correction(name));
        }
        let rules = setup.edition.profile().rules;
        for (module, said) in &self.0 {
            if setup.modules.contains_key(module) || rules == Some(*module) {
                let values = setup.modules.entry(*module).or_default();
                values.extend(said.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
        }
        // What an edition always has is named only where something is said about it.
        setup.modules.retain(|module, values| rules != Some(*module) || !values.is_empty());
        setup
    }

    /// Every correction: whose, its name and what the box says.
    pub fn iter(&self) -> impl Iterator<Item = (ModuleId, &str, &str)> {
        self.0.iter().flat_map(|(module, said)| {
            said.iter().map(move |(name, value)| (*module, name.as_str(), value.as_str()))
        })
    }
}

impl Value {
    /// What the value is in corrected tables.
    fn told(&self, corrected: &Draft) -> String {
        match self.place {
            Place::Piece(i, column) => column.of_piece(&corrected.pieces[i]),
            Place::Card(i, column) => column.of_card(&corrected.cards[i]),
            Place::Own(table, row) => match corrected.own.get(&(self.module, row)) {
                Some(_) => {
                    corrected.said[&self.module][&self.name].split_whitespace().collect::<Vec<_>>().join(" ")
                }
                None => (table.print)(row),
            },
        }
    }

    fn correct(&self, tables: &mut Draft, text: &str) -> Result<(), String> {
        match self.place {
            Place::Piece(i, column) => column.correct_piece(&mut tables.pieces[i], text),
            Place::Card(i, column) => column.correct_card(&mut tables.cards[i], text),
            Place::Own(table, row) => {
                let read = (table.read)(row, text).map(|read| tables.own.insert((self.module, row), read));
                read.map(drop).ok_or_else(|| format!("\"{text}\" is not {}", table.shape))
            }
        }
        .map_err(|why| format!("{}: {why}", self.name))
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> String {
    let begins = name.split('.').next().unwrap_or_default();
    let near: Vec<&str> =
        known.map(String::as_str).filter(|known| known.split('.').next() == Some(begins)).collect();
    if near.is_empty() {
        format!("there is no value \"{name}\" to correct; \"alhambra data export\" lists all")
    } else {
        format!("there is no value \"{name}\" to correct; of {begins} there is {}", near.join(", "))
    }
}

/// The tables of an edition with these corrections.
fn draft(edition: EditionId, said: &Corrections) -> Result<Draft, (ModuleId, String)> {
    let mut tables = Draft::of(edition.profile());
    tables.said = said.clone();
    for (module, own) in said {
        let known = values_of(*module);
        for (name, text) in own {
            let value = known.iter().find(|value| value.name == *name);
            let missing = || format!("has no option \"{name}\", and nothing of that name to correct");
            let value = value.ok_or_else(|| (*module, missing()))?;
            value.correct(&mut tables, text).map_err(|why| (*module, why))?;
        }
    }
    Ok(tables)
}

/// The book with these corrections, kept.
pub(crate) fn keep(edition: EditionId, said: &Corrections) -> Result<BookId, (ModuleId, String)> {
    let Some(first) = said.keys().next().copied() else { return Ok(edition.number()) };
    let tables = draft(edition, said)?;
    said.keys().try_for_each(|module| module.fits(&tables).map_err(|why| (*module, why)))?;
    tables
        .keep()
        .ok_or_else(|| (first, "this program has met too many different boxes; start it again".to_owned()))
}

fn refused((module, reason): (ModuleId, String)) -> SetupError {
    SetupError::Module { module, reason }
}

/// Whether what a set-up corrects makes sense.
pub(crate) fn check(setup: &Setup) -> Result<(), SetupError> {
    let Data(said) = Data::of(setup);
    if said.is_empty() {
        return Ok(());
    }
    let tables = draft(setup.edition, &said).map_err(refused)?;
    said.keys().try_for_each(|module| module.fits(&tables).map_err(|why| refused((*module, why))))
}

/// The book a set-up is played with.
pub(crate) fn book(setup: &Setup) -> Result<BookId, SetupError> {
    keep(setup.edition, &Data::of(setup).0).map_err(refused)
}
