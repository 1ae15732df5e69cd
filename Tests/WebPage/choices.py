"""What readers choose: thumbnails, one or two pages, dark pages, autoplay, print, full screen."""

import os
import time

import pdf
from browser import BrowserError
from pictures import share_off
from reading import Server

# A red picture of 150 by 100 points on a page of 450 by 600, and black text.
PICTURE = (
    "q 150 0 0 100 100 200 cm BI /W 3 /H 2 /CS /RGB /BPC 8 ID " + 6 * "\xe0\x20\x10" + " EI Q")
STILL = "!book().reader.isMoving"


def write_book(check, name, *options, pages=30):
    path = f"{check.folder}/choices.pdf"
    pdf.write(path, [[(f"Page {number}", None)] for number in range(1, pages + 1)], extra=PICTURE)
    return check.write(name, "--layout", "spread", "--dpi", "72", *options, pages=[path])


def show(check, path, anchor="#page=2", size=(1000, 700)):
    check.browser.size(*size)
    check.browser.open(path, anchor)
    check.browser.wait(f"{check.LOADED} && !part('search').hidden")


def choose(check, name):
    """Clicks an entry of the menu, which is opened and closed again."""
    check.click("more")
    check.browser.evaluate(f"part('{name}').scrollIntoView({{ block: 'nearest' }})")
    check.click(name)
    check.browser.evaluate("part('panel').hidden || part('close').click()")
    check.browser.wait(STILL)


def pressed(check, name):
    return check.browser.evaluate(f"part('{name}').getAttribute('aria-pressed')") == "true"


def thumbnails(check):
    """Pictures of the pages, drawn where they are seen, lead to pages by mouse and by keys."""
    browser = check.browser
    focused = "book().shadowRoot.activeElement?.ariaLabel"
    drawn = "parts('#entries canvas').filter(({ width }) => width > 0).length"
    for direction in ("ltr", "rtl"):
        path = write_book(check, "thumbnails.html", "--direction", direction, pages=80)
        show(check, path, "#page=41")
        check.click("thumbnails")
        browser.wait("parts('#entries canvas').length === 80")
        check.expect("the page at which the reader is has the focus",
                     browser.evaluate(focused) == "Page 40")
        check.expect("the open pages are marked", browser.evaluate(
            "parts('#entries [aria-current=true]').map((each) => each.ariaLabel).join()")
            == "Page 40,Page 41")
        browser.wait("parts('#entries canvas').some((canvas) => canvas.width && canvas.toDataURL()"
                     ".length > 1000)")
        browser.frames(4)
        count = browser.evaluate(drawn)
        check.expect(f"{count} thumbnails are drawn", 6 <= count <= 60)
        check.expect("the first one is not", browser.evaluate(
            "parts('#entries canvas')[0].width") == 0)
        for key, page in (("ArrowRight", 41), ("ArrowLeft", 40), ("End", 80), ("Home", 1)):
            if direction == "rtl":
                key = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}.get(key, key)
            browser.key(key)
            check.expect(f"{direction}, {key}: page {page}, not {browser.evaluate(focused)}",
                         browser.evaluate(focused) == f"Page {page}")
        below = browser.evaluate(
            "(() => { const [first, ...rest] = parts('#entries button'), { offsetTop } = first;"
            " return rest.find((each) => each.offsetTop > offsetTop).ariaLabel; })()")
        browser.key("ArrowDown")
        check.expect(f"ArrowDown: {below}", browser.evaluate(focused) == below)
        check.keep(f"thumbnails-{direction}", browser.screenshot())
        if direction == "ltr":
            # Firefox fills its tree by and by.
            end = time.monotonic() + 10
            while time.monotonic() < end and not any(
                    name == "Page 1" for _, name in browser.accessible()):
                time.sleep(0.1)
            check.expect("screen readers read them", time.monotonic() < end)
        browser.key("Enter")
        check.comes_to("Enter on it", "Pages 4–5 of 80")
        check.expect("the mark follows", browser.evaluate(
            "parts('#entries [aria-current=true]').length") == 2)
        browser.key("Escape")
        check.expect("Escape returns to the button", browser.evaluate(focused) == "Pages"
                     and browser.evaluate("part('panel').hidden"))


def two(check):
    """A reader's choice of one page or two stays, until it is what the window shows anyway."""
    browser = check.browser
    path = write_book(check, "two.html")
    show(check, path, "#page=4")
    choose(check, "two")
    check.comes_to("one page", "Page 4 of 30")
    check.expect("the menu says so", not pressed(check, "two"))
    browser.key("ArrowRight")
    check.comes_to("a turn", "Page 5 of 30")
    browser.wait("location.hash === '#page=5'")
    browser.reload()
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    check.comes_to("opened again", "Page 5 of 30")
    choose(check, "two")
    check.comes_to("two pages", "Pages 4–5 of 30")
    narrow = (390, 844) if hasattr(browser, "media") else (500, 844)
    browser.size(*narrow)
    check.comes_to("they follow the window", "Page 4 of 30")
    choose(check, "two")
    check.comes_to("two pages in a narrow window", "Pages 4–5 of 30")
    choose(check, "two")
    browser.size(1000, 700)
    check.comes_to("and follow it again", "Pages 4–5 of 30")


def dark(check):
    """Dark pages have light text, and pictures as they are; the choice stays."""
    browser = check.browser
    path = write_book(check, "dark.html")
    show(check, path)
    browser.hover(500, 20)

    def look(name):
        browser.wait(check.LOADED)
        browser.frames(3)
        box = [round(part) for part in check.box()]
        seen = browser.screenshot((box[0], box[1], box[2], box[3] - 80))
        check.keep(f"dark-{name}", browser.screenshot())
        picture = [round(part * box[2] / 450) for part in (110, 310, 240, 390)]
        return seen, seen.crop(picture), seen.crop((0, 0, box[2] // 2, box[3] // 4))

    light = look("off")
    choose(check, "dark")
    browser.wait("parts('.app')[0].classList.contains('is-dark')")
    night = look("on")
    check.expect("pictures stay", share_off(light[1], night[1]) == 0)
    paper = night[0].getpixel((20, night[0].height // 2))
    check.expect(f"paper is dark: {paper}", max(paper) < 60)
    ink = max(sum(pixel) for pixel in night[2].getdata())
    check.expect(f"text is light: {ink}", ink > 500)
    browser.key("ArrowRight")
    check.comes_to("a turn", "Pages 4–5 of 30")
    browser.wait(STILL)
    browser.reload()
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    browser.evaluate("book().goTo(2)")
    check.expect("it stays dark", share_off(look("again")[0], night[0]) == 0)
    choose(check, "dark")
    check.expect("light again", share_off(look("off-again")[0], light[0]) == 0)
    browser.open(check.write("pictures.html", pages=check.pages))
    browser.wait(check.LOADED)
    check.expect("books of pictures have no dark pages", browser.evaluate("part('dark').hidden"))


def play(check):
    """Pages turn by themselves, until the end, the button, or any input."""
    browser = check.browser
    path = write_book(check, "play.html", "--duration", "0.3", pages=4)
    show(check, path, "#page=1")
    check.click("play")
    check.expect("it plays", pressed(check, "play"))
    browser.wait(check.shows("Pages 2–3 of 4"), 20)
    check.expect("it goes on", pressed(check, "play"))
    browser.mouse("Pressed", 400, 300, time.time())
    check.expect("a press stops it", not pressed(check, "play"))
    browser.mouse("Released", 400, 300, time.time())
    check.click("play")
    browser.key("Shift" if hasattr(browser, "media") else "\ue008")
    check.expect("a key stops it", not pressed(check, "play"))
    check.click("play")
    check.click("play")
    check.expect("the button stops it", not pressed(check, "play"))
    check.click("play")
    browser.wait(check.shows("Page 4 of 4"), 20)
    browser.wait("part('play').getAttribute('aria-pressed') === 'false'")
    if hasattr(browser, "media"):
        browser.media(prefers_reduced_motion="reduce")
    browser.evaluate("void (window.moved = 0, book().reader.drawn = () => {"
                     " moved += book().reader.time % 1 !== 0; })")
    check.click("play")
    check.comes_to("from the start again", "Page 1 of 4")
    browser.wait(check.shows("Pages 2–3 of 4"), 20)
    if hasattr(browser, "media"):
        check.expect("without motion where that is wanted", browser.evaluate("moved") == 0)
        browser.media()
    browser.key("Escape")


def printing(check):
    """A range of pages is printed with its text, and afterwards all pages again."""
    browser = check.browser
    path = write_book(check, "print.html", pages=9)
    show(check, path)
    browser.evaluate("void (window.print = () => { window.asked = true; })")
    words = browser.printed_words()
    check.expect(f"all pages and their text: {words}",
                 words == [f"Page {page}" for page in range(1, 10)])
    browser.key("p", control=True)
    browser.wait("window.asked")
    check.expect("Ctrl-P waits for the pages", browser.evaluate(
        "[...book().querySelectorAll('img:not([slot=first])')].every((each) => each.complete)"))
    browser.evaluate("void (window.asked = false, dispatchEvent(new Event('afterprint')))")
    check.click("more")
    for index, text in enumerate(("6", "3")):
        browser.evaluate(f"parts('#print input')[{index}].select()")
        browser.evaluate(f"parts('#print input')[{index}].focus()")
        browser.type(text)
    browser.key("Enter")
    browser.wait("window.asked")
    words = browser.printed_words()
    check.expect(f"pages 3 to 6 are printed: {words}",
                 words == [f"Page {page}" for page in range(3, 7)])
    browser.evaluate("void dispatchEvent(new Event('afterprint'))")
    words = browser.printed_words()
    check.expect(f"all pages again: {words}", len(words) == 9)


HOST = """<!DOCTYPE html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<style>body { margin: 0; height: 3000px } div { transform: translate(30px, 20px); overflow: hidden }
gleskit-book { height: 300px; width: 300px; border: 3px solid; margin: 9px }</style>
<script>Object.defineProperty(document, 'fullscreenEnabled', { value: false });</script>
<script src="book/gleskit-book/gleskit-book.js"></script>
<div><gleskit-book src="book/index.html"></gleskit-book></div>"""


def leaving(check):
    """Download, sharing, and full screen where an element cannot have it."""
    browser = check.browser
    os.makedirs(f"{check.folder}/leaving/book/files", exist_ok=True)
    # Not a PDF, which Firefox would show in another tab.
    write_book(check, "leaving/book/index.html", "--set", "download=files/a book.zip", pages=4)
    with open(f"{check.folder}/leaving/host.html", "w", encoding="utf-8") as page:
        page.write(HOST)
    with open(f"{check.folder}/leaving/book/files/a book.zip", "w", encoding="utf-8") as file:
        file.write("PK")
    server = Server(f"{check.folder}/leaving")
    try:
        show(check, f"{server.address}/book/index.html")
        browser.evaluate("void (window.told = [])")
        for where, share in (
                ("share", "async (what) => { told.push(what.url); }"), ("copy", "undefined")):
            browser.evaluate(
                "void (Object.defineProperty(navigator, 'share',"
                f" {{ value: {share}, configurable: true }}), Object.defineProperty("
                "navigator, 'clipboard', { configurable: true, value:"
                " { writeText: async (text) => { told.push(text); } } }))")
            choose(check, "share")
            browser.wait("told.length === 1")
            check.expect(f"{where}: the address of the page", browser.evaluate("told.splice(0)")
                         == [f"{server.address}/book/index.html#page=2"])
        check.expect("the reader is told", browser.evaluate("part('message').textContent")
                     == "Link copied")
        check.expect("a window of its own has full screen if the browser has it", browser.evaluate(
            "part('full').hidden === !document.fullscreenEnabled"))
        choose(check, "download")
        for _ in range(100):
            if "/book/files/a%20book.zip" in server.requests:
                break
            time.sleep(0.05)
        check.expect("the file is fetched", "/book/files/a%20book.zip" in server.requests)

        browser.size(1000, 700)
        browser.open(f"{server.address}/host.html")
        browser.wait(f"{check.LOADED} && !part('search').hidden")
        box = "(({ x, y, width, height }) => [x, y, width, height])(book().getBoundingClientRect())"
        before = browser.evaluate(box)
        choose(check, "full")
        check.expect(f"the book fills the window: {browser.evaluate(box)}",
                     browser.evaluate(box) == [0, 0, 1000, 700])
        browser.wait("book().reader.canvas.clientWidth === 1000")
        check.keep("filling", browser.screenshot())
        check.comes_to("it stays open where it was", "Page 1 of 4")
        browser.key("Escape")
        check.expect("Escape gives the window back", browser.evaluate(box) == before)
        check.expect("the document around it is not printed", browser.evaluate(
            "part('print').hidden"))
        check.expect("an address beside the book's", browser.evaluate("part('download').href")
                     == f"{server.address}/book/files/a%20book.zip")
    finally:
        browser.open("about:blank")
        server.close()


def described(check):
    """Pages that are pictures are read as their author describes them, or as pictures."""
    browser = check.browser
    lines = f"{check.folder}/alt.txt"
    with open(lines, "w", encoding="utf-8") as file:
        file.write("A lighthouse <at> dusk\n")
    path = check.write("described.html", "--layout", "pages", "--set", f"alt={lines}",
                       pages=check.pages)
    browser.size(1000, 700)
    browser.open(path, "#page=1")
    browser.wait(check.LOADED)
    for page, wanted in ((1, "A lighthouse <at> dusk"), (2, "Picture without a description")):
        browser.evaluate(f"book().goTo({page})")
        found = []
        for _ in range(50):
            found = [name for role, name in browser.accessible() if role in ("image", "graphic")
                     and name]
            if wanted in found:
                break
            time.sleep(0.1)
        check.expect(f"page {page}: {wanted}, not {found}", found == [wanted])

    path = f"{check.folder}/tagged.pdf"
    pdf.write(path, [[("Above", None)] + 8 * [("", None)] + [("Below the field", None)], []], extra=PICTURE,
              figures=[("A red <field>", 1), ("Another", 2)])
    browser.open(check.write("tagged.html", "--layout", "pages", "--dpi", "72", pages=[path]),
                 "#page=1")
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    for page, wanted in ((1, ["Above", "A red <field>", "Below the field"]), (2, ["Another"])):
        browser.evaluate(f"book().goTo({page})")
        found = []
        for _ in range(50):
            told = [name.strip() for _, name in browser.accessible()]
            found = [name for name in dict.fromkeys(told) if name in wanted]
            if len(found) == len(wanted):
                break
            time.sleep(0.1)
        check.expect(f"figures: {wanted}, not {found}", found == wanted)


# The sizes of windows: a window of 1440 by 900 pixels at 400 %, phones, tablets, screens; and whether
# a reader has widened the text as WCAG's criterion 1.4.12 describes.
SIZES = [
    (360, 225, False), (390, 844, False), (820, 1180, False), (1440, 900, False),
    (2560, 1440, False), (390, 844, True), (1440, 900, True)]
SPACING = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important;'
    + ' word-spacing: 0.16em !important; }');
  book().shadowRoot.adoptedStyleSheets.push(sheet); })()"""


def sizes(check):
    """Every control can be reached in windows of all sizes, and the bar stays small."""
    browser = check.browser
    path = write_book(check, "sizes.html", "--sound", "--title", "Sizes", pages=120)
    reached = """(() => {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return x > 0 && y > 0 && x < innerWidth && y < innerHeight
        && element.contains(book().shadowRoot.elementFromPoint(x, y)); })()"""
    for width, height, is_spaced in SIZES:
        if not hasattr(browser, "media"):
            # Firefox's windows are larger.
            if height < 400:
                continue
            width = max(width, 500)
        what = f"{width}×{height}{', wide text' if is_spaced else ''}"
        show(check, path, "#page=12", (width, height))
        if is_spaced:
            browser.evaluate(SPACING)
            browser.frames()
        # Controls that nothing moves over hide.
        browser.hover(*check.center("next"))
        bar = browser.evaluate("part('bar').offsetHeight")
        most = 56 if height < 480 else 110
        check.expect(f"{what}: a bar of {bar} pixels", 40 < bar <= most)
        wide = browser.evaluate("part('bar').scrollWidth - part('bar').clientWidth")
        check.expect(f"{what}: the controls fit, not {wide} pixels too many", wide <= 0)
        check.keep(f"sizes-{what}", browser.screenshot())
        missing = browser.evaluate(
            "parts('#bar button, #bar input').filter((element) => !element.hidden"
            f" && !{reached}).map(({{ id }}) => id).join()")
        check.expect(f"{what}: all of the bar is seen, not {missing}", missing == "")
        check.click("more")
        check.keep(f"sizes-{what}-menu", browser.screenshot())
        missing = browser.evaluate(
            "parts('#panel :is(button, a, input)').filter((element) => element.offsetParent"
            " && !element.hidden && (element.scrollIntoView({ block: 'nearest' }), true)"
            f" && !{reached}).map((each) => each.id || each.outerHTML).join()")
        check.expect(f"{what}: all of the menu is reached, not {missing}", missing == "")
        there = browser.evaluate(
            "['contents', 'thumbnails', 'search', 'previous', 'next', 'play', 'sound', 'zoom-in',"
            " 'zoom-out', 'full', 'two', 'dark', 'select', 'share'].filter((id) =>"
            " !part(id).hidden && !part(id).offsetParent).join()")
        check.expect(f"{what}: nothing is left out, but {there}", there == "")
        check.click("close")
        check.click("next")
        try:
            browser.wait("[13, 14].includes(book().page)")
        except BrowserError:
            check.expect(f"{what}: next", False)
    browser.size(1000, 700)


ALL = (thumbnails, two, dark, play, printing, leaving, described, sizes)
