//! The floor of areas baked from TRN, GIT and ARE, compared with the game's TRX: square metres, connected parts, and paths between fixed
//! pairs.

use std::fmt::Write as _;

use walkmesh::exchange::FloorDiff;
use walkmesh::level::{BakeOptions, Carving, Folder, IndexedFiles, Level, OpenOptions, levels};
use walkmesh_testing::{corpus, snapshot};

/// Number of pairs of points on the game's floor between which a path is searched.
const PAIRS: usize = 20;

/// Maximum size of the report on a bake. The command prints three lines more, and indents them by two.
const LINES: usize = 12;
const CHARS: usize = 118;

#[derive(Default)]
struct Row {
    game: f64,
    only_game: f64,
    only_ours: f64,
    /// Connected parts of 1 m² or more.
    parts: [usize; 2],
    /// Pairs with a path only on the game's floor, and only on ours.
    ways: [usize; 2],
    is_whole: bool,
}

impl Row {
    fn new(ours: &Level, game: &Level) -> Self {
        let diff: FloorDiff = game.diff_floor(ours).unwrap();
        let ways = pairs(game, game).into_iter().zip(pairs(game, ours)).fold([0; 2], |[lost, won], (theirs, mine)| {
            [lost + usize::from(theirs && !mine), won + usize::from(mine && !theirs)]
        });
        let rows = |level: &Level| {
            let walkmesh = level.nwn2().walkmesh.unwrap().unwrap();
            walkmesh.triangles().map(|triangle| (triangle.points(), triangle.flags())).collect::<Vec<_>>()
        };
        Self {
            game: diff.area[0],
            only_game: diff.lost_area(),
            only_ours: diff.won_area(),
            parts: [game, ours].map(parts),
            ways,
            is_whole: rows(ours) == rows(game),
        }
    }

    fn add(&mut self, other: &Self) {
        (self.game, self.only_game, self.only_ours) =
            (self.game + other.game, self.only_game + other.only_game, self.only_ours + other.only_ours);
        (0..2).for_each(|at| {
            (self.parts[at], self.ways[at]) = (self.parts[at] + other.parts[at], self.ways[at] + other.ways[at])
        });
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { game, only_game, only_ours, parts: [theirs, mine], ways: [lost, won], .. } = self;
        write!(
            f,
            "{game:.0} m², only the game's {only_game:.2}, only ours {only_ours:.2}; parts {theirs} and {mine}; ways only the game's \
             {lost}, only ours {won}"
        )
    }
}

/// The known causes of differences in a bake.
fn causes(carving: &Carving) -> String {
    let known = [
        (carving.filled_tiles.len(), "tiles filled"),
        (carving.missing_tiles.len(), "tiles of unknown models"),
        (carving.without_footprint.len(), "placeables of unknown footprint"),
        (carving.footprints.len(), "of a learned one"),
        (carving.report.emptied.len(), "tiles emptied"),
        (carving.notes.len(), "cutters not as written"),
    ];
    let named = known.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    named.collect::<Vec<_>>().join(", ")
}

/// Number of connected parts of 1 m² or more.
fn parts(level: &Level) -> usize {
    let floor = level.to_floor().unwrap();
    let (mut seen, mut count) = (vec![false; floor.triangles.len()], 0);
    for start in 0..floor.triangles.len() {
        let (mut open, mut area) = (vec![start], 0.0);
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                let [a, b, c] = floor.corners_of(&floor.triangles[at]);
                let [u, v] = [b, c].map(|to| [f64::from(to[0] - a[0]), f64::from(to[1] - a[1])]);
                area += (u[0] * v[1] - u[1] * v[0]).abs() / 2.0;
                open.extend(floor.triangles[at].neighbours.into_iter().flatten().map(|next| next as usize));
            }
        }
        count += usize::from(area >= 1.0);
    }
    count
}

/// The fixed pairs of an area: centres of triangles of the game's floor.
fn ends(game: &Level) -> Vec<[[f32; 3]; 2]> {
    let floor = game.to_floor().unwrap();
    let count = floor.triangles.len();
    let centre = |at: usize| {
        let corners = floor.corners_of(&floor.triangles[at % count]);
        [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0)
    };
    // Odd factors spread the pairs over the area.
    (0..if count == 0 { 0 } else { PAIRS })
        .map(|pair| [pair * 7_919 + 13, pair * 104_729 + 5_003].map(centre))
        .collect()
}

/// For each pair, whether a level has a path.
fn pairs(game: &Level, level: &Level) -> Vec<bool> {
    let navigator = level.navigator().unwrap();
    ends(game).into_iter().map(|[from, to]| navigator.path(from, to).is_ok()).collect()
}

#[test]
fn floors_of_bakes_are_those_of_the_game() {
    let Some(folder) = corpus("nwn2") else { return };
    let (mut text, mut total, mut whole) = (String::new(), Row::default(), 0);
    let folder = Folder::new(folder.join("alfa"));
    let files = IndexedFiles::new(&folder).unwrap();
    let options = OpenOptions::default();
    let areas: Vec<String> = levels(&folder).unwrap().into_iter().map(|level| level.file).collect();
    for file in areas.iter().filter(|file| file.ends_with(".trx")) {
        let game = files.open(file, &options).unwrap();
        let mut ours = files.open(&file.replace(".trx", ".trn"), &options).unwrap();
        let report = ours.bake(&BakeOptions::default()).unwrap();
        let sentences = report.sentences();
        assert!(
            sentences.len() <= LINES && sentences.iter().all(|line| line.chars().count() <= CHARS),
            "{file}: {sentences:#?}"
        );
        let carving = report.carving.unwrap();
        let row = Row::new(&ours, &game);
        writeln!(text, "  {file}: {row}{}; {}", if row.is_whole { ", whole" } else { "" }, causes(&carving)).unwrap();
        total.add(&row);
        whole += usize::from(row.is_whole);
    }
    snapshot(
        "nwn2_floor",
        &format!("alfa, {} areas: {total}; {whole} with the game's triangles in every bit\n{text}", areas.len()),
    );
}
