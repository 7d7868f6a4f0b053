//! `walkmesh path`: how to get from one place to another, and why not.

use std::fmt;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use serde::Serialize;
use walkmesh::nwn2::{self, Navigator, TriangleId};
use walkmesh::silkroad::{self, Graph};

use crate::input::Input;
use crate::output::{Outcome, Report};
use crate::place::{Place, Point};
use crate::view::View;

/// Say how to get from one place to another, or why there is no way
///
/// In an NWN2 area it is the way that the game takes: by the stored tables, from triangle to triangle. In a Silkroad
/// dungeon it is the way that the tables lead, from cell to cell; a point stands for the cell that is nearest to it.
/// Exit status 1 when there is no way.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh path ainavdata_32769.dat 0:0 1:2\n  walkmesh path area.trx 12 340\n  walkmesh path --json \
                        ainavdata_32769.dat 50,0,50 400,0,150"
)]
pub struct Path {
    /// The file
    file: PathBuf,
    /// Where to start: the number of an NWN2 triangle; BLOCK:CELL or X,Y,Z in a Silkroad dungeon
    #[arg(allow_hyphen_values = true)]
    from: Place,
    /// Where to go
    #[arg(allow_hyphen_values = true)]
    to: Place,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Path {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        match self.answer() {
            Err(error) => {
                report.problem(&self.file, &error);
                Ok(())
            }
            Ok(way) => {
                if !way.is_one() {
                    report.add(Outcome::Found);
                }
                report.result(&way)
            }
        }
    }

    fn answer(&self) -> anyhow::Result<Way> {
        let input = Input::open(&self.file)?;
        let view = View::open(&input)?;
        Way::of(input.name(), &view, self.from, self.to)
    }
}

/// A way, or why there is none.
#[derive(Serialize)]
pub struct Way {
    file: String,
    from: Place,
    to: Place,
    /// Why there is no way; none where there is one.
    no_way: Option<String>,
    /// In the game's units, from the first point to the last.
    length: Option<f64>,
    steps: Vec<Step>,
}

/// A point of a way.
#[derive(Serialize)]
struct Step {
    point: [f32; 3],
    #[serde(flatten)]
    at: At,
}

/// What is crossed and entered at a point.
#[derive(Serialize)]
#[serde(untagged)]
enum At {
    /// A cell of a block, through an edge of that block; at a door by a link of the block that is left.
    Cell { block: u32, cell: u32, edge: u32, link: Option<u32> },
    /// A triangle, at its centre.
    Triangle { triangle: u32, island: Option<u32> },
}

impl Way {
    pub fn of(file: String, view: &View, from: Place, to: Place) -> anyhow::Result<Self> {
        let found = match view {
            View::Dungeon(dungeon) => through_tables(&Graph::of(dungeon), from, to)?,
            View::Area(_, walkmesh) | View::Aswm(walkmesh) => by_triangles(&Navigator::new(walkmesh), from, to)?,
            View::Kotor(_) => bail!("of this game no paths are known yet"),
        };
        let (no_way, length, steps) = match found {
            Ok((length, steps)) => (None, Some(length), steps),
            Err(reason) => (Some(reason), None, Vec::new()),
        };
        Ok(Self { file, from, to, no_way, length, steps })
    }
}

impl Way {
    /// Whether there is a way.
    pub fn is_one(&self) -> bool {
        self.no_way.is_none()
    }
}

/// A length and the steps, or the reason why there are none.
type Found = Result<(f64, Vec<Step>), String>;

fn through_tables(graph: &Graph<'_>, from: Place, to: Place) -> anyhow::Result<Found> {
    let [from, to] = [cell(graph, from)?, cell(graph, to)?];
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let step = |step: &silkroad::Step| {
                let silkroad::Place { block, cell } = step.to;
                let at = At::Cell { block: block.0, cell: cell.0, edge: step.edge.0, link: step.link };
                Step { point: step.point, at }
            };
            Ok((route.length(), route.steps.iter().map(step).collect()))
        }
    })
}

fn by_triangles(navigator: &Navigator<'_>, from: Place, to: Place) -> anyhow::Result<Found> {
    let triangle = |place: Place| match place {
        Place::Face(triangle) => Ok(TriangleId(triangle)),
        other => bail!("{other}: a place in an area is the number of a triangle"),
    };
    let walkmesh = navigator.walkmesh();
    Ok(match navigator.route(triangle(from)?, triangle(to)?) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let steps = route.triangles.iter().filter_map(|id| walkmesh.triangle(*id)).map(step_to);
            Ok((route.length(walkmesh).into(), steps.collect()))
        }
    })
}

fn step_to(triangle: nwn2::Triangle<'_>) -> Step {
    let [x, y] = triangle.as_raw().center;
    let island = triangle.island().map(|island| island.0);
    // Plus zero: on a floor at height 0 no minus is wanted.
    Step {
        point: [x, y, triangle.height([x, y]).unwrap_or(0.0) + 0.0],
        at: At::Triangle { triangle: triangle.id().0, island },
    }
}

/// The cell that is meant.
fn cell(graph: &Graph<'_>, place: Place) -> anyhow::Result<silkroad::Place> {
    match place {
        Place::Cell { block, cell } => Ok(silkroad::Place::new(block, cell)),
        Place::Point(Point { x, y, z: Some(z) }) => {
            let nearest = graph.nearest_cell([x, y, z]);
            Ok(nearest.ok_or_else(|| anyhow!("has no cell with an edge to be near to"))?.place)
        }
        Place::Face(_) => bail!("{place}: a place in a dungeon is BLOCK:CELL or X,Y,Z"),
        Place::Point(point) => bail!("{point}: a point in a dungeon needs X,Y,Z, where Y is up"),
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, no_way, length, steps, .. } = self;
        match (no_way, length) {
            (Some(reason), _) => write!(f, "no way from {from} to {to}: {reason}"),
            (None, length) => {
                let plural = if steps.len() == 1 { "" } else { "s" };
                write!(f, "{} step{plural} from {from} to {to}, length {}", steps.len(), length.unwrap_or_default())?;
                steps.iter().try_for_each(|Step { point: [x, y, z], at }| write!(f, "\n  {x}, {y}, {z}  {at}"))
            }
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { block, cell, edge, link: None } => write!(f, "through edge {edge} to {block}:{cell}"),
            Self::Cell { block, cell, edge, link: Some(_) } => write!(f, "through door edge {edge} to {block}:{cell}"),
            Self::Triangle { triangle, island: Some(island) } => write!(f, "in triangle {triangle}, island {island}"),
            Self::Triangle { triangle, island: None } => write!(f, "in triangle {triangle}"),
        }
    }
}
