//! Where results go: a file that is written while games are played, and that a later run can go on with.
//!
//! As long as games are missing the file is called `results.partial.csv`; it is a valid table at any time, whole
//! games in order, and its name says that it is not all. When the last game is in, it becomes `results.csv` or
//! `results.parquet`.

use super::plan::{LabPlan, Shard};
use super::row::{Head, Played};
use super::run::Done;
use super::sheet::{Format, Games, SheetError, Writer, csv_lines, csv_names};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Why results cannot go there.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The table cannot be read or written.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// There is something already.
    #[error("{}: this file exists; choose another name, --force to replace it, or --resume to go on with it", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The folder does not exist.
    #[error("{}: there is no folder {} to put it in; create it first", .path.display(), .folder.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The file to go on with is of another run.
    #[error("{}: {why}; --resume needs the same command as before, or choose another name", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        why: String,
    },
}

/// What to do with a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Leave it alone and refuse.
    Refuse,
    /// Replace it.
    Replace,
    /// Go on with it.
    Resume,
}

/// A file of results that a run adds to.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    partial: PathBuf,
    head: Head,
    file: Option<File>,
    done: Done,
    complete: bool,
}

/// The name of a file while games are missing.
pub fn partial_path(path: &Path) -> PathBuf {
    path.with_extension("partial.csv")
}

/// Whether a file may be written here; nothing is touched.
///
/// # Errors
/// When its folder is missing, or it exists and must not be replaced.
pub fn check_free(path: &Path, existing: Existing) -> Result<(), OutputError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(OutputError::NoFolder { path: path.to_owned(), folder: folder.to_owned() });
    }
    if existing == Existing::Refuse && path.exists() {
        return Err(OutputError::Exists { path: path.to_owned() });
    }
    Ok(())
}

impl Output {
    /// Checks the place and prepares to write. Games that are there already go through `each`, in order.
    ///
    /// # Errors
    /// What is in the way; nothing has been changed then.
    pub fn open(
        path: &Path,
        plan: &LabPlan,
        shard: Shard,
        existing: Existing,
        mut each: impl FnMut(&Played),
    ) -> Result<Output, OutputError> {
        Format::of(path)?;
        let partial = partial_path(path);
        check_free(path, existing)?;
        check_free(&partial, existing)?;
        let head = Head::of(plan);
        let mut output = Output {
            path: path.to_owned(),
            partial,
            head,
            file: None,
            done: Done::default(),
            complete: false,
        };
        if existing == Existing::Resume && path.exists() {
            output.done = read(path, &output.head, plan, shard, &mut each)?.0;
            let missing = shard.games(plan) - output.done.first;
            if missing > 0 && !output.done.later.is_empty() {
                let why = format!("it is not complete: {missing} games are missing in the middle");
                return Err(OutputError::Other { path: path.to_owned(), why });
            }
            output.complete = true;
            return Ok(output);
        }
        let failed = |why| SheetError::File { path: output.partial.clone(), why };
        if existing == Existing::Resume && output.partial.exists() {
            let (done, end) = read(&output.partial, &output.head, plan, shard, &mut each)?;
            // What lies behind the first gap is kept in memory and written again in its place.
            let file = OpenOptions::new().append(true).open(&output.partial).map_err(failed)?;
            file.set_len(end).map_err(failed)?;
            (output.file, output.done) = (Some(file), done);
            if end == 0 {
                output.write(&csv_names())?;
            }
            return Ok(output);
        }
        output.file = Some(File::create(&output.partial).map_err(failed)?);
        output.write(&csv_names())?;
        Ok(output)
    }

    /// What was there already; the first of it has gone through `each` of [`open`](Output::open).
    pub fn done(&mut self) -> Done {
        std::mem::take(&mut self.done)
    }

    /// Whether the file was there and nothing is left to play.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &Played) -> Result<(), OutputError> {
        let lines = csv_lines(&self.head, game);
        self.write(&lines)
    }

    /// Every game is in: the file gets its name and its format.
    ///
    /// # Errors
    /// When it cannot be written; the partial file is then still there.
    pub fn finish(self) -> Result<(), OutputError> {
        if self.complete {
            return Ok(());
        }
        let failed = |why| SheetError::File { path: self.path.clone(), why };
        drop(self.file);
        match Format::of(&self.path)? {
            Format::Csv => std::fs::rename(&self.partial, &self.path).map_err(failed)?,
            Format::Parquet => {
                let mut writer = Writer::create(&self.path)?;
                for game in Games::open(&self.partial)? {
                    let (head, game, _) = game?;
                    writer.add(&head, &game)?;
                }
                writer.finish()?;
                std::fs::remove_file(&self.partial).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// The file with what was played so far, if games are missing.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    // Straight to the system: a run that is killed loses nothing but the games it was playing.
    fn write(&mut self, text: &str) -> Result<(), OutputError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(text.as_bytes())
            .map_err(|why| SheetError::File { path: self.partial.clone(), why }.into())
    }
}

/// Reads what a run has written: the games from the beginning go through `each`, those behind a gap are kept.
/// Also where the part from the beginning ends in the file.
fn read(
    path: &Path,
    head: &Head,
    plan: &LabPlan,
    shard: Shard,
    each: &mut impl FnMut(&Played),
) -> Result<(Done, u64), OutputError> {
    let other = |why: String| OutputError::Other { path: path.to_owned(), why };
    let games = match Games::open(path) {
        // Killed before the first line was written.
        Err(SheetError::Columns { .. }) if std::fs::metadata(path).is_ok_and(|file| file.len() == 0) => {
            return Ok((Done::default(), 0));
        }
        games => games?,
    };
    let mut done = Done { first: 0, later: BTreeMap::new() };
    let mut end = csv_names().len() as u64;
    for game in games {
        let (found, game, at) = match game {
            Err(SheetError::CutOff { .. }) => break,
            game => game?,
        };
        if found.version != head.version {
            return Err(other(format!(
                "it was played by version {}, this is {}",
                found.version, head.version
            )));
        }
        if found != *head {
            return Err(other("it belongs to another plan (other bots, set-up, deals or seed)".to_owned()));
        }
        let number = game.number + 1;
        let nth = shard.nth(plan, game.number);
        let nth = nth.ok_or_else(|| other(format!("game {number} does not belong to shard {shard}")))?;
        if nth < done.first || done.later.contains_key(&nth) {
            return Err(other(format!("game {number} is in it twice")));
        }
        if nth == done.first && done.later.is_empty() {
            each(&game);
            done.first += 1;
            end = at.unwrap_or(end);
        } else {
            done.later.insert(nth, game);
        }
    }
    Ok((done, end))
}
