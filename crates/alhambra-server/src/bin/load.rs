//! A load generator: real games over real sockets, real moves, on this machine or another.
//!
//! `cargo xtask bench --server` runs it; by hand: `cargo run --release -p alhambra-server --features client --bin load --
//! ADDRESS --games 100 --pid PID`
//!
//! Each game has three people. With a rate, moves are spread over the games at that rate; without, everybody acts as soon
//! as asked. With the server's process id its CPU time and memory are measured too. The server must be willing:
//! `alhambra serve --tables-per-minute 1000000 --messages-per-second 1000 --connections-per-address 1000000`, and so must
//! the system: two open files are
//! needed for each socket, one on each side (`ulimit -n`).

use alhambra_protocol::{
    ClientMessage, CreateTable, Hello, HostCommand, NewSeat, PROTOCOL, Request, Selection, TableOptions,
};
use alhambra_rules::{Quick, Seat, Setup};
use alhambra_server::client::{ClientError, Remote};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

const USAGE: &str =
    "usage: load ADDRESS:PORT [--games N] [--watchers N: sockets that only look, on the first tables]
    [--devices N: sockets of each person, all but the first only looking]
    [--rest SECONDS: idle before memory is measured] [--seconds N: of play; 0 for none]
    [--rate MOVES/S: 0 for as many as possible] [--pid PID: of the server] [--json]";

/// What is to be done.
struct LoadPlan {
    address: SocketAddr,
    games: u64,
    watchers: u64,
    devices: u64,
    rest: u64,
    seconds: u64,
    rate: u64,
    pid: u64,
    json: bool,
}

impl LoadPlan {
    fn read(args: impl Iterator<Item = String>) -> Option<LoadPlan> {
        let mut args = args.peekable();
        let address = args.next()?.parse().ok()?;
        let (games, seconds) = (100, 10);
        let mut plan = LoadPlan {
            address,
            games,
            watchers: 0,
            devices: 1,
            rest: 2,
            seconds,
            rate: 0,
            pid: 0,
            json: false,
        };
        while let Some(flag) = args.next() {
            let place = match flag.as_str() {
                "--json" => {
                    plan.json = true;
                    continue;
                }
                "--games" => &mut plan.games,
                "--watchers" => &mut plan.watchers,
                "--devices" => &mut plan.devices,
                "--rest" => &mut plan.rest,
                "--seconds" => &mut plan.seconds,
                "--rate" => &mut plan.rate,
                "--pid" => &mut plan.pid,
                _ => return None,
            };
            *place = args.next()?.parse().ok()?;
        }
        Some(plan)
    }
}

#[derive(Default)]
struct Counts {
    moves: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    over: AtomicU64,
    stop: AtomicBool,
    waits: Mutex<Vec<u32>>,
}

#[tokio::main]
async fn main() -> Result<(), ClientError> {
    let Some(plan) = LoadPlan::read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let before = Process::of(plan.pid);
    let began = Instant::now();
    let (tables, watching) = gather(&plan).await?;
    plan.say(|| {
        let seconds = began.elapsed().as_secs_f64();
        format!("{} games, {} sockets, there after {seconds:.1} s", plan.games, plan.sockets())
    });
    tokio::time::sleep(Duration::from_secs(plan.rest)).await;
    let idle = Process::of(plan.pid);
    plan.say_memory(&before, &idle);

    let counts = Arc::new(Counts::default());
    let gap = (plan.rate > 0).then(|| Duration::from_secs_f64(plan.games as f64 / plan.rate as f64));
    let start = Instant::now();
    if plan.seconds > 0 {
        for (n, player) in tables.into_iter().flat_map(|(_, players)| players).enumerate() {
            tokio::spawn(play(player, n as u64, gap, counts.clone()));
        }
    }
    // Games that are over would make the rest look faster than it is.
    let most_over = 3 * plan.games / 10;
    while start.elapsed().as_secs() < plan.seconds && counts.over.load(Ordering::Relaxed) <= most_over {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let after = Process::of(plan.pid);
    let elapsed = start.elapsed().as_secs_f64().max(0.001);
    counts.stop.store(true, Ordering::Relaxed);
    plan.report(&counts, elapsed, idle.kilobytes.saturating_sub(before.kilobytes), &idle, &after);
    drop(watching);
    std::process::exit(0);
}

/// Tables with three people each, and whoever only looks.
async fn gather(plan: &LoadPlan) -> Result<(Vec<(String, [Person; 3])>, Vec<Person>), ClientError> {
    let remote = Remote::at(plan.address);
    let (mut tables, mut watching) = (Vec::new(), Vec::new());
    for chunk in (0..plan.games).collect::<Vec<_>>().chunks(50) {
        let sit: Vec<_> =
            chunk.iter().map(|n| tokio::spawn(table(remote.clone(), *n, plan.devices))).collect();
        for task in sit {
            let (table, people, more) =
                task.await.map_err(|why| ClientError::Connection(why.to_string()))??;
            tables.push((table, people));
            watching.extend(more);
        }
    }
    for n in 0..plan.watchers {
        // Few tables with many people each: what grows is the sockets.
        let table = &tables[(n % plan.games.clamp(1, 10)) as usize].0;
        watching.push(Person::come(&remote, table, None).await?);
    }
    Ok((tables, watching))
}

impl LoadPlan {
    fn sockets(&self) -> u64 {
        3 * self.games * self.devices.max(1) + self.watchers
    }

    fn say(&self, text: impl FnOnce() -> String) {
        if !self.json {
            println!("{}", text());
        }
    }

    fn say_memory(&self, before: &Process, idle: &Process) {
        if self.pid == 0 {
            return;
        }
        let (from, to) = (before.kilobytes, idle.kilobytes);
        let grown = to.saturating_sub(from);
        self.say(|| format!("memory of the server: {from} KB before, {to} KB with everybody there"));
        self.say(|| {
            format!("that is {:.1} KB per game, its three sockets included", share(grown, self.games))
        });
        self.say(|| format!("or {:.1} KB per socket, the games included", share(grown, self.sockets())));
    }

    /// Prints what was measured between `idle` and `after`.
    fn report(&self, counts: &Counts, elapsed: f64, grown: u64, idle: &Process, after: &Process) {
        let count = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let (moves, refused, failed) = (count(&counts.moves), count(&counts.refused), count(&counts.failed));
        let mut waits = std::mem::take(&mut *counts.waits.lock().unwrap_or_else(PoisonError::into_inner));
        waits.sort_unstable();
        let at = |share: f64| {
            waits.get((waits.len() as f64 * share) as usize).map_or(0.0, |us| f64::from(*us) / 1000.0)
        };
        let (user, system) = (after.user - idle.user, after.system - idle.system);
        let per_cpu_second = moves as f64 / (user + system).max(0.01);
        if self.json {
            let report = serde_json::json!({
                "games": self.games, "sockets": self.sockets(), "grown_kb": grown, "moves": moves,
                "seconds": elapsed, "refused": refused, "failed": failed, "p50_ms": at(0.5), "p99_ms": at(0.99),
                "user_s": user, "system_s": system, "moves_per_cpu_second": per_cpu_second,
            });
            println!("{report}");
            return;
        }
        println!(
            "{moves} moves in {elapsed:.1} s: {:.0} moves/s, {refused} refused, {failed} failed",
            moves as f64 / elapsed
        );
        println!(
            "until done, ms: p50 {:.1}, p90 {:.1}, p99 {:.1}, p99.9 {:.1}",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999)
        );
        if self.pid > 0 {
            println!(
                "server CPU: {user:.2} s own and {system:.2} s in the system, {per_cpu_second:.0} moves per CPU \
                 second; memory {} KB",
                after.kilobytes
            );
        }
    }
}

fn share(whole: u64, parts: u64) -> f64 {
    whole as f64 / parts.max(1) as f64
}

/// Three people at a table that has begun, and their other devices.
async fn table(
    remote: Remote,
    n: u64,
    devices: u64,
) -> Result<(String, [Person; 3], Vec<Person>), ClientError> {
    let me = |name: &str| NewSeat::Me { name: name.to_owned() };
    let wish = CreateTable {
        name: Some(format!("Load {n}")),
        seats: vec![me("Ann"), NewSeat::Open, NewSeat::Open],
        setup: Some(Setup::players(3)),
        setup_code: None,
        options: TableOptions::default(),
        seed: None,
        start: false,
    };
    let made = remote.create(&wish).await?;
    let bo = remote.join(&made.table, "Bo").await?;
    let cy = remote.join(&made.table, "Cy").await?;
    let mut more = Vec::new();
    for _ in 1..devices {
        for token in [&made.token, &bo.token, &cy.token] {
            more.push(Person::come(&remote, &made.table, Some(token.clone())).await?);
        }
    }
    let mut ann = Person::come(&remote, &made.table, Some(made.token)).await?;
    let mut bo_comes = Person::come(&remote, &made.table, Some(bo.token)).await?;
    let mut cy_comes = Person::come(&remote, &made.table, Some(cy.token)).await?;
    bo_comes.request(Request::Ready { seat: bo.seat, ready: true }).await?;
    cy_comes.request(Request::Ready { seat: cy.seat, ready: true }).await?;
    ann.request(Request::Host { command: HostCommand::Start }).await?;
    // What they have to say is read, or their sockets would not be idle but full.
    for person in &mut more {
        person.request(Request::Ping).await?;
    }
    Ok((made.table, [ann, bo_comes, cy_comes], more))
}

/// Plays until told to stop.
async fn play(mut person: Person, seed: u64, gap: Option<Duration>, tally: Arc<Counts>) {
    let mut dice = Quick::new(seed);
    // Nobody begins at the same moment.
    if let Some(gap) = gap {
        tokio::time::sleep(gap.mul_f64(f64::from(dice.below(1000)) / 1000.0)).await;
    }
    let mut heard = Instant::now();
    while !tally.stop.load(Ordering::Relaxed) {
        if person.over {
            tally.over.fetch_add(1, Ordering::Relaxed);
            break;
        }
        let answer = match person.asked.take() {
            Some((seat, options)) => {
                if let Some(gap) = gap {
                    tokio::time::sleep_until((heard + gap).into()).await;
                }
                let choice = Selection::Option { id: dice.below(options as u32) as u16 };
                let (asked, step) = (Instant::now(), person.step);
                let answer = person.request(Request::Act { seat, step, choice }).await;
                if let Ok(true) = answer {
                    tally.moves.fetch_add(1, Ordering::Relaxed);
                    let waited = asked.elapsed().as_micros() as u32;
                    tally.waits.lock().unwrap_or_else(PoisonError::into_inner).push(waited);
                } else {
                    tally.refused.fetch_add(1, Ordering::Relaxed);
                }
                answer
            }
            None => match tokio::time::timeout(Duration::from_secs(1), person.hear()).await {
                Ok(told) => told.map(|_| true),
                Err(_) => Ok(true),
            },
        };
        heard = Instant::now();
        if answer.is_err() {
            tally.failed.fetch_add(1, Ordering::Relaxed);
            break;
        }
    }
}

/// Somebody at a table who looks at nothing but what must be decided: reading everything would cost more than the server's
/// own work.
struct Person {
    socket: WebSocketStream<TcpStream>,
    next: u32,
    step: u64,
    /// The seat that is asked, and how many options it has.
    asked: Option<(Seat, usize)>,
    over: bool,
}

/// As much of any message as a [`Person`] reads.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type", borrow)]
    kind: &'a str,
    id: Option<u32>,
    step: Option<u64>,
    decision: Option<Decision>,
    change: Option<Winners>,
    game: Option<Game>,
}

#[derive(Deserialize)]
struct Game {
    step: u64,
    decision: Option<Decision>,
}

#[derive(Deserialize)]
struct Decision {
    seat: Seat,
    options: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
struct Winners {
    winners: Option<IgnoredAny>,
}

impl Person {
    async fn come(remote: &Remote, table: &str, token: Option<String>) -> Result<Person, ClientError> {
        let socket = remote.socket().await?;
        let mut person = Person { socket, next: 1, step: 0, asked: None, over: false };
        let table = table.to_owned();
        let hello = Hello {
            protocol: PROTOCOL,
            table,
            token,
            name: None,
            after: None,
            step: None,
            eyes: None,
            glance: false,
            texts: false,
        };
        match person.request(Request::Hello(hello)).await? {
            true => Ok(person),
            false => Err(ClientError::Bye("the table does not want us".to_owned())),
        }
    }

    /// Asks something and waits for the answer; whether it was done.
    async fn request(&mut self, request: Request) -> Result<bool, ClientError> {
        let id = self.next;
        self.next += 1;
        let message = serde_json::to_string(&ClientMessage { id, request });
        let message = message.map_err(|why| ClientError::Unreadable(why.to_string()))?;
        self.socket.send(Message::Text(message.into())).await?;
        loop {
            match self.hear().await? {
                Some((answered, done)) if answered == id => return Ok(done),
                _ => {}
            }
        }
    }

    /// The next message; if it answers a request, the number of that and whether it was done.
    async fn hear(&mut self) -> Result<Option<(u32, bool)>, ClientError> {
        loop {
            let text = match self.socket.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_))) | None => return Err(ClientError::Bye("closed".to_owned())),
                Some(Ok(_)) => continue,
                Some(Err(why)) => return Err(why.into()),
            };
            // Most of what is said is about other people's moves.
            if text.starts_with("{\"type\":\"update\"")
                && text.contains("\"decision\":null")
                && !text.contains("\"winners\":")
            {
                self.asked = None;
                return Ok(None);
            }
            let heard: Heard<'_> = serde_json::from_str(&text)
                .map_err(|why| ClientError::Unreadable(format!("{why}: {text}")))?;
            let asked = |decision: Option<Decision>| decision.map(|d| (d.seat, d.options.len()));
            match (heard.kind, heard.game, heard.step) {
                ("snapshot", Some(game), _) => (self.step, self.asked) = (game.step, asked(game.decision)),
                ("update", _, Some(step)) => (self.step, self.asked) = (step, asked(heard.decision)),
                ("bye", ..) => return Err(ClientError::Bye("the server says bye".to_owned())),
                _ => {}
            }
            self.over |= heard.change.is_some_and(|change| change.winners.is_some());
            return Ok(heard.id.map(|id| (id, heard.kind != "refused")));
        }
    }
}

/// What a process has used so far, as Linux tells it.
struct Process {
    user: f64,
    system: f64,
    kilobytes: u64,
}

impl Process {
    fn of(pid: u64) -> Process {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields: Vec<u64> =
            stat.rsplit(')').next().unwrap_or("").split(' ').map(|f| f.parse().unwrap_or(0)).collect();
        // Counted in hundredths of a second on every Linux there is.
        let seconds = |n: usize| *fields.get(n).unwrap_or(&0) as f64 / 100.0;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let resident = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        let kilobytes = resident.and_then(|l| l.trim().split(' ').next()?.parse().ok()).unwrap_or(0);
        Process { user: seconds(12), system: seconds(13), kilobytes }
    }
}
