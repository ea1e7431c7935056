//! The animals: eight kinds, three of each, face down or on tiles.

use crate::core::catalogue::{Half, PieceId};
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// How many kinds there are, how many of each, and how many go back into the box before the game.
pub(super) const KINDS: usize = 8;
pub(super) const EACH: u8 = 3;
pub(super) const BOXED: u8 = 2;

/// A kind of animal. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Animal {
    Peacock,
    Monkey,
    Pigeon,
    Cheetah,
    Parrot,
    Flamingo,
    Tortoise,
    Gazelle,
}

impl Animal {
    /// All kinds, in their order.
    pub const ALL: [Animal; KINDS] = [
        Animal::Peacock,
        Animal::Monkey,
        Animal::Pigeon,
        Animal::Cheetah,
        Animal::Parrot,
        Animal::Flamingo,
        Animal::Tortoise,
        Animal::Gazelle,
    ];

    /// Its name among the words of the module: ours, or what an owner of the box calls it.
    pub(super) fn name(self, rules: &Rules) -> &'static str {
        let row = (self as u8).checked_sub(FOUND);
        self.printed(row.and_then(|row| rules.own(ModuleId::AlhambraZoo, row)))
    }

    /// The same by its row of the table, if that was corrected.
    pub(super) fn printed(self, row: Option<&[u8]>) -> &'static str {
        named(row.and_then(|row| row.first().copied()).unwrap_or(self as u8))
    }
}

/// How many kinds the rulebook calls by their names: those come first.
pub(super) const FOUND: u8 = 4;

/// How many animals there are words for.
const NAMES: u8 = 24;

/// An animal by its number: the eight as we know them, and what others might be.
fn named(number: u8) -> &'static str {
    match number {
        0 => "peacock",
        1 => "monkey",
        2 => "pigeon",
        3 => "cheetah",
        4 => "parrot",
        5 => "flamingo",
        6 => "tortoise",
        7 => "gazelle",
        8 => "bear",
        9 => "camel",
        10 => "crane",
        11 => "deer",
        12 => "duck",
        13 => "elephant",
        14 => "fox",
        15 => "goat",
        16 => "horse",
        17 => "lion",
        18 => "lizard",
        19 => "owl",
        20 => "rabbit",
        21 => "snake",
        22 => "stork",
        _ => "swan",
    }
}

/// The names of the kinds that no source of ours shows.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &["animal-5.name", "animal-6.name", "animal-7.name", "animal-8.name"],
    wrong: "no_animal_we_have_words_for",
    print: |row| named(FOUND + row).to_owned(),
    read: |_, text| (0..NAMES).find(|number| named(*number) == text.trim()).map(|number| vec![number]),
};

/// Where an animal is that is on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) enum Spot {
    /// Somebody's fountain.
    Fountain(Seat),
    /// A tile, wherever that is, and which half of it.
    Tile(PieceId, Half),
}

/// So many of each kind.
pub(super) type Herd = [u8; KINDS];

/// Where all animals are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Never seen, in no order: what lies face down, and the two in the box that nobody has looked at.
    unseen: Herd,
    /// Face down again after everybody has seen them; they are not among those in the box.
    returned: Herd,
    /// Out of the game.
    lost: Herd,
    /// On tiles: the three of each kind, ascending, so that equal tables are equal states.
    on: [[Option<Spot>; EACH as usize]; KINDS],
}

pub(super) fn total(herd: &Herd) -> u32 {
    herd.iter().map(|n| u32::from(*n)).sum()
}

fn nth(herd: &Herd, k: u32) -> Option<Animal> {
    let each = |animal: Animal| std::iter::repeat_n(animal, usize::from(herd[animal as usize]));
    Animal::ALL.into_iter().flat_map(each).nth(k as usize)
}

impl State {
    /// Before the game: all face down, two of them in the box.
    pub(super) fn new() -> State {
        State { unseen: [EACH; KINDS], ..State::default() }
    }

    /// How many can still be drawn.
    pub(super) fn stock(&self) -> u32 {
        total(&self.unseen).saturating_sub(u32::from(BOXED)) + total(&self.returned)
    }

    /// Draws one onto a tile. Each animal that lies face down is as likely as any other; which those are that nobody
    /// has seen is decided only now.
    pub(super) fn draw(&mut self, spot: Spot, mut pick: impl FnMut(u32) -> u32) -> Option<Animal> {
        let stock = self.stock();
        if stock == 0 {
            return None;
        }
        let returned = total(&self.returned);
        let seen = if returned == 0 { None } else { Some(pick(stock)).filter(|k| *k < returned) };
        let pile = if seen.is_some() { &mut self.returned } else { &mut self.unseen };
        let k = seen.unwrap_or_else(|| pick(total(pile)));
        let animal = nth(pile, k)?;
        pile[animal as usize] -= 1;
        self.put(animal, None, Some(spot));
        Some(animal)
    }

    /// The animals on a spot, by kind.
    pub(super) fn herd(&self, spot: Spot) -> Herd {
        std::array::from_fn(|kind| self.on[kind].iter().filter(|at| **at == Some(spot)).count() as u8)
    }

    /// Every animal on a tile, and where it is.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Animal, Spot)> + '_ {
        let spots =
            |animal: Animal| self.on[animal as usize].iter().flatten().map(move |spot| (animal, *spot));
        Animal::ALL.into_iter().flat_map(spots)
    }

    /// One animal goes from one spot to another; no spot is off all tiles.
    pub(super) fn put(&mut self, animal: Animal, from: Option<Spot>, to: Option<Spot>) {
        let spots = &mut self.on[animal as usize];
        if let Some(one) = spots.iter_mut().find(|spot| **spot == from) {
            *one = to;
        }
        spots.sort_unstable();
    }

    /// The animals of two tiles change places.
    pub(super) fn exchange(&mut self, one: PieceId, other: PieceId) {
        for spots in &mut self.on {
            for spot in spots.iter_mut().flatten() {
                match spot {
                    Spot::Tile(piece, _) if *piece == one => *piece = other,
                    Spot::Tile(piece, _) if *piece == other => *piece = one,
                    _ => {}
                }
            }
            spots.sort_unstable();
        }
    }

    /// Takes all animals off a tile: out of the game, or back to those that lie face down.
    pub(super) fn clear(&mut self, piece: PieceId, lost: bool) -> Vec<Animal> {
        let here = |spot: Spot| matches!(spot, Spot::Tile(own, _) if own == piece);
        let all: Vec<(Animal, Spot)> = self.placed().filter(|(_, spot)| here(*spot)).collect();
        for (animal, spot) in &all {
            self.put(*animal, Some(*spot), None);
            let pile = if lost { &mut self.lost } else { &mut self.returned };
            pile[*animal as usize] += 1;
        }
        all.into_iter().map(|(animal, _)| animal).collect()
    }

    /// How many have left the game.
    pub(super) fn gone(&self) -> u32 {
        total(&self.lost)
    }

    /// Whether every animal is somewhere exactly once.
    pub(super) fn is_whole(&self) -> bool {
        let all = |animal: Animal| {
            let kind = animal as usize;
            let on = self.on[kind].iter().flatten().count() as u8;
            self.unseen[kind] + self.returned[kind] + self.lost[kind] + on == EACH
        };
        Animal::ALL.into_iter().all(all) && total(&self.unseen) >= u32::from(BOXED)
    }

    /// For scenarios: one that lies face down goes to a spot, or out of the game.
    #[cfg(feature = "testkit")]
    pub(super) fn fetch(&mut self, animal: Animal, to: Option<Spot>) -> Result<(), String> {
        let left = &mut self.unseen[animal as usize];
        *left = left.checked_sub(1).ok_or_else(|| format!("there is no {animal:?} left"))?;
        match to {
            None => self.lost[animal as usize] += 1,
            Some(_) => self.put(animal, None, to),
        }
        Ok(())
    }
}
