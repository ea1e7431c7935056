//! Faults of the program where nobody asked for anything: in a clock, in a bot, in an adviser.

use super::*;
use std::sync::atomic::AtomicU32;

/// What goes wrong, and how often it was tried.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// Whether clocks are a fault of the program.
    panics: AtomicBool,
    /// Whether clocks cannot be read.
    refuses: AtomicBool,
    tried: AtomicU32,
}

impl Faults {
    pub(crate) fn clock(&self) -> Result<(), Refusal> {
        let (panics, refuses) = (self.panics.load(Ordering::Relaxed), self.refuses.load(Ordering::Relaxed));
        self.tried.fetch_add(u32::from(panics || refuses), Ordering::Relaxed);
        assert!(!panics, "a fault, for the tests");
        match refuses {
            true => Err(Refusal::new(RefusalCode::Unavailable, Why::TryAgain)),
            false => Ok(()),
        }
    }
}

async fn phase(server: &Server, table: &str) -> Phase {
    server.hub().ask(table, Mail::Info).await.unwrap().phase
}

async fn until_parked(server: &Server, table: &str) {
    let parked = async {
        while phase(server, table).await != Phase::Parked {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), parked).await.expect("the table is parked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_in_a_clock_parks_the_table_and_is_not_tried_again() {
    let (_dir, server, remote) = serve().await;
    let faults = &server.hub().faults;
    faults.panics.store(true, Ordering::Relaxed);
    let (table, _people) = begun(&server, &remote, Clock::PerMove { seconds: 1 }).await;
    until_parked(&server, &table).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(faults.tried.load(Ordering::Relaxed), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_cannot_be_read_is_left_alone_for_a_while() {
    let (_dir, server, remote) = serve().await;
    let faults = &server.hub().faults;
    faults.refuses.store(true, Ordering::Relaxed);
    let (_, mut people) = begun(&server, &remote, Clock::PerMove { seconds: 1 }).await;
    while faults.tried.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let tried = faults.tried.load(Ordering::Relaxed);
    assert!((2..=3).contains(&tried), "{tried} times in a second and a half");
    // When it can be read again, it is.
    faults.refuses.store(false, Ordering::Relaxed);
    hear_note(&mut people[0], "time_up").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_comes_to_nothing_at_all_parks_the_table() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let fails = &server.hub().bots.fails;
    fails.store(true, Ordering::Relaxed);
    let leaves = asked(&people);
    assert!(done(&people[leaves].request(Request::Leave { seat: seat(leaves) }).await.unwrap()));
    until_parked(&server, &table).await;
    // The host lets it go on, and the bot thinks again.
    fails.store(false, Ordering::Relaxed);
    let mut ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    assert!(done(&ann.request(Request::Host { command: HostCommand::Revive }).await.unwrap()));
    let moved = async {
        while ann.seen().game.as_ref().is_none_or(|game| game.action == 0) {
            ann.hear().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(20), moved).await.expect("the bot plays");
}

/// A bot was asked, the game went on without it, and then it failed.
#[tokio::test]
async fn a_bot_that_fails_at_a_position_that_stands_no_more_parks_nothing() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let n = asked(&people);
    let step = people[n].decision().unwrap().0;
    let post = server.hub().room(&table);
    // Nobody waits for a bot at either seat, be it this step or another.
    for (step, who) in [(step + 7, n), (step, n), (step, 1 - n)] {
        let decided = Decided { step, seat: seat(who), action: None };
        post.send(Mail::Bot(Box::new(decided))).await.unwrap();
        assert_eq!(phase(&server, &table).await, Phase::Playing);
    }
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_an_adviser_is_an_answer_and_the_next_question_is_heard() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { hints: true, ..TableOptions::default() });
    let (_, mut people) = begun_as(&server, &remote, made).await;
    let n = asked(&people);
    let step = people[n].decision().unwrap().0;
    let hint = || Request::Hint { seat: seat(n), step, patient: false };
    let fails = &server.hub().bots.fails;
    fails.store(true, Ordering::Relaxed);
    let answer = people[n].request(hint()).await.unwrap();
    let ServerMessage::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(refusal.rule.as_deref(), Some("no_idea"));
    fails.store(false, Ordering::Relaxed);
    let answer = people[n].request(hint()).await.unwrap();
    assert!(matches!(answer, ServerMessage::Hint { .. }), "{answer:?}");
}
