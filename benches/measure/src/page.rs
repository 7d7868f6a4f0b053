//! Writes the tables into docs/measurements.md, between the two comments that mark the generated part.

use std::path::Path;
use std::process::Command;

use crate::table::Table;

const START: &str = "<!-- measured by benches/run: start -->";
const END: &str = "<!-- measured by benches/run: end -->";

/// Puts the tables into the page.
///
/// # Errors
/// When the page cannot be read or written, or has no markers.
pub fn write(page: &Path, tables: &[Table]) -> Result<(), String> {
    let text = std::fs::read_to_string(page).map_err(|error| error.to_string())?;
    let (before, rest) = text.split_once(START).ok_or_else(|| format!("no line {START:?}"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("no line {END:?}"))?;
    let tables: Vec<_> = tables.iter().map(Table::markdown).collect();
    let text = format!("{before}{START}\n{}\n\n{}{END}{after}", machine(), tables.join("\n"));
    std::fs::write(page, text).map_err(|error| error.to_string())
}

/// The conditions of the measurements.
pub fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown").to_owned();
    format!(
        "Measured on {cores} cores of {}, compiled by {}; the load average was {load} when it began.",
        model.unwrap_or("an unknown processor"),
        rustc.as_deref().unwrap_or("an unknown compiler"),
    )
}
