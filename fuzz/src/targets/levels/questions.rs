//! Every query about a level: for all games, for one game, and for KotOR's engine.

use walkmesh::kotor::engine::{Engine, PathPointsOptions, PlanOptions, Walker};
use walkmesh::level::{Faces, Level, Location, Navigator, View};
use walkmesh::mesh::WalkerSize;

use super::numbers::Numbers;
use super::own_questions::{ask_kotor, ask_nwn2, ask_silkroad};

/// Number of points of the floor for the engine's queries.
const SPOTS: u32 = 64;

pub fn every_question(level: &Level, view: &View, numbers: &mut Numbers<'_>) {
    let points: Vec<[f32; 3]> = (0..3)
        .map(|_| match view.middle(numbers.below(view.triangles.len() + 1)) {
            Some(middle) => middle,
            None => [(); 3].map(|()| numbers.coordinate()),
        })
        .collect();
    let navigator = if numbers.byte().is_multiple_of(2) { level.navigator() } else { level.clone().into_navigator() };
    if let Ok(navigator) = navigator {
        ask(&navigator, view, &points, numbers);
    }
    if let Ok(engine) = level.engine() {
        ask_engine(&engine, level, &points);
    }
    level.kotor().walkmesh.into_iter().for_each(ask_kotor);
    level.nwn2().walkmesh.into_iter().flatten().for_each(ask_nwn2);
    level.silkroad().tables.into_iter().for_each(ask_silkroad);
}

fn ask(navigator: &Navigator, view: &View, points: &[[f32; 3]], numbers: &mut Numbers<'_>) {
    let _ = navigator.connected_parts(view);
    let _ = navigator.seen_from(view, numbers.below(view.triangles.len() + 1));
    let mut locations: Vec<Location> = points.iter().copied().map(Location::from).collect();
    locations.push([points[0][0], points[0][1]].into());
    locations.push(Location::Face(numbers.below(view.triangles.len() + 1) as u32));
    let [block, cell] = [(); 2].map(|()| u32::from(numbers.byte() % 8));
    locations.extend([Location::Cell { block, cell }, Location::Cell { block: 0, cell: 0 }]);
    let size = WalkerSize::new(0.35).with_height(1.6);
    for (number, from) in locations.iter().copied().enumerate() {
        let to = locations[(number + 1) % locations.len()];
        let _ = (navigator.path(from, to), navigator.shortest_path(from, to), navigator.path_of(size, from, to));
        let _ = (navigator.sight(from, to), navigator.reach(from));
        if number == 0 {
            let _ = navigator.reach_of(size, from);
        }
        let Location::Point(point) = from else { continue };
        let _ = (navigator.nearest(point), navigator.engine_floor(point), navigator.height(point));
        for faces in [Faces::Walkable, Faces::Sight, Faces::All] {
            let _ = navigator.floors_at(point, faces);
            let _ = navigator.raycast([point.x, point.y, 50.0], points[number % points.len()], faces);
        }
    }
}

fn ask_engine(engine: &Engine, level: &Level, points: &[[f32; 3]]) {
    let walker = Walker::PERSON;
    for (number, &[x, y, z]) in points.iter().enumerate() {
        let [to_x, to_y, to_z] = points[(number + 1) % points.len()];
        let (from, to) = ([x, y], [to_x, to_y]);
        let _ = (engine.room_at(from), engine.face_at(from), engine.height(from), engine.normal(from));
        let _ = (engine.straight_walk(from, to, &walker), engine.slide(from, to, &walker));
        let _ = (engine.is_safe([x, y, z], &walker), engine.nearest_safe(from, 3.0, true, &walker));
        let _ = engine.sees([x, y, z], [to_x, to_y, to_z], &[0]);
        let _ = level.things_at(from, engine, &walker);
        for options in [PlanOptions::default(), PlanOptions::default().with_attacks(true).with_range(1.0)] {
            let _ = engine.plan(from, to, &walker, &options);
        }
    }
    let _ = engine.coverage(&walker, SPOTS);
    let path = level.kotor().contents.and_then(|contents| contents.path_points.as_ref());
    let _ = engine.generate_path_points(&walker, path, &PathPointsOptions::default().with_most_spots(SPOTS));
}
