//! The queries of a [`NavMesh`] for walkers with a size.

use std::sync::{Arc, Mutex, PoisonError};

use super::NavMesh;
use super::inset::{Inset, InsetError, WalkerPathError};
use crate::mesh::overview::Overview;
use crate::mesh::path::{Path, PathScratch};
use crate::mesh::position::Position;
use crate::mesh::walker::WalkerSize;

/// Number of floors that are kept. A caller that alternates between more sizes pays for each again.
const KEPT: usize = 8;

/// The floors of the walkers that were requested last.
#[derive(Debug, Default)]
pub struct Insets(Mutex<Vec<(WalkerSize, Arc<Inset>)>>);

impl Clone for Insets {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl NavMesh {
    /// The floor on which the centre of a walker can be. It is made once for each size, and the last eight are kept.
    ///
    /// Walls are moved inwards by the radius, and floor under another floor that is lower than the walker is tall is closed. A
    /// side between two joined faces is not a wall. [`Inset`] describes the accuracy.
    ///
    /// It is not cheap: on generated caves of 1,000 faces it has nine times as many triangles as the mesh, and a path over it took about
    /// 26 times as long as a path of a point (`benches/run walkers`).
    ///
    /// # Errors
    /// [`InsetError`]: a size is not valid, or the radius reaches over too many faces.
    pub fn inset(&self, walker: WalkerSize) -> Result<Arc<Inset>, InsetError> {
        let known =
            |kept: &Vec<(WalkerSize, Arc<Inset>)>| kept.iter().find(|(of, _)| *of == walker).map(|(_, it)| it.clone());
        if let Some(inset) = known(&self.insets.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(inset);
        }
        let made = Arc::new(Inset::new(&self.topology, walker)?);
        let mut kept = self.insets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((walker, made.clone()));
        Ok(made)
    }

    /// The shortest path of a walker's centre, as [`shortest_path`](Self::shortest_path) finds it for a point. A disc with the
    /// radius can walk it; it is at most 0.1 % longer than the shortest path of the disc, or, through a passage hardly wider than
    /// the disc, than the path of a disc 0.1 % larger.
    ///
    /// # Errors
    /// [`WalkerPathError`]: as for [`shortest_path`](Self::shortest_path), or the walker does not fit at the start or the goal.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::{NavMesh, Position, WalkerPathError, WalkerSize};
    ///
    /// // Three squares around the inner corner (4, 4).
    /// let vertices = [[0., 0.], [4., 0.], [8., 0.], [0., 4.], [4., 4.], [8., 4.], [0., 8.], [4., 8.]];
    /// let vertices = vertices.map(|[x, y]| [x, y, 0.]).to_vec();
    /// let faces = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [3, 4, 7], [3, 7, 6]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &faces, |_| true)?;
    /// let [from, to] = [Position::new([7., 3., 0.], 3), Position::new([3., 7., 0.], 4)];
    ///
    /// // Two straight legs of 3 m, and a quarter of a circle around the corner.
    /// let path = mesh.shortest_path_of(WalkerSize::new(1.0), from, to)?;
    /// let exact = 6.0 + std::f64::consts::FRAC_PI_2;
    /// assert!(exact < path.length && path.length < 1.001 * exact);
    ///
    /// let error = mesh.shortest_path_of(WalkerSize::new(1.5), from, to).unwrap_err();
    /// assert!(matches!(error, WalkerPathError::StartTooNear(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shortest_path_of(&self, walker: WalkerSize, from: Position, to: Position) -> Result<Path, WalkerPathError> {
        self.shortest_path_of_with(&mut PathScratch::new(), walker, from, to)
    }

    /// Like [`shortest_path_of`](Self::shortest_path_of), with the caller's scratch memory.
    ///
    /// # Errors
    /// The errors of [`shortest_path_of`](Self::shortest_path_of).
    pub fn shortest_path_of_with(
        &self,
        scratch: &mut PathScratch,
        walker: WalkerSize,
        from: Position,
        to: Position,
    ) -> Result<Path, WalkerPathError> {
        if walker == WalkerSize::default() {
            return Ok(self.shortest_path_with(scratch, from, to)?);
        }
        self.inset(walker)?.shortest_path(&self.topology, scratch, [from, to])
    }

    /// The overview of a walker's floor, and its connected part that contains a goal. Triangles of the [`Inset`] are counted.
    ///
    /// # Errors
    /// [`WalkerPathError`]: the goal is not a position on the mesh, or the walker does not fit there.
    pub fn overview_of(&self, walker: WalkerSize, goal: Position) -> Result<(Overview, u32), WalkerPathError> {
        self.inset(walker)?.overview(&self.topology, goal)
    }
}
