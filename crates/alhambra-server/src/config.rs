//! The settings as the server uses them: every value read and checked once, at the start.

use crate::table::{DAY, Kept};
use alhambra_rules::data::Data;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

mod settings;
pub use settings::{BadConfig, Origin, SETTINGS, Setting, Settings};

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
    /// How long tables are kept that nobody closes.
    pub(crate) kept: Kept,
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
    /// Questions to bots a minute from one address.
    pub hints_per_minute: u32,
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
    /// How browsers are told of turns, if they are.
    pub push: Option<PushConfig>,
    /// By how much the tests move the system's date, in milliseconds.
    #[cfg(test)]
    pub(crate) leap: i64,
}

/// How browsers are told of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushConfig {
    /// Whom the services of browsers can write to about this server.
    pub contact: String,
    /// The file of the key our messages are signed with.
    pub key: PathBuf,
    /// The services that may be written to.
    pub services: Vec<String>,
}

impl Config {
    /// The settings in use.
    ///
    /// # Errors
    /// The first value that does not fit.
    pub fn new(settings: &Settings) -> Result<Config, BadConfig> {
        Ok(Config {
            listen: settings.read("listen", address)?,
            listen_unix: settings.read("listen_unix", |t| Ok(maybe(t).map(PathBuf::from)))?,
            admin_socket: admin_socket(settings)?,
            tls: tls(settings)?,
            data_dir: settings.read("data_dir", folder)?,
            box_data: settings.read("box_data", box_data)?,
            database_url: settings.read("database_url", database_url)?,
            base_path: settings.read("base_path", base_path)?,
            public_url: settings.read("public_url", public_url)?,
            metrics_listen: settings.read("metrics_listen", maybe_address)?,
            log: settings.read("log", |t| Ok(t.to_owned()))?,
            log_json: settings.read("log_format", is_json)?,
            trusted_proxies: settings
                .read("trusted_proxies", |t| list(t).iter().map(|text| network(text)).collect())?,
            forwarded_header: settings.read("forwarded_header", forwarded)?,
            access_log: settings.read("access_log", |t| Ok(t.to_owned()))?,
            origins: settings.read("origins", |t| Ok(list(t)))?,
            bot_time: settings.read("bot_seconds", any_seconds)?,
            bot_threads: settings.read("bot_threads", threads)?,
            bot_pace: settings.read("bot_pace_ms", |t| number(t).map(Duration::from_millis))?,
            unattended: settings.read("unattended_minutes", minutes)?,
            idle: settings.read("idle_seconds", any_seconds)?,
            max_tables: settings.read("max_tables", number)?,
            min_free: settings.read("min_free_mb", megabytes)?,
            backup_every: settings.read("backup_hours", hours)?,
            backup_keep: settings.read("backup_keep", number)?,
            kept: kept(settings)?,
            keep_closed_days: settings.read("keep_closed_days", number)?,
            tables_per_minute: settings.read("tables_per_minute", number)?,
            imports_per_day: settings.read("imports_per_day", number)?,
            max_imports: settings.read("max_imports", number)?,
            expert_tables_per_address: settings.read("expert_tables_per_address", number)?,
            messages_per_second: settings.read("messages_per_second", number)?,
            downloads_per_minute: settings.read("downloads_per_minute", number)?,
            hints_per_minute: settings.read("hints_per_minute", number)?,
            guesses_per_minute: settings.read("guesses_per_minute", number)?,
            max_connections: settings.read("max_connections", number)?,
            connections_per_address: settings.read("connections_per_address", number)?,
            max_spectators: settings.read("max_spectators", number)?,
            request_time: settings.read("request_seconds", seconds)?,
            body_time: settings.read("body_seconds", seconds)?,
            send_time: settings.read("send_seconds", seconds)?,
            drain: settings.read("drain_seconds", any_seconds)?,
            webhooks: settings.read("webhooks", |t| Ok(list(t)))?,
            push: push(settings)?,
            #[cfg(test)]
            leap: 0,
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

// ---- how values are written ------------------------------------------------------------------------------

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("\"{text}\" is not a whole number in range"))
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let bad = || format!("\"{text}\" is not an address such as 0.0.0.0:8080 or [::]:8080");
    text.parse().map_err(|_| bad())
}

fn maybe_address(text: &str) -> Result<Option<SocketAddr>, String> {
    if text.is_empty() { Ok(None) } else { address(text).map(Some) }
}

fn any_seconds(text: &str) -> Result<Duration, String> {
    number(text).map(Duration::from_secs)
}

fn seconds(text: &str) -> Result<Duration, String> {
    match number(text)? {
        0 => Err("it must be at least one second".to_owned()),
        seconds => Ok(Duration::from_secs(seconds)),
    }
}

fn minutes(text: &str) -> Result<Duration, String> {
    number(text).map(|minutes: u64| Duration::from_secs(minutes.saturating_mul(60)))
}

/// None is never.
fn hours(text: &str) -> Result<Option<Duration>, String> {
    number(text).map(|hours: u64| (hours > 0).then(|| Duration::from_secs(hours.saturating_mul(3600))))
}

fn megabytes(text: &str) -> Result<u64, String> {
    number(text).map(|n: u64| n.saturating_mul(1 << 20))
}

fn maybe(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

fn folder(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("it must name a folder".to_owned()),
        text => Ok(PathBuf::from(text)),
    }
}

/// A file with what is really printed in the owner's box, or none.
fn box_data(file: &str) -> Result<Data, String> {
    if file.is_empty() {
        return Ok(Data::default());
    }
    let text = std::fs::read_to_string(file).map_err(|why| format!("{file} cannot be read: {why}"))?;
    Data::read(&text).map_err(|why| format!("{file}: {why}"))
}

/// 0 is one less than there are cores.
fn threads(text: &str) -> Result<usize, String> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    number(text).map(|n: usize| if n == 0 { cores.saturating_sub(1).max(1) } else { n })
}

/// How long tables are kept that nobody closes. All dates have to fit into what is stored.
fn kept(settings: &Settings) -> Result<Kept, BadConfig> {
    let days = |text: &str| match number::<u64>(text)? {
        days @ 1..=36_500 => Ok(days * DAY),
        _ => Err("it must be 1 to 36500 days".to_owned()),
    };
    Ok(Kept {
        open: settings.read("keep_open_days", days)?,
        playing: settings.read("keep_playing_days", days)?,
        open_by_turns: settings.read("keep_open_by_turns_days", days)?,
        playing_by_turns: settings.read("keep_playing_by_turns_days", days)?,
        imported: settings.read("keep_imported_days", days)?,
    })
}

fn admin_socket(settings: &Settings) -> Result<Option<PathBuf>, BadConfig> {
    let data = settings.read("data_dir", |t| Ok(PathBuf::from(t)))?;
    settings.read("admin_socket", |t| match t {
        "none" => Ok(None),
        "" => Ok(Some(data.join("admin.sock"))),
        path => Ok(Some(PathBuf::from(path))),
    })
}

fn tls(settings: &Settings) -> Result<Option<(PathBuf, PathBuf)>, BadConfig> {
    let chain = settings.read("tls_cert", |t| Ok(maybe(t)))?;
    let fits = |t: &str| match (&chain, maybe(t)) {
        (Some(_), None) => Err("tls_cert needs it".to_owned()),
        (None, Some(_)) => Err("it needs tls_cert".to_owned()),
        (_, key) => Ok(key),
    };
    let key = settings.read("tls_key", fits)?;
    Ok(chain.clone().zip(key).map(|(chain, key)| (PathBuf::from(chain), PathBuf::from(key))))
}

fn push(settings: &Settings) -> Result<Option<PushConfig>, BadConfig> {
    let contact = settings.read("push_contact", |t| match maybe(t) {
        Some(contact) if !contact.starts_with("mailto:") && !contact.starts_with("https://") => {
            Err(format!("\"{contact}\" does not begin with mailto: or https://"))
        }
        contact => Ok(contact),
    })?;
    let key = settings.read("push_key", |t| Ok(maybe(t).map(PathBuf::from)))?;
    let services = settings.read("push_services", |t| Ok(list(t)))?;
    let Some(contact) = contact else { return Ok(None) };
    let key = match key {
        Some(key) => key,
        None => settings.read("data_dir", folder)?.join("push.key"),
    };
    Ok(Some(PushConfig { contact, key, services }))
}

fn database_url(text: &str) -> Result<Option<String>, String> {
    match maybe(text) {
        Some(url) if !url.starts_with("postgres://") && !url.starts_with("postgresql://") => {
            Err("it must begin with postgres://".to_owned())
        }
        url => Ok(url),
    }
}

fn base_path(text: &str) -> Result<String, String> {
    let path = text.trim_matches('/');
    let fine = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
    if !path.chars().all(fine) || path.contains("//") || path.split('/').any(|p| p == "..") {
        return Err(format!("\"{text}\" is not a path such as /games/alhambra/"));
    }
    Ok(if path.is_empty() { "/".to_owned() } else { format!("/{path}/") })
}

fn public_url(text: &str) -> Result<Option<String>, String> {
    match maybe(text) {
        Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
            Err("it must begin with http:// or https://".to_owned())
        }
        url => Ok(url),
    }
}

fn is_json(text: &str) -> Result<bool, String> {
    match text {
        "text" => Ok(false),
        "json" => Ok(true),
        other => Err(format!("\"{other}\" is neither text nor json")),
    }
}

fn forwarded(text: &str) -> Result<Forwarded, String> {
    match text {
        "x-forwarded-for" => Ok(Forwarded::For),
        "x-real-ip" => Ok(Forwarded::RealIp),
        "forwarded" => Ok(Forwarded::Standard),
        other => Err(format!("\"{other}\" is neither x-forwarded-for nor x-real-ip nor forwarded")),
    }
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
    fn tables_are_kept_as_long_as_was_always_promised() {
        let settings = Settings::gather(&[], env(&[]), None).unwrap();
        assert_eq!(Config::new(&settings).unwrap().kept, Kept::default());
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
            ("keep_open_days", "0"),
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
