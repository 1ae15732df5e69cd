"""Firefox in a virtual display, controlled through Marionette, with Python's own libraries only.

The protocol is JSON after its length, over a socket. The class has the functions of Browser that do
not depend on the clock of input events: Firefox stamps them itself.
"""

import base64
import io
import json
import os
import socket
import subprocess
import tempfile
import time

from PIL import Image

from browser import Browser, BrowserError, address

SETTINGS = """
user_pref("marionette.port", 0);
user_pref("webgl.force-enabled", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("layout.css.devPixelsPerPx", "1.0");
user_pref("dom.abort_script_on_child_shutdown", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.download.folderList", 2);
"""

KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e",
    "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
}


class Firefox(Browser):
    def __init__(self, helpers, program="firefox-esr"):
        """helpers: JavaScript that precedes each expression."""
        self.helpers = helpers
        self.profile = tempfile.TemporaryDirectory(prefix="web-")
        with open(f"{self.profile.name}/user.js", "w", encoding="utf-8") as settings:
            settings.write(SETTINGS)
            settings.write(f'user_pref("browser.download.dir", "{self.profile.name}");\n')
        # Without a display it has no WebGL.
        self.display, number = virtual_display()
        self.process = subprocess.Popen(
            [program, "--kiosk", "--marionette", "--remote-allow-system-access",
             "--no-remote", "--profile", self.profile.name, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"})
        self.socket = socket.create_connection(("127.0.0.1", self.port()), 60)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.receive()
        self.call("NewSession", {})

    def port(self):
        """Firefox chooses a port and writes it into its profile."""
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with open(f"{self.profile.name}/MarionetteActivePort", encoding="ascii") as file:
                    return int(file.read())
            except (FileNotFoundError, ValueError):
                time.sleep(0.05)
        raise BrowserError("Firefox does not start")

    def close(self):
        try:
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (BrowserError, OSError):
            pass
        self.end()
        self.display.terminate()
        self.display.wait()
        self.socket.close()

    def call(self, method, parameters):
        """Sends a command and waits for its response."""
        self.number += 1
        name = method if ":" in method else f"WebDriver:{method}"
        data = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.receive()
        if error:
            raise BrowserError(f"{method}: {error['message']}")
        return result

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise BrowserError("Firefox ended")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def evaluate(self, expression):
        """Evaluates a JavaScript expression, and awaits it if it is a promise."""
        return self.call("ExecuteScript", {
            "script": f"{self.helpers}; return ({expression});", "args": []})["value"]

    def size(self, width, height, touch=False):
        self.call("SetWindowRect", {"width": width, "height": height})
        self.wait(f"innerWidth === {width} && innerHeight === {height}")

    def open(self, path, anchor=""):
        """Opens a file or, if it has one, a scheme."""
        self.call("Navigate", {"url": "about:blank"})
        self.call("Navigate", {"url": address(path) + anchor})

    def begin_reload(self):
        self.call("Refresh", {})

    def screenshot(self, clip=None):
        """A screenshot of the page or a part of it: (x, y, width, height)."""
        data = self.call("TakeScreenshot", {"full": False, "hash": False})["value"]
        picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        if clip:
            x, y, width, height = map(round, clip)
            picture = picture.crop((x, y, x + width, y + height))
        return picture

    # Input events.

    def act(self, kind, *sources):
        """Performs one action of each source: (name, parameters, actions)."""
        self.call("PerformActions", {"actions": [
            {"type": kind, "id": name, "parameters": parameters, "actions": actions}
            for name, parameters, actions in sources]})

    def pointer(self, pointer, kind, places):
        """kind: Pressed, Moved or Released. A page that is released has rested."""
        steps = {
            "Pressed": lambda x, y: [move(x, y), {"type": "pointerDown", "button": 0}],
            "Moved": lambda x, y: [move(x, y)],
            "Released": lambda x, y: [
                {"type": "pause", "duration": 150}, {"type": "pointerUp", "button": 0}],
        }
        self.act("pointer", *(
            (f"{pointer}{number}", {"pointerType": pointer}, steps[kind](*place))
            for number, place in enumerate(places)))

    def mouse(self, kind, x, y, at=0):
        self.pointer("mouse", kind, [(x, y)])

    def hover(self, x, y):
        self.mouse("Moved", x, y)

    def touch(self, kind, x, y, at, *others):
        """kind: Start, Move or End. `others` are the places of more fingers."""
        kinds = {"Start": "Pressed", "Move": "Moved", "End": "Released"}
        self.fingers = 1 + len(others) if kind == "Start" else self.fingers
        places = [(x, y), *others] if kind != "End" else [(x, y)] * self.fingers
        self.pointer("touch", kinds[kind], places)

    def swipe(self, start, end):
        """Moves a finger within 0.15 s and lets go at that speed."""
        steps = [[a + step / 6 * (b - a) for a, b in zip(start, end)] for step in range(1, 7)]
        self.act("pointer", ("touch0", {"pointerType": "touch"}, [
            move(*start), {"type": "pointerDown", "button": 0},
            *({**move(*place), "duration": 25} for place in steps),
            {"type": "pointerUp", "button": 0}]))

    def cancel(self):
        """As if the system took the finger `finger` from the page; WebDriver cannot."""
        self.evaluate("void part('stage').dispatchEvent(new PointerEvent("
                      "'pointercancel', { pointerId: finger, bubbles: true }))")
        self.act("pointer", ("touch0", {"pointerType": "touch"}, [
            {"type": "pointerUp", "button": 0}]))

    def tap_twice(self, x, y, by_touch=False):
        """Taps or clicks twice, as fast as Firefox can."""
        pointer = "touch" if by_touch else "mouse"
        buttons = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self.act("pointer", (f"{pointer}0", {"pointerType": pointer}, [move(x, y), *2 * buttons]))

    def wheel(self, x, y, down):
        self.act("wheel", ("wheel", {}, [{
            "type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": down}]))

    def key(self, name, control=False):
        self.type([KEYS.get(name, name)], "\ue009" if control else "")

    def printed(self):
        """What printing makes, as a PDF."""
        return base64.b64decode(self.call("Print", {})["value"])

    def type(self, text, modifier=""):
        self.act("key", ("keyboard", {}, [
            *({"type": "keyDown", "value": key} for key in modifier),
            *({"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")),
            *({"type": "keyUp", "value": key} for key in modifier)]))

    def accessible(self):
        """What assistive technology is told: (role, name) of each part, in order."""
        self.call("Marionette:SetContext", {"value": "chrome"})
        found = self.call("ExecuteScript", {"args": [], "script": """
          const service = Cc['@mozilla.org/accessibilityService;1']
            .getService(Ci.nsIAccessibilityService);
          const below = (part) => [[service.getStringRole(part.role), part.name ?? ''],
            ...Array.from({ length: part.childCount }, (_, at) => below(part.getChildAt(at))).flat()];
          const part = service.getAccessibleFor(window.gBrowser.selectedBrowser);
          return part ? below(part) : [];"""})["value"]
        self.call("Marionette:SetContext", {"value": "content"})
        return found

    def problems(self):
        """Errors of the pages."""
        self.call("Marionette:SetContext", {"value": "chrome"})
        found = self.call("ExecuteScript", {"args": [], "script": """
          return Services.console.getMessageArray()
            .filter((one) => one instanceof Ci.nsIScriptError
              && /^(file|data|blob|http):/.test(one.sourceName))
            .map((one) => one.errorMessage);"""})["value"]
        self.call("Marionette:SetContext", {"value": "content"})
        # An element that is removed lets go of its context, and Firefox says so.
        return [text for text in found if text != "WebGL context was lost."]


def virtual_display():
    """Starts an X server without a screen, which chooses its number."""
    end, start = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(start), "-screen", "0", "2600x1600x24", "-nolisten", "tcp"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[start])
    os.close(start)
    with os.fdopen(end) as answer:
        return server, int(answer.readline())


def move(x, y):
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
