//! The answers for walkers with a size, in any game.

use std::fmt;

use crate::finding::{PartKind, PlacePart};
use crate::mesh::{Overview, PartOverview, Position, TooNear, WalkerPathError};

use super::{At, CutOff, Nearest, NoAnswer, QueryError, Reach, ReachOf};

/// Builds the error for a missing path.
pub(super) fn no_path<F: Copy + fmt::Debug + 'static>(error: WalkerPathError<F>, at: impl Fn(F) -> At) -> QueryError {
    let reason = NoAnswer::because(&error);
    match error {
        WalkerPathError::Inset(error) => error.into(),
        WalkerPathError::StartTooNear(TooNear { nearest, .. })
        | WalkerPathError::GoalTooNear(TooNear { nearest, .. }) => {
            let nearest = nearest.map(|hit| Nearest {
                point: hit.position.point,
                distance: hit.distance,
                at: at(hit.position.face),
            });
            NoAnswer { nearest, ..reason }.into()
        }
        _ => reason.into(),
    }
}

/// The connected parts of a walker's floor from which a part cannot be reached.
pub(super) fn reach<F: Copy>(overview: &Overview<Position<F>>, goal: u32, at: impl Fn(F) -> At) -> Reach {
    let others = (0..).zip(&overview.parts).filter(|(part, _)| *part != goal);
    let cut_off =
        others.map(|(part, of)| cut_off(part, &format!("connected part {part} of the walker's floor"), of, &at));
    Reach { of: ReachOf::ConnectedParts, total: overview.parts.len(), cut_off: cut_off.collect() }
}

/// A connected part from which a location cannot be reached, by its number and its title.
pub(super) fn cut_off<F: Copy>(
    part: u32,
    title: &str,
    PartOverview { faces, area, sample: Position { point, face }, .. }: &PartOverview<Position<F>>,
    at: impl Fn(F) -> At,
) -> CutOff {
    let [x, y, z] = point;
    let area = (area * 1000.0).round() / 1000.0;
    CutOff {
        place: PlacePart::new(PartKind::ConnectedPart, part).into(),
        size: *faces,
        point: Some(point.to_vec()),
        text: format!("{title}, {area} m², such as {x},{y},{z}, {}", at(*face)),
        closed_by: None,
        gap: None,
    }
}
