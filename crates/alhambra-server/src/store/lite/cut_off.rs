//! Logs that end too early: a file that was cut off, or put back from a copy that was none.

use super::Lite;
use crate::store::{Short, StoreError};
use sqlx::Row as _;

/// The last line of each table: from the end of the log, or where it was written down. What other tables of the
/// database know of a log is held against it.
const SHORT: &str = "
WITH noted AS (SELECT coalesce(max(n), 0) AS n FROM heads),
tail AS (SELECT table_id, max(seq) AS seq FROM log WHERE n > (SELECT n FROM noted) GROUP BY table_id),
last AS (
    SELECT table_id, seq FROM tail UNION ALL
    SELECT heads.table_id, log.seq FROM heads JOIN log ON log.n = heads.n AND log.table_id = heads.table_id
    WHERE heads.table_id NOT IN (SELECT table_id FROM tail)
),
wanted AS (
    SELECT table_id, 1 AS seq FROM tables UNION ALL
    SELECT table_id, seq FROM checkpoints UNION ALL
    SELECT table_id, seq FROM ends UNION ALL
    SELECT table_id, 1 FROM heads
)
SELECT wanted.table_id, max(wanted.seq), coalesce(max(last.seq), 0) FROM wanted
LEFT JOIN last ON last.table_id = wanted.table_id
GROUP BY wanted.table_id HAVING coalesce(max(last.seq), 0) < max(wanted.seq) ORDER BY wanted.table_id";

impl Lite {
    /// The tables whose log ends before what else is known of them.
    pub(in crate::store) async fn short(&self) -> Result<Vec<Short>, StoreError> {
        let rows = sqlx::query(SHORT).fetch_all(&self.read).await?;
        rows.iter()
            .map(|row| {
                let number = |i: usize| row.try_get::<i64, _>(i).map(|n| n as u64);
                Ok(Short { table: row.try_get(0)?, wanted: number(1)?, last: number(2)? })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::FILE;
    use super::*;
    use crate::store::{Along, Append, Checkpoint, Row};
    use sqlx::ConnectOptions as _;
    use sqlx::sqlite::SqliteConnectOptions;
    use std::path::Path;
    use std::sync::Arc;

    async fn cut(dir: &Path, from: i64) {
        let mut connection = SqliteConnectOptions::new().filename(dir.join(FILE)).connect().await.unwrap();
        sqlx::query("DELETE FROM log WHERE n >= ?").bind(from).execute(&mut connection).await.unwrap();
    }

    #[tokio::test]
    async fn a_log_that_is_cut_off_is_noticed_and_a_whole_one_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let store = Lite::open(dir.path()).await.unwrap();
        let line = |table: &str, seq: u64| {
            let row = (seq == 1).then(|| Row { phase: "lobby", ..Row::default() });
            let checkpoint = (seq == 3).then(|| Checkpoint { seq, meta: String::new(), state: Vec::new() });
            let along = Some(Box::new(Along { row, checkpoint }));
            Append { table: Arc::from(table), seq, body: "{}".to_owned(), telling: 0, along }
        };
        let batch: Vec<Append> = (1..=4).flat_map(|seq| [line("A", seq), line("B", seq)]).collect();
        store.append(&batch).await.unwrap();
        store.append(&[line("C", 1)]).await.unwrap();
        assert_eq!(store.short().await.unwrap(), []);
        // Where logs end is written down for some, and for others it is not.
        store.heads().noted = -super::super::NOTED - 1;
        store.append(&[line("B", 5)]).await.unwrap();
        store.append(&[line("A", 5)]).await.unwrap();
        assert_eq!(store.short().await.unwrap(), []);
        store.close().await;
        let short = |table: &str, wanted, last| Short { table: table.to_owned(), wanted, last };
        // One line, behind everything else that is known of the table.
        cut(dir.path(), 11).await;
        let store = Lite::open(dir.path()).await.unwrap();
        assert_eq!(store.short().await.unwrap(), [short("A", 5, 4)]);
        assert_eq!(store.end("A").await.unwrap().unwrap().seq, 5);
        store.close().await;
        // Cut between the lines 2 and 3 of both tables; then before anything was written at all.
        cut(dir.path(), 5).await;
        let store = Lite::open(dir.path()).await.unwrap();
        let found = store.short().await.unwrap();
        assert_eq!(found.iter().map(|short| short.table.as_str()).collect::<Vec<_>>(), ["A", "B", "C"]);
        assert!(found[0].to_string().contains("restore a backup"), "{}", found[0]);
        store.close().await;
        cut(dir.path(), 0).await;
        let store = Lite::open(dir.path()).await.unwrap();
        assert_eq!(store.short().await.unwrap(), [short("A", 5, 0), short("B", 5, 0), short("C", 1, 0)]);
        store.close().await;
    }
}
