//! The command `walkmesh manual`: writes the manual pages and the completions of shells.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use serde_json::json;
use walkmesh::counted;

use crate::Arguments;
use crate::location::FileLocation;
use crate::output::{Answer, Report};
use crate::save::{self, Output, Over};

/// The folders in which each shell looks for completions, below `/usr`, `/usr/local` or `~/.local`. PowerShell searches no folder: a
/// profile names the file.
const COMPLETIONS: [(Shell, &str); 4] = [
    (Shell::Bash, "share/bash-completion/completions/walkmesh"),
    (Shell::Zsh, "share/zsh/site-functions/_walkmesh"),
    (Shell::Fish, "share/fish/vendor_completions.d/walkmesh.fish"),
    (Shell::PowerShell, "share/powershell/walkmesh.ps1"),
];

/// Write the manual pages, and the completions for bash, zsh, fish and PowerShell
///
/// They are generated from the definitions of the arguments. The folders are those of a Linux system: `-o ~/.local` writes to the
/// folders where `man`, bash and fish search. For zsh, add `~/.local/share/zsh/site-functions` to `fpath`. In PowerShell, add the
/// line `. DIR/share/powershell/walkmesh.ps1` to the profile to load the completions.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh manual -o ~/.local\n  man walkmesh-check")]
pub struct Manual {
    /// Write below this folder. It is created if it is missing
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace existing files with different content
    #[arg(long)]
    force: bool,
}

impl Manual {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let mut files = completions();
        let mut command = Arguments::command();
        command.build();
        pages(&command, &mut files)?;
        for (path, _) in &mut files {
            *path = self.output.join(&*path);
            let folder = path.parent().unwrap_or(&self.output);
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let over = Over::Another { source: None, force: self.force };
        let outputs: Vec<_> = files.iter().map(|(path, bytes)| Output { path: path.into(), bytes, over }).collect();
        save::write_set(&outputs)?;
        let pages = files.len() - COMPLETIONS.len();
        let (output, of_pages) = (FileLocation::from(self.output.as_path()), counted(pages, "manual page"));
        let text = format!("{output}: {of_pages}, and completions for bash, zsh, fish and PowerShell");
        report.result(&Answer(json!({ "output": output, "pages": pages }), text))
    }
}

/// The completions, each with its path.
fn completions() -> Vec<(PathBuf, Vec<u8>)> {
    let completion = |(shell, path): (Shell, &str)| {
        let mut bytes = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "walkmesh", &mut bytes);
        (PathBuf::from(path), bytes)
    };
    COMPLETIONS.into_iter().map(completion).collect()
}

/// Adds the pages of a command and its subcommands, each with its path. They name no date and no commit, so one version has the
/// same pages everywhere.
fn pages(command: &Command, files: &mut Vec<(PathBuf, Vec<u8>)>) -> anyhow::Result<()> {
    // Without a date, the other fields would take its place.
    let page = Man::new(command.clone()).date(" ").source(concat!("walkmesh ", env!("CARGO_PKG_VERSION")));
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    files.push((Path::new("share/man/man1").join(page.get_filename()), bytes));
    command.get_subcommands().filter(|below| below.get_name() != "help").try_for_each(|below| pages(below, files))
}
