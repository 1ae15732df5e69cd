// <gleskit-book>: a book as an element of any web page.

import BOOK_CSS from './book.css';
import BOOK_HTML from './book.html';
import { DrawingError } from '../gl.js';
import { BookPages } from '../pages.js';
import { Bar } from './Controls/bar.js';
import { Lab } from './Controls/lab.js';
import { Pointer } from './pointer.js';
import { Place } from './place.js';
import { Reader } from './reader.js';
import { Sheets } from './sheets.js';
import { fetchBook, json } from './source.js';
import { copy, TextLayer } from './text.js';

/** @typedef {import('../../Template/gleskit-book').GleskitBook} Declared */

/** Servers that render web pages import scripts, and have no elements. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? Object);

/**
 * A book whose pages turn. `gleskit-book.d.ts`, which is published with it, declares the same.
 *
 * Its children are a JSON script with the settings, an `img` for each page, and perhaps JSON
 * scripts of the classes `motions`, with the motions of paper, `sound`, with the sound of a turn,
 * and `texts`, with the text of the pages. With `src`, they are those of the gleskit-book
 * in the document at that address, and stay in the shadow root: the children are the host's.
 *
 * Attributes, which properties reflect: `src`; `page`, a page that lies open (as a property, the
 * first), from 1; `controls`: reader, lab or none; `title`; `place`: keep the page in the address,
 * and it and the reader's choices in storage; `window` takes the document's keys and wheel.
 * Events: `ready`; `pagechange`, `turnstart` and `turnend` with `detail.pages`; `zoomchange` with
 * `detail.zoom`; `layoutchange` with `detail.layout`; `linkclick`, which can be canceled, with
 * `detail.href` and `detail.page`; `error` with `detail.message`.
 *
 * @implements {Declared}
 */
class GleskitBook extends Base {
  static get observedAttributes() { return ['controls', 'page', 'place', 'src', 'title']; }

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(BOOK_CSS);
    root.adoptedStyleSheets = [style];
    /** The rule of the element itself. */
    this.look = /** @type {CSSStyleRule} */ (style.cssRules[0]).style;
    /**
     * What was asked for before the book was ready.
     * @type {(() => void)[]}
     */
    this.waiting = [];
    /**
     * The attribute `page` if the host has set it since the start and the reader has not moved.
     * @type {string | null}
     */
    this.asked = null;
    this.hasStarted = false;
    /** Whether the host has changed the pages among the children. */
    this.isChanged = false;
  }

  connectedCallback() {
    // Properties that were set before the script had arrived hide those of the class.
    for (const name of GleskitBook.observedAttributes) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    const { signal } = this.life = new AbortController();
    this.begin(signal).catch((error) => { if (!signal.aborted) this.fail(error); });
  }

  disconnectedCallback() {
    this.life.abort();
    this.pages?.close();
    this.reader = this.pages = this.lastPages = undefined;
  }

  /** An element that `moveBefore` moves goes on. */
  connectedMoveCallback() {}

  attributeChangedCallback(name, before, value) {
    if (this.isReflecting) return;
    if (name === 'page') {
      // What a host repeats late ends no turn, and a start that is due reads the attribute.
      const isOpen = this.readerPages?.includes(Number(value));
      if (this.life && !this.restarting && !isOpen) this.goTo(Number(value ?? NaN));
      this.asked = value;
      return;
    }
    // Before the element is in a document, begin() has not read it yet.
    if (!this.life) return;
    if (name === 'title') return this.showTitle();
    if (before === value) return;
    this.isOther ||= name === 'src';
    this.restart();
  }

  restart() {
    this.restarting ??= Promise.resolve().then(() => {
      // Another book does not begin where this one was left.
      if (this.isOther) this.reflect(this.asked);
      this.restarting = this.isOther = undefined;
      if (!this.isConnected) return;
      this.disconnectedCallback();
      this.connectedCallback();
    });
  }

  // Methods and properties.

  /** Turns to the next page. */
  next() { this.whenReady(() => this.reader.flip(1)); }

  /** Turns back to the previous page. */
  previous() { this.whenReady(() => this.reader.flip(-1)); }

  /**
   * Opens the book at a page without a turn.
   * @param {number} page from 1
   */
  goTo(page) {
    if (!Number.isFinite(page)) return;
    this.whenReady(() => this.reader.go(this.pages.index(page)));
  }

  whenReady(act) {
    if (this.reader && !this.restarting) act();
    else this.waiting.push(act);
  }

  /** The first page that lies open, from 1. 0 before `ready`, where what is set waits. */
  get page() { return this.reader?.page ?? 0; }
  set page(page) { this.setAttribute('page', String(page)); }

  get src() { return this.getAttribute('src') ?? ''; }
  set src(address) { this.setAttribute('src', address); }

  get controls() { return this.getAttribute('controls') ?? this.settings?.controls ?? ''; }
  set controls(name) { this.setAttribute('controls', name); }

  get place() { return this.hasAttribute('place'); }
  set place(isKept) { this.toggleAttribute('place', isKept); }

  /** The number of pages. 0 before `ready`. */
  get pageCount() { return this.pages?.count ?? 0; }

  // The start.

  /** @param {AbortSignal} signal */
  async begin(signal) {
    // A canvas never gets a second context.
    this.shadowRoot.innerHTML = BOOK_HTML;
    /**
     * What has the pages as its children.
     * @type {HTMLElement}
     */
    this.home = this;
    const [list] = /** @type {HTMLElement[]} */ ([...this.shadowRoot.querySelectorAll('.pages')]);
    if (this.src) await fetchBook(this.src, this.home = list, signal);
    const read = (selector) => json(this.home, selector, signal);
    /** @type {BookSettings} */
    const settings = await read('script[type="application/json"]');
    if (signal.aborted) return;
    this.look.setProperty('--gleskit-book-background', settings.background ?? '');
    this.settings = settings;
    const part = (id) => this.shadowRoot.getElementById(id);
    const parts = (selector) => /** @type {HTMLElement[]} */ (
      [...this.shadowRoot.querySelectorAll(selector)]);
    const [app] = parts('.app');
    const { controls } = this;
    const isWindow = this.getAttribute('place') === 'window';
    const isLab = controls === 'lab';
    const place = new Place(this.place, this.src);
    // In a frame, the document around it scrolls.
    const isAlone = isWindow && window.top === window;
    this.pages = new BookPages(
      this.home, settings.count, settings.size, this.home === this ? () => {
        this.isChanged = true;
        this.restart();
      } : null, this.isChanged);
    app.classList.toggle('is-alone', isAlone);
    app.classList.toggle('is-bare', controls === 'none');
    app.classList.toggle('is-lab', isLab);
    this.showTitle();
    /** Ends what draws the pages and turns them, which WebGL may leave. */
    const drawing = new AbortController();
    signal.addEventListener('abort', () => drawing.abort());
    const reader = new Reader({
      canvas: this.shadowRoot.querySelector('canvas'),
      shades: parts('.shade'),
    }, this.pages, {
      ...settings, isFixed: isLab, motions: () => read('script.motions'),
    });
    // In reading order: the page that turns next comes last.
    const texts = parts('.text').reverse();
    for (const each of [...texts, list]) each.lang = settings.language ?? '';
    const text = new TextLayer(
      texts, (page) => this.reader.jump(page), (link) => this.tell('linkclick', link, true),
      this.pages, () => read('script.texts'));
    text.texts = settings.hasText ? null : [];
    this.shadowRoot.addEventListener('copy', copy, { signal });
    const sheets = new Sheets(list, this.pages, text);
    sheets.listen(signal);
    const pointer = new Pointer(
      reader, part('stage'), () => bar.toggle(),
      () => isAlone || document.fullscreenElement === this || bar.menu.isFilling);
    const bar = new Bar(this.shadowRoot, reader, {
      text, pointer, place, sheets, isWindow, settings });
    let [wasMoving, wasMagnified] = [false, false];
    const show = () => {
      // A pan moves the text, too.
      const isMoving = reader.isTurning && reader.isMoving
        || !reader.lifted && reader.time % 1 !== 0;
      const isMagnified = reader.view.zoom > 1;
      if (isMoving !== wasMoving) app.classList.toggle('is-moving', isMoving);
      if (isMagnified !== wasMagnified) app.classList.toggle('is-magnified', isMagnified);
      [wasMoving, wasMagnified] = [isMoving, isMagnified];
    };
    reader.addEventListener('rest', () => {
      bar.update();
      text.show(reader);
      show();
      if (!signal.aborted && this.lastPages !== undefined) this.turned();
    });
    for (const name of ['turnstart', 'turnend']) {
      reader.addEventListener(name, () => this.tell(name, { pages: this.readerPages }));
    }
    let { zoom } = reader.view;
    reader.addEventListener('place', () => {
      if (zoom !== reader.view.zoom) this.tell('zoomchange', { zoom: zoom = reader.view.zoom });
      bar.fit();
      text.show(reader);
    });
    reader.drawn = show;
    reader.addEventListener('problem', (/** @type {CustomEvent} */ { detail }) => {
      bar.say(detail);
      if (detail) this.tell('error', { message: detail });
    });
    reader.addEventListener('failure', (/** @type {CustomEvent} */ { detail }) => {
      drawing.abort();
      withoutDrawing(detail, reader.page);
    });
    /** Shows the pages one below the other. */
    const withoutDrawing = async (error, page) => {
      app.classList.remove('is-live');
      this.fail(error);
      await this.pages.image(this.pages.count - 1);
      await text.load();
      if (signal.aborted) return;
      sheets.addEventListener('rest', () => this.turned());
      sheets.start(page - 1, signal);
      // What had the keys is gone.
      if (isWindow) list.parentElement.focus({ preventScroll: true });
      this.open(sheets, place, signal);
    };
    app.classList.add('is-live');
    drawing.signal.addEventListener('abort', () => reader.close());
    // A book that goes on, or that the host has replaced, is not where another visit ended.
    const first = this.hasStarted ? 0 : place.start;
    const page = this.pages.index(first || Number(this.getAttribute('page')) || 1);
    try {
      if (!await reader.start(page)) {
        throw new DrawingError('This browser has no WebGL. The pages are shown as images.');
      }
      if (drawing.signal.aborted) return;
    } catch (error) {
      app.classList.remove('is-live');
      if (error instanceof DrawingError) return withoutDrawing(error, page + 1);
      throw error;
    }
    app.classList.add('is-ready');
    pointer.listen(drawing.signal);
    bar.listen(drawing.signal);
    if (isLab) {
      const lab = new Lab(this.shadowRoot, reader);
      lab.listen(drawing.signal);
      lab.show();
      reader.drawn = () => {
        show();
        lab.show();
      };
    }
    bar.showText(false);
    this.open(reader, place, drawing.signal);
    // The pages come first.
    await new Promise((done) => reader.addEventListener('loaded', done, { once: true }));
    if (drawing.signal.aborted) return;
    if (settings.hasSound) {
      read('script.sound').then((samples) => bar.sound.receive(samples))
        .catch(({ message }) => { if (!signal.aborted) bar.say(message, 4); });
    }
    await text.load();
    bar.showText(text.texts.length > 0);
    text.refresh(reader);
  }

  /**
   * Gives the book to its reader, perhaps from another one, which cannot draw any more.
   * @param {Reader | Sheets} reader
   * @param {Place} place
   */
  open(reader, place, signal) {
    const isNew = !this.reader;
    this.reader = reader;
    this.hasStarted = true;
    this.asked = null;
    place.listen(reader, signal);
    if (!isNew) return this.turned();
    for (const act of this.waiting.splice(0)) act();
    [this.lastPages, this.lastLayout] = [String(this.readerPages), reader.layout];
    this.showPage();
    this.tell('ready');
  }

  // Reports.

  tell(name, detail = null, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable }));
  }

  /** Reports another layout and other pages. */
  turned() {
    const { reader: { layout }, readerPages: pages } = this;
    if (layout !== this.lastLayout) {
      this.lastLayout = layout;
      this.tell('layoutchange', { layout });
    }
    if (String(pages) === this.lastPages) return;
    this.lastPages = String(pages);
    this.asked = null;
    this.showPage();
    this.tell('pagechange', { pages });
  }

  /** Lets the attribute `page` name a page that lies open. */
  showPage() {
    if (this.readerPages.includes(Number(this.getAttribute('page')) || 1)) return;
    this.reflect(String(this.page));
  }

  /** Sets the attribute `page`, or removes it, without a move. */
  reflect(page) {
    this.isReflecting = true;
    if (page === null) this.removeAttribute('page');
    else this.setAttribute('page', page);
    this.isReflecting = false;
  }

  showTitle() {
    const heading = this.shadowRoot.getElementById('title');
    if (heading) heading.textContent = this.title || this.settings?.title;
  }

  get readerPages() { return this.reader?.visible.map((page) => page + 1); }

  fail(error) {
    const { message } = error;
    const notice = this.shadowRoot.getElementById('notice');
    notice.textContent = message;
    notice.hidden = false;
    this.shadowRoot.querySelector('.plain').classList.add('is-shown');
    this.tell('error', { message });
    if (!(error instanceof DrawingError)) throw error;
  }
}

if (globalThis.customElements && !customElements.get('gleskit-book')) {
  customElements.define('gleskit-book', GleskitBook);
}
