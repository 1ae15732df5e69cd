"""The common technique: the vertex shader curls a mesh of 128 x 96 cells, which is drawn with
moderngl with a depth buffer and per-pixel lighting, and read back. For each line of standard input,
prints the milliseconds per frame as elapsed time and as processor time."""
import math
import sys
import time

import moderngl
import numpy

WIDTH, HEIGHT, FRAMES = 1920, 1080, 120
gl = moderngl.create_standalone_context(backend="egl")
VERTEX = """
#version 330
uniform float u_contact; uniform float u_radius; uniform vec2 u_lift; uniform vec2 u_size;
in vec2 a_paper; out vec2 v_coord; out vec3 v_normal;
void main() {
  float s = dot(u_lift, a_paper) - u_contact; float d = s; float z = 0.0; vec3 n = vec3(0, 0, 1);
  float turn = 3.14159265 * u_radius;
  if (s > turn) { d = turn - s; z = 2.0 * u_radius; n = vec3(0, 0, -1); }
  else if (s > 0.0) { float b = s / u_radius; d = u_radius * sin(b); z = u_radius * (1.0 - cos(b));
    n = vec3(-sin(b) * u_lift, cos(b)); }
  vec2 place = a_paper + (d - s) * u_lift;
  gl_Position = vec4(place / u_size * 2.0 - 1.0, -z / 2000.0, 1.0);
  v_coord = a_paper / u_size; v_normal = n;
}"""
FRAGMENT = """
#version 330
uniform sampler2D u_front; uniform sampler2D u_back; in vec2 v_coord; in vec3 v_normal; out vec4 color;
void main() {
  vec3 n = normalize(v_normal); vec4 page;
  if (n.z < 0.0) { n = -n; page = texture(u_back, vec2(1.0 - v_coord.x, v_coord.y)); }
  else { page = texture(u_front, v_coord); }
  vec3 l = normalize(vec3(-0.35, 0.45, 0.82)); vec3 h = normalize(l + vec3(0, 0, 1));
  color = vec4(page.rgb * (0.5 + 0.5 * max(dot(n, l), 0.0)) + 0.12 * pow(max(dot(n, h), 0.0), 20.0), 1.0);
}"""
program = gl.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
below = gl.program(
    vertex_shader="#version 330\nin vec2 a_paper; uniform vec2 u_size; out vec2 v_coord; void main() {"
    "v_coord = a_paper / u_size; gl_Position = vec4(v_coord * 2.0 - 1.0, 0.999, 1.0); }",
    fragment_shader="#version 330\nuniform sampler2D u_page; in vec2 v_coord; out vec4 color;"
    "void main() { color = texture(u_page, v_coord); }")


def page(seed):
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    ink = ((y // 14) % 2 == 1) & (x >= 60) & (x < WIDTH - 60) & ((x * (seed + 3) + y // 28 * 37) % 11 < 4)
    image = numpy.empty((HEIGHT, WIDTH, 4), "u1")
    image[:] = (250, 246, 235, 255)
    image[ink] = (30, 30, 40, 255)
    return gl.texture((WIDTH, HEIGHT), 4, image[::-1].tobytes())


pages = [page(seed) for seed in range(3)]
across, up = 128, 96
grid = numpy.stack(numpy.meshgrid(numpy.linspace(0, WIDTH, across + 1), numpy.linspace(0, HEIGHT, up + 1)), -1)
cell = numpy.arange(across * up)
corner = cell % across + cell // across * (across + 1)
indices = numpy.stack([corner, corner + 1, corner + across + 1, corner + across + 1, corner + 1,
                       corner + across + 2], -1)
mesh = gl.vertex_array(program, [(gl.buffer(grid.astype("f4").tobytes()), "2f", "a_paper")],
                       gl.buffer(indices.astype("i4").tobytes()))
quad = gl.vertex_array(below, [(gl.buffer(numpy.array(
    [0, 0, WIDTH, 0, 0, HEIGHT, WIDTH, HEIGHT], "f4").tobytes()), "2f", "a_paper")])
target = gl.framebuffer([gl.texture((WIDTH, HEIGHT), 4)], gl.depth_renderbuffer((WIDTH, HEIGHT)))
angle = math.radians(float(sys.argv[1]) if len(sys.argv) > 1 else 180)
lift = (-math.cos(angle), -math.sin(angle))
extent = [lift[0] * x + lift[1] * y for x in (0, WIDTH) for y in (0, HEIGHT)]
radius = 108.0
program["u_size"] = below["u_size"] = (WIDTH, HEIGHT)
program["u_lift"], program["u_radius"] = lift, radius
program["u_front"], program["u_back"], below["u_page"] = 0, 1, 2
memory = bytearray(WIDTH * HEIGHT * 4)


def frame(index):
    t = index / (FRAMES - 1)
    program["u_contact"] = max(extent) - t * (max(extent) - min(extent) + radius)
    target.use()
    gl.enable(moderngl.DEPTH_TEST)
    gl.clear()
    for unit, texture in enumerate(pages):
        texture.use(unit)
    quad.render(moderngl.TRIANGLE_STRIP)
    mesh.render()
    target.read_into(memory, components=4)


for index in range(4):
    frame(index * 30)
for _line in sys.stdin:
    begin, processor = time.perf_counter(), time.process_time()
    for index in range(FRAMES):
        frame(index)
    print((time.perf_counter() - begin) * 1000 / FRAMES, (time.process_time() - processor) * 1000 / FRAMES,
          flush=True)
