"""What is measured in pictures."""

from PIL import ImageChops


def share_off(one, other, most=2):
    """The share of pixels of which a channel differs by more than `most`."""
    if one.size != other.size:
        return 1
    red, green, blue = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[most + 1:]) / (one.size[0] * one.size[1])


def between(start, end, share):
    return tuple(a + (b - a) * share for a, b in zip(start, end))


def center_of_red(picture):
    """The middle of all that is red, in pixels from the upper left corner; None where nothing is."""
    red, green, _ = picture.split()
    mask = ImageChops.subtract(red, green)
    total = across = down = 0
    box = mask.point(lambda value: 255 if value > 60 else 0).getbbox()
    if not box:
        return None
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            weight = mask.getpixel((x, y))
            total += weight
            across += weight * (x + 0.5)
            down += weight * (y + 0.5)
    return across / total, down / total
