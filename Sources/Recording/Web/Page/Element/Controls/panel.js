// The panel beside the book: its contents, pictures of its pages, search, or the menu.

/** @typedef {import('../reader.js').Reader} Reader */
/** @typedef {import('../text.js').TextLayer} TextLayer */
/** @typedef {import('./thumbnails.js').Thumbnails} Thumbnails */

/** The most places that a search lists. */
const MOST_FOUND = 200;

/** What the panel shows, by the names of the buttons that open it, and its titles. */
const TITLES = { contents: 'Contents', thumbnails: 'Pages', search: 'Search', more: 'More' };

/** @typedef {keyof TITLES} Kind */

export class Panel {
  /**
   * @param {ShadowRoot} root
   * @param {Reader} reader
   * @param {{ text: TextLayer, outline: [number, string, number][], thumbnails: Thumbnails }} book
   */
  constructor(root, reader, book) {
    this.root = root;
    this.reader = reader;
    this.book = book;
    this.part = (id) => root.getElementById(id);
    this.words = /** @type {HTMLInputElement} */ (this.part('words'));
    this.entries = this.part('entries');
    /** @type {Kind | null} */
    this.shown = null;
    /** @type {Map<Element, AbortController>} */
    this.drawing = new Map();
  }

  listen(signal) {
    const { words, entries } = this;
    const on = (id, act, name = 'click') => (
      this.part(id).addEventListener(name, act, { signal }));
    for (const kind of /** @type {Kind[]} */ (Object.keys(TITLES))) {
      on(kind, () => this.toggle(kind));
    }
    on('close', () => this.toggle(null));
    on('words', () => this.search(), 'input');
    on('words', (event) => {
      if (event.key === 'Enter') entries.querySelector('button')?.click();
    }, 'keydown');
    on('entries', (event) => this.walk(event), 'keydown');
    this.watcher = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) this.see(target, isIntersecting);
    }, { root: entries.parentElement, rootMargin: '50% 0%' });
    signal.addEventListener('abort', () => this.list([], null));
    words.hidden = true;
  }

  /** @param {Kind | null} name what to show, or to hide if it is shown */
  toggle(name) {
    const { part, words, entries } = this;
    const before = this.shown;
    const shown = this.shown = name === before ? null : name;
    part('panel').hidden = !shown;
    part('panel').dataset.kind = shown ?? '';
    for (const kind of Object.keys(TITLES)) {
      part(kind).setAttribute('aria-expanded', String(kind === shown));
    }
    words.hidden = shown !== 'search';
    part('menu').hidden = shown !== 'more';
    part('found').textContent = '';
    part('panel-title').textContent = TITLES[shown];
    if (shown === 'search') this.search();
    else {
      this.mark('');
      if (shown === 'contents') this.contents();
      else if (shown === 'thumbnails') this.pages();
      else this.list([], null);
    }
    /** @type {HTMLElement} */
    const current = shown === 'thumbnails' ? entries.querySelector('[tabindex="0"]')
      : shown === 'search' ? words : part(shown ? 'close' : before);
    current?.focus({ preventScroll: true });
  }

  list(items, element) {
    for (const canvas of this.drawing.keys()) this.see(canvas, false);
    this.watcher?.disconnect();
    this.entries.replaceChildren(...items.map((item) => {
      const row = document.createElement('li');
      row.append(element(item));
      return row;
    }));
  }

  /** A button that leads to a page. */
  button(page, ...content) {
    const button = document.createElement('button');
    const number = document.createElement('span');
    button.type = 'button';
    number.textContent = this.reader.pages.label(page);
    button.append(...content, number);
    button.addEventListener('click', () => {
      // On a phone the panel covers the book.
      if (this.part('panel').offsetWidth > 0.6 * this.root.host.clientWidth) {
        const { words } = this.book.text;
        this.toggle(null);
        this.mark(words);
      }
      this.reader.jump(page);
    });
    return button;
  }

  row(page, ...label) {
    const text = document.createElement('span');
    text.append(...label);
    return this.button(page, text);
  }

  /** Scrolls to an entry; scrollIntoView would move the document, too. */
  scroll(entry) { this.entries.parentElement.scrollTop = (entry?.offsetTop ?? 0) - 200; }

  /** Lists the outline, scrolled to the entry at which the reader is. */
  contents() {
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
    this.scroll(current);
  }

  // Thumbnails.

  /** Shows all pages, each drawn when it is seen. */
  pages() {
    const { pages, visible } = this.reader;
    this.list(Array.from({ length: pages.count }, (_, page) => page), (page) => {
      const canvas = document.createElement('canvas');
      canvas.style.aspectRatio = pages.size.join('/');
      canvas.dataset.page = page;
      this.watcher.observe(canvas);
      const button = this.button(page, canvas);
      button.setAttribute('aria-label', `Page ${pages.label(page)}`);
      return button;
    });
    this.move(this.buttons[visible[0] ?? pages.count - 1]);
    this.update();
    this.scroll(this.entries.querySelector('[tabindex="0"]'));
  }

  get buttons() { return [...this.entries.querySelectorAll('button')]; }

  /** Lets Tab lead to one thumbnail of all. */
  move(to) {
    for (const button of this.buttons) button.tabIndex = button === to ? 0 : -1;
  }

  /** Marks the open pages. */
  update() {
    if (this.shown !== 'thumbnails') return;
    for (const [page, button] of this.buttons.entries()) {
      button.setAttribute('aria-current', String(this.reader.visible.includes(page)));
    }
  }

  /** Draws a thumbnail that comes into view, and frees one that leaves. */
  see(canvas, isSeen) {
    this.drawing.get(canvas)?.abort();
    this.drawing.delete(canvas);
    if (!isSeen) {
      canvas.width = canvas.height = 0;
      return;
    }
    const drawing = new AbortController();
    this.drawing.set(canvas, drawing);
    this.book.thumbnails.draw(canvas, Number(canvas.dataset.page), drawing.signal);
  }

  /** Arrow keys, Home and End move the focus among the thumbnails. */
  walk(event) {
    if (this.shown !== 'thumbnails' || event.ctrlKey || event.metaKey || event.altKey) return;
    const { buttons, reader: { isLTR } } = this;
    const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0].offsetTop).length;
    const ahead = isLTR ? 1 : -1;
    const at = buttons.indexOf(event.target);
    const to = {
      ArrowRight: at + ahead, ArrowLeft: at - ahead, ArrowDown: at + columns,
      ArrowUp: at - columns, Home: 0, End: buttons.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!buttons[to]) return;
    this.move(buttons[to]);
    buttons[to].focus();
  }

  // Search.

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
}
