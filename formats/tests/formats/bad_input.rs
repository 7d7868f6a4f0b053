//! Bad files, each made by a few patches of a good one, and the error of each.

use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::{self, Aswm, Comp, NodeToLocal, Version};
use walkmesh_formats::bms::Bms;
use walkmesh_formats::bwm::{Bwm, Face};
use walkmesh_formats::dof::Dof;
use walkmesh_formats::erf::{self, Erf};
use walkmesh_formats::gff::Gff;
use walkmesh_formats::key::KeyFile;
use walkmesh_formats::mdb::{Collision, Mdb, Walk};
use walkmesh_formats::mdl::{AabbNode, Array, FunctionPointers, GeometryHeader, Mdl, NodeHeader, TreeFault};
use walkmesh_formats::rim::Rim;
use walkmesh_formats::trn::{Packet, Trn, Trrn, Trwh, Watr};
use walkmesh_formats::two_da::TwoDa;
use walkmesh_formats::{Document, Error, Format, Limits};
use walkmesh_testing::samples;

/// The bytes of a sample with some words replaced.
fn patched(value: &impl Document, patches: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = value.to_bytes().unwrap();
    for (at, word) in patches {
        bytes[*at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

#[track_caller]
fn assert_error<T: Document + std::fmt::Debug>(bytes: &[u8], message: &str) {
    assert_eq!(T::from_bytes(bytes).unwrap_err().to_string(), message);
}

#[test]
fn empty() {
    assert_error::<Bwm>(b"", "BWM: magic at offset 0x0: expected 8 bytes, found 0 bytes before the end");
    assert_error::<Aswm>(b"", "ASWM: header.version at offset 0x0: expected 4 bytes, found 0 bytes before the end");
    for format in Format::ALL {
        let error = format.rewrite(b"", &Limits::default()).unwrap_err();
        let detail = error.detail();
        assert_eq!((detail.format, detail.offset), (*format, 0));
        assert_eq!(detail.found, "0 bytes before the end");
    }
    assert_eq!(Format::detect(b""), None);
}

#[test]
fn wrong_magic() {
    let text = b"Not a walkmesh, but a text of some length.";
    assert_error::<Bwm>(text, r#"BWM: magic at offset 0x0: expected "BWM V1.0", found "Not a wa""#);
    assert_error::<Trn>(text, r#"TRN: magic at offset 0x0: expected "NWN2", found "Not ""#);
    assert_eq!(Format::detect(text), None);
}

/// The text form has a reader of its own.
#[test]
fn a_text_table_is_no_binary_one() {
    assert_error::<TwoDa>(
        b"2DA V2.0\n\n  Label\n",
        r#"2DA: magic at offset 0x0: expected "2DA V2.b\n", found "2DA V2.0\n""#,
    );
    assert_eq!(Format::detect(b"2DA V2.0\n\n  Label\n"), None);
}

#[test]
fn labels_of_a_table_that_are_not_told_apart() {
    assert_error::<TwoDa>(
        b"2DA V2.b\nlabel\0\0\0\0\0\0\0",
        "2DA: columns at offset 0xe: expected a TAB behind the last column's label, found a NUL",
    );
    assert_error::<TwoDa>(
        &patched(&samples::two_da(), &[(21, u32::MAX)]),
        "2DA: row_labels at offset 0x19: expected 4294967295 bytes for 4294967295 entries, found 40 bytes before the end",
    );
    let write = |table: TwoDa| table.to_bytes().unwrap_err().to_string();
    let sample = samples::two_da;
    assert_eq!(
        write(TwoDa { columns: b"label\t\0\t".to_vec(), ..sample() }),
        "cannot be written: 2DA: columns at offset 0x9: expected labels without NUL, found one with a NUL"
    );
    assert_eq!(
        write(TwoDa { columns: b"label\twalk".to_vec(), ..sample() }),
        "cannot be written: 2DA: columns at offset 0x9: expected a TAB behind each label, found none behind the last one"
    );
    assert_eq!(
        write(TwoDa { row_labels: b"0\t1\t2".to_vec(), ..sample() }),
        "cannot be written: 2DA: row_labels at offset 0x15: expected a TAB behind each label, found none behind the last one"
    );
    assert_eq!(
        write(TwoDa { offsets: vec![0; 5], ..sample() }),
        "cannot be written: 2DA: offsets at offset 0x1f: expected one per cell, 6 in all, found 5"
    );
    assert_eq!(
        write(TwoDa { data: vec![0; 1 << 16], ..sample() }),
        "cannot be written: 2DA: data at offset 0x2b: expected at most 65535 entries, found 65536"
    );
    let made = |rows: [[&str; 2]; 1]| TwoDa::from_rows(["label", "walk"], rows).unwrap_err().to_string();
    assert_eq!(
        made([["a\0b", "1"]]),
        "cannot be written: 2DA: data at offset 0x0: expected cells without NUL, found \"a\\0b\""
    );
    let long = "x".repeat(1 << 16);
    assert_eq!(
        made([["1", &long]]),
        "cannot be written: 2DA: data at offset 0x0: expected at most 65535 bytes, found 65539"
    );
}

#[test]
fn generic_files_of_another_version_or_with_tables_that_do_not_fit() {
    assert_error::<Gff>(b"GIT V3.3", r#"GFF: version at offset 0x4: expected "V3.2", found "V3.3""#);
    assert_eq!(Format::detect(b"ARE V3.2"), Some(Format::Gff));
    assert_error::<Gff>(
        &patched(&samples::gff(), &[(8, 40)]),
        "GFF: directory at offset 0x8: expected the part at 0x28 to start at 0x38 or later, found 72 bytes that overlap other data",
    );
    assert_error::<Gff>(
        &patched(&samples::gff(), &[(44, 3)]),
        "GFF: directory at offset 0x8: expected indices of four bytes each, found 3 bytes of indices",
    );
}

/// AINavData has no magic; the fault of a damaged file can be reported only while it is still recognised as AINavData.
#[test]
fn damaged_ai_nav_data_is_still_recognised() {
    let whole = samples::ainav();
    let bytes = whole.to_bytes().unwrap();
    for length in 11..bytes.len() {
        assert_eq!(Format::detect(&bytes[..length]), Some(Format::AiNav), "cut to {length} bytes");
    }
    assert_eq!(Format::detect(&bytes[..10]), None);
    let mut regions_differ = whole.clone();
    regions_differ.simple_dungeon_data.region_id ^= 1;
    assert_eq!(Format::detect(&regions_differ.to_bytes().unwrap()), Some(Format::AiNav));
    let mut not_a_dungeon = whole;
    not_a_dungeon.ref_dungeon.region_id = 25_000;
    assert_eq!(Format::detect(&not_a_dungeon.to_bytes().unwrap()), None, "two region ids, neither a dungeon's");
    // A count of one, and then no bytes for the blocks.
    assert_eq!(Format::detect(&[1, 0, 1, 0, 0, 0, 0x80, 0xFF, 0xFF, 0, 0, 0]), None);
}

#[test]
fn wrong_version() {
    let bytes = patched(&samples::bwm(), &[(4, u32::from_le_bytes(*b"V2.0"))]);
    assert_error::<Bwm>(&bytes, r#"BWM: magic at offset 0x0: expected "BWM V1.0", found "BWM V2.0""#);
    let bytes = patched(&samples::aswm(), &[(0, 0x70)]);
    assert_error::<Aswm>(
        &bytes,
        "ASWM: header.version at offset 0x0: expected a value that the format knows, found 112",
    );
    let mut bytes = samples::ainav().to_bytes().unwrap();
    bytes[0] = 2;
    assert_error::<AiNavData>(
        &bytes,
        "unsupported: AINavData: version at offset 0x0: expected version 1, found version 2",
    );
    // It is still recognised, so that users see this error, not "of no known format".
    assert_eq!(Format::detect(&bytes), Some(Format::AiNav));
    assert!(Format::could_start(&bytes));
    bytes[5] ^= 1;
    assert_eq!(Format::detect(&bytes), None, "two region ids and another version are not enough");
    for (bytes, format) in [(samples::dof().to_bytes(), "DOF"), (samples::bms_with(0).to_bytes(), "BMS")] {
        let mut bytes = bytes.unwrap();
        let known = String::from_utf8_lossy(&bytes[8..12]).into_owned();
        bytes[8..12].copy_from_slice(b"0109");
        let expected =
            format!(r#"unsupported: {format}: magic at offset 0x0: expected version "{known}", found version "0109""#);
        if format == "DOF" { assert_error::<Dof>(&bytes, &expected) } else { assert_error::<Bms>(&bytes, &expected) }
    }
    let of_key = patched(&KeyFile::default(), &[(4, u32::from_le_bytes(*b"V9  "))]);
    let of_rim = patched(&Rim::default(), &[(4, u32::from_le_bytes(*b"V9.9"))]);
    for error in [KeyFile::from_bytes(&of_key).unwrap_err(), Rim::from_bytes(&of_rim).unwrap_err()] {
        assert!(matches!(error, Error::Unsupported(_)) && error.detail().offset == 4, "{error}");
    }
}

#[test]
fn counts_past_the_end() {
    assert_error::<Bwm>(
        &patched(&samples::bwm(), &[(0x48, u32::MAX), (0x4C, 500)]),
        "BWM: vertices at offset 0x1f4: expected 51539607540 bytes for 4294967295 entries, found 0 bytes before the end",
    );
    assert_error::<Trn>(
        &patched(&samples::trn(), &[(8, u32::MAX)]),
        "TRN: directory at offset 0xc: expected 34359738360 bytes for 4294967295 entries, found 797 bytes before the end",
    );
    assert_error::<Aswm>(
        &patched(&samples::aswm(), &[(0x25, 0x1000_0000)]),
        "ASWM: vertices at offset 0x35: expected 3221225472 bytes for 268435456 entries, found 651 bytes before the end",
    );
    assert_error::<Watr>(
        &patched(&samples::watr(), &[(0x140, u32::MAX)]),
        "WATR: vertices at offset 0x148: expected 120259084260 bytes for 4294967295 entries, found 153 bytes before the end",
    );
    assert_error::<Watr>(
        &patched(&samples::watr(), &[(0x144, 5)]),
        "WATR: triangle_flags at offset 0x1d6: expected 20 bytes for 5 entries, found 11 bytes before the end",
    );
    assert_error::<Watr>(
        &patched(&samples::watr(), &[(0x1CC, 99)]),
        "WATR: dds.data at offset 0x1d0: expected 99 bytes for 99 entries, found 17 bytes before the end",
    );
    assert_error::<Walk>(
        &patched(&samples::walk(), &[(0x24, 5)]),
        "WALK: faces at offset 0x68: expected 20 bytes for 2 entries, found 8 bytes before the end",
    );
    assert_error::<Collision>(
        &patched(&samples::collision(), &[(0xC8, 1 << 30)]),
        "COL2 or COL3: faces at offset 0x15c: expected 6442450944 bytes for 1073741824 entries, found 12 bytes before the end",
    );
    assert_error::<Mdb>(
        &patched(&samples::mdb(), &[(0x24, u32::from_le_bytes(*b"RIGD"))]),
        "MDB: packets[0] at offset 0x24: expected \"HOOK\" as in the directory, found \"RIGD\"",
    );
    assert_error::<Trrn>(
        &patched(&samples::trrn(), &[(0x18C, 1 << 30)]),
        "TRRN: triangles at offset 0x214: expected 6442450944 bytes for 1073741824 entries, found 240 bytes before the end",
    );
    assert_error::<Trrn>(
        &patched(&samples::trrn(), &[(0x230, u32::MAX)]),
        "TRRN: grass at offset 0x234: expected 292057776060 bytes for 4294967295 entries, found 208 bytes before the end",
    );
    assert_error::<Trrn>(
        &patched(&samples::trrn(), &[(0x274, 1 << 20)]),
        "TRRN: grass[0].blades at offset 0x278: expected 37748736 bytes for 1048576 entries, found 140 bytes before the end",
    );
    assert_error::<AiNavData>(
        &patched(&samples::ainav(), &[(7, u32::MAX)]),
        "AINavData: ref_dungeon.blocks at offset 0xb: expected 68719476720 bytes for 4294967295 entries, found 162 bytes \
         before the end",
    );
}

#[test]
fn offsets_past_the_end() {
    assert_error::<Bwm>(
        &patched(&samples::bwm(), &[(0x7C, 0xFFFF_FFF0)]),
        "BWM: edges at offset 0xfffffff0: expected 32 bytes for 4 entries, found 0 bytes before the end",
    );
    assert_error::<Trn>(
        &patched(&samples::trn(), &[(16, 0xFFFF_FFF0)]),
        "TRN: packets[0].packet_type at offset 0xfffffff0: expected 1 byte, found 0 bytes before the end",
    );
    assert_error::<AiNavData>(
        &patched(&samples::ainav(), &[(1, 0xFFFF_FFF0)]),
        "AINavData: gap at offset 0x1: expected part two inside the file, found 0xfffffff0",
    );
}

#[test]
fn offsets_inside_the_header() {
    assert_error::<Bwm>(
        &patched(&samples::bwm(), &[(0x4C, 8)]),
        "BWM: directory at offset 0x48: expected the part at 0x8 to start at 0x88 or later, found 48 bytes that overlap other data",
    );
    assert_error::<AiNavData>(
        &patched(&samples::ainav(), &[(1, 5)]),
        "AINavData: gap at offset 0x1: expected part two at 0x6b or later, found 0x5",
    );
}

#[test]
fn tables_over_one_another() {
    assert_error::<Bwm>(
        &patched(&samples::bwm(), &[(0x5C, 0xB8)]),
        "BWM: directory at offset 0x48: expected the part at 0xb8 to start at 0xd0 or later, found 24 bytes that overlap other data",
    );
    // Two entries of the directory that point to one packet.
    let mut bytes = samples::trn().to_bytes().unwrap();
    bytes.copy_within(0x14..0x1C, 0x1C);
    assert_error::<Trn>(
        &bytes,
        "TRN: packets at offset 0x24: expected the part at 0x38 to start at 0x4a or later, found 18 bytes that overlap other data",
    );
}

#[test]
fn a_directory_that_disagrees_with_a_packet() {
    assert_error::<Trn>(
        &patched(&samples::trn(), &[(0x38, u32::from_le_bytes(*b"TRRN"))]),
        r#"TRN: packets[1] at offset 0x38: expected "WATR" as in the directory, found "TRRN""#,
    );
}

#[test]
fn packets_of_the_wrong_size() {
    assert_error::<Trn>(
        &patched(&samples::trn(), &[(0x28, 8)]),
        "TRN: packets[0] at offset 0x2c: expected a TRWH packet of 12 bytes, found 8",
    );
    let size = samples::trn().packets[2].body_size() as u32;
    assert_error::<Trn>(
        &patched(&samples::trn(), &[(0x4E, size - 1)]),
        "TRN: packets[2] at offset 0x52: expected a COMP block of 726 bytes, found 727 bytes",
    );
}

#[test]
fn products_that_overflow() {
    // 65,535 tiles squared.
    assert_error::<Aswm>(
        &patched(&samples::aswm(), &[(0x179, 65_535), (0x17D, 65_535)]),
        "ASWM: tiles at offset 0x181: expected 304933371975 bytes for 4294836225 entries, found 319 bytes before the end",
    );
    assert_error::<Aswm>(
        &patched(&samples::aswm(), &[(0x179, u32::MAX), (0x17D, u32::MAX)]),
        "ASWM: tiles at offset 0x181: expected 1309718828623492808775 bytes for 18446744065119617025 entries, found 319 \
         bytes before the end",
    );
    // 2^32 - 1 cells squared.
    assert_error::<AiNavData>(
        &patched(&samples::ainav(), &[(0xF, u32::MAX)]),
        "AINavData: ref_dungeon.blocks[0].cell_lookup_table at offset 0x17: expected 73786976260478468100 bytes for \
         18446744065119617025 entries, found 150 bytes before the end",
    );
}

#[test]
fn compressed_path_tables_name_their_tile() {
    for (flags, name) in [(1, "RLE"), (2, "zcompress"), (3, "RLE and zcompress"), (8, "unknown flags")] {
        let bytes = patched(&samples::aswm(), &[(0x1BA, flags)]);
        let error = Aswm::from_bytes(&bytes).unwrap_err();
        assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
        let expected = format!(
            "unsupported: ASWM: tiles[0].path_table.header.compression_flags at offset 0x1ba: expected a path table \
             without compression, found {name} ({flags:#x})"
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn bytes_after_the_end() {
    let longer = |bytes: Vec<u8>| [bytes, vec![0; 3]].concat();
    assert_error::<Aswm>(
        &longer(samples::aswm().to_bytes().unwrap()),
        "ASWM: end at offset 0x2c0: expected the end, found 3 bytes more",
    );
    assert_error::<AiNavData>(
        &longer(samples::ainav().to_bytes().unwrap()),
        "AINavData: end at offset 0xad: expected the end, found 3 bytes more",
    );
}

/// Sections are read in the order of real files; other orders are not guessed.
#[test]
fn sections_elsewhere() {
    assert_error::<Dof>(
        &patched(&samples::dof(), &[(12, 0)]),
        "unsupported: DOF: blocks at offset 0x74: expected the section at 0x74, behind the one before, found 0x0",
    );
    assert_error::<Dof>(
        &patched(&samples::dof(), &[(32, 99)]),
        "unsupported: DOF: directory.int0 at offset 0x20: expected 0, since no known file has this section, found 0x63",
    );
    assert_error::<Bms>(
        &patched(&samples::bms_with(0), &[(40, 5)]),
        "BMS: before at offset 0x44: expected the floor at 0x44 or later, found 0x5",
    );
}

/// One legacy file is known whose blocks have one flag where others have two. No other value of a flag is lost.
#[test]
fn flags_that_are_none() {
    assert_error::<Dof>(
        &patched(&samples::dof(), &[(0xD0, 5)]),
        "unsupported: DOF: blocks.blocks[0].has_height_fog at offset 0xd0: expected 0 or 1 (a legacy file has other data \
         here), found 5",
    );
}

#[test]
fn more_blocks_in_part_two_than_in_part_one() {
    assert_error::<AiNavData>(
        &patched(&samples::ainav(), &[(0x6D, 3)]),
        "AINavData: simple_dungeon_data.block_count at offset 0x6d: expected at most 2 blocks, as in part one, found 3",
    );
}

#[test]
fn zip_bombs() {
    let inflate = |comp: &Comp| comp.inflate(&Limits::default()).unwrap_err().to_string();
    let zeros = Comp::deflate(&vec![0; 1 << 20]).unwrap();
    let small = Comp { uncomp_length: 1000, ..zeros.clone() };
    assert_eq!(inflate(&small), "TRN: ASWM.compressed_data at offset 0x0: expected 1000 bytes, found more");
    let large = Comp { uncomp_length: (1 << 20) + 1, ..zeros.clone() };
    assert_eq!(inflate(&large), "TRN: ASWM.compressed_data at offset 0x0: expected 1048577 bytes, found 1048576 bytes");
    let absurd = Comp { uncomp_length: 1 << 26, compressed_data: vec![0x78, 0x9C] };
    assert_eq!(
        inflate(&absurd),
        "TRN: ASWM.compressed_data at offset 0x0: expected at most 2064 bytes, by zlib's ratio, found 67108864 bytes"
    );
    let limit = Limits::default().with_inflated(1 << 19);
    assert_eq!(
        zeros.inflate(&limit).unwrap_err().to_string(),
        "over this reader's limit: TRN: ASWM.compressed_data at offset 0x0: expected a walkmesh of at most 524288 bytes \
         when inflated, found 1048576 bytes; raise the limit `max-inflated` if the file \
         is trusted"
    );
}

/// The limits of an area apply to its packets: a packet that was read can be inflated.
#[test]
fn an_area_whose_walkmesh_declares_more_than_the_limits_is_refused_where_it_says_so() {
    let comp = Comp::deflate(&vec![0; 1 << 20]).unwrap();
    let packets = vec![Packet::Trwh(Trwh::default()), Packet::Aswm(aswm::Packet::Comp(comp))];
    let bytes = Trn { major: 2, minor: 3, packets, ..Trn::default() }.to_bytes().unwrap();
    let limits = Limits::default().with_inflated(1 << 20);
    let area = Trn::from_bytes_with(&bytes, &limits).unwrap();
    assert_eq!(area.to_bytes().unwrap(), bytes);
    let Packet::Aswm(packet) = &area.packets[1] else { panic!("the second packet is the walkmesh") };
    assert_eq!((packet.payload_size(), packet.payload(&limits).unwrap().len()), (1 << 20, 1 << 20));

    let error = Trn::from_bytes_with(&bytes, &limits.with_inflated((1 << 20) - 1)).unwrap_err();
    assert!(matches!(error, Error::OverLimit(_)), "{error}");
    let detail = error.detail();
    // After the file's header, two directory entries, the first packet, and the second one's header, magic and size.
    assert_eq!((detail.field.as_str(), detail.offset), ("packets[1]", 12 + 16 + 20 + 8 + 8));
    assert_eq!(&bytes[detail.offset as usize..][..4], &(1_u32 << 20).to_le_bytes());
    assert_eq!(Trn::field_at(&bytes, detail.offset).unwrap().field, "packets[1].uncomp_length");
    assert_eq!(Trn::from_bytes_with(&bytes, &Limits::NONE), Ok(area));
}

#[test]
fn damaged_streams() {
    let whole = Comp::deflate(b"a walkmesh, or what stands for one here").unwrap();
    for length in 0..whole.compressed_data.len() {
        let cut = Comp { compressed_data: whole.compressed_data[..length].to_vec(), ..whole.clone() };
        assert!(cut.inflate(&Limits::default()).is_err(), "cut to {length} bytes");
    }
}

#[test]
fn tables_whose_lengths_disagree_are_not_written() {
    let write = |error: Result<Vec<u8>, Error>| {
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Unwritable(_)), "{error:?}");
        error.to_string()
    };
    let mut mesh = samples::bwm();
    mesh.faces.push(Face::default());
    assert_eq!(
        write(mesh.to_bytes()),
        "cannot be written: BWM: materials at offset 0x48: expected one per face, 3 in all, found 2"
    );
    let mut mesh = samples::aswm();
    mesh.tiles.pop();
    assert_eq!(write(mesh.to_bytes()), "cannot be written: ASWM: tiles at offset 0x181: expected 2, found 1");
    let mut mesh = samples::aswm();
    mesh.tiles[0].path_table.nodes.pop();
    assert_eq!(
        write(mesh.to_bytes()),
        "cannot be written: ASWM: tiles.path_table.nodes at offset 0x1ba: expected a square number of entries, found 3"
    );
    let mesh = Aswm { version: Version::V69, ..samples::aswm() };
    assert_eq!(
        write(mesh.to_bytes()),
        "cannot be written: ASWM: edges at offset 0x0: expected edges of version 0x69, found edges of another version"
    );
    let mut water = samples::watr();
    water.triangle_flags.pop();
    assert_eq!(
        write(water.to_bytes()),
        "cannot be written: WATR: triangle_flags at offset 0x1c4: expected one per triangle, 2 in all, found 1"
    );
    let mut dungeon = samples::ainav();
    dungeon.ref_dungeon.block_lookup_table.pop();
    assert_eq!(
        write(dungeon.to_bytes()),
        "cannot be written: AINavData: ref_dungeon.block_lookup_table at offset 0x5f: expected one for each pair of \
         blocks, found 3"
    );
}

#[test]
fn names_and_cells_that_a_format_cannot_hold_are_not_written() {
    let text = |error: Error| {
        assert!(matches!(error, Error::Unwritable(_)), "{error:?}");
        error.to_string()
    };
    let mut archive = samples::erf();
    archive.members.pop();
    let members = archive.members.len();
    let expected = format!("expected {members} keys, one for each member, found {}", members + 1);
    assert!(text(archive.to_bytes().unwrap_err()).ends_with(&expected));
    let mut archive = samples::erf();
    (archive.version, archive.keys[0]) = (erf::Version::V1_0, erf::Key::new("a_name_of_17_byte", 2016, 0).unwrap());
    let long = text(archive.to_bytes().unwrap_err());
    assert!(long.contains("keys") && long.contains("expected a name of at most 16 bytes, or version 1.1"), "{long}");
    archive.version = erf::Version::V1_1;
    assert_eq!(Erf::from_bytes(&archive.to_bytes().unwrap()).unwrap(), archive);
    for name in ["x".repeat(33).as_str(), "nul\0"] {
        let refused = text(erf::Key::new(name, 2016, 0).unwrap_err());
        let expected = format!("expected a name of at most 32 bytes without NUL, found {name:?}");
        assert_eq!(refused, format!("cannot be written: ERF: keys at offset 0x0: {expected}"));
    }

    let table = |label: &str, cells: &[&str]| TwoDa::from_rows([label, "walk"], [cells]).map_err(text);
    let whole = table("label", &["Stone", "1"]).unwrap();
    assert_eq!((whole.cell(0, 0), whole.cell(0, 1)), (Some(&b"Stone"[..]), Some(&b"1"[..])));
    assert_eq!((whole.cell(1, 0), whole.cell(0, 2)), (None, None));
    for (label, cells, expected) in [
        (
            "la\tbel",
            &["Stone", "1"][..],
            "columns at offset 0x0: expected labels without TAB and NUL, found \"la\\tbel\"",
        ),
        ("label", &["Stone"], "offsets at offset 0x0: expected 2 cells in each row, found 1"),
    ] {
        assert_eq!(table(label, cells).unwrap_err(), format!("cannot be written: 2DA: {expected}"));
    }
}

#[test]
fn a_path_table_of_another_version_or_length_is_not_written() {
    let refused = |change: fn(&mut aswm::PathTable)| {
        let mut mesh = samples::aswm();
        change(&mut mesh.tiles[0].path_table);
        mesh.to_bytes().unwrap_err().to_string()
    };
    let other = refused(|table| table.node_to_local = NodeToLocal::Bytes(vec![0, 1]));
    assert!(other.ends_with("expected the table of version 0x6C, found another's"), "{other}");
    let short = refused(|table| {
        let NodeToLocal::Words(words) = &mut table.node_to_local else { panic!("version 0x6C has words") };
        words.pop();
    });
    assert!(short.contains("tiles.path_table.node_to_local at offset"), "{short}");
    assert!(short.ends_with("expected 2 entries, the side of its nodes, found 1"), "{short}");
}

/// The walkmesh of the sample of a model with one record changed, as text: its number of faces, or the error.
fn damaged_model(damage: impl FnOnce(&mut Mdl)) -> String {
    let mut model = samples::mdl();
    damage(&mut model);
    // Faulty links do not prevent reading and writing a model.
    assert_eq!(Mdl::from_bytes(&model.to_bytes().unwrap()), Ok(model.clone()));
    match model.walkmesh() {
        Ok(walkmesh) => format!("{:?} faces", walkmesh.map(|walkmesh| walkmesh.faces.len())),
        Err(error) => error.to_string(),
    }
}

#[test]
fn models_with_wrong_links() {
    let sample = samples::mdl().walkmesh().unwrap().unwrap();
    let geometry: GeometryHeader = samples::mdl().at(0, "header").unwrap();
    let root: NodeHeader = samples::mdl().at(geometry.root_node, "node").unwrap();
    let with_root = |root: NodeHeader| move |model: &mut Mdl| model.put(geometry.root_node, &[root], "node").unwrap();
    assert_eq!(damaged_model(|_| {}), "Some(2) faces");
    assert_eq!(damaged_model(with_root(NodeHeader { children: Array::default(), ..root })), "None faces");
    assert_eq!(
        damaged_model(|model| {
            let header = GeometryHeader { function_pointers: FunctionPointers::default(), ..geometry };
            model.put(0, &[header], "header").unwrap();
        }),
        "unsupported: MDL: header.function_pointers at offset 0xc: expected function pointers of the first or the second game, \
         found 0 and 0"
    );
    assert_eq!(
        damaged_model(|model| model
            .put(0, &[GeometryHeader { root_node: 0xFFFF_FFF0, ..geometry }], "header")
            .unwrap()),
        "MDL: node at offset 0xfffffffc: expected 80 bytes, found 0 bytes before the end of the data"
    );
    // A node that is its own child.
    let children = root.children.offset;
    let loops = |model: &mut Mdl| model.put(children, &[geometry.root_node], "children").unwrap();
    let met = format!(
        "MDL: node.children at offset {:#x}: expected a node that is the child of one node, found one that was met before",
        children + 12
    );
    assert_eq!(damaged_model(loops), met);
    // The sample stores 0 after the only child, which is not the offset of a node.
    let many = damaged_model(with_root(NodeHeader { children: Array::new(children, u32::MAX), ..root }));
    assert!(many.contains("node.children at offset") || many.contains("node at offset"), "{many}");

    let mut mesh = sample.mesh;
    mesh.faces.count = u32::MAX;
    let error = damaged_model(|model| model.put(sample.mesh_offset(), &[mesh], "mesh").unwrap());
    assert!(error.contains("walkmesh.faces at offset") && error.contains("expected 137438953440 bytes"), "{error}");
}

#[test]
fn a_broken_tree_of_a_model_is_kept_and_its_fault_is_named() {
    let sample = samples::mdl().walkmesh().unwrap().unwrap();
    let nodes = sample.tree.clone().unwrap();
    let [root, left, _] = nodes[..] else { panic!("{nodes:?}") };
    let offsets: Vec<u32> = nodes.iter().map(|node| node.offset).collect();
    let fault = |offset: u32, record: AabbNode| {
        let mut model = samples::mdl();
        model.put(offset, &[record], "tree").unwrap();
        assert_eq!(Mdl::from_bytes(&model.to_bytes().unwrap()), Ok(model.clone()));
        let walkmesh = model.walkmesh().unwrap().unwrap();
        assert_eq!((walkmesh.faces, walkmesh.root), (sample.faces.clone(), sample.root));
        (walkmesh.tree.unwrap_err(), model.tree_offsets(sample.root, 2) == Some(offsets.clone()))
    };
    let children = |left, right| AabbNode { left, right, ..root.record };
    let of_leaf = |face| AabbNode { face, ..left.record };
    let faults = [
        // The value that some tools write instead of all children.
        (fault(root.offset, children(u32::MAX, u32::MAX)), TreeFault::Outside { offset: u32::MAX }, true),
        (fault(root.offset, children(left.offset, root.offset)), TreeFault::ReachedTwice { offset: root.offset }, true),
        (fault(root.offset, children(left.offset, left.offset)), TreeFault::ReachedTwice { offset: left.offset }, true),
        (fault(left.offset, of_leaf(2)), TreeFault::NoSuchFace { face: 2 }, false),
        (fault(left.offset, of_leaf(1)), TreeFault::FaceTwice { face: 1 }, false),
        (fault(root.offset, AabbNode { face: 1, ..root.record }), TreeFault::FaceMissing { face: 0 }, false),
    ];
    for ((found, is_in_preorder), fault, is_expected) in faults {
        assert_eq!((found, is_in_preorder), (fault, is_expected));
    }
    let mut model = samples::mdl();
    model.put(sample.root_offset(), &[u32::MAX], "root").unwrap();
    assert_eq!(model.walkmesh().unwrap().unwrap().tree, Err(TreeFault::Outside { offset: u32::MAX }));
    // Inner nodes that never end in a leaf.
    let mut model = samples::mdl();
    let chain = model.append(&vec![AabbNode { face: -1, ..AabbNode::default() }; 9]).unwrap();
    let links =
        (0..8).map(|node| AabbNode { face: -1, left: chain + 40 * (node + 1), right: 0, ..AabbNode::default() });
    model.put(chain, &links.collect::<Vec<_>>(), "chain").unwrap();
    model.put(sample.root_offset(), &[chain], "root").unwrap();
    assert_eq!(model.walkmesh().unwrap().unwrap().tree, Err(TreeFault::TooManyNodes { expected: 3 }));
}

/// Two thousand nodes in a row, and one with two thousand children: stack and time stay within bounds.
#[test]
fn models_with_many_nodes() {
    let many = 2000_u32;
    for is_deep in [true, false] {
        let mut model = Mdl::default();
        let node =
            NodeHeader { node_type: NodeHeader::HEADER, orientation: NodeHeader::UPRIGHT, ..NodeHeader::default() };
        let header =
            GeometryHeader { function_pointers: FunctionPointers::KOTOR_1, root_node: 80, ..GeometryHeader::default() };
        model.append(&[header]).unwrap();
        let first = model.append(&vec![node; many as usize]).unwrap();
        let offsets: Vec<u32> = (1..many).map(|number| first + 80 * number).collect();
        let links = model.append(&offsets).unwrap();
        for number in 0..many - 1 {
            let child = Array::new(links + 4 * number, 1);
            let children = if is_deep { child } else { Array::new(links, if number == 0 { many - 1 } else { 0 }) };
            model.put(first + 80 * number, &[NodeHeader { children, ..node }], "node").unwrap();
        }
        assert_eq!(model.walkmesh(), Ok(None), "{is_deep}");
        let last = first + 80 * (many - 1);
        let node_type = NodeHeader::HEADER | NodeHeader::MESH | NodeHeader::AABB;
        model.put(last, &[NodeHeader { node_type, ..node }], "node").unwrap();
        let walkmesh = model.walkmesh().unwrap().unwrap();
        assert!(walkmesh.tree.is_err(), "{is_deep}");
    }
}
