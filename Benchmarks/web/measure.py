#!/usr/bin/python3
"""Measures books in Chromium; see run.

usage: measure.py FOLDER ROUNDS

FOLDER is served over HTTP, as most servers do: text is compressed. Every subject gets a new browser
in every round, and the subjects alternate.
"""

import base64
import gzip
import http.server
import io
import math
import os
import statistics
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, f"{HERE}/../../Tests/WebPage")
from browser import BrowserError, Chromium
from PIL import Image
from scale import memory as processes

WINDOW = (1400, 900)
MIDDLE_PAGE = 40
TURNS = 50
# How long a page is dragged, and how long nothing happens, in seconds.
DRAG, IDLE = 10, 10
# A DSL line: bytes a second, and milliseconds to the server.
LINE = (10e6 / 8, 20)


class Subject:
    """A way to show the book: its address and expressions that control it."""

    def __init__(self, name, address, files, ready, box, go, next, rests, hurry, decoded=None,
                 searches=None):
        self.name, self.address, self.files = name, address, files
        self.ready, self.box, self.go, self.next = ready, box, go, next
        self.rests, self.hurry, self.decoded, self.searches = rests, hurry, decoded, searches


def ours(name, address, files):
    return Subject(
        name, address, files,
        "document.querySelector('gleskit-book')?.reader?.isReady && document.querySelector("
        "'gleskit-book').shadowRoot.getElementById('stage').getAttribute('aria-busy') === 'false'",
        "(() => { const box = document.querySelector('gleskit-book').shadowRoot"
        ".querySelector('.shade').getBoundingClientRect();"
        " return [box.x, box.y, box.width, box.height]; })()",
        "document.querySelector('gleskit-book').goTo(%d)",
        "document.querySelector('gleskit-book').next()",
        "!document.querySelector('gleskit-book').reader.isMoving && document.querySelector("
        "'gleskit-book').shadowRoot.getElementById('stage').getAttribute('aria-busy') === 'false'",
        "document.querySelector('gleskit-book').reader.settings.seconds = 0.3",
        "document.querySelector('gleskit-book').reader.painter.textures.textures.size",
        "document.querySelector('gleskit-book')?.shadowRoot?.getElementById('search')?.hidden"
        " === false")


def peer(name, address, files):
    return Subject(
        name, address, files, "window.isReady === true", "window.box()",
        "flip.turnToPage(%d)", "flip.flipNext()", "flip.getState() === 'read'",
        "flip.getSettings().flippingTime = 300")


class Server:
    """Serves a folder and counts the bytes that it has sent."""

    def __init__(self, folder):
        self.sent = 0
        packed = {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            types = {"html": "text/html", "js": "text/javascript", "css": "text/css",
                     "json": "application/json", "png": "image/png", "webp": "image/webp"}

            def log_message(self, *_):
                pass

            def do_GET(self):
                path = self.path.split("?")[0].lstrip("/")
                try:
                    if path not in packed:
                        with open(f"{folder}/{path}", "rb") as file:
                            data = file.read()
                        kind = self.types[path.rsplit(".", 1)[-1]]
                        is_text = not kind.startswith("image/")
                        packed[path] = (kind, is_text, gzip.compress(data, 6) if is_text else data)
                except (OSError, KeyError):
                    self.send_error(404)
                    return
                kind, is_text, data = packed[path]
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Cache-Control", "max-age=3600")
                if is_text:
                    self.send_header("Content-Encoding", "gzip")
                self.end_headers()
                for start in range(0, len(data), 1 << 14):
                    try:
                        self.wfile.write(data[start:start + (1 << 14)])
                    except OSError:
                        return
                    outer.sent += min(1 << 14, len(data) - start)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Browsers drop connections.
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"


class Frames:
    """The frames that the browser shows, each with its time in seconds since 1970."""

    def __init__(self, browser):
        self.browser = browser
        browser.call("Page.startScreencast", {"format": "jpeg", "quality": 80})

    def next(self, seconds):
        """The next frame, or None."""
        end = time.monotonic() + seconds
        while True:
            for index, event in enumerate(self.browser.events):
                if event.get("method") == "Page.screencastFrame":
                    del self.browser.events[index]
                    details = event["params"]
                    self.browser.call(
                        "Page.screencastFrameAck", {"sessionId": details["sessionId"]})
                    picture = Image.open(io.BytesIO(base64.b64decode(details["data"])))
                    return details["metadata"]["timestamp"], picture.convert("L")
            left = end - time.monotonic()
            if left <= 0:
                return None
            try:
                self.browser.events.append(self.browser.receive(left))
            except BrowserError:
                return None

    def stop(self):
        self.browser.call("Page.stopScreencast")


def has_page(picture, wanted, box):
    """Whether a frame has the dark parts of the page."""
    box = tuple(round(part) for part in (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    wanted = wanted.crop(box).point(lambda value: 255 * (value < 110))
    dark = sum(wanted.histogram()[255:])
    there = picture.crop(box).point(lambda value: 255 * (value < 150))
    both = Image.composite(there, Image.new("L", there.size), wanted)
    return dark > 50 and sum(both.histogram()[255:]) > 0.9 * dark


def first_page(browser, server, subject, wanted=None, is_slow=False):
    """Opens a book. Returns how long it took until the first page was seen, the bytes that the
    server had sent by then, and a picture of it."""
    prepare(browser, is_slow)
    browser.events.clear()
    before = server.sent
    frames = Frames(browser)
    browser.call("Page.navigate", {"url": server.address + subject.address})
    seen, start = [], time.monotonic()
    while time.monotonic() < start + 60:
        frame = frames.next(1.5)
        if frame:
            seen.append((*frame, server.sent - before))
            # It must have been seen before in this window.
            if wanted and has_page(frame[1], *wanted):
                break
        # StPageFlip's canvas is drawn without end.
        is_late = not frame or time.monotonic() > start + 5
        if is_late and seen and not wanted and browser.evaluate(subject.ready):
            last = (seen[-1][1], browser.evaluate(subject.box))
            if has_page(seen[-1][1], *last):
                wanted = last
                break
    frames.stop()
    begin = browser.evaluate("performance.timeOrigin") / 1000
    at, _, sent = next(frame for frame in seen if has_page(frame[1], *wanted))
    connect(browser)
    return at - begin, sent, wanted


def text(browser, server, subject):
    """Seconds on the slow line until the text of all pages can be searched; NaN without a search."""
    if not subject.searches:
        return math.nan
    prepare(browser, is_slow=True)
    browser.call("Page.navigate", {"url": server.address + subject.address})
    browser.wait(subject.searches, 60)
    seconds = browser.evaluate("performance.now() / 1000")
    connect(browser)
    return seconds


def prepare(browser, is_slow):
    """Leaves the book and forgets what has been loaded."""
    browser.call("Page.navigate", {"url": "about:blank"})
    time.sleep(1)
    connect(browser, is_slow)
    browser.call("Network.clearBrowserCache")


def connect(browser, is_slow=False):
    browser.call("Network.emulateNetworkConditions", {
        "offline": False, "latency": LINE[1] if is_slow else 0,
        "downloadThroughput": LINE[0] if is_slow else -1, "uploadThroughput": -1})


def metrics(browser):
    return {metric["name"]: metric["value"]
            for metric in browser.call("Performance.getMetrics")["metrics"]}


def trace(browser, categories, act):
    """The events of a trace while something is done."""
    browser.call("Tracing.start", {
        "transferMode": "ReportEvents", "traceConfig": {"includedCategories": categories}})
    result = act()
    browser.call("Tracing.end")
    found = []
    while True:
        event = browser.events.pop(0) if browser.events else browser.receive(60)
        if event.get("method") == "Tracing.dataCollected":
            found += event["params"]["value"]
        elif event.get("method") == "Tracing.tracingComplete":
            return found, result


def drag(browser, subject):
    """Drags a page to and fro. Returns milliseconds of script a frame, and frames a second."""
    browser.evaluate(subject.go % MIDDLE_PAGE)
    browser.wait(subject.rests)
    time.sleep(1)
    left, top, width, height = browser.evaluate(subject.box)
    y = top + 0.8 * height
    begin = time.monotonic()
    browser.mouse("Pressed", left + width - 10, y, time.time())

    def move():
        before, start = metrics(browser), time.monotonic()
        while (now := time.monotonic()) - start < DRAG:
            # From side to side in a second, at an even speed.
            share = abs((now - begin) % 2 - 1)
            browser.mouse("Moved", left + width * (1.8 * share - 0.85), y - 60 * (1 - share),
                          time.time())
        seconds = time.monotonic() - start
        return seconds, metrics(browser)["ScriptDuration"] - before["ScriptDuration"]

    # The first moves begin the drag.
    for way in range(3):
        browser.mouse("Moved", left + width - 20 - 10 * way, y, time.time())
    events, (seconds, script) = trace(browser, ["disabled-by-default-devtools.timeline.frame",
                                                "devtools.timeline.frame"], move)
    count = sum(event["name"] == "DrawFrame" for event in events)
    browser.mouse("Moved", left + width - 20, y, time.time())
    browser.mouse("Released", left + width - 20, y, time.time())
    browser.wait(subject.rests)
    return 1000 * script / count, count / seconds


def idle(browser):
    """Milliseconds of work on the main thread in each second in which nothing happens."""
    # Controls hide after some seconds.
    time.sleep(6)
    before = metrics(browser)
    time.sleep(IDLE)
    after = metrics(browser)
    return 1000 * (after["TaskDuration"] - before["TaskDuration"]) / IDLE


def memory(browser, subject):
    """Turns pages. Returns the memory of the renderer and of the GPU process in MB, and the number
    of pages that are decoded."""
    # Otherwise the debugger keeps all that was loaded.
    browser.call("Network.disable")
    browser.evaluate(subject.hurry)
    for _ in range(TURNS):
        browser.evaluate(subject.next)
        time.sleep(0.35)
        browser.wait(subject.rests, 60)
    time.sleep(3)
    renderer, gpu = processes(browser)
    if subject.decoded:
        return renderer, gpu, browser.evaluate(subject.decoded)
    def dump():
        return (browser.call("Tracing.requestMemoryDump", {
            "deterministic": False, "levelOfDetail": "detailed"}), time.sleep(1))
    events, _ = trace(browser, ["disabled-by-default-memory-infra"], dump)
    pages = set()
    for event in events:
        allocators = event.get("args", {}).get("dumps", {}).get("allocators", {})
        for name, entry in allocators.items():
            size = int(entry.get("attrs", {}).get("size", {}).get("value", "0"), 16)
            if name.startswith("cc/image_memory/") and size > 500_000:
                pages.add(name)
    return renderer, gpu, len(pages)


def main():
    folder, rounds = sys.argv[1], int(sys.argv[2])
    server = Server(folder)
    subjects = [ours("one file", "/one.html", ["one.html"]), ours("folder", "/book/index.html", ["book"])]
    if os.path.exists(f"{folder}/peer/canvas.html"):
        subjects += [peer("StPageFlip canvas", "/peer/canvas.html", ["peer"]),
                     peer("StPageFlip HTML", "/peer/html.html", ["peer"])]
    found = {subject.name: [] for subject in subjects}
    for number in range(rounds):
        for subject in subjects:
            browser = Chromium()
            try:
                browser.call("Performance.enable", {"timeDomain": "threadTicks"})
                browser.size(*WINDOW)
                _, _, wanted = first_page(browser, server, subject)
                local, sent, _ = first_page(browser, server, subject, wanted)
                slow, _, _ = first_page(browser, server, subject, wanted, is_slow=True)
                found_text = text(browser, server, subject)
                browser.wait(subject.ready, 60)
                browser.wait("document.readyState === 'complete'", 60)
                script, rate = drag(browser, subject)
                waiting = idle(browser)
                row = [local, sent / 1e3, slow, found_text, *memory(browser, subject), script, rate, waiting]
            finally:
                browser.close()
            found[subject.name].append(row)
            print(f"round {number + 1}, {subject.name}: "
                  + ", ".join(f"{value:.2f}" for value in row), file=sys.stderr)
    print("| | " + " | ".join(found) + " |\n| --- |" + " --- |" * len(found))
    print("| bytes, MB | " + " | ".join(
        f"{sum(size(f'{folder}/{name}') for name in subject.files) / 1e6:.1f}"
        for subject in subjects) + " |")
    rows = [
        ("first page from a local server, s", 2), ("bytes until then, kB", 0),
        ("first page at 10 Mbit/s, s", 2),
        ("text of all pages at 10 Mbit/s, s", 2),
        (f"renderer after {TURNS} turns, MB", 0), ("GPU process then, MB", 0),
        ("decoded pages then", 0),
        ("script a frame of a drag, ms", 2), ("frames a second", 0), ("idle main thread, ms/s", 2)]
    for index, (name, digits) in enumerate(rows):
        values = [statistics.median(row[index] for row in found[each]) for each in found]
        print(f"| {name} | " + " | ".join(
            "–" if math.isnan(value) else f"{value:.{digits}f}" for value in values) + " |")


def size(path):
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(f"{folder}/{name}")
               for folder, _, names in os.walk(path) for name in names)


main()
