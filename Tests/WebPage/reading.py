"""What readers do with a book, and what its documents do around it. Each part takes the Check."""

import functools
import http.server
import os
import threading
import time

import pdf


def controls(check):
    """Controls appear when they are wanted; buttons, slider and clicks turn pages."""
    browser = check.browser
    browser.size(1200, 800)
    browser.open(check.write("reader.html", "--layout", "spread", pages=check.pages))
    browser.wait(check.LOADED)
    browser.wait("parts('.app')[0].classList.contains('is-idle')", 8)
    check.expect("there are no laboratory sliders", browser.evaluate("!part('lab')"))
    browser.hover(*check.center("next"))
    browser.wait("!parts('.app')[0].classList.contains('is-idle')")
    check.click("next")
    check.comes_to("the button", "Pages 2–3 of 5")
    small = browser.evaluate(
        "parts('#bar button, #bar input').filter((each) => each.offsetParent && each.offsetHeight < 44"
        " || each.offsetParent && each.offsetWidth < 44).map((each) => each.id).join()")
    check.expect(f"controls are large enough for fingers, not so {small}", small == "")
    left, top, width, height = browser.evaluate(
        "(() => { const box = part('slider').getBoundingClientRect();"
        " return [box.x, box.y, box.width, box.height]; })()")
    browser.hover(left + width / 2, top + height / 2)
    browser.wait("!part('preview').hidden")
    browser.wait("(() => { const canvas = part('preview').firstChild;"
                 " return canvas.toDataURL().length > 4000; })()")
    check.expect("the slider shows the page under the pointer",
                 browser.evaluate("part('preview').lastChild.textContent") == "Page 3")
    check.drag((left + width - 4, top + height / 2))
    check.comes_to("the end of the slider", "Pages 4–5 of 5")
    box = check.box(1)
    check.drag((box[0] + 20, box[1] + 300))
    check.comes_to("a click on the left", "Pages 2–3 of 5")


def corners(check):
    """A corner rises below the mouse, and a click or a drag goes on from there."""
    browser = check.browser
    lifted, progress = "book().reader.lifted", "book().reader.progress"
    down = f"!{lifted} && [0, 1].includes({progress})"

    def corner(side, top=False):
        # Where no page lies, a place may be outside the window.
        boxes = [check.box(at) for at in range(browser.evaluate("book().reader.boxes.length"))]
        boxes = [box for box in boxes if box[0] >= 0 and box[2] > 0]
        edge = (max(box[0] + box[2] for box in boxes) - 9 if side == "right"
                else min(box[0] for box in boxes) + 9)
        return (edge, boxes[0][1] + (9 if top else boxes[0][3] - 9))

    def show(*options, page=2):
        browser.size(1000, 700)
        browser.open(
            check.write("corner.html", "--duration", "0.5", *options, pages=check.pages),
            f"#page={page}")
        browser.wait(check.LOADED)
        browser.hover(500, 300)

    def stays(what, place):
        browser.hover(*place)
        browser.frames(4)
        check.expect(f"no corner rises {what}", browser.evaluate(down))
        browser.hover(500, 300)

    def rises(place):
        browser.hover(*place)
        browser.wait(f"{lifted}?.isUp && !book().reader.animation")

    for direction, sides in (("ltr", ("right", "left")), ("rtl", ("left", "right"))):
        show("--layout", "spread", "--direction", direction)
        for side, way in zip(sides, (1, -1)):
            for top in (False, True):
                rises(corner(side, top))
                check.expect("the edge is up a little", browser.evaluate(
                    f"{lifted}.way === {way} && {progress} === {0.04 if way > 0 else 0.96}"))
                check.expect("the same pages lie open", browser.evaluate("book().page") == 2
                             and not browser.evaluate(
                                 "part('stage').parentElement.matches('.is-moving')"))
                browser.hover(500, 300)
                browser.wait(down)
    # Nothing is drawn while a corner is up.
    show("--layout", "spread")
    place = corner("right")
    rises(place)
    browser.frames()
    check.expect("nothing is drawn below a mouse that rests", browser.evaluate(
        "new Promise((done) => { let count = 0; book().reader.drawn = () => { count += 1; };"
        " setTimeout(() => done(count), 200); })") == 0)
    browser.evaluate("(() => { window.least = 1; const { reader } = book();"
                     " reader.drawn = () => { least = Math.min(least, reader.progress); }; })()")
    check.drag(place)
    browser.wait(f"{progress} > 0.5")
    check.expect("a click goes on from there", browser.evaluate("least") >= 0.04)
    check.comes_to("a click on a corner that is up", "Pages 4–5 of 5")
    stays("where the book ends", corner("right"))
    rises(corner("left"))
    browser.key("Home")
    check.comes_to("a key while a corner is up", "Page 1 of 5")
    stays("where the book begins", corner("left"))
    rises(corner("right"))
    browser.key("+")
    browser.wait("book().reader.view.zoom === 1.5")
    check.expect("a corner sinks when the page is magnified", browser.evaluate(down))
    stays("on magnified pages", corner("right"))

    # A page that rolls, whose corner leads.
    show("--layout", "pages")
    stays("where no page turns that way", corner("left"))
    place = corner("right")
    rises(place)
    finger = "book().reader.drag.finger"
    before = browser.evaluate(finger)
    now = time.time()
    browser.mouse("Pressed", *place, now)
    browser.mouse("Moved", place[0] - 20, place[1], now + 0.1)
    after = browser.evaluate(finger)
    check.expect(f"a drag goes on from {before}: {after}",
                 abs(before[0] - 20 - after[0]) < 1 and abs(before[1] - after[1]) < 1)
    browser.mouse("Released", place[0] - 20, place[1], now + 1)
    browser.wait("!book().reader.isMoving")
    check.comes_to("a drag that is too short", "Page 2 of 5")


def zooming(check):
    """The wheel, a double click and two fingers magnify to the pages' own pixels, and move them."""
    browser = check.browser
    zoom = "book().reader.view.zoom"
    browser.size(600, 450)
    browser.open(check.write("zoom.html", "--layout", "spread", pages=check.pages))
    browser.wait(check.LOADED)
    sizes = "JSON.stringify([...book().reader.painter.textures.textures.get(0).size])"
    box = check.box()
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    for _ in range(3):
        browser.wheel(x, y, -100)
    browser.wait(f"{zoom} > 2")
    # The picture of a cover fills its board: 600 pixels and 1.4 % at either end.
    browser.wait(f"{check.LOADED} && {sizes} === '[460,616]'")
    held = "book().reader.stage.corner[0]"
    before = browser.evaluate(held)
    check.drag((x, y), (x - 60, y))
    check.expect("a magnified page is moved", abs(browser.evaluate(held) - before + 60) <= 1)
    check.expect("and does not turn", browser.evaluate("book().page") == 1)
    browser.tap_twice(x, y)
    browser.wait(f"{zoom} === 1")
    browser.key("+")
    browser.wait(f"{zoom} === 1.5")
    browser.key("Escape")
    browser.wait(f"{zoom} === 1")

    browser.size(500, 900, touch=True)
    browser.wait("book().reader.layout === 'pages'")
    now = time.time()
    browser.touch("Start", 180, 380, now, (220, 380))
    for step in range(1, 6):
        browser.touch("Move", 180 - 20 * step, 380, now + step / 50, (220 + 20 * step, 380))
    browser.touch("End", 0, 0, now + 0.2)
    browser.wait(f"Math.abs({zoom} - 3) < 0.3")
    browser.tap_twice(200, 380, by_touch=True)
    browser.wait(f"{zoom} === 1")
    browser.size(900, 450)


def places(check):
    """An address opens a page, the place is remembered, and phones show single pages."""
    browser = check.browser
    path = check.write("place.html", "--layout", "spread", pages=check.pages)
    browser.size(1000, 700)
    browser.open(path, "#page=4")
    browser.wait(check.LOADED)
    check.comes_to("#page=4", "Pages 4–5 of 5")
    browser.evaluate("void (location.hash = '#page=2')")
    check.comes_to("another address", "Pages 2–3 of 5")
    browser.open(path)
    browser.wait(check.LOADED)
    check.comes_to("opened again", "Pages 2–3 of 5")
    browser.open(check.write("long.html", "--layout", "spread", pages=3 * check.pages), "#page=12")
    browser.wait(check.LOADED)
    check.comes_to("#page=12", "Pages 12–13 of 15")
    browser.open(path)
    browser.wait(check.LOADED)
    browser.size(390, 760, touch=True)
    check.comes_to("a phone", "Page 2 of 5")
    # Less than half of the page, at the speed of a thumb.
    check.drag((370, 380), (220, 390), seconds=0.2, by_touch=True)
    check.comes_to("a swipe", "Page 3 of 5")
    browser.evaluate("parts('.app')[0].classList.remove('is-idle')")
    check.drag(check.center("previous"), seconds=0.05, by_touch=True)
    check.comes_to("a tap on a button", "Page 2 of 5")
    check.drag((195, 380), seconds=0.05, by_touch=True)
    browser.wait("parts('.app')[0].classList.contains('is-idle')", 1)
    browser.frames()
    check.expect("a tap on the page hides the controls", browser.evaluate(
        "parts('.app')[0].classList.contains('is-idle')"))
    browser.size(760, 390, touch=True)
    check.comes_to("a phone on its side", "Pages 2–3 of 5")
    browser.size(1000, 700)

    browser.open(check.write(
        "rtl.html", "--layout", "spread", "--direction", "rtl", pages=check.pages))
    browser.wait(check.LOADED)
    browser.key("ArrowLeft")
    check.comes_to("left where a book is read from right to left", "Pages 2–3 of 5")
    # Page 9 faces page 8.
    browser.open(check.write(
        "excerpt.html", "--layout", "spread", "--pages", "4-8", pages=3 * check.pages))
    browser.wait(check.LOADED)
    check.comes_to("an excerpt that starts with a left page", "Pages 1–2 of 6")
    browser.key("ArrowRight")
    check.comes_to("its next opening", "Pages 3–4 of 6")
    browser.key("End")
    check.comes_to("its last opening", "Pages 5–6 of 6")


def resizing(check):
    """A page that is held stays in the hand when the window changes."""
    browser = check.browser
    browser.size(1000, 700)
    browser.open(check.write(
        "resize.html", "--layout", "spread", "--profile", "cylinder", pages=check.pages))
    browser.wait(check.LOADED)
    left, top, width, height = check.box()
    browser.mouse("Pressed", left + width - 9, top + 300, time.time())
    for x in (left + 200, left + 100):
        browser.mouse("Moved", x, top + 300, time.time())
    share = "book().reader.drag.finger[0] / book().reader.stage.page[0]"
    before = browser.evaluate(share)
    browser.size(700, 500)
    browser.wait("book().reader.canvas.width === 700")
    check.expect("the page that is held has the new size", browser.evaluate(
        "book().reader.drag.sheet.width === book().reader.stage.page[0]"))
    check.expect("it is held at the same point", abs(browser.evaluate(share) - before) < 0.01)
    browser.mouse("Released", 20, 300, time.time())
    browser.wait("!book().reader.isMoving")


def contents(check):
    """The outline, links, text and title of a PDF work, and hostile ones do no harm."""
    browser = check.browser
    path = f"{check.folder}/contents.pdf"
    bad = "</script><img src=x onerror=alert(1)>"
    pdf.write(path, [
        [("The first page", None), ("To the last page", 4), ("A site", "https://example.org/a?b=1&c"),
         ("Not safe", "javascript:alert(1)"), ("Another file, not this one", "x.html#2")],
        [("Second page with a <b>word</b> & more", None)],
        [("Third page: needle", None)],
        [(bad, None), ("Another Needle", None)],
    ], outline=[("Beginning", 1), (bad, 3)], title=bad,
        labels="0 << /S /r /St 4 >> 2 << /S /D >> 3 << /P (<i>) >>")
    browser.size(1000, 700)
    browser.open(check.write("contents.html", "--layout", "spread", "--language", "en-GB",
                             pages=[path]))
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    check.expect("the title is shown as it is", browser.evaluate("document.title") == bad
                 and browser.evaluate("part('title').textContent") == bad)
    shown = browser.evaluate("parts('.text').map((each) => each.hidden ? '' : each.innerText)")
    check.expect(f"the text of the page is there: {shown}", "The first page" in shown[1])
    check.expect("in its language", browser.evaluate("parts('.text')[1].lang") == "en-GB")
    off = browser.evaluate(
        "(() => { const [line] = parts('.text span'), [shade] = parts('.shade');"
        " const [box, page] = [line, shade].map((each) => each.getBoundingClientRect());"
        " return [(box.left - page.left) / page.width * 450, (box.bottom - page.top)"
        " / page.height * 600]; })()")
    check.expect(f"at its place: {off}", abs(off[0] - 50) < 3 and abs(off[1] - 62) < 8)
    links = browser.evaluate("parts('.text a').map((each) => each.getAttribute('href'))")
    check.expect(f"links of safe schemes only: {links}", links == [
        "#page=4", "https://example.org/a?b=1&c"])
    check.drag(browser.evaluate(
        "(() => { const box = parts('.text a')[0].getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()"))
    check.comes_to("a link", "Page <i> (4 of 4)")
    check.expect("the page has its label for screen readers",
                 browser.evaluate("parts('.text')[0].ariaLabel") == "Page <i>")

    check.click("contents")
    entries = browser.evaluate("parts('#entries button').map((each) => each.innerText)")
    check.expect(f"the outline is listed: {entries}",
                 [entry.split("\n") for entry in entries] == [["Beginning", "iv"], [bad, "1"]])
    check.drag(browser.evaluate(
        "(() => { const box = parts('#entries button')[1].getBoundingClientRect();"
        " return [box.x + 40, box.y + 15]; })()"))
    check.comes_to("an entry of the contents", "Pages v–1 (2–3 of 4)")
    check.click("close")
    check.click("contents")
    check.expect("the entry at which the reader is", browser.evaluate(
        "parts('#entries [aria-current]').map((each) => each.firstChild.textContent)") == [bad])

    check.click("search")
    browser.type("needle")
    browser.wait("part('found').textContent === '2 places'")
    browser.wait("parts('.text mark').length === 1")
    browser.key("Enter")
    browser.evaluate("part('close').click()")
    check.expect("nothing of the PDF was run or drawn as HTML", browser.evaluate(
        "document.querySelectorAll('img[src=x], script').length === 4"
        " && parts('img').length === 0"))

    script = browser.evaluate("(part('select').click(), part('stage').parentElement.className)")
    check.expect("text can be selected", "can-select" in script)


# Keeps the sounds that are begun.
LISTEN = """(() => {
  window.heard = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when, offset) {
    heard.push({ offset, buffer: this.buffer, context: this.context });
    start.call(this, when, offset);
  };
})()"""


def sound(check):
    """Turns are heard, from where they are, unless the reader has switched the sound off."""
    browser = check.browser
    site = f"{check.folder}/heard"
    options = ("--layout", "spread", "--duration", "0.5")

    def heard(what, count, act, where):
        before = browser.evaluate("heard.length")
        act()
        check.comes_to(what, where)
        browser.wait("!book().reader.isMoving")
        more = browser.evaluate(f"heard.slice({before}).map(({{ offset }}) => offset)")
        check.expect(f"{what}: {count} sounds, not {more}", len(more) == count)
        return more

    def show(address, anchor="#page=1"):
        browser.open(address, anchor)
        browser.wait(check.LOADED)
        browser.evaluate(LISTEN)
        browser.frames(4)

    def pull(*, far):
        box = check.box()
        right, middle = box[0] + box[2] - 20, box[1] + 300
        check.drag((right, middle), (right - (600 if far else 60), middle), by_touch=far)

    state = "['hidden', 'ariaLabel', 'ariaPressed'].map((name) => part('sound')[name]).join()"
    browser.size(1000, 700)
    path = check.write("sound.html", *options, "--sound", pages=check.pages)
    with open(path, encoding="utf-8") as page:
        text = page.read()
    check.write("sound.html", *options, "--sound", pages=check.pages)
    with open(path, encoding="utf-8") as page:
        check.expect("the same sound each time", page.read() == text)
    show(path)
    check.expect(f"a button: {browser.evaluate(state)}",
                 browser.evaluate(state) == "false,Sound,false")
    heard("off at first", 0, lambda: browser.key("ArrowRight"), "Pages 2–3 of 5")
    check.click("sound")
    show(path)
    check.expect("on", browser.evaluate(state) == "false,Sound,true")
    heard("no sound before any input", 0, lambda: browser.evaluate("book().next()"), "Pages 2–3 of 5")
    begin = heard("a key", 1, lambda: browser.key("ArrowRight"), "Pages 4–5 of 5")
    check.expect(f"from its start: {begin}", begin == [0])
    # Firefox needs a device for it.
    can_run = hasattr(browser, "media")
    if can_run:
        browser.wait("heard[0].context.currentTime > 0")
    loudest, rest = browser.evaluate("""(() => {
        const samples = heard[0].buffer.getChannelData(0).map(Math.abs);
        const last = heard[0].buffer.sampleRate / 20;
        return [Math.max(...samples), Math.max(...samples.slice(-last))]; })()""")
    check.expect(f"a landing that fades out: {loudest}, {rest}", 0.1 < loudest <= 1 and rest < 0.01)
    if can_run:
        browser.wait("heard[0].context.state === 'suspended'")
    box = check.box(1)
    heard("a click", 1, lambda: check.drag((box[0] + 30, box[1] + 300)), "Pages 2–3 of 5")
    for far, where in ((True, "Pages 4–5 of 5"), (False, "Pages 4–5 of 5")):
        if not far:
            heard("Home", 0, lambda: browser.key("Home"), "Page 1 of 5")
            where = "Page 1 of 5"
        [part] = heard("a page that is let go", 1, lambda: pull(far=far), where) or [0]
        check.expect(f"from there: {part}", 0.05 < part <= 0.5)
    heard("End", 0, lambda: browser.key("End"), "Pages 4–5 of 5")
    check.click("sound")
    for what in ("switched off", "opened again"):
        check.expect(f"{what}: {browser.evaluate(state)}",
                     browser.evaluate(state) == "false,Sound,false")
        heard(what, 0, lambda: browser.key("ArrowLeft"), "Pages 2–3 of 5")
        if what == "switched off":
            show(path, "#page=4")
    check.click("sound")
    heard("switched on", 1, lambda: browser.key("ArrowRight"), "Pages 4–5 of 5")
    if can_run:
        browser.media(prefers_reduced_motion="reduce")
        heard("little motion", 0, lambda: browser.key("ArrowLeft"), "Pages 2–3 of 5")
        browser.media()

    for name, more in (("loud", ["--sound"]), ("quiet", [])):
        os.makedirs(f"{site}/{name}", exist_ok=True)
        check.write(f"heard/{name}/index.html", *options, *more, pages=check.pages)
    files = [sorted(os.listdir(f"{site}/{name}/gleskit-book")) for name in ("loud", "quiet")]
    check.expect("a file for the sound", files[0] == sorted([*files[1], "sound.json"]))
    server = Server(site)
    try:
        for name, count in (("loud", 1), ("quiet", 0)):
            show(f"{server.address}/{name}/index.html")
            browser.wait(f"{count} === performance.getEntriesByType('resource')"
                         ".filter((entry) => /sound.json/.test(entry.name) && entry.responseEnd).length")
            browser.frames(4)
            check.expect(f"{name}: {browser.evaluate(state)}", browser.evaluate(
                "part('sound').hidden") == (count == 0))
            if count:
                check.click("sound")
            heard(name, count, lambda: browser.key("ArrowRight"), "Pages 2–3 of 5")
    finally:
        server.close()


class Server:
    """Serves a folder over HTTP, with a strict content security policy for embedding pages."""

    def __init__(self, folder):
        requests = self.requests = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                requests.append(self.path)

            def end_headers(self):
                if self.path.endswith("embed.html"):
                    self.send_header(
                        "Content-Security-Policy", "default-src 'none'; script-src 'self';"
                        " img-src 'self' data:; connect-src 'self'")
                super().end_headers()

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        # Browsers close connections when an element stops what it was loading.
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def folders(check):
    """The folder form loads only the pages near the open ones; several books share a document."""
    browser = check.browser
    os.makedirs(f"{check.folder}/site/book", exist_ok=True)
    path = f"{check.folder}/book.pdf"
    pdf.write(path, [[(f"This is page {number}", None)] for number in range(1, 21)], title="Twenty")
    check.write("site/book/index.html", "--layout", "spread", "--dpi", "72", pages=[path])
    with open(f"{check.folder}/site/embed.html", "w", encoding="utf-8") as page:
        page.write("""<!DOCTYPE html><html lang="en"><title>Books</title><link rel="icon" href="data:,">
<script src="events.js"></script><script src="book/gleskit-book/gleskit-book.js"></script>
<gleskit-book id="one" src="book/index.html"></gleskit-book>
<gleskit-book id="two" src="book/index.html" page="7" controls="lab"></gleskit-book>
<gleskit-book id="none" src="nowhere/index.html"></gleskit-book>""")
    with open(f"{check.folder}/site/events.js", "w", encoding="utf-8") as script:
        script.write("""const events = [];
for (const name of ['ready', 'pagechange', 'error']) {
  addEventListener(name, (event) => events.push(
    [event.target.id, name, ...(event.detail?.pages || [])].join(' ')), true);
}""")
    server = Server(f"{check.folder}/site")
    try:
        browser.size(1000, 700)
        browser.open(f"{server.address}/book/index.html")
        browser.wait(check.LOADED)
        check.comes_to("a folder", "Page 1 of 20")
        pages = [name for name in server.requests if ".webp" in name]
        check.expect(f"only the pages near are loaded: {pages}", 1 <= len(set(pages)) <= 5)
        browser.wait("!part('search').hidden")
        browser.evaluate("book().goTo(20)")
        check.comes_to("goTo", "Page 20 of 20")
        browser.wait(check.LOADED)

        known = len(browser.problems())
        browser.open(f"{server.address}/embed.html")
        browser.wait("events.filter((event) => /ready|error/.test(event)).length === 3")
        found = browser.evaluate("[...events].sort()")
        check.expect(f"events: {found}", found == ["none error", "one ready", "two ready"])
        browser.evaluate("document.getElementById('one').next()")
        browser.wait("events.includes('one pagechange 2 3')")
        check.expect("the other book is where its attribute says", browser.evaluate(
            "document.getElementById('two').page") == 6)
        check.expect("its attribute shows the sliders of the lab", browser.evaluate(
            "document.getElementById('two').shadowRoot.getElementById('angle') !== null"))
        check.expect("the document keeps its address", browser.evaluate("location.hash") == "")
        # The missing book, reported by the network and by the element.
        check.complaints(known, 2)
    finally:
        browser.open("about:blank")
        server.close()


ALL = (controls, corners, zooming, places, resizing, contents, sound, folders)
