//! `alhambra completions`, as it is run.

use crate::common::{alhambra, closed_pipe};

#[test]
fn every_shell_gets_its_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = alhambra(&["completions", shell], "");
        assert_eq!(ran.code, Some(0), "{shell}: {}", ran.err);
        assert!(ran.out.contains("alhambra") && ran.out.contains("simulate"), "{shell}: {}", ran.out);
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    closed_pipe(&["completions", "bash"], "");
}
