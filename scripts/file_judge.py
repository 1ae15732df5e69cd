"""Compares stills of files with what Pillow, LittleCMS and PDFium make of the files."""
import io
import warnings

import numpy
import PIL.Image
import PIL.ImageCms
import PIL.ImageOps

BLOCK = 8


def judge(path, still):
    """The difference of a still from a file, or "size", and details.

    Without a still, only reads the file. Throws anything if the file can't be read.
    """
    warnings.simplefilter("ignore")
    if still:
        still = numpy.asarray(PIL.Image.open(still).convert("RGB"), float)
    is_pdf = path.lower().endswith(".pdf")
    picture, details = pdf(path, still) if is_pdf else raster(path)
    if still is None:
        return "read", details
    expected = numpy.asarray(picture, float)
    (height, width, _), (rows, columns, _) = still.shape, expected.shape
    if (height, width) != (rows, columns):
        return "size", f"{width}x{height} instead of {columns}x{rows}, {details}"
    difference = abs(still - expected)
    blocks = abs(means(still) - means(expected))
    mean = (blocks if is_pdf else difference).mean(axis=(0, 1)).max()
    return f"{mean:.2f}", (
        f"max {difference.max():.0f}, block max {blocks.max():.0f}, "
        f"{(blocks.max(axis=2) > 16).mean():.2%} of blocks > 16, {width}x{height}, {details}")


def means(picture):
    """The means of blocks, of which those at the right and lower edge are smaller."""
    for axis in (0, 1):
        edges = numpy.arange(0, picture.shape[axis], BLOCK)
        lengths = numpy.diff(numpy.append(edges, picture.shape[axis]))
        shape = [1, 1, 1]
        shape[axis] = -1
        picture = numpy.add.reduceat(picture, edges, axis=axis) / lengths.reshape(shape)
    return picture


def pdf(path, still):
    """The first page of a PDF in the size of a still."""
    import pypdfium2
    document = pypdfium2.PdfDocument(path)
    document.init_forms()
    page = document[0]
    width, height = page.get_size()
    if still is None:
        still = numpy.zeros((64, 64, 3))
    bitmap = pypdfium2.PdfBitmap.new_native(still.shape[1], still.shape[0], 4)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, still.shape[1], still.shape[0])
    raw = pypdfium2.raw
    size = (0, 0, still.shape[1], still.shape[0], 0)
    raw.FPDF_RenderPageBitmap(bitmap, page, *size, raw.FPDF_ANNOT)
    if document.formenv:
        raw.FPDF_FFLDraw(document.formenv, bitmap, page, *size, raw.FPDF_ANNOT)
    return bitmap.to_pil().convert("RGB"), f"{width:.0f}x{height:.0f} pt"


def raster(path):
    """The first picture of a file, upright, in sRGB, on white."""
    try:
        import pillow_heif
        pillow_heif.register_heif_opener()
    except ImportError:
        pass
    PIL.Image.MAX_IMAGE_PIXELS = None
    picture = PIL.Image.open(path)
    # An APNG may have a picture for programs that don't play it.
    if getattr(picture, "default_image", False):
        picture.seek(1)
    kind, mode = picture.format, picture.mode
    picture.load()
    profile = picture.info.get("icc_profile")
    bits = getattr(picture, "tag_v2", {}).get(258, (8,))[0]  # of a TIFF
    info = dict(picture.info)
    picture = PIL.ImageOps.exif_transpose(picture)
    alpha = None
    if mode.startswith("I"):
        values = numpy.asarray(picture, float)
        if bits == 12:
            values *= 65535 / 4095
        if "transparency" in info:
            alpha = PIL.Image.fromarray((255 * (values != info["transparency"])).astype("uint8"))
        picture = PIL.Image.fromarray((numpy.clip(values, 0, 65535) / 257 + 0.5).astype("uint8"))
    elif mode == "F":
        raise SystemExit("mode F")
    elif picture.has_transparency_data and mode != "PA":
        picture = picture.convert("LA" if mode in ("1", "L", "LA", "La") else "RGBA")
    elif picture.mode in ("P", "PA", "1", "La", "RGBa"):
        modes = {"1": "L", "La": "LA", "RGBa": "RGBA", "P": "RGB", "PA": "RGBA"}
        picture = picture.convert(modes[picture.mode])
    if picture.mode in ("RGBA", "LA"):
        alpha = picture.getchannel("A")
        picture = picture.convert("RGB") if picture.mode == "RGBA" else picture.getchannel("L")
    details = f"{kind} {mode}"
    if profile:
        picture = converted(picture, profile)
        details += " icc"
    elif kind == "PNG" and "srgb" not in info and info.get("gamma"):
        details += f" gamma {info['gamma']}{' chroma' if 'chromaticity' in info else ''}"
        picture = from_gamma(picture.convert("RGB"), info)
    picture = picture.convert("RGB")
    if alpha:
        white = PIL.Image.new("RGB", picture.size, "white")
        white.paste(picture, mask=alpha)
        picture = white
    return picture, details


def converted(picture, profile):
    """A picture in sRGB; as it is if the profile doesn't fit it, as browsers do."""
    try:
        source = PIL.ImageCms.ImageCmsProfile(io.BytesIO(profile))
        space = source.profile.xcolor_space.strip()
        if space == "GRAY" and picture.mode != "L":
            picture = picture.convert("L")
        if space == "RGB" and picture.mode == "L":
            picture = picture.convert("RGB")
        return PIL.ImageCms.profileToProfile(
            picture, source, PIL.ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (PIL.ImageCms.PyCMSError, OSError):
        return picture


def from_gamma(picture, info):
    """A PNG's colors after its gamma and chromaticities, as browsers apply them."""
    gamma, places = info["gamma"], info.get("chromaticity")
    if not places and 0.95 < gamma * 2.2 < 1.05:
        return picture
    places = places or (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)

    def to_xyz(places):
        pairs = zip(places[::2], places[1::2])
        columns = numpy.array([[x / y, 1, (1 - x - y) / y] for x, y in pairs])
        white, colors = columns[0], columns[1:].T
        return colors * numpy.linalg.solve(colors, white), white

    bradford = numpy.array(
        [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
    source, white = to_xyz(places)
    target, sun = to_xyz((0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06))
    scales = numpy.diag((bradford @ sun) / (bradford @ white))
    adapted = numpy.linalg.inv(bradford) @ scales @ bradford
    light = (numpy.asarray(picture, float) / 255) ** (1 / gamma)
    light = numpy.clip(light @ (numpy.linalg.inv(target) @ adapted @ source).T, 0, 1)
    stored = numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return PIL.Image.fromarray((255 * stored + 0.5).astype("uint8"))

