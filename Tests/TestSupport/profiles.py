"""ICC profiles made by hand, and the sRGB colors of images that have them, from the formulas of the
standards in floating point (ICC.1:2010, IEC 61966-2-1, Adobe RGB (1998))."""

import struct

# The XYZ of the primaries, adapted to D50, in columns.
ADOBE = ((0.60974, 0.20528, 0.14919), (0.31111, 0.62567, 0.06322), (0.01947, 0.06087, 0.74457))
SRGB_OF_XYZ = ((3.13414, -1.61739, -0.49068), (-0.97880, 1.91614, 0.03345), (0.07196, -0.22898, 1.40535))
D50 = (0.9642, 1.0, 0.8249)
ADOBE_GAMMA = 563 / 256
GRAY_GAMMA = 1.0
# The 8-bit Lab colors of one ink at full strength, and of none.
INKS = {"": (255, 128, 128), "c": (153, 100, 90), "m": (140, 180, 120), "y": (235, 120, 190)}


def numbers(*values):
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def profile(kind, space, connection, tags):
    table, data, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, content in tags.items():
        table += name + struct.pack(">II", start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    header = struct.pack(">II", start + len(data), 0) + bytes.fromhex("02400000") + kind + space + connection
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + numbers(*D50) + bytes(48)
    return header + table + data


def xyz(*values):
    return b"XYZ " + bytes(4) + numbers(*values)


def curve(gamma):
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)


def adobe():
    columns = list(zip(*ADOBE))
    return profile(b"mntr", b"RGB ", b"XYZ ", {
        b"wtpt": xyz(*D50), b"rXYZ": xyz(*columns[0]), b"gXYZ": xyz(*columns[1]), b"bXYZ": xyz(*columns[2]),
        b"rTRC": curve(ADOBE_GAMMA), b"gTRC": curve(ADOBE_GAMMA), b"bTRC": curve(ADOBE_GAMMA)})


def gray():
    return profile(b"mntr", b"GRAY", b"XYZ ", {b"wtpt": xyz(*D50), b"kTRC": curve(GRAY_GAMMA)})


def inks():
    """Four inks by a table of the 16 combinations. Black ink hides the others."""
    same = bytes(range(256))
    table = b""
    for corner in range(16):
        names = "".join(ink for bit, ink in zip((8, 4, 2), "cmy") if corner & bit)
        table += bytes((0, 128, 128) if corner & 1 else INKS.get(names, (60, 128, 128)))
    lut = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + numbers(1, 0, 0, 0, 1, 0, 0, 0, 1) + same * 4 + table + same * 3
    return profile(b"prtr", b"CMYK", b"Lab ", {b"wtpt": xyz(*D50), b"A2B0": lut})


def from_xyz(values):
    linear = [min(1, max(0, sum(a * b for a, b in zip(row, values)))) for row in SRGB_OF_XYZ]
    return tuple(
        round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in linear)


def from_adobe(color):
    """The sRGB bytes of an Adobe RGB color of 0 … 1."""
    linear = [v ** ADOBE_GAMMA for v in color]
    return from_xyz([sum(a * b for a, b in zip(row, linear)) for row in ADOBE])


def from_gray(level):
    return from_xyz([level ** GRAY_GAMMA * v for v in D50])


def from_lab(lab):
    """The sRGB bytes of an 8-bit Lab color."""
    lightness, a, b = lab[0] * 100 / 255, lab[1] - 128, lab[2] - 128
    y = (lightness + 16) / 116
    cube = [v ** 3 if v > 6 / 29 else 3 * (6 / 29) ** 2 * (v - 4 / 29) for v in (y + a / 500, y, y - b / 200)]
    return from_xyz([v * white for v, white in zip(cube, D50)])


def from_gamma(color, gamma):
    """The sRGB bytes of a color of 0 … 1 with sRGB's primaries, and this exponent."""
    return tuple(
        round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))
        for v in (part ** gamma for part in color))
