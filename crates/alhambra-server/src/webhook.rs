//! Telling absent people that it is their turn. Nothing leaves the server unless the configuration names the host.

use alhambra_protocol::{Refusal, RefusalCode};

/// Which hosts may be told.
#[derive(Clone, Debug)]
pub(crate) struct Webhooks {
    hosts: Vec<String>,
}

impl Webhooks {
    /// Only these hosts.
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
        let Some(rest) = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")) else {
            return refuse("a webhook is an address that begins with https://");
        };
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if url.len() > 300 || host.contains('@') || !self.hosts.iter().any(|allowed| allowed == host) {
            return refuse("this server does not send webhooks there");
        }
        Ok(())
    }
}
