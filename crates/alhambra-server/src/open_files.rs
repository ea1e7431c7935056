//! How many files and connections the system lets this program have open at once.

/// What is kept for the database, its readers, files of the page and whatever else is open beside connections.
const OTHERS: usize = 100;

/// As many connections as the settings want, if the system has room for them; it is asked for all it would give.
pub(crate) fn connections(wanted: usize) -> usize {
    let Some(limit) = raised() else { return wanted };
    let possible = possible(limit);
    if possible < wanted {
        tracing::warn!(
            max_connections = wanted,
            possible,
            "the system allows fewer open files; raise the limit (LimitNOFILE, ulimit -n)"
        );
    } else {
        tracing::debug!(limit, "open files");
    }
    wanted.min(possible)
}

fn possible(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(OTHERS).max(1)
}

/// The limit of open files, after it was raised as far as this program may; nothing if there is none.
#[cfg(unix)]
fn raised() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    if now.current != now.maximum {
        let most = Rlimit { current: now.maximum, maximum: now.maximum };
        if let Err(why) = setrlimit(Resource::Nofile, most) {
            tracing::warn!(%why, "the limit of open files stays as it is");
        }
    }
    getrlimit(Resource::Nofile).current
}

/// Elsewhere there is none to be asked for.
#[cfg(not(unix))]
fn raised() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_connections_than_files_may_be_open() {
        assert_eq!((possible(1024), possible(50), possible(u64::MAX)), (924, 1, usize::MAX - OTHERS));
        assert_eq!(connections(1), 1);
        if let Some(limit) = raised() {
            assert_eq!(connections(usize::MAX), possible(limit));
            #[cfg(target_os = "linux")]
            {
                use rustix::process::{Resource, getrlimit};
                let now = getrlimit(Resource::Nofile);
                assert_eq!(now.current, now.maximum, "as many as the system gives");
            }
        }
    }
}
