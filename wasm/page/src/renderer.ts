// Draws triangles and lines with WebGL2. A triangle's colour is looked up by its number in a texture, so that a new colouring
// uploads four bytes a triangle. Flat shading comes from the derivatives of the position.
import type { Lines } from "../bindings/walkmesh";
import { standIn } from "./coarse";
import { type InkName, ink, isDark } from "./ink";
import { LINE_FRAGMENT, LINE_VERTEX, TEXTURE_WIDTH, TRIANGLE_FRAGMENT, TRIANGLE_VERTEX } from "./shaders";
import type { Matrix } from "./vectors";

interface Program {
  program: WebGLProgram;
  at: Record<string, WebGLUniformLocation | null>;
}
interface Buffers {
  positions: WebGLBuffer;
  colors: WebGLTexture;
  count: number;
}
// The content to draw, and the style.
export interface Drawn {
  edges: boolean;
  shade: boolean;
  isMoving: boolean;
  hiddenLines: Set<string>;
}

const LINE_INKS: Record<string, InkName> = {
  border: "border",
  transition: "exit",
  door: "exit",
  tiles: "grid",
  outline: "object",
  links: "info",
};

export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private readonly triangles: Program;
  private readonly segments: Program;
  private readonly whole: Buffers;
  private readonly coarse: Buffers;
  private readonly beside: Buffers;
  private standsFor: number[] = [];
  private lines: { kind: string; buffer: WebGLBuffer; count: number }[] = [];

  constructor(private readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL2, which the picture needs. Questions, findings and paints work without it.");
    this.gl = gl;
    this.triangles = this.program(TRIANGLE_VERTEX, TRIANGLE_FRAGMENT);
    this.segments = this.program(LINE_VERTEX, LINE_FRAGMENT);
    this.whole = { positions: gl.createBuffer(), colors: gl.createTexture(), count: 0 };
    this.coarse = { positions: gl.createBuffer(), colors: gl.createTexture(), count: 0 };
    this.beside = { positions: gl.createBuffer(), colors: gl.createTexture(), count: 0 };
  }

  private program(vertex: string, fragment: string): Program {
    const gl = this.gl,
      program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(kind);
      if (!shader) throw new Error("The graphics card is lost.");
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? "A shader does not compile.");
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "position");
    gl.linkProgram(program);
    const at: Program["at"] = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const uniform = gl.getActiveUniform(program, i);
      if (uniform) at[uniform.name] = gl.getUniformLocation(program, uniform.name);
    }
    return { program, at };
  }

  // Sets the corners of all triangles, nine numbers each.
  setTriangles(corners: Float32Array): void {
    const gl = this.gl,
      count = corners.length / 9;
    if (count / TEXTURE_WIDTH > gl.getParameter(gl.MAX_TEXTURE_SIZE))
      throw new Error("There are more triangles than this graphics card can show.");
    const stand = standIn(corners);
    this.standsFor = stand.triangles;
    this.fill(this.whole, corners);
    this.fill(this.coarse, stand.corners);
  }

  // Sets the corners of other levels, and four bytes for each of their triangles.
  setBeside(corners: Float32Array, colors: Uint8Array): void {
    this.fill(this.beside, corners);
    this.upload(this.beside, colors);
  }

  private fill(buffers: Buffers, corners: Float32Array): void {
    const gl = this.gl;
    buffers.count = corners.length / 9;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers.positions);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
  }

  // Sets four bytes for each triangle: red, green, blue, and 0 if it is hidden.
  setColors(bytes: Uint8Array): void {
    this.upload(this.whole, bytes);
    if (!this.coarse.count) return;
    const few = new Uint8Array(this.standsFor.length * 4);
    for (const [to, from] of this.standsFor.entries()) few.set(bytes.subarray(from * 4, from * 4 + 4), to * 4);
    this.upload(this.coarse, few);
  }

  private upload({ colors }: Buffers, bytes: Uint8Array): void {
    const gl = this.gl,
      rows = Math.max(1, Math.ceil(bytes.length / 4 / TEXTURE_WIDTH)),
      padded = new Uint8Array(TEXTURE_WIDTH * rows * 4);
    padded.set(bytes);
    gl.bindTexture(gl.TEXTURE_2D, colors);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, TEXTURE_WIDTH, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, padded);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  setLines(layers: Lines[]): void {
    const gl = this.gl;
    for (const { buffer } of this.lines) gl.deleteBuffer(buffer);
    this.lines = layers.map(({ kind, positions }) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, positions, gl.STATIC_DRAW);
      return { kind, buffer, count: positions.length / 3 };
    });
  }

  // Whether a stand-in is drawn while the view moves.
  hasStandIn(): boolean {
    return this.coarse.count > 0;
  }

  draw(matrix: Matrix, { edges, shade, isMoving, hiddenLines }: Drawn): void {
    const { gl, canvas } = this,
      page = ink("page");
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(page[0] / 255, page[1] / 255, page[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enableVertexAttribArray(0);
    const { program, at } = this.triangles;
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.matrix, false, matrix);
    gl.uniform1f(at.edges, edges ? (isDark() ? 0.34 : 0.3) : 0);
    gl.uniform3fv(at.edgeColor, isDark() ? [1, 1, 1] : [0, 0, 0]);
    gl.uniform1f(at.shade, shade ? 1 : 0);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    this.drawTriangles(isMoving && this.coarse.count ? this.coarse : this.whole);
    // Where both have something, the current level wins.
    gl.polygonOffset(2, 2);
    this.drawTriangles(this.beside);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.useProgram(this.segments.program);
    gl.uniformMatrix4fv(this.segments.at.matrix, false, matrix);
    for (const { kind, buffer, count } of this.lines) {
      if (hiddenLines.has(kind)) continue;
      const color = ink(LINE_INKS[kind] ?? "border");
      gl.uniform4f(this.segments.at.color, color[0] / 255, color[1] / 255, color[2] / 255, 1);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      gl.drawArrays(gl.LINES, 0, count);
    }
  }

  private drawTriangles({ positions, colors, count }: Buffers): void {
    const gl = this.gl;
    if (!count) return;
    gl.bindTexture(gl.TEXTURE_2D, colors);
    gl.bindBuffer(gl.ARRAY_BUFFER, positions);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.TRIANGLES, 0, count * 3);
  }
}
