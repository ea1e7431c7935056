//! `alhambra palace`.

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: Args) -> Result<(), Failure> {
    Err(Failure::new("this command is being written").hint("alhambra --help"))
}
