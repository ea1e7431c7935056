//! Pieces: whatever can lie in or beside a palace.

use super::{PIECES, PRINTS, PieceSet, Provenance};
use crate::core::below::Below;
use crate::core::building::{Building, Currency};
use crate::core::cell::{Side, Walls};
use serde::{Deserialize, Deserializer, Serialize};

/// The frozen number of one physical piece. Every `PieceId` names a piece that exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct PieceId(pub(super) u8);

impl PieceId {
    /// The piece with this number, if there is one.
    ///
    /// ```
    /// use alhambra_rules::PieceId;
    /// assert!(PieceId::new(173).is_some());
    /// assert!(PieceId::new(174).is_none());
    /// ```
    pub const fn new(number: u8) -> Option<PieceId> {
        if (number as usize) < PIECES { Some(PieceId(number)) } else { None }
    }

    /// The piece with this key, base tile or land of The Red Palace alike.
    ///
    /// ```
    /// use alhambra_rules::PieceId;
    /// assert_eq!(PieceId::with_key("camp-ne-8").map(PieceId::number), Some(59));
    /// assert_eq!(PieceId::with_key("land-1").map(PieceId::number), Some(0));
    /// ```
    pub fn with_key(key: &str) -> Option<PieceId> {
        let has_key = |id: &PieceId| PRINTS.iter().any(|print| print[id.index()].key == key);
        PieceId::all().find(has_key)
    }

    /// All pieces, ascending.
    pub fn all() -> impl Iterator<Item = PieceId> {
        (0..PIECES as u8).map(PieceId)
    }

    /// The number itself.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index into tables by piece.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for PieceId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<PieceId, D::Error> {
        let number = u8::deserialize(d)?;
        let unknown = || serde::de::Error::custom(format!("piece number {number} does not exist"));
        PieceId::new(number).ok_or_else(unknown)
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for PieceId {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<PieceId> {
        u.choose_index(PIECES).map(|number| PieceId(number as u8))
    }
}

/// Which of the two buildings of a piece; a piece with one has only the first. In JSON and in bytes 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(from = "Below<2>", into = "u8")]
#[repr(u8)]
pub enum Half {
    /// The first, and most often the only one.
    #[default]
    First,
    /// The second one of a piece with two.
    Second,
}

impl Half {
    /// Both, in their order.
    pub const BOTH: [Half; 2] = [Half::First, Half::Second];

    /// Position in tables by half.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl From<Below<2>> for Half {
    fn from(number: Below<2>) -> Half {
        Half::BOTH[number.index()]
    }
}

impl From<Half> for u8 {
    fn from(half: Half) -> u8 {
        half as u8
    }
}

/// What sort of piece it is. Stored by position: new kinds go to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum PieceKind {
    /// A building of the base game; twelve of them may serve as Buildings of Power.
    Base,
    /// A camp; its walls are bastions.
    Camp,
    /// A bazaar: a currency and three buildings.
    Bazaar,
    /// A magical building.
    Magical,
    /// A medina.
    Medina,
    /// A new building ground, on which a building is chosen.
    Ground,
    /// A bathhouse: a building on each side.
    Bathhouse,
    /// A wishing well.
    Well,
    /// A square in the colour of a building.
    Square,
    /// A major construction project: two buildings on two cells.
    Project,
    /// A watchtower in the colour of a building, on half a cell; its wall is the long edge.
    Watchtower,
    /// A plaza.
    Plaza,
    /// A starting tile.
    Fountain,
    /// A land of The Red Palace, on which a building tile lies.
    Land,
}

/// The pieces of each kind, looked up once and for all: some rules ask at every step.
const OF_KIND: [PieceSet; PieceKind::ALL.len()] = {
    let mut sets = [PieceSet::EMPTY; PieceKind::ALL.len()];
    let mut i = 0;
    while i < PIECES {
        let piece = PieceId(i as u8);
        let mut print = 0;
        while print < PRINTS.len() {
            let kind = PRINTS[print][i].kind as usize;
            sets[kind] = sets[kind].with(piece);
            print += 1;
        }
        i += 1;
    }
    sets
};

impl PieceKind {
    /// Whether every game has such pieces, so that nothing need be said of it.
    pub const fn is_everyday(self) -> bool {
        matches!(self, PieceKind::Base | PieceKind::Land | PieceKind::Fountain)
    }

    /// All kinds, in their order.
    pub const ALL: [PieceKind; 14] = [
        PieceKind::Base,
        PieceKind::Camp,
        PieceKind::Bazaar,
        PieceKind::Magical,
        PieceKind::Medina,
        PieceKind::Ground,
        PieceKind::Bathhouse,
        PieceKind::Well,
        PieceKind::Square,
        PieceKind::Project,
        PieceKind::Watchtower,
        PieceKind::Plaza,
        PieceKind::Fountain,
        PieceKind::Land,
    ];

    /// The name in lower case, as data files and JSON spell it.
    pub const fn name(self) -> &'static str {
        [
            "base",
            "camp",
            "bazaar",
            "magical",
            "medina",
            "ground",
            "bathhouse",
            "well",
            "square",
            "project",
            "watchtower",
            "plaza",
            "fountain",
            "land",
        ][self as usize]
    }

    /// All pieces of this kind: base tiles as the Mega Box has them, lands as The Red Palace has them.
    pub const fn pieces(self) -> PieceSet {
        OF_KIND[self as usize]
    }

    /// Whether the printed building is a building of that type. A square or a watchtower only shows its
    /// colour; a ground or a land gets its type from what stands on it (rules part 2 §1.6).
    pub const fn has_type(self) -> bool {
        matches!(self, PieceKind::Base | PieceKind::Magical | PieceKind::Project)
    }

    /// Whether it may be laid in any of the four turns without help from another module.
    pub const fn turns_freely(self) -> bool {
        use PieceKind::{Bathhouse, Magical, Watchtower, Well};
        matches!(self, Magical | Bathhouse | Well | Watchtower)
    }

    /// Whether each of its sides shows something of its own, so that every turn of it is another one, walls or not.
    pub const fn has_sides(self) -> bool {
        matches!(self, PieceKind::Bathhouse | PieceKind::Well)
    }

    /// Whether it is drawn from the tower and laid on a market space.
    pub const fn on_market(self) -> bool {
        use PieceKind::{Base, Camp, Ground, Land, Magical, Medina};
        matches!(self, Base | Magical | Ground | Medina | Camp | Land)
    }
}

/// The room a piece takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Footprint {
    /// One cell.
    One,
    /// Two cells.
    Two {
        /// Where the second half lies, seen from the first.
        towards: Side,
    },
    /// Half a cell, cut along a diagonal.
    Half,
}

/// What is printed on a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its frozen number.
    pub id: PieceId,
    /// Its frozen short name, such as `pavilion-2-new`. It is a name only: a corrected table keeps it.
    pub key: &'static str,
    /// What sort of piece it is.
    pub kind: PieceKind,
    /// The building shown on each half; see [`Piece::building_type`] for what it counts as.
    pub building: [Option<Building>; 2],
    /// The printed price; 0 where none is printed.
    pub price: u8,
    /// The walls of each half; the bastions of a camp.
    pub walls: [Walls; 2],
    /// The walls that carry a watchtower; only lands have any.
    pub watchtowers: Walls,
    /// The room it takes.
    pub footprint: Footprint,
    /// The currency shown; only bazaars have one.
    pub currency: Option<Currency>,
    /// What else is printed, as the data file spells it: the power of a Building of Power, the colour of a
    /// fountain, or what `named` holds.
    pub extra: &'static str,
    /// The buildings that `extra` names: three on a bazaar, the sides N, E, S, W of a bathhouse.
    pub named: &'static [Building],
    /// How sure we are of all this.
    pub provenance: Provenance,
    /// What the provenance alone does not say.
    pub note: &'static str,
}

impl Piece {
    /// The type that a half (0 or 1) counts as by itself; there is none beyond.
    pub const fn building_type(&self, half: usize) -> Option<Building> {
        if self.kind.has_type() && half < self.building.len() { self.building[half] } else { None }
    }

    /// The piece in players' words, such as "garden 10 W", "camp 8 NE" or "arcades 9". Different pieces may
    /// share a name; keys are unique.
    pub fn name(&self) -> String {
        let mut words = match (self.kind, self.building) {
            (PieceKind::Base, [Some(building), _]) => vec![building.to_string()],
            (PieceKind::Magical, [Some(building), _]) => vec![format!("magical {building}")],
            (PieceKind::Project, [Some(first), Some(second)]) => vec![format!("project {first}+{second}")],
            (PieceKind::Ground, _) => vec!["building ground".to_owned()],
            (PieceKind::Well, _) => vec!["wishing well".to_owned()],
            (kind, [Some(building), _]) => vec![format!("{building} {}", kind.name())],
            (kind, _) => vec![kind.name().to_owned()],
        };
        words.extend(self.currency.map(|currency| currency.to_string()));
        if self.price > 0 {
            words.push(self.price.to_string());
        }
        let named: Vec<&str> = self.named.iter().map(|building| building.name()).collect();
        match self.kind {
            // The powers belong to a module that may not be in the game; a name is the same in every game.
            PieceKind::Base => {}
            PieceKind::Bazaar => words.push(named.join("+")),
            PieceKind::Bathhouse => {
                let sides =
                    Side::ALL.iter().zip(named).map(|(side, name)| format!("{}:{name}", side.letter()));
                words.push(sides.collect::<Vec<_>>().join(" "));
            }
            _ if self.extra.is_empty() => {}
            _ => words.push(self.extra.to_owned()),
        }
        if !self.walls[0].is_empty() {
            words.push(self.walls[0].to_string());
        }
        if self.kind == PieceKind::Project && self.walls[1] != self.walls[0] {
            words.push(format!("/ {}", self.walls[1]));
        }
        words.join(" ")
    }
}
