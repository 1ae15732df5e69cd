// Pointers on the stage: fingers and the mouse turn, magnify and move pages.

import { clamp } from '../curl.js';

/** @typedef {import('./reader.js').Reader} Reader */

/** The share of the book's width on either side in which a tap turns pages. */
const TAP_ZONE = 0.3;
/** The distance from a corner in page widths within which the mouse lifts it. */
const CORNER = 0.15;

/** @typedef {{ x: number, y: number }} Place in CSS pixels of the window, as in pointer events */

export class Pointer {
  /**
   * @param {Reader} reader
   * @param {HTMLElement} element the stage
   * @param {() => void} tapped called for a tap that turns nothing
   * @param {() => boolean} ownsWheel whether the wheel magnifies without the control key
   */
  constructor(reader, element, tapped, ownsWheel) {
    this.reader = reader;
    this.element = element;
    this.tapped = tapped;
    this.ownsWheel = ownsWheel;
    /** @type {Map<number, Place>} */
    this.pointers = new Map();
    /** What the pointers do: null, 'press', 'turn', 'pan' or 'pinch'. */
    this.gesture = null;
    this.lastTap = null;
  }

  listen(signal) {
    const on = (name, act, more = {}) => this.element.addEventListener(
      name, act.bind(this), { signal, ...more });
    on('pointerdown', this.press);
    on('pointermove', this.move);
    on('pointerup', this.release);
    on('pointercancel', this.release);
    on('pointerleave', () => this.reader.lift(0));
    on('wheel', this.wheel, { passive: false });
    this.reader.addEventListener('place', () => this.look(), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.pause));
  }

  /** Looks where the canvas is, which takes long: not at each move of a drag. */
  look() { this.box = null; }

  /** A place in canvas pixels from the center, y up. */
  centered({ x, y }) {
    const { canvas } = this.reader;
    this.box ??= canvas.getBoundingClientRect();
    const { box } = this;
    return [
      (x - box.left) * canvas.width / box.width - canvas.width / 2,
      (box.bottom - y) * canvas.height / box.height - canvas.height / 2];
  }

  /** The point of the turning page at a place, in page pixels. */
  point(place) {
    const { canvas, stage } = this.reader;
    const [x, y] = this.centered(place);
    return [x + canvas.width / 2 - stage.corner[0], y + canvas.height / 2 - stage.corner[1]];
  }

  press(event) {
    const { reader, pointers } = this;
    const isText = event.composedPath().some((part) => part instanceof Element
      && part.matches('a, .can-select .text span'));
    if (event.button !== 0 || isText || pointers.size === 2) return;
    this.look();
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      this.end();
      reader.settle();
      reader.drop();
      const [one, other] = pointers.values();
      this.gesture = 'pinch';
      this.pinch = { width: distance(one, other), middle: middle(one, other) };
    } else {
      this.gesture = 'press';
      this.start = event;
      this.held = this.point(event);
    }
    this.element.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { reader, pointers, start } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return this.hover(event);
    pointers.set(event.pointerId, event);
    if (this.gesture === 'press') {
      if (isStill(event, start)) return;
      const [across, along] = [event.x - start.x, event.y - start.y];
      const isSwipe = Math.abs(across) > Math.abs(along);
      // That scrolls the document, or nothing.
      if (reader.view.zoom === 1 && !isSwipe && event.pointerType !== 'mouse') return this.end();
      // At the edge of a magnified book, the page turns.
      const pans = reader.view.zoom > 1 && !(isSwipe && !reader.hasRoom(Math.sign(across)));
      if (!pans && !reader.isReady) {
        reader.getReady();
        return;
      }
      // A leaf in the air may be caught, and a corner that rises.
      if (pans) reader.settleAll();
      else if (reader.lifted ? !reader.lifted.isUp : !reader.isPaper) reader.settle();
      this.gesture = pans ? 'pan'
        : reader.grab(this.held, this.point(event), start.timeStamp / 1000) ? 'turn' : null;
      if (this.gesture) this.element.classList.add('is-dragging');
    }
    // The document may have shown other pages.
    if (this.gesture === 'turn' && !reader.drag) this.end();
    if (this.gesture === 'turn') {
      reader.pull(this.point(event), event.timeStamp / 1000);
    } else if (this.gesture === 'pan') {
      reader.zoomTo(reader.view.zoom, this.centered(before), this.centered(event));
    } else if (this.gesture === 'pinch') {
      const [one, other] = pointers.values();
      const now = { width: distance(one, other), middle: middle(one, other) };
      reader.zoomTo(
        reader.view.zoom * now.width / Math.max(this.pinch.width, 1),
        this.centered(this.pinch.middle), this.centered(now.middle));
      this.pinch = now;
    }
  }

  /** Lifts the corner below a mouse without buttons. */
  hover(event) {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const { reader, reader: { isLTR, stage: { page: [width, height] } } } = this;
    // The document may have been scrolled.
    this.look();
    const [x, y] = this.point(event);
    const across = isLTR ? x : width - x;
    const off = [width - Math.abs(across), Math.min(y, height - y)];
    const isNear = off.every((way) => Math.abs(way) < CORNER * width);
    reader.lift(isNear ? Math.sign(across) : 0, y > height / 2);
  }

  release(event) {
    const { reader, pointers, gesture } = this;
    if (!pointers.delete(event.pointerId)) return;
    this.end();
    if (gesture === 'pinch') {
      // The finger that is left moves the page.
      this.gesture = pointers.size === 1 && reader.view.zoom > 1 ? 'pan' : null;
      reader.rest();
    } else if (gesture === 'pan') {
      reader.rest();
    } else if (gesture === 'turn' && reader.drag) {
      reader.letGo(event.timeStamp / 1000, event.type === 'pointercancel');
    } else if (gesture === 'press' && event.type === 'pointerup' && isStill(event, this.start)) {
      this.tap(event);
    }
  }

  end() {
    this.gesture = null;
    this.element.classList.remove('is-dragging');
  }

  /**
   * A tap near the sides turns a page, and a second one magnifies: it takes the turn back, which
   * has just begun. To wait for it would make each turn late.
   */
  tap(event) {
    const { reader, lastTap } = this;
    const isSecond = lastTap && event.timeStamp - lastTap.timeStamp < 350
      && distance(event, lastTap) < 24;
    this.lastTap = isSecond ? null : event;
    const { spread } = reader.stage;
    const share = (this.point(event)[0] - spread[0]) / spread[2];
    const side = share < TAP_ZONE ? -1 : share > 1 - TAP_ZONE ? 1 : 0;
    const turns = reader.view.zoom === 1 && side !== 0;
    if (turns && !isSecond) {
      reader.flip(reader.isLTR ? side : -side);
    } else if (isSecond) {
      if (turns) reader.takeBack();
      this.zoom(reader.view.zoom > 1 ? 1 : 2.5, event);
    } else {
      this.tapped();
    }
  }

  /** Magnifies at once, and loads the pages sharply. */
  zoom(zoom, place) {
    this.look();
    this.reader.settleAll();
    this.reader.zoomTo(zoom, place && this.centered(place));
    this.reader.rest();
  }

  /**
   * Moves magnified pages by a third of the window.
   * @param {number[]} way to the right and down
   * @returns whether they can be moved
   */
  scroll([x, y]) {
    const { reader } = this;
    if (reader.view.zoom === 1) return false;
    reader.settleAll();
    if (x && !reader.hasRoom(-x)) return false;
    const { canvas, view } = reader;
    reader.pan([view.x - x * canvas.width / 3, view.y + y * canvas.height / 3]);
    return true;
  }

  /** Shows the next part (1) of magnified pages or the previous one (-1); turns where none is. */
  advance(way) {
    const { reader } = this;
    if (reader.view.zoom === 1) return reader.flip(way);
    reader.settleAll();
    const part = this.part(way);
    if (part) return reader.pan(part);
    reader.entersEnd = way < 0 && !reader.isAtStart;
    reader.flip(way);
  }

  /** The part of magnified pages that comes next (1) or before (-1); undefined if there is none. */
  part(way) {
    const { parts, view } = this.reader;
    if (view.zoom === 1) return undefined;
    /** @param {number[]} part */
    const far = ([x, y]) => Math.hypot(x - view.x, y - view.y);
    const near = parts.reduce(
      (best, part, index) => (far(part) < far(parts[best]) ? index : best), 0);
    // A view that was moved by hand may lie before a part.
    const isAhead = parts.length > 0 && (parts[near][1] - view.y) * way > 1;
    return parts[isAhead ? near : near + way];
  }

  wheel(event) {
    const { reader, reader: { view } } = this;
    // A notch of a wheel is about 100 pixels or 3 lines.
    const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : 1);
    const zoom = clamp(
      view.zoom * Math.exp(-clamp(pixels, -100, 100) / 300), 1, reader.largestZoom);
    // A document around the book may scroll where there is nothing to zoom.
    if (!event.ctrlKey && !event.metaKey && (!this.ownsWheel() || zoom === view.zoom)) return;
    event.preventDefault();
    if (reader.isMoving) return;
    this.look();
    reader.zoomTo(zoom, this.centered(event));
    clearTimeout(this.pause);
    this.pause = setTimeout(() => reader.rest(), 150);
  }
}

/**
 * @param {Place} one
 * @param {Place} other
 */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Whether a pointer has not moved yet, in CSS pixels; Android's for fingers, which tremble. */
const isStill = (event, start) => distance(event, start) < (event.pointerType === 'mouse' ? 4 : 8);

/**
 * @param {Place} one
 * @param {Place} other
 */
const middle = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
