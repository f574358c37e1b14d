//! A label of a goal that is not canonical: the control of tests that labels are.

use spthy_parse::{Fact, Formula, Goal, Operator, Term, Var};

/// The label that is not canonical: operands sorted by their text without names,
/// then variables numbered as they come. Also whether any order was forgotten.
#[must_use]
pub fn naive_label(goal: &Goal<'_>) -> (String, bool) {
    let mut naive = Naive::default();
    let parts = match *goal {
        Goal::Disjunction(parts) => {
            let parts = parts.iter().map(|part| naive.formula(part)).collect();
            naive.sorted("∥", parts)
        }
        Goal::Action(fact, at) => format!("{} @ {}", naive.fact(fact), hole(at)),
        Goal::Premise { fact, index, at } => {
            format!("{} ▶{index} {}", naive.fact(fact), hole(at))
        }
        Goal::Subterm(left, right) => format!("{} ⊏ {}", naive.term(&left), naive.term(&right)),
        Goal::Chain { .. } | Goal::Split(_) => goal.to_string(),
    };
    let mut label = String::new();
    let mut known: Vec<&str> = Vec::new();
    let mut pieces = parts.split('\u{1}');
    label.push_str(pieces.next().unwrap_or_default());
    while let (Some(var), Some(text)) = (pieces.next(), pieces.next()) {
        let number = known.iter().position(|known| *known == var);
        let number = number.unwrap_or_else(|| {
            known.push(var);
            known.len() - 1
        });
        label.push_str(&format!("?{number}{text}"));
    }
    (label, naive.has_sorted)
}

/// A variable between marks.
fn hole(var: Var<'_>) -> String {
    format!("\u{1}{:?}{}.{}\u{1}", var.sort, var.name, var.index)
}

#[derive(Default)]
struct Naive {
    has_sorted: bool,
}

impl Naive {
    fn sorted(&mut self, sign: &str, mut parts: Vec<String>) -> String {
        self.has_sorted |= parts.len() > 1;
        let without_vars = |part: &String| {
            let pieces = part.split('\u{1}').step_by(2);
            pieces.collect::<Vec<_>>().join("?")
        };
        parts.sort_by_key(without_vars);
        parts.dedup();
        format!("({})", parts.join(sign))
    }

    fn fact(&mut self, fact: Fact<'_>) -> String {
        format!("{}({})", fact.name, self.terms(fact.args))
    }

    fn terms(&mut self, terms: &[Term<'_>]) -> String {
        let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        terms.join(",")
    }

    fn term(&mut self, term: &Term<'_>) -> String {
        match *term {
            Term::Var(var) => hole(var),
            Term::Paren(inside) => self.term(inside),
            Term::App("em", args) => {
                let args = args.iter().map(|arg| self.term(arg)).collect();
                self.sorted("em", args)
            }
            Term::App(name, args) => format!("{name}({})", self.terms(args)),
            Term::Braces(name, args, key) => {
                format!("{name}({},{})", self.terms(args), self.term(key))
            }
            // A tuple in the last place of a tuple continues it.
            Term::Tuple([first @ .., last]) => match last.inner() {
                Term::Tuple(rest) => self.term(&Term::Tuple(&[first, rest].concat())),
                _ => format!("<{},{}>", self.terms(first), self.term(last)),
            },
            Term::Chain(operator, args) if operator != Operator::Exp => {
                let mut parts = Vec::new();
                let mut stack = vec![args.iter()];
                while let Some(args) = stack.last_mut() {
                    match args.next().map(|arg| arg.inner()) {
                        None => drop(stack.pop()),
                        Some(Term::Chain(inside, args)) if inside == operator => {
                            stack.push(args.iter());
                        }
                        Some(arg) => parts.push(self.term(&arg)),
                    }
                }
                self.sorted(operator.sign(), parts)
            }
            Term::Chain(_, args) => format!("^({})", self.terms(args)),
            _ => term.to_string(),
        }
    }

    fn junction(&mut self, sign: &str, parts: &[Formula<'_>]) -> String {
        let mut flat = Vec::new();
        for part in parts {
            match (part.inner(), sign) {
                (Formula::And(inside), "∧") | (Formula::Or(inside), "∨") => {
                    flat.extend(inside.iter().map(|part| self.formula(part)));
                }
                (part, _) => flat.push(self.formula(&part)),
            }
        }
        self.sorted(sign, flat)
    }

    fn formula(&mut self, formula: &Formula<'_>) -> String {
        match *formula {
            Formula::Paren(inside) => self.formula(inside),
            Formula::Last(at) => format!("last({})", hole(at)),
            Formula::Action(fact, at) => format!("{} @ {}", self.fact(fact), hole(at)),
            Formula::Less(left, right) => format!("{} < {}", hole(left), hole(right)),
            Formula::Subterm(left, right) => {
                format!("{} ⊏ {}", self.term(&left), self.term(&right))
            }
            Formula::MultisetLess(left, right) => {
                format!("{} (<) {}", self.term(&left), self.term(&right))
            }
            Formula::Equal(left, right) => {
                let parts = vec![self.term(&left), self.term(&right)];
                self.sorted("=", parts)
            }
            Formula::Predicate(fact) => self.fact(fact),
            Formula::Not(inside) => format!("¬{}", self.formula(inside)),
            Formula::Implies(left, right) => {
                format!("({} ⇒ {})", self.formula(left), self.formula(right))
            }
            Formula::Iff(left, right) => {
                let parts = vec![self.formula(left), self.formula(right)];
                self.sorted("⇔", parts)
            }
            Formula::And(parts) => self.junction("∧", parts),
            Formula::Or(parts) => self.junction("∨", parts),
            Formula::Quantified(quantifier, vars, body) => {
                let vars = vars.iter().map(|var| hole(*var)).collect();
                format!(
                    "{quantifier:?} {}. {}",
                    self.sorted(" ", vars),
                    self.formula(body)
                )
            }
            Formula::True | Formula::False => formula.to_string(),
        }
    }
}
