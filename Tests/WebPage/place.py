"""Where a reader is: the address, the history, and the place that is remembered."""

import pdf
from browser import BrowserError


def address(check):
    """The address follows the page; Back and Forward return; a reload stays."""
    browser = check.browser
    path = f"{check.folder}/place.pdf"
    pdf.write(path, [
        [(f"Page {number}", None), ("To page 9", 9)] for number in range(1, 11)],
        [("Beginning", 1), ("Page six", 6)])
    browser.size(1000, 700)
    path = check.write("address.html", "--layout", "spread", "--dpi", "72", pages=[path])
    browser.open(path)
    browser.wait(f"{check.LOADED} && !part('search').hidden")

    def names(what, page):
        wanted = page and f"#page={page}"
        try:
            browser.wait(f"location.hash === '{wanted}'", 5)
        except BrowserError:
            found = browser.evaluate("location.hash")
            check.expect(f"{what}: {wanted}, not {found}", False)

    def act(what, script, where, page):
        browser.evaluate(f"({script}, true)")
        check.comes_to(what, where)
        names(what, page)

    names("the first page of a new book", "")
    browser.key("ArrowRight")
    check.comes_to("a turn", "Pages 2–3 of 10")
    names("a turn adds no entry", 2)
    check.drag(browser.evaluate(
        "(() => { const box = parts('.text:not([hidden]) a')[0].getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()"))
    check.comes_to("a link", "Pages 8–9 of 10")
    names("a link adds an entry", 8)
    browser.key("ArrowLeft")
    check.comes_to("a turn after it", "Pages 6–7 of 10")
    names("a turn after it", 6)
    act("Back", "history.back()", "Pages 2–3 of 10", 2)
    act("Forward", "history.forward()", "Pages 6–7 of 10", 6)
    browser.key("Home")
    check.comes_to("Home", "Page 1 of 10")
    names("Home adds an entry", 1)
    act("Back from there", "history.back()", "Pages 6–7 of 10", 6)
    act("the page's own script adds no entry", "book().goTo(4)", "Pages 4–5 of 10", 4)
    act("an address that names an open page", "location.hash = 'page=5'", "Pages 4–5 of 10", 5)
    act("an address beyond the end", "location.hash = 'page=9999'", "Page 10 of 10", 10)
    act("three entries back: neither turns nor scripts add any", "history.go(-3)",
        "Pages 2–3 of 10", 2)
    act("three entries forward", "history.go(3)", "Page 10 of 10", 10)
    browser.reload()
    browser.wait(check.LOADED)
    check.comes_to("a reload", "Page 10 of 10")
    browser.open(path, "#page=9999")
    browser.wait(check.LOADED)
    browser.wait("location.hash === '#page=10'")
    browser.key("ArrowLeft")
    check.comes_to("a turn back", "Pages 8–9 of 10")
    browser.open(path)
    browser.wait(check.LOADED)
    check.comes_to("opened without a page", "Pages 8–9 of 10")
    browser.wait("location.hash === '#page=8'")
    browser.evaluate("""(() => {
        const slider = part('slider');
        slider.focus();
        for (slider.value of [6, 4, 2]) slider.dispatchEvent(new Event('change'));
    })()""")
    check.comes_to("the slider", "Pages 2–3 of 10")
    names("the slider", 2)
    act("all changes in a row are one entry", "history.back()", "Pages 8–9 of 10", 8)
    for anchor, page in (("#page=0", 1), ("#page=12345678", 10)):
        browser.open(path, anchor)
        browser.wait(check.LOADED)
        names(anchor, page)


ALL = (address,)
