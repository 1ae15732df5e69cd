// The drag of a page that has begun to turn already.

import { clamp, dot, keepSample, velocity } from '../curl.js';
import { momentAt } from '../motion.js';

/** @typedef {import('./reader.js').Reader} Reader */

/** Pulls the fold of a turn under way, or of a completed one that is turned back. */
export class FoldPull {
  /** @param {Reader} reader */
  constructor(reader, point) {
    const { curl } = reader;
    this.reader = reader;
    this.lift = curl.lift;
    this.start = dot(curl.lift, point);
    this.from = reader.progress;
    this.fold = curl.contact + curl.reach;
    this.samples = [];
  }

  /** Goes on with a page that is now shown `scale` times as large. */
  scale(scale) {
    this.start *= scale;
    this.fold *= scale;
  }

  move(point, seconds) {
    const { reader, lift } = this;
    const place = dot(lift, point);
    const way = place - this.start;
    if (reader.isSpread) {
      reader.progress = clamp(this.from - way / (2 * reader.stage.page[0]), 0, 1);
    } else {
      const closing = this.start > this.fold && way > 0;
      const fold = closing ? Math.min(this.fold + 2 * way, place) : this.fold + way;
      reader.progress = reader.progressAt(fold);
    }
    keepSample(this, seconds, [reader.progress, 0]);
  }

  finishes(seconds) { return willFinish(this, seconds); }
}

/** Holds a leaf that bends like paper: the paper stays under the finger's x. */
export class LeafPull {
  /** @param {Reader} reader */
  constructor(reader, point) {
    const { leaves, motion, progress, stage: { page: [width, height] } } = reader;
    this.reader = reader;
    this.from = progress;
    this.samples = [];
    const [place, shape] = [this.across(point), height / width];
    // In page widths.
    const isBoard = motion === leaves.board;
    const { squares: [beyond] } = reader.stage;
    const [breadth, closed] = [isBoard ? 1 + beyond / width : 1, 1 + beyond / width];
    let held = Math.abs(place);
    if (progress > 0 && progress < 1) {
      // In the air it is the paper that is seen nearest to the finger.
      const section = motion.section(progress);
      const off = (s) => Math.abs(leaves.seen(section.at(s), shape, breadth) - place);
      held = Array.from({ length: 101 }, (_, step) => 1 - step / 100)
        .reduce((best, s) => (off(s) < off(best) ? s : best)) * breadth;
    }
    // Seen from the window: a book that opens or closes moves, too.
    const way = leaves.way(motion, clamp(held, 0.05, breadth), shape, breadth)
      .map((at, index, { length }) => at + closed * reader.aside(index / (length - 1)));
    this.closed = closed;
    // A page that is turned back begins at the end.
    const back = (places) => places.map((at) => -at).reverse();
    this.way = progress === 1 ? back(falling(back(way))) : falling(way);
    this.offset = placeAt(this.way, progress) - place - closed * reader.off;
  }

  /** The distance of a point from the spine in page widths, negative beyond it. */
  across([x]) {
    const { isLTR, stage: { page: [width] } } = this.reader;
    return (isLTR ? x : width - x) / width;
  }

  /** A page that is shown larger keeps its shape. */
  scale() {}

  move(point, seconds) {
    const { reader, way } = this;
    const place = this.across(point) + this.closed * reader.off + this.offset;
    const last = way.length - 1;
    const passed = way.findLastIndex((at, index) => at > place && index < last);
    const low = Math.max(passed, 0);
    const share = clamp((way[low] - place) / (way[low] - way[low + 1]), 0, 1);
    reader.progress = (low + share) / last;
    keepSample(this, seconds, [reader.progress, 0]);
  }

  finishes(seconds) { return willFinish(this, seconds); }
}

/** Where a line of paper is seen at a time, from its places at even times. */
function placeAt(way, time) {
  const [index, share] = momentAt(time, way.length);
  return way[index] + share * (way[index + 1] - way[index]);
}

/**
 * The way of a line of paper such that each place is passed once, and none for long. Paper near
 * the spine lies still at first, and paper that rises toward the eye seems to move outwards: there
 * it is some pixels off, and the leaf rises smoothly.
 */
function falling(way) {
  const least = 0.12 / (way.length - 1);
  const falls = [...way];
  for (let moment = 1; moment < way.length; moment++) {
    falls[moment] = Math.min(falls[moment], falls[moment - 1] - least);
  }
  return falls;
}

/** Whether a pull has gone so far, or is so fast, that the turn finishes. */
const willFinish = (pull, seconds) => (
  pull.reader.progress + 0.4 * velocity(pull, seconds)[0] > 0.5);
