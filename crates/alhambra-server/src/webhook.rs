//! Telling absent people that it is their turn. Nothing leaves the server unless the configuration names the host.

use alhambra_protocol::{Refusal, RefusalCode};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which hosts may be told.
#[derive(Clone, Debug)]
pub(crate) struct Webhooks {
    hosts: Vec<String>,
}

/// An address taken apart: host with port, and path.
fn parts(url: &str) -> Option<(&str, &str)> {
    let rest = url.strip_prefix("http://")?;
    let end = rest.find('/').unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let plain = |c: char| c.is_ascii_graphic() && !"@\"\\".contains(c);
    (!host.is_empty() && url.len() <= 300 && url.chars().all(plain))
        .then_some((host, if path.is_empty() { "/" } else { path }))
}

impl Webhooks {
    /// Only these hosts, each with its port unless it is 80.
    pub(crate) fn new(hosts: &[String]) -> Webhooks {
        Webhooks { hosts: hosts.to_vec() }
    }

    /// Whether anybody may be told.
    pub(crate) fn any(&self) -> bool {
        !self.hosts.is_empty()
    }

    /// Whether this address may be used.
    pub(crate) fn check(&self, url: &str) -> Result<(), Refusal> {
        let refuse = |text: &str| Err(Refusal::new(RefusalCode::BadSetup, text));
        match parts(url) {
            Some((host, _)) if self.hosts.iter().any(|allowed| allowed == host) => Ok(()),
            Some(_) => refuse("this server does not send webhooks there"),
            None => {
                refuse("a webhook is an address that begins with http:// and names a relay of this server")
            }
        }
    }

    /// Sends a message in the form chat services understand. Failing is nobody's trouble.
    pub(crate) fn send(&self, url: &str, text: &str) {
        if self.check(url).is_err() {
            return;
        }
        let Some((host, path)) = parts(url) else { return };
        let body = serde_json::json!({ "content": text }).to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        tokio::spawn(async move {
            let sent = tokio::time::timeout(PATIENCE, async {
                let mut stream = TcpStream::connect(&address).await?;
                stream.write_all(request.as_bytes()).await?;
                let mut head = [0; 12];
                stream.read_exact(&mut head).await
            });
            match sent.await {
                Ok(Ok(_)) => metrics::counter!("alhambra_webhooks_total").increment(1),
                _ => tracing::warn!(host = address, "a webhook was not delivered"),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_hosts_are_told() {
        let hooks = Webhooks::new(&["relay.example:9000".to_owned()]);
        assert!(hooks.check("http://relay.example:9000/turns?x=1").is_ok());
        for bad in [
            "https://relay.example:9000/",
            "http://relay.example/",
            "http://localhost:9000/",
            "http://relay.example:9000@evil.example/",
            "http://relay.example:9000/a b",
            "http://relay.example:9000/\r\nHost: x",
            "ftp://relay.example:9000",
            "",
        ] {
            assert!(hooks.check(bad).is_err(), "{bad}");
        }
        assert!(Webhooks::new(&[]).check("http://relay.example:9000/").is_err());
    }
}
