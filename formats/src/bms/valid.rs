//! Valid values of a Silkroad mesh, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Bms, Cell, Edge, Events, Grid, NavMesh, PartOffset, Parts, Tile, Vertex, nav_flags};
use crate::valid::{exactly, float, index, point, some, text};

impl<'a> Arbitrary<'a> for Bms {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let nav_flag = u.int_in_range(0..=7)?;
        let nav_mesh = if u.arbitrary()? { Some(nav_mesh(u, nav_flag)?) } else { None };
        // Without a floor there are no bytes behind it.
        let rest = if nav_mesh.is_some() { some(u, 4, |u| u.arbitrary())? } else { Vec::new() };
        let mut part = || match u.int_in_range(0..=4)? {
            4 if nav_mesh.is_some() => Ok(PartOffset::BehindFloor(u.int_in_range(0..=4)?)),
            at => Ok(PartOffset::FromStart([0, 68, 69, 70, 71][at])),
        };
        let parts = Parts {
            vertices: part()?,
            skin: part()?,
            faces: part()?,
            cloth_vertices: part()?,
            cloth_edges: part()?,
            bounding_box: part()?,
            portals: part()?,
            skinned_nav_mesh: part()?,
            unknown: part()?,
        };
        Ok(Self {
            int0: 0,
            nav_flag,
            sub_prim_count: 1,
            vertex_flag: 0,
            before: some(u, 8, |u| u.arbitrary())?,
            nav_mesh,
            parts,
            rest,
        })
    }
}

fn nav_mesh(u: &mut Unstructured<'_>, nav_flag: u32) -> Result<NavMesh> {
    let event = |u: &mut Unstructured<'_>, flag| if nav_flag & flag != 0 { u.arbitrary().map(Some) } else { Ok(None) };
    let corners = u.int_in_range(1..=8)?;
    let cells = u.int_in_range(1..=6)?;
    let corner = |u: &mut Unstructured<'_>| index(u, corners).map(|corner| corner as u16);
    let edge = |u: &mut Unstructured<'_>, is_inline: bool| {
        Ok(Edge {
            vertices: [corner(u)?, corner(u)?],
            src_cell: index(u, cells)? as u16,
            dst_cell: if is_inline { index(u, cells)? as u16 } else { Edge::NO_CELL },
            flag: u.arbitrary()?,
            event: event(u, nav_flags::EDGE_EVENTS)?,
        })
    };
    let (width, height) = (u.int_in_range(0..=2)?, u.int_in_range(0..=2)?);
    let tile = |u: &mut Unstructured<'_>| Ok(Tile { outline: some(u, 3, |u| u.int_in_range(0..=3))? });
    Ok(NavMesh {
        vertices: exactly(u, corners, |u| Ok(Vertex { position: point(u)?, normal_index: u.arbitrary()? }))?,
        cells: exactly(u, cells, |u| {
            let vertices = [corner(u)?, corner(u)?, corner(u)?];
            Ok(Cell { vertices, flag: 0, event: event(u, nav_flags::CELL_EVENTS)? })
        })?,
        outline: some(u, 4, |u| edge(u, false))?,
        inline: some(u, 4, |u| edge(u, true))?,
        events: if nav_flag & nav_flags::EVENTS != 0 { Some(Events { names: some(u, 2, text)? }) } else { None },
        grid: Grid {
            origin_x: float(u)?,
            origin_z: float(u)?,
            width,
            height,
            tiles: exactly(u, (width * height) as usize, tile)?,
        },
    })
}
