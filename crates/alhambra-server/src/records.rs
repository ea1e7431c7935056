//! Records as text: one line for the set-up, one for each action, one that closes.

use alhambra_rules::record::{Closing, Entry, FORMAT, Header, Record, RecordError};
use alhambra_rules::{GameState, Io, Player, Repeating, Setup};

/// Why the text of a record is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadRecord {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the closing line does not fit the game above it; the file was changed")]
    Closing,
    #[error("more follows after the closing line; delete it")]
    Beyond,
}

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

/// Reads the text of a record and replays it, digests included; also says whether the game came to its end.
///
/// # Errors
/// The first line that does not fit.
pub(crate) fn read(text: &str) -> Result<(Record, bool), BadRecord> {
    let mut lines = text.trim().lines();
    let header = header(lines.next().unwrap_or_default())?;
    let (mut entries, mut closing, mut broken) = (Vec::new(), None, None);
    for line in lines.by_ref() {
        match serde_json::from_str::<Entry>(line) {
            Ok(entry) => entries.push(entry),
            Err(why) => {
                closing = serde_json::from_str::<Closing>(line).ok();
                broken = Some(why.to_string());
                break;
            }
        }
    }
    let record = Record { header, entries };
    // Replayed before anything else is said: an entry that was changed comes before the place where reading stopped.
    let game = record.verify()?;
    let n = record.entries.len() as u32;
    match (closing, broken) {
        (Some(_), _) if lines.next().is_some() => Err(BadRecord::Beyond),
        (Some(closing), _) if closing == record.closing(&game) => Ok((record, game.is_over())),
        (Some(_), _) => Err(BadRecord::Closing),
        (None, Some(why)) => Err(RecordError::Unreadable { n: n + 1, why }.into()),
        (None, None) => Err(RecordError::CutOff { n }.into()),
    }
}

fn header(line: &str) -> Result<Header, RecordError> {
    let other = |why: String| RecordError::NotARecord(why);
    if line.is_empty() {
        return Err(other("the file is empty".to_owned()));
    }
    // The format comes first: the other fields of another format are none of our business.
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|_| other("the first line is not JSON".to_owned()))?;
    match value.get("alhambra_record").and_then(serde_json::Value::as_u64) {
        None => Err(other("the first line has no \"alhambra_record\"".to_owned())),
        Some(found) if found != u64::from(FORMAT) => {
            Err(RecordError::Format { found: u16::try_from(found).unwrap_or(u16::MAX) })
        }
        Some(_) => {
            serde_json::from_str(line).map_err(|why| other(format!("the first line cannot be read: {why}")))
        }
    }
}

/// The same game under other names, without the seed it was played with: its digests are worked out anew.
///
/// # Errors
/// When the game cannot be replayed or the names are none.
pub(crate) fn renamed(record: &Record, names: &[String], dirk: &str) -> Result<Record, RecordError> {
    let old = &record.header.setup;
    // Ages stay: they may have decided who began.
    let named = |(player, name): (&Player, &String)| Player { name: name.clone(), age: player.age };
    let players = old.players.iter().zip(names).map(named).collect();
    let setup = Setup { players, dirk: dirk.to_owned(), ..old.clone() };
    let mut chance = Repeating::new(&record.header.chance);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut chance))?;
    let header = Header::new(setup, None, record.header.chance.clone(), &game);
    let (mut digest, mut entries) = (header.digest, Vec::with_capacity(record.entries.len()));
    for entry in &record.entries {
        let n = entry.n;
        let mut chance = Repeating::new(&entry.chance);
        game.apply(entry.seat, entry.action, &mut Io::silent(&mut chance))
            .map_err(|why| RecordError::NotAllowed { n, why })?;
        let entry = Entry::new(n, digest, entry.seat, entry.action, entry.chance.clone(), &game);
        digest = entry.digest;
        entries.push(entry);
    }
    Ok(Record { header, entries })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::table::Table;

    fn played() -> Record {
        let mut table = Table::new(Setup::players(3), 6).unwrap();
        let mut actions = Vec::new();
        for _ in 0..40 {
            let seat = table.game().to_move().unwrap();
            table.game().legal(seat, &mut actions);
            table.apply(seat, actions[actions.len() / 2]).unwrap();
        }
        table.record().clone()
    }

    #[test]
    fn a_record_is_read_again_and_the_first_bad_entry_is_named() {
        let record = played();
        let good = text(&record);
        let (again, over) = read(&good).unwrap();
        assert_eq!((again, over), (record, false));
        let lines: Vec<&str> = good.lines().collect();
        let cut = lines[..20].join("\n");
        let mut swapped = lines.clone();
        swapped.swap(7, 8);
        let mut torn = lines.clone();
        torn[5] = &torn[5][..20];
        let closing = good.replace("\"over\":false", "\"over\":true");
        let cases = [
            (String::new(), "the file is empty"),
            ("hello".to_owned(), "not JSON"),
            ("{\"a\": 1}".to_owned(), "alhambra_record"),
            (good.replacen("\"alhambra_record\":1", "\"alhambra_record\":9", 1), "format 9"),
            (good.replacen("Player 1", "Player X", 1), "digest does not fit"),
            (cut, "cut off after entry 19"),
            (swapped.join("\n"), "entry 7 "),
            (torn.join("\n"), "entry 5 cannot be read"),
            (closing, "closing line does not fit"),
            (format!("{good}more"), "more follows"),
        ];
        for (text, expected) in cases {
            let why = read(&text).unwrap_err().to_string();
            assert!(why.contains(expected), "{why:?} should say {expected:?}");
        }
    }

    #[test]
    fn a_game_under_other_names_is_the_same_game() {
        let record = played();
        let names = ["Ann", "Bo", "Cy"].map(str::to_owned);
        let other = renamed(&record, &names, "Emil").unwrap();
        assert_eq!(other.verify().unwrap(), record.verify().unwrap());
        assert_eq!((other.header.seed, other.header.setup.players[2].name.as_str()), (None, "Cy"));
        assert_eq!(other.header.setup.dirk, "Emil");
        assert!(renamed(&record, &["", "Bo", "Cy"].map(str::to_owned), "Emil").is_err());
    }
}
