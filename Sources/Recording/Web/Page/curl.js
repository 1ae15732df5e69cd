// The shape of a curled page and of a dragged page, as in CurlGeometry, LeafTurn and CurlDrag of
// Sources/PageCurl. A point is [x, y] in page pixels, y up, from the page's lower left corner.
// Angles are in radians, counterclockwise from +x.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
/** The point at a share of the way between two. */
const mix = (from, to, share) => from.map((at, index) => at + (to[index] - at) * share);

/** A page that curls around a cylinder whose contact line is at n · p = `contact`. */
class Curl {
  constructor(width, height, angle, radius, contact, isGone = false) {
    const clean = (value) => (Math.abs(value) < 1e-14 ? 0 : value);
    Object.assign(this, { width, height, angle, radius, contact, isGone });
    this.lift = [-clean(Math.cos(angle)), -clean(Math.sin(angle))];
    this.axis = [-this.lift[1], this.lift[0]];
    const [across, up] = [this.lift[0] * width, this.lift[1] * height];
    this.lowest = Math.min(across, 0) + Math.min(up, 0);
    this.highest = Math.max(across, 0) + Math.max(up, 0);
  }

  /** A loose sheet that peels away as time goes from 0 (flat) to 1 (gone). */
  static sheet(width, height, time, angle, radius) {
    const flat = Curl.flat(width, height, angle, radius);
    const contact = flat.highest - time * (flat.highest - flat.lowest + radius);
    return new Curl(width, height, angle, radius, contact, time >= 1);
  }

  /** A flat sheet. */
  static flat(width, height, angle, radius) {
    const { highest } = new Curl(width, height, angle, radius, 0);
    return new Curl(width, height, angle, radius, highest);
  }

  /** A bound leaf that lands on the other side of its spine. Its radius shrinks to 0 on the way. */
  static leaf(width, height, time, binding, tilt, radius) {
    const rest = 1 - time;
    const angle = binding.angle + tilt * rest * rest;
    const flat = Curl.flat(width, height, angle, radius * (1 - time ** 3));
    const spine = binding.contact(flat);
    return new Curl(
      width, height, angle, flat.radius, flat.contact * rest + spine * time);
  }

  /** The progress of a loose sheet, 0…1. */
  get time() {
    if (this.isGone) return 1;
    return clamp((this.highest - this.contact) / (this.highest - this.lowest + this.radius), 0, 1);
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
    const [left, right] = [-margin, this.width + margin];
    const [bottom, top] = [-margin, this.height + margin];
    return [[left, bottom], [right, bottom], [left, top], [right, top]];
  }

  /** The interval of that page on the line n · p = `u`, in coordinates along the axis, or null. */
  chord(u, margin = 0) {
    if (Math.min(this.width, this.height) + 2 * margin < 0) return null;
    const slack = 1e-12 * (this.width + this.height + this.radius);
    let [low, high] = [-Infinity, Infinity];
    for (const [start, step, limit] of [
      [u * this.lift[0], this.axis[0], this.width], [u * this.lift[1], this.axis[1], this.height],
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
class Binding {
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
class CurlDrag {
  /**
   * @param grabbed the point of the paper that is dragged
   * @param binding the edge at which the page is bound; null for a loose sheet
   */
  constructor(width, height, grabbed, radius, binding) {
    this.grabbed = [clamp(grabbed[0], 0, width), clamp(grabbed[1], 0, height)];
    Object.assign(this, {
      width, height, radius, binding, finger: this.grabbed, samples: [],
      /** The way from the pointer to the finger, which lifted a corner before it was pressed. */
      slip: [0, 0],
    });
  }

  /** Goes on with a page that is now shown `scale` times as large. */
  scale(scale, width, height, radius) {
    const scaled = (point) => point.map((part) => part * scale);
    const grabbed = scaled(this.grabbed);
    this.finger = scaled(this.finger);
    this.slip = scaled(this.slip);
    this.samples = this.samples.map(({ place, seconds }) => ({ place: scaled(place), seconds }));
    Object.assign(this, { grabbed, width, height, radius });
  }

  move(pointer, seconds) {
    const finger = minus(pointer, this.slip);
    this.finger = finger;
    keepSample(this, seconds, finger);
  }

  /** The curl that keeps the grabbed point under the finger, as far as the spine allows. */
  curl(finger = this.finger) {
    const { width, height, radius, grabbed, binding } = this;
    const way = minus(finger, grabbed);
    const pulled = Math.hypot(...way);
    if (pulled <= 1e-9) return Curl.flat(width, height, binding ? binding.angle : Math.PI, radius);
    const angle = Math.atan2(way[1], way[0]);
    const flat = Curl.flat(width, height, angle, radius);
    const held = dot(flat.lift, grabbed);
    const room = binding ? held - binding.contact(flat) : Infinity;
    if (room <= 0) return flat;
    // At first the paper beyond the finger bends in one wide arc, so that the page starts smoothly.
    const reach = Math.min(room, flat.highest - held);
    const eased = Math.sqrt(radius * radius + reach ** 3 / (6 * pulled));
    const travel = Math.min(pulled, 2 * room);
    const used = room < Infinity ? Math.min(eased, largestRadius(travel, room)) : eased;
    return new Curl(width, height, angle, used, held - pinnedDistance(travel, used));
  }

  /** The finger's position at the end of the turn; a loose sheet goes `overhang` off the page. */
  finish(overhang) {
    if (this.binding) return this.binding.mirror(this.grabbed, this.width);
    const way = minus(this.finger, this.grabbed);
    const length = Math.hypot(...way) || 1;
    const { lift, lowest } = Curl.flat(
      this.width, this.height, Math.atan2(way[1], way[0]), this.radius);
    const last = lowest - this.radius - overhang;
    const travel = Math.max(2 * (dot(lift, this.grabbed) - last) - Math.PI * this.radius, 0);
    return this.grabbed.map((from, index) => from + travel * way[index] / length);
  }

  /** Whether the turn finishes on release: whether it would pass the middle within 0.4 s. */
  finishes(seconds) {
    const whole = minus(this.finish(0), this.grabbed);
    const projected = velocity(this, seconds).map((speed, axis) => this.finger[axis] + 0.4 * speed);
    return dot(minus(projected, this.grabbed), whole) > 0.5 * dot(whole, whole);
  }
}

/** Remembers a place of a drag. */
function keepSample(drag, seconds, place) {
  drag.samples = [...recent(drag, seconds), { seconds, place }];
}

/** The places of the last tenth of a second, over which the velocity is measured. */
const recent = ({ samples }, seconds) => samples.filter(
  (sample) => sample.seconds >= seconds - 0.1);

/** How far a drag goes in a second at the time of release; 0 after a rest. */
function velocity(drag, seconds) {
  const samples = recent(drag, seconds);
  if (samples.length === 0) return [0, 0];
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const time = last.seconds - first.seconds || Infinity;
  return minus(last.place, first.place).map((way) => way / time);
}

/**
 * The distance beyond the contact line of paper that has traveled `travel`: R b with
 * R (b - sin b) = travel on the cylinder, or on the flat part behind it.
 */
function pinnedDistance(travel, radius) {
  if (travel >= Math.PI * radius) return (travel + Math.PI * radius) / 2;
  const excess = travel / radius;
  let bend = Math.min(Math.cbrt(6 * excess), Math.PI);
  for (let step = 0; step < 6 && bend > 0; step++) {
    const square = bend * bend;
    const value = bend < 0.1
      ? bend * square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))
      : bend - Math.sin(bend);
    bend = Math.min(bend - (value - excess) / (2 * Math.sin(bend / 2) ** 2), Math.PI);
  }
  return radius * Math.max(bend, 0);
}

/** The largest radius at which paper at `room` from the spine can travel that far. */
function largestRadius(travel, room) {
  const turned = (2 * room - travel) / Math.PI;
  if (travel >= Math.PI * turned) return Math.max(turned, 0);
  let [low, high] = [0, Math.PI];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (1 - Math.sin(middle) / middle > travel / room) high = middle;
    else low = middle;
  }
  return room / high;
}
