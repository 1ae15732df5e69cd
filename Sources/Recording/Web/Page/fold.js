// How pages fold over: interpolated from a table that pagecurl has computed.

import { bisect, clamp } from './curl.js';

/** The cross-section of a fold. All lengths are in units of its radius, half its height. */
export class Fold {
  /** @param {FoldTable} table */
  constructor({ macros, points, power, reach, length }) {
    this.macros = macros;
    this.power = power;
    this.reach = reach;
    this.length = length;
    const half = points.length / 2 - 1;
    /**
     * The nodes of the table: how far they are on the paper and beyond the contact line, the height
     * above the ground, and the bend, with its cosine and sine. The upper half is the lower one,
     * mirrored.
     */
    this.nodes = Array.from({ length: 2 * half + 1 }, (_, node) => {
      const isUpper = node > half;
      const [x, height] = points.slice(2 * (isUpper ? 2 * half - node : node));
      const sin = node === half ? 1 : (x / this.reach) ** this.power;
      const bend = isUpper ? Math.PI - Math.asin(sin) : Math.asin(sin);
      return {
        s: this.length * node / (2 * half), x, z: isUpper ? 2 - height : height, bend,
        cos: Math.cos(bend), sin };
    });
  }

  /** The paper at a distance on it beyond the contact line, 0…`length`: see `nodes`. */
  point(s) {
    const { nodes, length } = this;
    const last = nodes.length - 1;
    const place = clamp(s / length, 0, 1) * last;
    const node = Math.min(Math.floor(place), last - 1);
    const share = place - node;
    const one = nodes[node];
    const other = nodes[node + 1];
    const rest = 1 - share;
    // A cubic with the slopes of the paper.
    const far = share * share * (3 - 2 * share);
    const leaving = length / last * share * rest * rest;
    const coming = length / last * share * share * rest;
    return {
      s, x: one.x + far * (other.x - one.x) + leaving * one.cos - coming * other.cos,
      z: one.z + far * (other.z - one.z) + leaving * one.sin - coming * other.sin,
      bend: one.bend + share * (other.bend - one.bend),
    };
  }

  /** The distance on the paper at which a measure of its points, rising along it, has a value. */
  find(value, measure, end = this.length) {
    return bisect(0, end, (s) => measure(this.point(s)) < value);
  }
}
