/** Importing the package defines the element `gleskit-book`, a book whose pages turn. */

export interface GleskitBookProperties {
  /** The URL of an `index.html` or one-file book. */
  src: string;
  /** The first page that lies open, from 1; 0 before `ready`. */
  page: number;
  /** `reader`, `lab` or `none`. */
  controls: string;
  /** What screen readers call the book. */
  title: string;
  /** Whether the URL, the history and the storage keep the reader's place. */
  place: boolean;
}

export interface GleskitBookEvents {
  /** The book can be used. */
  ready: CustomEvent<null>;
  /** Other pages lie open. */
  pagechange: CustomEvent<{ pages: number[] }>;
  /** A page begins to turn. */
  turnstart: CustomEvent<{ pages: number[] }>;
  /** No page turns any more. */
  turnend: CustomEvent<{ pages: number[] }>;
  /** The magnification, from 1. */
  zoomchange: CustomEvent<{ zoom: number }>;
  layoutchange: CustomEvent<{ layout: 'spread' | 'pages' | 'sheets' }>;
  /** `page` is that of a link in the book. `preventDefault()` stops the link. */
  linkclick: CustomEvent<{ href: string, page?: number }>;
  error: CustomEvent<{ message: string }>;
}

type Events = Omit<HTMLElementEventMap, keyof GleskitBookEvents> & GleskitBookEvents;

export interface GleskitBook extends HTMLElement, GleskitBookProperties {
  /** 0 before `ready`. */
  readonly pageCount: number;
  next(): void;
  previous(): void;
  /** Opens the book at a page, from 1, without a turn. */
  goTo(page: number): void;

  addEventListener<Name extends keyof Events>(
    type: Name, listener: (this: GleskitBook, event: Events[Name]) => unknown,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof Events>(
    type: Name, listener: (this: GleskitBook, event: Events[Name]) => unknown,
    options?: boolean | EventListenerOptions): void;
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions): void;
}

/** The attributes of `<gleskit-book>` in JSX. */
export type GleskitBookAttributes = Partial<GleskitBookProperties> & {
  [Name in keyof GleskitBookEvents as `on${Name}`]?: (event: GleskitBookEvents[Name]) => void;
};

declare global {
  interface HTMLElementTagNameMap {
    'gleskit-book': GleskitBook;
  }
}
