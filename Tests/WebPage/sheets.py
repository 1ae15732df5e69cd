"""Books in browsers without WebGL: their pages lie one below the other."""

import pdf

WITHOUT = """
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind === 'webgl' ? null : getContext.call(this, kind, ...rest);
};
window.told = [];
for (const name of ['ready', 'pagechange', 'error']) {
  addEventListener(name, ({ target, detail }) => {
    if (target.localName === 'gleskit-book') told.push([name, detail?.pages?.[0]].join(' '));
  }, true);
}"""


def scrolling(check):
    """Without WebGL: the address, calls, events, text, links and the browser's own search."""
    browser = check.browser
    path = f"{check.folder}/sheets.pdf"
    pdf.write(path, [
        [(f"Words of page {page}", None), ("To page 7", 7)] for page in range(1, 10)])
    path = check.write("sheets.html", "--layout", "spread", "--dpi", "72", pages=[path])
    browser.size(1000, 700)
    script = browser.on_new_documents(WITHOUT)
    try:
        browser.open(path, "#page=4")
        browser.wait("told.includes('ready ')")
        check.expect("first the error, then the book", browser.evaluate("told.splice(0).join()")
                     == "error ,ready ")
        check.expect("the page in the address", browser.evaluate("book().page") == 4)
        check.keep("sheets", browser.screenshot())
        for number, text in ((1, "Words of page 1"), (9, "Words of page 9")):
            # Words are where they are seen, so that they can be selected, and found by Ctrl-F.
            place = browser.evaluate(f"""(() => {{
              const sheet = parts('.sheet')[{number - 1}];
              const box = sheet.querySelector('span').getBoundingClientRect();
              const own = sheet.getBoundingClientRect();
              return [box.x - own.x, box.y - own.y, box.width].map((part) => part / own.width);
            }})()""")
            wanted = [50 / 450, 42 / 450]
            check.expect(f"page {number}: text at {place}", all(
                abs(one - other) < 0.02 for one, other in zip(place, wanted)) and place[2] > 0.2)
            check.expect(f"page {number}: {text}", browser.evaluate(
                f"parts('.sheet .text')[{number - 1}].textContent").startswith(text))
        browser.evaluate("book().goTo(6)")
        browser.wait("location.hash === '#page=6'")
        browser.evaluate("book().next()")
        browser.wait("location.hash === '#page=7'")
        browser.evaluate("void parts('.sheet')[1].scrollIntoView()")
        browser.wait("location.hash === '#page=2'")
        check.expect("each is reported", browser.evaluate("told.splice(0).join()")
                     == "pagechange 6,pagechange 7,pagechange 2")
        left, top, width, height = browser.evaluate(
            "(({ x, y, width, height }) => [x, y, width, height])("
            "parts('.sheet a')[1].getBoundingClientRect())")
        check.drag((left + width / 2, top + height / 2))
        browser.wait("location.hash === '#page=7'")
        browser.evaluate("history.back()")
        browser.wait("book().page === 2")
        words = browser.printed_words()
        check.expect(f"all pages are printed: {words}", len(words) == 9)
        check.expect("and stay", browser.evaluate("parts('.sheet').length") == 9)
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


ALL = (scrolling,)
