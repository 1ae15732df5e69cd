// How leaves bend like paper. pagecurl has solved their motion, light and shadow; its tables are
// interpolated here as by TurnMotion of Sources/PageCurl.
//
// A leaf's own coordinates are x away from the spine, y along it, and z toward the viewer. The eye
// is above the middle of the spine.

import { clamp } from './curl.js';

/** Pieces of a leaf's cross-section, on each of which the curvature is linear. */
export const PIECES = 32;
/** What the words of the light are multiples of. */
const LIGHT_UNIT = 1 / 16384;

/** The bytes of a Base64 text. */
export const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The numbers of a table whose rows are written as the change of their change; see `WebLeaf`. */
function wordsOf(text, size) {
  const words = new Int16Array(bytesOf(text).buffer);
  for (let round = 0; round < 2; round++) {
    for (let place = size; place < words.length; place++) words[place] += words[place - size];
  }
  return words;
}

/** The place of a time among `count` even moments: the one before it, and the way to the next. */
export function momentAt(time, count) {
  const place = clamp(time, 0, 1) * (count - 1);
  const index = Math.min(Math.floor(place), count - 2);
  return [index, place - index];
}

/** All moments of the turn of one paper. */
export class LeafMotion {
  /** @param {LeafTable} table */
  constructor({ angles, curvatures, unit, lights, shadows, thickness, across, along }) {
    this.angles = angles;
    this.unit = unit;
    this.thickness = thickness;
    this.across = across;
    this.along = along;
    this.cells = across.length * along.length;
    this.curvatures = wordsOf(curvatures, PIECES + 1);
    this.lights = wordsOf(lights, 2 * PIECES + 3);
    this.shadows = shadows && bytesOf(shadows);
    /** @type {Section[] | null} */
    this.known = null;
  }

  /** The number of moments. The tables have one more before them and one after them. */
  get count() { return this.angles.length - 2; }

  /** The cross-section at a time. */
  section(time, section = new Section()) {
    const { angles, curvatures, count, unit } = this;
    const [index, share] = momentAt(time, count);
    const rest = 1 - share;
    // A cubic through four moments.
    const [before, after] = [share * rest * rest / 2, share * share * rest / 2];
    const weights = [
      -before, (1 + 2 * share) * rest * rest + after, (3 - 2 * share) * share * share + before,
      -after];
    const size = PIECES + 1;
    let start = 0;
    section.curvature.fill(0);
    for (let part = 0; part < 4; part++) {
      const [row, weight] = [index + part, weights[part]];
      start += weight * angles[row];
      for (let node = 0, at = row * size; node < size; node++, at++) {
        section.curvature[node] += unit * weight * curvatures[at];
      }
    }
    section.bend(start);
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
    const { lights } = this;
    const size = 2 * PIECES + 3;
    const [index, share] = momentAt(time, lights.length / size);
    for (let column = 0, at = index * size; column < size; column++, at++) {
      out[column] = LIGHT_UNIT * (lights[at] + share * (lights[at + size] - lights[at]));
    }
  }

  /**
   * How dark the shadow is at the places of the grid, where it hides all light as `strength`: the
   * third number of each vertex.
   * @param {Float32Array} fades how much of the shadow is left at each place: 0…1
   */
  shadow(time, strength, fades, vertices) {
    const { shadows, cells } = this;
    // It is known more often near the ends, where its edges are sharp.
    const [index, share] = momentAt(
      Math.acos(1 - 2 * clamp(time, 0, 1)) / Math.PI, shadows.length / cells);
    const [start, end] = [strength / 255 * (1 - share), strength / 255 * share];
    for (let cell = 0, at = index * cells; cell < cells; cell++, at++) {
      vertices[3 * cell + 2] = fades[cell] * (start * shadows[at] + end * shadows[at + cells]);
    }
  }
}

/** A cross-section of paper: what is known at the ends of its pieces, in page widths. */
export class Section {
  constructor() {
    const [x, z, angle, curvature] = Array.from({ length: 4 }, () => new Float64Array(PIECES + 1));
    this.x = x;
    this.z = z;
    this.angle = angle;
    this.curvature = curvature;
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
    const first = angle[piece];
    const turn = curvature[piece];
    const bend = (curvature[piece + 1] - turn) * PIECES / 2;
    // Gauss's quadrature.
    const near = 0.11270167 * way;
    const half = 0.5 * way;
    const far = 0.88729833 * way;
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
    if (piece === s * PIECES) {
      // The end of a piece.
      const { x, z, angle, point } = this;
      point.x = x[piece];
      point.z = z[piece];
      point.angle = angle[piece];
      return point;
    }
    this.walk(piece, s - piece / PIECES);
    return this.point;
  }
}

/** The leaves of a book. Their motions arrive later than the first page. */
export class Leaves {
  /** @param {LeafSettings} settings */
  constructor(settings, isLeft) {
    this.eye = settings.eye;
    this.overhang = settings.overhang;
    this.gutter = settings.gutter;
    this.cover = settings.cover && { ...settings.cover };
    this.isLeft = isLeft;
    /** @type {LeafMotion | null} */
    this.paper = null;
    /** @type {LeafMotion | null} */
    this.board = null;
  }

  /**
   * Takes the motions of paper and, perhaps, of boards.
   * @param {LeafMotions} motions
   */
  receive({ paper, board }) {
    this.board = board && new LeafMotion(board);
    this.paper = new LeafMotion(paper);
  }

  /**
   * The factors of the color of a page that lies flat at a distance from the spine.
   * @param {number} share
   * @param {'front' | 'back'} side
   */
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
   * @param breadth the width of the leaf in page widths
   */
  way(motion, held, shape, breadth) {
    const share = Math.min(held / breadth, 1);
    return motion.course.map((section) => this.seen(section.at(share), shape, breadth));
  }

  /** Where a point of a cross-section is seen. */
  seen({ x, z }, shape, breadth) {
    const eye = this.eye * shape;
    return x * breadth * eye / (eye - z * breadth);
  }
}
