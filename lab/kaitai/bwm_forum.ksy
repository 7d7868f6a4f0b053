# KotOR walkmeshes as the forum post of magnusll describes them (10 June 2007, edited on 19 June).
# Written from that text: names and types are the text's. Its "Uint32 Position" and its order of the words of a node stand
# here as it has them.
meta:
  id: bwm_forum
  endian: le
seq:
  - id: file_type
    contents: 'BWM '
  - id: version
    contents: 'V1.0'
  - id: walkmesh_type
    type: u4
  - id: reserved
    size: 48
  - id: position_x
    type: u4
  - id: position_y
    type: u4
  - id: position_z
    type: u4
  - id: vertices_count
    type: u4
  - id: offset_to_vertices
    type: u4
  - id: faces_count
    type: u4
  - id: offset_to_faces
    type: u4
  - id: offset_to_walk_types
    type: u4
  - id: offset_to_normalized_inverted_normals
    type: u4
  - id: offset_to_face_planes_coefficient
    type: u4
  - id: aabb_count
    type: u4
  - id: offset_to_aabbs
    type: u4
  - id: unknown_entry
    type: u4
  - id: walkable_faces_edges_adjacency_matrix_count
    type: u4
  - id: offset_to_walkable_faces_edges_adjacency_matrix
    type: u4
  - id: perimetric_edges_count
    type: u4
  - id: offset_to_perimetric_edges
    type: u4
  - id: perimeters_count
    type: u4
  - id: offset_to_perimeters
    type: u4
instances:
  vertices:
    pos: offset_to_vertices
    type: vertex
    repeat: expr
    repeat-expr: vertices_count
  faces:
    pos: offset_to_faces
    type: face
    repeat: expr
    repeat-expr: faces_count
  walk_types:
    pos: offset_to_walk_types
    type: s4
    repeat: expr
    repeat-expr: faces_count
  normalized_inverted_normals:
    pos: offset_to_normalized_inverted_normals
    type: vertex
    repeat: expr
    repeat-expr: faces_count
  face_planes_coefficients:
    pos: offset_to_face_planes_coefficient
    type: f4
    repeat: expr
    repeat-expr: faces_count
  aabbs:
    pos: offset_to_aabbs
    type: aabb_node
    repeat: expr
    repeat-expr: aabb_count
  walkable_faces_edges_adjacency_matrix:
    pos: offset_to_walkable_faces_edges_adjacency_matrix
    type: edges_adjacency
    repeat: expr
    repeat-expr: walkable_faces_edges_adjacency_matrix_count
  perimetric_edges:
    pos: offset_to_perimetric_edges
    type: perimetric_edge
    repeat: expr
    repeat-expr: perimetric_edges_count
  perimeters:
    pos: offset_to_perimeters
    type: s4
    repeat: expr
    repeat-expr: perimeters_count
types:
  vertex:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
  face:
    seq:
      - id: v1_index
        type: s4
      - id: v2_index
        type: s4
      - id: v3_index
        type: s4
  aabb_node:
    seq:
      - id: box_min
        type: vertex
      - id: box_max
        type: vertex
      - id: leaf_face_index
        type: s4
      - id: most_significant_plane
        type: s4
      - id: unknown_fixed_at_4
        type: s4
      - id: left_node_array_index
        type: s4
      - id: right_node_array_index
        type: s4
  edges_adjacency:
    seq:
      - id: face1_adjacency
        type: s4
      - id: face2_adjacency
        type: s4
      - id: face3_adjacency
        type: s4
  perimetric_edge:
    seq:
      - id: edge_index
        type: s4
      - id: room_adjacency
        type: s4
