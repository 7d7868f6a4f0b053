//! Reads accessors: typed numbers in the bytes of a buffer.

use gltf_json::Root;
use gltf_json::accessor::{Accessor, ComponentType, Type};
use gltf_json::validation::Checked;

use super::buffers::Buffers;
use super::error::{GltfError, GltfFault, used};

/// Reads accessors of one file.
pub(super) struct Accessors<'b> {
    pub(super) root: &'b Root,
    pub(super) buffers: &'b Buffers<'b>,
}

/// The type of an accessor's elements.
trait Element: Copy {
    /// The value of an accessor that has no bytes.
    const ZERO: Self;
    fn size(component: ComponentType) -> usize;
    /// The value in exactly [`size`](Self::size) bytes.
    fn read(bytes: &[u8], component: ComponentType) -> Self;
}

impl Element for [f32; 3] {
    const ZERO: Self = [0.0; 3];

    fn size(_: ComponentType) -> usize {
        12
    }

    fn read(bytes: &[u8], _: ComponentType) -> Self {
        let mut point = [0.0; 3];
        for (value, bytes) in point.iter_mut().zip(bytes.chunks_exact(4)) {
            *value = bytes.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
        }
        point
    }
}

impl Element for u32 {
    const ZERO: Self = 0;

    fn size(component: ComponentType) -> usize {
        match component {
            ComponentType::I8 | ComponentType::U8 => 1,
            ComponentType::I16 | ComponentType::U16 => 2,
            ComponentType::U32 | ComponentType::F32 => 4,
        }
    }

    fn read(bytes: &[u8], _: ComponentType) -> Self {
        bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
    }
}

impl Accessors<'_> {
    /// Reads the positions of vertices.
    pub(super) fn points(&self, index: usize) -> Result<Vec<[f32; 3]>, GltfError> {
        let place = || format!("accessors[{index}]");
        let accessor = self.accessor(index)?;
        let points = match (&accessor.type_, &accessor.component_type) {
            (Checked::Valid(Type::Vec3), Checked::Valid(component)) if component.0 == ComponentType::F32 => {
                self.elements(accessor, ComponentType::F32).map_err(|fault| fault.at(place()))?
            }
            _ => {
                let quantized = used(self.root, |name| name == "KHR_mesh_quantization");
                let fault = GltfFault::Invalid("positions must be vectors of three floats");
                return Err(quantized.unwrap_or(fault).at(place()));
            }
        };
        let is_finite = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
        match points.iter().position(|point| !is_finite(point)) {
            Some(vertex) => Err(GltfFault::NotFinite(vertex).at(place())),
            None => Ok(points),
        }
    }

    /// Reads the indices of a primitive.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, GltfError> {
        let place = || format!("accessors[{index}]");
        let accessor = self.accessor(index)?;
        match (&accessor.type_, &accessor.component_type) {
            (Checked::Valid(Type::Scalar), Checked::Valid(component)) if is_unsigned(component.0) => {
                self.elements(accessor, component.0).map_err(|fault| fault.at(place()))
            }
            _ => Err(GltfFault::Invalid("indices must be unsigned numbers").at(place())),
        }
    }

    fn accessor(&self, index: usize) -> Result<&Accessor, GltfError> {
        let count = self.root.accessors.len();
        let no_such = || GltfFault::NoSuch { name: "accessors", index, count }.at("meshes");
        self.root.accessors.get(index).ok_or_else(no_such)
    }

    fn elements<E: Element>(&self, accessor: &Accessor, component: ComponentType) -> Result<Vec<E>, GltfFault> {
        let count = accessor.count.0;
        let mut elements = match accessor.buffer_view {
            Some(view) => {
                let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
                self.packed(view.value(), offset, count, component)?
            }
            None => self.zeros(accessor)?,
        };
        if let Some(sparse) = &accessor.sparse {
            // Zeros beyond that would cost time not justified by elements or bytes, which other accessors may share.
            if sparse.count.0 > count {
                return Err(GltfFault::Invalid("an accessor has more sparse values than elements"));
            }
            let Checked::Valid(kind) = &sparse.indices.component_type else {
                return Err(GltfFault::Invalid("sparse indices must be unsigned numbers"));
            };
            let (indices, values) = (&sparse.indices, &sparse.values);
            let indices: Vec<u32> =
                self.packed(indices.buffer_view.value(), indices.byte_offset.0, sparse.count.0, kind.0)?;
            let values: Vec<E> =
                self.packed(values.buffer_view.value(), values.byte_offset.0, sparse.count.0, component)?;
            for (index, value) in indices.into_iter().zip(values) {
                let vertices = elements.len();
                let no_such = GltfFault::NoSuchVertex { vertex: index, vertices };
                *elements.get_mut(index as usize).ok_or(no_such)? = value;
            }
        }
        Ok(elements)
    }

    /// The elements of an accessor without bytes, which the file's size must justify.
    fn zeros<E: Element>(&self, accessor: &Accessor) -> Result<Vec<E>, GltfFault> {
        let (count, found) = (accessor.count.0, self.buffers.total());
        let draco = used(self.root, |name| name == "KHR_draco_mesh_compression");
        if let Some(fault) = draco.filter(|_| accessor.sparse.is_none()) {
            return Err(fault);
        }
        if count > found {
            return Err(GltfFault::TooShort { expected: count, found });
        }
        Ok(vec![E::ZERO; count as usize])
    }

    /// Reads elements of a view that are consecutive or have a stride.
    fn packed<E: Element>(
        &self,
        view: usize,
        offset: u64,
        count: u64,
        component: ComponentType,
    ) -> Result<Vec<E>, GltfFault> {
        let views = &self.root.buffer_views;
        let view = views.get(view).ok_or(GltfFault::NoSuch { name: "bufferViews", index: view, count: views.len() })?;
        let bytes = self.buffers.view(view)?;
        let size = E::size(component) as u64;
        let stride = view.byte_stride.map_or(size, |stride| stride.0 as u64);
        if stride < size {
            return Err(GltfFault::Invalid("the stride is less than the size of an element"));
        }
        let Some(last) = count.checked_sub(1) else { return Ok(Vec::new()) };
        let end = last.checked_mul(stride).and_then(|start| start.checked_add(size)?.checked_add(offset));
        let found = bytes.len() as u64;
        let too_short = GltfFault::TooShort { expected: end.unwrap_or(u64::MAX), found };
        if end.is_none_or(|end| end > found) {
            return Err(too_short);
        }
        let rows = bytes[offset as usize..].chunks(stride as usize).take(count as usize);
        Ok(rows.map(|row| E::read(&row[..size as usize], component)).collect())
    }
}

fn is_unsigned(component: ComponentType) -> bool {
    matches!(component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32)
}
