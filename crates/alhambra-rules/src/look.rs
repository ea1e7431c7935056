//! How a module looks and speaks: what lies in its folder beside the rules. The rules hand it on and read none of it.

use crate::ModuleId;
use crate::speech::{self, ENGLISH};
use std::collections::BTreeMap;

/// What the base game or a module says in one language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Which language: `en`, `de` …
    pub language: &'static str,
    /// Words by key, in the order of the keys; `{a}`, `{b}` … are blanks for what is pointed at.
    pub said: &'static [(&'static str, &'static str)],
}

impl Words {
    /// What is said under a key.
    pub fn get(&self, key: &str) -> Option<&'static str> {
        self.said.binary_search_by(|(own, _)| (*own).cmp(key)).ok().map(|at| self.said[at].1)
    }

    /// The words of the base game in a language.
    pub fn of_core(language: &str) -> Option<&'static Words> {
        CORE.iter().find(|words| words.language == language)
    }

    /// What is said under a key in a language, or in English where that says nothing.
    pub fn find(all: &'static [Words], language: &str, key: &str) -> Option<&'static str> {
        let said = |wanted: &str| all.iter().find(|words| words.language == wanted)?.get(key);
        said(language).or_else(|| said(ENGLISH))
    }

    /// Everything that is said in a language, each in English where that says nothing.
    pub fn whole(all: &'static [Words], language: &str) -> BTreeMap<&'static str, &'static str> {
        let of =
            |wanted: &str| all.iter().find(|words| words.language == wanted).map_or(&[][..], |it| it.said);
        of(ENGLISH).iter().chain(of(language)).copied().collect()
    }
}

/// The words, the board and the signs of a module, as the build script found and checked them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// `board.json`: how what it shows is laid out. Without one every thing is drawn by its shape.
    pub board: Option<&'static str>,
    /// `signs.svg`: its glyph, its pieces and its cards, as symbols that begin with its slug.
    pub signs: Option<&'static str>,
    /// `words.<language>.json`, by language.
    pub words: &'static [Words],
    /// `help.<language>.md`, by language.
    pub help: &'static [(&'static str, &'static str)],
}

static NONE: Look = Look { board: None, signs: None, words: &[], help: &[] };

impl Look {
    /// Its words in a language.
    pub fn words(&self, language: &str) -> Option<&'static Words> {
        self.words.iter().find(|words| words.language == language)
    }

    /// Its help in a language, or in English where it has none there, and in which language it really is.
    pub fn help(&self, language: &str) -> (&'static str, &'static str) {
        let told = |wanted: &str| self.help.iter().copied().find(|(own, _)| *own == wanted);
        told(language).or_else(|| told(ENGLISH)).unwrap_or((ENGLISH, ""))
    }
}

impl ModuleId {
    /// Its name in English; [`speech::title`] says it in any language.
    pub fn title(self) -> &'static str {
        speech::title(ENGLISH, self)
    }

    /// How it looks and speaks.
    pub fn look(self) -> &'static Look {
        LOOKS.iter().find(|(slug, _)| *slug == self.info().slug).map_or(&NONE, |(_, look)| look)
    }
}

include!(concat!(env!("OUT_DIR"), "/looks.rs"));
