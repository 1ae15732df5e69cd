"""Books in browsers without WebGL: their pages lie one below the other."""

import os

import pdf
from reading import Server

EVENTS = """
window.told = [];
for (const name of ['ready', 'pagechange', 'layoutchange', 'error']) {
  addEventListener(name, ({ target, detail }) => {
    if (target.localName === 'gleskit-book') told.push([name, detail?.pages?.[0]].join(' '));
  }, true);
}"""
WITHOUT = EVENTS + """
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind === 'webgl' ? null : getContext.call(this, kind, ...rest);
};"""
# A driver that draws pages that lie, but none that bend; and how many listen to the history.
BROKEN = EVENTS + """
const { shaderSource } = WebGLRenderingContext.prototype;
WebGLRenderingContext.prototype.shaderSource = function (shader, text) {
  shaderSource.call(this, shader, text.includes('MOST_TAPS') ? 'broken' : text);
};
window.live = 0;
const { addEventListener: add } = window;
window.addEventListener = function (name, act, options) {
  if (name === 'popstate') {
    live += 1;
    options.signal.addEventListener('abort', () => { live -= 1; });
  }
  add.call(window, name, act, options);
};"""
# Tables that arrive when they are let go, images that never do, and a wait that is over soon.
SLOW = """
window.asked = 0;
window.print = () => { asked += 1; };
const { fetch: load, setTimeout: later } = window;
const free = new Promise((done) => { window.release = done; });
window.fetch = async (url, ...rest) => {
  if (String(url).endsWith('.json')) await free;
  return load(url, ...rest);
};
window.setTimeout = (act, time) => later(act, window.hangs && time === 30000 ? 100 : time);
const { decode } = HTMLImageElement.prototype;
HTMLImageElement.prototype.decode = function () {
  return window.hangs ? new Promise(() => {}) : decode.call(this);
};
const { get } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete');
Object.defineProperty(HTMLImageElement.prototype, 'complete', {
  get() { return !window.hangs && get.call(this); },
});"""
HOST = """<!DOCTYPE html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<style>body { margin: 0 } gleskit-book { height: 600px } p { height: 900px }</style>
<script src="book/gleskit-book/gleskit-book.js"></script>
<p>An article.</p><gleskit-book src="book/index.html" page="5"></gleskit-book><p>More.</p>"""


def scrolling(check):
    """Without WebGL: the address, calls, events, text, links and the browser's own search."""
    browser = check.browser
    path = f"{check.folder}/sheets.pdf"
    pdf.write(path, [
        [(f"Words of page {page}", None), ("To page 7", 7)] for page in range(1, 10)])
    path = check.write("sheets.html", "--layout", "spread", "--dpi", "72", pages=[path])
    browser.size(1000, 700)
    with browser.on_new_documents(WITHOUT):
        browser.open(path, "#page=4")
        browser.wait("told.includes('ready ')")
        check.expect("first the error, then the book", browser.evaluate("told.splice(0).join()")
                     == "error ,ready ")
        check.expect("the page in the address", browser.evaluate("book().page") == 4)
        check.keep("sheets", browser.screenshot())
        for number, text in ((1, "Words of page 1"), (9, "Words of page 9")):
            # Words are where they are seen, so that they can be selected, and found by Ctrl-F.
            place = browser.evaluate(f"""(() => {{
              const sheet = parts('.sheet')[{number - 1}];
              const box = sheet.querySelector('span').getBoundingClientRect();
              const own = sheet.getBoundingClientRect();
              return [box.x - own.x, box.y - own.y, box.width].map((part) => part / own.width);
            }})()""")
            wanted = [50 / 450, 42 / 450]
            check.expect(f"page {number}: text at {place}", all(
                abs(one - other) < 0.02 for one, other in zip(place, wanted)) and place[2] > 0.2)
            check.expect(f"page {number}: {text}", browser.evaluate(
                f"parts('.sheet .text')[{number - 1}].textContent").startswith(text))
        browser.evaluate("book().goTo(6)")
        browser.wait("location.hash === '#page=6'")
        browser.evaluate("book().next()")
        browser.wait("location.hash === '#page=7'")
        browser.evaluate("void parts('.sheet')[1].scrollIntoView()")
        browser.wait("location.hash === '#page=2'")
        check.expect("each is reported", browser.evaluate("told.splice(0).join()")
                     == "pagechange 6,pagechange 7,pagechange 2")
        left, top, width, height = browser.evaluate(
            "(({ x, y, width, height }) => [x, y, width, height])("
            "parts('.sheet a')[1].getBoundingClientRect())")
        check.drag((left + width / 2, top + height / 2))
        browser.wait("location.hash === '#page=7'")
        browser.evaluate("history.back()")
        browser.wait("book().page === 2")
        words = browser.printed_words()
        check.expect(f"all pages are printed: {words}", len(words) == 9)
        check.expect("and stay", browser.evaluate("parts('.sheet').length") == 9)


def site(check):
    """Serves a book of nine pages, and a document with it below others."""
    folder = f"{check.folder}/sheets"
    os.makedirs(f"{folder}/book", exist_ok=True)
    path = f"{check.folder}/sheets.pdf"
    pdf.write(path, [[(f"Page {number}", None)] for number in range(1, 10)])
    check.write("sheets/book/index.html", "--layout", "spread", "--dpi", "72", pages=[path])
    for name, text in (("host.html", HOST), ("own.html", HOST.replace("page=", "place=window page="))):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    return Server(folder)


def below(check):
    """Without WebGL, a book below an article does not move the document."""
    browser = check.browser
    server = site(check)
    browser.size(1000, 700)
    try:
        with browser.on_new_documents(WITHOUT):
            browser.open(f"{server.address}/host.html")
            browser.wait("told.includes('ready ')")
            check.expect("it opens at its page", browser.evaluate("book().page") == 5)
            browser.evaluate("book().goTo(8)")
            browser.wait("book().page === 8")
            check.expect("the document stays", browser.evaluate("scrollY") == 0)
            browser.frames(3)
            check.expect("it starts once", browser.evaluate(
                "told.filter((name) => name === 'ready ').length") == 1)
    finally:
        browser.open("about:blank")
        server.close()


def broken(check):
    """A book that cannot be drawn any more is read on: once ready, one history, its keys scroll."""
    browser = check.browser
    path = f"{check.folder}/sheets.pdf"
    pdf.write(path, [[(f"Page {number}", None)] for number in range(1, 10)])
    path = check.write("broken.html", "--layout", "spread", "--dpi", "72", pages=[path])
    browser.size(1000, 700)
    with browser.on_new_documents(BROKEN):
        browser.open(path, "#page=4")
        browser.wait(check.LOADED)
        browser.key("ArrowRight")
        browser.wait("book().reader.layout === 'sheets'")
        told = browser.evaluate("told.splice(0)")
        check.expect(f"it was ready once: {told}", told == [
            "ready ", "error ", "layoutchange ", "pagechange 4"])
        check.expect("one place listens to the history", browser.evaluate("live") == 1)
        check.expect("the document has its keys", browser.evaluate(
            "[' ', 'PageDown', 'Home', 'End'].every((key) => document.body.dispatchEvent("
            "new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))"))
        # Chromium drops keys for what it has not drawn yet.
        browser.frames(3)
        browser.key("End")
        browser.wait("location.hash === '#page=9'")
        browser.evaluate("book().goTo(2)")
        browser.wait("location.hash === '#page=2'")


def late(check):
    """Printing waits for the text, is asked for once, and waits not for ever."""
    browser = check.browser
    server = site(check)
    browser.size(1000, 700)
    try:
        with browser.on_new_documents(SLOW):
            browser.open(f"{server.address}/book/index.html")
            browser.wait("book().page === 1")
            for _ in range(2):
                browser.key("p", control=True)
            browser.frames(4)
            check.expect("it waits for the text", browser.evaluate("asked") == 0)
            browser.evaluate("void release()")
            browser.wait("asked > 0")
            words = browser.printed_words()
            check.expect(f"all pages have their text: {words}",
                         words == [f"Page {page}" for page in range(1, 10)])
            check.expect("once", browser.evaluate("asked") == 1)
            browser.evaluate("void (asked = 0)")
            # The third time, the pages are there.
            for count, told in enumerate(2 * ["Not loaded, and empty in print: 9 of 9 pages"] + [""]):
                browser.evaluate(f"void (window.hangs = {count} < 2)")
                browser.key("p", control=True)
                browser.wait(f"asked === {count + 1}", 10)
                words = browser.evaluate("part('message').textContent")
                check.expect(f"it says what is empty: {words}", words == told)
            # Pages that are the element's own lie in their order again.
            browser.open(f"{server.address}/own.html")
            browser.evaluate("void release()")
            browser.wait(check.LOADED)
            browser.evaluate("""(() => {
              parts('#print input').forEach((input, index) => { input.value = 2 + index; });
              part('print').requestSubmit();
            })()""")
            browser.wait("asked > 0")
            check.expect("two sheets", browser.evaluate("parts('.sheet').length") == 2)
            browser.evaluate("void dispatchEvent(new Event('afterprint'))")
            found = browser.evaluate("[parts('.pages > img:not([slot])'), book().pages.images].map("
                                     "(images) => images.map(({ src }) => src.slice(-9, -5)))")
            wanted = [f"{page:04}" for page in range(1, 10)]
            check.expect(f"the pages in their order: {found}", found == [wanted, wanted])
    finally:
        browser.open("about:blank")
        server.close()


ALL = (scrolling, below, broken, late)
