// Long because: places, pages and drags change one state.
// The state of the book: which pages lie open, the turn under way, and what moves it.

import { Binding, bisect, clamp, Curl, CurlDrag, minus, mix, velocity } from '../curl.js';
import { Fold } from '../fold.js';
import { LOOK } from '../mesh.js';
import { Leaves } from '../motion.js';
import { DrawingError } from '../objects.js';
import { BookPainter, bookTurns, Stage } from '../stage.js';
import { FoldPull, LeafPull } from './pull.js';

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

/** Easing of a released page: it slows down as it lands. */
const settling = (share) => share * (2 - share);

/** @param {number} time in milliseconds */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** Waits until the document has been painted. A GPU that starts WebGL may paint nothing else. */
async function painted() {
  const name = 'first-contentful-paint';
  for (let frame = 0; frame < 2
    || frame < 60 && !performance.getEntriesByName(name).length; frame++) {
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** How far lifted paper turns, and how far toward the page's middle a corner that rolls goes. */
const [LIFTED_EDGE, LIFTED_CORNER] = [0.04, 0.12];

/** A window in which one page is this much larger than two shows one. */
const SINGLE_PAGE_GAIN = 1.4;

export class Reader extends EventTarget {
  /**
   * Dispatches `rest` when pages lie open, `loaded` when those near are there, `place` when they
   * have moved in the window, `jump` before others are shown without a turn, `problem`, and
   * `failure` if nothing can be drawn.
   *
   * @param {{ canvas: HTMLCanvasElement, shades: HTMLElement[] }} parts
   * @param {BookPages} pages
   * @param {object} settings see `WebPage.settings`
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
    this.turn = 0;
    this.progress = 0;
    /** Whether images stand for the open pages. */
    this.isCovered = false;
    this.drag = null;
    this.animation = null;
    /** What the mouse has lifted; see `lift`. */
    this.lifted = null;
    this.view = { zoom: 1, x: 0, y: 0 };
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

  /**
   * Shows the book, open at a page: as images until WebGL has started, which takes up to a second.
   * Returns false without WebGL.
   * @param {number} page counted from 0
   */
  async start(page) {
    const { signal } = this.listeners;
    this.observer = new ResizeObserver(([entry]) => this.resize(entry));
    this.observer.observe(this.stageElement);
    this.measure();
    this.lay(this.settings.layout, page);
    // Images that are late are shown later.
    await Promise.race([this.covered, pause(1000)]);
    await Promise.race([painted(), pause(1000)]);
    if (signal.aborted) return true;
    const gl = this.canvas.getContext('webgl', { antialias: false, depth: false });
    if (!gl) return false;
    this.gl = gl;
    this.prepare();
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.report('The graphics driver was reset. The page is drawn again when it is back.');
    }, { signal });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.prepare();
      this.report('');
      this.rest();
    }, { signal });
    this.rest();
    return true;
  }

  /** Shows the open pages as images, in the places of the pages; until they are there, as paper. */
  async cover() {
    const { places, shades, stage } = this;
    this.isCovered = true;
    for (const shade of shades) {
      shade.replaceChildren();
      shade.classList.add('paper');
      shade.classList.toggle('is-outside', this.isClosed);
    }
    this.showShades();
    await Promise.allSettled(places.map(async ([page, corner]) => {
      const image = new Image();
      const { first } = this.pages;
      image.src = (page === 0 && first ? first : await this.pages.image(page)).src;
      image.decoding = 'sync';
      if (this.isCovered) shades[corner === stage.corner ? 0 : 1].replaceChildren(image);
      await image.decode();
    }));
  }

  /** The canvas shows the open pages: their images are no longer needed. */
  uncover() {
    this.isCovered = false;
    for (const shade of this.shades) {
      shade.replaceChildren();
      shade.classList.remove('paper');
    }
  }

  /** Whether the canvas can show the open pages. */
  get hasOpenPages() {
    const { textures } = this.painter.textures;
    return this.visible.every((page) => textures.has(page));
  }

  prepare() {
    Object.assign(LOOK, this.settings.look);
    this.painter = new BookPainter(this.gl, this.pages, this.fold);
    this.painter.renderer.paper.prepare();
  }

  close() {
    this.listeners.abort();
    this.observer?.disconnect();
    this.painter?.textures.close();
    this.painter = null;
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
    cancelAnimationFrame(this.frame);
  }

  get stageElement() { return this.canvas.parentElement; }

  get isSpread() { return this.layout === 'spread'; }

  /** Whether pages bend like paper. */
  get isPaper() { return this.isSpread && this.leaves !== null; }

  /** Whether a page can turn: whether the motions of paper have arrived if it bends. */
  get isReady() { return !this.isPaper || this.leaves.paper !== null; }

  /** Gets the motions of paper, once. Without them pages roll. */
  getReady() {
    this.arriving ??= this.settings.motions().then((motions) => this.leaves.receive(motions))
      .catch((error) => {
        if (this.listeners.signal.aborted) return;
        this.leaves = null;
        this.place();
        this.rest();
        this.report(error.message);
      });
    return this.arriving;
  }

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

  // Places.

  /**
   * Lays the book out again, open at a page.
   * @param {string} wanted the layout in a window with room for two pages
   */
  lay(wanted, page = this.visible[0]) {
    this.wanted = wanted;
    this.layout = this.fitting(wanted);
    this.turns = bookTurns(this.pages.count, this.layout, this.settings.first);
    [this.turn, this.progress] = [0, 0];
    // A leaf cannot be pulled along its spine.
    const straight = this.isLTR ? 180 : 0;
    const most = this.isSpread ? 85 : 180;
    const lean = this.degrees - straight;
    this.degrees = straight + clamp(lean - 360 * Math.round(lean / 360), -most, most);
    this.angles = [straight - most, straight + most];
    this.view = { zoom: 1, x: 0, y: 0 };
    this.place();
    this.go(page);
  }

  /** The layout for the window: single pages where two would be small. */
  fitting(wanted) {
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
    const room = (length, size) => Math.max((length * view.zoom - size) / 2 + margin, 0);
    const pages = this.isSpread ? 2 - 2 * Math.abs(off) : 1;
    const reach = [
      room(pages * base.page[0], canvas.width), room(base.page[1], canvas.height)];
    const middle = Math.round(
      (this.isLTR ? off : -off) * (base.page[0] + base.squares[0]) * view.zoom);
    const isWhole = view.zoom === 1;
    view.x = isWhole ? middle : clamp(view.x, middle - reach[0], middle + reach[0]);
    view.y = isWhole ? 0 : clamp(view.y, -reach[1], reach[1]);
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
    const color = cover[index === 0 ? 'back' : 'front'].map((part) => Math.round(255 * part));
    for (const [name, value] of Object.entries({
      squares: list(1), board: list(-1), wide: `${board.width}px`, high: `${board.height}px`,
      cloth: `rgb(${color})`,
    })) shade.style.setProperty(`--${name}`, value);
  }

  /** Moves a book that opens or closes. */
  center() {
    if (this.aside(this.progress) !== this.off) this.place();
  }

  resize(entry) {
    const [exact] = entry.devicePixelContentBoxSize || [];
    // An emulated screen may report other pixels.
    const reckoned = this.stageElement.clientWidth * window.devicePixelRatio;
    if (!this.measure(exact && Math.abs(exact.inlineSize - reckoned) < 2 ? exact : null)) return;
    this.settle();
    if (this.lifted) this.drop();
    if (!this.drag && this.fitting(this.wanted) !== this.layout) return this.lay(this.wanted);
    this.place();
    this.rest();
  }

  /**
   * Magnifies the book. The point at `from` moves to `to`, in canvas pixels from the center, y up.
   */
  zoomTo(zoom, from = [0, 0], to = from) {
    if (this.lifted) this.drop();
    const scale = clamp(zoom, 1, this.largestZoom) / this.view.zoom;
    this.view.zoom *= scale;
    if (Math.abs(this.view.zoom - 1) < 0.01) this.view.zoom = 1;
    this.view.x = to[0] - (from[0] - this.view.x) * scale;
    this.view.y = to[1] - (from[1] - this.view.y) * scale;
    this.place();
    this.invalidate();
  }

  /** Up to the pages' own pixels, and at least three times. */
  get largestZoom() {
    const shown = this.stage.page[1] / this.view.zoom;
    return Math.max(3, 1.5 * this.pages.size[1] / shown);
  }

  // Pages.

  /** Shows a page as a link or a control does: the way back leads to the pages that lie open. */
  jump(page) {
    if (!this.visible.includes(page)) this.dispatchEvent(new Event('jump'));
    this.go(page);
  }

  /** Shows a page, counted from 0, without a turn. */
  go(page) {
    this.settle();
    this.heard();
    this.drop();
    const shows = (turn) => turn.front === page || turn.facing === page;
    const last = this.turns.length - 1;
    const found = this.turns.findIndex(shows);
    const under = this.turns.findIndex((turn) => turn.back === page);
    if (found >= 0) [this.turn, this.progress] = [found, 0];
    // The last page only becomes visible when the last turn ends.
    else if (under >= 0 && !this.isSpread) [this.turn, this.progress] = [under, 0];
    else [this.turn, this.progress] = [last, this.end];
    this.rest();
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

  /** Loads the pages that are seen, then those of this turn and its neighbors. */
  rest() {
    this.center();
    if (!this.painter) {
      this.covered = this.cover();
      this.dispatchEvent(new Event('rest'));
      return;
    }
    const near = [0, 1, -1].flatMap((step) => {
      const { front, back, below, facing } = this.turns[this.turn + step] || {};
      return [front, back, below, facing];
    });
    const { visible, stage: { page }, view: { zoom } } = this;
    const fit = page.map((side) => Math.round(side / zoom));
    // Magnified pages get their own pixels, and no more.
    const own = this.pages.size;
    const sharp = zoom === 1 ? fit : page[1] < own[1] ? page : fit[1] < own[1] ? own : fit;
    const pages = [...new Set([...visible, ...near])].filter((index) => index !== undefined);
    const isSeen = (index) => visible.includes(index);
    const { squares } = this.stage;
    const fill = (index, size) => (this.isOutside(index)
      ? size.map((side, axis) => (
        side + Math.round(side * (axis + 1) * squares[axis] / page[axis]))) : size);
    this.stageElement.setAttribute('aria-busy', 'true');
    this.painter.textures.load(
      pages.map((index) => [index, fill(index, isSeen(index) ? sharp : fit)]), () => {
        this.invalidate();
      })
      .then((isDone) => {
        if (!isDone) return;
        this.painter?.renderer.warm(this.isPaper);
        this.stageElement.setAttribute('aria-busy', 'false');
        if (!this.isReady) this.getReady();
      })
      .catch((error) => {
        this.report(error.message);
        // Pages that can't be read are paper.
        this.uncover();
        this.invalidate();
      })
      .finally(() => this.dispatchEvent(new Event('loaded')));
    this.invalidate();
    this.dispatchEvent(new Event('rest'));
  }

  report(text) {
    this.dispatchEvent(new CustomEvent('problem', { detail: text }));
  }

  // Drawing.

  /** Draws in the next animation frame. */
  invalidate() {
    this.frame ||= requestAnimationFrame((now) => this.draw(now / 1000));
  }

  draw(now) {
    this.frame = 0;
    if (!this.painter || this.gl.isContextLost()) return;
    // Until the open pages are there, the canvas would hide their images.
    const uncovers = this.isCovered && this.hasOpenPages;
    if (this.isCovered && !uncovers && !this.isMoving) return;
    if (this.animation) this.step(now);
    this.center();
    try {
      this.paint();
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      this.dispatchEvent(new CustomEvent('failure', { detail: error }));
      return;
    }
    if (uncovers) this.uncover();
    this.showShades();
    this.drawn();
    if (this.animation) this.invalidate();
  }

  paint() {
    // Another book of the document may have another look.
    Object.assign(LOOK, this.settings.look);
    const turn = this.turns[this.turn];
    const { painter, stage } = this;
    const lies = !this.drag && (this.progress === 0 || this.progress === this.end);
    if (lies) {
      const { places } = this;
      // A closed book has no gutter.
      painter.paintFlat(
        places, stage, this.isPaper ? this.leaves : null, places.length === 2);
    } else if (this.isPaper) {
      const board = painter.board(turn, this.leaves, stage);
      painter.paintLeaf(turn, this.leaves, this.motion, board, this.progress, stage);
    } else painter.paint(turn, this.curl, stage);
  }

  /** Shows the shadow on the desk where pages lie. */
  showShades() {
    const { below, facing } = this.turns[this.turn];
    // Where a page rises from the desk, or lands on it, the shadow comes and goes with it.
    const landed = 2 * this.time - 1;
    const isThere = [
      below !== undefined || -landed, this.isSpread && (facing !== undefined || landed)];
    this.shades.forEach((shade, index) => {
      const seen = String(clamp(isThere[index], 0, 1));
      if (shade.style.opacity !== seen) shade.style.opacity = seen;
    });
  }

  /** The progress of the turn under way, 0…1. */
  get time() {
    const isHeld = this.drag instanceof CurlDrag && !this.isSpread;
    return Math.min(isHeld ? this.curl.time : this.progress, 1);
  }

  /** Whether a page turns or is held. */
  get isMoving() { return !this.lifted && !!(this.drag || this.animation); }

  // Animation.

  /** Turns a page forward (1) or back (-1), as soon as it can turn. */
  flip(way) {
    if (!this.isReady && !this.quiet.matches) {
      this.getReady().then(() => { if (this.isReady) this.flip(way); });
      return;
    }
    if (this.lifted?.way === way) {
      this.lifted = this.animation = null;
      if (this.drag) return this.glide(way > 0, () => this.settings.seconds, this.easing);
    }
    this.settle();
    this.drop();
    if (this.view.zoom !== 1) this.zoomTo(1);
    this.seek(way);
    const target = way > 0 ? this.end : 0;
    if (this.progress === target) return;
    const share = Math.abs(target - this.progress);
    this.animateProgress(target, this.settings.seconds * share, this.easing);
  }

  /** Moves from the end of a turn to the start of the next, or back. */
  seek(way) {
    if (way > 0 && this.progress === this.end && this.turn + 1 < this.turns.length) {
      this.turn += 1;
      this.progress = 0;
    } else if (way < 0 && this.progress === 0 && this.turn > 0) {
      this.turn -= 1;
      this.progress = this.end;
    }
  }

  animateProgress(target, seconds, easing) {
    const from = this.progress;
    this.animate(seconds, easing, (share) => {
      this.progress = share === 1 ? target : from + (target - from) * share;
    });
  }

  /** Plays the turn on from where it is, forward or back, as if it had not been held. */
  play(target) {
    const { easing, settings: { seconds }, progress } = this;
    // The share of the time that has passed.
    const passed = bisect(0, 1, (share) => easing(share) < progress);
    this.animate(seconds * Math.abs(target - passed), (share) => share, (share) => {
      this.progress = share === 1 ? target : easing(passed + (target - passed) * share);
    });
  }

  animate(seconds, easing, change, done = () => {}) {
    const isQuiet = this.quiet.matches;
    this.animation = { seconds: isQuiet ? 0 : seconds, easing, change, done };
    if (!isQuiet && !this.lifted) this.heard(seconds);
    this.invalidate();
  }

  step(now) {
    const { animation } = this;
    animation.begin ??= now;
    const share = animation.seconds > 0 ? (now - animation.begin) / animation.seconds : 1;
    if (share >= 1) this.settle();
    else animation.change(animation.easing(share));
  }

  /** Ends any movement immediately. */
  settle() {
    const { animation } = this;
    if (!animation) return;
    this.animation = null;
    animation.change(1);
    animation.done();
    if (this.lifted) return;
    this.seek(1);
    // The window may have been turned during a drag.
    if (this.fitting(this.wanted) !== this.layout) this.lay(this.wanted);
    else this.rest();
  }

  // Lifting.

  /**
   * Lifts a corner of the page that turns next (1) or back (-1) a little, or lets it sink (0).
   * Paper that bends along its spine lifts its edge.
   */
  lift(way, isTop = false) {
    if (way !== 0) this.lifted ??= this.liftable(way, isTop);
    const { lifted, drag } = this;
    const isUp = way !== 0 && way === lifted?.way;
    if (!lifted || isUp === lifted.isUp) return;
    lifted.isUp = isUp;
    const [from, to] = [drag?.finger ?? [this.progress], isUp ? lifted.high : lifted.low];
    this.animate(0.25, settling, (share) => {
      const place = mix(from, to, share);
      if (drag) drag.finger = place;
      else [this.progress] = place;
    }, () => { if (!isUp) this.drop(); });
  }

  /**
   * What can be lifted: where it lies, and where it goes. Null if no page turns that way, or if one
   * would roll back, whose corner does not lead.
   */
  liftable(way, isTop) {
    const { isPaper, isLTR, stage: { page: [width, height] } } = this;
    if (this.isMoving || this.isCovered || !this.isReady || this.view.zoom !== 1
      || this.quiet.matches || this.settings.isFixed || !isPaper && way < 0) return null;
    this.seek(way);
    const rest = way > 0 ? 0 : this.end;
    if (this.progress !== rest) return null;
    if (isPaper) return { way, low: [rest], high: [rest + way * LIFTED_EDGE] };
    const low = [isLTR ? width : 0, isTop ? height : 0];
    const high = mix(low, [width / 2, height / 2], LIFTED_CORNER);
    this.drag = this.held(low, high);
    return { way, low, high };
  }

  // Dragging.

  /** Whether a point of the turning page turns back: beyond the spine, or near it. */
  isBackSide([x]) {
    const [width] = this.stage.page;
    const edge = this.isSpread ? 0 : 0.3 * width;
    return this.isLTR ? x < edge : x > width - edge;
  }

  /**
   * Begins to drag the page at `start` with a pointer that has moved to `point`.
   * @returns whether there is something to drag
   */
  grab(start, point, seconds) {
    // A leaf is caught in the air.
    if (this.isPaper || this.lifted) this.animation = null;
    this.heard();
    this.lifted = null;
    if (this.drag) this.drag.slip = minus(start, this.drag.finger);
    else this.drag = this.held(start, point);
    this.drag?.move(start, seconds);
    return this.drag !== null;
  }

  held(start, point) {
    const { page } = this.stage;
    if (this.progress > 0 && this.progress < this.end) {
      return this.isPaper ? new LeafPull(this, start) : new FoldPull(this, start);
    }
    if (this.isSpread) {
      const isBack = this.isBackSide(start);
      this.seek(isBack ? -1 : 1);
      if ((this.progress === 0) === isBack) return null;
      if (this.isPaper) return new LeafPull(this, start);
      const held = isBack ? this.binding.mirror(start, page[0]) : start;
      return new CurlDrag(this.sheet, held, this.binding);
    }
    const forward = (point[0] - start[0]) * (this.isLTR ? -1 : 1) >= 0;
    this.seek(forward ? 1 : -1);
    if (forward) {
      return this.progress === 0 ? new CurlDrag(this.sheet, start, null) : null;
    }
    return this.progress > 0 ? new FoldPull(this, start) : null;
  }

  pull(point, seconds) {
    this.drag.move(point, seconds);
    this.invalidate();
  }

  /** Finishes the turn or lets the page fall back, as if it were still held. */
  letGo(seconds) {
    const { drag } = this;
    const finishes = drag.finishes(seconds);
    const target = finishes ? this.end : 0;
    if (drag instanceof LeafPull) {
      this.drag = null;
      this.play(target);
      return;
    }
    if (drag instanceof FoldPull) {
      this.drag = null;
      this.animateProgress(target, 0.6 * Math.abs(target - this.progress), settling);
      return;
    }
    const speed = Math.hypot(...velocity(drag, seconds));
    this.glide(
      finishes, (length) => clamp(length / Math.max(2 * drag.sheet.width, speed), 0.15, 0.6),
      settling);
  }

  /**
   * Moves a page that rolls to an end of its turn.
   * @param {(length: number) => number} seconds how long a way takes
   */
  glide(finishes, seconds, easing) {
    const { drag } = this;
    const from = drag.finger;
    const to = finishes
      ? drag.finish(this.isSpread ? 0 : this.stage.overhang(drag.curl())) : drag.grabbed;
    this.animate(
      seconds(Math.hypot(...minus(to, from))), easing,
      (share) => { drag.finger = mix(from, to, share); },
      () => {
        this.drag = null;
        this.progress = finishes ? this.end : 0;
      });
  }

  /** Puts a page that is held or lifted back where it lay. */
  drop() {
    const { drag, lifted } = this;
    this.drag = this.lifted = null;
    if (lifted) {
      this.animation = null;
      this.progress = lifted.way > 0 ? 0 : this.end;
    } else if (drag && !(drag instanceof CurlDrag)) this.progress = drag.from > 0.5 ? this.end : 0;
  }
}
