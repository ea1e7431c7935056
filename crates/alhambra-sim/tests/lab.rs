//! The laboratory: shards merge to the whole, interrupted runs go on, and what does not fit is refused.

use alhambra_rules::{ModuleId, Setup};
use alhambra_sim::lab::{
    Claims, Conclusion, Contest, Contestant, Existing, Findings, Games, Head, LabPlan, MergeError, Page,
    Played, SeatPlayed, Shard, SprtVerdict, Summary, Writer, check_merge, merge, partial_path, poster,
    report,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("alhambra-lab-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn bots(names: &str) -> Vec<Contestant> {
    names.split(',').map(|name| name.parse().unwrap()).collect()
}

fn plan(deals: u64) -> LabPlan {
    LabPlan::round_robin(Setup::players(3), &bots("random,easy"), deals, 7).unwrap()
}

fn session<'a>(plan: &'a LabPlan, path: &'a Path, existing: Existing) -> Contest<'a> {
    let output = Some((path, existing));
    Contest { plan, shard: Shard::WHOLE, threads: 2, output, claims: None, stop: Arc::default() }
}

fn played(path: &Path) -> Vec<(Head, Played)> {
    let games = Games::open(path).unwrap();
    games.map(|game| game.unwrap()).map(|(head, game, _)| (head, game)).collect()
}

fn whole(plan: &LabPlan, path: &Path) -> Conclusion {
    session(plan, path, Existing::Refuse).play(|_| ()).unwrap()
}

#[test]
fn every_row_has_its_identity_and_points_add_up() {
    let folder = Folder::new("rows");
    let path = folder.file("all.csv");
    let modules = [ModuleId::NewScoreCards, ModuleId::Diamonds, ModuleId::Thieves];
    let plan = LabPlan::random_sets(Setup::players(3), &bots("easy"), &modules, 2, 12, 3).unwrap();
    whole(&plan, &path);
    let all = played(&path);
    assert_eq!(all.len(), 24);
    for (number, (head, game)) in all.iter().enumerate() {
        assert_eq!((head, game.number), (&Head::of(&plan), number as u64));
        let setup = alhambra_rules::code::decode(&game.setup).unwrap();
        assert_eq!(setup.modules.len(), game.modules.len());
        assert_eq!(game.modules.is_empty(), game.table == 0);
        assert_eq!(game.luck, all[number - number % 2].1.luck, "the same luck at both tables");
        let mut orders: Vec<u8> = game.seats.iter().map(|seat| seat.order).collect();
        orders.sort_unstable();
        assert_eq!(orders, [1, 2, 3]);
        let winners = game.seats.iter().filter(|seat| seat.won).count();
        for seat in &game.seats {
            assert_eq!(usize::from(seat.winners), winners);
            assert!(seat.won == (seat.place == 1), "{seat:?}");
            let points: i32 = seat.points.iter().flatten().sum();
            assert_eq!(points, i32::from(seat.score), "all points have a source");
            let of_modules: i32 = seat.module_points.values().flatten().sum();
            assert_eq!(of_modules, seat.points[7].iter().sum::<i32>());
        }
    }
}

#[test]
fn merged_shards_are_the_whole_row_by_row_in_both_formats() {
    let folder = Folder::new("merge");
    let (plan, one) = (plan(7), folder.file("one.csv"));
    let summary = whole(&plan, &one).summary;
    let shards: Vec<PathBuf> = (1..=3)
        .map(|part| {
            let path = folder.file(if part == 2 { "2.parquet" } else { ["1.csv", "", "3.csv"][part - 1] });
            let shard = format!("{part}/3").parse().unwrap();
            let run = Contest { shard, ..session(&plan, &path, Existing::Refuse) };
            assert!(run.play(|_| ()).unwrap().complete);
            path
        })
        .collect();
    for name in ["all.csv", "all.parquet"] {
        let to = folder.file(name);
        let mut writer = Writer::create(&to).unwrap();
        let mut again = Summary::new(Head::of(&plan));
        merge(&[shards[2].clone(), shards[0].clone(), shards[1].clone()], |head, game| {
            again.add(&game);
            writer.add(head, &game).map_err(MergeError::from)
        })
        .unwrap();
        writer.finish().unwrap();
        assert_eq!(played(&to), played(&one), "{name}");
        assert_eq!(again.findings(), summary.findings());
    }
    let text = |name: &str| std::fs::read_to_string(folder.file(name)).unwrap();
    assert_eq!(text("all.csv"), text("one.csv"), "byte by byte");
    assert!(!folder.file("2.partial.csv").exists());
}

#[test]
fn merged_shards_give_the_same_poster() {
    let folder = Folder::new("poster");
    let alone =
        [ModuleId::Diamonds, ModuleId::Camps, ModuleId::MajorConstructionProjects].map(|module| vec![module]);
    let plan = LabPlan::sets(Setup::players(3), &bots("random"), &alone, 8, 2).unwrap();
    let drawn = |findings: &Findings| poster(findings, "The box", "alhambra study");
    let one = whole(&plan, &folder.file("one.csv")).summary.findings();
    let shards: Vec<PathBuf> = (1..=2)
        .map(|part| {
            let path = folder.file(&format!("{part}.parquet"));
            let shard = format!("{part}/2").parse().unwrap();
            let run = Contest { shard, ..session(&plan, &path, Existing::Refuse) };
            assert!(run.play(|_| ()).unwrap().complete);
            path
        })
        .collect();
    let mut again = Summary::new(Head::of(&plan));
    merge(&shards, |_, game| {
        again.add(&game);
        Ok::<(), MergeError>(())
    })
    .unwrap();
    assert_eq!(drawn(&again.findings()), drawn(&one));
    assert_eq!(drawn(&one).matches("<circle").count(), 3 * 4, "three modules, four figures");
}

/// Who is in front after each scoring, and by how much at the end, told by the rows alone.
#[test]
fn leads_and_margins_are_those_of_the_points() {
    let game = |rounds: [[i32; 3]; 3]| {
        let seats = rounds.map(|points| {
            let score = points.iter().sum::<i32>() as u16;
            let mut seat = SeatPlayed { score, ..SeatPlayed::default() };
            seat.points[2] = points;
            seat
        });
        let (setup, modules) = (String::new(), Vec::new());
        let seats = seats.to_vec();
        Played {
            number: 0,
            deal: 0,
            table: 0,
            setup,
            modules,
            luck: 0,
            dice: 0,
            turns: 1,
            decisions: 1,
            seats,
        }
    };
    let told = |rounds| (game(rounds).margin(), game(rounds).lead_changes());
    assert_eq!(told([[5, 5, 5], [4, 4, 4], [0, 0, 0]]), (3, 0), "always the same");
    assert_eq!(told([[5, 0, 9], [4, 4, 0], [0, 0, 0]]), (6, 2), "there and back");
    assert_eq!(told([[5, 0, 0], [4, 1, 2], [0, 0, 0]]), (2, 0), "a shared lead is nobody's loss");
    assert_eq!(told([[1, 1, 1], [1, 1, 1], [0, 0, 0]]), (0, 0));
}

#[test]
fn shards_that_overlap_or_are_missing_are_refused_by_name() {
    let folder = Folder::new("refused");
    let plan = plan(4);
    let shard = |name: &str, shard: &str, plan: &LabPlan| {
        let path = folder.file(name);
        let run = Contest { shard: shard.parse().unwrap(), ..session(plan, &path, Existing::Refuse) };
        run.play(|_| ()).unwrap();
        path
    };
    let (first, second) = (shard("1.csv", "1/2", &plan), shard("2.csv", "2/2", &plan));
    let said = |paths: &[&PathBuf]| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
        check_merge(&paths).unwrap_err().to_string()
    };
    assert!(check_merge(&[second.clone(), first.clone()]).is_ok());
    let missing = said(&[&first]);
    assert!(missing.contains("12 of 24 games are missing, games 7 to 12, 19 to 24"), "{missing}");
    let twice = said(&[&first, &second, &first]);
    assert!(twice.contains("game 1 is in") && twice.contains("again in"), "{twice}");
    let other = shard(
        "other.csv",
        "2/2",
        &LabPlan::round_robin(Setup::players(3), &bots("random,easy"), 4, 8).unwrap(),
    );
    assert!(said(&[&first, &other]).contains("different plans"));
    assert!(said(&[]).contains("no results"));
    let letter = folder.file("letter.csv");
    std::fs::write(&letter, "dear all\n").unwrap();
    assert!(said(&[&letter]).contains("no table of results"));
    assert!(said(&[&folder.file("gone.csv")]).contains("gone.csv"));
    let text = std::fs::read_to_string(&second).unwrap();
    let version = text.replace(&format!("\n{},", env!("CARGO_PKG_VERSION")), "\n0.0.1,");
    std::fs::write(&letter, version).unwrap();
    assert!(said(&[&first, &letter]).contains("versions"));
    std::fs::write(&letter, &text[..text.len() - 5]).unwrap();
    assert!(said(&[&first, &letter]).contains("middle of a game"));
    let lines: Vec<&str> = text.lines().collect();
    let swapped = [&lines[..1], &lines[4..7], &lines[1..4], &lines[7..]].concat().join("\n") + "\n";
    std::fs::write(&letter, swapped).unwrap();
    assert!(said(&[&first, &letter]).contains("not in its place"));
    std::fs::write(&letter, text.replacen(",easy,", ",easy,x", 1)).unwrap();
    assert!(said(&[&first, &letter]).contains("first_turn cannot be"), "{}", said(&[&first, &letter]));
}

#[test]
fn a_stopped_run_keeps_what_is_done_and_goes_on_without_counting_twice() {
    let folder = Folder::new("resume");
    let plan = plan(10);
    let (straight, path) = (folder.file("straight.csv"), folder.file("stopped.csv"));
    let right = whole(&plan, &straight);
    let mut existing = Existing::Refuse;
    let mut stops = 0;
    loop {
        let stop = Arc::new(AtomicBool::new(false));
        let run = Contest { stop: stop.clone(), ..session(&plan, &path, existing) };
        let mut fresh = 0;
        let conclusion = run
            .play(|_| {
                fresh += 1;
                if fresh > 8 {
                    stop.store(true, Ordering::Relaxed);
                }
            })
            .unwrap();
        existing = Existing::Resume;
        if conclusion.complete {
            assert_eq!(conclusion.summary.findings(), right.summary.findings());
            break;
        }
        stops += 1;
        let partial = conclusion.partial.unwrap();
        assert_eq!(partial, partial_path(&path));
        assert_eq!(played(&partial).len() as u64, conclusion.summary.games(), "valid, and all of it");
        assert!(!path.exists());
    }
    assert!(stops >= 2, "{stops}");
    assert!(!partial_path(&path).exists());
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(text(&path), text(&straight));
    // Resuming what is complete plays nothing and says the same.
    let mut plays = 0;
    let again = session(&plan, &path, Existing::Resume).play(|_| plays += 1).unwrap();
    assert!(again.complete && again.before == 60 && plays == 0);
    assert_eq!(again.summary.findings(), right.summary.findings());
}

#[test]
fn games_behind_a_gap_and_half_written_ones_are_sorted_out() {
    let folder = Folder::new("gap");
    let plan = plan(3);
    let (straight, path) = (folder.file("straight.csv"), folder.file("cut.csv"));
    whole(&plan, &straight);
    let text = std::fs::read_to_string(&straight).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // Games 1, 2, 4 and 6, and half of game 7: rows come in threes after the line of names.
    let game = |number: usize| lines[number * 3 - 2..number * 3 + 1].concat();
    let cut = [lines[0], &game(1), &game(2), &game(4), &game(6), &game(7)[..200]].concat();
    std::fs::write(partial_path(&path), cut).unwrap();
    let mut fresh = Vec::new();
    let conclusion = session(&plan, &path, Existing::Resume).play(|games| fresh.push(games)).unwrap();
    assert_eq!(conclusion.before, 2);
    assert_eq!(fresh, (2..=18).collect::<Vec<_>>());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    // Nothing but a name, or an empty file: killed at once.
    for begun in ["", lines[0]] {
        std::fs::remove_file(&path).unwrap();
        std::fs::write(partial_path(&path), begun).unwrap();
        session(&plan, &path, Existing::Resume).play(|_| ()).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn outputs_that_exist_or_belong_to_others_are_left_alone() {
    let folder = Folder::new("exists");
    let plan = plan(2);
    let path = folder.file("games.csv");
    whole(&plan, &path);
    let text = std::fs::read_to_string(&path).unwrap();
    let said = |plan: &LabPlan, path: &Path, existing| {
        session(plan, path, existing).play(|_| panic!("a game was counted")).unwrap_err().to_string()
    };
    assert!(said(&plan, &path, Existing::Refuse).contains("--force to replace it"));
    let other = LabPlan::round_robin(Setup::players(3), &bots("random,easy"), 2, 8).unwrap();
    assert!(said(&other, &path, Existing::Resume).contains("another plan"));
    assert!(said(&plan, &folder.file("games.xls"), Existing::Refuse).contains(".csv or .parquet"));
    assert!(said(&plan, &folder.file("no/games.csv"), Existing::Refuse).contains("no folder"));
    std::fs::copy(&path, partial_path(&folder.file("b.csv"))).unwrap();
    assert!(said(&plan, &folder.file("b.csv"), Existing::Refuse).contains("--resume"));
    let twice = text.clone() + &text.split_inclusive('\n').skip(1).take(3).collect::<String>();
    std::fs::write(partial_path(&folder.file("b.csv")), twice).unwrap();
    assert!(said(&plan, &folder.file("b.csv"), Existing::Resume).contains("game 1 is in it twice"));
    let short: String = text.split_inclusive('\n').take(4).collect();
    std::fs::write(folder.file("c.csv"), short).unwrap();
    assert!(said(&plan, &folder.file("c.csv"), Existing::Resume).contains("1 of 12 games"));
    let shard = Contest { shard: "2/2".parse().unwrap(), ..session(&plan, &path, Existing::Resume) };
    assert!(shard.play(|_| ()).unwrap_err().to_string().contains("does not belong to shard 2/2"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert!(session(&plan, &path, Existing::Replace).play(|_| ()).unwrap().complete);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn the_sequential_test_ends_a_match_by_itself() {
    let folder = Folder::new("sprt");
    let path = folder.file("match.csv");
    let plan = LabPlan::against(Setup::players(3), &bots("medium"), &bots("random"), 100_000, 2).unwrap();
    let claims: Claims = "0,200".parse().unwrap();
    let run = Contest { claims: Some(claims), ..session(&plan, &path, Existing::Refuse) };
    let conclusion = run.play(|_| ()).unwrap();
    assert!(conclusion.complete);
    let sprt = conclusion.sprt.unwrap();
    assert_eq!(sprt.verdict(), SprtVerdict::Higher);
    assert!(sprt.deals() < 100, "{}", sprt.deals());
    assert_eq!(played(&path).len() as u64, 3 * sprt.deals(), "the file ends with the deal that decided");
    let one =
        Contest { claims: Some(claims), threads: 1, output: None, ..session(&plan, &path, Existing::Refuse) };
    assert_eq!(
        one.play(|_| ()).unwrap().sprt.unwrap().deals(),
        sprt.deals(),
        "whatever the number of threads"
    );
    let again = Contest { claims: Some(claims), ..session(&plan, &path, Existing::Resume) };
    assert_eq!(again.play(|_| panic!("nothing is left to play")).unwrap().before, 3 * sprt.deals());
}

#[test]
fn tournaments_rate_the_stronger_higher() {
    let plan = LabPlan::round_robin(Setup::players(2), &bots("medium,random,easy"), 40, 5).unwrap();
    let run = Contest { output: None, ..session(&plan, Path::new(""), Existing::Refuse) };
    let findings = run.play(|_| ()).unwrap().summary.findings();
    let order: Vec<&str> = findings.ratings.iter().map(|rating| rating.bot.as_str()).collect();
    assert_eq!(order, ["medium", "easy", "random"]);
    for rating in &findings.ratings {
        assert!(rating.elo.low <= rating.elo.value && rating.elo.value <= rating.elo.high);
    }
    let over = &findings.ratings[0].over;
    assert!(over.iter().all(|(_, elo)| elo.low > 0.0), "{over:?}");
    let wins: f64 = findings.groups.iter().map(|group| group.win_share.value * group.results as f64).sum();
    assert!((wins - 240.0).abs() < 1e-6, "every win is given out once");
}

#[test]
fn studies_compare_with_the_game_without_modules() {
    let sets = [vec![ModuleId::NewScoreCards], vec![ModuleId::Thieves, ModuleId::Diamonds]];
    let plan = LabPlan::sets(Setup::players(3), &bots("easy"), &sets, 30, 5).unwrap();
    let run = Contest { output: None, ..session(&plan, Path::new(""), Existing::Refuse) };
    let findings = run.play(|_| ()).unwrap().summary.findings();
    let names: Vec<&str> = findings.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[0], "base game");
    assert_eq!(findings.effects.len(), 2);
    for effect in &findings.effects {
        let group = findings.groups.iter().find(|group| group.name == effect.of).unwrap();
        let turns = group.turns.unwrap().value - findings.groups[0].turns.unwrap().value;
        assert!((effect.turns.unwrap().value - turns).abs() < 1e-9, "the mean of differences");
        let points = group.score - findings.groups[0].score;
        assert!((effect.points.unwrap().value - points).abs() < 1e-9);
    }
    for group in &findings.groups {
        assert_eq!(group.by_turn_order.len(), 3);
        let shares: f64 = group.by_turn_order.iter().map(|share| share.value).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
}

/// Every tag that is opened is closed, in the right order.
fn well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = &part[..part.find('>').unwrap_or_else(|| panic!("unclosed: {part}"))];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "…{part}");
        } else if !tag.ends_with('/') && !tag.starts_with('!') && name != "meta" {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn the_report_is_one_whole_page_with_nothing_from_outside() {
    let tournament = LabPlan::round_robin(Setup::players(3), &bots("random,easy"), 8, 7).unwrap();
    let study = LabPlan::random_sets(Setup::players(3), &bots("random"), ModuleId::ALL, 2, 40, 7).unwrap();
    for (plan, words) in [(&tournament, "Ratings"), (&study, "What modules change")] {
        let run = Contest { output: None, ..session(plan, Path::new(""), Existing::Refuse) };
        let findings = run.play(|_| ()).unwrap().summary.findings();
        let page = Page { title: "A <test>", command: "alhambra & co", partial: true, sprt: None };
        let html = report(&findings, &page);
        well_formed(&html);
        for word in
            [words, "Where points come from", "Points at the end", "Partial:", "A &lt;test&gt;", "<svg"]
        {
            assert!(html.contains(word), "{word} is missing");
        }
        for outside in ["http", "src=", "@import", "url(", "<script", "<link", "NaN", "inf\""] {
            assert!(!html.contains(outside), "{outside}");
        }
        assert!(
            html.contains("prefers-color-scheme:dark")
                && html.contains("@media print")
                && html.contains("viewport")
        );
    }
}
