// Which pages are shown where, as in BookTurn, FrameStage and TurnPainter of Sources/Recording.

import { BoardPainter } from './boards.js';
import { dot } from './curl.js';
import { Leaf } from './leaf.js';
import { PageTextures } from './pages.js';
import { CurlRenderer } from './renderer.js';

/** @typedef {import('./pages.js').BookPages} BookPages */
/** @typedef {import('./fold.js').Fold} Fold */
/** @typedef {import('./motion.js').LeafMotion} LeafMotion */
/** @typedef {import('./motion.js').Leaves} Leaves */

/**
 * A turn: page indices from 0; `facing` is the page on the other side of the spine.
 * @typedef {{ front: number, back?: number, below?: number, facing?: number }} Turn
 */

/**
 * The turns that show `count` pages.
 * @param {number} count
 * @param {string} layout 'sheets', 'pages' or 'spread'
 * @param {number} first the page that turns first: 1 if a spread lies open at the start
 * @returns {Turn[]}
 */
export function bookTurns(count, layout, first = 0) {
  const page = (index) => (index >= 0 && index < count ? index : undefined);
  if (layout === 'pages') {
    return Array.from(
      { length: Math.max(1, count - 1) }, (_, turn) => ({ front: turn, below: page(turn + 1) }));
  }
  return Array.from({ length: Math.max(1, Math.floor((count - first) / 2)) }, (_, turn) => {
    const front = first + 2 * turn;
    return {
      front, back: page(front + 1), below: page(front + 2),
      facing: layout === 'spread' ? page(front - 1) : undefined };
  });
}

/** The places of the pages, in canvas pixels from its lower left corner. */
export class Stage {
  /**
   * @param {number} width of the canvas
   * @param {number} height
   * @param {number[]} natural the size of the first page
   * @param {string} layout
   * @param {boolean} isLTR whether pages turn to the left
   * @param {number} margin the minimum space around the pages
   * @param {{ along: number, beyond: number }} overhang how far raised paper is seen above and
   *   below pages, in page heights, and beside them, in page widths
   * @param {{ along: number, beyond: number }} squares how far boards extend beyond pages, likewise
   * @param {{ zoom: number, x: number, y: number }} view a magnification, and the way of the book's
   *   center from that of the canvas
   */
  constructor(
    width, height, natural, layout, isLTR, margin, overhang, squares,
    view = { zoom: 1, x: 0, y: 0 },
  ) {
    const pages = layout === 'spread' ? 2 : 1;
    const room = [
      Math.floor(Math.min(
        (width - 2 * margin) / (pages + 2 * squares.beyond),
        width / (pages + 2 * overhang.beyond))),
      Math.floor(Math.min(
        (height - 2 * margin) / (1 + 2 * squares.along), height / (1 + 2 * overhang.along)))];
    this.width = width;
    this.height = height;
    this.isLTR = isLTR;
    if (room[0] * natural[1] <= room[1] * natural[0]) {
      this.page = [room[0], Math.round(natural[1] * room[0] / natural[0])];
    } else {
      this.page = [Math.round(natural[0] * room[1] / natural[1]), room[1]];
    }
    this.page = this.page.map((side) => Math.max(Math.round(side * view.zoom), 1));
    /** How far boards extend beyond the fore-edge, and beyond each end of the spine. */
    this.squares = [squares.beyond, squares.along].map((share, axis) => (
      share > 0 ? Math.max(Math.floor(share * this.page[axis]), 1) : 0));
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

  /** The board below the page at a corner: left, bottom, width, height. */
  board(corner) {
    const { page: [width, height], squares: [beyond, along] } = this;
    const isRight = (corner === this.corner) === this.isLTR;
    return [
      corner[0] - (isRight ? 0 : beyond), corner[1] - along, width + beyond, height + 2 * along];
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
export class BookPainter {
  /**
   * @param {WebGLRenderingContext} gl
   * @param {BookPages} pages
   * @param {Fold} fold
   */
  constructor(gl, pages, fold) {
    this.renderer = new CurlRenderer(gl, fold);
    this.textures = new PageTextures(gl, pages);
    /** @type {Leaf | null} */
    this.leaf = null;
    /** Draws boards; made when needed. */
    this.boards = null;
  }

  /**
   * Draws the turn of a leaf that bends like paper.
   *
   * @param {Turn} turn
   * @param {Leaves} leaves
   * @param {LeafMotion} motion
   * @param board see `board`
   */
  paintLeaf(turn, leaves, motion, board, time, stage) {
    const page = (index) => (index === undefined ? undefined : this.textures.get(index));
    const [front, back] = [page(turn.front), page(turn.back)];
    const flat = [[turn.facing, stage.facing], [turn.below, stage.corner]]
      .filter(([index]) => index !== undefined);
    this.paintFlat(flat, stage, leaves, true);
    // A cover that lies closed on all other pages does not bend.
    const hasGutter = {
      front: !!leaves.gutter && turn.facing !== undefined,
      back: !!leaves.gutter && turn.below !== undefined,
    };
    this.leaf ??= new Leaf(leaves);
    this.leaf.bend(motion, time, stage.page, board, hasGutter, !!back);
    this.renderer.drawLeaf(this.leaf, { front, back }, stage.page, stage.corner);
  }

  /**
   * Draws flat pages: [page, corner] each.
   * @param {Leaves | null} leaves those whose boards lie below, and whose gutter shades the pages
   * @param isOpen whether the book lies open
   */
  paintFlat(places, stage, leaves, isOpen) {
    this.renderer.clear();
    if (leaves?.cover && !isOpen) {
      const [[page, corner]] = places;
      const [size, start] = this.renderer.keep('closed board', [stage, corner], () => {
        const [left, bottom, ...sides] = stage.board(corner);
        return [sides, [left, bottom]];
      });
      this.renderer.drawFlat(this.textures.get(page), size, start, null, 'front');
      return;
    }
    if (leaves?.cover && stage.squares[1] > 0) {
      this.boards ??= new BoardPainter(this.renderer);
      for (const [, corner] of places) this.boards.draw(stage, corner, leaves, true);
    }
    for (const [page, corner] of places) {
      this.renderer.drawFlat(
        this.textures.get(page), stage.page, corner, isOpen ? leaves : null,
        corner === stage.corner ? 'front' : 'back');
    }
  }

  /**
   * The board as which the cover of a turn moves: how far it extends beyond the pages, which side
   * is outside, and the color of its cloth. Null for a page.
   */
  board(turn, leaves, stage) {
    const outside = turn.facing === undefined ? 'front' : turn.below === undefined && 'back';
    if (!leaves.cover || !outside) return null;
    return this.renderer.keep('board', [turn, stage, leaves], () => ({
      squares: stage.squares, outside, cloth: leaves.cover.cloth,
    }));
  }

  /** Draws a turn whose page has the shape `curl`. */
  paint(turn, curl, stage) {
    const page = (index) => (index === undefined ? undefined : this.textures.get(index));
    this.paintFlat(
      stage.facing && turn.facing !== undefined ? [[turn.facing, stage.facing]] : [], stage,
      null, false);
    const pages = { front: page(turn.front), back: page(turn.back), below: page(turn.below) };
    this.renderer.draw(curl, pages, stage.corner, stage.spread);
  }
}
