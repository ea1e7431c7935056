//! Record files that were changed, cut or mixed up are refused, and the error names the first bad entry.

use alhambra_bots::BotKind;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::record::RecordError;
use alhambra_rules::table::Table;
use alhambra_rules::{Quick, Setup};
use alhambra_sim::records::{BadRecord, ReadError, parse_record, read_record, record_text, write_record};

/// A game of two, stopped after `actions` or played to its end.
fn recorded(actions: usize) -> Table {
    let mut table = Table::new(Setup::players(2), 77).unwrap();
    let mut bot = BotKind::Random.make();
    let mut dice = Quick::new(3);
    for _ in 0..actions {
        let Some(seat) = table.game().to_move() else { break };
        let action = bot.decide(&Belief::new(table.game(), seat, Recall::Full), &mut dice);
        table.apply(seat, action).unwrap();
    }
    table
}

fn text(table: &Table) -> String {
    record_text(table.record(), table.game())
}

/// Lines with one of them replaced; line 0 is the set-up, line n is entry n.
fn with_line(text: &str, n: usize, new: &str) -> String {
    let lines = text.lines().enumerate().map(|(i, line)| if i == n { new } else { line });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_is_written_is_read() {
    for actions in [0, 1, 25, usize::MAX] {
        let table = recorded(actions.min(100_000));
        assert_eq!(parse_record(&text(&table)).as_ref(), Ok(table.record()));
    }
    let table = recorded(30);
    let path = std::env::temp_dir().join(format!("alhambra-record-{}.jsonl", std::process::id()));
    write_record(&path, table.record(), table.game()).unwrap();
    assert_eq!(&read_record(&path).unwrap(), table.record());
    std::fs::write(&path, "").unwrap();
    let error = read_record(&path).unwrap_err();
    assert!(matches!(error, ReadError::Refused { .. }));
    assert!(
        error.to_string().contains("alhambra-record-") && error.to_string().ends_with("the file is empty")
    );
    std::fs::remove_file(&path).unwrap();
    let error = read_record(&path).unwrap_err();
    assert!(matches!(error, ReadError::File { .. }), "{error}");
    assert!(error.to_string().contains("cannot be read"));
}

#[test]
fn line_ends_of_another_system_are_no_change() {
    let table = recorded(10);
    assert_eq!(parse_record(&text(&table).replace('\n', "\r\n")).as_ref(), Ok(table.record()));
    assert_eq!(parse_record(text(&table).trim_end()).as_ref(), Ok(table.record()));
}

#[test]
fn something_else_is_not_a_record() {
    for other in ["", "\n\n", "{}", "[1,2]", "42", "Once upon a time", "{\"alhambra_record\":\"one\"}"] {
        let refused = parse_record(other);
        assert!(
            matches!(refused, Err(BadRecord::Record(RecordError::NotARecord(_)))),
            "{other:?}: {refused:?}"
        );
    }
    let text = text(&recorded(3));
    let unknown = text.replacen("\"seed\"", "\"sead\"", 1);
    let error = parse_record(&unknown).unwrap_err().to_string();
    assert!(error.contains("first line") && error.contains("sead"), "{error}");
}

#[test]
fn another_format_or_version_is_named() {
    let text = text(&recorded(3));
    let format = text.replacen("\"alhambra_record\":1", "\"alhambra_record\":2", 1);
    assert_eq!(parse_record(&format), Err(RecordError::Format { found: 2 }.into()));
    let version = text.replacen("\"edition_version\":2", "\"edition_version\":9", 1);
    let refused = parse_record(&version);
    assert!(matches!(refused, Err(BadRecord::Record(RecordError::Version { found: 9, .. }))), "{refused:?}");
}

#[test]
fn a_cut_file_says_after_which_entry() {
    let table = recorded(40);
    let text = text(&table);
    let lines: Vec<&str> = text.lines().collect();
    for keep in 1..lines.len() {
        let cut = lines[..keep].join("\n");
        let expected = Err(RecordError::CutOff { n: keep as u32 - 1 }.into());
        assert_eq!(parse_record(&cut), expected);
        assert_eq!(parse_record(&format!("{cut}\n")), expected);
        // Half a line more is still the same cut.
        let half = &lines[keep][..lines[keep].len() / 2];
        assert_eq!(parse_record(&format!("{cut}\n{half}")), expected, "{half}");
    }
    // Any number of bytes less is noticed.
    for bytes in 1..text.len() - 1 {
        assert!(parse_record(&text[..bytes]).is_err(), "{bytes} bytes");
    }
}

#[test]
fn a_missing_or_moved_entry_is_named() {
    let text = text(&recorded(40));
    let lines: Vec<&str> = text.lines().collect();
    for n in 1..lines.len() - 1 {
        let mut without = lines.clone();
        without.remove(n);
        let refused = parse_record(&without.join("\n")).unwrap_err();
        let last = n == lines.len() - 2;
        match refused {
            BadRecord::Record(RecordError::Changed { n: bad, .. }) => assert_eq!(bad, n as u32),
            BadRecord::Closing { .. } if last => {}
            other => panic!("entry {n}: {other}"),
        }
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named_unless_an_earlier_one_was_changed() {
    let text = text(&recorded(40));
    for bad in ["", "{", "nonsense", "{\"n\":7}", "[]"] {
        let refused = parse_record(&with_line(&text, 7, bad)).unwrap_err();
        assert!(
            matches!(refused, BadRecord::Record(RecordError::Unreadable { n: 7, .. })),
            "{bad:?}: {refused}"
        );
    }
    let entry = text.lines().nth(4).unwrap();
    let digest = entry.replace("\"digest\":\"", "\"digest\":\"0").replacen("\"}", "", 1);
    let changed = format!("{}\"}}", &digest[..digest.len() - 1]);
    let both = with_line(&with_line(&text, 7, "nonsense"), 4, &changed);
    let refused = parse_record(&both).unwrap_err();
    assert!(matches!(refused, BadRecord::Record(RecordError::Changed { n: 4, .. })), "{refused}");
}

#[test]
fn the_closing_line_must_fit() {
    let table = recorded(100_000);
    let text = text(&table);
    let last = text.lines().count() - 1;
    let closing = text.lines().last().unwrap();
    let score = table.record().closing(table.game()).scores[0];
    for (old, new) in [
        ("\"entries\":", "\"entries\":1"),
        ("\"over\":true", "\"over\":false"),
        (&format!("[{score},"), "[999,"),
        ("\"over\":true,", ""),
        ("\"over\":true", "\"over\":1"),
    ] {
        let changed = closing.replacen(old, new, 1);
        assert_ne!(changed, closing, "{old}");
        let refused = parse_record(&with_line(&text, last, &changed)).unwrap_err();
        assert!(matches!(refused, BadRecord::Closing { .. }), "{changed}: {refused}");
    }
    let twice = format!("{text}{closing}\n");
    assert_eq!(parse_record(&twice), Err(BadRecord::Beyond { line: last + 1 }));
}

#[test]
fn a_changed_byte_is_noticed_and_placed() {
    let table = recorded(60);
    let text = text(&table);
    let mut dice = Quick::new(11);
    let path = std::env::temp_dir().join(format!("alhambra-flip-{}.jsonl", std::process::id()));
    for _ in 0..600 {
        let mut bytes = text.clone().into_bytes();
        let at = dice.below(bytes.len() as u32 - 1) as usize;
        bytes[at] ^= 1 << dice.below(8);
        let entry = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
        std::fs::write(&path, &bytes).unwrap();
        match read_record(&path) {
            // A hex digit in capitals is the same digit.
            Ok(record) => {
                assert!(record == *table.record() && bytes[at] ^ text.as_bytes()[at] == 0x20, "{at}")
            }
            Err(ReadError::Refused { why, .. }) => check_place(&why, entry, 60),
            Err(other) => panic!("{other}"),
        }
    }
    std::fs::remove_file(&path).unwrap();
}

/// The error must point at the changed line. A line break that was changed joins two lines: the first counts.
fn check_place(why: &BadRecord, entry: u32, entries: u32) {
    let named = match why {
        BadRecord::Record(
            RecordError::Unreadable { n, .. }
            | RecordError::NotAllowed { n, .. }
            | RecordError::Changed { n, .. },
        ) => *n,
        BadRecord::Closing { .. } | BadRecord::Beyond { .. } => entries + 1,
        BadRecord::Record(RecordError::CutOff { n }) => n + 1,
        BadRecord::Record(_) => 0,
    };
    assert_eq!(named, entry, "{why}");
}
