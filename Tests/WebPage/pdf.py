"""Writes small PDFs: pages with lines of text and links, an outline and a title."""


def write(path, pages, outline=(), title="", size=(450, 600), extra="", figures=(),
          labels=""):
    """pages: lists of lines, each (text, link or None); a link is a page from 1 or an address.

    outline: (title, page from 1) each; extra: what else is drawn on each page;
    figures: (description, page from 1) each, as tags; labels: the ranges of /PageLabels."""
    objects = {}

    def text(value):
        return "<FEFF" + value.encode("utf-16-be").hex() + ">"

    first = 10
    names = [first + 3 * number for number in range(len(pages))]
    tags = first + 3 * len(pages) + len(outline)
    objects[1] = (f"<< /Type /Catalog /Pages 2 0 R {'/Outlines 4 0 R' if outline else ''}"
                  f" {f'/PageLabels << /Nums [{labels}] >>' if labels else ''}"
                  f" {f'/StructTreeRoot {tags} 0 R' if figures else ''} >>")
    objects[2] = (f"<< /Type /Pages /Count {len(pages)}"
                  f" /Kids [{' '.join(f'{name} 0 R' for name in names)}] >>")
    objects[3] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    objects[5] = f"<< /Title {text(title)} >>"
    for name, lines in zip(names, pages):
        content, links = extra + "\n", []
        for number, (line, link) in enumerate(lines):
            top = size[1] - 60 - 40 * number
            escaped = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            content += f"BT /F1 18 Tf 50 {top} Td ({escaped}) Tj ET\n"
            if link is not None:
                goal = (f"/Dest [{names[link - 1]} 0 R /Fit]" if isinstance(link, int)
                        else f"/A << /S /URI /URI ({link}) >>")
                links.append(f"<< /Type /Annot /Subtype /Link /Border [0 0 0]"
                             f" /Rect [50 {top - 4} 400 {top + 16}] {goal} >>")
        objects[name] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size[0]} {size[1]}]"
            f" /Resources << /Font << /F1 3 0 R >> >> /Contents {name + 1} 0 R"
            f" /Annots [{' '.join(links)}] >>")
        objects[name + 1] = f"<< /Length {len(content)} >>\nstream\n{content}endstream"
    entries = [first + 3 * len(pages) + number for number in range(len(outline))]
    if outline:
        objects[4] = (f"<< /Type /Outlines /First {entries[0]} 0 R /Last {entries[-1]} 0 R"
                      f" /Count {len(outline)} >>")
    for number, (entry, (heading, page)) in enumerate(zip(entries, outline)):
        before = f"/Prev {entries[number - 1]} 0 R" if number else ""
        after = f"/Next {entries[number + 1]} 0 R" if number + 1 < len(entries) else ""
        objects[entry] = (f"<< /Title {text(heading)} /Parent 4 0 R {before} {after}"
                          f" /Dest [{names[page - 1]} 0 R /Fit] >>")
    if figures:
        elements = [tags + 1 + number for number in range(len(figures))]
        objects[tags] = (
            f"<< /Type /StructTreeRoot /K [{' '.join(f'{each} 0 R' for each in elements)}] >>")
    for number, (description, page) in enumerate(figures):
        objects[tags + 1 + number] = (
            f"<< /Type /StructElem /S /Figure /P {tags} 0 R /Pg {names[page - 1]} 0 R /K {number}"
            f" /Alt {text(description)} >>")
    data, places = b"%PDF-1.5\n", {}
    for name in sorted(objects):
        places[name] = len(data)
        data += f"{name} 0 obj\n{objects[name]}\nendobj\n".encode("latin-1")
    start = len(data)
    data += f"xref\n0 {max(objects) + 1}\n".encode()
    for name in range(max(objects) + 1):
        data += (f"{places[name]:010} 00000 n \n" if name in places
                 else "0000000000 65535 f \n").encode()
    data += (f"trailer << /Size {max(objects) + 1} /Root 1 0 R /Info 5 0 R >>\n"
             f"startxref\n{start}\n%%EOF\n").encode()
    with open(path, "wb") as file:
        file.write(data)
