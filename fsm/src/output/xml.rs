//! Text in XML and HTML.

use diagnostic::escape_controls;
use quick_xml::escape::escape;
use std::fmt;

/// Writes a text so that it is only ever text: in an element or in a quoted
/// attribute, in HTML as in XML. Invisible characters are shown as escapes.
pub(super) struct Text<'a>(pub(super) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&*escape_controls(self.0)))
    }
}
