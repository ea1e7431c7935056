//! Turns told to browsers (RFC 8030), signed with the server's own key (VAPID, RFC 8292).

use super::Turn;
use super::outbound::{Outbound, Target};
use super::sealed::{self, AUTH, PUBLIC};
use crate::config::PushConfig;
use crate::private_files;
use alhambra_protocol::{PushAddress, Refusal, RefusalCode, Why};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// How long a service keeps a message for a browser that is off, in seconds: a day later somebody else has told them.
const KEPT: u32 = 24 * 60 * 60;
/// How long a signature is good, in seconds; services take at most a day.
const GOOD: u64 = 12 * 60 * 60;

/// Sends to browsers, through the services their makers run.
#[derive(Clone)]
pub(crate) struct Push {
    services: Arc<[String]>,
    contact: Arc<str>,
    key: Arc<EcdsaKeyPair>,
    outbound: Outbound,
    /// Browsers whose service said that they are not there any more; they are left alone until the server starts anew.
    gone: Arc<Mutex<HashSet<String>>>,
}

impl std::fmt::Debug for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Push").field("services", &self.services).finish_non_exhaustive()
    }
}

/// Where a browser is told, read and checked.
struct Browser {
    target: Target,
    public: Vec<u8>,
    auth: Vec<u8>,
}

pub(super) fn refuse(why: Why) -> Refusal {
    Refusal::new(RefusalCode::BadSetup, why)
}

impl Push {
    /// With the key of the file; it is made if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub(super) fn open(config: &PushConfig, outbound: Outbound) -> io::Result<Push> {
        let named =
            |why: &dyn std::fmt::Display| io::Error::other(format!("{}: {why}", config.key.display()));
        let key = read_or_make(&config.key).map_err(|why| named(&why))?;
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &SystemRandom::new())
            .map_err(|why| {
                named(&format!("not a key for push messages ({why}); delete it and a new one is made"))
            })?;
        Ok(Push {
            services: config.services.clone().into(),
            contact: config.contact.as_str().into(),
            key: Arc::new(key),
            outbound,
            gone: Arc::default(),
        })
    }

    /// The key browsers check our messages by, as they want to be given it.
    pub(super) fn public_key(&self) -> String {
        BASE64.encode(self.key.public_key())
    }

    /// Whether this browser can be told.
    pub(super) fn check(&self, address: &PushAddress) -> Result<(), Refusal> {
        self.browser(address).map(|_| ())
    }

    fn browser(&self, address: &PushAddress) -> Result<Browser, Refusal> {
        let target = Target::of(&address.endpoint).filter(|target| self.known(&target.host));
        let target = target.ok_or_else(|| refuse(Why::PushUnknown))?;
        let read = |text: &str, length: usize| {
            let bytes = BASE64.decode(text.trim_end_matches('=')).ok()?;
            (bytes.len() == length).then_some(bytes)
        };
        let keys = read(&address.p256dh, PUBLIC).zip(read(&address.auth, AUTH));
        let (public, auth) = keys.ok_or_else(|| refuse(Why::PushKeys))?;
        // Sealing nothing finds out whether the key is one.
        sealed::seal(&public, &auth, b"").map_err(|_| refuse(Why::PushKeys))?;
        Ok(Browser { target, public, auth })
    }

    /// Whether a service is one of those that may be written to; `*.example.org` are all names below it.
    fn known(&self, host: &str) -> bool {
        self.services.iter().any(|service| match service.strip_prefix('*') {
            Some(end) => end.starts_with('.') && host.ends_with(end),
            None => host == service,
        })
    }

    /// Tells a browser whose turn it is; the page there finds the words. Failing is nobody's trouble.
    pub(super) fn send(&self, address: &PushAddress, turn: &Turn<'_>) {
        let Ok(browser) = self.browser(address) else { return };
        if self.gone.lock().unwrap_or_else(PoisonError::into_inner).contains(&address.endpoint) {
            return;
        }
        let text = serde_json::json!({ "table": turn.table, "name": turn.name }).to_string();
        let Ok(body) = sealed::seal(&browser.public, &browser.auth, text.as_bytes()) else { return };
        let Some(signature) = self.signature(&browser.target.origin()) else { return };
        // A later message about the same table takes the place of one that still waits.
        let headers = format!(
            "Content-Type: application/octet-stream\r\nContent-Encoding: aes128gcm\r\nTTL: {KEPT}\r\nTopic: {}\r\n\
             Authorization: vapid t={signature}, k={}\r\n",
            turn.table,
            self.public_key()
        );
        let (outbound, target) = (self.outbound.clone(), browser.target);
        let (gone, endpoint) = (self.gone.clone(), address.endpoint.clone());
        tokio::spawn(async move {
            match outbound.post(&target, &headers, &body).await {
                Ok(200..300) => metrics::counter!("alhambra_pushes_total").increment(1),
                Ok(404 | 410) => {
                    gone.lock().unwrap_or_else(PoisonError::into_inner).insert(endpoint);
                    tracing::info!(host = target.host, "a browser does not want to be told any more");
                }
                Ok(status) => tracing::warn!(host = target.host, status, "a push message was refused"),
                Err(why) => tracing::warn!(host = target.host, %why, "a push message was not delivered"),
            }
        });
    }

    /// A token that says to one service who writes.
    fn signature(&self, service: &str) -> Option<String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        let claims = serde_json::json!({ "aud": service, "exp": now + GOOD, "sub": &*self.contact });
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("{signed}.{}", BASE64.encode(signature)))
    }
}

/// The private key as PKCS #8, one line of text in a file nobody else reads.
fn read_or_make(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read_to_string(path) {
        Ok(text) => BASE64.decode(text.trim()).map_err(io::Error::other),
        Err(why) if why.kind() == io::ErrorKind::NotFound => make(path),
        Err(why) => Err(why),
    }
}

fn make(path: &Path) -> io::Result<Vec<u8>> {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let key = key.map_err(|_| io::Error::other("no key can be made"))?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    private_files::only_ours(&mut options);
    io::Write::write_all(&mut options.open(path)?, format!("{}\n", BASE64.encode(&key)).as_bytes())?;
    Ok(key.as_ref().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey};
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    fn config(folder: &Path) -> PushConfig {
        PushConfig {
            contact: "mailto:host@example.org".to_owned(),
            key: folder.join("push.key"),
            services: vec!["push.example".to_owned(), "*.push.example".to_owned()],
        }
    }

    fn push(folder: &Path) -> Push {
        Push::open(&config(folder), Outbound::default()).unwrap()
    }

    fn address(endpoint: &str) -> PushAddress {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        PushAddress {
            endpoint: endpoint.to_owned(),
            p256dh: BASE64.encode(key.compute_public_key().unwrap()),
            auth: BASE64.encode([3; AUTH]),
        }
    }

    #[test]
    fn the_key_is_made_once_and_is_nobody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let key = push(folder.path()).public_key();
        assert_eq!(BASE64.decode(&key).unwrap().len(), PUBLIC);
        assert_eq!(push(folder.path()).public_key(), key);
        let file = folder.path().join("push.key");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&file, "bm90IGEga2V5").unwrap();
        let why = Push::open(&config(folder.path()), Outbound::default()).unwrap_err().to_string();
        assert!(why.contains("push.key: not a key for push messages"), "{why}");
    }

    #[test]
    fn only_known_services_and_real_keys_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let push = push(folder.path());
        for good in ["https://push.example/a", "https://web.push.example/a"] {
            push.check(&address(good)).unwrap();
        }
        for bad in [
            "https://push.example.evil/a",
            "https://evilpush.example/a",
            "https://127.0.0.1/a",
            "https://push.example:8443/a",
            "push.example",
        ] {
            assert!(push.check(&address(bad)).is_err(), "{bad}");
        }
        let good = address("https://push.example/a");
        let short = PushAddress { auth: "AAAA".to_owned(), ..good.clone() };
        let odd = PushAddress { p256dh: BASE64.encode([4; PUBLIC]), ..good.clone() };
        let other = PushAddress { p256dh: "§".to_owned(), ..good };
        for bad in [short, odd, other] {
            assert_eq!(push.check(&bad).unwrap_err(), refuse(Why::PushKeys));
        }
    }

    #[test]
    fn services_can_check_who_writes() {
        let folder = tempfile::tempdir().unwrap();
        let push = push(folder.path());
        let token = push.signature("https://push.example").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["sub"], "mailto:host@example.org");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let left = claims["exp"].as_u64().unwrap() - now;
        assert!(left > GOOD - 60 && left < 24 * 60 * 60, "{left}");
        let key = BASE64.decode(push.public_key()).unwrap();
        let signature = BASE64.decode(signature).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify(signed.as_bytes(), &signature).unwrap();
    }
}
