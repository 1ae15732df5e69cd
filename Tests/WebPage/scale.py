"""Long books: how many pages are in memory, and how much memory there is after many turns.

GLESKIT_SWEEP=full turns 200 leaves of a book of 1,000 pages, otherwise 12 of 60.
"""

import os
import re
import time

import pdf
from reading import Server

# The most pages that may be decoded.
MOST = 10
# Counts the bitmaps that are alive.
COUNTED = """
window.bitmaps = { now: 0, most: 0 };
const { createImageBitmap: create } = window;
window.createImageBitmap = async (...rest) => {
  const bitmap = await create(...rest);
  bitmaps.most = Math.max(bitmaps.most, ++bitmaps.now);
  const { close } = bitmap;
  bitmap.close = () => { bitmaps.now -= 1; close.call(bitmap); };
  return bitmap;
};"""


def memory(browser):
    """The memory of the browser's processes in MB: of the page's, without what the engine will
    collect, and of the one that draws."""
    browser.call("HeapProfiler.collectGarbage")
    time.sleep(0.5)
    found = {}
    for process in browser.call("SystemInfo.getProcessInfo", session=None)["processInfo"]:
        try:
            with open(f"/proc/{process['id']}/smaps_rollup", encoding="ascii") as file:
                size = int(re.search(r"^Pss: +(\d+)", file.read(), re.M)[1]) / 1024
        except OSError:
            continue
        kind = process["type"].lower()
        # A spare renderer is smaller.
        found[kind] = max(found.get(kind, 0), size)
    return found["renderer"], found["gpu"]


def long(check):
    """A long book loads only the pages near the reader, and its memory does not grow."""
    browser = check.browser
    is_full = os.environ.get("GLESKIT_SWEEP") == "full"
    pages, turns = (1000, 200) if is_full else (60, 12)
    os.makedirs(f"{check.folder}/long", exist_ok=True)
    path = f"{check.folder}/long.pdf"
    pdf.write(path, [[(f"Page {page}", None)] + [(f"Line {line} of page {page}", None)
                                                for line in range(12)]
                     for page in range(1, pages + 1)], title="Long")
    check.write("long/index.html", "--layout", "spread", "--dpi", "72", pages=[path])
    server = Server(f"{check.folder}/long")
    # Otherwise the debugger keeps all that is loaded.
    browser.call("Network.disable")
    try:
        browser.size(1000, 700)
        with browser.on_new_documents(COUNTED):
            browser.open(f"{server.address}/index.html")
        browser.wait(check.LOADED)
        check.comes_to("a long book", f"Page 1 of {pages}")
        browser.evaluate("void (book().reader.settings.seconds = 0.1)")
        most, early = 0, None
        for turn in range(1, turns + 1):
            browser.evaluate("book().next()")
            browser.wait(f"book().page === {2 * turn} && !book().reader.isMoving && {check.LOADED}", 60)
            most = max(most, browser.evaluate(
                "book().reader.painter.textures.textures.size + bitmaps.now"))
            if turn == turns // 10:
                early = memory(browser)
        late = memory(browser)
        kinds = browser.evaluate("[bitmaps.most, bitmaps.now]")
        check.expect(f"at most {MOST} pages are decoded, not {most}, {kinds}",
                     4 <= most <= MOST and kinds == [1, 0])
        names = {name for name in server.requests if ".webp" in name}
        check.expect(f"no page is loaded early: {len(names)} of {2 * turns}",
                     len(names) <= 2 * turns + 6)
        print(f"  {turns} turns of {pages} pages: at most {most} decoded;"
              f" renderer {early[0]:.0f} MB after {turns // 10} turns, then {late[0]:.0f};"
              f" GPU process {early[1]:.0f} MB, then {late[1]:.0f}")
        # In fewer turns, what the engine compiles and collects counts for more.
        if is_full:
            check.expect("memory does not grow",
                         late[0] <= 1.1 * early[0] and sum(late) <= 1.1 * sum(early))
    finally:
        browser.call("Network.enable")
        browser.open("about:blank")
        server.close()
        browser.size(1000, 700)


ALL = (long,)
