//! Valid values of an NWN2 model and its meshes, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Collision, CollisionVertex, Material, Mdb, Packet, Walk, WalkFace};
use crate::container::{OF_MODELS, Triangle};
use crate::valid::{bytes_of, float, floats, index, point, some};

impl<'a> Arbitrary<'a> for Mdb {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        // The first packet distinguishes a model from an area.
        let mut packets = vec![packet(u)?];
        packets.extend(some(u, 3, packet)?);
        Ok(Self { major: u.arbitrary()?, minor: u.arbitrary()?, packets, ..Self::default() })
    }
}

fn packet(u: &mut Unstructured<'_>) -> Result<Packet> {
    let packet_type = *u.choose(&OF_MODELS)?;
    let data = match packet_type {
        Walk::PACKET_TYPE => bytes_of(&Walk::arbitrary(u)?)?,
        Collision::COARSE | Collision::FINE => bytes_of(&Collision::arbitrary(u)?)?,
        _ => some(u, 40, |u| u.arbitrary())?,
    };
    Ok(Packet { packet_type, data })
}

/// The corners of a triangle between this number of vertices, which is at least 1.
fn corners(u: &mut Unstructured<'_>, vertices: usize) -> Result<[u16; 3]> {
    let corner = |u: &mut Unstructured<'_>| index(u, vertices).map(|corner| corner as u16);
    Ok([corner(u)?, corner(u)?, corner(u)?])
}

impl<'a> Arbitrary<'a> for Walk {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let vertices = some(u, 8, point)?;
        let most = if vertices.is_empty() { 0 } else { 8 };
        let faces = some(u, most, |u| Ok(WalkFace { vertices: corners(u, vertices.len())?, flags: u.arbitrary()? }))?;
        Ok(Self { name: u.arbitrary()?, flags: u.arbitrary()?, vertices, faces, rest: Vec::new() })
    }
}

impl<'a> Arbitrary<'a> for Collision {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let vertices =
            some(u, 8, |u| Ok(CollisionVertex { position: floats(u)?, normal: floats(u)?, uvw: floats(u)? }))?;
        let most = if vertices.is_empty() { 0 } else { 8 };
        let faces = some(u, most, |u| Ok(Triangle { vertices: corners(u, vertices.len())? }))?;
        let material = Material {
            diffuse_map_name: u.arbitrary()?,
            diffuse_colour: floats(u)?,
            specular_power: float(u)?,
            flags: u.arbitrary()?,
            ..Material::default()
        };
        Ok(Self { name: u.arbitrary()?, material, vertices, faces, rest: Vec::new() })
    }
}
