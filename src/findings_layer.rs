//! The findings of a check, at their places on the map.

use crate::exchange::Up;
use crate::finding::{Finding, Findings, Place, RuleFindings, Severity, Shape};
use crate::picture::{Group, Ink, Layer, Paint, Paths, Shapes, Symbol};
use walkmesh_mesh::counted::{are, counted};

/// The site of a finding in the plan view.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Site {
    /// A triangle.
    Triangle([[f32; 2]; 3]),
    /// A line, such as an edge.
    Line([[f32; 2]; 2]),
    /// The border of a larger part, such as a tile.
    Border(Vec<[f32; 2]>),
    /// A point.
    Point([f32; 2]),
}

impl Site {
    /// The plan view of a place in space.
    #[must_use]
    pub fn new(located: &Shape, up: Up) -> Self {
        let plan = |point: &[f32; 3]| up.plan(*point);
        match located {
            Shape::Point(point) => Self::Point(plan(point)),
            Shape::Edge(ends) => Self::Line(ends.each_ref().map(plan)),
            Shape::Face(corners) => Self::Triangle(corners.each_ref().map(plan)),
            Shape::Polygon(corners) => Self::Border(corners.iter().map(plan).collect()),
            Shape::Box(ends) => {
                let [[x0, y0], [x1, y1]] = ends.each_ref().map(plan);
                Self::Border(vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
            }
        }
    }

    /// The site of a finding in the plan view: its spot, or else the place that `locate` finds.
    pub fn of_finding(finding: &Finding, up: Up, locate: impl FnOnce(&Place) -> Option<Shape>) -> Option<Self> {
        let located = finding.spot.map(|spot| Shape::Point(spot.point)).or_else(|| locate(&finding.place))?;
        Some(Self::new(&located, up))
    }
}

/// Maximum number of findings per rule that are labelled with the rule's number. The others show only its colour.
const LABELLED: usize = 30;

/// The findings of a severity and worse as a layer: a group for each rule, whose number is in the legend and on the map.
/// `locate` returns the site of a finding. The second value is sentences about findings that are not on the map.
///
/// ```
/// use walkmesh::finding::{CheckOptions, Severity};
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
/// use walkmesh::picture::findings_layer;
///
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4)), (triangle, MaterialId(4))])?;
/// let findings = room.check(&CheckOptions::default().without_flaws());
/// let (layer, notes) = findings_layer(&findings, Severity::Warning, |finding| room.site(finding));
/// assert!(layer.groups.iter().any(|group| group.title.contains("face-duplicate")) && notes.is_empty());
/// # Ok::<(), walkmesh::kotor::EditError>(())
/// ```
#[must_use]
pub fn findings_layer(
    findings: &Findings,
    least: Severity,
    locate: impl Fn(&Finding) -> Option<Site>,
) -> (Layer, Vec<String>) {
    // The worst rules come first, and must not be covered by milder ones.
    let mut layer = Layer { is_framed: false, is_first_on_top: true, ..Layer::new("findings", "Findings") };
    let mut notes = Vec::new();
    let mut hidden = 0;
    for (number, rule) in (1_usize..).zip(findings.rules().filter(|rule| rule.severity >= least)) {
        let sites: Vec<Site> = rule.listed.iter().filter_map(&locate).collect();
        if sites.is_empty() {
            let findings = counted(rule.count, "finding");
            notes.push(format!("{} ({findings}, {}) has no place on the map.", rule.code(), rule.severity));
            continue;
        }
        hidden += rule.count - sites.len();
        add_rule(&mut layer, number, rule, &sites);
    }
    if hidden > 0 {
        notes.push(format!("{} not on the map.", are(hidden, "more finding")));
    }
    let milder: usize = findings.rules().filter(|rule| rule.severity < least).map(|rule| rule.count).sum();
    if milder > 0 {
        notes.push(format!("{} left out.", are(milder, "milder finding")));
    }
    if findings.rules().all(|rule| rule.severity < least) {
        notes.insert(0, "The check found nothing to show.".into());
    }
    (layer, notes)
}

fn add_rule(layer: &mut Layer, number: usize, rule: &RuleFindings, sites: &[Site]) {
    let ink = match rule.severity {
        Severity::Info => Ink::Info,
        Severity::Warning => Ink::Warning,
        Severity::Error | Severity::Fatal => Ink::Error,
    };
    let (mut triangles, mut lines, mut borders, mut points) =
        (Vec::new(), Paths::default(), Paths::default(), Vec::new());
    for site in sites {
        match site {
            Site::Triangle(triangle) => triangles.push(*triangle),
            Site::Line(line) => lines.push(*line),
            Site::Border(border) => borders.push(border.iter().copied()),
            Site::Point(_) => {}
        }
        points.push(middle(site));
    }
    for (at, point) in points.iter().take(LABELLED).enumerate() {
        // The first finding of each rule is drawn over all others.
        let priority = rule.severity as u8 * 2 + if at == 0 { 20 } else { 10 };
        layer.label(format!("{number}"), *point, priority);
    }
    let filled = Paint::filled(ink).with_opacity(55).with_border(ink, 120);
    let title = format!("{number}: {} ({})", rule.code(), rule.count);
    let id = format!("{}-{}", rule.code(), rule.severity);
    let mut push = |what: &str, paint, shapes| {
        let group = Group::new(format!("{id}{what}"), title.clone(), paint, shapes);
        layer.push(if what.is_empty() { group } else { group.without_legend() });
    };
    // The first rule is on top. A halo in the colour of the page separates rings and edges from floors of a similar
    // colour.
    push("", Paint::line(ink, 200), Shapes::Marks(Symbol::Ring, points.clone()));
    push("-halo", Paint::line(Ink::Page, 480), Shapes::Marks(Symbol::Ring, points));
    push("-edges", Paint::line(ink, 400), Shapes::Lines(lines.clone()));
    push("-edges-halo", Paint::line(Ink::Page, 700), Shapes::Lines(lines));
    push("-faces", filled, Shapes::Triangles(triangles));
    push("-borders", Paint::line(ink, 250).dashed(), Shapes::Polygons(borders));
}

/// A point in the middle of a site.
fn middle(site: &Site) -> [f32; 2] {
    let of = |points: &[[f32; 2]]| {
        [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / points.len().max(1) as f32)
    };
    match site {
        Site::Triangle(points) => of(points),
        Site::Line(points) => of(points),
        Site::Border(points) => of(points),
        Site::Point(point) => *point,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_space_is_seen_from_above_in_the_axes_of_its_game() {
        let [a, b, c] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
        let of = |located: Shape| [Up::Z, Up::Y].map(|up| Site::new(&located, up));
        assert_eq!(of(Shape::Point(a)), [Site::Point([1.0, 2.0]), Site::Point([1.0, 3.0])]);
        assert_eq!(of(Shape::Edge([a, b]))[1], Site::Line([[1.0, 3.0], [4.0, 6.0]]));
        assert_eq!(of(Shape::Face([a, b, c]))[0], Site::Triangle([[1.0, 2.0], [4.0, 5.0], [7.0, 8.0]]));
        assert_eq!(of(Shape::Polygon(vec![a, c]))[0], Site::Border(vec![[1.0, 2.0], [7.0, 8.0]]));
        let border = [[1.0, 3.0], [4.0, 3.0], [4.0, 6.0], [1.0, 6.0]];
        assert_eq!(of(Shape::Box([a, b]))[1], Site::Border(border.into()));
    }
}
