//! Who asks: the address of the connection, or of whoever a believed proxy passes on.

use super::{App, Failed};
use crate::config::{Config, Forwarded};
use crate::limits::Place;
use crate::listener::Peer;
use alhambra_protocol::{Refusal, RefusalCode, Why};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// Who asks, with their place in the crowd if a proxy passes them on.
#[derive(Clone, Debug)]
pub(crate) struct ClientAddress {
    pub(crate) address: IpAddr,
    _place: Option<Arc<Place>>,
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<ClientAddress, Infallible> {
        // Every request passes `identify`; without it nobody would be trusted with more than the machine itself.
        let nobody = ClientAddress { address: IpAddr::V4(Ipv4Addr::LOCALHOST), _place: None };
        Ok(parts.extensions.get::<ClientAddress>().cloned().unwrap_or(nobody))
    }
}

/// Finds out who asks, counts them if a proxy passes them on, and notes what came of it.
pub(super) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let config = &app.hub.config;
    let peer = request.extensions().get::<Peer>().and_then(|peer| peer.0);
    let proxied = peer.is_none_or(|peer| config.trusts(peer));
    let address = address(config, peer, request.headers());
    let (verb, path) = (request.method().to_string(), request.uri().path().to_owned());
    let most = config.connections_per_address;
    let place = proxied.then(|| app.hub.crowd.enter(Some(address), most).map(Arc::new));
    let response = match place {
        _ if app.hub.bans.has(address) => {
            Failed(Refusal::new(RefusalCode::NotYours, Why::AddressBarred)).into_response()
        }
        Some(None) => Failed(Refusal::new(RefusalCode::TooFast, Why::TooManyConnections)).into_response(),
        place => {
            request.extensions_mut().insert(ClientAddress { address, _place: place.flatten() });
            next.run(request).await
        }
    };
    app.hub.access.note(Some(address), &verb, &path, response.status().as_str(), began.elapsed());
    response
}

/// The last address before the believed proxies; what cannot be read is as far as one can see.
fn address(config: &Config, peer: Option<IpAddr>, headers: &HeaderMap) -> IpAddr {
    // A socket file is used by proxies on this machine.
    let mut seen = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)).to_canonical();
    if peer.is_some_and(|peer| !config.trusts(peer)) {
        return seen;
    }
    for hop in hops(config.forwarded_header, headers).iter().rev() {
        match read_hop(hop) {
            Some(address) if config.trusts(address) => seen = address,
            Some(address) => return address,
            None => return seen,
        }
    }
    seen
}

/// The addresses a header lists, from whoever asks to the last proxy.
fn hops(header: Forwarded, headers: &HeaderMap) -> Vec<String> {
    let name = match header {
        Forwarded::For => "x-forwarded-for",
        Forwarded::RealIp => "x-real-ip",
        Forwarded::Standard => "forwarded",
    };
    let lines =
        headers.get_all(name).iter().map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned());
    let all: Vec<String> = lines.flat_map(|line| split(&line, ',')).collect();
    match header {
        Forwarded::For | Forwarded::RealIp => all,
        Forwarded::Standard => all.iter().map(|hop| named_for(hop)).collect(),
    }
}

/// The parts of a text between marks that do not stand in quotes.
fn split(text: &str, mark: char) -> Vec<String> {
    let (mut parts, mut quoted) = (vec![String::new()], false);
    for c in text.chars() {
        quoted ^= c == '"';
        match parts.last_mut() {
            Some(part) if c != mark || quoted => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts
}

/// Whom a hop of the standard header is for; nothing that can be read if it does not say.
fn named_for(hop: &str) -> String {
    let pairs = split(hop, ';');
    let mut named = pairs.iter().filter_map(|pair| pair.trim().split_once('='));
    named
        .find(|(key, _)| key.trim().eq_ignore_ascii_case("for"))
        .map_or_else(String::new, |(_, v)| v.to_owned())
}

/// An address with or without port, brackets and quotes.
fn read_hop(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim().trim_matches('"');
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse::<IpAddr>().or_else(|_| hop.parse::<SocketAddr>().map(|hop| hop.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    fn seen(settings: &[(&str, &str)], peer: &str, lines: &[(&'static str, &str)]) -> String {
        let flags: Vec<(&str, String)> = settings.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
        let settings = Settings::gather(&flags, std::iter::empty(), None).unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        let peer = (!peer.is_empty()).then(|| peer.parse().unwrap());
        address(&Config::new(&settings).unwrap(), peer, &headers).to_string()
    }

    #[test]
    fn nobody_is_believed_who_is_not_trusted() {
        let line = [("x-forwarded-for", "198.51.100.9")];
        assert_eq!(seen(&[], "192.0.2.1", &line), "192.0.2.1");
        assert_eq!(seen(&[("trusted_proxies", "192.0.2.2")], "192.0.2.1", &line), "192.0.2.1");
    }

    #[test]
    fn proxies_are_believed_in_every_spelling() {
        let trust = [("trusted_proxies", "127.0.0.1, 10.0.0.0/8, ::1")];
        for (peer, line, expected) in [
            ("127.0.0.1", "198.51.100.9", "198.51.100.9"),
            ("::ffff:127.0.0.1", "198.51.100.9:4711", "198.51.100.9"),
            ("::1", "[2001:db8::7]:4711", "2001:db8::7"),
            ("::1", "2001:db8::7", "2001:db8::7"),
            ("::1", "[2001:db8::7]", "2001:db8::7"),
            ("::1", "::ffff:198.51.100.9", "198.51.100.9"),
            ("127.0.0.1", "203.0.113.5, 198.51.100.9, 10.1.2.3:80", "198.51.100.9"),
            ("127.0.0.1", "198.51.100.9, unknown", "127.0.0.1"),
            ("127.0.0.1", "198.51.100.9, unknown, 10.1.2.3", "10.1.2.3"),
            ("127.0.0.1", "", "127.0.0.1"),
            ("", "198.51.100.9", "198.51.100.9"),
        ] {
            assert_eq!(seen(&trust, peer, &[("x-forwarded-for", line)]), expected, "{peer} {line}");
        }
        let lines = [("x-forwarded-for", "203.0.113.5"), ("x-forwarded-for", "198.51.100.9, 10.0.0.1")];
        assert_eq!(seen(&trust, "127.0.0.1", &lines), "198.51.100.9", "several lines are one list");
    }

    #[test]
    fn only_the_named_header_counts() {
        let both = [("x-forwarded-for", "203.0.113.5"), ("forwarded", "for=198.51.100.9;proto=https")];
        let by = |header| [("trusted_proxies", "127.0.0.1, 10.0.0.1"), ("forwarded_header", header)];
        assert_eq!(seen(&by("x-forwarded-for"), "127.0.0.1", &both), "203.0.113.5");
        assert_eq!(seen(&by("forwarded"), "127.0.0.1", &both), "198.51.100.9");
        assert_eq!(seen(&by("x-real-ip"), "127.0.0.1", &both), "127.0.0.1");
        let standard = [(
            "forwarded",
            "proto=http;For=\"[2001:db8::7]:47,11\", for=\"[2001:db8::7]:4711\";by=x, for=10.0.0.1",
        )];
        assert_eq!(seen(&by("forwarded"), "127.0.0.1", &standard), "2001:db8::7");
        let hidden = [("forwarded", "for=203.0.113.5, for=_hidden")];
        assert_eq!(seen(&by("forwarded"), "127.0.0.1", &hidden), "127.0.0.1");
    }
}
