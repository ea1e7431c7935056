//! How a command fails: what is wrong, and what to do about it.

use std::process::ExitCode;

/// A command that could not do what was asked. Exit code 1; wrong usage is 2 and clap's business.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub(crate) struct Failure {
    what: String,
    hint: Option<String>,
}

impl Failure {
    /// Something is wrong; the message names the field or file.
    pub(crate) fn new(what: impl Into<String>) -> Failure {
        Failure { what: what.into(), hint: None }
    }

    /// What to do about it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }

    /// Tells the user and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("error: {self}");
        if let Some(hint) = &self.hint {
            eprintln!("  try: {hint}");
        }
        ExitCode::FAILURE
    }
}
