# Silkroad's AINavData as the page of that name in the wiki of SilkroadDoc describes it (25 September 2023).
# Written from that text: names, types and order are the text's.
meta:
  id: ainav
  endian: le
seq:
  - id: version
    type: u1
  - id: simple_dungeon_data_offset
    type: u4
  - id: ref_dungeon
    type: ref_dungeon
instances:
  simple_dungeon_data:
    pos: simple_dungeon_data_offset
    type: simple_dungeon_data
types:
  ref_dungeon:
    seq:
      - id: region_id
        type: u2
      - id: block_count
        type: u4
      - id: blocks
        type: ref_block
        repeat: expr
        repeat-expr: block_count
      - id: block_lookup_table
        type: s2
        repeat: expr
        repeat-expr: block_count * block_count
      - id: int0
        type: u4
  ref_block:
    seq:
      - id: index
        type: u4
      - id: cell_count
        type: u4
      - id: edge_count
        type: u4
      - id: cell_lookup_table
        type: cell_lookup
        repeat: expr
        repeat-expr: cell_count * cell_count
      - id: link_count
        type: u4
      - id: links
        type: link
        repeat: expr
        repeat-expr: link_count
  cell_lookup:
    seq:
      - id: ref_edge_index0
        type: s2
      - id: ref_edge_index1
        type: s2
  link:
    seq:
      - id: id
        type: u4
      - id: cell_id
        type: u2
      - id: linked_obj_id
        type: u2
      - id: linked_obj_ref_edge_index
        type: u2
  simple_dungeon_data:
    seq:
      - id: region_id
        type: u2
      - id: block_count
        type: u4
      - id: blocks
        type: simple_block
        repeat: expr
        repeat-expr: block_count
      - id: int1
        type: u4
  simple_block:
    seq:
      - id: edge_count
        type: u4
      - id: edge_centers
        type: vector3
        repeat: expr
        repeat-expr: edge_count
  vector3:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
