//! `cargo xtask bots`: the workbench of the bots, built for release: matches, training, trials.

use crate::shell::{Result, Shell};
use std::process::ExitCode;

#[derive(clap::Args)]
// Questions for help are the workbench's to answer.
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// The tool and its words; `cargo xtask bots --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "TOOL")]
    args: Vec<String>,
}

/// Builds the workbench and hands everything over to it.
///
/// # Errors
/// If it cannot be built or started.
pub(crate) fn run(shell: &Shell, args: &Args) -> Result<ExitCode> {
    let tools = shell.build_tools(false)?;
    let words: Vec<&str> = args.args.iter().map(String::as_str).collect();
    shell.program(tools, &words).exit_code()
}

#[cfg(test)]
impl Args {
    pub(crate) fn args(&self) -> &[String] {
        &self.args
    }
}
