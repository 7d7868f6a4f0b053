//! Whole valid values: a written value is read back unchanged, with the content that a reviewer expects.

use proptest::prelude::*;
use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::{Aswm, Comp, Packet, Version};
use walkmesh_formats::bms::{Bms, Parts};
use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::erf::{Erf, Key};
use walkmesh_formats::trn::{Trn, Trrn, Watr};
use walkmesh_formats::valid::strategies::document;
use walkmesh_formats::{Arrangement, Document, Format, Gap, Limits, trn};
use walkmesh_testing::{dump, samples, snapshot_in};

/// A written value is read back unchanged, written with the same bytes again, and recognised.
fn reads_back<T: Document + PartialEq + std::fmt::Debug>(value: &T) -> Result<(), TestCaseError> {
    let bytes = value.to_bytes()?;
    prop_assert_eq!(bytes.capacity(), bytes.len(), "it is allocated once, as large as it is");
    let read = T::from_bytes(&bytes)?;
    prop_assert_eq!(&read, value);
    prop_assert_eq!(&read.to_bytes()?, &bytes);
    prop_assert_eq!(&T::FORMAT.rewrite(&bytes, &Limits::default())?, &bytes);
    prop_assert!(T::FORMAT.keeps(&bytes, &Limits::default())?);
    match T::FORMAT {
        // They start with a name, so their kind cannot be recognised.
        Format::Trrn | Format::Watr | Format::Walk | Format::Collision => {}
        // A dungeon with a block count of 0 is not recognised.
        Format::AiNav if bytes[7..11] == [0; 4] => prop_assert_eq!(Format::detect(&bytes), None),
        format => prop_assert_eq!(Format::detect(&bytes), Some(format)),
    }
    Ok(())
}

macro_rules! reading_back {
    ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
        mod reading_back {
            use super::*;

            proptest! {
                $(#[test]
                fn $name(value in document::<$type>()) {
                    reads_back(&value)?;
                })*
            }
        }
    };
}

walkmesh_formats::for_each_document!(reading_back);

proptest! {
    #[test]
    fn what_is_deflated_inflates(payload: Vec<u8>, times in 1_usize..2000) {
        let payload = payload.repeat(times);
        let comp = Comp::deflate(&payload)?;
        prop_assert_eq!(comp.inflate(&Limits::default())?, payload);
    }

    /// An edit of the newest layout's words keeps the words of the older layouts.
    #[test]
    fn rows_of_every_version_are_set_as_they_are_read(mut value in document::<Aswm>()) {
        let before = value.clone();
        value.edges.set_rows(before.edges.rows().into_owned());
        value.triangles.set_rows(before.triangles.rows().into_owned());
        prop_assert_eq!(value, before);
    }
}

#[test]
fn uncompressed_walkmeshes_are_kept_as_they_are() {
    for version in [Version::V69, Version::V6A, Version::V6B, Version::V6C] {
        let mut area = samples::trn();
        let payload = samples::aswm_of(version).to_bytes().unwrap();
        area.packets[2] = walkmesh_formats::trn::Packet::Aswm(Packet::Uncompressed(payload.clone()));
        let bytes = area.to_bytes().unwrap();
        assert!(bytes.ends_with(&payload));
        assert_eq!(Trn::from_bytes(&bytes).unwrap(), area);
    }
}

/// Uninitialised memory, NaN and bytes after the end: all of a packet is kept.
#[test]
fn packets_of_noise_are_kept_to_the_bit() {
    let noise = |length: usize| (0..length).map(|at| (at * 7 + at / 256) as u8 | 0x81).collect::<Vec<u8>>();
    let mut water = samples::watr().to_bytes().unwrap();
    water[..320].copy_from_slice(&noise(320));
    water[164..168].copy_from_slice(&0x7FA0_0001_u32.to_le_bytes());
    water.extend(noise(5));
    assert_eq!(Watr::from_bytes(&water).unwrap().to_bytes().unwrap(), water);
    assert_eq!(Watr::from_bytes(&water).unwrap().rest, noise(5));

    let mut ground = samples::trrn().to_bytes().unwrap();
    ground[..392].copy_from_slice(&noise(392));
    ground.extend(noise(5));
    assert_eq!(Trrn::from_bytes(&ground).unwrap().to_bytes().unwrap(), ground);
    assert_eq!(Trrn::from_bytes(&ground).unwrap().rest, noise(5));
}

#[test]
fn a_gap_before_part_two_of_ainavdata_is_kept() {
    let value = samples::ainav();
    let tight = value.to_bytes().unwrap();
    let part_two = u32::from_le_bytes(tight[1..5].try_into().unwrap());
    let (one, two) = tight.split_at(part_two as usize);
    let mut loose = [one, &[0xAA; 7], two].concat();
    loose[1..5].copy_from_slice(&(part_two + 7).to_le_bytes());
    let read = AiNavData::from_bytes(&loose).unwrap();
    assert_eq!(read, AiNavData { gap: vec![0xAA; 7], ..value });
    assert_eq!(read.to_bytes().unwrap(), loose);
    assert_eq!(AiNavData { gap: Vec::new(), ..read }.to_bytes().unwrap(), tight);
}

#[test]
fn bwm_tables_may_stand_anywhere_and_stay_there() {
    let value = samples::bwm();
    let tight = value.to_bytes().unwrap();
    // The vertices (four, of 12 bytes, at 136) move to the end, after a gap and before the file's last bytes; their old place becomes a
    // gap.
    let mut loose = [&tight, &[0xAA; 5][..], &tight[136..136 + 48], b"end"].concat();
    loose[0x4C..0x50].copy_from_slice(&(tight.len() as u32 + 5).to_le_bytes());
    let mut read = Bwm::from_bytes(&loose).unwrap();
    assert_eq!(read.to_bytes().unwrap(), loose);
    assert_eq!(read.arrangement.order, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let gaps = [(1, 48), (0, 5)].map(|(before, size)| Gap { before, size });
    assert_eq!(read.arrangement.gaps, gaps);
    assert_eq!(read.arrangement.bytes, [&tight[136..136 + 48], &[0xAA; 5], b"end"].concat());

    // A growing table moves the following data.
    read.faces.push(read.faces[0]);
    read.materials.push(4);
    read.normals.push(read.normals[0]);
    read.distances.push(0.0);
    let grown = read.to_bytes().unwrap();
    assert_eq!(grown.len(), loose.len() + 12 + 4 + 12 + 4);
    assert_eq!(Bwm::from_bytes(&grown).unwrap(), read);
    assert_eq!(Bwm { arrangement: Arrangement::default(), ..Bwm::from_bytes(&loose).unwrap() }, value);
}

/// Tables in any order, with any bytes between them; any table may be empty.
#[test]
fn any_arrangement_of_bwm_tables_is_kept() {
    let mut seed = 1_u32;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    for _ in 0..300 {
        let mut value = samples::bwm();
        if random(2) == 0 {
            value.aabb_nodes.clear();
            value.edges.clear();
        }
        let tight = value.to_bytes().unwrap();
        // The offset of each table in the header, with its start and end.
        let words = [0x4C, 0x54, 0x58, 0x5C, 0x60, 0x68, 0x74, 0x7C, 0x84];
        let offset = |at: usize| u32::from_le_bytes(tight[at..at + 4].try_into().unwrap()) as usize;
        let ends: Vec<usize> = words[1..].iter().map(|&word| offset(word)).chain([tight.len()]).collect();
        let mut order: Vec<usize> = (0..words.len()).collect();
        (1..order.len()).rev().for_each(|last| order.swap(last, random(last + 1)));
        let mut loose = tight[..136].to_vec();
        for table in order {
            loose.extend((0..random(3)).map(|_| 0xEE));
            let at = if random(4) == 0 && offset(words[table]) == ends[table] { 7 } else { loose.len() as u32 };
            loose[words[table]..words[table] + 4].copy_from_slice(&at.to_le_bytes());
            loose.extend(&tight[offset(words[table])..ends[table]]);
        }
        loose.extend((0..random(3)).map(|_| 0xEE));
        let read = Bwm::from_bytes(&loose).unwrap();
        assert_eq!(read.to_bytes().unwrap(), loose);
        let tables = Bwm { arrangement: Arrangement::default(), empty_offsets: value.empty_offsets, ..read };
        assert_eq!(tables, value);
    }
}

#[test]
fn packets_may_stand_anywhere_and_stay_there() {
    let value = samples::trn();
    let tight = value.to_bytes().unwrap();
    let (directory, rest) = tight.split_at(12 + 3 * 8);
    let (first, others) = rest.split_at(8 + 12);
    // The first packet moves to the end.
    let mut loose = [directory, &[0xAA; 2], others, &[0xBB; 3], first, &[0xCC]].concat();
    let moved = |entry: usize, at: usize, loose: &mut Vec<u8>| {
        loose[12 + 8 * entry + 4..][..4].copy_from_slice(&(at as u32).to_le_bytes());
    };
    let start = directory.len() + 2;
    moved(0, start + others.len() + 3, &mut loose);
    moved(1, start, &mut loose);
    moved(2, start + 8 + b"some water".len(), &mut loose);
    let mut read = Trn::from_bytes(&loose).unwrap();
    assert_eq!(read.packets, value.packets);
    assert_eq!(read.to_bytes().unwrap(), loose);
    assert_eq!(Trn { arrangement: Arrangement::default(), ..read.clone() }.to_bytes().unwrap(), tight);

    // An additional packet follows the others, before the file's last bytes.
    read.packets.push(trn::Packet::Other { packet_type: *b"more", data: vec![1] });
    let more = read.to_bytes().unwrap();
    assert_eq!(Trn::from_bytes(&more).unwrap().packets, read.packets);
    assert!(more.ends_with(&[1, 0xCC]));
}

#[test]
fn both_offsets_of_an_empty_table_are_kept() {
    use walkmesh_formats::bwm::EmptyOffsets;
    for empty_offsets in [EmptyOffsets::RUNNING, EmptyOffsets::PLACEABLE, EmptyOffsets([Some(7); 9])] {
        let bare = Bwm { empty_offsets, ..Bwm::default() };
        let bytes = bare.to_bytes().unwrap();
        assert_eq!(bytes.len(), 136);
        assert_eq!(Bwm::from_bytes(&bytes).unwrap(), bare);
        assert_eq!(Bwm::from_bytes(&bytes).unwrap().to_bytes().unwrap(), bytes);
    }
}

/// The parts of a BMS in the order of real files, and with the floor before, between and after the others: each file is written back byte
/// for byte, and when the floor grows, the following data moves.
#[test]
fn parts_of_a_bms_may_stand_in_any_order() {
    let (head, raw) = (68, [0xA0_u8, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8]);
    let sample = Bms { before: Vec::new(), parts: Parts::default(), ..samples::bms_with(0) };
    let floor = sample.to_bytes().unwrap()[head..].to_vec();
    for before in 0..=raw.len() {
        let mut bytes = sample.to_bytes().unwrap()[..head].to_vec();
        bytes.extend([&raw[..before], &floor, &raw[before..]].concat());
        // One byte for each part except the floor, from last to first: the tenth word is the first part.
        let words = [9, 8, 6, 5, 4, 3, 2, 1, 0];
        let at = |part: usize| head + part + if part < before { 0 } else { floor.len() };
        let patch = |bytes: &mut Vec<u8>, word: usize, at: usize| {
            bytes[12 + 4 * word..][..4].copy_from_slice(&(at as u32).to_le_bytes());
        };
        words.into_iter().enumerate().for_each(|(part, word)| patch(&mut bytes, word, at(part)));
        patch(&mut bytes, 7, head + before);
        let mut mesh = Bms::from_bytes(&bytes).unwrap();
        assert_eq!(mesh.nav_mesh, sample.nav_mesh);
        assert_eq!((mesh.before.as_slice(), mesh.rest.as_slice()), raw.split_at(before));
        assert!(mesh.to_bytes().unwrap() == bytes, "the floor behind {before} parts");

        mesh.nav_mesh.as_mut().unwrap().vertices.push(Default::default());
        let grown = mesh.to_bytes().unwrap();
        for (part, word) in words.into_iter().enumerate() {
            let offset = u32::from_le_bytes(grown[12 + 4 * word..][..4].try_into().unwrap());
            assert_eq!(grown[offset as usize], raw[part], "word {word}, the floor behind {before} parts");
        }
    }
}

/// A dump of the sample of each document, so that a change of a field's name or type shows in review.
#[test]
fn dumps() {
    macro_rules! dumps {
        ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
            $({
                let value = <$type>::from_bytes(&samples::$name().to_bytes().unwrap()).unwrap();
                snapshot_in("dump", stringify!($name), &dump(&value));
            })*
        };
    }
    walkmesh_formats::for_each_document!(dumps);
}

/// The header may have a size for strings although their count is 0, and the strings may follow the other tables.
#[test]
fn bytes_that_the_header_of_an_archive_counts_as_strings_are_read_where_they_stand() {
    for order in [vec![], vec![1, 2, 0, 3]] {
        let arrangement = Arrangement { order, ..Arrangement::default() };
        let key = Key::new("room", 3016, 0).unwrap();
        let erf = Erf {
            keys: vec![key],
            members: vec![b"BWM V1.0".to_vec()],
            strings_rest: b"no text".to_vec(),
            arrangement,
            ..Erf::default()
        };
        let bytes = erf.to_bytes().unwrap();
        let read = Erf::from_bytes(&bytes).unwrap();
        assert_eq!((read.strings_rest.as_slice(), read.to_bytes().unwrap()), (&b"no text"[..], bytes));
    }
}
