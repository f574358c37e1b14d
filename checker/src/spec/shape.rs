//! Tree of JSON → [`Spec`]: which keys, which types.
//!
//! A value of the wrong type is reported once. What takes its place is marked
//! as not complete, or is `null`, so that nothing later reports its lack.

use super::ast::{Assignment, Condition, Entries, Invariant, Spec, Transition};
use super::error::{Owner, SpecError, SpecErrorKind};
use super::json::{Json, Member};
use super::suggest::nearest;
use crate::{Update, Value};
use diagnostic::{Span, Spanned};

/// The spec that a tree says, as far as it does.
pub(super) fn spec(json: Spanned<Json>, errors: &mut Vec<SpecError>) -> Spec {
    Shaper { errors }.spec(json)
}

struct Shaper<'a> {
    errors: &'a mut Vec<SpecError>,
}

/// The members of an object with fixed keys.
struct Fixed<const N: usize> {
    members: [Option<Spanned<Json>>; N],
    span: Span,
    is_complete: bool,
}

impl Shaper<'_> {
    fn report(&mut self, kind: SpecErrorKind, span: Span) {
        self.errors.push(SpecError { kind, span });
    }

    /// Reports a type; a faulty value has been reported.
    fn wrong_type(&mut self, what: &str, expected: &'static str, json: &Spanned<Json>) {
        if let Some(found) = json.value.json_type() {
            let what = what.to_owned();
            self.report(
                SpecErrorKind::WrongType {
                    what,
                    expected,
                    found,
                },
                json.span,
            );
        }
    }

    fn missing(&mut self, key: &'static str, owner: Owner, span: Span) {
        self.report(SpecErrorKind::MissingKey { key, owner }, opening(span));
    }

    fn spec(&mut self, json: Spanned<Json>) -> Spec {
        let span = json.span;
        let object = self.object("the spec", json);
        let Fixed {
            members,
            is_complete,
            ..
        } = self.fixed(Owner::Spec, object);
        let [
            name,
            candidate,
            fields,
            initial,
            transitions,
            invariants,
            goal,
        ] = members;
        let place =
            |json: &Option<Spanned<Json>>| json.as_ref().map_or(opening(span), |json| json.span);
        let spans = [place(&fields), place(&initial), place(&transitions)];
        let mut required = |key, json: Option<Spanned<Json>>| {
            if json.is_none() && is_complete {
                self.missing(key, Owner::Spec, span);
            }
            json
        };
        let fields = required("fields", fields);
        let initial = required("initial", initial);
        let transitions = required("transitions", transitions);
        Spec {
            name: name.and_then(|json| self.text("`name`", json)),
            candidate: candidate.and_then(|json| self.boolean("`candidate`", json)),
            fields: match fields {
                Some(json) => self.fields(json),
                None => Entries::unread(spans[0]),
            },
            initial: match initial {
                Some(json) => self.values("`initial`", json),
                None => Entries::unread(spans[1]),
            },
            transitions: match transitions {
                Some(json) => self.transitions(json),
                None => Entries::unread(spans[2]),
            },
            invariants: match invariants.filter(is_given) {
                Some(json) => self.invariants(json),
                None => Entries {
                    is_complete,
                    ..Entries::none(opening(span))
                },
            },
            goal: goal
                .filter(is_given)
                .map(|json| self.condition("the goal", json)),
            span,
        }
    }

    fn object(&mut self, what: &str, json: Spanned<Json>) -> Entries<Member> {
        match json.value {
            Json::Object(object) => object,
            _ => {
                self.wrong_type(what, "an object", &json);
                Entries::unread(json.span)
            }
        }
    }

    /// The members by key, in the order of the owner's keys. A key that is
    /// almost right is reported, and its value taken where the right key is absent.
    fn fixed<const N: usize>(&mut self, owner: Owner, object: Entries<Member>) -> Fixed<N> {
        let mut members = [const { None }; N];
        let mut unknown = Vec::new();
        let index_of = |key: &str| owner.keys().iter().position(|known| *known == key);
        for Member { key, value } in object.entries {
            match index_of(&key.value).and_then(|index| members.get_mut(index)) {
                Some(member) => *member = Some(value),
                None => unknown.push((key, value)),
            }
        }
        for (Spanned { value: key, span }, value) in unknown {
            let suggestion = nearest(&key, owner.keys().iter().copied());
            if let Some(member) = suggestion
                .and_then(index_of)
                .and_then(|index| members.get_mut(index))
            {
                member.get_or_insert(value);
            }
            self.report(
                SpecErrorKind::UnknownKey {
                    key,
                    owner,
                    suggestion,
                },
                span,
            );
        }
        Fixed {
            members,
            span: object.span,
            is_complete: object.is_complete,
        }
    }

    fn text(&mut self, what: &str, json: Spanned<Json>) -> Option<Spanned<String>> {
        match json.value {
            Json::Text(text) => Some(Spanned::new(text, json.span)),
            _ => {
                self.wrong_type(what, "a string", &json);
                None
            }
        }
    }

    fn boolean(&mut self, what: &str, json: Spanned<Json>) -> Option<Spanned<bool>> {
        match json.value {
            Json::Bool(truth) => Some(Spanned::new(truth, json.span)),
            _ => {
                self.wrong_type(what, "true or false", &json);
                None
            }
        }
    }

    fn list(&mut self, what: &str, json: Spanned<Json>) -> Entries<Spanned<Json>> {
        match json.value {
            Json::List(list) => list,
            _ => {
                self.wrong_type(what, "a list", &json);
                Entries::unread(json.span)
            }
        }
    }

    fn fields(&mut self, json: Spanned<Json>) -> Entries<Spanned<String>> {
        let list = self.list("`fields`", json);
        let mut is_complete = list.is_complete;
        let mut entries = Vec::with_capacity(list.entries.len());
        for (index, item) in list.entries.into_iter().enumerate() {
            let name = self.text(&format!("field {index}"), item);
            is_complete &= name.is_some();
            entries.extend(name);
        }
        Entries {
            entries,
            span: list.span,
            is_complete,
        }
    }

    /// An object from field names to literals.
    fn values(&mut self, what: &str, json: Spanned<Json>) -> Entries<Assignment<Value>> {
        self.assignments(what, json, Self::literal)
    }

    fn assignments<T>(
        &mut self,
        what: &str,
        json: Spanned<Json>,
        read: fn(&mut Self, &str, Spanned<Json>) -> T,
    ) -> Entries<Assignment<T>> {
        let Entries {
            entries,
            span,
            is_complete,
        } = self.object(what, json);
        let mut assignments = Vec::with_capacity(entries.len());
        for Member { key, value } in entries {
            let span = value.span;
            let value = read(self, &key.value, value);
            assignments.push(Assignment {
                field: key,
                value: Spanned::new(value, span),
            });
        }
        Entries {
            entries: assignments,
            span,
            is_complete,
        }
    }

    fn literal(&mut self, field: &str, json: Spanned<Json>) -> Value {
        match json.value {
            Json::Null | Json::Faulty => Value::Null,
            Json::Bool(truth) => truth.into(),
            Json::Int(int) => int.into(),
            Json::Float(float) => float.into(),
            Json::Text(text) => text.into(),
            Json::List(_) | Json::Object(_) => {
                self.wrong_type(
                    &of_field(field),
                    "a string, a number, a boolean or null",
                    &json,
                );
                Value::Null
            }
        }
    }

    fn update(&mut self, field: &str, json: Spanned<Json>) -> Update {
        let Json::Object(object) = json.value else {
            return Update::Set(self.literal(field, json));
        };
        let owner = Owner::Update;
        let fixed = self.fixed(owner, object);
        let Some((index, amount)) = self.exactly_one(&of_field(field), owner, fixed) else {
            return Update::Set(Value::Null);
        };
        let Json::Int(amount_value) = amount.value else {
            let what = format!("`{}` of the field `{field}`", owner.keys()[index]);
            self.wrong_type(&what, "an integer", &amount);
            return Update::Set(Value::Null);
        };
        if index == 0 {
            return Update::Add(amount_value);
        }
        match amount_value.checked_neg() {
            Some(amount) => Update::Add(amount),
            None => {
                let kind = super::SyntaxErrorKind::IntegerTooLarge { n_digits: 19 };
                self.report(kind.into(), amount.span);
                Update::Set(Value::Null)
            }
        }
    }

    /// The one of two keys that is there, as 0 or 1, with its value.
    fn exactly_one(
        &mut self,
        what: &str,
        owner: Owner,
        fixed: Fixed<2>,
    ) -> Option<(usize, Spanned<Json>)> {
        let both = match fixed.members {
            [Some(first), None] => return Some((0, first)),
            [None, Some(second)] => return Some((1, second)),
            [first, _] => first.is_some(),
        };
        if both || fixed.is_complete {
            let what = what.to_owned();
            self.report(
                SpecErrorKind::NotExactlyOne { what, owner, both },
                fixed.span,
            );
        }
        None
    }

    fn transitions(&mut self, json: Spanned<Json>) -> Entries<Transition> {
        let list = self.list("`transitions`", json);
        let entries = list.entries.into_iter().enumerate();
        let entries = entries
            .map(|(index, item)| self.transition(index, item))
            .collect();
        Entries {
            entries,
            span: list.span,
            is_complete: list.is_complete,
        }
    }

    fn transition(&mut self, index: usize, json: Spanned<Json>) -> Transition {
        let span = json.span;
        let object = self.object(&format!("transition {index}"), json);
        let Fixed {
            members: [label, when, set],
            is_complete,
            ..
        } = self.fixed(Owner::Transition, object);
        if set.is_none() && is_complete {
            self.missing("set", Owner::Transition, span);
        }
        Transition {
            label: label
                .and_then(|json| self.text(&format!("`label` of transition {index}"), json)),
            when: match when.filter(is_given) {
                Some(json) => self.values(&format!("`when` of transition {index}"), json),
                None => Entries::none(opening(span)),
            },
            set: match set {
                Some(json) => {
                    self.assignments(&format!("`set` of transition {index}"), json, Self::update)
                }
                None => Entries::unread(opening(span)),
            },
            span,
        }
    }

    fn invariants(&mut self, json: Spanned<Json>) -> Entries<Invariant> {
        let Entries {
            entries,
            span,
            is_complete,
        } = self.object("`invariants`", json);
        let invariants = entries.into_iter().map(|Member { key: name, value }| {
            let condition = self.condition(&format!("the invariant `{}`", name.value), value);
            Invariant { name, condition }
        });
        Entries {
            entries: invariants.collect(),
            span,
            is_complete,
        }
    }

    fn condition(&mut self, what: &str, json: Spanned<Json>) -> Condition {
        let owner = Owner::Condition;
        let span = json.span;
        let object = self.object(what, json);
        let fixed = self.fixed(owner, object);
        match self.exactly_one(what, owner, fixed) {
            Some((index, body)) => Condition {
                forbids: index == 0,
                tests: self.values(&format!("`{}` of {what}", owner.keys()[index]), body),
            },
            None => Condition {
                forbids: true,
                tests: Entries::unread(span),
            },
        }
    }
}

fn of_field(field: &str) -> String {
    format!("the value of the field `{field}`")
}

/// A `null` is as good as an absent key.
fn is_given(json: &Spanned<Json>) -> bool {
    json.value != Json::Null
}

/// The opening bracket of an object.
fn opening(span: Span) -> Span {
    Span::new(span.start, span.end.min(span.start.saturating_add(1)))
}
