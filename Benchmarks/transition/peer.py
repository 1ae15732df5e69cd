"""The usual script for a page turn between two videos: ffmpeg decodes both to RGB, moderngl draws a
curled mesh of 128 x 96 cells, and ffmpeg encodes what is read back.

peer.py FIRST SECOND OUTPUT SECONDS ENCODER-OPTION...
"""
import json
import subprocess
import sys

import moderngl
import numpy

first, second, output, seconds = sys.argv[1:5]
options = sys.argv[5:]


def probe(path):
    report = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=width,height,r_frame_rate", "-of", "json", path], check=True, capture_output=True)
    stream = json.loads(report.stdout)["streams"][0]
    return stream["width"], stream["height"], stream["r_frame_rate"]


def decode(path):
    return subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"],
        stdout=subprocess.PIPE)


WIDTH, HEIGHT, RATE = probe(first)
SIZE = WIDTH * HEIGHT * 3
numerator, denominator = map(int, RATE.split("/"))
COUNT = round(float(seconds) * numerator / denominator)

gl = moderngl.create_standalone_context(backend="egl")
program = gl.program(
    vertex_shader="""
#version 330
uniform float u_contact; uniform float u_radius; uniform vec2 u_size;
in vec2 a_paper; out vec2 v_coord; out vec3 v_normal;
void main() {
  float s = a_paper.x - u_contact; float d = s; float z = 0.0; vec3 n = vec3(0, 0, 1);
  float turn = 3.14159265 * u_radius;
  if (s > turn) { d = turn - s; z = 2.0 * u_radius; n = vec3(0, 0, -1); }
  else if (s > 0.0) { float b = s / u_radius; d = u_radius * sin(b); z = u_radius * (1.0 - cos(b));
    n = vec3(-sin(b), 0.0, cos(b)); }
  vec2 place = vec2(u_contact + d, a_paper.y);
  gl_Position = vec4(place / u_size * 2.0 - 1.0, -z / 2000.0, 1.0);
  v_coord = a_paper / u_size; v_normal = n;
}""",
    fragment_shader="""
#version 330
uniform sampler2D u_front; in vec2 v_coord; in vec3 v_normal; out vec4 color;
void main() {
  vec3 n = normalize(v_normal); vec4 page = texture(u_front, v_coord);
  if (n.z < 0.0) { n = -n; page = mix(vec4(0.96, 0.95, 0.92, 1.0), page, 0.1); }
  vec3 l = normalize(vec3(-0.35, 0.45, 0.82)); vec3 h = normalize(l + vec3(0, 0, 1));
  color = vec4(page.rgb * (0.5 + 0.5 * max(dot(n, l), 0.0))
    + 0.12 * pow(max(dot(n, h), 0.0), 20.0), 1.0);
}""")
below = gl.program(
    vertex_shader="#version 330\nin vec2 a_place; out vec2 v_coord; void main() {"
    "v_coord = a_place; gl_Position = vec4(a_place * 2.0 - 1.0, 0.999, 1.0); }",
    fragment_shader="#version 330\nuniform sampler2D u_page; in vec2 v_coord; out vec4 color;"
    "void main() { color = texture(u_page, v_coord); }")
across, up = 128, 96
grid = numpy.stack(
    numpy.meshgrid(numpy.linspace(0, WIDTH, across + 1), numpy.linspace(0, HEIGHT, up + 1)), -1)
cell = numpy.arange(across * up)
corner = cell % across + cell // across * (across + 1)
indices = numpy.stack(
    [corner, corner + 1, corner + across + 1, corner + across + 1, corner + 1, corner + across + 2], -1)
mesh = gl.vertex_array(
    program, [(gl.buffer(grid.astype("f4").tobytes()), "2f", "a_paper")],
    gl.buffer(indices.astype("i4").tobytes()))
quad = gl.vertex_array(
    below, [(gl.buffer(numpy.array([0, 0, 1, 0, 0, 1, 1, 1], "f4").tobytes()), "2f", "a_place")])
target = gl.framebuffer([gl.texture((WIDTH, HEIGHT), 3)], gl.depth_renderbuffer((WIDTH, HEIGHT)))
textures = [gl.texture((WIDTH, HEIGHT), 3, alignment=1) for _ in range(2)]
radius = min(WIDTH, HEIGHT) / 10
program["u_size"], program["u_radius"] = (WIDTH, HEIGHT), radius
program["u_front"], below["u_page"] = 0, 1
memory = bytearray(SIZE)


def draw(index, one, two):
    """Draws upside down, as the rows of a video are, so that nothing has to be flipped."""
    t = index / (COUNT - 1)
    t = t * t * (3 - 2 * t)
    textures[0].write(one)
    textures[1].write(two)
    program["u_contact"] = WIDTH - t * (WIDTH + numpy.pi * radius)
    target.use()
    gl.enable(moderngl.DEPTH_TEST)
    gl.clear()
    textures[0].use(0)
    textures[1].use(1)
    quad.render(moderngl.TRIANGLE_STRIP)
    mesh.render()
    target.read_into(memory, components=3)
    return memory


start, end = decode(first), decode(second)
encoder = subprocess.Popen(
    ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}",
     "-r", RATE, "-i", "pipe:0", "-pix_fmt", "yuv420p", *options, output], stdin=subprocess.PIPE)
# The length of the first clip is only known at its end.
tail = []
while len(frame := start.stdout.read(SIZE)) == SIZE:
    tail.append(frame)
    if len(tail) > COUNT:
        encoder.stdin.write(tail.pop(0))
for index, frame in enumerate(tail):
    encoder.stdin.write(draw(index, frame, end.stdout.read(SIZE)))
while len(frame := end.stdout.read(SIZE)) == SIZE:
    encoder.stdin.write(frame)
encoder.stdin.close()
sys.exit(encoder.wait() or start.wait() or end.wait())
