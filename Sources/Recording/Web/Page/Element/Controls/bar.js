// The controls of the book: buttons, the slider with its preview, and keys.

import { clamp } from '../../curl.js';
import { Menu } from './menu.js';
import { Panel } from './panel.js';
import { Play } from './play.js';
import { TurnSound } from './sound.js';
import { Thumbnails } from './thumbnails.js';

/** @typedef {import('../pointer.js').Pointer} Pointer */
/** @typedef {import('../place.js').Place} Place */
/** @typedef {import('../reader.js').Reader} Reader */
/** @typedef {import('../sheets.js').Sheets} Sheets */
/** @typedef {import('../text.js').TextLayer} TextLayer */

/** Seconds without movement after which the controls hide. */
const IDLE = 3;

/** The sizes in CSS pixels below which the controls lie over the book. */
const [NARROW, LOW] = [744, 480];

/**
 * Groups of buttons that move into the menu: where they lie otherwise, and from which lack of room
 * on. 1 is a narrow window, such as a phone's; 2 is one that is low, too, as at 400 % zoom.
 * @type {[string, string[], number][]}
 */
const MOVES = [
  ['find', ['contents', 'thumbnails', 'search'], 2], ['way', ['play', 'sound'], 1],
  ['tools', ['zoom-out', 'zoom-in'], 1], ['tools', ['full'], 2]];

export class Bar {
  /**
   * @param {ShadowRoot} root
   * @param {Reader} reader
   * @param {{ text: TextLayer, pointer: Pointer, place: Place, sheets: Sheets, isWindow: boolean,
   *   settings: BookSettings }} book
   */
  constructor(root, reader, book) {
    this.root = root;
    this.reader = reader;
    this.book = book;
    this.app = /** @type {HTMLElement} */ (root.querySelector('.app'));
    this.part = (id) => root.getElementById(id);
    this.slider = /** @type {HTMLInputElement} */ (this.part('slider'));
    const { text, place, settings } = book;
    this.thumbnails = new Thumbnails(reader.pages);
    this.panel = new Panel(
      root, reader, { text, outline: settings.outline, thumbnails: this.thumbnails });
    this.menu = new Menu(root, reader, book, {
      say: (words, seconds) => this.say(words, seconds),
      recolor: () => this.thumbnails.forget() });
    this.play = new Play(this.part('play'), reader);
    this.sound = new TurnSound(this.part('sound'), settings.seconds, place);
    reader.heard = (rest) => this.sound.play(rest);
    this.seeking = new AbortController();
    /** When the mouse last moved, to about half a second. */
    this.movedAt = -Infinity;
    /** Whether the slider has been moved since it got the focus or was pressed. */
    this.isSeeking = false;
    /** How much room the window lacks; see `MOVES`. */
    this.lack = 0;
    for (const each of root.querySelectorAll('button')) each.title = each.ariaLabel ?? '';
  }

  listen(signal) {
    const { reader, part, slider, book: { pointer, isWindow, settings } } = this;
    const on = (id, act, name = 'click') => part(id).addEventListener(name, act, { signal });
    on('previous', () => pointer.advance(-1));
    on('next', () => pointer.advance(1));
    on('zoom-in', () => pointer.zoom(reader.view.zoom * 1.5));
    on('zoom-out', () => pointer.zoom(reader.view.zoom / 1.5));
    for (const each of [this.panel, this.menu, this.play, this.sound]) each.listen(signal);
    part('sound').hidden = !settings.hasSound;
    slider.max = String(reader.pages.count);
    on('slider', () => this.preview(Number(slider.value) - 1), 'input');
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
    const keys = isWindow ? document : this.root.host;
    keys.addEventListener(
      'keydown', (/** @type {KeyboardEvent} */ event) => this.key(event), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.idle));
    this.wake();
  }

  /** Fits the controls into the window. */
  fit() {
    const { app, part } = this;
    const [isNarrow, isLow] = [app.clientWidth < NARROW, app.clientHeight < LOW];
    app.classList.toggle('is-narrow', isNarrow);
    app.classList.toggle('is-low', isLow);
    const lack = isNarrow ? 1 + Number(isLow) : 0;
    if (lack === this.lack) return;
    this.lack = lack;
    for (const [home, buttons, most] of MOVES) {
      part(lack < most ? home : 'moved').append(...buttons.map(part));
    }
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
    const { reader, part, slider, book: { pointer, text: words } } = this;
    const { visible, pages } = reader;
    const numbers = visible.map((page) => page + 1).join('–');
    const labels = visible.map((page) => pages.label(page)).join('–');
    const place = `${numbers} of ${pages.count}`;
    const text = numbers ? `Page${visible[1] ? 's' : ''} ${
      labels === numbers ? place : `${labels} (${place})`}` : 'The end';
    const where = part('where');
    const { textContent } = where;
    where.textContent = text;
    // Screen readers are told of each turn once, and not of the page at which a book opens.
    if (textContent && textContent !== text) {
      part('spoken').textContent = `${text}. ${words.beginning(visible[0])}`;
    }
    slider.value = String(reader.page);
    slider.setAttribute('aria-valuetext', text);
    for (const [id, isDisabled] of [
      ['previous', reader.isAtStart && !pointer.part(-1)],
      ['next', reader.isAtEnd && !pointer.part(1)],
      ['zoom-out', reader.view.zoom === 1],
    ]) {
      part(id).setAttribute('aria-disabled', String(isDisabled));
    }
    this.menu.update();
    this.panel.update();
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
    this.part('contents').hidden = this.book.settings.outline.length === 0;
    for (const id of ['search', 'select']) this.part(id).hidden = !exists;
  }

  // The slider.

  /** Shows a page above the place of the slider that the mouse points at. */
  hover(event) {
    if (event.pointerType !== 'mouse') return;
    const box = this.slider.getBoundingClientRect();
    const share = clamp((event.clientX - box.left - 8) / (box.width - 16), 0, 1);
    const { count } = this.reader.pages;
    this.preview(Math.round((this.reader.isLTR ? share : 1 - share) * (count - 1)));
  }

  preview(page) {
    const { part, slider, reader: { pages, isLTR } } = this;
    const preview = part('preview');
    preview.querySelector('span').textContent = `Page ${pages.label(page)}`;
    preview.hidden = false;
    this.seeking.abort();
    this.seeking = new AbortController();
    this.thumbnails.draw(preview.querySelector('canvas'), page, this.seeking.signal);
    const share = page / Math.max(pages.count - 1, 1);
    const [box, bar] = [slider, part('bar')].map((each) => each.getBoundingClientRect());
    const middle = box.left - bar.left + 8 + (isLTR ? share : 1 - share) * (box.width - 16);
    const room = bar.width - preview.offsetWidth;
    preview.style.left = `${clamp(middle - preview.offsetWidth / 2, 0, Math.max(room, 0))}px`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [target] = event.composedPath();
    const is = (selector) => target instanceof HTMLElement && target.matches(selector);
    const isEditable = is('input, select, textarea, :read-write');
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const { panel, menu } = this;
    if (event.key === 'Escape' && panel.shown) return panel.toggle(null);
    if (event.key === 'Escape' && menu.isFilling) return menu.fill(false);
    // Layouts without Latin letters have the shortcuts of their places.
    const isCommand = (letter) => (event.ctrlKey || event.metaKey) && !event.altKey
      && !event.shiftKey && (event.key.toLowerCase() === letter
        || event.code === `Key${letter.toUpperCase()}` && event.key > '\x7f');
    // Browsers do not wait for pictures that they have not loaded yet.
    if (this.book.isWindow && isCommand('p')) {
      event.preventDefault();
      return void menu.print(0, this.reader.pages.count - 1);
    }
    // The browser finds only what is open. Its own search comes second.
    if (isCommand('f') && target !== panel.words && !this.part('search').hidden
      && this.part('bar').offsetHeight > 0) {
      event.preventDefault();
      if (panel.shown !== 'search') panel.toggle('search');
      panel.words.focus();
      return panel.words.select();
    }
    // WCAG 2.1.4: software that listens to speech types single letters.
    if (event.key.length === 1 && event.key !== ' '
      && !event.composedPath().includes(this.root.host)) return;
    if (!isPlain || isEditable) return;
    const { reader, book: { pointer } } = this;
    const ahead = reader.isLTR ? 1 : -1;
    const keys = {
      ArrowRight: () => pointer.scroll([1, 0]) || reader.flip(ahead),
      ArrowLeft: () => pointer.scroll([-1, 0]) || reader.flip(-ahead),
      PageDown: () => pointer.advance(1), PageUp: () => pointer.advance(-1),
      Home: () => reader.jump(0), End: () => reader.jump(reader.pages.count - 1),
      '+': () => pointer.zoom(reader.view.zoom * 1.5),
      '-': () => pointer.zoom(reader.view.zoom / 1.5),
      0: () => pointer.zoom(1), f: () => menu.fullScreen(),
    };
    keys['='] = keys['+'];
    if (!this.part('search').hidden) keys['/'] = () => panel.toggle('search');
    if (reader.view.zoom > 1) {
      keys.ArrowDown = () => pointer.scroll([0, 1]);
      keys.ArrowUp = () => pointer.scroll([0, -1]);
      keys.Escape = () => pointer.zoom(1);
    }
    if (!is('button, a')) keys[' '] = () => pointer.advance(event.shiftKey ? -1 : 1);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
