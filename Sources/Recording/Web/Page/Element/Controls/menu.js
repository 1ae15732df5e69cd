// What readers choose, and what leaves the book: full screen, sharing, download, print.

import { clamp } from '../../curl.js';
import { DARK_PAPER } from '../../pages.js';
import { addressOf } from '../place.js';
import { pause } from '../view.js';

/** @typedef {import('../reader.js').Reader} Reader */
/** @typedef {import('../place.js').Place} Place */
/** @typedef {import('../sheets.js').Sheets} Sheets */
/** @typedef {import('../text.js').TextLayer} TextLayer */

/** The most seconds for which printing waits for the pages and their text. */
const WAIT = 30;

export class Menu {
  /**
   * @param {ShadowRoot} root
   * @param {Reader} reader
   * @param {{ place: Place, sheets: Sheets, text: TextLayer, isWindow: boolean,
   *   settings: BookSettings }} book
   * @param {{ say: (text: string, seconds: number) => void, recolor: () => void }} tell
   */
  constructor(root, reader, book, tell) {
    this.root = root;
    this.host = /** @type {HTMLElement} */ (root.host);
    this.reader = reader;
    this.book = book;
    this.tell = tell;
    this.part = (id) => root.getElementById(id);
    this.system = matchMedia('(prefers-color-scheme: dark)');
    const { place, settings } = book;
    const layout = place.stored(' layout');
    if (['spread', 'pages'].includes(layout)) reader.chosen = layout;
    reader.pages.isDark = settings.isPrint && place.stored(' dark') === 'on';
    this.color();
  }

  listen(signal) {
    this.signal = signal;
    const { part, reader, host, book: { isWindow, settings } } = this;
    const on = (id, act, name = 'click') => part(id).addEventListener(name, act, { signal });
    part('two').hidden = settings.layout === 'sheets' || reader.settings.isFixed;
    part('dark').hidden = !settings.isPrint;
    // Phones without full screen show a book of their own in the whole window.
    part('full').hidden = !document.fullscreenEnabled && (isWindow || !host.showPopover);
    const download = /** @type {HTMLAnchorElement} */ (part('download'));
    const { href, protocol } = new URL(settings.download ?? '', this.base);
    // A book of another server is not trusted with other addresses.
    download.hidden = !settings.download || !/^(https?|file):$/.test(protocol);
    if (!download.hidden) download.href = href;
    const form = /** @type {HTMLFormElement} */ (part('print'));
    // The document around another book would be printed, too.
    form.hidden = !isWindow;
    const [from, to] = this.range = [...form.querySelectorAll('input')];
    for (const input of this.range) input.max = String(reader.pages.count);
    [from.value, to.value] = ['1', to.max];
    on('two', () => this.choose());
    on('dark', () => this.darken());
    on('full', () => this.fullScreen());
    on('share', () => this.share());
    on('select', () => {
      const isOn = part('stage').parentElement.classList.toggle('can-select');
      part('select').setAttribute('aria-pressed', String(isOn));
    });
    on('print', (event) => {
      event.preventDefault();
      const [first, last] = this.range
        .map((input) => clamp(Number(input.value) - 1, 0, reader.pages.count - 1))
        .sort((one, other) => one - other);
      this.print(first, last);
    }, 'submit');
    this.system.addEventListener('change', () => this.color(), { signal });
    signal.addEventListener('abort', () => { if (this.isFilling) this.fill(false); });
  }

  /** The address to which those of the book are relative. */
  get base() { return new URL(this.host.getAttribute('src') ?? '', document.baseURI); }

  /** Shows what is chosen. */
  update() { this.part('two').setAttribute('aria-pressed', String(this.reader.isSpread)); }

  /** One page instead of two, or two. What the window would show anyway is no choice. */
  choose() {
    const { reader, book: { place } } = this;
    const wanted = reader.isSpread ? 'pages' : 'spread';
    reader.settleAll();
    reader.drop();
    reader.chosen = '';
    if (reader.fitting(reader.wanted) !== wanted) reader.chosen = wanted;
    place.stored(' layout', reader.chosen || 'auto');
    reader.lay(reader.wanted);
  }

  // Colors.

  darken() {
    const { reader, reader: { pages }, book: { place } } = this;
    pages.isDark = !pages.isDark;
    place.stored(' dark', pages.isDark ? 'on' : 'off');
    this.color();
    this.tell.recolor();
    reader.settleAll();
    reader.place();
    reader.rest();
  }

  /** Colors what surrounds the pages. */
  color() {
    const { root, part, system, reader: { leaves, pages: { isDark } }, book: { settings } } = this;
    if (leaves?.cover) {
      leaves.cover.cloth = settings.leaf.cover.cloth.map(
        (color, index) => (isDark ? color * DARK_PAPER[index] / 255 : color));
    }
    for (const each of root.querySelectorAll('.app, .plain')) {
      each.classList.toggle('is-dark', system.matches || isDark);
    }
    part('stage').style.setProperty('--paper', isDark ? `rgb(${DARK_PAPER})` : '#fff');
    part('dark').setAttribute('aria-pressed', String(isDark));
  }

  // Full screen.

  async fullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else if (document.fullscreenEnabled) await this.host.requestFullscreen();
      else this.fill(!this.isFilling);
    } catch (error) {
      this.tell.say(`Full screen is not available: ${error.message}`, 4);
    }
  }

  /** Lets the element fill the window, above all else, where it cannot fill the screen. */
  fill(isOn) {
    const { host } = this;
    this.isFilling = isOn;
    host.popover = isOn ? 'manual' : null;
    if (isOn) host.showPopover();
    this.part('full').setAttribute('aria-pressed', String(isOn));
  }

  // What leaves the book.

  /** Shares or copies the address of the page, or of the document if that does not open pages. */
  async share() {
    const { say } = this.tell;
    const url = this.book.place.isKept ? addressOf(this.reader.page) : location.href;
    try {
      if (navigator.share) {
        await navigator.share({ title: this.part('title').textContent, url });
      } else {
        await navigator.clipboard.writeText(url);
        say('Link copied', 3);
      }
    } catch (error) {
      if (error.name !== 'AbortError') say(url, 10);
    }
  }

  /** Prints the pages between two, counted from 0, when they and their text have arrived. */
  async print(from, to) {
    if (this.isPrinting) return;
    this.isPrinting = true;
    const { tell: { say }, reader: { pages }, book: { sheets, text } } = this;
    say('Loading the pages …', 0);
    const limit = pause(1000 * WAIT);
    const all = (waits) => Promise.race([limit, Promise.allSettled(waits)]);
    await all([text.load(), pages.image(to)]);
    if (this.signal.aborted) return;
    sheets.lay(from, to);
    const images = pages.images.slice(from, to + 1);
    await all(images.map((image) => image.decode()));
    this.isPrinting = false;
    if (this.signal.aborted) return;
    const count = to + 1 - from;
    const late = count - images.filter((image) => image.complete && image.naturalWidth).length;
    say(late ? `Not loaded, and empty in print: ${late} of ${count} pages` : '', 20);
    window.print();
  }
}
