//! Telling absent people that it is their turn. Nothing leaves the server unless the configuration allows it.

mod outbound;
mod push;
mod sealed;
mod webhook;

use crate::config::Config;
use alhambra_protocol::{PushAddress, Refusal, Why};
use outbound::Outbound;
pub(crate) use push::Push;
use std::io;
use webhook::Webhooks;

/// The ways out of this server.
#[derive(Debug)]
pub(crate) struct Notifier {
    webhooks: Webhooks,
    push: Option<Push>,
}

/// Who is told of what.
pub(crate) struct Turn<'a> {
    pub(crate) name: &'a str,
    pub(crate) table: &'a str,
    /// Where the tables are, if the server knows how it is reached.
    pub(crate) home: Option<&'a str>,
}

impl Notifier {
    /// What the settings allow; the key for browsers is read, or made if there is none.
    ///
    /// # Errors
    /// If the key cannot be read or written.
    pub(crate) fn open(config: &Config) -> io::Result<Notifier> {
        let outbound = Outbound::default();
        let push = config.push.as_ref().map(|push| Push::open(push, outbound.clone())).transpose()?;
        Ok(Notifier { webhooks: Webhooks::new(&config.webhooks, outbound), push })
    }

    /// Whether anybody may be told by webhook.
    pub(crate) fn has_webhooks(&self) -> bool {
        self.webhooks.any()
    }

    /// What browsers check the server's messages by, if it sends any.
    pub(crate) fn push_key(&self) -> Option<String> {
        self.push.as_ref().map(Push::public_key)
    }

    /// Whether somebody can be told in this way.
    pub(crate) fn check(&self, webhook: Option<&str>, push: Option<&PushAddress>) -> Result<(), Refusal> {
        if let Some(url) = webhook {
            self.webhooks.check(url)?;
        }
        match (push, &self.push) {
            (None, _) => Ok(()),
            (Some(address), Some(sender)) => sender.check(address),
            (Some(_), None) => Err(push::refuse(Why::PushOff)),
        }
    }

    /// Tells somebody by every way they asked for; `false` if they asked for none.
    pub(crate) fn send(&self, turn: &Turn<'_>, webhook: Option<&str>, push: Option<&PushAddress>) -> bool {
        if let Some(url) = webhook {
            self.webhooks.send(url, turn);
        }
        if let (Some(sender), Some(address)) = (&self.push, push) {
            sender.send(address, turn);
        }
        webhook.is_some() || (self.push.is_some() && push.is_some())
    }
}
