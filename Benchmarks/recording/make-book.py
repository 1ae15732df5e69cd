"""Writes a PDF of distinct A4 pages with vector text and images, for benchmarks.

    make-book.py PAGES FILE
"""

import random
import sys

count, path = int(sys.argv[1]), sys.argv[2]
words = (
    "the sheet that turns shows its back and what lies below comes to "
    "light at once").split()
chance = random.Random(1)


def page(number):
    parts = [f"BT /F 10 Tf 13 TL 60 780 Td ({number}) Tj T* T*"]
    for _ in range(40):
        line = " ".join(chance.choice(words) for _ in range(14))
        parts.append(f"({line}) Tj T*")
    parts.append("ET")
    for _ in range(60):
        red, green, blue = (chance.random() for _ in range(3))
        x, y, size = chance.uniform(60, 480), chance.uniform(60, 210), chance.uniform(5, 60)
        parts.append(f"{red:.2f} {green:.2f} {blue:.2f} rg {x:.0f} {y:.0f} {size:.0f} {size:.0f} re f")
    return "\n".join(parts)


kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(count))
objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
]
for index in range(count):
    text = page(index + 1)
    objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> "
        f"/Contents {5 + 2 * index} 0 R >>")
    objects.append(f"<< /Length {len(text)} >>\nstream\n{text}\nendstream")
with open(path, "wb") as file:
    places = []
    file.write(b"%PDF-1.4\n")
    for index, body in enumerate(objects):
        places.append(file.tell())
        file.write(f"{index + 1} 0 obj\n{body}\nendobj\n".encode())
    start = file.tell()
    file.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    for place in places:
        file.write(f"{place:010} 00000 n \n".encode())
    file.write(
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
