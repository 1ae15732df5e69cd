"""What readers do with magnified pages, and which movements turn none."""

import time

from PIL import Image

from browser import BrowserError
from reading import Server

ZOOM = "book().reader.view.zoom"
STILL = "!book().reader.isMoving"


def phone(browser):
    """The size of a phone; Firefox's windows are at least 450 pixels wide."""
    return (390 if hasattr(browser, "media") else 500, 844)


def windows(browser):
    """The sizes of a phone, a tablet, a laptop and a large screen, and whether they are touched."""
    return (*phone(browser), True), (820, 1180, True), (1440, 900, False), (2560, 1440, False)


def corner(check, page, right=False):
    """Where a page begins in the window, from its upper left corner; or its right end."""
    check.browser.wait(STILL)
    return check.browser.evaluate(
        "(() => { const { reader } = book(), { stage, canvas } = reader;"
        f" const [, at] = reader.places.find(([page]) => page === {page - 1});"
        f" return [at[0] + {int(right)} * (stage.page[0] - canvas.width),"
        " canvas.height - at[1] - stage.page[1]].map(Math.round); })()")


def begins(check, what, page, right=False):
    """Expects that the first part of a page is shown."""
    found = corner(check, page, right)
    check.expect(f"{what}: page {page} begins at {found}", all(abs(part) <= 1 for part in found))


def zoomed(check):
    """The zoom stays across turns; pages are read part by part, and swiped at their edges."""
    browser = check.browser
    browser.size(1000, 700)
    for direction in ("ltr", "rtl"):
        is_rtl = direction == "rtl"
        browser.open(check.write(
            "zoomed.html", "--layout", "spread", "--duration", "0.3", "--direction", direction,
            pages=check.pages), "#page=2")
        browser.wait(check.LOADED)
        for _ in range(3):
            browser.evaluate("part('zoom-in').click()")
        browser.wait(f"{ZOOM} === 3")
        browser.evaluate("part('stage').focus()")
        seen = []
        while browser.evaluate("book().page") == 2 and len(seen) < 30:
            seen.append(browser.evaluate("[book().reader.view.x, book().reader.view.y]"))
            browser.key("PageDown" if len(seen) % 2 else " ")
            browser.frames()
            browser.wait(STILL)
        # Three rows in each of two columns of two pages, after the middle at which the zoom began.
        check.expect(f"{direction}: the parts of both pages: {seen}", 8 <= len(seen) <= 13)
        check.comes_to("the last part", "Pages 4–5 of 5")
        check.expect("the zoom stays", browser.evaluate(ZOOM) == 3)
        begins(check, f"{direction}: after a turn", 4, is_rtl)
        browser.key("PageUp")
        check.comes_to("back", "Pages 2–3 of 5")
        browser.wait(STILL)
        check.expect("a reader comes back to the end of the page", browser.evaluate(
            "(() => { const { view, parts } = book().reader, last = parts[parts.length - 1];"
            " return last[0] === view.x && last[1] === view.y; })()"))
        # At the outer edge now: arrow keys move the other way until they turn.
        ahead, back = ("ArrowLeft", "ArrowRight") if is_rtl else ("ArrowRight", "ArrowLeft")
        browser.key(back)
        browser.frames()
        browser.wait(STILL)
        check.expect("an arrow key moves the pages first", browser.evaluate("book().page") == 2)
        for _ in range(2):
            browser.key(ahead)
            browser.frames()
            browser.wait(STILL)
        check.comes_to("an arrow key at the edge", "Pages 4–5 of 5")
        begins(check, f"{direction}: after an arrow key", 4, is_rtl)
        # The same by finger.
        browser.evaluate("book().goTo(2)")
        begins(check, f"{direction}: after a jump", 2, is_rtl)
        sign = -1 if is_rtl else 1
        swipes = 0
        while browser.evaluate("book().page") == 2 and swipes < 12:
            swipes += 1
            browser.swipe((500 + 200 * sign, 300), (500 - 200 * sign, 310))
            browser.frames()
            browser.wait(STILL)
        check.expect(f"{direction}: {swipes} swipes to the edge", 3 <= swipes <= 9)
        check.comes_to("a swipe at the edge", "Pages 4–5 of 5")
        begins(check, f"{direction}: after a swipe", 4, is_rtl)
        browser.evaluate("part('next').click()")
        browser.frames()
        browser.wait(STILL)
        check.expect("a button scrolls first", browser.evaluate("book().page") == 4)
        check.keep(f"zoomed-{direction}", browser.screenshot())


def small(check):
    """A window loads the smaller pictures of large pages, and magnified the pages themselves."""
    browser = check.browser
    pages = []
    for number in range(4):
        pages.append(f"{check.folder}/large-{number}.jpg")
        Image.effect_noise((1200, 1600), 60).save(pages[-1])
    check.write("small/index.html", "--layout", "pages", pages=pages)
    server = Server(f"{check.folder}/small")
    files = ("performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())"
             ".filter((name) => name.startsWith('000'))")
    try:
        browser.size(1000, 700)
        browser.open(f"{server.address}/index.html")
        browser.wait(check.LOADED)
        browser.wait(f"{files}.includes('0002-small.webp')")
        found = browser.evaluate(files)
        check.expect(f"small pictures: {found}", all("-small" in name for name in found))
        browser.key("ArrowRight")
        check.comes_to("a turn", "Page 2 of 4")
        for _ in range(4):
            browser.evaluate("part('zoom-in').click()")
        browser.wait(f"{files}.includes('0002.jpg')")
    finally:
        browser.open("about:blank")
        server.close()


def taps(check):
    """Two taps magnify everywhere on a page, and one at the side turns it."""
    browser = check.browser
    path = check.write("taps.html", "--layout", "spread", pages=check.pages)
    for width, height, by_touch in windows(browser):
        where = "Page 2 of 5" if by_touch else "Pages 2–3 of 5"
        browser.size(width, height, touch=by_touch)
        browser.open(path, "#page=2")
        browser.wait(check.LOADED)
        browser.evaluate("void (window.told = [], book().addEventListener('pagechange',"
                         " ({ detail }) => told.push(detail.pages)))")
        for share in (0.05, 0.3, 0.7, 0.95):
            browser.tap_twice(round(share * width), 300, by_touch=by_touch)
            browser.wait(f"{ZOOM} > 2")
            browser.wait(STILL)
            check.comes_to(f"two taps at {share}", where)
            browser.tap_twice(round(share * width), 300, by_touch=by_touch)
            browser.wait(f"{ZOOM} === 1")
        check.expect("nothing was turned", browser.evaluate("told") == [])
        check.drag((round(0.95 * width), 300), seconds=0.05, by_touch=by_touch)
        check.comes_to("one tap at the side", "Page 3 of 5" if by_touch else "Pages 4–5 of 5")
    browser.size(1000, 700)


def still(check):
    """What moves the document, or is canceled, turns no page."""
    browser = check.browser
    path = check.write("still.html", "--layout", "spread", pages=check.pages)
    browser.size(*phone(browser), touch=True)
    browser.open(path, "#page=2")
    browser.wait(check.LOADED)
    for start, end in (((370, 600), (340, 150)), ((370, 150), (362, 650)), ((20, 600), (60, 200))):
        browser.swipe(start, end)
        browser.frames()
        browser.wait(STILL)
        check.expect(f"a swipe from {start} to {end} turns nothing",
                     browser.evaluate("book().page") == 2)
    for *size, is_narrow in windows(browser):
        where = "Page 2 of 5" if is_narrow else "Pages 2–3 of 5"
        browser.size(*size, touch=True)
        browser.open(path, "#page=2")
        browser.wait(check.LOADED)
        browser.evaluate("void part('stage').addEventListener('pointerdown',"
                         " ({ pointerId }) => { window.finger = pointerId; })")
        for start, end in ((size[0] - 20, 30), (30, size[0] - 20)):
            now = time.time()
            browser.touch("Start", start, 300, now - 0.5)
            for share in (0.3, 0.6, 0.9):
                browser.touch("Move", start + share * (end - start), 310, now - 0.5 + share / 4)
            browser.wait("book().reader.drag !== null")
            browser.cancel()
            browser.frames()
            browser.wait(STILL)
            check.comes_to(f"a drag from {start} that is canceled", where)
    browser.size(1000, 700)


def hosts(check):
    """The document around a book scrolls over it, and the book does not turn."""
    browser = check.browser
    check.write("framed.html", "--layout", "spread", pages=check.pages)
    path = f"{check.folder}/host.html"
    with open(path, "w", encoding="utf-8") as page:
        page.write("""<!DOCTYPE html><html lang="en"><title>Host</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body { margin: 0; height: 4000px } iframe { width: 100%; height: 600px; border: 0 }</style>
<iframe src="framed.html#page=2"></iframe>""")
    inner = "frames[0].document.querySelector('gleskit-book')"
    ready = f"{inner}?.reader?.isReady && {inner}.page === 2"

    def scrolls(what, act):
        before = browser.evaluate("scrollY")
        act()
        try:
            browser.wait(f"scrollY !== {before}", 3)
        except BrowserError:
            check.expect(f"{what} scrolls the document", False)
        check.expect(f"{what} does nothing to the book", browser.evaluate(
            f"{inner}.page === 2 && {inner}.reader.view.zoom === 1 && !{inner}.reader.isMoving"))

    browser.size(1000, 700)
    server = Server(check.folder)
    try:
        browser.open(f"{server.address}/host.html")
        browser.wait(ready)
        scrolls("a wheel", lambda: browser.wheel(500, 300, 100))
        scrolls("a wheel turned back", lambda: browser.wheel(500, 300, -100))
        if hasattr(browser, "media"):
            browser.size(390, 844, touch=True)
            browser.open(f"{server.address}/host.html")
            browser.wait(ready)
            scrolls("a finger", lambda: browser.swipe((350, 500), (345, 200)))
    finally:
        browser.open("about:blank")
        server.close()
    browser.size(1000, 700)
    browser.open(f"{check.folder}/framed.html", "#page=2")
    browser.wait(check.LOADED)
    browser.evaluate("void addEventListener('wheel',"
                     " (event) => { window.isTaken = event.defaultPrevented; })")
    for down, is_taken in ((100, False), (-100, True)):
        browser.wheel(500, 300, down)
        browser.wait("window.isTaken !== undefined")
        check.expect(f"a wheel of {down} is taken: {is_taken}",
                     browser.evaluate("isTaken") == is_taken)


def interrupted(check):
    """Quick clicks, lifted corners, late motions and pages that change in a drag."""
    browser = check.browser
    browser.size(1440, 900)
    path = check.write(
        "interrupted.html", "--layout", "spread", "--duration", "0.5", pages=check.pages)
    browser.open(path, "#page=2")
    browser.wait(check.LOADED)
    browser.hover(720, 450)
    browser.frames()
    # A corner that the mouse has lifted sinks when a second click takes the turn back.
    left, top, width, _ = check.box()
    place = (round(left + width - 10), round(top + 10))
    browser.hover(*place)
    browser.wait("book().reader.lifted?.isUp && !book().reader.animation")
    browser.tap_twice(*place)
    browser.wait(f"{ZOOM} > 2")
    browser.wait(STILL)
    check.expect("two clicks on a lifted corner leave nothing in the air", browser.evaluate(
        "book().reader.progress === 0 && book().page === 2"))
    # Two clicks within a turn: the second one goes on from the first part of the next pages.
    browser.wait(STILL)
    browser.evaluate("(() => { const { reader } = book(), { parts } = reader;"
                     " reader.pan(parts[parts.length - 1]); })()")
    browser.frames()
    check.expect("the text stays while the view moves", browser.evaluate(
        "!part('stage').parentElement.matches('.is-moving')"))
    browser.wait(STILL)
    browser.evaluate("(part('next').click(), part('next').click())")
    check.comes_to("two clicks within a turn", "Pages 4–5 of 5")
    browser.wait(STILL)
    check.expect("the second part follows", browser.evaluate(
        "(({ parts: [, [x, y]], view }) => Math.abs(x - view.x) < 1 && Math.abs(y - view.y) < 1)"
        "(book().reader)"))
    check.expect("Next goes on to the last part", browser.evaluate(
        "part('next').getAttribute('aria-disabled')") == "false")
    # As if the motions of paper were still on their way.
    browser.evaluate("void (window.paper = book().reader.leaves.paper,"
                     " book().reader.leaves.paper = null)")
    browser.swipe((200, 400), (900, 410))
    browser.swipe((200, 400), (900, 410))
    check.comes_to("a swipe at the edge", "Pages 4–5 of 5")
    browser.evaluate("(book().reader.leaves.paper = paper, part('zoom-out').click(),"
                     " part('zoom-out').click(), part('zoom-out').click())")
    browser.wait(f"{ZOOM} === 1")
    browser.evaluate("book().goTo(1)")
    browser.evaluate("book().next()")
    check.comes_to("a turn", "Pages 2–3 of 5")
    browser.wait(STILL)
    browser.evaluate("book().reader.leaves.paper = null")
    browser.tap_twice(1380, 450)
    browser.wait(f"{ZOOM} > 2")
    check.comes_to("two clicks before anything can turn", "Pages 2–3 of 5")
    browser.evaluate("void (book().reader.leaves.paper = paper)")
    browser.open(path, "#page=2")
    browser.wait(check.LOADED)
    now = time.time()
    browser.mouse("Pressed", *place, now)
    browser.mouse("Moved", place[0] - 200, place[1], now + 0.1)
    browser.wait("book().reader.drag !== null")
    browser.evaluate("book().goTo(4)")
    browser.mouse("Moved", place[0] - 300, place[1], now + 0.2)
    browser.mouse("Released", place[0] - 300, place[1], now + 0.3)
    check.comes_to("another page in a drag", "Pages 4–5 of 5")
    browser.hover(300, 10)
    browser.size(1000, 700)


ALL = (zoomed, small, taps, still, hosts, interrupted)
