//! Reads the number of walkable faces from a room's file.

use walkmesh_formats::bwm::{Bwm, Face};

use crate::kotor::adjacency::Sharing;

/// Number of walkable faces according to the file's neighbours. These faces come first.
///
/// `None` if the neighbours prove nothing: there are none, there are more rows than faces, or most of them do not
/// belong to the first faces.
pub(super) fn stored_walkable(raw: &Bwm) -> Option<usize> {
    let rows = &raw.adjacencies;
    let first = raw.faces.get(..rows.len()).filter(|first| !first.is_empty())?;
    let has_corners = |face: &Face| face.vertices.iter().all(|&vertex| (vertex as usize) < raw.vertices.len());
    if !first.iter().all(has_corners) {
        return None;
    }
    let implied = Sharing::new(first, raw.vertices.len()).adjacencies();
    let pairs = || rows.iter().zip(&implied).flat_map(|(stored, implied)| stored.edges.into_iter().zip(implied.edges));
    let joined = pairs().filter(|&(stored, implied)| stored != -1 || implied != -1).count();
    let right = pairs().filter(|&(stored, implied)| stored != -1 && stored == implied).count();
    (2 * right >= joined).then_some(rows.len())
}
