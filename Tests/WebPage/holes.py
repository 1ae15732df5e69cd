"""Nothing shows through turning pages: a white leaf turns over blue pages on a blue desk.

GLESKIT_SWEEP=full tries over 200 places in all sizes; otherwise 20.
"""

import os
import random
import time

from PIL import Image, ImageChops, ImageFilter

# Windows in CSS pixels, and device pixels to a CSS pixel.
SAMPLE = [((320, 568), 2), ((1000, 700), 1), ((900, 600), 1.5)]
SWEEP = [
    ((320, 568), 1), ((320, 568), 2), ((320, 568), 3), ((390, 844), 3), ((568, 320), 2),
    ((820, 1180), 1.5), ((1000, 700), 1), ((1280, 720), 1.5), ((1440, 900), 2), ((1920, 1080), 1),
    ((1920, 1080), 2), ((3840, 2160), 1)]
# How far blue exceeds red where the ground is seen, and how dark a shaded page may be.
BLUE, DARKEST = 8, 30
# Drags after which pixels of the line where paper leaves the ground lacked their shadow, or had it
# twice; after which a sharp fold through the spine's end pushed the page off the spine; and after
# which the fold's silhouette was too dark: the form, the window, and the drag's two ends.
KNOWN = [
    ("cylinder", (820, 1180), 1.5, (642.4606106782344, 165.29369155955146),
     (50.83558374602245, 985.140700825608)),
    ("paper", (320, 568), 3, (256.7087832468305, 168.59368330677),
     (227.47635345096745, 203.86832445817652)),
    ("elastica", (1000, 700), 1, (800, 400), (200, 500)),
    ("cylinder", (1000, 700), 1, (800, 250), (530, 400))]
# How far a dot differs from all but one of the pixels around it, and how many there may be: the
# shadow of a curved edge begins within a pixel, and drivers round the vertices of narrow cells.
DOT, DOTS = 12, 4


def lone(mask):
    """The number of pixels of a mask that belong to nothing as wide as three pixels."""
    wide = mask.filter(ImageFilter.MinFilter(3)).filter(ImageFilter.MaxFilter(3))
    rest = ImageChops.subtract(mask, wide)
    # The tips of what is wide are narrow.
    for _ in range(60):
        if not rest.getbbox():
            return 0
        wide = ImageChops.darker(wide.filter(ImageFilter.MaxFilter(3)), mask)
        rest = ImageChops.subtract(mask, wide)
    return rest.histogram()[255]


def dots(picture):
    """The number of pixels of a smooth picture that differ from those around them."""
    low, high = (picture.filter(ImageFilter.RankFilter(3, rank)) for rank in (1, 7))
    off = ImageChops.add(ImageChops.subtract(low, picture), ImageChops.subtract(picture, high))
    return sum(off.histogram()[DOT + 1:])


def inside(check):
    """What is seen of the pages, apart from their edges, which share pixels with the desk."""
    places = check.browser.evaluate(
        "(() => { const { x, y } = part('stage').getBoundingClientRect();"
        " return book().reader.boxes.filter((box) => box)"
        ".map((box) => [box.left + x, box.top + y, box.width, box.height]); })()")
    left, top = (min(place[axis] for place in places) for axis in (0, 1))
    right = max(place[0] + place[2] for place in places)
    seen = check.browser.screenshot((left, top, right - left, places[0][3])).convert("RGB")
    return seen.crop((3, 3, seen.width - 3, seen.height - 3))


def faults(check, what):
    """Looks at the inside of the pages. Returns 1 and says what is wrong if there is a hole."""
    seen = inside(check)
    red, _, blue = seen.split()
    ground = ImageChops.subtract(blue, red).point(lambda value: 255 * (value > BLUE))
    holes, flashes = lone(ground), lone(ImageChops.invert(ground))
    darkest = ImageChops.lighter(red, ground).getextrema()[0]
    # Paper and ground are equally blue.
    spots = dots(blue)
    check.most_dots = max(spots, getattr(check, "most_dots", 0))
    if holes + flashes == 0 and darkest >= DARKEST and spots <= DOTS:
        return 0
    check.keep(f"hole-{'-'.join(what.split())}", seen)
    check.expect(f"{what}: {holes} pixels of holes, {flashes} of flashes, {spots} dots,"
                 f" darkest {darkest}", False)
    return 1


def books(check, form):
    """Writes the book in its two layouts."""
    colors = {}
    for color in ("white", "blue"):
        colors[color] = f"{check.folder}/{color}-page.png"
        Image.new("RGB", (450, 600), color).save(colors[color])
    # The pages beside and under the leaf of pages 3 and 4, or under the single page 3.
    return {
        layout: check.write(
            f"holes-{layout}-{form}.html", "--layout", "spread", "--profile", form,
            "--background", "blue", "--controls", "none",
            pages=[colors["blue" if page in blue else "white"] for page in range(1, 8)])
        for layout, blue in (("spread", (2, 5)), ("pages", (4,)))}


def show(check, paths, window, density):
    """Opens the book in a window, at page 3."""
    check.browser.size(*window, density)
    for layout, path in paths.items():
        check.browser.open(path, "#page=3")
        check.browser.wait(check.LOADED)
        if check.browser.evaluate("book().reader.layout") == layout:
            break


def drag(browser, start, end):
    """Drags the page there and holds it."""
    browser.mouse("Pressed", *start, time.time())
    browser.mouse("Moved", start[0] - 6, start[1], time.time())
    browser.mouse("Moved", *end, time.time())
    browser.frames()


def release(check, start):
    """Lets the page go where it lay, wherever that is now."""
    browser = check.browser
    browser.mouse("Moved", *start, time.time())
    browser.mouse("Released", *start, time.time())
    browser.wait("!book().reader.isMoving", 30)
    browser.evaluate("book().goTo(3)")
    browser.wait(check.LOADED)


def drags(check, form, windows, count, dice):
    """Drags a page to `count` places in each window, and turns the window over during the last."""
    browser = check.browser
    paths = books(check, form)
    tried = bad = 0
    for (width, height), density in windows:
        show(check, paths, (width, height), density)
        left, top, wide, high = check.box()
        for number in range(count):
            start = (left + wide * dice.uniform(0.5, 0.98), top + high * dice.uniform(0.05, 0.95))
            end = (left + wide * dice.uniform(-0.9, 0.9), top + high * dice.uniform(0.05, 0.95))
            where = f"{form} {width}x{height} at {density}, from {start} to {end}"
            drag(browser, start, end)
            bad += faults(check, where)
            tried += 1
            if number == count - 1:
                pixels = round(height * density)
                browser.size(height, width, density)
                browser.wait(f"Math.abs(book().reader.canvas.width - {pixels}) < 2")
                browser.frames()
                bad += faults(check, f"{where}, turned over")
                tried += 1
            release(check, start)
    for known, window, density, start, end in KNOWN:
        if known == form:
            show(check, paths, window, density)
            drag(browser, start, end)
            bad += faults(check, f"{form} {window} at {density}, from {start} to {end}")
            tried += 1
            release(check, start)
    browser.size(1000, 700)
    return tried, bad


def holes(check):
    """No pinhole, seam or flash: nothing shows through a page wherever it is dragged."""
    windows, count = (SWEEP, 8) if os.environ.get("GLESKIT_SWEEP") == "full" else (SAMPLE, 2)
    dice = random.Random(1)
    found = [drags(check, form, windows, count, dice) for form in ("paper", "elastica", "cylinder")]
    tried, bad = map(sum, zip(*found))
    print(f"  {tried} places of a dragged page, {bad} with a fault; at most {check.most_dots} dots")


def fringe(check):
    """The front does not shine through the back at a sharp fold: nothing else here is black."""
    pages = []
    for number, color in enumerate(("white", "white", "black", "white", "white")):
        pages.append(f"{check.folder}/fringe-{number}.png")
        Image.new("RGB", (450, 600), color).save(pages[-1])
    path = check.write(
        "fringe.html", "--layout", "spread", "--profile", "elastica", "--background", "white",
        "--controls", "none", pages=pages)
    show(check, {"spread": path}, (1000, 700), 1)
    start = (800, 400)
    drag(check.browser, start, (200, 500))
    seen = inside(check)
    darkest = seen.convert("L").getextrema()[0]
    check.keep("fringe", seen)
    check.expect(f"the darkest pixel at a sharp fold has {darkest} of 255", darkest >= 250)
    release(check, start)


ALL = [holes, fringe]
