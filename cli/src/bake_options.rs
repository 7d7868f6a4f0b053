//! How to bake, as arguments: what the games' bakers ask that a file does not say.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::anyhow;
use clap::ValueEnum;
use walkmesh::kotor::{self, Layout, LayoutRoom, NormalRounding};
use walkmesh::{nwn2, silkroad};

use crate::input;

/// What the bakers ask.
#[derive(Default, clap::Args)]
pub struct BakeOptions {
    /// KotOR: the area's layout; a room is found in it by its file's name, and baked with its position there
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    /// The layout, read when the first room asks for it: a pipe gives it only once. Or why it cannot be read.
    #[arg(skip)]
    rooms: OnceLock<Result<Layout, String>>,
    /// KotOR: which game's rounding the normals take, rather than the one that the stored ones show
    #[arg(long, value_enum)]
    rounding: Option<Rounding>,
    /// NWN2: which pairs of triangles are stored as seeing each other; none is always safe
    #[arg(long, value_enum, default_value_t)]
    line_of_sight: Sight,
    /// NWN2: keep words that the game leaves uninitialised, which are else zero
    #[arg(long)]
    keep_uninitialised: bool,
    /// NWN2: give each triangle to the tile that its centre is in, rather than to the one that has it
    #[arg(long)]
    retile: bool,
    /// NWN2: keep the triangles in the map's border, which are else removed
    #[arg(long)]
    keep_border: bool,
    /// Silkroad: the most bytes that a dungeon made from a JSON may have, such as 1G; without it 256M, and no block may have
    /// more than 16 cells that neither an edge nor a door names
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::size)]
    max_dungeon: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Rounding {
    K1,
    K2,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Sight {
    Off,
    #[default]
    Conservative,
    LikeTheGame,
}

impl BakeOptions {
    /// For a KotOR walkmesh of this kind from this file. Placeables and doors are in no layout.
    pub fn kotor(&self, path: &Path, kind: kotor::Kind) -> anyhow::Result<kotor::BakeOptions> {
        let layout = self.layout.as_ref().filter(|_| kind.is_room());
        let room = layout.map(|layout| self.room(layout, path)).transpose()?;
        let rounding = self.rounding.map(|rounding| match rounding {
            Rounding::K1 => NormalRounding::Kotor1,
            Rounding::K2 => NormalRounding::Kotor2,
        });
        let layout_position = room.map(|room| room.position);
        Ok(kotor::BakeOptions::default().with_layout_position(layout_position).with_rounding(rounding))
    }

    /// For a Silkroad dungeon.
    pub fn silkroad(&self) -> silkroad::BakeOptions {
        silkroad::BakeOptions { size_limit: self.max_dungeon }
    }

    /// For an NWN2 walkmesh.
    pub fn nwn2(&self) -> nwn2::BakeOptions {
        use nwn2::{Border, LineOfSight, Tiling, Uninitialised};
        nwn2::BakeOptions::default()
            .with_line_of_sight(match self.line_of_sight {
                Sight::Off => LineOfSight::Off,
                Sight::Conservative => LineOfSight::Conservative,
                Sight::LikeTheGame => LineOfSight::LikeTheGame,
            })
            .with_uninitialised(if self.keep_uninitialised { Uninitialised::Keep } else { Uninitialised::Zero })
            .with_tiling(if self.retile { Tiling::ByCentre } else { Tiling::Keep })
            .with_border(if self.keep_border { Border::Keep } else { Border::Trim })
    }

    /// The room of the layout that this file is.
    fn room(&self, layout: &Path, path: &Path) -> anyhow::Result<LayoutRoom> {
        let read = || input::read(layout).and_then(|bytes| Ok(Layout::from_bytes(&bytes)?));
        let rooms = self.rooms.get_or_init(|| read().map_err(|error| format!("{error:#}")));
        let rooms = rooms.as_ref().map_err(|reason| anyhow!("the layout {}: {reason}", layout.display()))?;
        let name = path.file_stem().ok_or_else(|| anyhow!("has no name to find in a layout"))?.to_string_lossy();
        let room = rooms.find(&name).and_then(|room| rooms.room(room)).cloned();
        room.ok_or_else(|| {
            anyhow!(
                "the layout {} does not list the room {name}: without its position there, boxes and ties of the tree \
                 would come out otherwise. Give the layout of the room's own area, or none",
                layout.display()
            )
        })
    }
}
