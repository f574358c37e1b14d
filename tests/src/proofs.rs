//! Random theories with proofs over few labels, as text.

use crate::oracle::coverage::{Path, Proof};
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write;

/// Goals that are different labels at every level, the last three of low
/// information.
pub const GOALS: [&str; 6] = [
    "A( ) @ #i",
    "B( h(x) ) @ #i",
    "!C( 'c' ) ▶₁ #i",
    "!KU( ~k ) @ #vk",
    "(#i, 0) ~~> (#j, 0)",
    "splitEqs(0)",
];

/// Whether a label is of low information.
#[must_use]
pub fn is_low(label: &str) -> bool {
    GOALS[3..].contains(&label)
}

/// A node of a proof: which goal it solves, if it does, and the node above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    goal: Option<usize>,
    parent: Option<usize>,
}

/// A lemma with a random proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomLemma {
    /// Its name.
    pub name: String,
    /// Its attribute, if it has one.
    pub attribute: Option<&'static str>,
    steps: Vec<Step>,
    /// How it is written: what ends a branch, and whether only children are cases.
    style: usize,
}

impl RandomLemma {
    /// Whether it is left out of comparisons.
    #[must_use]
    pub fn is_sources(&self) -> bool {
        self.attribute == Some("sources") || self.name.starts_with("AUTO_typing")
    }

    /// The paths of its solve nodes.
    #[must_use]
    pub fn proof(&self) -> Proof {
        let mut paths = Vec::new();
        for step in self.steps.iter().filter(|step| step.goal.is_some()) {
            let mut path = Path::new();
            let mut at = Some(*step);
            while let Some(step) = at {
                path.extend(step.goal.map(|goal| GOALS[goal].to_owned()));
                at = step.parent.map(|parent| self.steps[parent]);
            }
            path.reverse();
            paths.push(path);
        }
        Proof {
            lemma: self.name.clone(),
            paths,
        }
    }

    fn write(&self, at: usize, out: &mut String) {
        let below: Vec<usize> = (at..self.steps.len())
            .filter(|&child| self.steps[child].parent == Some(at))
            .collect();
        let end = ["by sorry", "by contradiction", "SOLVED // trace found\n"][self.style % 3];
        let _ = match self.steps[at].goal {
            Some(goal) if below.is_empty() && self.style.is_multiple_of(2) => {
                writeln!(out, "by solve( {} )", GOALS[goal])
            }
            Some(goal) => writeln!(out, "solve( {} )", GOALS[goal]),
            None if below.is_empty() => writeln!(out, "{end}"),
            None => writeln!(out, "simplify"),
        };
        match below[..] {
            [] if self.steps[at].goal.is_some() && self.style % 2 == 1 => {
                let _ = writeln!(out, "case end\n{end}\nqed");
            }
            [] => {}
            [only] if self.style % 4 < 2 => self.write(only, out),
            _ => {
                for (number, &child) in below.iter().enumerate() {
                    let next = if number > 0 { "next\n" } else { "" };
                    let _ = writeln!(out, "{next}case case_{number}");
                    self.write(child, out);
                }
                out.push_str("qed\n");
            }
        }
    }
}

/// A theory with these lemmas.
#[must_use]
pub fn theory(lemmas: &[RandomLemma]) -> String {
    let mut text = String::from("theory T begin\n");
    for lemma in lemmas {
        let attribute = lemma
            .attribute
            .map_or(String::new(), |name| format!(" [{name}]"));
        let _ = writeln!(text, "lemma {}{attribute}: all-traces \"⊤\"", lemma.name);
        if !lemma.steps.is_empty() {
            lemma.write(0, &mut text);
        }
    }
    text.push_str("end\n");
    text
}

/// Lemmas whose proofs are chains, bushes and anything between, over few labels.
pub fn lemmas(
    n: std::ops::Range<usize>,
    n_steps: usize,
) -> impl Strategy<Value = Vec<RandomLemma>> {
    let goal = prop_oneof![
        6 => (0..2_usize).prop_map(Some),
        3 => (0..GOALS.len()).prop_map(Some),
        1 => Just(None),
    ];
    // How far above the parent is: 1 gives chains, much gives bushes.
    let steps = (1..5_usize)
        .prop_flat_map(move |reach| prop::collection::vec((goal.clone(), 0..reach), 0..n_steps));
    let name = select(vec!["L0", "L0", "L1", "L1", "L2", "AUTO_typing"]);
    let attribute = prop::option::weighted(0.2, select(vec!["sources", "reuse"]));
    let lemma =
        (name, attribute, steps, 0..12_usize).prop_map(|(name, attribute, steps, style)| {
            let steps = steps
                .into_iter()
                .enumerate()
                .map(|(at, (goal, above))| Step {
                    goal,
                    parent: at.checked_sub(1).map(|last| last.saturating_sub(above)),
                });
            RandomLemma {
                name: name.to_owned(),
                attribute,
                steps: steps.collect(),
                style,
            }
        });
    prop::collection::vec(lemma, n)
}
