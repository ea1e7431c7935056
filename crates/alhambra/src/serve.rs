//! `alhambra serve`, `config`, `backup`, `restore`, `doctor`: the table server and what keeps it well.

use crate::failure::Failure;
use crate::out;
#[cfg(unix)]
use alhambra_server::Order;
use alhambra_server::{Config, Server, Settings, log_to_stderr, qr_code};
use std::path::PathBuf;

const HELP: &str = "\
Every setting can also be given in the environment (ALHAMBRA_BASE_PATH) or in a file (base_path = \"/games/\"), by default
alhambra.toml in the current folder. A flag wins over the environment, the environment over the file. \"alhambra config\"
prints what is in force and where it comes from.

Examples:
  alhambra serve
      a server on port 8080 with its data in ./alhambra-data
  alhambra serve --listen 127.0.0.1:9000 --base-path /games/alhambra/
      behind a proxy
  ALHAMBRA_DATABASE_URL_FILE=/run/secrets/db alhambra serve
      one of several servers on a PostgreSQL database";

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident),* $(,)?) => {
        /// The settings of the server, as flags.
        #[derive(Debug, clap::Args)]
        pub(crate) struct Flags {
            /// The configuration file
            #[arg(long, value_name = "FILE")]
            config: Option<PathBuf>,
            $($(#[doc = $doc])+ #[arg(long, value_name = "VALUE")] $name: Option<String>,)*
        }

        impl Flags {
            fn given(&self) -> Vec<(&'static str, String)> {
                let mut given = Vec::new();
                $(given.extend(self.$name.clone().map(|value| (stringify!($name), value)));)*
                given
            }

            #[cfg(test)]
            const NAMES: &[&str] = &[$(stringify!($name)),*];
        }
    };
}

settings! {
    /// Address and port [default: 0.0.0.0:8080]
    listen,
    /// A socket file to listen on as well, for a proxy on this machine
    listen_unix,
    /// Certificates for https, as PEM
    tls_cert,
    /// The key of that certificate, as PEM
    tls_key,
    /// Socket file for alhambra admin; none for none
    admin_socket,
    /// Folder for the database and its backups [default: alhambra-data]
    data_dir,
    /// File with what is really printed in your box, for all new tables (alhambra data export, corrected)
    box_data,
    /// PostgreSQL instead of the built-in database; better given in the environment, where nobody sees it
    database_url,
    /// Path under which a proxy serves this [default: /]
    base_path,
    /// Address people use, for the printed link
    public_url,
    /// Address for /metrics; without it they are served nowhere
    metrics_listen,
    /// What is logged: error, warn, info, debug, or filters [default: info]
    log,
    /// How it is logged: text or json [default: text]
    log_format,
    /// Proxies that are believed who asks: addresses or networks
    trusted_proxies,
    /// The header in which they say it [default: x-forwarded-for]
    forwarded_header,
    /// File for a line about every request; - is standard error
    access_log,
    /// Further origins whose pages may open sockets
    origins,
    /// The longest a bot may think, in seconds [default: 10]
    bot_seconds,
    /// How many bots think at once
    bot_threads,
    /// How long bots wait while people watch, in milliseconds [default: 400]
    bot_pace_ms,
    /// How long bots go on among themselves while nobody looks [default: 10]
    unattended_minutes,
    /// After how many quiet seconds a table leaves memory [default: 30]
    idle_seconds,
    /// How many tables there may be [default: 100000]
    max_tables,
    /// With less room on the disk, in megabytes, there are no new tables; games go on [default: 64]
    min_free_mb,
    /// How often the built-in database is backed up into its folder; 0 is never [default: 24]
    backup_hours,
    /// How many of these backups are kept [default: 7]
    backup_keep,
    /// Days without a sign of life after which a table in the lobby or a finished one is closed [default: 2]
    keep_open_days,
    /// The same for a game that goes on [default: 90]
    keep_playing_days,
    /// The same for a table by turns, in the lobby or finished [default: 30]
    keep_open_by_turns_days,
    /// The same for a game by turns that goes on [default: 365]
    keep_playing_by_turns_days,
    /// Days after the last look until a record that was handed in is deleted [default: 30]
    keep_imported_days,
    /// How many days after its time a closed table is deleted; 0 is never [default: 365]
    keep_closed_days,
    /// Tables and seats one address may ask for in a minute [default: 30]
    tables_per_minute,
    /// Records one address may hand in to look at in a day [default: 50]
    imports_per_day,
    /// How many handed in records there may be [default: 10000]
    max_imports,
    /// Games with expert bots at once for one address [default: 4]
    expert_tables_per_address,
    /// Messages one connection may send in a second [default: 20]
    messages_per_second,
    /// Records and tables of numbers one address may fetch in a minute [default: 30]
    downloads_per_minute,
    /// How often one address may ask bots for advice in a minute [default: 20]
    hints_per_minute,
    /// Tables that do not exist one address may ask for in a minute [default: 20]
    guesses_per_minute,
    /// How many connections there may be [default: 50000]
    max_connections,
    /// How many of them from one address or /64 [default: 256]
    connections_per_address,
    /// How many connections may only watch one table [default: 1000]
    max_spectators,
    /// How long the head of a request may take, in seconds [default: 15]
    request_seconds,
    /// How long its body may take, in seconds [default: 30]
    body_seconds,
    /// After how many seconds a connection is given up that takes nothing [default: 20]
    send_seconds,
    /// How long a stopping server waits, in seconds [default: 8]
    drain_seconds,
    /// Hosts that may be told of turns
    webhooks,
    /// Your address (mailto:… or https://…) for the push services of browsers; off without it
    push_contact,
    /// The file of the key for push messages [default: push.key in the data folder]
    push_key,
    /// Push services that may be written to [default: those of the usual browsers]
    push_services,
}

/// Arguments of `alhambra serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: Flags,
    /// Print no QR code
    #[arg(long)]
    no_qr: bool,
}

/// Arguments of `alhambra backup` and `alhambra restore`.
#[derive(Debug, clap::Args)]
pub(crate) struct FileArgs {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    flags: Flags,
}

impl Flags {
    fn settings(&self) -> Result<Settings, Failure> {
        let settings = Settings::gather(&self.given(), std::env::vars(), self.config.as_deref());
        settings.map_err(|why| Failure::new(why.to_string()))
    }

    fn config(&self) -> Result<Config, Failure> {
        Config::new(&self.settings()?)
            .map_err(|why| Failure::new(why.to_string()).hint("alhambra config shows what is in force"))
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|why| Failure::new(format!("no threads can be started: {why}")))
}

/// Runs the server until it is told to stop.
///
/// # Errors
/// Why it cannot start.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let config = args.flags.config()?;
    log_to_stderr(&config).map_err(Failure::new)?;
    runtime()?.block_on(async {
        let server = Server::start(config).await.map_err(|why| Failure::new(why.to_string()))?;
        let url = server.url();
        out::print(|out| {
            writeln!(out, "Alhambra is served at {url}")?;
            match qr_code(&url).filter(|_| !args.no_qr) {
                Some(code) => write!(out, "{code}"),
                None => Ok(()),
            }
        })?;
        supervisor::ready();
        tokio::select! {
            () = told_to_stop() => {}
            never = supervisor::keep_watch(&server) => match never {},
        }
        supervisor::stopping();
        server.stop().await;
        Ok(())
    })
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        // Without signals only the keyboard is left.
        Err(_) => {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}

/// Asks the running server whether it can take work; for containers and monitors.
///
/// # Errors
/// If it cannot, or does not answer.
#[cfg(unix)]
pub(crate) fn health(flags: &Flags) -> Result<(), Failure> {
    give(flags, &Order::Health)
}

/// Arguments of `alhambra admin`.
#[cfg(unix)]
#[derive(Debug, clap::Args)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    order: AdminOrder,
}

#[cfg(unix)]
#[derive(Debug, clap::Subcommand)]
enum AdminOrder {
    /// List the tables of the running server, one JSON object a line
    List(Flags),
    /// Close a table
    Close {
        /// Its code
        table: String,
        #[command(flatten)]
        flags: Flags,
    },
    /// Delete a table with everything that was said and played at it
    Delete {
        /// Its code
        table: String,
        #[command(flatten)]
        flags: Flags,
    },
    /// Delete tables that are closed and whose time was over some days ago
    Purge {
        /// How many days
        days: u64,
        #[command(flatten)]
        flags: Flags,
    },
    /// Print what somebody left at tables (names, chat, notifications), one JSON object a line
    Export(PersonArgs),
    /// Take out of the logs what somebody left at tables; games stay, under another name
    Erase(PersonArgs),
    /// Let nobody in from an address or network, until told otherwise
    Ban {
        /// Such as 192.0.2.7 or 2001:db8::/64
        network: String,
        #[command(flatten)]
        flags: Flags,
    },
    /// Let an address or network in again
    Unban {
        /// As it was banned
        network: String,
        #[command(flatten)]
        flags: Flags,
    },
    /// List who is not let in
    Bans(Flags),
}

/// Who is meant, and where. There are no accounts: a name at one table is one person, at another it may be somebody else.
#[cfg(unix)]
#[derive(Debug, clap::Args)]
struct PersonArgs {
    /// What they were called
    name: String,
    /// The code of the table they sat at
    #[arg(long, required_unless_present = "everywhere")]
    table: Option<String>,
    /// Everybody of that name at all tables
    #[arg(long, conflicts_with = "table")]
    everywhere: bool,
    #[command(flatten)]
    flags: Flags,
}

/// Gives an order to the running server.
///
/// # Errors
/// What it has against it.
#[cfg(unix)]
pub(crate) fn admin(args: &AdminArgs) -> Result<(), Failure> {
    match &args.order {
        AdminOrder::List(flags) => give(flags, &Order::List),
        AdminOrder::Close { table, flags } => give(flags, &Order::Close(table.clone())),
        AdminOrder::Delete { table, flags } => give(flags, &Order::Delete(table.clone())),
        AdminOrder::Purge { days, flags } => give(flags, &Order::Purge(*days)),
        AdminOrder::Export(PersonArgs { name, table, flags, .. }) => {
            give(flags, &Order::Export { name: name.clone(), table: table.clone() })
        }
        AdminOrder::Erase(PersonArgs { name, table, flags, .. }) => {
            give(flags, &Order::Erase { name: name.clone(), table: table.clone() })
        }
        AdminOrder::Ban { network, flags } => give(flags, &Order::Ban(network.clone())),
        AdminOrder::Unban { network, flags } => give(flags, &Order::Unban(network.clone())),
        AdminOrder::Bans(flags) => give(flags, &Order::Bans),
    }
}

#[cfg(unix)]
fn give(flags: &Flags, order: &Order) -> Result<(), Failure> {
    let config = flags.config()?;
    let answer = runtime()?.block_on(alhambra_server::admin(&config, order)).map_err(Failure::new)?;
    out::print(|out| write!(out, "{answer}"))
}

/// Prints the settings in force and where they come from.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn print_config(flags: &Flags) -> Result<(), Failure> {
    let settings = flags.settings()?;
    Config::new(&settings).map_err(|why| Failure::new(why.to_string()))?;
    let shown = settings.shown();
    let width = shown.iter().map(|(s, ..)| s.name.len()).max().unwrap_or(0);
    let values = shown.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or(0);
    out::print(|out| {
        for (setting, value, origin) in &shown {
            writeln!(out, "{:width$}  {value:values$}  ({origin})", setting.name)?;
        }
        Ok(())
    })
}

/// Copies the database.
///
/// # Errors
/// Why that is not possible.
pub(crate) fn backup(args: &FileArgs) -> Result<(), Failure> {
    let config = args.flags.config()?;
    let done = runtime()?.block_on(alhambra_server::backup(&config, &args.file));
    done.map_err(|why| Failure::new(why.to_string()))?;
    out::print(|out| writeln!(out, "backed up to {}", args.file.display()))
}

/// Makes a data directory from a backup.
///
/// # Errors
/// Why that is not possible.
pub(crate) fn restore(args: &FileArgs) -> Result<(), Failure> {
    let config = args.flags.config()?;
    let done = runtime()?.block_on(alhambra_server::restore(&config, &args.file));
    done.map_err(|why| Failure::new(why.to_string()))?;
    out::print(|out| writeln!(out, "restored into {}", config.data_dir.display()))
}

/// Replays every stored game.
///
/// # Errors
/// If something is wrong with one of them.
pub(crate) fn doctor(flags: &Flags) -> Result<(), Failure> {
    let config = flags.config()?;
    let found = runtime()?.block_on(alhambra_server::doctor(&config));
    let found = found.map_err(|why| Failure::new(why.to_string()))?;
    out::print(|out| {
        writeln!(out, "{} tables, {} games, {} actions replayed", found.tables, found.games, found.actions)?;
        found.faults.iter().try_for_each(|(table, why)| writeln!(out, "{table}: {why}"))
    })?;
    match found.faults.len() {
        0 => Ok(()),
        n => {
            Err(Failure::new(format!("{n} tables are not well"))
                .hint("keep a backup and report the lines above"))
        }
    }
}

/// What systemd wants to know: that the server is ready, that it stops, and now and then that it can still write.
#[cfg(target_os = "linux")]
mod supervisor {
    use alhambra_server::Server;
    use sd_notify::NotifyState;
    use std::convert::Infallible;

    // Without systemd there is nobody to tell.
    pub(super) fn ready() {
        let _ = sd_notify::notify(&[NotifyState::Ready]);
    }

    pub(super) fn stopping() {
        let _ = sd_notify::notify(&[NotifyState::Stopping]);
    }

    /// A sign of life twice in the time allowed, as long as the storage answers.
    pub(super) async fn keep_watch(server: &Server) -> Infallible {
        let Some(allowed) = sd_notify::watchdog_enabled() else { return std::future::pending().await };
        loop {
            if server.lives().await {
                let _ = sd_notify::notify(&[NotifyState::Watchdog]);
            }
            tokio::time::sleep(allowed / 2).await;
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod supervisor {
    use alhambra_server::Server;
    use std::convert::Infallible;

    pub(super) fn ready() {}

    pub(super) fn stopping() {}

    pub(super) async fn keep_watch(_: &Server) -> Infallible {
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_a_flag() {
        let names: Vec<&str> = alhambra_server::SETTINGS.iter().map(|s| s.name).collect();
        assert_eq!(names, Flags::NAMES);
    }
}
