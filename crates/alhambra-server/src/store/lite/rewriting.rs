//! A log that is told anew, all of it or nothing: what somebody left at a table is taken out.

use super::writer::{Change, ROWS, Rest};
use super::{Head, Lite, Numbered, head};
use crate::store::{Append, GONE_ON, Row, StoreError};
use std::sync::Arc;

impl Lite {
    /// Writes the log of a table anew. Its room sees to it that nobody else writes to it meanwhile.
    pub(in crate::store) async fn rewrite(
        &self,
        table: &str,
        known: u64,
        bodies: &[String],
        row: &Row,
    ) -> Result<(), StoreError> {
        let id: Arc<str> = Arc::from(table);
        let line = |(seq, body): (u64, &String)| Append {
            table: id.clone(),
            seq,
            body: body.clone(),
            telling: 0,
            along: None,
        };
        let lines: Vec<Append> = (1..).zip(bodies).map(line).collect();
        self.writing(async |pen| {
            let end = self.heads().known.get(table).copied();
            let old = match end {
                Some(head) => head,
                None => head(table, &mut pen.connection).await?,
            };
            if old.seq != known {
                return Err(GONE_ON);
            }
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
            if let Some(last) = numbered.last() {
                let mut heads = self.heads();
                heads.known.insert(id.clone(), Head { n: last.n, seq: last.append.seq });
                heads.last = last.n;
            }
            // What was written before is in the write-ahead log still, until that is emptied. Whoever reads just now may
            // keep it for a moment; then the next one that is full takes it along.
            pen.say("PRAGMA wal_checkpoint(TRUNCATE)").await
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::left_behind;
    use super::*;
    use crate::store::Along;

    fn line(table: &str, seq: u64) -> Append {
        Append { table: Arc::from(table), seq, body: format!("{table}{seq}"), telling: 0, along: None }
    }

    async fn told(store: &Lite, table: &str) -> Vec<String> {
        store.lines(table, 0).await.unwrap().into_iter().map(|(_, body)| body).collect()
    }

    #[tokio::test]
    async fn a_log_is_written_anew_and_no_other_is_touched() {
        let dir = tempfile::tempdir().unwrap();
        let store = Lite::open(dir.path()).await.unwrap();
        for seq in 1..=100 {
            store.append(&[line("A", seq), line("B", seq)]).await.unwrap();
        }
        let bodies: Vec<String> = (1..=100).map(|seq| format!("a{seq}")).collect();
        let row = Row { phase: "closed", summary: "anew".to_owned(), ..Row::default() };
        store.rewrite("A", 100, &bodies, &row).await.unwrap();
        store.append(&[line("A", 101), line("B", 101)]).await.unwrap();
        store.close().await;
        let store = Lite::open(dir.path()).await.unwrap();
        assert_eq!(told(&store, "A").await, [bodies.as_slice(), &["A101".to_owned()]].concat());
        assert_eq!(told(&store, "B").await.len(), 101);
        assert_eq!(store.summaries().await.unwrap(), ["anew"]);
        assert_eq!(store.short().await.unwrap(), []);
        // Nothing is left of what was written before.
        let left =
            store.texts("SELECT body FROM log WHERE table_id = 'A' AND body GLOB 'A[0-9]'").await.unwrap();
        assert_eq!(left, Vec::<String>::new());
        store.close().await;
    }

    /// Two tables of many lines, and what the first is called in the list.
    async fn filled(dir: &std::path::Path) -> Lite {
        let store = Lite::open(dir).await.unwrap();
        let row = Row { phase: "closed", summary: "before".to_owned(), ..Row::default() };
        let along = Some(Box::new(Along { row: Some(row), checkpoint: None }));
        let lines = (2..=100).flat_map(|seq| [line("A", seq), line("B", seq)]);
        let batch: Vec<Append> =
            [Append { along, ..line("A", 1) }, line("B", 1)].into_iter().chain(lines).collect();
        store.append(&batch).await.unwrap();
        store
    }

    #[tokio::test]
    async fn a_fault_at_any_moment_leaves_the_old_log_or_the_new_one_and_nothing_between() {
        // Fewer than before: what is left over would be seen.
        let bodies: Vec<String> = (1..=70).map(|seq| format!("a{seq}")).collect();
        let row = Row { phase: "closed", summary: "anew".to_owned(), ..Row::default() };
        let old: Vec<String> = (1..=100).map(|seq| format!("A{seq}")).collect();
        let (mut moments, mut refused, mut unheard) = (0, 0, 0);
        loop {
            let dir = tempfile::tempdir().unwrap();
            let store = filled(dir.path()).await;
            store.writer.faults.after(moments);
            let answer = store.rewrite("A", 100, &bodies, &row).await;
            let struck = store.writer.faults.struck();
            store.writer.faults.always(false);
            assert_eq!(answer.is_err(), struck, "a fault at {moments} is told");
            // Whoever opens what a killed server left behind finds the same.
            let (_copy, left) = left_behind(dir.path()).await;
            for store in [&store, &left] {
                let (lines, summaries) = (told(store, "A").await, store.summaries().await.unwrap());
                let whole = match summaries[0].as_str() {
                    "before" => lines == old && struck,
                    _ => lines == bodies,
                };
                assert!(whole, "after a fault at {moments}: {summaries:?} {lines:?}");
                assert_eq!(told(store, "B").await.len(), 100);
                assert_eq!(store.short().await.unwrap(), []);
            }
            left.close().await;
            // The table goes on from there, and may be told anew once more.
            let next = told(&store, "A").await.len() as u64 + 1;
            match (struck, next) {
                (true, 101) => refused += 1,
                (true, _) => unheard += 1,
                (false, _) => {}
            }
            assert_eq!(store.append(&[line("A", next), line("B", 101)]).await.unwrap(), [true, true]);
            store.rewrite("A", next, &bodies, &row).await.unwrap();
            assert_eq!(told(&store, "A").await, bodies);
            store.close().await;
            if !struck {
                break;
            }
            moments += 1;
        }
        // Before the commit nothing has happened; behind it all of it has, though nobody was told so.
        assert!(refused >= 8 && unheard >= 1, "{refused} {unheard}");
    }
}
