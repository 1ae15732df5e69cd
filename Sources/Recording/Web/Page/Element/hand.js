// Pointers on the stage: fingers and the mouse turn, magnify and move pages.

/** The way in CSS pixels from which on a press is a drag. */
const DRAG_START = 4;
/** The share of the book's width on either side in which a tap turns pages. */
const TAP_ZONE = 0.3;

/** @typedef {{ x: number, y: number }} Place in CSS pixels of the window */

class Hand {
  /**
   * @param {Reader} reader
   * @param {HTMLElement} element the stage
   * @param {() => void} tapped called for a tap that turns nothing
   * @param {() => boolean} ownsWheel whether the wheel magnifies without the control key
   */
  constructor(reader, element, tapped, ownsWheel) {
    Object.assign(this, { reader, element, tapped, ownsWheel });
    /** @type {Map<number, Place>} */
    this.pointers = new Map();
    /** What the pointers do: null, 'press', 'turn', 'pan' or 'pinch'. */
    this.deed = null;
    this.lastTap = { seconds: -1, x: 0, y: 0 };
  }

  listen(signal) {
    const on = (name, act, more = {}) => this.element.addEventListener(
      name, act.bind(this), { signal, ...more });
    on('pointerdown', this.press);
    on('pointermove', this.move);
    on('pointerup', this.release);
    on('pointercancel', this.release);
    on('wheel', this.wheel, { passive: false });
    this.reader.addEventListener('place', () => this.look(), { signal });
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
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) {
      this.end();
      reader.settle();
      reader.drop();
      const [one, other] = pointers.values();
      this.deed = 'pinch';
      this.pinch = { width: distance(one, other), middle: middle(one, other) };
    } else {
      // A leaf in the air may be caught.
      if (!reader.isPaper) reader.settle();
      this.deed = 'press';
      this.start = {
        x: event.clientX, y: event.clientY, seconds: event.timeStamp / 1000,
        point: this.point({ x: event.clientX, y: event.clientY }),
      };
    }
    this.element.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { reader, pointers, start } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const place = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, place);
    if (this.deed === 'press') {
      if (distance(place, start) < DRAG_START) return;
      if (reader.view.zoom === 1 && !reader.isReady) {
        reader.getReady();
        return;
      }
      this.deed = reader.view.zoom > 1 ? 'pan'
        : reader.grab(start.point, this.point(place), start.seconds) ? 'turn' : null;
      if (this.deed) this.element.classList.add('is-dragging');
    }
    if (this.deed === 'turn') {
      reader.pull(this.point(place), event.timeStamp / 1000);
    } else if (this.deed === 'pan') {
      reader.zoomTo(reader.view.zoom, this.centered(before), this.centered(place));
    } else if (this.deed === 'pinch') {
      const [one, other] = pointers.values();
      const now = { width: distance(one, other), middle: middle(one, other) };
      reader.zoomTo(
        reader.view.zoom * now.width / Math.max(this.pinch.width, 1),
        this.centered(this.pinch.middle), this.centered(now.middle));
      this.pinch = now;
    }
  }

  release(event) {
    const { reader, pointers, deed } = this;
    if (!pointers.delete(event.pointerId)) return;
    this.end();
    if (deed === 'pinch') {
      // The finger that is left moves the page.
      this.deed = pointers.size === 1 && reader.view.zoom > 1 ? 'pan' : null;
      reader.rest();
    } else if (deed === 'turn') {
      reader.letGo(event.timeStamp / 1000);
    } else if (deed === 'press' && event.type === 'pointerup'
      && distance({ x: event.clientX, y: event.clientY }, this.start) < DRAG_START) {
      this.tap(event);
    }
  }

  end() {
    this.deed = null;
    this.element.classList.remove('is-dragging');
  }

  /** A tap near the sides turns a page; elsewhere, a second one magnifies. */
  tap(event) {
    const { reader, lastTap } = this;
    const place = { x: event.clientX, y: event.clientY };
    const seconds = event.timeStamp / 1000;
    const isSecond = seconds - lastTap.seconds < 0.35 && distance(place, lastTap) < 24;
    this.lastTap = isSecond ? { seconds: -1, x: 0, y: 0 } : { seconds, ...place };
    const { spread } = reader.stage;
    const share = (this.point(place)[0] - spread[0]) / spread[2];
    const side = share < TAP_ZONE ? -1 : share > 1 - TAP_ZONE ? 1 : 0;
    if (reader.view.zoom === 1 && side !== 0) {
      reader.flip(reader.isLTR ? side : -side);
    } else if (isSecond) {
      this.zoom(reader.view.zoom > 1 ? 1 : 2.5, place);
    } else {
      this.tapped();
    }
  }

  /** Magnifies at once, and loads the pages sharply. */
  zoom(zoom, place) {
    this.look();
    this.reader.settle();
    this.reader.zoomTo(zoom, place && this.centered(place));
    this.reader.rest();
  }

  wheel(event) {
    const { reader } = this;
    if (!event.ctrlKey && !event.metaKey && !this.ownsWheel()) return;
    event.preventDefault();
    if (reader.isMoving) return;
    this.look();
    // A notch of a wheel is about 100 pixels or 3 lines.
    const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : 1);
    const place = this.centered({ x: event.clientX, y: event.clientY });
    reader.zoomTo(reader.view.zoom * Math.exp(-clamp(pixels, -100, 100) / 300), place);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => reader.rest(), 150);
  }
}

/**
 * @param {Place} one
 * @param {Place} other
 */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * @param {Place} one
 * @param {Place} other
 */
const middle = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
