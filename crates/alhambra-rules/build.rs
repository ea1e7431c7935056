//! Turns the tables in `data/` into constants, and stops the build at the first cell that makes no sense.
#![forbid(unsafe_code)]

#[path = "build/catalogue.rs"]
mod catalogue;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let [pieces, lands, cards] = catalogue::FILES.map(|file| {
        // Cargo runs build scripts in the folder of their crate.
        std::fs::read_to_string(file).map_err(|e| format!("{file}: cannot be read: {e}"))
    });
    let code = catalogue::generate(&pieces?, &lands?, &cards?)?;
    let out = std::env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?;
    std::fs::write(Path::new(&out).join("catalogue.rs"), code).map_err(|e| format!("catalogue.rs: {e}"))
}
