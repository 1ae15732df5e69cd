"""A judge of animations and pictures: what Pillow finds in a file.

    animation.py FILE RAW    writes the frames to RAW, as rows of RGBA with straight alpha, and prints the
                             format, width, height, the number of times the animation is repeated as the
                             file puts it (none where it says nothing), and each frame's milliseconds
"""

import sys

from PIL import Image

path, raw = sys.argv[1:]
image = Image.open(path)
durations = []
with open(raw, "wb") as file:
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()
        durations.append(image.info.get("duration", 0))
        file.write(image.convert("RGBA").tobytes())
print(image.format, *image.size, image.info.get("loop", "none"), *durations)
