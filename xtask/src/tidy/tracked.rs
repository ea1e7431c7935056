//! Nothing under version control depends on one person's machine or network.

use super::{File, Report, Tree};

/// Where absolute paths of a machine start; written in two halves so that this file does not find itself.
const FOLDERS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/Use", "rs/")];

/// Where a package manager downloads from: a matter of each machine's settings.
const REGISTRIES: [&str; 5] = [
    concat!("index.crates", ".io"),
    concat!("static.crates", ".io"),
    concat!("registry.npmjs", ".org"),
    concat!("registry.yarnpkg", ".com"),
    concat!("files.pythonhosted", ".org"),
];

/// npm itself replaces its public host in this file by the configured one.
const NPM_LOCK: &str = "package-lock.json";

/// The one source that Cargo.lock may name, and that cargo itself replaces by the configured one.
const CARGO_SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

const PRIVATE: [&str; 5] = [".internal", ".intranet", ".local", ".lan", ".corp"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for file in &tree.files {
        for (i, line) in file.text.lines().enumerate() {
            if let Some(folder) = FOLDERS.iter().find(|folder| is_absolute(line, folder)) {
                report.error(&file.path, i + 1, format!("an absolute path of one machine (`{folder}`)"));
            }
            if let Some(host) = registry(file, line).or_else(|| private_host(line)) {
                let message =
                    format!("`{host}` is one machine's way to its packages: leave it to the settings there");
                report.error(&file.path, i + 1, message);
            }
        }
    }
}

fn is_absolute(line: &str, folder: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || "_-./*}~".contains(c);
    line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(inside))
}

fn registry<'a>(file: &File, line: &'a str) -> Option<&'a str> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if name == "Cargo.lock" {
        let source = line.strip_prefix("source = ")?.trim_matches('"');
        return (source != CARGO_SOURCE && !source.starts_with("git+")).then_some(source);
    }
    let public_npm = |host: &str| name == NPM_LOCK && host == REGISTRIES[2];
    REGISTRIES.into_iter().find(|host| line.contains(host) && !public_npm(host))
}

/// A host that only exists in one network: an address other than this machine's, or a private ending.
fn private_host(line: &str) -> Option<&str> {
    let starts = line.match_indices("://").map(|(at, mark)| at + mark.len());
    let host = |at: usize| {
        let end = line[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
        &line[at..end.map_or(line.len(), |end| at + end)]
    };
    starts.map(host).find(|host| {
        let address = host.parse::<std::net::Ipv4Addr>();
        address.is_ok_and(|ip| !ip.is_loopback() && !ip.is_unspecified())
            || PRIVATE.iter().any(|ending| host.ends_with(ending))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    #[test]
    fn absolute_paths_are_found() {
        for folder in FOLDERS {
            let text = format!("fine\nsee {folder}someone/x\n");
            one(&errors(check, &[("docs/a.md", &text)]), &["docs/a.md:2: ", folder]);
        }
        assert!(
            errors(check, &[("a.md", "src/home/mod.rs, ~/work/x, ../work/y, homework/ and /work-life")])
                .is_empty()
        );
    }

    #[test]
    fn registries_and_private_hosts_are_found() {
        for host in REGISTRIES {
            one(
                &errors(check, &[("web/.npmrc", &format!("registry=https://{host}/\n"))]),
                &[".npmrc:1: ", host],
            );
        }
        for host in ["10.1.2.3", concat!("mirror", ".internal"), concat!("npm.mirror", ".lan")] {
            one(
                &errors(check, &[("a.toml", &format!("x = \"http://{host}:8080/\"\n"))]),
                &["a.toml:1: ", host],
            );
        }
        let fine =
            "http://localhost:3000 http://127.0.0.1:1 http://0.0.0.0/ https://github.com/ http://{addr}/";
        assert_eq!(errors(check, &[("a.md", fine)]), [""; 0]);
    }

    #[test]
    fn lock_files_name_the_public_source_only() {
        let public = format!("source = \"{CARGO_SOURCE}\"\n");
        assert_eq!(errors(check, &[("Cargo.lock", &public)]), [""; 0]);
        let mirror = "source = \"sparse+https://mirror.example/index/\"\n";
        one(&errors(check, &[("Cargo.lock", mirror)]), &["Cargo.lock:1: ", "mirror.example"]);
        let npm = format!("\"resolved\": \"https://{}/svelte/-/svelte.tgz\",\n", REGISTRIES[2]);
        assert_eq!(errors(check, &[("web/package-lock.json", &npm)]), [""; 0]);
    }
}
