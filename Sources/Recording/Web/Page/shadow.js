// The vertices of the shadow of curled paper: the rows of CurlShadowMesh and the columns of
// ShadowColumns in Sources/PageCurl, but without the optimizations for software renderers.

import { clamp, dot } from './curl.js';
import { edgeInset, LOOK, NO_STRIP } from './mesh.js';

/** The most rows, and the columns of each. */
const ROWS = 512;
const COLUMNS = 26;
/** The indices of the cells between two rows. */
const CELLS = (COLUMNS - 1) * 6;
/** As in shadow.vert. */
const STEEP = 0.6;
/** The standard deviations of the light that count. */
const DEVIATIONS = 2.7;
/** The least distance between two lines: drivers round each vertex. */
const LEAST = 1 / 4;
/** More than the slope of any light. */
const FAR = 1e6;

/**
 * The grid on which the shadow is computed: by distance beyond the contact line, place along the
 * fold, and the slopes of the light across the fold between which paper hides it.
 */
export class ShadowMesh {
  /** @param isClear whether something is seen through the pages: { front, back } */
  constructor(curl, isClear) {
    this.curl = curl;
    this.vertices = [];
    const { radius, reach, turn, contact, fold } = curl;
    const { slope, spread: light } = LOOK.shadow;
    /** The light's middle slope, across and along the fold. */
    this.slope = [dot(slope, curl.lift), dot(slope, curl.axis)];
    /** The slopes across the fold that matter. */
    this.slopes = [-DEVIATIONS, DEVIATIONS].map((side) => this.slope[0] + side * light);
    this.isStraight = curl.lift.includes(0);
    this.end = curl.profile(curl.highest - contact);
    /** The bent paper, at the ends of pieces that are as good as straight. */
    this.bend = spread(0, turn, 41).map((s) => curl.profile(s));
    const inset = edgeInset(curl);
    const last = Math.max(reach - inset, 0);
    // Where what the back covers begins, bends and ends.
    this.kept = isClear.back ? [reach] : curl.corners(-inset)
      .map((corner) => curl.distance(corner)).filter((s) => s > turn / 2)
      .map((s) => curl.profile(s).x).concat(reach, last);
    /** The slopes of the light whose tangents to the fold have rows, and the paper there. */
    this.tangents = spread(...this.slopes, 13).map((tangent) => {
      const bend = Math.atan2(1, tangent);
      return { ...curl.profile(radius * fold.find(bend, (point) => point.bend)), tangent };
    });
    const lines = this.groundLines();
    // What is seen of the ground through the front.
    this.under = isClear.front && radius >= 2 ? this.grid(lines, (line) => {
      const part = line > 0 && line < STEEP * reach
        && curl.chord(contact + curl.rising(line), -inset);
      return part && this.row(line, null, part);
    }).beyond : NO_STRIP;
    this.ground = this.grid(lines, (line) => this.row(line, null, [-Infinity, Infinity]));
    this.raised = this.grid(this.raisedLines(), (line) => {
      const own = curl.profile(curl.rising(line));
      const part = curl.chord(contact + own.s, 1);
      const row = part && this.row(line, own, part);
      // Where it leaves the ground, paper has the ground's vertices: drivers round each vertex, so
      // that others would leave pixels of the line out, or shade them twice.
      return row && line <= 1 && this.foot ? { ...row, places: this.foot } : row;
    }).beyond;
  }

  /**
   * Appends the rows on some lines. Returns the cells before the contact line and those beyond it.
   * @param row returns the row on a line, or null where it is not seen
   */
  grid(lines, row) {
    const rows = this.refined(lines.map(row).filter(Boolean), row);
    let places = rows.find((one) => one.places)?.places;
    if (!places) return { before: NO_STRIP, beyond: NO_STRIP };
    const first = this.vertices.length / 4 / COLUMNS * CELLS;
    let count = 0;
    rows.forEach((one, index) => {
      // Lines without paper above them share the places of their neighbors.
      places = one.places || places;
      if (one.line === 0) {
        count = index * CELLS;
        this.foot = places;
      }
      for (const place of places) this.vertices.push(one.line, place, ...one.hidden);
    });
    return {
      before: { first, count },
      beyond: { first: first + count, count: (rows.length - 1) * CELLS - count },
    };
  }

  /** Adds rows where columns are not straight from one to the next. */
  refined(rows, row) {
    if (this.isStraight) return rows;
    let left = 100;
    const between = (one, other) => {
      if (left === 0 || other.line - one.line <= 1 || !one.places || !other.places) return [];
      const middle = row((one.line + other.line) / 2);
      if (!middle?.places || !bends(one.places, middle.places, other.places)) return [];
      left -= 1;
      return [...between(one, middle), middle, ...between(middle, other)];
    };
    return rows.flatMap((one, index) => (
      index + 1 < rows.length ? [one, ...between(one, rows[index + 1])] : [one]));
  }

  groundLines() {
    const { curl, curl: { radius, reach, turn, fold }, slopes: [low, high], end } = this;
    const lines = spread(0.1 * reach, 0.9 * reach, fold.power === 1 ? 5 : 11);
    // Before the contact line until every slope meets the level part.
    if (high > 0) lines.push(...spread(-2 * radius * high, 0, 7));
    // Slanted ends hide more and more of the columns.
    if (!this.isStraight && end.s > turn) lines.push(...spread(turn - end.s, 0, 11));
    // There also the shadows of the sheet's end and corners for each slope. The lower a corner is,
    // the sharper is its shadow.
    const sharp = [];
    for (const s of curl.corners().map((corner) => curl.distance(corner)).filter((s) => s > 0)) {
      const { x, z } = curl.profile(s);
      const count = s > end.s - 1e-6 * radius ? 9 : 7;
      (z < 0.75 * radius ? sharp : lines).push(...spread(x - z * high, x - z * low, count));
    }
    // At the contact line begins the shadow of paper that is near the ground.
    return [
      ...settled(
        lines, 0.5 * LOOK.shadow.spread * radius,
        this.tangents.map(({ x, z, tangent }) => x - z * tangent), sharp, this.kept)
        .filter((line) => line <= -LEAST || line >= 2 * LEAST),
      0, LEAST].sort((a, b) => a - b);
  }

  /** The lines over the lower half of the fold. */
  raisedLines() {
    const { curl, curl: { radius, reach, contact, turn, lowest, highest } } = this;
    // The paper's corners, the first and the last a little outside it.
    const corners = curl.corners().map((corner) => dot(corner, curl.lift))
      .map((place) => place - contact
        + (place <= lowest ? -0.9 : 0) + (place >= highest ? 0.9 : 0))
      .filter((s) => s > 0 && s < turn / 2).map((s) => curl.profile(s).x);
    // Also where the paper's own slope is one of the light's.
    const own = this.tangents.filter(({ tangent }) => tangent > 0).map(({ x }) => x);
    const lines = settled(
      spread(reach / 12, reach, 12), reach / 30, own, [], [...this.kept, ...corners]);
    // The first two have the columns of the ground. Slanted cells need room: where rows are less
    // than a pixel apart, rounded vertices make them overlap.
    const near = Math.min(1, radius / 2);
    return [0, near, ...lines.filter((line) => line >= 2 * near && line <= reach)];
  }

  /** The slopes of the light, across the fold, between which paper hides a line. */
  hidden(d, own) {
    const { curl, curl: { radius, fold, reach }, end } = this;
    const last = (end.x - d) / Math.max(end.z - (own ? own.z : 0), 1e-3);
    if (own) {
      const sin = Math.min(d / reach, 1) ** fold.power;
      return [last, Math.sqrt(1 - sin * sin) / Math.max(sin, 1e-6)];
    }
    if (d <= 0) return [last, FAR];
    const touched = curl.profile(radius * fold.find(
      d / radius, ({ x, z, bend }) => x - z / Math.tan(bend)));
    return [-FAR, touched.s < end.s ? (touched.x - d) / touched.z : last];
  }

  /**
   * A line, the slopes that paper hides there, and the places along the fold at which the shadow is
   * computed; none if no paper is between the line and the light. Each end of the sheet, projected
   * by the light, has a penumbra as wide as the paper is high; half of the columns lie in either
   * penumbra.
   *
   * @param line its distance beyond the contact line
   * @param own the rising paper there; null for the ground
   * @param visible the part of the line on which the shadow may be seen
   */
  row(line, own, visible) {
    const { curl, curl: { radius, turn, contact }, end, slope: [, along] } = this;
    const hidden = this.hidden(line, own);
    const from = Math.max(hidden[0], this.slopes[0]);
    const to = Math.min(hidden[1], this.slopes[1]);
    const brinks = [];
    let [low, high, sum, weights] = [-Infinity, Infinity, 0, 0];
    // Projects both ends of the paper at a distance beyond the contact line, so much higher.
    const project = (s, rise) => {
      // The first slope may just miss the end.
      const chord = s <= end.s + 1e-6 * radius && curl.chord(contact + Math.min(s, end.s));
      if (!chord) return;
      const light = DEVIATIONS * rise * LOOK.shadow.spread;
      const reach = Math.max(light, 2);
      const first = chord[0] - rise * along;
      const last = chord[1] - rise * along;
      // Near the contact line, where narrow penumbras begin, columns hardly move from line to line,
      // nor where a corner of the paper begins to hide light.
      const weight = clamp(light / 2, 0.5, 1) * Math.min((last - first) / reach, 1);
      const density = weight / reach;
      weights += weight;
      sum += weight * (first + last) / 2;
      brinks.push(
        { place: first - reach, change: density }, { place: first + reach, change: -density },
        { place: last - reach, change: density }, { place: last + reach, change: -density });
      low = Math.max(low, first + reach);
      high = Math.min(high, last - reach);
    };
    const height = own ? own.z : 0;
    const least = own ? 1e-3 : 0;
    // The paper beside a place on it is as high.
    if (own && from < to) project(own.s, 0);
    for (const slope of from < to ? spread(from, to, this.isStraight ? 5 : 17) : []) {
      const across = line + (2 * radius - height) * slope;
      if (across <= 0) project(turn - across, 2 * radius - height);
      // Where the fold crosses the light's way: once on its way out, once on its way back.
      let one = this.bend[0];
      let before = one.x - line - slope * (one.z - height);
      for (const other of this.bend) {
        const beyond = other.x - line - slope * (other.z - height);
        if (before < 0 ? beyond >= 0 && !own : beyond < 0) {
          const share = before / (before - beyond);
          const rise = one.z + share * (other.z - one.z) - height;
          if (rise > least) project(one.s + share * (other.s - one.s), rise);
        }
        one = other;
        before = beyond;
      }
    }
    if (weights === 0) return { line, hidden };
    // Between the penumbras, or where they overlap, the mean of the paper's middles.
    const ends = (low < high ? [low, high] : [sum / weights, sum / weights])
      .map((place) => clamp(place, ...visible));
    brinks.sort((a, b) => a.place - b.place);
    const lower = half(brinks, visible[0], ends[0], 1);
    const upper = half(brinks.reverse(), -visible[1], -ends[1], -1).reverse();
    return { line, hidden, places: [...lower, ...upper] };
  }
}

/** Two triangles per cell, row by row. */
export function shadowIndices() {
  const middle = COLUMNS / 2 - 1;
  const cell = (row, column) => {
    const corner = row * COLUMNS + column;
    const above = corner + COLUMNS;
    // Mirrored in the other half, so that mirrored curls have mirrored shadows.
    return column <= middle
      ? [corner, corner + 1, above, above, corner + 1, above + 1]
      : [corner + 1, above + 1, corner, corner, above + 1, above];
  };
  return Array.from({ length: ROWS - 1 }, (_, row) => Array.from(
    { length: COLUMNS - 1 }, (_, column) => cell(row, column))).flat(2);
}

/** The shadow fades over the last seventh of the turn, and with folds as thin as a pixel. */
export function shadowStrength(curl) {
  if (!LOOK.shadow) return 0;
  const share = clamp(7 * (1 - curl.time), 0, 1);
  return LOOK.shadow.strength * clamp(curl.radius - 1, 0, 1) * share * share * (3 - 2 * share);
}

/**
 * Half of the places, from the first penumbra's start, or `from` if that is later, to `to`.
 * @param side 1, or -1 for places that are mirrored
 */
function half(brinks, from, to, side) {
  const start = clamp(side * brinks[0].place, from, to);
  let place = start;
  let density = 0;
  // How many columns are before the places at which the density changes.
  const passed = [0];
  const stops = [start];
  brinks.forEach((brink, index) => {
    const next = clamp(side * brink.place, start, to);
    passed.push(passed[index] + (next - place) * density);
    stops.push(next);
    density += side * brink.change;
    place = next;
  });
  const last = COLUMNS / 2 - 1;
  const all = passed[brinks.length];
  let stop = 1;
  return Array.from({ length: last + 1 }, (_, index) => {
    const wanted = all * index / last;
    while (passed[stop] < wanted) stop += 1;
    // At the start, or where no penumbra is seen.
    if (index === 0) return side * start;
    if (index === last || all <= 0) return side * to;
    return side * (stops[stop - 1] + (stops[stop] - stops[stop - 1])
      * (wanted - passed[stop - 1]) / (passed[stop] - passed[stop - 1]));
  });
}

/** Sorts lines and drops those that are less than `step` above the one before. */
function thinned(lines, step) {
  let last = -Infinity;
  return lines.sort((a, b) => a - b).filter((line) => {
    const isFar = line - last >= step;
    if (isFar) last = line;
    return isFar;
  });
}

/** Sorts and thins lines, and adds those that must be there; see CurlShadowMesh. */
const settled = (lines, apart, tangents, sharp, kept) => [
  [tangents, Math.max(apart / 5, LEAST)], [sharp, LEAST], [kept, LEAST],
].reduce((rows, [more, step]) => {
  const added = thinned(more, step);
  return rows.filter((row) => added.every((line) => Math.abs(line - row) >= step)).concat(added);
}, thinned(lines, apart)).sort((a, b) => a - b);

/** Whether columns between two rows are not as good as straight; see CurlShadowMesh. */
const bends = (one, middle, other) => middle.some((place, index) => {
  const room = middle[Math.min(index + 1, middle.length - 1)] - middle[Math.max(index - 1, 0)];
  return Math.abs(place - (one[index] + other[index]) / 2) > Math.max(0.2 * room, 1);
});

/** `count` evenly spaced positions from one end to the other. */
function spread(from, to, count) {
  return Array.from({ length: count }, (_, index) => from + (to - from) * index / (count - 1));
}
