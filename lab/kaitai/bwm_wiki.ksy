# KotOR walkmeshes as the wiki of PyKotor describes them (the section "Binary Format").
# Written from that text: names, types and offsets are the text's.
meta:
  id: bwm_wiki
  endian: le
seq:
  - id: magic
    contents: 'BWM '
  - id: version
    contents: 'V1.0'
  - id: type
    type: u4
  - id: relative_use_position_1
    type: vector
  - id: relative_use_position_2
    type: vector
  - id: absolute_use_position_1
    type: vector
  - id: absolute_use_position_2
    type: vector
  - id: position
    type: vector
  - id: vertex_count
    type: u4
  - id: vertex_offset
    type: u4
  - id: face_count
    type: u4
  - id: face_indices_offset
    type: u4
  - id: materials_offset
    type: u4
  - id: normals_offset
    type: u4
  - id: distances_offset
    type: u4
  - id: aabb_count
    type: u4
  - id: aabb_offset
    type: u4
  - id: unknown
    type: u4
  - id: adjacency_count
    type: u4
  - id: adjacency_offset
    type: u4
  - id: edge_count
    type: u4
  - id: edge_offset
    type: u4
  - id: perimeter_count
    type: u4
  - id: perimeter_offset
    type: u4
instances:
  vertices:
    pos: vertex_offset
    type: vector
    repeat: expr
    repeat-expr: vertex_count
  faces:
    pos: face_indices_offset
    type: face
    repeat: expr
    repeat-expr: face_count
  materials:
    pos: materials_offset
    type: u4
    repeat: expr
    repeat-expr: face_count
  normals:
    pos: normals_offset
    type: vector
    repeat: expr
    repeat-expr: face_count
  distances:
    pos: distances_offset
    type: f4
    repeat: expr
    repeat-expr: face_count
  aabb_nodes:
    pos: aabb_offset
    type: aabb_node
    repeat: expr
    repeat-expr: aabb_count
  adjacencies:
    pos: adjacency_offset
    type: adjacency
    repeat: expr
    repeat-expr: adjacency_count
  edges:
    pos: edge_offset
    type: edge
    repeat: expr
    repeat-expr: edge_count
  perimeters:
    pos: perimeter_offset
    type: u4
    repeat: expr
    repeat-expr: perimeter_count
types:
  vector:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
  face:
    seq:
      - id: vertex_indices
        type: u4
        repeat: expr
        repeat-expr: 3
  aabb_node:
    seq:
      - id: bounds_min
        type: vector
      - id: bounds_max
        type: vector
      - id: face_index
        type: s4
      - id: unknown
        type: u4
      - id: most_significant_plane
        type: u4
      - id: left_child_index
        type: u4
      - id: right_child_index
        type: u4
  adjacency:
    seq:
      - id: indices
        type: s4
        repeat: expr
        repeat-expr: 3
  edge:
    seq:
      - id: edge_index
        type: u4
      - id: transition
        type: s4
