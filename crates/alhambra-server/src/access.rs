//! Who came to the door and what they were told: one line each, made for programs that ban addresses.
//!
//! A line never has a query, a token, a name or the code of a table: whoever reads the log can sit down nowhere.

use crate::secret;
use std::fs::OpenOptions;
use std::io::Write;
use std::net::IpAddr;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

/// How many lines may wait for the disk; the games do not.
const WAITING: usize = 4096;
/// The longest path that is written.
const LONGEST: usize = 200;

/// The access log, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Access {
    lines: Option<SyncSender<String>>,
}

impl Access {
    /// Opens the log a setting names: nothing, `-` for standard error, or a file to add to.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn open(to: &str) -> std::io::Result<Access> {
        let mut sink: Box<dyn Write + Send> = match to {
            "" => return Ok(Access::default()),
            "-" => Box::new(std::io::stderr()),
            path => {
                let mut options = OpenOptions::new();
                options.create(true).append(true);
                crate::private_files::only_ours(&mut options);
                Box::new(options.open(Path::new(path))?)
            }
        };
        let (lines, written) = sync_channel::<String>(WAITING);
        std::thread::Builder::new().name("access log".to_owned()).spawn(move || {
            // The thread ends with the last of those who write.
            for line in written {
                if sink.write_all(line.as_bytes()).is_err() {
                    metrics::counter!("alhambra_access_lines_lost_total").increment(1);
                }
            }
        })?;
        Ok(Access { lines: Some(lines) })
    }

    /// Notes what somebody asked for and what came of it.
    pub(crate) fn note(&self, who: Option<IpAddr>, verb: &str, path: &str, outcome: &str, took: Duration) {
        let Some(lines) = &self.lines else { return };
        let mut line = String::with_capacity(96);
        let _ = SystemTime.format_time(&mut Writer::new(&mut line));
        let who = who.map_or_else(|| "local".to_owned(), |who| who.to_canonical().to_string());
        line += &format!(" {who} {verb} {} {outcome} {}ms\n", plain(path), took.as_millis());
        if lines.try_send(line).is_err() {
            metrics::counter!("alhambra_access_lines_lost_total").increment(1);
        }
    }
}

/// A path without what could open a table or break a line.
fn plain(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let part = |part: &str| match secret::read_code(part) {
        Some(_) => "{table}".to_owned(),
        None => part.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).take(LONGEST).collect(),
    };
    let parts: Vec<String> = path.split('/').map(part).collect();
    parts.join("/").chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_no_secret_and_stays_one_word() {
        assert_eq!(plain("/api/tables/0AB1VXYZ/replay?token=abc&as=1"), "/api/tables/{table}/replay");
        assert_eq!(plain("/t/oabl-uxyz#token=abc"), "/t/{table}");
        assert_eq!(plain("/a b\n1.2.3.4 GET"), "/a_b_1.2.3.4_GET");
        assert_eq!(plain(&"x".repeat(5000)).len(), LONGEST);
    }
}
