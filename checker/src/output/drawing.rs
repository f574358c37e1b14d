//! What is drawn, before it is written in the language of a drawing tool.

use super::fit::{self, visible};
use super::wording;
use super::{Checked, Entry, OutputError};
use crate::graph::Graph;
use crate::{Finding, Model, Property, Report, State, Trace, TransitionId, Verdict};
use petgraph::visit::{EdgeRef, IntoNodeReferences};
use std::collections::HashMap;

/// States as boxes, steps as arrows, and what to say beside them.
pub(super) struct Drawing {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) path: PathKind,
    /// Lines to write beside the drawing, the verdict first.
    pub(super) caption: Vec<String>,
}

/// What the highlighted path leads to, if one is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKind {
    Counterexample,
    Goal,
}

impl PathKind {
    pub(super) fn of(finding: &Finding<'_>) -> Self {
        match finding.verdict {
            Verdict::Refuted => Self::Counterexample,
            Verdict::Proved | Verdict::Undetermined => Self::Goal,
        }
    }
}

pub(super) enum Node {
    State {
        /// S0… in a graph, step 0… in a trace.
        name: String,
        state: State,
        /// Steps from the initial state.
        depth: u32,
        /// Every step from here is drawn.
        is_complete: bool,
        is_on_path: bool,
    },
    /// So many states of a trace, left out.
    Gap(usize),
}

pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// None beside a gap.
    pub(super) action: Option<TransitionId>,
    /// The position on the highlighted path, from 1.
    pub(super) step: Option<usize>,
}

/// The one file that a drawing is about.
pub(super) fn only<'a>(entries: &[Entry<'a>]) -> Result<Checked<'a>, OutputError> {
    match entries {
        [Entry { file, result }] => result.map_err(|_| OutputError::BadInput {
            file: visible(file).into_owned(),
        }),
        _ => Err(OutputError::OneFileOnly {
            n_files: entries.len(),
        }),
    }
}

/// The path to show, with its place among the findings: the first
/// counterexample, else the way to a goal state.
pub(super) fn highlighted(report: &Report) -> Option<(usize, Finding<'_>)> {
    let with_trace = || {
        let findings = report.findings().enumerate();
        findings.filter(|(_, finding)| finding.trace.is_some())
    };
    with_trace()
        .find(|(_, finding)| finding.verdict == Verdict::Refuted)
        .or_else(|| with_trace().next())
}

impl Drawing {
    /// The reachable graph; where that is too large and a property is
    /// refuted, its counterexample alone, since the verdict matters more.
    pub(super) fn of(checked: Checked<'_>, max_nodes: usize) -> Result<Self, OutputError> {
        Self::graph(checked, max_nodes).map_or_else(
            || {
                let n_states = checked.report.n_states;
                let why = format!("the graph has {n_states} states, more than {max_nodes}");
                Self::counterexample(checked, max_nodes, &why)
                    .ok_or(OutputError::TooLarge { max_nodes })
            },
            Ok,
        )
    }

    /// Whether it is so long that it reads better from top to bottom.
    pub(super) fn is_deep(&self) -> bool {
        self.nodes.iter().any(|node| match node {
            Node::State { depth, .. } => *depth > MAX_DEPTH_ACROSS,
            Node::Gap(_) => true,
        })
    }

    /// The reachable graph; none where it has more than `max_nodes` states.
    pub(super) fn graph(checked: Checked<'_>, max_nodes: usize) -> Option<Self> {
        let Checked { model, report, .. } = checked;
        let found = Graph::of(model, report, max_nodes)?;
        let path = highlighted(report);
        let steps = path
            .as_ref()
            .and_then(|(_, finding)| finding.trace)
            .map_or_else(Vec::new, |trace| numbered(&found, trace));
        // A transition leads from a state to one other: this names an edge.
        let step_of: HashMap<_, _> = steps
            .windows(2)
            .enumerate()
            .map(|(step, pair)| ((pair[0].0, pair[1].1), step + 1))
            .collect();
        let mut nodes: Vec<_> = found
            .graph
            .node_references()
            .map(|(index, node)| Node::State {
                name: format!("S{}", index.index()),
                state: node.state.clone(),
                depth: node.depth,
                is_complete: node.is_complete,
                is_on_path: false,
            })
            .collect();
        for (number, _) in &steps {
            if let Node::State { is_on_path, .. } = &mut nodes[*number] {
                *is_on_path = true;
            }
        }
        let edges = found.graph.edge_references();
        let edges = edges
            .map(|edge| Edge {
                from: edge.source().index(),
                to: edge.target().index(),
                action: Some(*edge.weight()),
                step: step_of
                    .get(&(edge.source().index(), Some(*edge.weight())))
                    .copied(),
            })
            .collect();
        let mut caption = caption(model, report);
        if report.completeness.is_err() {
            caption.push("a dashed state may have steps that are not drawn".to_owned());
        }
        Some(Self {
            nodes,
            edges,
            path: path.map_or(PathKind::Goal, |(_, finding)| PathKind::of(&finding)),
            caption,
        })
    }

    /// The counterexample alone, its middle left out where it has more than
    /// `max_nodes` states; none where there is no counterexample.
    pub(super) fn counterexample(
        checked: Checked<'_>,
        max_nodes: usize,
        why: &str,
    ) -> Option<Self> {
        let Checked { model, report, .. } = checked;
        let steps = report.counterexample()?.trace?.steps();
        let (head, tail) = ends(steps.len(), max_nodes);
        let mut nodes = Vec::new();
        let mut edges = Vec::new();
        for (step, taken) in steps.iter().enumerate() {
            let is_hidden = (head..steps.len() - tail).contains(&step);
            if is_hidden && step > head {
                continue;
            }
            if let Some(from) = nodes.len().checked_sub(1) {
                edges.push(Edge {
                    from,
                    to: nodes.len(),
                    action: taken.action.filter(|_| !is_hidden),
                    step: (!is_hidden).then_some(step),
                });
            }
            nodes.push(if is_hidden {
                Node::Gap(steps.len() - tail - head)
            } else {
                Node::State {
                    name: format!("step {step}"),
                    state: taken.state.clone(),
                    depth: u32::try_from(step).unwrap_or(u32::MAX),
                    is_complete: true,
                    is_on_path: true,
                }
            });
        }
        let mut caption = caption(model, report);
        caption.push(format!("only the counterexample is drawn: {why}"));
        Some(Self {
            nodes,
            edges,
            path: PathKind::Counterexample,
            caption,
        })
    }
}

/// How many of `n` to show at the start and at the end, some `most` in all
/// but never less than one each. All of them count as the start.
pub(super) fn ends(n: usize, most: usize) -> (usize, usize) {
    // Leaving out one or two would save nothing.
    if n <= most.max(2) || n <= 4 {
        return (n, 0);
    }
    let tail = (most / 2).max(1);
    ((most - most.min(tail)).max(1), tail)
}

/// The numbers of the states of a trace with the action that leads to each;
/// empty where the graph does not hold the trace.
fn numbered(
    found: &Graph,
    trace: &Trace<State, TransitionId>,
) -> Vec<(usize, Option<TransitionId>)> {
    let steps = trace.steps().iter();
    steps
        .map(|step| Some((found.number(&step.state)?, step.action)))
        .collect::<Option<_>>()
        .unwrap_or_default()
}

/// Most steps to draw from left to right.
const MAX_DEPTH_ACROSS: u32 = 10;

/// Most properties that a caption lists.
const MAX_FINDINGS: usize = 8;

/// The verdict, each property, and why the search was not exhaustive.
pub(super) fn caption(model: &Model, report: &Report) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", title_of(model.name()), report.verdict())];
    // What is wrong first, then what is not known.
    let mut findings: Vec<_> = report.findings().collect();
    findings.sort_by_key(|finding| match finding.verdict {
        Verdict::Refuted => 0,
        Verdict::Undetermined => 1,
        Verdict::Proved => 2,
    });
    let n_hidden = findings.len().saturating_sub(MAX_FINDINGS);
    let shown = findings.iter().take(MAX_FINDINGS);
    lines.extend(shown.map(|finding| {
        let (title, verdict) = (title(finding), finding.verdict);
        format!(
            "{title}: {verdict}, {}",
            wording::conclusion(report, finding)
        )
    }));
    if n_hidden > 0 {
        lines.push(format!("… and {n_hidden} more properties"));
    }
    if let Err(incomplete) = &report.completeness {
        lines.push(format!("PARTIAL: {}", wording::reason(incomplete)));
    }
    lines
}

/// What a property is called.
pub(super) fn title(finding: &Finding<'_>) -> String {
    match finding.property {
        Property::Invariant => format!("invariant {}", title_of(finding.name)),
        Property::Liveness => "liveness".to_owned(),
        Property::Within(bound) => format!("goal within {}", wording::steps(bound as usize)),
    }
}

/// A name for a line of its own.
pub(super) fn title_of(name: &str) -> String {
    fit::elide(&wording::name(name), 80).into_owned()
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn ends_show_about_as_many_as_allowed_and_the_last_one_always() {
        for n in 1..50 {
            for most in 0..50 {
                let (head, tail) = ends(n, most);
                assert!(head >= 1 && head + tail <= n, "{n} {most}");
                assert!(head + tail <= most.max(4));
                assert!(head == n || tail >= 1);
            }
        }
        assert_eq!(ends(10, 60), (10, 0));
        assert_eq!(ends(100, 60), (30, 30));
    }
}
