//! Valid values of a tile of Detour, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{BoxNode, Connection, DetailMesh, DetailTriangle, Link, Polygon, Tile};
use crate::valid::{exactly, float, index, point, some};

impl<'a> Arbitrary<'a> for Tile {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let corners = u.int_in_range(3..=8)?;
        let polygons = u.int_in_range(1..=5)?;
        Ok(Self {
            x: u.arbitrary()?,
            y: u.arbitrary()?,
            layer: u.arbitrary()?,
            user_id: u.arbitrary()?,
            connection_base: polygons as u32,
            walkable_height: float(u)?,
            walkable_radius: float(u)?,
            walkable_climb: float(u)?,
            min: point(u)?,
            max: point(u)?,
            quantization: float(u)?,
            vertices: exactly(u, corners, point)?,
            polygons: exactly(u, polygons, |u| polygon(u, corners, polygons))?,
            links: some(u, 4, |u| {
                let [edge, side, from, until] = u.arbitrary()?;
                Ok(Link { to: u.arbitrary()?, next: u.arbitrary()?, edge, side, from, until })
            })?,
            detail_meshes: exactly(u, polygons, |u| {
                let [vertex_count, triangle_count] = u.arbitrary()?;
                let [vertex_base, triangle_base] = u.arbitrary()?;
                Ok(DetailMesh { vertex_base, triangle_base, vertex_count, triangle_count, padding: u.arbitrary()? })
            })?,
            detail_vertices: some(u, 3, point)?,
            detail_triangles: some(u, 4, |u| {
                Ok(DetailTriangle { corners: u.arbitrary()?, edge_flags: u.arbitrary()? })
            })?,
            boxes: some(u, 4, |u| Ok(BoxNode { min: u.arbitrary()?, max: u.arbitrary()?, index: u.arbitrary()? }))?,
            connections: some(u, 2, connection)?,
            rest: some(u, 3, |u| u.arbitrary())?,
        })
    }
}

fn polygon(u: &mut Unstructured<'_>, corners: usize, polygons: usize) -> Result<Polygon> {
    let mut polygon = Polygon {
        first_link: u.arbitrary()?,
        flags: u.arbitrary()?,
        vertex_count: u.int_in_range(3..=6)?,
        area_and_type: u.arbitrary()?,
        ..Polygon::default()
    };
    for vertex in &mut polygon.vertices {
        *vertex = index(u, corners)? as u16;
    }
    for neighbour in &mut polygon.neighbours {
        *neighbour = index(u, polygons + 1)? as u16;
    }
    Ok(polygon)
}

fn connection(u: &mut Unstructured<'_>) -> Result<Connection> {
    Ok(Connection {
        ends: [point(u)?, point(u)?],
        radius: float(u)?,
        polygon: u.arbitrary()?,
        flags: u.arbitrary()?,
        side: u.arbitrary()?,
        user_id: u.arbitrary()?,
    })
}
