//! House rules: where the rule summaries disagree, the table decides (rules part 1 §3, HR-1 to HR-23).

use super::edition::Places;
use super::palace::Holes;
use serde::{Deserialize, Serialize};

/// A house rule for listings: its id, the option's name and the values it takes; [`speech::house_rule`](crate::speech::house_rule)
/// says what it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HouseRule {
    /// `HR-1` and so on.
    pub id: &'static str,
    /// The option's name in a set-up.
    pub option: &'static str,
    /// The values, the default first.
    pub values: &'static [&'static str],
}

macro_rules! house_rules {
    ($(#[doc = $about:literal] $id:literal $option:ident: $type:ident { $($variant:ident = $value:literal $doc:literal),+ $(,)? })*) => {
        $(
            #[doc = concat!($id, ":", $about)]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
            pub enum $type { #[default] $(#[doc = $doc] #[serde(rename = $value)] $variant),+ }
        )*

        /// What the table has agreed on. Every default is the rule of the current rulebook.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct HouseRules {
            $(#[doc = concat!($id, ":", $about)] pub $option: $type,)*
            /// HR-9: what counts as a hole.
            pub holes: Holes,
            /// HR-23: whether Dirk may win.
            pub dirk_may_win: bool,
            /// Allows rules no rulebook supports (HR-13).
            pub unofficial: bool,
        }

        impl HouseRules {
            /// The chosen value of every rule with named values, as its place in the list of values, and how many
            /// values there are. The order is frozen: set-up codes rest on it.
            pub(crate) fn places_of_values(&self) -> Vec<(u8, u8)> {
                vec![$((self.$option as u8, [$($value),+].len() as u8)),*]
            }

            /// The rules with these places; `None` when a place does not exist.
            pub(crate) fn with_places(places: &[u8]) -> Option<HouseRules> {
                let mut house = HouseRules::default();
                let mut places = places.iter();
                $(house.$option = [$($type::$variant),+].get(usize::from(*places.next()?)).copied()?;)*
                Some(house)
            }
        }

        /// Every house rule, by id.
        pub const HOUSE_RULES: &[HouseRule] = &[
            $(HouseRule { id: $id, option: stringify!($option), values: &[$($value),+] },)*
            HouseRule { id: "HR-9", option: "holes", values: &["area4", "single_cell", "area8"] },
            HouseRule { id: "HR-22", option: "dirk", values: &["Dirk"] },
            HouseRule { id: "HR-23", option: "dirk_may_win", values: &["false", "true"] },
        ];
    };
}

house_rules! {
    /// Who begins.
    "HR-1" start_player: StartPlayer {
        CardsTotalAge = "cards_total_age" "Fewest cards, then the lowest total, then the youngest.",
        CardsTotalSeat = "cards_total_seat" "Fewest cards, then the lowest total, then the lowest seat.",
        Random = "random" "Drawn by lot.",
    }
    /// When the four display cards are dealt.
    "HR-2" display_deal: DisplayDeal {
        BeforeSplit = "before_split" "Before the deck is cut into piles.",
        AfterAssembly = "after_assembly" "After the piles and scoring cards are assembled.",
    }
    /// Where the scoring cards lie in piles 2 and 4.
    "HR-3" scoring_cards: ScoringCards {
        Shuffled = "shuffled" "Shuffled in.",
        OnTop = "on_top" "On top of their pile.",
    }
    /// Where tiles are drawn from.
    "HR-4" tile_supply: TileSupply {
        Tower = "tower" "A stack in one order.",
        Bag = "bag" "A bag: each draw is random. Without effects that sort or look, the chances are the same.",
    }
    /// How the first market is laid out.
    "HR-5" first_market: FirstMarket {
        Ordered = "ordered" "Space by space.",
        Random = "random" "On the spaces in random order.",
    }
    /// When display and market are refilled.
    "HR-6" refill: Refill {
        EndOfTurn = "end_of_turn" "At the end of the turn, before special moves.",
        StartOfNextTurn = "start_of_next_turn" "After the special moves, as the next turn begins.",
    }
    /// When the display is filled up.
    "HR-7" money_refill: MoneyRefill {
        EachTurn = "each_turn" "To four after every turn.",
        WhenEmpty = "when_empty" "Only when no card is left.",
    }
    /// When bought tiles are placed.
    "HR-8" placement: Placement {
        EndOfTurn = "end_of_turn" "At the end of the turn, in any order.",
        Immediate = "immediate" "Directly after buying.",
    }
    /// When a scoring card is scored.
    "HR-10" scoring_moment: ScoringMoment {
        BeforeNextTurn = "before_next_turn" "Before the next turn.",
        Immediate = "immediate" "As soon as it shows up.",
    }
    /// What is scored first.
    "HR-11" scoring_order: ScoringOrder {
        WallsFirst = "walls_first" "Walls, then buildings.",
        BuildingsFirst = "buildings_first" "Buildings, then walls.",
    }
    /// Whether an extra action may be declined.
    "HR-12" extra_action: ExtraAction {
        Optional = "optional" "It may.",
        Mandatory = "mandatory" "Only if nothing can be done.",
    }
    /// What majorities are worth.
    "HR-13" majorities: Majorities {
        Printed = "printed" "The printed table.",
        TileCount = "tilecount_s0" "First place: own tiles; second place 2 from the second scoring; third place 3 in the last. Needs `unofficial`.",
    }
    /// When walls score.
    "HR-14" wall_points: WallPoints {
        EveryRound = "every_round" "In every scoring.",
        FinalOnly = "final_only" "In the last scoring only.",
    }
    /// Who gets the tiles left on the market at the end.
    "HR-15" last_tiles: LastTiles {
        HandMajority = "hand_majority" "Whoever holds most of the currency.",
        SpentMajority = "spent_majority" "Whoever has spent most of the currency.",
        None = "none" "Nobody.",
    }
    /// Which money leaves a two-player game.
    "HR-16" two_player_deck: TwoPlayerDeck {
        SeventyTwo = "72" "One of each card: 72 stay.",
        RemoveNine = "remove_9" "One card of each value, of a random currency: 99 stay.",
    }
    /// What may be given to Dirk.
    "HR-17" gifts: Gifts {
        Bought = "bought" "Any tile bought this turn.",
    }
    /// Who wins a draw.
    "HR-18" draw: DrawnGame {
        Shared = "shared" "Tied players share the win.",
    }
    /// Which single card may be taken.
    "HR-19" single_take: SingleTake {
        AnyValue = "any_value" "Any.",
    }
    /// Special moves or a due scoring first.
    "HR-20" special_moves: SpecialMoves {
        SpecialFirst = "special_first" "Special moves.",
        ScoringFirst = "scoring_first" "The scoring.",
    }
    /// Which piles are larger.
    "HR-21" pile_sizes: PileSizes {
        LargerFirst = "larger_first" "The ones on top.",
    }
}

impl HouseRules {
    /// The options that are not at their default.
    pub fn changed(&self) -> impl Iterator<Item = &'static HouseRule> {
        let named = HOUSE_RULES.iter().zip(self.places_of_values());
        let named = named.filter(|(_, (place, _))| *place > 0).map(|(rule, _)| rule);
        let (holes, dirk_may_win) = (self.holes != Holes::default(), self.dirk_may_win);
        let others = HOUSE_RULES.iter().filter(move |rule| match rule.option {
            "holes" => holes,
            "dirk_may_win" => dirk_may_win,
            _ => false,
        });
        named.chain(others)
    }

    /// What the places of a type are worth in a scoring to those who have `count` of it, where the table says
    /// `printed`. HR-13, as one summary has it: the first place is worth the tiles themselves.
    pub fn places(&self, printed: Places, round: u8, count: u8) -> Places {
        match (self.majorities, round) {
            (Majorities::Printed, _) => printed,
            (Majorities::TileCount, 1) => [count, 0, 0],
            (Majorities::TileCount, 2) => [count, 2, 0],
            (Majorities::TileCount, _) => [count, 2, 3],
        }
    }
}
