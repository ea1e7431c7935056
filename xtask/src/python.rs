//! `cargo xtask python`: builds the wheel of crates/alhambra-py and runs its tests, in a virtual environment of
//! its own under the target folder. Whatever is there already is used again.

use crate::shell::{Error, Result, Shell, say};
use std::path::{Path, PathBuf};

/// The oldest Python the wheel works with.
const OLDEST: (u32, u32) = (3, 10);
const REQUIREMENTS: &str = "crates/alhambra-py/requirements-test.txt";

/// Installs what is missing, builds the wheel, tests it.
///
/// # Errors
/// Without a Python that is new enough, or if a step fails.
pub(crate) fn run(shell: &Shell) -> Result<()> {
    let (venv, wheel) = wheel(shell)?;
    let python = venv.program("python");
    let words =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps"];
    told(shell, &python, &words, &[&wheel])?;
    told(
        shell,
        &python,
        &["-m", "pytest", "-c"],
        &[Path::new("crates/alhambra-py/pyproject.toml"), Path::new("crates/alhambra-py/tests")],
    )
}

/// The wheel alone, for people who install it.
///
/// # Errors
/// Without a Python that is new enough, or if it cannot be built.
pub(crate) fn only_wheel(shell: &Shell) -> Result<PathBuf> {
    wheel(shell).map(|(_, wheel)| wheel)
}

fn wheel(shell: &Shell) -> Result<(Venv, PathBuf)> {
    let target = shell.target();
    let venv = Venv { folder: target.join("python") };
    venv.make(shell)?;
    venv.fill(shell)?;
    let wheel = build(shell, &venv, &target.join("wheels"))?;
    Ok((venv, wheel))
}

/// Runs a program and says so.
fn told(shell: &Shell, program: &Path, words: &[&str], paths: &[&Path]) -> Result<()> {
    let paths: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = words.iter().copied().chain(paths.iter().map(String::as_str)).collect();
    let task = shell.program(program, &words);
    say(task.shown());
    task.run()
}

/// The wheel, built for release into an empty folder, so that it is the only one there.
fn build(shell: &Shell, venv: &Venv, wheels: &Path) -> Result<PathBuf> {
    if wheels.exists() {
        std::fs::remove_dir_all(wheels)
            .map_err(|error| Error::new(format!("cannot empty {}: {error}", wheels.display())))?;
    }
    let manifest = Path::new("crates/alhambra-py/Cargo.toml");
    let interpreter = venv.program("python");
    let words = ["build", "--release", "--locked", "--quiet", "--interpreter"];
    told(
        shell,
        &venv.program("maturin"),
        &words,
        &[&interpreter, Path::new("--manifest-path"), manifest, Path::new("--out"), wheels],
    )?;
    let files = std::fs::read_dir(wheels)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", wheels.display())))?;
    let mut found = files.flatten().map(|file| file.path());
    found
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .ok_or_else(|| Error::new(format!("maturin left no wheel in {}", wheels.display())))
}

/// The virtual environment.
struct Venv {
    folder: PathBuf,
}

impl Venv {
    fn program(&self, name: &str) -> PathBuf {
        let programs = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join(programs).join(name)
    }

    /// Makes the environment unless it is there and works.
    fn make(&self, shell: &Shell) -> Result<()> {
        if shell.program(self.program("python"), &["-m", "pip", "--version"]).works() {
            return Ok(());
        }
        let python = interpreter(shell)?;
        say(&format!("no virtual environment yet: making one in {}", self.folder.display()));
        told(shell, Path::new(&python), &["-m", "venv", "--clear"], &[&self.folder]).map_err(|error| {
            Error::new(format!("{error}; if venv is missing: apt-get install --yes python3-venv"))
        })
    }

    /// Installs the requirements unless these very ones have been installed.
    fn fill(&self, shell: &Shell) -> Result<()> {
        let wanted = std::fs::read_to_string(shell.root().join(REQUIREMENTS))
            .map_err(|error| Error::new(format!("cannot read {REQUIREMENTS}: {error}")))?;
        let note = self.folder.join("installed.txt");
        if std::fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
            say(&format!("what {REQUIREMENTS} names is installed"));
            return Ok(());
        }
        let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        told(shell, &self.program("python"), &words, &[Path::new(REQUIREMENTS)])?;
        std::fs::write(&note, wanted)
            .map_err(|error| Error::new(format!("cannot write {}: {error}", note.display())))
    }
}

/// A Python that is new enough: the one `PYTHON` names, or the one on the path.
fn interpreter(shell: &Shell) -> Result<String> {
    let named = std::env::var("PYTHON").ok();
    let mut seen = Vec::new();
    for name in named.into_iter().chain(["python3".to_owned(), "python".to_owned()]) {
        let asked = shell.program(&name, &["-c", "import sys; print(*sys.version_info[:2])"]);
        let Some(version) = asked.answer().as_deref().and_then(version) else { continue };
        if version >= OLDEST {
            return Ok(name);
        }
        seen.push(format!("{name} is {}.{}", version.0, version.1));
    }
    let seen = if seen.is_empty() { "there is none".to_owned() } else { seen.join(", ") };
    Err(Error::new(format!(
        "the Python package needs Python {}.{} or newer, and {seen}: run apt-get install --yes python3 python3-venv \
         (or name another one with PYTHON=…)",
        OLDEST.0, OLDEST.1
    )))
}

/// "3 11" as numbers.
fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("3 11\n"), Some((3, 11)));
        assert!(version("3 9").unwrap() < OLDEST);
        assert!(version("3 10").unwrap() >= OLDEST);
        assert_eq!(version("Python"), None);
    }
}
