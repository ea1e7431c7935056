//! What the small types of the engine are called in TypeScript; they are declared where the document is written.

use crate::core::building::{Building, Currency};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::{Side, Walls};
use crate::core::pieces::Space;
use crate::core::seat::{Seat, SeatSet};
use crate::refs::Ref;
use crate::registry::ModuleId;
use ts_rs::{Config, TS};

macro_rules! called {
    ($($it:ty => $name:literal),* $(,)?) => {
        $(impl TS for $it {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                $name.to_owned()
            }

            fn inline(_: &Config) -> String {
                $name.to_owned()
            }
        })*
    };
}

called! {
    Seat => "Seat",
    SeatSet => "Seat[]",
    PieceId => "PieceId",
    CardKind => "Card",
    Cards => "Card[]",
    ModuleId => "ModuleId",
    Walls => "Walls",
    Side => "Side",
    Building => "Building",
    Currency => "Currency",
    Space => "number",
    Ref => "Ref",
}
