//! Several servers on one PostgreSQL: moves made on one are seen on the other, and games outlive a server.

mod common;

use alhambra_protocol::{Request, TableOptions};
use alhambra_rules::Quick;
use alhambra_server::client::Player;
use common::{config, play, serve, wish};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A PostgreSQL of our own on loopback, gone when dropped.
struct Postgres {
    dir: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts one, if its programs are on this machine.
    fn start() -> Option<Postgres> {
        let bin = programs()?;
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

    fn url(&self) -> String {
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

/// Plays until the record has so many actions, whoever does them.
async fn play_to(mut player: Player, mut dice: Quick, actions: u32) -> Player {
    while player.seen().game.as_ref().is_some_and(|game| game.action < actions && game.view.winners.is_none()) {
        match player.decision().is_some() {
            true => assert_eq!(play(&mut player, &mut dice, 1).await, 1),
            false => drop(player.hear().await.unwrap()),
        }
    }
    player
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_their_tables_and_one_may_die() {
    let Some(postgres) = Postgres::start() else {
        // `cargo xtask test` installs the package; without it the rest of the suite still holds.
        assert!(
            std::env::var_os("ALHAMBRA_TEST_POSTGRES").is_none(),
            "PostgreSQL was promised and is not there"
        );
        eprintln!("no PostgreSQL on this machine: `apt-get install postgresql` and run this test again");
        return;
    };
    let url = postgres.url();
    let unused = Path::new("unused");
    let node = |pace: &'static str| config(unused, &[("database_url", &url), ("bot_pace_ms", pace)]);
    let (first, one) = serve(node("0")).await;
    let (second, two) = serve(node("0")).await;
    let made = one.create(&wish(1, 1, None, TableOptions::default())).await.unwrap();
    let bo = two.join(&made.table, "Bo").await.unwrap();
    let mut ann = one.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = two.sit(&made.table, Some(&bo.token), true).await.unwrap();
    bo.request(Request::Ready { seat: alhambra_rules::Seat::new(1).unwrap(), ready: true }).await.unwrap();
    while !ann.seen().table.seats[1].ready {
        ann.hear().await.unwrap();
    }
    ann.request(Request::Host { command: alhambra_protocol::HostCommand::Start }).await.unwrap();
    while bo.view().is_none() {
        bo.hear().await.unwrap();
    }
    // Both play, each on a server of their own; the bot belongs to whoever looks after the table.
    let ann_plays = tokio::spawn(play_to(ann, Quick::new(1), 60));
    let bo_plays = tokio::spawn(play_to(bo, Quick::new(2), 60));
    let (ann, mut bo) = (ann_plays.await.unwrap(), bo_plays.await.unwrap());
    // The server of Ann goes; she comes back to the other one and the game ends there.
    drop(ann);
    first.stop().await;
    let mut ann = two.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert!(ann.seen().game.as_ref().unwrap().action >= 60);
    let ann_plays = tokio::spawn(async move {
        play(&mut ann, &mut Quick::new(3), 5000).await;
    });
    play(&mut bo, &mut Quick::new(4), 5000).await;
    ann_plays.await.unwrap();
    assert!(bo.view().unwrap().winners.is_some());
    second.stop().await;
    let checkup = alhambra_server::doctor(&node("0")).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (1, 0), "{checkup:?}");
}
