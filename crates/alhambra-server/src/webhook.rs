//! Telling absent people that it is their turn. Nothing leaves the server unless the configuration names the host.

use alhambra_protocol::{Refusal, RefusalCode};
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which hosts may be told, and how to speak to them in private.
#[derive(Clone)]
pub(crate) struct Webhooks {
    hosts: Vec<String>,
    /// Made when first needed: reading the system's certificates takes a moment.
    tls: Arc<OnceLock<Option<TlsConnector>>>,
}

impl std::fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Webhooks").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}

/// An address taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    tls: bool,
    /// As written, with the port if there was one.
    host: String,
    name: String,
    port: u16,
    path: String,
}

impl Target {
    fn of(url: &str) -> Option<Target> {
        let (tls, rest) = match url.strip_prefix("https://") {
            Some(rest) => (true, rest),
            None => (false, url.strip_prefix("http://")?),
        };
        let end = rest.find('/').unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let plain = |c: char| c.is_ascii_graphic() && !"@\"\\".contains(c);
        if host.is_empty() || url.len() > 300 || !url.chars().all(plain) {
            return None;
        }
        let usual = if tls { 443 } else { 80 };
        let (name, port) = match host.rsplit_once(':') {
            // The colons of an address in brackets are its own.
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()?),
            _ => (host, usual),
        };
        Some(Target {
            tls,
            host: host.to_owned(),
            name: name.trim_matches(['[', ']']).to_owned(),
            port,
            path: if path.is_empty() { "/".to_owned() } else { path.to_owned() },
        })
    }
}

impl Webhooks {
    /// Only these hosts, each with its port unless it is the usual one.
    pub(crate) fn new(hosts: &[String]) -> Webhooks {
        Webhooks { hosts: hosts.to_vec(), tls: Arc::default() }
    }

    /// Whether anybody may be told.
    pub(crate) fn any(&self) -> bool {
        !self.hosts.is_empty()
    }

    /// Whether this address may be used.
    pub(crate) fn check(&self, url: &str) -> Result<(), Refusal> {
        self.target(url).map(|_| ())
    }

    fn target(&self, url: &str) -> Result<Target, Refusal> {
        let refuse = |text: &str| Err(Refusal::new(RefusalCode::BadSetup, text));
        match Target::of(url) {
            Some(target) if self.hosts.contains(&target.host) => Ok(target),
            Some(_) => refuse("this server does not send webhooks there"),
            None => refuse("a webhook is an address that begins with https:// or http://"),
        }
    }

    /// Sends a message in the form chat services understand. Failing is nobody's trouble.
    pub(crate) fn send(&self, url: &str, text: &str) {
        let Ok(target) = self.target(url) else { return };
        // A name such as @everyone must not wake a whole channel.
        let body = serde_json::json!({ "content": text, "allowed_mentions": { "parse": [] } }).to_string();
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             User-Agent: alhambra\r\nContent-Length: {}\r\n\r\n{body}",
            target.path,
            target.host,
            body.len()
        );
        let hooks = self.clone();
        tokio::spawn(async move {
            // The path of a webhook is a secret; only the host is named.
            match tokio::time::timeout(PATIENCE, hooks.deliver(&target, &request)).await {
                Ok(Ok(200..300)) => metrics::counter!("alhambra_webhooks_total").increment(1),
                Ok(Ok(status)) => tracing::warn!(host = target.host, status, "a webhook was refused"),
                Ok(Err(why)) => tracing::warn!(host = target.host, %why, "a webhook was not delivered"),
                Err(_) => tracing::warn!(host = target.host, "a webhook was not answered in time"),
            }
        });
    }

    async fn deliver(&self, target: &Target, request: &str) -> io::Result<u16> {
        let stream = TcpStream::connect((target.name.as_str(), target.port)).await?;
        if !target.tls {
            return post(stream, request).await;
        }
        let Some(tls) = self.tls.get_or_init(connector) else {
            return Err(io::Error::other("this machine has no certificates to check https by"));
        };
        let name = ServerName::try_from(target.name.clone()).map_err(io::Error::other)?;
        post(tls.connect(name, stream).await?, request).await
    }
}

/// Sends a request and reads the status of the answer.
async fn post(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> io::Result<u16> {
    stream.write_all(request.as_bytes()).await?;
    stream.flush().await?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await?;
    let status = std::str::from_utf8(&head).ok().and_then(|head| head.split(' ').nth(1)?.parse().ok());
    status.ok_or_else(|| io::Error::other("the answer is not HTTP"))
}

/// TLS with the authorities this machine trusts.
fn connector() -> Option<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    (!roots.is_empty()).then(|| trusting(roots)).flatten()
}

fn trusting(roots: RootCertStore) -> Option<TlsConnector> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    #[test]
    fn only_named_hosts_are_told() {
        let hooks = Webhooks::new(&["relay.example:9000".to_owned(), "chat.example".to_owned()]);
        for good in [
            "http://relay.example:9000/turns?x=1",
            "https://relay.example:9000/",
            "https://chat.example/api/webhooks/1/abc",
        ] {
            assert!(hooks.check(good).is_ok(), "{good}");
        }
        for bad in [
            "http://relay.example/",
            "http://localhost:9000/",
            "http://relay.example:9000@evil.example/",
            "https://chat.example.evil/",
            "https://chat.example:8443/",
            "http://relay.example:9000/a b",
            "http://relay.example:9000/\r\nHost: x",
            "ftp://relay.example:9000",
            "https://relay.example:port/",
            "",
        ] {
            assert!(hooks.check(bad).is_err(), "{bad}");
        }
        assert!(Webhooks::new(&[]).check("http://relay.example:9000/").is_err());
        let six = Target::of("http://[::1]:81/x").unwrap();
        assert_eq!((six.name.as_str(), six.port, six.path.as_str()), ("::1", 81, "/x"));
        assert_eq!(Target::of("https://[::1]").unwrap().port, 443);
    }

    #[tokio::test]
    async fn https_is_spoken_with_those_whose_certificate_is_good() {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = format!("localhost:{}", listener.local_addr().unwrap().port());
        let relay = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut request = vec![0; 2000];
                let n = stream.read(&mut request).await.unwrap();
                stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
                return String::from_utf8_lossy(&request[..n]).into_owned();
            }
        });
        let mut roots = RootCertStore::empty();
        roots.add(own.cert.der().clone()).unwrap();
        let hooks = Webhooks::new(std::slice::from_ref(&host));
        let target = Target::of(&format!("https://{host}/turn")).unwrap();
        let stranger = hooks.deliver(&target, "POST / HTTP/1.1\r\n\r\n").await;
        assert!(stranger.is_err(), "nobody vouches for this certificate");
        let tls = Arc::new(OnceLock::from(trusting(roots)));
        let hooks = Webhooks { tls, ..hooks };
        assert_eq!(hooks.deliver(&target, "POST /turn HTTP/1.1\r\n\r\n").await.unwrap(), 204);
        assert!(relay.await.unwrap().starts_with("POST /turn HTTP/1.1"));
    }
}
