//! One request to a host outside, by `http` or by `https` with the authorities this machine trusts.

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
/// Longer addresses are nobody's.
const LONGEST: usize = 1000;

/// An address taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    tls: bool,
    /// As written, with the port if there was one.
    pub(super) host: String,
    name: String,
    port: u16,
    path: String,
}

impl Target {
    pub(super) fn of(url: &str) -> Option<Target> {
        let (tls, rest) = match url.strip_prefix("https://") {
            Some(rest) => (true, rest),
            None => (false, url.strip_prefix("http://")?),
        };
        let end = rest.find('/').unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let plain = |c: char| c.is_ascii_graphic() && !"@\"\\".contains(c);
        if host.is_empty() || url.len() > LONGEST || !url.chars().all(plain) {
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

    /// Scheme and host.
    pub(super) fn origin(&self) -> String {
        format!("{}://{}", if self.tls { "https" } else { "http" }, self.host)
    }
}

/// How to speak to others in private. Made when first needed: reading the system's certificates takes a moment.
#[derive(Clone, Default)]
pub(super) struct Outbound(Arc<OnceLock<Option<TlsConnector>>>);

impl std::fmt::Debug for Outbound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outbound").finish_non_exhaustive()
    }
}

impl Outbound {
    /// Posts a body and returns the status of the answer. `headers` are whole lines, each with its end.
    ///
    /// # Errors
    /// If nobody answers in time, or not in HTTP.
    pub(super) async fn post(&self, target: &Target, headers: &str, body: &[u8]) -> io::Result<u16> {
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nUser-Agent: alhambra\r\n{headers}Content-Length: {}\r\n\r\n",
            target.path,
            target.host,
            body.len()
        );
        let request = [head.as_bytes(), body].concat();
        let late = |_| io::Error::new(io::ErrorKind::TimedOut, "it did not answer in time");
        tokio::time::timeout(PATIENCE, self.deliver(target, &request)).await.map_err(late)?
    }

    async fn deliver(&self, target: &Target, request: &[u8]) -> io::Result<u16> {
        let stream = TcpStream::connect((target.name.as_str(), target.port)).await?;
        if !target.tls {
            return exchange(stream, request).await;
        }
        let Some(tls) = self.0.get_or_init(connector) else {
            return Err(io::Error::other("this machine has no certificates to check https by"));
        };
        let name = ServerName::try_from(target.name.clone()).map_err(io::Error::other)?;
        exchange(tls.connect(name, stream).await?, request).await
    }
}

/// Sends a request and reads the status of the answer.
async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &[u8]) -> io::Result<u16> {
    stream.write_all(request).await?;
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
    fn addresses_are_taken_apart() {
        let six = Target::of("http://[::1]:81/x").unwrap();
        assert_eq!((six.name.as_str(), six.port, six.path.as_str()), ("::1", 81, "/x"));
        assert_eq!(Target::of("https://[::1]").unwrap().port, 443);
        let named = Target::of("https://push.example:8443/wpush/v2/abc").unwrap();
        assert_eq!(named.origin(), "https://push.example:8443");
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
        let target = Target::of(&format!("https://{host}/turn")).unwrap();
        let stranger = Outbound::default().post(&target, "", b"").await;
        assert!(stranger.is_err(), "nobody vouches for this certificate");
        let outbound = Outbound(Arc::new(OnceLock::from(trusting(roots))));
        assert_eq!(outbound.post(&target, "TTL: 1\r\n", b"it").await.unwrap(), 204);
        let heard = relay.await.unwrap();
        assert!(heard.starts_with("POST /turn HTTP/1.1\r\n"), "{heard}");
        assert!(heard.ends_with("\r\nTTL: 1\r\nContent-Length: 2\r\n\r\nit"), "{heard}");
    }
}
