"""Applies an effect of Imaging to premultiplied RGBA pixels with Pillow's arithmetic.

usage: effects.py WIDTH HEIGHT EFFECT ARGUMENT... <pixels >pixels
  highlight RED GREEN BLUE STRENGTH
  tint RED GREEN BLUE
  round RADIUS
"""
import sys

from PIL import Image, ImageChops

LINES = 256  # per row of pixels


def main():
    width, height = int(sys.argv[1]), int(sys.argv[2])
    effect, values = sys.argv[3], [float(text) for text in sys.argv[4:]]
    data = sys.stdin.buffer.read()
    planes = [Image.frombytes("L", (width, height), data[channel::4]) for channel in range(4)]
    alpha = planes[3]

    def plane(value):
        return Image.new("L", (width, height), round(value))

    if effect == "highlight":
        for channel in range(3):
            mask = ImageChops.multiply(alpha, plane(values[channel]))
            planes[channel] = Image.blend(planes[channel], mask, values[3])
    elif effect == "tint":
        for channel in range(3):
            planes[channel] = ImageChops.multiply(planes[channel], plane(values[channel]))
    elif effect == "round":
        mask = coverage(width, height, values[0])
        planes = [ImageChops.multiply(one, mask) for one in planes]
    sys.stdout.buffer.write(bytes(b for pixel in zip(*(p.tobytes() for p in planes)) for b in pixel))


def coverage(width, height, radius):
    """Adds up the parts of thin horizontal lines that lie inside a rounded rectangle."""
    mask = Image.new("L", (width, height))
    for y in range(height):
        inside = [0.0] * width
        for line in range(LINES):
            v = y + (line + 0.5) / LINES
            down = max(radius - v, v - (height - radius), 0)
            inset = radius - max(radius**2 - down**2, 0) ** 0.5
            for x in range(width):
                inside[x] += max(min(x + 1, width - inset) - max(x, inset), 0)
        for x in range(width):
            mask.putpixel((x, y), round(inside[x] * 255 / LINES))
    return mask


main()
