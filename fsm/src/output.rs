//! Machines as texts, one file a format.
//!
//! Every text of a machine is escaped for its format.

mod csv;
mod dot;
mod html;
mod json;
mod layout;
mod mermaid;
mod minicheck;
mod scxml;
mod svg;
mod xml;

pub use csv::write as write_csv;
pub use dot::write as write_dot;
pub use html::{HtmlPaths, write as write_html};
pub use json::write as write_json;
pub use mermaid::write as write_mermaid;
pub use minicheck::write as write_minicheck;
pub use scxml::write as write_scxml;
pub use svg::write as write_svg;
