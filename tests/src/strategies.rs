//! Random small state machines that meet the corners of the semantics.

pub mod spthy;

use checker::{Draft, DraftCondition, DraftTransition, Float, Limits, Update, Value};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// What kind of machines [`draft`] makes. Start from a named one and change fields.
///
/// ```
/// use plumbline_tests::strategies::{Profile, draft};
/// let ints_only = Profile { bools: 0, texts: 0, goal: 0.0, ..Profile::plain() };
/// let _strategy = draft(ints_only);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// How many fields.
    pub fields: RangeInclusive<usize>,
    /// How many transitions.
    pub transitions: RangeInclusive<usize>,
    /// How many invariants.
    pub invariants: RangeInclusive<usize>,
    /// Weight of integer fields against the other kinds; the sum is not zero.
    pub ints: u32,
    /// Weight of boolean fields.
    pub bools: u32,
    /// Weight of string fields.
    pub texts: u32,
    /// Weight of fields that are null.
    pub nulls: u32,
    /// Weight of fields of floats.
    pub floats: u32,
    /// Probability that a literal is of another kind than its field.
    pub mixed: f64,
    /// Probability that an update is a delta, on fields of any kind where
    /// `odd_deltas` is set and on integers otherwise.
    pub delta: f64,
    /// Probability that a transition tests a field that it changes by a delta,
    /// so that deltas make chains.
    pub chained: f64,
    /// Deltas also on fields that are no integers, where they do nothing.
    pub odd_deltas: bool,
    /// Some deltas near the ends of 64 bits.
    pub huge_deltas: bool,
    /// Probability that a test of a property compares with an integer beyond the bound.
    pub beyond: f64,
    /// Probability of names that are hard to quote.
    pub odd_names: f64,
    /// Bounds to choose from.
    pub int_bounds: Vec<i64>,
    /// Probability of a goal.
    pub goal: f64,
    /// Never a machine without invariants and without a goal.
    pub checkable: bool,
}

impl Profile {
    /// Everything that a draft can hold.
    #[must_use]
    pub fn wild() -> Self {
        Self {
            fields: 1..=5,
            transitions: 1..=8,
            invariants: 0..=4,
            ints: 6,
            bools: 2,
            texts: 2,
            nulls: 1,
            floats: 1,
            mixed: 0.12,
            delta: 0.5,
            chained: 0.4,
            odd_deltas: true,
            huge_deltas: true,
            beyond: 0.1,
            odd_names: 0.1,
            int_bounds: vec![1, 2, 3, 5, 8, 64],
            goal: 0.4,
            checkable: false,
        }
    }

    /// States of some 30 to 700 bits.
    #[must_use]
    pub fn wide() -> Self {
        Self {
            fields: 2..=12,
            int_bounds: vec![3, 1_000, 1 << 20, 1 << 40, 1 << 62],
            nulls: 0,
            ints: 12,
            delta: 0.7,
            ..Self::wild()
        }
    }

    /// Integers, booleans and strings, one kind a field, plain names, bounds
    /// up to 8, always something to check: what other model checkers can express.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            fields: 1..=4,
            nulls: 0,
            floats: 0,
            mixed: 0.0,
            odd_deltas: false,
            huge_deltas: false,
            beyond: 0.0,
            odd_names: 0.0,
            int_bounds: vec![1, 2, 3, 5, 8],
            checkable: true,
            ..Self::wild()
        }
    }
}

/// The kind of most literals of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Bool,
    Text,
    Null,
    Float,
}

/// Names that some format has to escape, or that are words of its language.
const ODD_NAMES: [&str; 16] = [
    "a\"b",
    "it's",
    "two\nlines",
    "back\\slash",
    "tab\there",
    "naïve ∀x",
    "状态",
    "<b>&amp;",
    "",
    "init",
    "VARIABLES",
    "p-1",
    "p_1",
    "do",
    "]]>",
    "\u{202e}rtl\u{7f}",
];

const FIELDS: [&str; 5] = ["x", "y", "lock", "phase", "n"];
const LABELS: [&str; 6] = ["up", "down", "enter", "leave", "reset", "step"];
const INVARIANTS: [&str; 4] = ["safe", "mutual", "never", "always"];
const TEXTS: [&str; 5] = ["idle", "busy", "1", "true", ""];

/// Machines of a profile; [`Draft::build`] accepts every one.
pub fn draft(profile: Profile) -> impl Strategy<Value = Draft> {
    let kinds = vec(kind(&profile), profile.fields.clone());
    let odd = prop::bool::weighted(profile.odd_names);
    (kinds, select(profile.int_bounds.clone()), odd).prop_flat_map(move |(kinds, bound, odd)| {
        let machine = Machine {
            profile: profile.clone(),
            kinds,
            bound,
            odd,
        };
        machine.draft()
    })
}

/// Machines of some 50 to 700 bits a state, whatever is known of their fields:
/// to some integers transitions add without a test of them.
pub fn wide_draft() -> impl Strategy<Value = Draft> {
    let profile = Profile {
        fields: 1..=4,
        int_bounds: vec![1 << 20, 1 << 40, 1 << 62],
        ..Profile::wild()
    };
    let amount = select(vec![1, 1, -1, 2, -3, 1 << 18]);
    let additions = vec((any::<Index>(), amount), 2..=10);
    (draft(profile), additions).prop_map(|(mut draft, additions)| {
        for (no, (transition, amount)) in additions.into_iter().enumerate() {
            let name = format!("wide{no}");
            draft.fields.push(name.clone());
            draft.initial.push((name.clone(), Value::Int(0)));
            let transition = transition.index(draft.transitions.len());
            let set = &mut draft.transitions[transition].set;
            set.push((name, Update::Add(amount)));
        }
        draft
    })
}

/// Limits on states and steps as they hit small machines; no other limits.
pub fn limits() -> impl Strategy<Value = Limits> {
    let max_states = prop_oneof![
        1 => select(vec![0, 1, 2, 3, 5, 10, 20, 50]),
        2 => Just(1000),
    ];
    let within = option::weighted(0.5, 0..12_u32);
    (max_states, within).prop_map(|(max_states, within)| Limits {
        max_states,
        within,
        ..Limits::default()
    })
}

fn kind(profile: &Profile) -> impl Strategy<Value = Kind> + use<> {
    let weighted = [
        (profile.ints, Kind::Int),
        (profile.bools, Kind::Bool),
        (profile.texts, Kind::Text),
        (profile.nulls, Kind::Null),
        (profile.floats, Kind::Float),
    ];
    let kinds: Vec<_> = weighted
        .into_iter()
        .flat_map(|(weight, kind)| std::iter::repeat_n(kind, weight as usize))
        .collect();
    select(kinds)
}

/// Something for each of some fields.
type PerField<T> = Vec<(String, T)>;

struct Machine {
    profile: Profile,
    kinds: Vec<Kind>,
    bound: i64,
    odd: bool,
}

impl Machine {
    fn draft(self) -> impl Strategy<Value = Draft> + use<> {
        let Profile {
            transitions,
            invariants,
            goal,
            checkable,
            ..
        } = self.profile.clone();
        let kinds = self.kinds.iter();
        let initial: Vec<_> = kinds.map(|kind| self.value(*kind)).collect();
        let chained = option::weighted(self.profile.chained, self.value(Kind::Int));
        let transition = (self.label(), self.tests(), self.updates(), chained);
        let goal = (prop::bool::weighted(goal), self.condition());
        let (bound, fields) = (self.bound, self.field_names());
        let invariant_names = self.names(&INVARIANTS);
        (
            (initial, any::<bool>()),
            vec(transition, transitions),
            vec(self.condition(), invariants),
            goal,
        )
            .prop_map(move |(initial, transitions, invariants, goal)| {
                let (values, reversed) = initial;
                let mut initial: Vec<_> = fields.iter().cloned().zip(values).collect();
                if reversed {
                    initial.reverse();
                }
                let transitions = transitions.into_iter().enumerate();
                let has_goal = goal.0 || (checkable && invariants.is_empty());
                Draft {
                    name: "generated".to_owned(),
                    fields: fields.clone(),
                    initial,
                    transitions: transitions
                        .map(|(index, (label, mut when, set, chained))| {
                            let mut deltas = set.iter();
                            let delta = deltas.find(|(_, set)| matches!(set, Update::Add(_)));
                            if let (Some(value), Some((field, _))) = (chained, delta) {
                                when.retain(|(tested, _)| tested != field);
                                when.push((field.clone(), value));
                            }
                            DraftTransition {
                                label: label.unwrap_or_else(|| default_label(index)),
                                when,
                                set,
                            }
                        })
                        .collect(),
                    invariants: invariant_names.iter().cloned().zip(invariants).collect(),
                    goal: has_goal.then_some(goal.1),
                    int_bound: bound,
                }
            })
    }

    fn names(&self, plain: &[&str]) -> Vec<String> {
        let names = if self.odd { &ODD_NAMES[..] } else { plain };
        // Longer lists than the plain names take numbered ones.
        let numbered = (0..16).map(|index| format!("{}{index}", plain[0]));
        names
            .iter()
            .map(|name| (*name).to_owned())
            .chain(numbered)
            .collect()
    }

    fn field_names(&self) -> Vec<String> {
        let mut names = self.names(&FIELDS);
        names.truncate(self.kinds.len());
        names
    }

    /// None stands for a missing label; duplicates are frequent.
    fn label(&self) -> impl Strategy<Value = Option<String>> + use<> {
        option::weighted(0.8, select(self.names(&LABELS)[..LABELS.len()].to_vec()))
    }

    fn value(&self, kind: Kind) -> BoxedStrategy<Value> {
        let own = literal(kind, self.bound);
        if self.profile.mixed == 0.0 {
            return own;
        }
        let bound = self.bound;
        let other = kind_of_any().prop_flat_map(move |kind| literal(kind, bound));
        (prop::bool::weighted(self.profile.mixed), own, other)
            .prop_map(|(mixed, own, other)| if mixed { other } else { own })
            .boxed()
    }

    /// A strategy for each field, by its kind.
    fn each<T: Debug>(&self, strategy: impl Fn(Kind) -> BoxedStrategy<T>) -> Vec<BoxedStrategy<T>> {
        self.kinds.iter().map(|kind| strategy(*kind)).collect()
    }

    /// What some of the fields get, in one order or the other.
    fn some<T: Debug + Clone + 'static>(
        &self,
        expected: f64,
        each: &[BoxedStrategy<T>],
    ) -> BoxedStrategy<PerField<T>> {
        let rate = (expected / self.kinds.len() as f64).min(0.9);
        let each = each.iter().cloned();
        let each: Vec<_> = each.map(|value| option::weighted(rate, value)).collect();
        let names = self.field_names();
        (each, any::<bool>())
            .prop_map(move |(values, reversed)| {
                let pairs = names.iter().cloned().zip(values);
                let mut some: Vec<_> = pairs
                    .filter_map(|(name, value)| Some((name, value?)))
                    .collect();
                some.truncate(3);
                if reversed {
                    some.reverse();
                }
                some
            })
            .boxed()
    }

    /// The same, at least one.
    fn some_or_one<T: Debug + Clone + 'static>(
        &self,
        expected: f64,
        each: Vec<BoxedStrategy<T>>,
    ) -> BoxedStrategy<PerField<T>> {
        let some = self.some(expected, &each);
        let names = self.field_names();
        (some, each, any::<Index>())
            .prop_map(move |(mut some, mut each, which)| {
                if some.is_empty() {
                    let which = which.index(names.len());
                    some.push((names[which].clone(), each.swap_remove(which)));
                }
                some
            })
            .boxed()
    }

    fn tests(&self) -> BoxedStrategy<PerField<Value>> {
        self.some(1.2, &self.each(|kind| self.value(kind)))
    }

    fn updates(&self) -> BoxedStrategy<PerField<Update>> {
        let each = self.each(|kind| {
            let literal = self.value(kind);
            let is_delta = if kind == Kind::Int || self.profile.odd_deltas {
                self.profile.delta
            } else {
                0.0
            };
            (prop::bool::weighted(is_delta), literal, self.amount())
                .prop_map(|(is_delta, literal, amount)| {
                    if is_delta {
                        Update::Add(amount)
                    } else {
                        Update::Set(literal)
                    }
                })
                .boxed()
        });
        self.some_or_one(1.3, each)
    }

    fn amount(&self) -> BoxedStrategy<i64> {
        let bound = self.bound;
        prop_oneof![
            24 => select(vec![1, 1, 1, -1, -1, 2, -2, 3, 0]),
            2 => select(vec![bound, -bound, bound.saturating_mul(2), bound.saturating_mul(-2)]),
            u32::from(self.profile.huge_deltas) => select(vec![i64::MAX, i64::MIN]),
        ]
        .boxed()
    }

    fn condition(&self) -> impl Strategy<Value = DraftCondition> + use<> {
        let (beyond, bound) = (self.profile.beyond, self.bound);
        let each = self.each(|kind| {
            let literal = self.value(kind);
            (prop::bool::weighted(beyond), literal, 1..4_i64, 0..3)
                .prop_map(move |(beyond, literal, past, form)| match (beyond, form) {
                    (false, _) => literal,
                    (true, 0) => Value::Int(-bound - past),
                    (true, _) => Value::Int(bound + past),
                })
                .boxed()
        });
        // Single tests of `require` fail at once; `forbid` finds deeper states.
        (prop::bool::weighted(0.7), self.some_or_one(1.4, each))
            .prop_map(|(forbids, tests)| DraftCondition { forbids, tests })
    }
}

/// The label of a transition without one.
#[must_use]
pub fn default_label(index: usize) -> String {
    format!("t{index}")
}

fn kind_of_any() -> impl Strategy<Value = Kind> {
    select(vec![
        Kind::Int,
        Kind::Bool,
        Kind::Text,
        Kind::Null,
        Kind::Float,
    ])
}

fn literal(kind: Kind, bound: i64) -> BoxedStrategy<Value> {
    match kind {
        Kind::Int => prop_oneof![
            6 => (-2..=3_i64).prop_map(move |int| Value::Int(int.clamp(-bound, bound))),
            1 => select(vec![bound, -bound, bound - 1, 1 - bound]).prop_map(Value::Int),
        ]
        .boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::Text => select(TEXTS.map(Value::from).to_vec()).boxed(),
        Kind::Null => Just(Value::Null).boxed(),
        Kind::Float => select(vec![
            0.0, 1.0, 0.5, -1.5, 2.0, 3.0, 9.0, 65.0, 1e300, 5e-324,
        ])
        .prop_map(|float| Value::Float(Float::new(float).expect("finite")))
        .boxed(),
    }
}
