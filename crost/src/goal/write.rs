//! A tree as text that determines the tree.

use super::NormalForm;
use super::tree::{NodeNo, Symbol, Tree};
use rustc_hash::FxHashMap;
use spthy_parse::{Annotation, Quantifier, Sort};
use std::fmt::Write;

/// The text of a tree whose children stand in the order to be written.
pub(super) fn write(tree: &Tree<'_>, form: NormalForm) -> String {
    let mut writer = Writer {
        tree,
        names: Names {
            form,
            numbers: vec![None; tree.vars.len()],
            counts: FxHashMap::default(),
        },
        out: String::new(),
    };
    writer.node(tree.root());
    writer.out
}

/// Names of variables in order of first occurrence.
struct Names<'a> {
    form: NormalForm,
    numbers: Vec<Option<u32>>,
    /// Numbers given so far: to variables of a sort without a name, or with one.
    counts: FxHashMap<(Sort, Option<&'a str>), u32>,
}

struct Writer<'t, 'a> {
    tree: &'t Tree<'a>,
    names: Names<'a>,
    out: String,
}

impl Writer<'_, '_> {
    fn var(&mut self, number: u32) {
        let info = self.tree.vars[number as usize];
        let _ = if self.names.form == NormalForm::Raw {
            write!(self.out, "{}", info.var)
        } else {
            let name = (!info.is_renamed).then_some(info.var.name);
            let counts = &mut self.names.counts;
            let count = *self.names.numbers[number as usize].get_or_insert_with(|| {
                let count = counts.entry((info.var.sort, name)).or_insert(0);
                *count += 1;
                *count
            });
            let prefix = info.var.sort.prefix();
            match (name, info.var.sort) {
                // A variable of that name is not the constant.
                (Some("1"), _) => write!(self.out, "{prefix}1.{}", count - 1),
                (Some(name), _) if count == 1 => write!(self.out, "{prefix}{name}"),
                (Some(name), _) => write!(self.out, "{prefix}{name}.{}", count - 1),
                (None, Sort::Node) => write!(self.out, "#{count}"),
                // No variable of the prover has a `?` in its name.
                (None, _) => write!(self.out, "{prefix}?{count}"),
            }
        };
    }

    fn list(&mut self, children: &[NodeNo], separator: &str) {
        for (at, child) in children.iter().enumerate() {
            if at > 0 {
                self.out.push_str(separator);
            }
            self.node(*child);
        }
    }

    /// Operands of a formula, each in parentheses unless it is an atom.
    fn operands(&mut self, children: &[NodeNo], separator: &str) {
        for (at, child) in children.iter().enumerate() {
            if at > 0 {
                self.out.push_str(separator);
            }
            // Elsewhere parentheses stand where they were written.
            let is_open = self.names.form.reorders()
                && matches!(
                    self.tree.node(*child).symbol,
                    Symbol::And
                        | Symbol::Or
                        | Symbol::Implies
                        | Symbol::Iff
                        | Symbol::Quantified(_)
                        | Symbol::Not
                );
            self.out.push_str(if is_open { "(" } else { "" });
            self.node(*child);
            self.out.push_str(if is_open { ")" } else { "" });
        }
    }

    fn enclosed(&mut self, open: &str, children: &[NodeNo], separator: &str, close: &str) {
        self.out.push_str(open);
        self.list(children, separator);
        self.out.push_str(close);
    }

    fn node(&mut self, no: NodeNo) {
        let node = self.tree.node(no);
        let children = &node.children;
        match node.symbol {
            Symbol::Var(number) => self.var(number),
            Symbol::Name(sort, text) => {
                let prefix = if sort == Sort::Pub { "" } else { sort.prefix() };
                let _ = write!(self.out, "{prefix}'{text}'");
            }
            Symbol::One => self.out.push('1'),
            Symbol::NatOne => self.out.push_str("%1"),
            // A constant is not a variable of the same name.
            Symbol::App(name) => {
                self.out.push_str(name);
                self.enclosed("(", children, ", ", ")");
            }
            Symbol::Braces(name) => {
                self.out.push_str(name);
                if let Some((key, args)) = children.split_last() {
                    self.enclosed("{", args, ", ", "}");
                    self.node(*key);
                }
            }
            Symbol::Tuple => self.enclosed("<", children, ", ", ">"),
            Symbol::Chain(operator) if self.names.form.reorders() => {
                self.enclosed("(", children, operator.sign(), ")");
            }
            Symbol::Chain(operator) => self.list(children, operator.sign()),
            Symbol::Paren => self.enclosed("(", children, "", ")"),
            Symbol::Fact {
                name,
                is_persistent,
                annotations,
            } => {
                self.out.push_str(if is_persistent { "!" } else { "" });
                self.out.push_str(name);
                let close = if children.is_empty() { ")" } else { " )" };
                self.enclosed("( ", children, ", ", close);
                self.annotations(annotations);
            }
            Symbol::True => self.out.push('⊤'),
            Symbol::False => self.out.push('⊥'),
            Symbol::Last => self.enclosed("last(", children, "", ")"),
            Symbol::Action => self.list(children, " @ "),
            Symbol::Subterm => self.list(children, " ⊏ "),
            Symbol::Less => self.list(children, " < "),
            Symbol::Equal => self.list(children, " = "),
            Symbol::MultisetLess => self.list(children, " (<) "),
            Symbol::Not => {
                self.out.push('¬');
                self.operands(children, "");
            }
            Symbol::And => self.operands(children, " ∧ "),
            Symbol::Or => self.operands(children, " ∨ "),
            Symbol::Implies => self.operands(children, " ⇒ "),
            Symbol::Iff => self.operands(children, " ⇔ "),
            Symbol::Quantified(quantifier) => {
                self.out.push_str(match quantifier {
                    Quantifier::ForAll => "∀ ",
                    Quantifier::Exists => "∃ ",
                });
                self.list(children, ". ");
            }
            Symbol::Binders => self.list(children, " "),
            Symbol::Premise(index) => {
                let digits: String = index.to_string().chars().filter_map(subscript).collect();
                self.list(children, &format!(" ▶{digits} "));
            }
            Symbol::ChainGoal(from, to) => {
                if let [left, right] = children[..] {
                    self.out.push('(');
                    self.node(left);
                    let _ = write!(self.out, ", {from}) ~~> (");
                    self.node(right);
                    let _ = write!(self.out, ", {to})");
                }
            }
            Symbol::Disjunction => {
                self.operands(children, " ∥ ");
                // One formula alone is no other kind of goal.
                if children.len() == 1 {
                    self.out.push_str(" ∥");
                }
            }
            Symbol::Split(number) => {
                self.out.push_str("splitEqs(");
                let _ = number.map_or(Ok(()), |number| write!(self.out, "{number}"));
                self.out.push(')');
            }
        }
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        if annotations.is_empty() {
            return;
        }
        self.out.push('[');
        for (at, annotation) in annotations.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.out.push_str(match annotation {
                Annotation::SolveFirst => "+",
                Annotation::SolveLast => "-",
                Annotation::NoSources => "no_precomp",
            });
        }
        self.out.push(']');
    }
}

fn subscript(digit: char) -> Option<char> {
    char::from_u32(0x2080 + digit.to_digit(10)?)
}
