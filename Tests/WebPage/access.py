"""Whether everyone can read a book: axe-core's rules, keys alone, and the accessibility tree."""

import glob
import os
import subprocess
import sys
import tempfile
import time
import zipfile

import pdf
from pictures import share_off
from sheets import WITHOUT

# The package that holds axe-core, a version that is known to be whole.
AXE = "axe-playwright-python==0.1.8"
PAGES = 12


def write_book(check, *options):
    """A book of 12 pages with a title, an outline, text and links."""
    path = f"{check.folder}/access.pdf"
    pdf.write(path, [
        [(f"Chapter {number}", None), (f"The words of page {number}", None),
         ("Go to the last page", PAGES), ("Visit a site", "https://example.org/")]
        for number in range(1, PAGES + 1)
    ], [("Beginning", 1), ("Middle", 6), ("End", PAGES)], "A Book for Everyone")
    return check.write(
        "access.html", "--language", "en", "--dpi", "72", "--sound", *options, pages=[path])


def axe_script():
    """The source of axe-core from PyPI, or nothing where that is not to be had."""
    with tempfile.TemporaryDirectory(prefix="axe-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, AXE],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        wheels = glob.glob(os.path.join(folder, "*.whl"))
        if done.returncode != 0 or not wheels:
            return None
        with zipfile.ZipFile(wheels[0]) as wheel:
            return wheel.read("axe_playwright_python/axe.min.js").decode()


def rules(check):
    """axe-core finds no violation, in any state of the page."""
    browser = check.browser
    script = axe_script()
    if not script:
        print(f"  skipped: {AXE} cannot be had; install python3-pip and allow PyPI")
        return

    def judge(state, is_good=True, ready=check.LOADED):
        browser.wait(ready)
        browser.frames()
        if not browser.evaluate("typeof axe === 'object'"):
            browser.evaluate(script + "; undefined")
        found = browser.evaluate(
            "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations"
            ".map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`))")
        if is_good:
            check.expect(f"{state}: {found}", not found)
        return found

    path = write_book(check)
    for features in ({"prefers_contrast": "more"}, {"prefers_color_scheme": "light"},
                     {"prefers_color_scheme": "dark"}):
        browser.media(**features)
        browser.size(1200, 800)
        browser.open(path, "#page=2")
        judge(f"{features}, an open book")
        check.click("search")
        browser.type("words")
        browser.wait(f"parts('#entries button').length === {PAGES}")
        judge(f"{features}, search")
    browser.media()
    for name in ("contents", "thumbnails", "more"):
        for scheme in ("light", "dark"):
            browser.media(prefers_color_scheme=scheme)
            browser.evaluate(f"part('panel').dataset.kind === '{name}' || part('{name}').click()")
            judge(f"{scheme}, {name}")
    browser.media()
    browser.evaluate("part('close').removeAttribute('aria-label'),"
                     " part('close').removeAttribute('title')")
    check.expect("a button without a name is found", judge("contents", is_good=False))
    browser.size(390, 760, touch=True)
    browser.open(path)
    judge("a phone")
    browser.size(1200, 800)
    browser.open(write_book(check, "--controls", "lab"))
    judge("sliders")
    for options in (("sheets", "ltr"), ("pages", "ltr"), ("spread", "rtl")):
        path = write_book(check, "--layout", options[0], "--direction", options[1])
        for are_forced in (False, True):
            browser.force_colors(are_forced)
            browser.open(path, "#page=4")
            judge(f"{options}, forced colors: {are_forced}")
    browser.force_colors(False)
    # Pages that are still loading, and books that cannot be drawn.
    for state, change, ready in (
            ("loading", "createImageBitmap = () => new Promise(() => {});",
             "document.readyState === 'complete'"
             " && part('stage')?.getAttribute('aria-busy') === 'true'"),
            ("sheets", WITHOUT, "parts('.sheet').length > 0")):
        with browser.on_new_documents(change):
            browser.open(path)
        judge(state, ready=ready)


def walking(check):
    """A book can be read with keys alone, and its text, links and place are in the tree."""
    browser = check.browser
    browser.media(prefers_reduced_motion="reduce")
    browser.size(1200, 800)
    # Not where the book was left.
    browser.open(write_book(check), "#page=1")
    browser.wait(f"{check.LOADED} && !part('search').hidden")

    browser.key("Tab")
    check.expect("the first stop is the book", focused(browser) == "stage")
    for spread in range(PAGES // 2 + 1):
        pages = [page for page in (2 * spread, 2 * spread + 1) if 1 <= page <= PAGES]
        numbers = "–".join(map(str, pages))
        check.comes_to("the arrow key", f"Page{'s' if pages[1:] else ''} {numbers} of {PAGES}")
        browser.wait("parts('.app')[0].matches(':not(.is-moving)')")
        tree = browser.accessible()
        text = " ".join(name for _, name in tree)
        for page in range(1, PAGES + 1):
            check.expect(f"at {numbers}, the text of page {page} is read: {page in pages}",
                         (f"The words of page {page} " in text) == (page in pages))
            check.expect(f"at {numbers}, page {page} is named: {page in pages}",
                         (("group", f"Page {page}") in tree) == (page in pages))
        check.expect("links are read", [name for role, name in tree if role == "link"]
                     == ["Go to the last page", "Visit a site"] * len(pages))
        check.expect("the place is read", any(
            numbers in name for role, name in tree if role == "StaticText"))
        if spread == 0:
            browser.evaluate("""void (window.said = [], new MutationObserver(() =>
              said.push(part('spoken').textContent)).observe(part('spoken'), { childList: true }))""")
        browser.key("ArrowRight")
    said = browser.evaluate("said")
    check.expect(f"each turn is announced once, with its first words: {said}",
                 len(said) == PAGES // 2 and said[0].startswith(
                     f"Pages 2–3 of {PAGES}. Chapter 2 The words of page 2 "))
    check.expect("the book has its title", ("heading", "A Book for Everyone") in tree)

    browser.key("Home")
    check.comes_to("Home", f"Page 1 of {PAGES}")
    stops = []
    while len(stops) < 30 and (not stops or stops[-1]):
        browser.key("Tab")
        stops.append(focused(browser))
    check.expect(f"each stop is seen and named: {stops}", stops[:-1] == [
        "Go to the last page", "Visit a site", "contents", "thumbnails", "search", "previous",
        "slider", "next", "play", "sound", "zoom-out", "zoom-in", "full", "more"])

    browser.evaluate("part('stage').focus()")
    browser.key("Tab")
    browser.key("Enter")
    check.comes_to("Enter on a link", f"Page {PAGES} of {PAGES}")
    focus_on(check, "contents")
    browser.key("Enter")
    check.expect("contents take the focus", focused(browser) == "close")
    browser.key("Tab")
    browser.key("Tab")
    browser.key("Enter")
    check.comes_to("the second entry", f"Pages 6–7 of {PAGES}")
    browser.key("Escape")
    check.expect("Escape closes them, and the focus returns", focused(browser) == "contents")
    browser.key("/")
    browser.type("page 11")
    browser.key("Enter")
    check.comes_to("a place that was searched for", f"Pages 10–11 of {PAGES}")
    browser.key("Escape")
    focus_on(check, "slider")
    browser.key("ArrowLeft")
    check.comes_to("the slider", f"Pages 8–9 of {PAGES}")
    focus_on(check, "more")
    browser.key("Enter")
    focus_on(check, "select")
    browser.key(" ")
    check.expect("space presses a button", browser.evaluate(
        "part('select').getAttribute('aria-pressed')") == "true")
    browser.media()


def focus_on(check, name):
    """Moves the focus to a control by Tab."""
    for _ in range(30):
        if focused(check.browser) == name:
            return
        check.browser.key("Tab")
    check.expect(f"Tab reaches {name}", False)


def focused(browser):
    """The id or name of what has the focus; nothing if it has left the book or is not seen."""
    return browser.evaluate("""(() => {
      const element = book().shadowRoot.activeElement;
      if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return '';
      return element.id || element.getAttribute('aria-label');
    })()""")


def order(check):
    """Pages, their text and their links are in reading order in the accessibility tree."""
    browser = check.browser
    browser.size(1200, 800)
    for direction in ("ltr", "rtl"):
        browser.open(write_book(check, "--layout", "spread", "--direction", direction), "#page=2")
        browser.wait(f"{check.LOADED} && !part('search').hidden")
        browser.wait("!book().reader.isMoving")
        wanted = ["Page 2", "Chapter 2", "Page 3", "Chapter 3"]
        found = []
        for _ in range(50):
            # Firefox fills its tree by and by.
            time.sleep(0.1)
            told = [name.strip() for _, name in browser.accessible()]
            found = [name for name in dict.fromkeys(told) if name in wanted]
            if len(found) == len(wanted):
                break
        check.expect(f"{direction}: {wanted}, not {found}", found == wanted)


def colors(check):
    """Forced colors change neither a page nor what lies over it. Firefox keeps text transparent."""
    browser = check.browser
    browser.size(1000, 700)
    browser.open(write_book(check, "--layout", "pages"), "#page=2")
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    browser.wait("parts('.text span').length > 0")
    left, top, width, height = (round(part) for part in check.box())
    inside = (left + 4, top + 4, width - 8, height - 40)
    seen = []
    for are_forced in (False, True):
        browser.force_colors(are_forced)
        browser.wait(f"matchMedia('(forced-colors: active)').matches === {str(are_forced).lower()}")
        browser.frames()
        seen.append(browser.screenshot(inside))
        check.keep(f"colors-{are_forced}", browser.screenshot())
    browser.force_colors(False)
    check.expect("forced colors do not draw over the page", share_off(*seen) == 0)


def letters(check):
    """Keys that type letters do nothing until the book has the focus."""
    browser = check.browser
    browser.size(1000, 700)
    browser.open(write_book(check), "#page=2")
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    zoom, panel = "book().reader.view.zoom", "part('panel').hidden"
    browser.key("+")
    browser.key("/")
    browser.frames()
    check.expect("letters without the focus", browser.evaluate(f"{zoom} === 1 && {panel}"))
    browser.evaluate("part('stage').focus()")
    browser.key("+")
    browser.key("/")
    browser.frames()
    check.expect("letters with the focus", browser.evaluate(f"{zoom} === 1.5 && !{panel}"))


ALL = (rules, walking, order, colors, letters)
