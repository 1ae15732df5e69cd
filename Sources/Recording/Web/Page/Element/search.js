// Search in the text of a page, as readers type it.

/** What readers leave out: accents, Hebrew points, Arabic vowels and stretching, and hyphens. */
const IGNORED = /[-\u2010\u00ad\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Where no space separates lines: after a hyphen, and in Chinese and Japanese. */
const JOINED = /[-\u2010\u00ad\u05be\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u;

/** Text without what `IGNORED` lists, in one case, form and width, without ligatures. */
const folded = (text) => text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  .replace(IGNORED, '').replace(/\s+/g, ' ').replaceAll('ς', 'σ').replace(/[‘’]/g, "'");

/** Lines of text with their words whole: hyphens at which they were divided are left out. */
export const whole = (lines) => lines.replace(/(?<=\p{L})[-\u2010\u00ad]\n(?=\p{Ll})/gu, '');

/**
 * What single letters fold to. Without it, the first search in a book takes several times as long.
 * @type {Map<string, string>}
 */
const letters = new Map();

const foldedLetter = (letter) => {
  if (!letters.has(letter)) letters.set(letter, folded(letter));
  return letters.get(letter);
};

/**
 * Words that were found: the line and the index in it of their start, and of their end.
 * @typedef {{ from: [number, number], to: [number, number] }} Hit
 */

export class SearchText {
  /** @param {string[]} lines */
  constructor(lines) {
    this.lines = lines;
    /** The line and the index of each unit of `text`. */
    const [rows, places] = [[], []];
    this.text = '';
    let isSpace = false;
    const add = (units, row, place) => {
      if (units === ' ' && isSpace) return;
      isSpace = units === ' ' || units === '' && isSpace;
      this.text += units;
      for (let unit = 0; unit < units.length; unit++) {
        rows.push(row);
        places.push(place);
      }
    };
    for (const [row, line] of lines.entries()) {
      const whole = line.trimEnd();
      let place = 0;
      for (const letter of whole) {
        add(foldedLetter(letter), row, place);
        place += letter.length;
      }
      if (!JOINED.test(whole)) add(' ', row, place);
    }
    this.rows = Uint32Array.from(rows);
    this.places = Uint32Array.from(places);
  }

  /**
   * The places of words, which may go on in the next lines.
   * @returns {Hit[]}
   */
  find(words) {
    const wanted = folded(words).trim();
    /** @type {Hit[]} */
    const hits = [];
    for (let at = this.text.indexOf(wanted); wanted && at >= 0;
      at = this.text.indexOf(wanted, at + wanted.length)) {
      const last = at + wanted.length - 1;
      // A letter ends behind its accents.
      const letter = /[^]\p{M}*/uy;
      letter.lastIndex = this.places[last];
      letter.test(this.lines[this.rows[last]]);
      hits.push({
        from: [this.rows[at], this.places[at]], to: [this.rows[last], letter.lastIndex] });
    }
    return hits;
  }

  /** The text of a hit, and what stands around it. */
  excerpt({ from, to }) {
    const text = this.lines.join('\n');
    const index = ([row, place]) => (
      this.lines.slice(0, row).reduce((length, line) => length + line.length + 1, place));
    const [start, end] = [index(from), index(to)];
    // Without the dots of tables of contents.
    const tidy = (part) => whole(part).replace(/(\s?\.){4,}/g, ' …').replaceAll('\n', ' ');
    return {
      before: tidy(text.slice(Math.max(start - 200, 0), start)).slice(-30),
      words: tidy(text.slice(start, end)), after: tidy(text.slice(end, end + 200)).slice(0, 40),
    };
  }
}
