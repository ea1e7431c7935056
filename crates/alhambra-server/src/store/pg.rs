//! Logs in PostgreSQL, shared by any number of equal servers. The primary key decides who was first; a notification
//! tells the others.

use super::{Append, Checkpoint, End, GONE_ON, PAGE, Row, Short, StoreError};
use alhambra_rules::{Seat, SeatSet};
use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, Row as _};
use std::collections::HashSet;

/// What leads from each version of the tables to the next. A step is never changed, only followed by another.
/// Their number is the version of the tables; a store of a newer version is refused.
const STEPS: [&str; 2] = [
    "
CREATE TABLE IF NOT EXISTS lines (
    table_id TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, seq)
);
CREATE TABLE IF NOT EXISTS checkpoints (
    table_id TEXT PRIMARY KEY, seq BIGINT NOT NULL, meta TEXT NOT NULL, state BYTEA NOT NULL
);
CREATE TABLE IF NOT EXISTS tables (
    table_id TEXT PRIMARY KEY, created BIGINT NOT NULL, expires BIGINT NOT NULL, phase TEXT NOT NULL,
    listed BOOLEAN NOT NULL, busy BOOLEAN NOT NULL, summary TEXT NOT NULL,
    node TEXT NOT NULL DEFAULT '', lease BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS tables_by_expiry ON tables (expires) WHERE phase <> 'closed';
CREATE INDEX IF NOT EXISTS tables_listed ON tables (created) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_busy ON tables (lease) WHERE busy;
",
    "
CREATE TABLE ends (
    table_id TEXT PRIMARY KEY, seq BIGINT NOT NULL, telling BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO ends (table_id, seq) SELECT table_id, max(seq) FROM lines GROUP BY table_id;
",
];

/// Writes lines of different tables. Each needs the line before it, in the telling of the log its writer has read: what a
/// server still knows of a table that was deleted or told anew is written nowhere.
const WRITE: &str = "
WITH wanted AS (
    SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[]) AS it (table_id, seq, telling, body)
), moved AS (
    UPDATE ends SET seq = wanted.seq FROM wanted
    WHERE ends.table_id = wanted.table_id AND ends.telling = wanted.telling AND ends.seq < wanted.seq AND EXISTS (
        SELECT 1 FROM lines WHERE lines.table_id = wanted.table_id AND lines.seq = wanted.seq - 1
    ) RETURNING ends.table_id, ends.seq
), begun AS (
    INSERT INTO ends (table_id, seq) SELECT table_id, seq FROM wanted WHERE seq = 1
    ON CONFLICT DO NOTHING RETURNING table_id, seq
)
INSERT INTO lines (table_id, seq, body)
SELECT wanted.table_id, wanted.seq, wanted.body FROM wanted
JOIN (SELECT * FROM moved UNION ALL SELECT * FROM begun) AS free USING (table_id, seq)
ON CONFLICT DO NOTHING RETURNING table_id, seq";

/// The date of the database, in milliseconds since 1970: the one clock all servers share.
const DATE: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// The channel on which servers tell each other of new lines.
const CHANNEL: &str = "alhambra_lines";

/// The most a notification may carry, with room to spare.
const NOTIFICATION: usize = 7000;

/// What servers tell each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// There is a new line in a log.
    Line { table: String, seq: u64 },
    /// Somebody is connected for these seats; the others may be asked for theirs.
    Here { table: String, seats: SeatSet, asks: bool },
}

/// A PostgreSQL store.
#[derive(Clone, Debug)]
pub(crate) struct Pg {
    pool: PgPool,
    /// The name of this server among the others.
    node: String,
}

impl Pg {
    /// Connects, and makes or updates the tables.
    pub(crate) async fn open(url: &str, node: &str) -> Result<Pg, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(std::time::Duration::from_secs(10))
            .connect(url)
            .await?;
        migrate(&pool, &STEPS).await?;
        Ok(Pg { pool, node: node.to_owned() })
    }

    pub(super) async fn append(&self, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let written = self.write(batch, &mut connection).await;
        if written.is_err() {
            // Whatever state it is in, nobody else gets it.
            connection.close_on_drop();
        }
        written
    }

    async fn write(&self, batch: &[Append], connection: &mut PgConnection) -> Result<Vec<bool>, StoreError> {
        // In one order on every server, so that two of them never wait for each other.
        let mut order: Vec<&Append> = batch.iter().collect();
        order.sort_by(|a, b| (&a.table, a.seq).cmp(&(&b.table, b.seq)));
        let mut tx = connection.begin().await?;
        let (mut written, mut rest) = (HashSet::new(), order.clone());
        // One line of each table at a time: the next one needs it.
        while !rest.is_empty() {
            let mut last = None;
            let next = |a: &&Append| last.replace(a.table.clone()).is_none_or(|table| table != a.table);
            let (now, later): (Vec<&Append>, Vec<&Append>) = rest.into_iter().partition(next);
            put(&now, &mut tx, &mut written).await?;
            rest = later;
        }
        let is_written = |a: &Append| written.contains(&(a.table.to_string(), a.seq));
        let mut told: Vec<String> = vec![String::new()];
        for append in order.iter().filter(|a| is_written(a)) {
            if told.last().is_some_and(|text| text.len() > NOTIFICATION) {
                told.push(String::new());
            }
            if let Some(text) = told.last_mut() {
                *text += &format!(" {}:{}", append.table, append.seq);
            }
            let Some(along) = &append.along else { continue };
            if let Some(row) = &along.row {
                sqlx::query(
                    "INSERT INTO tables (table_id, created, expires, phase, listed, busy, summary) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (table_id) DO UPDATE SET \
                     expires = excluded.expires, phase = excluded.phase, listed = excluded.listed, \
                     busy = excluded.busy, summary = excluded.summary",
                )
                .bind(&*append.table)
                .bind(row.created as i64)
                .bind(row.expires as i64)
                .bind(row.phase)
                .bind(row.listed)
                .bind(row.busy)
                .bind(&row.summary)
                .execute(&mut *tx)
                .await?;
            }
            if let Some(checkpoint) = &along.checkpoint {
                sqlx::query(
                    "INSERT INTO checkpoints (table_id, seq, meta, state) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, meta = excluded.meta, \
                     state = excluded.state WHERE checkpoints.seq < excluded.seq",
                )
                .bind(&*append.table)
                .bind(checkpoint.seq as i64)
                .bind(&checkpoint.meta)
                .bind(&checkpoint.state)
                .execute(&mut *tx)
                .await?;
            }
        }
        for text in told.iter().filter(|text| !text.is_empty()) {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(format!("{}{text}", self.node))
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(batch.iter().map(is_written).collect())
    }

    pub(super) async fn end(&self, table: &str) -> Result<Option<End>, StoreError> {
        let row = sqlx::query("SELECT seq, telling FROM ends WHERE table_id = $1");
        let row = row.bind(table).fetch_optional(&self.pool).await?;
        let read = |row: sqlx::postgres::PgRow| {
            let number = |i: usize| row.try_get::<i64, _>(i).map(|n| n as u64);
            Ok(End { seq: number(0)?, telling: number(1)? })
        };
        row.map(read).transpose()
    }

    pub(super) async fn date(&self) -> Result<u64, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {DATE}"))).fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    pub(super) async fn lines(&self, table: &str, after: u64) -> Result<Vec<(u64, String)>, StoreError> {
        let rows = sqlx::query("SELECT seq, body FROM lines WHERE table_id = $1 AND seq > $2 ORDER BY seq")
            .bind(table)
            .bind(after as i64)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok((row.try_get::<i64, _>(0)? as u64, row.try_get(1)?))).collect()
    }

    pub(super) async fn checkpoint(&self, table: &str) -> Result<Option<Checkpoint>, StoreError> {
        let row = sqlx::query("SELECT seq, meta, state FROM checkpoints WHERE table_id = $1")
            .bind(table)
            .fetch_optional(&self.pool)
            .await?;
        let read = |row: sqlx::postgres::PgRow| {
            Ok(Checkpoint {
                seq: row.try_get::<i64, _>(0)? as u64,
                meta: row.try_get(1)?,
                state: row.try_get(2)?,
            })
        };
        row.map(read).transpose()
    }

    pub(super) async fn listed(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT summary FROM tables WHERE listed AND phase <> 'closed' ORDER BY created DESC LIMIT 100";
        texts(sqlx::query(sql).fetch_all(&self.pool).await?)
    }

    pub(super) async fn summaries(&self) -> Result<Vec<String>, StoreError> {
        texts(sqlx::query("SELECT summary FROM tables ORDER BY created").fetch_all(&self.pool).await?)
    }

    pub(super) async fn done_before(&self, before: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM tables WHERE phase = 'closed' AND expires < $1 AND table_id > $2 \
                   ORDER BY table_id LIMIT $3";
        self.page(sql, before, after).await
    }

    pub(super) async fn remove(&self, table: &str) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        for sql in [
            // Whoever writes a line holds on to this one first: it waits for them, and they find nothing after it.
            "DELETE FROM ends WHERE table_id = $1",
            "DELETE FROM tables WHERE table_id = $1",
            "DELETE FROM checkpoints WHERE table_id = $1",
            "DELETE FROM lines WHERE table_id = $1",
        ] {
            sqlx::query(sql).bind(table).execute(&mut *tx).await?;
        }
        self.tell_anew(table, &mut tx).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Tells the other servers that what they know of a table is not so any more.
    async fn tell_anew(&self, table: &str, tx: &mut PgConnection) -> Result<(), StoreError> {
        let text = format!("{} {table}:{}", self.node, u64::MAX);
        sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(tx).await?;
        Ok(())
    }

    pub(super) async fn rewrite(
        &self,
        table: &str,
        known: u64,
        bodies: &[String],
        row: &Row,
    ) -> Result<(), StoreError> {
        let seqs: Vec<i64> = (1..).take(bodies.len()).collect();
        let mut tx = self.pool.begin().await?;
        let anew = sqlx::query(
            "UPDATE ends SET telling = telling + 1, seq = $2 WHERE table_id = $1 AND seq <= $3 \
             AND NOT EXISTS (SELECT 1 FROM lines WHERE lines.table_id = $1 AND lines.seq > $3)",
        )
        .bind(table)
        .bind(bodies.len() as i64)
        .bind(known as i64)
        .execute(&mut *tx)
        .await?;
        if anew.rows_affected() != 1 {
            return Err(GONE_ON);
        }
        for sql in ["DELETE FROM checkpoints WHERE table_id = $1", "DELETE FROM lines WHERE table_id = $1"] {
            sqlx::query(sql).bind(table).execute(&mut *tx).await?;
        }
        let sql =
            "INSERT INTO lines (table_id, seq, body) SELECT $1, * FROM UNNEST($2::bigint[], $3::text[])";
        sqlx::query(sql).bind(table).bind(&seqs).bind(bodies).execute(&mut *tx).await?;
        sqlx::query("UPDATE tables SET summary = $2, expires = $3 WHERE table_id = $1")
            .bind(table)
            .bind(&row.summary)
            .bind(row.expires as i64)
            .execute(&mut *tx)
            .await?;
        self.tell_anew(table, &mut tx).await?;
        tx.commit().await?;
        Ok(())
    }

    pub(super) async fn imports(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM tables WHERE phase = 'imported'";
        let row = sqlx::query(sql).fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    pub(super) async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM tables WHERE phase NOT IN ('closed', 'imported')")
            .fetch_one(&self.pool)
            .await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// Work is handed out by the database: rows somebody else is just taking are left to them.
    ///
    /// Leases are dates of the database: those of servers may differ by as much as they like. One that lasts longer than any
    /// is given for was written by another clock, or the date has leapt back: it holds nobody.
    pub(super) async fn take_busy(&self, node: &str, time: u64) -> Result<Vec<String>, StoreError> {
        let sql = format!(
            "UPDATE tables SET node = $1, lease = {DATE} + $2 WHERE table_id IN (SELECT table_id FROM tables \
             WHERE busy AND lease NOT BETWEEN {DATE} AND {DATE} + 2 * $2 LIMIT 500 FOR UPDATE SKIP LOCKED) \
             RETURNING table_id"
        );
        let taken = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(node).bind(time as i64);
        texts(taken.fetch_all(&self.pool).await?)
    }

    pub(super) async fn lease(&self, table: &str, node: &str, time: u64) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE tables SET node = $2, lease = {DATE} + $3 WHERE table_id = $1 \
             AND (node = $2 OR lease NOT BETWEEN {DATE} AND {DATE} + 2 * $3)"
        );
        let leased = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(table).bind(node).bind(time as i64);
        Ok(leased.execute(&self.pool).await?.rows_affected() == 1)
    }

    pub(super) async fn release(&self, node: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE tables SET lease = 0 WHERE node = $1 AND lease > 0")
            .bind(node)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    pub(super) async fn expired(&self, now: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM tables WHERE phase <> 'closed' AND expires < $1 AND table_id > $2 \
                   ORDER BY table_id LIMIT $3";
        self.page(sql, now, after).await
    }

    /// A page of tables, from those behind `after`.
    async fn page(&self, sql: &'static str, date: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query(sql).bind(date as i64).bind(after).bind(PAGE as i64);
        texts(query.fetch_all(&self.pool).await?)
    }

    pub(super) async fn overdue(
        &self,
        table: &str,
        now: u64,
    ) -> Result<Option<(String, String)>, StoreError> {
        let sql =
            "SELECT phase, summary FROM tables WHERE table_id = $1 AND phase <> 'closed' AND expires < $2";
        let row = sqlx::query(sql).bind(table).bind(now as i64).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    pub(super) async fn close_row(&self, table: &str, summary: &str) -> Result<(), StoreError> {
        let sql = "UPDATE tables SET phase = 'closed', listed = false, busy = false, summary = $2 \
                   WHERE table_id = $1";
        sqlx::query(sql).bind(table).bind(summary).execute(&self.pool).await?;
        Ok(())
    }

    pub(super) async fn all(&self) -> Result<Vec<String>, StoreError> {
        texts(sqlx::query("SELECT table_id FROM tables ORDER BY created").fetch_all(&self.pool).await?)
    }

    pub(super) async fn short(&self) -> Result<Vec<Short>, StoreError> {
        let rows = sqlx::query(
            "SELECT wanted.table_id, max(wanted.seq), coalesce(max(last.seq), 0) FROM ( \
                 SELECT table_id, 1::bigint AS seq FROM tables UNION ALL SELECT table_id, seq FROM checkpoints \
                 UNION ALL SELECT table_id, seq FROM ends \
             ) AS wanted LEFT JOIN LATERAL ( \
                 SELECT seq FROM lines WHERE lines.table_id = wanted.table_id ORDER BY seq DESC LIMIT 1 \
             ) AS last ON true \
             GROUP BY wanted.table_id HAVING coalesce(max(last.seq), 0) < max(wanted.seq) ORDER BY wanted.table_id",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let number = |i: usize| row.try_get::<i64, _>(i).map(|n| n as u64);
                Ok(Short { table: row.try_get(0)?, wanted: number(1)?, last: number(2)? })
            })
            .collect()
    }

    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        let row = sqlx::query("SELECT pg_is_in_recovery()").fetch_one(&self.pool).await?;
        if row.try_get::<bool, _>(0)? {
            return Err(StoreError::Unfit("the database is a read-only copy"));
        }
        Ok(())
    }

    /// Writes something, to find out whether that works again.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        sqlx::query("UPDATE schema SET version = version").execute(&self.pool).await?;
        Ok(())
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Listens to the other servers.
    pub(crate) async fn listen(&self) -> Result<PgListener, StoreError> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }

    /// Tells the others that this server lives, and if `here` is given, which seats of a table somebody is connected
    /// for here; `ask` asks them for the same.
    pub(crate) async fn announce(&self, here: Option<(&str, SeatSet)>, ask: bool) -> Result<(), StoreError> {
        let sign = if ask { '?' } else { '!' };
        let word = |(table, seats): (&str, SeatSet)| {
            format!(" {sign}{table}:{}", seats.iter().map(|seat| 1u64 << seat.index()).sum::<u64>())
        };
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(format!("{}{}", self.node, here.map(word).unwrap_or_default()))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Who sent a notification and what it is about; nothing if it is our own.
    pub(crate) fn told<'a>(&self, payload: &'a str) -> Option<(&'a str, Vec<Told>)> {
        let mut words = payload.split(' ');
        let node = words.next().filter(|node| *node != self.node)?;
        let read = |word: &str| {
            let (table, number) = word.split_once(':')?;
            let number: u64 = number.parse().ok()?;
            let seats =
                || (0..).map_while(Seat::new).filter(|seat| (number >> seat.index()) & 1 == 1).collect();
            Some(match (table.strip_prefix('!'), table.strip_prefix('?')) {
                (Some(table), _) => Told::Here { table: table.to_owned(), seats: seats(), asks: false },
                (_, Some(table)) => Told::Here { table: table.to_owned(), seats: seats(), asks: true },
                _ => Told::Line { table: table.to_owned(), seq: number },
            })
        };
        Some((node, words.filter_map(read).collect()))
    }
}

/// Writes lines, at most one of each table, where their place is the next one.
async fn put(
    lines: &[&Append],
    tx: &mut PgConnection,
    written: &mut HashSet<(String, u64)>,
) -> Result<(), StoreError> {
    let tables: Vec<&str> = lines.iter().map(|a| &*a.table).collect();
    let numbers = |of: fn(&Append) -> u64| -> Vec<i64> { lines.iter().map(|a| of(a) as i64).collect() };
    let bodies: Vec<&str> = lines.iter().map(|a| &*a.body).collect();
    let rows = sqlx::query(WRITE)
        .bind(&tables)
        .bind(numbers(|a| a.seq))
        .bind(numbers(|a| a.telling))
        .bind(&bodies)
        .fetch_all(tx)
        .await?;
    for row in &rows {
        written.insert((row.try_get::<String, _>(0)?, row.try_get::<i64, _>(1)? as u64));
    }
    Ok(())
}

fn texts(rows: Vec<sqlx::postgres::PgRow>) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

async fn migrate(pool: &PgPool, steps: &[&'static str]) -> Result<(), StoreError> {
    let mut tx = pool.begin().await?;
    // Several servers may start at once; one makes the tables, the others wait.
    sqlx::query("SELECT pg_advisory_xact_lock(4217)").execute(&mut *tx).await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)").execute(&mut *tx).await?;
    let row = sqlx::query("SELECT max(version) FROM schema").fetch_one(&mut *tx).await?;
    let found: Option<i64> = row.try_get(0)?;
    let wanted = steps.len() as i64;
    match found {
        Some(found) if found > wanted => return Err(StoreError::Newer { found, reads: wanted }),
        Some(found) if found == wanted => return Ok(tx.commit().await?),
        Some(older) => {
            // The copy lies in the same database, under a name of its own; it is made and kept with the step or not at all.
            let ends = match older {
                ..2 => String::new(),
                _ => format!("CREATE TABLE before_version_{wanted}_from_{older}.ends AS TABLE ends;"),
            };
            let copy = format!(
                "CREATE SCHEMA before_version_{wanted}_from_{older}; {ends}
                 CREATE TABLE before_version_{wanted}_from_{older}.lines AS TABLE lines;
                 CREATE TABLE before_version_{wanted}_from_{older}.tables AS TABLE tables;
                 CREATE TABLE before_version_{wanted}_from_{older}.checkpoints AS TABLE checkpoints;"
            );
            sqlx::raw_sql(sqlx::AssertSqlSafe(copy)).execute(&mut *tx).await?;
            tracing::info!(from = older, to = wanted, "the database is brought up to date");
        }
        None => {}
    }
    for step in steps.iter().skip(found.unwrap_or(0).max(0) as usize) {
        sqlx::raw_sql(*step).execute(&mut *tx).await?;
    }
    sqlx::query("INSERT INTO schema (version) VALUES ($1)").bind(wanted).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
