// The state of the book: which pages lie open, the turn under way, and what moves it.

import { bisect, clamp, CurlDrag, minus, mix, velocity } from '../curl.js';
import { bookTurns } from '../stage.js';
import { FoldPull, LeafPull } from './pull.js';
import { painted, pause, View } from './view.js';

/** Easing of a released page: it slows down as it lands. */
const settling = (share) => share * (2 - share);

/** How far lifted paper turns, and how far toward the page's middle a corner that rolls goes. */
const [LIFTED_EDGE, LIFTED_CORNER] = [0.04, 0.12];

export class Reader extends View {
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

  close() {
    this.listeners.abort();
    this.observer?.disconnect();
    this.painter?.textures.close();
    this.painter = null;
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
    cancelAnimationFrame(this.frame);
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
    [this.turn, this.progress, this.before] = [0, 0, null];
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

  /** Moves the view of a magnified book. */
  pan(to) {
    const { view } = this;
    const from = [view.x, view.y];
    this.animate(0.25, settling, (share) => {
      [view.x, view.y] = mix(from, to, share);
      this.place();
    }, () => {}, false);
  }

  /** Goes to the start of pages that are magnified, or to their end if a reader comes back. */
  rest() {
    super.rest();
    if (this.isTurning && !this.drag && !this.animation) {
      this.isTurning = false;
      this.dispatchEvent(new Event('turnend'));
    }
    const open = String(this.visible);
    const part = this.parts[this.entersEnd ? this.parts.length - 1 : 0];
    const isOther = open !== this.open;
    [this.open, this.entersEnd] = [open, false];
    if (isOther && part && this.view.zoom > 1 && !this.drag) this.pan(part);
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

  // Animation.

  /** Turns a page forward (1) or back (-1), as soon as it can turn. */
  flip(way) {
    const isLifted = this.lifted?.way === way;
    if (isLifted) this.animation = null;
    else {
      this.settle();
      this.drop();
    }
    const { turn, progress, end } = this;
    this.before = { turn, progress: !isLifted ? progress : way > 0 ? 0 : end };
    if (!this.isReady && !this.quiet.matches) {
      const { takenBack } = this;
      this.getReady().then(() => {
        if (this.isReady && this.takenBack === takenBack) this.flip(way);
      });
      return;
    }
    this.lifted = null;
    if (this.drag) return this.glide(way > 0, () => this.settings.seconds, this.easing);
    this.seek(way);
    const target = way > 0 ? this.end : 0;
    if (this.progress === target) return;
    const share = Math.abs(target - this.progress);
    this.turnTo(target, this.settings.seconds * share, this.easing);
  }

  /** Takes back the last turn, which has just begun. */
  takeBack() {
    this.takenBack += 1;
    this.heard();
    this.animation = this.drag = this.lifted = null;
    Object.assign(this, this.before);
    this.rest();
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

  turnTo(target, seconds, easing) {
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

  animate(seconds, easing, change, done = () => {}, isTurn = !this.lifted) {
    const isQuiet = this.quiet.matches;
    this.animation = { seconds: isQuiet ? 0 : seconds, easing, change, done };
    if (isTurn) this.beginTurn();
    if (!isQuiet && isTurn) this.heard(seconds);
    this.invalidate();
  }

  beginTurn() {
    if (this.isTurning) return;
    this.isTurning = true;
    this.dispatchEvent(new Event('turnstart'));
  }

  /** @override */
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

  /** Ends a turn and the move of the view that follows. */
  settleAll() { while (this.animation) this.settle(); }

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
    if (this.drag) this.beginTurn();
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

  /**
   * Finishes the turn or lets the page fall back, as if it were still held.
   * @param {number} seconds
   * @param {boolean} isCanceled whether the page goes back to where it was
   */
  letGo(seconds, isCanceled) {
    const { drag } = this;
    const finishes = isCanceled ? (drag.from ?? this.progress) > 0.5 : drag.finishes(seconds);
    const target = finishes ? this.end : 0;
    if (drag instanceof LeafPull) {
      this.drag = null;
      this.play(target);
      return;
    }
    if (drag instanceof FoldPull) {
      this.drag = null;
      this.turnTo(target, 0.6 * Math.abs(target - this.progress), settling);
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
