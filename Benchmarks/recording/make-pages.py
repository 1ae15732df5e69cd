"""Writes three distinct pages that resemble a magazine, for benchmarks: small text, flat areas,
gradients, line art, and a photograph with grain, all at the page's own resolution. As a PNG with
libpng's defaults, each has about 2.3 MB. Every run writes the same bytes.

    make-pages.py FOLDER                 page-1.png, page-2.png, page-3.png of 1920 x 1080

The fonts are DejaVu, which fontconfig and poppler depend on.
"""

import math
import random
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1920, 1080
WORDS = (
    "the sheet that turns shows its back and what lies below comes to "
    "light at once while light falls from above on paper, ink and the round of the curl; a reader "
    "lifts one corner, waits, and lets it fall").split()


def font(name, size):
    return ImageFont.truetype(f"DejaVu{name}.ttf", size)


def photograph(width, height, seed, grain):
    """Hills under a sky: detail at all scales, edges, and grain that is similar in all channels."""
    chance = np.random.default_rng(seed)
    detail = np.zeros((height, width))
    for octave in range(7):
        cells = 3 * 2**octave
        noise = chance.normal(0, 1, (cells * height // width + 2, cells + 2)).astype("f4")
        detail += np.asarray(Image.fromarray(noise).resize((width, height), Image.BICUBIC)) / 1.8**octave
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    picture = np.stack([90 + 120 * y, 140 + 70 * y, 200 + 30 * y], -1) + 9 * detail[..., None]
    for ridge in range(4):
        line = 0.35 + 0.15 * ridge
        for wave in range(1, 9):
            line = line + chance.normal(0, 0.05) / wave * np.sin(wave * 7 * x + chance.uniform(0, 7))
        color = np.array([70, 95, 60]) * (1.1 - 0.22 * ridge) + chance.uniform(0, 40, 3)
        hill = color + (14 + 5 * ridge) * detail[..., None]
        picture = np.where((y > line)[..., None], hill, picture)
    picture += chance.normal(0, grain, (height, width, 1)) + chance.normal(0, grain / 4, picture.shape)
    return Image.fromarray(np.clip(np.rint(picture), 0, 255).astype("u1"), "RGB")


def gradient(width, height, first, last):
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    mix = ((x + y) / 2)[..., None]
    return Image.fromarray(np.rint(np.array(first) * (1 - mix) + np.array(last) * mix).astype("u1"), "RGB")


class Page:
    def __init__(self, number, paper):
        self.image = Image.new("RGB", (WIDTH, HEIGHT), paper)
        self.draw = ImageDraw.Draw(self.image)
        self.chance = random.Random(number)

    def title(self, x, y, text, ink):
        self.draw.text((x, y), text, fill=ink, font=font("Serif-Bold", 46))

    def text(self, x, y, width, lines, ink, size=15, face="Serif"):
        """Justified lines of words; the last line of a paragraph is shorter."""
        letters = font(face, size)
        for number in range(lines):
            line, room = "", width * (0.5 if number % 9 == 8 else 1)
            while letters.getlength(line) < room - 60:
                line += self.chance.choice(WORDS) + " "
            self.draw.text((x, y + number * size * 3 // 2), line, fill=ink, font=letters)

    def line_art(self, x, y, width, height, ink):
        """A plot of three curves on a grid, with labels, and a wheel of spokes."""
        for step in range(11):
            self.draw.line([x, y + step * height // 10, x + width, y + step * height // 10], fill=(205, 205, 205))
            self.draw.text((x - 34, y + step * height // 10 - 7), str(100 - 10 * step), fill=ink, font=font("Sans", 12))
        for curve in range(3):
            points = [
                (x + i, y + height * (0.5 + 0.4 * math.sin(i / (40 + 30 * curve) + curve) * math.exp(-i / width)))
                for i in range(0, width, 3)]
            self.draw.line(points, fill=(180 - 60 * curve, 40 + 50 * curve, 60 + 70 * curve), width=2)
        for spoke in range(48):
            angle, size = spoke * math.pi / 24, height * 0.3
            self.draw.line(
                [x + width * 0.8, y + height * 0.4, x + width * 0.8 + size * math.cos(angle),
                 y + height * 0.4 + size * math.sin(angle)], fill=ink)

    def save(self, path):
        self.image.save(path)


folder = sys.argv[1]

page = Page(1, (255, 255, 255))
page.image.paste(photograph(1090, 900, 1, 9.0), (800, 30))
page.title(40, 40, "A sheet that turns", (20, 20, 20))
page.text(40, 120, 360, 40, (30, 30, 30))
page.text(420, 120, 360, 40, (30, 30, 30))
page.text(800, 945, 1080, 6, (90, 90, 90), 13, "Sans")
page.save(f"{folder}/page-1.png")

page = Page(2, (250, 246, 236))
page.image.paste(photograph(1920, 500, 2, 9.0), (0, 0))
page.image.paste(gradient(560, 500, (40, 60, 120), (150, 90, 160)), (1320, 540))
page.title(60, 520, "What lies below", (60, 20, 20))
page.text(60, 600, 560, 20, (40, 30, 20))
page.line_art(700, 560, 560, 480, (40, 40, 40))
page.text(1350, 560, 500, 19, (240, 240, 250), 16, "Sans")
page.save(f"{folder}/page-2.png")

page = Page(3, (255, 255, 255))
page.image.paste(gradient(1920, 1080, (236, 240, 246), (214, 222, 206)), (0, 0))
page.image.paste(photograph(1060, 800, 3, 11.0), (60, 60))
page.title(1160, 60, "Light on the round", (20, 40, 30))
page.text(1160, 150, 700, 22, (20, 30, 30))
page.draw.rectangle([1160, 680, 1860, 1020], fill=(255, 255, 255), outline=(120, 120, 120), width=2)
page.line_art(1220, 710, 600, 280, (60, 60, 60))
page.text(60, 890, 1060, 7, (20, 30, 30), 14)
page.save(f"{folder}/page-3.png")
