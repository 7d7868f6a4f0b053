//! Writes a scene as a GLB, or as a glTF.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Buffer, Target, View};
use gltf_json::material::{Material, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mesh, Mode, Primitive, Semantic};
use gltf_json::scene::{Node, Scene as GltfScene};
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Asset, Index, Root, Value};

use super::container::glb;
use crate::exchange::{Class, Mark, Scene, SceneNode, Transform, TriangleSet};

impl Scene {
    /// Writes a GLB: a node with a mesh per triangle set, a primitive and a material per class, an empty node per mark.
    /// `None` if it would be larger than a GLB can be, which is 4 GiB.
    ///
    /// Triangles that [cannot be carried](TriangleSet::can_be_carried) are left out, and so are points of no triangle, marks
    /// that are not finite, and nodes whose placement is beyond an `f32`.
    #[must_use]
    pub fn to_glb(&self) -> Option<Vec<u8>> {
        let (root, binary) = self.to_root();
        let json = gltf_json::serialize::to_vec(&root).ok()?;
        glb(json, binary)
    }

    /// Writes a glTF as text: as [`to_glb`](Self::to_glb) does, with the bytes of points and triangles as base64 in the
    /// text. A GLB is smaller. `None` if the text cannot be written.
    #[must_use]
    pub fn to_gltf(&self) -> Option<String> {
        let (mut root, binary) = self.to_root();
        for buffer in &mut root.buffers {
            buffer.uri = Some(format!("data:application/octet-stream;base64,{}", STANDARD.encode(&binary)));
        }
        gltf_json::serialize::to_string_pretty(&root).ok()
    }

    /// The JSON, and the bytes to which it refers.
    fn to_root(&self) -> (Root, Vec<u8>) {
        let mut writer = Writer { scene: self, root: Root::default(), binary: Vec::new(), materials: BTreeMap::new() };
        let mut top: Vec<_> =
            self.nodes.iter().filter(|node| can_be_placed(node)).map(|node| writer.node(node)).collect();
        top.extend(self.marks.iter().filter_map(|mark| writer.mark(mark)));
        let Writer { mut root, binary, .. } = writer;
        root.asset = Asset { generator: Some("walkmesh".into()), ..Asset::default() };
        // A list of nodes may not be empty, and many readers refuse a scene without one.
        if !top.is_empty() {
            let scene = GltfScene { extensions: None, extras: Default::default(), name: None, nodes: top };
            root.scene = Some(root.push(scene));
        }
        if !binary.is_empty() {
            root.buffers.push(Buffer {
                byte_length: USize64(binary.len() as u64),
                name: None,
                uri: None,
                extensions: None,
                extras: Default::default(),
            });
        }
        (root, binary)
    }
}

struct Writer<'s> {
    scene: &'s Scene,
    root: Root,
    binary: Vec<u8>,
    /// The material of each class, by the name that it has in the file.
    materials: BTreeMap<String, Index<Material>>,
}

impl Writer<'_> {
    fn node(&mut self, node: &SceneNode) -> Index<Node> {
        let mesh = self.mesh(&node.name, &node.set);
        let children: Vec<_> = node.set.marks.iter().filter_map(|mark| self.mark(mark)).collect();
        let placement = self.scene.up.placement_to_y_up(&node.placement);
        let mut row = Node {
            name: Some(node.name.clone()),
            mesh,
            children: (!children.is_empty()).then_some(children),
            ..Node::default()
        };
        place(&mut row, &placement);
        self.root.push(row)
    }

    fn mark(&mut self, mark: &Mark) -> Option<Index<Node>> {
        if !mark.point.iter().all(|value| value.is_finite()) {
            return None;
        }
        let translation = Some(self.scene.up.point_to_y_up(mark.point).map(|value| value + 0.0));
        Some(self.root.push(Node { name: Some(mark.name.clone()), translation, ..Node::default() }))
    }

    /// The mesh of the triangles that can be carried; `None` if there are none.
    fn mesh(&mut self, name: &str, set: &TriangleSet) -> Option<Index<Mesh>> {
        let mut by_class: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut new = vec![u32::MAX; set.points.len()];
        let mut points = Vec::new();
        for row in (0..).zip(&set.triangles).filter(|(id, _)| set.can_be_carried(*id)).map(|(_, row)| row) {
            let corners = row.corners.map(|corner| {
                let slot = &mut new[corner as usize];
                if *slot == u32::MAX {
                    *slot = points.len() as u32;
                    points.push(self.scene.up.point_to_y_up(set.points[corner as usize]).map(|value| value + 0.0));
                }
                *slot
            });
            by_class.entry(row.class).or_default().extend(corners);
        }
        if points.is_empty() {
            return None;
        }
        let positions = self.positions(&points);
        let indices = by_class.values().flatten().flat_map(|index| index.to_le_bytes());
        let view = self.view(indices.collect(), Target::ElementArrayBuffer);
        let classes: HashMap<u32, &Class> = set.classes.iter().rev().map(|class| (class.number, class)).collect();
        let mut offset = 0;
        let mut primitives = Vec::with_capacity(by_class.len());
        for (class, indices) in &by_class {
            let count = indices.len();
            let accessor = accessor(view, 4 * offset as u64, count, ComponentType::U32, Type::Scalar);
            offset += count;
            let indices = Some(self.root.push(accessor));
            let material = Some(self.material(*class, &classes));
            primitives.push(Primitive {
                attributes: [(Valid(Semantic::Positions), positions)].into(),
                extensions: None,
                extras: Default::default(),
                indices,
                material,
                mode: Valid(Mode::Triangles),
                targets: None,
            });
        }
        Some(self.root.push(Mesh {
            extensions: None,
            extras: Default::default(),
            name: Some(name.to_owned()),
            primitives,
            weights: None,
        }))
    }

    fn positions(&mut self, points: &[[f32; 3]]) -> Index<Accessor> {
        let bytes = points.iter().flatten().flat_map(|value| value.to_le_bytes());
        let view = self.view(bytes.collect(), Target::ArrayBuffer);
        let mut positions = accessor(view, 0, points.len(), ComponentType::F32, Type::Vec3);
        let extreme = |choose: fn(f32, f32) -> f32| {
            let all = points.iter().copied().reduce(|a, b| [0, 1, 2].map(|axis| choose(a[axis], b[axis])));
            Value::from(all.unwrap_or_default().map(f64::from).to_vec())
        };
        (positions.min, positions.max) = (Some(extreme(f32::min)), Some(extreme(f32::max)));
        self.root.push(positions)
    }

    fn view(&mut self, bytes: Vec<u8>, target: Target) -> Index<View> {
        let offset = self.binary.len() as u64;
        let byte_length = USize64(bytes.len() as u64);
        self.binary.extend(bytes);
        self.root.push(View {
            buffer: Index::new(0),
            byte_length,
            byte_offset: Some(USize64(offset)),
            byte_stride: None,
            name: None,
            target: Some(Valid(target)),
            extensions: None,
            extras: Default::default(),
        })
    }

    fn material(&mut self, number: u32, classes: &HashMap<u32, &Class>) -> Index<Material> {
        let unknown = Class { number, color: [128; 3], ..Class::default() };
        let class = classes.get(&number).copied().unwrap_or(&unknown);
        let name = class.label();
        if let Some(material) = self.materials.get(&name) {
            return *material;
        }
        let [red, green, blue] = class.color.map(linear);
        let material = self.root.push(Material {
            name: Some(name.clone()),
            double_sided: true,
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([red, green, blue, 1.0]),
                metallic_factor: StrengthFactor(0.0),
                roughness_factor: StrengthFactor(1.0),
                ..PbrMetallicRoughness::default()
            },
            ..Material::default()
        });
        self.materials.insert(name, material);
        material
    }
}

fn accessor(view: Index<View>, offset: u64, count: usize, component: ComponentType, kind: Type) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: Some(USize64(offset)),
        count: USize64(count as u64),
        component_type: Valid(GenericComponentType(component)),
        extensions: None,
        extras: Default::default(),
        type_: Valid(kind),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
    }
}

/// Returns whether a glTF can hold the placement of a node: its numbers are `f32`.
fn can_be_placed(node: &SceneNode) -> bool {
    node.placement.rows.iter().flatten().all(|value| (*value as f32).is_finite())
}

/// Sets the placement of a node, as a translation if it is one.
fn place(node: &mut Node, placement: &Transform) {
    let offset = placement.rows.map(|row| row[3] as f32);
    if *placement == Transform::of_offset(offset) {
        node.translation = (offset != [0.0; 3]).then_some(offset);
        return;
    }
    let mut columns = [0.0; 16];
    columns[15] = 1.0;
    for (row, values) in placement.rows.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            columns[4 * column + row] = *value as f32;
        }
    }
    node.matrix = Some(columns);
}

/// The linear brightness of a stored sRGB value from 0 to 255. It is a polynomial, because the platform's power function
/// may differ from machine to machine, and files may not.
fn linear(stored: u8) -> f32 {
    let value = f32::from(stored) / 255.0;
    value * (value * (value * 0.305_306_01 + 0.682_171_1) + 0.012_522_878)
}
