// The pages of a book as images: where they come from, and which of them are in memory.

import { clamp } from './curl.js';
import { PageTexture } from './gl.js';

/** The slot of the picture that stands for the first page. */
export const FIRST = 'first';

/** The most rows of the smaller pictures that large pages have. */
const SMALL_ROWS = 1080;

/** The colors of dark pages: 13:1, and no black, from which bright text seems to flicker. */
export const DARK_PAPER = [28, 27, 26];
const DARK_INK = [230, 225, 216];

/** The pages of a book, each an `img` child of its element. They may still be arriving. */
export class BookPages {
  /**
   * @param {HTMLElement} host
   * @param {number} count
   * @param {number[]} size the size of a page in pixels; all have about the same shape
   * @param {(() => void) | null} changed called if the host has added, removed, replaced or moved
   *   pages that were there; null if it holds pages that nobody changes
   * @param {boolean} isChanged whether it has done so before
   */
  constructor(host, count, size, changed, isChanged) {
    this.host = host;
    this.count = count;
    this.size = size;
    this.changed = changed;
    this.isChanged = isChanged;
    /** Whether pages of PDFs are dark, but for the pictures on them. */
    this.isDark = false;
    /** @type {HTMLImageElement[]} */
    this.images = [];
    /**
     * A smaller picture of the first page, which is there sooner.
     * @type {HTMLImageElement | null}
     */
    this.first = null;
    /** @type {{ index: number, done: (image: HTMLImageElement) => void }[]} */
    this.waiting = [];
    this.collect();
    this.watcher = new MutationObserver(() => this.collect());
    this.listeners = new AbortController();
    if (!changed) return;
    this.watcher.observe(host, { childList: true });
    document.addEventListener(
      'DOMContentLoaded', () => this.collect(), { signal: this.listeners.signal });
  }

  close() {
    this.watcher.disconnect();
    this.listeners.abort();
  }

  /**
   * The index of the page that is nearest to a number.
   * @param {number} number from 1
   */
  index(number) { return clamp(Math.round(number), 1, this.count) - 1; }

  /** What readers call a page: the label that its PDF gives it, or its number. */
  label(page) { return this.images[page]?.dataset.label ?? String(page + 1); }

  collect() {
    const images = /** @type {HTMLImageElement[]} */ (
      [...this.host.children].filter((child) => child instanceof HTMLImageElement));
    const first = images.find(({ slot }) => slot === FIRST) ?? null;
    const pages = images.filter((image) => image !== first);
    const isWhole = document.readyState !== 'loading';
    // Pages that are taken out for others come back.
    if (!pages.length) return;
    if (isWhole && !this.images.length) this.count = pages.length;
    if (this.images.some((image, index) => image !== pages[index])
      || (isWhole ? pages.length !== this.count : pages.length > this.count)) {
      return this.changed?.();
    }
    // It shows the first page that was there at first.
    this.first = this.isChanged ? null : first;
    this.images = pages;
    this.waiting = this.waiting.filter(({ index, done }) => {
      if (this.images[index]) done(this.images[index]);
      return !this.images[index];
    });
  }

  /**
   * The image of a page, as soon as it has arrived.
   * @returns {Promise<HTMLImageElement>}
   */
  image(index) {
    return new Promise((done) => {
      if (this.images[index]) done(this.images[index]);
      else this.waiting.push({ index, done });
    });
  }

  /**
   * A bitmap of a page, without color conversion. It is decoded from the file itself: browsers keep
   * what an `img` has decoded.
   * @param {number} index
   * @param {number[]} size
   * @param {boolean} isFlipped whether the bottom row is first
   * @param {AbortSignal} [signal]
   */
  async bitmap(index, size, isFlipped, signal) {
    const image = await this.image(index);
    const [resizeWidth, resizeHeight] = size;
    const { pictures, small } = image.dataset;
    const blob = await fileAt(resizeHeight <= SMALL_ROWS && small || image.src, signal);
    const fits = image.getAttribute('width') === String(resizeWidth)
      && image.getAttribute('height') === String(resizeHeight);
    const bitmap = await createImageBitmap(blob, {
      ...(fits ? {} : { resizeWidth, resizeHeight, resizeQuality: 'high' }),
      imageOrientation: /** @type {ImageOrientation} */ (isFlipped ? 'flipY' : 'from-image'),
      premultiplyAlpha: 'premultiply', colorSpaceConversion: 'none',
    });
    return this.isDark && pictures !== undefined
      ? darkened(bitmap, pictures, isFlipped) : bitmap;
  }
}

/**
 * A bitmap in which dark is light and light is dark, and colors keep their hue. Pictures stay as
 * they are.
 * @param {ImageBitmap} bitmap
 * @param {string} pictures where they lie: left, top, width, height in thousandths of the width
 * @param {boolean} isFlipped
 */
function darkened(bitmap, pictures, isFlipped) {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  const wash = (/** @type {GlobalCompositeOperation} */ mode, color) => {
    pen.globalCompositeOperation = mode;
    pen.fillStyle = `rgb(${color})`;
    pen.fillRect(0, 0, width, height);
  };
  pen.drawImage(bitmap, 0, 0);
  wash('difference', [255, 255, 255]);
  // The hue and saturation of the page, and the lightness of what is there.
  pen.globalCompositeOperation = 'color';
  pen.drawImage(bitmap, 0, 0);
  wash('multiply', DARK_INK);
  wash('screen', DARK_PAPER);
  pen.globalCompositeOperation = 'source-over';
  for (const picture of pictures.split(' ')) {
    const [left, top, across, along] = picture.split(',')
      .map((part) => Number(part) * width / 1000);
    const y = isFlipped ? height - top - along : top;
    /** @type {[number, number, number, number]} */
    const box = [
      Math.round(left), Math.round(y), Math.round(left + across) - Math.round(left),
      Math.round(y + along) - Math.round(y)];
    if (across > 0) pen.drawImage(bitmap, ...box, ...box);
  }
  bitmap.close();
  return canvas.transferToImageBitmap();
}

/**
 * The file at an address, which may be a `data:` URL that content security policies don't let
 * scripts fetch.
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
export async function fileAt(url, signal) {
  const data = /^data:([^;,]*);base64,/.exec(url.slice(0, 100));
  if (!data) {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response.blob();
  }
  const text = atob(url.slice(data[0].length));
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return new Blob([bytes], { type: data[1] });
}

/** The textures of the pages that are needed. */
export class PageTextures {
  /**
   * @param {WebGLRenderingContext} gl
   * @param {BookPages} pages
   */
  constructor(gl, pages) {
    this.gl = gl;
    this.pages = pages;
    /** @type {Map<number, PageTexture>} */
    this.textures = new Map();
    this.papers = [[255, 255, 255], DARK_PAPER].map((color) => new PageTexture(
      gl, new ImageData(new Uint8ClampedArray([...color, 255]), 1, 1), true));
    this.loading = new AbortController();
  }

  /** The texture of a page; empty paper if it is not loaded. */
  get(page) {
    return this.textures.get(page) || this.papers[Number(this.pages.isDark)];
  }

  /**
   * Loads pages in order, frees all others, and calls `loaded` after each.
   * @param {[number, number[]][]} wanted pages and their sizes
   * @param {() => void} loaded
   * @returns {Promise<boolean>} false if other pages were asked for meanwhile
   */
  async load(wanted, loaded) {
    this.loading.abort();
    const { signal } = this.loading = new AbortController();
    const { isDark } = this.pages;
    const pages = new Set(wanted.map(([page]) => page));
    for (const [page, texture] of this.textures) {
      if (!pages.has(page)) {
        texture.delete();
        this.textures.delete(page);
      }
    }
    const largest = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE);
    for (const [page, size] of wanted) {
      const shrink = Math.min(1, largest / Math.max(...size));
      const fitting = size.map((side) => Math.max(Math.round(side * shrink), 1));
      const there = this.textures.get(page);
      if (there?.isDark === isDark
        && there.size.every((side, axis) => side === fitting[axis])) continue;
      let bitmap;
      try {
        bitmap = await this.pages.bitmap(page, fitting, true, signal);
      } catch (error) {
        if (signal.aborted) return false;
        throw new Error(`page ${page + 1} cannot be shown: ${error.message}`);
      }
      if (!signal.aborted && !this.gl.isContextLost()) {
        if (there) there.delete();
        const isOpaque = 'opaque' in this.pages.images[page].dataset;
        const texture = new PageTexture(this.gl, bitmap, isOpaque);
        texture.isDark = isDark;
        this.textures.set(page, texture);
      }
      bitmap.close();
      if (signal.aborted || this.gl.isContextLost()) return false;
      loaded();
    }
    return true;
  }

  close() {
    this.loading.abort();
  }
}
