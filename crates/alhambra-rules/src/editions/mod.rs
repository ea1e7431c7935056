//! The games of the family: a folder and a line each.
//!
//! An edition is a profile of data ([`Edition`]). What it adds as mechanism is shaped like a module and stands in its
//! folder too; the registry has a line for it, and the profile names it, so that it is always on in its edition and
//! never in another.

use crate::core::edition::Edition;
use crate::module::Stage;
use crate::speech;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub mod classic;
#[cfg(not(lean))]
pub mod red_palace;
#[cfg(feature = "testkit")]
pub mod trial;

/// Everything that knows all editions by name.
macro_rules! editions {
    ($($(#[$on:meta])* $number:literal => $name:ident $slug:literal is $profile:path),* $(,)?) => {
        /// Which game of the family is played. Its number is written down in codes and records, for ever.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum EditionId { $(#[doc = concat!("The edition `", $slug, "`.")] $(#[$on])* $name = $number),* }

        impl EditionId {
            /// All editions, by number.
            pub const ALL: &'static [EditionId] = &[$($(#[$on])* EditionId::$name),*];

            /// What distinguishes it.
            #[inline]
            pub fn profile(self) -> &'static Edition {
                match self { $($(#[$on])* EditionId::$name => &$profile),* }
            }

            /// The profile of the edition with this number.
            #[inline]
            pub(crate) fn numbered(number: u8) -> Option<&'static Edition> {
                match number { $($(#[$on])* $number => Some(&$profile),)* _ => None }
            }

            /// Its name in lower case with hyphens, as set-ups and records spell it.
            pub const fn slug(self) -> &'static str {
                match self { $($(#[$on])* EditionId::$name => $slug),* }
            }
        }
    };
}

editions! {
    0 => Classic "classic" is classic::CLASSIC,
    #[cfg(not(lean))]
    1 => RedPalace "red-palace" is red_palace::RED_PALACE,
    #[cfg(feature = "testkit")]
    7 => Trial "trial" is trial::TRIAL,
}

impl EditionId {
    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The edition with this number.
    pub fn with_number(number: u8) -> Option<EditionId> {
        EditionId::ALL.iter().copied().find(|edition| edition.number() == number)
    }

    /// The edition with this slug.
    ///
    /// ```
    /// use alhambra_rules::EditionId;
    /// assert_eq!(EditionId::with_slug("classic"), Some(EditionId::Classic));
    /// ```
    pub fn with_slug(slug: &str) -> Option<EditionId> {
        EditionId::ALL.iter().copied().find(|edition| edition.slug() == slug)
    }

    /// The editions that players are offered: those that can be played to the end.
    pub fn offered() -> impl Iterator<Item = EditionId> {
        EditionId::ALL.iter().copied().filter(|edition| edition.profile().stage != Stage::Planned)
    }
}

/// The first of the list, which is the game everybody knows.
impl Default for EditionId {
    fn default() -> EditionId {
        EditionId::ALL[0]
    }
}

/// In English; [`speech::edition`] says it in any language.
impl std::fmt::Display for EditionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(speech::edition(speech::ENGLISH, *self))
    }
}

impl Serialize for EditionId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(self.slug()) } else { self.number().serialize(s) }
    }
}

impl<'de> Deserialize<'de> for EditionId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<EditionId, D::Error> {
        use serde::de::Error;
        if d.is_human_readable() {
            let slug = std::borrow::Cow::<'de, str>::deserialize(d)?;
            EditionId::with_slug(&slug)
                .ok_or_else(|| D::Error::custom(format!("there is no edition \"{slug}\"")))
        } else {
            let number = u8::deserialize(d)?;
            EditionId::with_number(number)
                .ok_or_else(|| D::Error::custom(format!("there is no edition {number} in this version")))
        }
    }
}
