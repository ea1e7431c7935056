//! Names of people and tables: what they may look like, and when two of them are as good as one.

use alhambra_protocol::{MAX_NAME, Ref, Refusal, RefusalCode, Why};
use alhambra_rules::Setup;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

/// More marks on one letter would climb over the lines above.
const MARKS: usize = 3;

/// A name as it is kept.
///
/// # Errors
/// A name that is too long, is nothing to the eye, or plays tricks on it.
pub(crate) fn fine(name: &str) -> Result<String, Refusal> {
    let name = tidy(name)?;
    match name.chars().count() {
        1..=MAX_NAME => Ok(name),
        _ => Err(Refusal::new(RefusalCode::BadSetup, Why::NameLength(Ref::number(MAX_NAME)))),
    }
}

/// The name of a table as it is kept; it may have none.
///
/// # Errors
/// As with [`fine`].
pub(crate) fn of_table(name: &str) -> Result<String, Refusal> {
    let name = tidy(name)?;
    match name.chars().count() {
        0..=MAX_NAME => Ok(name),
        _ => Err(Refusal::new(RefusalCode::BadSetup, Why::TableNameLong(Ref::number(MAX_NAME)))),
    }
}

/// A line of chat as it is kept: nothing in it turns the lines around it.
pub(crate) fn of_chat(text: &str) -> String {
    // The joiners hold emoji and some scripts together; alone they are harmless in a sentence.
    let fine = |c: &char| ['\u{200c}', '\u{200d}'].contains(c) || !trick(*c);
    text.nfc().filter(fine).collect::<String>().trim().to_owned()
}

/// Whether two names at one table would be taken for each other: by case, spaces or letters that look alike.
pub(crate) fn alike(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.nfkc().filter(|c| !c.is_whitespace()).collect::<String>();
    let look = |name: &str| skeleton(name).collect::<String>();
    let (one, other) = (plain(one), plain(other));
    // 0 looks like O, and O is o when it is small.
    let small = |name: &str| look(&name.to_lowercase()).to_lowercase();
    look(&one) == look(&other) || small(&one) == small(&other)
}

/// Refuses a name that somebody at the table has.
///
/// # Errors
/// With that name.
pub(crate) fn not_taken<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Result<(), Refusal> {
    match others.into_iter().find(|other| alike(name, other)) {
        None => Ok(()),
        Some(other) => Err(Refusal::new(RefusalCode::BadSetup, Why::NameTaken(Ref::text(other)))),
    }
}

/// The name of Dirk in a set-up as it is kept. Only two play with him; nobody of them is called the same.
///
/// # Errors
/// As with [`fine`] and [`not_taken`].
pub(crate) fn of_dirk<'a>(
    setup: &Setup,
    people: impl IntoIterator<Item = &'a str>,
) -> Result<String, Refusal> {
    let name = fine(&setup.dirk)?;
    if setup.players.len() == 2 {
        not_taken(&name, people)?;
    }
    Ok(name)
}

/// A name in its one form: composed, without blanks around it, one blank between words.
fn tidy(name: &str) -> Result<String, Refusal> {
    // Pictures come with marks that say how to draw them, and joined; without these they are still pictures.
    let joins = |c: &char| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let words: String = name.nfc().filter(|c| !joins(c)).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(trick) {
        return Err(Refusal::new(RefusalCode::BadSetup, Why::NameTricks));
    }
    let mut marks = 0;
    for c in name.chars() {
        marks = if mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return Err(Refusal::new(RefusalCode::BadSetup, Why::NameMarks(Ref::number(MARKS))));
        }
    }
    if !name.is_empty() && name.chars().all(|c| mark(c) || c == ' ') {
        return Err(Refusal::new(RefusalCode::BadSetup, Why::NameOnlyMarks));
    }
    Ok(name)
}

fn mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    matches!(c.general_category(), NonspacingMark | EnclosingMark)
}

/// Whether a character is invisible, turns the text around, or means something else to every machine.
fn trick(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // Fillers count as letters and show nothing; so does the empty Braille pattern.
    let filler = matches!(
        c,
        '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    );
    let kind = c.general_category();
    filler
        || matches!(
            kind,
            Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate | Unassigned
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_can_be_seen() {
        for (given, kept) in [
            ("  Ann ", "Ann"),
            ("Ann\u{a0}\u{3000}\u{2003}Bo", "Ann Bo"),
            ("Zoe\u{0308}", "Zoë"),
            ("Łucja Żółć", "Łucja Żółć"),
            ("محمد", "محمد"),
            ("ดวงใจ", "ดวงใจ"),
            ("李小龍", "李小龍"),
            ("Ann \u{2764}\u{fe0f}", "Ann \u{2764}"),
        ] {
            assert_eq!(fine(given).unwrap(), kept);
        }
        let forty = "ä".repeat(MAX_NAME);
        assert_eq!(fine(&format!("   {forty}\t")).unwrap(), forty, "lengths count after trimming");
        assert!(fine(&"ä".repeat(MAX_NAME + 1)).is_err());
    }

    #[test]
    fn names_play_no_tricks() {
        for bad in [
            "",
            " \u{a0}\u{2003} ",
            "\u{200b}",
            "An\u{200b}n",
            "\u{202e}nnA",
            "Ann\u{2066}",
            "Ann\u{200f}",
            "Ann\u{061c}",
            "Ann\u{feff}",
            "An\u{ad}n",
            "\u{3164}",
            "\u{2800}",
            "Ann\u{e0041}",
            "Ann\u{e000}",
            "Ann\u{7}",
            "\u{200d}\u{fe0f}",
            "\u{0301}\u{0302}",
            "a\u{0316}\u{0317}\u{0318}\u{0319}",
        ] {
            assert!(fine(bad).is_err(), "{bad:?}");
        }
        assert_eq!(of_chat(" come \u{202e}on\u{2069}\u{7} "), "come on");
        assert_eq!(of_chat("👩\u{200d}🚀"), "👩\u{200d}🚀");
        assert_eq!(of_table("").unwrap(), "");
    }

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "A n n"),
            ("Ann", "Аnn"),
            ("Ann", "Ａｎｎ"),
            ("Bo", "B0"),
            ("Ill", "lll"),
            ("Zoë", "ZOË"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        assert!(!alike("Ann", "Anna") && !alike("Ann", "Bo") && !alike("Zoë", "Zoe"));
        let why = not_taken("ANN", ["Bo", "Ann"]).unwrap_err();
        assert!(why.text.contains("called Ann"), "{}", why.text);
    }
}
