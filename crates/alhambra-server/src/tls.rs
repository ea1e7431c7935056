//! TLS from files. Whoever renews certificates (an ACME client, say) puts new files in place; they are read again.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often it is looked whether the files are new.
const LOOK: Duration = Duration::from_secs(60);

/// A certificate with its key, kept up to date.
#[derive(Debug)]
pub(crate) struct Certificates {
    chain: PathBuf,
    key: PathBuf,
    read: Mutex<Read>,
}

struct Read {
    acceptor: TlsAcceptor,
    written: (Option<SystemTime>, Option<SystemTime>),
    looked: Instant,
}

impl std::fmt::Debug for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Read").field("written", &self.written).finish_non_exhaustive()
    }
}

impl Certificates {
    /// Reads a chain of certificates and its key, both as PEM.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub(crate) fn read(chain: &Path, key: &Path) -> io::Result<Certificates> {
        let read = Read {
            acceptor: acceptor(chain, key)?,
            written: (written(chain), written(key)),
            looked: Instant::now(),
        };
        Ok(Certificates { chain: chain.to_owned(), key: key.to_owned(), read: Mutex::new(read) })
    }

    /// What greets the next connection. Files that are new and cannot be used leave everything as it is.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.looked.elapsed() >= LOOK {
            self.look(&mut read);
        }
        read.acceptor.clone()
    }

    fn look(&self, read: &mut Read) {
        read.looked = Instant::now();
        let now = (written(&self.chain), written(&self.key));
        if now == read.written {
            return;
        }
        match acceptor(&self.chain, &self.key) {
            Ok(acceptor) => {
                (read.acceptor, read.written) = (acceptor, now);
                tracing::info!("the certificate was read again");
            }
            Err(why) => tracing::warn!(%why, "a new certificate cannot be used; the old one stays"),
        }
    }
}

fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

fn acceptor(chain: &Path, key: &Path) -> io::Result<TlsAcceptor> {
    let bad =
        |path: &Path, why: &dyn std::fmt::Display| io::Error::other(format!("{}: {why}", path.display()));
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(chain).map_err(|why| bad(chain, &why))?.collect();
    let certificates = certificates.map_err(|why| bad(chain, &why))?;
    if certificates.is_empty() {
        return Err(bad(chain, &"there is no certificate in it"));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|why| bad(key, &why))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(certificates, secret)
        .map_err(|why| bad(chain, &why))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, name: &str) {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        std::fs::write(dir.join("chain.pem"), made.cert.pem()).unwrap();
        std::fs::write(dir.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    }

    #[test]
    fn new_files_are_read_and_broken_ones_change_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (chain, key) = (dir.path().join("chain.pem"), dir.path().join("key.pem"));
        assert!(Certificates::read(&chain, &key).is_err());
        write(dir.path(), "one.example");
        let certificates = Certificates::read(&chain, &key).unwrap();
        let config = |read: &Read| Arc::as_ptr(read.acceptor.config());
        let mut read = certificates.read.lock().unwrap();
        let first = config(&read);
        certificates.look(&mut read);
        assert_eq!(config(&read), first, "nothing is new");
        std::fs::write(&chain, "nonsense").unwrap();
        certificates.look(&mut read);
        assert_eq!(config(&read), first, "a broken file changes nothing");
        write(dir.path(), "two.example");
        read.written = (None, None);
        certificates.look(&mut read);
        assert_ne!(config(&read), first);
    }
}
