//! Cards: money, and whatever else is drawn, dealt or kept without lying in a palace.

use super::{Provenance, card, tables};
use crate::core::building::{Building, Currency};
use crate::core::cell::Walls;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Kinds below this number are all a hand can hold.
pub const HAND_KINDS: usize = 64;

/// The printed value of every kind a hand can hold; 0 where none is printed.
pub const VALUE: [u8; HAND_KINDS] = {
    let mut values = [0; HAND_KINDS];
    let mut i = 0;
    while i < HAND_KINDS {
        values[i] = tables::CARDS[i].value;
        i += 1;
    }
    values
};

/// The currency of every kind a hand can hold, where it has exactly one.
pub const CURRENCY: [Option<Currency>; HAND_KINDS] = {
    let mut currencies = [None; HAND_KINDS];
    let mut i = 0;
    while i < HAND_KINDS {
        currencies[i] = tables::CARDS[i].currency();
        i += 1;
    }
    currencies
};

/// The frozen number of a kind of card. Every `CardKind` names a kind that exists.
///
/// In JSON a kind is its key, such as `"denar-7"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardKind(pub(super) u8);

impl CardKind {
    /// The city gate card.
    pub const GATE: CardKind = CardKind(53);

    /// The scoring card of the money deck.
    pub const SCORING: CardKind = CardKind(86);

    /// The kind with this number, if there is one.
    ///
    /// ```
    /// use alhambra_rules::CardKind;
    /// assert!(CardKind::new(53).is_some());
    /// assert!(CardKind::new(58).is_none(), "kept free for later");
    /// ```
    pub const fn new(number: u8) -> Option<CardKind> {
        let exists = (number as usize) < tables::CARDS.len()
            && !matches!(tables::CARDS[number as usize].class, CardClass::Free);
        if exists { Some(CardKind(number)) } else { None }
    }

    /// The kind with this number, which is known to exist.
    pub(crate) const fn from_number(number: u8) -> CardKind {
        CardKind(number)
    }

    /// The money card of this currency and value.
    ///
    /// ```
    /// use alhambra_rules::{CardKind, Currency};
    /// assert_eq!(CardKind::money(Currency::Denar, 7).to_string(), "denar 7");
    /// ```
    ///
    /// # Panics
    /// When `value` is not in 1..=9.
    pub const fn money(currency: Currency, value: u8) -> CardKind {
        assert!(1 <= value && value <= 9, "money cards have values from 1 to 9");
        CardKind(currency as u8 * 9 + value - 1)
    }

    /// The diamond of this value.
    ///
    /// # Panics
    /// When `value` is not in 3..=9.
    pub const fn diamond(value: u8) -> CardKind {
        assert!(3 <= value && value <= 9, "diamonds have values from 3 to 9");
        CardKind(36 + value - 3)
    }

    /// The master builder of this currency.
    pub const fn master_builder(currency: Currency) -> CardKind {
        CardKind(43 + currency as u8)
    }

    /// The coin of this currency.
    pub const fn coin(currency: Currency) -> CardKind {
        CardKind(54 + currency as u8)
    }

    /// All kinds, ascending.
    pub fn all() -> impl Iterator<Item = CardKind> {
        (0..tables::CARDS.len() as u8).filter_map(CardKind::new)
    }

    /// The number itself.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index into tables by kind.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The frozen short name, such as `denar-7`.
    pub const fn key(self) -> &'static str {
        card(self).key
    }

    /// The card in players' words, where its sort is known: "garden 10", "Rich Patron", "denar"; otherwise as it is
    /// written.
    ///
    /// ```
    /// use alhambra_rules::CardKind;
    /// let name = |key: &str| key.parse::<CardKind>().unwrap().name();
    /// assert_eq!(name("bonus-garden-10"), "garden 10");
    /// assert_eq!(name("character-rich-patron"), "Rich Patron");
    /// assert_eq!(name("denar-7"), "denar 7");
    /// ```
    pub fn name(self) -> String {
        let rest = self.key().split_once('-').map_or("", |(_, rest)| rest);
        match self.class() {
            CardClass::Bonus | CardClass::Sultan => rest.replace('-', " "),
            CardClass::Character => {
                let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
                rest.split('-').map(capital).collect::<Vec<_>>().join(" ")
            }
            _ => self.to_string(),
        }
    }

    /// What sort of card it is.
    pub const fn class(self) -> CardClass {
        card(self).class
    }

    /// The one currency of the card; none for cards without or with two of them.
    #[inline]
    pub const fn currency(self) -> Option<Currency> {
        card(self).currency()
    }

    /// The printed value; 0 where none is printed.
    #[inline]
    pub const fn value(self) -> u8 {
        card(self).value
    }

    /// Whether it is one of the 108 money cards of the base game. Diamonds, master builders and coins are not,
    /// even where a module lets players pay with them.
    #[inline]
    pub const fn is_money(self) -> bool {
        self.0 < 36
    }

    /// Whether a hand can hold it.
    #[inline]
    pub const fn in_hand(self) -> bool {
        self.index() < HAND_KINDS
    }
}

impl std::fmt::Display for CardKind {
    /// "denar 7", "diamond 5", and the key of any other card.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.class(), self.currency()) {
            (CardClass::Money, Some(currency)) => f.pad(&format!("{currency} {}", self.value())),
            (CardClass::Diamond, _) => f.pad(&format!("diamond {}", self.value())),
            _ => f.pad(self.key()),
        }
    }
}

/// A text that is not the key of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no card \"{0}\"; cards are written like denar-7, diamond-5 or gate")]
pub struct BadCard(String);

impl std::str::FromStr for CardKind {
    type Err = BadCard;

    fn from_str(key: &str) -> Result<CardKind, BadCard> {
        CardKind::all().find(|kind| kind.key() == key).ok_or_else(|| BadCard(key.to_owned()))
    }
}

impl Serialize for CardKind {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { self.key().serialize(s) } else { self.0.serialize(s) }
    }
}

impl<'de> Deserialize<'de> for CardKind {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<CardKind, D::Error> {
        use serde::de::Error;
        if d.is_human_readable() {
            Cow::<'de, str>::deserialize(d)?.parse().map_err(Error::custom)
        } else {
            let number = u8::deserialize(d)?;
            CardKind::new(number)
                .ok_or_else(|| Error::custom(format!("card kind number {number} does not exist")))
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for CardKind {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<CardKind> {
        u.choose_iter(CardKind::all().collect::<Vec<_>>())
    }
}

/// What sort of card it is. Stored by position: new classes go to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum CardClass {
    /// Money of the base game.
    Money,
    /// A diamond: a value without a currency.
    Diamond,
    /// A master builder of one currency.
    MasterBuilder,
    /// A currency exchange card with two currencies.
    Exchange,
    /// A city gate card.
    Gate,
    /// A coin: not a card, but held and paid like one.
    Coin,
    /// A number kept for later; no card has it.
    Free,
    /// A city wall card; its walls are what it lets the player build.
    Wall,
    /// A sultan card; its value is its price.
    Sultan,
    /// A character. `extra` tells how often it is used: `once`, once per `round`, or in a `scoring`.
    Character,
    /// A scoring card of the money deck.
    Scoring,
    /// A thief card.
    Thief,
    /// A bonus card: building and price of a base tile without walls.
    Bonus,
    /// A scout card.
    Scout,
    /// An invasion card; its wall is the direction the invaders come from.
    Invasion,
    /// A caravanserai card: a main currency, and `sides` at 2, 3 and 4.
    Caravanserai,
    /// A craftsman; `counts` are the cards in a game of up to four, of five and of six.
    Craftsman,
    /// A new score card; `named` is the order of the buildings, lowest points first.
    ScoreCard,
    /// A mission of the caliph; its value is points each, or `counts` are points for 2 to 6.
    Mission,
    /// A guard ability of The Red Palace; its value is what it costs in guards.
    Ability,
    /// A placement tile of The Red Palace; its value is its number of spots.
    Placement,
}

/// What is printed on a kind of card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its frozen number.
    pub kind: CardKind,
    /// Its frozen short name, such as `denar-7`. It is a name only: a corrected table keeps it.
    pub key: &'static str,
    /// What sort of card it is.
    pub class: CardClass,
    /// Its currencies: none, one, or the two of an exchange card.
    pub currencies: [Option<Currency>; 2],
    /// The building shown on it.
    pub building: Option<Building>,
    /// The printed number, whose meaning depends on the class; 0 where none is printed.
    pub value: u8,
    /// The directions shown on it.
    pub walls: Walls,
    /// How many such cards there are.
    pub copies: u8,
    /// What else is printed, as the data file spells it.
    pub extra: &'static str,
    /// The buildings that `extra` names, in order.
    pub named: &'static [Building],
    /// The currencies that `extra` names, in order.
    pub sides: &'static [Currency],
    /// The numbers that `extra` names, in order.
    pub counts: &'static [u8],
    /// How sure we are of all this.
    pub provenance: Provenance,
    /// What the provenance alone does not say.
    pub note: &'static str,
}

impl Card {
    /// The one currency of the card; none for cards without or with two of them.
    pub const fn currency(&self) -> Option<Currency> {
        match self.currencies {
            [currency, None] => currency,
            _ => None,
        }
    }
}
