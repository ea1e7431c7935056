//! scratch
use alhambra_bots::*;
use alhambra_rules::belief::*;
use alhambra_rules::*;
fn main() {
    let enumerate = std::env::args().nth(1).as_deref() == Some("e");
    let n: u64 = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(10000);
    let setup = Setup::players(3);
    let t = std::time::Instant::now();
    let (mut dec, mut turns, mut score) = (0u64, 0u64, 0u64);
    let mut r = RandomBot::default();
    let mut u = UniformBot::default();
    println!("size {} action {}", size_of::<GameState>(), size_of::<Action>());
    for seed in 0..n {
        let mut luck = Seeded::new(seed);
        let mut dice = Quick::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        while let Some(seat) = g.to_move() {
            let b = Belief::new(&g, seat, Recall::Full);
            let a = if enumerate { u.decide(&b, &mut dice) } else { r.decide(&b, &mut dice) };
            g.apply_unchecked(seat, a, &mut Io::silent(&mut luck));
            dec += 1;
        }
        turns += g.turn().number as u64;
        score += g.score(Seat::new(0).unwrap()) as u64;
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{} games/s, {:.1} decisions, {:.1} turns, {:.0} ns/decision, score {:.1}",
        n as f64 / s,
        dec as f64 / n as f64,
        turns as f64 / n as f64,
        s * 1e9 / dec as f64,
        score as f64 / n as f64
    );
}
