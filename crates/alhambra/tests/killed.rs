//! Killing the server at the worst moment, again and again: nothing that anybody was told is ever lost.
//!
//! Five kills here, a hundred with `cargo xtask soak --server`; once more on a disk that fills up in between.

#[path = "common/server.rs"]
mod server;

#[path = "../../alhambra-server/tests/common/postgres.rs"]
mod postgres;

#[path = "../../alhambra-server/tests/common/small_disk.rs"]
mod small_disk;

use alhambra_protocol::{HostCommand, RefusalCode, Request, ServerMessage, UndoPolicy, View};
use alhambra_rules::Quick;
use alhambra_server::client::{ClientError, Player, Remote};
use server::{Process, alhambra, asked_for, data, wish};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long after a restart every game must be back.
const BACK: Duration = Duration::from_secs(3);

/// Tables of three people, and of one person with two bots.
const TABLES: u64 = 12;
const BOT_TABLES: u64 = 3;

/// The people of one table, and what they were told before the server died.
struct Friends {
    table: String,
    tokens: Vec<String>,
    bots: bool,
    /// The number of the last action anybody was told of.
    told: u32,
    /// Whether a request was on its way that nobody answered.
    unanswered: bool,
    /// What each of them saw last, and after which action.
    seen: Vec<Option<(u32, View)>>,
    dice: Quick,
    /// Moves that were acknowledged.
    moves: u64,
    /// Unanswered moves that turned out to be in the log.
    unheard: u64,
    /// Moves that were refused because they could not be stored.
    unstored: u64,
    over: bool,
}

impl Friends {
    /// Sits down at a new table.
    async fn gather(remote: &Remote, seed: u64, bots: bool) -> Result<Friends, ClientError> {
        let mut wish = wish(seed, if bots { 0 } else { 2 });
        // At every second table steps are told at once; at the others a turn is told when it cannot be taken back, and the
        // server dies in the middle of turns only one of them knows of.
        if seed.is_multiple_of(2) {
            wish.options.undo = UndoPolicy::None;
        }
        let made = remote.create(&wish).await?;
        let mut tokens = vec![made.token];
        if !bots {
            for name in ["Bo", "Cy"] {
                let joined = remote.join(&made.table, name).await?;
                let mut player = remote.sit(&made.table, Some(&joined.token), false).await?;
                player.request(Request::Ready { seat: joined.seat, ready: true }).await?;
                tokens.push(joined.token);
            }
            let mut host = remote.sit(&made.table, Some(&tokens[0]), false).await?;
            host.request(Request::Host { command: HostCommand::Start }).await?;
        }
        Ok(Friends {
            table: made.table,
            seen: vec![None; tokens.len()],
            tokens,
            bots,
            told: 0,
            unanswered: false,
            dice: Quick::new(seed),
            moves: 0,
            unheard: 0,
            unstored: 0,
            over: false,
        })
    }

    /// Comes back, each to one of these servers, and holds what is there against what was told.
    async fn come_back(&mut self, remotes: &[Remote]) -> Result<Vec<Player>, ClientError> {
        let mut players = Vec::new();
        for (token, remote) in self.tokens.iter().zip(remotes.iter().cycle()) {
            players.push(remote.sit(&self.table, Some(token), false).await?);
        }
        let there = furthest(&players);
        assert!(there >= self.told, "{}: {there} of {} lost", self.table, self.told);
        for (player, seen) in players.iter().zip(&self.seen) {
            let game = player.seen().game.as_ref().expect("the game has begun");
            let known = seen.as_ref().map_or(0, |(action, _)| *action);
            assert!(game.action >= known, "{}: {} of {known} forgotten", self.table, game.action);
            // Without bots nothing happens by itself: at most the move nobody answered is there, and whole.
            let most = self.told + u32::from(self.unanswered);
            assert!(self.bots || game.action <= most, "{}: {} > {most}", self.table, game.action);
            if let Some((action, view)) = seen
                && game.action == *action
            {
                assert_eq!(&game.view, view, "{}: the same action, another game", self.table);
            }
        }
        Ok(players)
    }

    /// Waits until the game can go on: somebody is asked, or it is over.
    async fn going_on(&mut self, players: &mut [Player]) -> Result<(), ClientError> {
        let asked = |player: &Player| {
            player.decision().is_some() || player.view().is_some_and(|view| view.winners.is_some())
        };
        while self.bots && !players.iter().any(asked) {
            players[0].hear().await?;
        }
        Ok(())
    }

    /// Plays until the server dies or the game is over.
    async fn play(mut self, mut players: Vec<Player>, mut stop: watch::Receiver<bool>) -> Friends {
        self.unanswered = false;
        tokio::select! {
            _ = self.moves(&mut players) => {}
            // Those at a server that lives on get up too.
            _ = stop.wait_for(|stop| *stop) => {}
        }
        for (player, seen) in players.iter().zip(&mut self.seen) {
            if let Some(game) = &player.seen().game {
                self.told = self.told.max(game.action);
                *seen = Some((game.action, game.view.clone()));
            }
        }
        self
    }

    async fn moves(&mut self, players: &mut [Player]) -> Result<(), ClientError> {
        loop {
            if players[0].view().is_some_and(|view| view.winners.is_some()) {
                self.over = true;
                return Ok(());
            }
            let Some(n) = players.iter().position(|p| p.decision().is_some()) else {
                players[0].hear().await?;
                continue;
            };
            let dice = &mut self.dice;
            self.unanswered = true;
            let asked = players[n].choose(|k| dice.below(k as u32) as usize).await?;
            let answer = players[n].answer(asked.expect("there is a decision")).await?;
            self.unanswered = false;
            match answer {
                ServerMessage::Done { .. } => self.moves += 1,
                // It does not count, and the game is as it was before.
                ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::Unavailable => {
                    self.unstored += 1;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    let seat = players[n].seen().you.seats[0];
                    players[n].request(Request::Look { seat: Some(seat) }).await?;
                    continue;
                }
                // What another server wrote before it died may arrive late.
                ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::Stale => {}
                ServerMessage::Bye { .. } => return Ok(()),
                other => panic!("an offered option was refused: {other:?}"),
            }
            if players[n].decision().is_some() {
                // The others may hear of it when the turn is done.
                continue;
            }
            let action = players[n].seen().game.as_ref().map_or(0, |game| game.action);
            for player in players.iter_mut() {
                while player.seen().game.as_ref().is_some_and(|game| game.action < action) {
                    player.hear().await?;
                }
            }
        }
    }
}

/// The last action that any of them knows of.
fn furthest(players: &[Player]) -> u32 {
    players.iter().filter_map(|player| player.seen().game.as_ref()).map(|game| game.action).max().unwrap_or(0)
}

/// What a siege found out.
#[derive(Default)]
struct Counts {
    kills: u32,
    moves: u64,
    unheard: u64,
    unstored: u64,
    games: u64,
    slowest: Duration,
    sum: Duration,
}

impl Counts {
    fn back_after(&mut self, took: Duration) {
        assert!(took < BACK, "all games were back only after {took:?}");
        self.kills += 1;
        self.slowest = self.slowest.max(took);
        self.sum += took;
    }

    fn print(&self, what: &str, doctor: &str) {
        println!(
            "{what}: {} kills, {} games, {} moves acknowledged, 0 lost, {} unanswered ones whole in the log, \
             {} refused because they could not be stored; \
             back after {:.2} s on average, {:.2} s at worst; doctor: {}",
            self.kills,
            self.games,
            self.moves,
            self.unheard,
            self.unstored,
            self.sum.as_secs_f64() / f64::from(self.kills.max(1)),
            self.slowest.as_secs_f64(),
            doctor.trim()
        );
    }
}

/// Everybody comes back at once; returns when all games go on.
async fn all_back(friends: Vec<Friends>, remotes: &[Remote]) -> Vec<(Friends, Vec<Player>)> {
    let come = |mut friends: Friends, remotes: Vec<Remote>| async move {
        let mut players = friends.come_back(&remotes).await.unwrap();
        if !friends.bots && furthest(&players) > friends.told {
            friends.unheard += 1;
        }
        friends.going_on(&mut players).await.unwrap();
        (friends, players)
    };
    let tasks: Vec<_> = friends.into_iter().map(|f| tokio::spawn(come(f, remotes.to_vec()))).collect();
    let mut back = Vec::new();
    for task in tasks {
        back.push(task.await.unwrap());
    }
    back
}

/// Lets everybody play for a while, kills a server in the middle, and collects what everybody was told.
async fn play_and_kill(
    back: Vec<(Friends, Vec<Player>)>,
    dice: &mut Quick,
    kill: impl FnOnce(),
) -> Vec<Friends> {
    let (stop, stopped) = watch::channel(false);
    let play = |(f, players): (Friends, Vec<Player>)| tokio::spawn(f.play(players, stopped.clone()));
    let tasks: Vec<_> = back.into_iter().map(play).collect();
    tokio::time::sleep(Duration::from_millis(30 + u64::from(dice.below(220)))).await;
    kill();
    // What the dead server had sent is still read.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let _ = stop.send(true);
    let mut friends = Vec::new();
    for task in tasks {
        friends.push(task.await.unwrap());
    }
    friends
}

async fn gather_all(remote: &Remote) -> Vec<Friends> {
    let mut friends = Vec::new();
    for seed in 0..TABLES + BOT_TABLES {
        friends.push(Friends::gather(remote, seed, seed >= TABLES).await.unwrap());
    }
    friends
}

/// Tables whose game is over make room for new ones.
async fn begin_anew(friends: &mut [Friends], remote: &Remote, tally: &mut Counts) {
    for f in friends.iter_mut() {
        tally.moves += std::mem::take(&mut f.moves);
        tally.unheard += std::mem::take(&mut f.unheard);
        tally.unstored += std::mem::take(&mut f.unstored);
        if f.over {
            tally.games += 1;
            *f = Friends::gather(remote, 1000 + tally.games, f.bots).await.unwrap();
        }
    }
}

fn doctor(flags: &[String], games: u64) -> String {
    let out = alhambra().arg("doctor").args(flags).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success(), "{text}{}", String::from_utf8_lossy(&out.stderr));
    assert!(text.contains(&format!(" {games} games")), "{games}: {text}");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_it_loses_no_acknowledged_move() {
    let kills = asked_for("ALHAMBRA_TEST_KILLS", 5);
    let dir = tempfile::tempdir().unwrap();
    let flags = data(dir.path());
    let (mut tally, mut dice) = (Counts::default(), Quick::new(77));
    let mut process = Process::start(&flags);
    let mut friends = gather_all(&process.remote).await;
    tally.games = friends.len() as u64;
    let mut back = all_back(std::mem::take(&mut friends), std::slice::from_ref(&process.remote)).await;
    while tally.kills < kills {
        friends = play_and_kill(back, &mut dice, || process.kill()).await;
        if dice.below(5) == 0 {
            // Dying again while it gets up must not hurt either.
            let mut again = alhambra();
            again.arg("serve").args(server::QUICK).args(&flags).stdout(Stdio::null());
            let mut child = again.spawn().unwrap();
            tokio::time::sleep(Duration::from_millis(u64::from(dice.below(40)))).await;
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let began = Instant::now();
        process = Process::start(&flags);
        back = all_back(friends, std::slice::from_ref(&process.remote)).await;
        tally.back_after(began.elapsed());
        if back.iter().any(|(f, _)| f.over) {
            friends = back.into_iter().map(|(f, _)| f).collect();
            begin_anew(&mut friends, &process.remote, &mut tally).await;
            back = all_back(friends, std::slice::from_ref(&process.remote)).await;
        }
    }
    process.kill();
    friends = back.into_iter().map(|(f, _)| f).collect();
    tally.moves += friends.iter().map(|f| f.moves).sum::<u64>();
    tally.unheard += friends.iter().map(|f| f.unheard).sum::<u64>();
    tally.print("SQLite", &doctor(&flags, tally.games));
    assert!(tally.moves > u64::from(kills) * 20, "{} moves", tally.moves);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fills_up_between_kills_loses_no_acknowledged_move() {
    let kills = asked_for("ALHAMBRA_TEST_KILLS", 5);
    let Some(disk) = small_disk::SmallDisk::mount((24 + kills) * 1024) else {
        eprintln!("no small disk can be mounted here; the store's own tests inject faults instead");
        return;
    };
    let mut flags = data(disk.path());
    flags.extend(["--min-free-mb".to_owned(), "0".to_owned()]);
    let (mut tally, mut dice) = (Counts::default(), Quick::new(79));
    let mut process = Process::start(&flags);
    let mut friends = gather_all(&process.remote).await;
    tally.games = friends.len() as u64;
    let mut back = all_back(std::mem::take(&mut friends), std::slice::from_ref(&process.remote)).await;
    while tally.kills < kills {
        let (stop, stopped) = watch::channel(false);
        let play = |(f, players): (Friends, Vec<Player>)| tokio::spawn(f.play(players, stopped.clone()));
        let tasks: Vec<_> = back.into_iter().map(play).collect();
        let moment = |dice: &mut Quick| Duration::from_millis(20 + u64::from(dice.below(150)));
        // Full and free and full again; it dies in either state.
        for _ in 0..1 + dice.below(2) {
            tokio::time::sleep(moment(&mut dice)).await;
            disk.fill();
            tokio::time::sleep(moment(&mut dice)).await;
            disk.free();
        }
        tokio::time::sleep(moment(&mut dice)).await;
        let full = dice.below(2) == 0;
        if full {
            disk.fill();
            tokio::time::sleep(moment(&mut dice)).await;
        }
        process.kill();
        if full {
            disk.free();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        let _ = stop.send(true);
        friends = Vec::new();
        for task in tasks {
            friends.push(task.await.unwrap());
        }
        let began = Instant::now();
        process = Process::start(&flags);
        back = all_back(friends, std::slice::from_ref(&process.remote)).await;
        tally.back_after(began.elapsed());
        friends = back.into_iter().map(|(f, _)| f).collect();
        begin_anew(&mut friends, &process.remote, &mut tally).await;
        back = all_back(friends, std::slice::from_ref(&process.remote)).await;
    }
    process.kill();
    tally.print("SQLite on a disk that fills up", &doctor(&data(disk.path()), tally.games));
    assert!(tally.moves > u64::from(kills) * 20, "{} moves", tally.moves);
    assert!(tally.unstored * 2 > u64::from(kills), "{} moves refused", tally.unstored);
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_one_of_two_servers_lets_games_go_on_at_the_other() {
    let Some(postgres) = postgres::Postgres::start() else { return };
    let tally = one_of_two(&postgres, None).await;
    assert_eq!(tally.unstored, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_disk_fills_up_between_kills_loses_no_acknowledged_move() {
    let kills = asked_for("ALHAMBRA_TEST_KILLS", 5);
    let Some(postgres) = postgres::Postgres::start() else { return };
    let Some(disk) = small_disk::SmallDisk::mount((24 + kills) * 1024) else {
        eprintln!("no small disk can be mounted here; the store's own tests cut connections instead");
        return;
    };
    // The logs lie on the small disk, what PostgreSQL itself needs does not.
    postgres.keep_tables_on(disk.path());
    let tally = one_of_two(&postgres, Some(&disk)).await;
    assert!(tally.unstored * 2 > u64::from(kills), "{} moves refused", tally.unstored);
}

/// Kills one of two servers again and again, on a disk that may fill up in between.
async fn one_of_two(postgres: &postgres::Postgres, disk: Option<&small_disk::SmallDisk>) -> Counts {
    let kills = asked_for("ALHAMBRA_TEST_KILLS", 5);
    let flags = vec!["--database-url".to_owned(), postgres.url()];
    let (mut tally, mut dice) = (Counts::default(), Quick::new(78));
    let mut nodes = [Some(Process::start(&flags)), Some(Process::start(&flags))];
    let address = |node: &Option<Process>| node.as_ref().expect("it runs").remote.clone();
    let mut friends = gather_all(&address(&nodes[0])).await;
    tally.games = friends.len() as u64;
    while tally.kills < kills {
        let both = [address(&nodes[0]), address(&nodes[1])];
        let back = all_back(friends, &both).await;
        let doomed = dice.below(2) as usize;
        let process = nodes[doomed].take().expect("it runs");
        let mut died = Instant::now();
        let full = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if let Some(disk) = disk {
                disk.fill();
                tokio::time::sleep(Duration::from_millis(150)).await;
                disk.free();
            }
        };
        let play = play_and_kill(back, &mut dice, || {
            died = Instant::now();
            process.kill();
        });
        friends = tokio::join!(play, full).0;
        // Whoever sat at the dead server goes to the other one; nobody waits for a restart.
        let left = address(&nodes[1 - doomed]);
        let back = all_back(friends, std::slice::from_ref(&left)).await;
        tally.back_after(died.elapsed());
        friends = back.into_iter().map(|(f, _)| f).collect();
        nodes[doomed] = Some(Process::start(&flags));
        begin_anew(&mut friends, &left, &mut tally).await;
    }
    drop(nodes);
    tally.moves += friends.iter().map(|f| f.moves).sum::<u64>();
    tally.unstored += friends.iter().map(|f| f.unstored).sum::<u64>();
    let what = if disk.is_some() { "PostgreSQL on a disk that fills up" } else { "PostgreSQL" };
    tally.print(&format!("{what}, one of two servers"), &doctor(&flags, tally.games));
    assert!(tally.moves > u64::from(kills) * 20, "{} moves", tally.moves);
    tally
}
