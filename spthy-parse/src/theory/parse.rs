//! Reading theories, with recovery at the next item.

use super::{Function, Item, Macro, Theory};
use crate::error::{Parse, SyntaxError, SyntaxErrorKind};
use crate::lemma::AnyLemma;
use crate::lexeme::{Reader, is_word};
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
            while !reader.at_end() && reader.peek_word() != "theory" {
                reader.next_line();
            }
        }
        if reader.at_end() {
            return Ok(());
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
            if let Err(error) = self.item(start) {
                self.errors.push(*error);
                self.reader.depth = 0;
                let rest = &text[start..];
                self.lacks_functions |= ["function", "builtins", "macros", "#"]
                    .iter()
                    .any(|declaration| rest.starts_with(declaration));
                self.reader.resync(start);
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
            "rule" if self.options.lemmas_only => reader.opaque(start, keyword),
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
                    "macros" => Item::Macros(reader.macros()?),
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
        let Some(length) = memchr::memmem::find(&reader.bytes[inside..], b"*}") else {
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
            if !self.reader.signature.add_builtin(name) {
                let kind = SyntaxErrorKind::UnknownBuiltin {
                    name: (*name).to_owned(),
                };
                self.errors
                    .push(SyntaxError::new(kind, self.reader.span_of(name)));
            }
        }
        Ok(names)
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
            if let Some(first) = self.reader.signature.declare(function.name, arity) {
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

impl<'a> Reader<'a> {
    fn function(&mut self) -> Parse<Function<'a>> {
        let name = self.word("the name of a function")?;
        let mut types = None;
        let arity = if self.eat("/") {
            self.number("the number of arguments")?
        } else if self.byte() == b'(' {
            let start = self.pos;
            self.expect("(", "`(`")?;
            let mut n = 0;
            while !self.starts_with(")") {
                self.word("the type of an argument")?;
                n += 1;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")", "`,` or `)` behind the type")?;
            self.expect(":", "`:` and the type of the result")?;
            let word = self.peek_word();
            if word.is_empty() {
                return Err(self.expected("the type of the result"));
            }
            self.pos += word.len();
            types = Some(&self.text[start..self.pos]);
            n
        } else {
            return Err(self.expected("`/` and the number of arguments"));
        };
        self.skip();
        const KNOWN: [&str; 4] = ["private", "public", "destructor", "constructor"];
        let attributes = self.attributes("function", &KNOWN)?;
        let attributes = attributes
            .into_iter()
            .map(|attribute| attribute.name)
            .collect();
        Ok(Function {
            name,
            arity,
            types,
            attributes,
        })
    }

    fn equations(&mut self) -> Parse<Vec<(crate::Term<'a>, crate::Term<'a>)>> {
        let mut equations = Vec::new();
        loop {
            let left = self.term()?;
            self.expect("=", "`=` between the sides of the equation")?;
            equations.push((left, self.term()?));
            if !self.eat(",") {
                return Ok(equations);
            }
        }
    }

    fn predicates(&mut self) -> Parse<Vec<(crate::Fact<'a>, crate::Formula<'a>)>> {
        let mut predicates = Vec::new();
        loop {
            let head = self.fact()?;
            if !self.eat("<=>") && !self.eat("⇔") {
                return Err(self.expected("`<=>` behind the predicate"));
            }
            predicates.push((head, self.formula()?));
            if !self.eat(",") {
                return Ok(predicates);
            }
        }
    }

    fn macros(&mut self) -> Parse<Vec<Macro<'a>>> {
        let mut macros = Vec::new();
        loop {
            let name = self.word("the name of a macro")?;
            self.expect("(", "`(` and the macro's parameters")?;
            let mut params = Vec::new();
            while !self.starts_with(")") {
                params.push(self.var("a parameter")?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")", "`,` or `)` behind the parameter")?;
            self.expect("=", "`=` behind the macro's parameters")?;
            let body = self.term()?;
            self.signature.declare(name, params.len());
            macros.push(Macro {
                name,
                params: self.arena.alloc_slice(&params),
                body,
            });
            if !self.eat(",") {
                return Ok(macros);
            }
        }
    }

    fn heuristic(&mut self) -> Parse<Vec<&'a str>> {
        let mut rankings = Vec::new();
        loop {
            let start = self.pos;
            let word = self.peek_word();
            if !word.is_empty() && word.bytes().all(|byte| b"sScCiIpPoO".contains(&byte)) {
                self.pos += word.len();
                let end = self.pos;
                self.skip();
                if self.byte() == b'"' {
                    self.quoted("name of the oracle")?;
                    rankings.push(self.text[start..self.pos].trim_end());
                } else {
                    rankings.push(&self.text[start..end]);
                }
            } else if self.eat("{") {
                while !self.at_end() && self.byte() != b'}' && self.byte() != b'\n' {
                    self.pos += self.text[self.pos..]
                        .chars()
                        .next()
                        .map_or(1, char::len_utf8);
                }
                self.expect("}", "`}` behind the name of the tactic")?;
                rankings.push(self.text[start..self.pos].trim_end());
            } else if rankings.is_empty() {
                return Err(self.expected("a ranking such as `s`, or `{` and a tactic"));
            } else {
                return Ok(rankings);
            }
        }
    }

    /// Names that may have hyphens, separated by commas.
    fn hyphenated_list(&mut self, expected: &'static str) -> Parse<Vec<&'a str>> {
        let mut names = Vec::new();
        loop {
            let start = self.pos;
            while is_word(self.byte()) || (self.byte() == b'-' && is_word(self.byte_at(1))) {
                self.pos += 1;
            }
            if self.pos == start {
                return Err(self.expected(expected));
            }
            names.push(&self.text[start..self.pos]);
            self.skip();
            if !self.eat(",") {
                return Ok(names);
            }
        }
    }

    fn opaque(&mut self, start: usize, keyword: &'a str) -> Item<'a> {
        self.pos += keyword.len();
        self.until_next_item();
        Item::Opaque {
            keyword,
            text: self.text[start..self.pos].trim_end(),
        }
    }

    /// Exact text up to the next item, without the white space around it.
    fn until_next_item(&mut self) -> &'a str {
        let start = self.pos;
        if !self.at_item() || start == 0 || !self.bytes[start - 1].is_ascii_whitespace() {
            self.next_item();
        }
        self.text[start..self.pos].trim()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t') {
            self.pos += 1;
        }
    }

    /// A condition of flags with `not`, `&`, `|` and parentheses.
    fn condition(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut value = self.conjunction(holds)?;
        self.skip_blanks();
        while matches!(self.byte(), b'|') || self.starts_with("∨") {
            self.pos += if self.byte() == b'|' { 1 } else { 3 };
            self.skip_blanks();
            value |= self.conjunction(holds)?;
            self.skip_blanks();
        }
        Ok(value)
    }

    fn conjunction(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut value = self.flag(holds)?;
        self.skip_blanks();
        while matches!(self.byte(), b'&') || self.starts_with("∧") {
            self.pos += if self.byte() == b'&' { 1 } else { 3 };
            self.skip_blanks();
            value &= self.flag(holds)?;
            self.skip_blanks();
        }
        Ok(value)
    }

    fn flag(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut is_negated = false;
        while self.peek_word() == "not" || self.starts_with("¬") {
            self.pos += if self.byte() == b'n' { 3 } else { 2 };
            self.skip_blanks();
            is_negated = !is_negated;
        }
        let value = if self.byte() == b'(' {
            self.pos += 1;
            self.skip_blanks();
            let value = self.nested(|reader| reader.condition(holds))?;
            if self.byte() != b')' {
                return Err(self.expected("`)` behind the flags"));
            }
            self.pos += 1;
            value
        } else {
            let word = self.peek_word();
            if word.is_empty() {
                return Err(self.expected("the name of a flag"));
            }
            self.pos += word.len();
            holds(word)
        };
        Ok(value != is_negated)
    }

    /// Goes to the start of the next line, over comments.
    fn next_line(&mut self) {
        loop {
            match memchr::memchr2(b'\n', b'/', &self.bytes[self.pos.min(self.bytes.len())..]) {
                None => {
                    self.pos = self.bytes.len();
                    return;
                }
                Some(length) => {
                    self.pos += length;
                    if self.byte() == b'\n' {
                        break;
                    }
                    if self.comment().is_none() {
                        self.pos += 1;
                    }
                }
            }
        }
        self.skip();
        if self.starts_with("/*") {
            // Unclosed: what follows it still gets read.
            self.pos += 2;
        }
    }

    fn next_item(&mut self) {
        self.next_line();
        while !self.at_end() && !self.at_item() {
            self.next_line();
        }
    }

    /// After a fault: to the next item, behind `start` where the fault's began.
    pub(crate) fn resync(&mut self, start: usize) {
        let line = memchr::memrchr(b'\n', &self.bytes[..self.pos]).map_or(0, |at| at + 1);
        let is_line_start = self.bytes[line..self.pos]
            .iter()
            .all(u8::is_ascii_whitespace);
        if !(self.pos > start && is_line_start && self.at_item()) {
            self.next_item();
        }
    }

    /// Whether an item starts here, as far as its first two words tell.
    fn at_item(&self) -> bool {
        if self.byte() == b'#' {
            return ["#ifdef", "#else", "#endif", "#define", "#include"]
                .iter()
                .any(|directive| self.starts_with(directive));
        }
        let word = self.peek_word();
        let rest = &self.text[self.pos + word.len()..];
        let next = rest.trim_start().bytes().next().unwrap_or(0);
        match word {
            "" => false,
            "rule" | "restriction" | "axiom" | "lemma" | "diffLemma" | "test" | "export" => {
                rest.starts_with(char::is_whitespace) && (is_word(next) || next == b'(')
            }
            "functions" | "function" | "builtins" | "predicates" | "predicate" | "macros"
            | "heuristic" | "options" | "tactic" | "process" | "equivLemma" | "diffEquivLemma"
            | "configuration" => next == b':',
            "equations" => next == b':' || next == b'[',
            "end" => {
                let line = rest.lines().next().unwrap_or_default().trim();
                line.is_empty() || line.starts_with("//") || line.starts_with("/*")
            }
            _ => rest.starts_with("{*"),
        }
    }
}
