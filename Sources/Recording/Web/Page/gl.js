// Programs, textures and grids of WebGL.

/** Why a picture could not be drawn. */
export class DrawingError extends Error {}

/** The most attributes of all layouts together. All drivers have as many. */
const MOST_ATTRIBUTES = 8;

/**
 * How the floats of a vertex are divided among attributes. Layouts of different vertices, which one
 * frame draws, have attributes of their own: they stay bound to their buffers.
 */
class VertexLayout {
  /**
   * @param {number} first the place of the first attribute
   * @param {Record<string, number>} counts the number of floats of each attribute
   */
  constructor(first, counts) {
    this.first = first;
    this.names = Object.keys(counts);
    this.counts = Object.values(counts);
    this.floats = this.counts.reduce((sum, count) => sum + count, 0);
  }
}

export const PAPER_LAYOUT = new VertexLayout(0, { a_place: 2, a_paper: 2, a_light: 4 });
export const LEAF_LAYOUT = new VertexLayout(
  3, { a_place: 4, a_paper: 4, a_inside: 4, a_extra: 4 });
export const ROLL_SHADOW_LAYOUT = new VertexLayout(7, { a_place: 4 });
export const BOARD_LAYOUT = new VertexLayout(7, { a_place: 2 });
export const SHADE_LAYOUT = new VertexLayout(7, { a_shade: 3 });

/** What WebGL has been told, so that it is not told again: each call takes microseconds. */
export class DrawState {
  /** @param {WebGLRenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    /** Attributes that nothing reads need a buffer, too. */
    this.none = gl.createBuffer();
    // The macro GL_FRAGMENT_PRECISION_HIGH is not asked, because NVIDIA's driver lacks it. A lost
    // context has no precisions.
    /** What fragment shaders begin with: some GPUs have no highp in them. */
    this.head = gl.getShaderPrecisionFormat(gl.FRAGMENT_SHADER, gl.HIGH_FLOAT)?.precision
      ? '' : '#define highp mediump\n';
    gl.bindBuffer(gl.ARRAY_BUFFER, this.none);
    gl.bufferData(gl.ARRAY_BUFFER, 64, gl.STATIC_DRAW);
    for (let place = 0; place < MOST_ATTRIBUTES; place++) gl.enableVertexAttribArray(place);
    this.detach();
    gl.disable(gl.DITHER);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program = this.texture = this.other = this.cells = null;
  }

  /** Forgets what others may have bound since the last frame. */
  begin() {
    this.texture = this.other = this.cells = null;
  }

  /** Takes all attributes from their buffers, which may then be deleted. */
  detach() {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.none);
    for (let place = 0; place < MOST_ATTRIBUTES; place++) {
      gl.vertexAttribPointer(place, 1, gl.FLOAT, false, 0, 0);
    }
    /** By the place of its first attribute, each layout and its buffer. */
    this.layouts = [];
    this.buffers = [];
  }

  /** Uses vertices of a layout. */
  read(layout, buffer) {
    const { gl, layouts, buffers } = this;
    const { first, names, counts, floats } = layout;
    if (layouts[first] === layout && buffers[first] === buffer) return;
    layouts[first] = layout;
    buffers[first] = buffer;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    let offset = 0;
    for (let index = 0; index < names.length; index++) {
      gl.vertexAttribPointer(
        first + index, counts[index], gl.FLOAT, false, 4 * floats, 4 * offset);
      offset += counts[index];
    }
  }

  /** Uses the indices of vertices. */
  join(cells) {
    if (this.cells === cells) return;
    this.cells = cells;
    this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, cells);
  }

  /** Uses the texture of a page, and perhaps that of the other side of the paper. */
  show(page, filter, other) {
    const { gl } = this;
    if (other && (this.other !== other.texture || other.filter !== gl.LINEAR)) {
      this.other = other.texture;
      gl.activeTexture(gl.TEXTURE1);
      other.bind();
      other.smooth(gl.LINEAR);
      gl.activeTexture(gl.TEXTURE0);
    }
    if (this.texture !== page.texture) page.bind();
    this.texture = page.texture;
    page.smooth(filter);
  }
}

/** No uniforms. */
export const NONE = {};

/** A shader program and its uniforms. It is compiled when it is first used. */
export class CurlProgram {
  /**
   * @param {DrawState} state
   * @param {VertexLayout} layout
   * @param macros the macros that select a variant of the shaders
   */
  constructor(state, layout, vertex, fragment, ...macros) {
    this.state = state;
    this.gl = state.gl;
    this.layout = layout;
    this.names = [vertex, fragment];
    this.head = macros.map((macro) => `#define ${macro}\n`).join('');
  }

  /** Hands the shaders to the driver, which may compile them while the page goes on. */
  send() {
    if (this.program) return;
    const { gl, state, head, layout } = this;
    this.program = gl.createProgram();
    this.shaders = this.names.map((name, index) => {
      const shader = gl.createShader(index === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
      gl.shaderSource(shader, (index ? state.head : '') + head + SHADERS[name]);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      return shader;
    });
    layout.names.forEach((name, index) => {
      gl.bindAttribLocation(this.program, layout.first + index, name);
    });
    gl.linkProgram(this.program);
  }

  /** Waits until the program is compiled, and asks for its uniforms. */
  prepare() {
    if (this.uniforms) return;
    this.send();
    const { gl, names, shaders, program } = this;
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = shaders.map(
        (shader, index) => `${names[index]}: ${gl.getShaderInfoLog(shader)}`);
      throw new DrawingError([...logs, gl.getProgramInfoLog(program)].join('\n'));
    }
    gl.useProgram(program);
    gl.uniform1i(gl.getUniformLocation(program, 'u_other'), 1);
    this.state.program = this;
    /** The name and place of each uniform, and the value that it has. */
    this.uniforms = Array.from(
      { length: gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) || 0 }, (_, index) => {
        const { name } = gl.getActiveUniform(program, index);
        return { name, place: gl.getUniformLocation(program, name), last: undefined };
      });
  }

  /**
   * Uses the program and sets uniforms: floats and arrays of floats. Later groups win, unknown
   * names are ignored, and what hasn't changed isn't set again. Arrays must not change afterwards.
   */
  use(first, second = NONE, third = NONE) {
    this.prepare();
    const { gl, state, uniforms } = this;
    if (state.program !== this) gl.useProgram(this.program);
    state.program = this;
    for (let index = 0; index < uniforms.length; index++) {
      const uniform = uniforms[index];
      const { name, place, last } = uniform;
      const value = third[name] ?? second[name] ?? first[name];
      if (value === undefined || value === last) continue;
      uniform.last = value;
      if (typeof value === 'number') gl.uniform1f(place, value);
      else if (last && isSame(value, last)) continue;
      else if (value.length === 4) gl.uniform4fv(place, value);
      else if (value.length === 3) gl.uniform3fv(place, value);
      else if (value.length === 2) gl.uniform2fv(place, value);
      else gl.uniformMatrix4fv(place, false, value);
    }
  }
}

/** Whether two arrays of the same length have the same elements. */
export function isSame(one, other) {
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) return false;
  }
  return true;
}

/** The texture of a page, premultiplied, bottom row first. */
export class PageTexture {
  /** @param isOpaque whether all pixels are opaque */
  constructor(gl, bitmap, isOpaque) {
    this.gl = gl;
    this.isOpaque = isOpaque;
    /** Whether it was made for reading in the dark. */
    this.isDark = false;
    this.size = [bitmap.width, bitmap.height];
    this.texture = gl.createTexture();
    this.bind();
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    }
  }

  bind() {
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }

  /** Sets the filter while the texture is bound. */
  smooth(filter) {
    if (this.filter === filter) return;
    this.filter = filter;
    const { gl } = this;
    for (const size of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, size, filter);
    }
  }

  delete() {
    this.gl.deleteTexture(this.texture);
  }
}

/** A grid of places on which a shadow falls, one column after the other. */
export class ShadeGrid {
  /**
   * @param {WebGLRenderingContext} gl
   * @param {number[]} columns
   * @param {number[]} rows
   * @param {(column: number, row: number) => number} fade how much of the shadow is left: 0…1
   */
  constructor(gl, columns, rows, fade = () => 1) {
    this.gl = gl;
    this.fades = new Float32Array(
      columns.flatMap((column) => rows.map((row) => fade(column, row))));
    /** Two numbers for the place, and one for the darkness. */
    this.vertices = new Float32Array(
      columns.flatMap((column) => rows.flatMap((row) => [column, row, 0])));
    const indices = [];
    for (let column = 0; column + 1 < columns.length; column++) {
      for (let row = 0; row + 1 < rows.length; row++) {
        const corner = column * rows.length + row;
        const next = corner + rows.length;
        indices.push(corner, corner + 1, next, next, corner + 1, next + 1);
      }
    }
    this.count = indices.length;
    this.buffer = gl.createBuffer();
    this.cells = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.cells);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(indices), gl.STATIC_DRAW);
  }

  /** Sends the vertices to the GPU, after they have changed. */
  update() {
    const { gl, vertices } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STREAM_DRAW);
  }

  delete() {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteBuffer(this.cells);
  }
}
