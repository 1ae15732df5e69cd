// The controls of the book: buttons, the slider with its preview, the panel, and keys.

import { clamp } from '../curl.js';
import { addressOf } from './place.js';

/** @typedef {import('./hand.js').Hand} Hand */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./text.js').TextLayer} TextLayer */

/** Seconds without movement after which the controls hide. */
const IDLE = 3;
/** The most places that a search lists. */
const MOST_FOUND = 200;

export class Bar {
  /**
   * @param {ShadowRoot} root
   * @param {Reader} reader
   * @param {{ text: TextLayer, hand: Hand, isWindow: boolean,
   *   outline: [number, string, number][] }} book
   */
  constructor(root, reader, book) {
    this.root = root;
    this.reader = reader;
    this.book = book;
    this.app = /** @type {HTMLElement} */ (root.querySelector('.app'));
    this.part = (id) => root.getElementById(id);
    this.slider = /** @type {HTMLInputElement} */ (this.part('slider'));
    this.words = /** @type {HTMLInputElement} */ (this.part('words'));
    /** @type {Map<number, ImageBitmap>} */
    this.thumbnails = new Map();
    this.seeking = new AbortController();
    /** When the mouse last moved, to about half a second. */
    this.movedAt = -Infinity;
    /** Whether the slider has been moved since it got the focus or was pressed. */
    this.isSeeking = false;
  }

  listen(signal) {
    const { reader, part, slider, book } = this;
    const on = (id, act, name = 'click') => part(id).addEventListener(name, act, { signal });
    on('previous', () => book.hand.advance(-1));
    on('next', () => book.hand.advance(1));
    on('zoom-in', () => book.hand.zoom(reader.view.zoom * 1.5));
    on('zoom-out', () => book.hand.zoom(reader.view.zoom / 1.5));
    on('full', () => this.toggleFullScreen());
    on('share', () => this.share());
    on('select', () => this.toggleSelection());
    on('contents', () => this.togglePanel('contents'));
    on('search', () => this.togglePanel('search'));
    on('close', () => this.togglePanel(null));
    on('words', () => this.search(), 'input');
    on('words', (event) => {
      if (event.key === 'Enter') this.part('entries').querySelector('button')?.click();
    }, 'keydown');
    slider.max = String(reader.pages.count);
    on('slider', () => this.preview(Number(slider.value)), 'input');
    on('slider', () => {
      part('preview').hidden = true;
      const page = Number(slider.value) - 1;
      const isOther = !reader.visible.includes(page);
      // Arrow keys in a row add one entry to the history.
      if (isOther && !this.isSeeking) reader.jump(page);
      else reader.go(page);
      this.isSeeking ||= isOther;
    }, 'change');
    for (const name of ['pointerdown', 'blur']) {
      on('slider', () => { this.isSeeking = false; }, name);
    }
    on('slider', (event) => this.hover(event), 'pointermove');
    on('slider', () => { part('preview').hidden = true; }, 'pointerleave');
    part('full').hidden = !document.fullscreenEnabled;
    this.app.classList.toggle('is-rtl', !reader.isLTR);
    this.app.addEventListener('pointermove', (event) => {
      // Not at each move: a page may be dragged.
      const isNew = event.timeStamp - this.movedAt > 500 || this.app.classList.contains('is-idle');
      if (event.pointerType !== 'mouse' || !isNew) return;
      this.movedAt = event.timeStamp;
      this.wake();
    }, { signal });
    on('bar', () => this.wake(), 'pointerdown');
    // A finger that hides the controls gives the stage the focus afterwards.
    this.app.addEventListener('focusin', ({ target }) => {
      if (/** @type {Element} */ (target).matches(':focus-visible')) this.wake();
    }, { signal });
    const keys = book.isWindow ? document : this.root.host;
    keys.addEventListener(
      'keydown', (/** @type {KeyboardEvent} */ event) => this.key(event), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.idle));
    this.wake();
  }

  // Hiding.

  /** Shows the controls for a while. */
  wake() {
    this.app.classList.remove('is-idle');
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.app.classList.add('is-idle'), 1000 * IDLE);
  }

  /** Shows or hides the controls. */
  toggle() {
    if (this.app.classList.contains('is-idle')) return this.wake();
    // This wakes, too.
    if (this.part('bar').contains(this.root.activeElement)) this.part('stage').focus();
    clearTimeout(this.idle);
    this.app.classList.add('is-idle');
  }

  // What is shown.

  /** Shows the page numbers. */
  update() {
    const { reader, part, slider, book: { hand } } = this;
    const numbers = reader.visible.map((page) => page + 1);
    const text = numbers.length === 0 ? 'The end'
      : `${numbers.length > 1 ? 'Pages' : 'Page'} ${numbers.join('–')} of ${reader.pages.count}`;
    if (part('where').textContent !== text) part('where').textContent = text;
    slider.value = String(numbers[0] ?? reader.pages.count);
    slider.setAttribute('aria-valuetext', text);
    for (const [id, isDisabled] of [
      ['previous', reader.isAtStart && !hand.part(-1)], ['next', reader.isAtEnd && !hand.part(1)],
      ['zoom-out', reader.view.zoom === 1],
    ]) {
      part(id).setAttribute('aria-disabled', String(isDisabled));
    }
  }

  say(text, seconds = 0) {
    const message = this.part('message');
    message.textContent = text;
    message.hidden = !text;
    clearTimeout(this.saying);
    if (seconds) this.saying = setTimeout(() => this.say(''), 1000 * seconds);
  }

  /** The text of the pages has arrived, or does not exist. */
  showText(exists) {
    this.part('contents').hidden = this.book.outline.length === 0;
    for (const id of ['search', 'select']) this.part(id).hidden = !exists;
  }

  // The slider.

  /** Shows a page above the place of the slider that the mouse points at. */
  hover(event) {
    if (event.pointerType !== 'mouse') return;
    const box = this.slider.getBoundingClientRect();
    const share = clamp((event.clientX - box.left - 8) / (box.width - 16), 0, 1);
    const { count } = this.reader.pages;
    this.preview(1 + Math.round((this.reader.isLTR ? share : 1 - share) * (count - 1)));
  }

  async preview(page) {
    const { part, slider, reader: { pages, isLTR } } = this;
    const preview = part('preview');
    const canvas = preview.querySelector('canvas');
    preview.querySelector('span').textContent = `Page ${page}`;
    preview.hidden = false;
    const share = (page - 1) / Math.max(pages.count - 1, 1);
    const [box, bar] = [slider, part('bar')].map((each) => each.getBoundingClientRect());
    const middle = box.left - bar.left + 8 + (isLTR ? share : 1 - share) * (box.width - 16);
    const place = () => {
      const room = bar.width - preview.offsetWidth;
      preview.style.left = `${clamp(middle - preview.offsetWidth / 2, 0, Math.max(room, 0))}px`;
    };
    const height = Math.round(144 * window.devicePixelRatio);
    const width = Math.max(Math.round(height * pages.size[0] / pages.size[1]), 1);
    if (canvas.height !== height || canvas.width !== width) {
      Object.assign(canvas, { width, height });
    }
    place();
    this.seeking.abort();
    this.seeking = new AbortController();
    const { signal } = this.seeking;
    const pen = canvas.getContext('2d');
    const there = this.thumbnails.get(page);
    if (there) return pen.drawImage(there, 0, 0);
    pen.clearRect(0, 0, width, height);
    try {
      // A finger that hurries along asks for no pages.
      await new Promise((done) => setTimeout(done, 40));
      if (signal.aborted) return;
      const bitmap = await pages.bitmap(page - 1, [width, height], false, signal);
      this.thumbnails.set(page, bitmap);
      if (this.thumbnails.size > 40) {
        const [oldest] = this.thumbnails.keys();
        this.thumbnails.get(oldest).close();
        this.thumbnails.delete(oldest);
      }
      if (!signal.aborted) pen.drawImage(bitmap, 0, 0);
    } catch {
      // The page itself will say what is wrong when it is turned to.
    }
  }

  // Contents and search.

  /** @param {'contents' | 'search' | null} name */
  togglePanel(name) {
    const { part } = this;
    const shown = name === this.panel ? null : name;
    const before = this.panel;
    this.panel = shown;
    part('panel').hidden = !shown;
    for (const id of ['contents', 'search']) {
      part(id).setAttribute('aria-expanded', String(id === shown));
    }
    this.words.hidden = shown !== 'search';
    part('found').textContent = '';
    part('panel-title').textContent = shown === 'search' ? 'Search' : 'Contents';
    if (shown === 'contents') this.showContents();
    if (shown === 'search') {
      this.search();
      this.words.focus();
    } else {
      this.mark('');
    }
    if (shown === 'contents') part('close').focus();
    else if (!shown && before) part(before).focus();
  }

  list(items, element) {
    this.part('entries').replaceChildren(...items.map((item) => {
      const row = document.createElement('li');
      row.append(element(item));
      return row;
    }));
  }

  row(page, ...label) {
    const button = document.createElement('button');
    const [text, number] = [0, 1].map(() => document.createElement('span'));
    button.type = 'button';
    text.append(...label);
    number.textContent = String(page + 1);
    button.append(text, number);
    button.addEventListener('click', () => {
      // On a phone the panel covers the book.
      if (this.part('panel').offsetWidth > 0.6 * this.app.offsetWidth) {
        const { words } = this.book.text;
        this.togglePanel(null);
        this.mark(words);
      }
      this.reader.jump(page);
    });
    return button;
  }

  /** Lists the outline, scrolled to the entry at which the reader is. */
  showContents() {
    const { reader: { visible, pages }, book: { outline } } = this;
    const last = visible[visible.length - 1] ?? pages.count;
    const here = outline.findLast(([, , page]) => page <= last);
    /** @type {HTMLElement | undefined} */
    let current;
    this.list(outline, (entry) => {
      const [depth, title, page] = entry;
      const button = this.row(page, title);
      button.style.paddingInlineStart = `${0.6 + Math.min(depth, 6)}rem`;
      if (entry === here) {
        current = button;
        button.setAttribute('aria-current', 'true');
      }
      return button;
    });
    // scrollIntoView would move the document, too.
    this.part('entries').parentElement.scrollTop = (current?.offsetTop ?? 0) - 200;
  }

  search() {
    const words = this.words.value.trim();
    this.mark(words);
    const found = words.length > 1 ? this.book.text.find(words, MOST_FOUND) : [];
    this.part('found').textContent = words.length < 2 ? ''
      : found.length === MOST_FOUND ? `The first ${MOST_FOUND} places`
        : `${found.length} ${found.length === 1 ? 'place' : 'places'}`;
    this.list(found, ({ page, before, words: own, after }) => {
      const mark = document.createElement('mark');
      mark.textContent = own;
      return this.row(page, `…${before}`, mark, `${after}…`);
    });
  }

  mark(words) {
    this.book.text.words = words;
    this.book.text.show(this.reader);
  }

  // Other buttons.

  toggleSelection() {
    const isOn = this.app.classList.toggle('can-select');
    this.part('select').setAttribute('aria-pressed', String(isOn));
  }

  async toggleFullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await this.root.host.requestFullscreen();
    } catch (error) {
      this.say(`Full screen is not available: ${error.message}`, 4);
    }
  }

  /** Shares or copies the address of the page. */
  async share() {
    const url = addressOf(this.reader.page);
    try {
      if (navigator.share) {
        await navigator.share({ title: this.part('title').textContent, url });
      } else {
        await navigator.clipboard.writeText(url);
        this.say('Link copied', 3);
      }
    } catch (error) {
      if (error.name !== 'AbortError') this.say(url, 10);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [target] = event.composedPath();
    const tag = target instanceof Element ? target.tagName : '';
    const isEditable = ['INPUT', 'SELECT', 'TEXTAREA'].includes(tag)
      || target instanceof HTMLElement && target.isContentEditable;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Escape' && this.panel) return this.togglePanel(null);
    // Layouts without Latin letters have the shortcuts of their places.
    const isF = /^f$/i.test(event.key) || event.code === 'KeyF' && event.key > '\x7f';
    const isFind = isF && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    // The browser finds only what is open. Its own search comes second.
    if (isFind && target !== this.words && this.part('search').offsetHeight > 0) {
      event.preventDefault();
      if (this.panel !== 'search') this.togglePanel('search');
      this.words.focus();
      return this.words.select();
    }
    // WCAG 2.1.4: software that listens to speech types single letters.
    if (event.key.length === 1 && event.key !== ' '
      && !event.composedPath().includes(this.root.host)) return;
    if (!isPlain || isEditable) return;
    const { reader, book: { hand } } = this;
    const ahead = reader.isLTR ? 1 : -1;
    const keys = {
      ArrowRight: () => hand.scroll([1, 0]) || reader.flip(ahead),
      ArrowLeft: () => hand.scroll([-1, 0]) || reader.flip(-ahead),
      PageDown: () => hand.advance(1), PageUp: () => hand.advance(-1),
      Home: () => reader.jump(0), End: () => reader.jump(reader.pages.count - 1),
      '+': () => hand.zoom(reader.view.zoom * 1.5), '-': () => hand.zoom(reader.view.zoom / 1.5),
      0: () => hand.zoom(1), f: () => this.toggleFullScreen(),
    };
    keys['='] = keys['+'];
    if (!this.part('search').hidden) keys['/'] = () => this.togglePanel('search');
    if (reader.view.zoom > 1) {
      keys.ArrowDown = () => hand.scroll([0, 1]);
      keys.ArrowUp = () => hand.scroll([0, -1]);
      keys.Escape = () => hand.zoom(1);
    }
    if (tag !== 'BUTTON' && tag !== 'A') keys[' '] = () => hand.advance(event.shiftKey ? -1 : 1);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
