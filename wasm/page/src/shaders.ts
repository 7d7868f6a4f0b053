// The programs of the graphics card: triangles with a colour each, their edges and their shade; and lines.

// Number of columns of the texture with the colours of triangles.
export const TEXTURE_WIDTH = 2048;

export const TRIANGLE_VERTEX = `#version 300 es
precision highp float;
in vec3 position;
uniform mat4 matrix;
uniform highp sampler2D colors;
flat out vec4 color;
out vec3 at;
out vec3 corner;
void main() {
  int triangle = gl_VertexID / 3, which = gl_VertexID - triangle * 3;
  color = texelFetch(colors, ivec2(triangle % ${TEXTURE_WIDTH}, triangle / ${TEXTURE_WIDTH}), 0);
  at = position;
  corner = vec3(which == 0, which == 1, which == 2);
  gl_Position = color.a == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : matrix * vec4(position, 1.0);
}`;

export const TRIANGLE_FRAGMENT = `#version 300 es
precision highp float;
flat in vec4 color;
in vec3 at;
in vec3 corner;
uniform vec3 eye;
uniform float edges;
uniform vec3 edgeColor;
uniform float shade;
out vec4 result;
void main() {
  vec3 normal = normalize(cross(dFdx(at), dFdy(at)));
  float light = mix(1.0, 0.62 + 0.38 * abs(dot(normal, normalize(vec3(0.35, -0.45, 0.82)))), shade);
  vec3 shown = color.rgb * light;
  if (edges > 0.0) {
    vec3 width = fwidth(corner);
    vec3 near = smoothstep(vec3(0.0), width * 1.2, corner);
    // Edges fade where they would cover everything.
    float fade = clamp(1.0 - max(width.x, max(width.y, width.z)) * 3.0, 0.0, 1.0);
    shown = mix(shown, edgeColor, (1.0 - min(near.x, min(near.y, near.z))) * edges * fade);
  }
  result = vec4(shown, 1.0);
}`;

export const LINE_VERTEX = `#version 300 es
in vec3 position;
uniform mat4 matrix;
void main() { gl_Position = matrix * vec4(position, 1.0); gl_Position.z -= 0.0004 * gl_Position.w; }`;
export const LINE_FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 color;
out vec4 result;
void main() { result = color; }`;
