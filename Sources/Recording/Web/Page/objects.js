// Programs, textures and grids of WebGL.

/** Why a picture could not be drawn. */
class DrawingError extends Error {}

/** A shader program and its uniforms. It is compiled when it is first used. */
class CurlProgram {
  /** @param macros the macros that select a variant of the shaders */
  constructor(gl, vertex, fragment, ...macros) {
    Object.assign(this, { gl, names: [vertex, fragment] });
    this.head = macros.map((macro) => `#define ${macro}\n`).join('');
  }

  /** Hands the shaders to the driver, which may compile them while the page goes on. */
  send() {
    if (this.program) return;
    const { gl, head } = this;
    this.program = gl.createProgram();
    this.shaders = this.names.map((name, index) => {
      const shader = gl.createShader(index === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
      gl.shaderSource(shader, head + SHADERS[name]);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      return shader;
    });
    gl.linkProgram(this.program);
  }

  /** Waits until the program is compiled, and asks for its uniforms. */
  prepare() {
    if (this.uniforms) return;
    this.send();
    const { gl, names, shaders } = this;
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = shaders.map(
        (shader, index) => `${names[index]}: ${gl.getShaderInfoLog(shader)}`);
      throw new DrawingError([...logs, gl.getProgramInfoLog(this.program)].join('\n'));
    }
    const all = (count, info) => Array.from(
      { length: gl.getProgramParameter(this.program, count) || 0 },
      (_, index) => gl[info](this.program, index).name);
    /** The place of each uniform, and the value that it has. */
    this.uniforms = new Map(all(gl.ACTIVE_UNIFORMS, 'getActiveUniform')
      .map((name) => [name, { place: gl.getUniformLocation(this.program, name), last: [] }]));
    this.attributes = new Map(all(gl.ACTIVE_ATTRIBUTES, 'getActiveAttrib')
      .map((name) => [name, gl.getAttribLocation(this.program, name)]));
  }

  /**
   * Uses the program and sets uniforms: floats and arrays of floats. Later groups win, unknown
   * names are ignored, and what hasn't changed isn't set again.
   */
  use(...groups) {
    this.prepare();
    const { gl } = this;
    gl.useProgram(this.program);
    for (const [name, uniform] of this.uniforms) {
      const values = groups.findLast((group) => name in group);
      if (!values) continue;
      const { place, last } = uniform;
      const value = values[name];
      if (typeof value === 'number') {
        if (last !== value) gl.uniform1f(place, value);
      } else if (!value.every((part, index) => part === last[index])) {
        if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
        else gl[`uniform${value.length}fv`](place, value);
      }
      uniform.last = value;
    }
  }

  /**
   * Binds attributes to a buffer of floats: [name, count, first float of the vertex]. All
   * attributes that any program has are enabled.
   */
  read(buffer, floats, layout) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (const [name, count, offset] of layout) {
      const place = this.attributes.get(name);
      if (place === undefined) continue;
      gl.vertexAttribPointer(place, count, gl.FLOAT, false, 4 * floats, 4 * offset);
    }
  }
}

/** The texture of a page, premultiplied, bottom row first. */
class PageTexture {
  /** @param isOpaque whether all pixels are opaque */
  constructor(gl, bitmap, isOpaque) {
    this.gl = gl;
    this.isOpaque = isOpaque;
    this.size = [bitmap.width, bitmap.height];
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    }
  }

  bind(filter) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (this.filter === filter) return;
    this.filter = filter;
    for (const size of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, size, filter);
    }
  }

  delete() {
    this.gl.deleteTexture(this.texture);
  }
}

/** The most attributes of a program. */
const MOST_ATTRIBUTES = 4;

/** A grid of places on which a shadow falls, one column after the other. */
class ShadeGrid {
  /** @param fade how much of the shadow is left at a column and a row: 0…1 */
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
    [this.buffer, this.cells] = [gl.createBuffer(), gl.createBuffer()];
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
