#!/usr/bin/env python3
"""Measures how long `shaderlint --watch` takes to check what depends on a changed file.

usage: watch.py SHADERLINT FOLDER CHANGES
"""
import pathlib
import re
import subprocess
import sys
import time

FOLDERS, SHADERS = 200, 50


def common(k, extra=""):
    return f"uniform vec3 u_tint{k};\nvec3 tint{k}(vec3 c) {{ return c * u_tint{k}; }}\n{extra}"


def write_shaders(root):
    for k in range(FOLDERS):
        folder = root / f"folder{k:03}"
        folder.mkdir()
        (folder / "common.glsl").write_text(common(k))
        for i in range(SHADERS):
            (folder / f"shader{i:02}.frag").write_text(
                "#version 100\nprecision mediump float;\n#include \"common.glsl\"\n"
                f"varying vec3 v_color;\nvoid main() {{\n  vec3 c = tint{k}(v_color) * {i}.5;\n"
                "  gl_FragColor = vec4(c, 1.0);\n}\n")


def main():
    tool, root, changes = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    write_shaders(root)
    options = ["--engine", "own", "--format", "gcc"]
    start = time.perf_counter()
    subprocess.run([tool, *options, root], check=True)
    whole = (time.perf_counter() - start) * 1000
    process = subprocess.Popen(
        [tool, *options, "--watch", root], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    time.sleep(3 + whole / 200)
    times = []
    for change in range(changes):
        file = root / f"folder{change % FOLDERS:03}" / "common.glsl"
        file.write_text(common(change % FOLDERS, f"// {change}\n"))
        line = process.stderr.readline()
        found = re.fullmatch(r"checked (\d+) of (\d+) shaders in (\d+) ms\n", line)
        assert found and found[1] == str(SHADERS), line
        assert found[2] == str(FOLDERS * SHADERS), line
        times.append(int(found[3]))
        time.sleep(0.7)
    process.terminate()
    process.wait()
    times.sort()
    print(f"{FOLDERS * SHADERS} shaders: {whole:.0f} ms")
    print(f"{SHADERS} shaders after a change: median {times[len(times) // 2]} ms, "
          f"95th percentile {times[int(len(times) * 0.95)]} ms (goal 100 ms)")


main()
