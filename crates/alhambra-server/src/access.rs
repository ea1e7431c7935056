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
    use regex_lite::Regex;

    #[test]
    fn a_path_tells_no_secret_and_stays_one_word() {
        assert_eq!(plain("/api/tables/0AB1VXYZ/replay?token=abc&as=1"), "/api/tables/{table}/replay");
        assert_eq!(plain("/t/oabl-uxyz#token=abc"), "/t/{table}");
        assert_eq!(plain("/a b\n1.2.3.4 GET"), "/a_b_1.2.3.4_GET");
        assert_eq!(plain(&"x".repeat(5000)).len(), LONGEST);
    }

    /// What fail2ban makes of the filter in `deploy/`: the date is found, read and cut out, then the expressions are tried.
    struct Filter {
        date: Regex,
        fails: Vec<Regex>,
    }

    impl Filter {
        fn deployed() -> Filter {
            let text = include_str!("../../../deploy/fail2ban/filter.conf");
            let value = |key: &str| {
                let from = text.find(&format!("\n{key} = ")).unwrap() + key.len() + 4;
                let lines = text[from..].lines().enumerate();
                let own = lines.take_while(|(n, line)| *n == 0 || line.starts_with(' '));
                own.map(|(_, line)| line.trim().to_owned()).collect::<Vec<_>>()
            };
            // As its configuration files and its dates are read.
            let date = value("datepattern").concat().replace("%%", "%");
            let parts = [
                ("%Y", "\\d{4}"),
                ("%m", "\\d{2}"),
                ("%d", "\\d{2}"),
                ("%H", "\\d{2}"),
                ("%M", "\\d{2}"),
                ("%S", "\\d{2}"),
                ("%z", "(?P<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})"),
            ];
            let date = parts.iter().fold(date, |date, (part, regex)| date.replace(part, regex));
            assert!(!date.contains('%'), "{date}");
            let host = "(?P<host>(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-f]*:[0-9a-f:]+)";
            let fail = |line: String| Regex::new(&line.replace("<HOST>", host)).unwrap();
            Filter {
                date: Regex::new(&date).unwrap(),
                fails: value("failregex").into_iter().map(fail).collect(),
            }
        }

        /// Whom a line counts against.
        fn counts(&self, line: &str) -> Option<String> {
            let date = self.date.captures(line).unwrap_or_else(|| panic!("no date in {line:?}"));
            assert_eq!(
                date.name("zone").map(|zone| zone.as_str()),
                Some("Z"),
                "local time would be hours off"
            );
            let rest = &line[date.get(0).unwrap().end()..];
            let found = self.fails.iter().find_map(|fail| fail.captures(rest))?;
            Some(found.name("host").unwrap().as_str().to_owned())
        }
    }

    #[test]
    fn fail2ban_counts_what_it_should_by_the_right_time() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("access.log");
        let access = Access::open(file.to_str().unwrap()).unwrap();
        let (v4, v6): (IpAddr, IpAddr) = ("198.51.100.7".parse().unwrap(), "2001:db8::7".parse().unwrap());
        let noted = [
            (Some(v4), "GET", "/api/tables/0AB1VXYZ", "404", true),
            (Some(v6), "POST", "/games/api/records", "413", true),
            (Some(v4), "HELLO", "/api/socket", "not_found", true),
            (Some(v6), "HELLO", "/api/socket", "too_fast", true),
            (Some(v4), "CONNECT", "-", "429", true),
            (Some(v4), "GET", "/api/tables/0AB1VXYZ", "200", false),
            (Some(v4), "GET", "/favicon.ico", "404", false),
            (Some(v4), "CONNECT", "-", "503", false),
            (None, "GET", "/api/tables/0AB1VXYZ", "404", false),
        ];
        for (who, verb, path, outcome, _) in noted {
            access.note(who, verb, path, outcome, Duration::from_millis(3));
        }
        drop(access);
        let mut text = String::new();
        let began = std::time::Instant::now();
        while text.lines().count() < noted.len() && began.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
            text = std::fs::read_to_string(&file).unwrap();
        }
        let filter = Filter::deployed();
        assert_eq!(filter.fails.len(), 3);
        let counted: Vec<_> = text.lines().map(|line| filter.counts(line)).collect();
        let wanted: Vec<_> = noted
            .iter()
            .map(|(who, .., counts)| who.filter(|_| *counts).map(|who| who.to_string()))
            .collect();
        assert_eq!(counted, wanted, "{text}");
    }
}
