// Where a book comes from: children of an element, perhaps from another document.

import { fileAt, FIRST } from '../pages.js';

/**
 * Fills an element with the children of the book at an address.
 * @param {string} src
 * @param {HTMLElement} home
 * @param {AbortSignal} signal
 */
export async function fetchBook(src, home, signal) {
  const address = new URL(src, document.baseURI);
  const text = await (await fileAt(address.href, signal)).text();
  // Not the whole document, whose style this document's content security policy may forbid.
  const start = Math.max(text.indexOf('<gleskit-book'), 0);
  const book = new DOMParser().parseFromString(text.slice(start), 'text/html')
    .querySelector('gleskit-book');
  if (!book) throw new Error(`${address}: there is no book of GLESKit`);
  const absolute = (path) => new URL(path, address).href;
  /** @type {(child: Element) => HTMLElement[]} */
  const copies = (child) => {
    if (child instanceof HTMLScriptElement && child.type === 'application/json') {
      const script = document.createElement('script');
      Object.assign(script, { type: child.type, className: child.className, text: child.text });
      if (child.dataset.src) script.dataset.src = absolute(child.dataset.src);
      return [script];
    }
    if (!(child instanceof HTMLImageElement)) return [];
    const image = document.createElement('img');
    for (const name of ['alt', 'width', 'height', 'slot']) {
      if (child.hasAttribute(name)) image.setAttribute(name, child.getAttribute(name));
    }
    Object.assign(image.dataset, child.dataset);
    image.loading = image.slot === FIRST ? 'eager' : 'lazy';
    image.src = absolute(child.getAttribute('src'));
    if (child.dataset.small) image.dataset.small = absolute(child.dataset.small);
    return [image];
  };
  signal.throwIfAborted();
  home.replaceChildren(...[...book.children].flatMap(copies));
}

/**
 * The first child that matches, as soon as it has arrived with all of its text.
 * @param {HTMLElement} home
 * @param {string} selector
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLScriptElement>}
 */
function child(home, selector, signal) {
  return new Promise((done, fail) => {
    const look = () => {
      const found = /** @type {HTMLScriptElement} */ (home.querySelector(`:scope > ${selector}`));
      const isWhole = found && (found.nextElementSibling || document.readyState !== 'loading');
      if (isWhole) done(found);
      else if (document.readyState === 'loading') return;
      else fail(new Error(`gleskit-book has no child ${selector}`));
      watcher.disconnect();
      document.removeEventListener('readystatechange', look);
    };
    const watcher = new MutationObserver(look);
    watcher.observe(home, { childList: true });
    document.addEventListener('readystatechange', look, { signal });
    signal.addEventListener('abort', () => watcher.disconnect());
    look();
  });
}

/**
 * The content of a JSON script among the children, or of the file that it names.
 * @param {HTMLElement} home
 * @param {string} selector
 * @param {AbortSignal} signal
 */
export async function json(home, selector, signal) {
  const script = await child(home, selector, signal);
  const { src } = script.dataset;
  return JSON.parse(src ? await (await fileAt(src, signal)).text() : script.text);
}
