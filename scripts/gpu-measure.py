"""The part of scripts/gpu-check in Python: measures on one machine and compares on another.

usage: gpu-measure.py WORK OUT FRAMES | gpu-measure.py compare REFERENCE OUT
"""
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import frames  # beside this script

THREADS = (1, 2, 4, 8, 16)
WIDTH, HEIGHT = 1920, 1080


def measure_readback(count=100):
    """Milliseconds for reading a cleared frame of 1080p back: alone, and with a ring of pixel-pack
    buffers where the driver has ES 3."""
    egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
    pointer, number = ctypes.c_void_p, ctypes.c_int
    egl.eglGetProcAddress.restype = pointer

    def extension(name, *types):
        return ctypes.CFUNCTYPE(*types)(egl.eglGetProcAddress(name))

    devices, found = (pointer * 16)(), number()
    extension(b"eglQueryDevicesEXT", number, number, pointer, pointer)(
        16, devices, ctypes.byref(found))
    platform = extension(b"eglGetPlatformDisplayEXT", pointer, number, pointer, pointer)
    egl.eglInitialize.argtypes = [pointer] * 3
    egl.eglChooseConfig.argtypes = [pointer, pointer, pointer, number, pointer]
    egl.eglCreateContext.argtypes = [pointer] * 4
    egl.eglCreateContext.restype = pointer
    egl.eglMakeCurrent.argtypes = [pointer] * 4
    for device in devices[:found.value]:
        display = platform(0x313F, device, None)  # EGL_PLATFORM_DEVICE_EXT
        if display and egl.eglInitialize(display, None, None):
            break
    else:
        raise OSError("no EGL device can be opened")
    egl.eglBindAPI(0x30A0)  # EGL_OPENGL_ES_API
    # EGL_SURFACE_TYPE pbuffer, EGL_RENDERABLE_TYPE ES 3
    wanted = (number * 5)(0x3033, 1, 0x3040, 0x40, 0x3038)
    config = pointer()
    egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(found))
    context = egl.eglCreateContext(display, config, None, (number * 3)(0x3098, 3, 0x3038))
    if not context or not egl.eglMakeCurrent(display, None, None, context):
        raise OSError("the driver has no context of OpenGL ES 3")
    gl.glReadPixels.argtypes = [number] * 6 + [pointer]
    gl.glTexImage2D.argtypes = [number] * 8 + [pointer]
    gl.glBufferData.argtypes = [number, ctypes.c_ssize_t, pointer, number]
    gl.glMapBufferRange.argtypes = [number, ctypes.c_ssize_t, ctypes.c_ssize_t, number]
    gl.glMapBufferRange.restype = pointer
    gl.glFenceSync.restype = pointer
    gl.glClientWaitSync.argtypes = [pointer, number, ctypes.c_uint64]
    gl.glDeleteSync.argtypes = [pointer]
    gl.glClearColor.argtypes = [ctypes.c_float] * 4
    size = WIDTH * HEIGHT * 4
    name = ctypes.c_uint()
    gl.glGenTextures(1, ctypes.byref(name))
    gl.glBindTexture(0x0DE1, name)
    gl.glTexImage2D(0x0DE1, 0, 0x1908, WIDTH, HEIGHT, 0, 0x1908, 0x1401, None)
    gl.glGenFramebuffers(1, ctypes.byref(frame := ctypes.c_uint()))
    gl.glBindFramebuffer(0x8D40, frame)
    gl.glFramebufferTexture2D(0x8D40, 0x8CE0, 0x0DE1, name, 0)
    memory = ctypes.create_string_buffer(size)

    def clear(index):
        gl.glClearColor(index % 7 / 7, 0, 0, 1)
        gl.glClear(0x4000)

    def read(target):
        gl.glReadPixels(0, 0, WIDTH, HEIGHT, 0x1908, 0x1401, target)

    def timed(body):
        body(8)
        start = time.perf_counter()
        body(count)
        return (time.perf_counter() - start) * 1000 / count

    def direct(rounds):
        for index in range(rounds):
            clear(index)
            read(memory)

    buffers = (ctypes.c_uint * 3)()
    gl.glGenBuffers(3, buffers)
    for buffer in buffers:
        gl.glBindBuffer(0x88EB, buffer)  # GL_PIXEL_PACK_BUFFER
        gl.glBufferData(0x88EB, size, None, 0x88E1)  # GL_STREAM_READ
    gl.glBindBuffer(0x88EB, 0)

    def ring(rounds):
        fences = [None] * 3
        for index in range(rounds + 2):
            if index < rounds:
                clear(index)
                gl.glBindBuffer(0x88EB, buffers[index % 3])
                read(None)
                fences[index % 3] = gl.glFenceSync(0x9117, 0)
                gl.glFlush()
            if index >= 2:
                slot = (index - 2) % 3
                gl.glClientWaitSync(fences[slot], 1, 10**9)
                gl.glDeleteSync(fences[slot])
                gl.glBindBuffer(0x88EB, buffers[slot])
                ctypes.memmove(memory, gl.glMapBufferRange(0x88EB, 0, size, 1), size)
                gl.glUnmapBuffer(0x88EB)
        gl.glBindBuffer(0x88EB, 0)

    return {"readback, glReadPixels": timed(direct), "readback, ring of buffers": timed(ring)}


def measure_tool(pages, count, driver="", **variables):
    """Milliseconds a frame of 1080p by the number of threads, as Y4M and as PNG."""
    found = {}
    with tempfile.TemporaryDirectory(dir="/dev/shm") as scratch:
        for threads in THREADS:
            for name, output in ("Y4M", "film.y4m"), ("PNG", "frames/"):
                start = time.perf_counter()
                done = subprocess.run(
                    ["pagecurl", *(f"{pages}/page-{page}.png" for page in range(2, 6)), "--layout",
                     "spread", "--cover", "none", "--size", f"{WIDTH}x{HEIGHT}", "--frames",
                     str(count), "--hold", "0", "-q", "--threads", str(threads), "-o",
                     f"{scratch}/{output}"], env={**os.environ, **variables},
                    capture_output=True, text=True)
                took = (time.perf_counter() - start) * 1000 / count
                row = f"{driver}{name}, threads: {threads}"
                found[row] = took if done.returncode == 0 else f"exit {done.returncode}"
                print(f"{row}: {found[row]}", flush=True)
                subprocess.run(["rm", "-rf", f"{scratch}/{output}"], check=True)
    return found


def measure_peer(folder):
    """Milliseconds a frame of moderngl's mesh, which reads each frame back; none without it."""
    done = subprocess.run(
        [sys.executable, "peer.py", "180"], cwd=folder, input="\n\n\n", capture_output=True,
        text=True)
    lines = done.stdout.split("\n")[:3]
    return {"moderngl": min(float(line.split()[0]) for line in lines)} if not done.returncode else {}


def run(work, out, count):
    pages = f"{work}/checkout/samples/pages"
    frames.plain_pages(f"{work}/plain")
    frames.draw("pagecurl", pages, f"{out}/frames")
    frames.draw("pagecurl", f"{work}/plain", f"{out}/outlines")
    results = {}
    try:
        results.update(measure_readback())
    except (OSError, TypeError) as error:
        results["readback"] = str(error)
    results.update(measure_tool(pages, count))
    if "llvmpipe" not in text(f"{out}/doctor.txt"):
        software = f"{work}/llvmpipe"
        results.update(measure_tool(
            pages, count, "llvmpipe: ", LIBGL_DRIVERS_PATH=software,
            LD_LIBRARY_PATH=f"{software}:{work}/lib",
            __EGL_VENDOR_LIBRARY_FILENAMES=f"{software}/50_mesa.json"))
    results.update(measure_peer(f"{work}/checkout/Benchmarks/page-curl"))
    with open(f"{out}/results.json", "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)


def text(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def compare(reference, out):
    """Prints the table; returns whether a bound is exceeded."""
    def driver(folder):
        found = re.search(r"renderer +(.*)", text(f"{folder}/doctor.txt"))
        return found.group(1) if found else "no driver"

    def cell(value):
        return f"{value:.2f} ms" if isinstance(value, float) else value or "–"

    wrong = False
    print(f"| | {driver(reference)} | {driver(out)} |\n|---|---|---|")
    if os.path.exists(f"{out}/frames"):
        found = frames.compare(f"{reference}/frames", f"{reference}/outlines", f"{out}/frames")
        for kind, difference in found.items():
            exceeded = not frames.is_within(difference)
            wrong |= exceeded
            print(f"| frames, {kind} | {difference.frames} frames | {difference.not_near:.4%} off by "
                  f"more than {frames.NEAR}, by up to {difference.most}; {difference.lone} lone pixels"
                  f"{' **exceeded**' if exceeded else ''} |")
    results = [json.loads(text(f"{folder}/results.json") or "{}") for folder in (reference, out)]
    for name in dict.fromkeys([*results[0], *results[1]]):
        print(f"| {name} | {' | '.join(cell(result.get(name)) for result in results)} |")
    logs = [text(f"{folder}/tests.log") for folder in (reference, out)]
    if any(logs):
        print("| tests | " + " | ".join(
            (re.findall(r"Test run with .*", log) or ["–"])[-1] for log in logs) + " |")
        wrong |= text(f"{out}/tests.code").strip() not in ("", "0")
        failed = [set(re.findall(r"^. Test (?!run with)(.+?) failed after", log, re.M))
                  for log in logs]
        for test in sorted(failed[0] | failed[1]):
            print(f"| {test} | {' | '.join('fails' if test in log else '–' for log in failed)} |")
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "compare":
        sys.exit(compare(*sys.argv[2:]))
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]))
