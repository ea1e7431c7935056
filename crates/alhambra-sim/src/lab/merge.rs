//! Putting shards together: the merged table has the same rows as if everything had been played in one run.

use super::row::{Head, Played};
use super::sheet::{Games, SheetError};
use std::path::{Path, PathBuf};

/// Why tables cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A table cannot be read.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// Nothing to merge.
    #[error("no results to merge: name the files of all shards")]
    Nothing,
    /// The tables belong to different plans.
    #[error("{} and {} do not belong together: {why}", .first.display(), .other.display())]
    Different {
        /// One table.
        first: PathBuf,
        /// Another.
        other: PathBuf,
        /// What differs.
        why: String,
    },
    /// A game is there twice.
    #[error("game {game} is in {} and again in {}: leave out the file that repeats a shard", .first.display(), .other.display())]
    Overlap {
        /// Which game, from 1.
        game: u64,
        /// One table.
        first: PathBuf,
        /// Another, or the same.
        other: PathBuf,
    },
    /// A table is not in order.
    #[error("{}: game {game} is not in its place; the rows were reordered, or the file is the partial result of an interrupted run", .path.display())]
    Order {
        /// The table.
        path: PathBuf,
        /// Which game, from 1.
        game: u64,
    },
    /// Games are missing.
    #[error("{missing} of {games} games are missing, {}: add the files of the missing shards, or finish interrupted runs with --resume", told(.which))]
    Missing {
        /// How many.
        missing: u64,
        /// All games of the plan.
        games: u64,
        /// The first ranges that are missing, from 1.
        which: Vec<(u64, u64)>,
    },
    /// A game beyond the end of the plan.
    #[error("{}: there is a game {game}, but the plan has only {games}", .path.display())]
    Beyond {
        /// The table.
        path: PathBuf,
        /// Which game, from 1.
        game: u64,
        /// All games of the plan.
        games: u64,
    },
}

fn told(ranges: &[(u64, u64)]) -> String {
    let one =
        |&(from, to): &(u64, u64)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    let shown: Vec<String> = ranges.iter().take(5).map(one).collect();
    format!("games {}{}", shown.join(", "), if ranges.len() > 5 { " and more" } else { "" })
}

/// Checks that the tables make up one whole plan, without keeping any of their games.
///
/// # Errors
/// What is missing, there twice, or does not belong together.
pub fn check(paths: &[PathBuf]) -> Result<Head, MergeError> {
    let mut found = Vec::new();
    let head = walk(paths, |_| Ok::<(), MergeError>(()), &mut found)?;
    if found.is_empty() {
        Ok(head)
    } else {
        let missing = found.iter().map(|(from, to)| to - from + 1).sum();
        Err(MergeError::Missing { missing, games: head.games, which: found })
    }
}

/// Merges the tables: every game goes through `each`, in the order of the plan. The tables must have passed
/// [`check`].
///
/// # Errors
/// What is wrong with the tables, or what `each` says.
pub fn merge<E: From<MergeError>>(
    paths: &[PathBuf],
    mut each: impl FnMut(&Head, Played) -> Result<(), E>,
) -> Result<Head, E> {
    let head = check(paths)?;
    walk(paths, |game| each(&head, game), &mut Vec::new())
}

struct GameFile<'a> {
    path: &'a Path,
    games: Games,
    next: Option<Played>,
}

/// Goes through all tables side by side, in the order of the games; notes ranges that are missing.
fn walk<E: From<MergeError>>(
    paths: &[PathBuf],
    mut each: impl FnMut(Played) -> Result<(), E>,
    missing: &mut Vec<(u64, u64)>,
) -> Result<Head, E> {
    let mut tables: Vec<GameFile<'_>> = Vec::new();
    let mut head: Option<(Head, &Path)> = None;
    for path in paths {
        let mut table = GameFile { path, games: Games::open(path).map_err(MergeError::from)?, next: None };
        advance(&mut table, &mut head)?;
        tables.push(table);
    }
    let mut last: Option<(u64, PathBuf)> = None;
    loop {
        let first = tables.iter_mut().filter(|table| table.next.is_some());
        let Some(table) = first.min_by_key(|table| table.next.as_ref().map(|game| game.number)) else {
            break;
        };
        let Some(game) = table.next.take() else { break };
        let games = head.as_ref().map_or(0, |(head, _)| head.games);
        let from = last.as_ref().map_or(0, |(number, _)| number + 1);
        if let Some((_, first)) = last.as_ref().filter(|(number, _)| *number == game.number) {
            let (first, other) = (first.clone(), table.path.to_owned());
            return Err(MergeError::Overlap { game: game.number + 1, first, other }.into());
        }
        if game.number >= games {
            return Err(
                MergeError::Beyond { path: table.path.to_owned(), game: game.number + 1, games }.into()
            );
        }
        if game.number > from {
            missing.push((from + 1, game.number));
        }
        last = Some((game.number, table.path.to_owned()));
        let number = game.number;
        each(game)?;
        advance(table, &mut head)?;
        if let Some(next) = table.next.as_ref().filter(|next| next.number < number) {
            return Err(MergeError::Order { path: table.path.to_owned(), game: next.number + 1 }.into());
        }
    }
    let (head, _) = head.ok_or(MergeError::Nothing)?;
    let from = last.map_or(0, |(number, _)| number + 1);
    if from < head.games {
        missing.push((from + 1, head.games));
    }
    Ok(head)
}

fn advance<'a>(table: &mut GameFile<'a>, head: &mut Option<(Head, &'a Path)>) -> Result<(), MergeError> {
    let Some(game) = table.games.next() else { return Ok(()) };
    let (found, game, _) = game?;
    match head {
        None => *head = Some((found, table.path)),
        Some((first, path)) if *first != found => {
            let why = if first.version != found.version {
                format!("they were played by versions {} and {}", first.version, found.version)
            } else {
                "they were played for different plans (other bots, set-up, deals or seed)".to_owned()
            };
            return Err(MergeError::Different {
                first: path.to_path_buf(),
                other: table.path.to_owned(),
                why,
            });
        }
        Some(_) => {}
    }
    table.next = Some(game);
    Ok(())
}
