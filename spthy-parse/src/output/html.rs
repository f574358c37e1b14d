//! One page that needs no network: a proof as a foldable tree.
//!
//! Nodes are data in a script; the page makes elements only for what is
//! unfolded and near the window, so a proof of many thousand steps stays usable.

use super::{Tree, method_class, method_line, push_html, title};
use serde::Serialize;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// One row of the page's data: parent, case, method, class.
#[derive(Serialize)]
struct Row<'t>(i64, &'t str, String, &'static str);

/// Writes the page.
///
/// # Errors
/// Those of `out`.
pub fn write(tree: &Tree<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut name = String::new();
    push_html(&mut name, &diagnostic::escape_controls(&title(tree)));
    let measure = tree.proof.measure();
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{name}: proof</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{} steps, {} solve nodes, depth {}, {} distinct paths to a solve</p>\n\
         <p class=\"controls\"><button id=\"unfold\">Unfold all</button> \
         <button id=\"fold\">Fold all</button> \
         <label>Find <input id=\"find\" type=\"search\" placeholder=\"goal, case or method\"></label> \
         <button id=\"next\">Next</button> <output id=\"found\"></output></p>\n</header>\n\
         <main id=\"tree\" role=\"tree\" tabindex=\"0\" aria-label=\"proof\"><div id=\"space\"></div></main>\n\
         <noscript><p>This page draws the tree with a script.</p></noscript>\n\
         <script type=\"application/json\" id=\"nodes\">[",
        measure.steps, measure.solve_nodes, measure.max_depth, measure.distinct_raw_paths
    )?;
    for id in tree.proof.ids() {
        let node = &tree.proof[id];
        let row = Row(
            node.parent.map_or(-1, |parent| i64::from(parent.0)),
            node.case.unwrap_or_default(),
            method_line(node),
            method_class(&node.method),
        );
        out.write_all(if id.0 == 0 { b"\n" } else { b",\n" })?;
        // `<` never reaches the page, so no text can close the script element.
        let json = serde_json::to_string(&row)?.replace('<', "\\u003c");
        out.write_all(json.as_bytes())?;
    }
    write!(
        out,
        "\n]</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}
