//! The vertices and triangles of a Wavefront OBJ; all else in it is passed over.

use anyhow::{Context, bail};

/// Vertices, and triangles by their indices from 0.
pub type Mesh = (Vec<[f32; 3]>, Vec<[u32; 3]>);

/// Reads a text. Faces must be triangles.
pub fn read(text: &str) -> anyhow::Result<Mesh> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let keyword = words.next();
        let words: Vec<&str> = words.collect();
        let done = match (keyword, words.as_slice()) {
            // A fourth number is a weight, and more are a colour.
            (Some("v"), [x, y, z, ..]) => vertex([x, y, z]).map(|vertex| vertices.push(vertex)),
            (Some("f"), [a, b, c]) => triangle([a, b, c], vertices.len()).map(|triangle| triangles.push(triangle)),
            (Some("v"), _) => Err(anyhow::anyhow!("a vertex needs three numbers")),
            (Some("f"), _) => Err(anyhow::anyhow!("a face of {} corners; only triangles are cells", words.len())),
            _ => Ok(()),
        };
        done.with_context(|| format!("line {number}"))?;
    }
    Ok((vertices, triangles))
}

fn vertex(words: [&str; 3]) -> anyhow::Result<[f32; 3]> {
    let mut vertex = [0.0; 3];
    for (value, word) in vertex.iter_mut().zip(words) {
        *value = word.parse().with_context(|| format!("`{word}` is no number"))?;
    }
    Ok(vertex)
}

/// Corners such as `7`, `7/1`, `7//2` or `-1`, which counts back from the last vertex so far.
fn triangle(words: [&str; 3], vertices: usize) -> anyhow::Result<[u32; 3]> {
    let mut triangle = [0; 3];
    for (corner, word) in triangle.iter_mut().zip(words) {
        let index = word.split('/').next().unwrap_or_default();
        let index: i64 = index.parse().with_context(|| format!("`{word}` is no corner"))?;
        let from_zero = if index < 0 { vertices as i64 + index } else { index - 1 };
        match u32::try_from(from_zero) {
            Ok(at) if (at as usize) < vertices => *corner = at,
            _ => bail!("`{word}` is no vertex so far, of {vertices}"),
        }
    }
    Ok(triangle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_of_every_spelling_are_read() {
        let text =
            "# a square\no floor\nv 0 0 0\nv 1 0 0 1.0\nv 1 0 1\nv 0 0 1 # last\nvn 0 1 0\nf 1 2 3\nf -4//1 3/1/1 4\n";
        let (vertices, triangles) = read(text).expect("a mesh");
        assert_eq!(vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, wrong) in [
            ("v 0 0\n", "line 1: a vertex needs three numbers"),
            ("v 0 0 x\n", "line 1: `x` is no number: invalid float literal"),
            ("v 0 0 0\nf 1 1 2\n", "line 2: `2` is no vertex so far, of 1"),
            ("v 0 0 0\nf 1 1 0\n", "line 2: `0` is no vertex so far, of 1"),
            ("f 1 2 3 4\n", "line 1: a face of 4 corners; only triangles are cells"),
        ] {
            assert_eq!(format!("{:#}", read(text).expect_err("no mesh")), wrong);
        }
    }
}
