//! Compares the ground and the water of two areas, field by field.

use crate::diff::Group::{Content, Uninitialised};
use crate::diff::{Group, Hex, TableDiff, Text, Value, part, text_and_rest};
use crate::finding::{PartKind, PlacePart};
use crate::formats::trn::{Blade, Trrn, WaterTexture, Watr};

/// Tables to which each packet adds its rows.
struct Packets(Vec<TableDiff>);

impl Packets {
    fn table(&mut self, table: &'static str, group: Group) -> &mut TableDiff {
        // A packet has a few dozen tables, so a linear search is fast enough.
        let at = self.0.iter().position(|known| known.table == table).unwrap_or(self.0.len());
        if at == self.0.len() {
            self.0.push(TableDiff::new(table, group));
        }
        &mut self.0[at]
    }

    /// Adds a value that a packet has once.
    fn one<T: Value>(&mut self, table: &'static str, packet: usize, left: T, right: T) {
        self.table(table, Content).entry(part(PartKind::Packet, packet), Some(left), Some(right));
    }

    fn rows<'a, T, U: Value>(
        &mut self,
        table: &'static str,
        (packet, kind): (usize, PartKind),
        (left, right): (&'a [T], &'a [T]),
        field: impl Fn(&'a T) -> U,
    ) {
        let table = self.table(table, Content);
        for at in 0..left.len().max(right.len()) {
            let place = [part(PartKind::Packet, packet), part(kind, at)];
            table.entry(place, left.get(at).map(&field), right.get(at).map(&field));
        }
    }

    /// Adds a text that ends with a zero, and the uninitialised bytes after it.
    fn text(&mut self, [text, rest]: [&'static str; 2], place: [PlacePart; 2], left: &[u8], right: &[u8]) {
        let [(l, l_rest), (r, r_rest)] = [left, right].map(text_and_rest);
        self.table(text, Content).entry(place.clone(), Some(Text(l)), Some(Text(r)));
        self.table(rest, Uninitialised).entry(place, Some(Hex(l_rest)), Some(Hex(r_rest)));
    }

    /// Adds bytes that no reader uses.
    fn unread(&mut self, table: &'static str, packet: usize, left: &[u8], right: &[u8]) {
        self.table(table, Uninitialised).entry(part(PartKind::Packet, packet), Some(Hex(left)), Some(Hex(right)));
    }
}

/// The water of two areas.
pub(super) struct Water(Packets);

impl Water {
    pub(super) const fn new() -> Self {
        Self(Packets(Vec::new()))
    }

    pub(super) fn tables(self) -> Vec<TableDiff> {
        self.0.0
    }

    pub(super) fn compare(&mut self, at: usize, l: &Watr, r: &Watr) {
        let tables = &mut self.0;
        let settings = |water: &Watr| {
            let Watr { colour: [red, green, blue], ripple: [x, y], uv_offset: [u, v], .. } = *water;
            let Watr { smoothness, reflect_bias, reflect_power, specular_power, specular_coefficient, .. } = *water;
            let powers = [smoothness, reflect_bias, reflect_power, specular_power, specular_coefficient];
            [[red, green, blue].as_slice(), &[x, y], &powers, &[u, v]].concat()
        };
        tables.rows("water.settings", (at, PartKind::Setting), (&settings(l), &settings(r)), |value| *value);
        for (texture, (l, r)) in l.textures.iter().zip(&r.textures).enumerate() {
            let place = [part(PartKind::Packet, at), part(PartKind::Texture, texture)];
            tables.text(["water.textures.name", "water.textures.behind_name"], place, &l.name, &r.name);
        }
        let moves = |texture: &WaterTexture| {
            let [x, y] = texture.direction;
            [x, y, texture.rate, texture.angle]
        };
        tables.rows("water.textures.motion", (at, PartKind::Texture), (&l.textures, &r.textures), moves);
        let vertices = (&l.vertices[..], &r.vertices[..]);
        tables.rows("water.vertices.position", (at, PartKind::Vertex), vertices, |vertex| vertex.position);
        tables.rows("water.vertices.uv", (at, PartKind::Vertex), vertices, |vertex| [vertex.uv_times_five, vertex.uv]);
        tables.rows("water.triangles", (at, PartKind::Triangle), (&l.triangles, &r.triangles), |row| row.vertices);
        tables.rows("water.flags", (at, PartKind::Triangle), (&l.triangle_flags, &r.triangle_flags), |flag| *flag);
        tables.rows("water.picture", (at, PartKind::Byte), (&l.dds.data, &r.dds.data), |byte| Hex([*byte]));
        tables.one("water.megatile", at, l.megatile, r.megatile);
        tables.unread("water.name", at, &l.name, &r.name);
        tables.unread("water.unknown", at, &l.unknown, &r.unknown);
        tables.unread("water.rest", at, &l.rest, &r.rest);
    }
}

/// The ground of two areas.
pub(super) struct Ground(Packets);

impl Ground {
    pub(super) const fn new() -> Self {
        Self(Packets(Vec::new()))
    }

    pub(super) fn tables(self) -> Vec<TableDiff> {
        self.0.0
    }

    pub(super) fn compare(&mut self, at: usize, l: &Trrn, r: &Trrn) {
        let tables = &mut self.0;
        tables.text(
            ["ground.name", "ground.behind_name"],
            [part(PartKind::Packet, at), PartKind::HeaderField("name").into()],
            &l.name,
            &r.name,
        );
        for (texture, (l, r)) in l.textures.iter().zip(&r.textures).enumerate() {
            let place = [part(PartKind::Packet, at), part(PartKind::Texture, texture)];
            tables.text(["ground.textures.name", "ground.textures.behind_name"], place, l, r);
        }
        let colours = (&l.texture_colours[..], &r.texture_colours[..]);
        tables.rows("ground.textures.colour", (at, PartKind::Texture), colours, |colour| *colour);
        let vertices = (&l.vertices[..], &r.vertices[..]);
        tables.rows("ground.vertices.position", (at, PartKind::Vertex), vertices, |vertex| vertex.position);
        tables.rows("ground.vertices.normal", (at, PartKind::Vertex), vertices, |vertex| vertex.normal);
        tables.rows("ground.vertices.tint", (at, PartKind::Vertex), vertices, |vertex| vertex.tint);
        tables.rows("ground.vertices.uv", (at, PartKind::Vertex), vertices, |vertex| [vertex.uv, vertex.weights]);
        tables.rows("ground.triangles", (at, PartKind::Triangle), (&l.triangles, &r.triangles), |row| row.vertices);
        for (table, l, r) in [
            ("ground.weights_of_first_four", &l.weights_of_first_four, &r.weights_of_first_four),
            ("ground.weights_of_last_two", &l.weights_of_last_two, &r.weights_of_last_two),
        ] {
            tables.rows(table, (at, PartKind::Byte), (&l.data, &r.data), |byte| Hex([*byte]));
        }
        let kinds = (&l.grass[..], &r.grass[..]);
        tables.rows("ground.grass", (at, PartKind::Grass), kinds, |grass| grass.blades.len());
        for (grass, (l, r)) in l.grass.iter().zip(&r.grass).enumerate() {
            let place = || [part(PartKind::Packet, at), part(PartKind::Grass, grass)];
            tables.text(["ground.grass.name", "ground.grass.behind_name"], place(), &l.name, &r.name);
            tables.text(["ground.grass.texture", "ground.grass.behind_texture"], place(), &l.texture, &r.texture);
            let blades = tables.table("ground.grass.blades", Content);
            let vectors = |blade: &Blade| [blade.position, blade.direction, blade.dimension];
            for blade in 0..l.blades.len().max(r.blades.len()) {
                let place = [part(PartKind::Packet, at), part(PartKind::Grass, grass), part(PartKind::Blade, blade)];
                blades.entry(place, l.blades.get(blade).map(vectors), r.blades.get(blade).map(vectors));
            }
        }
        tables.unread("ground.rest", at, &l.rest, &r.rest);
    }
}
