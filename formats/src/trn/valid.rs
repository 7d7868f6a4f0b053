//! Valid values of an NWN2 area, its water and its ground, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Blade, Dds, Grass, GroundVertex, Packet, Trn, Trrn, Trwh, WaterTexture, WaterVertex, Watr};
use crate::aswm;
use crate::container::Triangle;
use crate::valid::{bytes_of, exactly, float, floats, index, some};

impl<'a> Arbitrary<'a> for Trn {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let trwh = Trwh { width: u.arbitrary()?, height: u.arbitrary()?, id: u.arbitrary()? };
        let mut packets = vec![Packet::Trwh(trwh)];
        packets.extend(some(u, 2, |u| {
            let packet_type = *u.choose(&[Trrn::PACKET_TYPE, Watr::PACKET_TYPE, *b"????"])?;
            let data = match packet_type {
                Trrn::PACKET_TYPE => bytes_of(&Trrn::arbitrary(u)?)?,
                Watr::PACKET_TYPE => bytes_of(&Watr::arbitrary(u)?)?,
                _ => some(u, 40, |u| u.arbitrary())?,
            };
            Ok(Packet::Other { packet_type, data })
        })?);
        let payload = bytes_of(&aswm::Aswm::arbitrary(u)?)?;
        packets.push(Packet::Aswm(if u.arbitrary()? {
            aswm::Packet::Comp(aswm::Comp::deflate(&payload).map_err(|_| arbitrary::Error::IncorrectFormat)?)
        } else {
            aswm::Packet::Uncompressed(payload)
        }));
        Ok(Self { major: 2, minor: 3, packets, ..Self::default() })
    }
}

/// Up to eight triangles between `corners` vertices.
fn drawn_triangles(u: &mut Unstructured<'_>, corners: usize) -> Result<Vec<Triangle>> {
    let corner = |u: &mut Unstructured<'_>| index(u, corners).map(|corner| corner as u16);
    let most = if corners == 0 { 0 } else { 8 };
    some(u, most, |u| Ok(Triangle { vertices: [corner(u)?, corner(u)?, corner(u)?] }))
}

fn dds(u: &mut Unstructured<'_>) -> Result<Dds> {
    let content: Vec<u8> = some(u, 8, |u| u.arbitrary())?;
    Ok(Dds { data: [&Dds::MAGIC[..], &content].concat() })
}

impl<'a> Arbitrary<'a> for Watr {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let texture = |u: &mut Unstructured<'_>| {
            let name = u.arbitrary()?;
            Ok(WaterTexture { name, direction: floats(u)?, rate: float(u)?, angle: float(u)? })
        };
        let vertices =
            some(u, 8, |u| Ok(WaterVertex { position: floats(u)?, uv_times_five: floats(u)?, uv: floats(u)? }))?;
        let triangles = drawn_triangles(u, vertices.len())?;
        Ok(Self {
            name: u.arbitrary()?,
            unknown: u.arbitrary()?,
            colour: floats(u)?,
            ripple: floats(u)?,
            smoothness: float(u)?,
            reflect_bias: float(u)?,
            reflect_power: float(u)?,
            specular_power: float(u)?,
            specular_coefficient: float(u)?,
            textures: [texture(u)?, texture(u)?, texture(u)?],
            uv_offset: floats(u)?,
            triangle_flags: exactly(u, triangles.len(), |u| Ok(*u.choose(&[Self::WET, Self::DRY])?))?,
            vertices,
            triangles,
            dds: dds(u)?,
            megatile: u.arbitrary()?,
            rest: Vec::new(),
        })
    }
}

impl<'a> Arbitrary<'a> for Trrn {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let vertices = some(u, 8, |u| {
            Ok(GroundVertex {
                position: floats(u)?,
                normal: floats(u)?,
                tint: u.arbitrary()?,
                uv: floats(u)?,
                weights: floats(u)?,
            })
        })?;
        let blade =
            |u: &mut Unstructured<'_>| Ok(Blade { position: floats(u)?, direction: floats(u)?, dimension: floats(u)? });
        let grass = |u: &mut Unstructured<'_>| {
            Ok(Grass { name: u.arbitrary()?, texture: u.arbitrary()?, blades: some(u, 4, blade)? })
        };
        let mut texture_colours = [[0.0; 3]; 6];
        texture_colours.iter_mut().try_for_each(|place| floats(u).map(|colour| *place = colour))?;
        Ok(Self {
            name: u.arbitrary()?,
            textures: u.arbitrary()?,
            texture_colours,
            triangles: drawn_triangles(u, vertices.len())?,
            vertices,
            weights_of_first_four: dds(u)?,
            weights_of_last_two: dds(u)?,
            grass: some(u, 3, grass)?,
            rest: Vec::new(),
        })
    }
}
