//! The plan of the city: its lines, and the kind and height of its ground.

use walkmesh::nwn2::FloorMaterial;

use super::places::{
    BRIDGES, Building, GATE, GATES, HILL, HILL_HIGH, KEEP, KEEP_HIGH, MARKET, MARKET_CORNERS, TOWERS, WALL_STAIRS,
    WALLS, WEST, base, buildings, patches,
};
use super::plane::{Frame, Point, band, distance_to_polygon, distance_to_segment, is_inside, sides};
use super::raised::{FACE, Raised, Stairs, WALK, terrace, tower, wall_lines};
use super::river::{self, BANK, DEEP, SHALLOW, Zone};

/// The kind of a triangle: walkable with a floor, or not.
pub type Surface = Option<FloorMaterial>;

/// A passage above the ground, between two lines from its right to its left.
pub struct Deck {
    pub ends: [[Point; 2]; 2],
    /// The height of its middle above the ends.
    pub rise: f64,
    pub floor: FloorMaterial,
}

/// The whole plan.
pub struct Plan {
    /// Lines that sides of triangles follow.
    pub lines: Vec<Vec<Point>>,
    pub town: Vec<Point>,
    pub raised: Vec<Raised<Surface>>,
    pub stairs: Vec<Stairs>,
    pub streets: Vec<Vec<Point>>,
    /// The middle lines of the streets.
    pub street_lines: Vec<Vec<Point>>,
    pub market: Vec<Point>,
    pub buildings: Vec<Building>,
    /// Fields and woods outside the walls.
    pub patches: Vec<(Vec<Point>, FloorMaterial)>,
    pub decks: Vec<Deck>,
}

impl Plan {
    pub fn new() -> Self {
        let mut plan = Self {
            lines: Vec::new(),
            town: TOWERS.to_vec(),
            raised: Vec::new(),
            stairs: Vec::new(),
            streets: Vec::new(),
            street_lines: Vec::new(),
            market: MARKET_CORNERS.map(|[x, y]| [MARKET[0] + x, MARKET[1] + y]).to_vec(),
            buildings: buildings(),
            patches: patches(),
            decks: Vec::new(),
        };
        plan.add_river();
        plan.add_walls(&TOWERS);
        plan.add_castle();
        plan.add_streets();
        let rings = plan.buildings.iter().flat_map(|building| [&building.outer, &building.inner]);
        let outlines = rings.chain(plan.patches.iter().map(|(corners, _)| corners)).chain([&plan.market]);
        let outlines: Vec<_> = outlines.map(|polygon| closed(polygon)).collect();
        plan.lines.extend(outlines);
        plan
    }

    fn add_river(&mut self) {
        let mut at: Vec<f64> = (0..=36).map(|step| f64::from(step) * 3.0).collect();
        for (middle, half_width, rise, floor) in BRIDGES {
            let [south, north] = [middle - half_width, middle + half_width];
            at.retain(|y| (y - middle).abs() > half_width + 0.8);
            at.extend([south, north]);
            let end = |east: f64| [south, north].map(|y| river::point(y, east));
            self.decks.push(Deck { ends: [end(-BANK), end(BANK)], rise, floor });
        }
        at.sort_by(f64::total_cmp);
        let lines = [BANK, SHALLOW, DEEP].into_iter().flat_map(|far| [-far, far]);
        self.lines.extend(lines.map(|east| river::line(&at, east)));
    }

    fn add_walls(&mut self, towers: &[Point]) {
        let count = towers.len();
        let has_wall = |from: usize| from != WEST && from != count - 1;
        for (at, &middle) in towers.iter().enumerate() {
            let mut walls = Vec::new();
            if has_wall(at) {
                walls.push(Frame::new([middle, towers[(at + 1) % count]]));
            }
            if has_wall((at + count - 1) % count) {
                walls.push(Frame::new([middle, towers[(at + count - 1) % count]]));
            }
            let tower = tower(middle, &walls, WALLS, Some(FloorMaterial::Stone));
            self.lines.extend([closed(&tower.top), closed(&tower.foot)]);
            self.raised.push(tower);
        }
        for from in (0..count).filter(|from| has_wall(*from)) {
            self.add_wall(from, &Frame::new([towers[from], towers[(from + 1) % count]]));
        }
    }

    fn add_wall(&mut self, number: usize, wall: &Frame) {
        let far = wall.length;
        let gate = GATES.iter().find(|(at, _)| *at == number).map(|(_, share)| share * far);
        let pieces = match gate {
            Some(gate) => vec![([0.0, gate - GATE], [true, false]), ([gate + GATE, far], [false, true])],
            None => vec![([0.0, far], [true, true])],
        };
        let stairs = WALL_STAIRS.iter().filter(|(at, _)| *at == number).map(|(_, share)| Stairs {
            frame: *wall,
            along: [share * far - 1.0, share * far + 1.0],
            left: [WALK, WALK + 7.0],
            high: WALLS,
            low: 0.0,
        });
        let stairs: Vec<Stairs> = stairs.collect();
        for (ends, is_tower) in pieces {
            self.lines.extend(wall_lines(wall, ends, is_tower, &stairs));
            let inset = is_tower.map(|is_tower| if is_tower { 0.0 } else { FACE });
            self.raised.push(Raised {
                top: wall.rectangle([ends[0] + inset[0], ends[1] - inset[1]], [-WALK, WALK]),
                foot: wall.rectangle(ends, [-WALK - FACE, WALK + FACE]),
                high: WALLS,
                low: 0.0,
                surface: Some(FloorMaterial::Wood),
            });
        }
        if let Some(gate) = gate {
            let end = |along: f64| [-WALK, WALK].map(|left| wall.at(along, left));
            let ends = [end(gate - GATE - FACE), end(gate + GATE + FACE)];
            self.decks.push(Deck { ends, rise: 0.0, floor: FloorMaterial::Wood });
        }
        self.lines.extend(stairs.iter().flat_map(Stairs::lines));
        self.stairs.extend(stairs);
    }

    fn add_castle(&mut self) {
        let stairs = |polygon: &[Point], side: usize, at: f64, half_width: f64, far: f64, [low, high]: [f64; 2]| {
            let frame = Frame::new([polygon[side], polygon[(side + 1) % polygon.len()]]);
            (side, Stairs { frame, along: [at - half_width, at + half_width], left: [0.0, -far], high, low })
        };
        let hill =
            [stairs(&HILL, 0, 8.0, 1.75, 6.0, [0.0, HILL_HIGH]), stairs(&HILL, 5, 8.0, 1.25, 6.0, [0.0, HILL_HIGH])];
        let keep = [stairs(&KEEP, 0, 5.5, 1.5, 5.0, [HILL_HIGH, KEEP_HIGH])];
        for (terrace, stairs) in [
            (terrace(&KEEP, [HILL_HIGH, KEEP_HIGH], Some(FloorMaterial::Metal), &keep), Vec::from(keep)),
            (terrace(&HILL, [0.0, HILL_HIGH], Some(FloorMaterial::Leaves), &hill), Vec::from(hill)),
        ] {
            self.lines.extend([closed(&terrace.top), closed(&terrace.foot)]);
            self.raised.push(terrace);
            let stairs: Vec<Stairs> = stairs.into_iter().map(|(_, stairs)| stairs).collect();
            self.lines.extend(stairs.iter().flat_map(Stairs::lines));
            self.stairs.extend(stairs);
        }
    }

    fn add_streets(&mut self) {
        let bank = |bridge: usize, side: usize| self.decks[bridge].ends[side];
        let middle = |[a, b]: [Point; 2]| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let (high, low) = ([0, 1].map(|side| bank(0, side)), [0, 1].map(|side| bank(1, side)));
        let streets: [(Vec<Point>, f64); 9] = [
            (vec![[-3.0, 54.5], [8.7, 54.0], [16.0, 55.0], [26.5, 58.0]], 1.75),
            (vec![[49.5, 59.0], middle(high[0])], BRIDGES[0].1),
            (vec![middle(high[1]), [84.0, 59.0], [100.0, 55.0], [118.0, 53.2], [139.3, 53.8], [147.0, 53.8]], 1.75),
            (vec![[37.0, 46.5], [39.5, 31.0], [42.0, 12.3], [43.0, -3.0]], 1.75),
            (vec![[40.5, 31.0], middle(low[0])], BRIDGES[1].1),
            (vec![middle(low[1]), [92.0, 32.0], [103.0, 40.0], [107.5, 53.0]], 1.5),
            (vec![[36.0, 69.5], [35.0, 78.0], [31.0, 85.0]], 1.5),
            (vec![[92.0, 57.5], [96.0, 72.0], [105.0, 85.0], [107.8, 95.6], [108.6, 111.0]], 1.75),
            (vec![[85.4, 59.4], [82.0, 76.0], [84.0, 84.5]], 1.5),
        ];
        for (line, half_width) in streets {
            let [mut left, mut right] = band(&line, half_width);
            // Where a street meets a bridge, it ends at the corners of the bridge.
            for corner in [high, low].into_iter().flatten().flatten() {
                for point in left.iter_mut().chain(&mut right) {
                    let [x, y] = [point[0] - corner[0], point[1] - corner[1]];
                    if x.abs() < 1.5 && y.abs() < 0.6 {
                        *point = corner;
                    }
                }
            }
            self.lines.extend([left.clone(), right.clone()]);
            left.extend(right.into_iter().rev());
            self.streets.push(left);
            self.street_lines.push(line);
        }
    }

    pub fn is_in_town(&self, point: Point) -> bool {
        is_inside(point, &self.town)
    }

    /// The kind of ground at a point.
    pub fn surface(&self, point: Point) -> Surface {
        let holds = |polygon: &[Point]| is_inside(point, polygon);
        for Building { outer, inner, floor, .. } in &self.buildings {
            if holds(outer) {
                return holds(inner).then_some(*floor);
            }
        }
        if let Some(stairs) = self.stairs.iter().find(|stairs| holds(&stairs.with_sides())) {
            return holds(&stairs.steps()).then_some(FloorMaterial::Stone);
        }
        // Higher parts come first; a wall and its tower have the same height.
        if let Some(raised) = self.raised.iter().find(|raised| holds(&raised.top)) {
            let is_side = |other: &Raised<Surface>| other.high > raised.high && holds(&other.foot);
            return if self.raised.iter().any(is_side) { None } else { raised.surface };
        }
        if self.raised.iter().any(|raised| holds(&raised.foot)) {
            return None;
        }
        let is_in_town = self.is_in_town(point);
        match river::zone(point) {
            Zone::Deep => return None,
            Zone::Bank if is_in_town => return None,
            Zone::Shallow => return Some(FloorMaterial::Water),
            Zone::Bank => return Some(FloorMaterial::Mud),
            Zone::Land => {}
        }
        if holds(&self.market) || self.streets.iter().any(|street| holds(street)) {
            return Some(if is_in_town { FloorMaterial::Stone } else { FloorMaterial::Dirt });
        }
        let patch = self.patches.iter().find(|(corners, _)| holds(corners)).map(|(_, floor)| *floor);
        patch.or(Some(if is_in_town { FloorMaterial::Dirt } else { FloorMaterial::Grass }))
    }

    /// Whether a point of the town is free for building, at a distance from everything else.
    pub fn is_free(&self, point: Point, margin: f64) -> bool {
        let is_far = |polygon: &[Point], by: f64| distance_to_polygon(point, polygon) > by;
        self.is_in_town(point)
            && self.raised.iter().all(|raised| is_far(&raised.foot, margin + 1.0))
            && self.stairs.iter().all(|stairs| is_far(&stairs.with_sides(), margin + 1.0))
            && self.buildings.iter().all(|building| is_far(&building.outer, margin + 1.0))
            && self.streets.iter().all(|street| is_far(street, margin))
            && self.patches.iter().all(|(corners, _)| is_far(corners, margin))
            && is_far(&self.market, margin)
            && river::distance(point) > BANK + margin + 1.0
            && sides(&self.town).all(|side| distance_to_segment(point, side) > 4.0)
    }

    /// The height of the ground at a point.
    pub fn height(&self, point: Point) -> f64 {
        let lifts = self.raised.iter().map(|raised| raised.lift(point));
        let lift = lifts.chain(self.stairs.iter().map(|stairs| stairs.lift(point))).fold(0.0, f64::max);
        // Where a tower stands in the river, the water does not lower it.
        let depth = river::depth(point) * (1.0 - (lift / WALLS).min(1.0));
        base(point) + lift - depth
    }
}

fn closed(polygon: &[Point]) -> Vec<Point> {
    polygon.iter().chain(&polygon[..1]).copied().collect()
}
