//! Graphviz: directed graphs, as people draw machines and automata learners write
//! them.
//!
//! A node is a state, named by its label, or by its own name where it has none or
//! where labels are not distinct. A double circle is a final state. An arrow from a
//! node `__start…`, or from a node that is not drawn and has an empty label, marks
//! the initial state. An edge's label is `condition / action; action`, in learners'
//! words `input/output`. `node […]` and `edge […]` are the attributes of what comes
//! after them in their braces. Other attributes are of drawing and say nothing.

mod token;

use crate::label::{self, DOT};
use crate::machine::{About, Draft, DraftTransition, Machine};
use crate::{FsmError, FsmErrorKind};
use diagnostic::{SourceFile, Span, Spanned};
use std::collections::{HashMap, HashSet};
use token::{Token, Tokens};

/// Reads a machine from a directed graph.
///
/// # Errors
/// The first fault of syntax, or every fault of names.
///
/// ```
/// use diagnostic::SourceFile;
/// let text = r#"digraph g { __start0 [label="" shape="none"]; s0 [label="idle"];
///     s0 -> s0 [label="ping/pong"]; __start0 -> s0; }"#;
/// let machine = fsm::read::dot(&SourceFile::new("g.dot", text)).unwrap();
/// assert_eq!(machine.initial(), machine.state("idle"));
/// assert_eq!(machine.transitions().next().unwrap().actions, ["pong"]);
/// ```
pub fn read(source: &SourceFile) -> Result<Machine, Vec<FsmError>> {
    let mut reader = Reader {
        tokens: Tokens::new(source.text()),
        ..Reader::default()
    };
    let name = reader.graph().map_err(|error| vec![error])?;
    reader.draft(name)?.build()
}

#[derive(Default)]
struct Reader<'a> {
    tokens: Tokens<'a>,
    nodes: Vec<Node>,
    node_of: HashMap<String, usize>,
    edges: Vec<Edge>,
    /// One an open brace.
    defaults: Vec<Defaults>,
}

/// Attributes of what is first mentioned from here on.
#[derive(Clone, Default)]
struct Defaults {
    node: Attributes,
    edge: Attributes,
}

struct Node {
    name: Spanned<String>,
    label: Option<Spanned<String>>,
    shape: String,
    peripheries: String,
}

struct Edge {
    from: usize,
    to: usize,
    span: Span,
    label: String,
}

/// Most braces that are open at a time: each holds attributes of its own.
const MAX_DEPTH: usize = 100;

type Attributes = Vec<(Spanned<String>, Spanned<String>)>;

impl Reader<'_> {
    /// Reads everything and gives the graph's name.
    fn graph(&mut self) -> Result<Option<String>, FsmError> {
        let mut head = self.tokens.next()?;
        if head.value.is_word("strict") {
            head = self.tokens.next()?;
        }
        if !head.value.is_word("digraph") {
            return Err(fault(head.span, "a directed graph starts with `digraph`"));
        }
        let mut next = self.tokens.next()?;
        let mut name = None;
        if let Token::Id(id, _) = next.value {
            name = Some(id);
            next = self.tokens.next()?;
        }
        if next.value != Token::Mark("{") {
            return Err(fault(next.span, "expected `{`"));
        }
        self.defaults.push(Defaults::default());
        while let Some(defaults) = self.defaults.last() {
            let Spanned { value, span } = self.tokens.next()?;
            match value {
                Token::Mark("}") => {
                    self.defaults.pop();
                }
                Token::Mark("{") if self.defaults.len() == MAX_DEPTH => {
                    return Err(fault(span, "braces are nested too deeply"));
                }
                Token::Mark("{") => self.defaults.push(defaults.clone()),
                Token::Mark(";" | ",") => {}
                Token::Id(id, false) if id.eq_ignore_ascii_case("subgraph") => {
                    if let Token::Id(..) = self.tokens.peek()?.value {
                        self.tokens.next()?;
                    }
                }
                Token::Id(id, quoted) => {
                    self.statement(Spanned::new(id, span), quoted)?;
                }
                Token::End => return Err(fault(span, "expected `}`")),
                Token::Mark(_) => return Err(fault(span, "expected a node")),
            }
        }
        let rest = self.tokens.next()?;
        match rest.value {
            Token::End => Ok(name),
            _ => Err(fault(
                rest.span,
                "expected the end of the file: one graph is read",
            )),
        }
    }

    /// Everything that starts with a name.
    fn statement(&mut self, first: Spanned<String>, quoted: bool) -> Result<(), FsmError> {
        if self.tokens.take("=")? {
            self.id()?;
            return Ok(());
        }
        let is_word = |word| !quoted && first.value.eq_ignore_ascii_case(word);
        if ["node", "edge", "graph"].into_iter().any(is_word) {
            let attributes = self.attributes()?;
            if let Some(defaults) = self.defaults.last_mut() {
                if is_word("node") {
                    replace(&mut defaults.node, attributes);
                } else if is_word("edge") {
                    replace(&mut defaults.edge, attributes);
                }
            }
            return Ok(());
        }
        self.port()?;
        let span = first.span;
        let mut ends = vec![self.node(first)];
        while self.tokens.take("->")? {
            let end = self.id()?;
            self.port()?;
            ends.push(self.node(end));
        }
        let attributes = self.attributes()?;
        if let [node] = ends[..] {
            self.describe(node, attributes);
            return Ok(());
        }
        let last = self.tokens.end();
        let defaults = self.defaults.last().map(|defaults| &defaults.edge);
        let mut all = defaults.into_iter().flatten().chain(&attributes).rev();
        let label = all.find(|(key, _)| key.value == "label");
        let label = label.map_or("", |(_, value)| value.value.as_str());
        for pair in ends.windows(2) {
            self.edges.push(Edge {
                from: pair[0],
                to: pair[1],
                span: Span::new(span.start, last),
                label: label.to_owned(),
            });
        }
        Ok(())
    }

    fn id(&mut self) -> Result<Spanned<String>, FsmError> {
        let Spanned { value, span } = self.tokens.next()?;
        match value {
            Token::Id(id, _) => Ok(Spanned::new(id, span)),
            Token::Mark("{") => Err(fault(
                span,
                "an arrow to a group of nodes is not read; write one arrow each",
            )),
            _ => Err(fault(span, "expected a name")),
        }
    }

    fn port(&mut self) -> Result<(), FsmError> {
        while self.tokens.take(":")? {
            self.id()?;
        }
        Ok(())
    }

    fn attributes(&mut self) -> Result<Attributes, FsmError> {
        let mut attributes = Vec::new();
        while self.tokens.take("[")? {
            while !self.tokens.take("]")? {
                if self.tokens.take(",")? || self.tokens.take(";")? {
                    continue;
                }
                let key = self.id()?;
                let value = match self.tokens.take("=")? {
                    true => self.id()?,
                    false => Spanned::new("true".to_owned(), key.span),
                };
                attributes.push((key, value));
            }
        }
        Ok(attributes)
    }

    fn node(&mut self, name: Spanned<String>) -> usize {
        let fresh = self.nodes.len();
        let node = *self.node_of.entry(name.value.clone()).or_insert(fresh);
        if node == fresh {
            self.nodes.push(Node {
                name,
                label: None,
                shape: String::new(),
                peripheries: String::new(),
            });
            let defaults = self.defaults.last().map(|defaults| defaults.node.clone());
            self.describe(node, defaults.unwrap_or_default());
        }
        node
    }

    fn describe(&mut self, node: usize, attributes: Attributes) {
        let node = &mut self.nodes[node];
        for (key, value) in attributes {
            match key.value.as_str() {
                "label" => node.label = Some(value),
                "shape" => node.shape = value.value,
                "peripheries" => node.peripheries = value.value,
                _ => {}
            }
        }
    }

    fn draft(self, name: Option<String>) -> Result<Draft, Vec<FsmError>> {
        let decoded = |text: &str| label::decode(text.trim(), DOT);
        let is_marker = |node: &Node| {
            let is_hidden = ["none", "point", "plaintext", "plain"].contains(&node.shape.as_str());
            let is_blank = node
                .label
                .as_ref()
                .map_or(node.shape == "point", |l| l.value.trim().is_empty());
            node.name.value.starts_with("__start") || (is_hidden && is_blank)
        };
        let is_marker: Vec<bool> = self.nodes.iter().map(is_marker).collect();
        let states = || {
            self.nodes
                .iter()
                .zip(&is_marker)
                .filter(|(_, is)| !**is)
                .map(|(node, _)| node)
        };
        let label_of = |node: &Node| {
            let label = node
                .label
                .as_ref()
                .filter(|label| !label.value.trim().is_empty());
            // Graphviz: a label `\N` is the node's name.
            label
                .filter(|label| label.value != "\\N")
                .map(|label| decoded(&label.value))
        };
        let mut seen = HashSet::new();
        let mut label_or_name =
            states().map(|node| label_of(node).unwrap_or_else(|| node.name.value.clone()));
        let are_distinct = label_or_name.all(|name| seen.insert(name));
        let state = |node: &Node| {
            let label = label_of(node).filter(|_| are_distinct);
            let span = node
                .label
                .as_ref()
                .map_or(node.name.span, |label| label.span);
            match label {
                Some(label) => Spanned::new(label, span),
                None => node.name.clone(),
            }
        };
        let mut draft = Draft {
            about: About {
                name: name.map(|name| decoded(&name)).unwrap_or_default(),
                ..About::default()
            },
            states: states().map(state).collect(),
            ..Draft::default()
        };
        let is_final = |node: &&Node| {
            ["doublecircle", "Mdoublecircle"].contains(&node.shape.as_str())
                || node.peripheries == "2"
        };
        draft.finals = states().filter(is_final).map(state).collect();
        for edge in &self.edges {
            let to = state(&self.nodes[edge.to]);
            if is_marker[edge.to] {
                return Err(vec![fault(
                    edge.span,
                    "an arrow leads to the mark of the initial state",
                )]);
            }
            if is_marker[edge.from] {
                if draft
                    .initial
                    .as_ref()
                    .is_some_and(|initial| initial.value != to.value)
                {
                    return Err(vec![fault(
                        edge.span,
                        "this is a second initial state; one is read",
                    )]);
                }
                draft.initial = Some(to);
                continue;
            }
            let (condition, actions) = label::part(&edge.label, DOT);
            draft.transitions.push(DraftTransition {
                from: Spanned::new(state(&self.nodes[edge.from]).value, edge.span),
                condition,
                to: Spanned::new(to.value, edge.span),
                actions,
            });
        }
        Ok(draft)
    }
}

/// Sets those of the attributes that say something; each is kept once.
fn replace(kept: &mut Attributes, fresh: Attributes) {
    for (key, value) in fresh {
        if ["label", "shape", "peripheries"].contains(&key.value.as_str()) {
            kept.retain(|(other, _)| other.value != key.value);
            kept.push((key, value));
        }
    }
}

fn fault(span: Span, message: &str) -> FsmError {
    let (format, message) = ("Graphviz", message.to_owned());
    FsmError::new(FsmErrorKind::Syntax { format, message }, span)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn defaults_hold_within_their_braces() {
        let text = r#"digraph { a; { node [shape=Mdoublecircle]; edge [label="x/y"]; b; a -> b; }
            b -> c [label=z]; node [peripheries=2]; d; c -> d; }"#;
        let machine = read(&SourceFile::new("g.dot", text)).unwrap();
        let finals = machine.finals().iter();
        let finals: Vec<_> = finals.map(|state| machine.state_name(*state)).collect();
        assert_eq!(finals, ["b", "d"]);
        let conditions: Vec<_> = machine.transitions().map(|arc| arc.condition).collect();
        assert_eq!(conditions, ["x", "z", ""]);
        let deep = format!("digraph {}", "{".repeat(100_000));
        assert_eq!(
            read(&SourceFile::new("g.dot", deep.as_str()))
                .unwrap_err()
                .len(),
            1
        );
    }
}
