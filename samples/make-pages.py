#!/usr/bin/python3
"""Typesets and draws samples/pages/: the sample pages of GLESKit, all of one size.

Only needed to make them anew; the results are committed. On Debian 12:

    apt-get install python3-gi-cairo gir1.2-pango-1.0 python3-pyphen python3-pil \
        hyphen-en-gb fonts-ebgaramond
    samples/make-pages.py

The text is alice.txt beside this script (*asterisks* are italics). Lines are broken for a whole
paragraph at once, least squared looseness first, with British hyphenation; every drawing is made
here, from circles, curves and a seeded random source, so that two runs give the same pages.
"""

import io
import math
import os
import random

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo
from PIL import Image, ImageFilter
import pyphen

WIDTH, HEIGHT = 900, 1200
HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "pages")
PAPER = (0.985, 0.965, 0.918)
INK = (0.13, 0.105, 0.09)
RED = (0.60, 0.12, 0.09)
SIZE = 29.5  # of the text, in pixels
LEADING = 38.5
MEASURE = 626
TOP = 172
LINES = 23
INNER, OUTER = 124, 150  # the margins at the spine and at the edge
HYPHENS = pyphen.Pyphen(lang="en_GB", left=3, right=3)


# Text


class Typesetter:
    """Widths and drawing of single pieces of text in EB Garamond."""

    def __init__(self, context):
        self.context = context
        self.widths = {}

    def layout(self, text, style="", size=SIZE, spacing=0.0):
        layout = PangoCairo.create_layout(self.context)
        options = cairo.FontOptions()
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        options.set_antialias(cairo.ANTIALIAS_GRAY)
        PangoCairo.context_set_font_options(layout.get_context(), options)
        font = Pango.FontDescription("EB Garamond 12")
        font.set_absolute_size(size * Pango.SCALE)
        if style == "italic":
            font.set_style(Pango.Style.ITALIC)
        layout.set_font_description(font)
        features = {"caps": "smcp=1,kern=1", "figures": "onum=1,kern=1"}
        attributes = Pango.AttrList()
        attributes.insert(
            Pango.attr_font_features_new(features.get(style, "kern=1,liga=1,onum=1"))
        )
        if style == "caps" and not spacing:
            spacing = size * 0.04
        if spacing:
            attributes.insert(Pango.attr_letter_spacing_new(int(spacing * Pango.SCALE)))
        layout.set_attributes(attributes)
        layout.set_text(text, -1)
        return layout

    def width(self, text, style="", size=SIZE, spacing=0.0):
        key = (text, style, size, spacing)
        if key not in self.widths:
            layout = self.layout(text, style, size, spacing)
            self.widths[key] = layout.get_extents()[1].width / Pango.SCALE
        return self.widths[key]

    def draw(self, text, x, baseline, style="", size=SIZE, spacing=0.0, color=INK):
        layout = self.layout(text, style, size, spacing)
        self.context.set_source_rgb(*color)
        self.context.move_to(x, baseline - layout.get_baseline() / Pango.SCALE)
        PangoCairo.show_layout(self.context, layout)
        self.context.new_path()

    def centered(self, text, x, baseline, style="", size=SIZE, spacing=0.0, color=INK):
        # The last letter's spacing is no part of the word that is seen.
        width = self.width(text, style, size, spacing) - spacing
        self.draw(text, x - width / 2, baseline, style, size, spacing, color)


def pieces(paragraph, opening):
    """The unbreakable pieces of a paragraph: (text, style, what follows: space, nothing, hyphen).

    `opening` is how many words stand in small capitals at the start of a chapter.
    """
    result = []
    italic = False
    for number, word in enumerate(paragraph.split(" ")):
        style = "caps" if number < opening else ""
        if word.startswith("*"):
            italic = True
        ends = word.count("*") == 2 or (word.count("*") == 1 and not word.startswith("*"))
        runs = []
        for index, part in enumerate(word.split("*")):
            inside = italic and (index == 1 if word.startswith("*") else index == 0)
            if part:
                runs.append((part, "italic" if inside else style))
        if ends:
            italic = False
        for index, (text, run_style) in enumerate(runs):
            start = 0
            cuts = []
            for place, letter in enumerate(text[:-1]):
                if letter in "-—" and place > 0:
                    cuts.append((place + 1, "nothing"))
            plain = text.strip("“”‘’(),.;:!?—")
            if not cuts and len(plain) > 6 and plain.isalpha() and not style and plain.islower():
                offset = text.index(plain)
                cuts = [(offset + place, "hyphen") for place in HYPHENS.positions(plain)]
            for place, after in cuts:
                result.append((text[start:place], run_style, after))
                start = place
            last = index == len(runs) - 1
            result.append((text[start:], run_style, "space" if last else "glue"))
    return result


def words_of(parts, start, end):
    """Pieces start..<end as words, each a list of runs (text, style), hyphen included."""
    words, word = [], []
    for index in range(start, end):
        text, style, after = parts[index]
        if word and word[-1][1] == style:
            word[-1] = (word[-1][0] + text, style)
        else:
            word.append((text, style))
        if index == end - 1 and after == "hyphen":
            word[-1] = (word[-1][0] + "-", style)
        if after == "space" or index == end - 1:
            words.append(word)
            word = []
    return words


def broken(setter, parts, measures):
    """The best breaks of a paragraph: the end of each line. `measures(line)` is a line's width."""
    ideal, least = SIZE * 0.25, SIZE * 0.185
    best = {(0, 0): (0.0, None)}
    frontier = [(0, 0)]
    final = None
    while frontier:
        following = []
        for key in frontier:
            start, line = key
            cost = best[key][0]
            measure = measures(line)
            for end in range(start + 1, len(parts) + 1):
                after = parts[end - 1][2]
                if after == "glue":
                    continue
                words = words_of(parts, start, end)
                natural = sum(setter.width(*run) for word in words for run in word)
                gaps = len(words) - 1
                if natural + gaps * least > measure:
                    break
                gap = (measure - natural) / gaps if gaps else measure
                if end == len(parts):
                    looseness = 0.0 if gap >= ideal else (ideal - gap) / (ideal - least)
                else:
                    looseness = (
                        (gap - ideal) / (0.6 * ideal)
                        if gap >= ideal
                        else (ideal - gap) / (ideal - least)
                    )
                price = (1 + 10 * looseness**2) ** 2 + (60 if after == "hyphen" else 0)
                if end == len(parts) and start > 0 and parts[start - 1][2] == "hyphen":
                    price += 5000  # half a word is no last line
                state = (end, line + 1)
                if state not in best or cost + price < best[state][0]:
                    if state not in best:
                        following.append(state)
                    best[state] = (cost + price, key)
                if end == len(parts) and (final is None or best[state][0] < best[final][0]):
                    final = state
        frontier = sorted(set(following))
    ends = []
    state = final
    while state and state != (0, 0):
        ends.append(state[0])
        state = best[state][1]
    return ends[::-1]


def typeset(setter, text, measures):
    """All lines of the text: (words, width, indent, is last of its paragraph)."""
    lines = []
    for number, paragraph in enumerate(text):
        chapter = number == 0
        parts = pieces(paragraph[1:] if chapter else paragraph, 3 if chapter else 0)
        indent = 0 if chapter else SIZE * 1.1
        start = 0
        first = len(lines)

        def width(line):
            return measures(first + line) - (indent if line == 0 else 0)

        ends = broken(setter, parts, width)
        for line, end in enumerate(ends):
            words = words_of(parts, start, end)
            lines.append((words, width(line), indent if line == 0 else 0, end == len(parts)))
            start = end
    return lines


def draw_line(setter, line, x, baseline):
    words, width, indent, is_last = line
    natural = sum(setter.width(*run) for word in words for run in word)
    gap = (width - natural) / (len(words) - 1) if len(words) > 1 else 0
    if is_last:
        gap = min(gap, SIZE * 0.25)
    x += indent
    for word in words:
        for text, style in word:
            setter.draw(text, x, baseline, style)
            x += setter.width(text, style)
        x += gap


# Pages


def new_page():
    """A page of plain paper. pagecurl shades it toward the spine of a book."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
    context = cairo.Context(surface)
    context.set_source_rgb(*PAPER)
    context.paint()
    return surface, context


def left_of(recto):
    return INNER if recto else OUTER


def furniture(setter, recto, folio, head=True):
    """The running head and the page number."""
    middle = left_of(recto) + MEASURE / 2
    if head:
        text = "down the rabbit-hole" if recto else "alice’s adventures"
        setter.centered(text, middle, 112, "caps", 22, 3.2)
        outer = left_of(recto) + (MEASURE if recto else 0)
        number = str(folio)
        x = outer - (setter.width(number, "figures", 25) if recto else 0)
        setter.draw(number, x, 112, "figures", 25)
    else:
        setter.centered(str(folio), middle, 1104, "figures", 25)


def rule(context, x, y, length, width=1.2, color=INK):
    context.set_source_rgb(*color)
    context.set_line_width(width)
    context.move_to(x - length / 2, y)
    context.line_to(x + length / 2, y)
    context.stroke()


def bezier(start, a, b, end, t):
    """The point of a cubic curve at 0 <= t <= 1."""
    u = 1 - t
    return tuple(
        u**3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t**3 * s
        for p, q, r, s in zip(start, a, b, end)
    )


def flourish(context, x, y, scale, color=INK):
    """A mirrored pair of tendrils with leaves about a lozenge."""
    context.save()
    context.translate(x, y)
    context.set_source_rgb(*color)
    for side in (-1, 1):
        context.save()
        context.scale(side * scale, scale)
        context.set_line_width(2.2)
        context.set_line_cap(cairo.LINE_CAP_ROUND)
        context.move_to(13, 0)
        context.curve_to(45, -26, 75, 22, 112, 0)
        context.curve_to(138, -16, 150, 12, 132, 15)
        context.curve_to(120, 16, 119, 4, 128, 3)
        context.stroke()
        for t, turn in ((0.22, -0.9), (0.5, 0.75), (0.76, -0.8)):
            context.save()
            context.translate(*bezier((13, 0), (45, -26), (75, 22), (112, 0), t))
            context.rotate(turn)
            context.move_to(0, 0)
            context.curve_to(7, -8, 19, -7, 27, 0)
            context.curve_to(19, 5, 7, 5, 0, 0)
            context.fill()
            context.restore()
        context.restore()
    context.scale(scale, scale)
    context.move_to(0, -9)
    context.line_to(9, 0)
    context.line_to(0, 9)
    context.line_to(-9, 0)
    context.close_path()
    context.fill()
    context.restore()


def rabbit(context, light, dark):
    """A rabbit's bust from the front, about the origin, 200 units high."""

    def oval(x, y, rx, ry, turn=0.0):
        context.save()
        context.translate(x, y)
        context.rotate(turn)
        context.scale(rx, ry)
        context.new_sub_path()
        context.arc(0, 0, 1, 0, 2 * math.pi)
        context.restore()

    def paint(color):
        context.set_source_rgb(*color)
        context.fill()

    for side in (-1, 1):
        oval(side * 27, -98, 17, 62, side * 0.17)
        paint(light)
        oval(side * 27, -94, 8, 47, side * 0.17)
        paint(dark)
    # Coat, waistcoat, collar.
    context.move_to(-92, 104)
    context.curve_to(-86, 44, -46, 34, 0, 34)
    context.curve_to(46, 34, 86, 44, 92, 104)
    context.close_path()
    paint(light)
    context.move_to(-24, 36)
    context.line_to(0, 104)
    context.line_to(24, 36)
    context.close_path()
    paint(dark)
    oval(0, -8, 50, 47)
    oval(0, 14, 43, 32)
    paint(light)
    for side in (-1, 1):
        context.set_source_rgb(*dark)
        context.set_line_width(3)
        context.move_to(side * 28, 36)
        context.curve_to(side * 50, 42, side * 58, 70, side * 60, 104)
        context.stroke()
        oval(side * 21, -14, 6.5, 8.5)
        paint(dark)
        oval(side * 19, -17, 2.2, 2.6)
        paint(light)
        context.set_line_width(1.7)
        for lift in (-5, 1, 7):
            context.move_to(side * 20, 14 + lift * 0.6)
            context.line_to(side * 62, 10 + lift * 2.2)
            context.set_source_rgb(*dark)
            context.stroke()
        # The bow tie.
        context.move_to(0, 52)
        context.line_to(side * 27, 40)
        context.line_to(side * 27, 64)
        context.close_path()
        paint(dark)
        context.move_to(side * 5, 52)
        context.line_to(side * 22, 45)
        context.line_to(side * 22, 59)
        context.close_path()
        paint(light)
    context.move_to(-7, 6)
    context.curve_to(-3, 3, 3, 3, 7, 6)
    context.curve_to(4, 13, -4, 13, -7, 6)
    paint(dark)
    context.set_source_rgb(*dark)
    context.set_line_width(2.4)
    context.move_to(0, 12)
    context.line_to(0, 19)
    context.move_to(-13, 19)
    context.curve_to(-9, 28, -1, 27, 0, 19)
    context.curve_to(1, 27, 9, 28, 13, 19)
    context.stroke()
    oval(0, 52, 5.5, 6.5)
    paint(light)
    for button in (76, 92):
        oval(0, button, 2.8, 2.8)
        paint(light)


def suit(context, kind, x, y, size):
    """A heart, diamond, club or spade, as a path."""
    context.save()
    context.translate(x, y)
    context.scale(size, size)
    if kind == "diamond":
        for place, point in enumerate([(0, -1), (0.72, 0), (0, 1), (-0.72, 0)]):
            (context.line_to if place else context.move_to)(*point)
        context.close_path()
    elif kind == "club":
        for cx, cy in ((0, -0.48), (-0.47, 0.2), (0.47, 0.2)):
            context.new_sub_path()
            context.arc(cx, cy, 0.45, 0, 2 * math.pi)
        context.move_to(-0.3, 1)
        context.curve_to(-0.05, 0.7, -0.05, 0.3, 0, 0)
        context.curve_to(0.05, 0.3, 0.05, 0.7, 0.3, 1)
        context.close_path()
    else:
        flip = 1 if kind == "heart" else -1
        context.scale(1, flip)
        context.move_to(0, 0.95)
        context.curve_to(-1.6, -0.35, -0.7, -1.35, 0, -0.5)
        context.curve_to(0.7, -1.35, 1.6, -0.35, 0, 0.95)
        context.close_path()
        if kind == "spade":
            context.move_to(-0.3, -1.05)
            context.line_to(0, 0)
            context.line_to(0.3, -1.05)
            context.close_path()
    context.restore()
    context.fill()


def cover():
    """Blue cloth with gilt stamping."""
    weave = random.Random(1865)
    cloth = Image.new("L", (WIDTH, HEIGHT))
    cloth.putdata(
        [
            int(
                128
                + 20 * math.sin(x * math.pi / 1.5) * math.cos(y * math.pi / 1.5)
                + weave.gauss(0, 15)
            )
            for y in range(HEIGHT)
            for x in range(WIDTH)
        ]
    )
    cloth = cloth.filter(ImageFilter.GaussianBlur(0.7))

    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, WIDTH, HEIGHT)
    context = cairo.Context(surface)
    setter = Typesetter(context)
    gold, hollow = (1, 1, 1), (0, 0, 0)
    context.set_operator(cairo.OPERATOR_OVER)
    context.set_source_rgb(*gold)
    for inset, width in ((62, 7), (78, 2)):
        context.set_line_width(width)
        context.rectangle(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        context.stroke()
    for index, kind in enumerate(("heart", "club", "diamond", "spade")):
        x = 122 if index % 2 == 0 else WIDTH - 122
        y = 124 if index < 2 else HEIGHT - 124
        context.set_source_rgb(*gold)
        suit(context, kind, x, y, 22)
    setter.centered("ALICE’S", 450, 262, "", 104, 14, gold)
    setter.centered("ADVENTURES", 450, 350, "", 66, 9, gold)
    setter.centered("in", 450, 404, "italic", 48, 0, gold)
    setter.centered("WONDERLAND", 450, 472, "", 66, 9, gold)
    context.set_source_rgb(*gold)
    for radius, width in ((214, 7), (198, 2)):
        context.set_line_width(width)
        context.arc(450, 738, radius, 0, 2 * math.pi)
        context.stroke()
    for ray in range(72):
        angle = ray * math.pi / 36
        context.set_line_width(1.6)
        reach = 168 if ray % 2 else 182
        context.move_to(450 + 190 * math.cos(angle), 738 + 190 * math.sin(angle))
        context.line_to(450 + reach * math.cos(angle), 738 + reach * math.sin(angle))
        context.stroke()
    context.save()
    context.arc(450, 738, 196, 0, 2 * math.pi)
    context.clip()
    context.translate(450, 738 + 58)
    context.scale(1.45, 1.45)
    rabbit(context, gold, hollow)
    context.restore()
    setter.centered("LEWIS CARROLL", 450, 1050, "", 40, 8, gold)

    surface.flush()
    stamp = Image.frombytes("RGBA", (WIDTH, HEIGHT), bytes(surface.get_data()), "raw", "BGRA")
    mask = stamp.convert("RGBA").split()[0]  # white is gilt; black and nothing are cloth
    soft = mask.filter(ImageFilter.GaussianBlur(1.4))
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    cloth_at, mask_at, soft_at = cloth.load(), mask.load(), soft.load()
    pixels = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            # Light from the upper left: brighter there, a groove at the hinge, worn edges.
            light = 1.12 - 0.00022 * x - 0.00018 * y
            hinge = abs(x - 34)
            if hinge < 11:
                light *= 0.72 + 0.28 * hinge / 11
            edge = min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y)
            if edge < 9:
                light *= 0.80 + 0.022 * edge
            grain = (cloth_at[x, y] - 128) / 128
            blue = [c * light * (1 + 0.55 * grain) for c in (33, 62, 92)]
            gilt = mask_at[x, y] / 255
            # The stamp is pressed in: its upper left rim is dark, its lower right rim bright.
            x1, y1 = min(x + 2, WIDTH - 1), min(y + 2, HEIGHT - 1)
            x0, y0 = max(x - 2, 0), max(y - 2, 0)
            rim = (soft_at[x0, y0] - soft_at[x1, y1]) / 255
            shine = 0.86 + 0.16 * math.sin(0.006 * x + 0.0045 * y) + 0.22 * grain + 0.35 * rim
            gold_color = [c * shine * (0.55 + 0.45 * light) for c in (222, 182, 98)]
            depth = 1 - 0.35 * max(rim, 0) * (1 - gilt)
            pixels.append(
                tuple(
                    max(0, min(255, int(b * depth * (1 - gilt) + g * gilt)))
                    for b, g in zip(blue, gold_color)
                )
            )
    picture.putdata(pixels)
    picture.save(os.path.join(TARGET, "cover.jpg"), quality=84, optimize=True)


def title_page():
    surface, context = new_page()
    setter = Typesetter(context)
    middle = left_of(True) + MEASURE / 2
    setter.centered("ALICE’S", middle, 250, "", 84, 15)
    setter.centered("ADVENTURES", middle, 334, "", 62, 10)
    setter.centered("in", middle, 390, "italic", 44)
    setter.centered("WONDERLAND", middle, 458, "", 62, 10, RED)
    flourish(context, middle, 530, 1.1)
    setter.centered("by", middle, 604, "italic", 32)
    setter.centered("LEWIS CARROLL", middle, 660, "", 42, 6)
    context.save()
    context.translate(middle, 836)
    context.set_source_rgb(*INK)
    for radius, width in ((112, 2.6), (104, 1)):
        context.set_line_width(width)
        context.arc(0, 0, radius, 0, 2 * math.pi)
        context.stroke()
    context.arc(0, 0, 103, 0, 2 * math.pi)
    context.clip()
    context.translate(0, 31)
    context.scale(0.76, 0.76)
    rabbit(context, INK, PAPER)
    context.restore()
    rule(context, middle, 1004, 150)
    setter.centered("LONDON", middle, 1046, "", 28, 6)
    setter.centered("1865", middle, 1084, "figures", 28, 3)
    save(surface, "title.png")


def engraved(context, x, y, inner, outer, darkness):
    """Rings of line whose thickness is the darkness there: how a steel plate holds a tone."""
    radius = inner
    context.set_source_rgb(*INK)
    context.set_line_cap(cairo.LINE_CAP_BUTT)
    while radius < outer:
        steps = max(90, int(radius * 1.4))
        for step in range(steps):
            angle = 2 * math.pi * step / steps
            tone = darkness(radius, angle)
            if tone < 0.06:
                continue
            context.set_line_width(min(tone, 1) * 4.1)
            context.arc(x, y, radius, angle, angle + 2 * math.pi / steps * 1.08)
            context.stroke()
        radius += 5.2


def watch(context, setter, x, y, radius):
    """A pocket watch at two minutes to twelve, with bow, crown and chain."""

    def ring(r, width, color=INK):
        context.set_source_rgb(*color)
        context.set_line_width(width)
        context.arc(x, y, r, 0, 2 * math.pi)
        context.stroke()

    def disc(cx, cy, r, color):
        context.set_source_rgb(*color)
        context.arc(cx, cy, r, 0, 2 * math.pi)
        context.fill()

    # Chain: links along a curve from the bow, seen now from the face and now from the side.
    curve = (
        (x, y - 1.5 * radius),
        (x + 40, y - 2.2 * radius),
        (x + 230, y - 1.95 * radius),
        (x + 312, y - 1.3 * radius),
    )
    points = [bezier(*curve, step / 1000) for step in range(1001)]
    travelled, flat = 0.0, True
    for before, here in zip(points, points[1:]):
        travelled += math.dist(before, here)
        if travelled < 17:
            continue
        travelled = 0.0
        turn = math.atan2(here[1] - before[1], here[0] - before[0])
        context.save()
        context.translate(*here)
        context.rotate(turn)
        context.scale(14, 8 if flat else 2.6)
        context.arc(0, 0, 1, 0, 2 * math.pi)
        context.restore()
        context.set_line_width(8)
        context.set_source_rgb(*PAPER)
        context.stroke_preserve()
        context.set_line_width(3.6)
        context.set_source_rgb(*INK)
        context.stroke()
        flat = not flat
    # The bar that goes through a buttonhole.
    context.save()
    context.translate(*curve[3])
    context.rotate(math.atan2(curve[3][1] - curve[2][1], curve[3][0] - curve[2][0]))
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    for width, color in ((13, INK), (7, PAPER)):
        context.move_to(14, -34)
        context.line_to(14, 34)
        context.set_line_width(width)
        context.set_source_rgb(*color)
        context.stroke()
    context.restore()
    # Bow and crown.
    context.set_line_width(15)
    context.set_source_rgb(*INK)
    context.arc(x, y - 1.32 * radius, 0.2 * radius, 0, 2 * math.pi)
    context.stroke_preserve()
    context.set_line_width(9)
    context.set_source_rgb(*PAPER)
    context.stroke()
    context.set_source_rgb(*PAPER)
    context.rectangle(x - 30, y - 1.21 * radius, 60, 44)
    context.fill_preserve()
    context.set_source_rgb(*INK)
    context.set_line_width(3)
    context.stroke()
    for notch in range(-26, 27, 5):
        width = 1.0 + 1.5 * abs(notch) / 26
        context.set_line_width(width)
        context.move_to(x + notch, y - 1.21 * radius)
        context.line_to(x + notch, y - 1.21 * radius + 44)
        context.stroke()
    # Case: a shaded rim of fine rings, then the dial.
    disc(x, y, radius * 1.07, PAPER)
    for step in range(17):
        r = radius * (0.9 + 0.01 * step)
        for part in range(180):
            angle = part * math.pi / 90
            # Darker away from the light at the upper left, with a bright band.
            tone = 0.5 + 0.5 * math.cos(angle - math.pi / 4)
            tone = 0.22 + 0.78 * tone * abs(math.sin(step * math.pi / 17 * 1.4 + 0.5))
            context.set_source_rgb(*INK)
            context.set_line_width(0.012 * radius * tone)
            context.arc(x, y, r, angle, angle + math.pi / 88)
            context.stroke()
    ring(radius * 1.07, 4)
    disc(x, y, radius * 0.89, (1, 0.99, 0.965))
    ring(radius * 0.89, 3.2)
    ring(radius * 0.855, 1)
    ring(radius * 0.81, 1)
    for minute in range(60):
        angle = minute * math.pi / 30
        context.set_line_width(4.2 if minute % 5 == 0 else 1.4)
        for r, line in ((0.81, False), (0.855, True)):
            px, py = x + r * radius * math.sin(angle), y - r * radius * math.cos(angle)
            (context.line_to if line else context.move_to)(px, py)
        context.set_source_rgb(*INK)
        context.stroke()
    for hour, numeral in enumerate(
        ("XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
    ):
        if numeral == "VI":
            continue  # the seconds stand there
        context.save()
        context.translate(x, y)
        context.rotate(hour * math.pi / 6)
        size = 0.2 * radius
        setter.centered(numeral, 0, -0.64 * radius, "", size, -1.0)
        context.restore()
    # Guilloche in the middle of the dial.
    context.set_source_rgb(0.55, 0.47, 0.38)
    context.set_line_width(0.8)
    for shift in range(6):
        for step in range(721):
            angle = step * math.pi / 360
            r = radius * (0.34 + 0.055 * math.sin(18 * angle + shift * math.pi / 3))
            px, py = x + r * math.cos(angle), y + r * math.sin(angle)
            (context.line_to if step else context.move_to)(px, py)
        context.stroke()
    # Seconds.
    sx, sy, sr = x, y + 0.55 * radius, 0.2 * radius
    disc(sx, sy, sr, (1, 0.99, 0.965))
    context.set_source_rgb(*INK)
    context.set_line_width(2)
    context.arc(sx, sy, sr, 0, 2 * math.pi)
    context.stroke()
    for second in range(0, 60, 5):
        angle = second * math.pi / 30
        context.set_line_width(2.2 if second % 15 == 0 else 1.2)
        context.move_to(sx + 0.8 * sr * math.sin(angle), sy - 0.8 * sr * math.cos(angle))
        context.line_to(sx + 0.97 * sr * math.sin(angle), sy - 0.97 * sr * math.cos(angle))
        context.stroke()
    context.set_line_width(2)
    context.move_to(sx - 0.25 * sr * math.sin(0.9), sy + 0.25 * sr * math.cos(0.9))
    context.line_to(sx + 0.85 * sr * math.sin(0.9), sy - 0.85 * sr * math.cos(0.9))
    context.stroke()
    disc(sx, sy, 4, INK)

    def hand(angle, length, width):
        context.save()
        context.translate(x, y)
        context.rotate(angle)
        context.set_source_rgb(*INK)
        context.move_to(-width * 0.32, 0.14 * radius)
        context.line_to(-width * 0.32, -0.55 * length)
        context.curve_to(-width * 1.7, -0.62 * length, -width * 1.5, -0.74 * length, 0, -length)
        context.curve_to(
            width * 1.5, -0.74 * length, width * 1.7, -0.62 * length, width * 0.32, -0.55 * length
        )
        context.line_to(width * 0.32, 0.14 * radius)
        context.close_path()
        context.fill()
        context.set_source_rgb(1, 0.99, 0.965)
        context.arc(0, -0.67 * length, width * 0.55, 0, 2 * math.pi)
        context.fill()
        context.restore()

    hand(-2 * math.pi / 360, 0.5 * radius, 13)
    hand(-2 * math.pi / 30, 0.78 * radius, 10)
    disc(x, y, 12, INK)
    disc(x, y, 5, PAPER)


def plate():
    """The illustration, on the back of the first page."""
    surface, context = new_page()
    setter = Typesetter(context)
    middle = left_of(False) + MEASURE / 2
    x, y, radius = middle, 600, 212

    def darkness(r, angle):
        # A sunburst that fades toward an oval edge; dark below, as if the watch hung there.
        edge = 1 / math.hypot(math.cos(angle) / 318, math.sin(angle) / 372)
        fade = 1 - (r / edge) ** 6
        rays = 0.5 + 0.5 * math.cos(32 * angle)
        below = 0.5 + 0.5 * math.sin(angle)
        near = math.exp(-(((r - 240) / 60) ** 2))
        return fade * (0.16 + 0.42 * rays * (0.45 + 0.55 * below) + 0.35 * near * below)

    engraved(context, x, y, radius * 1.07 + 6, 380, darkness)
    watch(context, setter, x, y, radius)
    setter.centered("“Oh dear! Oh dear! I shall be late!”", middle, 1046, "italic", 34)
    save(surface, "page-2.png")


def jar(context, setter, x, y):
    """The jar of marmalade on its shelf, standing on the line y."""
    context.save()
    context.translate(x, y)
    context.set_line_join(cairo.LINE_JOIN_ROUND)

    def outline():
        context.move_to(-62, -4)
        context.curve_to(-70, -10, -72, -20, -72, -32)
        context.line_to(-72, -128)
        context.curve_to(-72, -146, -56, -150, -52, -160)
        context.line_to(52, -160)
        context.curve_to(56, -150, 72, -146, 72, -128)
        context.line_to(72, -32)
        context.curve_to(72, -20, 70, -10, 62, -4)
        context.close_path()

    # The wall behind, ruled, and a soft shadow of ruled lines to the right.
    context.set_source_rgb(*INK)
    for line in range(44):
        height = -8 - line * 5
        reach = 262 * math.sqrt(max(0.0, 1 - (line / 46) ** 2.6))
        context.set_line_width(0.9)
        context.move_to(-reach, height)
        context.line_to(reach, height)
        context.stroke()
        if line < 30:
            context.set_line_width(2.6)
            context.move_to(60, height)
            context.line_to(118 - line * 0.6, height)
            context.stroke()
    outline()
    context.set_source_rgb(*PAPER)
    context.fill()
    context.save()
    outline()
    context.clip()
    for line in range(60):
        height = -2 - line * 2.75
        for step in range(36):
            a = -72 + step * 4
            side = abs((a + 24) / 96)
            context.set_line_width(0.25 + 1.75 * side**2.2)
            context.set_source_rgb(*INK)
            context.move_to(a, height + 5 * (1 - (a / 72) ** 2))
            context.line_to(a + 4.4, height + 5 * (1 - ((a + 4) / 72) ** 2))
            context.stroke()
    context.restore()
    outline()
    context.set_source_rgb(*INK)
    context.set_line_width(3)
    context.stroke()
    # The cloth over the mouth, tied with a string.
    context.move_to(-60, -152)
    context.curve_to(-66, -168, -60, -192, 0, -194)
    context.curve_to(60, -192, 66, -168, 60, -152)
    for fold in range(6):
        left = 60 - fold * 20
        context.curve_to(left - 3, -143, left - 15, -143, left - 20, -152)
    context.close_path()
    context.set_source_rgb(*PAPER)
    context.fill_preserve()
    context.set_source_rgb(*INK)
    context.set_line_width(2.6)
    context.stroke()
    for fold in range(-5, 6):
        context.set_line_width(1.2)
        context.move_to(fold * 10.5, -156)
        context.curve_to(fold * 10, -168, fold * 7, -178, fold * 4, -186)
        context.stroke()
    context.set_line_width(4)
    context.move_to(-58, -160)
    context.curve_to(-30, -153, 30, -153, 58, -160)
    context.stroke()
    # The label.
    context.rectangle(-56, -112, 112, 70)
    context.set_source_rgb(1, 0.99, 0.965)
    context.fill_preserve()
    context.set_source_rgb(*INK)
    context.set_line_width(2.2)
    context.stroke()
    context.rectangle(-51, -107, 102, 60)
    context.set_line_width(0.8)
    context.stroke()
    setter.centered("ORANGE", 0, -80, "", 22, 1.4)
    setter.centered("MARMALADE", 0, -57, "", 14.5, 0.6)
    # The shelf.
    context.rectangle(-290, -4, 580, 17)
    context.set_source_rgb(*PAPER)
    context.fill_preserve()
    context.set_source_rgb(*INK)
    context.set_line_width(2.6)
    context.stroke()
    for grain in range(3):
        context.set_line_width(0.9)
        context.move_to(-284, 0.5 + grain * 4)
        context.curve_to(-90, -1 + grain * 5, 60, 3 + grain * 3, 284, 0.5 + grain * 4)
        context.stroke()
    context.restore()


def text_pages():
    """Pages 1, 3, 4 and 5: the text runs around the plate."""
    with open(os.path.join(HERE, "alice.txt"), encoding="utf-8") as file:
        text = [paragraph.replace("\n", " ") for paragraph in file.read().strip().split("\n\n")]
    surface, context = new_page()
    setter = Typesetter(context)
    drop_lines = 3
    initial = setter.width("A", "", LEADING * 3.8) + 6

    def shift(line):
        # The letter's slope lets the first line stand nearer.
        return (initial - 20, initial, initial)[line] if line < drop_lines else 0

    lines = typeset(setter, text, lambda line: MEASURE - shift(line))
    first_lines, jar_lines = 16, 15
    cursor = 0
    for folio, count in ((1, first_lines), (3, LINES), (4, jar_lines), (5, LINES)):
        recto = folio % 2 == 1
        if folio != 1:
            surface, context = new_page()
            setter = Typesetter(context)
        left, top = left_of(recto), TOP
        middle = left + MEASURE / 2
        if folio == 1:
            flourish(context, middle, 168, 1.25)
            setter.centered("CHAPTER I", middle, 258, "", 30, 7)
            setter.centered("Down the Rabbit-Hole", middle, 322, "italic", 50)
            rule(context, middle, 358, 90)
            top = TOP + LEADING * (LINES - first_lines)
            setter.draw("A", left - 3, top + 2 * LEADING, "", LEADING * 3.8, 0, RED)
        if folio == 4:
            jar(context, setter, middle, TOP + 222)
            top = TOP + LEADING * (LINES - jar_lines)
        for number, line in enumerate(lines[cursor : cursor + count]):
            offset = shift(cursor + number)
            draw_line(setter, line, left + offset, top + number * LEADING)
        cursor += count
        furniture(setter, recto, folio, head=folio != 1)
        save(surface, f"page-{folio}.png")


def save(surface, name):
    surface.flush()
    picture = Image.frombuffer(
        "RGB", (WIDTH, HEIGHT), bytes(surface.get_data()), "raw", "BGRX", surface.get_stride()
    )
    data = io.BytesIO()
    picture.save(data, "PNG", optimize=True)
    with open(os.path.join(TARGET, name), "wb") as file:
        file.write(data.getvalue())


if __name__ == "__main__":
    os.makedirs(TARGET, exist_ok=True)
    cover()
    title_page()
    text_pages()
    plate()
