//! The rules of the check, and what breaking each of them does in the game.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::finding::rules;

rules! {
    CELL_COUNT_SQUARED {
        code: "cell-count-squared",
        severity: Fatal,
        title: "Cell counts are the lengths of their tables",
        explanation: "For each block the file should give its number of cells, which is the side of its square cell \
                      table. Here it gives the length of that table. A known editor writes files like this. The server \
                      reads past the end of the tables.",
        remedy: "Bake the dungeon: opening the file repairs the counts (`undo_squared`).",
    }
    TAIL_NOT_ZERO {
        code: "tail-not-zero",
        severity: Fatal,
        title: "A closing word is not 0",
        explanation: "Each of the two parts of the file ends with a word that the server requires to be 0. The server \
                      refuses the file.",
        remedy: "Bake the dungeon. If other findings say that the file is damaged too, take it from a backup.",
    }
    REGION_DIFFERS {
        code: "region-differs",
        severity: Error,
        title: "The two parts name different regions",
        explanation: "The file names its region once in each part, and two systems of the server read one part each. They \
                      disagree about which dungeon the file belongs to.",
        remedy: "Bake the dungeon: both parts get the region of part one. Check that the file's name has that number.",
    }
    REGION_NOT_A_DUNGEON {
        code: "region-not-a-dungeon",
        severity: Warning,
        title: "The region is not a dungeon's",
        explanation: "Dungeons have regions from 32,768 on, which is bit 0x8000. Lower numbers are regions of the surface, \
                      for which the server loads no file of this kind.",
        remedy: "Set the region to 32,768 plus the dungeon's number.",
    }
    FILE_NAME_DIFFERS {
        code: "file-name-differs",
        severity: Error,
        title: "The file is not named for its region",
        explanation: "The server makes the name of the file that it opens from the number of the region: \
                      `ainavdata_32768.dat`. It does not find this file, or takes it for that of another dungeon.",
        remedy: "Rename the file, or correct its region.",
    }
    BLOCK_COUNT_DIFFERS {
        code: "block-count-differs",
        severity: Error,
        title: "The two parts have different numbers of blocks",
        explanation: "Part one has the tables of each block, and part two the middles of its edges. The edges of blocks \
                      that part two lacks are nowhere, so a monster cannot walk through these blocks.",
        remedy: "Make the file again from the dungeon's floors. The missing positions are not in it.",
    }
    BLOCK_TABLE_WITHOUT_LINKS {
        code: "block-table-without-links",
        severity: Info,
        title: "The block table names doors, but no block has one",
        explanation: "No block has a link, so the entries of the block table mean nothing. Several of the game's own files \
                      are like this, and monsters in them stay in their blocks.",
        remedy: "Nothing needs to be done. To let monsters pass between the blocks, make the file again with doors.",
    }
    BLOCK_DIAGONAL_NOT_CLEARED {
        code: "block-diagonal-not-cleared",
        severity: Info,
        title: "The diagonal of the block table is not -1",
        explanation: "An entry of the diagonal would lead from a block to itself. Nobody reads it, and the game's own files \
                      have uninitialised memory there.",
        remedy: "Nothing needs to be done. Baking writes -1.",
    }
    BLOCK_INDEX_DIFFERS {
        code: "block-index-differs",
        severity: Info,
        title: "A block's own number is not its place in the file",
        explanation: "Each block carries a number, which in nearly all files is its place. Links and the block table use the \
                      place, so the game does not mind. The number appears to be the block's place in the `.dof`.",
        remedy: "Nothing needs to be done. Baking keeps the number.",
    }
    BLOCK_EMPTY {
        code: "block-empty",
        severity: Info,
        title: "A block has no cells",
        explanation: "A block without cells has no floor, so nothing can stand in it. This is normal for blocks that are \
                      only scenery.",
        remedy: "If the block should have floor, make the file again from all `.bms` files of the dungeon.",
    }
    EDGE_COUNT_DIFFERS {
        code: "edge-count-differs",
        severity: Error,
        title: "The two parts have different numbers of edges",
        explanation: "Part one gives the number of edges of a block, and part two their middles. Edges without a middle are \
                      nowhere; middles without an edge have no use.",
        remedy: "Make the file again from the dungeon's floors. If a known editor wrote it, `undo_squared` takes the number \
                 from part two.",
    }
    CENTRE_NOT_FINITE {
        code: "centre-not-finite",
        severity: Error,
        title: "The middle of an edge is not a finite point",
        explanation: "A coordinate of the middle of an edge is NaN or infinite. Monsters that are sent to this edge walk to \
                      nowhere.",
        remedy: "Correct the position, or make the file again from the dungeon's floors.",
    }
    EDGE_UNUSED {
        code: "edge-unused",
        severity: Info,
        title: "No route crosses an edge",
        explanation: "No record and no link names the edge. It takes 12 bytes and does nothing.",
        remedy: "Nothing needs to be done. If the edge should be a door, add its link.",
    }
    LINK_ID_NOT_CELL {
        code: "link-id-not-cell",
        severity: Error,
        title: "A link's id is not its cell",
        explanation: "A link names its cell twice: the id by which the server finds the link, and the cell itself. They are \
                      the same in all known files. Where they differ, the door belongs to one cell and is found for \
                      another.",
        remedy: "Bake the dungeon: the cell is set to the id. Then check that the door is where you want it.",
    }
    LINK_CELL_OUT_OF_RANGE {
        code: "link-cell-out-of-range",
        severity: Error,
        title: "A link is the door of a cell that does not exist",
        explanation: "The block has fewer cells than the link's number. No route finds the door.",
        remedy: "Correct the cell of the link. Baking leaves the link out and says so.",
    }
    LINK_DUPLICATE {
        code: "link-duplicate",
        severity: Error,
        title: "A cell has two links",
        explanation: "The server keeps links by the number of their cell, so a cell can have one door. It drops the other \
                      link, and which one it keeps is not known.",
        remedy: "Move one of the doors to another cell, or divide the cell. Baking keeps the first link and reports the \
                 others.",
    }
    LINK_BLOCK_OUT_OF_RANGE {
        code: "link-block-out-of-range",
        severity: Error,
        title: "A link leads to a block that does not exist",
        explanation: "The dungeon has fewer blocks than the number that the link names. Nobody can pass this door.",
        remedy: "Correct the block of the link. Baking leaves the link out and says so.",
    }
    LINK_TO_OWN_BLOCK {
        code: "link-to-own-block",
        severity: Error,
        title: "A link leads to its own block",
        explanation: "Links join different blocks. No route passes one that leads back into its own block.",
        remedy: "Correct the block of the link, or remove it. Baking leaves the link out and says so.",
    }
    LINK_EDGE_OUT_OF_RANGE {
        code: "link-edge-out-of-range",
        severity: Error,
        title: "A link leads to an edge that does not exist",
        explanation: "The other block has fewer edges than the number that the link names, so it is not known where the door \
                      is. Public documents do not say in which numbering a link names its edge; this library reads it as \
                      a number of the block's own edge table.",
        remedy: "Correct the edge of the link. If every link of a file of the game has this finding, please report it: then \
                 the edges are numbered as in the outline of the `.bms`.",
    }
    LINK_EDGE_INSIDE {
        code: "link-edge-inside",
        severity: Warning,
        title: "A link leads to an edge between two cells",
        explanation: "The door's edge in the other block joins two cells of that block, so it is not on the block's border. \
                      Monsters enter the block at a place that is not the door.",
        remedy: "Name the edge on the border that belongs to the door.",
    }
    LINK_ONE_WAY {
        code: "link-one-way",
        severity: Error,
        title: "No link leads back",
        explanation: "A link names the edge on the far side only. The link that leads back names the cell behind it. Without \
                      one, it is not known which cell a monster enters, and routes do not use the door.",
        remedy: "Add the link of the other block. Baking leaves the single link out and says so.",
    }
    LINK_EDGES_APART {
        code: "link-edges-apart",
        severity: Warning,
        title: "The two sides of a door are far apart",
        explanation: "The edges that a link and the link back name are 5 units or more apart. Other tools join blocks only \
                      over shorter distances. Monsters cut through whatever is between the two edges.",
        remedy: "Check that both links name the edges of the same door, and that both blocks stand where the `.dof` puts \
                 them.",
    }
    RECORD_OUT_OF_RANGE {
        code: "record-out-of-range",
        severity: Error,
        title: "The cell table names edges that do not exist",
        explanation: "A record of the cell table tells which edge to cross first on the way from one cell to another. These \
                      records name edges that the block does not have. Monsters do not get from those cells to those \
                      others.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    RECORD_ONE_WAY {
        code: "record-one-way",
        severity: Warning,
        title: "The cell table has ways without a way back",
        explanation: "Each record names the first edge of the way to the goal, and of the way back. These name only one of \
                      them. All floors can be walked in both directions, so something is missing.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    RECORD_ASYMMETRIC {
        code: "record-asymmetric",
        severity: Warning,
        title: "Records contradict their mirror images",
        explanation: "The record from a to b and that from b to a hold the same two edges, exchanged. Here they do not. Which \
                      of the two a monster follows depends on where it starts.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    EDGE_NON_MANIFOLD {
        code: "edge-non-manifold",
        severity: Error,
        title: "An edge joins more than two cells",
        explanation: "An edge has one cell on each side. The records say of further cells that they touch there. Only the \
                      first two are believed, so ways between the others are wrong.",
        remedy: "Bake the dungeon to make the table anew, and compare the ways with the floor.",
    }
    TABLE_TRANSPOSED {
        code: "table-transposed",
        severity: Error,
        title: "The cell table is transposed",
        explanation: "Most records start with an edge of their goal instead of their start. The table was written with \
                      starts as rows and goals as columns, but the server reads goals as rows. Nearly all monsters go \
                      astray.",
        remedy: "Write the table with goals as rows, or exchange the two edges of each record.",
    }
    RECORD_NOT_ITS_EDGE {
        code: "record-not-its-edge",
        severity: Error,
        title: "Ways start with an edge of another cell",
        explanation: "A record should name an edge of the cell where the way starts. These name edges elsewhere in the block, \
                      so a monster walks straight through whatever is between.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    RECORD_MISSING {
        code: "record-missing",
        severity: Error,
        title: "Connected cells have no way to each other",
        explanation: "The floor leads from one cell to the other, but the record says that there is no way. Monsters stand \
                      still.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    WALK_LOOPS {
        code: "walk-loops",
        severity: Error,
        title: "Ways go in a circle",
        explanation: "Whoever follows the records from one of these cells comes back to it without passing the goal. A \
                      monster walks in a circle and never arrives.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    WALK_BREAKS_OFF {
        code: "walk-breaks-off",
        severity: Error,
        title: "Ways end before their goal",
        explanation: "The first steps are right, but they lead to a cell from where the table knows no way on. A monster \
                      stops there.",
        remedy: "Bake the dungeon to make the table anew.",
    }
    DIAGONAL_NOT_CLEARED {
        code: "diagonal-not-cleared",
        severity: Info,
        title: "The diagonal of a cell table is not -1",
        explanation: "A record of the diagonal would lead from a cell to itself. Nobody reads it.",
        remedy: "Nothing needs to be done. Baking writes -1.",
    }
    EXIT_OUT_OF_RANGE {
        code: "exit-out-of-range",
        severity: Error,
        title: "A block is to be left by a cell that does not exist",
        explanation: "An entry of the block table names the cell through whose door to leave a block for another one. The \
                      block has fewer cells. Monsters do not leave it for that goal.",
        remedy: "Bake the dungeon to make the block table anew.",
    }
    EXIT_WITHOUT_LINK {
        code: "exit-without-link",
        severity: Error,
        title: "A block is to be left by a cell without a door",
        explanation: "The block table names a cell that has no link. Monsters walk to it and stop there.",
        remedy: "Add the link of that door, or bake the dungeon to make the block table anew.",
    }
    EXIT_MISSING {
        code: "exit-missing",
        severity: Error,
        title: "A block has no exit towards a connected block",
        explanation: "Doors lead from one block to the other, perhaps through further blocks, but the block table has no \
                      entry for the pair. Monsters stay in their block.",
        remedy: "Bake the dungeon to make the block table anew.",
    }
    EXIT_LOOPS {
        code: "exit-loops",
        severity: Error,
        title: "Exits lead in a circle",
        explanation: "Whoever follows the block table passes the same blocks again and again and never comes to the goal.",
        remedy: "Bake the dungeon to make the block table anew.",
    }
    EXIT_BREAKS_OFF {
        code: "exit-breaks-off",
        severity: Error,
        title: "Exits end before their goal",
        explanation: "The exit leads to a block from where the block table knows no way on. Monsters stop there.",
        remedy: "Bake the dungeon to make the block table anew.",
    }
    PART_CUT_OFF {
        code: "part-cut-off",
        severity: Warning,
        title: "A part of a block cannot reach the block's exit",
        explanation: "The floor of the block is in several parts, but the block table has one exit for all its cells. From \
                      one of the parts doors lead to the goal, but the exit is on another part. Monsters on it do not \
                      find their way, whatever the tables say.",
        remedy: "Connect the parts of the floor, or divide the block so that each part is a block of its own.",
    }
    CELLS_CUT_OFF {
        code: "cells-cut-off",
        severity: Info,
        title: "No route leaves or enters some cells of a block",
        explanation: "The cells are connected with each other, but not with the largest part of the block's floor, and none of \
                      them has a door. Monsters that are placed there never get away, and no monster gets there. This is \
                      meant for floors that only decorate a block, and a fault for floors that should be reached.",
        remedy: "If monsters should get there, connect the floor with that of the block, or give it a door. Otherwise place \
                 none there.",
    }
    BLOCK_CUT_OFF {
        code: "block-cut-off",
        severity: Info,
        title: "No route leaves or enters a block",
        explanation: "Other blocks of the dungeon have doors, and this one has floor, but no door that a route can use. Monsters \
                      stay in it, and none gets there.",
        remedy: "If monsters should get there, add the links of a door in both blocks, then bake the dungeon.",
    }
    ROUTE_LONG {
        code: "route-long",
        severity: Info,
        title: "A route is much longer than the shortest one",
        explanation: "The route that the cell table stores is measured over the middles of the edges that it crosses, and so is \
                      the shortest one. Monsters take a detour that players notice. Routes to some cells of each block are \
                      measured, and not all.",
        remedy: "Bake the dungeon to make the table anew.",
    }
}
