//! Which function symbols and operators a theory has at a place in its text.

use rustc_hash::FxHashMap;

/// The builtins the prover knows.
pub(crate) const BUILTIN_NAMES: [&str; 16] = [
    "asymmetric-encryption",
    "bilinear-pairing",
    "dest-asymmetric-encryption",
    "dest-pairing",
    "dest-signing",
    "dest-symmetric-encryption",
    "diffie-hellman",
    "hashing",
    "locations-report",
    "multiset",
    "natural-numbers",
    "reliable-channel",
    "revealing-signing",
    "signing",
    "symmetric-encryption",
    "xor",
];

/// Functions of builtins that a theory may not declare itself.
pub(crate) const RESERVED: [&str; 10] = [
    "mun", "one", "exp", "mult", "inv", "pmult", "em", "zero", "xor", "diff",
];

/// Function symbols a builtin declares.
fn functions_of(builtin: &str) -> &'static [(&'static str, usize)] {
    match builtin {
        "hashing" => &[("h", 1)],
        "symmetric-encryption" | "dest-symmetric-encryption" => &[("senc", 2), ("sdec", 2)],
        "asymmetric-encryption" | "dest-asymmetric-encryption" => {
            &[("aenc", 2), ("adec", 2), ("pk", 1)]
        }
        "signing" | "dest-signing" => &[("sign", 2), ("verify", 3), ("pk", 1), ("true", 0)],
        "revealing-signing" => &[
            ("revealSign", 2),
            ("revealVerify", 3),
            ("getMessage", 1),
            ("pk", 1),
            ("true", 0),
        ],
        "diffie-hellman" => DH,
        "bilinear-pairing" => BP,
        "xor" => &[("zero", 0), ("xor", 2)],
        "locations-report" => &[("rep", 2), ("check_rep", 2), ("get_rep", 1), ("report", 1)],
        _ => &[],
    }
}

const DH: &[(&str, usize)] = &[
    ("exp", 2),
    ("mult", 2),
    ("inv", 1),
    ("one", 0),
    ("DH_neutral", 0),
];
const BP: &[(&str, usize)] = &[
    ("exp", 2),
    ("mult", 2),
    ("inv", 1),
    ("one", 0),
    ("DH_neutral", 0),
    ("pmult", 2),
    ("em", 2),
];

/// Function symbols and operators declared so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Signature<'a> {
    /// Number of arguments of a symbol, and from where in the text on it is known.
    arities: FxHashMap<&'a str, (usize, usize)>,
    /// Symbols without arguments; they look like variables.
    nullary: Vec<&'a str>,
    pub(crate) has_dh: bool,
    pub(crate) has_xor: bool,
    pub(crate) has_multiset: bool,
    pub(crate) has_nat: bool,
}

impl<'a> Signature<'a> {
    pub(crate) fn new() -> Self {
        let mut signature = Self::default();
        for (name, arity) in [("pair", 2), ("fst", 1), ("snd", 1), ("diff", 2)] {
            signature.arities.insert(name, (arity, 0));
        }
        signature
    }

    /// A signature that has every operator: for terms read without their theory.
    pub(crate) fn permissive() -> Self {
        Self {
            has_dh: true,
            has_xor: true,
            has_multiset: true,
            has_nat: true,
            ..Self::new()
        }
    }

    /// Declares a function at a place of the text; its earlier arity where that
    /// differs.
    pub(crate) fn declare(&mut self, name: &'a str, arity: usize, at: usize) -> Option<usize> {
        if arity == 0 && !self.nullary.contains(&name) {
            self.nullary.push(name);
        }
        let known_from = self.arities.get(name).map_or(at, |&(_, from)| from);
        match self.arities.insert(name, (arity, known_from)) {
            Some((earlier, _)) if earlier != arity => Some(earlier),
            _ => None,
        }
    }

    /// Adds a builtin's functions and operators; false for an unknown name.
    pub(crate) fn add_builtin(&mut self, name: &str, at: usize) -> bool {
        for &(function, arity) in functions_of(name) {
            self.declare(function, arity, at);
        }
        match name {
            "diffie-hellman" | "bilinear-pairing" => self.has_dh = true,
            "xor" => self.has_xor = true,
            "multiset" => self.has_multiset = true,
            "natural-numbers" => self.has_nat = true,
            _ => {}
        }
        BUILTIN_NAMES.contains(&name)
    }

    /// Number of arguments of a function that is known at a place of the text.
    pub(crate) fn arity(&self, name: &str, at: usize) -> Option<usize> {
        let &(arity, from) = self.arities.get(name)?;
        (from <= at).then_some(arity)
    }

    /// Whether a bare word is a function without arguments.
    #[inline]
    pub(crate) fn is_nullary(&self, name: &str) -> bool {
        self.nullary.contains(&name)
    }
}
