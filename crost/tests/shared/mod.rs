//! Where the shared lemma sets are.

#![allow(clippy::print_stderr, reason = "a skip must be seen")]

use std::path::PathBuf;

/// The folder of lemma sets; none, said so, where it is not there.
pub(crate) fn lemma_sets() -> Option<PathBuf> {
    let shared = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")),
        PathBuf::from,
    );
    let folder = shared.join("tamarin/lemma-sets");
    if folder.is_dir() {
        return Some(folder);
    }
    let is_required = std::env::var_os("PLUMBLINE_REQUIRE_SHARED").is_some_and(|flag| flag == "1");
    assert!(!is_required, "no {}", folder.display());
    eprintln!("SKIPPED: no {}", folder.display());
    None
}
