//! Diagnostics and the one place that draws them.

use crate::{SourceFile, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::borrow::Cow;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input was not accepted.
    Error,
    /// The input was accepted, but deserves a look.
    Warning,
}

/// One finding about a source text.
///
/// The message is a sentence that says what was found, the label what was
/// expected at the span, the help how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What was found, naming the key or word it is about.
    pub message: String,
    /// Where; none for a finding about the whole file.
    pub span: Option<Span>,
    /// What was expected, written under the span.
    pub label: Option<String>,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            span: None,
            label: None,
            help: None,
        }
    }

    /// A warning without a place yet.
    pub fn warning(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message)
        }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets what was expected at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Sets the fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Longest piece of a source line that is shown, in bytes before and behind the span.
const EXCERPT_MARGIN: usize = 60;
/// Longest piece of the span itself that is shown, in bytes.
const EXCERPT_SPAN: usize = 80;

/// Draws diagnostics with the source lines they are about, one under another.
///
/// Ends with a line feed where there is anything to draw. Control characters of
/// the source or of messages never reach the output. With `color`, ANSI styles.
#[must_use]
pub fn render(file: &SourceFile, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    diagnostics
        .iter()
        .map(|diagnostic| render_one(&renderer, file, diagnostic) + "\n")
        .collect()
}

fn render_one(renderer: &Renderer, file: &SourceFile, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(escape_controls(&diagnostic.message));
    let name = escape_controls(file.name());
    let mut has_own_origin = false;
    let mut group = match diagnostic.span {
        None => Group::with_title(title),
        Some(span) => {
            let location = file.location(span.start);
            let excerpt = Excerpt::of(file, span);
            let mut annotation = AnnotationKind::Primary.span(excerpt.start..excerpt.end);
            if let Some(label) = &diagnostic.label {
                annotation = annotation.label(escape_controls(label));
            }
            let line = location.line as usize;
            let snippet = Snippet::source(excerpt.text)
                .line_start(line)
                .annotation(annotation);
            if excerpt.is_faithful {
                title.element(snippet.path(name))
            } else {
                // The renderer counts columns in what it is shown.
                has_own_origin = true;
                let column = location.column as usize;
                title
                    .element(Origin::path(name).line(line).char_column(column))
                    .element(snippet)
            }
        }
    };
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(escape_controls(help)));
    }
    let drawn = renderer.render(&[group]);
    if !has_own_origin {
        return drawn;
    }
    // Behind an origin of ours, the renderer announces the excerpt as one from
    // another file, by a line `:::` without a name: title, origin, bar, this.
    let lines = drawn.split_inclusive('\n').enumerate();
    lines
        .filter(|(index, line)| *index != 3 || !line.contains(":::"))
        .map(|(_, line)| line)
        .collect()
}

/// The part of the first line of a span that is shown, and the span within it.
struct Excerpt {
    text: String,
    start: usize,
    end: usize,
    /// Columns in the excerpt are columns in the file.
    is_faithful: bool,
}

impl Excerpt {
    fn of(file: &SourceFile, span: Span) -> Self {
        let text = file.text();
        let line = file.line_span(span.start).range();
        let start = text.floor_char_boundary((span.start as usize).clamp(line.start, line.end));
        let end = (span.end as usize).clamp(start, line.end);
        let from = text
            .floor_char_boundary(start.saturating_sub(EXCERPT_MARGIN))
            .max(line.start);
        let shown = text.floor_char_boundary(end.min(start + EXCERPT_SPAN));
        let to = text.floor_char_boundary((shown + EXCERPT_MARGIN).min(line.end));

        let mut excerpt = String::from(if from > line.start { "…" } else { "" });
        excerpt.push_str(&escape_controls(&text[from..start]));
        let marked = excerpt.len();
        let is_faithful = excerpt == text[line.start..start];
        excerpt.push_str(&escape_controls(&text[start..shown]));
        let end = excerpt.len();
        excerpt.push_str(&escape_controls(&text[shown..to]));
        excerpt.push_str(if to < line.end { "…" } else { "" });
        Self {
            text: excerpt,
            start: marked,
            end,
            is_faithful,
        }
    }
}

/// Replaces control characters by visible escapes, so that text from an
/// untrusted file can be written to a terminal. Tabs become one space.
///
/// ```
/// assert_eq!(diagnostic::escape_controls("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
/// ```
#[must_use]
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\t' => escaped.push(' '),
            c if is_unsafe(c) => escaped.extend(c.escape_default()),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Whether a character must not reach a terminal or a page as it is: control
/// characters, invisible ones that reorder or break a line, noncharacters.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_the_line_the_place_and_the_fix() {
        let file = SourceFile::new("spec.json", "{\n  \"whne\": {}\n}");
        let fault = Diagnostic::error("unknown key `whne`")
            .at(Span::new(4, 10))
            .label("expected a key of a transition")
            .help("did you mean `when`?");
        let text = render(&file, &[fault], false);
        assert_eq!(
            text,
            "error: unknown key `whne`\n --> spec.json:2:3\n  |\n2 |   \"whne\": {}\n  |   ^^^^^^ expected a key of a transition\n  |\n  = help: did you mean `when`?\n"
        );
    }

    #[test]
    fn long_lines_and_control_characters_stay_bounded_and_visible() {
        let text = format!(
            "{}\u{1b}[31mX{}",
            "ab ".repeat(100_000),
            "é".repeat(100_000)
        );
        let file = SourceFile::new("long", text);
        let fault = Diagnostic::error("bad\u{7}").at(Span::new(300_005, 300_006));
        let drawn = render(&file, &[fault], false);
        assert!(drawn.len() < 1_000, "{drawn}");
        assert!(!drawn.contains('\u{1b}') && !drawn.contains('\u{7}'));
        assert!(drawn.contains("long:1:300006"));
        assert!(!drawn.contains(":::"), "{drawn}");
    }

    #[test]
    fn any_span_draws() {
        let file = SourceFile::new("f", "é\r\nβ");
        for start in 0..9 {
            for end in start..9 {
                let fault = Diagnostic::warning("w").at(Span::new(start, end));
                assert!(render(&file, &[fault], true).contains('w'));
            }
        }
    }
}
