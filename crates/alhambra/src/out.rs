//! Writing to standard output. A reader that has seen enough (`| head`) is no failure.

use crate::failure::Failure;
use std::io::{self, BufWriter, ErrorKind, Write};

/// How answers are written: a readable page, or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Writes with `write`; stops quietly when nobody reads any more.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    finish(write(&mut out).and_then(|()| out.flush()))
}

/// What a writing error means: nothing, if it only says that the reader has gone.
pub(crate) fn finish(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}
