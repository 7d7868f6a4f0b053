//! The report of a carving in a few short lines: lost floor first, then placeables that were not cut out.

use std::collections::BTreeMap;
use std::fmt;

use crate::nwn2::{AreTile, Crowding, CutterNote, EmptiedTile, FloorLoss, FootprintSource, GitObject, TriangleId};
use walkmesh_mesh::counted::{are, counted};

use super::carving::{Carving, CutterSource};

/// Maximum length of a line, in characters. Indented by two, it fits a terminal of 120 columns.
const MAX_CHARS: usize = 118;

/// Maximum number of lines, unless many rare things happened in one area.
const MAX_LINES: usize = 12;

/// Placeables of one appearance that are not cut out.
struct Uncut<'c> {
    /// The tag of the first one, which the toolset takes from its template.
    tag: &'c str,
    row: Option<u32>,
    places: Vec<[f32; 3]>,
}

impl Carving {
    /// The carving as text: lost floor and missing objects, then other differences from the file or from the toolset, and counts. Lists end
    /// at the edge of a line and count the rest.
    pub(in crate::level) fn sentences(&self) -> Vec<String> {
        let (mut lines, rest) = (self.tiles(), self.remarks());
        lines.extend(self.losses());
        lines.extend(self.uncut(MAX_LINES.saturating_sub(lines.len() + rest.len())));
        lines.extend(rest);
        lines
    }

    /// The tiles of the ARE that the TRN lacks.
    fn tiles(&self) -> Vec<String> {
        let tile = |tile: &AreTile| format!("{} (row {})", place(&tile.position), tile.key.appearance);
        let count = |tiles: &[AreTile]| counted(tiles.len(), "tile");
        let (filled, left) = (&self.filled_tiles, &self.missing_tiles);
        let lists = [
            (format!("the TRN lacks {} of its ARE, which got the floor of other areas", count(filled)), filled),
            (format!("the TRN and the areas here have no floor for {} of its ARE", count(left)), left),
        ];
        lists.into_iter().filter_map(|(heading, tiles)| list(heading, tiles.iter().map(tile).collect())).collect()
    }

    /// The floor that the toolset's own rules lose, or leave inside cutters, with the places to mend.
    fn losses(&self) -> Vec<String> {
        let report = &self.report;
        let sum = |area: fn(&FloorLoss) -> f64| report.losses.iter().map(area).sum::<f64>();
        let (beside, inside) = (sum(|loss| loss.lost), sum(|loss| loss.left_inside));
        let emptied: f64 = report.emptied.iter().map(|tile| tile.lost).sum();
        let areas = [(emptied, "in emptied tiles"), (beside, "beside cutters")];
        let parts: Vec<String> = areas.iter().filter(|(area, _)| *area > 0.0).map(of_area).collect();
        let lost = format!("{:.2} m² of floor are lost by the toolset's own rules", self.lost_floor());
        let left = format!("{inside:.2} m² of floor are left inside cutters by the toolset's own rules");
        let tile = |tile: &EmptiedTile| {
            let guess = if self.is_uncertain(tile) { ", uncertain" } else { "" };
            format!("{}, {:.1} m²{guess}", of_tile(&tile.crowding), tile.lost)
        };
        let mut losses: Vec<&FloorLoss> = report.losses.iter().collect();
        losses.sort_by(|a, b| (b.lost + b.left_inside).total_cmp(&(a.lost + a.left_inside)));
        [
            list(lost, parts),
            (inside > 0.0).then_some(left),
            list("emptied for more than 127 walkable triangles", report.emptied.iter().map(tile).collect()),
            list("move these corners", losses.into_iter().map(|loss| self.corner(loss)).collect()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The corner that causes a loss, and the cutter that it belongs to.
    fn corner(&self, loss: &FloorLoss) -> String {
        let FloorLoss { cutter, at, lost, left_inside, .. } = loss;
        let of =
            cutter.and_then(|cutter| self.cutters.get(cutter)).map_or(String::new(), |it| format!(" of {}", name(it)));
        format!("{}{of}, {:.2} m²", place(at), lost + left_inside)
    }

    /// The placeables that were not cut out, by appearance, in at most `lines` lines, but at least two.
    fn uncut(&self, lines: usize) -> Vec<String> {
        let mut of_rows = BTreeMap::<Option<u32>, Uncut<'_>>::new();
        for GitObject { appearance: row, tag, position, .. } in &self.without_footprint {
            let uncut = of_rows.entry(*row).or_insert_with(|| Uncut { tag, row: *row, places: Vec::new() });
            uncut.places.push(*position);
        }
        let mut groups: Vec<Uncut<'_>> = of_rows.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.places.len()));
        let count = self.without_footprint.len();
        let heading = format!(
            "{} not cut out ({}), because no footprint is known; creatures walk there",
            are(count, "placeable"),
            counted(groups.len(), "appearance"),
        );
        let own = if groups.len() < lines { groups.len() } else { lines.saturating_sub(2) };
        let (own, others) = groups.split_at(own);
        let of_group = |group: &Uncut<'_>| {
            list(format!("  {group}"), group.places.iter().map(|at| place(at)).collect()).unwrap_or_default()
        };
        let others = list("  others", others.iter().map(ToString::to_string).collect());
        let heading = (count > 0).then_some(heading);
        heading.into_iter().chain(own.iter().map(of_group)).chain(others).collect()
    }

    /// Other differences from the file or from the toolset, numbers close to a limit, and counts.
    fn remarks(&self) -> Vec<String> {
        let report = &self.report;
        let (mut few, mut turned, mut incomplete, mut shared) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for note in &self.notes {
            match note {
                CutterNote::TooFewPoints { trigger, .. } => few.push(format!("trigger {trigger}")),
                CutterNote::Turned { trigger, .. } => turned.push(format!("trigger {trigger}")),
                CutterNote::Incomplete { trigger } => incomplete.push(format!("trigger {trigger}")),
                CutterNote::SharedStructs { .. } => shared.push(note.to_string()),
            }
        }
        let object = |object: &GitObject| format!("{} at {}", object.tag, place(&object.position));
        let skipped = report.skipped.iter().map(|skipped| name(&self.cutters[skipped.cutter]));
        let meshes = report.skipped_meshes.iter().filter_map(|mesh| self.walk_meshes.get(*mesh)).map(object);
        let lists = [
            list("walkmesh cutters with fewer than 3 points cut nothing", few),
            list("the rotation of walkmesh cutters was ignored", turned),
            list("walkmesh cutters without complete coordinates were left out", incomplete),
            list("cutters with unusable coordinates were left out", skipped.collect()),
            list("walk meshes with unusable coordinates were left out", meshes.collect()),
            list(
                "patches that cross or touch themselves were left out",
                self.untriangulated.iter().map(object).collect(),
            ),
            left_out(&report.upright, "stand upright or have no area"),
            left_out(&report.outside, "reach out of the grid of tiles"),
            list(
                "cutters inside one triangle, cut by a rule of our own",
                report.bridged.iter().map(|part| place(&part.at)).collect(),
            ),
            list("close to 127 walkable triangles, the maximum", report.crowded.iter().map(of_tile).collect()),
        ];
        let slivers = report.lost_slivers;
        let slivers =
            (slivers > 0).then(|| format!("lost, because they have less than 1 cm²: {}", counted(slivers, "part")));
        shared.into_iter().chain(lists.into_iter().flatten()).chain(slivers).chain(self.counts()).collect()
    }

    /// The numbers of cut-out objects, and of changes to the triangles.
    fn counts(&self) -> Vec<String> {
        let changes = format!(
            "{} cut, {} welded, {} dropped for lack of area",
            counted(self.report.cut.len(), "triangle"),
            counted(self.report.welded, "corner"),
            counted(self.report.collapsed, "triangle"),
        );
        if !self.had_objects {
            let why =
                "nothing is cut out, because the objects of the area (its GIT) are not known; creatures walk there";
            return vec![why.to_owned()];
        }
        let is_drawn = |cutter: &&CutterSource| matches!(cutter, CutterSource::WalkmeshCutter { .. });
        let drawn = counted(self.cutters.iter().filter(is_drawn).count(), "walkmesh cutter");
        let mut sources = BTreeMap::<FootprintSource, usize>::new();
        self.footprints.iter().for_each(|object| *sources.entry(object.source).or_default() += 1);
        let sources: Vec<String> = sources.iter().map(|(source, count)| format!("{count} from {source}")).collect();
        let placeables = match self.footprints.len() {
            0 => String::new(),
            count => format!(" and {} ({})", counted(count, "placeable"), sources.join(", ")),
        };
        let taken = match self.taken_corners {
            0 => String::new(),
            count => format!("; {} from the earlier TRX", counted(count, "corner")),
        };
        vec![format!("cut out: {drawn}{placeables}{taken}"), changes]
    }
}

impl fmt::Display for Uncut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tag, row, places } = self;
        match row {
            Some(row) => write!(f, "{tag} (row {row})")?,
            None => write!(f, "{tag} (no appearance)")?,
        }
        if places.len() > 1 { write!(f, " x{}", places.len()) } else { Ok(()) }
    }
}

/// A short name of a cutter.
fn name(cutter: &CutterSource) -> String {
    match cutter {
        CutterSource::WalkmeshCutter { trigger, .. } => format!("trigger {trigger}"),
        CutterSource::Placeable { tag, .. } => tag.clone(),
    }
}

fn of_area((area, of): &(f64, &str)) -> String {
    format!("{area:.2} m² {of}")
}

fn of_tile(Crowding { tile, origin, .. }: &Crowding) -> String {
    let [column, row] = tile.coordinates;
    format!("tile ({column}, {row}) at {} with {}", place(origin), tile.walkable)
}

/// A place in the plan view, to a centimetre.
fn place(at: &[f32]) -> String {
    format!("({:.2}, {:.2})", at[0], at[1])
}

/// The triangles that were left out, with the reason.
fn left_out(triangles: &[TriangleId], reason: &str) -> Option<String> {
    list(format!("triangles that {reason} were left out"), triangles.iter().map(ToString::to_string).collect())
}

/// A line with a heading, the items that fit, and the number of the others. `None` without items.
fn list(heading: impl fmt::Display, items: Vec<String>) -> Option<String> {
    let (first, others) = items.split_first()?;
    let mut line = format!("{heading}: {first}");
    for (number, item) in others.iter().enumerate() {
        let left = others.len() - number;
        let more = format!("; and {left} more");
        // After the last item, no count of omitted items is needed.
        let room = if left == 1 { 0 } else { more.len() };
        if line.chars().count() + "; ".len() + item.chars().count() + room > MAX_CHARS {
            return Some(line + &more);
        }
        line.extend(["; ", item]);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_ends_at_the_edge_of_a_line_and_counts_the_rest() {
        let items = |count: usize| (0..count).map(|item| format!("item {item}")).collect::<Vec<_>>();
        assert_eq!(list("none", items(0)), None);
        assert_eq!(list("two", items(2)).unwrap(), "two: item 0; item 1");
        for count in 1..300 {
            let line = list("many", items(count)).unwrap();
            let named = line.matches("item").count();
            let counted = if named == count { String::new() } else { format!("; and {} more", count - named) };
            assert!(line.ends_with(&counted) && line.chars().count() <= MAX_CHARS, "{line}");
            assert!(named == count || named > 9, "{line}");
        }
    }

    #[test]
    fn placeables_that_are_not_cut_out_are_grouped_by_appearance() {
        let slab = |row: u32, at: f32| GitObject::sample(row, [at, 2.0, 0.0]);
        let mut carving = Carving { had_objects: true, ..Carving::default() };
        carving.without_footprint = vec![slab(7, 1.0), slab(1490, 3.0), slab(1490, 4.126), slab(8, 5.0)];
        let heading =
            "4 placeables are not cut out (3 appearances), because no footprint is known; creatures walk there";
        let own = ["  SAMPLE (row 1490) x2: (3.00, 2.00); (4.13, 2.00)", "  SAMPLE (row 7): (1.00, 2.00)"];
        assert_eq!(carving.uncut(4), [heading, own[0], own[1], "  SAMPLE (row 8): (5.00, 2.00)"]);
        assert_eq!(carving.uncut(3), [heading, own[0], "  others: SAMPLE (row 7); SAMPLE (row 8)"]);
        assert_eq!(carving.uncut(0).len(), 2);
        assert_eq!(Carving::default().uncut(9), [""; 0]);
    }
}
