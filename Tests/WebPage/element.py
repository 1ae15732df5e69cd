"""The element gleskit-book in documents of others: properties, calls, events, moves."""

import os
import shutil
import subprocess

import pdf
from reading import Server

PAGE = """<!DOCTYPE html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<style>gleskit-book { height: 400px }</style>
<div id="one"></div><div id="two"></div><gleskit-book id="early" src="book/index.html"></gleskit-book>
<script>
window.events = [];
for (const name of ['ready', 'pagechange', 'turnstart', 'turnend', 'zoomchange', 'layoutchange',
  'linkclick', 'error']) {
  addEventListener(name, ({ target, detail }) => {
    if (target.id === 'book') events.push([name, ...Object.values(detail ?? {}).flat()].join(' '));
  }, true);
}
early.page = 5;
const script = document.createElement('script');
script.src = 'book/gleskit-book/gleskit-book.js';
document.head.append(script);
</script>"""
# Colors of the host.
STYLE = """gleskit-book { --gleskit-book-background: rgb(1, 2, 3); --gleskit-book-accent: rgb(4, 5, 6) }
gleskit-book::part(bar) { background: rgb(7, 8, 9) }"""
GUIDE = "../../Documentation/embedding.md"
WORKER = """try {
  importScripts('book/gleskit-book/gleskit-book.js');
  postMessage('no error');
} catch (error) {
  postMessage(String(error));
}"""


def element(check):
    """Attributes and properties reflect each other; calls wait; moves keep the page; events."""
    browser = check.browser
    site = f"{check.folder}/element"
    for name, count in (("book", 12), ("other", 3)):
        os.makedirs(f"{site}/{name}", exist_ok=True)
        path = f"{check.folder}/{name}.pdf"
        pdf.write(path, [[(f"Page {number}", None), ("To page 12", count), ("A site", "https://a.org/")]
                         for number in range(1, count + 1)], title=f"The {name}")
        check.write(f"element/{name}/index.html", "--layout", "spread", "--dpi", "72", "--duration",
                    "0.3", pages=[path])
    for name, text in (("host.html", PAGE), ("worker.js", WORKER)):
        with open(f"{site}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    server = Server(site)

    def told(what, wanted):
        """Expects events since the last time, in this order."""
        try:
            browser.wait(f"events.length >= {len(wanted)}", 10)
        finally:
            found = browser.evaluate("events.splice(0)")
            check.expect(f"{what}: {wanted}, not {found}", found == wanted)

    def state(what, wanted):
        found = browser.evaluate("[it.page, it.getAttribute('page'), it.pageCount]")
        check.expect(f"{what}: {wanted}, not {found}", found == wanted)

    try:
        browser.size(1000, 700)
        browser.open(f"{server.address}/host.html")
        browser.wait("document.getElementById('early').page > 0")
        check.expect("a property that was set before the script", browser.evaluate(
            "document.getElementById('early').page") == 4)
        check.expect("no element is needed to import the script", browser.evaluate(
            "new Promise((done) => { new Worker('worker.js').onmessage ="
            " ({ data }) => done(data); })") == "no error")
        browser.evaluate("""void (() => {
          window.it = document.createElement('gleskit-book');
          Object.assign(it, { id: 'book', src: 'book/index.html' });
          it.goTo(4);
          document.getElementById('one').append(it);
          it.page = 6;
        })()""")
        told("calls before the book is ready", ["ready"])
        state("they have waited", [6, "6", 12])
        check.expect("frameworks find the element as they wrote it: no children, no style",
                     browser.evaluate("it.childNodes.length === 0 && !it.hasAttribute('style')"))
        browser.wait("it.reader.isReady")
        # A host repeats late what it was told.
        browser.evaluate("void (it.next(), it.page = 6)")
        told("a turn", ["turnstart 6 7", "pagechange 8 9", "turnend 8 9"])
        state("a turn", [8, "8", 12])
        browser.evaluate("void (it.page = 3)")
        told("the property", ["pagechange 2 3"])
        state("the property", [2, "3", 12])
        browser.evaluate("it.setAttribute('page', '99')")
        told("the attribute", ["pagechange 12"])
        state("the attribute", [12, "12", 12])
        browser.evaluate("void (it.title = 'Mine')")
        heading = "it.shadowRoot.getElementById('title').textContent"
        check.expect("the title", browser.evaluate(heading) == "Mine")
        browser.evaluate("it.removeAttribute('title')")
        check.expect("the book's own title", browser.evaluate(heading) == "The book")

        browser.evaluate(f"""void document.head.append(
          Object.assign(document.createElement('style'), {{ textContent: `{STYLE}` }}))""")
        found = browser.evaluate("""['.app', '#slider', '#bar'].map((name, index) => getComputedStyle(
          it.shadowRoot.querySelector(name))[
            ['backgroundColor', 'accentColor', 'backgroundColor'][index]])""")
        check.expect(f"the host's colors: {found}", found == [
            "rgb(1, 2, 3)", "rgb(4, 5, 6)", "rgb(7, 8, 9)"])

        browser.evaluate("void (it.page = 6)")
        told("page 6", ["pagechange 6 7"])
        browser.evaluate("void document.getElementById('two').append(it)")
        told("an element that was moved", ["ready"])
        state("an element that was moved", [6, "6", 12])
        if browser.evaluate("'moveBefore' in document.body"):
            browser.evaluate("void document.getElementById('one').moveBefore(it, null)")
            state("moveBefore goes on at once", [6, "6", 12])
        browser.evaluate("void (it.controls = 'none')")
        told("other controls", ["ready"])
        state("other controls", [6, "6", 12])
        check.expect("no controls", browser.evaluate(
            "it.shadowRoot.getElementById('bar').offsetHeight") == 0)
        browser.evaluate("it.setAttribute('controls', 'reader')")
        told("controls", ["ready"])
        check.expect("the property controls", browser.evaluate("it.controls") == "reader")

        browser.wait("it.shadowRoot.querySelectorAll('.text a').length === 4")
        stop = ("it.addEventListener('linkclick', (event) => {"
                " if (window.stops) event.preventDefault(); })")
        browser.evaluate(f"void (window.stops = true, {stop})")
        for at, stops, events in (
                (0, True, [f"linkclick {server.address}/host.html#page=12 12"]),
                (1, True, ["linkclick https://a.org/"]),
                (0, False, [f"linkclick {server.address}/host.html#page=12 12", "pagechange 12"])):
            browser.evaluate(f"void (window.stops = {str(stops).lower()})")
            browser.evaluate(f"it.shadowRoot.querySelectorAll('.text a')[{at}].click()")
            told(f"link {at}", events)
        browser.evaluate("it.shadowRoot.getElementById('zoom-in').click()")
        told("zoom", ["zoomchange 1.5"])
        browser.evaluate("it.shadowRoot.getElementById('zoom-out').click()")
        told("zoom out", ["zoomchange 1"])
        browser.evaluate("void (it.page = 2)")
        told("page 2", ["pagechange 2 3"])
        browser.evaluate("void (it.style.width = '330px')")
        told("a narrow element", ["layoutchange pages", "pagechange 2"])
        browser.evaluate("void (it.style.width = '')")
        told("a wide element", ["layoutchange spread", "pagechange 2 3"])
        sheets = "it.shadowRoot.querySelectorAll('.sheet').length"
        browser.evaluate("void window.dispatchEvent(new Event('beforeprint'))")
        browser.frames(3)
        check.expect("all pages are printed", browser.evaluate(sheets) == 12)
        browser.evaluate("void window.dispatchEvent(new Event('afterprint'))")
        browser.frames(3)
        check.expect("the book goes on after printing", browser.evaluate(
            f"{sheets} === 0 && events.length === 0 && it.pageCount === 12"))
        browser.evaluate("it.next()")
        told("a turn", ["turnstart 2 3", "pagechange 4 5", "turnend 4 5"])
        browser.evaluate("void (it.src = 'other/index.html')")
        told("another book", ["ready"])
        state("another book begins at its start", [1, None, 3])
        check.expect("the document keeps its address", browser.evaluate("location.hash") == "")
        browser.evaluate("void (it.src = 'book/index.html', it.page = 9,"
                         " Promise.resolve().then(() => { it.controls = 'none'; }))")
        told("a start that another follows", ["ready"])
        state("a book and its page at once", [8, "9", 12])
        browser.evaluate("void (it.place = true)")
        told("a book that keeps its place", ["ready"])
        browser.wait("location.hash === '#page=8'")
        check.expect("the document keeps its keys", browser.evaluate(
            "document.body.dispatchEvent(new KeyboardEvent('keydown',"
            " { key: 'PageDown', bubbles: true, cancelable: true }))"))
        browser.evaluate("void (it.src = 'other/index.html')")
        told("another book at the old address", ["ready"])
        state("it begins at its start", [1, None, 3])
        browser.evaluate("void (it.place = false, it.page = 3)")
        told("no place", ["ready"])
        browser.evaluate("void (it.place = true)")
        told("a place again", ["ready"])
        state("an open book stays open where it is", [2, "3", 3])
        check.expect("a book that is removed after a turn remembers it", browser.evaluate(
            """new Promise((done) => {
              it.addEventListener('pagechange', () => {
                it.remove();
                done(localStorage.getItem('gleskit-book /host.html other/index.html'));
              }, { once: true });
              it.previous();
            })""") == "1")
    finally:
        browser.open("about:blank")
        server.close()


def live(check):
    """The host of a book with pages as its children adds, removes and moves them."""
    browser = check.browser
    check.write("live/index.html", "--layout", "spread", "--dpi", "72", pages=check.pages)
    count = len(check.pages)
    server = Server(f"{check.folder}/live")

    def changed(what, act, wanted):
        """Expects one new start after a change, with [page, number of pages]."""
        browser.evaluate(f"void (window.starts = 0, {act})")
        browser.wait("window.starts > 0", 10)
        browser.frames(3)
        found = browser.evaluate("[window.starts, it.page, it.pageCount]")
        check.expect(f"{what}: {wanted}, not {found}", found == [1, *wanted])
        check.expect(f"{what}: the pages are those of the document", browser.evaluate(
            "it.pages.images.every((image, index) => image === images()[index])"))

    try:
        browser.size(1000, 700)
        browser.open(f"{server.address}/index.html")
        browser.wait("document.querySelector('gleskit-book')?.page === 1")
        browser.evaluate("""void (() => {
          window.it = document.querySelector('gleskit-book');
          window.images = () => [...it.querySelectorAll(':scope > img:not([slot])')];
          it.addEventListener('ready', () => { window.starts += 1; });
          it.goTo(2);
        })()""")
        changed("a page less", "images().at(-1).remove()", [2, count - 1])
        changed("three pages more", "[1, 2, 3].forEach(() => it.append(images()[1].cloneNode()))",
                [2, count + 2])
        changed("pages that change places", "images()[1].before(images()[2])", [2, count + 2])
        changed("another picture", "images()[3].replaceWith(images()[0].cloneNode())", [2, count + 2])
        changed("one page left", "images().slice(1).forEach((image) => image.remove())", [1, 1])
        changed("others instead of all", "window.kept = images()[0], kept.remove(),"
                " setTimeout(() => it.append(kept.cloneNode(), kept.cloneNode()), 50)", [1, 2])
        check.expect("the picture of the former first page is not shown",
                     browser.evaluate("it.pages.first === null"))
        changed("a book that is changed outside of the document",
                "(at => { it.remove(); images()[1].remove(); at.append(it); })(it.parentNode)",
                [1, 1])
    finally:
        browser.open("about:blank")
        server.close()


def guide(check):
    """The HTML listings of the guide work as printed."""
    browser = check.browser
    name = f"guide-{type(browser).__name__}"
    site = f"{check.folder}/{name}"
    os.makedirs(f"{site}/wp-content/uploads")
    os.symlink(f"{site}/book", f"{site}/wp-content/uploads/book")
    os.makedirs(f"{site}/book")
    check.write(f"{name}/book/index.html", "--layout", "spread", pages=check.pages)
    with open(os.path.join(os.path.dirname(__file__), GUIDE), encoding="utf-8") as file:
        listings = [part.partition("```")[0] for part in file.read().split("```html\n")[1:]]
    server = Server(site)
    try:
        browser.size(1000, 700)
        for number, listing in enumerate(listings):
            with open(f"{site}/{number}.html", "w", encoding="utf-8") as page:
                page.write(f"<!DOCTYPE html><html lang=en><title>{number}</title>"
                           f"<link rel=icon href=data:,>{listing}")
            browser.open(f"{server.address}/{number}.html")
            book = ("(frames.length ? frames[0].document : document)"
                    ".querySelector('gleskit-book')")
            browser.wait(f"{book}?.page === {2 if 'page=' in listing else 1}")
            check.expect(f"listing {number}: the book is seen",
                         browser.evaluate(f"{book}.offsetHeight") > 400)
        check.expect("three listings", len(listings) == 3)
    finally:
        browser.open("about:blank")
        server.close()


def package(check):
    """The folder of a book is a package: for programs in TypeScript, and on servers."""
    folder = f"{check.folder}/package"
    os.makedirs(f"{folder}/node_modules")
    os.makedirs(f"{folder}/book")
    check.write("package/book/index.html", pages=check.pages)
    os.symlink("../book/gleskit-book", f"{folder}/node_modules/gleskit-book")
    shutil.copy(os.path.join(os.path.dirname(__file__), "consumer.ts"), f"{folder}/consumer.mts")
    for program, *arguments in (
            ("tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "node16",
             "--moduleResolution", "node16", "consumer.mts"),
            ("node", "--input-type=module", "--eval", "import 'gleskit-book'")):
        if not shutil.which(program):
            check.expect(f"{program} is installed, as scripts/ensure-packages --tests does", False)
            continue
        done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True,
                              check=False)
        check.expect(f"{program}: {done.stdout}{done.stderr}", done.returncode == 0)


MOUNT = """(async () => {
  for (let number = 0; number < 5; number++) {
    const it = document.createElement('gleskit-book');
    it.src = 'book/index.html';
    document.body.append(it);
    await new Promise((done) => it.addEventListener('ready', done, { once: true }));
    it.next();
    it.remove();
  }
})()"""


def mounts(check):
    """Fifty elements that come and go leave no nodes and no listeners."""
    browser = check.browser
    site = f"{check.folder}/mounts"
    os.makedirs(f"{site}/book")
    check.write("mounts/book/index.html", "--layout", "spread", pages=check.pages)
    with open(f"{site}/host.html", "w", encoding="utf-8") as page:
        page.write("<!DOCTYPE html><html lang=en><title>Host</title><link rel=icon href=data:,>"
                   "<body><script src=book/gleskit-book/gleskit-book.js></script>")
    server = Server(site)

    def left():
        """What there is; garbage is collected by and by."""
        for _ in range(3):
            browser.frames(3)
            browser.call("HeapProfiler.collectGarbage")
        return browser.call("Memory.getDOMCounters")

    try:
        browser.size(700, 500)
        browser.open(f"{server.address}/host.html")
        browser.evaluate(MOUNT)
        before = left()
        for _ in range(10):
            browser.evaluate(MOUNT)
        after = left()
        check.expect(f"{before} before, {after} after",
                     after["nodes"] <= before["nodes"] + 50
                     and after["jsEventListeners"] <= before["jsEventListeners"] + 5)
    finally:
        browser.open("about:blank")
        server.close()


ALL = (element, live, guide, package, mounts)
