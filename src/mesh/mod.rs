//! Triangles and the questions one asks of them. Knows no game.
