//! Turns told to chat services, at addresses people give. Only hosts the configuration names are told anything.

use super::Turn;
use super::outbound::{Outbound, Target};
use alhambra_protocol::{Note, Refusal, RefusalCode, Why};
use alhambra_rules::speech::ENGLISH;

/// Which hosts may be told.
#[derive(Clone, Debug)]
pub(super) struct Webhooks {
    hosts: Vec<String>,
    outbound: Outbound,
}

impl Webhooks {
    /// Only these hosts, each with its port unless it is the usual one.
    pub(super) fn new(hosts: &[String], outbound: Outbound) -> Webhooks {
        Webhooks { hosts: hosts.to_vec(), outbound }
    }

    /// Whether anybody may be told.
    pub(super) fn any(&self) -> bool {
        !self.hosts.is_empty()
    }

    /// Whether this address may be used.
    pub(super) fn check(&self, url: &str) -> Result<(), Refusal> {
        self.target(url).map(|_| ())
    }

    fn target(&self, url: &str) -> Result<Target, Refusal> {
        let refuse = |why: Why| Err(Refusal::new(RefusalCode::BadSetup, why));
        match Target::of(url) {
            Some(target) if self.hosts.contains(&target.host) => Ok(target),
            Some(_) => refuse(Why::WebhookUnknown),
            None => refuse(Why::WebhookAddress),
        }
    }

    /// Sends a message in the form chat services understand. Failing is nobody's trouble.
    pub(super) fn send(&self, url: &str, turn: &Turn<'_>) {
        let Ok(target) = self.target(url) else { return };
        let Turn { name, table, home } = turn;
        let told =
            Note::YourTurn((*name).to_owned(), (*table).to_owned(), home.unwrap_or_default().to_owned());
        // Whoever reads in the channel has told nobody a language.
        let text = told.voice().note(ENGLISH).unwrap_or_default();
        // A name such as @everyone must not wake a whole channel.
        let body = serde_json::json!({ "content": text, "allowed_mentions": { "parse": [] } });
        let (outbound, body) = (self.outbound.clone(), body.to_string());
        tokio::spawn(async move {
            // The path of a webhook is a secret; only the host is named.
            match outbound.post(&target, "Content-Type: application/json\r\n", body.as_bytes()).await {
                Ok(200..300) => metrics::counter!("alhambra_webhooks_total").increment(1),
                Ok(status) => tracing::warn!(host = target.host, status, "a webhook was refused"),
                Err(why) => tracing::warn!(host = target.host, %why, "a webhook was not delivered"),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_hosts_are_told() {
        let hosts = ["relay.example:9000".to_owned(), "chat.example".to_owned()];
        let hooks = Webhooks::new(&hosts, Outbound::default());
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
        assert!(Webhooks::new(&[], Outbound::default()).check("http://relay.example:9000/").is_err());
    }
}
