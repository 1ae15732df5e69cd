// Which pages are shown where, as in BookTurn, FrameStage and TurnPainter of Sources/Recording.

/**
 * A turn: page indices from 0; `facing` is the page on the other side of the spine.
 * @typedef {{ front: number, back?: number, below?: number, facing?: number }} Turn
 */

/**
 * The turns that show `count` pages.
 * @param {number} count
 * @param {string} layout 'sheets', 'pages' or 'spread'
 * @returns {Turn[]}
 */
function bookTurns(count, layout) {
  const page = (index) => (index >= 0 && index < count ? index : undefined);
  if (layout === 'pages') {
    return Array.from(
      { length: Math.max(1, count - 1) }, (_, turn) => ({ front: turn, below: page(turn + 1) }));
  }
  return Array.from({ length: Math.max(1, Math.floor(count / 2)) }, (_, turn) => ({
    front: 2 * turn,
    back: page(2 * turn + 1),
    below: page(2 * turn + 2),
    facing: layout === 'spread' ? page(2 * turn - 1) : undefined,
  }));
}

/** The places of the pages, in canvas pixels from its lower left corner. */
class Stage {
  /**
   * @param {number} width of the canvas
   * @param {number} height
   * @param {number[]} natural the size of the first page
   * @param {string} layout
   * @param {boolean} isLTR whether pages turn to the left
   * @param {number} margin the minimum space around the pages
   * @param {{ along: number, beyond: number }} overhang how far raised paper is seen above and
   *   below pages, in page heights, and beside them, in page widths
   * @param {{ zoom: number, x: number, y: number }} view a magnification, and the way of the book's
   *   center from that of the canvas
   */
  constructor(
    width, height, natural, layout, isLTR, margin, overhang, view = { zoom: 1, x: 0, y: 0 },
  ) {
    const pages = layout === 'spread' ? 2 : 1;
    const room = [
      Math.floor(Math.min((width - 2 * margin) / pages, width / (pages + 2 * overhang.beyond))),
      Math.floor(Math.min(height - 2 * margin, height / (1 + 2 * overhang.along)))];
    Object.assign(this, { width, height });
    if (room[0] * natural[1] <= room[1] * natural[0]) {
      this.page = [room[0], Math.round(natural[1] * room[0] / natural[0])];
    } else {
      this.page = [Math.round(natural[0] * room[1] / natural[1]), room[1]];
    }
    this.page = this.page.map((side) => Math.max(Math.round(side * view.zoom), 1));
    const left = [
      Math.floor((width - pages * this.page[0]) / 2 + view.x),
      Math.floor((height - this.page[1]) / 2 + view.y)];
    const right = [left[0] + this.page[0], left[1]];
    this.corner = pages === 2 && isLTR ? right : left;
    /** The page on the other side of the spine. */
    this.facing = pages === 1 ? null : isLTR ? left : right;
    /** Both pages, relative to the turning page: left, bottom, width, height. */
    this.spread = [left[0] - this.corner[0], 0, pages * this.page[0], this.page[1]];
  }

  /** How far the canvas extends beyond the page in the direction in which a loose sheet leaves. */
  overhang(curl) {
    const [left, bottom] = [-this.corner[0], -this.corner[1]];
    const corners = [
      [left, bottom], [left + this.width, bottom], [left, bottom + this.height],
      [left + this.width, bottom + this.height]];
    return curl.lowest - Math.min(...corners.map((corner) => dot(curl.lift, corner)));
  }
}

/** Draws moments of a book. A page that is not loaded yet is white paper. */
class BookPainter {
  /**
   * @param {WebGLRenderingContext} gl
   * @param {BookPages} pages
   */
  constructor(gl, pages) {
    this.renderer = new CurlRenderer(gl);
    this.textures = new PageTextures(gl, pages);
    /** @type {Leaf | null} */
    this.leaf = null;
  }

  /**
   * Draws the turn of a leaf that bends like paper.
   *
   * @param {Turn} turn
   * @param {Leaves} leaves
   * @param {LeafMotion} motion
   */
  paintLeaf(turn, leaves, motion, time, stage, quality) {
    const page = (index) => (index === undefined ? undefined : this.textures.get(index));
    const [front, back] = [page(turn.front), page(turn.back)];
    const flat = [[turn.facing, stage.facing], [turn.below, stage.corner]]
      .filter(([index]) => index !== undefined);
    this.paintFlat(flat, stage, quality, leaves);
    // A cover that lies closed on all other pages does not bend.
    const hasGutter = {
      front: !!leaves.gutter && turn.facing !== undefined,
      back: !!leaves.gutter && turn.below !== undefined,
    };
    const isOpaque = front.isOpaque && (!back || back.isOpaque);
    this.leaf ??= new Leaf(leaves);
    this.leaf.bend(motion, time, ...stage.page, hasGutter, isOpaque);
    this.renderer.drawLeaf(this.leaf, { front, back }, stage.page, stage.corner, quality);
  }

  /**
   * Draws flat pages: [page, corner] each.
   * @param {Leaves | null} leaves those whose gutter shades the pages
   */
  paintFlat(places, stage, quality, leaves = null) {
    this.renderer.clear();
    for (const [page, corner] of places) {
      this.renderer.drawFlat(
        this.textures.get(page), stage.page, corner, quality, leaves,
        corner === stage.corner ? 'front' : 'back');
    }
  }

  /** Draws a turn whose page has the shape `curl`. */
  paint(turn, curl, stage, quality) {
    const page = (index) => (index === undefined ? undefined : this.textures.get(index));
    this.paintFlat(
      stage.facing && turn.facing !== undefined ? [[turn.facing, stage.facing]] : [], stage,
      quality);
    const pages = { front: page(turn.front), back: page(turn.back), below: page(turn.below) };
    // The shadow also falls on a page on the other side.
    const ground = turn.facing === undefined ? undefined : stage.spread;
    this.renderer.draw(curl, pages, stage.corner, quality, ground);
  }
}
