// The vertices of curled paper that the shaders read, as in CurlStrips of Sources/PageCurl, but
// without its optimizations for software renderers.

import { clamp, dot } from './curl.js';

/** Floats per vertex of paper: position, point of the paper, light. */
const VERTEX_FLOATS = 8;

/** The look of the paper, from the page. */
export const LOOK = /** @type {LookSettings} */ ({});

/** Paper of its own color: a factor for each color, and white to add. */
export const PLAIN = [1, 1, 1, 0];

/** The light on a unit normal relative to level paper: a factor per color, and white to add. */
export function light(normal) {
  if (!LOOK.light) return PLAIN;
  const { way, sky, highlight, shininess } = LOOK.light;
  const halfway = Math.hypot(way[0], way[1], way[2] + 1);
  const facing = (n) => n[0] * way[0] + n[1] * way[1] + n[2] * way[2];
  const matt = (n) => sky + (1 - sky) * Math.max(facing(n), 0);
  const gloss = (n) => (facing(n) > 0
    ? highlight * Math.max((facing(n) + n[2]) / halfway, 0) ** shininess : 0);
  const level = matt([0, 0, 1]);
  const share = bounded(level > 0 ? matt(normal) / level : 1);
  return [share, share, share, Math.max(gloss(normal) - gloss([0, 0, 1]), 0)];
}

/** A factor of a color by which paper of any color keeps its hue; see CurlLight. */
const bounded = (factor) => (factor > 1 ? 1.02 - 0.02 * Math.exp(50 - 50 * factor) : factor);

/**
 * The share of the light from one side of the paper that came through it; see PaperIrradiance.
 * @param own the light on this side
 * @param other the light on the other side
 */
export function lightThrough(own, other) {
  const passed = LOOK.light ? LOOK.showThrough * Math.max(other, 0) : 0;
  return passed && passed / (LOOK.reflectance * own + passed);
}

/** Triangle strips for flat pages: plain, or shaded at the spine, where their ends dip. */
export function flatStrips([width, height], leaves) {
  const vertices = [];
  const corner = (x, y, light) => vertices.push(x, y, x, y, ...light, 0);
  for (const x of [0, width]) corner(x, 0, [1, 1, 1]), corner(x, height, [1, 1, 1]);
  const strips = { plain: { first: 0, count: 4 } };
  for (const side of leaves?.gutter ? ['front', 'back'] : []) {
    const isRight = (side === 'front') === leaves.isLeft;
    const first = vertices.length / VERTEX_FLOATS;
    const columns = gutterColumns(width, height, leaves, side);
    for (let row = 0; row < 5; row++) {
      for (const [index, { x, rows, gap, factor }] of columns.entries()) {
        const ends = [row, row + 1].map((at) => [
          isRight ? x : width - x, rows[at],
          gap.map((part) => factor * (at === 2 || at === 3 ? 1 : part))]);
        // Two vertices twice connect the rows.
        if (index === 0 && row > 0) corner(...ends[0]);
        for (const end of ends) corner(...end);
        if (index === columns.length - 1 && row < 4) corner(...ends[1]);
      }
    }
    strips[side] = { first, count: vertices.length / VERTEX_FLOATS - first };
  }
  return { vertices, strips };
}

/** The lines of a flat page between which its light and its ends are straight; see Gutter. */
function gutterColumns(width, height, leaves, side) {
  const { places, dip, gap } = leaves.gutter;
  const most = dip * width;
  const reach = places[places.length - 1];
  const all = places.flatMap((place, at) => [(place + places[Math.max(at - 1, 0)]) / 2, place]);
  if (most > 1) all.push(reach * (1 - Math.cbrt(1 / most)));
  const columns = all.sort((one, other) => one - other).map((place) => {
    const far = most * (1 - place / reach) ** 3;
    const factor = leaves.shade(place, side);
    const rows = [0, Math.max(far - 0.5, 0.5), far + 0.5];
    return {
      x: place * width, factor, gap: gap.map((part) => 1 - (1 - part) * Math.min(far, 1)),
      rows: [...rows, ...rows.map((y) => height - y).reverse()],
    };
  });
  return [...columns, { ...columns[columns.length - 1], x: width }];
}

/**
 * The distance from its edges at which curled paper certainly covers a pixel. At the silhouette,
 * half a pixel extends sqrt(R) further, with the radius R of the curvature there.
 */
export const edgeInset = ({ radius, fold }) => 2 + 2 * Math.sqrt(radius * fold.reach / fold.power);

/**
 * The sheet as triangle strips between lines along the fold, from the flat to the turned part. They
 * extend beyond the paper's edges, where the fragment shader ends it. A page pixel is a canvas
 * pixel.
 */
export class CurlStrips {
  constructor(curl, isOpaque) {
    this.curl = curl;
    this.vertices = [];
    const { radius, reach, turn, contact } = curl;
    const [start, end] = [curl.lowest - contact, curl.highest - contact];
    const margin = edgeInset(curl);
    // Between two cuts light is interpolated, and the paper is as good as straight: a chord of
    // length l deviates by l² / 8 times the curvature, at most 0.03 of a pixel.
    const pieces = 2 * Math.ceil(Math.max(24, Math.sqrt(5 * turn)));
    const cuts = Array.from({ length: pieces + 1 }, (_, piece) => turn * (piece / pieces));
    const flat = (s) => ({ x: s, bend: 0, side: 1 });
    const turned = (s) => ({ x: turn - s, bend: Math.PI, side: -1 });
    const bent = (side) => (s) => {
      const { x, bend } = curl.profile(s);
      // Half a pixel of the silhouette lies beyond the fold. The light in it is that of its paper.
      const beyond = s === turn / 2 ? 1 : Math.max(x + 0.5 - reach, 0);
      return { x: x + beyond, bend, side };
    };

    this.page = { first: 0, count: 4 };
    for (const corner of curl.corners()) this.vertices.push(...corner, ...corner, ...PLAIN);
    // Corners of strips with different margins don't meet. Each strip extends under the next one,
    // by more than `strip` moves its corners, so that there is no gap. Where the page is
    // transparent, it would be seen twice.
    const lap = isOpaque ? 1 / 8 : 1 / 128;
    // A fold sharper than a pixel is not drawn: the turned part overhangs. It hides the last pixel
    // of the flat front, which would shine through the half-covered pixels of the fold.
    const isSharp = radius < 1;
    const last = isSharp && isOpaque ? -clamp(end - turn, 0, 1) : lap;
    this.flat = this.strip(start, Math.min(end, last), 0, [], flat);
    if (last < 0) this.complete(this.flat, -last);
    this.rising = this.falling = NO_STRIP;
    if (!isSharp) {
      const [low, high] = [start - margin, end + margin];
      this.rising = this.strip(
        Math.max(low, -lap), Math.min(high, turn / 2), margin, cuts, bent(1));
      this.falling = this.strip(
        Math.max(low, turn / 2), Math.min(high, turn), margin, cuts, bent(-1));
    }
    // Level paper is not foreshortened, so that a narrow margin suffices.
    const seam = isSharp ? turn - reach - 1 : turn - lap;
    this.turned = this.strip(Math.max(start - 2, seam), end + 2, 2, [], turned);
  }

  /**
   * Appends quads between the distances `from` and `to` beyond the contact line, cut at `cuts` and
   * at the corners.
   *
   * Drivers snap vertices to multiples of 1/16 pixel or less. Snapping them here moves the paper
   * with them.
   *
   * @param form where a line of the paper is beyond the contact line, its bend, and the side that
   *   is seen: 1 is the front, -1 the back
   */
  strip(from, to, margin, cuts, form) {
    const { curl } = this;
    const first = this.vertices.length / VERTEX_FLOATS;
    for (const line of this.lines(from, to, margin, cuts)) {
      const { x, bend, side } = form(line);
      const lean = -side * Math.sin(bend);
      const lit = light([lean * curl.lift[0], lean * curl.lift[1], side * Math.cos(bend)]);
      for (const along of curl.chord(curl.contact + line, margin) || []) {
        this.vertices.push(...this.corner(line, x, bend, along), ...lit);
      }
    }
    return { first, count: this.vertices.length / VERTEX_FLOATS - first };
  }

  /** A corner on a line of the paper, on the grid, and its point of the paper. */
  corner(line, x, bend, along) {
    const { curl } = this;
    const place = curl.point(curl.contact + x, along).map((part) => Math.round(16 * part) / 16);
    const onward = dot(place, curl.lift) - (curl.contact + x);
    const change = clamp(1 / Math.cos(bend), -20, 20);
    const paper = curl.point(curl.contact + line + change * onward, dot(place, curl.axis));
    return [...place, ...paper];
  }

  /**
   * Adds to the flat strip what it leaves out before a sharp fold that the turned part does not
   * hide, which shows the paper beyond the fold in reverse: pieces at the ends of the fold where
   * the paper's edge runs outward.
   */
  complete(strip, covered) {
    const { curl, vertices } = this;
    const [near, tip, fold, back] = [-covered, 0, curl.turn, curl.turn + covered]
      .map((line) => curl.chord(curl.contact + line));
    if (strip.count < 4 || !near || !tip || !fold || !back) return;
    const corner = (line, along) => [...this.corner(line, line, 0, along), ...PLAIN];
    for (const [end, inward] of [[0, 1], [1, -1]]) {
      if ((back[end] - near[end]) * inward <= 0) continue;
      // The edges of the turned part cover pixels in part, further along the fold, the flatter they
      // run.
      const overlap = 1.5 * inward * Math.hypot(covered, (back[end] - near[end]) / 2);
      // The triangles in between have no area.
      // Under the flat strip, which ends at other corners: rounded, they lie on another line.
      const first = corner(-covered - 1 / 8, near[end]);
      vertices.push(...vertices.slice(-VERTEX_FLOATS), ...first, ...first);
      vertices.push(
        ...corner(0, tip[end]), ...corner(-covered - 1 / 8, back[end] + overlap),
        ...corner(0, fold[end] + overlap));
      strip.count += 6;
    }
  }

  lines(from, to, margin, cuts) {
    if (!(to > from)) return [];
    let around = this.curl.corners(margin).map((corner) => this.curl.distance(corner));
    if (this.curl.lift.includes(0)) {
      // Cut on both sides of a corner, because an edge along the fold starts or ends a chord
      // abruptly. Avoid oblique quads this narrow: drivers interpolate them badly.
      around = around.flatMap((line) => [line - 1e-6, line, line + 1e-6]);
    }
    return [...new Set([from, to, ...around, ...cuts])]
      .filter((line) => line >= from && line <= to).sort((a, b) => a - b);
  }
}

export const NO_STRIP = { first: 0, count: 0 };
