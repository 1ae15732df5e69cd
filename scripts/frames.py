"""The frames by which scripts/driver-matrix and scripts/gpu-check compare drivers.

Eight kinds of turns are drawn with the sample pages, and once more with pages of a single color. In
those, only the paper's outlines change from pixel to pixel: a pixel belongs to a silhouette if it
and its eight neighbors differ by more than SILHOUETTE there. Text does not count.

Two drivers agree if at most 0.1 % of a kind's pixels differ by more than 2/255, and none that does
not belong to a silhouette by more than 16/255.
"""
import collections
import os
import struct
import subprocess
import zlib

SILHOUETTE = 16
NEAR = 2
FAR = 16
MOST_NOT_NEAR = 0.001

SPREAD = ["page-2.png", "page-3.png", "page-4.png", "page-5.png", "--layout", "spread", "--cover",
          "none", "--size", "960x540"]
SHEETS = ["page-1.png", "page-2.png", "page-3.png", "--angle", "155", "--size", "600x800"]
ROLL = [*SHEETS, "--profile", "cylinder"]
# Arguments of pagecurl, and frames for each turn.
KINDS = {
    "paper": (SPREAD, 8),
    "cover": (["cover.jpg", "title.png", *SPREAD[:4], "--pages", "1-4", "--size", "960x540"], 6),
    "straight": ([*SPREAD, "--profile", "cylinder"], 6),
    "cone": ([*SPREAD, "--profile", "cone"], 6),
    "sheet": (SHEETS, 6),
    "roll": (ROLL, 6),
    "best": ([*ROLL, "--antialias", "best"], 3),
    "draft": ([*ROLL, "--antialias", "draft"], 3),
}


def plain_pages(folder):
    """Writes pages of the sample pages' names and size, each of its own color."""
    os.makedirs(folder, exist_ok=True)
    names = ["cover.jpg", "title.png", *(f"page-{number}.png" for number in range(1, 6))]
    for index, name in enumerate(names):
        color = bytes(255 if index + 1 >> bit & 1 else 40 for bit in range(3))
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", 900, 1200, 8, 2, 0, 0, 0)),
                  (b"IDAT", zlib.compress((b"\0" + color * 900) * 1200)), (b"IEND", b"")]
        # pagecurl recognizes a PNG by its content.
        with open(f"{folder}/{name}", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, content in chunks:
                file.write(struct.pack(">I", len(content)) + kind + content
                           + struct.pack(">I", zlib.crc32(kind + content)))


def draw(pagecurl, pages, folder, *options, variables=None, kinds=KINDS, most=None):
    """Draws the frames of some kinds, at most `most` of each turn, into a folder for each kind."""
    for kind in kinds:
        arguments, count = KINDS[kind]
        arguments = [f"{pages}/{word}" if word.endswith((".png", ".jpg")) else word
                     for word in arguments]
        done = subprocess.run(
            [pagecurl, *arguments, "--frames", str(min(count, most or count)), "--hold", "0", "-q",
             *options, "-o", f"{folder}/{kind}/"],
            env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{kind}: pagecurl ends with {done.returncode}: {done.stderr}")


Difference = collections.namedtuple("Difference", "frames not_near most lone")
Difference.__doc__ = """How frames of a kind differ: their number, the share of pixels that differ by
more than NEAR, the largest difference, and the number of pixels outside silhouettes that differ by
more than FAR."""


def is_within(difference, not_near=MOST_NOT_NEAR):
    return bool(difference.frames) and difference.not_near <= not_near and not difference.lone


def compare(reference, outlines, other):
    """The differences of two folders of frames by their kinds, with outlines of the first."""
    from PIL import Image, ImageChops, ImageFilter

    def bands(path):
        with Image.open(path) as image:
            # Premultiplied: the color of a pixel that is hardly seen matters as little.
            return image.convert("RGBA").convert("RGBa").split()

    def largest(images):
        images = list(images)
        result = images[0]
        for image in images[1:]:
            result = ImageChops.lighter(result, image)
        return result

    found = {}
    for kind in sorted(os.listdir(reference), key=list(KINDS).index):
        frames = sorted(os.listdir(f"{reference}/{kind}"))
        pixels = not_near = most = lone = 0
        for frame in frames:
            ones, others = (bands(f"{folder}/{kind}/{frame}") for folder in (reference, other))
            off = largest(map(ImageChops.difference, ones, others))
            inside = largest(
                ImageChops.subtract(
                    band.filter(ImageFilter.MaxFilter(3)), band.filter(ImageFilter.MinFilter(3)))
                for band in bands(f"{outlines}/{kind}/{frame}"))
            inside = inside.point(lambda change: 255 if change <= SILHOUETTE else 0)
            counts = off.histogram()
            pixels += sum(counts)
            not_near += sum(counts[NEAR + 1:])
            most = max(most, off.getextrema()[1])
            lone += sum(ImageChops.darker(off, inside).histogram()[FAR + 1:])
        found[kind] = Difference(len(frames), not_near / max(pixels, 1), most, lone)
    return found
