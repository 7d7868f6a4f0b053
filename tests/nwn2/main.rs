//! NWN2 walkmeshes: real files against what the baker promises, and generated ones against what always holds.

mod corpus;
mod damage;
mod generated;
mod versions;
