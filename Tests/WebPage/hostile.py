"""PDFs whose titles, outlines, links and text attack the page, and damaged ones.

GLESKIT_SWEEP=full tries 200 PDFs, otherwise 12.
"""

import html.parser
import json
import os
import random
import re
import subprocess

import pdf

# What must stay text wherever a PDF says it.
NASTY_TEXTS = [
    "</title><script>hurt()</script>", '"><img src=x onerror=hurt()>', "<!--<script>",
    "]]></script><svg onload=hurt()>", "{{pages}} ${hurt()} \\u003cimg>", "&lt;b&gt; &amp;amp; \xe9 '"]
# Where no link may lead.
NASTY_LINKS = [
    "javascript:hurt()", "JavaScript:hurt()", " javascript:hurt()", "\tjavascript:hurt()",
    "java\nscript:hurt()", "vbscript:hurt", "data:text/html,<script>hurt</script>",
    "file:///etc/passwd", "blob:null/1", "//example.org/", "https"]


def hostility(check):
    """Titles, outlines, text and links that attack the page are shown as text or left out."""
    browser = check.browser
    browser.size(1000, 700)
    for number, nasty in enumerate(NASTY_TEXTS):
        path = f"{check.folder}/nasty.pdf"
        good = "https://example.org/'+hurt+'"
        pdf.write(path, [
            [(nasty, None), (nasty, good), *((f"Link {link}", link) for link in NASTY_LINKS)],
        ], outline=[(nasty, 1)], title=nasty)
        browser.open(check.write(f"nasty-{number}.html", "--dpi", "72", pages=[path]))
        browser.wait(f"{check.LOADED} && !part('search').hidden")
        browser.evaluate("part('contents').click()")
        links = browser.evaluate("parts('.text a').map((link) => link.getAttribute('href'))")
        check.expect(f"only a good link is left: {links}", links == [good])
        words = browser.evaluate(
            "[document.title, part('title').textContent, parts('#entries button span')[0].textContent,"
            " parts('.text span')[0].textContent].map((text) => text.trim().replace(/\\s+/g, ' '))")
        same = " ".join(nasty.split())
        check.expect(f"{same} is text: {words}", words[:3] == [same] * 3
                     and words[3].startswith(same.split()[0]))
        # Until its drawing is there, the page itself is shown as an image, whose source is data.
        # A script that ran, or that the policy stopped, would be among the complaints.
        check.expect("nothing was made of it", browser.evaluate(
            "document.querySelectorAll('script').length === 4"
            " && document.querySelectorAll('svg, img:not([alt])').length === 0"
            " && parts('img:not([src^=\"data:image/webp;base64,\"]), script').length === 0"))


# What an attribute or an element of the page may be.
ELEMENTS = {"html", "head", "meta", "link", "title", "style", "script", "body", "main",
            "gleskit-book", "img"}
IMAGE = {"alt": re.compile(r"Page [^\0-\x1f]{1,64}|Empty page|Picture without a description"),
         "data-pictures": re.compile("[0-9., -]*"),
         "data-label": re.compile(r"[^\0-\x1f]{1,64}"),
         "width": re.compile(r"\d+"), "height": re.compile(r"\d+"),
         "loading": re.compile("lazy"), "data-opaque": re.compile(""),
         "src": re.compile("data:image/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+")}


class Outline(html.parser.HTMLParser):
    """What an independent parser finds in the page: elements that do not belong there, and JSON."""

    def __init__(self):
        super().__init__()
        self.strange, self.json, self.title, self.inside = [], [], "", None

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        if tag == "script":
            self.inside = dict(attributes).get("type", "text/javascript")
        named = [name for name, _ in attributes if name.startswith("on")]
        if tag not in ELEMENTS or named:
            self.strange.append(self.get_starttag_text()[:80])
        if tag == "img":
            self.strange += [f"{name}={value[:40]}" for name, value in attributes
                             if name not in IMAGE or not IMAGE[name].fullmatch(value or "")]

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "application/json":
            self.json.append(json.loads(data))
        elif self.inside == "title":
            self.title += data


def addresses(parts):
    """The addresses of the links in the page's text."""
    texts = [part for part in parts if isinstance(part, list)]
    return [link[4] for text in texts for page in text for link in page["links"]
            if isinstance(link[4], str)]


def nasty_pdf(path, dice):
    """Writes a PDF of which nearly everything is hostile; one in three is damaged, too."""
    def text():
        parts = [*NASTY_TEXTS, *NASTY_LINKS, "\0\r\n\x1b[31m", "\u202e\u2066 \ufeff", "{{script}}",
                 "<a href='javascript:hurt()'>", "</outline><item page=\"1\">", "&#60;script&#62;",
                 "book.html#1", "\ud7ff\U0001f600" * 40, "A" * dice.choice((1, 3000))]
        return "".join(dice.choice(parts) for _ in range(dice.randint(1, 3)))

    def latin(value):
        return value.encode("latin-1", "replace").decode("latin-1").replace("\0", " ")

    def link():
        kind = dice.randrange(4)
        scheme = dice.choice(("https://", "HTTP:", "mailto:", "ftp:", "javascript:", "JAVASCRIPT:", "\\"))
        address = latin(scheme + text()).replace("(", "\\(").replace(")", "\\)")
        return (None, dice.randint(1, 3), address, latin(dice.choice(NASTY_LINKS)))[kind]

    pages = [[(latin(text()), link()) for _ in range(dice.randint(0, 5))] for _ in range(3)]
    outline = [(text(), dice.randint(1, 3)) for _ in range(dice.randint(0, 4))]
    label = text()[:dice.choice((9, 30, 3000))].encode("utf-16-be", "replace").hex()
    pdf.write(path, pages, outline, text(), size=(60, 80), labels=f"0 << /P <FEFF{label}> >>")
    if dice.random() < 1 / 3:
        with open(path, "rb") as file:
            data = bytearray(file.read())
        for _ in range(dice.randint(1, 12)):
            at = dice.randrange(len(data))
            act = dice.randrange(3)
            if act == 0:
                data[at] = dice.randrange(256)
            elif act == 1:
                data[at:at + dice.randint(1, 30)] = b""
            else:
                data[at:at] = data[at:at + dice.randint(1, 200)]
        with open(path, "wb") as file:
            file.write(data)


def fuzz(check):
    """Hostile and damaged PDFs become harmless pages, or are refused."""
    browser = check.browser
    count = 200 if os.environ.get("GLESKIT_SWEEP") == "full" else 12
    browser.size(700, 500)
    shown = refused = links = 0
    for number in range(count):
        dice = random.Random(number)
        path, page = f"{check.folder}/fuzz.pdf", f"{check.folder}/fuzz.html"
        nasty_pdf(path, dice)
        if os.path.exists(page):
            os.remove(page)
        done = subprocess.run([check.pagecurl, path, "--dpi", "72", "-o", page, "--quiet"],
                              capture_output=True, timeout=120, check=False)
        if done.returncode != 0:
            refused += 1
            check.expect(f"PDF {number} is refused with a message, not {done.returncode}",
                         done.returncode in (1, 2) and done.stderr and not os.path.exists(page))
            continue
        shown += 1
        with open(page, encoding="utf-8") as file:
            text = file.read()
        found = Outline()
        found.feed(text)
        check.expect(f"PDF {number} adds nothing to the page: {found.strange}", not found.strange)
        found_links = addresses(found.json)
        links += len(found_links)
        bad = [link for link in found_links if not re.match("(https?|mailto):", link, re.I)]
        check.expect(f"PDF {number} has links of safe schemes only: {bad}", not bad)
        known = len(browser.problems())
        browser.open(page)
        browser.wait(check.LOADED)
        # The text arrives last.
        browser.wait("!part('search').hidden || !document.querySelector('script.texts')")
        browser.evaluate("part('contents').click()")
        hrefs = browser.evaluate(
            "parts('a').map((link) => link.protocol + (link.hash && link.getAttribute('href')[0]))")
        check.expect(f"PDF {number} leads to safe places: {hrefs}", all(
            # Addresses that are no addresses lead nowhere.
            re.match("(https?|mailto):", href) or href in ("file:#", ":") for href in hrefs))
        check.expect(f"PDF {number} runs nothing: {browser.problems()[known:]}",
                     len(browser.problems()) == known)
        # Browsers and Python differ in what space is.
        letters, seen = ("".join(filter(str.isalnum, title)) for title in (
            found.title, browser.evaluate("document.title")))
        check.expect(f"PDF {number} is called {letters[:60]}, not {seen[:60]}", letters == seen)
    print(f"  {count} PDFs: {shown} shown, {refused} refused, {links} links")
    check.expect("most hostile PDFs can be shown, with links", shown > count / 2 and links > 0)
    browser.size(1000, 700)


ALL = (hostility, fuzz)
