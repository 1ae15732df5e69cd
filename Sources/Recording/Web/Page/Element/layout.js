// Which pages lie open, and where: in the window, and in the turn under way.

import { Binding, clamp, Curl, CurlDrag } from '../curl.js';
import { Fold } from '../fold.js';
import { Leaves } from '../motion.js';
import { Stage } from '../stage.js';

/** @typedef {import('../pages.js').BookPages} BookPages */

/**
 * Interpolates a table of progress at even steps of time.
 * @param {number[]} table
 */
function tableEasing(table) {
  const last = table.length - 1;
  return (share) => {
    const step = Math.min(Math.floor(share * last), last - 1);
    return table[step] + (share * last - step) * (table[step + 1] - table[step]);
  };
}

/** A window in which one page is this much larger than two shows one. */
const SINGLE_PAGE_GAIN = 1.4;

/** The share of the window by which Page Down scrolls in Chromium, so that no line is missed. */
const STEP = 0.875;

export class Layout extends EventTarget {
  /**
   * Dispatches `rest` when pages lie open, `loaded` when those near are there, `place` when they
   * have moved in the window, `jump` before others are shown without a turn, `turnstart` and
   * `turnend`, `problem`, and `failure` if nothing can be drawn.
   *
   * @param {{ canvas: HTMLCanvasElement, shades: HTMLElement[] }} parts
   * @param {BookPages} pages
   * @param {BookSettings & { isFixed: boolean, motions: () => Promise<LeafMotions> }} settings
   */
  constructor(parts, pages, settings) {
    super();
    this.canvas = parts.canvas;
    this.shades = parts.shades;
    this.pages = pages;
    this.settings = settings;
    this.isLTR = settings.direction !== 'rtl';
    this.binding = new Binding(this.isLTR);
    this.degrees = settings.angle;
    this.roll = settings.radius;
    this.fold = new Fold(settings.fold);
    this.easing = tableEasing(settings.easing);
    // The sliders of the lab are those of a cylinder.
    this.leaves = settings.leaf && !settings.isFixed ? new Leaves(settings.leaf, this.isLTR) : null;
    this.quiet = matchMedia('(prefers-reduced-motion: reduce)');
    /** 'spread', 'pages' or 'sheets'. */
    this.layout = '';
    /** The layout that the reader has chosen; empty if it follows the window. */
    this.chosen = '';
    /** @type {import('../stage.js').Turn[]} */
    this.turns = [];
    this.turn = 0;
    this.progress = 0;
    /** @type {WebGLRenderingContext | null} */
    this.gl = null;
    /** Whether images stand for the open pages. */
    this.isCovered = false;
    this.drag = null;
    this.animation = null;
    /** What the mouse has lifted; see `lift`. */
    this.lifted = null;
    this.view = { zoom: 1, x: 0, y: 0 };
    /** The pages that lay open last, and whether a magnified view goes to the end of the next. */
    this.open = '';
    this.entersEnd = false;
    this.isTurning = false;
    /**
     * Where the last turn began, and how many were taken back.
     * @type {{ turn: number, progress: number } | null}
     */
    this.before = null;
    this.takenBack = 0;
    this.listeners = new AbortController();
    /**
     * The motions of paper that are on their way; see `getReady`.
     * @type {Promise<void> | null}
     */
    this.arriving = null;
    /** Called after each frame: an event would take longer. */
    this.drawn = () => {};
    /**
     * Called when a page begins to move, with the seconds that it takes, or is stopped.
     * @type {(rest?: number) => void}
     */
    this.heard = () => {};
  }

  get stageElement() { return this.canvas.parentElement; }

  get isSpread() { return this.layout === 'spread'; }

  /** Whether pages bend like paper. */
  get isPaper() { return this.isSpread && this.leaves !== null; }

  /** Whether a page can turn: whether the motions of paper have arrived if it bends. */
  get isReady() { return !this.isPaper || this.leaves.paper !== null; }

  /** The motion of the page that turns: that of a board for covers. */
  get motion() {
    const { turns, turn, leaves } = this;
    const isCover = turn === 0
      || turn === turns.length - 1 && turns[turn].below === undefined;
    return isCover && leaves.board || leaves.paper;
  }

  /** The boards of a hard cover; null if there are none. */
  get hardCover() { return this.isPaper ? this.leaves.cover : null; }

  /** Whether only the outside of a hard cover is seen. */
  get isClosed() { return !!this.hardCover && this.places.length === 1; }

  /** Whether a page is the outside of a hard cover. */
  isOutside(page) {
    const last = this.turns[this.turns.length - 1];
    return !!this.hardCover && (page === 0 || page === last.back && last.below === undefined);
  }

  /** The curl's radius in canvas pixels. */
  get radius() { return this.roll * Math.min(...this.stage.page); }

  get angle() { return this.degrees * Math.PI / 180; }

  /** What folds over; see `Curl`. */
  get sheet() {
    const { fold, radius, stage: { page: [width, height] } } = this;
    return { width, height, radius, fold };
  }

  /** The progress at which a turn ends: a loose sheet has then left the canvas. */
  get end() {
    if (this.isSpread) return 1;
    const flat = Curl.flat(this.sheet, this.angle);
    return 1 + this.stage.overhang(flat) / flat.way;
  }

  /** The progress of a loose sheet whose roll ends at lift · p = `fold`. */
  progressAt(fold) {
    const flat = Curl.flat(this.sheet, this.angle);
    return clamp((flat.highest - (fold - flat.reach)) / flat.way, 0, this.end);
  }

  /** The current shape of the sheet. */
  get curl() {
    const { drag, sheet, progress } = this;
    if (drag instanceof CurlDrag) return drag.curl();
    if (!this.isSpread) return Curl.sheet(sheet, progress, this.angle);
    const lean = this.angle - this.binding.angle;
    const tilt = lean - 2 * Math.PI * Math.round(lean / (2 * Math.PI));
    return Curl.leaf(sheet, progress, this.binding, tilt);
  }

  /** The layout that the reader has chosen, or that for the window: one page if two are small. */
  fitting(wanted) {
    if (this.chosen) return this.chosen;
    if (wanted !== 'spread' || this.settings.isFixed) return wanted;
    const [width, height] = this.pages.size;
    const scale = (pages) => Math.min(
      this.canvas.width / (pages * width), this.canvas.height / height);
    return scale(1) > SINGLE_PAGE_GAIN * scale(2) ? 'pages' : 'spread';
  }

  /**
   * Fits the canvas to its element, whose size in device pixels is measured or computed.
   * @returns whether its size has changed
   */
  measure(exact) {
    const { canvas, stageElement: element } = this;
    const density = window.devicePixelRatio;
    const width = Math.max(Math.round(exact?.inlineSize ?? element.clientWidth * density), 1);
    const height = Math.max(Math.round(exact?.blockSize ?? element.clientHeight * density), 1);
    // The same size, too, would clear it.
    if (canvas.width === width && canvas.height === height) return false;
    Object.assign(canvas, { width, height });
    return true;
  }

  /**
   * How far to the right a book for reading from left to right lies at a progress, in page widths:
   * as in FramePlan+Body, a closed one lies in the middle.
   */
  aside(progress) {
    const { facing, below } = this.turns[this.turn];
    const wait = 0.25;
    const smooth = (x) => x * x * (3 - 2 * x);
    const share = (time) => smooth(clamp(time / (1 - wait), 0, 1));
    return this.isPaper
      ? ((below === undefined && share(progress - wait))
        - (facing === undefined && 1 - share(progress))) / 2 : 0;
  }

  /** Computes the places of the pages. A drag goes on at the new size. */
  place() {
    const { canvas, stageElement: element, stage: before } = this;
    const isDone = before && this.progress === this.end;
    const margin = Math.round(0.05 * Math.min(canvas.width, canvas.height));
    const none = { along: 0, beyond: 0 };
    const stage = (view) => new Stage(
      canvas.width, canvas.height, this.pages.size, this.layout, this.isLTR, margin,
      this.isPaper ? this.leaves.overhang : none, this.hardCover?.squares ?? none, view);
    const base = stage();
    this.off = this.aside(this.progress);
    const { view, off } = this;
    this.margin = margin;
    const room = (length, size) => Math.max((length * view.zoom - size) / 2 + margin, 0);
    const pages = this.isSpread ? 2 - 2 * Math.abs(off) : 1;
    const reach = [
      room(pages * base.page[0], canvas.width), room(base.page[1], canvas.height)];
    const middle = Math.round(
      (this.isLTR ? off : -off) * (base.page[0] + base.squares[0]) * view.zoom);
    const isWhole = view.zoom === 1;
    /** How far the view of a magnified book can move: from and to, in x and in y. */
    this.room = [[middle - reach[0], middle + reach[0]], [-reach[1], reach[1]]];
    view.x = isWhole ? middle : clamp(view.x, ...this.room[0]);
    view.y = isWhole ? 0 : clamp(view.y, ...this.room[1]);
    this.stage = stage(view);
    if (isDone) this.progress = this.end;
    if (this.drag && before) {
      this.drag.scale(this.stage.page[0] / before.page[0], this.sheet);
    }
    const [x, y] = [element.clientWidth / canvas.width, element.clientHeight / canvas.height];
    /** The places of the pages in CSS pixels, from the upper left corner. */
    this.boxes = [this.stage.corner, this.stage.facing].map((corner) => corner && {
      left: corner[0] * x, top: (canvas.height - corner[1] - this.stage.page[1]) * y,
      width: this.stage.page[0] * x, height: this.stage.page[1] * y,
    });
    /** Those of the boards. */
    this.boards = [this.stage.corner, this.stage.facing].map((corner) => {
      if (!corner) return null;
      const [left, bottom, width, height] = this.stage.board(corner);
      return {
        left: left * x, top: (canvas.height - bottom - height) * y, width: width * x,
        height: height * y,
      };
    });
    this.shades.forEach((shade, index) => {
      for (const [name, value] of Object.entries(this.boxes[index] || {})) {
        shade.style[name] = `${value}px`;
      }
      this.showBoard(shade, index);
    });
    this.dispatchEvent(new Event('place'));
  }

  /** Tells the style where the board below a page lies. */
  showBoard(shade, index) {
    const [page, board, cover] = [this.boxes[index], this.boards[index], this.hardCover];
    if (!page || !cover) {
      for (const name of ['squares', 'board', 'wide', 'high', 'cloth']) {
        shade.style.removeProperty(`--${name}`);
      }
      return;
    }
    const high = page.top - board.top;
    const sides = [
      high, board.left + board.width - page.left - page.width, high, page.left - board.left];
    const list = (sign) => sides.map((side) => `${sign * side}px`).join(' ');
    const color = cover.cloth.map((part) => Math.round(255 * part));
    for (const [name, value] of Object.entries({
      squares: list(1), board: list(-1), wide: `${board.width}px`, high: `${board.height}px`,
      cloth: `rgb(${color})`,
    })) shade.style.setProperty(`--${name}`, value);
  }

  /** Moves a book that opens or closes. */
  center() {
    if (this.aside(this.progress) !== this.off) this.place();
  }

  /**
   * Where a magnified view goes to read the open pages: down each page, in columns that are as wide
   * as the window.
   * @returns {number[][]}
   */
  get parts() {
    const { canvas, stage: { page }, view, room, isLTR } = this;
    const along = (axis, at, size, start) => {
      const count = 1 + Math.max(Math.ceil((page[axis] - size) / (STEP * size)), 0);
      return Array.from({ length: count }, (_, index) => clamp(
        at - start + (size - page[axis]) * (count > 1 ? index / (count - 1) : 0.5),
        ...room[axis]));
    };
    return this.places.flatMap(([, [left, bottom]]) => {
      const columns = along(0, view.x, canvas.width, left);
      const rows = along(1, view.y, canvas.height, bottom).reverse();
      return (isLTR ? columns : columns.reverse()).flatMap((x) => rows.map((y) => [x, y]));
    });
  }

  /** Whether more of a magnified book can be seen if it moves to the right (1) or left (-1). */
  hasRoom(way) {
    const { view, room: [[low, high]], margin } = this;
    return view.zoom > 1 && (way > 0 ? high - view.x : view.x - low) > margin + 1;
  }

  /** Up to the pages' own pixels, and at least three times. */
  get largestZoom() {
    const shown = this.stage.page[1] / this.view.zoom;
    return Math.max(3, 1.5 * this.pages.size[1] / shown);
  }

  /**
   * The pages that are visible at rest, each with its corner, in reading order.
   * @returns {[number, number[]][]}
   */
  get places() {
    const { front, back, below, facing } = this.turns[this.turn];
    const { stage, lifted } = this;
    const isOver = lifted ? lifted.way < 0 : this.progress === this.end;
    /** @type {[number | undefined, number[]][]} */
    const places = this.isSpread
      ? [[isOver ? back : facing, stage.facing], [isOver ? below : front, stage.corner]]
      : [[isOver ? below : front, stage.corner]];
    return places.filter(([page]) => page !== undefined);
  }

  /** The pages that are visible at rest, in reading order. */
  get visible() { return this.places.map(([page]) => page); }

  /** The first page that lies open, counted from 1; the last one where none does. */
  get page() { return (this.visible[0] ?? this.pages.count - 1) + 1; }

  get isAtStart() { return this.turn === 0 && this.progress === 0; }

  get isAtEnd() { return this.turn === this.turns.length - 1 && this.progress === this.end; }

  /** The progress of the turn under way, 0…1. */
  get time() {
    const isHeld = this.drag instanceof CurlDrag && !this.isSpread;
    return Math.min(isHeld ? this.curl.time : this.progress, 1);
  }

  /** Whether a page turns or is held. */
  get isMoving() { return !this.lifted && !!(this.drag || this.animation); }
}
