//! Facts that labels ask for, and which of them are one action at two stages.

use crate::forest::Forest;
use std::collections::BTreeSet;

/// The fact that a label asks for; none for other goals and for what the prover
/// itself knows: what the adversary knows, fresh names, messages in and out.
pub(super) fn head(label: &str) -> Option<&str> {
    let rest = label.strip_prefix('!').unwrap_or(label);
    let (name, _) = rest.split_once("( ")?;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_built_in = matches!(name, "KU" | "KD" | "K" | "Fr" | "In" | "Out");
    (is_name && !is_built_in).then_some(name)
}

/// A label without the name of its fact.
pub(super) fn shape(label: &str) -> Option<String> {
    Some(label.replacen(head(label)?, "", 1))
}

pub(super) fn common_prefix(left: &str, right: &str) -> usize {
    let pairs = left.chars().zip(right.chars());
    pairs.take_while(|(left, right)| left == right).count()
}

/// Whether two names are one but for numbers: `AcceptP` and `AcceptP2`, `St_1_A`
/// and `St_2_A`. Other endings may name other roles or other properties.
fn is_same_stem(left: &str, right: &str) -> bool {
    let is_stem = |c: &char| !c.is_ascii_digit() && *c != '_';
    let stem = |name: &str| name.chars().filter(is_stem).collect::<String>();
    stem(left) == stem(right) && !numbers(left).eq(numbers(right))
}

/// The numbers in a name, in order.
fn numbers(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
}

/// The rules where each of two facts is an action or a conclusion, if these are
/// one action at two stages of the protocol: the names differ by a number and no
/// rule has both.
pub(super) fn stages(
    target: &Forest,
    wanted: &str,
    generated: &Forest,
    found: &str,
) -> Option<[Vec<String>; 2]> {
    if !is_same_stem(wanted, found) {
        return None;
    }
    let (wanted, found) = (rules_of(target, wanted), rules_of(generated, found));
    let is_known = !wanted.is_empty() && !found.is_empty();
    let sorted = |rules: BTreeSet<&str>| rules.into_iter().map(str::to_owned).collect();
    (is_known && wanted.is_disjoint(&found)).then(|| [sorted(wanted), sorted(found)])
}

fn rules_of<'f>(forest: &'f Forest, fact: &str) -> BTreeSet<&'f str> {
    let rules = forest
        .origins
        .iter()
        .filter_map(|origin| origin.stages.get(fact));
    rules.flatten().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_makes_another_stage() {
        assert!(is_same_stem("AcceptP", "AcceptP2"));
        assert!(is_same_stem("St_1_A", "St_2_A"));
        assert!(!is_same_stem("CommitI", "CommitR"));
        assert!(!is_same_stem("Secret", "SecretKey"));
        assert!(!is_same_stem("Accept", "Accept"));
        assert!(!is_same_stem("Commit", "Com_mit"));
        assert!(!is_same_stem("Accept1", "Accept_1"));
        assert!(is_same_stem("Accept", "Accept_1"));
    }

    #[test]
    fn heads_are_facts_of_the_theory() {
        assert_eq!(head("!Ltk( $A ) ▶₁ #1"), Some("Ltk"));
        assert_eq!(head("Start( ) @ #1"), Some("Start"));
        assert_eq!(head("!KU( ~k ) @ #1"), None);
        assert_eq!(head("(#1, 0) ~~> (#2, 0)"), None);
        assert_eq!(head("splitEqs()"), None);
    }
}
