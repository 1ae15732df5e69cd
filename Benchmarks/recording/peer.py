"""A page turn written with moderngl: the vertex shader bends a grid of 128 x 96 cells around a
cylinder, with per-pixel lighting and a depth buffer. Pillow or OpenCV write PNG files, or ffmpeg
writes H.264.

    peer.py FRONT BACK NEXT WIDTHxHEIGHT FRAMES (none | png | opencv | mp4) [OUTPUT [SETTING]]

SETTING is zlib's level for png, x264's preset for mp4.
"""

import subprocess
import sys

import moderngl
import numpy as np
from PIL import Image

front, back, below = sys.argv[1:4]
width, height = map(int, sys.argv[4].split("x"))
frames, kind = int(sys.argv[5]), sys.argv[6]
output = sys.argv[7] if len(sys.argv) > 7 else None
setting = sys.argv[8] if len(sys.argv) > 8 else None
if kind == "opencv":
    import cv2

VERTEX = """
#version 330
uniform vec2 size; uniform float contact; uniform float radius;
in vec2 corner;
out vec2 uv; out vec3 normal;
void main() {
  vec2 p = corner * size;
  float s = p.x - contact, x = p.x, z = 0.0; vec3 n = vec3(0, 0, 1);
  if (s > 3.14159265 * radius) { x = contact - (s - 3.14159265 * radius); z = 2.0 * radius; n = vec3(0, 0, -1); }
  else if (s > 0.0) {
    float a = s / radius; x = contact + radius * sin(a); z = radius * (1.0 - cos(a));
    n = vec3(-sin(a), 0, cos(a));
  }
  uv = corner; normal = n;
  gl_Position = vec4(x / size.x * 2.0 - 1.0, p.y / size.y * 2.0 - 1.0, -z / (4.0 * radius), 1.0);
}
"""
FRAGMENT = """
#version 330
uniform sampler2D front; uniform sampler2D back; uniform vec3 light;
in vec2 uv; in vec3 normal; out vec4 color;
void main() {
  vec3 n = normalize(normal);
  vec4 paper = gl_FrontFacing ? texture(front, uv) : texture(back, vec2(1.0 - uv.x, uv.y));
  if (!gl_FrontFacing) n = -n;
  float diffuse = max(dot(n, light), 0.0);
  float shine = pow(max(reflect(-light, n).z, 0.0), 20.0);
  color = vec4(paper.rgb * (0.3 + 0.7 * diffuse) + 0.1 * shine, 1.0);
}
"""

gl = moderngl.create_standalone_context(backend="egl")


def texture(path):
    image = Image.open(path).convert("RGBA").resize((width, height), Image.LANCZOS)
    made = gl.texture((width, height), 4, image.transpose(Image.FLIP_TOP_BOTTOM).tobytes())
    made.filter = (moderngl.LINEAR, moderngl.LINEAR)
    return made


textures = [texture(path) for path in (front, back, below)]
program = gl.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
program["size"] = (width, height)
program["light"] = (0.3, 0.2, 0.93)
program["front"], program["back"] = 0, 1
columns, rows = 128, 96
xs, ys = np.meshgrid(np.arange(columns + 1) / columns, np.arange(rows + 1) / rows)
grid = gl.buffer(np.stack([xs, ys], -1).astype("f4").tobytes())
index = np.arange(columns * rows)
first = index // columns * (columns + 1) + index % columns
cells = np.stack(
    [first, first + 1, first + columns + 1, first + 1, first + columns + 2, first + columns + 1], -1)
mesh = gl.vertex_array(program, [(grid, "2f", "corner")], gl.buffer(cells.astype("i4").tobytes()))
target = gl.framebuffer(
    [gl.texture((width, height), 4)], gl.depth_renderbuffer((width, height)))
target.use()
gl.enable(moderngl.DEPTH_TEST)
radius = min(width, height) / 10

encoder = None
if kind == "mp4":
    encoder = subprocess.Popen(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
         f"{width}x{height}", "-framerate", "30", "-i", "pipe:0", "-vf", "vflip", "-c:v", "libx264",
         "-preset", setting, "-crf", "20", "-pix_fmt", "yuv420p", output], stdin=subprocess.PIPE)

for frame in range(frames):
    time = frame / max(frames - 1, 1)
    target.clear(0, 0, 0, 1, depth=1.0)
    # The page below is the same mesh, still flat.
    textures[2].use(0)
    program["radius"], program["contact"] = radius, 2.0 * width
    mesh.render()
    textures[0].use(0)
    textures[1].use(1)
    program["contact"] = width - time * (width + radius)
    gl.depth_func = "<="
    mesh.render()
    pixels = target.read(components=4)
    if kind == "png":
        image = Image.frombytes("RGBA", (width, height), pixels).transpose(Image.FLIP_TOP_BOTTOM)
        options = {"compress_level": int(setting)} if setting else {}
        image.convert("RGB").save(f"{output}/{frame:04}.png", **options)
    elif kind == "opencv":
        image = np.frombuffer(pixels, "u1").reshape(height, width, 4)[::-1]
        cv2.imwrite(f"{output}/{frame:04}.png", cv2.cvtColor(image, cv2.COLOR_RGBA2BGR))
    elif kind == "mp4":
        encoder.stdin.write(pixels)
if encoder:
    encoder.stdin.close()
    encoder.wait()
