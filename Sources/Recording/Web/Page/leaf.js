// What is seen of a leaf that bends like paper, cut as by VisibleRun of Sources/PageCurl.
// Coordinates are as in motion.js, in page pixels.

import { bisect, clamp } from './curl.js';
import { light, lightThrough, LOOK } from './mesh.js';
import { PIECES, Section } from './motion.js';

/** @typedef {import('./motion.js').LeafMotion} LeafMotion */
/** @typedef {import('./motion.js').Leaves} Leaves */

/** The most rulings of a leaf: of the paper, and of its edge. */
const MOST_RULINGS = 1024;

/**
 * One moment of a leaf on pages of a size, as triangle strips for ruled.vert. It is used again for
 * the next moment, so that no memory is left over.
 */
export class Leaf {
  /** @param {Leaves} book */
  constructor(book) {
    this.book = book;
    this.section = new Section();
    this.lights = new Float64Array(2 * PIECES + 3);
    /** The highlights on the front and on the back at the ends of the pieces. */
    this.sheens = [new Float64Array(PIECES + 1), new Float64Array(PIECES + 1)];
    /**
     * Lines of the paper: their distance `s` from the spine on it, their place, where and how large
     * they are seen, and the factors of the color and the white light that is added to it, on the
     * front and on the back. In page pixels.
     */
    this.rulings = {};
    for (const name of [
      's', 'x', 'z', 'seen', 'size', 'front', 'back', 'frontSheen', 'backSheen',
    ]) {
      this.rulings[name] = new Float64Array(MOST_RULINGS);
    }
    this.scratch = new Float64Array(MOST_RULINGS);
    this.vertices = new Float32Array(4 * MOST_RULINGS * LEAF_FLOATS);
  }

  /**
   * Bends the leaf as at a time.
   * @param {LeafMotion} motion
   * @param {number[]} page the size of a page
   * @param board of a cover, see `BookPainter.board`; null for a page
   * @param hasGutter whether its front and its back are shaded at the spine
   * @param isPrinted whether its back has a picture
   */
  bend(motion, time, page, board, hasGutter, isPrinted) {
    this.motion = motion;
    this.time = time;
    this.page = page;
    this.board = board;
    this.hasGutter = hasGutter;
    this.isClear = isPrinted && !board;
    const [beyond, along] = board ? board.squares : [0, 0];
    this.width = page[0] + beyond;
    this.height = page[1] + 2 * along;
    /** The leaf's lower left corner from that of the page. */
    this.low = [this.book.isLeft ? 0 : -beyond, -along];
    this.eye = this.book.eye * page[1];
    motion.section(time, this.section);
    motion.light(time, this.lights);
    this.shine();
    /** The number of rulings, and of floats. */
    this.count = this.filled = 0;
    /** Strips: the surface they show, the first vertex and the number of vertices. */
    this.parts = [];
    this.cut();
  }

  /** Computes the highlights. */
  shine() {
    const { section: { angle }, sheens, book: { isLeft } } = this;
    for (let piece = 0; piece <= PIECES; piece++) {
      const across = (isLeft ? -1 : 1) * Math.sin(angle[piece]);
      const up = Math.cos(angle[piece]);
      sheens[0][piece] = light([across, 0, up])[3];
      sheens[1][piece] = light([-across, 0, -up])[3];
    }
  }

  /** How fast the place on the canvas changes along the paper at a point of the section. */
  facing({ x, z, angle }) {
    const { width, eye } = this;
    return (eye - z * width) * Math.cos(angle) + x * width * Math.sin(angle);
  }

  /** Adds the ruling at a distance from the spine of 0…1, which is at `point`. */
  addRuling(s, { x, z }) {
    const { width, page, lights, sheens, hasGutter, book } = this;
    const piece = Math.min(Math.floor(s * PIECES), PIECES - 1);
    const share = s * PIECES - piece;
    const mixed = (values, at = piece) => values[at] + share * (values[at + 1] - values[at]);
    const place = s * width / page[0];
    const front = hasGutter.front ? book.shade(place, 'front') : 1;
    const back = hasGutter.back ? book.shade(place, 'back') : 1;
    this.put(
      s, x * width, z * width, front * mixed(lights), back * mixed(lights, PIECES + 1 + piece),
      front * mixed(sheens[0]), back * mixed(sheens[1]));
  }

  put(s, x, z, front, back, frontSheen = 0, backSheen = 0) {
    const { rulings, count, eye, width } = this;
    const size = eye / (eye - z);
    rulings.s[count] = s * width;
    rulings.x[count] = x;
    rulings.z[count] = z;
    rulings.seen[count] = x * size;
    rulings.size[count] = size;
    rulings.front[count] = front;
    rulings.back[count] = back;
    rulings.frontSheen[count] = frontSheen;
    rulings.backSheen[count] = backSheen;
    this.count += 1;
  }

  /** The distances from the spine between which the paper is as good as straight, in order. */
  lines() {
    const { scratch, hasGutter, page, width, section: { curvature } } = this;
    let count = 0;
    for (let piece = 0; piece < PIECES; piece++) {
      const bend = Math.max(Math.abs(curvature[piece]), Math.abs(curvature[piece + 1]));
      // A chord of length l deviates by κ l² / 8: by fifteen thousandths of a pixel.
      const parts = clamp(Math.ceil(Math.sqrt(bend * width / 0.12) / PIECES), 1, 16);
      for (let part = 0; part < parts; part++) scratch[count++] = (piece + part / parts) / PIECES;
    }
    scratch[count++] = 1;
    if (hasGutter.front || hasGutter.back) {
      for (const place of this.book.gutter.places) scratch[count++] = place * page[0] / width;
    }
    return scratch.subarray(0, count).sort();
  }

  /** The parts of the paper that show one side each, in the order in which they are seen. */
  runs() {
    const { section } = this;
    const runs = [];
    let first = 0;
    const end = (facing) => {
      const last = this.count - 1;
      if (last > first) {
        // At the spine the paper goes on.
        const isBeyond = runs.length > 0;
        runs.push(facing > 0 ? new LeafRun(this.rulings, first, last, 'front', isBeyond, true)
          : new LeafRun(this.rulings, last, first, 'back', true, isBeyond));
      }
      first = last;
    };
    let [last, before] = [-1, 0];
    for (const s of this.lines()) {
      if (s === last) continue;
      const facing = this.facing(section.at(s));
      if (before * facing < 0) {
        // A line of sight touches the paper between the two.
        const side = before;
        const edge = bisect(last, s, (place) => this.facing(section.at(place)) * side > 0);
        this.addRuling(edge, section.at(edge));
        end(before);
        section.at(s);
      }
      this.addRuling(s, section.point);
      last = s;
      if (facing !== 0) before = facing;
    }
    end(before);
    return runs;
  }

  /** The edge of the paper at its free end, or null if it isn't seen. */
  edge() {
    const { width, eye, motion, lights, count, rulings, section } = this;
    const [x, z] = [section.x[PIECES] * width, section.z[PIECES] * width];
    const [across, up] = [Math.cos(section.angle[PIECES]), Math.sin(section.angle[PIECES])];
    if (up * (eye - z) - across * x <= 0) return null;
    const thickness = motion.thickness * width;
    const factor = lights[2 * PIECES + 2];
    this.put(1, x, z, factor, factor);
    this.put(1, x + thickness * up, z - thickness * across, factor, factor);
    const isSeen = rulings.seen[count + 1] - rulings.seen[count] > 0.02;
    return isSeen ? new LeafRun(rulings, count, count + 1, 'front', true, true) : null;
  }

  /** Adds the parts of the leaf from the lowest one up: those above hide the others. */
  cut() {
    const rest = this.runs();
    const ends = this.count - 1;
    while (rest.length > 0) {
      const lowest = rest.findIndex(
        (one) => rest.every((other) => one === other || !one.isOver(other)));
      const [run] = rest.splice(Math.max(lowest, 0), 1);
      const edge = Math.max(run.first, run.last) === ends && this.edge();
      if (edge && run.side === 'front') run.beyond = edge.high - edge.low;
      // Where a line of sight touches the paper, the upper of two runs alone covers pixels in part.
      for (const { low, high } of rest) {
        if (low === run.low) run.ends[0] = false, run.low += 1;
        if (high === run.high) run.ends[1] = false, run.high -= 1;
      }
      if (run.low < run.high) this.add(run, run.side);
      if (edge) this.add(edge, 'edge');
    }
  }

  /** Adds the triangles of a run. */
  add(run, surface) {
    const { scratch } = this;
    let { low, high } = run;
    let count = 0;
    const cut = (place) => { scratch[count++] = onGrid(place); };
    // Where its edges cover pixels in part.
    if (run.ends[0]) cut(low), cut(Math.min(low + 1, high)), low -= 1;
    if (run.ends[1]) cut(high), cut(Math.max(high - 1, low)), high += 1;
    cut(low);
    cut(high);
    for (let index = 0; index <= run.count; index++) {
      const place = run.seenAt(index);
      if (place > low && place < high) cut(place);
    }
    const first = this.filled / LEAF_FLOATS;
    let last = NaN;
    for (const place of scratch.subarray(0, count).sort()) {
      if (place === last) continue;
      this.line(run, place);
      last = place;
    }
    this.parts.push({ surface, first, count: this.filled / LEAF_FLOATS - first });
  }

  /** Adds both ends of a ruling of a run, with what the pixels on it need to know. */
  line(run, place) {
    const { width, height, low, eye, vertices, rulings, book: { isLeft } } = this;
    const { s: along, size } = rulings;
    run.find(place - 0.5);
    const startS = run.mixed(along);
    const startSize = run.mixed(size);
    run.find(place + 0.5);
    const endS = run.mixed(along);
    const endSize = run.mixed(size);
    run.find(place);
    const z = run.mixed(rulings.z);
    const share = eye / (eye - z);
    // Beyond the edge the paper goes on level.
    const x = place / share;
    const paper = (startS + endS) / 2;
    const slope = (endSize - startSize) * height / 2;
    const scale = (startSize + endSize) / 2;
    const factor = run.mixed(rulings[run.side]);
    let through = 0;
    if (this.isClear && run.side === 'back') {
      const [seen, front] = [factor ** 2.2, run.mixed(rulings.front) ** 2.2];
      // As PaperLight and RunTriangles do.
      const { reflectance, transmittance } = LOOK;
      through = lightThrough(
        reflectance * seen - transmittance * front, reflectance * front - transmittance * seen)
        * Math.min(Math.max(10 * z / width, 0), 1);
    }
    const sheen = run.mixed(rulings[`${run.side}Sheen`]);
    const pad = 1 + 0.5 * Math.abs(slope);
    for (let end = 0, at = this.filled; end < 2; end++, at += LEAF_FLOATS) {
      const off = end === 0 ? -height / 2 - pad : height / 2 + pad;
      const y = height / 2 + onGrid(off * share) / share;
      vertices[at] = low[0] + (isLeft ? x : width - x);
      vertices[at + 1] = low[1] + y;
      vertices[at + 2] = z;
      vertices[at + 3] = factor;
      vertices[at + 4] = low[0] + (isLeft ? paper : width - paper);
      vertices[at + 5] = low[1] + y;
      vertices[at + 6] = Math.abs(endS - startS);
      vertices[at + 7] = 1 / scale;
      vertices[at + 8] = y * scale;
      vertices[at + 9] = (height - y) * scale;
      vertices[at + 10] = run.ends[0] ? place - run.low : 1e3;
      vertices[at + 11] = run.ends[1] ? run.high + run.beyond - place : 1e3;
      vertices[at + 12] = -slope;
      vertices[at + 13] = slope;
      vertices[at + 14] = sheen;
      vertices[at + 15] = through;
    }
    this.filled += 2 * LEAF_FLOATS;
  }

  /** The matrix from page space to clip space, of which `unit` and `origin` are the flat part. */
  matrix(unit, origin) {
    const { eye, page, book: { isLeft } } = this;
    const slant = [isLeft ? 0 : page[0], page[1] / 2].map(
      (place, axis) => (-place * unit[axis] - origin[axis]) / eye);
    return [
      unit[0], 0, 0, 0, 0, unit[1], 0, 0, ...slant, -0.5 / eye, -1 / eye, ...origin, 0, 1];
  }
}

/** A place on the grid to which all drivers round vertices: at least sixteenths of a pixel. */
const onGrid = (place) => Math.round(16 * place) / 16;

/** Floats per vertex: place and light, paper and reach, distances inside, slopes, sheen, light. */
const LEAF_FLOATS = 16;

/** A part of a leaf that shows one side, between lines of sight that touch it or the leaf's end. */
class LeafRun {
  /** From the ruling `first` to the ruling `last` it is seen further and further out. */
  constructor(rulings, first, last, side, endsLow, endsHigh) {
    this.rulings = rulings;
    this.first = first;
    this.last = last;
    this.side = side;
    this.ends = [endsLow, endsHigh];
    this.count = Math.abs(last - first);
    this.low = rulings.seen[first];
    this.high = rulings.seen[last];
    this.from = this.to = first;
    this.share = 0;
    /** The number of the ruling before the place that was found last. */
    this.found = 0;
    /** How far the paper's edge is seen beyond the run, which goes on below it. */
    this.beyond = 0;
  }

  /** Where its ruling with that number is seen. */
  seenAt(index) {
    const { first, last } = this;
    return this.rulings.seen[last > first ? first + index : first - index];
  }

  /**
   * Finds a place on the canvas between two rulings. It is clamped to those of the run. The next
   * place is near this one.
   */
  find(place) {
    const { first, last, count, rulings: { seen } } = this;
    const step = last > first ? 1 : -1;
    let { found } = this;
    while (found + 1 < count && seen[first + step * (found + 1)] < place) found += 1;
    while (found > 0 && seen[first + step * found] >= place) found -= 1;
    this.found = found;
    this.from = first + step * found;
    this.to = this.from + step;
    const gap = seen[this.to] - seen[this.from];
    this.share = gap > 0 ? clamp((place - seen[this.from]) / gap, 0, 1) : 0;
  }

  /** A value of all rulings at the place that was found. */
  mixed(values) {
    const from = values[this.from];
    return from + this.share * (values[this.to] - from);
  }

  /** The height at a place on the canvas. */
  heightAt(place) {
    this.find(place);
    return this.mixed(this.rulings.z);
  }

  /** Whether it lies over another one where both are seen. */
  isOver(other) {
    const [low, high] = [Math.max(this.low, other.low), Math.min(this.high, other.high)];
    if (high <= low) return false;
    let gap = 0;
    for (let step = 0; step < 5; step++) {
      const place = low + (high - low) * (step + 0.5) / 5;
      gap += this.heightAt(place) - other.heightAt(place);
    }
    return gap > 0;
  }
}
