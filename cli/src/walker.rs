//! The sizes of a walker, as arguments.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use walkmesh::kotor::AppearanceTable;
use walkmesh::kotor::engine;
use walkmesh::level::{Files, GameFolder};
use walkmesh::mesh::WalkerSize;

use crate::{input, storage};

/// The sizes of a walker. Without them it is a point.
#[derive(clap::Args)]
pub struct Walker {
    /// The radius of the walker, in metres. Its centre keeps this distance from walls, in the plan view. For KotOR and NWN2
    #[arg(long, value_name = "METRES")]
    radius: Option<f32>,
    /// The height of the walker, in metres. Floor with less headroom is closed. For KotOR and NWN2
    #[arg(long, value_name = "METRES")]
    height: Option<f32>,
    #[command(flatten)]
    pub row: AppearanceRow,
}

/// The row of a table that has the sizes of a walker, as arguments.
#[derive(clap::Args)]
pub struct AppearanceRow {
    /// The walker's row in appearance.2da, by index or label. Indices start at 0. For KotOR
    #[arg(long, value_name = "ROW", conflicts_with_all = ["radius", "height"])]
    appearance: Option<String>,
    /// The appearance.2da with the walkers' sizes. Binary or text. Default: for creatures of an area the one in its folder,
    /// otherwise the one of --game
    #[arg(long, value_name = "2DA")]
    appearances: Option<PathBuf>,
}

impl Walker {
    /// The sizes, if there are any.
    pub fn size(&self) -> anyhow::Result<Option<WalkerSize>> {
        if let Some(walker) = self.row.walker()? {
            return Ok(Some(WalkerSize::new(walker.radius).with_height(walker.height)));
        }
        self.row.ensure_used()?;
        let given = self.radius.or(self.height).is_some();
        Ok(given.then(|| WalkerSize::new(self.radius.unwrap_or(0.0)).with_height(self.height.unwrap_or(0.0))))
    }

    /// The walker of KotOR's engine; by default a person of typical size.
    pub fn of_engine(&self) -> anyhow::Result<engine::Walker> {
        if let Some(walker) = self.row.walker()? {
            return Ok(walker);
        }
        let person = engine::Walker::PERSON;
        let (radius, height) = (self.radius.unwrap_or(person.radius), self.height.unwrap_or(person.height));
        let is_size = |size: f32| size.is_finite() && size >= 0.0;
        ensure!(is_size(radius) && is_size(height), "the sizes of a walker are numbers of metres of 0 or more");
        Ok(engine::Walker::new(radius).with_height(height))
    }
}

impl AppearanceRow {
    /// The walker of the row, if a row is named.
    pub fn walker(&self) -> anyhow::Result<Option<engine::Walker>> {
        let Some(row) = &self.appearance else { return Ok(None) };
        let name = self.appearances.as_deref().unwrap_or(Path::new(AppearanceTable::FILE));
        let of_game = |game: Arc<GameFolder>| {
            anyhow::Ok(Arc::new(AppearanceTable::from_2da(&game.files()?.read(AppearanceTable::FILE)?)?))
        };
        let table = match (self.table()?, storage::game()) {
            (Some(table), _) => table,
            (None, Some(game)) => of_game(game).context(AppearanceTable::FILE)?,
            (None, None) => {
                bail!("--appearance needs the table: name it with --appearances, or the game's folder with --game")
            }
        };
        Ok(Some(table.find(row).with_context(|| name.display().to_string())?))
    }

    /// The table, if it is named.
    pub fn table(&self) -> anyhow::Result<Option<Arc<AppearanceTable>>> {
        let read = |path: &PathBuf| {
            let table = || anyhow::Ok(AppearanceTable::from_2da(&input::read(path)?)?);
            table().map(Arc::new).with_context(|| path.display().to_string())
        };
        self.appearances.as_ref().map(read).transpose()
    }

    /// Rejects a table whose rows are all unused, unless creatures are considered.
    pub fn ensure_used(&self) -> anyhow::Result<()> {
        let is_used = self.appearance.is_some() || self.appearances.is_none();
        ensure!(is_used, "--appearances needs --appearance here: only areas have creatures whose sizes count");
        Ok(())
    }
}
