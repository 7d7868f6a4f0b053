//! The command `walkmesh view`: writes a page that shows a walkmesh and answers questions about it.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::browser;
use crate::location::FileLocation;
use crate::output::{Answer, Report};
use crate::save;
use crate::standard_output::is_standard_output;
use crate::subject::SubjectOptions;
use crate::view::{ViewFiles, page, subject_files};

/// Write a page that shows a walkmesh in 3-D and answers questions about it
///
/// The page is one HTML file that contains this library and the walkmesh. It needs no network and no other file, so it can be
/// opened from disk or sent to somebody. Hover over faces to inspect them, click two points for the path between them, cast rays,
/// show what a face sees, fly to each finding, open and close doors, paint faces and see what the bake changes. Other walkmeshes
/// can be dropped into it. Without LEVEL the page is empty and offers samples to try.
///
/// A folder is a KotOR area: its rooms and their layout. A .dof has its BMS files in the same folder.
///
/// The page of a damaged file says why it cannot be opened, and shows the findings of a check. The page of a folder has the rooms
/// that can be opened. The errors are printed, too, and the exit status is 2.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh view --open\n  walkmesh view room.wok\n  walkmesh view room.wok -o room.html\n  walkmesh view area.trx --open\n  walkmesh view rooms/ \
                  --place door0.dwk,6,3,0,1.5708 -o area.html --open\n  walkmesh view --dof dungeon.dof \
                  ainavdata_32769.dat -o dungeon.html"
)]
pub struct View {
    /// A file, folder or archive with one level. Also a file in it as ARCHIVE/FILE, or with --game a module or a file of it
    #[arg(value_name = "LEVEL")]
    path: Option<PathBuf>,
    #[command(flatten)]
    options: SubjectOptions,
    /// The page to write (`-` is standard output). An existing file is replaced only with --force, or if it is an unmodified page
    /// of this program. Default: a new file in the folder for temporary files, which is opened in the default browser if standard
    /// output is a terminal on a display
    #[arg(short, long, value_name = "OUT.html")]
    output: Option<PathBuf>,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Silkroad: the dungeon's DOF. The BMS file of each block must be in the same folder, under the last component of the
    /// block's path
    #[arg(long)]
    dof: Option<PathBuf>,
    /// Replace an existing file with different content
    #[arg(long)]
    force: bool,
}

/// Shows the level that a path names in the default browser.
pub fn open(path: &Path, report: &mut Report) -> anyhow::Result<()> {
    let options = SubjectOptions::default();
    View { path: Some(path.to_owned()), options, output: None, open: true, dof: None, force: false }.run(report)
}

impl View {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.leave_to(self.output.as_deref());
        match (self.view(|path, error| report.problem(path, error)), &self.path) {
            (Ok(viewed), _) => report.result(&viewed)?,
            (Err(error), Some(path)) => report.problem(path.as_path(), &error),
            (Err(error), None) => return Err(error),
        }
        Ok(())
    }

    fn view(&self, complain: impl FnMut(&FileLocation, &anyhow::Error)) -> anyhow::Result<Answer> {
        let is_page = !self.output.as_deref().is_some_and(is_standard_output);
        ensure!(is_page || !self.open, "--open needs a file, and cannot be used with standard output");
        let path = self.path.as_deref();
        let files = match path {
            Some(path) => subject_files(path, &self.options, self.dof.as_deref(), complain)?,
            None => ViewFiles::default(),
        };
        let page = page(&files)?;
        let output = match &self.output {
            Some(output) => {
                let written = save::write_new(path, output, &page, self.force);
                written.with_context(|| output.display().to_string()).map(|()| output.clone())?
            }
            None => write_temporary(path, &page).context("a page in the folder for temporary files")?,
        };
        if self.open {
            browser::open(&output)
                .with_context(|| format!("{} is written, but no browser can be started", output.display()))?;
        } else if self.output.is_none() && browser::is_here() {
            // The page can be opened by its name, which is printed.
            let _ = browser::open(&output);
        }
        let (file, output, bytes) = (path.map(FileLocation::from), FileLocation::from(output), page.len());
        let files: Vec<String> = files.files.into_iter().map(|file| file.name).collect();
        let of = file.iter().map(|file| format!("{file}: ")).collect::<String>();
        let with = if files.len() > 1 { format!(", with {}", files.join(", ")) } else { String::new() };
        let text = format!("{of}written to {output}, {bytes} bytes{with}");
        let mut value = json!({ "file": file, "output": output, "bytes": bytes, "files": files });
        if let (None, Some(fields)) = (&file, value.as_object_mut()) {
            fields.shift_remove("file");
        }
        Ok(Answer(value, text))
    }
}

/// Writes a page into the folder for temporary files, under a new name that says what it shows. Everybody may write into that folder, so
/// existing files there are never overwritten.
fn write_temporary(shown: Option<&Path>, page: &[u8]) -> anyhow::Result<PathBuf> {
    let name = shown.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let plain = |it: char| if it.is_ascii_alphanumeric() || matches!(it, '.' | '_') { it } else { '-' };
    let name: String = name.chars().take(64).map(plain).collect();
    let mut file = tempfile::Builder::new().prefix(&format!("walkmesh-{name}-")).suffix(".html").tempfile()?;
    file.write_all(page)?;
    Ok(file.keep()?.1)
}
