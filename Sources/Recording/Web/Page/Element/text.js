// The text of the pages: for selection, search, links and screen readers.

import { SearchText, whole } from './search.js';

/** @typedef {import('../pages.js').BookPages} BookPages */

/**
 * A page's text and links. Boxes are left, top, width, height in thousandths of the page's width.
 * A target is a page, counted from 0, or an address. Figures have what their author says of them.
 *
 * @typedef {{ lines: [number, number, number, number, string][],
 *   links: [number, number, number, number, number | string, string][],
 *   figures?: [number, number, number, number, string][] }} PageText
 */

/** Addresses that a link may have. */
const SAFE_ADDRESS = /^(https?|mailto):/i;

/** Copies text with its words whole. */
export function copy(event) {
  if (!event.target.closest('.text')) return;
  event.clipboardData.setData('text/plain', whole(String(getSelection())));
  event.preventDefault();
}

/**
 * What screen readers are told of a figure, or of a page without text.
 * @returns {HTMLElement}
 */
function described(text) {
  return Object.assign(document.createElement('div'), { role: 'img', ariaLabel: text });
}

/** A length in thousandths of the page's width, of which the style says how large they are. */
const units = (length) => (length === undefined ? '' : `calc(${length} * var(--unit))`);

function placed(element, left, top, width, height) {
  Object.assign(element.style, {
    left: units(left), top: units(top), width: units(width), height: units(height),
  });
  return element;
}

/** The text over the pages that lie open. */
export class TextLayer {
  /**
   * @param {HTMLElement[]} sheets an element over each of the two places of pages
   * @param {(page: number) => void} goTo
   * @param {(link: { href: string, page?: number }) => boolean} follows whether a link that was
   *   clicked is followed
   * @param {BookPages} pages
   * @param {() => Promise<PageText[]>} read
   */
  constructor(sheets, goTo, follows, pages, read) {
    this.sheets = sheets;
    this.goTo = goTo;
    this.follows = follows;
    this.pages = pages;
    this.read = read;
    /** @type {Promise<PageText[]>} */
    this.loading = undefined;
    /**
     * That of each page, none where no page has any; null until it has arrived.
     * @type {PageText[] | null}
     */
    this.texts = null;
    /** @type {WeakMap<PageText, SearchText>} */
    this.searched = new WeakMap();
    this.words = '';
    /** The words that are marked on each sheet. */
    this.marks = sheets.map(() => '');
  }

  /** Waits for the text of the pages. */
  async load() { this.texts ??= await (this.loading ??= this.read()); }

  /** Shows the text of pages at their places. */
  show(reader) {
    const { corner } = reader.stage;
    for (const [index, sheet] of this.sheets.entries()) {
      const [page] = reader.places.find(([, at]) => (at === corner) === (index === 0)) || [];
      const box = (reader.isClosed ? reader.boards : reader.boxes)[index];
      sheet.hidden = page === undefined || !box;
      if (sheet.hidden) continue;
      if (sheet.dataset.page !== String(page) || this.marks[index] !== this.words) {
        sheet.dataset.page = String(page);
        this.marks[index] = this.words;
        this.fill(sheet, page);
      }
      sheet.style.transform =
        `translate(${box.left}px, ${box.top}px) scale(${box.width / 1000})`;
      sheet.style.height = `${1000 * box.height / box.width}px`;
    }
  }

  fill(sheet, page) {
    sheet.ariaLabel = `Page ${this.pages.label(page)}`;
    sheet.replaceChildren(...this.content(page));
  }

  /** Shows everything again: the text or the words to mark have changed. */
  refresh(reader) {
    for (const sheet of this.sheets) delete sheet.dataset.page;
    this.show(reader);
  }

  /** What a page without text is. */
  described(page) { return this.pages.images[page]?.alt ?? ''; }

  /** The first words of a page, or what it shows; nothing until that is known. */
  beginning(page) {
    if (!this.texts) return '';
    const lines = this.texts[page]?.lines.map((line) => line[4]);
    return (lines?.join(' ') || this.described(page)).split(/\s+/, 9).join(' ').slice(0, 80);
  }

  /** The elements of a page's text. */
  content(page) {
    // A new one each time: Chromium's contexts keep all text that they have measured.
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = '100px sans-serif';
    const text = this.texts?.[page] || { lines: [], links: [] };
    const { lines, links, figures = [] } = text;
    const hits = this.words ? this.searchText(text).find(this.words) : [];
    const spans = lines.map(([left, top, width, height, text], index) => {
      const line = document.createElement('span');
      line.dir = 'auto';
      line.append(...this.marked(text, index, hits), '\n');
      const ems = pen.measureText(text).width / 100 || 1;
      const across = width / ems / height;
      // A line that would be squeezed to half of its length runs down the page.
      Object.assign(placed(line, left, top).style, height > width && across < 0.5
        ? { fontSize: units(width), writingMode: 'vertical-rl',
          transform: `scaleY(${height / ems / width})` }
        : { fontSize: units(height), transform: `scaleX(${across})` });
      return line;
    });
    const content = this.texts && !lines.length ? [described(this.described(page))] : [...spans];
    for (const [left, top, width, height, text] of lines.length ? figures : []) {
      // A figure comes before the lines below it, such as its caption.
      const next = content.indexOf(spans[lines.findIndex((line) => line[0] < left + width
        && line[0] + line[2] > left && line[1] + line[3] / 2 > top + height)]);
      content.splice(
        next < 0 ? content.length : next, 0, placed(described(text), left, top, width, height));
    }
    return [
      ...content,
      ...links.map(([left, top, width, height, target, text]) => {
        const link = document.createElement('a');
        link.ariaLabel = text;
        const isInside = typeof target === 'number';
        link.addEventListener('click', (event) => {
          const isFollowed = this.follows(
            { href: link.href, ...(isInside ? { page: target + 1 } : {}) });
          if (isInside || !isFollowed) event.preventDefault();
          if (isInside && isFollowed) this.goTo(target);
        });
        if (isInside) {
          link.href = `#page=${target + 1}`;
        } else if (SAFE_ADDRESS.test(target)) {
          Object.assign(link, { href: target, title: target, target: '_blank', rel: 'noreferrer' });
        }
        return placed(link, left, top, width, height);
      }),
    ];
  }

  /** A line with the words that were found in it marked. */
  marked(text, line, hits) {
    const parts = [];
    let end = 0;
    for (const { from, to } of hits) {
      if (line < from[0] || line > to[0]) continue;
      const start = Math.max(line === from[0] ? from[1] : 0, end);
      const stop = line === to[0] ? to[1] : text.length;
      // Two hits may lie in one ligature.
      if (stop <= end) continue;
      const mark = document.createElement('mark');
      parts.push(text.slice(end, start), mark);
      mark.textContent = text.slice(start, stop);
      end = stop;
    }
    return [...parts, text.slice(end)];
  }

  /** @param {PageText} page */
  searchText(page) {
    if (!this.searched.has(page)) {
      this.searched.set(page, new SearchText(page.lines.map((line) => line[4])));
    }
    return this.searched.get(page);
  }

  /**
   * The places at which words occur, at most `limit`.
   * @returns {{ page: number, before: string, words: string, after: string }[]}
   */
  find(words, limit) {
    const found = [];
    for (const [page, text] of this.texts.entries()) {
      const searched = this.searchText(text);
      for (const hit of searched.find(words)) {
        found.push({ page, ...searched.excerpt(hit) });
        if (found.length === limit) return found;
      }
    }
    return found;
  }
}
