//! The door: connections are counted before anything is read, slow ones are given up, and hyper serves the rest.

use crate::access::Access;
use crate::hub::Hub;
use crate::limits::Place;
use crate::tcp::{SharedWriter, TcpConnection};
use crate::tls::Certificates;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio_io_timeout::TimeoutWriter;
use tokio_rustls::TlsAcceptor;

/// The largest head of a request.
const HEAD: usize = 16 * 1024;
/// The most lines it may have.
const HEADER_LINES: usize = 64;
/// How long to wait when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Where a connection comes from: an address, or this machine by a socket file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) Option<IpAddr>);

/// A connection with its places in the crowd; they are kept as long as it is open, before an upgrade and after.
struct Held<I> {
    io: Pin<Box<TimeoutWriter<I>>>,
    _places: [Option<Place>; 2],
}

/// Where people come in.
pub(crate) enum Gate {
    /// From the network, in the clear.
    Tcp(TcpListener),
    /// From the network, by TLS.
    Tls(TcpListener, Certificates),
    /// From this machine, by a socket file.
    #[cfg(unix)]
    Unix(UnixListener),
    /// For whoever runs the server, who gets in even when it is full.
    #[cfg(unix)]
    Admin(UnixListener),
}

/// What comes in by a gate.
enum Arrival {
    Tcp(TcpStream, IpAddr),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl Gate {
    async fn accept(&self) -> io::Result<Arrival> {
        match self {
            Gate::Tcp(listener) | Gate::Tls(listener, _) => {
                let (stream, peer) = listener.accept().await?;
                // Small messages must not wait for larger ones.
                let _ = stream.set_nodelay(true);
                Ok(Arrival::Tcp(stream, peer.ip().to_canonical()))
            }
            #[cfg(unix)]
            Gate::Unix(listener) | Gate::Admin(listener) => Ok(Arrival::Unix(listener.accept().await?.0)),
        }
    }
}

/// Lets people in until the server stops, then waits for those who are still being served.
pub(crate) async fn open(gate: Gate, hub: Arc<Hub>, router: Router, mut stopped: watch::Receiver<bool>) {
    let (inside, mut all_gone) = mpsc::channel::<()>(1);
    let stopping = stopped.clone();
    let send_time = hub.config.send_time;
    loop {
        let stop = async { drop(stopped.wait_for(|stop| *stop).await) };
        let accepted = tokio::select! {
            accepted = gate.accept() => accepted,
            () = stop => break,
        };
        let visit = Visit {
            router: router.clone(),
            head_time: hub.config.request_time,
            stopping: stopping.clone(),
            _inside: inside.clone(),
        };
        match (accepted, &gate) {
            (Ok(Arrival::Tcp(stream, peer)), gate) => match (places(&hub, peer), gate) {
                (Ok(places), Gate::Tls(_, certificates)) => {
                    let held = Held::new(stream, places, send_time);
                    tokio::spawn(visit.by_tls(held, peer, certificates.acceptor()));
                }
                (Ok(places), _) => {
                    let stream = TcpConnection::new(stream);
                    let writer = stream.writer();
                    let held = Held::new(stream, places, send_time);
                    tokio::spawn(visit.serve(held, Peer(Some(peer)), Some(writer)));
                }
                (Err(status), _) => turn_away(&hub.access, &stream, peer, status),
            },
            #[cfg(unix)]
            (Ok(Arrival::Unix(stream)), gate) => {
                let place = hub.crowd.enter(None, hub.config.max_connections);
                if place.is_some() || matches!(gate, Gate::Admin(_)) {
                    let held = Held::new(stream, [place, None], send_time);
                    tokio::spawn(visit.serve(held, Peer(None), None));
                }
            }
            (Err(why), _) => {
                // Too many open files, say: whoever goes makes room.
                tracing::warn!(%why, "a connection could not be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((gate, inside));
    let _ = all_gone.recv().await;
}

/// The status lines of those who are not let in.
const FORBIDDEN: &str = "403 Forbidden";
const FULL: &str = "503 Service Unavailable";
const TOO_MANY: &str = "429 Too Many Requests";

/// The places a new connection takes, or the status that says why it gets none. The people behind a proxy are counted
/// when it says who they are.
fn places(hub: &Arc<Hub>, peer: IpAddr) -> Result<[Option<Place>; 2], &'static str> {
    let config = &hub.config;
    if hub.bans.has(peer) {
        return Err(FORBIDDEN);
    }
    let one_of_all = hub.crowd.enter(None, config.max_connections).ok_or(FULL)?;
    let own = match config.trusts(peer) {
        true => None,
        false => {
            let own = hub.crowd.enter(Some(peer), config.connections_per_address);
            Some(own.ok_or(TOO_MANY)?)
        }
    };
    Ok([Some(one_of_all), own])
}

/// Says no in a few bytes, without waiting for anything.
fn turn_away(access: &Access, stream: &TcpStream, peer: IpAddr, status: &str) {
    metrics::counter!("alhambra_turned_away_total").increment(1);
    let text = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    // A fresh connection takes so little at once; if not, closing it says enough.
    let _ = stream.try_write(text.as_bytes());
    access.note(Some(peer), "CONNECT", "-", status.split(' ').next().unwrap_or_default(), Duration::ZERO);
}

/// What serving one connection needs.
struct Visit {
    router: Router,
    head_time: Duration,
    stopping: watch::Receiver<bool>,
    _inside: mpsc::Sender<()>,
}

impl Visit {
    /// Greets by TLS first; that takes no longer than the head of a request may.
    async fn by_tls(self, held: Held<TcpStream>, peer: IpAddr, acceptor: TlsAcceptor) {
        match tokio::time::timeout(self.head_time, acceptor.accept(held)).await {
            Ok(Ok(stream)) => self.serve(stream, Peer(Some(peer)), None).await,
            Ok(Err(why)) => tracing::debug!(%why, "a greeting by TLS came to nothing"),
            Err(_) => tracing::debug!("a greeting by TLS took too long"),
        }
    }

    /// Serves one connection; whoever has not sent a request in time is cut off. What others than its task may write by comes
    /// with the requests.
    async fn serve<I: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        self,
        io: I,
        peer: Peer,
        writer: Option<SharedWriter>,
    ) {
        let router = TowerToHyperService::new(self.router);
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            if let Some(writer) = &writer {
                request.extensions_mut().insert(writer.clone());
            }
            router.call(request)
        });
        let mut connection = pin!(
            http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(self.head_time)
                .max_headers(HEADER_LINES)
                .max_buf_size(HEAD)
                .serve_connection(TokioIo::new(io), service)
                .with_upgrades()
        );
        let mut stopping = self.stopping;
        let stop = async move { drop(stopping.wait_for(|stop| *stop).await) };
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = stop => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(why) = ended {
            tracing::debug!(%why, "a connection ended early");
        }
    }
}

impl<I: AsyncRead + AsyncWrite> Held<I> {
    fn new(io: I, places: [Option<Place>; 2], send_time: Duration) -> Held<I> {
        let mut io = Box::pin(TimeoutWriter::new(io));
        // What is written must go: whoever does not read is given up.
        io.as_mut().set_timeout_pinned(Some(send_time));
        Held { io, _places: places }
    }
}

impl<I: AsyncRead + AsyncWrite> AsyncRead for Held<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.io.as_mut().poll_read(cx, buf)
    }
}

impl<I: AsyncRead + AsyncWrite> AsyncWrite for Held<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.io.as_mut().poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.io.as_mut().poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.io.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.io.as_mut().poll_shutdown(cx)
    }
}
