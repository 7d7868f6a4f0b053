# The walkmesh of an NWN2 area, inflated, as the document of Thibaut Charles describes it (the section "Data blocks").
# Written from that text: names, types and order are the text's.
#
# The text has the border size twice: at the end of the tiles header, which it gives 20 bytes, and behind the tiles. With
# `border_twice` the reader follows it. Without, the first of the two is not there.
meta:
  id: aswm
  endian: le
params:
  - id: border_twice
    type: bool
seq:
  - id: header
    type: header
  - id: vertices
    type: vertex
    repeat: expr
    repeat-expr: header.vertices_count
  - id: edges
    type: edge
    repeat: expr
    repeat-expr: header.edges_count
  - id: triangles
    type: triangle
    repeat: expr
    repeat-expr: header.triangles_count
  - id: tiles_header
    type: tiles_header
  - id: tiles
    type: tile
    repeat: expr
    repeat-expr: tiles_header.grid_height * tiles_header.grid_width
  - id: tiles_border_size
    type: u4
  - id: islands_length
    type: u4
  - id: islands
    type: island
    repeat: expr
    repeat-expr: islands_length
  - id: islands_path_nodes
    type: island_path_node
    repeat: expr
    repeat-expr: islands_length * islands_length
types:
  header:
    seq:
      - id: version
        type: u4
      - id: name
        size: 32
      - id: owns_data
        type: u1
      - id: vertices_count
        type: u4
      - id: edges_count
        type: u4
      - id: triangles_count
        type: u4
      - id: triangles_offset
        type: u4
  vertex:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
  edge:
    seq:
      - id: vertices
        type: u4
        repeat: expr
        repeat-expr: 2
      - id: triangles
        type: u4
        repeat: expr
        repeat-expr: 2
  triangle:
    seq:
      - id: vertices
        type: u4
        repeat: expr
        repeat-expr: 3
      - id: linked_edges
        type: u4
        repeat: expr
        repeat-expr: 3
      - id: linked_triangles
        type: u4
        repeat: expr
        repeat-expr: 3
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 2
      - id: normal
        type: vertex
      - id: dot
        type: f4
      - id: island
        type: u2
      - id: flags
        type: u2
  tiles_header:
    seq:
      - id: flags
        type: u4
      - id: width
        type: f4
      - id: grid_height
        type: u4
      - id: grid_width
        type: u4
      - id: border_size
        type: u4
        if: _root.border_twice
  tile:
    seq:
      - id: header
        type: tile_header
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: 'header.owns_data == 1 ? header.vertices_count : 0'
      - id: edges
        type: edge
        repeat: expr
        repeat-expr: 'header.owns_data == 1 ? header.edges_count : 0'
      - id: path_table_header
        type: path_table_header
      - id: local_to_node
        size: path_table_header.local_to_node_length
      - id: node_to_local
        type: u4
        repeat: expr
        repeat-expr: path_table_header.node_to_local_length
      - id: nodes
        size: path_table_header.node_to_local_length * path_table_header.node_to_local_length
      - id: flags
        type: u4
  tile_header:
    seq:
      - id: name
        size: 32
      - id: owns_data
        type: u1
      - id: vertices_count
        type: u4
      - id: edges_count
        type: u4
      - id: triangles_count
        type: u4
      - id: size_x
        type: f4
      - id: size_y
        type: f4
      - id: triangles_offset
        type: u4
  path_table_header:
    seq:
      - id: compression_flags
        type: u4
      - id: local_to_node_length
        type: u4
      - id: node_to_local_length
        type: u1
      - id: rle_table_size
        type: u4
  island:
    seq:
      - id: header
        type: island_header
      - id: linked_islands_length
        type: u4
      - id: linked_islands
        type: u4
        repeat: expr
        repeat-expr: linked_islands_length
      - id: linked_islands_dist_length
        type: u4
      - id: linked_islands_dist
        type: f4
        repeat: expr
        repeat-expr: linked_islands_dist_length
      - id: linked_islands_exit_length
        type: u4
      - id: linked_islands_exit
        type: u4
        repeat: expr
        repeat-expr: linked_islands_exit_length
  island_header:
    seq:
      - id: index
        type: u4
      - id: tile
        type: u4
      - id: center
        type: vertex
      - id: triangles_count
        type: u4
  island_path_node:
    seq:
      - id: next
        type: u2
      - id: padding
        type: u2
      - id: weight
        type: f4
