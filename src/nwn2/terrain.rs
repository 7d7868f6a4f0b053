//! An area's file: packets, one of which is the walkmesh.

use std::sync::OnceLock;

use crate::formats::aswm::{Comp, Packet as WalkmeshPacket};
use crate::formats::trn::{Packet, Trn, Trwh};
use crate::formats::{self, Document, Limits};

use super::Walkmesh;

/// A TRN (as the toolset saves an area) or a TRX (baked, as the game loads it).
///
/// The walkmesh is inflated when it is asked for, and deflated when another one is [set](Self::set_walkmesh). A file
/// that nobody edited is written as it was read, byte for byte.
///
/// ```
/// use walkmesh::nwn2::{Terrain, Walkmesh};
///
/// let mut area = Terrain::new([2, 2], &Walkmesh::default())?;
/// let read = Terrain::from_bytes(&area.to_bytes()?)?;
/// assert_eq!((read.version(), read.size()), ([2, 3], Some([2, 2])));
/// assert_eq!(read.walkmesh()?, &Walkmesh::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    file: Trn,
    limits: Limits,
    walkmesh: OnceLock<Walkmesh>,
}

/// Why an area has no walkmesh to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TerrainError {
    /// The file is damaged, asks for more than the limits allow, or the walkmesh to write contradicts itself.
    #[error(transparent)]
    Format(#[from] formats::Error),
    /// The file has no `ASWM` packet: whoever wrote it left it out, or it is no area.
    #[error("the file has no ASWM packet")]
    NoWalkmesh,
}

impl Terrain {
    /// A baked area of nothing but a walkmesh; `size` is its width and height in megatiles (9 m in interiors, 40 m in
    /// exteriors).
    ///
    /// # Errors
    /// When the walkmesh cannot be written.
    pub fn new(size: [u32; 2], walkmesh: &Walkmesh) -> Result<Self, TerrainError> {
        let size = Packet::Trwh(Trwh { width: size[0], height: size[1], id: 0 });
        let mut terrain = Self::from_raw(Trn { major: 2, minor: 3, packets: vec![size], ..Trn::default() });
        terrain.set_walkmesh(walkmesh.clone())?;
        Ok(terrain)
    }

    /// Reads a TRN or TRX; nothing is inflated yet.
    ///
    /// # Errors
    /// When the bytes are not one; with the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TerrainError> {
        Ok(Self::from_raw(Trn::from_bytes(bytes)?))
    }

    /// The view of an on-disk struct.
    pub fn from_raw(file: Trn) -> Self {
        Self { file, ..Self::default() }
    }

    /// The same, allowed to inflate to other limits than the default.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Writes the file: every packet as it was read, unless it was set.
    ///
    /// # Errors
    /// When the file would be longer than its offsets can say.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TerrainError> {
        Ok(self.file.to_bytes()?)
    }

    /// The on-disk struct.
    pub fn as_raw(&self) -> &Trn {
        &self.file
    }

    /// The on-disk struct, to edit.
    pub fn into_raw(self) -> Trn {
        self.file
    }

    /// Major and minor version: 2 and 3 in all real files.
    pub fn version(&self) -> [u16; 2] {
        [self.file.major, self.file.minor]
    }

    /// Width and height in megatiles, from the `TRWH` packet.
    pub fn size(&self) -> Option<[u32; 2]> {
        self.file.packets.iter().find_map(|packet| match packet {
            Packet::Trwh(size) => Some([size.width, size.height]),
            _ => None,
        })
    }

    /// The packets, in the file's order.
    pub fn packets(&self) -> &[Packet] {
        &self.file.packets
    }

    /// The walkmesh, inflated and read at the first call.
    ///
    /// # Errors
    /// When there is none, or it is damaged or over the limits.
    pub fn walkmesh(&self) -> Result<&Walkmesh, TerrainError> {
        if let Some(walkmesh) = self.walkmesh.get() {
            return Ok(walkmesh);
        }
        let packet = self.walkmesh_packet().ok_or(TerrainError::NoWalkmesh)?;
        let walkmesh = Walkmesh::from_bytes(&packet.payload(&self.limits)?)?;
        Ok(self.walkmesh.get_or_init(|| walkmesh))
    }

    /// The same, to keep.
    ///
    /// # Errors
    /// As [`walkmesh`](Self::walkmesh).
    pub fn into_walkmesh(mut self) -> Result<Walkmesh, TerrainError> {
        self.walkmesh()?;
        self.walkmesh.take().ok_or(TerrainError::NoWalkmesh)
    }

    /// Replaces the walkmesh, and deflates it: with the feature `stock-zlib` to the bytes that the game's own zlib
    /// would make. Where it is what the packet holds already, the packet stays as it is; where the packet was not
    /// deflated, the new one is not either.
    ///
    /// # Errors
    /// When tables of the walkmesh contradict each other; the file is unchanged then.
    pub fn set_walkmesh(&mut self, walkmesh: Walkmesh) -> Result<(), TerrainError> {
        let payload = walkmesh.to_bytes()?;
        let before = self.walkmesh_packet().and_then(|packet| packet.payload(&self.limits).ok());
        if before.as_deref() != Some(&payload) {
            let packet = match self.walkmesh_packet() {
                Some(WalkmeshPacket::Uncompressed(_)) => WalkmeshPacket::Uncompressed(payload),
                Some(WalkmeshPacket::Comp(_)) | None => WalkmeshPacket::Comp(Comp::deflate(&payload)?),
            };
            let old = self.file.packets.iter_mut().find(|packet| matches!(packet, Packet::Aswm(_)));
            match old {
                Some(old) => *old = Packet::Aswm(packet),
                None => self.file.packets.push(Packet::Aswm(packet)),
            }
        }
        self.walkmesh = OnceLock::from(walkmesh);
        Ok(())
    }

    fn walkmesh_packet(&self) -> Option<&WalkmeshPacket> {
        self.file.packets.iter().find_map(|packet| match packet {
            Packet::Aswm(packet) => Some(packet),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::Aswm;

    #[test]
    fn an_area_without_walkmesh_says_so() {
        let area = Terrain::from_raw(Trn::default());
        assert_eq!(area.walkmesh().unwrap_err(), TerrainError::NoWalkmesh);
        assert_eq!(area.size(), None);
    }

    #[test]
    fn a_damaged_walkmesh_is_an_error_each_time_and_can_be_replaced() {
        let broken = Packet::Aswm(WalkmeshPacket::Comp(Comp { uncomp_length: 9, compressed_data: vec![1, 2, 3] }));
        let mut area = Terrain::from_raw(Trn { packets: vec![broken], ..Default::default() });
        assert!(matches!(area.walkmesh(), Err(TerrainError::Format(_))));
        assert!(area.walkmesh().is_err());
        area.set_walkmesh(Walkmesh::default()).unwrap();
        assert_eq!(area.walkmesh(), Ok(&Walkmesh::default()));
    }

    #[test]
    fn an_equal_walkmesh_leaves_the_packet_as_it_is() {
        // Stored, not compressed, blocks: no encoder at level 6 would write them.
        let payload = Walkmesh::default().to_bytes().unwrap();
        let length = u16::try_from(payload.len()).unwrap();
        let mut stream = vec![0x78, 0x01, 0x01];
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(&payload);
        let (mut a, mut b) = (1_u32, 0_u32);
        for byte in &payload {
            a = (a + u32::from(*byte)) % 65521;
            b = (b + a) % 65521;
        }
        stream.extend((b << 16 | a).to_be_bytes());
        let packet =
            Packet::Aswm(WalkmeshPacket::Comp(Comp { uncomp_length: payload.len() as u32, compressed_data: stream }));
        let file = Trn { major: 2, minor: 3, packets: vec![packet], ..Trn::default() };

        let mut area = Terrain::from_raw(file.clone());
        let same = area.walkmesh().unwrap().clone();
        area.set_walkmesh(same).unwrap();
        assert_eq!(area.as_raw(), &file);

        area.set_walkmesh(Walkmesh::from_raw(Aswm { tiles_border_size: 8, ..Default::default() })).unwrap();
        assert_ne!(area.as_raw(), &file);
        let read = Terrain::from_bytes(&area.to_bytes().unwrap()).unwrap();
        assert_eq!(read.walkmesh().unwrap().as_raw().tiles_border_size, 8);
    }

    #[test]
    fn a_bare_walkmesh_stays_bare() {
        let bare = Packet::Aswm(WalkmeshPacket::Uncompressed(Walkmesh::default().to_bytes().unwrap()));
        let mut area = Terrain::from_raw(Trn { packets: vec![bare], ..Default::default() });
        area.set_walkmesh(Walkmesh::from_raw(Aswm { tiles_border_size: 8, ..Default::default() })).unwrap();
        assert!(matches!(&area.packets()[0], Packet::Aswm(WalkmeshPacket::Uncompressed(_))));
    }
}
