//! Naive reachability: an oracle that shares no code with the engines.
//!
//! It reads a [`Draft`]'s public lists and nothing else of `checker`: values,
//! equality, steps, search and liveness are its own, written for clarity.
//! [`Rules`] switches three of minicheck 0.4.0's habits on, so that the same
//! code predicts its answers as well as ours.

pub mod ability;
pub mod answers;
pub mod correlation;
pub mod coverage;
pub mod crypform;
mod datum;
pub mod obligation;
pub mod paths;

pub use datum::Datum;

use checker::{Draft, DraftCondition, Update, Value};
use std::collections::{BTreeMap, BTreeSet};

/// One value a field.
pub type Node = Vec<Datum>;

/// How to count, where minicheck 0.4.0 and we differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// States that Python takes as equal are one state, the first one seen.
    pub merge_equal: bool,
    /// A step beyond the bound loses all successors of its state.
    pub lose_siblings: bool,
    /// Liveness searches anew, with a budget of its own, and only exhaustively.
    pub separate_liveness: bool,
}

impl Rules {
    /// What `checker` promises.
    pub const OURS: Self = Self {
        merge_equal: false,
        lose_siblings: false,
        separate_liveness: false,
    };
    /// What minicheck 0.4.0 does.
    pub const MINICHECK: Self = Self {
        merge_equal: true,
        lose_siblings: true,
        separate_liveness: true,
    };
}

/// minicheck's budget for liveness.
const SEPARATE_LIMIT: i64 = 200_000;

/// Why a search stopped early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// There are more states than the limit.
    States(i64),
    /// A step left the bound.
    Beyond(Beyond),
}

/// A step that left the bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// The transition's label.
    pub label: String,
    /// The field.
    pub field: String,
    /// The value it would have had.
    pub value: i128,
    /// The bound.
    pub int_bound: i64,
}

/// A path from the initial state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The positions of the transitions taken.
    pub transitions: Vec<usize>,
    /// The states, one more than the transitions.
    pub nodes: Vec<Node>,
}

/// What is known of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// True of all states.
    Holds,
    /// Refuted by the path.
    Fails(Path),
    /// The search stopped before.
    Unknown(Stop),
}

/// AG EF goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Liveness {
    /// Whether it holds; it fails by a path to a trap.
    pub answer: Answer,
    /// States that were found for it.
    pub n_states: u64,
    /// Goal states among them.
    pub n_goal_states: u64,
}

/// A goal state within so many steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Within {
    /// Yes, by the shortest path.
    Reached(Path),
    /// No; the nearest goal state found is that far away.
    NotReached(Option<u32>),
    /// The search stopped before.
    Unknown(Stop),
}

/// All that a check has to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// States found.
    pub n_states: u64,
    /// Steps found.
    pub n_edges: u64,
    /// Steps to the farthest state found.
    pub depth: u32,
    /// Why the search is not exhaustive.
    pub stop: Option<Stop>,
    /// Each invariant with its name.
    pub invariants: Vec<(String, Answer)>,
    /// Where there is a goal.
    pub liveness: Option<Liveness>,
    /// Where it was asked and there is a goal.
    pub within: Option<Within>,
    /// The transitions that were taken.
    pub fired: BTreeSet<usize>,
}

struct Test {
    field: usize,
    value: Datum,
}

struct Condition {
    forbids: bool,
    tests: Vec<Test>,
}

struct Transition {
    label: String,
    guard: Vec<Test>,
    literals: Vec<(usize, Datum)>,
    deltas: Vec<(usize, i64)>,
}

/// What a transition does in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Its guard fails.
    Disabled,
    /// It leads there.
    To(Node),
    /// It would leave the bound.
    Beyond(Beyond),
}

/// A machine as the oracle sees it.
pub struct Machine {
    fields: Vec<String>,
    initial: Node,
    transitions: Vec<Transition>,
    invariants: Vec<(String, Condition)>,
    goal: Option<Condition>,
    int_bound: i64,
}

fn matches(tests: &[Test], node: &Node) -> bool {
    tests
        .iter()
        .all(|test| node[test.field].python_key() == test.value.python_key())
}

impl Condition {
    fn holds(&self, node: &Node) -> bool {
        matches(&self.tests, node) != self.forbids
    }
}

impl Machine {
    /// The machine of a well-formed draft.
    ///
    /// # Panics
    /// Where the draft names an unknown field.
    #[must_use]
    pub fn new(draft: &Draft) -> Self {
        let index = |name: &str| draft.fields.iter().position(|f| f == name).unwrap();
        let tests = |tests: &[(String, Value)]| -> Vec<Test> {
            let tests = tests.iter();
            tests
                .map(|(name, value)| Test {
                    field: index(name),
                    value: value.into(),
                })
                .collect()
        };
        let condition = |condition: &DraftCondition| Condition {
            forbids: condition.forbids,
            tests: tests(&condition.tests),
        };
        let mut initial = vec![Datum::Null; draft.fields.len()];
        for (name, value) in &draft.initial {
            initial[index(name)] = value.into();
        }
        let mut transitions = Vec::new();
        for transition in &draft.transitions {
            let (mut literals, mut deltas) = (Vec::new(), Vec::new());
            for (name, update) in &transition.set {
                match update {
                    Update::Set(value) => literals.push((index(name), value.into())),
                    Update::Add(amount) => deltas.push((index(name), *amount)),
                }
            }
            transitions.push(Transition {
                label: transition.label.clone(),
                guard: tests(&transition.when),
                literals,
                deltas,
            });
        }
        let invariants = draft.invariants.iter();
        Self {
            fields: draft.fields.clone(),
            initial,
            transitions,
            invariants: invariants
                .map(|(name, inv)| (name.clone(), condition(inv)))
                .collect(),
            goal: draft.goal.as_ref().map(condition),
            int_bound: draft.int_bound,
        }
    }

    /// The initial state.
    #[must_use]
    pub fn initial(&self) -> &Node {
        &self.initial
    }

    /// How many transitions there are.
    #[must_use]
    pub fn n_transitions(&self) -> usize {
        self.transitions.len()
    }

    /// The label of a transition.
    #[must_use]
    pub fn label(&self, transition: usize) -> &str {
        &self.transitions[transition].label
    }

    /// The names of the fields.
    #[must_use]
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The names of the invariants.
    #[must_use]
    pub fn invariants(&self) -> Vec<String> {
        self.invariants
            .iter()
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Whether a state satisfies an invariant.
    #[must_use]
    pub fn holds(&self, invariant: usize, node: &Node) -> bool {
        self.invariants[invariant].1.holds(node)
    }

    /// Whether there is a goal.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// Whether a state is a goal state.
    #[must_use]
    pub fn is_goal(&self, node: &Node) -> bool {
        self.goal.as_ref().is_some_and(|goal| goal.holds(node))
    }

    /// One transition in one state.
    #[must_use]
    pub fn step(&self, node: &Node, transition: usize) -> Move {
        let transition = &self.transitions[transition];
        if !matches(&transition.guard, node) {
            return Move::Disabled;
        }
        let mut next = node.clone();
        for (field, value) in &transition.literals {
            next[*field] = value.clone();
        }
        for (field, amount) in &transition.deltas {
            if let Datum::Int(current) = node[*field] {
                let value = i128::from(current) + i128::from(*amount);
                if value.abs() > i128::from(self.int_bound) {
                    return Move::Beyond(Beyond {
                        label: transition.label.clone(),
                        field: self.fields[*field].clone(),
                        value,
                        int_bound: self.int_bound,
                    });
                }
                next[*field] = Datum::Int(value.try_into().unwrap());
            }
        }
        Move::To(next)
    }

    /// Follows transitions from the initial state; none where one cannot be taken.
    #[must_use]
    pub fn follow(&self, transitions: &[usize]) -> Option<Path> {
        let mut nodes = vec![self.initial.clone()];
        for &transition in transitions {
            match self.step(nodes.last()?, transition) {
                Move::To(next) => nodes.push(next),
                Move::Disabled | Move::Beyond(_) => return None,
            }
        }
        Some(Path {
            transitions: transitions.to_vec(),
            nodes,
        })
    }

    /// Whether no goal state can be reached from there, whatever the limits.
    #[must_use]
    pub fn is_trap(&self, node: &Node) -> bool {
        let mut seen = BTreeSet::from([node.clone()]);
        let mut pending = vec![node.clone()];
        while let Some(node) = pending.pop() {
            if self.is_goal(&node) {
                return false;
            }
            for transition in 0..self.transitions.len() {
                match self.step(&node, transition) {
                    Move::To(next) if seen.insert(next.clone()) => pending.push(next),
                    Move::Beyond(_) => return false,
                    Move::To(_) | Move::Disabled => {}
                }
            }
        }
        true
    }

    /// Searches breadth-first; a limit below one still looks at the initial state.
    #[must_use]
    pub fn explore(&self, max_states: i64, rules: Rules) -> Reached<'_> {
        let mut reached = Reached {
            machine: self,
            nodes: vec![self.initial.clone()],
            origins: vec![None],
            depths: vec![0],
            edges: Vec::new(),
            n_edges: 0,
            n_expanded: 0,
            fired: BTreeSet::new(),
            stop: None,
        };
        let identity = |node: &Node| -> Node {
            if rules.merge_equal {
                node.iter().map(Datum::python_key).collect()
            } else {
                node.clone()
            }
        };
        let mut known = BTreeMap::from([(identity(&self.initial), 0)]);
        while reached.n_expanded < reached.nodes.len() {
            let source = reached.n_expanded;
            let node = reached.nodes[source].clone();
            let moves = (0..self.transitions.len()).map(|index| (index, self.step(&node, index)));
            let moves: Vec<_> = moves.collect();
            let beyond = moves.iter().find_map(|(_, taken)| match taken {
                Move::Beyond(beyond) => Some(beyond.clone()),
                _ => None,
            });
            if let (true, Some(beyond)) = (rules.lose_siblings, &beyond) {
                reached.stop = Some(Stop::Beyond(beyond.clone()));
                return reached;
            }
            let mut first_stop = None;
            for (transition, taken) in moves {
                let next = match taken {
                    Move::Disabled => continue,
                    Move::Beyond(beyond) => {
                        first_stop.get_or_insert(Stop::Beyond(beyond));
                        continue;
                    }
                    Move::To(next) => next,
                };
                reached.n_edges += 1;
                reached.fired.insert(transition);
                let key = identity(&next);
                let target = match known.get(&key) {
                    Some(&target) => target,
                    None if reached.nodes.len() as i64 >= max_states => {
                        first_stop.get_or_insert(Stop::States(max_states));
                        break;
                    }
                    None => {
                        let target = reached.nodes.len();
                        known.insert(key, target);
                        reached.nodes.push(next);
                        reached.origins.push(Some((source, transition)));
                        reached.depths.push(reached.depths[source] + 1);
                        target
                    }
                };
                reached.edges.push((source, transition, target));
            }
            if first_stop.is_some() {
                reached.stop = first_stop;
                return reached;
            }
            reached.n_expanded += 1;
        }
        reached
    }

    /// Everything that a check reports.
    #[must_use]
    pub fn answers(&self, max_states: i64, within: Option<u32>, rules: Rules) -> Answers {
        let reached = self.explore(max_states, rules);
        let invariants = self.invariants.iter();
        Answers {
            n_states: reached.nodes.len() as u64,
            n_edges: reached.n_edges,
            depth: *reached.depths.iter().max().unwrap(),
            stop: reached.stop.clone(),
            invariants: invariants
                .map(|(name, inv)| {
                    let violation = reached.nodes.iter().position(|node| !inv.holds(node));
                    (name.clone(), reached.answer(violation))
                })
                .collect(),
            liveness: self.goal.as_ref().map(|goal| {
                if rules.separate_liveness {
                    let reached = self.explore(SEPARATE_LIMIT, rules);
                    let trap = match reached.stop {
                        None => reached.first_trap(goal),
                        Some(_) => None,
                    };
                    reached.liveness(goal, trap)
                } else {
                    reached.liveness(goal, reached.first_trap(goal))
                }
            }),
            within: within.and_then(|bound| Some(reached.within(self.goal.as_ref()?, bound))),
            fired: reached.fired,
        }
    }
}

/// The states that a search found, in breadth-first order.
pub struct Reached<'m> {
    machine: &'m Machine,
    /// The states.
    pub nodes: Vec<Node>,
    origins: Vec<Option<(usize, usize)>>,
    depths: Vec<u32>,
    /// Source, transition, target.
    edges: Vec<(usize, usize, usize)>,
    n_edges: u64,
    n_expanded: usize,
    fired: BTreeSet<usize>,
    /// Why it is not all of them.
    pub stop: Option<Stop>,
}

impl Reached<'_> {
    fn path(&self, node: usize) -> Path {
        let mut path = Path {
            transitions: Vec::new(),
            nodes: vec![self.nodes[node].clone()],
        };
        let mut at = node;
        while let Some((parent, transition)) = self.origins[at] {
            path.transitions.push(transition);
            path.nodes.push(self.nodes[parent].clone());
            at = parent;
        }
        path.transitions.reverse();
        path.nodes.reverse();
        path
    }

    fn answer(&self, evidence: Option<usize>) -> Answer {
        match (evidence, &self.stop) {
            (Some(node), _) => Answer::Fails(self.path(node)),
            (None, None) => Answer::Holds,
            (None, Some(stop)) => Answer::Unknown(stop.clone()),
        }
    }

    fn liveness(&self, goal: &Condition, trap: Option<usize>) -> Liveness {
        let goals = self.nodes.iter().filter(|node| goal.holds(node));
        Liveness {
            answer: self.answer(trap),
            n_states: self.nodes.len() as u64,
            n_goal_states: goals.count() as u64,
        }
    }

    /// The first state from which no goal state and no state that was not
    /// fully expanded can be reached.
    fn first_trap(&self, goal: &Condition) -> Option<usize> {
        let nodes = self.nodes.iter().enumerate();
        let mut escapes: Vec<bool> = nodes
            .map(|(index, node)| index >= self.n_expanded || goal.holds(node))
            .collect();
        loop {
            let mut grown = false;
            for &(source, _, target) in self.edges.iter().rev() {
                if escapes[target] && !escapes[source] {
                    escapes[source] = true;
                    grown = true;
                }
            }
            if !grown {
                return escapes.iter().position(|escapes| !escapes);
            }
        }
    }

    fn within(&self, goal: &Condition, bound: u32) -> Within {
        let nearest = self.nodes.iter().position(|node| goal.holds(node));
        let distance = nearest.map(|node| self.depths[node]);
        match (nearest, &self.stop) {
            (Some(node), _) if self.depths[node] <= bound => Within::Reached(self.path(node)),
            // All states as near as the one that was being expanded are known.
            (_, Some(stop)) if self.depths[self.n_expanded] < bound => {
                Within::Unknown(stop.clone())
            }
            _ => Within::NotReached(distance),
        }
    }

    /// The least in lexicographic order of the shortest paths to a violation
    /// of an invariant, found without following the search's own tree.
    #[must_use]
    pub fn least_shortest(&self, invariant: usize) -> Option<Vec<usize>> {
        let condition = &self.machine.invariants[invariant].1;
        let nodes = self.nodes.iter();
        let mut layers: Vec<Vec<bool>> = vec![nodes.map(|node| !condition.holds(node)).collect()];
        // `layers[k]` holds the states with a path of exactly k steps.
        while !layers[layers.len() - 1][0] {
            if layers.len() > self.nodes.len() {
                return None;
            }
            let mut layer = vec![false; self.nodes.len()];
            for &(source, _, target) in &self.edges {
                layer[source] |= layers[layers.len() - 1][target];
            }
            layers.push(layer);
        }
        let mut at = 0;
        let mut path = Vec::new();
        for layer in layers.iter().rev().skip(1) {
            let steps = self.edges.iter();
            let &(_, transition, target) = steps
                .filter(|(source, _, target)| *source == at && layer[*target])
                .min_by_key(|(_, transition, _)| *transition)?;
            path.push(transition);
            at = target;
        }
        Some(path)
    }
}
