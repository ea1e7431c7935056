//! Starting and stopping.

use crate::access::Access;
use crate::bans::Bans;
use crate::config::Config;
use crate::hub::Hub;
use crate::listener::Gate;
use crate::log_entry::LogLine;
use crate::notify::Notifier;
use crate::room::Mail;
use crate::store::{Lite, Pg, Store, StoreError};
use crate::time::{Before, Time};
use crate::tls::Certificates;
use crate::{http, listener, open_files, secret};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long the storage may take to answer a question after its health.
const ANSWER: Duration = Duration::from_secs(5);

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address.
    #[error("cannot listen on {address}: {why}; choose another with --listen")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
    /// The socket file.
    #[error("cannot listen on {path}: {why}")]
    Socket {
        /// Which.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// The certificate.
    #[error("no TLS: {0}")]
    Tls(std::io::Error),
    /// The key for push messages.
    #[error("browsers cannot be told of turns: {0}")]
    Push(std::io::Error),
    /// The list of bans.
    #[error("cannot read {path}: {why}")]
    Bans {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: std::io::Error,
    },
    /// The access log.
    #[error("cannot write the access log {path}: {why}")]
    Access {
        /// Which.
        path: String,
        /// What the system says.
        why: std::io::Error,
    },
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    hub: Arc<Hub>,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    serving: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens the store, brings it up to date, and begins to listen.
    ///
    /// # Errors
    /// What stands against it.
    pub async fn start(mut config: Config) -> Result<Server, StartError> {
        config.max_connections = open_files::connections(config.max_connections);
        let node = format!("{:016x}", secret::number());
        let store = open(&config, &node).await?;
        let short = store.short().await?;
        let listener = listen(config.listen).await?;
        let address = listener.local_addr().unwrap_or(config.listen);
        let certificates = config.tls.as_ref().map(|(chain, key)| Certificates::read(chain, key));
        let certificates = certificates.transpose().map_err(StartError::Tls)?;
        let no_log = |why| StartError::Access { path: config.access_log.clone(), why };
        let access = Access::open(&config.access_log).map_err(no_log)?;
        let metrics_listen = config.metrics_listen;
        let file = config.data_dir.join("bans");
        let bans = Bans::read(file.clone()).map_err(|why| StartError::Bans { path: file, why })?;
        let notifier = Notifier::open(&config).map_err(StartError::Push)?;
        let time = time(&store, &config).await?;
        let hub = Hub::new(config, store.clone(), node, access, bans, notifier, time);
        let metrics = recorder();
        metrics::gauge!("alhambra_short_logs").set(short.len() as f64);
        // Whoever watches it sees that it is watched, not only after the first failure.
        metrics::gauge!("alhambra_storage_failing").set(0.0);
        for short in short {
            tracing::error!(table = short.table, "{short}");
        }
        let (stop, stopped) = watch::channel(false);
        let mut serving = Vec::new();
        let mut metrics_address = None;
        if let Some(address) = metrics_listen {
            let listener = listen(address).await?;
            metrics_address = listener.local_addr().ok();
            let router = http::metrics_router(metrics);
            serving.push(tokio::spawn(listener::open(
                Gate::Tcp(listener),
                hub.clone(),
                router,
                stopped.clone(),
            )));
        }
        let router = http::router(hub.clone());
        let mut gates = vec![match certificates {
            Some(certificates) => Gate::Tls(listener, certificates),
            None => Gate::Tcp(listener),
        }];
        #[cfg(unix)]
        if let Some(path) = &hub.config.listen_unix {
            gates.push(Gate::Unix(socket_file(path, 0o660)?));
        }
        #[cfg(unix)]
        if let Some(path) = &hub.config.admin_socket {
            match admin_socket(path) {
                Ok(listener) => {
                    let router = crate::admin::router(hub.clone());
                    let door = listener::open(Gate::Admin(listener), hub.clone(), router, stopped.clone());
                    serving.push(tokio::spawn(door));
                }
                // The games do not need it.
                Err(why) => tracing::warn!(%why, "there is no admin socket"),
            }
        }
        for gate in gates {
            serving.push(tokio::spawn(listener::open(gate, hub.clone(), router.clone(), stopped.clone())));
        }
        tokio::spawn(hub.clone().watch());
        if let Store::Pg(pg) = store {
            tokio::spawn(hub.clone().listen(pg));
        }
        Ok(Server { hub, address, metrics_address, stop, serving })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address metrics are served at, if they are.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// What its rooms share, for tests that look behind the scenes.
    #[cfg(all(test, feature = "client"))]
    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// The address for people: the configured one, or this machine's in its network.
    pub fn url(&self) -> String {
        let config = &self.hub.config;
        if let Some(url) = &config.public_url {
            return url.clone();
        }
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(own_address());
        }
        let scheme = if config.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{address}{}", config.base_path)
    }

    /// Whether it does its work: the storage answers in time, be it with bad news.
    pub async fn lives(&self) -> bool {
        tokio::time::timeout(ANSWER, self.hub.store.ready()).await.is_ok()
    }

    /// Stops: nobody new comes in, everybody connected is told, what is under way is written.
    pub async fn stop(self) {
        let hub = &self.hub;
        hub.draining.store(true, Ordering::Relaxed);
        hub.everybody(|| Mail::Drain);
        let _ = self.stop.send(true);
        let drained = async {
            while hub.connections.load(Ordering::Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            for task in self.serving {
                let _ = task.await;
            }
        };
        if tokio::time::timeout(hub.config.drain, drained).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        if let Err(why) = hub.store.release(&hub.node).await {
            tracing::warn!(%why, "tables could not be handed over; other servers take them in a few seconds");
        }
        hub.time.keep();
        hub.store.close().await;
    }
}

pub(crate) async fn open(config: &Config, node: &str) -> Result<Store, StoreError> {
    Ok(match &config.database_url {
        Some(url) => Store::Pg(Pg::open(url, node).await?),
        None => Store::Lite(Lite::open(&config.data_dir).await?),
    })
}

/// The time, from what is known of it.
async fn time(store: &Store, config: &Config) -> Result<Time, StoreError> {
    let last_line = store.last_line().await?;
    let last_line = last_line.and_then(|body| serde_json::from_str::<LogLine>(&body).ok());
    Ok(Time::start(&Before {
        shared: store.date().await?,
        last_line: last_line.map(|line| line.at),
        folder: config.data_dir.clone(),
        #[cfg(test)]
        leap: config.leap,
    }))
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why })
}

/// Listens on a socket file; one that a dead server left behind gives way.
#[cfg(unix)]
fn socket_file(path: &Path, mode: u32) -> Result<UnixListener, StartError> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let failed = |why| StartError::Socket { path: path.to_owned(), why };
    let left_over = std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket())
        && std::os::unix::net::UnixStream::connect(path).is_err();
    if left_over {
        std::fs::remove_file(path).map_err(failed)?;
    }
    let listener = UnixListener::bind(path).map_err(failed)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).map_err(failed)?;
    Ok(listener)
}

/// Listens for orders; where the data lies elsewhere, its folder may have to be made.
#[cfg(unix)]
fn admin_socket(path: &Path) -> Result<UnixListener, StartError> {
    if let Some(folder) = path.parent() {
        let failed = |why| StartError::Socket { path: path.to_owned(), why };
        crate::private_files::folder(folder).map_err(failed)?;
    }
    socket_file(path, 0o600)
}

/// Metrics are the process's, not one server's: tests start several.
fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
        let builder = PrometheusBuilder::new();
        let builder = match builder.set_buckets(&seconds) {
            Ok(builder) => builder,
            Err(_) => PrometheusBuilder::new(),
        };
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // Somebody else's recorder stays; ours then shows nothing.
        let _ = metrics::set_global_recorder(recorder);
        handle
    };
    RECORDER.get_or_init(install).clone()
}

/// The address of this machine in its network. Nothing is sent: the system only looks up the way.
fn own_address() -> IpAddr {
    let look = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    look().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// Sends log lines to standard error, for people or as JSON.
///
/// # Errors
/// A filter that cannot be read.
pub fn log_to_stderr(config: &Config) -> Result<(), String> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|why| format!("log: {why}"))?;
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    let started = if config.log_json { lines.json().try_init() } else { lines.with_target(false).try_init() };
    started.map_err(|why| format!("log: {why}"))
}

/// A QR code as a picture, dark on light whatever is behind it.
pub(crate) fn qr_picture(text: &str) -> Option<String> {
    let code = qrcodegen::QrCode::encode_text(text, qrcodegen::QrCodeEcc::Low).ok()?;
    let size = code.size();
    let dark =
        (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path: String = dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    let side = size + 8;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M-4-4h{side}v{side}h-{side}z\"/><path d=\"{path}\"/></svg>"
    ))
}

/// A QR code in half blocks, dark on light, with the quiet zone scanners need.
pub fn qr_code(text: &str) -> Option<String> {
    let code = qrcodegen::QrCode::encode_text(text, qrcodegen::QrCodeEcc::Low).ok()?;
    let (first, last) = (-2, code.size() + 2);
    let mut lines = String::new();
    for y in (first..last).step_by(2) {
        for x in first..last {
            lines.push(match (code.get_module(x, y), code.get_module(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        lines.push('\n');
    }
    Some(lines)
}
