//! Models that the tests of drawings share.

use checker::output::{Checked, Entry, Options, OutputError};
use checker::{
    Draft, DraftCondition, Limits, Model, Report, Update, Value, Warning, check, warnings,
};
use std::io;

pub(crate) type Write = fn(&[Entry<'_>], &Options, &mut dyn io::Write) -> Result<(), OutputError>;

/// A model with what its check found.
pub(crate) struct Case {
    pub(crate) model: Model,
    pub(crate) report: Report,
    pub(crate) warnings: Vec<Warning>,
}

impl Case {
    pub(crate) fn new(draft: Draft, limits: &Limits) -> Self {
        let model = draft.build().unwrap();
        let report = check(&model, limits).unwrap();
        let warnings = warnings(&model, Some(&report));
        Self {
            model,
            report,
            warnings,
        }
    }

    pub(crate) fn entry<'a>(&'a self, file: &'a str) -> Entry<'a> {
        Entry {
            file,
            result: Ok(Checked {
                model: &self.model,
                report: &self.report,
                warnings: &self.warnings,
            }),
        }
    }

    pub(crate) fn written(&self, write: Write, options: &Options) -> Result<String, OutputError> {
        written(&[self.entry("spec.json")], write, options)
    }
}

pub(crate) fn written(
    entries: &[Entry<'_>],
    write: Write,
    options: &Options,
) -> Result<String, OutputError> {
    let mut bytes = Vec::new();
    write(entries, options, &mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// Two processes; with the test of the lock left out they meet.
pub(crate) fn mutex(is_broken: bool) -> Draft {
    let when = |field: &'static str| {
        let own = (field, 0.into());
        let lock = (!is_broken).then(|| ("lock", 0.into()));
        [own].into_iter().chain(lock)
    };
    let set = |field, value: i64| [(field, value.into()), ("lock", value.into())];
    Draft::new("mutex")
        .field("a", 0)
        .field("b", 0)
        .field("lock", 0)
        .transition("a_enter", when("a"), set("a", 1))
        .transition("b_enter", when("b"), set("b", 1))
        .transition("a_leave", [("a", 1.into())], set("a", 0))
        .transition("b_leave", [("b", 1.into())], set("b", 0))
        .forbid("not_both", [("a", 1.into()), ("b", 1.into())])
        .forbid("lock_is_a_bit", [("lock", 2.into())])
        .goal(DraftCondition::require([("a", 1.into())]))
}

/// A handshake whose abort cannot be undone: the goal is lost, no invariant fails.
pub(crate) fn trap() -> Draft {
    Draft::new("handshake")
        .field("client", "closed")
        .field("server", "closed")
        .field("retries", 0)
        .transition(
            "syn",
            [("client", "closed".into())],
            [("client", "syn-sent".into())],
        )
        .transition(
            "syn-ack",
            [("client", "syn-sent".into()), ("server", "closed".into())],
            [("server", "syn-received".into())],
        )
        .transition(
            "ack",
            [("server", "syn-received".into())],
            [("client", "open".into()), ("server", "open".into())],
        )
        .transition(
            "timeout",
            [("client", "syn-sent".into())],
            [("client", "aborted".into())],
        )
        .transition(
            "close",
            [("client", "open".into())],
            [("client", "closed".into()), ("server", "closed".into())],
        )
        .forbid("no_retries", [("retries", 1.into())])
        .goal(DraftCondition::require([("client", "open".into())]))
}

/// A counter of `n` steps to its violation.
pub(crate) fn counter(n: i64) -> Draft {
    Draft::new("counter")
        .field("n", 0)
        .field("parity", false)
        .transition(
            "tick",
            [("parity", false.into())],
            [("n", Update::Add(1)), ("parity", true.into())],
        )
        .transition(
            "tock",
            [("parity", true.into())],
            [("n", Update::Add(1)), ("parity", false.into())],
        )
        .forbid("limit", [("n", n.into())])
        .int_bound(n)
}

/// Two transitions from the same state to the same state, and a self-loop.
pub(crate) fn parallel() -> Draft {
    Draft::new("parallel")
        .field("x", 0)
        .transition("a", [("x", 0.into())], [("x", 1.into())])
        .transition("b", [("x", 0.into())], [("x", 1.into())])
        .transition("stay", [("x", 1.into())], [("x", 1.into())])
        .forbid("never_one", [("x", 1.into())])
}

/// Every name, label and value is `text`, made unique where it must be.
pub(crate) fn named(text: &str) -> Draft {
    let (x, y) = (format!("{text}x"), format!("{text}y"));
    Draft::new(text)
        .field(&x, text)
        .field(&y, 0)
        .transition(text, [(x.as_str(), text.into())], [(y.as_str(), 1.into())])
        .transition(
            &format!("{text}!"),
            [(y.as_str(), 1.into())],
            [(x.as_str(), Value::from(format!("{text}{text}")).into())],
        )
        .forbid(text, [(x.as_str(), format!("{text}{text}").into())])
        .goal(DraftCondition::require([(y.as_str(), 0.into())]))
}

/// Texts that mean something in one of the formats.
pub(crate) const NASTY: [&str; 30] = [
    "",
    " ",
    "\"",
    "'",
    "\\",
    "\\n\\l\\N\\G",
    "a\nb\r\nc\td",
    "\u{0}\u{1}\u{8}\u{b}\u{1f}\u{7f}\u{85}",
    "\u{2028}\u{2029}\u{202e}abc\u{200b}\u{feff}",
    "\u{fffe}\u{ffff}\u{10ffff}",
    "]]>",
    "--><!--",
    "</script><script>alert(1)</script>",
    "</title></style><b>",
    "\"#",
    "#quot;#35;#",
    "&amp;&#65;&lt;&nosuch;&",
    "`**bold** _it_ ~~x~~`",
    "1. one",
    "- item",
    "# heading",
    "%%{init: {}}%% %% comment",
    "end",
    "style x fill:#f00;",
    "classDef x:#f00; linkStyle",
    "$$x^2$$ {{ }} || |x| [x] (x) <x>",
    "日本語 العربية 👩‍👩‍👧 e\u{301}\u{301}\u{301}",
    "href=javascript:alert(1)",
    "graph { } ; -> S0",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];
