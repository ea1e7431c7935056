//! The program as people call it: every command with its output, its errors and its pipes.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/server.rs"]
mod server;

mod abuse;
mod completions;
mod data;
mod hint;
mod lab;
mod modules;
mod palace;
mod play;
mod replay;
mod score;
mod serve;
mod setup;
mod simulate;
#[cfg(target_os = "linux")]
mod supervised;
