//! A load generator: real games over real sockets, real moves, on this machine or another.
//!
//! `cargo run --release -p alhambra-server --features client --example load -- ADDRESS [GAMES] [SECONDS] [MOVES/S] [PID]`
//!
//! Each game has three people. With a rate, moves are spread over the games at that rate; without (0), everybody acts
//! as soon as asked. With the server's process id its CPU time and memory are measured too.

use alhambra_protocol::{CreateTable, NewSeat, ServerMessage, TableOptions};
use alhambra_rules::{Quick, Setup};
use alhambra_server::client::{ClientError, Player, Remote};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

#[derive(Default)]
struct Tally {
    moves: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    stop: AtomicBool,
    waits: Mutex<Vec<u32>>,
}

#[tokio::main]
async fn main() -> Result<(), ClientError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize, default: u64| args.get(n).and_then(|a| a.parse().ok()).unwrap_or(default);
    let Some(Ok(address)) = args.first().map(|a| a.parse()) else {
        eprintln!("usage: load ADDRESS:PORT [GAMES] [SECONDS] [MOVES/S, 0 for as many as possible] [PID]");
        return Ok(());
    };
    let (games, seconds, rate, pid) = (number(1, 100), number(2, 10), number(3, 0), number(4, 0));
    let remote = Remote::at(address);
    let before = process(pid);
    let began = Instant::now();
    let mut tables = Vec::new();
    for chunk in (0..games).collect::<Vec<_>>().chunks(50) {
        let sit = chunk.iter().map(|n| tokio::spawn(table(remote.clone(), *n)));
        for task in sit.collect::<Vec<_>>() {
            match task.await {
                Ok(Ok(table)) => tables.push(table),
                Ok(Err(why)) => return Err(why),
                Err(why) => return Err(ClientError::Connection(why.to_string())),
            }
        }
    }
    let sockets = tables.len() * 3;
    println!("{} games, {sockets} sockets, ready after {:.1} s", tables.len(), began.elapsed().as_secs_f64());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = process(pid);
    if pid > 0 {
        let grown = idle.1.saturating_sub(before.1);
        println!(
            "memory of the server: {} KB before, {} KB with everybody there: {} KB per game of three sockets",
            before.1,
            idle.1,
            grown / games.max(1)
        );
    }
    let tally = Arc::new(Tally::default());
    let gap = (rate > 0).then(|| Duration::from_secs_f64(games as f64 / rate as f64));
    let start = Instant::now();
    let mut tasks = Vec::new();
    for (n, players) in tables.into_iter().enumerate() {
        tasks.push(tokio::spawn(game(players, n as u64, gap, tally.clone())));
    }
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let after = process(pid);
    let elapsed = start.elapsed().as_secs_f64();
    let moves = tally.moves.load(Ordering::Relaxed);
    tally.stop.store(true, Ordering::Relaxed);
    println!(
        "{moves} moves in {elapsed:.1} s: {:.0} moves/s, {} refused, {} failed",
        moves as f64 / elapsed,
        tally.refused.load(Ordering::Relaxed),
        tally.failed.load(Ordering::Relaxed)
    );
    let mut waits = std::mem::take(&mut *tally.waits.lock().await);
    waits.sort_unstable();
    let at = |share: f64| {
        waits.get((waits.len() as f64 * share) as usize).map_or(0.0, |us| f64::from(*us) / 1000.0)
    };
    println!(
        "until done, ms: p50 {:.1}, p90 {:.1}, p99 {:.1}, p99.9 {:.1}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999)
    );
    if pid > 0 {
        let cpu = after.0 - idle.0;
        println!(
            "server CPU: {cpu:.2} s, {:.0} moves per CPU second; memory {} KB",
            moves as f64 / cpu.max(0.01),
            after.1
        );
    }
    std::process::exit(0);
}

/// Three people at a table that has begun.
async fn table(remote: Remote, n: u64) -> Result<[Player; 3], ClientError> {
    let me = |name: &str| NewSeat::Me { name: name.to_owned() };
    let wish = CreateTable {
        name: Some(format!("Load {n}")),
        seats: vec![me("Ann"), NewSeat::Open, NewSeat::Open],
        setup: Some(Setup::players(3)),
        setup_code: None,
        options: TableOptions::default(),
        seed: Some(n.to_string()),
        start: false,
    };
    let made = remote.create(&wish).await?;
    let bo = remote.join(&made.table, "Bo").await?;
    let cy = remote.join(&made.table, "Cy").await?;
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await?;
    let mut bo_sits = remote.sit(&made.table, Some(&bo.token), false).await?;
    let mut cy_sits = remote.sit(&made.table, Some(&cy.token), false).await?;
    use alhambra_protocol::{HostCommand, Request};
    bo_sits.request(Request::Ready { seat: bo.seat, ready: true }).await?;
    cy_sits.request(Request::Ready { seat: cy.seat, ready: true }).await?;
    ann.request(Request::Host { command: HostCommand::Start }).await?;
    Ok([ann, bo_sits, cy_sits])
}

/// Plays until told to stop; every player is a task of their own.
async fn game(players: [Player; 3], seed: u64, gap: Option<Duration>, tally: Arc<Tally>) {
    for (n, player) in players.into_iter().enumerate() {
        tokio::spawn(person(player, seed * 3 + n as u64, gap, tally.clone()));
    }
}

async fn person(mut player: Player, seed: u64, gap: Option<Duration>, tally: Arc<Tally>) {
    let mut dice = Quick::new(seed);
    let mut waits = Vec::new();
    // Nobody begins at the same moment.
    if let Some(gap) = gap {
        tokio::time::sleep(gap.mul_f64(f64::from(dice.below(1000)) / 1000.0)).await;
    }
    let mut thinking = Instant::now();
    while !tally.stop.load(Ordering::Relaxed) {
        if player.view().is_some_and(|view| view.winners.is_some()) {
            break;
        }
        if player.decision().is_some() {
            if let Some(gap) = gap {
                tokio::time::sleep_until((thinking + gap).into()).await;
            }
            let asked = Instant::now();
            let Ok(Some(id)) = player.choose(|n| dice.below(n as u32) as usize).await else { break };
            match player.answer(id).await {
                Ok(ServerMessage::Done { .. }) => {
                    tally.moves.fetch_add(1, Ordering::Relaxed);
                    waits.push(asked.elapsed().as_micros() as u32);
                }
                Ok(_) => {
                    tally.refused.fetch_add(1, Ordering::Relaxed);
                }
                Err(_) => {
                    tally.failed.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
            thinking = Instant::now();
            if waits.len() >= 16 || gap.is_some() {
                tally.waits.lock().await.append(&mut waits);
            }
        } else {
            match tokio::time::timeout(Duration::from_secs(1), player.hear()).await {
                Ok(Ok(_)) => thinking = Instant::now(),
                Ok(Err(_)) => {
                    tally.failed.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                Err(_) => {}
            }
        }
    }
    tally.waits.lock().await.append(&mut waits);
}

/// CPU seconds and resident KB of a process, as Linux tells them.
fn process(pid: u64) -> (f64, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<u64> =
        stat.rsplit(')').next().unwrap_or("").split(' ').map(|f| f.parse().unwrap_or(0)).collect();
    let ticks = fields.get(12).unwrap_or(&0) + fields.get(13).unwrap_or(&0);
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let rss = status
        .lines()
        .find_map(|l| l.strip_prefix("VmRSS:"))
        .and_then(|l| l.trim().split(' ').next()?.parse().ok());
    (ticks as f64 / 100.0, rss.unwrap_or(0))
}
