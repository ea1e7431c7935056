//! Records as text: one line for the set-up, one for each action, one that closes.

use alhambra_rules::record::Record;

/// The text of a record, for `alhambra replay`.
pub(crate) fn text(record: &Record) -> String {
    let mut text = line(&record.header);
    for entry in &record.entries {
        text += &line(entry);
    }
    if let Ok(game) = record.verify() {
        text += &line(&record.closing(&game));
    }
    text
}

fn line(part: &impl serde::Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default() + "\n"
}
