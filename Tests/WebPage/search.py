"""Search as readers type it, and the key that opens it."""

import pdf

# The lines of a page, and what is searched for in them: how many hits, and in how many lines.
LINES = [
    "A Caf\u00e9 in the Strasse", "\ufb01nal \uff37\uff29\uff24\uff34\uff28 na\u0308he", "An exam-",
    "ple that goes", "over lines, well-known, don\u2019t", "\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd",
    "\ufee3\ufeae\ufea3\ufe92\ufe8e", "\u65e5\u672c", "\u8a9e",
    "\u03bb\u03cc\u03b3\u03bf\u03c2", "stu\ufb00",
    "\u30b3\u30fc", "\u30d2", "\u05d1\u05d9\u05ea\u05be\u05e1\u05e4\u05e8"]
WORDS = [
    ("cafe", 1), ("CAF\u00c9 in", 1), ("stra\u00dfe", 1), ("final", 1), ("width n\u00e4he", 1),
    ("example that  goes over", 3), ("well known", 0), ("wellknown", 1), ("well-known", 1),
    ("\u05e9\u05dc\u05d5\u05dd", 1), ("\u0645\u0631\u062d\u0628\u0627", 1),
    ("\u65e5\u672c\u8a9e", 2), ("\u03bb\u03cc\u03b3\u03bf\u03c2", 1), ("nothing", 0),
    ("\u30b3\u30fc\u30d2", 2), ("don't", 1), ("\u05d1\u05d9\u05ea\u05e1\u05e4\u05e8", 1)]


def search(check):
    """Ctrl-F opens the book's search, which folds accents, case and width and joins lines."""
    browser = check.browser
    path = f"{check.folder}/search.pdf"
    pdf.write(path, [[(f"Line{number}x", None) for number in range(len(LINES))]])
    path = check.write("search.html", "--dpi", "72", pages=[path])
    with open(path, encoding="utf-8") as page:
        text = page.read()
    for number, line in enumerate(LINES):
        check.expect(f"line {number} is in the page", f"Line{number}x" in text)
        text = text.replace(f"Line{number}x", line)
    with open(path, "w", encoding="utf-8") as page:
        page.write(text)
    browser.size(1000, 700)
    browser.open(path)
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    browser.evaluate("void addEventListener('keydown', (event) => {"
                     " if (event.key === 'f') window.isTaken = event.defaultPrevented; })")
    browser.key("f", control=True)
    check.expect("Ctrl-F opens the search", browser.evaluate(
        "window.isTaken && book().shadowRoot.activeElement === part('words')"))
    browser.key("f", control=True)
    check.expect("a second Ctrl-F is the browser's", browser.evaluate("window.isTaken") is False)
    for key, code in (("F", "KeyF"), ("\u0430", "KeyF"), ("u", "KeyF")):
        browser.evaluate("(part('close').click(), part('stage').focus())")
        browser.evaluate("void part('stage').dispatchEvent(new KeyboardEvent('keydown', {"
                         f" key: '{key}', code: '{code}', ctrlKey: true, bubbles: true,"
                         " composed: true }))")
        check.expect(f"Ctrl-{key} on the key {code}", (key != "u") == browser.evaluate(
            "book().shadowRoot.activeElement === part('words')"))
    browser.evaluate("(part('search').click(), part('panel').hidden && part('search').click())")
    for words, lines in WORDS:
        # Typed by script: a bar of the browser may have the focus now.
        browser.evaluate(f"(() => {{ const input = part('words'); input.value = {words!r};"
                         " input.dispatchEvent(new Event('input')); })()")
        found = browser.evaluate("[parts('#entries button').length, parts('.text mark').length]")
        check.expect(f"{words}: {lines} lines, not {found}", found == [min(lines, 1), lines])
    browser.evaluate("(() => { const input = part('words'); input.value = 'f';"
                     " input.dispatchEvent(new Event('input')); })()")
    shown = browser.evaluate("parts('.text span').map(({ textContent }) => textContent.trim())")
    check.expect(f"two hits in one letter: {shown}", "stu\ufb00" in shown)
    check.keep("search", browser.screenshot())
    browser.evaluate("(() => { const input = part('words'); input.value = 'goes';"
                     " input.dispatchEvent(new Event('input')); })()")
    browser.wait("parts('#entries button').length === 1")
    found = browser.evaluate("part('entries').textContent")
    check.expect(f"the words around it are whole: {found}", "An example that goes over" in found)


def copied(check):
    """Copied text is in order, and has no hyphens where lines end within words."""
    browser = check.browser
    path = f"{check.folder}/copied.pdf"
    pdf.write(path, [[("An exam-", None), ("ple of well-", None), ("Known things", None)]])
    browser.size(1000, 700)
    browser.open(check.write("copied.html", "--dpi", "72", pages=[path]))
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    browser.evaluate("""void (() => {
      addEventListener('copy', ({ clipboardData }) => {
        window.copied = clipboardData.getData('text/plain');
      });
      part('select').click();
    })()""")
    start, *_, end = browser.evaluate("""[0, 2].map((line) => {
      const box = parts('.text span')[line].getBoundingClientRect();
      return [line ? box.right - 1 : box.left + 1, box.top + box.height / 2];
    })""")
    check.drag(start, end)
    browser.evaluate("document.execCommand('copy')")
    found = browser.evaluate("(window.copied ?? '').split(/\\s+/).join(' ').trim()")
    check.expect(f"copied: {found}", found == "An example of well- Known things")


def sideways(check):
    """Words of lines that run down a page are marked where they are."""
    browser = check.browser
    path = f"{check.folder}/sideways.pdf"
    pdf.write(path, [[("Across", None), ("il", None)]],
              extra="BT /F1 18 Tf 0 -1 1 0 300 400 Tm (Sideways mark) Tj ET")
    browser.size(1000, 700)
    browser.open(check.write("sideways.html", "--dpi", "72", pages=[path]))
    browser.wait(f"{check.LOADED} && !part('search').hidden")
    browser.evaluate("part('search').click()")
    browser.evaluate("(() => { const input = part('words'); input.value = 'mark';"
                     " input.dispatchEvent(new Event('input')); })()")
    browser.wait("parts('.text mark').length === 1")
    page, mark, line, *others = browser.evaluate("""
      [parts('mark')[0].closest('.text'), parts('mark')[0], parts('mark')[0].parentNode,
        ...parts('.text span').filter((each) => !each.querySelector('mark'))].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
      })""")
    check.keep("sideways", browser.screenshot())
    scale = 450 / page[2]
    place = [(mark[axis] - page[axis]) * scale for axis in (0, 1)]
    check.expect(f"a mark on its word, not at {place}",
                 abs(place[0] - 296) < 6 and 265 < place[1] < 295)
    check.expect(f"a line that runs down: {line}", line[3] > 4 * line[2])
    check.expect(f"the others run across: {others}", all(
        height < 30 / scale for _, _, _, height in others))


ALL = (search, copied, sideways)
