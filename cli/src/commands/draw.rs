//! The command `walkmesh draw`: draws plan views as SVG and PNG.

mod scene;

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};
use walkmesh::finding::Severity;
use walkmesh::level::Location;
use walkmesh::picture::{ColorBy, PageOptions, Picture, Theme};

use crate::choice::{self, choice};
use crate::location::FileLocation;
use crate::output::{Answer, Outcome, Report};
use crate::picture_file::{self, PictureFormat};
use crate::save;
use crate::subject::SubjectOptions;

/// Draw the plan view of a walkmesh, an area or a dungeon, as SVG or PNG
///
/// The picture has a legend, a scale bar, axes and labels. Walkable faces are coloured by material unless --color-by says
/// otherwise. A folder is a KotOR area, and a .dof is a Silkroad dungeon with its BMS files in the same folder. A dungeon's
/// tables alone (ainavdata_*.dat) have no floors; with --dof, they are drawn on the floors. An SVG has the same bytes on every
/// machine. With --path, the exit status is 1 if there is no path.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh draw room.wok -o room.svg\n  walkmesh draw rooms/ --color-by height --dark -o area.png\n  \
                  walkmesh draw --diff old.wok new.wok -o diff.svg\n  walkmesh draw area.trx --path 4.5,7 340 -o path.svg\n  \
                  walkmesh draw area.trn --git area.git --findings -o findings.svg\n  walkmesh draw area.trx --sight 17 --crop \
                  0,0,40,30 -o sight.svg"
)]
pub struct Draw {
    /// The file; or the folder with the rooms and layout of a KotOR area
    #[arg(value_name = "IN", required_unless_present = "diff")]
    input: Option<PathBuf>,
    /// The picture, a name with .svg or .png. An existing file with different content is replaced only with --force, or if it is
    /// an unmodified picture of this program
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Draw the difference of two levels. Lost walkable floor is red and gained floor green; lost and gained connections are
    /// drawn, too. If NEW lacks the level of OLD, like an `override`, it is laid over OLD
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with_all = ["input", "findings", "path", "colour"])]
    diff: Option<Vec<PathBuf>>,
    /// With --diff: draw changed triangles. They were removed, added, moved, repainted or flipped, and are matched by the
    /// positions of their corners
    #[arg(long, requires = "diff")]
    triangles: bool,
    /// Mark the findings of a check
    #[arg(long)]
    findings: bool,
    /// With --findings: mark this severity and worse
    #[arg(long, value_parser = choice::severity(), default_value = "warning", requires = "findings")]
    severity: Severity,
    /// KotOR: mark floor without a path point in reach. From there a person of 0.35 m radius has no straight walk to a path
    /// point, by the reported rules of the game. Also draw the longest detour over path points beside the shortest path
    #[arg(long)]
    coverage: bool,
    /// Draw the path from one position to another. Positions have the same form as in `walkmesh path`
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], allow_hyphen_values = true)]
    path: Option<Vec<Location>>,
    /// The property that colours the triangles
    #[arg(long = "color-by", visible_alias = "colour", value_name = "COLOUR", value_parser = choice(ColorBy::ALL.map(|by| (by.name(), Some(by.description()), by))), default_value = "material")]
    colour: ColorBy,
    /// KotOR: draw the bounding boxes of a tree level. The root is level 0
    #[arg(long, value_name = "LEVEL")]
    tree: Option<u32>,
    /// NWN2: draw what this triangle sees. The stored tables decide
    #[arg(long, value_name = "TRIANGLE")]
    sight: Option<u32>,
    /// NWN2: draw the exits of the stored islands
    #[arg(long)]
    exits: bool,
    /// NWN2: draw the cutters and objects of this GIT. In a folder: the GIT with the area's name
    #[arg(long, value_name = "GIT|DIR")]
    git: Option<PathBuf>,
    /// Silkroad: draw the tables on the floors of this DOF. The BMS files of its blocks must lie in the same folder
    #[arg(long)]
    dof: Option<PathBuf>,
    #[command(flatten)]
    options: SubjectOptions,
    /// The title of the picture. Default: the name of the file or folder
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Width and height in pixels, from 200 to 8192 each. Default: 1200 wide, and as high as the map requires
    #[arg(long, value_name = "WxH", value_parser = picture_file::size)]
    size: Option<[u32; 2]>,
    /// Draw only the part between two opposite corners. Coordinates are in the units of the game
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true, value_parser = picture_file::crop)]
    crop: Option<[f32; 4]>,
    /// Draw light lines on a dark background
    #[arg(long)]
    dark: bool,
    /// Replace an existing file with different content
    #[arg(long)]
    force: bool,
}

impl Draw {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(self.subject(), |_| {
            let format = PictureFormat::new(&self.output)?;
            let (mut scene, outcome) = self.scene()?;
            if let Some(title) = &self.title {
                scene.title.clone_from(title);
            }
            let theme = if self.dark { Theme::Dark } else { Theme::Light };
            let page = PageOptions::default().with_size(self.size).with_crop(self.crop).with_theme(theme);
            let bytes = format.write(&scene, &page)?;
            self.save(&bytes)?;
            scene.notes.extend(scene.beside_map(&page)?);
            Ok((answer(self, &scene, bytes.len()), outcome))
        })
    }

    /// The subject of the picture: for a difference the newer file.
    fn subject(&self) -> &Path {
        let newer = self.diff.iter().flatten().last();
        self.input.as_ref().or(newer).map_or(Path::new(""), PathBuf::as_path)
    }

    fn save(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let write = || save::write_new(Some(self.subject()), &self.output, bytes, self.force);
        write().with_context(|| self.output.display().to_string())
    }
}

/// Describes the contents of each layer of a picture, and the parts that are missing.
fn answer(draw: &Draw, scene: &Picture, bytes: usize) -> Answer {
    let (file, output) = (FileLocation::from(draw.subject()), FileLocation::from(draw.output.as_path()));
    let mut text = format!("{file}: drawn to {output}, {bytes} bytes");
    let layers = scene.layers.iter().filter(|layer| layer.groups.iter().any(|group| !group.shapes.is_empty()));
    let layers = layers.map(|layer| {
        let groups = layer.groups.iter().filter(|group| group.is_in_legend && !group.shapes.is_empty());
        let groups: Vec<_> = groups.map(|group| (&group.title, group.shapes.len())).collect();
        let words: Vec<String> = groups.iter().map(|(title, shapes)| format!("{shapes} {title}")).collect();
        text += &format!("\n  {}: {}", layer.id, words.join(", "));
        let groups: Vec<Value> =
            groups.iter().map(|(title, shapes)| json!({ "title": title, "shapes": shapes })).collect();
        json!({ "id": layer.id, "groups": groups })
    });
    let layers: Vec<Value> = layers.collect();
    scene.notes.iter().for_each(|note| text += &format!("\n  {note}"));
    let json = json!({ "file": file, "output": output, "bytes": bytes, "layers": layers, "notes": scene.notes });
    Answer(json, text)
}

/// The outcome of a picture that shows everything that was requested.
const COMPLETE: Outcome = Outcome::Fine;
