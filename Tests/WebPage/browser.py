"""A headless Chromium, controlled through its debugging protocol, with Python's own libraries only.

The protocol is JSON with a NUL after each message, through two pipes that the browser knows as 3 and 4.
"""

import base64
import contextlib
import fcntl
import io
import json
import os
import select
import subprocess
import tempfile
import time

from PIL import Image


class BrowserError(Exception):
    pass


class DocumentEnded(BrowserError):
    """The document went away before it answered, because another one took its place."""


def address(path):
    """The address of a file, or of what has a scheme already."""
    return path if ":" in path else "file://" + os.path.abspath(path)


class Browser:
    """What the browsers have in common: `process`, `profile` and evaluate() are theirs."""

    def end(self):
        """Waits for the process, which was asked to quit, and removes its profile."""
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def wait(self, condition, seconds=60):
        """Waits until a JavaScript condition is true, in whatever document is open by then."""
        end = time.monotonic() + seconds
        while not self.holds(condition):
            if time.monotonic() > end:
                raise BrowserError(f"never came true: {condition}")
            time.sleep(0.02)

    def holds(self, condition):
        try:
            return self.evaluate(condition)
        except DocumentEnded:
            return False

    def reload(self):
        """Loads the document again, and waits for the new one."""
        self.evaluate("void (window.isOld = true)")
        self.begin_reload()
        self.wait("!window.isOld && document.readyState === 'complete'")

    def printed_words(self):
        """The words on each sheet that printing makes."""
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(self.printed())
            file.flush()
            told = subprocess.run(
                ["pdftotext", file.name, "-"], capture_output=True, check=True, text=True).stdout
            return [" ".join(page.split()) for page in told.split("\f")[:-1]]

    def frames(self, count=2):
        """Waits until the page has drawn."""
        for _ in range(count):
            self.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")


class Chromium(Browser):
    def __init__(self, program="chromium"):
        self.profile = tempfile.TemporaryDirectory(prefix="web-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        # High numbers, because the pipes themselves may be 3 and 4 in swapped order.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 100) for end in (to_browser, from_browser)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", program,
             "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--no-first-run",
             "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--force-color-profile=srgb", f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=ends)
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self.rest = b""
        self.number = 0
        self.events = []
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", {"targetId": page["targetId"], "flatten": True},
            session=None)["sessionId"]
        self.call("Browser.setDownloadBehavior", {"behavior": "deny"}, session=None)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            self.call("Browser.close", session=None)
        except BrowserError:
            pass
        self.end()

    session = None
    # How Chromium says that the document of a command is gone.
    ENDED = ("navigated or closed", "context was destroyed", "Promise was collected",
             "Cannot find default execution context")

    def call(self, method, parameters=None, session=""):
        """Sends a command and waits for its response; keeps events that arrive before it."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session is not None:
            message["sessionId"] = session or self.session
        self.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(30)
            if answer.get("id") == self.number:
                if "error" in answer:
                    text = answer["error"]["message"]
                    kind = DocumentEnded if any(
                        words in text for words in self.ENDED) else BrowserError
                    raise kind(f"{method}: {text}")
                return answer["result"]
            self.events.append(answer)

    def write(self, data):
        while data:
            data = data[os.write(self.commands, data):]

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.answers], [], [], max(end - time.monotonic(), 0))
            data = os.read(self.answers, 1 << 20) if ready else b""
            if not data:
                raise BrowserError("the browser ended" if ready else "the browser does not answer")
            self.rest += data
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def evaluate(self, expression):
        """Evaluates a JavaScript expression, and awaits it if it is a promise."""
        answer = self.call("Runtime.evaluate", {
            "expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def size(self, width, height, density=1, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": density, "mobile": touch})
        self.call("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def media(self, **features):
        """Sets media features, such as prefers_color_scheme="dark"."""
        self.call("Emulation.setEmulatedMedia", {"features": [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def force_colors(self, are_forced):
        self.media(**({"forced_colors": "active"} if are_forced else {}))

    def open(self, path, anchor=""):
        """Opens a file or, if it has one, a scheme."""
        # Otherwise only another anchor of the same document would not load it again.
        self.call("Page.navigate", {"url": "about:blank"})
        self.call("Page.navigate", {"url": address(path) + anchor})
        self.wait("document.readyState === 'complete'")

    def begin_reload(self):
        self.call("Page.reload")

    @contextlib.contextmanager
    def on_new_documents(self, script):
        """Runs a script at the start of each document that is opened within the context."""
        added = self.call("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            yield
        finally:
            self.call("Page.removeScriptToEvaluateOnNewDocument", added)

    def screenshot(self, clip=None):
        """A screenshot of the page or a part of it: (x, y, width, height)."""
        parameters = {"format": "png"}
        if clip:
            parameters["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        data = self.call("Page.captureScreenshot", parameters)["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    # Input events; `at` is their time in seconds since 1970.

    def mouse(self, kind, x, y, at):
        """kind: Pressed, Moved or Released."""
        self.call("Input.dispatchMouseEvent", {
            "type": f"mouse{kind}", "x": x, "y": y, "button": "left", "clickCount": 1,
            "buttons": 0 if kind == "Released" else 1, "timestamp": at})

    def hover(self, x, y):
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})

    def wheel(self, x, y, down):
        self.call("Input.dispatchMouseEvent", {
            "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down})

    def touch(self, kind, x, y, at, *others):
        """kind: Start, Move, End or Cancel. `others` are the places of more fingers."""
        places = [] if kind in ("End", "Cancel") else [(x, y), *others]
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.call("Input.dispatchTouchEvent", {
            "type": f"touch{kind}", "touchPoints": points, "timestamp": at})

    def swipe(self, start, end):
        """Moves a finger within 0.15 s and lets go at that speed."""
        now = time.time()
        self.touch("Start", *start, now)
        for step in range(1, 7):
            place = [a + step / 6 * (b - a) for a, b in zip(start, end)]
            self.touch("Move", *place, now + step / 40)
        self.touch("End", *end, now + 0.15)

    def cancel(self):
        """The system takes the finger from the page."""
        self.touch("Cancel", 0, 0, time.time())

    def tap_twice(self, x, y, by_touch=False):
        """Taps or clicks twice within a tenth of a second."""
        act, kinds = (self.touch, ("Start", "End")) if by_touch else (
            self.mouse, ("Pressed", "Released"))
        now = time.time()
        for at in (now, now + 0.1):
            for kind in kinds:
                act(kind, x, y, at)

    # Keys that do something by themselves: their codes, and the characters that they type.
    KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " "), "End": (35, "")}

    def key(self, name, control=False):
        code, text = self.KEYS.get(name, (0, ""))
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {
                "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code,
                "modifiers": 2 if control else 0,
                "text": text if kind == "keyDown" else ""})

    def printed(self):
        """What printing makes, as a PDF."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])

    def type(self, text):
        self.call("Input.insertText", {"text": text})

    def accessible(self):
        """What assistive technology is told: (role, name) of each part, in order."""
        nodes = {node["nodeId"]: node for node in self.call("Accessibility.getFullAXTree")["nodes"]}

        def below(node):
            if not node["ignored"]:
                yield node["role"]["value"], node.get("name", {}).get("value", "")
            for child in node.get("childIds", ()):
                if child in nodes:
                    yield from below(nodes[child])

        return list(below(next(iter(nodes.values()))))

    def problems(self):
        """Errors from the console, the log and the network."""
        found = []
        for event in self.events:
            kind, details = event.get("method"), event.get("params", {})
            if kind == "Runtime.exceptionThrown":
                exception = details["exceptionDetails"]
                found.append(exception.get("exception", {}).get("description", exception["text"]))
            elif kind == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
                found.append(" ".join(str(part.get("value")) for part in details["args"]))
            elif kind == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                found.append(details["entry"]["text"])
            elif kind == "Network.requestWillBeSent":
                url = details["request"]["url"]
                if not url.startswith(("file:", "data:", "about:", "blob:", "http://127.0.0.1:")):
                    found.append(f"request to {url}")
        return found
