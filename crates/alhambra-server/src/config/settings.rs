//! Every setting there is, and their values: flags before environment before file before defaults, and each knows where
//! it comes from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// A setting: its name in files, what it is for, its default; environment and flags are named after it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name in the file; `--base-path` and `ALHAMBRA_BASE_PATH` are the others.
    pub name: &'static str,
    /// The default, as it would be written.
    pub default: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Whether its value must not be shown.
    pub secret: bool,
}

const fn setting(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, default, about, secret: false }
}

/// Every setting there is.
pub const SETTINGS: &[Setting] = &[
    setting("listen", "0.0.0.0:8080", "Address and port of the server"),
    setting(
        "listen_unix",
        "",
        "A socket file to listen on as well, for a proxy on this machine that is believed who asks",
    ),
    setting(
        "tls_cert",
        "",
        "File with the certificates (PEM) for https on the address above, the server's own first",
    ),
    setting("tls_key", "", "File with the key of that certificate (PEM)"),
    setting(
        "admin_socket",
        "",
        "Socket file for alhambra admin; admin.sock in the data directory unless named, or none",
    ),
    setting("data_dir", "alhambra-data", "Folder for the database and its backups"),
    setting(
        "box_data",
        "",
        "File with what is really printed in your box (alhambra data export, corrected), for all new tables",
    ),
    Setting {
        secret: true,
        ..setting(
            "database_url",
            "",
            "PostgreSQL instead of the built-in database: postgres://user:password@host/name",
        )
    },
    setting("base_path", "/", "Path under which a proxy serves this, such as /games/alhambra/"),
    setting("public_url", "", "Address people use, for the printed link and the QR code"),
    setting(
        "metrics_listen",
        "",
        "Address for /metrics, such as 127.0.0.1:9100; without it they are served nowhere",
    ),
    setting(
        "log",
        "info",
        "What is logged: error, warn, info, debug, or filters such as alhambra_server=debug",
    ),
    setting("log_format", "text", "How it is logged: text or json"),
    setting(
        "trusted_proxies",
        "",
        "Addresses or networks (10.0.0.0/8) of proxies that are believed who asks, separated by commas",
    ),
    setting(
        "forwarded_header",
        "x-forwarded-for",
        "The header in which these proxies say who asks: x-forwarded-for, x-real-ip or forwarded",
    ),
    setting(
        "access_log",
        "",
        "File for a line about every request, for fail2ban and the like; - is standard error, nothing is none",
    ),
    setting("origins", "", "Further origins whose pages may open sockets, separated by commas"),
    setting("bot_seconds", "10", "The longest a bot may think about one decision"),
    setting(
        "bot_threads",
        "0",
        "How many bots think at once; 0 is one less than there are cores, at least one",
    ),
    setting("bot_pace_ms", "400", "How long bots wait before they act while people watch, in milliseconds"),
    setting("unattended_minutes", "10", "How long bots go on among themselves while nobody looks"),
    setting("idle_seconds", "30", "After how long without moves a table leaves memory"),
    setting("max_tables", "100000", "How many tables there may be that are not closed"),
    setting(
        "min_free_mb",
        "64",
        "With less room on the disk, in megabytes, there are no new tables; games go on",
    ),
    setting("backup_hours", "24", "How often the built-in database is backed up into its folder; 0 is never"),
    setting("backup_keep", "7", "How many of these backups are kept"),
    setting(
        "keep_open_days",
        "2",
        "How many days without a sign of life a table in the lobby or a finished one is kept, before it is closed",
    ),
    setting("keep_playing_days", "90", "The same for a game that goes on"),
    setting(
        "keep_open_by_turns_days",
        "30",
        "The same for a table that is played by turns, in the lobby or finished",
    ),
    setting("keep_playing_by_turns_days", "365", "The same for a game by turns that goes on"),
    setting(
        "keep_imported_days",
        "30",
        "How many days after the last look a record is deleted that was handed in to be looked at",
    ),
    setting(
        "keep_closed_days",
        "365",
        "How many days after its time a closed table is deleted, its record included; 0 is never",
    ),
    setting("tables_per_minute", "30", "How many tables or seats one address may ask for in a minute"),
    setting("imports_per_day", "50", "How many records one address may hand in to look at in a day"),
    setting(
        "max_imports",
        "10000",
        "How many handed in records there may be; those nobody looks at are deleted (keep_imported_days)",
    ),
    setting(
        "expert_tables_per_address",
        "4",
        "How many games with expert bots may go on at once that one address has asked for",
    ),
    setting("messages_per_second", "20", "How many messages one connection may send"),
    setting(
        "downloads_per_minute",
        "30",
        "How many records and tables of numbers one address may fetch in a minute",
    ),
    setting("hints_per_minute", "20", "How often one address may ask bots for advice in a minute"),
    setting(
        "guesses_per_minute",
        "20",
        "How many tables that do not exist one address may ask for in a minute",
    ),
    setting(
        "max_connections",
        "50000",
        "How many connections there may be, before and after they became sockets",
    ),
    setting("connections_per_address", "256", "How many of them from one address, or one /64 of IPv6"),
    setting("max_spectators", "1000", "How many connections that only watch one table may have"),
    setting(
        "request_seconds",
        "15",
        "How long the head of a request may take, or the pause before the next one",
    ),
    setting("body_seconds", "30", "How long the body of a request may take"),
    setting(
        "send_seconds",
        "20",
        "After how long a connection is given up that takes nothing of what is sent",
    ),
    setting("drain_seconds", "8", "How long a stopping server waits for what is under way"),
    setting(
        "webhooks",
        "",
        "Hosts that may be told of turns, with their ports unless these are the usual ones, separated by commas",
    ),
    setting(
        "push_contact",
        "",
        "Your address (mailto:… or https://…) for the push services of browsers; with it people can be told of turns by their browser",
    ),
    setting("push_key", "", "The file of the key for it; made in the data folder unless another is named"),
    setting(
        "push_services",
        "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com",
        "Push services that may be written to, separated by commas; *.example.org are all names below example.org",
    ),
];

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody said anything.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// The environment.
    Environment(String),
    /// The command line.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Environment(name) => write!(f, "{name}"),
            Origin::Flag => f.write_str("flag"),
        }
    }
}

/// What is wrong with the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// A name nobody knows.
    #[error("{origin}: there is no setting \"{name}\"; `alhambra config` lists them")]
    Unknown {
        /// The name.
        name: String,
        /// Where.
        origin: String,
    },
    /// A value that does not fit.
    #[error("{name} ({origin}): {why}")]
    Value {
        /// The setting.
        name: &'static str,
        /// Where.
        origin: String,
        /// What is wrong.
        why: String,
    },
}

/// The values of all settings with their origins.
#[derive(Clone, Debug)]
pub struct Settings {
    values: BTreeMap<&'static str, (String, Origin)>,
}

impl Settings {
    /// Puts everything together. `flags` are setting names and values; `env` the environment; `file` the file named on
    /// the command line, else `ALHAMBRA_CONFIG`, else `alhambra.toml` in the current folder if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or a setting that does not exist.
    pub fn gather(
        flags: &[(&str, String)],
        env: impl Iterator<Item = (String, String)>,
        file: Option<&Path>,
    ) -> Result<Settings, BadConfig> {
        let mut values: BTreeMap<&'static str, (String, Origin)> =
            SETTINGS.iter().map(|s| (s.name, (s.default.to_owned(), Origin::Default))).collect();
        let env: BTreeMap<String, String> = env.filter(|(key, _)| key.starts_with("ALHAMBRA_")).collect();
        let named = file.map(Path::to_owned).or_else(|| env.get("ALHAMBRA_CONFIG").map(PathBuf::from));
        let usual = Path::new("alhambra.toml");
        let path = named.or_else(|| usual.exists().then(|| usual.to_owned()));
        if let Some(path) = path {
            for (name, value) in read_file(&path)? {
                let known = known(&name, || path.display().to_string())?;
                values.insert(known, (value, Origin::File(path.clone())));
            }
        }
        for (key, value) in &env {
            let name = key.trim_start_matches("ALHAMBRA_").to_lowercase();
            // Variables of tests and tools, and the file itself.
            if ["config", "bless", "test_postgres"].contains(&name.as_str()) {
                continue;
            }
            if let Some(name) = name.strip_suffix("_file") {
                let known = known(name, || key.clone())?;
                let text = std::fs::read_to_string(value)
                    .map_err(|why| BadConfig::File(format!("{key}: cannot read {value}: {why}")))?;
                values.insert(known, (text.trim().to_owned(), Origin::Environment(key.clone())));
            } else {
                let known = known(&name, || key.clone())?;
                values.insert(known, (value.clone(), Origin::Environment(key.clone())));
            }
        }
        for (name, value) in flags {
            let known = known(name, || "flag".to_owned())?;
            values.insert(known, (value.clone(), Origin::Flag));
        }
        Ok(Settings { values })
    }

    /// Every setting with its value and origin; secrets are masked.
    pub fn shown(&self) -> Vec<(&'static Setting, String, &Origin)> {
        let shown = |s: &'static Setting| {
            let (value, origin) = self.values.get(s.name)?;
            let value = if s.secret && !value.is_empty() { "********".to_owned() } else { value.clone() };
            Some((s, value, origin))
        };
        SETTINGS.iter().filter_map(shown).collect()
    }

    /// The value of a setting, read by `parse`.
    pub(super) fn read<T>(
        &self,
        name: &'static str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, BadConfig> {
        let (value, origin) = self.values.get(name).map_or(("", Origin::Default), |(v, o)| (v, o.clone()));
        parse(value.trim()).map_err(|why| BadConfig::Value { name, origin: origin.to_string(), why })
    }
}

fn known(name: &str, origin: impl FnOnce() -> String) -> Result<&'static str, BadConfig> {
    let known = SETTINGS.iter().find(|s| s.name == name).map(|s| s.name);
    known.ok_or_else(|| BadConfig::Unknown { name: name.to_owned(), origin: origin() })
}

fn read_file(path: &Path) -> Result<Vec<(String, String)>, BadConfig> {
    let failed = |why: String| BadConfig::File(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|why| failed(why.to_string()))?;
    let table: toml::Table = text.parse().map_err(|why: toml::de::Error| failed(why.to_string()))?;
    let plain = |value: toml::Value| match value {
        toml::Value::String(text) => Ok(text),
        toml::Value::Integer(n) => Ok(n.to_string()),
        toml::Value::Boolean(b) => Ok(b.to_string()),
        toml::Value::Array(list) if list.iter().all(|v| v.is_str()) => {
            Ok(list.iter().filter_map(|v| v.as_str()).collect::<Vec<_>>().join(","))
        }
        other => Err(failed(format!("a {} is no value of a setting", other.type_str()))),
    };
    table.into_iter().map(|(key, value)| Ok((key, plain(value)?))).collect()
}
