//! The table server over real sockets. One program for all of it: each of them would link the whole server once more.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod edge;
mod hosting;
mod links;
mod names;
mod outside;
mod postgres;
mod refusals;
mod replays;
mod safety;
mod shares;
mod silent;
mod tables;
mod veil;
mod windows;
