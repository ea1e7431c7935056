//! Says which pages the server will have: the web client if it was built, else a plain status page.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(web_client)");
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
    if dist.join("index.html").exists() {
        println!("cargo::rustc-cfg=web_client");
    } else if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!(
            "cargo::warning=web/dist/index.html does not exist: the server will show a plain status page; build the web client first (npm ci && npm run build in web/)"
        );
    }
}
