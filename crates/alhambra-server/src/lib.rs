//! The table server: one binary, friends join by a link, nothing is ever lost.
//!
//! The truth about a table is its log in the database; a line is acknowledged only when it is durable. One task owns
//! one table on each server, checks what people ask, has it written, and tells everybody connected what they may know.
//! What is in memory can be read again from the log at any time, on any server.
//!
//! ```no_run
//! # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
//! use alhambra_server::{Config, Server, Settings};
//! let settings = Settings::gather(&[], std::env::vars(), None)?;
//! let server = Server::start(Config::new(&settings)?).await?;
//! println!("{}", server.url());
//! server.stop().await;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod access;
#[cfg(unix)]
mod admin;
mod asks;
mod bans;
mod bots;
#[cfg(feature = "client")]
pub mod client;
mod config;
mod deed;
mod door;
mod experts;
mod health;
mod http;
mod hub;
mod journal;
mod limits;
mod live;
mod luck;
mod names;
mod outlook;
mod pages;
mod person;
mod private;
mod records;
mod replay;
mod room;
mod secret;
mod server;
mod socket;
mod store;
mod table;
mod tell;
mod time;
mod tls;
mod upkeep;
mod webhook;
mod window;
#[cfg(all(test, feature = "client"))]
mod wire;

#[cfg(unix)]
pub use admin::{Order, admin};
pub use config::{BadConfig, Config, Forwarded, Origin, SETTINGS, Setting, Settings};
pub use luck::commitment;
pub use server::{Server, StartError, log_to_stderr, qr_code};
pub use store::StoreError;
pub use upkeep::{Checkup, backup, doctor, restore};
