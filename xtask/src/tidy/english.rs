//! Rules and bots say keys; sentences stand in the words files. What refuses, asks or reasons in English is found here.

use super::{File, Report, Tree};

/// Where nothing is said in a language, and what stands there before a string that is handed on as a key. The server's refusals
/// are alternatives of an enum, made of their words; only a value in their blanks can be a string.
const SILENT: [(&str, &[&str]); 3] = [
    ("crates/alhambra-rules/src/", &HANDED_ON),
    ("crates/alhambra-bots/src/", &HANDED_ON),
    ("crates/alhambra-server/src/", &["Ref::text(", "Ref::Text("]),
];

/// What only tests, scenarios and tools read may speak as they like.
const TESTS: [&str; 7] =
    ["/tests/", "/tests.rs", "/scenario/", "/arrange.rs", "/laws.rs", "/drills", "/limits.rs"];

/// Records and drawn palaces are read by programs and refused to whoever wrote one of those (docs/adr/0026); what bots are is
/// told in their manual.
const WRITTEN: [&str; 3] = [
    "crates/alhambra-rules/src/record.rs",
    "crates/alhambra-rules/src/core/palace/check.rs",
    "crates/alhambra-bots/src/kind.rs",
];

/// What is read from a text: the error of an attribute is told to whoever wrote it.
const READ: [&str; 4] = [
    "crates/alhambra-rules/src/pack.rs",
    "crates/alhambra-rules/src/registry/variant.rs",
    "crates/alhambra-rules/src/core/cell.rs",
    "crates/alhambra-rules/src/core/catalogue/card.rs",
];

/// What stands before a string that is handed on as a key, or that people are shown as it is.
const HANDED_ON: [&str; 17] = [
    "refused(",
    "Err(",
    "=>",
    "key:",
    "why:",
    "wrong:",
    "asked:",
    "reason:",
    "&str=",
    "Reason::new(",
    "Objection::of(",
    "Objection::plain(",
    "Some(",
    "title:",
    "summary:",
    "about:",
    "#[error(",
];

/// What stands behind a string that becomes an error of a law, a record or a program, and not a key.
const TURNED: [&str; 4] = [".to_owned()", ".into()", ".to_string()", ".parse()"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let heads = |file: &File| {
        let silent = SILENT.iter().find(|(folder, _)| file.path.starts_with(folder));
        silent.filter(|_| file.path.ends_with(".rs")).map(|(_, heads)| *heads)
    };
    for (file, heads) in tree.files.iter().filter_map(|file| Some((file, heads(file)?))) {
        if TESTS.iter().any(|part| file.path.contains(part)) || WRITTEN.contains(&file.path.as_str()) {
            continue;
        }
        let text = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let heads: Vec<&str> = match READ.contains(&file.path.as_str()) {
            true => heads.iter().copied().filter(|head| *head != "#[error(").collect(),
            false => heads.to_vec(),
        };
        for (line, sentence) in sentences(text, &heads) {
            let message = format!(
                "\"{sentence}\": a key in the code, its words in words.<language>.json (refuse.…, reason.…, word.…)"
            );
            report.error(&file.path, line, message);
        }
    }
}

/// Strings of three or more words that are handed on as keys, with their lines.
fn sentences(text: &str, heads: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut before = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        // Attributes speak to programs, comments to us; only an error's is told to people.
        if code.starts_with("//") || code.starts_with("#[") && !code.starts_with("#[error(") {
            continue;
        }
        let parts: Vec<&str> = line.split('"').collect();
        for (n, part) in parts.iter().enumerate() {
            if n % 2 == 0 {
                before.extend(part.chars().filter(|c| !c.is_whitespace()));
                continue;
            }
            let behind = parts.get(n + 1).map_or("", |part| part.trim_start());
            let next = lines.get(i + 1).map_or("", |line| line.trim_start());
            let behind = if behind.is_empty() { next } else { behind };
            let turned = TURNED.iter().any(|end| behind.starts_with(end));
            let handed_on = heads.iter().any(|end| before.ends_with(end));
            if handed_on && !turned && is_sentence(part) {
                found.push((i + 1, (*part).to_owned()));
            }
            before.push('"');
        }
        // What was opened stays open over lines; more is never needed.
        before = before.chars().skip(before.chars().count().saturating_sub(80)).collect();
    }
    found
}

fn is_sentence(text: &str) -> bool {
    let words = text.split(' ').filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    words.count() >= 3
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;
    use super::*;

    const MODULE: &str = "crates/alhambra-rules/src/modules/m01_viziers_favour/mod.rs";

    #[test]
    fn a_refusal_in_english_is_found() {
        for code in [
            "refused(\"the vizier is awake\")",
            "Err(\n    \"the vizier is awake\")",
            "const WHY: &str = \"the vizier is awake\";",
            "Act::Wake => \"the vizier is awake\",",
            "Reason::new(\"it was drawn by lot\", Vec::new())",
            "return Err(Objection::plain(\"needs more than two players\"));",
            "Err(Objection::of(\n    \"is for {a} to {b} players\", bounds))",
            "wrong: \"six bonuses clockwise\",",
            "refuses: |_| Some(\"this edition has no modules\"),",
            "title: \"The Vizier's Favour\",\n",
            "summary:\n    \"Buy a tile between two turns.\",",
            "HouseRule { id: \"HR-9\", about: \"what counts as a hole\" },",
            "#[error(\"only the player who acted last can take back\")]\nNotYours,",
        ] {
            assert_eq!(errors(check, &[(MODULE, code)]).len(), 1, "{code}");
        }
    }

    #[test]
    fn english_in_the_blank_of_a_refusal_is_found() {
        let server = "crates/alhambra-server/src/requests.rs";
        let found = |code: &str| errors(check, &[(server, code)]).len();
        assert_eq!(found("no(RefusalCode::NotNow, Why::LogUnfit(Ref::text(\"the log has no end\")))"), 1);
        assert_eq!(found("no(RefusalCode::NotNow, Why::NotReady(Ref::text(&place.name)))"), 0);
        assert_eq!(found("return Err(\"it must name a folder\".to_owned());"), 0, "told in a terminal");
    }

    #[test]
    fn keys_panics_laws_and_tests_are_none() {
        for code in [
            "refused(\"the_vizier_is_awake\")",
            "list.expect(\"there are as many gates as cards\")",
            "Err(\"a coin lies among cards\".to_owned())",
            "Err(Objection::plain(\"needs_more_than_two_players\"))",
            "/// refused(\"the vizier is awake\")",
            "Act::Wake => \"two words\",",
            "#[cfg(test)]\nmod tests {\n    const WHY: &str = \"the vizier is awake\";\n}",
        ] {
            assert_eq!(errors(check, &[(MODULE, code)]), Vec::<String>::new(), "{code}");
        }
        let tests = MODULE.replace("mod.rs", "tests.rs");
        assert!(errors(check, &[(&tests, "Err(\"the vizier is awake\")")]).is_empty());
        let read = "#[error(\"there is no such card\")]";
        assert!(errors(check, &[(READ[3], read)]).is_empty(), "told to whoever wrote the text");
    }
}
