//! The ten characters and where their cards are.

use crate::GameState;
use crate::core::cards::KindSet;
use crate::core::catalogue::{CardClass, CardKind};
use crate::core::seat::Seat;
use crate::decision::Ref;
use serde::{Deserialize, Serialize};

/// How many characters there are.
pub(super) const N: usize = 10;

/// The number of the first of their cards; the others follow.
const FIRST: u8 = 76;

/// Numbers from here on are no cards for a hand; the deck counts them from 0.
const RARE: u8 = 64;

/// A character, in the order of their cards. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Character {
    /// Worth points at the end, or exchanged at once for another character.
    Entertainer,
    /// Draws a card for a poor player.
    Beggar,
    /// Pays for one tile.
    RichPatron,
    /// Brings a card after an expensive purchase.
    Miser,
    /// Redesigns once more at the end of the turn.
    MasterBuilder,
    /// Lets more money be taken.
    Trader,
    /// Counts as half a building.
    WiseMan,
    /// Exchanges a tile on the market.
    Dancer,
    /// Changes a card.
    Moneychanger,
    /// Adds to the points for walls.
    CityWatch,
}

impl Character {
    pub(super) const ALL: [Character; N] = [
        Character::Entertainer,
        Character::Beggar,
        Character::RichPatron,
        Character::Miser,
        Character::MasterBuilder,
        Character::Trader,
        Character::WiseMan,
        Character::Dancer,
        Character::Moneychanger,
        Character::CityWatch,
    ];

    pub(super) fn of(card: CardKind) -> Option<Character> {
        let number = card.number().checked_sub(FIRST)?;
        Character::ALL.get(usize::from(number)).copied()
    }

    pub(super) const fn card(self) -> CardKind {
        CardKind::from_number(FIRST + self as u8)
    }

    /// The card, to be pointed at.
    pub(super) const fn at(self) -> Ref {
        Ref::Card(self.card())
    }

    /// The card as the deck counts it among those no hand can hold.
    pub(super) const fn rare(self) -> CardKind {
        CardKind::from_number(FIRST - RARE + self as u8)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Character::Entertainer => "Travelling Entertainer",
            Character::Beggar => "Beggar",
            Character::RichPatron => "Rich Patron",
            Character::Miser => "Miser",
            Character::MasterBuilder => "Master Builder",
            Character::Trader => "Trader",
            Character::WiseMan => "Wise Man",
            Character::Dancer => "Dancer",
            Character::Moneychanger => "Moneychanger",
            Character::CityWatch => "City Watch",
        }
    }

    fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// All ten cards as the deck counts them.
pub(super) const RARE_KINDS: KindSet = KindSet(((1 << N) - 1) << (FIRST - RARE));

/// Where the card of a character is. The order is frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Place {
    /// In the deck, or on the stack of surplus cards: nobody knows which.
    #[default]
    Unseen,
    /// Open, and the players bid for it.
    UpForAuction,
    /// Open in front of a player.
    With(Seat),
    /// Out of the game.
    Gone,
}

/// Who has which character, and what has been used in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub(super) places: [Place; N],
    /// Cards on the stack of surplus cards.
    pub(super) surplus: u8,
    /// Hourglass characters used in this turn, by number.
    pub(super) used: u16,
    /// What the Wise Man has named in the scoring being held.
    pub(super) named: Option<crate::core::building::Building>,
    /// A-CH-1: only one hourglass card is used in a turn.
    pub(super) one_hourglass: bool,
    /// A-CH-2: the Entertainer's points are scored as soon as he is kept.
    pub(super) entertainer_at_once: bool,
}

impl State {
    pub(super) fn owner(&self, character: Character) -> Option<Seat> {
        match self.places[character as usize] {
            Place::With(seat) => Some(seat),
            _ => None,
        }
    }

    pub(super) fn put(&mut self, character: Character, place: Place) {
        self.places[character as usize] = place;
    }

    pub(super) fn is_used(&self, character: Character) -> bool {
        self.used & character.bit() != 0
    }

    pub(super) fn use_up(&mut self, character: Character) {
        self.used |= character.bit();
    }
}

/// Whether `seat` may use an hourglass character now: it is theirs, it is their turn, and it has not been used
/// in it (A-CH-1).
pub(super) fn ready(g: &GameState, seat: Seat, character: Character) -> bool {
    let state = &g.mods.m07_characters;
    let spent = if state.one_hourglass { state.used != 0 } else { state.is_used(character) };
    state.owner(character) == Some(seat) && g.core.turn.seat == seat && !spent
}

/// Whether a card is money that characters deal with: money, diamonds and master builders.
pub(super) fn is_money(card: CardKind) -> bool {
    matches!(card.class(), CardClass::Money | CardClass::Diamond | CardClass::MasterBuilder)
}

/// The money cards on display, each kind once, ascending.
pub(super) fn on_display(g: &GameState) -> Vec<CardKind> {
    let mut cards: Vec<CardKind> = g.display().iter().copied().filter(|card| is_money(*card)).collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}
