// Small pictures of pages, each made when it is seen.

import { pause } from '../view.js';

/** @typedef {import('../../pages.js').BookPages} BookPages */

/** The height in CSS pixels. */
const HEIGHT = 144;
/** The most that are kept. */
const MOST = 40;

export class Thumbnails {
  /** @param {BookPages} pages */
  constructor(pages) {
    this.pages = pages;
    /** @type {Map<number, ImageBitmap>} */
    this.kept = new Map();
    /** One page is decoded after the other: each takes as much memory as its file has pixels. */
    this.last = Promise.resolve();
  }

  /** Forgets all: the pages have other colors. */
  forget() {
    for (const bitmap of this.kept.values()) bitmap.close();
    this.kept.clear();
  }

  /**
   * Draws a page, counted from 0, unless the signal comes first.
   * @param {HTMLCanvasElement} canvas
   * @param {number} page
   * @param {AbortSignal} signal
   */
  draw(canvas, page, signal) {
    const { pages, kept } = this;
    const height = Math.round(HEIGHT * window.devicePixelRatio);
    const width = Math.max(Math.round(height * pages.size[0] / pages.size[1]), 1);
    // This clears it.
    Object.assign(canvas, { width, height });
    const pen = canvas.getContext('2d');
    const there = kept.get(page);
    if (there) return pen.drawImage(there, 0, 0, width, height);
    this.last = this.last.then(async () => {
      // A finger that hurries along asks for no pages.
      await pause(20);
      if (signal.aborted) return;
      const bitmap = await pages.bitmap(page, [width, height], false, signal);
      kept.set(page, bitmap);
      if (!signal.aborted) pen.drawImage(bitmap, 0, 0);
      if (kept.size <= MOST) return;
      const [oldest] = kept.keys();
      kept.get(oldest).close();
      kept.delete(oldest);
    }).catch(() => {
      // The page itself will say what is wrong when it is turned to.
    });
  }
}
