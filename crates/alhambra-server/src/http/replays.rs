//! Looking at recorded games over HTTP: moments, estimates, advice, tables for other programs, handing in a record,
//! playing on from a moment.

use super::{Answer, App, Body, ClientAddress, Failed, in_time, table_id, unread};
use crate::hub::Hub;
use crate::log_entry::{LogEntry, Planned};
use crate::replay::Story;
use crate::requests::fine_level;
use crate::room::Mail;
use crate::secret::{self, Hashed};
use crate::{names, outlook, records};
use alhambra_protocol::{
    ApiError, Branch, Created, Imported, MAX_NAME, MAX_RECORD, Ref, Refusal, RefusalCode, Replay,
    ReplayAdvice, ReplaySlice, Shares, TableInfo, TableOptions, UndoPolicy, Why,
};
use alhambra_rules::Setup;
use alhambra_rules::data::Data;
use alhambra_rules::record::{Header, Record};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::Semaphore;

/// How often one address may look back in a minute: a whole log is read each time.
const READS: u32 = 600;

/// What a record may be sent as.
const JSON: [&str; 4] =
    ["application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/json"];

/// The addresses of this part.
pub(super) fn routes() -> [(&'static str, MethodRouter<App>); 8] {
    [
        ("/api/records", post(import).layer(DefaultBodyLimit::max(MAX_RECORD))),
        ("/api/tables/{table}/replay", get(moments)),
        ("/api/tables/{table}/replay/moments", get(slice)),
        ("/api/tables/{table}/replay/shares", get(shares)),
        ("/api/tables/{table}/replay/advice", get(advice)),
        ("/api/tables/{table}/replay/moves.csv", get(moves)),
        ("/api/tables/{table}/replay/scores.csv", get(scores)),
        ("/api/tables/{table}/branch", post(branch)),
    ]
}

/// Which moments, through whose eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    from: Option<u32>,
    to: Option<u32>,
    at: Option<u32>,
    #[serde(rename = "as")]
    eyes: Option<String>,
}

type Asked = Result<Query<Which>, QueryRejection>;

fn which(asked: Asked) -> Result<Which, Failed> {
    let Query(which) = asked.map_err(|why| Failed(unread(false, &why.body_text())))?;
    Ok(which)
}

/// Somebody who wants to look back, with the token in the header `authorization: Bearer …` if they have one.
pub(super) struct Reader {
    who: ClientAddress,
    token: Option<Hashed>,
}

impl FromRequestParts<App> for Reader {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Reader, Failed> {
        let Ok(who) = ClientAddress::from_request_parts(parts, app).await;
        if !app.reads.take(who.address, READS) {
            return Err(Failed(Refusal::new(RefusalCode::TooFast, Why::TooManyLooks)));
        }
        let text = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = text.and_then(|text| text.strip_prefix("Bearer "));
        Ok(Reader { who, token: token.map(|token| Hashed::of(token.trim())) })
    }
}

impl Reader {
    /// What was played at a table, as far as this reader may know it.
    async fn story(self, app: &App, table: &str) -> Result<Story, Failed> {
        let token = self.token;
        let mail = |answer| Mail::Story { token: token.map(Box::new), answer };
        Ok(app.hub.ask_for(self.who.address, &table_id(table)?, mail).await?)
    }
}

/// Goes through a game beside the tasks that serve people, a few games at a time.
pub(super) async fn read<T: Send + 'static>(
    hub: &Arc<Hub>,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Failed> {
    Ok(beside(hub, work).await?)
}

/// The same for those who ask otherwise than over HTTP.
pub(crate) async fn beside<T: Send + 'static>(
    hub: &Hub,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let _place = hub.readers.acquire().await.map_err(|_| busy())?;
    apart(work).await
}

/// Goes through the log of a table for those who ask there. The place comes before the lines: those of many long logs at once
/// would fill the memory.
pub(crate) async fn beside_with_log<T: Send + 'static>(
    hub: &Hub,
    places: &Semaphore,
    table: &str,
    work: impl FnOnce(Vec<(u64, String)>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let _place = places.acquire().await.map_err(|_| busy())?;
    let lines = hub.store.lines(table, 0).await.map_err(|why| crate::room::unreadable(&why))?;
    apart(move || work(lines)).await
}

async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(why) if why.is_panic() => Err(Refusal::new(RefusalCode::Parked, Why::GameFaulty)),
        Err(_) => Err(busy()),
    }
}

fn busy() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, Why::GameUnreadable)
}

/// A game moment by moment
#[utoipa::path(get, path = "/api/tables/{table}/replay",
    params(("table" = String, Path), ("as" = Option<String>, Query, description = "open, public or a seat")),
    responses((status = 200, body = Replay), (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub(super) async fn moments(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
    asked: Asked,
) -> Answer<Replay> {
    let which = which(asked)?;
    let story = reader.story(&app, &table).await?;
    let eyes = story.eyes(which.eyes.as_deref())?;
    Ok(Json(read(&app.hub, move || story.moments(eyes)).await?))
}

/// What is seen at some moments in a row
#[utoipa::path(get, path = "/api/tables/{table}/replay/moments",
    params(("table" = String, Path), ("from" = u32, Query), ("to" = Option<u32>, Query),
        ("as" = Option<String>, Query, description = "open, public or a seat")),
    responses((status = 200, body = ReplaySlice), (status = 400, body = ApiError), (status = 403, body = ApiError)))]
pub(super) async fn slice(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
    asked: Asked,
) -> Answer<ReplaySlice> {
    let which = which(asked)?;
    let story = reader.story(&app, &table).await?;
    let eyes = story.eyes(which.eyes.as_deref())?;
    let slice = move || story.slice(eyes, which.from.unwrap_or(0), which.to);
    Ok(Json(read(&app.hub, slice).await?))
}

/// How likely everybody was to win
#[utoipa::path(get, path = "/api/tables/{table}/replay/shares", params(("table" = String, Path)),
    responses((status = 200, body = Shares), (status = 409, body = ApiError)))]
pub(super) async fn shares(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
) -> Answer<Shares> {
    let who = reader.who.address;
    let story = reader.story(&app, &table).await?.finished()?;
    Ok(Json(outlook::shares(&app.hub, who, story).await?))
}

/// What a bot would have done
#[utoipa::path(get, path = "/api/tables/{table}/replay/advice",
    params(("table" = String, Path), ("at" = u32, Query, description = "the moment before the action")),
    responses((status = 200, body = ReplayAdvice), (status = 400, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn advice(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
    asked: Asked,
) -> Answer<ReplayAdvice> {
    let at = which(asked)?.at;
    let at = at.ok_or_else(|| Refusal::new(RefusalCode::Malformed, Why::WhichMoment))?;
    let who = reader.who.address;
    let story = reader.story(&app, &table).await?.finished()?;
    Ok(Json(outlook::advice(&app.hub, who, story, at).await?))
}

/// The actions, for spreadsheets
#[utoipa::path(get, path = "/api/tables/{table}/replay/moves.csv", params(("table" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 409, body = ApiError)))]
pub(super) async fn moves(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
) -> Result<Response, Failed> {
    sheet(&app, &table, reader, "moves", Story::moves_csv).await
}

/// Every point with its reason, for spreadsheets
#[utoipa::path(get, path = "/api/tables/{table}/replay/scores.csv", params(("table" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 409, body = ApiError)))]
pub(super) async fn scores(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
) -> Result<Response, Failed> {
    sheet(&app, &table, reader, "scores", Story::scores_csv).await
}

async fn sheet(
    app: &App,
    table: &str,
    reader: Reader,
    name: &str,
    make: fn(&Story) -> Result<String, Refusal>,
) -> Result<Response, Failed> {
    app.limit_downloads(&reader.who)?;
    let story = reader.story(app, table).await?.finished()?;
    let file = format!("attachment; filename=\"alhambra-{}-{name}.csv\"", story.table);
    let text = read(&app.hub, move || make(&story)).await?;
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, text).into_response())
}

/// Hand in a record to look at it
#[utoipa::path(post, path = "/api/records",
    request_body(content = String, content_type = "application/jsonl"),
    responses((status = 200, body = Imported), (status = 413, body = ApiError), (status = 422, body = ApiError)))]
pub(super) async fn import(State(app): State<App>, who: ClientAddress, request: Request) -> Answer<Imported> {
    app.limit(&who)?;
    // A page of somebody else may have its visitors send plain text here, but not this.
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.and_then(|kind| kind.split(';').next()).is_some_and(|kind| JSON.contains(&kind.trim())) {
        return Err(Failed(Refusal::new(RefusalCode::Malformed, Why::RecordType)));
    }
    app.limit_imports(&who).await?;
    let body = in_time(&app, Bytes::from_request(request, &app)).await?.map_err(|why| {
        let large = why.status() == StatusCode::PAYLOAD_TOO_LARGE;
        Failed(match large {
            true => Refusal::new(RefusalCode::TooLarge, Why::RecordLarge(Ref::number(MAX_RECORD))),
            false => unread(false, &why.body_text()),
        })
    })?;
    let bad = |why: Why| Refusal::new(RefusalCode::BadSetup, why);
    let unreadable = |why: &dyn std::fmt::Display| Why::RecordUnreadable(Ref::text(why));
    let own = app.hub.config.box_data.clone();
    let (record, over) = read(&app.hub, move || {
        let text = std::str::from_utf8(&body).map_err(|_| bad(Why::RecordNoText))?;
        let first =
            text.trim_start().lines().next().and_then(|line| serde_json::from_str::<Header>(line).ok());
        // Strangers bring no boxes of their own: every one that is played with stays in memory.
        let strange = |setup: &Setup| !Data::of(setup).is_empty() && own.with(setup.clone()) != *setup;
        if first.is_some_and(|header| strange(&header.setup)) {
            return Err(bad(Why::RecordStrangeBox));
        }
        let (record, over) = records::read(text).map_err(|why| bad(unreadable(&why)))?;
        Ok((under_fine_names(record)?, over))
    })
    .await?;
    let seats = record.header.setup.players.iter().map(|player| Planned::Maker(player.name.clone()));
    let (seats, actions) = (seats.collect(), record.entries.len() as u32);
    let (table, ..) = seat(&app, &who, seats, record, TableOptions::default(), true).await?;
    Ok(Json(Imported { table, actions, over }))
}

/// A record whose names can be shown: two people who are called the same are told apart.
fn under_fine_names(record: Record) -> Result<Record, Refusal> {
    let setup = &record.header.setup;
    let given: Vec<&str> = setup.players.iter().map(|player| player.name.as_str()).collect();
    let mut fine: Vec<String> = Vec::with_capacity(given.len());
    for name in &given {
        fine.push(unlike(names::fine(name)?, &fine));
    }
    // Only two play with Dirk; he is the one to give way.
    let dirk = names::fine(&setup.dirk)?;
    let dirk = if given.len() == 2 { unlike(dirk, &fine) } else { dirk };
    match given == fine && setup.dirk == dirk {
        true => Ok(record),
        false => records::renamed(&record, &fine, &dirk)
            .map_err(|why| Refusal::new(RefusalCode::BadSetup, Why::RecordUnreadable(Ref::text(why)))),
    }
}

/// A name that looks like none of the others: with a number, if need be.
fn unlike(name: String, others: &[String]) -> String {
    let taken = |name: &str| others.iter().any(|other| names::alike(name, other));
    let numbered = (2..=others.len() + 1).map(|n| {
        let short: String = name.chars().take(MAX_NAME - 2).collect();
        format!("{} {n}", short.trim_end())
    });
    std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
}

/// Play on from a moment, against bots
#[utoipa::path(post, path = "/api/tables/{table}/branch", params(("table" = String, Path)), request_body = Branch,
    responses((status = 200, body = Created), (status = 400, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn branch(
    State(app): State<App>,
    reader: Reader,
    Path(table): Path<String>,
    Body(wish): Body<Branch>,
) -> Answer<Created> {
    app.limit(&reader.who)?;
    let who = reader.who.clone();
    let story = reader.story(&app, &table).await?.finished()?;
    let malformed = |why: Why| Failed(Refusal::new(RefusalCode::Malformed, why));
    let level = fine_level(&wish.level)?;
    let mut record = story.record;
    let players = record.header.setup.players.len();
    if wish.seat.index() >= players {
        return Err(malformed(Why::SeatsOfGame(Ref::number(players - 1))));
    }
    if wish.moment as usize > record.entries.len() {
        return Err(malformed(Why::MomentsOfGame(Ref::number(record.entries.len()))));
    }
    record.entries.truncate(wish.moment as usize);
    let (over, record) = read(&app.hub, move || {
        let game = record.verify().map_err(|why| crate::room::unreadable(&why))?;
        Ok((game.is_over(), record))
    })
    .await?;
    if over {
        return Err(Failed(Refusal::new(RefusalCode::NotNow, Why::OverAtMoment)));
    }
    let names = record.header.setup.players.iter().map(|player| player.name.clone());
    let own = match &wish.name {
        Some(name) => names::fine(name)?,
        None => names.clone().nth(wish.seat.index()).unwrap_or_default(),
    };
    if players == 2 {
        names::not_taken(&own, [record.header.setup.dirk.as_str()])?;
    }
    let planned = (0..players).map(|i| match i == wish.seat.index() {
        true => Planned::Maker(own.clone()),
        false => Planned::Bot(level.clone()),
    });
    // One person among bots may go back as far as they like.
    let options = TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() };
    let (table, token, info) = seat(&app, &who, planned.collect(), record, options, false).await?;
    Ok(Json(Created { table, token, info }))
}

/// A new table whose game begins with a record.
async fn seat(
    app: &App,
    who: &ClientAddress,
    seats: Vec<Planned>,
    record: Record,
    options: TableOptions,
    finished: bool,
) -> Result<(String, String, TableInfo), Failed> {
    if app.hub.draining.load(Ordering::Relaxed) {
        return Err(Failed(Refusal::new(RefusalCode::Unavailable, Why::Stopping)));
    }
    let token = secret::token();
    let (setup, maker) = (record.header.setup.clone(), Hashed::of(&token));
    let name = String::new();
    let entry = LogEntry::Created { name, seats, setup, options, seed: None, maker };
    let table = app.make(entry, who).await?;
    metrics::counter!("alhambra_tables_total").increment(1);
    let mail = |answer| Mail::Resume { record: Box::new(record), finished, answer };
    let info = app.hub.ask(&table, mail).await?;
    Ok((table, token, info))
}
