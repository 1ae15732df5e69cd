// Where a page folds over, and how it is dragged, as in CurlGeometry, LeafTurn and CurlDrag
// of Sources/PageCurl; fold.js has the fold itself. A point is [x, y] in page pixels, y up, from
// the page's lower left corner.
// Angles are in radians, counterclockwise from +x.

/** @typedef {import('./fold.js').Fold} Fold */

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
/** Where something that holds at `low` ceases to, before `high`. */
export function bisect(low, high, holds) {
  let [from, to] = [low, high];
  for (let step = 0; step < 50; step++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return to;
}

/** The point at a share of the way between two. */
export const mix = (from, to, share) => from.map((at, index) => at + (to[index] - at) * share);

/** @typedef {{ width: number, height: number, radius: number, fold: Fold }} Sheet */

/** A sheet that folds over; its contact line is at n · p = `contact`. */
export class Curl {
  /** @param {Sheet} sheet */
  constructor(sheet, angle, contact, isGone = false) {
    const { width, height, radius, fold } = sheet;
    const clean = (value) => (Math.abs(value) < 1e-14 ? 0 : value);
    this.width = width;
    this.height = height;
    this.radius = radius;
    this.fold = fold;
    this.angle = angle;
    this.contact = contact;
    this.isGone = isGone;
    /** How far the fold reaches beyond the contact line. */
    this.reach = fold.reach * radius;
    /** The length of the fold's paper. */
    this.turn = fold.length * radius;
    this.lift = [-clean(Math.cos(angle)), -clean(Math.sin(angle))];
    this.axis = [-this.lift[1], this.lift[0]];
    const [across, up] = [this.lift[0] * width, this.lift[1] * height];
    this.lowest = Math.min(across, 0) + Math.min(up, 0);
    this.highest = Math.max(across, 0) + Math.max(up, 0);
  }

  /** A loose sheet that peels away as time goes from 0 (flat) to 1 (gone). */
  static sheet(sheet, time, angle) {
    const flat = Curl.flat(sheet, angle);
    return new Curl(sheet, angle, flat.highest - time * flat.way, time >= 1);
  }

  /** A flat sheet. */
  static flat(sheet, angle) {
    const { highest } = new Curl(sheet, angle, 0);
    return new Curl(sheet, angle, highest);
  }

  /** A bound leaf that lands on the other side of its spine. Its radius shrinks to 0 on the way. */
  static leaf(sheet, time, binding, tilt) {
    const rest = 1 - time;
    const page = { ...sheet, radius: sheet.radius * (1 - time ** 3) };
    const angle = binding.angle + tilt * rest * rest;
    const flat = Curl.flat(page, angle);
    return new Curl(page, angle, flat.contact * rest + binding.contact(flat) * time);
  }

  /** How far the contact line of a loose sheet goes. */
  get way() { return this.highest - this.lowest + this.reach; }

  /** The progress of a loose sheet, 0…1. */
  get time() { return this.isGone ? 1 : clamp((this.highest - this.contact) / this.way, 0, 1); }

  /** The paper at a distance beyond the contact line: see `Fold.nodes`, in page pixels. */
  profile(s) {
    const { turn, radius, fold } = this;
    if (s <= 0) return { s, x: s, z: 0, bend: 0 };
    if (s >= turn) return { s, x: turn - s, z: 2 * radius, bend: Math.PI };
    const { x, z, bend } = fold.point(s / radius);
    return { s, x: x * radius, z: z * radius, bend };
  }

  /** The distance on the rising paper that is so far beyond the contact line. */
  rising(across) {
    const { fold, radius } = this;
    return radius * fold.find(
      Math.min(across / radius, fold.reach), ({ x }) => x, fold.length / 2);
  }

  /** The distance of a point of the paper beyond the contact line. */
  distance(paper) {
    return dot(this.lift, paper) - this.contact;
  }

  /** The point with the given coordinates along the lift and along the axis. */
  point(u, along) {
    return [0, 1].map((index) => u * this.lift[index] + along * this.axis[index]);
  }

  /** The corners of the page, extended by `margin` on every side. */
  corners(margin = 0) {
    return [-margin, this.width + margin].flatMap(
      (x) => [-margin, this.height + margin].map((y) => [x, y]));
  }

  /** The interval of that page on the line n · p = `u`, in coordinates along the axis, or null. */
  chord(u, margin = 0) {
    const { width, height } = this;
    if (Math.min(width, height) + 2 * margin < 0) return null;
    const slack = 1e-12 * (width + height + this.radius);
    let [low, high] = [-Infinity, Infinity];
    for (const [start, step, limit] of [
      [u * this.lift[0], this.axis[0], width],
      [u * this.lift[1], this.axis[1], height],
    ]) {
      const ends = [-margin - start, limit + margin - start];
      if (step === 0) {
        if (ends[0] > slack || ends[1] < -slack) return null;
      } else {
        low = Math.max(low, Math.min(ends[0] / step, ends[1] / step));
        high = Math.min(high, Math.max(ends[0] / step, ends[1] / step));
      }
    }
    return low <= high + slack ? [Math.min(low, high), high] : null;
  }
}

/** The edge at which a leaf is bound: x = 0 for leaves that turn left, otherwise x = width. */
export class Binding {
  constructor(isLeft) {
    this.isLeft = isLeft;
    this.angle = isLeft ? Math.PI : 0;
  }

  /** The smallest contact offset at which the whole spine stays on the ground. */
  contact(curl) {
    const x = this.isLeft ? 0 : curl.width;
    return Math.max(dot(curl.lift, [x, 0]), dot(curl.lift, [x, curl.height]));
  }

  /** Mirrors a point at the spine. */
  mirror([x, y], width) {
    return [(this.isLeft ? 0 : 2 * width) - x, y];
  }
}

/** Drags a point of the page: finds the curl that keeps the point under the finger. */
export class CurlDrag {
  /**
   * @param {Sheet} sheet
   * @param grabbed the point of the paper that is dragged
   * @param binding the edge at which the page is bound; null for a loose sheet
   */
  constructor(sheet, grabbed, binding) {
    this.grabbed = [clamp(grabbed[0], 0, sheet.width), clamp(grabbed[1], 0, sheet.height)];
    this.sheet = sheet;
    this.binding = binding;
    this.finger = this.grabbed;
    this.samples = [];
    /** The way from the pointer to the finger, which lifted a corner before it was pressed. */
    this.slip = [0, 0];
  }

  /** Goes on with a page that is now shown `scale` times as large. */
  scale(scale, sheet) {
    const scaled = (point) => point.map((part) => part * scale);
    this.grabbed = scaled(this.grabbed);
    this.finger = scaled(this.finger);
    this.slip = scaled(this.slip);
    this.samples = this.samples.map(({ place, seconds }) => ({ place: scaled(place), seconds }));
    this.sheet = sheet;
  }

  move(pointer, seconds) {
    const finger = minus(pointer, this.slip);
    this.finger = finger;
    keepSample(this, seconds, finger);
  }

  /** The curl that keeps the grabbed point under the finger, as far as the spine allows. */
  curl(finger = this.finger) {
    const { sheet, sheet: { fold, radius }, grabbed, binding } = this;
    const way = minus(finger, grabbed);
    const pulled = Math.hypot(...way);
    if (pulled <= 1e-9) return Curl.flat(sheet, binding ? binding.angle : Math.PI);
    const angle = Math.atan2(way[1], way[0]);
    const flat = Curl.flat(sheet, angle);
    const held = dot(flat.lift, grabbed);
    const room = binding ? held - binding.contact(flat) : Infinity;
    if (room <= 0) return flat;
    // At first the paper beyond the finger bends in one wide arc, so that the page starts smoothly.
    const reach = Math.min(room, flat.highest - held);
    const order = 2 * fold.power;
    const start = (reach / fold.reach) ** order * reach / (2 * (order + 1) * pulled);
    const travel = Math.min(pulled, 2 * room);
    const used = Math.min(
      (radius ** order + start) ** (1 / order), largestRadius(fold, travel, room));
    return new Curl({ ...sheet, radius: used }, angle, held - pinnedDistance(fold, travel, used));
  }

  /** The finger's position at the end of the turn; a loose sheet goes `overhang` off the page. */
  finish(overhang) {
    const { sheet, binding, grabbed, finger } = this;
    if (binding) return binding.mirror(grabbed, sheet.width);
    const way = minus(finger, grabbed);
    const length = Math.hypot(...way) || 1;
    const { lift, lowest, reach, turn } = Curl.flat(sheet, Math.atan2(way[1], way[0]));
    const travel = Math.max(2 * (dot(lift, grabbed) - lowest + reach + overhang) - turn, 0);
    return grabbed.map((from, index) => from + travel * way[index] / length);
  }

  /** Whether the turn finishes on release: whether it would pass the middle within 0.4 s. */
  finishes(seconds) {
    const whole = minus(this.finish(0), this.grabbed);
    const projected = velocity(this, seconds).map((speed, axis) => this.finger[axis] + 0.4 * speed);
    return dot(minus(projected, this.grabbed), whole) > 0.5 * dot(whole, whole);
  }
}

/** Remembers a place of a drag. */
export function keepSample(drag, seconds, place) {
  drag.samples = [...recent(drag, seconds), { seconds, place }];
}

/** The places of the last tenth of a second, over which the velocity is measured. */
const recent = ({ samples }, seconds) => samples.filter(
  (sample) => sample.seconds >= seconds - 0.1);

/** How far a drag goes in a second at the time of release; 0 after a rest. */
export function velocity(drag, seconds) {
  const samples = recent(drag, seconds);
  if (samples.length === 0) return [0, 0];
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const time = last.seconds - first.seconds || Infinity;
  return minus(last.place, first.place).map((way) => way / time);
}

/** The distance beyond the contact line of paper that has traveled so far. */
function pinnedDistance(fold, travel, radius) {
  const turn = fold.length * radius;
  return travel >= turn ? (travel + turn) / 2
    : radius * fold.find(travel / radius, ({ s, x }) => s - x);
}

/** The largest radius at which paper at `room` from the spine can travel that far. */
function largestRadius(fold, travel, room) {
  if (room === Infinity) return room;
  // Upside down, or in the fold.
  const turned = (2 * room - travel) / fold.length;
  if (travel >= fold.length * turned) return Math.max(turned, 0);
  return room / fold.find(travel / room, ({ s, x }) => 1 - x / s);
}
