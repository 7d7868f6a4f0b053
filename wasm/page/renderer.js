// Draws triangles and lines with WebGL2. A triangle's colour is looked up by its number in a texture, so that a new colouring
// uploads four bytes a triangle. Flat shading comes from the derivatives of the position.
const TEXTURE_WIDTH = 2048;
// Above so many triangles a coarse stand-in is drawn while the view moves.
const COARSE_ABOVE = 250000;

// A stand-in with few triangles: corners in one cell of a grid become one, and triangles without three cells are left out.
// Returns its corners, and for each of its triangles the one whose colour it has.
function coarsened(corners, cells) {
  const count = corners.length / 9, low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at++) {
    const axis = at % 3, value = corners[at];
    if (value < low[axis]) low[axis] = value;
    if (value > high[axis]) high[axis] = value;
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / cells || 1, first = new Map(), seen = new Set();
  const places = [], triangles = [], ids = [0, 0, 0];
  for (let triangle = 0; triangle < count; triangle++) {
    for (let which = 0; which < 3; which++) {
      const at = triangle * 9 + which * 3;
      ids[which] = (Math.floor((corners[at] - low[0]) / size) * 2048 + Math.floor((corners[at + 1] - low[1]) / size)) * 2048 + Math.floor((corners[at + 2] - low[2]) / size);
    }
    if (ids[0] === ids[1] || ids[1] === ids[2] || ids[0] === ids[2]) continue;
    const key = Math.min(...ids) * 4096 + (ids[0] + ids[1] + ids[2]) % 4096;
    if (seen.has(key)) continue;
    seen.add(key);
    for (let which = 0; which < 3; which++) {
      if (!first.has(ids[which])) first.set(ids[which], triangle * 9 + which * 3);
      places.push(first.get(ids[which]));
    }
    triangles.push(triangle);
  }
  const kept = new Float32Array(places.length * 3);
  places.forEach((from, to) => kept.set(corners.subarray(from, from + 3), to * 3));
  return { corners: kept, triangles };
}

const TRIANGLE_VERTEX = `#version 300 es
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

const TRIANGLE_FRAGMENT = `#version 300 es
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
    // Edges fade where they would be all that is seen.
    float fade = clamp(1.0 - max(width.x, max(width.y, width.z)) * 3.0, 0.0, 1.0);
    shown = mix(shown, edgeColor, (1.0 - min(near.x, min(near.y, near.z))) * edges * fade);
  }
  result = vec4(shown, 1.0);
}`;

const LINE_VERTEX = `#version 300 es
in vec3 position;
uniform mat4 matrix;
void main() { gl_Position = matrix * vec4(position, 1.0); gl_Position.z -= 0.0004 * gl_Position.w; }`;
const LINE_FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 color;
out vec4 result;
void main() { result = color; }`;

class Renderer {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL2, which the picture needs. Questions, findings and paints work without it.");
    Object.assign(this, { gl, canvas, lines: [] });
    this.triangles = this.program(TRIANGLE_VERTEX, TRIANGLE_FRAGMENT);
    this.segments = this.program(LINE_VERTEX, LINE_FRAGMENT);
    this.whole = { positions: gl.createBuffer(), colors: gl.createTexture(), count: 0 };
    this.coarse = { positions: gl.createBuffer(), colors: gl.createTexture(), count: 0 };
  }

  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "position");
    gl.linkProgram(program);
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const { name } = gl.getActiveUniform(program, i);
      at[name] = gl.getUniformLocation(program, name);
    }
    return { program, at };
  }

  // Takes the corners of all triangles, nine numbers each.
  setTriangles(corners) {
    const gl = this.gl, count = corners.length / 9;
    if (count / TEXTURE_WIDTH > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new Error("There are more triangles than this graphics card can show.");
    const stand = count > COARSE_ABOVE ? coarsened(corners, 160) : { corners: new Float32Array(), triangles: [] };
    this.standsFor = stand.triangles;
    for (const [set, list] of [[this.whole, corners], [this.coarse, stand.corners]]) {
      set.count = list.length / 9;
      gl.bindBuffer(gl.ARRAY_BUFFER, set.positions);
      gl.bufferData(gl.ARRAY_BUFFER, list, gl.STATIC_DRAW);
    }
  }

  // Takes four bytes a triangle: red, green, blue, and 0 for what is hidden.
  setColors(bytes) {
    this.upload(this.whole, bytes);
    if (!this.coarse.count) return;
    const few = new Uint8Array(this.standsFor.length * 4);
    this.standsFor.forEach((from, to) => few.set(bytes.subarray(from * 4, from * 4 + 4), to * 4));
    this.upload(this.coarse, few);
  }

  upload({ colors }, bytes) {
    const gl = this.gl, rows = Math.max(1, Math.ceil(bytes.length / 4 / TEXTURE_WIDTH)), padded = new Uint8Array(TEXTURE_WIDTH * rows * 4);
    padded.set(bytes);
    gl.bindTexture(gl.TEXTURE_2D, colors);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, TEXTURE_WIDTH, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, padded);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  setLines(layers) {
    const gl = this.gl;
    for (const { buffer } of this.lines) gl.deleteBuffer(buffer);
    this.lines = layers.map(({ kind, positions }) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, positions, gl.STATIC_DRAW);
      return { kind, buffer, count: positions.length / 3 };
    });
  }

  draw(camera, { edges, shade, isMoving, hiddenLines, lineColor }) {
    const { gl, canvas } = this, page = ink("page");
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(page[0] / 255, page[1] / 255, page[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enableVertexAttribArray(0);
    const shownSet = isMoving && this.coarse.count ? this.coarse : this.whole;
    if (shownSet.count) {
      const { program, at } = this.triangles;
      gl.useProgram(program);
      gl.uniformMatrix4fv(at.matrix, false, camera.matrix);
      gl.uniform1f(at.edges, edges ? (theme === "light" ? 0.3 : 0.34) : 0);
      gl.uniform3fv(at.edgeColor, theme === "light" ? [0, 0, 0] : [1, 1, 1]);
      gl.uniform1f(at.shade, shade ? 1 : 0);
      gl.bindTexture(gl.TEXTURE_2D, shownSet.colors);
      gl.bindBuffer(gl.ARRAY_BUFFER, shownSet.positions);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
      gl.drawArrays(gl.TRIANGLES, 0, shownSet.count * 3);
      gl.disable(gl.POLYGON_OFFSET_FILL);
    }
    gl.useProgram(this.segments.program);
    gl.uniformMatrix4fv(this.segments.at.matrix, false, camera.matrix);
    for (const { kind, buffer, count } of this.lines) {
      if (hiddenLines.has(kind)) continue;
      const color = lineColor(kind);
      gl.uniform4f(this.segments.at.color, color[0] / 255, color[1] / 255, color[2] / 255, 1);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      gl.drawArrays(gl.LINES, 0, count);
    }
  }
}
