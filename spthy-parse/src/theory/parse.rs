//! Reading theories, with recovery at the next item.

use super::{Function, Item, Macro, Theory};
use crate::error::{Parse, SyntaxError, SyntaxErrorKind};
use crate::lemma::AnyLemma;
use crate::lexeme::Reader;
use crate::{Options, Parsed};
use diagnostic::{Span, Spanned};

/// A theory on its way, with all faults found.
struct Builder<'a, 'o> {
    reader: Reader<'a>,
    options: &'o Options,
    defined: Vec<&'a str>,
    /// Open `#ifdef`s.
    n_open: u32,
    items: Vec<Spanned<Item<'a>>>,
    errors: Vec<SyntaxError>,
    /// From where on no `*}` is known to stand.
    no_closing_from: usize,
    /// A declaration could not be read, so that unknown functions say nothing.
    lacks_functions: bool,
}

/// Reads a theory; see [`crate::parse_theory_with`].
pub(crate) fn parse<'a>(reader: Reader<'a>, options: &Options) -> Parsed<'a> {
    let mut builder = Builder {
        reader,
        options,
        defined: Vec::new(),
        n_open: 0,
        items: Vec::new(),
        errors: Vec::new(),
        no_closing_from: usize::MAX,
        lacks_functions: false,
    };
    let mut theory = Theory::default();
    if let Err(error) = builder.header(&mut theory) {
        builder.errors.push(*error);
        builder.reader.resync(0);
    }
    theory.trailer = builder.body();
    theory.items = builder.items;
    let signature = (!builder.lacks_functions).then_some(&builder.reader.signature);
    crate::wellformed::refused(builder.reader.text, &theory, signature, &mut builder.errors);
    builder.errors.sort_by_key(|error| error.span);
    Parsed {
        theory,
        errors: builder.errors,
    }
}

impl<'a> Builder<'a, '_> {
    fn header(&mut self, theory: &mut Theory<'a>) -> Parse<()> {
        let reader = &mut self.reader;
        reader.pos += if reader.starts_with("\u{feff}") { 3 } else { 0 };
        reader.skip();
        if reader.peek_word() != "theory" {
            self.errors.push(*reader.expected("`theory`"));
            let start = reader.pos;
            while !reader.at_end() && reader.peek_word() != "theory" {
                reader.next_line();
            }
            if reader.at_end() {
                // There is no header; there may be items.
                reader.pos = start;
                reader.next_item();
                return Ok(());
            }
        }
        reader.word("`theory`")?;
        theory.name = reader.word("the name of the theory")?;
        if reader.eat_word("configuration") {
            reader.expect(":", "`:` behind `configuration`")?;
            theory.configuration = Some(reader.quoted("configuration")?);
        }
        if !reader.eat_word("begin") {
            return Err(reader.expected("`begin`"));
        }
        Ok(())
    }

    /// Reads items up to `end`; the text behind the last one.
    fn body(&mut self) -> &'a str {
        let text = self.reader.text;
        let mut trailer = self.reader.pos;
        loop {
            self.reader.skip();
            let start = self.reader.pos;
            if self.reader.at_end() {
                if !self
                    .errors
                    .iter()
                    .any(|error| error.span.start as usize >= text.len())
                {
                    self.errors.push(*self.reader.expected("`end` or an item"));
                }
                break;
            }
            if self.reader.peek_word() == "end" {
                break;
            }
            let n_items = self.items.len();
            if let Err(error) = self.item(start) {
                self.errors.push(*error);
                self.reader.depth = 0;
                let rest = &text[start..];
                self.lacks_functions |= ["function", "builtins", "macros", "#"]
                    .iter()
                    .any(|declaration| rest.starts_with(declaration));
                self.reader.resync(start);
                if self.items.len() == n_items {
                    self.keep(start);
                }
            }
            trailer = self
                .items
                .last()
                .map_or(trailer, |item| item.span.end as usize);
        }
        if self.n_open > 0 {
            let kind = SyntaxErrorKind::UnbalancedDirective {
                directive: "#ifdef",
            };
            self.errors
                .push(*self.reader.error_at(self.reader.pos, kind));
        }
        text.get(trailer..).unwrap_or_default()
    }

    /// Keeps the text from `start` to here, which could not be read.
    fn keep(&mut self, start: usize) {
        let text = self.reader.text[start..self.reader.pos].trim_end();
        let keyword = text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        let span = Span::new(Reader::offset(start), Reader::offset(start + text.len()));
        let item = Item::Opaque { keyword, text };
        self.items.push(Spanned::new(item, span));
    }

    fn push(&mut self, start: usize, item: Item<'a>) {
        let span = self.reader.span_from(start);
        self.items.push(Spanned::new(item, span));
    }

    fn item(&mut self, start: usize) -> Parse<()> {
        if self.reader.byte() == b'#' {
            return self.directive(start);
        }
        let keyword = self.reader.peek_word();
        if self.reader.text[start + keyword.len()..].starts_with("{*") && !keyword.is_empty() {
            return self.formal_comment(start, keyword);
        }
        let reader = &mut self.reader;
        let item = match keyword {
            "rule" if self.options.lemmas_only => reader.opaque_rule(start),
            "rule" => Item::Rule(Box::new(reader.rule()?)),
            "restriction" | "axiom" => Item::Restriction(reader.restriction()?),
            "lemma" => return self.lemma(start),
            "diffLemma" => {
                let mut lemma = reader.diff_lemma()?;
                let proof = if reader.at_proof() {
                    reader.proof().map(Some)
                } else {
                    Ok(None)
                };
                return self.proved(start, proof, |proof| {
                    lemma.proof = proof;
                    Item::DiffLemma(lemma)
                });
            }
            "process" | "let" => reader.opaque(start, keyword),
            "test" => {
                reader.word("`test`")?;
                let name = reader.word("the name of the test")?;
                reader.expect(":", "`:` behind the name of the test")?;
                Item::CaseTest {
                    name,
                    formula: reader.quoted_formula()?,
                }
            }
            "export" => {
                reader.word("`export`")?;
                let name = reader.word("the name of the export")?;
                reader.expect(":", "`:` behind the name of the export")?;
                Item::Export {
                    name,
                    text: reader.quoted("exported text")?,
                }
            }
            "functions" | "function" | "equations" | "builtins" | "predicates" | "predicate"
            | "macros" | "configuration" | "heuristic" | "options" | "tactic" | "equivLemma"
            | "diffEquivLemma" => {
                reader.word("a keyword")?;
                let is_convergent = keyword == "equations"
                    && !reader.attributes("equation", &["convergent"])?.is_empty();
                reader.expect(":", "`:` behind the keyword")?;
                match keyword {
                    "functions" | "function" => Item::Functions(self.functions()?),
                    "equations" => Item::Equations {
                        is_convergent,
                        equations: reader.equations()?,
                    },
                    "builtins" => Item::Builtins(self.builtins()?),
                    "predicates" | "predicate" => Item::Predicates(reader.predicates()?),
                    "macros" => Item::Macros(self.macros()?),
                    "heuristic" => Item::Heuristic(reader.heuristic()?),
                    "configuration" => Item::Configuration(reader.quoted("configuration")?),
                    "options" => Item::Options(reader.hyphenated_list("the name of an option")?),
                    "tactic" => {
                        let name = reader.word("the name of the tactic")?;
                        Item::Tactic {
                            name,
                            body: reader.until_next_item(),
                        }
                    }
                    _ => Item::EquivalenceLemma {
                        is_diff: keyword == "diffEquivLemma",
                        processes: reader.until_next_item(),
                    },
                }
            }
            _ => return Err(reader.expected("`end` or an item")),
        };
        self.push(start, item);
        Ok(())
    }

    fn lemma(&mut self, start: usize) -> Parse<()> {
        match self.reader.lemma()? {
            AnyLemma::Accountability(lemma) => {
                self.push(start, Item::AccountabilityLemma(lemma));
                Ok(())
            }
            AnyLemma::Trace(mut lemma) => {
                let reader = &mut self.reader;
                let proof = if reader.at_proof() {
                    reader.proof().map(Some)
                } else {
                    Ok(None)
                };
                self.proved(start, proof, |proof| {
                    lemma.proof = proof;
                    Item::Lemma(lemma)
                })
            }
        }
    }

    /// Keeps a lemma also where its proof is broken.
    fn proved<P>(
        &mut self,
        start: usize,
        proof: Parse<Option<P>>,
        item: impl FnOnce(Option<P>) -> Item<'a>,
    ) -> Parse<()> {
        match proof {
            Ok(proof) => {
                self.push(start, item(proof));
                Ok(())
            }
            Err(error) => {
                self.push(start, item(None));
                Err(error)
            }
        }
    }

    fn formal_comment(&mut self, start: usize, header: &'a str) -> Parse<()> {
        let reader = &mut self.reader;
        let inside = start + header.len() + 2;
        let is_open = inside >= self.no_closing_from;
        let closing = (!is_open).then(|| memchr::memmem::find(&reader.bytes[inside..], b"*}"));
        let Some(length) = closing.flatten() else {
            self.no_closing_from = self.no_closing_from.min(inside);
            return Err(reader.error_at(
                start,
                SyntaxErrorKind::Unclosed {
                    what: "formal comment",
                },
            ));
        };
        let text = &reader.text[inside..inside + length];
        reader.pos = inside + length + 2;
        self.push(start, Item::FormalComment { header, text });
        Ok(())
    }

    fn directive(&mut self, start: usize) -> Parse<()> {
        let reader = &mut self.reader;
        reader.pos += 1;
        let word = reader.peek_word();
        reader.pos += word.len();
        reader.skip_blanks();
        let item = match word {
            "define" => {
                let flag = reader.word("the name of a flag")?;
                self.defined.push(flag);
                Item::Define(flag)
            }
            "include" => Item::Include(reader.quoted("file name")?),
            "ifdef" => {
                let from = reader.pos;
                let (options, defined) = (self.options, &self.defined);
                let is_taken = reader.condition(&|flag| {
                    options.defines.iter().any(|d| d == flag) || defined.contains(&flag)
                })?;
                let condition = reader.text[from..reader.pos].trim();
                self.n_open += 1;
                self.push(
                    start,
                    Item::IfDef {
                        condition,
                        is_taken,
                    },
                );
                if !is_taken {
                    self.skip_branch(true)?;
                }
                return Ok(());
            }
            "else" if self.n_open > 0 => {
                self.push(start, Item::Else);
                return self.skip_branch(false);
            }
            "endif" if self.n_open > 0 => {
                self.n_open -= 1;
                Item::EndIf
            }
            "else" | "endif" => {
                let directive = if word == "else" { "#else" } else { "#endif" };
                return Err(
                    reader.error_at(start, SyntaxErrorKind::UnbalancedDirective { directive })
                );
            }
            _ => {
                reader.pos = start;
                return Err(reader.expected("`end` or an item"));
            }
        };
        self.push(start, item);
        Ok(())
    }

    /// Skips a branch up to its `#endif`, or `#else` where that ends it.
    fn skip_branch(&mut self, stops_at_else: bool) -> Parse<()> {
        let reader = &mut self.reader;
        let start = reader.pos;
        let mut depth = 0u32;
        loop {
            let Some(length) = memchr::memchr(b'#', &reader.bytes[reader.pos..]) else {
                reader.pos = reader.bytes.len();
                return Ok(());
            };
            reader.pos += length;
            let at = reader.pos;
            let is_end = reader.starts_with("#endif");
            let is_else = reader.starts_with("#else");
            if depth == 0 && (is_end || (is_else && stops_at_else)) {
                let text = reader.text[start..at].trim();
                let span = Span::new(Reader::offset(start), Reader::offset(at));
                self.items.push(Spanned::new(Item::Skipped(text), span));
                reader.pos = at;
                if is_else {
                    reader.pos += "#else".len();
                    self.push(at, Item::Else);
                } else {
                    reader.pos += "#endif".len();
                    self.n_open -= 1;
                    self.push(at, Item::EndIf);
                }
                return Ok(());
            }
            depth += u32::from(reader.starts_with("#ifdef"));
            depth = depth.saturating_sub(u32::from(is_end));
            reader.pos += 1;
        }
    }

    fn builtins(&mut self) -> Parse<Vec<&'a str>> {
        let names = self.reader.hyphenated_list("the name of a builtin")?;
        for name in &names {
            if !self.reader.signature.add_builtin(name, self.reader.pos) {
                let kind = SyntaxErrorKind::UnknownBuiltin {
                    name: (*name).to_owned(),
                };
                self.errors
                    .push(SyntaxError::new(kind, self.reader.span_of(name)));
            }
        }
        Ok(names)
    }

    fn macros(&mut self) -> Parse<Vec<Macro<'a>>> {
        let mut macros = Vec::new();
        loop {
            macros.push(self.reader.one_macro()?);
            if self.reader.eat(",") {
                continue;
            }
            // The prover prints its lists of macros without commas.
            if !self.reader.at_application() {
                return Ok(macros);
            }
            self.errors
                .push(*self.reader.expected("`,` and the next macro, or an item"));
        }
    }

    fn functions(&mut self) -> Parse<Vec<Function<'a>>> {
        let mut functions = Vec::new();
        loop {
            let function = self.reader.function()?;
            let arity = function.arity as usize;
            if crate::signature::RESERVED.contains(&function.name) {
                let kind = SyntaxErrorKind::ReservedFunction {
                    name: function.name.to_owned(),
                };
                self.errors
                    .push(SyntaxError::new(kind, self.reader.span_of(function.name)));
            }
            let at = self.reader.pos;
            if let Some(first) = self.reader.signature.declare(function.name, arity, at) {
                let kind = SyntaxErrorKind::ConflictingArity {
                    name: function.name.to_owned(),
                    first,
                    second: arity,
                };
                self.errors
                    .push(SyntaxError::new(kind, self.reader.span_of(function.name)));
            }
            functions.push(function);
            if !self.reader.eat(",") {
                return Ok(functions);
            }
        }
    }
}
