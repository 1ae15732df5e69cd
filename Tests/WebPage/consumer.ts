// A program in TypeScript that uses a book: the types of its package must fit.

import type { GleskitBook, GleskitBookAttributes, GleskitBookEvents } from 'gleskit-book';

export const book = document.createElement('gleskit-book');
const same: GleskitBook = book;
Object.assign(same, { src: 'book/index.html', page: 2, controls: 'none', place: true });
book.addEventListener('pagechange', ({ detail }) => book.goTo(detail.pages[0] + 1));
book.addEventListener('linkclick', (event) => {
  if (event.detail.page === undefined && !event.detail.href.startsWith('https:')) {
    event.preventDefault();
  }
});
book.addEventListener('layoutchange', ({ detail }) => detail.layout === 'spread');
book.addEventListener('error', ({ detail }) => { document.title = detail.message; });
book.addEventListener('click', (event) => event.clientX);
document.querySelector('gleskit-book')?.next();

export const names: (keyof GleskitBookEvents)[] = ['ready', 'turnstart', 'turnend', 'zoomchange'];
export const attributes: GleskitBookAttributes = {
  src: 'book/index.html', page: 3, onpagechange: (event) => event.detail.pages.length,
};
export const { pageCount }: { readonly pageCount: number } = book;

// @ts-expect-error: a page is a number.
book.goTo('3');
// @ts-expect-error: there is no such layout.
book.addEventListener('layoutchange', ({ detail }) => detail.layout === 'double');
