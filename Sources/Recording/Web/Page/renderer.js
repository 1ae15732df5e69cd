// Draws a curled page with WebGL 1 and the shaders of shaders/page-curl, like PageRenderer of
// Sources/PageCurl.

import { layOnBoard } from './boards.js';
import { clamp } from './curl.js';
import { CurlStrips, flatStrips, lightThrough, LOOK } from './mesh.js';
import {
  CurlProgram, DrawState, isSame, LEAF_LAYOUT, NONE, PAPER_LAYOUT, ROLL_SHADOW_LAYOUT,
  SHADE_LAYOUT, ShadeGrid,
} from './gl.js';
import { ShadowMesh, shadowIndices, shadowStrength } from './shadow.js';

/** @typedef {import('./fold.js').Fold} Fold */
/** @typedef {import('./leaf.js').Leaf} Leaf */
/** @typedef {import('./motion.js').Leaves} Leaves */
/** @typedef {import('./gl.js').PageTexture} PageTexture */

/** The room beside a book from `low` to `high` on the canvas, over which its shadow fades. */
class Margin {
  constructor(low, high, start, length) {
    this.low = low;
    this.high = high;
    this.ends = [Math.min(start, low - 1), Math.max(start + length, high + 1)];
  }

  inside(place) { return clamp(place, ...this.ends); }

  /** 1 at the book, 0 at the end of the canvas. */
  fade(place) {
    const { low, high, ends: [start, end] } = this;
    return Math.min((place - start) / (low - start), (end - place) / (end - high), 1);
  }
}

export class CurlRenderer {
  /** @param {Fold} fold that of pages that don't bend like paper */
  constructor(gl, fold) {
    this.gl = gl;
    this.state = new DrawState(gl);
    const paper = (vertex, fragment, ...macros) => new CurlProgram(
      this.state, PAPER_LAYOUT, vertex, fragment, ...macros);
    const through = LOOK.light && LOOK.showThrough > 0 ? ['THROUGH'] : [];
    this.paper = paper('paper.vert', 'paper.frag');
    this.edge = paper('edge.vert', 'edge.frag', 'ASKEW', ...through);
    this.fold = paper('fold.vert', 'fold.frag', 'ASKEW', 'BORDER', ...through, ...fold.macros);
    const shadow = (...macros) => new CurlProgram(
      this.state, ROLL_SHADOW_LAYOUT, 'shadow.vert', 'shadow.frag', 'TINT', ...macros,
      ...fold.macros);
    this.shadow = shadow('ROOM');
    this.raisedShadow = shadow('RAISED');
    this.ruled = new CurlProgram(
      this.state, LEAF_LAYOUT, 'ruled.vert', 'ruled.frag', 'SMOOTH', ...through);
    this.inside = new CurlProgram(
      this.state, LEAF_LAYOUT, 'ruled.vert', 'ruled.frag', 'SMOOTH', 'BOARD');
    this.shade = new CurlProgram(
      this.state, SHADE_LAYOUT, 'shade.vert', 'shadow.frag', 'TINT');
    this.vertices = gl.createBuffer();
    this.leafVertices = gl.createBuffer();
    this.shadowVertices = gl.createBuffer();
    this.shadowIndices = gl.createBuffer();
    /** What depends on the size of a page only: by name, as [key, value]. */
    this.kept = new Map();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.shadowIndices);
    gl.bufferData(
      gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(shadowIndices()), gl.STATIC_DRAW);
  }

  /**
   * Gets the programs compiled that the first turn needs, so that it does not wait for them.
   * @param isPaper whether pages bend like paper
   */
  warm(isPaper) {
    const rolled = [this.paper, this.edge, this.fold, this.shadow, this.raisedShadow];
    for (const program of isPaper ? [this.ruled, this.shade] : rolled) program.send();
  }

  /**
   * What `make` returns, kept as long as what it depends on does not change.
   * @param {string} name
   * @param {(number | string | object)[]} key
   */
  keep(name, key, make) {
    const known = this.kept.get(name);
    if (known && isSame(key, known.key)) return known.value;
    if (known?.value.delete) {
      this.state.detach();
      known.value.delete();
    }
    const value = make();
    this.kept.set(name, { key, value });
    return value;
  }

  /** Clears the canvas to transparent. */
  clear() {
    const { gl, state } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (width !== this.width || height !== this.height) gl.viewport(0, 0, width, height);
    this.width = width;
    this.height = height;
    state.begin();
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /**
   * Draws one moment of a turn over the canvas.
   *
   * @param {{ front: PageTexture, back?: PageTexture, below?: PageTexture }} pages
   * @param corner the page's lower left corner in the canvas, in whole pixels; a page pixel is a
   *   canvas pixel
   * @param spread all pages, from there: left, bottom, width, height
   */
  draw(curl, pages, corner, spread) {
    const { gl } = this;
    const isOpaque = pages.front.isOpaque && (!pages.back || pages.back.isOpaque);
    const strips = new CurlStrips(curl, isOpaque);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(strips.vertices), gl.STREAM_DRAW);
    this.aim(curl, corner);
    const low = [0, 1].map((axis) => corner[axis] + spread[axis]);
    const size = [this.width, this.height];
    const room = [...low, ...size.map((end, axis) => end - low[axis] - spread[2 + axis])];
    Object.assign(this.frame.uniforms, {
      u_canvas: size, u_room: room.map((length) => 1 / Math.max(length, 0.5)),
    });
    if (pages.below) this.lay(strips.page, this.surface(pages.below));
    if (curl.isGone) return;
    const front = this.surface(pages.front, LOOK.frontTint);
    const back = this.back(pages);
    this.lay(strips.flat, front);
    const shadow = this.prepareShadow({ front: !front.page.isOpaque, back: !back.page.isOpaque });
    if (shadow) {
      this.frame.uniforms.u_front = curl.radius < 1 ? 0 : 1;
      this.drawShadow(this.shadow, shadow.ground.beyond);
      this.frame.uniforms.u_front = 0;
      this.drawShadow(this.shadow, shadow.under);
    }
    this.drawFolded(strips.rising, front, -1);
    if (shadow) {
      // Next to each other, so that no pixel of the contact line has both or neither.
      this.drawShadow(this.shadow, shadow.ground.before);
      this.drawShadow(this.raisedShadow, shadow.raised);
    }
    this.drawFolded(strips.falling, back, 1);
    this.drawTurned(strips.turned, back);
  }

  /**
   * Prepares to draw pages with their lower left corner there.
   * @returns the map from page space to clip space: a factor and a summand for x and y
   */
  aim(curl, corner) {
    const unit = [2 / this.width, 2 / this.height];
    const origin = [corner[0] * unit[0] - 1, corner[1] * unit[1] - 1];
    const [x, y] = curl.lift;
    this.frame = {
      curl,
      uniforms: {
        u_view: [...unit, ...origin],
        // The shaders also read heights, which an orthographic view from above ignores.
        u_matrix: [unit[0], 0, 0, 0, 0, unit[1], 0, 0, 0, 0, 0, 0, ...origin, 0, 1],
        u_size: [curl.width, curl.height],
        u_lift: curl.lift,
        // Of a pixel on the part that lies face down: the page is mirrored at the fold.
        u_side: [Math.abs(1 - 2 * x * x), Math.abs(2 * x * y)],
        u_line: [...curl.lift, curl.contact],
        u_reach: curl.reach,
      },
    };
    return [unit, origin];
  }

  /** Prepares to draw a page that does not roll. */
  aimFlat(name, size, corner) {
    // A canvas of another size has another corner.
    this.frame = this.keep(name, [size, corner], () => {
      const [width, height] = size;
      const [unit, origin] = this.aim({ width, height, lift: [1, 0] }, corner);
      return { ...this.frame, unit, origin };
    });
    return this.frame;
  }

  /**
   * Draws a leaf that bends like paper, and its shadow on all that the canvas shows.
   *
   * @param {Leaf} leaf
   * @param {{ front: PageTexture, back?: PageTexture }} pages
   * @param {number[]} size
   * @param {number[]} corner
   */
  drawLeaf(leaf, pages, size, corner) {
    const { gl, state } = this;
    if (leaf.motion.shadows) this.drawLeafShadow(leaf, corner);
    const frame = this.aimFlat('leaf', size, corner);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.leafVertices);
    gl.bufferData(
      gl.ARRAY_BUFFER, leaf.vertices.subarray(0, leaf.filled), gl.STREAM_DRAW);
    const surfaces = this.keep(
      'surfaces', [pages.front, pages.back, leaf.motion, leaf.board, frame], () => ({
        place: { u_matrix: leaf.matrix(frame.unit, frame.origin) },
        ...this.leafSurfaces(pages, leaf),
      }));
    for (const { surface, first, count } of leaf.parts) {
      const { page, other, uniforms, isInside } = surfaces[surface];
      state.show(page, gl.LINEAR, other);
      (isInside ? this.inside : this.ruled).use(surfaces.place, uniforms);
      state.read(LEAF_LAYOUT, this.leafVertices);
      gl.drawArrays(gl.TRIANGLE_STRIP, first, count);
    }
  }

  /** What the front, the back and the edge of a leaf show. */
  leafSurfaces(pages, leaf) {
    const surfaces = {
      front: this.surface(pages.front, LOOK.frontTint), back: this.back(pages),
      edge: this.surface(pages.front, [0, 0, 0]),
    };
    surfaces.edge.uniforms.u_sheet = [0, 0, 0.5, 0.5];
    surfaces.edge.uniforms.u_wash = leaf.board ? leaf.board.cloth : LOOK.paper;
    if (leaf.board) layOnBoard(surfaces, pages, leaf);
    const { book: { isLeft, gutter }, page: [width] } = leaf;
    for (const [side, { page, uniforms }] of Object.entries(surfaces)) {
      const out = isLeft ? 1 : -1;
      uniforms.u_bend = [out, 0, ...page.size];
      const reach = leaf.hasGutter[side] ? gutter.places[gutter.places.length - 1] * width : 0;
      uniforms.u_dip = reach
        ? [out / reach, 0, isLeft ? 0 : -width / reach, gutter.dip * width] : [0, 0, 0, 0];
      uniforms.u_gap = gutter ? gutter.gap : [0, 0, 0];
    }
    return surfaces;
  }

  drawLeafShadow(leaf, page) {
    const { gl, state } = this;
    const { low, width, height, motion: { across, along }, book: { isLeft } } = leaf;
    const corner = this.keep('leaf corner', [...page, ...low], () => (
      page.map((place, axis) => place + low[axis])));
    const size = this.keep('leaf size', [width, height], () => [width, height]);
    const frame = this.aimFlat('leaf shadow', size, corner);
    const grid = this.keep('shadow', [frame, leaf.motion], () => {
      const start = isLeft ? -width : 0;
      const wide = new Margin(start, start + 2 * width, -corner[0], this.width);
      const high = new Margin(0, height, -corner[1], this.height);
      state.begin();
      return new ShadeGrid(
        gl, across.map((place) => wide.inside((isLeft ? place : 1 - place) * width)),
        along.map((place) => high.inside(place * height)),
        (column, row) => wide.fade(column) * high.fade(row));
    });
    leaf.motion.shadow(leaf.time, LOOK.shadow.strength, grid.fades, grid.vertices);
    grid.update();
    this.shade.use(frame.uniforms, this.keep(
      'tint', [LOOK.shadow.color], () => ({ u_tint: LOOK.shadow.color })));
    state.read(SHADE_LAYOUT, grid.buffer);
    state.join(grid.cells);
    gl.drawElements(gl.TRIANGLES, grid.count, gl.UNSIGNED_SHORT, 0);
  }

  /**
   * Draws a page that lies flat.
   * @param {Leaves | null} leaves those whose gutter shades it
   * @param side 'front' or 'back'
   */
  drawFlat(page, size, corner, leaves, side) {
    const frame = this.aimFlat(side, size, corner);
    const flat = this.keep('flat', [size, leaves], () => {
      const { gl } = this;
      const { vertices, strips } = flatStrips(size, leaves);
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.STATIC_DRAW);
      return { ...strips, buffer, delete: () => gl.deleteBuffer(buffer) };
    });
    const surface = this.keep(
      side === 'front' ? 'flat front' : 'flat back', [page, frame],
      () => this.surface(page, LOOK.frontTint));
    this.lay(flat[leaves?.gutter ? side : 'plain'], surface, flat.buffer);
  }

  /** The texture on the front, mapped from the paper; `other` shines through from behind. */
  surface(page, tint = [1, 1, 1], other = page) {
    const { width, height } = this.frame.curl;
    return {
      page,
      other,
      uniforms: {
        u_sheet: [1 / width, 1 / height, 0, 0], u_texels: page.size, u_ink: tint,
        u_wash: [0, 0, 0], u_through: 0,
      },
    };
  }

  /**
   * The back: its own image, not mirrored, or paper through which the front shows.
   * @param {{ front: PageTexture, back?: PageTexture }} pages
   */
  back({ front, back }) {
    const { width, height, lift, radius } = this.frame.curl;
    const { backTint: tint, showThrough: share, paper } = LOOK;
    const surface = this.surface(back || front, tint, front);
    if (!back) {
      surface.uniforms.u_ink = tint.map((part) => share * part);
      surface.uniforms.u_wash = tint.map((part, index) => (1 - share) * part * paper[index]);
    } else {
      const isSideways = Math.abs(lift[0]) >= Math.abs(lift[1]);
      // Half of the light gets below a fold that is a tenth of the page high, as in CurlShape.
      const light = Math.min(10 * radius / Math.min(width, height), 0.5);
      Object.assign(surface.uniforms, {
        u_sheet: isSideways ? [-1 / width, 1 / height, 1, 0] : [1 / width, -1 / height, 0, 1],
        u_through: lightThrough(1, light) * (isSideways ? 1 : -1),
      });
    }
    return surface;
  }

  /** Flat paper, one texel per pixel if the texture has the size of the page. */
  lay(strip, surface, buffer = this.vertices) {
    const { gl, frame: { curl } } = this;
    const [width, height] = surface.page.size;
    const fits = width === curl.width && height === curl.height;
    this.drawPaper(this.paper, strip, surface, fits ? gl.NEAREST : gl.LINEAR, NONE, buffer);
  }

  /** Bent paper; `side` is -1 (front, before the silhouette) or 1 (back). */
  drawFolded(strip, surface, side) {
    const { gl, frame: { curl: { lift, reach } } } = this;
    const [across, up] = surface.uniforms.u_sheet;
    this.drawPaper(this.fold, strip, surface, gl.LINEAR, {
      u_roll: [0.5 / reach, side * reach],
      u_step: [lift[0] * across, lift[1] * up],
    });
  }

  /** The part that lies face down. */
  drawTurned(strip, surface) {
    const { gl, frame: { curl: { lift: [x, y], radius, reach } } } = this;
    this.drawPaper(this.edge, strip, surface, gl.LINEAR, {
      // The page is mirrored at the fold, and so are the derivatives of x and y.
      u_change: [1 - 2 * x * x, -2 * x * y, -2 * x * y, 1 - 2 * y * y],
      // Only a fold sharper than a pixel ends here.
      u_end: [radius < 1 ? reach : 1e4, x, y],
    });
  }

  drawPaper(program, strip, surface, filter, uniforms = NONE, buffer = this.vertices) {
    const { gl, state, frame } = this;
    if (strip.count === 0) return;
    state.show(surface.page, filter, program !== this.paper && surface.other);
    program.use(frame.uniforms, surface.uniforms, uniforms);
    state.read(PAPER_LAYOUT, buffer);
    gl.drawArrays(gl.TRIANGLE_STRIP, strip.first, strip.count);
  }

  /** Uploads the shadow's mesh; null if the sheet casts none. */
  prepareShadow(isClear) {
    const { gl, frame: { curl } } = this;
    const strength = shadowStrength(curl);
    if (curl.radius <= 0 || curl.highest <= curl.contact || strength <= 0) return null;
    const mesh = new ShadowMesh(curl, isClear);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.shadowVertices);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh.vertices), gl.STREAM_DRAW);
    Object.assign(this.frame.uniforms, {
      u_contact: curl.contact,
      u_end: curl.highest - curl.contact,
      u_light: mesh.slope,
      u_spread: LOOK.shadow.spread,
      u_strength: strength,
      u_tint: LOOK.shadow.color,
    });
    return mesh;
  }

  /** Draws a part of the shadow, on paper and on what the canvas lies on. */
  drawShadow(program, { first, count }) {
    const { gl, state, frame } = this;
    if (count === 0) return;
    program.use(frame.uniforms);
    state.read(ROLL_SHADOW_LAYOUT, this.shadowVertices);
    state.join(this.shadowIndices);
    gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * first);
  }
}
