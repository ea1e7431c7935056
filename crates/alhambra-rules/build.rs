//! Turns the tables in `data/` into constants and finds what lies in the modules' folders beside their rules; stops the
//! build at the first cell, row or sign that makes no sense.
#![forbid(unsafe_code)]

#[path = "build/catalogue.rs"]
mod catalogue;
#[path = "build/looks.rs"]
mod looks;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed={}", looks::MODULES);
    println!("cargo::rerun-if-changed={}", looks::EDITIONS);
    println!("cargo::rerun-if-changed={}", looks::CORE);
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
    let write = |file: &str, code: String| {
        std::fs::write(Path::new(&out).join(file), code).map_err(|e| format!("{file}: {e}"))
    };
    write("catalogue.rs", code)?;
    let [modules, editions, core] = [looks::MODULES, looks::EDITIONS, looks::CORE].map(Path::new);
    write("looks.rs", looks::generate(modules, editions, core)?)
}
