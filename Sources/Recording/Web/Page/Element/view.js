// Draws the book as it lies or turns: as images until WebGL has started.

import { clamp } from '../curl.js';
import { LOOK } from '../mesh.js';
import { DrawingError } from '../gl.js';
import { DARK_PAPER } from '../pages.js';
import { BookPainter } from '../stage.js';
import { Layout } from './layout.js';

/** @param {number} time in milliseconds */
export const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** Waits until the document has been painted. A GPU that starts WebGL may paint nothing else. */
export async function painted() {
  const name = 'first-contentful-paint';
  for (let frame = 0; frame < 2
    || frame < 60 && !performance.getEntriesByName(name).length; frame++) {
    await new Promise((done) => requestAnimationFrame(done));
  }
}

export class View extends Layout {
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
      // Only the canvas shows dark pages.
      if (this.pages.isDark && 'pictures' in (await this.pages.image(page)).dataset) return;
      image.src = (page === 0 && first ? first : await this.pages.image(page)).src;
      image.decoding = 'sync';
      image.alt = '';
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
    // The document may have removed the element when the turn ended.
    if (!this.painter) return;
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

  /**
   * Moves what is animated; a reader does.
   * @param {number} _now in seconds
   */
  step(_now) {}

  paint() {
    // Another book of the document may have another look.
    Object.assign(LOOK, this.settings.look);
    if (this.pages.isDark) LOOK.paper = DARK_PAPER.map((part) => part / 255);
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
}
