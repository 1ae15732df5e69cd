"""The tests' independent judge: makes picture files, and says what pixels are in a file.

    pictures.py make FOLDER         writes the files, for each NAME.ext the pixels that it must decode
                                    to (NAME.rgba), and a list of them: files.txt
    pictures.py decode FILE RAW     decodes FILE by Pillow into RAW and prints mode, width and height
    pictures.py resize RAW W H TO_W TO_H OUT
                                    scales premultiplied RGBA by Pillow's bicubic filter

Raw files are RGBA, 8 bits, premultiplied alpha, top row first. PNGs are written here by hand from
known samples, since Pillow writes neither interlaced nor most 16-bit ones; the pixels that they must
decode to are computed with exact integers, and compared with Pillow's where it keeps all bits.
"""

import io
import math
import random
import struct
import sys
import zlib

from PIL import Image, ImageOps

import profiles

RANDOM = random.Random(20)


def rounded(numerator, denominator):
    return (2 * numerator + denominator) // (2 * denominator)


def premultiplied(pixels, maximum):
    """Bytes of straight RGBA samples of 0 … maximum: alpha and product rounded once each."""
    out = bytearray()
    for red, green, blue, alpha in pixels:
        for value in (red, green, blue):
            out.append(rounded(value * alpha * 255, maximum * maximum))
        out.append(rounded(alpha * 255, maximum))
    return bytes(out)


def pillow(path):
    image = Image.open(path)
    image = ImageOps.exif_transpose(image).convert("RGBA")
    return premultiplied(image.getdata(), 255)


# PNG

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(samples, depth):
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(rows, step):
    """Every row under a filter drawn by chance."""
    out, above = b"", None
    for row in rows:
        above = above or bytes(len(row))
        kind = RANDOM.randrange(5)
        line = bytearray([kind])
        for i, value in enumerate(row):
            a = row[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            line.append((value - [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]) & 255)
        out, above = out + line, row
    return out


def png(width, height, color, depth, samples, interlaced=False, extra=b"", tail=b"", pieces=1):
    """samples: one tuple a pixel, in file order."""
    step = max(1, CHANNELS[color] * depth // 8)
    raw = b""
    for left, top, dx, dy in ADAM7 if interlaced else [(0, 0, 1, 1)]:
        rows = []
        for y in range(top, height, dy):
            row = [s for x in range(left, width, dx) for s in samples[y * width + x]]
            if row:
                rows.append(packed(row, depth))
        raw += filtered(rows, step)
    data = zlib.compress(raw)
    size = -(-len(data) // pieces)
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra
            + b"".join(chunk(b"IDAT", data[i:i + size]) for i in range(0, len(data), size))
            + tail + chunk(b"IEND", b""))


def png_case(width, height, color, depth, interlaced, transparent):
    """A PNG of random samples, and the straight RGBA samples and their maximum."""
    top = (1 << depth) - 1
    extra, palette, alphas, key = b"", [], [], None
    if color == 3:
        palette = [tuple(RANDOM.randrange(256) for _ in range(3)) for _ in range(top + 1)]
        extra += chunk(b"PLTE", bytes(v for entry in palette for v in entry))
        if transparent:
            alphas = [RANDOM.randrange(256) for _ in range(max(1, len(palette) // 2))]
            extra += chunk(b"tRNS", bytes(alphas))
    samples = [tuple(RANDOM.choice((0, top, RANDOM.randint(0, top))) for _ in range(CHANNELS[color]))
               for _ in range(width * height)]
    if transparent and color in (0, 2):
        key = samples[len(samples) // 2]
        extra += chunk(b"tRNS", b"".join(struct.pack(">H", v) for v in key))
        if depth == 16:
            # One that differs from the key in its low byte only is not transparent.
            samples[-1] = tuple(v ^ 1 for v in key)
    pixels = []
    for sample in samples:
        if color == 3:
            index = sample[0]
            pixels.append(palette[index] + (alphas[index] if index < len(alphas) else 255,))
        else:
            alpha = sample[-1] if color in (4, 6) else 0 if sample == key else top
            colors = (sample[0],) * 3 if color in (0, 4) else sample[:3]
            pixels.append(colors + (alpha,))
    maximum = 255 if color == 3 else top
    return png(width, height, color, depth, samples, interlaced, extra), pixels, maximum


# JPEG

def exif(orientation, order="<", kind=3):
    tiff = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    value = struct.pack(order + "HH", orientation, 0) if kind == 3 else struct.pack(order + "I", orientation)
    other = struct.pack(order + "HHI", 0x0100, 4, 1) + struct.pack(order + "I", 7)
    entry = struct.pack(order + "HHI", 0x0112, kind, 1) + value
    return tiff + struct.pack(order + "H", 2) + other + entry + bytes(4)


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def segments(data):
    """The segments of a JPEG up to its first scan, and the rest."""
    found, at = [], 2
    while data[at + 1] != 0xDA:
        end = at + 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
        found.append(data[at:end])
        at = end
    return found, data[at:]


def rebuilt(data, drop=(), insert=b""):
    found, rest = segments(data)
    return data[:2] + insert + b"".join(s for s in found if s[1] not in drop) + rest


def dc_jpeg(width, height, factors):
    """A baseline JPEG of flat 8×8 blocks with any sampling factors, one (h, v) a component."""
    bits = []

    def put(value, count):
        bits.extend((value >> i) & 1 for i in reversed(range(count)))

    if len(factors) == 1:
        across, down, blocks = 1, 1, [(1, 1)]  # T.81, A.2.2: a single component is never interleaved
    else:
        across, down, blocks = max(h for h, _ in factors), max(v for _, v in factors), factors
    mcus = -(-width // (8 * across)) * -(-height // (8 * down))
    last = [0] * len(factors)
    for _ in range(mcus):
        for index, (h, v) in enumerate(blocks):
            for _ in range(h * v):
                # Each size 0 … 10 has the four-bit code of its number; code 0 of one bit ends a block.
                value = RANDOM.randint(-60, 60)
                difference, last[index] = value - last[index], value
                size = abs(difference).bit_length()
                put(size, 4)
                put(difference if difference > 0 else difference + (1 << size) - 1, size)
                put(0, 1)
    bits += [1] * (-len(bits) % 8)
    body = bytes(int("".join(map(str, bits[i:i + 8])), 2) for i in range(0, len(bits), 8))
    ids = range(1, len(factors) + 1)
    frame = struct.pack(">BHHB", 8, height, width, len(factors))
    frame += b"".join(bytes([i, h << 4 | v, 0]) for i, (h, v) in zip(ids, factors))
    dc = bytes([0, 0, 0, 0, 11] + [0] * 12 + list(range(11)))
    scan = bytes([len(factors)]) + b"".join(bytes([i, 0]) for i in ids) + bytes([0, 63, 0])
    return (b"\xff\xd8" + segment(0xDB, bytes([0]) + bytes([16] * 64)) + segment(0xC0, frame)
            + segment(0xC4, dc) + segment(0xC4, bytes([0x10, 1] + [0] * 15 + [0]))
            + segment(0xDA, scan) + body.replace(b"\xff", b"\xff\x00") + b"\xff\xd9")


def photo(width, height, mode="RGB"):
    """Smooth shapes with some noise and hard edges."""
    bands = []
    for band in range(len(mode)):
        a, b = RANDOM.uniform(0.02, 0.2), RANDOM.uniform(0.02, 0.2)
        data = bytes(
            int(127 + 100 * math.sin(a * x + band) * math.cos(b * y))
            + RANDOM.randrange(20) if (x // 16 + y // 12) % 5 else 250 * ((band + x // 16) % 2)
            for y in range(height) for x in range(width))
        bands.append(Image.frombytes("L", (width, height), data))
    return Image.merge(mode, bands) if len(bands) > 1 else bands[0]


def encoded(image, **options):
    file = io.BytesIO()
    image.save(file, "JPEG", **options)
    return file.getvalue()


def uninverted_cmyk(path):
    """Pillow takes every CMYK JPEG as inverted; undo that before converting to RGB."""
    image = Image.open(path)
    image = Image.merge("CMYK", [band.point(lambda v: 255 - v) for band in image.split()])
    return premultiplied(image.convert("RGBA").getdata(), 255)


def profiled(write):
    """Files with color profiles; what they must decode to comes from the formulas."""
    def iccp(data):
        return chunk(b"iCCP", b"by hand\0\0" + zlib.compress(data))

    def converted(pixels, convert=profiles.from_adobe, maximum=255):
        straight = [(*convert([v / maximum for v in pixel[:3]]), round(pixel[3] * 255 / maximum)) for pixel in pixels]
        return premultiplied(straight, 255)

    for depth in (8, 16):
        top = 2 ** depth - 1
        pixels = [tuple(RANDOM.randrange(top + 1) for _ in range(4)) for _ in range(23 * 19)]
        write(f"profile-{depth}.png", png(23, 19, 6, depth, pixels, extra=iccp(profiles.adobe())),
              converted(pixels, maximum=top), (23, 19))
        gray = [(RANDOM.randrange(top + 1),) for _ in range(23 * 19)]
        write(f"profile-gray-{depth}.png", png(23, 19, 0, depth, gray, extra=iccp(profiles.gray())),
              converted([(*pixel * 3, top) for pixel in gray], lambda color: profiles.from_gray(color[0]), top), (23, 19))
    for name, gamma in {"linear": 100_000, "half": 55_556, "dark": 30_000}.items():
        pixels = [tuple(RANDOM.randrange(256) for _ in range(4)) for _ in range(23 * 19)]
        write(f"profile-gamma-{name}.png", png(23, 19, 6, 8, pixels, extra=chunk(b"gAMA", struct.pack(">I", gamma))),
              converted(pixels, lambda color: profiles.from_gamma(color, 100_000 / gamma)), (23, 19))
    # Adobe RGB's.
    stated = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000))
    stated += chunk(b"gAMA", struct.pack(">I", 45_471))
    pixels = [tuple(RANDOM.randrange(256) for _ in range(4)) for _ in range(23 * 19)]
    write("profile-primaries.png", png(23, 19, 6, 8, pixels, extra=stated), converted(pixels), (23, 19))
    plain = [tuple(RANDOM.randrange(256) for _ in range(3)) for _ in range(40 * 30)]
    unusable = {"damaged": bytes(200), "of-inks": profiles.inks(), "of-gray": profiles.gray(),
                "cut": profiles.adobe()[:200]}
    for name, data in unusable.items():
        write(f"profile-{name}.png", png(40, 30, 2, 8, plain, extra=iccp(data)),
              premultiplied([(*pixel, 255) for pixel in plain], 255), (40, 30))
    image = photo(83, 61, "RGBA")
    data = io.BytesIO()
    image.save(data, "WEBP", lossless=True, exact=True, icc_profile=profiles.adobe())
    write("profile-webp.webp", data.getvalue(), converted(image.getdata()), image.size)
    # In parts, as a profile of more than 64 kB is.
    icc, data = profiles.adobe(), encoded(photo(83, 61), quality=95, subsampling="4:4:4")
    parts = [icc[:100], icc[100:300], icc[300:]]
    parts = b"".join(segment(0xE2, b"ICC_PROFILE\0" + bytes((n + 1, 3)) + part) for n, part in enumerate(parts))
    pixels = Image.open(io.BytesIO(data)).convert("RGBA").getdata()
    write("profile-jpeg.jpg", rebuilt(data, insert=parts), converted(pixels), (83, 61))
    patches = Image.new("CMYK", (64, 16))
    expected = Image.new("RGB", (64, 16))
    for place, (name, lab) in enumerate(profiles.INKS.items()):
        box = (place * 16, 0, place * 16 + 16, 16)
        patches.paste(tuple(255 * (ink == name) for ink in "cmyk"), box)
        expected.paste(profiles.from_lab(lab), box)
    write("profile-inks.jpg", encoded(patches, quality=100, subsampling="4:4:4", icc_profile=profiles.inks()),
          premultiplied(expected.convert("RGBA").getdata(), 255), (64, 16))


def make(folder):
    listing = []

    def write(name, data, pixels=None, size=None):
        path = f"{folder}/{name}"
        with open(path, "wb") as file:
            file.write(data)
        raw = pixels(path) if callable(pixels) else pixels or pillow(path)
        if size is None:
            size = ImageOps.exif_transpose(Image.open(path)).size
        assert len(raw) == size[0] * size[1] * 4, name
        with open(f"{folder}/{name.rsplit('.', 1)[0]}.rgba", "wb") as file:
            file.write(raw)
        listing.append(f"{name} {size[0]} {size[1]}\n")

    for color, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
        for depth in depths:
            for interlaced in (False, True):
                for transparent in (False, True) if color in (0, 2, 3) else (False,):
                    for width, height in ((1, 1), (3, 5), (23, 19)):
                        data, pixels, maximum = png_case(width, height, color, depth, interlaced, transparent)
                        name = f"png-{color}-{depth}{'-adam7' if interlaced else ''}" \
                               f"{'-trns' if transparent else ''}-{width}x{height}.png"
                        raw = premultiplied(pixels, maximum)
                        write(name, data, raw, (width, height))
                        # Pillow 9.4 compares tRNS of 1, 2 and 4 bits with scaled samples: not there.
                        if depth == 8 or depth < 8 and not (color == 0 and transparent):
                            assert pillow(f"{folder}/{name}") == raw, name
    samples = [tuple(RANDOM.randrange(256) for _ in range(3)) for _ in range(40 * 30)]
    write("png-pieces.png", png(40, 30, 2, 8, samples, pieces=200))
    write("png-noise-after-end.png", png(40, 30, 2, 8, samples) + b"not a part of it")
    text = chunk(b"zTXt", b"note\0\0" + zlib.compress(b"a" * 50_000)) + chunk(b"gAMA", struct.pack(">I", 45_455))
    write("png-text-gamma.png", png(40, 30, 2, 8, samples, extra=text))
    ignored = chunk(b"sRGB", b"\0") + chunk(b"gAMA", struct.pack(">I", 90_000))
    write("png-srgb-gamma.png", png(40, 30, 2, 8, samples, extra=ignored))
    for orientation in range(1, 9):
        # As an element, and as an attribute.
        words = f'<tiff:Orientation>{orientation}</tiff:Orientation>', f'<a tiff:Orientation="{orientation}"/>'
        for kind, text in zip(("element", "attribute"), words):
            text = chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + text.encode())
            write(f"png-xmp-{kind}-{orientation}.png", png(40, 30, 2, 8, samples, extra=text))
    text = chunk(b"iTXt", b'XML:com.adobe.xmp\0\0\0\0\0 tiff:Orientation="3"') + chunk(b"eXIf", exif(6))
    write("png-xmp-exif.png", png(40, 30, 2, 8, samples, extra=text))
    write("png-exif.png", png(40, 30, 2, 8, samples, extra=chunk(b"eXIf", exif(6))))
    write("png-exif-behind.png", png(40, 30, 2, 8, samples, tail=chunk(b"eXIf", exif(8, ">"))),
          pixels=premultiplied(Image.frombytes("RGB", (40, 30), bytes(v for s in samples for v in s))
                               .transpose(Image.Transpose.ROTATE_90).convert("RGBA").getdata(), 255), size=(30, 40))

    picture = photo(83, 61)
    write("jpeg-grey.jpg", encoded(photo(83, 61, "L")))
    for subsampling in ("4:4:4", "4:2:2", "4:2:0"):
        for progressive in (False, True):
            name = f"jpeg-{subsampling.replace(':', '')}{'-progressive' if progressive else ''}.jpg"
            write(name, encoded(picture, subsampling=subsampling, progressive=progressive, quality=85))
    write("jpeg-1x1.jpg", encoded(photo(1, 1)))
    plain = encoded(picture, quality=95)
    adobe = b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0)
    write("jpeg-rgb.jpg", rebuilt(encoded(picture, subsampling="4:4:4"), drop=(0xE0,), insert=segment(0xEE, adobe)))
    cmyk = encoded(photo(83, 61, "CMYK"))
    write("jpeg-cmyk-adobe.jpg", cmyk)
    write("jpeg-ycck-adobe.jpg", rebuilt(cmyk, drop=(0xEE,), insert=segment(0xEE, adobe[:-1] + b"\2")))
    write("jpeg-cmyk-plain.jpg", rebuilt(cmyk, drop=(0xEE,)), uninverted_cmyk)
    for name, factors in {
        "411": [(4, 1), (1, 1), (1, 1)], "440": [(1, 2), (1, 1), (1, 1)], "441": [(1, 4), (1, 1), (1, 1)],
        "410": [(4, 2), (1, 1), (1, 1)], "444-twofold": [(2, 1), (2, 1), (2, 1)], "grey-twofold": [(2, 2)],
        "chroma-finer": [(1, 1), (2, 2), (1, 2)], "mixed": [(2, 2), (2, 1), (1, 2)],
    }.items():
        write(f"jpeg-factors-{name}.jpg", dc_jpeg(75, 43, factors))
    for orientation in range(1, 9):
        for order in "<>":
            name = f"jpeg-exif-{orientation}{'-be' if order == '>' else ''}.jpg"
            write(name, rebuilt(plain, insert=segment(0xE1, b"Exif\0\0" + exif(orientation, order))))
    write("jpeg-exif-long.jpg", rebuilt(plain, insert=segment(0xE1, b"Exif\0\0" + exif(6, ">", 4))))
    write("jpeg-exif-nonsense.jpg", rebuilt(plain, insert=segment(0xE1, b"Exif\0\0" + exif(9))),
          pixels=premultiplied(Image.open(f"{folder}/jpeg-exif-1.jpg").convert("RGBA").getdata(), 255), size=(83, 61))
    write("jpeg-noise-after-end.jpg", plain + b"not a part of it")
    write("jpeg-noise-before-end.jpg", plain[:-2] + bytes(7) + plain[-2:])
    write("jpeg-padded-end.jpg", plain[:-2] + b"\xff\xff\xff" + plain[-2:])
    write("jpeg-padded-markers.jpg", rebuilt(plain, insert=b"\xff" * 9))
    smooth = photo(100, 75).resize((403, 299), Image.Resampling.BICUBIC)
    write("jpeg-large.jpg", encoded(smooth, quality=95))
    write("jpeg-large-turned.jpg", rebuilt(encoded(smooth, quality=95), insert=segment(0xE1, b"Exif\0\0" + exif(6))))

    def webp(name, image, **options):
        data = io.BytesIO()
        image.save(data, "WEBP", **options)
        write(name, data.getvalue())

    webp("webp-lossy.webp", picture, quality=80)
    webp("webp-lossless.webp", picture, lossless=True)
    webp("webp-1x1.webp", photo(1, 1))
    webp("webp-lossy-alpha.webp", photo(83, 61, "RGBA"), quality=90)
    webp("webp-lossless-alpha.webp", photo(83, 61, "RGBA"), lossless=True)
    for orientation in (3, 6):
        for prefix in (b"", b"Exif\0\0"):
            name = f"webp-exif-{orientation}{'-prefix' if prefix else ''}.webp"
            webp(name, picture, lossless=True, exif=prefix + exif(orientation))
    profiled(write)
    with open(f"{folder}/files.txt", "w") as file:
        file.writelines(listing)


def main(command, *arguments):
    if command == "make":
        make(*arguments)
    elif command == "decode":
        path, raw = arguments
        image = Image.open(path)
        with open(raw, "wb") as file:
            file.write(premultiplied(image.convert("RGBA").getdata(), 255))
        print(image.format, image.mode, *image.size)
    elif command == "resize":
        raw, width, height, to_width, to_height, out = arguments
        with open(raw, "rb") as file:
            data = file.read()
        # As floats: in bytes Pillow clips what overshoots between its two passes.
        bands = [Image.frombytes("L", (int(width), int(height)), data[i::4]).convert("F")
                 .resize((int(to_width), int(to_height)), Image.Resampling.BICUBIC).getdata() for i in range(4)]
        pixels = [[min(255, max(0, int(value + 0.5))) for value in pixel] for pixel in zip(*bands)]
        with open(out, "wb") as file:
            file.write(bytes(min(value, pixel[3]) for pixel in pixels for value in pixel))


main(*sys.argv[1:])
