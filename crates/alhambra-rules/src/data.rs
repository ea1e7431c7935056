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
use crate::refs::{Key, Ref};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, SetupError};
use crate::speech;
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
    /// What is said to a text that makes no sense there, as a key; values with the same one are written alike.
    pub wrong: Key,
    /// What is known about it.
    pub note: &'static str,
    place: Place,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Piece(usize, Column),
    Card(usize, Column),
    /// The row of a table, and its number among all such rows of the module.
    Own(&'static OwnTable, u8, u8),
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadData {
    /// It is something else.
    Format(String),
    /// A line that makes no sense.
    Line {
        /// Which, from 1.
        line: usize,
        /// Whose component it is about, if it is about one.
        by: Option<ModuleId>,
        /// What is wrong with it.
        why: Objection,
    },
    /// Each line makes sense, but not all of them together.
    Together {
        /// Whose components.
        module: ModuleId,
        /// What does not go together.
        why: Objection,
    },
}

impl BadData {
    /// What is wrong, in a language.
    pub fn told(&self, language: &str) -> String {
        match self {
            BadData::Format(first) => {
                let refs = [Ref::text(FORMAT), Ref::text(first)];
                speech::objection(language, None, &Objection::of("no_box_data", refs))
            }
            BadData::Line { line, by, why } => {
                let refs = [Ref::text(line), Ref::Text(speech::objection(language, *by, why))];
                speech::objection(language, None, &Objection::of("on_line", refs))
            }
            BadData::Together { module, why } => speech::unplayable(language, *module, why),
        }
    }
}

/// In English; [`BadData::told`] says it in any language.
impl std::fmt::Display for BadData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(speech::ENGLISH))
    }
}

impl std::error::Error for BadData {}

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
    let mut rows = 0;
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
                        wrong: column.wrong(),
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
                        wrong: column.wrong(),
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
                    wrong: table.wrong,
                    note: "",
                    place: Place::Own(table, row as u8, rows + row as u8),
                }));
                rows += table.rows.len() as u8;
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
            text += &format!("\n# {}\n", value.module.title());
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
            let wrong = |by, why| BadData::Line { line: i + 1, by, why };
            let unlike = || Objection::of("no_line_of_box_data", [Ref::text(sentence)]);
            let (name, text) = sentence.split_once('=').ok_or_else(|| wrong(None, unlike()))?;
            let (name, text) = (name.trim(), text.trim());
            let value = known.get(name).ok_or_else(|| wrong(None, unknown(name, known.keys())))?;
            if let Some(earlier) = seen.insert(name.to_owned(), i + 1) {
                let refs = [Ref::text(name), Ref::text(earlier)];
                return Err(wrong(None, Objection::of("there_on_another_line", refs)));
            }
            let said = BTreeMap::from([(name.to_owned(), text.to_owned())]);
            let edition = home(value.module);
            let corrected = draft(edition, &Corrections::from([(value.module, said)]))
                .map_err(|(by, why)| wrong(Some(by), why))?;
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
            Place::Own(table, row, number) => match corrected.own.get(&(self.module, number)) {
                Some(_) => {
                    corrected.said[&self.module][&self.name].split_whitespace().collect::<Vec<_>>().join(" ")
                }
                None => (table.print)(row),
            },
        }
    }

    fn correct(&self, tables: &mut Draft, text: &str) -> Result<(), Objection> {
        match self.place {
            Place::Piece(i, column) => column.correct_piece(&mut tables.pieces[i], text),
            Place::Card(i, column) => column.correct_card(&mut tables.cards[i], text),
            Place::Own(table, row, number) => {
                let read = (table.read)(row, text).map(|read| tables.own.insert((self.module, number), read));
                read.map(drop).ok_or(table.wrong)
            }
        }
        .map_err(|key| Objection::of(key, [Ref::text(&self.name), Ref::text(text)]))
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Objection {
    let begins = name.split('.').next().unwrap_or_default();
    let near: Vec<&str> =
        known.map(String::as_str).filter(|known| known.split('.').next() == Some(begins)).collect();
    match near.is_empty() {
        true => Objection::of("no_such_component", [Ref::text(name)]),
        false => {
            let refs = [name, begins, &near.join(", ")].map(Ref::text);
            Objection::of("no_such_value_of_a_component", refs)
        }
    }
}

/// The tables of an edition with these corrections.
fn draft(edition: EditionId, said: &Corrections) -> Result<Draft, (ModuleId, Objection)> {
    let mut tables = Draft::of(edition.profile());
    tables.said = said.clone();
    for (module, own) in said {
        let known = values_of(*module);
        for (name, text) in own {
            let value = known.iter().find(|value| value.name == *name);
            let missing = || Objection::of("nothing_to_correct", [Ref::text(name)]);
            let value = value.ok_or_else(|| (*module, missing()))?;
            value.correct(&mut tables, text).map_err(|why| (*module, why))?;
        }
    }
    Ok(tables)
}

/// The book with these corrections, kept.
pub(crate) fn keep(edition: EditionId, said: &Corrections) -> Result<BookId, (ModuleId, Objection)> {
    let Some(first) = said.keys().next().copied() else { return Ok(edition.number()) };
    let tables = draft(edition, said)?;
    said.keys().try_for_each(|module| module.fits(&tables).map_err(|why| (*module, why)))?;
    tables.keep().ok_or_else(|| (first, Objection::plain("too_many_boxes")))
}

fn refused((module, why): (ModuleId, Objection)) -> SetupError {
    SetupError::Module { module, why }
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
