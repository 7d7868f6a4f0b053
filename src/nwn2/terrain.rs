//! [`Terrain`]: the file of an area, a list of packets. One of them is the walkmesh.

use std::sync::{Arc, OnceLock};

use crate::formats::aswm::{Comp, Packet as WalkmeshPacket};
use crate::formats::trn::{Packet, Trn, Trwh};
use crate::formats::{Document, Limits};

use super::{TerrainError, Walkmesh};

/// A TRN (as the toolset saves an area) or a TRX (baked, as the game loads it).
///
/// The walkmesh is inflated on first access, and one that was [set](Self::set_walkmesh) is deflated when the bytes are first requested. An
/// unedited file is written as it was read, byte for byte.
///
/// An unbaked area (a TRN) is read and written like any other. However, it cannot replace a finished one by mistake: [`new`](Self::new) and
/// [`set_walkmesh`](Self::set_walkmesh) refuse an unbaked walkmesh, and [`new_unbaked`](Self::new_unbaked) accepts one.
///
/// ```
/// use walkmesh::nwn2::{BakeOptions, Terrain, TerrainError, Walkmesh};
///
/// let mut walkmesh = Walkmesh::default();
/// assert_eq!(Terrain::new([2, 2], walkmesh.clone()).unwrap_err(), TerrainError::NotBaked);
///
/// walkmesh.bake(&BakeOptions::default())?;
/// let area = Terrain::new([2, 2], walkmesh)?;
/// let read = Terrain::from_bytes(&area.to_bytes()?)?;
/// assert_eq!((read.version(), read.size()), ([2, 3], Some([2, 2])));
/// assert_eq!(read.walkmesh()?, area.walkmesh()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    /// The file, shared by copies. If a walkmesh was set, its walkmesh packet is outdated.
    file: Arc<Trn>,
    limits: Limits,
    walkmesh: OnceLock<Arc<Walkmesh>>,
    /// The file after its walkmesh was set. It is deflated when its bytes are requested, because that takes longer than most edits.
    packed: Option<OnceLock<Arc<Trn>>>,
}

impl Terrain {
    /// Makes a finished area (a TRX) with only a baked walkmesh. `size` is its width and height in megatiles (9 m in interiors, 40 m in
    /// exteriors).
    ///
    /// # Errors
    /// [`TerrainError::NotBaked`]; [`TerrainError::Format`] when the walkmesh cannot be written.
    pub fn new(size: [u32; 2], walkmesh: impl Into<Arc<Walkmesh>>) -> Result<Self, TerrainError> {
        let walkmesh = walkmesh.into();
        if walkmesh.is_baked() { Self::around(size, walkmesh) } else { Err(TerrainError::NotBaked) }
    }

    /// Makes an area as the toolset saves it before its bake (a TRN). It has only a walkmesh, such as a [built](super::build()) one. The
    /// game cannot use it.
    ///
    /// # Errors
    /// [`TerrainError::Format`] when the walkmesh cannot be written.
    pub fn new_unbaked(size: [u32; 2], walkmesh: impl Into<Arc<Walkmesh>>) -> Result<Self, TerrainError> {
        Self::around(size, walkmesh.into())
    }

    fn around(size: [u32; 2], walkmesh: Arc<Walkmesh>) -> Result<Self, TerrainError> {
        let size = Packet::Trwh(Trwh { width: size[0], height: size[1], id: 0 });
        let mut terrain = Self::from_raw(Trn { major: 2, minor: 3, packets: vec![size], ..Trn::default() });
        terrain.put(walkmesh)?;
        Ok(terrain)
    }

    /// Reads a TRN or TRX with the default limits; nothing is inflated yet.
    ///
    /// # Errors
    /// The errors of [`from_bytes_with`](Self::from_bytes_with).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TerrainError> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads a TRN or TRX, unless a packet declares more than the limits allow; nothing is inflated yet.
    ///
    /// # Errors
    /// When the bytes are not a TRN or TRX, or exceed the limits. The error names the field and the offset.
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, TerrainError> {
        Ok(Self::from_raw(Trn::from_bytes_with(bytes, limits)?).with_limits(*limits))
    }

    /// Makes an area from an on-disk struct.
    pub fn from_raw(file: Trn) -> Self {
        Self { file: Arc::new(file), ..Self::default() }
    }

    /// Sets the limits for inflating the walkmesh.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The limits for inflating the walkmesh.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Writes the file: every packet as read, except one that was set.
    ///
    /// # Errors
    /// When the file would exceed the range of its offsets.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TerrainError> {
        Ok(self.packed()?.to_bytes()?)
    }

    /// The on-disk struct.
    pub fn as_raw(&self) -> &Trn {
        // A walkmesh that was set was already written once.
        self.packed().unwrap_or(&self.file)
    }

    /// Returns the on-disk struct for editing.
    pub fn into_raw(mut self) -> Trn {
        let _ = self.packed();
        Arc::unwrap_or_clone(self.packed.take().and_then(OnceLock::into_inner).unwrap_or(self.file))
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
        &self.as_raw().packets
    }

    /// The walkmesh, inflated and read on the first call.
    ///
    /// # Errors
    /// When it is missing, damaged or over the limits.
    pub fn walkmesh(&self) -> Result<&Walkmesh, TerrainError> {
        if let Some(walkmesh) = self.walkmesh.get() {
            return Ok(walkmesh);
        }
        let packet = self.walkmesh_packet().ok_or(TerrainError::NoWalkmesh)?;
        let walkmesh = Walkmesh::from_bytes(&packet.payload(&self.limits)?)?;
        Ok(self.walkmesh.get_or_init(|| Arc::new(walkmesh)))
    }

    /// Returns whether the walkmesh of the area is [baked](Walkmesh::is_baked), so that the area is a TRX.
    pub fn is_baked(&self) -> bool {
        self.walkmesh().is_ok_and(Walkmesh::is_baked)
    }

    /// The walkmesh, shared, for a [`Navigator`](super::Navigator) that lives beside the area.
    ///
    /// # Errors
    /// The errors of [`walkmesh`](Self::walkmesh).
    pub fn shared_walkmesh(&self) -> Result<Arc<Walkmesh>, TerrainError> {
        self.walkmesh()?;
        self.walkmesh.get().cloned().ok_or(TerrainError::NoWalkmesh)
    }

    /// Returns the walkmesh. It is copied only if others [share](Self::shared_walkmesh) it.
    ///
    /// # Errors
    /// The errors of [`walkmesh`](Self::walkmesh).
    pub fn into_walkmesh(mut self) -> Result<Walkmesh, TerrainError> {
        self.walkmesh()?;
        self.walkmesh.take().map(Arc::unwrap_or_clone).ok_or(TerrainError::NoWalkmesh)
    }

    /// Replaces the walkmesh. With the feature `stock-zlib` its bytes are the output of the game's own zlib. If the packet already holds
    /// this walkmesh, it is left unchanged. The new packet is deflated only if the old one was.
    ///
    /// An unbaked walkmesh can replace only another unbaked one.
    ///
    /// # Errors
    /// [`TerrainError::NotBaked`]; [`TerrainError::Format`] when tables of the walkmesh contradict each other. The file
    /// is then unchanged.
    pub fn set_walkmesh(&mut self, walkmesh: impl Into<Arc<Walkmesh>>) -> Result<(), TerrainError> {
        let walkmesh = walkmesh.into();
        self.accepts(&walkmesh)?;
        self.put(walkmesh)
    }

    /// A copy of the file with another walkmesh. The walkmesh of this file is not copied.
    ///
    /// # Errors
    /// The errors of [`set_walkmesh`](Self::set_walkmesh).
    pub fn with_walkmesh(&self, walkmesh: impl Into<Arc<Walkmesh>>) -> Result<Self, TerrainError> {
        let walkmesh = walkmesh.into();
        self.accepts(&walkmesh)?;
        let mut copy = Self { file: Arc::clone(&self.file), limits: self.limits, ..Self::default() };
        copy.put(walkmesh)?;
        Ok(copy)
    }

    /// Returns an error for an unbaked walkmesh if the area's walkmesh is baked.
    fn accepts(&self, walkmesh: &Walkmesh) -> Result<(), TerrainError> {
        let may = walkmesh.is_baked() || self.walkmesh().is_ok_and(|before| !before.is_baked());
        if may { Ok(()) } else { Err(TerrainError::NotBaked) }
    }

    fn put(&mut self, walkmesh: Arc<Walkmesh>) -> Result<(), TerrainError> {
        walkmesh.to_bytes()?;
        self.replace(walkmesh);
        Ok(())
    }

    /// Replaces the walkmesh by one that can be written.
    pub(crate) fn replace(&mut self, walkmesh: Arc<Walkmesh>) {
        self.walkmesh = OnceLock::from(walkmesh);
        self.packed = Some(OnceLock::new());
    }

    /// The file after its walkmesh was set, if it was.
    fn packed(&self) -> Result<&Trn, TerrainError> {
        let (Some(packed), Some(walkmesh)) = (&self.packed, self.walkmesh.get()) else { return Ok(&self.file) };
        if let Some(file) = packed.get() {
            return Ok(file);
        }
        let payload = walkmesh.to_bytes()?;
        let mut file = Arc::clone(&self.file);
        if !self.holds(&payload) {
            let packet = Packet::Aswm(match self.walkmesh_packet() {
                Some(WalkmeshPacket::Uncompressed(_)) => WalkmeshPacket::Uncompressed(payload),
                Some(WalkmeshPacket::Comp(_)) | None => WalkmeshPacket::Comp(Comp::deflate(&payload)?),
            });
            let packets = &mut Arc::make_mut(&mut file).packets;
            match packets.iter_mut().find(|packet| matches!(packet, Packet::Aswm(_))) {
                Some(old) => *old = packet,
                None => packets.push(packet),
            }
        }
        Ok(packed.get_or_init(|| file))
    }

    /// Returns whether the packet already holds this payload. It is inflated only if the sizes are equal.
    fn holds(&self, payload: &[u8]) -> bool {
        self.walkmesh_packet().is_some_and(|packet| {
            packet.payload_size() == payload.len() as u64
                && packet.payload(&self.limits).is_ok_and(|before| *before == *payload)
        })
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
    use crate::finding::{CheckOptions, Severity};
    use crate::formats;
    use crate::formats::aswm::{Aswm, TileFlags, TilesHeader};

    /// A baked walkmesh without triangles.
    fn baked(tiles_border_size: u32) -> Walkmesh {
        let tiles_header = TilesHeader { flags: TileFlags::TRX, ..Default::default() };
        Walkmesh::from_raw(Aswm { tiles_header, tiles_border_size, ..Default::default() })
    }

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
        area.set_walkmesh(baked(0)).unwrap();
        assert_eq!(area.walkmesh(), Ok(&baked(0)));
    }

    #[test]
    fn a_finished_area_takes_no_walkmesh_that_is_not_baked() {
        let unbaked = Walkmesh::default();
        assert_eq!(Terrain::new([1, 1], unbaked.clone()).unwrap_err(), TerrainError::NotBaked);
        let mut finished = Terrain::new([1, 1], baked(0)).unwrap();
        let before = finished.to_bytes().unwrap();
        assert_eq!(finished.set_walkmesh(unbaked.clone()), Err(TerrainError::NotBaked));
        assert_eq!(finished.with_walkmesh(unbaked.clone()).unwrap_err(), TerrainError::NotBaked);
        assert_eq!(finished.to_bytes().unwrap(), before);
        let mut without = Terrain::from_raw(Trn::default());
        assert_eq!(without.set_walkmesh(unbaked.clone()), Err(TerrainError::NotBaked));

        // A TRN accepts both, and is saved as it was read.
        let mut toolset = Terrain::new_unbaked([1, 1], unbaked.clone()).unwrap();
        let bytes = toolset.to_bytes().unwrap();
        assert_eq!(Terrain::from_bytes(&bytes).unwrap().to_bytes().unwrap(), bytes);
        let other = Walkmesh::from_raw(Aswm { tiles_border_size: 8, ..Default::default() });
        toolset.set_walkmesh(other).unwrap();
        toolset.set_walkmesh(baked(0)).unwrap();
        assert_eq!(toolset.set_walkmesh(unbaked), Err(TerrainError::NotBaked));
    }

    #[test]
    fn limits_are_passed_on_to_the_packets() {
        let bytes = Terrain::new([1, 1], baked(0)).unwrap().to_bytes().unwrap();
        let size = baked(0).to_bytes().unwrap().len() as u64;
        let exact = Limits::default().with_inflated(size);
        assert!(Terrain::from_bytes_with(&bytes, &exact).unwrap().walkmesh().is_ok());
        let error = Terrain::from_bytes_with(&bytes, &exact.with_inflated(size - 1)).unwrap_err();
        assert!(matches!(&error, TerrainError::Format(formats::Error::OverLimit(_))), "{error:?}");
        let small = Terrain::from_bytes(&bytes).unwrap().with_limits(exact.with_inflated(size - 1));
        assert!(matches!(small.walkmesh(), Err(TerrainError::Format(formats::Error::OverLimit(_)))));

        // If data was not read, a check reports only the limit.
        let findings = small.check(&CheckOptions::default());
        let found: Vec<_> = findings.iter().map(|finding| (finding.code(), finding.severity)).collect();
        assert_eq!(found, [("walkmesh-over-limit", Severity::Error)]);
        assert!(findings.to_string().contains("over this reader's limit"), "{findings}");
    }

    #[test]
    fn an_equal_walkmesh_leaves_the_packet_as_it_is() {
        // Stored (uncompressed) blocks, which no encoder at level 6 would write.
        let payload = baked(0).to_bytes().unwrap();
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

        area.set_walkmesh(baked(8)).unwrap();
        assert_ne!(area.as_raw(), &file);
        let read = Terrain::from_bytes(&area.to_bytes().unwrap()).unwrap();
        assert_eq!(read.walkmesh().unwrap().as_raw().tiles_border_size, 8);
    }

    #[test]
    fn a_bare_walkmesh_stays_bare() {
        let bare = Packet::Aswm(WalkmeshPacket::Uncompressed(baked(0).to_bytes().unwrap()));
        let mut area = Terrain::from_raw(Trn { packets: vec![bare], ..Default::default() });
        area.set_walkmesh(baked(8)).unwrap();
        assert!(matches!(&area.packets()[0], Packet::Aswm(WalkmeshPacket::Uncompressed(_))));
    }
}
