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
mod bans;
mod bots;
mod broadcast;
#[cfg(feature = "client")]
pub mod client;
mod config;
mod experts;
mod health;
mod http;
mod hub;
mod journal;
mod limits;
mod listener;
mod log_entry;
mod luck;
mod maintenance;
mod names;
mod news;
mod notify;
mod open_files;
mod outbox;
mod outlook;
mod pages;
mod past;
mod personal_data;
mod private_files;
mod records;
mod replay;
mod requests;
mod room;
mod secret;
mod server;
mod session;
mod socket;
mod store;
mod table;
mod tcp;
mod time;
mod tls;
mod websocket;
mod window;
#[cfg(all(test, feature = "client"))]
mod wire;

#[cfg(unix)]
pub use admin::{Order, admin};
pub use config::{BadConfig, Config, Forwarded, Origin, SETTINGS, Setting, Settings};
pub use luck::commitment;
pub use maintenance::{Checkup, backup, doctor, restore};
pub use server::{Server, StartError, log_to_stderr, qr_code};
pub use store::StoreError;
