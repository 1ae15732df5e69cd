// The reader's place: in the address, in the history, and in the browser's storage.

/** @typedef {import('./reader.js').Reader | import('./sheets.js').Sheets} Reader */

/** The page in an address such as `#page=20`; null if there is none. */
const pageIn = (hash) => {
  const number = /^#page=(\d+)$/.exec(hash)?.[1];
  return number ? Number(number) : null;
};

/**
 * The document's address with a page, counted from 1. A base element does not change it.
 * @param {number} page
 */
export function addressOf(page) {
  const url = new URL(document.location.href);
  url.hash = `page=${page}`;
  return url.href;
}

/** Safari allows 100 changes of the address in 30 seconds: a key that is held turns more pages. */
const PAUSE = 400;

export class Place {
  /**
   * @param {boolean} isKept whether the book owns the document's address
   * @param {string} src where the book is if it is not in the document
   */
  constructor(isKept, src) {
    this.isKept = isKept;
    this.src = src;
    /** Whether the next place is a new entry of the history. */
    this.isNew = false;
  }

  /** The page to start at, counted from 1. 0 if none is known. */
  get start() { return this.isKept ? pageIn(location.hash) ?? Number(this.stored('')) : 0; }

  /**
   * What is in the browser's storage under a name, after storing a value if there is one.
   * @param {string} name
   * @param {string} [value]
   */
  stored(name, value) {
    if (!this.isKept) return null;
    try {
      const key = `gleskit-book ${location.pathname}${this.src && ` ${this.src}`}${name}`;
      if (value) localStorage.setItem(key, value);
      return localStorage.getItem(key);
    } catch {
      // Some browsers do not store anything for files.
      return null;
    }
  }

  /**
   * Lets the address follow the reader, and the reader the history.
   * @param {Reader} reader
   * @param {AbortSignal} signal
   */
  listen(reader, signal) {
    if (!this.isKept) return;
    this.reader = reader;
    const later = () => {
      clearTimeout(this.waiting);
      if (this.isNew) this.write();
      else this.waiting = setTimeout(() => this.write(), PAUSE);
    };
    reader.addEventListener('rest', later, { signal });
    reader.addEventListener('jump', () => {
      this.write();
      this.isNew = true;
    }, { signal });
    window.addEventListener('popstate', () => {
      const page = pageIn(location.hash);
      if (page !== null || !location.hash) this.reader.go(reader.pages.index(page ?? 1));
    }, { signal });
    window.addEventListener('pagehide', () => this.write(), { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(this.waiting);
      // The address is the document's, which goes on without the book.
      this.store();
    });
    this.write();
  }

  store() { this.stored('', String(this.reader.page)); }

  /** Stores the place, and writes it into the address if that leads to other pages. */
  write() {
    const { reader, isNew } = this;
    this.isNew = false;
    this.store();
    if (reader.visible.includes((pageIn(location.hash) ?? 1) - 1)) return;
    const address = addressOf(reader.page);
    try {
      if (isNew) history.pushState(null, '', address);
      else if (address !== location.href) history.replaceState(history.state, '', address);
    } catch {
      // Documents in frames may be forbidden to.
    }
  }
}
