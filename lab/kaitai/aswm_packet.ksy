# The ASWM packet of an NWN2 area as the document of Thibaut Charles describes it (the section "Packet").
# Written from that text. The container around the packet, TRN or TRX, is described by none of the documents.
meta:
  id: aswm_packet
  endian: le
seq:
  - id: data_type
    contents: COMP
  - id: compressed_data_size
    type: u4
  - id: uncomp_length
    type: u4
  - id: compressed_data
    size: compressed_data_size
