//! Compares two areas packet by packet, and their walkmeshes.

use crate::diff::Group::{Content, Packaging};
use crate::diff::{Hex, TableDiff, Text, Value, part};
use crate::finding::PartKind;
use crate::formats::Document;
use crate::formats::aswm;
use crate::formats::trn::{Packet, Trrn, Trwh, Watr};
use crate::nwn2::Terrain;

use super::drawn;

impl Terrain {
    /// Compares two areas table by table: first the packets and their contents, then the walkmeshes as
    /// [`Walkmesh::diff`](crate::nwn2::Walkmesh::diff) does.
    ///
    /// The deflated bytes of a walkmesh, and packets of unknown types, belong to the packaging group. An unreadable walkmesh is a row of
    /// the table `walkmesh`.
    ///
    /// ```
    /// use walkmesh::nwn2::{Terrain, Walkmesh};
    ///
    /// let [small, large] = [[1, 1], [2, 1]].map(|size| Terrain::new_unbaked(size, Walkmesh::default()));
    /// let tables = small?.diff(&large?);
    /// let differing: Vec<_> = tables.iter().filter(|table| !table.is_equal()).map(|table| table.table).collect();
    /// assert_eq!(differing, ["size"]);
    /// # Ok::<(), walkmesh::nwn2::TerrainError>(())
    /// ```
    #[must_use]
    pub fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let mut tables = self.diff_packets(other);
        let mut readable = TableDiff::new("walkmesh", Content);
        match (self.walkmesh(), other.walkmesh()) {
            (Ok(left), Ok(right)) => tables.extend(left.diff(right)),
            (left, right) => {
                let [l, r] = [self, other].map(|area| area.walkmesh_index().map(|at| &area.packets()[at]));
                let error = |error: Option<_>| error.map_or_else(|| "readable".to_owned(), |error| format!("{error}"));
                readable.verdict(PartKind::Packet, l == r, || [Some(error(left.err())), Some(error(right.err()))]);
                tables.push(readable);
            }
        }
        tables
    }

    /// The index of the packet from which the walkmesh is read.
    fn walkmesh_index(&self) -> Option<usize> {
        self.packets().iter().position(|packet| matches!(packet, Packet::Aswm(_)))
    }

    fn diff_packets(&self, other: &Self) -> Vec<TableDiff> {
        let (l, r) = (self.packets(), other.packets());
        let mut version = TableDiff::new("version", Content);
        version.entry(PartKind::Header, Some(self.version()), Some(other.version()));
        let types =
            TableDiff::new("packets", Content).rows(PartKind::Packet, l, r, |packet| PacketType(packet.packet_type()));
        let mut size = TableDiff::new("size", Content);
        let mut unreadable = TableDiff::new("packets.readable", Content);
        let mut raw = TableDiff::new("packets.raw", Packaging);
        let mut deflated = TableDiff::new("walkmesh.packed", Packaging);
        let (mut water, mut ground) = (drawn::Water::new(), drawn::Ground::new());
        for (at, (l, r)) in l.iter().zip(r).enumerate() {
            match (l, r) {
                (Packet::Trwh(l), Packet::Trwh(r)) => {
                    let words = |Trwh { width, height, id }: &Trwh| [*width, *height, *id];
                    size.entry(part(PartKind::Packet, at), Some(words(l)), Some(words(r)));
                }
                // Unless the walkmesh is deflated in both files, it is compared only table by table.
                (Packet::Aswm(aswm::Packet::Uncompressed(_)), Packet::Aswm(aswm::Packet::Uncompressed(_)))
                    if [self, other].map(Self::walkmesh_index) == [Some(at); 2] => {}
                (Packet::Aswm(l), Packet::Aswm(r)) => packed(at, l, r, &mut deflated),
                (Packet::Other { packet_type: a, data: l }, Packet::Other { packet_type: b, data: r }) => {
                    let was_read = match (a == b).then_some(*a) {
                        Some(Watr::PACKET_TYPE) => {
                            both(at, l, r, &mut unreadable, |l: &Watr, r| water.compare(at, l, r))
                        }
                        Some(Trrn::PACKET_TYPE) => {
                            both(at, l, r, &mut unreadable, |l: &Trrn, r| ground.compare(at, l, r))
                        }
                        _ => false,
                    };
                    if !was_read {
                        bytes(at, l, r, &mut raw);
                    }
                }
                // Packets of different types differ in any case.
                _ => {}
            }
        }
        let mut tables = vec![version, types, size];
        tables.extend(ground.tables());
        tables.extend(water.tables());
        tables.extend([unreadable, raw, deflated]);
        tables.extend(TableDiff::arrangements(&self.as_raw().arrangement, &other.as_raw().arrangement));
        tables
    }
}

/// A packet's type, as text.
struct PacketType([u8; 4]);

impl Value for PacketType {
    fn same(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn show(&self) -> String {
        Text(&self.0).show()
    }
}

/// Compares two packets by their fields, if both can be read, and returns whether they could. If only one can be read,
/// that is a separate difference.
fn both<T: Document>(
    at: usize,
    left: &[u8],
    right: &[u8],
    readable: &mut TableDiff,
    compare: impl FnOnce(&T, &T),
) -> bool {
    match (T::from_bytes(left), T::from_bytes(right)) {
        (Ok(left), Ok(right)) => {
            compare(&left, &right);
            true
        }
        (left, right) => {
            readable.entry(part(PartKind::Packet, at), Some(left.is_ok()), Some(right.is_ok()));
            false
        }
    }
}

fn bytes(at: usize, left: &[u8], right: &[u8], table: &mut TableDiff) {
    for byte in 0..left.len().max(right.len()) {
        let value = |bytes: &[u8]| bytes.get(byte).map(|byte| Hex([*byte]));
        table.entry([part(PartKind::Packet, at), part(PartKind::Byte, byte)], value(left), value(right));
    }
}

/// Compares the packing of two walkmeshes.
fn packed(at: usize, left: &aswm::Packet, right: &aswm::Packet, table: &mut TableDiff) {
    let length = |packet: &aswm::Packet| match packet {
        aswm::Packet::Comp(comp) => Some(comp.uncomp_length),
        aswm::Packet::Uncompressed(_) => None,
    };
    table.entry(
        [part(PartKind::Packet, at), PartKind::HeaderField("inflated_size").into()],
        Some(length(left)),
        Some(length(right)),
    );
    bytes(at, stream(left), stream(right), table);
}

fn stream(packet: &aswm::Packet) -> &[u8] {
    match packet {
        aswm::Packet::Comp(comp) => &comp.compressed_data,
        aswm::Packet::Uncompressed(data) => data,
    }
}
