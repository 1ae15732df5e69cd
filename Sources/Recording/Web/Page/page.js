// Long because: one script holds all controls, which share the state of the book.
// The web page: input, animation and display.

/** Interpolates a table of progress at even steps of time. */
function tableEasing(table) {
  const last = table.length - 1;
  return (share) => {
    const step = Math.min(Math.floor(share * last), last - 1);
    return table[step] + (share * last - step) * (table[step + 1] - table[step]);
  };
}

/** Easing of a released page: it slows down as it lands. */
const settling = (share) => share * (2 - share);

/** Pulls the fold: it moves to the finger and then follows it. */
class FoldPull {
  /** @param reader shows a turn that is under way, or a completed one that is turned back */
  constructor(reader, point) {
    const { curl } = reader;
    this.reader = reader;
    this.lift = curl.lift;
    this.start = dot(curl.lift, point);
    this.from = reader.progress;
    this.fold = curl.contact + curl.radius;
    this.samples = [];
  }

  move(point, seconds) {
    const { reader, lift } = this;
    const place = dot(lift, point);
    const way = place - this.start;
    if (reader.isSpread) {
      reader.progress = clamp(this.from - way / (2 * reader.stage.page[0]), 0, 1);
    } else {
      const closing = this.start > this.fold && way > 0;
      const fold = closing ? Math.min(this.fold + 2 * way, place) : this.fold + way;
      reader.progress = reader.progressAt(fold);
    }
    this.samples = this.samples.filter((sample) => sample.seconds >= seconds - 0.1);
    this.samples.push({ seconds, progress: reader.progress });
  }

  finishes(seconds) {
    const recent = this.samples.filter((sample) => sample.seconds >= seconds - 0.1);
    const [first, last] = [recent[0], recent[recent.length - 1]];
    const speed = recent.length > 1 && last.seconds > first.seconds
      ? (last.progress - first.progress) / (last.seconds - first.seconds) : 0;
    return this.reader.progress + 0.2 * speed > 0.5;
  }
}

/** The state of the book: the current turn, its progress, and what moves it. */
class Reader {
  constructor(main) {
    const find = (selector) => main.querySelector(selector);
    this.settings = main.dataset;
    Object.assign(LOOK, JSON.parse(this.settings.look));
    this.images = [...main.querySelectorAll('#pages img')];
    this.canvas = find('canvas');
    this.element = find('#stage');
    this.message = find('#message');
    this.controls = Object.fromEntries(
      ['back', 'next', 'where', 'time', 'angle', 'radius', 'layout']
        .map((name) => [name, find(`#${name}`)]));
    this.shades = [...main.querySelectorAll('.shade')];
    this.isLTR = this.settings.direction !== 'rtl';
    this.binding = new Binding(this.isLTR);
    this.degrees = Number(this.settings.angle);
    this.roll = Number(this.settings.radius);
    this.easing = tableEasing(this.settings.easing.split(' ').map(Number));
    this.quiet = matchMedia('(prefers-reduced-motion: reduce)');
    this.turn = 0;
    this.progress = 0;
    this.drag = null;
    this.animation = null;
  }

  /** Replaces the plain images. Returns false without WebGL. */
  start() {
    const gl = this.canvas.getContext('webgl', { antialias: false, depth: false });
    if (!gl) return false;
    this.gl = gl;
    this.painter = new BookPainter(gl, this.images);
    document.body.classList.add('is-live');
    this.listen();
    this.lay(this.settings.layout);
    return true;
  }

  get isSpread() { return this.layout === 'spread'; }

  /** The curl's radius in canvas pixels. */
  get radius() { return this.roll * Math.min(...this.stage.page); }

  get angle() { return this.degrees * Math.PI / 180; }

  /** The progress at which a turn ends: a loose sheet has then left the canvas. */
  get end() {
    if (this.isSpread) return 1;
    const flat = Curl.flat(...this.stage.page, this.angle, this.radius);
    return 1 + this.stage.overhang(flat) / (flat.highest - flat.lowest + flat.radius);
  }

  /** The progress of a loose sheet whose roll ends at lift · p = `fold`. */
  progressAt(fold) {
    const flat = Curl.flat(...this.stage.page, this.angle, this.radius);
    const way = flat.highest - (fold - flat.radius);
    return clamp(way / (flat.highest - flat.lowest + flat.radius), 0, this.end);
  }

  /** The current shape of the sheet. */
  get curl() {
    const { drag, stage: { page }, radius, progress } = this;
    if (drag instanceof CurlDrag) return drag.curl();
    if (!this.isSpread) return Curl.sheet(...page, progress, this.angle, radius, this.end);
    const lean = this.angle - this.binding.angle;
    const tilt = lean - 2 * Math.PI * Math.round(lean / (2 * Math.PI));
    return Curl.leaf(...page, progress, this.binding, tilt, radius);
  }

  /** Lays the book out again and stays at the current page. */
  lay(layout) {
    const page = this.layout ? this.visible[0] : 0;
    this.layout = layout;
    this.turns = bookTurns(this.images.length, layout);
    this.controls.layout.value = layout;
    // A leaf cannot be pulled along its spine.
    const straight = this.isLTR ? 180 : 0;
    const most = this.isSpread ? 85 : 180;
    const lean = this.degrees - straight;
    this.degrees = straight + clamp(lean - 360 * Math.round(lean / 360), -most, most);
    Object.assign(this.controls.angle, { min: straight - most, max: straight + most });
    this.measure();
    this.go(page);
  }

  /** Shows a page, counted from 0, without a turn. */
  go(page) {
    this.settle();
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

  /** The pages that are visible at rest, in reading order. */
  get visible() {
    const { front, back, below, facing } = this.turns[this.turn];
    const isOver = this.progress === this.end;
    const pages = this.isSpread
      ? (isOver ? [back, below] : [facing, front]) : [isOver ? below : front];
    return pages.filter((page) => page !== undefined);
  }

  /** Fits the canvas to its element, whose size in device pixels is measured or computed. */
  measure(exact) {
    const { canvas, element } = this;
    const density = window.devicePixelRatio;
    const isDone = this.stage && this.progress === this.end;
    canvas.width = Math.max(exact ? exact.inlineSize : element.clientWidth * density, 1);
    canvas.height = Math.max(exact ? exact.blockSize : element.clientHeight * density, 1);
    const [first] = this.images;
    const natural = [Number(first.getAttribute('width')), Number(first.getAttribute('height'))];
    const margin = Math.round(0.05 * Math.min(canvas.width, canvas.height));
    this.stage = new Stage(canvas.width, canvas.height, natural, this.layout, this.isLTR, margin);
    if (isDone) this.progress = this.end;
    this.shades.forEach((shade, index) => {
      const corner = [this.stage.corner, this.stage.facing][index];
      if (!corner) return;
      const [x, y] = [element.clientWidth / canvas.width, element.clientHeight / canvas.height];
      Object.assign(shade.style, {
        left: `${corner[0] * x}px`, bottom: `${corner[1] * y}px`,
        width: `${this.stage.page[0] * x}px`, height: `${this.stage.page[1] * y}px`,
      });
    });
  }

  /** Shows the page numbers, and loads the pages of this turn and its neighbours. */
  rest() {
    const numbers = this.visible.map((page) => page + 1);
    const total = this.images.length;
    const text = numbers.length === 0 ? 'The end'
      : `${numbers.length > 1 ? 'Pages' : 'Page'} ${numbers.join('–')} of ${total}`;
    this.controls.where.textContent = text;
    this.canvas.setAttribute('aria-label', text);
    this.controls.back.disabled = this.turn === 0 && this.progress === 0;
    this.controls.next.disabled = this.isAtEnd;
    const near = [0, 1, -1].flatMap((step) => {
      const { front, back, below, facing } = this.turns[this.turn + step] || {};
      return [front, back, below, facing];
    });
    const pages = [...new Set(near)].filter((page) => page !== undefined);
    this.painter.textures.load(pages, this.stage.page, () => this.invalidate())
      .catch((error) => this.say(`A page cannot be shown: ${error.message}`));
    this.invalidate();
  }

  get isAtEnd() {
    return this.turn === this.turns.length - 1 && this.progress === this.end;
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
  }

  /** Draws in the next animation frame. */
  invalidate() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.draw(now / 1000));
  }

  draw(now) {
    this.frame = 0;
    if (this.gl.isContextLost()) return;
    if (this.animation) this.step(now);
    const turn = this.turns[this.turn];
    const isLanded = this.isSpread && !this.drag && this.progress === 1;
    const isDrawn = this.painter.paint(
      turn, this.curl, this.stage, isLanded, this.settings.quality);
    if (isDrawn) this.showState(turn);
    if (this.animation) this.invalidate();
  }

  /** Updates the shadows on the desk and the sliders. */
  showState(turn) {
    const done = this.drag instanceof CurlDrag && !this.isSpread ? this.curl.time : this.progress;
    const isUp = done > 0.5;
    const lies = [turn.below !== undefined || !isUp,
      this.isSpread && (turn.facing !== undefined || isUp)];
    this.shades.forEach((shade, index) => { shade.hidden = !lies[index]; });
    const { time, angle, radius } = this.controls;
    const show = (slider, value, text) => {
      slider.value = value;
      slider.nextElementSibling.value = text;
    };
    show(time, Math.min(done, 1), Math.min(done, 1).toFixed(2));
    // Degrees as in pagecurl --angle.
    const degrees = this.degrees - 360 * Math.ceil(this.degrees / 360 - 0.5);
    show(angle, this.degrees, `${degrees}°`);
    show(radius, 100 * this.roll, `${+(100 * this.roll).toFixed(1)} %`);
  }

  // Animation.

  /** Turns a page forward (1) or back (-1). */
  flip(way) {
    this.settle();
    this.seek(way);
    const target = way > 0 ? this.end : 0;
    if (this.progress === target) return;
    const share = Math.abs(target - this.progress);
    this.animateProgress(target, Number(this.settings.seconds) * share, this.easing);
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

  animate(seconds, easing, change, done = () => {}) {
    this.animation = { seconds: this.quiet.matches ? 0 : seconds, easing, change, done };
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
    this.seek(1);
    this.rest();
  }

  // Pointer input.

  /** The point of the turning page under the pointer, in page pixels. */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [this.canvas.width / box.width, this.canvas.height / box.height];
    return [
      (event.clientX - box.left) * x - this.stage.corner[0],
      (box.bottom - event.clientY) * y - this.stage.corner[1]];
  }

  press(event) {
    if (!event.isPrimary || event.button !== 0 || this.hand) return;
    this.settle();
    this.element.setPointerCapture(event.pointerId);
    this.hand = {
      id: event.pointerId, x: event.clientX, y: event.clientY, point: this.point(event),
      seconds: event.timeStamp / 1000,
    };
  }

  pull(event) {
    if (!this.hand || event.pointerId !== this.hand.id) return;
    const seconds = event.timeStamp / 1000;
    if (!this.drag) {
      if (Math.hypot(event.clientX - this.hand.x, event.clientY - this.hand.y) < 4) return;
      this.drag = this.grab(this.hand.point, this.point(event));
      if (!this.drag) {
        this.hand = null;
        return;
      }
      this.drag.move(this.hand.point, this.hand.seconds);
      this.element.classList.add('is-dragging');
    }
    this.drag.move(this.point(event), seconds);
    this.invalidate();
  }

  /** Whether a pointer there turns back: beyond the spine, or near it if one page is shown. */
  isBackSide([x]) {
    const [width] = this.stage.page;
    const edge = this.isSpread ? 0 : 0.3 * width;
    return this.isLTR ? x < edge : x > width - edge;
  }

  /** The drag of a pointer that moved from `start` to `point`; null if it drags nothing. */
  grab(start, point) {
    const { page } = this.stage;
    const isUnderWay = this.progress > 0 && this.progress < this.end;
    if (isUnderWay) return new FoldPull(this, start);
    if (this.isSpread) {
      const isBack = this.isBackSide(start);
      this.seek(isBack ? -1 : 1);
      if ((this.progress === 0) === isBack) return null;
      const held = isBack ? this.binding.mirror(start, page[0]) : start;
      return new CurlDrag(...page, held, this.radius, this.binding);
    }
    const forward = (point[0] - start[0]) * (this.isLTR ? -1 : 1) >= 0;
    this.seek(forward ? 1 : -1);
    if (forward) {
      return this.progress === 0 ? new CurlDrag(...page, start, this.radius, null) : null;
    }
    return this.progress > 0 ? new FoldPull(this, start) : null;
  }

  release(event) {
    if (!this.hand || event.pointerId !== this.hand.id) return;
    const { drag, hand } = this;
    this.hand = null;
    this.element.classList.remove('is-dragging');
    const seconds = event.timeStamp / 1000;
    if (!drag) {
      if (event.type === 'pointerup') this.flip(this.isBackSide(hand.point) ? -1 : 1);
    } else if (drag instanceof FoldPull) {
      this.drag = null;
      const target = drag.finishes(seconds) ? this.end : 0;
      this.animateProgress(target, 0.6 * Math.abs(target - this.progress), settling);
    } else {
      this.letGo(drag, seconds);
    }
  }

  /** Finishes the turn or lets the page fall back, as if it were still held. */
  letGo(drag, seconds) {
    const finishes = drag.finishes(seconds);
    const from = drag.finger;
    const to = finishes
      ? drag.finish(this.isSpread ? 0 : this.stage.overhang(drag.curl())) : drag.grabbed;
    const speed = Math.hypot(...drag.velocity(seconds));
    const length = Math.hypot(...minus(to, from));
    this.animate(
      clamp(length / Math.max(2 * drag.width, speed), 0.15, 0.6), settling,
      (share) => {
        drag.finger = from.map((at, index) => at + (to[index] - at) * share);
      },
      () => {
        this.drag = null;
        this.progress = finishes ? this.end : 0;
      });
  }

  listen() {
    const { element, controls } = this;
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.pull(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('pointercancel', (event) => this.release(event));
    document.addEventListener('keydown', (event) => this.key(event));
    controls.back.addEventListener('click', () => this.flip(-1));
    controls.next.addEventListener('click', () => this.flip(1));
    controls.time.addEventListener('input', () => {
      this.settle();
      const time = Number(controls.time.value);
      this.progress = time === 1 ? this.end : time;
      this.rest();
    });
    const shape = (change) => () => {
      this.settle();
      const isOver = this.progress === this.end;
      change();
      if (isOver) this.progress = this.end;
      this.invalidate();
    };
    controls.angle.addEventListener(
      'input', shape(() => { this.degrees = Number(controls.angle.value); }));
    controls.radius.addEventListener(
      'input', shape(() => { this.roll = Number(controls.radius.value) / 100; }));
    controls.layout.addEventListener('change', () => this.lay(controls.layout.value));
    new ResizeObserver(([entry]) => this.resize(entry)).observe(element);
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.say('The graphics driver was reset. The page is drawn again when it is back.');
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.painter = new BookPainter(this.gl, this.images);
      this.say('');
      this.rest();
    });
  }

  resize(entry) {
    const [exact] = entry.devicePixelContentBoxSize || [];
    this.settle();
    // An emulated screen may report other pixels.
    const reckoned = this.element.clientWidth * window.devicePixelRatio;
    this.measure(exact && Math.abs(exact.inlineSize - reckoned) < 2 ? exact : null);
    this.rest();
  }

  key(event) {
    const tag = event.target.tagName;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || tag === 'INPUT' || tag === 'SELECT') return;
    const ahead = this.isLTR ? 1 : -1;
    const keys = {
      ArrowRight: () => this.flip(ahead), ArrowLeft: () => this.flip(-ahead),
      PageDown: () => this.flip(1), PageUp: () => this.flip(-1),
      Home: () => this.go(0), End: () => this.go(this.images.length - 1),
    };
    if (tag !== 'BUTTON') keys[' '] = () => this.flip(event.shiftKey ? -1 : 1);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

{
  const reader = new Reader(document.getElementById('book'));
  let problem = 'This browser has no WebGL to turn the pages; here they are as images.';
  let isLive = false;
  try {
    isLive = reader.start();
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    problem = `The pages cannot be turned here, as a shader was refused: ${error.message}`;
  }
  if (!isLive) {
    document.body.classList.remove('is-live');
    const notice = document.createElement('p');
    notice.textContent = problem;
    document.getElementById('pages').prepend(notice);
  }
}
