//! What whoever runs the server may do while it runs, over a socket file that only they can open.

use crate::config::{Config, network};
use crate::hub::Hub;
use crate::personal_data::Left;
use crate::room::{Mail, Wanted};
use crate::{names, secret};
use alhambra_protocol::Refusal;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// Something to be done with a running server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Say whether it can take work.
    Health,
    /// List its tables.
    List,
    /// Close a table.
    Close(String),
    /// Delete a table with everything that was said and played at it.
    Delete(String),
    /// Delete the tables that are closed and whose time was over so many days ago.
    Purge(u64),
    /// Say what somebody left, one JSON object a line: by their name, at one table or at all.
    Export {
        /// What they were called.
        name: String,
        /// Where; everywhere if it is not said.
        table: Option<String>,
    },
    /// Take out what somebody left.
    Erase {
        /// What they were called.
        name: String,
        /// Where; everywhere if it is not said.
        table: Option<String>,
    },
    /// Let nobody in from an address or network.
    Ban(String),
    /// Let them in again.
    Unban(String),
    /// List whom it does not let in.
    Bans,
}

/// Has a running server do something, and says what it answered.
///
/// # Errors
/// If there is no server, or what it has against it.
pub async fn admin(config: &Config, order: &Order) -> Result<String, String> {
    let asked = |name: &String, table: &Option<String>| -> Result<String, String> {
        let table = table.as_deref().map(code).transpose()?;
        serde_json::to_string(&Asked { name: name.clone(), table }).map_err(|why| why.to_string())
    };
    let person = match order {
        Order::Export { name, table } | Order::Erase { name, table } => asked(name, table)?,
        _ => String::new(),
    };
    let (method, path, body) = match order {
        Order::Export { .. } => ("POST", "/person".to_owned(), person.as_str()),
        Order::Erase { .. } => ("DELETE", "/person".to_owned(), person.as_str()),
        Order::Health => ("GET", "/readyz".to_owned(), ""),
        Order::List => ("GET", "/tables".to_owned(), ""),
        Order::Close(table) => ("POST", format!("/tables/{}/close", code(table)?), ""),
        Order::Delete(table) => ("DELETE", format!("/tables/{}", code(table)?), ""),
        Order::Purge(days) => ("POST", format!("/purge/{days}"), ""),
        Order::Ban(network) => ("POST", "/bans".to_owned(), network.as_str()),
        Order::Unban(network) => ("DELETE", "/bans".to_owned(), network.as_str()),
        Order::Bans => ("GET", "/bans".to_owned(), ""),
    };
    let socket =
        config.admin_socket.as_ref().ok_or("this server has no admin socket: admin_socket is none")?;
    let gone = |why: std::io::Error| format!("no server answers at {}: {why}", socket.display());
    let mut stream = UnixStream::connect(socket).await.map_err(gone)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: admin\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).await.map_err(gone)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(gone)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the server's answer was cut off")?;
    match head.split(' ').nth(1) {
        Some("200") => Ok(body.to_owned()),
        _ => Err(body.trim_end().to_owned()),
    }
}

fn code(typed: &str) -> Result<String, String> {
    secret::read_code(typed).ok_or_else(|| format!("\"{typed}\" is no table's code"))
}

/// What the socket file answers.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/readyz", get(readyz))
        .route("/tables", get(tables))
        .route("/tables/{table}/close", post(close))
        .route("/tables/{table}", delete(remove))
        .route("/person", post(export).delete(erase))
        .route("/purge/{days}", post(purge))
        .route("/bans", get(bans).post(ban).delete(unban))
        .with_state(hub)
}

type Answer<T> = Result<T, (StatusCode, String)>;

fn failed(status: StatusCode, why: impl std::fmt::Display) -> (StatusCode, String) {
    (status, format!("{why}\n"))
}

async fn readyz(State(hub): State<Arc<Hub>>) -> Answer<&'static str> {
    if hub.health.failing() {
        return Err(failed(StatusCode::SERVICE_UNAVAILABLE, "storage cannot be written"));
    }
    let ready = hub.store.ready().await;
    ready.map(|()| "ready\n").map_err(|why| failed(StatusCode::SERVICE_UNAVAILABLE, why))
}

/// One line for each table, the oldest first.
async fn tables(State(hub): State<Arc<Hub>>) -> Answer<String> {
    let rows = hub.store.summaries().await;
    let rows = rows.map_err(|why| failed(StatusCode::SERVICE_UNAVAILABLE, why))?;
    Ok(rows.iter().map(|row| format!("{row}\n")).collect())
}

async fn close(State(hub): State<Arc<Hub>>, Path(table): Path<String>) -> Answer<String> {
    let refused = |why: Refusal| failed(StatusCode::CONFLICT, why);
    hub.ask(&table, Mail::Close).await.map_err(refused)?;
    tracing::info!(table, "closed by the admin");
    Ok(format!("{table} is closed\n"))
}

async fn remove(State(hub): State<Arc<Hub>>, Path(table): Path<String>) -> Answer<String> {
    let refused = |why: Refusal| failed(StatusCode::CONFLICT, why);
    hub.ask(&table, Mail::Remove).await.map_err(refused)?;
    tracing::info!(table, "deleted by the admin");
    Ok(format!("{table} is deleted\n"))
}

async fn purge(State(hub): State<Arc<Hub>>, Path(days): Path<u64>) -> Answer<String> {
    let gone = hub.purge(days).await;
    let gone = gone.map_err(|why| failed(StatusCode::SERVICE_UNAVAILABLE, why))?;
    Ok(format!("{gone} tables are deleted\n"))
}

/// Who is looked for, and where.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    name: String,
    table: Option<String>,
}

async fn export(State(hub): State<Arc<Hub>>, body: String) -> Answer<String> {
    let (left, refused) = person(&hub, &body, false).await?;
    let lines = left.iter().filter_map(|left| serde_json::to_string(left).ok());
    Ok(lines.chain(refused).map(|line| line + "\n").collect())
}

async fn erase(State(hub): State<Arc<Hub>>, body: String) -> Answer<String> {
    let (left, refused) = person(&hub, &body, true).await?;
    let tables: BTreeSet<&str> = left.iter().map(|left| left.table.as_str()).collect();
    tracing::info!(tables = tables.len(), "what somebody left was erased by the admin");
    let done = format!("{} things at {} tables are erased", left.len(), tables.len());
    Ok(std::iter::once(done).chain(refused).map(|line| line + "\n").collect())
}

/// What somebody left at the tables that could be looked through, and why others could not.
async fn person(hub: &Arc<Hub>, body: &str, erase: bool) -> Answer<(Vec<Left>, Vec<String>)> {
    let unreadable = |why: serde_json::Error| failed(StatusCode::BAD_REQUEST, why);
    let Asked { name, table } = serde_json::from_str(body).map_err(unreadable)?;
    let name = names::fine(&name).map_err(|why| failed(StatusCode::BAD_REQUEST, why))?;
    let tables = match table {
        Some(table) => vec![table],
        None => hub.store.all().await.map_err(|why| failed(StatusCode::SERVICE_UNAVAILABLE, why))?,
    };
    let (mut left, mut refused) = (Vec::new(), Vec::new());
    for table in tables {
        let wanted = |answer| Mail::Person(Box::new(Wanted { name: name.clone(), erase, answer }));
        match hub.ask(&table, wanted).await {
            Ok(found) => left.extend(found),
            Err(why) => refused.push(format!("{table}: {why}")),
        }
    }
    Ok((left, refused))
}

async fn bans(State(hub): State<Arc<Hub>>) -> String {
    hub.bans.all().iter().map(|network| format!("{network}\n")).collect()
}

async fn ban(State(hub): State<Arc<Hub>>, body: String) -> Answer<String> {
    set_ban(&hub, &body, true)
}

async fn unban(State(hub): State<Arc<Hub>>, body: String) -> Answer<String> {
    set_ban(&hub, &body, false)
}

fn set_ban(hub: &Hub, text: &str, banned: bool) -> Answer<String> {
    let network = network(text.trim()).map_err(|why| failed(StatusCode::BAD_REQUEST, why))?;
    let changed = hub.bans.set(network, banned);
    let changed = changed.map_err(|why| failed(StatusCode::SERVICE_UNAVAILABLE, why))?;
    tracing::info!(%network, banned, changed, "a ban was set by the admin");
    if banned {
        hub.everybody(|| Mail::Banned);
    }
    Ok(match (banned, changed) {
        (true, true) => format!("{network} is not let in any more\n"),
        (true, false) => format!("{network} was not let in before\n"),
        (false, true) => format!("{network} is let in again\n"),
        (false, false) => format!("{network} was not banned\n"),
    })
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use crate::config::{Config, Settings};
    use crate::journal::Written;
    use crate::log_entry::{LogEntry, LogLine, Planned};
    use crate::secret::Hashed;
    use crate::server::Server;
    use crate::store::{Along, Append, Row};
    use alhambra_protocol::TableOptions;
    use alhambra_rules::Setup;

    const DAY: u64 = 24 * 3_600_000;

    #[tokio::test]
    async fn tables_whose_time_is_long_over_are_purged_and_no_others() {
        let dir = tempfile::tempdir().unwrap();
        let flags = [("listen", "127.0.0.1:0".to_owned()), ("data_dir", dir.path().display().to_string())];
        let settings = Settings::gather(&flags, std::iter::empty(), None).unwrap();
        let server = Server::start(Config::new(&settings).unwrap()).await.unwrap();
        let hub = server.hub();
        for (table, days, phase) in
            [("AAAAAAAA", 400, "closed"), ("BBBBBBBB", 10, "closed"), ("CCCCCCCC", 400, "playing")]
        {
            let at = hub.now() - days * DAY;
            let entry = LogEntry::Created {
                name: String::new(),
                seats: vec![Planned::Maker("Ann".to_owned()), Planned::Open],
                setup: Setup::players(2),
                options: TableOptions::default(),
                seed: None,
                maker: Hashed::of("token"),
            };
            let body = serde_json::to_string(&LogLine { at, entry }).unwrap();
            let row = Row { created: at, expires: at, phase, ..Row::default() };
            let along = Along { row: Some(row), checkpoint: None };
            assert!(matches!(hub.journal.append(Append::first(table, body, along)).await, Written::Yes));
        }
        assert_eq!(hub.purge(500).await.unwrap(), 0);
        assert_eq!(hub.purge(365).await.unwrap(), 1);
        assert_eq!(hub.store.all().await.unwrap(), ["CCCCCCCC", "BBBBBBBB"]);
        assert!(hub.store.lines("AAAAAAAA", 0).await.unwrap().is_empty());
        assert_eq!(hub.store.lines("BBBBBBBB", 0).await.unwrap().len(), 1);
        server.stop().await;
    }
}
