//! A log that is told anew, all of it or nothing: what somebody left at a table is taken out.

use super::writer::{Change, ROWS, Rest};
use super::{Head, Lite, Numbered, head};
use crate::store::{Append, Row, StoreError};
use std::sync::Arc;

impl Lite {
    /// Writes the log of a table anew. Its room sees to it that nobody else writes to it meanwhile.
    pub(in crate::store) async fn rewrite(
        &self,
        table: &str,
        bodies: &[String],
        row: &Row,
    ) -> Result<(), StoreError> {
        let id: Arc<str> = Arc::from(table);
        let line =
            |(seq, body): (u64, &String)| Append { table: id.clone(), seq, body: body.clone(), along: None };
        let lines: Vec<Append> = (1..).zip(bodies).map(line).collect();
        self.writing(async |pen| {
            let known = self.heads().known.get(table).copied();
            let old = match known {
                Some(head) => head,
                None => head(table, &mut pen.connection).await?,
            };
            let first = self.heads().last + 1;
            // Each line knows the number of the one before it; the first has none before it.
            let numbered: Vec<Numbered<'_>> = (first..)
                .zip(&lines)
                .map(|(n, append)| Numbered { append, n, before: if n == first { 0 } else { n - 1 } })
                .collect();
            let rest = [Rest::Checkpoint, Rest::Head].map(|rest| Change::DropRest(rest, table));
            let changes: Vec<Change<'_>> = rest
                .into_iter()
                .chain([Change::DropLines(old.n)])
                .chain(numbered.chunks(ROWS).map(Change::Lines))
                .chain([Change::Row(table, row)])
                .collect();
            pen.commit(&changes).await?;
            // What was written before is in the write-ahead log still, until that is emptied. Whoever reads just now may
            // keep it for a moment; then the next one that is full takes it along.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut pen.connection).await?;
            if let Some(last) = numbered.last() {
                let mut heads = self.heads();
                heads.known.insert(id.clone(), Head { n: last.n, seq: last.append.seq });
                heads.last = last.n;
            }
            Ok(())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_log_is_written_anew_and_no_other_is_touched() {
        let dir = tempfile::tempdir().unwrap();
        let store = Lite::open(dir.path()).await.unwrap();
        let line = |table: &str, seq| Append {
            table: Arc::from(table),
            seq,
            body: format!("{table}{seq}"),
            along: None,
        };
        for seq in 1..=100 {
            store.append(&[line("A", seq), line("B", seq)]).await.unwrap();
        }
        let bodies: Vec<String> = (1..=100).map(|seq| format!("a{seq}")).collect();
        let row = Row { phase: "closed", summary: "anew".to_owned(), ..Row::default() };
        store.rewrite("A", &bodies, &row).await.unwrap();
        store.append(&[line("A", 101), line("B", 101)]).await.unwrap();
        store.close().await;
        let store = Lite::open(dir.path()).await.unwrap();
        let told = async |table: &str| -> Vec<String> {
            store.lines(table, 0).await.unwrap().into_iter().map(|(_, body)| body).collect()
        };
        assert_eq!(told("A").await, [bodies.as_slice(), &["A101".to_owned()]].concat());
        assert_eq!(told("B").await.len(), 101);
        assert_eq!(store.summaries().await.unwrap(), ["anew"]);
        assert_eq!(store.short().await.unwrap(), []);
        // Nothing is left of what was written before.
        let left = store
            .texts("SELECT body FROM log WHERE table_id = 'A' AND body GLOB 'A[0-9]'", None)
            .await
            .unwrap();
        assert_eq!(left, Vec::<String>::new());
        store.close().await;
    }
}
