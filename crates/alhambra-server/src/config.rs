//! Settings: flags before environment before file before defaults, and every value knows where it comes from.

use alhambra_rules::data::Data;
use ipnet::IpNet;
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

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
        "keep_closed_days",
        "365",
        "How many days after its time a closed table is deleted, its record included; 0 is never",
    ),
    setting("tables_per_minute", "30", "How many tables or seats one address may ask for in a minute"),
    setting("imports_per_day", "50", "How many records one address may hand in to look at in a day"),
    setting(
        "max_imports",
        "10000",
        "How many handed in records there may be; those nobody looked at for 30 days are deleted",
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

    fn read<T>(
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

/// The settings as the server uses them.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address of the server.
    pub listen: SocketAddr,
    /// A socket file to listen on as well.
    pub listen_unix: Option<PathBuf>,
    /// Where orders of the admin come in.
    pub admin_socket: Option<PathBuf>,
    /// Certificate and key for TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Folder for the database.
    pub data_dir: PathBuf,
    /// What is really printed in the box.
    pub box_data: Data,
    /// PostgreSQL, if wanted.
    pub database_url: Option<String>,
    /// With a slash at both ends.
    pub base_path: String,
    /// The address people use.
    pub public_url: Option<String>,
    /// Own address for metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// The filter of the log.
    pub log: String,
    /// Whether the log is JSON.
    pub log_json: bool,
    /// Proxies that are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Where they say who asks.
    pub forwarded_header: Forwarded,
    /// The access log: nothing, `-` or a file.
    pub access_log: String,
    /// Further origins.
    pub origins: Vec<String>,
    /// The longest thought of a bot.
    pub bot_time: Duration,
    /// How many bots think at once.
    pub bot_threads: usize,
    /// How long bots wait.
    pub bot_pace: Duration,
    /// How long bots go on among themselves while nobody looks.
    pub unattended: Duration,
    /// When a quiet table leaves memory.
    pub idle: Duration,
    /// How many tables there may be.
    pub max_tables: u64,
    /// With fewer bytes left on the disk there are no new tables.
    pub min_free: u64,
    /// How often the server backs up by itself.
    pub backup_every: Option<Duration>,
    /// How many of these backups are kept.
    pub backup_keep: usize,
    /// When closed tables are deleted.
    pub keep_closed_days: u64,
    /// Tables and seats a minute from one address.
    pub tables_per_minute: u32,
    /// Records a day from one address.
    pub imports_per_day: u32,
    /// How many handed in records there may be.
    pub max_imports: u64,
    /// Games with expert bots at once for one address.
    pub expert_tables_per_address: usize,
    /// Messages a second on one connection.
    pub messages_per_second: u32,
    /// Records and sheets a minute to one address.
    pub downloads_per_minute: u32,
    /// Codes of no table a minute from one address.
    pub guesses_per_minute: u32,
    /// How many connections there may be.
    pub max_connections: usize,
    /// How many of one address.
    pub connections_per_address: usize,
    /// How many may watch one table.
    pub max_spectators: usize,
    /// How long the head of a request may take.
    pub request_time: Duration,
    /// How long its body may take.
    pub body_time: Duration,
    /// How long a connection may take nothing.
    pub send_time: Duration,
    /// How long to drain.
    pub drain: Duration,
    /// Hosts that may be told of turns.
    pub webhooks: Vec<String>,
}

impl Config {
    /// The settings in use.
    ///
    /// # Errors
    /// The first value that does not fit.
    pub fn new(settings: &Settings) -> Result<Config, BadConfig> {
        fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
            text.parse().map_err(|_| format!("\"{text}\" is not a whole number in range"))
        }
        let address = |text: &str| {
            text.parse::<SocketAddr>()
                .map_err(|_| format!("\"{text}\" is not an address such as 0.0.0.0:8080 or [::]:8080"))
        };
        let seconds = |text: &str| match number(text)? {
            0 => Err("it must be at least one second".to_owned()),
            seconds => Ok(Duration::from_secs(seconds)),
        };
        let maybe = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let list = |text: &str| -> Vec<String> {
            text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
        };
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Ok(Config {
            listen: settings.read("listen", address)?,
            listen_unix: settings.read("listen_unix", |t| Ok(maybe(t).map(PathBuf::from)))?,
            admin_socket: {
                let data = settings.read("data_dir", |t| Ok(PathBuf::from(t)))?;
                settings.read("admin_socket", |t| match t {
                    "none" => Ok(None),
                    "" => Ok(Some(data.join("admin.sock"))),
                    path => Ok(Some(PathBuf::from(path))),
                })?
            },
            tls: {
                let chain = settings.read("tls_cert", |t| Ok(maybe(t)))?;
                let fits = |t: &str| match (&chain, maybe(t)) {
                    (Some(_), None) => Err("tls_cert needs it".to_owned()),
                    (None, Some(_)) => Err("it needs tls_cert".to_owned()),
                    (_, key) => Ok(key),
                };
                let key = settings.read("tls_key", fits)?;
                chain.clone().zip(key).map(|(chain, key)| (PathBuf::from(chain), PathBuf::from(key)))
            },
            data_dir: settings.read("data_dir", |t| match t {
                "" => Err("it must name a folder".to_owned()),
                t => Ok(PathBuf::from(t)),
            })?,
            database_url: settings.read("database_url", |t| match maybe(t) {
                Some(url) if !url.starts_with("postgres://") && !url.starts_with("postgresql://") => {
                    Err("it must begin with postgres://".to_owned())
                }
                url => Ok(url),
            })?,
            base_path: settings.read("base_path", |t| {
                let path = t.trim_matches('/');
                let fine = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
                if !path.chars().all(fine) || path.contains("//") || path.split('/').any(|p| p == "..") {
                    return Err(format!("\"{t}\" is not a path such as /games/alhambra/"));
                }
                Ok(if path.is_empty() { "/".to_owned() } else { format!("/{path}/") })
            })?,
            public_url: settings.read("public_url", |t| match maybe(t) {
                Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
                    Err("it must begin with http:// or https://".to_owned())
                }
                url => Ok(url),
            })?,
            metrics_listen: settings
                .read("metrics_listen", |t| if t.is_empty() { Ok(None) } else { address(t).map(Some) })?,
            log: settings.read("log", |t| Ok(t.to_owned()))?,
            log_json: settings.read("log_format", |t| match t {
                "text" => Ok(false),
                "json" => Ok(true),
                other => Err(format!("\"{other}\" is neither text nor json")),
            })?,
            trusted_proxies: settings
                .read("trusted_proxies", |t| list(t).iter().map(|text| network(text)).collect())?,
            forwarded_header: settings.read("forwarded_header", |t| match t {
                "x-forwarded-for" => Ok(Forwarded::For),
                "x-real-ip" => Ok(Forwarded::RealIp),
                "forwarded" => Ok(Forwarded::Standard),
                other => Err(format!("\"{other}\" is neither x-forwarded-for nor x-real-ip nor forwarded")),
            })?,
            box_data: settings.read("box_data", |file| match file {
                "" => Ok(Data::default()),
                file => {
                    let text = std::fs::read_to_string(file)
                        .map_err(|why| format!("{file} cannot be read: {why}"))?;
                    Data::read(&text).map_err(|why| format!("{file}: {why}"))
                }
            })?,
            access_log: settings.read("access_log", |t| Ok(t.to_owned()))?,
            origins: settings.read("origins", |t| Ok(list(t)))?,
            bot_time: settings.read("bot_seconds", |t| number(t).map(Duration::from_secs))?,
            bot_threads: settings
                .read("bot_threads", number)
                .map(|n: usize| if n == 0 { cores.saturating_sub(1).max(1) } else { n })?,
            bot_pace: settings.read("bot_pace_ms", |t| number(t).map(Duration::from_millis))?,
            unattended: settings.read("unattended_minutes", |t| {
                number(t).map(|minutes: u64| Duration::from_secs(minutes.saturating_mul(60)))
            })?,
            idle: settings.read("idle_seconds", |t| number(t).map(Duration::from_secs))?,
            max_tables: settings.read("max_tables", number)?,
            min_free: settings.read("min_free_mb", |t| number(t).map(|n: u64| n.saturating_mul(1 << 20)))?,
            backup_every: settings.read("backup_hours", |t| {
                number(t)
                    .map(|hours: u64| (hours > 0).then(|| Duration::from_secs(hours.saturating_mul(3600))))
            })?,
            backup_keep: settings.read("backup_keep", number)?,
            keep_closed_days: settings.read("keep_closed_days", number)?,
            tables_per_minute: settings.read("tables_per_minute", number)?,
            imports_per_day: settings.read("imports_per_day", number)?,
            max_imports: settings.read("max_imports", number)?,
            expert_tables_per_address: settings.read("expert_tables_per_address", number)?,
            messages_per_second: settings.read("messages_per_second", number)?,
            downloads_per_minute: settings.read("downloads_per_minute", number)?,
            guesses_per_minute: settings.read("guesses_per_minute", number)?,
            max_connections: settings.read("max_connections", number)?,
            connections_per_address: settings.read("connections_per_address", number)?,
            max_spectators: settings.read("max_spectators", number)?,
            request_time: settings.read("request_seconds", seconds)?,
            body_time: settings.read("body_seconds", seconds)?,
            send_time: settings.read("send_seconds", seconds)?,
            drain: settings.read("drain_seconds", |t| number(t).map(Duration::from_secs))?,
            webhooks: settings.read("webhooks", |t| Ok(list(t)))?,
        })
    }
}

impl Config {
    /// Whether somebody is a proxy that is believed.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}

/// An address or a network; on sockets for both kinds an IPv4 address is written as `::ffff:192.0.2.1`.
pub(crate) fn network(text: &str) -> Result<IpNet, String> {
    let bad = || format!("\"{text}\" is not an IP address or a network such as 10.0.0.0/8");
    let one = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    let network = one.or_else(|_| text.parse::<IpNet>()).map_err(|_| bad())?;
    Ok(match network {
        IpNet::V6(v6) if v6.prefix_len() >= 96 => match v6.addr().to_ipv4_mapped() {
            Some(v4) => IpNet::new(v4.into(), v6.prefix_len() - 96).map_err(|_| bad())?,
            None => network,
        },
        network => network,
    })
}

/// The header in which proxies say who asks. Only one is believed: any other may come from whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forwarded {
    /// `X-Forwarded-For: client, proxy`.
    For,
    /// `X-Real-IP: client`.
    RealIp,
    /// `Forwarded: for=client, for=proxy` (RFC 7239).
    Standard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_addresses_or_networks_in_either_spelling() {
        let trusts = |proxies: &str, address: &str| {
            let settings =
                Settings::gather(&[("trusted_proxies", proxies.to_owned())], env(&[]), None).unwrap();
            Config::new(&settings).unwrap().trusts(address.parse().unwrap())
        };
        assert!(trusts("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(trusts("::ffff:127.0.0.1", "127.0.0.1"));
        assert!(trusts("::1, 10.0.0.0/8", "::ffff:10.9.8.7"));
        assert!(trusts("::ffff:10.0.0.0/104", "10.9.8.7"));
        assert!(trusts("fd00::/8", "fd12::1"));
        assert!(!trusts("10.0.0.0/8", "11.0.0.1") && !trusts("", "127.0.0.1"));
    }

    fn env(pairs: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> + use<> {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn flags_before_environment_before_file_before_defaults() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.toml");
        std::fs::write(
            &file,
            "bot_seconds = 3\nidle_seconds = 7\ndrain_seconds = 2\norigins = [\"a\", \"b\"]\n",
        )
        .unwrap();
        let env = env(&[("ALHAMBRA_IDLE_SECONDS", "8"), ("ALHAMBRA_DRAIN_SECONDS", "4"), ("PATH", "x")]);
        let flags = [("drain_seconds", "5".to_owned())];
        let settings = Settings::gather(&flags, env, Some(&file)).unwrap();
        let config = Config::new(&settings).unwrap();
        assert_eq!(config.bot_time.as_secs(), 3);
        assert_eq!(config.idle.as_secs(), 8);
        assert_eq!(config.drain.as_secs(), 5);
        assert_eq!(config.origins, ["a", "b"]);
        assert_eq!(config.max_tables, 100_000);
        let shown = settings.shown();
        let origin = |name: &str| shown.iter().find(|(s, ..)| s.name == name).unwrap().2.to_string();
        assert_eq!(origin("drain_seconds"), "flag");
        assert_eq!(origin("idle_seconds"), "ALHAMBRA_IDLE_SECONDS");
        assert!(origin("bot_seconds").ends_with("a.toml"));
        assert_eq!(origin("max_tables"), "default");
    }

    #[test]
    fn secrets_are_masked_and_may_come_from_files() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("url");
        std::fs::write(&file, "postgres://me:secret@db/alhambra\n").unwrap();
        let env = env(&[("ALHAMBRA_DATABASE_URL_FILE", file.to_str().unwrap())]);
        let settings = Settings::gather(&[], env, None).unwrap();
        let config = Config::new(&settings).unwrap();
        assert_eq!(config.database_url.as_deref(), Some("postgres://me:secret@db/alhambra"));
        assert!(!format!("{:?}", settings.shown()).contains("secret@"));
    }

    #[test]
    fn mistakes_are_named_with_their_origin() {
        let unknown = Settings::gather(&[], env(&[("ALHAMBRA_LISTNE", "x")]), None).unwrap_err().to_string();
        assert!(unknown.contains("ALHAMBRA_LISTNE") && unknown.contains("listne"), "{unknown}");
        for (name, value) in [
            ("listen", "8080"),
            ("database_url", "mysql://x"),
            ("base_path", "/a b/"),
            ("base_path", "/../"),
            ("log_format", "xml"),
            ("trusted_proxies", "proxy"),
            ("max_tables", "-1"),
        ] {
            let settings = Settings::gather(&[(name, value.to_owned())], env(&[]), None).unwrap();
            let error = Config::new(&settings).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name} (flag)")), "{error}");
        }
        let base = |text: &str| {
            let settings = Settings::gather(&[("base_path", text.to_owned())], env(&[]), None).unwrap();
            Config::new(&settings).unwrap().base_path
        };
        assert_eq!([base(""), base("x"), base("/games/a/")], ["/", "/x/", "/games/a/"]);
    }
}
