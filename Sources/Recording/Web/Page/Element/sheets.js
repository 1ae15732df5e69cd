// The pages one below the other, with their text: on paper, and where pages cannot be drawn.

/** @typedef {import('../pages.js').BookPages} BookPages */
/** @typedef {import('./text.js').TextLayer} TextLayer */

/** Where pages cannot turn, it is what moves through them, as `Reader` is elsewhere. */
export class Sheets extends EventTarget {
  /**
   * @param {HTMLElement} list what shows the images: as its children, or the host's
   * @param {BookPages} pages
   * @param {TextLayer} text
   */
  constructor(list, pages, text) {
    super();
    this.list = list;
    this.pages = pages;
    this.text = text;
    this.layout = 'sheets';
    /** Whether the sheets stay when they have been printed. */
    this.isKept = false;
    /** @type {HTMLElement[]} */
    this.sheets = [];
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    window.addEventListener('beforeprint', () => {
      if (!this.sheets.length) this.lay(0, this.pages.count - 1);
    }, { signal });
    window.addEventListener('afterprint', () => { if (!this.isKept) this.clear(); }, { signal });
    signal.addEventListener('abort', () => this.clear());
  }

  /** Shows the pages between two, counted from 0, that have arrived. */
  lay(from, to) {
    this.clear();
    this.sheets = this.pages.images.slice(from, to + 1).map((image, index) => {
      const page = from + index;
      image.loading = 'eager';
      const sheet = document.createElement('div');
      sheet.className = 'sheet';
      sheet.style.setProperty('--shape', this.pages.size.join(' / '));
      const text = document.createElement('div');
      text.className = 'text';
      text.role = 'group';
      this.text.fill(text, page);
      // An image of the list lies in its sheet, which takes its place; one of the host has a slot.
      const isOwn = image.parentNode === this.list;
      const shown = isOwn ? image : document.createElement('slot');
      if (isOwn) image.replaceWith(sheet);
      else {
        shown.name = image.slot = `page-${page + 1}`;
        this.list.append(sheet);
      }
      sheet.append(text, shown);
      return sheet;
    });
    this.list.classList.add('has-sheets');
  }

  /** Shows the images only. */
  clear() {
    if (!this.sheets.length) return;
    for (const image of this.pages.images) image.removeAttribute('slot');
    for (const sheet of this.sheets) sheet.replaceWith(...sheet.querySelectorAll('img'));
    this.sheets = [];
    this.list.classList.remove('has-sheets');
  }

  // What Reader has, too.

  /**
   * Lets a reader scroll through the pages, from one on.
   * @param {number} page counted from 0
   * @param {AbortSignal} signal
   */
  start(page, signal) {
    this.isKept = true;
    this.lay(0, this.pages.count - 1);
    this.go(page);
    let last = this.page;
    this.list.parentElement.addEventListener('scroll', () => {
      if (last === this.page) return;
      last = this.page;
      this.dispatchEvent(new Event('rest'));
    }, { signal });
  }

  /** The pages of which the most is seen, counted from 0. */
  get visible() {
    const { top, height } = this.list.parentElement.getBoundingClientRect();
    const index = this.sheets.findIndex(
      (sheet) => sheet.getBoundingClientRect().bottom > top + height / 2);
    const { length } = this.sheets;
    return [(index + length) % length];
  }

  get page() { return this.visible[0] + 1; }

  /** Scrolls to a page; scrollIntoView would move the document, too. */
  go(page) {
    const both = [this.sheets[page], this.list.parentElement];
    if (!both[0]) return;
    const [to, from] = both.map((each) => each.getBoundingClientRect().top);
    both[1].scrollTop += to - from;
  }

  jump(page) {
    this.dispatchEvent(new Event('jump'));
    this.go(page);
  }

  flip(way) { this.go(this.visible[0] + way); }
}
