// The vertices of the shadow of curled paper, as in CurlShadowMesh of Sources/PageCurl, but without
// its optimizations for software renderers.

import { clamp, dot } from './curl.js';
import { edgeInset, LOOK, NO_STRIP } from './mesh.js';

/**
 * The grid on which the shadow is computed: by distance beyond the contact line, place along the
 * fold, and the slopes of the light across the fold between which paper hides it.
 */
export class ShadowMesh {
  /**
   * @param bounds where the shadow may fall: left, bottom, width, height
   * @param isClear whether something is seen through the pages: { front, back }
   */
  constructor(curl, bounds, isClear) {
    this.curl = curl;
    const { radius, reach, contact, fold } = curl;
    const { slope, spread: light } = LOOK.shadow;
    this.slope = [dot(slope, curl.lift), dot(slope, curl.axis)];
    this.light = light;
    this.end = curl.highest - contact;
    /** The paper beyond the contact line, at the ends of pieces that are as good as straight. */
    this.paper = fold.samples.map(({ s }) => s * radius).filter((s) => s < this.end)
      .concat(this.end).map((s) => curl.profile(s));
    this.vertices = [];
    const inset = edgeInset(curl);
    // Where the fold is sharper than a pixel no rising paper is drawn.
    const front = (line) => radius >= 1 && line > 0 && line < ShadowMesh.STEEP * reach
      && curl.chord(contact + curl.rising(line), -inset);
    const back = (line) => !isClear.back && line <= reach - inset
      && curl.chord(contact + curl.turn - (line > 0 ? curl.rising(line) : line), -inset);
    const both = (line) => {
      const parts = [back(line), front(line)].filter(Boolean);
      if (parts.length < 2) return parts[0];
      // Between a front and a back that don't overlap the ground is visible.
      const [[low, high], [from, to]] = parts;
      return low <= to && from <= high ? [Math.min(low, from), Math.max(high, to)] : parts[0];
    };
    // Where what the back covers begins, bends and ends.
    this.kept = isClear.back ? [] : curl.corners(-inset)
      .map((corner) => curl.distance(corner)).filter((s) => s > curl.turn / 2)
      .map((s) => curl.profile(s).x).concat(reach - inset);
    this.ends = curl.corners(ROOM, bounds).map((corner) => curl.distance(corner));
    const rows = this.groundRows();
    const [ground, beyond] = this.grid(
      rows, false, (line) => curl.chord(contact + line, ROOM, bounds), both);
    this.ground = ground;
    this.beyond = beyond;
    // What is seen of the ground through the front.
    this.under = isClear.front && radius >= 2
      ? this.grid(rows.filter(front), false, front)[0] : NO_STRIP;
    this.raised = this.grid(
      this.raisedRows(), true, (line) => curl.chord(contact + curl.rising(line), 1), back)[1];
  }

  /**
   * Appends the vertices of some lines. Returns the cells before the contact line and those beyond
   * it.
   * @param part the part of a line on which the shadow may be seen
   * @param cover the part of it that paper hides
   */
  grid(rows, isRaised, part, cover = () => null) {
    const start = this.rowCount;
    const covers = rows.map(cover);
    const [first, last] = [covers.findIndex(Boolean), covers.findLast(Boolean)];
    let [waiting, places, foot] = [[], null, start];
    rows.forEach((row, index) => {
      const visible = part(row);
      if (!visible) return;
      const near = index < first ? covers[first] : last;
      const columns = this.columns(row, isRaised, visible, covers[index], near);
      // Where it leaves the ground, paper has the ground's vertices: drivers round each vertex, so
      // that others would leave pixels of the line out, or shade them twice.
      places = isRaised && row <= 1 ? this.foot : columns || places;
      waiting.push([row, ...this.hidden]);
      // Other lines without paper above them share the places of their neighbors.
      if (!places) return;
      for (const [line, low, high] of waiting) {
        if (line === 0) {
          foot = this.rowCount;
          this.foot = places;
        }
        for (const place of places) this.vertices.push(line, place, low, high);
      }
      waiting = [];
    });
    return [this.cells(start, foot), this.cells(foot, this.rowCount - 1)];
  }

  get rowCount() {
    return this.vertices.length / 4 / ShadowMesh.COLUMNS;
  }

  /** Two triangles per cell, row by row. */
  static indices() {
    const middle = ShadowMesh.COLUMNS / 2 - 1;
    const cell = (row, column) => {
      const corner = row * ShadowMesh.COLUMNS + column;
      const above = corner + ShadowMesh.COLUMNS;
      // Mirrored in the other half, so that mirrored curls have mirrored shadows.
      return column <= middle
        ? [corner, corner + 1, above, above, corner + 1, above + 1]
        : [corner + 1, above + 1, corner, corner, above + 1, above];
    };
    return Array.from({ length: ShadowMesh.ROWS - 1 }, (_, row) => Array.from(
      { length: ShadowMesh.COLUMNS - 1 }, (_, column) => cell(row, column))).flat(2);
  }

  /** The cells between two rows, as an index range. */
  cells(first, last) {
    const size = (ShadowMesh.COLUMNS - 1) * 6;
    return { first: first * size, count: Math.max(last - first, 0) * size };
  }

  /** The slopes of the light that matter. */
  slopes(direction) {
    const reach = 2.7 * this.light;
    return [this.slope[direction] - reach, this.slope[direction] + reach];
  }

  /** The tangents to the fold whose slopes are some of the light's: these, and the paper there. */
  tangents() {
    const [low, high] = this.slopes(0);
    return this.curl.fold.samples.map((node) => ({ ...node, slope: 1 / Math.tan(node.bend) }))
      .filter(({ slope }) => slope >= low && slope <= high);
  }

  groundRows() {
    const { curl, curl: { radius, reach, turn } } = this;
    const [low, high] = this.slopes(0);
    const apart = 0.5 * this.light * radius;
    const rows = spread(0.1 * reach, 0.9 * reach, 2 + Math.floor(0.8 * reach / apart));
    const tangents = this.tangents().map(({ x, z, slope }) => radius * (x - z * slope));
    // Before the contact line until every slope meets the level part.
    if (high > 0) rows.push(...spread(-2 * radius * high, 0, 7));
    const last = this.end;
    // Slanted ends hide more and more of the columns.
    if (!curl.lift.includes(0) && last > turn) rows.push(...spread(turn - last, 0, 11));
    // There also the shadows of the sheet's end and corners for each slope. The lower a corner is,
    // the sharper is its shadow.
    const sharp = [];
    for (const s of curl.corners().map((corner) => curl.distance(corner)).filter((s) => s > 0)) {
      const { x, z } = curl.profile(s);
      const count = s > last - 1e-6 * radius ? 9 : 7;
      (z < 0.75 * radius ? sharp : rows).push(...spread(x - z * high, x - z * low, count));
    }
    // At the contact line begins the shadow of paper that is near the ground.
    return [
      ...this.settled(rows, apart, tangents, sharp, this.ends)
        .filter((row) => row <= -1 / 4 || row >= 1 / 2),
      0, 1 / 4].sort((a, b) => a - b);
  }

  /** The rows over the lower half of the fold. */
  raisedRows() {
    const { radius, reach } = this.curl;
    // Also where the paper's own slope is one of the light's.
    const own = this.tangents().filter(({ slope }) => slope > 0).map(({ x }) => radius * x);
    const rows = this.settled(
      [...spread(0, reach, 13), ...own], reach / 30, [], [], this.cornerLines());
    // The first two have the columns of the ground. Slanted cells need room: where rows are less
    // than a pixel apart, rounded vertices make them overlap.
    const near = Math.min(1, radius / 2);
    return [0, near, ...rows.filter((row) => row >= 2 * near && row <= reach)];
  }

  /** The lines of the rising paper's corners, the first and the last a little outside it. */
  cornerLines() {
    const { curl, curl: { lowest, highest } } = this;
    return curl.corners().map((corner) => dot(corner, curl.lift))
      .map((place) => place - curl.contact
        + (place <= lowest ? -0.9 : 0) + (place >= highest ? 0.9 : 0))
      .filter((s) => s > 0 && s < curl.turn / 2).map((s) => curl.profile(s).x);
  }

  /** Sorts the rows, thins them and adds those that must be there; see CurlShadowMesh. */
  settled(places, apart, tangents, sharp, corners = []) {
    const least = 1 / 4;
    const thinned = (rows, step) => {
      let last = -Infinity;
      return rows.sort((a, b) => a - b).filter((row) => {
        const isFar = row - last >= step;
        if (isFar) last = row;
        return isFar;
      });
    };
    const away = (rows, others, step) => rows
      .filter((row) => others.every((line) => Math.abs(line - row) >= step));
    const fixed = thinned([this.curl.reach, ...this.kept, ...corners], least);
    const dense = thinned(tangents, Math.max(apart / 5, least));
    const low = thinned(sharp, least);
    const rows = [...away(thinned(places, apart), dense, apart / 5), ...dense];
    return [...away([...away(rows, low, least), ...low], fixed, least), ...fixed]
      .sort((a, b) => a - b);
  }

  /**
   * The places along the fold at which the shadow on a line is computed, or null if no paper is
   * between it and the light. `hidden` then has the slopes that paper hides. Each end of the sheet,
   * projected by the light, has a penumbra as wide as the paper is high; half of the columns lie in
   * either penumbra.
   *
   * @param d the line's distance beyond the contact line
   * @param visible the part of the line on which the shadow may be seen
   * @param cover the part of it that paper hides: half of the columns lie on either side
   * @param near that part of a line that has one. The columns part there, so that they run on.
   */
  columns(d, isRaised, visible, cover, near) {
    const { curl } = this;
    const own = isRaised ? curl.profile(curl.rising(d)) : { s: 0, z: 0, bend: d > 0 ? Math.PI : 0 };
    const paper = [{ s: own.s, rise: 0, slope: clamp(1 / Math.tan(own.bend), -FAR, FAR) }];
    let highest = -FAR;
    this.paper.forEach(({ s, x, z }, index, { length }) => {
      const rise = z - own.z;
      if (s <= own.s || rise < 1e-3) return;
      const slope = (x - d) / rise;
      highest = Math.max(highest, slope);
      // Penumbras change more slowly.
      if (index % 4 === 0 || index > length - 3) paper.push({ s, rise, slope });
    });
    const { slope: lowest } = paper[paper.length - 1];
    this.hidden = d > 0 && !isRaised ? [-FAR, highest] : [lowest, isRaised ? paper[0].slope : FAR];
    const [first, last] = this.slopes(0);
    const [from, to] = [Math.max(first, this.hidden[0]), Math.min(last, this.hidden[1])];
    const penumbras = new Penumbras(curl, this.slope[1], this.light);
    if (from >= to) return null;
    // The paper beside a place on it is as high.
    if (isRaised) penumbras.add(own.s, 0, 0.2);
    for (let piece = 1; piece < paper.length; piece++) {
      const [one, other] = [paper[piece - 1], paper[piece]];
      const low = Math.max(Math.min(one.slope, other.slope), from);
      const high = Math.min(Math.max(one.slope, other.slope), to);
      if (low > high || one.slope === other.slope) continue;
      // The part that lies upside down is one long piece.
      const count = other.s > curl.turn ? 5 : 2;
      for (const slope of spread(low, high, count)) {
        const share = (slope - one.slope) / (other.slope - one.slope);
        penumbras.add(
          one.s + share * (other.s - one.s), one.rise + share * (other.rise - one.rise),
          (high - low) / (to - from) / count);
      }
    }
    return penumbras.divided(visible, cover, near);
  }

  /** The shadow fades over the last seventh of the turn. */
  static strength(curl) {
    if (!LOOK.shadow) return 0;
    const share = clamp(7 * (1 - curl.time), 0, 1);
    return LOOK.shadow.strength * share * share * (3 - 2 * share);
  }
}
ShadowMesh.ROWS = 256;
ShadowMesh.COLUMNS = 26;
ShadowMesh.STEEP = 0.6;  // as in shadow.vert

/** The room around the bounds of a shadow in which it is computed. */
const ROOM = 2;
/** More than the slope of any light. */
const FAR = 1e6;

/** The places on a line in which the sheet's ends hide some of the light; see ShadowColumns. */
class Penumbras {
  constructor(curl, slope, light) {
    this.curl = curl;
    this.slope = slope;
    this.light = light;
    this.brinks = [];
    this.low = -Infinity;
    this.high = Infinity;
  }

  /**
   * Projects both ends of the paper at a distance beyond the contact line, so much higher.
   * @param weight its share of the light
   */
  add(s, rise, weight) {
    const chord = this.curl.chord(this.curl.contact + s);
    if (!chord) return;
    const own = 2.7 * rise * this.light;
    const reach = Math.max(own, 2);
    // Near the contact line, where narrow penumbras begin, columns hardly move from line to line.
    const density = weight * clamp(own / 2, 0.5, 1) / reach;
    const [first, last] = chord.map((place) => place - rise * this.slope);
    for (const place of [first, last]) {
      this.brinks.push([place - reach, density], [place + reach, -density]);
    }
    this.low = Math.max(this.low, first + reach);
    this.high = Math.min(this.high, last - reach);
  }

  /** Half of the columns in the lower penumbras, and half in the upper ones; null without any. */
  divided(visible, cover, near) {
    const { brinks, low, high } = this;
    if (brinks.length === 0) return null;
    const middle = (low + high) / 2;
    const ends = cover || [Math.min(low, middle), Math.max(high, middle)]
      .map((end) => clamp(near ? clamp(end, ...near) : end, ...visible));
    brinks.sort((a, b) => a[0] - b[0]);
    const lower = this.half(brinks, visible[0], ends[0]);
    const mirrored = brinks.reverse().map(([place, change]) => [-place, -change]);
    return [
      ...lower, ...this.half(mirrored, -visible[1], -ends[1]).reverse().map((place) => -place)];
  }

  /** Half of the places, from the first penumbra's start, or `from` if that is later, to `to`. */
  half(brinks, from, to) {
    const count = ShadowMesh.COLUMNS / 2;
    const start = Math.min(Math.max(brinks[0][0], from), to);
    const pieces = [];
    let [place, density, columns] = [start, 0, 0];
    for (const [brink, change] of brinks) {
      const next = clamp(brink, start, to);
      if (next > place) {
        pieces.push([place, next - place, columns, (next - place) * density]);
        columns += (next - place) * density;
        place = next;
      }
      density += change;
    }
    const places = [start];
    for (const [piece, length, passed, more] of columns > 0 ? pieces : []) {
      while (places.length < count - 1) {
        const wanted = columns * places.length / (count - 1);
        if (wanted > passed + more || more <= 0) break;
        places.push(piece + length * (wanted - passed) / more);
      }
    }
    while (places.length < count) places.push(to);
    return places;
  }
}

/** `count` evenly spaced positions from one end to the other. */
function spread(from, to, count) {
  return Array.from({ length: count }, (_, index) => from + (to - from) * index / (count - 1));
}
