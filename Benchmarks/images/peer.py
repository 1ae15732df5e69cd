"""Makes the pictures of the benchmark, and loads them with Pillow on a pool of threads.

peer.py make FOLDER          490 JPEG files of 4000x3000 pixels, and ten broken ones
peer.py load FOLDER SIDE     decodes them to fit SIDE x SIDE pixels (0: at full size)
"""

import concurrent.futures
import io
import os
import pathlib
import resource
import sys
import time

from PIL import Image


def make(folder):
    """Eight different pictures of photographs' file size, each many times, as links."""
    whole, broken = [], []
    for seed in range(8):
        noise = Image.effect_noise((1000, 750), 40 + seed).resize((4000, 3000), Image.BICUBIC)
        ramp = Image.linear_gradient("L").resize((4000, 3000)).rotate(90 * (seed % 2))
        picture = Image.merge("RGB", (noise, ramp.resize((4000, 3000)), noise.rotate(180)))
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=88, subsampling=2)
        data = data.getvalue()
        for files, part in ((whole, data), (broken, data[: len(data) // 2])):
            files.append(folder / f".{seed}-{len(part)}")
            files[-1].write_bytes(part)
    print(f"{whole[0].stat().st_size >> 10} KiB a file")
    for number in range(500):
        files = broken if number % 50 == 7 else whole
        (folder / f"{number:03}.jpg").hardlink_to(files[number % 8])


def load(folder, side):
    """Decodes all files, as many at a time as there are processors."""

    def decode(path):
        try:
            picture = Image.open(path)
            if side:
                # As ImageLoader does: a reduced size of the codec, then a cubic filter.
                picture.draft("RGB", (side, side))
                picture.thumbnail((side, side), Image.BICUBIC, reducing_gap=None)
            return len(picture.convert("RGBA").tobytes())
        except OSError:
            return 0

    paths = sorted(folder.glob("*.jpg"))
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sizes = list(pool.map(decode, paths))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{sum(size > 0 for size in sizes)} pictures, {sizes.count(0)} errors in "
        f"{time.monotonic() - start:.3f} s, {usage.ru_utime + usage.ru_stime:.3f} s of processor "
        f"time; peak memory {usage.ru_maxrss >> 10} MiB"
    )


if sys.argv[1] == "make":
    make(pathlib.Path(sys.argv[2]))
else:
    load(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
