//! "Did you mean": the nearest of some names.

/// Names longer than this, in bytes, are not compared: the comparison is quadratic.
const MAX_NAME: usize = 40;
/// How many names are compared with at most.
const MAX_CANDIDATES: usize = 1_000;
/// Similarity from 0 to 1 from which on a name is worth a suggestion.
const NEAR: f64 = 0.8;

/// The candidate most like `name`, if any is like it; the first of equals.
pub(super) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let is_short = |name: &str| name.len() <= MAX_NAME;
    if !is_short(name) {
        return None;
    }
    let name = name.to_lowercase();
    let mut best = (NEAR, None);
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if is_short(candidate) {
            let similarity = strsim::jaro_winkler(&name, &candidate.to_lowercase());
            if similarity > best.0 {
                best = (similarity, Some(candidate));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_and_nothing_far() {
        let keys = ["label", "when", "set"];
        assert_eq!(nearest("whne", keys), Some("when"));
        assert_eq!(nearest("Set", keys), Some("set"));
        assert_eq!(nearest("guard", keys), None);
        assert_eq!(nearest(&"when".repeat(1_000_000), keys), None);
    }
}
