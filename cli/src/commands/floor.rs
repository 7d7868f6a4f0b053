//! The command `walkmesh floor`: lists the floors at a point of the plan view.

use std::path::PathBuf;

use serde_json::json;
use walkmesh::level::{Faces, FloorAt, Navigator, Point};

use crate::output::{Answer, Outcome, Report, to_value};
use crate::subject::{Subject, faces};

/// List the floors at a point of the plan view, with their heights
///
/// Floors are listed by ascending height. With X,Y,Z, the answer also names the nearest floor, the nearest below and the nearest
/// above. In KotOR it also names the floor that the engine is reported to choose: a floor of the first room of the layout that
/// has a walkable floor there, whatever the Z of the point, which is not always the floor under a creature. That it chooses the
/// highest floor of that room is a guess. A floor faces up. With --faces all, faces that face down, such as the underside of a
/// roof, are listed too, and marked. The exit status is 1 if there is no floor.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh floor room.wok 1.5,-2,0\n  walkmesh floor rooms/ 1.5,-2,0\n  walkmesh floor --dof \
                        dungeon.dof ainavdata_32769.dat 300,0,-20"
)]
pub struct FloorQuery {
    #[command(flatten)]
    subject: Subject,
    /// The point: X,Y or X,Y,Z in metres, z up; in a Silkroad dungeon X,Z or X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    point: Point,
    /// Silkroad: the dungeon's DOF. The BMS file of each block must be in the same folder, under the last component of the
    /// block's path
    #[arg(long)]
    dof: Option<PathBuf>,
    /// The faces to include
    #[arg(long, value_parser = faces(), default_value = "walkable")]
    faces: Faces,
}

impl FloorQuery {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, |_| {
            let navigator = self.subject.open_with_floors(self.dof.as_deref())?;
            let floors = navigator.floors_at(self.point, self.faces)?;
            let outcome = if floors.is_empty() { Outcome::Found } else { Outcome::Fine };
            Ok((self.answer(&navigator, &floors)?, outcome))
        })
    }

    fn answer(&self, navigator: &Navigator, floors: &[FloorAt]) -> anyhow::Result<Answer> {
        let point = self.point;
        let mut text = match floors.len() {
            0 => format!("no floor at {point}"),
            1 => format!("1 floor at {point}"),
            count => format!("{count} floors at {point}"),
        };
        for FloorAt { height, faces_down, at, .. } in floors {
            text += &format!("\n  at height {height}  {at}{}", if *faces_down { ", faces down" } else { "" });
        }
        let mut json = json!({ "file": self.subject.name(), "point": to_value(&point)?, "floors": to_value(&floors)? });
        // The nearest floor, and the nearest on each side, if the point has a height.
        let here = navigator.height(point);
        let distance = |floor: &&FloorAt| here.map_or(0.0, |here| (floor.height - here).abs());
        let nearest = floors.iter().filter(|_| here.is_some()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let below = floors.iter().rev().find(|floor| here.is_some_and(|here| floor.height <= here));
        let above = floors.iter().find(|floor| here.is_some_and(|here| floor.height >= here));
        for (name, floor) in [("nearest", nearest), ("below", below), ("above", above)] {
            json[name] = to_value(&floor)?;
            floor.iter().for_each(|floor| text += &format!("\n  {name} is {}", floor.height));
        }
        if let Some(nearest) = floors.is_empty().then(|| navigator.nearest(point)).transpose()?.flatten() {
            json["nearest_walkable"] = to_value(&nearest)?;
            text += &format!("\n  the nearest walkable point is {nearest}");
        }
        if let Some(engine) = navigator.engine_floor(point) {
            json["engine"] = to_value(&engine)?;
            text += &match engine {
                None => "\n  the engine takes none (reported)".to_owned(),
                Some(FloorAt { height, at, .. }) => format!("\n  the engine takes {height}  {at} (reported)"),
            };
        }
        Ok(Answer(json, text))
    }
}
