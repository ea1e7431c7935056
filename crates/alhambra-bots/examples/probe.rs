//! scratch
use alhambra_rules::*;
fn main() {
    let setup = Setup::players(3);
    let (mut n, mut res, mut list, mut pal, mut kinds) = (0u64, 0u64, 0u64, 0u64, [0u64; 8]);
    let mut pats = 0u64;
    for seed in 0..500 {
        let mut luck = Seeded::new(seed);
        let mut dice = Quick::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut v = Vec::new();
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut v);
            n += 1;
            list += v.len() as u64;
            let r = g.pieces().reserve[seat.index()];
            res += r.len() as u64;
            pal += g.pieces().palace[seat.index()].len() as u64;
            let mut m = 0u32;
            for p in r.iter() {
                m |= 1 << g.piece(p).walls[0].bits();
            }
            pats += m.count_ones() as u64;
            for a in &v {
                kinds[match a {
                    Action::Take(_) => 0,
                    Action::Buy { .. } => 1,
                    Action::Add { .. } => 2,
                    Action::Remove { .. } => 3,
                    Action::Swap { .. } => 4,
                    Action::Place { .. } => 5,
                    _ => 6,
                }] += 1;
            }
            let a = v[dice.below(v.len() as u32) as usize];
            g.apply_unchecked(seat, a, &mut Io::silent(&mut luck));
        }
    }
    let f = |x: u64| x as f64 / n as f64;
    println!(
        "reserve {:.2} patterns {:.2} palace {:.2} list {:.2} take {:.2} buy {:.2} add {:.2} remove {:.2} swap {:.2} place {:.2}",
        f(res),
        f(pats),
        f(pal),
        f(list),
        f(kinds[0]),
        f(kinds[1]),
        f(kinds[2]),
        f(kinds[3]),
        f(kinds[4]),
        f(kinds[5])
    );
}
