//! `alhambra replay --verify-luck`: whether every draw of a game follows from the seed it was played with.

use crate::failure::Failure;
use alhambra_rules::record::{Entry, Record};
use alhambra_rules::{Drawn, GameState, Io, Noting, Seeded};
use std::io::Write;

/// Luck that was drawn anew after an action, because something was taken back behind new information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NewLuck {
    after: u32,
    seed: u64,
}

impl std::str::FromStr for NewLuck {
    type Err = String;

    fn from_str(text: &str) -> Result<NewLuck, String> {
        let read = text
            .split_once(':')
            .and_then(|(after, seed)| Some(NewLuck { after: after.parse().ok()?, seed: seed.parse().ok()? }));
        read.ok_or_else(|| format!("\"{text}\" is not an action and a seed such as 12:4711"))
    }
}

/// What was found out.
#[derive(Debug)]
pub(super) struct Verified {
    draws: usize,
    seeds: Vec<(u32, u64)>,
}

/// Draws everything again. `new` says where luck changed; `promised` are the hashes the table showed, in order.
pub(super) fn verify(record: &Record, new: &[NewLuck], promised: &[String]) -> Result<Verified, Failure> {
    let first = record.header.seed.map(|seed| NewLuck { after: 0, seed });
    let lucks: Vec<NewLuck> = first.into_iter().chain(new.iter().copied()).collect();
    let Some(start) = record.header.seed else {
        return match lucks.first() {
            // A game that was played on from a moment of another one: only the rest was drawn here.
            Some(_) => check(record, None, &lucks, promised),
            None => Err(Failure::new("this record does not say from which seed it was drawn")
                .hint("the page of the table shows it when the game is over: --luck 0:SEED")),
        };
    };
    check(record, Some(start), &lucks, promised)
}

fn check(
    record: &Record,
    start: Option<u64>,
    lucks: &[NewLuck],
    promised: &[String],
) -> Result<Verified, Failure> {
    let wrong = |what: String| {
        Failure::new(format!("{what} does not follow from the seed"))
            .hint("if something was taken back, the page of the table says after which action luck was drawn anew: --luck ACTION:SEED")
    };
    let header = &record.header;
    let mut noted = Vec::new();
    let mut repeating = alhambra_rules::Repeating::new(&header.chance);
    let mut game = match start {
        Some(seed) => {
            let mut seeded = Seeded::new(seed);
            let mut source = Noting { source: &mut seeded, noted: &mut noted };
            GameState::new(&header.setup, &mut Io::silent(&mut source))
        }
        None => GameState::new(&header.setup, &mut Io::silent(&mut repeating)),
    }
    .map_err(|why| Failure::new(why.to_string()))?;
    if start.is_some() && noted != header.chance {
        return Err(wrong("the set-up".to_owned()));
    }
    let mut draws = noted.len();
    for entry in &record.entries {
        let seed = lucks.iter().rev().find(|luck| luck.after < entry.n).map(|luck| luck.seed);
        match seed {
            Some(seed) if drawn(&mut game, entry, seed)? != entry.chance => {
                return Err(wrong(format!("entry {}", entry.n)));
            }
            Some(_) => draws += entry.chance.len(),
            None => {
                let mut chance = alhambra_rules::Repeating::new(&entry.chance);
                let done = game.apply(entry.seat, entry.action, &mut Io::silent(&mut chance));
                done.map_err(|why| Failure::new(why.to_string()))?;
            }
        }
    }
    for (luck, hash) in lucks.iter().zip(promised) {
        let own = alhambra_server::commitment(luck.seed);
        if own != hash.trim().to_lowercase() {
            return Err(Failure::new(format!("the promise {hash} was not about the seed {}", luck.seed))
                .hint(format!("the hash of this seed is {own}")));
        }
    }
    if promised.len() > lucks.len() {
        let text = format!("{} promises were given and {} seeds are known", promised.len(), lucks.len());
        return Err(Failure::new(text));
    }
    Ok(Verified { draws, seeds: lucks.iter().map(|luck| (luck.after, luck.seed)).collect() })
}

/// What an entry meets when luck comes from a seed; the game goes on.
fn drawn(game: &mut GameState, entry: &Entry, seed: u64) -> Result<Vec<Drawn>, Failure> {
    let (mut seeded, mut noted) = (Seeded::new(seed), Vec::new());
    let mut source = Noting { source: &mut seeded, noted: &mut noted };
    game.apply(entry.seat, entry.action, &mut Io::silent(&mut source))
        .map_err(|why| Failure::new(format!("entry {} is not allowed: {why}", entry.n)))?;
    Ok(noted)
}

/// Says so.
pub(super) fn write(verified: &Verified, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "every one of {} draws follows from the seed", verified.draws)?;
    for (after, seed) in &verified.seeds {
        let since = if *after == 0 { "from the start".to_owned() } else { format!("after entry {after}") };
        writeln!(out, "{since}: seed {seed}, promised as {}", alhambra_server::commitment(*seed))?;
    }
    Ok(())
}
