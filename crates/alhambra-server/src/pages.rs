//! Pages: the web client inside the binary, or a plain status page until there is one.

use crate::http::App;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The web client, as `web/dist` had it.
#[cfg(web_client)]
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist"]
struct Client;

/// Answers everything that is not the interface: files of the client, and its page for every other address.
#[cfg(web_client)]
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    if let Some(refused) = refuse(&request) {
        return refused;
    }
    let path = request.uri().path().trim_start_matches('/').to_owned();
    if let Some(file) = Client::get(&path).filter(|_| path != "index.html") {
        // Names of built files carry a fingerprint; anything else may change.
        let lasting = path.starts_with("assets/");
        let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = [
            (header::CONTENT_TYPE, kind(&path)),
            (header::CACHE_CONTROL, cache),
            (header::VARY, "accept-encoding"),
        ];
        // Built files were compressed when they were built; whoever understands that gets them so.
        let packed =
            packings(&request).find_map(|(name, end)| Some((name, Client::get(&format!("{path}{end}"))?)));
        return match packed {
            Some((name, packed)) => {
                (headers, [(header::CONTENT_ENCODING, name)], packed.data).into_response()
            }
            None => (headers, file.data).into_response(),
        };
    }
    let looks_like_a_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match Client::get("index.html") {
        Some(file) if !looks_like_a_file => {
            // Every address of the client is the same page; what it loads is found from the base path.
            let text = String::from_utf8_lossy(&file.data);
            let base = format!("<head><base href=\"{}\">", app.hub.config.base_path);
            let text = text.replacen("<head>", &base, 1);
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], text)
                .into_response()
        }
        _ => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

/// The ways of compressing a browser says it understands, smallest first, with the ending of files packed so.
#[cfg(web_client)]
fn packings(request: &Request) -> impl Iterator<Item = (&'static str, &'static str)> {
    [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(name, _)| understood(request.headers(), name))
}

/// Whether a client says it understands a way of compressing.
pub(crate) fn understood(headers: &HeaderMap, name: &str) -> bool {
    let said = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    said.split(',').map(str::trim).any(|offer| {
        let (coding, weight) = offer.split_once(';').unwrap_or((offer, ""));
        coding.trim() == name && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

#[cfg(web_client)]
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A page that says the server works and where its interface is.
#[cfg(not(web_client))]
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    if let Some(refused) = refuse(&request) {
        return refused;
    }
    let count = app.hub.store.count().await.unwrap_or(0);
    let base = &app.hub.config.base_path;
    let text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Alhambra</title>\
         <base href=\"{base}\"></head>\n<body><h1>Alhambra</h1>\n\
         <p>The table server is running, version {version}. This build has no web client inside.</p>\n\
         <ul><li>{count} tables</li><li><a href=\"api/tables\">listed tables</a></li>\
         <li><a href=\"api/openapi.json\">the interface for programs</a></li></ul>\n</body></html>\n",
        version = env!("CARGO_PKG_VERSION"),
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], text)
        .into_response()
}

fn refuse(request: &Request) -> Option<Response> {
    if request.uri().path().starts_with("/api/") {
        return Some(
            (StatusCode::NOT_FOUND, "there is nothing here; see api/openapi.json\n").into_response(),
        );
    }
    let reading = ["GET", "HEAD"].contains(&request.method().as_str());
    (!reading).then(|| StatusCode::METHOD_NOT_ALLOWED.into_response())
}
