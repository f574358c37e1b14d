//! Text in XML and HTML.

use super::fit::visible;
use quick_xml::escape::escape;
use std::fmt;

/// Writes a text so that it is only ever text: in an element or in a quoted
/// attribute, in HTML as in XML.
pub(super) struct Text<'a>(pub(super) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&*visible(self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn markup_and_forbidden_characters_become_text() {
        let nasty = "</script>]]>--><!-- & \" ' \u{0}\u{b}\u{ffff}";
        let text = Text(nasty).to_string();
        assert!(!text.contains(['<', '>', '"', '\'', '\u{0}', '\u{b}', '\u{ffff}']));
        assert_eq!(Text("a<b").to_string(), "a&lt;b");
    }
}
