#!/usr/bin/env python3
"""Writes a project of 20 files to FOLDER: 8 programs, 3 files that they include, and a configuration.

usage: make-project.py FOLDER
"""
import pathlib
import sys

NAMES = ["sky", "water", "terrain", "grass", "rock", "glass", "smoke", "fire"]

VERTEX = """#version 100
#include "common/transform.glsl"
attribute vec4 a_position;
varying vec2 v_{name};
void main() {{
  v_{name} = a_position.xy * SCALE;
  gl_Position = transformed(a_position);
}}
"""

FRAGMENT = """#version 100
precision mediump float;
#include "common/light.glsl"
varying highp vec2 v_{name};
uniform vec4 u_tint;
void main() {{
  vec3 normal = vec3(v_{name}, 1.0);
  gl_FragColor = vec4(lit(u_light, normal), 1.0) * u_tint;
}}
"""

COMMON = {
    "common/transform.glsl": """uniform mat4 u_matrix;
vec4 transformed(vec4 position) { return u_matrix * position; }
""",
    "common/light.glsl": """#include "color.glsl"
struct Light { vec3 color; float range; };
uniform Light u_light;
// The color of a lit point.
vec3 lit(Light light, vec3 normal) { return encoded(light.color * normal.z) / light.range; }
""",
    "common/color.glsl": """vec3 encoded(vec3 color) { return pow(abs(color), vec3(0.45)); }
""",
    ".shaderlint.toml": """[define]
SCALE = "0.5"

[levels]
missing-version = "off"
""",
}


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "common").mkdir(parents=True, exist_ok=True)
    for name, text in COMMON.items():
        (folder / name).write_text(text)
    for name in NAMES:
        (folder / f"{name}.vert").write_text(VERTEX.format(name=name))
        (folder / f"{name}.frag").write_text(FRAGMENT.format(name=name))


main()
