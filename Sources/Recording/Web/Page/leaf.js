// Leaves that bend like paper, seen in perspective. pagecurl has solved their motion, light and
// shadow; its tables are interpolated here as by PaperTable, and cut into what is seen as by
// PaperRun and SeenPaper of Sources/PageCurl.
//
// A leaf's own coordinates are x away from the spine, y along it, and z toward the viewer, in page
// pixels. The eye is above the middle of the spine.

/** Pieces of a leaf's cross-section, on each of which the curvature is linear. */
const PIECES = 32;
/** What the words of the light are multiples of. */
const LIGHT_UNIT = 1 / 16384;

/** The bytes of a Base64 text. */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The place of a time among `count` even moments: the one before it, and the way to the next. */
function momentAt(time, count) {
  const place = clamp(time, 0, 1) * (count - 1);
  const index = Math.min(Math.floor(place), count - 2);
  return [index, place - index];
}

/** All moments of the turn of one paper. */
class LeafMotion {
  /** @param table one of the papers of `WebLeaf.settings` */
  constructor({ angles, curvatures, unit, lights, shadows, thickness }, cells) {
    Object.assign(this, { angles, unit, thickness });
    this.curvatures = new Int16Array(bytesOf(curvatures).buffer);
    this.lights = new Int16Array(bytesOf(lights).buffer);
    this.shadows = shadows && bytesOf(shadows);
    this.cells = cells;
  }

  /** The number of moments. */
  get count() { return this.angles.length; }

  /** The cross-section at a time: points at the ends of its pieces, in page widths. */
  points(time) {
    const { angles, curvatures, count, unit } = this;
    const [index, share] = momentAt(time, count);
    const rest = 1 - share;
    // A cubic through four moments.
    const value = (table, size, column) => {
      const place = index * size + column;
      const [start, end] = [table[place], table[place + size]];
      const before = index > 0 ? table[place - size] : 2 * start - end;
      const after = index + 2 < count ? table[place + 2 * size] : 2 * end - start;
      return start * (1 + 2 * share) * rest * rest + (end - before) / 2 * share * rest * rest
        + end * (3 - 2 * share) * share * share - (after - start) / 2 * share * share * rest;
    };
    const curvature = (node) => unit * value(curvatures, PIECES + 1, node);
    const points = [{ x: 0, z: 0, angle: value(angles, 1, 0), curvature: curvature(0) }];
    for (let node = 1; node <= PIECES; node++) {
      const next = curvature(node);
      points.push(along(points[node - 1], next, 1 / PIECES, next));
    }
    return points;
  }

  /** The cross-sections at all moments. */
  get course() {
    this.known ??= Array.from(
      { length: this.count }, (_, moment) => this.points(moment / (this.count - 1)));
    return this.known;
  }

  /** A row of a table that is known at even times, interpolated and multiplied. */
  static row(table, size, time, unit) {
    const [index, share] = momentAt(time, table.length / size);
    const row = new Float32Array(size);
    for (let column = 0; column < size; column++) {
      const from = table[index * size + column];
      row[column] = unit * (from + share * (table[(index + 1) * size + column] - from));
    }
    return row;
  }

  /** The factors of the color of the front, of the back, and of the edge of the paper. */
  light(time) {
    return LeafMotion.row(this.lights, 2 * PIECES + 3, time, LIGHT_UNIT);
  }

  /** How dark the shadow is at the places of the grid, where it hides all light as `strength`. */
  shadow(time, strength) {
    // It is known more often near the ends, where its edges are sharp.
    const share = Math.acos(1 - 2 * clamp(time, 0, 1)) / Math.PI;
    return LeafMotion.row(this.shadows, this.cells, share, strength / 255);
  }
}

/** The point at a distance `way` on the piece from a point to one with the curvature `next`. */
function along(first, next, way, curvature) {
  const bend = (next - first.curvature) * PIECES / 2;
  const angle = (t) => first.angle + t * (first.curvature + bend * t);
  // Gauss's quadrature.
  const [near, middle, far] = [angle(0.11270167 * way), angle(0.5 * way), angle(0.88729833 * way)];
  const mean = (part) => (5 * part(near) + 8 * part(middle) + 5 * part(far)) / 18;
  return {
    x: first.x + way * mean(Math.cos), z: first.z + way * mean(Math.sin), angle: angle(way),
    curvature,
  };
}

/** The point at a distance of 0…1 from the start of a cross-section. */
function pointAt(points, s) {
  const piece = Math.min(Math.floor(s * PIECES), PIECES - 1);
  return along(points[piece], points[piece + 1].curvature, s - piece / PIECES);
}

/** The leaves of a book. */
class Leaves {
  /** @param settings see `WebLeaf.settings` */
  constructor(settings, isLeft) {
    const cells = settings.across.length * settings.along.length;
    Object.assign(this, settings, { isLeft });
    this.paper = new LeafMotion(settings.paper, cells);
    this.board = settings.board && new LeafMotion(settings.board, cells);
  }

  /** The factors of the color of a page that lies flat at a distance from the spine. */
  shade(share, side) {
    const { places, [side]: factors } = this.gutter;
    const next = places.findIndex((place) => place > share);
    if (next <= 0) return next < 0 ? 1 : factors[0];
    const way = (share - places[next - 1]) / (places[next] - places[next - 1]);
    return factors[next - 1] + way * (factors[next] - factors[next - 1]);
  }

  /**
   * Where a line of the paper is seen at all moments of a turn, in page widths from the spine.
   * @param held its distance from the spine on the paper, in page widths
   * @param shape the height of a page in page widths
   */
  way(motion, held, shape) {
    return motion.course.map((points) => this.seen(pointAt(points, held), shape));
  }

  /** Where a point of a cross-section is seen. */
  seen({ x, z }, shape) {
    const eye = this.eye * shape;
    return x * eye / (eye - z);
  }
}

/** One moment of a leaf on pages of a size, as triangles for ruled.vert. */
class Leaf {
  /**
   * @param {Leaves} book
   * @param {LeafMotion} motion
   * @param hasGutter whether its front and its back are shaded at the spine
   * @param isOpaque whether nothing shows through it
   */
  constructor(book, motion, time, width, height, hasGutter, isOpaque) {
    Object.assign(this, { book, motion, time, width, height, hasGutter, isOpaque });
    this.eye = book.eye * height;
    this.points = motion.points(time);
    this.lights = motion.light(time);
    this.vertices = [];
    this.parts = [];
    this.cut();
  }

  /** The line of the paper at a distance from the spine of 0…1. */
  ruling(s) {
    const { points, lights, width, eye, book } = this;
    const point = pointAt(points, s);
    const [x, z] = [point.x * width, point.z * width];
    const size = eye / (eye - z);
    const piece = Math.min(Math.floor(s * PIECES), PIECES - 1);
    const light = (side, first) => {
      const [from, to] = [lights[first + piece], lights[first + piece + 1]];
      const own = from + (s * PIECES - piece) * (to - from);
      return this.hasGutter[side] ? own * book.shade(s, side) : own;
    };
    return { s: s * width, x, z, seen: x * size, size,
      front: light('front', 0), back: light('back', PIECES + 1),
      // How fast its place on the canvas changes along the paper.
      facing: (eye - z) * Math.cos(point.angle) + x * Math.sin(point.angle) };
  }

  /** The distances from the spine between which the paper is as good as straight. */
  lines() {
    const lines = [0];
    for (let piece = 0; piece < PIECES; piece++) {
      const bend = Math.max(
        Math.abs(this.points[piece].curvature), Math.abs(this.points[piece + 1].curvature));
      // A chord of length l deviates by κ l² / 8: by three hundredths of a pixel.
      const count = clamp(Math.ceil(Math.sqrt(bend * this.width / 0.24) / PIECES), 1, 16);
      for (let part = 1; part <= count; part++) lines.push((piece + part / count) / PIECES);
    }
    const places = this.hasGutter.front || this.hasGutter.back ? this.book.gutter.places : [];
    return [...new Set([...lines, ...places])].sort((a, b) => a - b);
  }

  /** The parts of the paper that show one side each, in the order in which they are seen. */
  runs() {
    const runs = [];
    let rulings = [];
    const end = (facing) => {
      if (rulings.length > 1) {
        // At the spine the paper goes on.
        const isBeyond = runs.length > 0;
        runs.push(facing > 0 ? new LeafRun(rulings, 'front', isBeyond, true)
          : new LeafRun(rulings.reverse(), 'back', true, isBeyond));
      }
      rulings = [];
    };
    let [last, before] = [0, 0];
    for (const s of this.lines()) {
      const next = this.ruling(s);
      if (before * next.facing < 0) {
        // A line of sight touches the paper between the two.
        let [low, high] = [last, s];
        for (let step = 0; step < 30; step++) {
          const middle = (low + high) / 2;
          if (this.ruling(middle).facing * before > 0) low = middle;
          else high = middle;
        }
        const touching = this.ruling((low + high) / 2);
        rulings.push(touching);
        end(before);
        rulings.push(touching);
      }
      rulings.push(next);
      last = s;
      if (next.facing !== 0) before = next.facing;
    }
    end(before);
    return runs;
  }

  /** The edge of the paper at its free end, or null if it isn't seen. */
  edge() {
    const { width, eye, motion, points: { [PIECES]: { x, z, angle } } } = this;
    const out = [Math.cos(angle), Math.sin(angle)];
    const front = [x * width, z * width];
    const thickness = motion.thickness * width;
    if (-out[0] * front[0] + out[1] * (eye - front[1]) <= 0) return null;
    const light = this.lights[2 * PIECES + 2];
    const rulings = [front, [front[0] + thickness * out[1], front[1] - thickness * out[0]]].map(
      ([across, up]) => ({ s: width, x: across, z: up, seen: across * eye / (eye - up),
        size: eye / (eye - up), front: light }));
    const isSeen = rulings[1].seen - rulings[0].seen > 0.02;
    return isSeen ? new LeafRun(rulings, 'front', true, true) : null;
  }

  /** Cuts the leaf into its visible parts, from the top down. */
  cut() {
    const rest = this.runs();
    const over = [];
    while (rest.length > 0) {
      const top = rest.findIndex(
        (one) => rest.every((other) => one === other || !other.isOver(one)));
      const [run] = rest.splice(Math.max(top, 0), 1);
      const { rulings: { [0]: start, [run.rulings.length - 1]: end } } = run;
      const isLast = Math.max(start.s, end.s) >= this.width;
      const edge = isLast && this.edge();
      for (const range of edge ? edge.visible(over) : []) this.add(edge, range, 'edge');
      for (const range of run.visible(over)) this.add(run, range, run.side);
      if (this.isOpaque) over.push(run);
    }
    this.parts.reverse();
  }

  /** Adds the triangles of a part of a run. */
  add(run, [from, to], surface) {
    const places = [...run.rulings.map((ruling) => ruling.seen), from, to];
    let [low, high] = [from, to];
    // Where its edges cover pixels in part.
    if (run.ends[0] && low === run.low) places.push(low - 1, low + 1), low -= 1;
    if (run.ends[1] && high === run.high) places.push(high - 1, high + 1), high += 1;
    const lines = [...new Set(places.filter((place) => place >= low && place <= high).map(onGrid))]
      .sort((a, b) => a - b).map((place) => this.line(run, place));
    const first = this.vertices.length / LEAF_FLOATS;
    const { height } = this;
    lines.slice(1).forEach((next, index) => {
      const line = lines[index];
      if (next.seen <= line.seen) return;
      const steepest = Math.max(...[line, next].map(({ slopes }) => Math.abs(slopes[0])));
      const pad = 1 + 0.5 * steepest;
      const corners = [[line, -pad], [next, -pad], [line, height + pad], [next, height + pad]]
        .map(([at, y]) => this.vertex(run, at, y));
      for (const corner of [0, 1, 2, 2, 1, 3]) this.vertices.push(...corners[corner]);
    });
    this.parts.push({ surface, first, count: this.vertices.length / LEAF_FLOATS - first });
  }

  /** A ruling of a run, and what the pixels on it need to know. */
  line(run, place) {
    const [here, before, after] = [place, place - 0.5, place + 0.5].map((at) => run.find(at));
    const z = mixed(here, 'z');
    const slope = (mixed(after, 'size') - mixed(before, 'size')) * this.height / 2;
    return {
      // Beyond the edge the paper goes on level.
      x: place * (this.eye - z) / this.eye, z, seen: place, light: mixed(here, run.side),
      middle: (mixed(before, 's') + mixed(after, 's')) / 2,
      reach: Math.abs(mixed(after, 's') - mixed(before, 's')),
      size: (mixed(before, 'size') + mixed(after, 'size')) / 2, slopes: [-slope, slope],
      inside: [run.ends[0] ? place - run.low : 1e3, run.ends[1] ? run.high - place : 1e3],
    };
  }

  vertex(run, { x, z, light, middle, reach, size, slopes, inside }, place) {
    const { width, height, eye, book: { isLeft } } = this;
    const share = eye / (eye - z);
    const y = height / 2 + onGrid((place - height / 2) * share) / share;
    const across = (place) => (isLeft ? place : width - place);
    return [across(x), y, z, light, across(middle), y, reach,
      y * size, (height - y) * size, ...inside, ...slopes];
  }

  /** The matrix from page space to clip space, of which `unit` and `origin` are the flat part. */
  matrix(unit, origin) {
    const { eye, width, height, book: { isLeft } } = this;
    const slant = [isLeft ? 0 : width, height / 2].map(
      (place, axis) => (-place * unit[axis] - origin[axis]) / eye);
    return [
      unit[0], 0, 0, 0, 0, unit[1], 0, 0, ...slant, -0.5 / eye, -1 / eye, ...origin, 0, 1];
  }
}

/** A place on the grid to which all drivers round vertices: at least sixteenths of a pixel. */
const onGrid = (place) => Math.round(16 * place) / 16;

/** Floats per vertex of a leaf: place and light, paper and reach, distances inside, slopes. */
const LEAF_FLOATS = 13;

/** A value of the line between two rulings. */
const mixed = ({ from, to, share }, name) => from[name] + share * (to[name] - from[name]);

/** A part of a leaf that shows one side, between lines of sight that touch it or the leaf's end. */
class LeafRun {
  constructor(rulings, side, endsLow, endsHigh) {
    Object.assign(this, { rulings, side, ends: [endsLow, endsHigh] });
    this.low = rulings[0].seen;
    this.high = rulings[rulings.length - 1].seen;
  }

  /** The rulings on either side of a place on the canvas, which is clamped to those of the run. */
  find(place) {
    const { rulings } = this;
    let [low, high] = [0, rulings.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (rulings[middle].seen >= place) high = middle;
      else low = middle;
    }
    const [from, to] = [rulings[low], rulings[high]];
    return { from, to, share: clamp((place - from.seen) / (to.seen - from.seen), 0, 1) };
  }

  /** Whether it lies over another one where both are seen. */
  isOver(other) {
    const [low, high] = [Math.max(this.low, other.low), Math.min(this.high, other.high)];
    if (high <= low) return false;
    let gap = 0;
    for (let step = 0; step < 5; step++) {
      const place = low + (high - low) * (step + 0.5) / 5;
      gap += mixed(this.find(place), 'z') - mixed(other.find(place), 'z');
    }
    return gap > 0;
  }

  /**
   * The parts that others do not hide. They reach a little below the others' edges, which do not
   * cover their pixels.
   */
  visible(others) {
    let parts = [[this.low, this.high]];
    for (const other of others) {
      const low = other.low + (other.ends[0] && other.low !== this.low ? 1.5 : 0);
      const high = other.high - (other.ends[1] && other.high !== this.high ? 1.5 : 0);
      if (high <= low) continue;
      parts = parts.flatMap(([from, to]) => (low >= to || high <= from ? [[from, to]]
        : [...(from < low ? [[from, low]] : []), ...(to > high ? [[high, to]] : [])]));
    }
    return parts;
  }
}
