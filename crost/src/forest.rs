//! The proof trees of a theory, as far as coverage looks at them.

use crate::family::Family;
use crate::goal::{BoundVars, NormalForm, bound_vars};
use crate::label::{LabelId, Labels};
use rustc_hash::FxHashMap;
use spthy_parse::{Goal, LemmaRow, NodeId, ProofSkeleton, ProofState, Rule, Theory};
use std::collections::{BTreeMap, BTreeSet};

/// A solve node of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveNode {
    /// What it solves.
    pub label: LabelId,
    /// The nearest solve node above, by its place in the tree's list.
    pub parent: Option<u32>,
    /// The node of the proof skeleton.
    pub node: NodeId,
}

/// The proof of one lemma.
#[derive(Debug, Clone)]
pub struct ProofTree {
    /// Which of the forest's origins it is from.
    pub origin: usize,
    /// Name, quantifier, status and sizes; in a theory about observational
    /// equivalence also the side.
    pub row: LemmaRow,
    /// What kind of property its lemma states.
    pub family: Family,
    /// Its solve nodes, in the order of the text.
    pub solves: Vec<SolveNode>,
}

impl ProofTree {
    /// The lemma's name, with its side where it has one: `nonce_secrecy [LHS]`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.row.side {
            Some(side) => format!("{} [{side}]", self.row.lemma),
            None => self.row.lemma.clone(),
        }
    }

    /// Whether this is its name, with or without the side.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        name == self.row.lemma || name == self.name()
    }

    /// Whether its lemma names typings of variables rather than a property: one
    /// that has the attribute `sources`, or that the prover added itself.
    #[must_use]
    pub fn is_sources(&self) -> bool {
        let is_attribute = |name: &String| name == "sources" || name == "typing";
        self.row.lemma.starts_with("AUTO_typing") || self.row.attributes.iter().any(is_attribute)
    }

    /// Whether a proof with at least one finished part stands below the lemma.
    #[must_use]
    pub fn has_proof(&self) -> bool {
        matches!(self.row.proof, ProofState::Full | ProofState::Partial)
    }
}

/// Where trees are from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// Name of the file.
    pub file: String,
    /// Name of the theory.
    pub theory: String,
    /// Version of the prover that printed the proofs, where the file says so.
    pub tamarin_version: Option<String>,
    /// Parts of the file that nobody looked at; lemmas may stand there.
    pub n_unread: usize,
    /// Lemmas of the printed summary that the file has not.
    pub missing: Vec<String>,
    /// The theory's rules as printed, without their variants.
    pub rules: BTreeSet<String>,
    /// For each fact that is an action or a conclusion, the names of its rules:
    /// the stages of the protocol that it speaks of.
    pub stages: BTreeMap<String, BTreeSet<String>>,
}

/// Proof trees that share one table of labels.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    /// The files that the trees are from.
    pub origins: Vec<Origin>,
    /// What its labels forget.
    pub normal_form: NormalForm,
    /// Normal forms of all goals.
    pub labels: Labels,
    /// One tree a lemma, in order; a lemma without a proof has no solve nodes.
    pub trees: Vec<ProofTree>,
}

impl Forest {
    /// The trees of a theory, with goals at a normal form. `file` is for reports.
    ///
    /// ```
    /// use crost::{Forest, NormalForm};
    /// use spthy_parse::{Arena, parse_theory};
    /// let arena = Arena::new();
    /// let text = "theory T begin lemma L: \"All x #i. A(x)@i ==> F\" \
    ///     simplify solve( A( x ) @ #i ) case R1 by contradiction qed end";
    /// let forest = Forest::of_theory("t.spthy", &parse_theory(text, &arena).theory, NormalForm::Local);
    /// let label = forest.trees[0].solves[0].label;
    /// assert_eq!(forest.labels[label].text, "A( ?1 ) @ #1");
    /// ```
    #[must_use]
    pub fn of_theory(file: &str, theory: &Theory<'_>, form: NormalForm) -> Self {
        let origin = Origin {
            file: file.to_owned(),
            theory: theory.name.to_owned(),
            tamarin_version: theory.log().tamarin_version.map(str::to_owned),
            n_unread: theory.n_unread(),
            missing: theory
                .missing_lemmas()
                .iter()
                .map(|row| row.lemma.to_owned())
                .collect(),
            rules: theory.rules().map(printed).collect(),
            stages: stages(theory),
        };
        let mut forest = Self {
            origins: vec![origin],
            normal_form: form,
            ..Self::default()
        };
        let mut trace = theory.lemmas();
        let mut diff = theory.diff_lemmas();
        for row in spthy_parse::lemma_rows(file, theory) {
            // The rows stand in the order of the lemmas.
            let lemma = (row.quantifier != "diff").then(|| trace.next()).flatten();
            let (proof, bound, family) = match lemma {
                Some(lemma) => (
                    lemma.proof.as_ref(),
                    bound_vars(&lemma.formula),
                    Family::of(lemma),
                ),
                None => (
                    diff.next().and_then(|lemma| lemma.proof.as_ref()),
                    BoundVars::default(),
                    Family::OTHER,
                ),
            };
            let solves = proof.map(|proof| forest.solves(proof, &bound, form));
            forest.trees.push(ProofTree {
                origin: 0,
                row,
                family,
                solves: solves.unwrap_or_default(),
            });
        }
        forest
    }

    fn solves(
        &mut self,
        proof: &ProofSkeleton<'_>,
        bound: &BoundVars<'_>,
        form: NormalForm,
    ) -> Vec<SolveNode> {
        // Most goals of a proof stand in it more than once.
        let mut known: FxHashMap<&Goal<'_>, LabelId> = FxHashMap::default();
        let mut solves = Vec::new();
        // For each node of the proof, the last solve node from the root to it.
        let mut last: Vec<Option<u32>> = Vec::with_capacity(proof.len());
        for (node, id) in proof.nodes().iter().zip(proof.ids()) {
            let mut above = node.parent.and_then(|parent| last[parent.0 as usize]);
            if let Some(goal) = node.goal() {
                let label = *known
                    .entry(goal)
                    .or_insert_with(|| self.labels.label(goal, bound, form));
                solves.push(SolveNode {
                    label,
                    parent: above,
                    node: id,
                });
                above = Some(crate::path::number(solves.len()) - 1);
            }
            last.push(above);
        }
        solves
    }

    /// Names of the files.
    #[must_use]
    pub fn files(&self) -> Vec<&str> {
        self.origins.iter().map(|origin| &*origin.file).collect()
    }

    /// Whether a tree has this name, with or without the side.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.trees.iter().any(|tree| tree.is_called(name))
    }

    /// Puts lemmas into families, by name with or without the side. Returns the names
    /// that no lemma has.
    pub fn set_families(&mut self, families: &BTreeMap<String, Family>) -> Vec<String> {
        for tree in &mut self.trees {
            let family = families.get(&tree.name()).or(families.get(&tree.row.lemma));
            if let Some(family) = family {
                tree.family = family.clone();
            }
        }
        let unknown = families.keys().filter(|name| !self.has(name));
        unknown.cloned().collect()
    }

    /// Adds the trees of another forest of the same normal form.
    pub fn join(&mut self, other: Self) {
        let origin = self.origins.len();
        self.origins.extend(other.origins);
        let ids: Vec<LabelId> = other
            .labels
            .all()
            .iter()
            .map(|label| self.labels.add(label.clone()))
            .collect();
        self.trees.extend(other.trees.into_iter().map(|mut tree| {
            tree.origin += origin;
            for solve in &mut tree.solves {
                solve.label = ids[solve.label.0 as usize];
            }
            tree
        }));
    }
}

fn stages(theory: &Theory<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let mut stages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for rule in theory.rules() {
        for fact in rule.actions.iter().chain(rule.conclusions) {
            let rules = stages.entry(fact.name.to_owned()).or_default();
            rules.insert(rule.name.to_owned());
        }
    }
    stages
}

/// A rule without what the prover computes from it.
fn printed(rule: &Rule<'_>) -> String {
    let bare = Rule {
        attributes: Vec::new(),
        variants: Vec::new(),
        ..rule.clone()
    };
    bare.to_string()
}
