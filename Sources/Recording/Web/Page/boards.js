// The boards of a hard cover, as in BookBodyProgram and LeafProgram of Sources/PageCurl.

import { BOARD_LAYOUT, CurlProgram, SHADE_LAYOUT, ShadeGrid } from './gl.js';

/** @typedef {import('./renderer.js').CurlRenderer} CurlRenderer */
/** @typedef {import('./motion.js').Leaves} Leaves */
/** @typedef {import('./stage.js').Stage} Stage */

/** Draws the boards under the pages of an open book. */
export class BoardPainter {
  /** @param {CurlRenderer} renderer */
  constructor(renderer) {
    const { gl, state } = renderer;
    this.gl = gl;
    this.state = state;
    this.renderer = renderer;
    this.vertices = gl.createBuffer();
    this.program = new CurlProgram(state, BOARD_LAYOUT, 'body.vert', 'board.frag');
  }

  /**
   * Draws the board under a page.
   * @param {Stage} stage
   * @param corner that of the page
   * @param {Leaves} leaves
   * @param hasGutter whether it is shaded at the spine, as the page is
   */
  draw(stage, corner, leaves, hasGutter) {
    const { gl, state, renderer } = this;
    const isFront = corner === stage.corner;
    const [left, bottom, width, height] = stage.board(corner);
    const out = isFront === stage.isLTR ? 1 : -1;
    const spine = corner[0] + (out > 0 ? 0 : stage.page[0]);
    const view = { u_view: [2 / renderer.width, 2 / renderer.height, -1, -1] };
    gl.bindBuffer(gl.ARRAY_BUFFER, this.vertices);
    const [right, top] = [left + width, bottom + height];
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(
      [left, bottom, right, bottom, left, top, right, top]), gl.STREAM_DRAW);
    this.program.use(view, {
      u_box: [left, bottom, right, top], u_out: [out, 0, out * spine],
      u_cloth: leaves.cover.cloth, u_square: stage.squares[1], u_scale: 1,
    });
    state.read(BOARD_LAYOUT, this.vertices);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    if (!hasGutter || !leaves.gutter) return;
    const { places, [isFront ? 'front' : 'back']: factors } = leaves.gutter;
    const grid = renderer.keep(isFront ? 'front board' : 'back board', [corner, height], () => {
      state.begin();
      const made = new ShadeGrid(
        gl, places.map((place) => spine + out * place * stage.page[0]), [bottom, top]);
      factors.forEach((factor, column) => {
        made.vertices[6 * column + 2] = made.vertices[6 * column + 5] = 1 - factor;
      });
      made.update();
      return made;
    });
    renderer.shade.use(view, { u_tint: [0, 0, 0] });
    state.read(SHADE_LAYOUT, grid.buffer);
    state.join(grid.cells);
    gl.drawElements(gl.TRIANGLES, grid.count, gl.UNSIGNED_SHORT, 0);
  }
}

/** Lays the pictures of a leaf that is a board: one fills it, the other is a page inside. */
export function layOnBoard(surfaces, pages, leaf) {
  const { board, low, page, width, height, book: { isLeft } } = leaf;
  for (const side of ['front', 'back']) {
    const { uniforms } = surfaces[side];
    // Of a board that is as large as the page on it nothing is seen.
    const isInside = side !== board.outside && low[1] < 0;
    const [start, size] = isInside ? [[0, 0], page] : [low, [width, height]];
    const flips = uniforms.u_sheet.slice(2);
    // Where the picture is flipped, its coordinate falls from 1.
    const unit = flips.map((flip, axis) => (1 - 2 * flip) / size[axis]);
    uniforms.u_sheet = [...unit, ...flips.map((flip, axis) => flip - unit[axis] * start[axis])];
    if (isInside && pages[side]) {
      surfaces[side].isInside = true;
      Object.assign(uniforms, {
        u_wash: board.cloth, u_board: [...page, isLeft ? 0 : -page[0], height], u_square: -low[1],
      });
    }
  }
}
