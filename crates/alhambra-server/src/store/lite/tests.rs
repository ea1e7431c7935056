//! The built-in store: places in the log, versions, and writes that fail.

use super::writer::Kind;
use super::*;
use crate::store::{Along, Row};

#[path = "../../../tests/common/small_disk.rs"]
mod small_disk;
use small_disk::SmallDisk;

fn line(seq: u64) -> Append {
    line_at("ABCDEFGH", seq)
}

fn line_at(table: &str, seq: u64) -> Append {
    Append { table: Arc::from(table), seq, body: format!("line {seq} of {table}"), telling: 0, along: None }
}

async fn bodies(store: &Lite, table: &str, after: u64) -> Vec<String> {
    store.lines(table, after).await.unwrap().into_iter().map(|(_, body)| body).collect()
}

#[tokio::test]
async fn lines_of_many_tables_are_told_apart_and_a_place_is_given_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    let first = [line_at("A", 1), line_at("B", 1), line_at("A", 2)];
    assert_eq!(store.append(&first).await.unwrap(), [true; 3]);
    let second = [line_at("B", 1), line_at("B", 2), line_at("A", 4), line_at("C", 2)];
    assert_eq!(store.append(&second).await.unwrap(), [false, true, false, false]);
    // More than are noted at once, so that some ends of logs are written down and some are not.
    for round in 0..(NOTED as u64 / 1000 + 3) {
        let many: Vec<Append> =
            (0..1000).map(|n| line_at(&format!("T{}", n % 500), 2 * round + 1 + n / 500)).collect();
        assert!(store.append(&many).await.unwrap().iter().all(|free| *free));
    }
    store.append(&[line_at("B", 3)]).await.unwrap();
    let Heads { noted, last, .. } = *store.heads();
    assert!(noted > 0 && noted < last);
    store.close().await;
    for _ in 0..2 {
        let store = Lite::open(dir.path()).await.unwrap();
        assert_eq!(bodies(&store, "A", 0).await, ["line 1 of A", "line 2 of A"]);
        assert_eq!(bodies(&store, "B", 1).await, ["line 2 of B", "line 3 of B"]);
        assert!(bodies(&store, "C", 0).await.is_empty());
        let long = store.lines("T7", 0).await.unwrap();
        assert!(long.iter().zip(1..).all(|((seq, _), place)| *seq == place) && long.len() > 30);
        assert_eq!(store.append(&[line_at("A", 2), line_at("T7", 1)]).await.unwrap(), [false; 2]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_store_of_the_first_version_keeps_its_lines() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new().filename(dir.path().join(FILE)).create_if_missing(true);
    let mut old = options.connect().await.unwrap();
    migrate(&mut old, dir.path(), &STEPS[..1]).await.unwrap();
    for (table, seq) in [("B", 1), ("A", 2), ("A", 1), ("B", 2), ("B", 3)] {
        let sql = "INSERT INTO lines (table_id, seq, body) VALUES (?, ?, ?)";
        let query = sqlx::query(sql).bind(table).bind(seq).bind(format!("line {seq} of {table}"));
        query.execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    assert_eq!(store.append(&[line_at("A", 3), line_at("B", 3)]).await.unwrap(), [true, false]);
    assert_eq!(bodies(&store, "A", 0).await, ["line 1 of A", "line 2 of A", "line 3 of A"]);
    assert_eq!(bodies(&store, "B", 2).await, ["line 3 of B"]);
    store.close().await;
}

#[tokio::test]
async fn an_older_store_is_backed_up_and_brought_up_to_date_and_a_newer_one_refused() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    store.append(&[line(1), line(2)]).await.unwrap();
    store.close().await;
    // The program of tomorrow has one step more.
    let tomorrow: Vec<&'static str> =
        STEPS.into_iter().chain(["ALTER TABLE log ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"]).collect();
    let store = Lite::open_by(dir.path(), &tomorrow).await.unwrap();
    let row = sqlx::query("SELECT count(*), min(colour) FROM log").fetch_one(&store.read).await.unwrap();
    assert_eq!((row.get::<i64, _>(0), row.get::<String, _>(1)), (2, "red".to_owned()));
    store.append(&[line(3)]).await.unwrap();
    store.close().await;
    Lite::open_by(dir.path(), &tomorrow).await.unwrap().close().await;
    let backups: Vec<_> = std::fs::read_dir(dir.path().join("backups")).unwrap().flatten().collect();
    assert_eq!(backups.len(), 1, "once, before the step");
    // Today's program refuses what tomorrow's has written, says why, and leaves it alone.
    let refused = Lite::open(dir.path()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 4, reads: 3 }), "{refused}");
    assert!(refused.to_string().contains("newer version"), "{refused}");
    // The way back is the backup.
    let back = dir.path().join("back");
    restore(&backups[0].path(), &back).await.unwrap();
    let store = Lite::open(&back).await.unwrap();
    assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 2);
    store.close().await;
    let store = Lite::open_by(dir.path(), &tomorrow).await.unwrap();
    assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 3);
    store.close().await;
}

/// Trouble the tests make for the connection that writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults(Arc<Mutex<Trouble>>);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Trouble {
    #[default]
    None,
    /// So many more moments pass without a fault; then there is one, and no more.
    After(usize),
    /// Nothing can be written.
    Always,
}

impl Faults {
    /// Before and after every statement.
    pub(super) fn pass(&self) -> Result<(), StoreError> {
        let mut trouble = self.0.lock().unwrap();
        *trouble = match *trouble {
            Trouble::None => return Ok(()),
            Trouble::After(0) => Trouble::None,
            Trouble::After(n) => {
                *trouble = Trouble::After(n - 1);
                return Ok(());
            }
            Trouble::Always => Trouble::Always,
        };
        Err(StoreError::Unfit("a fault, for the tests"))
    }

    /// One fault, when so many more moments have passed.
    pub(super) fn after(&self, moments: usize) {
        *self.0.lock().unwrap() = Trouble::After(moments);
    }

    /// Whether that fault has come.
    pub(super) fn struck(&self) -> bool {
        *self.0.lock().unwrap() == Trouble::None
    }

    /// Nothing can be written any more, or all of it again.
    pub(crate) fn always(&self, trouble: bool) {
        *self.0.lock().unwrap() = if trouble { Trouble::Always } else { Trouble::None };
    }
}

/// How writing is made impossible.
pub(crate) enum Full {
    /// A real disk without room.
    Disk(SmallDisk),
    /// Where no disk can be mounted, and everywhere besides: every statement fails.
    Faults(tempfile::TempDir),
}

impl Full {
    pub(crate) fn both() -> Vec<Full> {
        let disk = SmallDisk::mount(8192).map(Full::Disk);
        if disk.is_none() {
            eprintln!("no small disk can be mounted here; faults are injected instead");
        }
        disk.into_iter().chain([Full::Faults(tempfile::tempdir().unwrap())]).collect()
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Full::Disk(disk) => disk.path(),
            Full::Faults(dir) => dir.path(),
        }
    }

    pub(crate) fn set(&self, store: &Lite, full: bool) {
        match self {
            Full::Disk(disk) if full => disk.fill(),
            Full::Disk(disk) => disk.free(),
            Full::Faults(_) => store.writer.faults.always(full),
        }
    }
}

/// What somebody finds who opens what a killed server left behind.
pub(crate) async fn left_behind(dir: &Path) -> (tempfile::TempDir, Lite) {
    let copy = tempfile::tempdir().unwrap();
    for file in [FILE, "alhambra.db-wal"] {
        std::fs::copy(dir.join(file), copy.path().join(file)).unwrap();
    }
    let store = Lite::open(copy.path()).await.unwrap();
    (copy, store)
}

/// What must be there before a write of this kind.
async fn prepare(kind: Kind, n: u64, store: &Lite) -> Result<(), StoreError> {
    if kind == Kind::Drop {
        let table = format!("{kind:?}{n}");
        let row = Some(Row { phase: "lobby", ..Row::default() });
        let checkpoint = Some(Checkpoint { seq: 1, meta: "m".to_owned(), state: vec![7; 500] });
        let along = Some(Box::new(Along { row, checkpoint }));
        store.append(&[Append { along, ..line_at(&table, 1) }]).await?;
    }
    Ok(())
}

/// A write that needs this kind of change; a disk without a byte left has no room for it.
async fn write_some(kind: Kind, n: u64, store: &Lite) -> Result<bool, StoreError> {
    let table = format!("{kind:?}{n}");
    let mut first = line_at(&table, 1);
    first.body = "x".repeat(5000);
    let along = |row: bool, checkpoint: bool| {
        let row = row.then(|| Row { phase: "lobby", summary: "s".repeat(500), ..Row::default() });
        let state = vec![7; 500];
        let checkpoint = checkpoint.then(|| Checkpoint { seq: 1, meta: "m".repeat(500), state });
        Some(Box::new(Along { row, checkpoint }))
    };
    let batch = match kind {
        Kind::Lines => vec![first],
        Kind::Row => vec![Append { along: along(true, false), ..first }],
        Kind::Checkpoint => vec![Append { along: along(true, true), ..first }],
        Kind::Heads => {
            // As if so many lines had been written since.
            store.heads().noted -= NOTED + 1;
            vec![first]
        }
        Kind::Probe => return store.probe().await.map(|()| true),
        Kind::Drop => return store.remove(&table).await.map(|()| true),
    };
    Ok(store.append(&batch).await?.iter().all(|free| *free))
}

/// What of it is in the store.
async fn there(kind: Kind, n: u64, store: &Lite) -> bool {
    let table = format!("{kind:?}{n}");
    let lines = store.lines(&table, 0).await.unwrap().len() == 1;
    let listed = store.all().await.unwrap().contains(&table);
    let checkpoint = store.checkpoint(&table).await.unwrap().is_some();
    match kind {
        Kind::Lines | Kind::Heads => lines,
        Kind::Row => lines && listed,
        Kind::Checkpoint => lines && listed && checkpoint,
        Kind::Probe => true,
        Kind::Drop => !lines && !listed && !checkpoint,
    }
}

/// Whether a table is there with everything that belongs to it, or nothing is.
async fn whole_or_gone(kind: Kind, n: u64, store: &Lite) -> bool {
    let table = format!("{kind:?}{n}");
    let parts = [
        store.lines(&table, 0).await.unwrap().len() == 1,
        store.all().await.unwrap().contains(&table),
        store.checkpoint(&table).await.unwrap().is_some(),
    ];
    parts.iter().all(|part| *part == parts[0])
}

#[tokio::test]
async fn a_full_disk_loses_nothing_that_was_acknowledged_whatever_is_written() {
    for full in Full::both() {
        let store = Lite::open(full.path()).await.unwrap();
        let mut done = Vec::new();
        let mut n = 0;
        // Each kind fails in the company of each other kind, before and after.
        for (failing, next) in Kind::ALL.iter().flat_map(|a| Kind::ALL.iter().map(move |b| (*a, *b))) {
            for (i, kind) in [failing, next, failing].into_iter().enumerate() {
                prepare(kind, n + 1 + i as u64, &store).await.unwrap();
            }
            full.set(&store, true);
            for kind in [failing, next, failing] {
                n += 1;
                match write_some(kind, n, &store).await {
                    Ok(free) => done.push((kind, n, free)),
                    Err(why) => {
                        assert!(!why.to_string().is_empty());
                        let half = kind == Kind::Drop && !whole_or_gone(kind, n, &store).await;
                        assert!(!half, "{kind:?} {n} was refused and half done");
                    }
                }
            }
            full.set(&store, false);
            for kind in [next, failing] {
                n += 1;
                prepare(kind, n, &store).await.unwrap();
                assert!(write_some(kind, n, &store).await.unwrap(), "{kind:?} after {failing:?}");
                done.push((kind, n, true));
            }
            if n % 25 == 0 {
                let (_copy, again) = left_behind(full.path()).await;
                for (kind, n, _) in &done {
                    assert!(there(*kind, *n, &again).await, "{kind:?} {n} was acknowledged and is lost");
                }
                again.close().await;
            }
        }
        let refused = n as usize - done.len();
        assert!(refused >= Kind::ALL.len(), "only {refused} of {n} writes failed");
        store.close().await;
        let again = Lite::open(full.path()).await.unwrap();
        for (kind, n, _) in &done {
            assert!(
                there(*kind, *n, &again).await,
                "{kind:?} {n} was acknowledged and is lost after a clean stop"
            );
        }
        again.close().await;
    }
}

#[tokio::test]
async fn a_fault_at_any_moment_of_any_write_leaves_all_of_it_or_nothing() {
    for kind in Kind::ALL {
        let mut moments = 0;
        loop {
            let dir = tempfile::tempdir().unwrap();
            let store = Lite::open(dir.path()).await.unwrap();
            for n in 1..=3 {
                prepare(kind, n, &store).await.unwrap();
            }
            assert!(write_some(kind, 1, &store).await.unwrap());
            store.writer.faults.after(moments);
            let acknowledged = write_some(kind, 2, &store).await;
            let faulty = store.writer.faults.struck();
            store.writer.faults.always(false);
            // Whatever became of it, the next ones are written, and what is there is whole.
            let known = store.lines(&format!("{kind:?}2"), 0).await.unwrap().len();
            if !matches!(kind, Kind::Probe | Kind::Drop) {
                let again = write_some(kind, 2, &store).await.unwrap();
                assert!(acknowledged.is_err() || !again, "{kind:?}: a place is given once");
                assert!(known == 0 || !again, "{kind:?}: what was read is written over");
            }
            assert!(write_some(kind, 3, &store).await.unwrap(), "{kind:?} after a fault at {moments}");
            let (_copy, left) = left_behind(dir.path()).await;
            for n in 1..=3 {
                let fine = match kind == Kind::Drop && n == 2 && acknowledged.is_err() {
                    true => whole_or_gone(kind, n, &left).await,
                    false => there(kind, n, &left).await,
                };
                assert!(fine, "{kind:?} {n} is lost after a fault at {moments}");
            }
            left.close().await;
            store.close().await;
            if !faulty {
                break;
            }
            moments += 1;
        }
        // Before and after the statement itself; and as often for every other one of a transaction.
        assert!(
            moments >= if matches!(kind, Kind::Lines | Kind::Probe) { 2 } else { 8 },
            "{kind:?}: {moments}"
        );
    }
}

#[tokio::test]
async fn a_backup_is_not_restored_beside_what_is_left_of_another_database() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(&dir.path().join("one")).await.unwrap();
    store.append(&[line(1), line(2)]).await.unwrap();
    let saved = dir.path().join("saved.db");
    backup(&dir.path().join("one"), &saved).await.unwrap();
    // The database is gone, its write-ahead log is not: whoever deletes one file forgets the other.
    store.append(&[line(3)]).await.unwrap();
    let two = dir.path().join("two");
    std::fs::create_dir(&two).unwrap();
    std::fs::copy(dir.path().join("one/alhambra.db-wal"), two.join("alhambra.db-wal")).unwrap();
    store.close().await;
    let refused = restore(&saved, &two).await.unwrap_err().to_string();
    assert!(refused.contains("alhambra.db-wal") && refused.contains("move it away"), "{refused}");
    assert!(!two.join(FILE).exists());
    std::fs::remove_file(two.join("alhambra.db-wal")).unwrap();
    restore(&saved, &two).await.unwrap();
    let store = Lite::open(&two).await.unwrap();
    assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 2);
    assert!(store.integrity().await.unwrap().is_empty());
    store.close().await;
}

#[tokio::test]
async fn a_backup_with_a_date_that_is_to_come_costs_none_of_the_others() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    store.append(&[line(1)]).await.unwrap();
    let (hour, folder) = (Duration::from_secs(3600), dir.path().join("backups"));
    std::fs::create_dir(&folder).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let day = 86_400;
    // A week of backups, and two that were made while the date was years ahead.
    for at in (1..=7).map(|n| now - n * day).chain([now + 365 * day, now + 366 * day]) {
        std::fs::write(folder.join(format!("auto-{at}.db")), at.to_string()).unwrap();
    }
    let kept = || -> Vec<String> {
        let files = std::fs::read_dir(&folder).unwrap().flatten();
        let mut files: Vec<_> = files.map(|file| file.path()).collect();
        files.sort();
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
    };
    let before = kept();
    // However often it is looked after: the newest has just been made.
    for _ in 0..5 {
        store.back_up_now_and_then(hour, 7).await.unwrap();
        assert_eq!(kept(), before, "none is lost, none is made, and the order is the same");
    }
    // When it is time for one there is one, and nothing else goes but the oldest.
    store.back_up_now_and_then(Duration::ZERO, 9).await.unwrap();
    let names = std::fs::read_dir(&folder).unwrap().flatten().map(|file| file.file_name());
    let dates: Vec<u64> =
        names.map(|name| name.to_str().unwrap()[5..].trim_end_matches(".db").parse().unwrap()).collect();
    assert!(dates.len() == 9 && dates.iter().all(|at| *at <= now + 60), "{dates:?}");
    store.close().await;
}

#[tokio::test]
async fn backups_are_made_now_and_then_and_the_oldest_go() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    store.append(&[line(1)]).await.unwrap();
    let hour = Duration::from_secs(3600);
    let folder = dir.path().join("backups");
    std::fs::create_dir(&folder).unwrap();
    for name in ["auto-100.db", "auto-200.db", "auto-300.db", "before-version-2-from-1-1.db"] {
        std::fs::write(folder.join(name), "old").unwrap();
    }
    store.back_up_now_and_then(hour, 2).await.unwrap();
    let names = || {
        let files = std::fs::read_dir(&folder).unwrap().flatten();
        let mut names: Vec<String> = files.map(|f| f.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let first = names();
    assert_eq!(first.len(), 3, "{first:?}");
    assert!(
        first.contains(&"auto-300.db".to_owned())
            && first.contains(&"before-version-2-from-1-1.db".to_owned())
    );
    // Not before its time.
    store.back_up_now_and_then(hour, 2).await.unwrap();
    assert_eq!(names(), first);
    let newest = first.iter().find(|name| name.len() > 15 && name.starts_with("auto-")).unwrap();
    let back = tempfile::tempdir().unwrap();
    restore(&folder.join(newest), back.path()).await.unwrap();
    let again = Lite::open(back.path()).await.unwrap();
    assert_eq!(again.lines("ABCDEFGH", 0).await.unwrap().len(), 1);
    again.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_copy_from_before_an_update_goes_with_the_backups_of_its_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    let folder = dir.path().join("backups");
    let now = std::time::SystemTime::now();
    let ago = |hours: u64| now - Duration::from_secs(3600 * hours);
    let called = |hours: u64| {
        format!("auto-{}.db", ago(hours).duration_since(std::time::UNIX_EPOCH).unwrap().as_secs())
    };
    private_files::folder(&folder).unwrap();
    for hours in [1, 2] {
        std::fs::write(folder.join(called(hours)), "a backup").unwrap();
    }
    let copies = [("before-version-3-from-2-1.db", 30), ("before-version-3-from-2-2.db", 0), ("mine.db", 30)];
    for (name, hours) in copies {
        let file = File::create(folder.join(name)).unwrap();
        file.set_modified(ago(hours)).unwrap();
    }
    let there = || copies.map(|(name, _)| folder.join(name).exists());
    // As long as all backups there are are kept, it is the oldest of them.
    store.back_up_now_and_then(Duration::from_secs(1800), 7).await.unwrap();
    assert_eq!(there(), [true; 3]);
    std::fs::remove_file(folder.join(called(1))).unwrap();
    for file in std::fs::read_dir(&folder).unwrap().flatten() {
        let name = file.file_name().into_string().unwrap();
        if name.starts_with("auto-") && name != called(2) {
            std::fs::rename(file.path(), folder.join(called(1))).unwrap();
        }
    }
    store.back_up_now_and_then(Duration::from_secs(1800), 2).await.unwrap();
    assert_eq!(there(), [false, true, true], "nobody else's files go");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
    store.close().await;
}

#[tokio::test]
async fn a_damaged_file_is_noticed_by_the_doctor() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    for n in 0..200 {
        let mut line = line_at(&format!("T{n}"), 1);
        line.body = "x".repeat(3000);
        let row = Row { phase: "lobby", summary: "s".repeat(300), ..Row::default() };
        line.along = Some(Box::new(Along { row: Some(row), checkpoint: None }));
        store.append(&[line]).await.unwrap();
    }
    assert!(store.integrity().await.unwrap().is_empty());
    store.close().await;
    // A copy has all of it in one file: what lies in a write-ahead log would cover the damage.
    let (saved, again) = (dir.path().join("saved.db"), tempfile::tempdir().unwrap());
    backup(dir.path(), &saved).await.unwrap();
    let mut bytes = std::fs::read(&saved).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 64].fill(0xff);
    std::fs::write(again.path().join(FILE), bytes).unwrap();
    match Lite::open(again.path()).await {
        Ok(store) => assert!(!store.integrity().await.is_ok_and(|found| found.is_empty())),
        Err(why) => assert!(why.to_string().contains("malformed"), "{why}"),
    }
}

#[tokio::test]
async fn a_table_is_deleted_and_no_other_is_touched() {
    let dir = tempfile::tempdir().unwrap();
    let store = Lite::open(dir.path()).await.unwrap();
    let batch: Vec<Append> =
        (1..=5).flat_map(|seq| [line_at("A", seq), line_at("B", seq), line_at("C", seq)]).collect();
    store.append(&batch).await.unwrap();
    store.remove("C").await.unwrap();
    store.remove("A").await.unwrap();
    store.remove("never there").await.unwrap();
    assert_eq!(store.append(&[line_at("B", 6), line_at("A", 1)]).await.unwrap(), [true, true]);
    let whole = async |store: &Lite| {
        assert_eq!(bodies(store, "A", 0).await, ["line 1 of A"], "a new one of that name is empty");
        assert_eq!(bodies(store, "B", 0).await.len(), 6);
        assert_eq!(bodies(store, "C", 0).await.len(), 0);
    };
    whole(&store).await;
    store.close().await;
    let again = Lite::open(dir.path()).await.unwrap();
    whole(&again).await;
    assert_eq!(again.append(&[line_at("B", 7), line_at("C", 1)]).await.unwrap(), [true, true]);
}
