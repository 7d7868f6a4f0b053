//! Pictures of generated walkmeshes of each game: their layers, and that every SVG is well-formed.

use std::collections::BTreeSet;
use std::sync::Arc;

use walkmesh::exchange::{Class, Up};
use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, RoomId, Walkmesh};
use walkmesh::level::{Level, OpenOptions, PictureError, PictureOptions, difference_picture};
use walkmesh::nwn2;
use walkmesh::picture::{
    ColorBy, Group, Ink, Layer, PageError, PageOptions, Paint, Picture, Shapes, Site, Surface, SurfaceTriangle, Symbol,
    Theme, findings_layer,
};

const COLORS: [ColorBy; 5] = [ColorBy::Material, ColorBy::Walkable, ColorBy::Part, ColorBy::Height, ColorBy::Slope];

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(walkmesh_testing::root().join("cli/samples").join(name)).expect("a sample")
}

/// A sample of the command, by its name.
fn sample(name: &str) -> Level {
    Level::from_bytes(&bytes(name), &OpenOptions::default().with_name(name)).expect("a walkmesh")
}

/// The ids of the layers and groups in the SVG, each once.
fn ids(scene: &Picture) -> BTreeSet<String> {
    let svg = scene.to_svg(&PageOptions::default()).expect("a page");
    let ids: Vec<String> =
        svg.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect();
    let unique: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(unique.len(), ids.len(), "an id stands twice: {ids:?}");
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    let titles = ["title", "axes", "legend", "scale", "north", "labels", "map", "map-clip"];
    unique.into_iter().filter(|id| !id.starts_with("glyph-") && !titles.contains(&id.as_str())).collect()
}

fn assert_has(scene: &Picture, wanted: &[&str]) {
    let ids = ids(scene);
    for id in wanted {
        assert!(ids.contains(*id), "{id} is not in {ids:?}");
    }
}

fn picture(file: &Level, options: &PictureOptions) -> Picture {
    file.to_picture("a file", options).expect("a picture")
}

#[test]
fn a_room_has_its_faces_borders_and_tree() {
    let room = sample("room.wok");
    let mut options = PictureOptions::default();
    options.tree_level = Some(2);
    let scene = picture(&room, &options);
    let wanted =
        ["surface-04", "surface-07", "surface-vertical", "borders-perimeters", "borders-transitions", "tree-boxes"];
    assert_has(&scene, &wanted);
    assert_eq!(scene.layer("borders").expect("borders").labels[0].text, "to room 1");
    options.tree_level = Some(99);
    assert_eq!(room.to_picture("", &options), Err(PictureError::NoTreeLevel(99)));
    for (color, id) in COLORS.into_iter().zip(["surface-04", "surface-walkable", "surface-0", "surface-0", "surface-0"])
    {
        options = PictureOptions::default();
        options.color = color;
        assert_has(&picture(&room, &options), &[id]);
    }
}

#[test]
fn doors_and_placeables_have_their_hooks() {
    for name in ["door0.dwk", "chest.pwk"] {
        let scene = picture(&sample(name), &PictureOptions::default());
        assert_has(&scene, &["hooks-use"]);
        assert_eq!(scene.layer("hooks").expect("hooks").labels[0].text, "hook 1");
    }
}

/// Findings count hooks from 1, as files and people do.
#[test]
fn a_finding_on_a_hook_is_drawn_at_that_hook() {
    let mut door = sample("door0.dwk").kotor().walkmesh.expect("a door").clone();
    door.set_hooks([[3.0, -1.0, 0.0], [4.0, 1.0, 0.0]]).expect("finite hooks");
    for (number, point) in [(1, [3.0, -1.0]), (2, [4.0, 1.0])] {
        let mut raw = door.as_raw().clone();
        *[&mut raw.absolute_use_position_1, &mut raw.absolute_use_position_2][number - 1] = [9.0, 9.0, 9.0].into();
        let stale = Walkmesh::from_raw(raw).with_kind(Kind::Dwk);
        let findings = stale.check(&CheckOptions::default());
        let finding = findings.iter().find(|finding| finding.code() == "hook-stale").expect("a finding");
        assert_eq!(finding.place.to_string(), format!("hook {number}"));
        assert_eq!(stale.site(finding), Some(Site::Point(point)));
    }
}

#[test]
fn a_part_beside_the_map_is_refused() {
    let scene = picture(&sample("room.wok"), &PictureOptions::default());
    let crop = |crop: [f32; 4]| scene.to_svg(&PageOptions::default().with_crop(Some(crop))).map(drop);
    assert_eq!(crop([-5.0, -5.0, 0.5, 0.5]), Ok(()), "a corner of it");
    assert_eq!(crop([1.0, 1.0, 2.0, 2.0]), Ok(()));
    let beside = Err(PageError::CropBesideScene { low: [0.0; 2], high: [6.0; 2] });
    assert_eq!((crop([7.0, 1.0, 9.0, 2.0]), crop([1.0, -3.0, 2.0, -1.0])), (beside.clone(), beside));
    let empty = Picture::new("nothing");
    assert!(empty.to_svg(&PageOptions::default().with_crop(Some([0.0, 0.0, 1.0, 1.0]))).is_ok());
}

#[test]
fn an_area_has_rooms_objects_and_findings() {
    let floor = |x: f32| {
        let corners = [[x, 0.0, 0.0], [x + 4.0, 0.0, 0.0], [x + 4.0, 4.0, 0.0], [x, 4.0, 0.0]];
        let faces = [[0, 1, 2], [0, 2, 3]].map(|face| (face.map(|corner: usize| corners[corner]), MaterialId(4)));
        Walkmesh::from_triangles(Kind::Wok, faces).expect("a room")
    };
    let mut layout = Layout::new();
    for name in ["west", "east"] {
        layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).expect("a room");
    }
    let mut area = Area::new(layout);
    area.insert(RoomId(0), floor(0.0)).expect("a room");
    area.insert(RoomId(1), floor(4.0)).expect("a room");
    let findings = area.check(&CheckOptions::default());
    let (layer, notes) = Level::from(area.clone()).findings_layer(&findings, Severity::Warning);
    assert!(layer.groups.iter().any(|group| group.title.contains("transition-missing")), "{layer:?}");
    assert_eq!(notes.iter().filter(|note| note.contains("no place")).count(), 0);
    // Each finding has a site in the plan view, where the map draws it.
    assert!(findings.iter().all(|finding| area.site(finding).is_some()), "{findings}");
    area.link().expect("linked");
    let chest = sample("chest.pwk").kotor().walkmesh.expect("a placeable").clone();
    let objects = [("chest.pwk".to_owned(), PlacedObject::new(chest, [2.0, 2.0, 0.0], 0.5))];
    let mut scene = area.to_picture("two rooms", ColorBy::Part, &objects);
    assert_has(&scene, &["surface-0", "borders-transitions", "objects-bodies", "objects-walls", "objects-use"]);
    assert_eq!(scene.layer("rooms").expect("names").labels.len(), 2);
    scene.layers.push(layer);
    assert!(ids(&scene).iter().any(|id| id.starts_with("findings-transition-missing")));
}

#[test]
fn an_area_of_nwn2_has_tiles_exits_cutters_and_sight() {
    let baked = sample("yard.trx");
    let mut options = PictureOptions::default();
    options.exits = true;
    options.sight_from = Some(walkable(&baked));
    let scene = picture(&baked, &options);
    let wanted = ["borders-borders", "tiles-tiles", "exits-exits", "exits-centers", "sight-seen", "sight-eye"];
    assert_has(&scene, &wanted);
    let [trn, git] = ["town.trn", "town.git"].map(bytes);
    let git = nwn2::Git::from_bytes(&git).expect("objects");
    let with_git = OpenOptions::default().with_objects(Arc::new(git));
    let town = Level::from_bytes(&trn, &with_git).expect("an area");
    assert_has(&picture(&town, &PictureOptions::default()), &["cutters-cutters"]);
    for color in COLORS {
        options.color = color;
        assert!(ids(&picture(&baked, &options)).iter().any(|id| id.starts_with("surface-")), "{color:?}");
    }
    let area = baked.nwn2().walkmesh.expect("an area").expect("a walkmesh");
    // A triangle that faces down is found, and drawn where it is.
    let mut raw = area.as_raw().clone();
    let mut rows = raw.triangles.rows().into_owned();
    rows[3].vertices.swap(1, 2);
    raw.triangles.set_rows(rows);
    let damaged = nwn2::Walkmesh::from_raw(raw);
    let findings = damaged.check(&CheckOptions::all());
    let on_it = findings.iter().find(|finding| finding.place.to_string() == "triangle 3").expect("a finding");
    assert!(damaged.site(on_it).is_some(), "{findings}");
    assert_eq!(sample("yard.trn").to_picture("", &options), Err(PictureError::NoSight(walkable(&baked))));
}

#[test]
fn the_hooks_of_a_layout_are_marked_and_named() {
    let hook = " doorhookcount 1\n  hall door_01 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\n";
    let text = format!("beginlayout\n roomcount 1\n  hall 0 0 0\n{hook}donelayout\n");
    let mut area = Area::new(Layout::from_bytes(text.as_bytes()).expect("a layout"));
    area.insert(RoomId(0), sample("room.wok").kotor().walkmesh.expect("a room").clone()).expect("a room");
    let scene = area.to_picture("a hall", ColorBy::Walkable, &[]);
    assert_has(&scene, &["door-hooks-hooks"]);
    let labels = &scene.layer("door-hooks").expect("hooks").labels;
    assert_eq!(labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(), ["door_01"]);
}

/// A triangle that creatures walk on.
fn walkable(file: &Level) -> u32 {
    let area = file.nwn2().walkmesh.expect("an area").expect("a walkmesh");
    area.triangles().find(nwn2::Triangle::is_walkable).expect("a floor").id().0
}

#[test]
fn a_dungeon_has_cells_links_doors_and_floors() {
    let tables = picture(&sample("ainavdata_32769.dat"), &PictureOptions::default());
    assert_has(&tables, &["cells-joins", "cells-cells", "doors-doors", "doors-links"]);
    assert!(tables.layer("blocks").is_some_and(|layer| layer.labels.len() == 2));
    let floor = picture(&sample("court.bms"), &PictureOptions::default());
    assert_has(&floor, &["surface-00", "outlines-outlines", "doors-doors"]);
    assert_eq!(floor.axes[1], "z");
}

#[test]
fn options_of_other_games_and_files_without_faces_are_refused() {
    let mut options = PictureOptions::default();
    options.exits = true;
    let refused = sample("room.wok").to_picture("", &options).map_err(|error| error.to_string());
    assert_eq!(refused, Err("a table of exits is in NWN2 areas only, and this is a KotOR walkmesh".into()));
    let refused = sample("manor.lyt").to_picture("", &PictureOptions::default());
    assert!(matches!(refused, Err(PictureError::Unsupported(_))));
}

#[test]
fn a_difference_shows_what_was_added_removed_and_repainted() {
    let old = sample("room.wok");
    let mut room = old.kotor().walkmesh.expect("a room").clone();
    room.set_material(walkmesh::kotor::FaceId(0), MaterialId(7)).expect("a face");
    let [before, after] = [old, Level::from(room)].map(|level| level.to_scene().expect("triangles").scene);
    let mut smaller = after.clone();
    smaller.nodes[0].set.triangles.pop();
    let (scene, report) = difference_picture("old → new", &before, &smaller).expect("a match");
    assert_eq!((report.repainted.len(), report.removed.len()), (1, 1));
    assert_has(&scene, &["difference-kept", "difference-repainted", "difference-removed"]);
    let (scene, _) = difference_picture("new → old", &smaller, &before).expect("a match");
    assert_has(&scene, &["difference-added"]);
}

#[test]
fn names_from_files_cannot_break_an_svg() {
    let mut layer = Layer::new("a\"b", "<title>");
    layer.push(Group::new("&", "a\u{0}b\u{1b}", Paint::filled(Ink::Exit), Shapes::Marks(Symbol::Disc, vec![[0.0; 2]])));
    layer.label("</svg>\u{ffff}", [0.0; 2], 1);
    let mut scene = Picture::new("<&\">");
    scene.layers.push(layer);
    let svg = scene.to_svg(&PageOptions::default()).expect("a page");
    assert_eq!(svg.matches("</svg>").count(), 1);
    assert!(svg.contains("&lt;&amp;&quot;&gt;") && !svg.contains('\u{1b}') && !svg.contains('\u{ffff}'));
}

#[test]
fn coordinates_without_sense_are_not_drawn() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 0.0, 1.0];
    let mut triangles = Vec::new();
    for (at, a) in bad.into_iter().enumerate() {
        for b in bad {
            triangles.push([[a, b], [b, bad[(at + 1) % bad.len()]], [1.0, a]]);
        }
    }
    let mut layer = Layer::new("bad", "Bad");
    layer.push(Group::new("all", "all", Paint::filled(Ink::Error), Shapes::Triangles(triangles)));
    let mut scene = Picture::new("bad");
    scene.layers.push(layer);
    for crop in [None, Some([0.0, 0.0, 1.0, 1.0]), Some([-1e38, -1e38, 1e38, 1e38])] {
        let options = PageOptions::default().with_crop(crop);
        assert!(!scene.to_svg(&options).expect("a page").contains("NaN"));
        assert!(scene.to_png(&options.with_size(Some([300, 200]))).is_ok());
    }
    assert!(Picture::new("empty").to_svg(&PageOptions::default()).is_ok());
}

#[test]
fn pages_that_cannot_be_are_refused() {
    let scene = Picture::new("empty");
    let page = PageOptions::default();
    for size in [[0, 0], [199, 200], [200, 8193], [u32::MAX, 300]] {
        assert_eq!(scene.to_svg(&page.with_size(Some(size))), Err(PageError::SizeOutOfRange), "{size:?}");
    }
    for crop in [[0.0, 0.0, 0.0, 1.0], [f32::NAN, 0.0, 1.0, 1.0], [0.0, 0.0, f32::INFINITY, 1.0]] {
        assert_eq!(scene.to_svg(&page.with_crop(Some(crop))), Err(PageError::CropWithoutArea));
    }
    assert!(scene.to_svg(&page.with_size(Some([200, 200])).with_crop(Some([5.0, 5.0, -5.0, -5.0]))).is_ok());
}

#[test]
fn light_and_dark_differ_in_colours_only() {
    let scene = picture(&sample("room.wok"), &PictureOptions::default());
    let without_colors = |theme| {
        let svg = scene.to_svg(&PageOptions::default().with_theme(theme)).expect("a page");
        svg.split('#').map(|part| part.get(6..).unwrap_or(part).to_owned()).collect::<Vec<_>>().concat()
    };
    assert_eq!(without_colors(Theme::Light), without_colors(Theme::Dark));
}

#[test]
fn a_path_has_its_points_in_the_plan_of_the_game() {
    let navigator = sample("room.wok").into_navigator().expect("a navigator");
    let path = navigator.path([1.0, 1.0], [5.0, 5.0]).expect("a path");
    assert_eq!((path.plan(Up::Z)[0], path.plan(Up::Y)[0]), ([1.0, 1.0], [1.0, 0.0]));
}

/// The colours of both pages, as the script of `walkmesh view` has them.
fn palette() -> String {
    let list = |theme: Theme, inks: Vec<Ink>| {
        let colors: Vec<String> =
            inks.into_iter().map(|ink| format!("{:?}", theme.color(ink)).replace(' ', "")).collect();
        format!("[{}]", colors.join(","))
    };
    let one = |theme: Theme, ink: Ink| format!("{:?}", theme.color(ink)).replace(' ', "");
    let page = |theme: Theme| {
        let named = [
            ("page", Ink::Page),
            ("border", Ink::Border),
            ("exit", Ink::Exit),
            ("object", Ink::Object),
            ("path", Ink::Path),
            ("grid", Ink::Grid),
            ("text", Ink::Text),
            ("error", Ink::Error),
            ("warning", Ink::Warning),
            ("info", Ink::Info),
            ("added", Ink::Added),
            ("removed", Ink::Removed),
            ("repainted", Ink::Repainted),
        ];
        let named: Vec<String> = named.map(|(name, ink)| format!("{name}: {}", one(theme, ink))).into();
        format!(
            "  category: {},\n  muted: {},\n  ramp: {},\n  {}",
            list(theme, (0..24).map(Ink::Category).collect()),
            list(theme, (0..4).map(Ink::Muted).collect()),
            list(theme, (0..16).map(|step| Ink::Ramp(step * 17)).collect()),
            named.join(", ")
        )
    };
    format!(
        "// Written by a test of the library (`tests/library/picture.rs`) from its own colours.\nexport const PALETTE = {{\n  light: {{\n{}\n  }},\n  dark: \
         {{\n{}\n  }},\n}};\n",
        page(Theme::Light),
        page(Theme::Dark)
    )
}

/// `WALKMESH_WRITE_PALETTE=1 cargo test --workspace --test library palette` writes it again.
#[test]
fn the_page_has_the_palette_of_the_pictures() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/wasm/page/src/palette.ts");
    if std::env::var_os("WALKMESH_WRITE_PALETTE").is_some() {
        std::fs::write(path, palette()).expect("the palette can be written");
    }
    let kept = std::fs::read_to_string(path).expect("the palette of the page");
    assert!(kept == palette(), "{path} is not what the library has: write it again with WALKMESH_WRITE_PALETTE=1");
}

/// A row of squares of 1 m at these heights.
fn floor_at(heights: &[f32]) -> Surface {
    let mut surface = Surface::new(Up::Z, "m");
    for (at, z) in heights.iter().enumerate() {
        let x = at as f32;
        let points = [[x, 0.0, *z], [x + 1.0, 0.0, *z], [x, 1.0, *z]];
        surface.triangles.push(SurfaceTriangle { points, ..SurfaceTriangle::default() });
    }
    surface
}

#[test]
fn a_level_floor_has_one_colour_although_its_heights_are_rounded() {
    let groups = |heights: &[f32]| {
        let layer = floor_at(heights).layer(ColorBy::Height);
        layer.groups.iter().map(|group| (group.title.clone(), group.shapes.len())).collect::<Vec<_>>()
    };
    assert_eq!(groups(&[-1e-8, 0.0, 2e-8]), [("0 to 1 m".to_owned(), 3)]);
    assert_eq!(groups(&[-1e-6, 0.0, 1e-6, 4.0]), [("0 to 1 m".to_owned(), 3), ("4 to 5 m".to_owned(), 1)]);
}

#[test]
fn the_worst_findings_lie_on_top_with_a_halo_and_come_first_in_the_legend() {
    let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let sliver = [[9.0, 0.0, 0.0], [13.0, 0.0, 0.0], [11.0, 1e-6, 0.0]];
    let triangles = [triangle, triangle, sliver].map(|triangle| (triangle, MaterialId(4)));
    let room = Walkmesh::from_triangles(Kind::Wok, triangles).expect("a room");
    let findings = room.check(&CheckOptions::default());
    let (layer, _) = findings_layer(&findings, Severity::Info, |finding| room.site(finding));
    let listed: Vec<Severity> = findings.rules().map(|rule| rule.severity).collect();
    assert!(listed.contains(&Severity::Warning) && listed.contains(&Severity::Info), "{listed:?}");
    let in_legend: Vec<&str> =
        layer.groups.iter().filter(|group| group.is_in_legend).map(|it| it.id.as_str()).collect();
    assert!(in_legend.first().is_some_and(|id| !id.ends_with("info")), "{in_legend:?}");
    assert!(in_legend.last().is_some_and(|id| id.ends_with("info")), "{in_legend:?}");

    let mut scene = room.to_picture("", ColorBy::Material);
    scene.layers.push(layer.clone());
    let svg = scene.to_svg(&PageOptions::default()).expect("a page");
    let place = |id: &str| svg.find(&format!("id=\"findings-{id}\"")).unwrap_or_else(|| panic!("{id}"));
    for id in &in_legend {
        assert!(place(&format!("{id}-halo")) < place(id), "the halo of {id} lies on it");
    }
    assert!(in_legend.windows(2).all(|ids| place(ids[0]) > place(ids[1])), "what is drawn last is on top");
}

#[test]
fn a_floor_whose_part_is_not_known_is_not_said_to_be_blocked() {
    let mut surface = floor_at(&[0.0, 0.0, 0.0]);
    surface.classes = vec![Class { number: 1, walkable: true, ..Class::default() }, Class::default()];
    surface.triangles[0].class = 1;
    (surface.triangles[1].class, surface.triangles[1].part) = (1, Some(7));
    let layer = surface.layer(ColorBy::Part);
    let groups: Vec<(&str, usize)> =
        layer.groups.iter().map(|group| (group.title.as_str(), group.shapes.len())).collect();
    assert_eq!(groups, [("not walkable", 1), ("part not known", 1), ("part 7: 1 triangle", 1)]);
}

/// A program's 3D view has the colours and the legend of the picture.
#[test]
fn a_view_is_coloured_like_the_picture() {
    for name in ["room.wok", "yard.trx", "court.bms"] {
        let level = sample(name);
        let view = level.view();
        let parts = level.navigator().map(|navigator| navigator.connected_parts(&view));
        for color in COLORS.into_iter().filter(|color| *color != ColorBy::Part || parts.is_ok()) {
            let coloring = view.coloring(color, parts.as_deref().unwrap_or_default());
            let count = |group: u32| coloring.group_of.iter().filter(|it| **it == Some(group)).count();
            let shown = (0..).zip(&coloring.groups).map(|(at, group)| (group.title.clone(), group.ink, count(at)));
            let mut options = PictureOptions::default();
            options.color = color;
            let scene = picture(&level, &options);
            let drawn =
                scene.layer("surface").expect("a surface").groups.iter().filter_map(|group| match &group.shapes {
                    Shapes::Triangles(triangles) => Some((group.title.clone(), group.paint.fill?, triangles.len())),
                    _ => None,
                });
            let [shown, drawn]: [Vec<_>; 2] = [
                shown.filter(|(_, _, count)| *count > 0).collect(),
                drawn.filter(|(_, _, count)| *count > 0).collect(),
            ];
            assert_eq!(shown, drawn, "{name}, {color:?}");
            assert!(!shown.is_empty(), "{name}, {color:?}");
        }
    }
}
