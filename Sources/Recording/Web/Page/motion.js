// How leaves bend like paper. pagecurl has solved their motion, light and shadow; its tables are
// interpolated here as by PaperTable of Sources/PageCurl.
//
// A leaf's own coordinates are x away from the spine, y along it, and z toward the viewer. The eye
// is above the middle of the spine.

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

/** Each row of a table between two of its rows, interpolated: `out[step * column + offset]`. */
function mixRows(table, size, time, unit, out, step = 1, offset = 0) {
  const [index, share] = momentAt(time, table.length / size);
  for (let column = 0, at = index * size; column < size; column++, at++) {
    out[step * column + offset] = unit * (table[at] + share * (table[at + size] - table[at]));
  }
}

/** All moments of the turn of one paper. */
class LeafMotion {
  /** @param table one of the papers of `WebLeaf.motions` */
  constructor({ angles, curvatures, unit, lights, shadows, thickness }, cells) {
    Object.assign(this, { angles, unit, thickness, cells });
    this.curvatures = new Int16Array(bytesOf(curvatures).buffer);
    this.lights = new Int16Array(bytesOf(lights).buffer);
    this.shadows = shadows && bytesOf(shadows);
  }

  /** The number of moments. */
  get count() { return this.angles.length; }

  /** The cross-section at a time. */
  section(time, section = new Section()) {
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
    for (let node = 0; node <= PIECES; node++) {
      section.curvature[node] = unit * value(curvatures, PIECES + 1, node);
    }
    section.bend(value(angles, 1, 0));
    return section;
  }

  /** The cross-sections at all moments. */
  get course() {
    this.known ??= Array.from(
      { length: this.count }, (_, moment) => this.section(moment / (this.count - 1)));
    return this.known;
  }

  /** The factors of the color of the front, of the back, and of the edge of the paper. */
  light(time, out) {
    mixRows(this.lights, 2 * PIECES + 3, time, LIGHT_UNIT, out);
  }

  /**
   * How dark the shadow is at the places of the grid, where it hides all light as `strength`: the
   * third number of each vertex.
   */
  shadow(time, strength, vertices) {
    // It is known more often near the ends, where its edges are sharp.
    const share = Math.acos(1 - 2 * clamp(time, 0, 1)) / Math.PI;
    mixRows(this.shadows, this.cells, share, strength / 255, vertices, 3, 2);
  }
}

/** A cross-section of paper: what is known at the ends of its pieces, in page widths. */
class Section {
  constructor() {
    for (const name of ['x', 'z', 'angle', 'curvature']) {
      this[name] = new Float64Array(PIECES + 1);
    }
    /** The point that was found last. */
    this.point = { x: 0, z: 0, angle: 0 };
  }

  /** Places paper of its curvature that leaves the spine at an angle. */
  bend(start) {
    const { x, z, angle, point } = this;
    angle[0] = start;
    for (let node = 1; node <= PIECES; node++) {
      this.walk(node - 1, 1 / PIECES);
      x[node] = point.x;
      z[node] = point.z;
      angle[node] = point.angle;
    }
  }

  /** Finds the point at a distance from the start of a piece. */
  walk(piece, way) {
    const { x, z, angle, curvature, point } = this;
    const [first, turn] = [angle[piece], curvature[piece]];
    const bend = (curvature[piece + 1] - turn) * PIECES / 2;
    // Gauss's quadrature.
    const [near, half, far] = [0.11270167 * way, 0.5 * way, 0.88729833 * way];
    const one = first + near * (turn + bend * near);
    const two = first + half * (turn + bend * half);
    const three = first + far * (turn + bend * far);
    const part = way / 18;
    point.x = x[piece] + part * (5 * (Math.cos(one) + Math.cos(three)) + 8 * Math.cos(two));
    point.z = z[piece] + part * (5 * (Math.sin(one) + Math.sin(three)) + 8 * Math.sin(two));
    point.angle = first + way * (turn + bend * way);
  }

  /** The point at a distance of 0…1 from the spine, until the next one is found. */
  at(s) {
    const piece = Math.min(Math.floor(s * PIECES), PIECES - 1);
    this.walk(piece, s - piece / PIECES);
    return this.point;
  }
}

/** The leaves of a book. Their motions arrive later than the first page. */
class Leaves {
  /** @param settings see `WebLeaf.settings` */
  constructor(settings, isLeft) {
    Object.assign(this, settings, { isLeft, paper: null, board: null });
  }

  /** Takes the motions of paper and, perhaps, of boards; see `WebLeaf.motions`. */
  receive({ paper, board }) {
    const cells = this.across.length * this.along.length;
    this.board = board && new LeafMotion(board, cells);
    this.paper = new LeafMotion(paper, cells);
  }

  /** The factors of the color of a page that lies flat at a distance from the spine. */
  shade(share, side) {
    const { places, [side]: factors } = this.gutter;
    let next = 0;
    while (next < places.length && places[next] <= share) next += 1;
    if (next === places.length) return 1;
    if (next === 0) return factors[0];
    const way = (share - places[next - 1]) / (places[next] - places[next - 1]);
    return factors[next - 1] + way * (factors[next] - factors[next - 1]);
  }

  /**
   * Where a line of the paper is seen at all moments of a turn, in page widths from the spine.
   * @param held its distance from the spine on the paper, in page widths
   * @param shape the height of a page in page widths
   */
  way(motion, held, shape) {
    return motion.course.map((section) => this.seen(section.at(held), shape));
  }

  /** Where a point of a cross-section is seen. */
  seen({ x, z }, shape) {
    const eye = this.eye * shape;
    return x * eye / (eye - z);
  }
}
