//! The server as systemd and people at the shell see it: signs of life, health, orders.
use crate::server::{Process, QUICK, alhambra, data};
use std::os::unix::net::UnixDatagram;
use std::time::{Duration, Instant};

/// What is told within some seconds, until `enough` of it has come.
fn told(socket: &UnixDatagram, enough: impl Fn(&[String]) -> bool) -> Vec<String> {
    let (began, mut told) = (Instant::now(), Vec::new());
    while !enough(&told) && began.elapsed() < Duration::from_secs(10) {
        let mut text = [0; 256];
        if let Ok(n) = socket.recv(&mut text) {
            told.extend(String::from_utf8_lossy(&text[..n]).lines().map(str::to_owned));
        }
    }
    told
}

#[test]
fn systemd_hears_that_it_is_ready_lives_and_stops() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let mut command = alhambra();
    command.arg("serve").args(QUICK).args(data(&dir.path().join("data")));
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "200000");
    let mut server = Process::spawn(&mut command);
    let signs = |told: &[String]| told.iter().filter(|line| *line == "WATCHDOG=1").count();
    let first = told(&socket, |told| signs(told) >= 3);
    assert_eq!(first.first().map(String::as_str), Some("READY=1"), "{first:?}");
    assert!(signs(&first) >= 3, "{first:?}");
    server.tell_to_stop();
    let last = told(&socket, |told| told.iter().any(|line| line == "STOPPING=1"));
    assert!(last.iter().any(|line| line == "STOPPING=1"), "{last:?}");
    assert!(server.ended(Duration::from_secs(10)));
}

#[test]
fn health_and_orders_at_the_shell() {
    let dir = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let output = alhambra().args(words).args(data(dir.path())).output().unwrap();
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text)
    };
    let (well, text) = run(&["health"]);
    assert!(!well && text.contains("no server answers"), "{text}");
    let server = Process::start(&data(dir.path()));
    assert_eq!(run(&["health"]), (true, "ready\n".to_owned()));
    assert_eq!(run(&["admin", "list"]), (true, String::new()));
    assert!(run(&["admin", "ban", "192.0.2.7"]).0);
    assert_eq!(run(&["admin", "bans"]), (true, "192.0.2.7/32\n".to_owned()));
    let (well, text) = run(&["admin", "close", "no code"]);
    assert!(!well && text.contains("no table's code"), "{text}");
    server.kill();
}
