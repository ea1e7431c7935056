//! Addresses that are not let in, kept in a file beside the database: one address or network a line.

use crate::config::network;
use crate::private_files;
use ipnet::IpNet;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};

/// The addresses that are not let in.
#[derive(Debug)]
pub(crate) struct Bans {
    networks: RwLock<Vec<IpNet>>,
    /// The file, written by one at a time.
    file: Mutex<PathBuf>,
}

impl Bans {
    /// Reads the file, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that is no address.
    pub(crate) fn read(file: PathBuf) -> io::Result<Bans> {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(why) if why.kind() == io::ErrorKind::NotFound => String::new(),
            Err(why) => return Err(why),
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let networks = lines.map(|line| network(line).map_err(io::Error::other)).collect::<Result<_, _>>()?;
        Ok(Bans { networks: RwLock::new(networks), file: Mutex::new(file) })
    }

    /// Whether an address is banned.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        let networks = self.networks.read().unwrap_or_else(PoisonError::into_inner);
        // Mostly there are none.
        !networks.is_empty() && {
            let address = address.to_canonical();
            networks.iter().any(|network| network.contains(&address))
        }
    }

    /// Every ban there is.
    pub(crate) fn all(&self) -> Vec<String> {
        self.networks.read().unwrap_or_else(PoisonError::into_inner).iter().map(ToString::to_string).collect()
    }

    /// Bans an address or network, or lets it in again; `false` if that changes nothing.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing has changed.
    pub(crate) fn set(&self, network: IpNet, banned: bool) -> io::Result<bool> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut networks = self.networks.read().unwrap_or_else(PoisonError::into_inner).clone();
        let known = networks.len();
        networks.retain(|other| *other != network);
        if banned {
            networks.push(network);
        }
        if networks.len() == known {
            return Ok(false);
        }
        // A new file takes the place of the old one, so that there is always a whole one.
        let fresh = file.with_extension("new");
        let mut options = std::fs::OpenOptions::new();
        options.create(true).write(true).truncate(true);
        private_files::only_ours(&mut options);
        let mut written = options.open(&fresh)?;
        for network in &networks {
            writeln!(written, "{network}")?;
        }
        written.sync_all()?;
        std::fs::rename(&fresh, &*file)?;
        *self.networks.write().unwrap_or_else(PoisonError::into_inner) = networks;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("bans");
        let bans = Bans::read(file.clone()).unwrap();
        let of = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(!bans.has(of("192.0.2.7")));
        assert!(bans.set(network("192.0.2.0/24").unwrap(), true).unwrap());
        assert!(!bans.set(network("192.0.2.0/24").unwrap(), true).unwrap());
        assert!(bans.set(network("2001:db8::1").unwrap(), true).unwrap());
        for bans in [&bans, &Bans::read(file.clone()).unwrap()] {
            assert!(bans.has(of("::ffff:192.0.2.7")) && bans.has(of("2001:db8::1")));
            assert!(!bans.has(of("192.0.3.7")) && !bans.has(of("2001:db8::2")));
        }
        assert!(bans.set(network("192.0.2.0/24").unwrap(), false).unwrap());
        assert_eq!(Bans::read(file.clone()).unwrap().all(), ["2001:db8::1/128"]);
        std::fs::write(&file, "nonsense\n").unwrap();
        assert!(Bans::read(file).is_err());
    }
}
