//! What a table notes in its chat: who came and went, what the host decided, what was put to the vote. A note is a key and the
//! names that belong to it; its words lie in `note/words.<language>.json`, and the build script makes [`Note`] of the English
//! ones.

use crate::table::{ChatLine, ChatVoice};
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::{Ref, Words};
use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/notes.rs"));

impl Note {
    /// The table itself says this.
    pub fn voice(self) -> ChatVoice {
        let (key, names) = self.parts();
        ChatVoice::Table { key: key.to_owned(), names }
    }
}

impl ChatLine {
    /// The line with a note of the table in English, for whoever asked for texts. What people wrote stays as it is.
    pub fn with_text(mut self) -> ChatLine {
        if let Some(text) = self.voice.note(ENGLISH) {
            self.text = text;
        }
        self
    }
}

impl ChatVoice {
    /// A note of the table in a language; none for what people say, and for keys there are no words for.
    pub fn note(&self, language: &str) -> Option<String> {
        let ChatVoice::Table { key, names } = self else { return None };
        let words = Words::find(WORDS, language, &format!("note.{key}"))?;
        let names: Vec<Ref> = names.iter().map(Ref::text).collect();
        Some(speech::sentence(language, words, &names))
    }
}

/// The words for everything a table notes in a language, by `note.` and the key; in English where it has none.
pub fn notes(language: &str) -> BTreeMap<&'static str, &'static str> {
    Words::whole(WORDS, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_note_is_said_in_english_and_german() {
        for language in ["en", "de"] {
            let words = WORDS.iter().find(|words| words.language == language).unwrap();
            let said: Vec<&str> =
                words.said.iter().filter_map(|(key, _)| key.strip_prefix("note.")).collect();
            assert_eq!(said, Note::KEYS, "{language}");
            let hollow = words.said.iter().find(|(_, text)| text.trim().is_empty() || text.ends_with('.'));
            assert_eq!(hollow, None, "{language}: a note is said without a full stop");
        }
    }

    #[test]
    fn a_note_is_said_by_its_key_in_any_language() {
        let voice = Note::Renamed("Bo".to_owned(), "Bob".to_owned()).voice();
        assert_eq!(voice.note("en").unwrap(), "Bo is now called Bob");
        assert_eq!(voice.note("de").unwrap(), "Bo heißt jetzt Bob");
        assert_eq!(voice.note("pl"), voice.note("en"), "English where a language has no words");
        let line = ChatLine { seq: 1, at: 0, voice, text: String::new(), turn: 0 };
        assert_eq!(line.with_text().text, "Bo is now called Bob");
        let own = ChatVoice::Watcher { name: "Cem".to_owned() };
        let line = ChatLine { seq: 1, at: 0, voice: own, text: "well built".to_owned(), turn: 0 };
        assert_eq!(line.clone().with_text(), line, "what people wrote stays as it is");
    }
}
