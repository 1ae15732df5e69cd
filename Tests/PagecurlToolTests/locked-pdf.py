"""Writes a PDF of two pages, red and blue, locked with a password (PDF 1.4, 7.6: RC4, 40 bits).

locked-pdf.py FILE PASSWORD
"""

import hashlib
import struct
import sys

PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def rc4(key, data):
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i, j, out = 0, 0, bytearray()
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


path, password = sys.argv[1], sys.argv[2]
padded = (password.encode() + PADDING)[:32]
name, rights = b"0123456789ABCDEF", -4
owner = rc4(hashlib.md5(padded).digest()[:5], padded)
key = hashlib.md5(padded + owner + struct.pack("<i", rights) + name).digest()[:5]

objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
           b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 144 216] >>"]
for number in (5, 6):
    objects.append(b"<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>" % number)
for number, color in ((5, b"1 0 0"), (6, b"0 0 1")):
    own = hashlib.md5(key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10]
    text = rc4(own, color + b" rg 0 0 144 216 re f")
    objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text))
objects.append(b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >>" % (
    owner.hex().encode(), rc4(key, PADDING).hex().encode(), rights))

file, places = b"%PDF-1.4\n", []
for number, body in enumerate(objects, 1):
    places.append(len(file))
    file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
start = len(file)
file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
file += b"".join(b"%010d 00000 n \n" % place for place in places)
file += b"trailer\n<< /Size %d /Root 1 0 R /Encrypt %d 0 R /ID [<%s> <%s>] >>\nstartxref\n%d\n" % (
    len(objects) + 1, len(objects), name.hex().encode(), name.hex().encode(), start)
open(path, "wb").write(file + b"%%EOF\n")
