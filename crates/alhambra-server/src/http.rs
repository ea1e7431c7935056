//! The HTTP part: lobby, records, set-up checks, catalogue, pages, health.

use crate::hub::Hub;
use crate::limits::ByAddress;
use crate::log_entry::{LogEntry, Planned};
use crate::requests::fine_level;
use crate::room::{Mail, Sit};
use crate::secret::{self, Hashed};
use crate::websocket::Upgrade;
use crate::{experts, names, pages, socket};
use alhambra_protocol::{
    ApiError, Catalogue, Clock, CreateTable, Created, JoinTable, Joined, ModuleHelp, ModuleLook, NewSeat,
    PROTOCOL, Pace, Ref, Refusal, RefusalCode, ServerInfo, SetupCheck, SetupChecked, TableInfo, TableList,
    Why,
};
use alhambra_rules::data::Data;
use alhambra_rules::{EditionId, ModuleId, Player, Setup, code};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use utoipa::OpenApi;

mod catalogue;
mod client_address;
mod replays;
pub(crate) use client_address::ClientAddress;
pub(crate) use replays::{beside, beside_with_log};

const DAY: Duration = Duration::from_secs(86_400);

/// The largest body of a request.
const BODY: usize = 64 * 1024;

/// What handlers need.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    /// Looking back at games.
    reads: Arc<ByAddress>,
    /// Taking whole records home.
    downloads: Arc<ByAddress>,
    /// Handing records in.
    imports: Arc<ByAddress>,
}

/// An error as an answer.
struct Failed(Refusal);

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Failed {
        Failed(refusal)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            RefusalCode::NotFound => StatusCode::NOT_FOUND,
            RefusalCode::NotYours | RefusalCode::NotHost => StatusCode::FORBIDDEN,
            RefusalCode::TooFast => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalCode::Malformed => StatusCode::BAD_REQUEST,
            RefusalCode::Unavailable | RefusalCode::Parked => StatusCode::SERVICE_UNAVAILABLE,
            RefusalCode::Stale | RefusalCode::Full | RefusalCode::NotNow => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        (status, Json(ApiError { refusal: self.0 })).into_response()
    }
}

type Answer<T> = Result<Json<T>, Failed>;

/// A body that says what is wrong with it in our form.
struct Body<T>(T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Failed> {
        match in_time(app, Json::<T>::from_request(request, app)).await? {
            Ok(Json(body)) => Ok(Body(body)),
            Err(why) => {
                let large = why.status() == StatusCode::PAYLOAD_TOO_LARGE;
                Err(Failed(unread(large, &why.body_text())))
            }
        }
    }
}

/// A request that could not be read, as the library says it.
fn unread(large: bool, why: &str) -> Refusal {
    match large {
        true => Refusal::new(RefusalCode::TooLarge, Why::RequestLarge(Ref::text(why))),
        false => Refusal::new(RefusalCode::Malformed, Why::RequestUnreadable(Ref::text(why))),
    }
}

/// Waits for a body no longer than it may take; hyper then closes the connection behind the answer.
async fn in_time<T>(app: &App, body: impl Future<Output = T>) -> Result<T, Failed> {
    let late = |_| Failed(Refusal::new(RefusalCode::Malformed, Why::RequestLate));
    tokio::time::timeout(app.hub.config.body_time, body).await.map_err(late)
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Alhambra table server",
        description = "The HTTP part; docs/guide/protocol.md tells the rest."
    ),
    paths(
        info,
        catalogue::catalogue,
        catalogue::look,
        catalogue::help,
        catalogue::refusals,
        catalogue::signs,
        tables,
        create,
        table,
        join,
        record,
        qr,
        check_setup,
        healthz,
        readyz,
        replays::import,
        replays::moments,
        replays::slice,
        replays::shares,
        replays::advice,
        replays::moves,
        replays::scores,
        replays::branch
    ),
    components(schemas(
        CreateTable,
        Created,
        JoinTable,
        Joined,
        TableInfo,
        TableList,
        SetupCheck,
        SetupChecked,
        Catalogue,
        ModuleLook,
        ModuleHelp
    ))
)]
struct Document;

/// Everything the server answers, under its base path.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let app = App {
        hub,
        reads: Arc::default(),
        downloads: Arc::default(),
        imports: Arc::new(ByAddress::in_every(DAY)),
    };
    let mut inner = Router::new()
        .route("/api/info", get(info))
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/modules/{module}", get(catalogue::look))
        .route("/api/modules/{module}/help", get(catalogue::help))
        .route("/api/refusals", get(catalogue::refusals))
        .route("/api/signs", get(catalogue::signs))
        .route("/api/tables", get(tables).post(create))
        .route("/api/tables/{table}", get(table))
        .route("/api/tables/{table}/join", post(join))
        .route("/api/tables/{table}/record", get(record))
        .route("/api/tables/{table}/qr.svg", get(qr))
        .route("/api/setup", post(check_setup))
        .route("/api/openapi.json", get(async || Json(Document::openapi())))
        .route("/api/socket", get(connect))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route(
            "/metrics",
            get(async || (StatusCode::NOT_FOUND, "metrics are served where metrics_listen says\n")),
        );
    for (path, route) in replays::routes() {
        inner = inner.route(path, route);
    }
    let inner = inner
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(headers))
        .with_state(app.clone());
    let base = app.hub.config.base_path.trim_end_matches('/').to_owned();
    let identified = middleware::from_fn_with_state(app.clone(), client_address::identify);
    let whole = if base.is_empty() {
        inner
    } else {
        // Health is asked for by machines that know no base path.
        let bare = Router::new()
            .route("/healthz", get(healthz))
            .route("/readyz", get(readyz))
            // A nested router does not see its own root with a slash at the end.
            .route(&app.hub.config.base_path, get(pages::page))
            .layer(middleware::from_fn(headers))
            .with_state(app);
        Router::new().nest(&base, inner).merge(bare)
    };
    whole.layer(identified)
}

/// What metrics are served by, on an address of their own.
pub(crate) fn metrics_router(metrics: PrometheusHandle) -> Router {
    Router::new().route("/metrics", get(move || async move { metrics.render() }))
}

/// Pages may load from this server only, and nobody may frame them.
async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'none'; \
         frame-ancestors 'none'",
    );
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("permissions-policy", "camera=(), microphone=(), geolocation=()");
    response
}

impl App {
    fn limit(&self, who: &ClientAddress) -> Result<(), Failed> {
        Ok(self.hub.may_have_table(who.address)?)
    }

    /// Makes a table for somebody.
    async fn make(&self, entry: LogEntry, who: &ClientAddress) -> Result<String, Refusal> {
        let (experts, most) = (&self.hub.experts, self.hub.config.expert_tables_per_address);
        let wanted = experts::wanted(&entry);
        if wanted {
            experts.may("", who.address, most)?;
        }
        let table = self.hub.clone().create(entry).await?;
        if wanted {
            experts.enter(&table, who.address, most);
        }
        Ok(table)
    }

    async fn limit_imports(&self, who: &ClientAddress) -> Result<(), Failed> {
        let config = &self.hub.config;
        let there = self.hub.store.imports().await.map_err(|why| crate::room::unreadable(&why))?;
        if there >= config.max_imports {
            return Err(Failed(Refusal::new(RefusalCode::Unavailable, Why::RecordsKept)));
        }
        if !self.imports.take(who.address, config.imports_per_day) {
            let why = Why::RecordsOfADay(Ref::number(config.imports_per_day));
            return Err(Failed(Refusal::new(RefusalCode::TooFast, why)));
        }
        Ok(())
    }

    fn limit_downloads(&self, who: &ClientAddress) -> Result<(), Failed> {
        if self.downloads.take(who.address, self.hub.config.downloads_per_minute) {
            return Ok(());
        }
        Err(Failed(Refusal::new(RefusalCode::TooFast, Why::TooManyDownloads)))
    }
}

fn table_id(typed: &str) -> Result<String, Failed> {
    secret::read_code(typed).ok_or_else(|| Failed(Refusal::new(RefusalCode::NotFound, Why::NoSuchTable)))
}

/// About this server
#[utoipa::path(get, path = "/api/info", responses((status = 200, body = ServerInfo)))]
async fn info(State(app): State<App>) -> Json<ServerInfo> {
    Json(ServerInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        base_path: app.hub.config.base_path.clone(),
        webhooks: app.hub.notifier.has_webhooks(),
        push_key: app.hub.notifier.push_key(),
    })
}

/// The listed tables
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = TableList)))]
async fn tables(State(app): State<App>) -> Answer<TableList> {
    let listed = app.hub.store.listed().await.map_err(|why| crate::room::unreadable(&why))?;
    let tables = listed.iter().filter_map(|summary| serde_json::from_str(summary).ok()).collect();
    Ok(Json(TableList { tables }))
}

/// Make a table
#[utoipa::path(post, path = "/api/tables", request_body = CreateTable,
    responses((status = 200, body = Created), (status = 422, body = ApiError), (status = 429, body = ApiError)))]
async fn create(
    State(app): State<App>,
    who: ClientAddress,
    Body(wish): Body<CreateTable>,
) -> Answer<Created> {
    app.limit(&who)?;
    let (entry, token, start) = plan(wish, &app.hub.config.box_data)?;
    let table = app.make(entry, &who).await?;
    metrics::counter!("alhambra_tables_total").increment(1);
    let info = match start {
        true => app.hub.ask(&table, Mail::Begin).await?,
        false => app.hub.ask(&table, Mail::Info).await?,
    };
    Ok(Json(Created { table, token, info }))
}

/// What a wish for a table comes to: the first line of its log, the maker's token, whether it starts at once.
fn plan(wish: CreateTable, box_data: &Data) -> Result<(LogEntry, String, bool), Refusal> {
    let bad = |why: Why| Refusal::new(RefusalCode::BadSetup, why);
    if !(2..=6).contains(&wish.seats.len()) {
        return Err(bad(Why::TwoToSixSeats(Ref::number(wish.seats.len()))));
    }
    let planned = |seat: &NewSeat| match seat {
        NewSeat::Me { name } => names::fine(name).map(Planned::Maker),
        NewSeat::Open => Ok(Planned::Open),
        NewSeat::Bot { level } => fine_level(level).map(Planned::Bot),
    };
    let seats = wish.seats.iter().map(planned).collect::<Result<Vec<_>, _>>()?;
    let own: Vec<&str> = seats.iter().filter_map(Planned::name).collect();
    for (i, name) in own.iter().enumerate() {
        names::not_taken(name, own[..i].iter().copied())?;
    }
    let base = match (wish.setup, wish.setup_code) {
        (Some(_), Some(_)) => return Err(bad(Why::SetupAndCode)),
        (Some(setup), None) => setup,
        (None, Some(text)) => code::decode(&text).map_err(|why| Refusal::from(&why))?,
        (None, None) => Setup { confirm: true, ..Setup::players(wish.seats.len()) },
    };
    if !EditionId::offered().any(|edition| edition == base.edition) {
        return Err(bad(Why::EditionUnfinished(Ref::text(base.edition))));
    }
    let name = |i: usize| Player { name: format!("Player {}", i + 1), age: None };
    // What is printed in the box is for whoever has it to say, and that is who keeps the server.
    let mut setup = box_data.with(Setup { players: (0..wish.seats.len()).map(name).collect(), ..base });
    setup.dirk = names::of_dirk(&setup, own.iter().copied())?;
    setup.check().map_err(|why| Refusal::from(&why))?;
    let (least, why) = match wish.options.pace {
        Pace::Live => (5, Why::ClockLive),
        Pace::ByTurns => (3600, Why::ClockByTurns),
    };
    match wish.options.clock {
        Clock::PerMove { seconds } | Clock::Budget { seconds, .. }
            if !(least..=1_209_600).contains(&seconds) =>
        {
            return Err(bad(why));
        }
        _ => {}
    }
    if wish.options.aids.as_deref().is_some_and(|aids| !["table", "assisted", "coach"].contains(&aids)) {
        return Err(bad(Why::UnknownAids));
    }
    let seed = match wish.seed.as_deref().map(str::parse::<u64>) {
        None => None,
        Some(Ok(seed)) => Some(seed),
        Some(Err(_)) => return Err(bad(Why::SeedNoNumber)),
    };
    let name = names::of_table(&wish.name.unwrap_or_default())?;
    let token = secret::token();
    let maker = Hashed::of(&token);
    Ok((LogEntry::Created { name, seats, setup, options: wish.options, seed, maker }, token, wish.start))
}

/// One table
#[utoipa::path(get, path = "/api/tables/{table}", params(("table" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404, body = ApiError)))]
async fn table(State(app): State<App>, who: ClientAddress, Path(table): Path<String>) -> Answer<TableInfo> {
    Ok(Json(app.hub.ask_for(who.address, &table_id(&table)?, Mail::Info).await?))
}

/// Sit down at a table
#[utoipa::path(post, path = "/api/tables/{table}/join", params(("table" = String, Path)), request_body = JoinTable,
    responses((status = 200, body = Joined), (status = 404, body = ApiError), (status = 409, body = ApiError)))]
async fn join(
    State(app): State<App>,
    who: ClientAddress,
    Path(table): Path<String>,
    Body(wish): Body<JoinTable>,
) -> Answer<Joined> {
    app.limit(&who)?;
    let token = secret::token();
    let hashed = Hashed::of(&token);
    let sit = |answer| Sit { name: wish.name, seat: wish.seat, token: hashed, answer };
    let mail = |answer| Mail::Sit(Box::new(sit(answer)));
    let (seat, info) = app.hub.ask_for(who.address, &table_id(&table)?, mail).await?;
    Ok(Json(Joined { seat, token, info }))
}

/// The record of a finished game, as JSON Lines
#[utoipa::path(get, path = "/api/tables/{table}/record", params(("table" = String, Path)),
    responses((status = 200, content_type = "application/jsonl", body = String), (status = 409, body = ApiError)))]
async fn record(
    State(app): State<App>,
    who: ClientAddress,
    Path(table): Path<String>,
) -> Result<Response, Failed> {
    app.limit_downloads(&who)?;
    let id = table_id(&table)?;
    let record = app.hub.ask_for(who.address, &id, Mail::Record).await?;
    let text = replays::read(&app.hub, move || Ok(crate::records::text(&record))).await?;
    let name = format!("attachment; filename=\"alhambra-{id}.jsonl\"");
    let headers =
        [(header::CONTENT_TYPE, "application/jsonl".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

/// The link of a table as a QR code to scan, without anybody's token
#[utoipa::path(get, path = "/api/tables/{table}/qr.svg", params(("table" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = ApiError)))]
async fn qr(
    State(app): State<App>,
    who: ClientAddress,
    headers: HeaderMap,
    Path(table): Path<String>,
) -> Result<Response, Failed> {
    let id = table_id(&table)?;
    app.hub.ask_for(who.address, &id, Mail::Info).await?;
    let config = &app.hub.config;
    // Without a configured address it is the one this was asked at.
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let base = match &config.public_url {
        Some(url) => format!("{}/", url.trim_end_matches('/')),
        None => format!("http://{asked}{}", config.base_path),
    };
    let picture = crate::server::qr_picture(&format!("{base}t/{id}"));
    let too_long = || Failed(Refusal::new(RefusalCode::BadSetup, Why::AddressLong));
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, picture.ok_or_else(too_long)?).into_response())
}

/// Whether a set-up can be played
#[utoipa::path(post, path = "/api/setup", request_body = SetupCheck, responses((status = 200, body = SetupChecked)))]
async fn check_setup(Body(wish): Body<SetupCheck>) -> Json<SetupChecked> {
    let (refusal, setup) = match (wish.setup, wish.code) {
        (Some(setup), None) => (setup.check().err().map(|why| Refusal::from(&why)), Some(setup)),
        (None, Some(text)) => match code::decode(&text) {
            Ok(setup) => (None, Some(setup)),
            Err(why) => (Some(Refusal::from(&why)), None),
        },
        _ => (Some(Refusal::new(RefusalCode::BadSetup, Why::SetupOrCode)), None),
    };
    // A set-up that codes have no room for can be played all the same.
    let code = setup.as_ref().filter(|_| refusal.is_none()).and_then(|setup| code::encode(setup).ok());
    let refusals = setup.as_ref().filter(|_| refusal.is_none()).map(barred).unwrap_or_default();
    let barred = refusals.iter().map(|(module, why)| (*module, why.text.clone())).collect();
    let problem = refusal.as_ref().map(|why| why.text.clone());
    Json(SetupChecked { problem, refusal, setup, code, barred, refusals })
}

/// The modules that cannot join the others of a set-up, and why.
fn barred(setup: &Setup) -> Vec<(ModuleId, Refusal)> {
    let others = ModuleId::ALL.iter().filter(|module| !setup.modules.contains_key(module));
    let why = |module: &ModuleId| Some((*module, Refusal::from(&setup.clone().with(*module).check().err()?)));
    others.filter_map(why).collect()
}

/// Whether the process lives and what it writes is kept
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String), (status = 503, body = String)))]
async fn healthz(State(app): State<App>) -> Response {
    match app.hub.health.failing() {
        false => "alive\n".into_response(),
        true => (StatusCode::SERVICE_UNAVAILABLE, "storage cannot be written\n").into_response(),
    }
}

/// Whether it can take work: storage writable, not stopping
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), (status = 503, body = String)))]
async fn readyz(State(app): State<App>) -> Response {
    if app.hub.draining.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    if app.hub.health.failing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "storage cannot be written\n").into_response();
    }
    match app.hub.store.ready().await {
        Ok(()) => "ready\n".into_response(),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

async fn connect(
    State(app): State<App>,
    who: ClientAddress,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Response {
    if !own_page(&app, &headers) {
        return Failed(Refusal::new(RefusalCode::NotYours, Why::ForeignPage)).into_response();
    }
    if app.hub.draining.load(Ordering::Relaxed) {
        return Failed(Refusal::new(RefusalCode::Unavailable, Why::NoMoreConnections)).into_response();
    }
    socket::open(app.hub, who, upgrade)
}

/// Browsers say which page opens a socket; it must be one of ours. Programs say nothing.
fn own_page(app: &App, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(origin) = text("origin") else { return true };
    let config = &app.hub.config;
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let public = config.public_url.as_deref().is_some_and(|url| {
        url.strip_prefix(origin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    text("host") == Some(host) || public || config.origins.iter().any(|allowed| allowed == origin)
}
