//! Running programs: where the checkout is, how a command is shown, and what a failure says.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What went wrong, as one sentence for the person at the keyboard.
#[derive(Debug)]
pub(crate) struct Error(String);

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The checkout that all commands work on.
pub(crate) struct Shell {
    root: PathBuf,
}

impl Shell {
    /// Opens the given checkout, or the one this program was started for.
    ///
    /// # Errors
    /// If the folder is no workspace root.
    pub(crate) fn open(root: Option<PathBuf>) -> Result<Shell> {
        let root = match root {
            Some(root) => root,
            None => find_root()?,
        };
        let manifest = root.join("Cargo.toml");
        match std::fs::read_to_string(&manifest) {
            Ok(text) if text.contains("[workspace]") => Ok(Shell { root }),
            Ok(_) => Err(Error::new(format!("{} has no [workspace] table", manifest.display()))),
            Err(error) => Err(Error::new(format!("cannot read {}: {error}", manifest.display()))),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder for everything that is built.
    pub(crate) fn target(&self) -> PathBuf {
        let named = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        self.root.join(named.unwrap_or_else(|| "target".into()))
    }

    /// A cargo command in the checkout, with the cargo that started us.
    pub(crate) fn cargo(&self, args: &[&str]) -> Task {
        let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut task = self.program(&program, args);
        task.shown = shown("cargo", args);
        task
    }

    /// Any other program in the checkout.
    pub(crate) fn program(&self, program: impl AsRef<OsStr>, args: &[&str]) -> Task {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root);
        Task { shown: shown(&program.to_string_lossy(), args), command }
    }

    /// Builds the binary `alhambra` for release and returns where cargo put it, whatever the target folder is.
    ///
    /// # Errors
    /// If the build fails.
    pub(crate) fn build_game(&self) -> Result<PathBuf> {
        self.built(&["build", "--release", "-p", "alhambra", "--bin", "alhambra"])
    }

    /// The binary `alhambra` as the tests have it: with the same packages and features, so that nothing is
    /// compiled twice.
    ///
    /// # Errors
    /// If the build fails.
    pub(crate) fn built_game(&self) -> Result<PathBuf> {
        self.built(&["build", "--workspace", "--all-features", "--tests", "--bins"])
    }

    /// The workbench of the bots, with all modules compiled in or, lean, with a single one.
    ///
    /// # Errors
    /// If the build fails.
    pub(crate) fn build_tools(&self, lean: bool) -> Result<PathBuf> {
        let mut args = vec!["build", "--release", "-p", "alhambra-tools"];
        if lean {
            // Its own folder, so that the real build stays what it is.
            let flags = "target.'cfg(all())'.rustflags=['--cfg=lean']";
            args.extend(["--target-dir", "target/lean", "--config", flags]);
        }
        self.made(&args, "alhambra-tools")
    }

    /// The binary `alhambra` and the load generator of the server, for release.
    ///
    /// # Errors
    /// If the build fails.
    pub(crate) fn build_load(&self) -> Result<(PathBuf, PathBuf)> {
        let both = ["build", "--release", "-p", "alhambra", "-p", "alhambra-server", "--bin", "alhambra"];
        // Checkouts to compare with may still have it where it was until 0.2.0.
        let older = self.root.join("crates/alhambra-server/examples/load.rs").exists();
        let kind = if older { "--example" } else { "--bin" };
        let args = [&both[..], &[kind, "load", "--features", "alhambra-server/client"]].concat();
        Ok((self.built(&args)?, self.made(&args, "load")?))
    }

    fn built(&self, args: &[&str]) -> Result<PathBuf> {
        if !self.root.join("crates/alhambra/Cargo.toml").exists() {
            return Err(Error::new(
                "crates/alhambra does not exist in this checkout: there is no game to run",
            ));
        }
        self.made(args, "alhambra")
    }

    fn made(&self, args: &[&str], name: &str) -> Result<PathBuf> {
        say(&shown("cargo", args));
        let mut task = self.cargo(args);
        task.command.arg("--message-format=json-render-diagnostics");
        let messages = task.output()?;
        executable(&messages, name)
            .ok_or_else(|| Error::new(format!("cargo built no executable called {name}")))
    }
}

/// A command that has not been started yet.
pub(crate) struct Task {
    shown: String,
    command: Command,
}

impl Task {
    /// Sets a variable and shows it in front of the command.
    pub(crate) fn env(mut self, key: &str, value: &str) -> Task {
        self.command.env(key, value);
        self.shown = format!("{key}={} {}", quoted(value), self.shown);
        self
    }

    /// The command as one can type it.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    /// Runs with our own input and output.
    ///
    /// # Errors
    /// If it cannot start or reports a failure.
    pub(crate) fn run(mut self) -> Result<()> {
        let status = self.command.status().map_err(|error| self.unstartable(&error))?;
        if status.success() { Ok(()) } else { Err(Error::new(format!("`{}` failed ({status})", self.shown))) }
    }

    /// Runs with our own input and output and returns how it ended.
    ///
    /// # Errors
    /// If it cannot start.
    pub(crate) fn exit_code(mut self) -> Result<ExitCode> {
        let status = self.command.status().map_err(|error| self.unstartable(&error))?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Runs and returns what it prints; its errors stay visible.
    ///
    /// # Errors
    /// If it cannot start or reports a failure.
    pub(crate) fn output(mut self) -> Result<String> {
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().map_err(|error| self.unstartable(&error))?;
        if !output.status.success() {
            return Err(Error::new(format!("`{}` failed ({})", self.shown, output.status)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs and returns what it prints, in silence; nothing if it cannot start or fails.
    pub(crate) fn answer(mut self) -> Option<String> {
        let output = self.command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs and returns what it prints to standard error, or nothing if it fails.
    pub(crate) fn complaints(mut self) -> Option<String> {
        let output = self.command.stdout(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Whether it runs and succeeds, in silence.
    pub(crate) fn works(mut self) -> bool {
        let quiet = self.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    }

    fn unstartable(&self, error: &std::io::Error) -> Error {
        Error::new(format!("cannot start `{}`: {error}", self.shown))
    }
}

/// One line about what happens next.
pub(crate) fn say(line: &str) {
    println!("xtask: {line}");
}

/// The folder above `xtask` when cargo started us, otherwise the nearest workspace around the current folder.
fn find_root() -> Result<PathBuf> {
    if let Some(own) = env::var_os("CARGO_MANIFEST_DIR") {
        let own = PathBuf::from(own);
        if own.ends_with("xtask")
            && let Some(root) = own.parent()
        {
            return Ok(root.to_owned());
        }
    }
    let here = env::current_dir().map_err(|error| Error::new(format!("no current folder: {error}")))?;
    let is_root = |dir: &&Path| {
        std::fs::read_to_string(dir.join("Cargo.toml")).is_ok_and(|text| text.contains("[workspace]"))
    };
    let found = here.ancestors().find(is_root).map(Path::to_owned);
    found.ok_or_else(|| Error::new("no workspace here: run this inside the checkout or pass --root DIR"))
}

fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let message = |line| serde_json::from_str::<serde_json::Value>(line).ok();
    let named = |value: &serde_json::Value| value["target"]["name"] == name;
    let path = |value: serde_json::Value| {
        // The unit tests of a binary carry its name as well.
        let tested = value["profile"]["test"] == true;
        value["executable"].as_str().filter(|_| !tested).map(PathBuf::from)
    };
    messages.lines().filter_map(message).filter(named).filter_map(path).next_back()
}

fn shown(program: &str, args: &[&str]) -> String {
    args.iter().fold(program.to_owned(), |line, arg| line + " " + &quoted(arg))
}

fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_one_can_type_them() {
        let shell = Shell { root: PathBuf::from(".") };
        let task = shell.cargo(&["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(task.shown(), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }

    #[test]
    fn the_executable_is_read_from_cargos_messages() {
        let messages = concat!(
            "{\"target\":{\"name\":\"alhambra\"},\"executable\":null}\n",
            "not json\n",
            "{\"target\":{\"name\":\"alhambra\"},\"executable\":\"some/alhambra\"}\n",
            "{\"target\":{\"name\":\"alhambra\"},\"profile\":{\"test\":true},\"executable\":\"its/tests\"}\n",
            "{\"target\":{\"name\":\"other\"},\"executable\":\"some/other\"}\n",
            "{\"reason\":\"build-finished\",\"success\":true}\n",
        );
        assert_eq!(executable(messages, "alhambra"), Some(PathBuf::from("some/alhambra")));
        assert_eq!(executable("", "alhambra"), None);
    }

    #[test]
    fn a_missing_program_is_named() {
        let shell = Shell { root: PathBuf::from(".") };
        let error = shell.program("no-such-program-here", &["--x"]).run().unwrap_err();
        assert!(error.to_string().contains("cannot start `no-such-program-here --x`"), "{error}");
    }

    #[test]
    fn a_folder_without_workspace_is_refused() {
        let error = Shell::open(Some(PathBuf::from("no-such-folder"))).err().unwrap();
        assert!(error.to_string().contains("no-such-folder"), "{error}");
    }
}
