//! One printed value of a component as text, and back: what an owner of the box can correct.

use super::{Card, Footprint, Piece};
use crate::core::building::{Building, Currency};
use crate::core::cell::{Side, Walls};
use crate::refs::Key;

/// A value printed on a piece or a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The price of a piece.
    Price,
    /// The walls of its first cell, or its bastions.
    Walls,
    /// The walls of its second cell.
    SecondWalls,
    /// Where its second cell lies, seen from the first.
    Towards,
    /// The walls that carry a watchtower.
    Watchtowers,
    /// The currency of a piece or card.
    Currency,
    /// The buildings shown, clockwise from the north where each has a side.
    Buildings,
    /// The power of a base tile.
    Power,
    /// How many such cards there are.
    Copies,
    /// The currencies beside a track, from its lowest place.
    Branches,
    /// How many such cards take part in a game of up to four, of five and of six.
    Counts,
    /// A printed number.
    Spots,
}

/// No piece of any box costs more.
const DEAREST: u8 = 15;

/// What stands for nothing.
const NOTHING: &str = "-";

const POWERS: [&str; 5] = ["", "architecture", "prosperity", "strength", "wisdom"];

impl Column {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Price => "price",
            Column::Walls => "walls",
            Column::SecondWalls => "walls2",
            Column::Towards => "towards",
            Column::Watchtowers => "watchtowers",
            Column::Currency => "currency",
            Column::Buildings => "buildings",
            Column::Power => "power",
            Column::Copies => "copies",
            Column::Branches => "branches",
            Column::Counts => "counts",
            Column::Spots => "spots",
        }
    }

    /// What is said to a text that makes no sense there: a key of refusals, with the value and the text to point at.
    pub const fn wrong(self) -> Key {
        match self {
            Column::Price => "no_price",
            Column::Walls | Column::SecondWalls | Column::Watchtowers => "no_sides",
            Column::Towards => "no_side",
            Column::Currency => "no_currency",
            Column::Buildings => "no_buildings",
            Column::Power => "no_power",
            Column::Copies => "no_number_of_copies",
            Column::Branches => "no_three_currencies",
            Column::Counts => "no_three_counts",
            Column::Spots => "no_number_of_spots",
        }
    }

    /// What is printed on a piece.
    pub fn of_piece(self, piece: &Piece) -> String {
        let walls = |walls: Walls| if walls.is_empty() { NOTHING.to_owned() } else { walls.to_string() };
        match self {
            Column::Price => piece.price.to_string(),
            Column::Walls => walls(piece.walls[0]),
            Column::SecondWalls => walls(piece.walls[1]),
            Column::Watchtowers => walls(piece.watchtowers),
            Column::Towards => match piece.footprint {
                Footprint::Two { towards } => towards.letter().to_string(),
                Footprint::One | Footprint::Half => NOTHING.to_owned(),
            },
            Column::Currency => piece.currency.map_or(NOTHING, Currency::name).to_owned(),
            Column::Buildings => joined(piece.named.iter().map(|building| building.name())),
            Column::Power if piece.extra.is_empty() => NOTHING.to_owned(),
            Column::Power => piece.extra.to_owned(),
            Column::Copies | Column::Branches | Column::Counts | Column::Spots => NOTHING.to_owned(),
        }
    }

    /// What is printed on a card.
    pub fn of_card(self, card: &Card) -> String {
        match self {
            Column::Currency => card.currency().map_or(NOTHING, Currency::name).to_owned(),
            Column::Copies => card.copies.to_string(),
            Column::Branches => joined(card.sides.iter().map(|currency| currency.name())),
            Column::Counts => joined(card.counts.iter().map(u8::to_string)),
            Column::Spots => card.value.to_string(),
            Column::Buildings => joined(card.named.iter().map(|building| building.name())),
            _ => NOTHING.to_owned(),
        }
    }

    /// Prints something else on a piece.
    ///
    /// # Errors
    /// What is said to a text that makes no sense.
    pub fn correct_piece(self, piece: &mut Piece, text: &str) -> Result<(), Key> {
        let text = text.trim();
        let done = match self {
            Column::Price => number(text, 1..=DEAREST).map(|price| piece.price = price),
            Column::Walls => walls(text).map(|walls| piece.walls[0] = walls),
            Column::SecondWalls => walls(text).map(|walls| piece.walls[1] = walls),
            Column::Watchtowers => walls(text).map(|walls| piece.watchtowers = walls),
            Column::Towards => {
                let side = Side::ALL.into_iter().find(|side| side.letter().to_string() == text);
                side.map(|towards| piece.footprint = Footprint::Two { towards })
            }
            Column::Currency => currency(text).map(|currency| piece.currency = Some(currency)),
            Column::Buildings => {
                let named: Option<Vec<Building>> = text.split_whitespace().map(building).collect();
                let fits = named.filter(|named| named.len() == piece.named.len());
                fits.and_then(|named| arranged(&named)).map(|named| piece.named = named)
            }
            Column::Power => {
                let wanted = if text == NOTHING { "" } else { text };
                let power = POWERS.into_iter().find(|power| *power == wanted && !text.is_empty());
                power.map(|power| piece.extra = power)
            }
            Column::Copies | Column::Branches | Column::Counts | Column::Spots => None,
        };
        done.ok_or(self.wrong())
    }

    /// Prints something else on a card.
    ///
    /// # Errors
    /// What is said to a text that makes no sense.
    pub fn correct_card(self, card: &mut Card, text: &str) -> Result<(), Key> {
        let text = text.trim();
        let done = match self {
            Column::Currency => currency(text).map(|currency| card.currencies = [Some(currency), None]),
            Column::Copies => number(text, 0..=9).map(|copies| card.copies = copies),
            Column::Spots => number(text, 1..=9).map(|spots| card.value = spots),
            Column::Buildings => {
                let named: Option<Vec<Building>> = text.split_whitespace().map(building).collect();
                let fits = named.filter(|named| named.len() == card.named.len());
                fits.and_then(|named| ORDERS.iter().find(|all| all[..] == named[..])).map(|named| {
                    card.named = named;
                })
            }
            Column::Branches => {
                let three: Option<Vec<Currency>> = text.split_whitespace().map(currency).collect();
                three.and_then(|three| BRANCHES.iter().find(|all| all[..] == three[..])).map(|sides| {
                    card.sides = sides;
                })
            }
            Column::Counts => {
                let three: Option<Vec<u8>> = text.split_whitespace().map(|n| number(n, 0..=2)).collect();
                let grows = three.filter(|three| three.is_sorted());
                grows.and_then(|three| COUNTS.iter().find(|all| all[..] == three[..])).map(|counts| {
                    (card.counts, card.copies) = (counts, counts[2]);
                })
            }
            _ => None,
        };
        done.ok_or(self.wrong())
    }
}

fn joined(parts: impl Iterator<Item = impl ToString>) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(" ")
}

fn number(text: &str, range: std::ops::RangeInclusive<u8>) -> Option<u8> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn walls(text: &str) -> Option<Walls> {
    match text {
        NOTHING => Some(Walls::NONE),
        "" => None,
        letters => letters.parse().ok(),
    }
}

fn currency(name: &str) -> Option<Currency> {
    Currency::ALL.into_iter().find(|currency| currency.name() == name)
}

fn building(name: &str) -> Option<Building> {
    Building::ALL.into_iter().find(|building| building.name() == name)
}

/// Different buildings in this order: the tables of pieces hold nothing that was made while the program ran.
fn arranged(named: &[Building]) -> Option<&'static [Building]> {
    ARRANGED.iter().find(|all| all[..named.len().min(4)] == *named).map(|all| &all[..named.len()])
}

/// Every four different buildings, in every order.
static ARRANGED: [[Building; 4]; 360] = {
    let mut all = [[Building::Pavilion; 4]; 360];
    let (mut n, mut code) = (0, 0);
    while code < 6 * 6 * 6 * 6 {
        let four = [code / 216, code / 36 % 6, code / 6 % 6, code % 6];
        let mut same = false;
        let mut i = 0;
        while i < 16 {
            same |= i / 4 != i % 4 && four[i / 4] == four[i % 4];
            i += 1;
        }
        if !same {
            let mut i = 0;
            while i < 4 {
                all[n][i] = Building::ALL[four[i]];
                i += 1;
            }
            n += 1;
        }
        code += 1;
    }
    all
};

/// All six buildings, in every order.
static ORDERS: [[Building; 6]; 720] = {
    let mut all = [[Building::Pavilion; 6]; 720];
    let mut n = 0;
    while n < 720 {
        let (mut left, mut rest, mut i) = (Building::ALL, n, 0);
        while i < 6 {
            // The next one is taken out of those that are left; the others close up.
            let mut at = rest % (6 - i);
            rest /= 6 - i;
            all[n][i] = left[at];
            while at + 1 < 6 {
                left[at] = left[at + 1];
                at += 1;
            }
            i += 1;
        }
        n += 1;
    }
    all
};

/// Every three currencies, in every order.
static BRANCHES: [[Currency; 3]; 64] = {
    let mut all = [[Currency::Florin; 3]; 64];
    let mut i = 0;
    while i < 64 {
        all[i] = [Currency::ALL[i / 16], Currency::ALL[i / 4 % 4], Currency::ALL[i % 4]];
        i += 1;
    }
    all
};

/// Every three numbers up to 2.
static COUNTS: [[u8; 3]; 27] = {
    let mut all = [[0; 3]; 27];
    let mut i = 0;
    while i < 27 {
        all[i] = [i as u8 / 9, i as u8 / 3 % 3, i as u8 % 3];
        i += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::catalogue::{CARDS, PRINTS};

    const ALL: [Column; 12] = [
        Column::Price,
        Column::Walls,
        Column::SecondWalls,
        Column::Towards,
        Column::Watchtowers,
        Column::Currency,
        Column::Buildings,
        Column::Power,
        Column::Copies,
        Column::Branches,
        Column::Counts,
        Column::Spots,
    ];

    /// What is printed can be read back wherever it can be written, and changes nothing.
    #[test]
    fn text_and_back() {
        let mut read = 0;
        for piece in PRINTS.iter().flatten() {
            for column in ALL {
                let mut same = piece.clone();
                if column.correct_piece(&mut same, &column.of_piece(piece)).is_ok() {
                    assert_eq!(same, *piece, "{} {}", piece.key, column.name());
                    read += 1;
                }
            }
        }
        for card in CARDS {
            for column in ALL {
                let mut same = card.clone();
                if column.correct_card(&mut same, &column.of_card(card)).is_ok() && column != Column::Currency
                {
                    assert_eq!((same.value, same.sides), (card.value, card.sides), "{}", card.key);
                    read += 1;
                }
            }
        }
        assert!(read > 1000, "{read}");
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let mut bazaar = PRINTS[0][63].clone();
        for (column, text) in [
            (Column::Buildings, "tower tower garden"),
            (Column::Buildings, "tower garden"),
            (Column::Buildings, "tower garden pavilion seraglio"),
            (Column::Currency, "euro"),
            (Column::Price, "16"),
            (Column::Walls, "NX"),
            (Column::Walls, ""),
            (Column::Power, "luck"),
            (Column::Power, ""),
            (Column::Towards, "NE"),
            (Column::Copies, "2"),
        ] {
            assert_eq!(column.correct_piece(&mut bazaar, text), Err(column.wrong()), "{text}");
        }
        assert_eq!(bazaar, PRINTS[0][63], "nothing was changed");
        Column::Buildings.correct_piece(&mut bazaar, "garden arcades tower").unwrap();
        assert_eq!(bazaar.named, [Building::Garden, Building::Arcades, Building::Tower]);
        assert_eq!(bazaar.name(), "bazaar dirham garden+arcades+tower");
    }
}
