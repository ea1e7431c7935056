//! How a module looks and speaks: what lies in its folder beside the rules. The engine hands it on and reads none of it.

use crate::ModuleId;

/// The words, the board and the signs of a module, as the build script found and checked them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// `board.json`: how what it shows is laid out. Without one every thing is drawn by its shape.
    pub board: Option<&'static str>,
    /// `signs.svg`: its glyph, its pieces and its cards, as symbols that begin with its slug.
    pub signs: Option<&'static str>,
    /// `words.<language>.json`, by language.
    pub words: &'static [(&'static str, &'static str)],
}

static NONE: Look = Look { board: None, signs: None, words: &[] };

impl ModuleId {
    /// How it looks and speaks.
    pub fn look(self) -> &'static Look {
        LOOKS.iter().find(|(slug, _)| *slug == self.info().slug).map_or(&NONE, |(_, look)| look)
    }
}

include!(concat!(env!("OUT_DIR"), "/looks.rs"));
