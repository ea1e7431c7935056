//! What options, events and refusals point at, and the keys of words as they are read back.

use crate::core::building::{Building, Currency};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::{At, Cell, Side};
use crate::core::pieces::Space;
use crate::core::seat::{Scorer, Seat};
use crate::{GameState, ModuleId};
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something pointed at.
///
/// In JSON its `type` stands beside it: `{"type":"piece","piece":12}`.
#[derive(Clone, Debug, Eq)]
pub enum Ref {
    /// A cell of the palace of whoever it is about.
    Cell(At),
    /// A tile.
    Piece(PieceId),
    /// A single card, of any kind there is.
    Card(CardKind),
    /// Several cards as hands hold them. In JSON one is written like the other, and what is one card is read as one.
    Cards(Cards),
    /// A player.
    Seat(Seat),
    /// A building type.
    Building(Building),
    /// A number.
    Number(i32),
    /// Clockwise quarter turns of the piece.
    Turn(u8),
    /// A side of the cell.
    Side(Side),
    /// A currency.
    Currency(Currency),
    /// A space of the building market.
    Space(Space),
    /// Something of a module that is nothing of the above, under a key of that module.
    Word(ModuleId, Key),
    /// What somebody wrote or a file calls it: the name of an option, a value. The same in every language.
    Text(String),
}

impl Ref {
    /// What somebody wrote or a file calls it.
    pub fn text(it: impl std::fmt::Display) -> Ref {
        Ref::Text(it.to_string())
    }

    /// A number; what is beyond all counting here is as large as can be said.
    pub fn number(it: impl TryInto<i32>) -> Ref {
        Ref::Number(it.try_into().unwrap_or(i32::MAX))
    }
}

/// One card is the same thing however it is written.
impl PartialEq for Ref {
    fn eq(&self, other: &Ref) -> bool {
        match (self, other) {
            (Ref::Cell(a), Ref::Cell(b)) => a == b,
            (Ref::Piece(a), Ref::Piece(b)) => a == b,
            (Ref::Card(a), Ref::Card(b)) => a == b,
            (Ref::Cards(a), Ref::Cards(b)) => a == b,
            (Ref::Card(one), Ref::Cards(all)) | (Ref::Cards(all), Ref::Card(one)) => all.each().eq([*one]),
            (Ref::Seat(a), Ref::Seat(b)) => a == b,
            (Ref::Building(a), Ref::Building(b)) => a == b,
            (Ref::Number(a), Ref::Number(b)) => a == b,
            (Ref::Turn(a), Ref::Turn(b)) => a == b,
            (Ref::Side(a), Ref::Side(b)) => a == b,
            (Ref::Currency(a), Ref::Currency(b)) => a == b,
            (Ref::Space(a), Ref::Space(b)) => a == b,
            (Ref::Word(by, a), Ref::Word(of, b)) => by == of && a == b,
            (Ref::Text(a), Ref::Text(b)) => a == b,
            _ => false,
        }
    }
}

impl GameState {
    /// A cell of the palace of `seat`, as everybody outside reads it.
    pub fn at(&self, seat: Seat, cell: Cell) -> At {
        self.palace(seat).coords(cell)
    }

    /// Cells of the palace of a scorer; Dirk has none.
    pub(crate) fn cells_of(&self, scorer: Scorer, cells: Vec<Cell>) -> Vec<At> {
        let Scorer::Seat(seat) = scorer else { return Vec::new() };
        cells.into_iter().map(|cell| self.at(seat, cell)).collect()
    }
}

impl Serialize for Ref {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        fn one<S: Serializer>(
            s: S,
            kind: &str,
            member: &'static str,
            it: &impl Serialize,
        ) -> Result<S::Ok, S::Error> {
            let mut written = s.serialize_struct("Ref", 2)?;
            written.serialize_field("type", kind)?;
            written.serialize_field(member, it)?;
            written.end()
        }
        match self {
            Ref::Cell(at) => one(s, "cell", "at", at),
            Ref::Piece(piece) => one(s, "piece", "piece", piece),
            Ref::Card(card) => one(s, "cards", "cards", &[card]),
            Ref::Cards(cards) => one(s, "cards", "cards", cards),
            Ref::Seat(seat) => one(s, "seat", "seat", seat),
            Ref::Building(building) => one(s, "building", "building", building),
            Ref::Number(number) => one(s, "number", "number", number),
            Ref::Turn(turn) => one(s, "turn", "turn", turn),
            Ref::Side(side) => one(s, "side", "side", side),
            Ref::Currency(currency) => one(s, "currency", "currency", currency),
            Ref::Space(space) => one(s, "space", "space", space),
            Ref::Text(text) => one(s, "text", "text", text),
            Ref::Word(by, word) => {
                let mut written = s.serialize_struct("Ref", 3)?;
                written.serialize_field("type", "word")?;
                written.serialize_field("by", by)?;
                written.serialize_field("word", word)?;
                written.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Ref, D::Error> {
        /// All members there are; which of them is meant, the type says.
        #[derive(Deserialize)]
        struct Members {
            r#type: String,
            at: Option<At>,
            piece: Option<PieceId>,
            cards: Option<Vec<CardKind>>,
            seat: Option<Seat>,
            building: Option<Building>,
            number: Option<i32>,
            turn: Option<u8>,
            side: Option<Side>,
            currency: Option<Currency>,
            space: Option<Space>,
            by: Option<ModuleId>,
            word: Option<String>,
            text: Option<String>,
        }
        let all = Members::deserialize(d)?;
        let known = match &*all.r#type {
            "cell" => all.at.map(Ref::Cell),
            "piece" => all.piece.map(Ref::Piece),
            "cards" => all.cards.map(|cards| several(&cards)).transpose()?,
            "seat" => all.seat.map(Ref::Seat),
            "building" => all.building.map(Ref::Building),
            "number" => all.number.map(Ref::Number),
            "turn" => all.turn.map(Ref::Turn),
            "side" => all.side.map(Ref::Side),
            "currency" => all.currency.map(Ref::Currency),
            "space" => all.space.map(Ref::Space),
            "text" => all.text.map(Ref::Text),
            "word" => {
                all.by.zip(all.word).map(|(by, word)| Ok(Ref::Word(by, key::known(&word)?))).transpose()?
            }
            kind => return Err(D::Error::custom(format!("nothing is pointed at as {kind}"))),
        };
        known.ok_or_else(|| D::Error::custom(format!("a {} without what it is", all.r#type)))
    }
}

fn several<E: Error>(cards: &[CardKind]) -> Result<Ref, E> {
    if let [card] = cards {
        return Ok(Ref::Card(*card));
    }
    let strange = cards.iter().find(|card| !card.in_hand());
    let strange = strange.map(|card| E::custom(format!("{card} is not held in a hand")));
    strange.map_or_else(|| Ok(Ref::Cards(cards.iter().copied().collect())), Err)
}

/// The key of words or of a sign, as rules write it down. Read back it is one of those there are.
pub type Key = &'static str;

/// Keys that come from outside.
pub(crate) mod key {
    use super::Key;
    use crate::core::seat::Seat;
    use crate::look::LOOKS;
    use serde::Deserialize;
    use serde::de::{Deserializer, Error};
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    /// What somebody has words or a sign for, without the sort of words that stands before the first dot.
    static KEYS: LazyLock<BTreeSet<Key>> = LazyLock::new(|| {
        let mut keys = BTreeSet::from(["score.wall", "score.majority"]);
        for (slug, look) in LOOKS {
            let said = look.words.iter().flat_map(|words| words.said);
            keys.extend(said.flat_map(|(key, _)| [*key, key.split_once('.').map_or(*key, |(_, own)| own)]));
            let signs = look.signs.unwrap_or_default().split("id=\"").skip(1);
            let names =
                signs.filter_map(|sign| sign.split_once('"')?.0.strip_prefix(slug)?.strip_prefix('-'));
            keys.extend(names);
        }
        keys
    });

    /// The key that is spelled like that.
    pub(super) fn known<E: Error>(text: &str) -> Result<Key, E> {
        KEYS.get(text).copied().ok_or_else(|| E::custom(format!("nobody has words for {text}")))
    }

    /// Reads a key.
    pub(crate) fn read<'de, D: Deserializer<'de>>(d: D) -> Result<Key, D::Error> {
        known(&String::deserialize(d)?)
    }

    /// Reads several keys.
    pub(crate) fn list<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<Key>, D::Error> {
        Vec::<String>::deserialize(d)?.iter().map(|text| known(text)).collect()
    }

    /// Reads keys of some of the players.
    pub(crate) fn by_seat<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<(Seat, Vec<Key>)>, D::Error> {
        let all = Vec::<(Seat, Vec<String>)>::deserialize(d)?.into_iter();
        let own = |(seat, words): (Seat, Vec<String>)| {
            Ok((seat, words.iter().map(|text| known(text)).collect::<Result<_, _>>()?))
        };
        all.map(own).collect()
    }
}
