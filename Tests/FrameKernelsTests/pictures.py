"""A judge of the PNG kernel: Pillow, which decodes by zlib.

    pictures.py FOLDER       compares each PNG with the premultiplied RGBA beside it, and prints how many are the same
"""

import pathlib
import sys

from PIL import Image

same = 0
for path in pathlib.Path(sys.argv[1]).glob("*.png"):
    pixels = Image.open(path).convert("RGBA").convert("RGBa").tobytes()
    same += pixels == path.with_suffix(".rgba").read_bytes()
print(same)
