"""Leaves that bend like paper: their frames are pagecurl's, and they follow the hand."""

import os
import time

from pictures import between, center_of_red, share_off
from PIL import Image, ImageDraw
from reading import Server

# As in check.
PAGE = (450, 600)
MARGIN = 40
# Wide enough for a page of that size with boards.
WINDOW = 1160
# Another size, at which a closed book that slides lies on whole pixels at each eighth of a turn:
# pagecurl draws fractions of a pixel, but the page cannot be moved by them.
LEAF = (422, 600)
# How far the boards of a book of six such pages extend beyond them, at the fore-edge and the ends.
SQUARES = (10, 8)
READY = "part('stage')?.getAttribute('aria-busy') === 'false'"


def show(check, turn, moment):
    """Stops a turn, counted from 0, at a moment."""
    check.browser.evaluate(
        f"(() => {{ const {{ reader }} = book(); Object.assign(reader, {{ turn: {turn}, progress: {moment} }});"
        " reader.rest(); })()")
    check.browser.wait(READY)
    check.browser.frames()


def progress(check):
    return check.browser.evaluate("book().reader.progress")


def watch(browser):
    """Notes the progress of each frame in `seen`."""
    browser.evaluate("""(() => {
  const { reader } = book();
  const { drawn } = reader;
  window.seen = [];
  reader.drawn = () => {
    drawn();
    seen.push(reader.progress);
  };
})()""")


def spread(check, page=PAGE):
    """The place of both pages, shown or not: left, top, width, height."""
    left, top = check.browser.evaluate(
        "(() => { const { x, y } = part('stage').getBoundingClientRect(); const { boxes } = book().reader;"
        " return [x + Math.min(...boxes.map((box) => box.left)), y + boxes[0].top]; })()")
    return (left, top, 2 * page[0], page[1])


def shift(turn, moment):
    """How far a book lies to the right that opens or closes: not while its cover lies almost open."""
    time = {0: min(moment / 0.75, 1), 2: max((moment - 0.25) / 0.75, 0)}.get(turn, 0)
    done = time * time * (3 - 2 * time)
    return round((LEAF[0] + SQUARES[0]) / 2 * {0: done - 1, 2: done}.get(turn, 0))


def frames(check):
    """Frames of paper and boards and pagecurl's agree within 2/255 on 99.8 % of the pixels."""
    # Browsers scale pictures with filters of their own: a cover has no details.
    cover = f"{check.folder}/cover.png"
    Image.linear_gradient("L").resize(LEAF).convert("RGB").point(
        [40 + value // 8 for value in range(256)] * 3).save(cover)
    pages = [cover]
    for number, page in enumerate(check.pages[:4]):
        pages.append(f"{check.folder}/narrow-{number}.png")
        Image.open(page).crop((0, 0, *LEAF)).save(pages[-1])
    pages.append(cover)
    # Boards have a fraction of a pixel more room than they take.
    width, height = (2 * (LEAF[0] + SQUARES[0] + MARGIN + 1), LEAF[1] + 2 * (SQUARES[1] + MARGIN + 1))
    edges = ((width - 2 * LEAF[0]) // 2, (height - LEAF[1]) // 2)
    worst = (0, 0)
    for name, options, moments in (
            ("ltr", [], [(turn, step / 8) for turn in (0, 1, 2) for step in range(1, 8)]),
            ("rtl", ["--direction", "rtl", "--set", "paper=silk", "--set", "gutter=off"], [(1, 0.25), (1, 0.75)]),
            # Without shadows the whole of a cover can be compared.
            ("boards", ["--shadow", "off"], [
                (0, 0.25), (0, 0.375), (0, 0.625), (0, 0.75), (1, 0), (2, 0.25), (2, 0.375), (2, 0.625),
                (2, 0.75)]),
            ("rtl-boards", ["--shadow", "off", "--direction", "rtl"], [(0, 0.25), (0, 0.75), (2, 0.25)])):
        common = ["--layout", "spread", "--background", "#405060", *options]
        check.open(check.write("leaf.html", *common, pages=pages), WINDOW)
        check.plain()
        stills = check.write(
            f"leaf-{name}", *common, "--margin", str(MARGIN), "--size", f"{width}x{height}", "--set", "body=stacks",
            "--frames", "9", "--hold", "0", "--set", "easing=linear", pages=pages)
        for turn, moment in moments:
            show(check, turn, moment)
            place = spread(check, LEAF)
            off = place[0] - (WINDOW - place[2]) / 2 - shift(turn, moment) * (-1 if "rtl" in name else 1)
            check.expect(f"leaf {turn} at {moment} lies {off} off", abs(off) <= 1)
            # Where no page lies, pagecurl shows the shadow of the book.
            start, end = {0: (LEAF[0], 2 * LEAF[0]), 2: (0, LEAF[0])}.get(turn, (0, 2 * LEAF[0]))
            top, bottom = 0, LEAF[1]
            if name.endswith("boards"):
                # Up to the edges of the sheets, which the page does not show.
                start, end = {0: (-MARGIN, 2 * LEAF[0]), 1: (-SQUARES[0], LEAF[0]),
                              2: (0, 2 * LEAF[0] + MARGIN)}[turn]
                top, bottom = {1: (-SQUARES[1], 0)}.get(turn, (-MARGIN, LEAF[1] + MARGIN))
            way = shift(turn, moment)
            if "rtl" in name:
                start, end, way = 2 * LEAF[0] - end, 2 * LEAF[0] - start, -way
            left = edges[0] + way
            start, end = max(start, -left), min(end, width - left)
            seen = check.browser.screenshot(
                (place[0] + start, place[1] + top, end - start, bottom - top)).convert("RGB")
            path = f"{stills}/frame-{9 * turn + round(8 * moment):04}.png"
            drawn = Image.open(path).convert("RGB").crop(
                (left + start, edges[1] + top, left + end, edges[1] + bottom))
            off, slightly = share_off(seen, drawn, 4), share_off(seen, drawn, 2)
            worst = [max(pair) for pair in zip(worst, (off, slightly))]
            check.keep(f"leaf-{name}-{turn}-{moment}", seen)
            check.keep(f"leaf-{name}-{turn}-{moment}-native", drawn)
            check.expect(f"leaf {turn} at {moment} of {name} is as pagecurl draws it:"
                         f" {off:.4f}, {slightly:.4f}", slightly <= 0.002)
    print("  at most {:.4f} % of the pixels differ by more than 4/255, {:.4f} % by more than 2/255"
          .format(*(100 * off for off in worst)))


def ends(check):
    """Nothing changes as a leaf starts to turn and as it lands."""
    check.open(check.write("leaf.html", "--layout", "spread", pages=(check.pages * 2)[:6]), WINDOW)
    check.plain()
    for turn in (0, 1, 2):
        for rest, moment in ((0, 1e-5), (1, 1 - 1e-5)):
            show(check, turn, rest)
            left, top, width, height = spread(check)
            # A closed book lies in the middle of the window, and no page at its side.
            seen = (max(left, 0), top, min(left + width, WINDOW) - max(left, 0), height)
            before = check.browser.screenshot(seen)
            show(check, turn, moment)
            after = check.browser.screenshot(seen)
            off = share_off(before, after, 2)
            check.expect(f"leaf {turn} at {rest} does not change as it starts: {off}", off < 1e-4)


def pull(check):
    """Held paper stays under the finger, and nothing jumps when it is taken and let go."""
    front, back = (Image.new("RGB", PAGE, "white") for _ in range(2))
    pages = [f"{check.folder}/{name}.png" for name in ("white", "dot", "dot-back")]
    front.save(pages[0])
    x, y = 400, 330
    for picture, across in ((front, x), (back, PAGE[0] - 1 - x)):
        ImageDraw.Draw(picture).ellipse((across - 8, y - 8, across + 8, y + 8), fill="red")
    front.save(pages[1])
    back.save(pages[2])
    path = check.write(
        "pull.html", "--layout", "spread", "--duration", "4",
        pages=[pages[0], pages[0], *pages[1:], pages[0], pages[0]])
    browser = check.browser
    check.open(path, WINDOW)
    show(check, 1, 0)
    left, top = check.box()[:2]
    start = (left + x + 0.5, top + y + 0.5)
    def act(kind, place):
        return browser.mouse(kind, *place, time.time())
    for finger in (330, 200, 60, -120, -300):
        end = (left + finger, start[1] + 20)
        act("Pressed", start)
        act("Moved", (start[0] - 6, start[1]))
        browser.frames()
        check.expect(f"the leaf rises smoothly: {progress(check)}", 0 < progress(check) < 0.15)
        for share in (0.25, 0.5, 0.75, 1):
            act("Moved", between(start, end, share))
        browser.frames()
        held = progress(check)
        seen = browser.screenshot((0, 0, WINDOW, top + PAGE[1]))
        check.keep(f"pull-{finger}", seen)
        place = center_of_red(seen)
        check.expect(f"the finger at {end[0]} holds the paper at {place}",
                     place is not None and abs(place[0] - end[0]) < 1)
        time.sleep(0.2)
        watch(browser)
        act("Released", end)
        browser.wait("[0, 1].includes(book().reader.progress)")
        first = browser.evaluate("seen[0]")
        check.expect(f"the leaf goes on from {held}: {first}", abs(first - held) < 0.05)
        show(check, 1, 0)
    # A leaf in the air is caught.
    browser.key("ArrowRight")
    browser.wait("book().reader.progress > 0.3")
    act("Pressed", (left + 100, start[1]))
    act("Moved", (left + 95, start[1]))
    browser.frames()
    caught = progress(check)
    time.sleep(0.3)
    check.expect(f"a leaf that is caught at {caught} stays: {progress(check)}",
                 0.3 < caught < 1 and progress(check) == caught)
    act("Moved", (left + 85, start[1]))
    browser.frames()
    check.expect(f"and moves on: {progress(check)}", 0 < progress(check) - caught < 0.2)
    act("Released", (left + 85, start[1]))
    browser.wait("[0, 1].includes(book().reader.progress)")
    # The cover stays under the finger, too, while the book moves out of the middle.
    # The picture on the outside fills the board, but the page inside is smaller.
    board = 1 + SQUARES[0] / PAGE[0]
    inside = f"{check.folder}/dot-inside.png"
    back = Image.new("RGB", PAGE, "white")
    across = PAGE[0] - (x + 0.5) * board
    ImageDraw.Draw(back).ellipse((across - 8, y - 8, across + 8, y + 8), fill="red")
    back.save(inside)
    check.open(check.write(
        "cover.html", "--layout", "spread", "--duration", "4",
        pages=[pages[1], inside, *2 * pages[:1]]), WINDOW)
    show(check, 0, 0)
    left, top = check.box()[:2]
    check.expect(f"a closed book lies in the middle: {left}",
                 left == (WINDOW - PAGE[0] - SQUARES[0]) / 2)
    start = (left + (x + 0.5) * board, top + y + 0.5)
    for finger in (350, 250, 60, -150):
        end = (left + finger, start[1] + 20)
        act("Pressed", start)
        for share in (0.25, 0.5, 0.75, 1):
            act("Moved", between(start, end, share))
        browser.frames()
        place = center_of_red(browser.screenshot((0, 0, WINDOW, top + PAGE[1])))
        check.expect(f"the finger at {end[0]} holds the cover at {place}",
                     place is not None and abs(place[0] - end[0]) < 1)
        act("Released", end)
        browser.wait("[0, 1].includes(book().reader.progress)")
        show(check, 0, 0)


def quiet(check):
    """Where little motion is wanted, paper is on the other side at once, and no corner rises."""
    browser = check.browser
    browser.media(prefers_reduced_motion="reduce")
    check.open(check.write("quiet.html", "--layout", "spread", pages=check.pages), WINDOW)
    left, top, width, height = check.box()
    browser.hover(left + width - 9, top + height - 9)
    browser.frames()
    check.expect("no corner rises", browser.evaluate("!book().reader.lifted"))
    watch(browser)
    for key, where in (("ArrowRight", "Pages 2–3"), ("ArrowRight", "Pages 4–5"), ("ArrowLeft", "Pages 2–3")):
        browser.key(key)
        check.comes_to(key, f"{where} of 5")
    browser.frames()
    moments = browser.evaluate("[...new Set(seen)]")
    check.expect(f"no moment between is drawn: {moments}",
                 moments and all(moment in (0, 1) for moment in moments))
    browser.media()


def waiting(check):
    """A page that is turned before the motions of paper have arrived waits for them."""
    browser = check.browser
    path = check.write("late.html", "--layout", "spread", "--duration", "0.5", pages=check.pages)
    late = """
const { parse } = JSON;
JSON.parse = (text) => {
  const value = parse(text);
  return value?.paper ? { then: (done) => { window.arrive = () => done(value); } } : value;
};"""
    with browser.on_new_documents(late):
        browser.open(path, "#page=1")
    browser.wait("!!window.arrive")
    browser.key("ArrowRight")
    left, top, width, height = check.box()
    check.drag((left + width - 5, top + height / 2), (left - 200, top + height / 2))
    browser.frames()
    check.expect("nothing turns", browser.evaluate(
        "!book().reader.isMoving && book().reader.progress === 0"))
    browser.evaluate("arrive()")
    check.comes_to("the key that was pressed before", "Pages 2–3 of 5")


def missing(check):
    """Where the motions of paper cannot be had, this is said, and pages roll."""
    browser = check.browser
    os.makedirs(f"{check.folder}/missing", exist_ok=True)
    check.write("missing/index.html", "--layout", "spread", pages=check.pages)
    os.remove(f"{check.folder}/missing/gleskit-book/motions.json")
    server = Server(f"{check.folder}/missing")
    known = len(browser.problems())
    try:
        browser.size(WINDOW, 740)
        browser.open(f"{server.address}/index.html")
        browser.wait("!part('message').hidden")
        check.expect("the reader hears of it",
                     "404" in browser.evaluate("part('message').textContent"))
        left, top, width, height = check.box()
        check.drag((left + width - 5, top + height / 2), (left - 300, top + height / 2))
        check.comes_to("a drag", "Pages 2–3 of 5")
        browser.key("ArrowRight")
        check.comes_to("a key", "Pages 4–5 of 5")
        # The network's complaint.
        check.complaints(known, 1)
    finally:
        browser.open("about:blank")
        server.close()


ALL = [frames, ends, pull, quiet, waiting, missing]
