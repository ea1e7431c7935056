//! A PostgreSQL of our own on loopback, started from the programs on this machine.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A PostgreSQL of our own on loopback, gone when dropped.
pub(crate) struct Postgres {
    dir: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts one, if its programs are on this machine.
    ///
    /// `cargo xtask test` installs the package and promises it by a variable; without it the rest of the suite holds.
    pub(crate) fn start() -> Option<Postgres> {
        let Some(bin) = programs() else {
            let promised = std::env::var_os("ALHAMBRA_TEST_POSTGRES").is_some();
            assert!(!promised, "PostgreSQL was promised and is not there");
            eprintln!("no PostgreSQL on this machine: `apt-get install postgresql` and run this test again");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        let port = free_port();
        if root() {
            run(Command::new("chown").arg("postgres").arg(dir.path()));
            run(Command::new("chmod").arg("755").arg(dir.path()));
        }
        let postgres = Postgres { dir, bin, port };
        let data = postgres.data();
        let flags = ["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C"];
        run(postgres.program("initdb").arg("-D").arg(&data).args(flags));
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories='' -c fsync=off -c max_connections=80"
        );
        run(postgres
            .program("pg_ctl")
            .arg("-D")
            .arg(&data)
            .args(["-w", "-o", &options, "-l"])
            .arg(postgres.dir.path().join("log"))
            .arg("start"));
        Some(postgres)
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// PostgreSQL refuses to run as root; then it runs as the user Debian's package makes.
    fn program(&self, name: &str) -> Command {
        let path = self.bin.join(name);
        if root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(path).current_dir("/");
            command
        } else {
            Command::new(path)
        }
    }

    /// Keeps the tables that are made from now on in a folder of another disk.
    pub(crate) fn keep_tables_on(&self, disk: &std::path::Path) {
        let folder = disk.join("tables");
        std::fs::create_dir(&folder).unwrap();
        if root() {
            run(Command::new("chown").arg("postgres").arg(&folder));
            run(Command::new("chmod").arg("755").arg(disk));
        }
        let make = format!("CREATE TABLESPACE small LOCATION '{}'", folder.display());
        for sql in [&make, "ALTER DATABASE postgres SET default_tablespace = small"] {
            run(self.program("psql").args(["--quiet", "--command", sql, &self.url()]));
        }
    }

    /// The address of its database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.program("pg_ctl");
        let _ =
            stop.arg("-D").arg(self.data()).args(["-m", "immediate", "stop"]).stdout(Stdio::null()).status();
    }
}

fn root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"))
}

fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(output.as_ref().is_ok_and(|status| status.success()), "{command:?}: {output:?}");
}

/// Where Debian keeps the programs, or wherever the path has them.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
