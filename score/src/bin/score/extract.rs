//! `score extract`: a reply's theory, and what is wrong with it.

use diagnostic::{SourceFile, escape_controls, render};
use score::crypform::extract;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Writes the theory to `out` and tells of its faults on standard error; a
/// sentence if it has any.
pub(crate) fn run(
    reply: &Path,
    prompt: Option<&Path>,
    out: &mut Vec<u8>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let reply = SourceFile::read(reply)?;
    let prompt = prompt.map(SourceFile::read).transpose()?;
    let code = extract(reply.text(), prompt.as_ref().map_or("", SourceFile::text))?;
    out.write_all(code.text.as_bytes())?;
    if !code.text.ends_with('\n') {
        writeln!(out)?;
    }
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let told = render(&reply, &code.diagnostics(), color);
    io::stderr().write_all(told.as_bytes())?;
    let faults = match code.errors.len() {
        0 => return Ok(Vec::new()),
        1 => "a fault".to_owned(),
        n => format!("{n} faults"),
    };
    let name = escape_controls(reply.name());
    Ok(vec![format!("the theory in {name} has {faults}")])
}
