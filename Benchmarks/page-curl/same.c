// The GL calls of a draft, written by hand in C: 120 frames at 1920×1080, with one program for lit
// and one for level paper. Two workers, each with an EGL display of its own. For each line of
// standard input, prints the milliseconds per frame as elapsed time and as processor time.
//
//   same DEGREES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, FRAMES = 120, WORKERS = 2, SLABS = 16, MOST = 4096 };
static const double radius = 108, tolerance = 0.08;
static double degrees = 180;

typedef struct { float place[2], paper[2], light[4]; } Vertex;
typedef struct { double lift[2], axis[2], contact, low, high; } Curl;
typedef struct {
  GLuint lit, level, textures[3], sources[3], target, frame;
  GLint lit_sheet, level_sheet;
  uint8_t *memory;
  Vertex vertices[MOST];
  int count;
} Worker;

static pthread_barrier_t start, end;

static void fail(const char *what) {
  fprintf(stderr, "failed: %s\n", what);
  exit(1);
}

static double milliseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// Geometry

static Curl curl_at(double time) {
  const double angle = degrees * M_PI / 180;
  Curl curl = {.lift = {-cos(angle), -sin(angle)}};
  for (int i = 0; i < 2; i++) if (fabs(curl.lift[i]) < 1e-14) curl.lift[i] = 0;
  curl.axis[0] = -curl.lift[1];
  curl.axis[1] = curl.lift[0];
  const double across = curl.lift[0] * WIDTH, up = curl.lift[1] * HEIGHT;
  curl.low = fmin(across, 0) + fmin(up, 0);
  curl.high = fmax(across, 0) + fmax(up, 0);
  curl.contact = curl.high - time * (curl.high - curl.low + radius);
  return curl;
}

// Intersects the page, enlarged by `margin`, with the line at distance `s` from the contact line.
static int chord(const Curl *curl, double s, double margin, double range[2]) {
  const double limits[] = {WIDTH, HEIGHT};
  range[0] = -1e30;
  range[1] = 1e30;
  for (int i = 0; i < 2; i++) {
    const double from = (curl->contact + s) * curl->lift[i], step = curl->axis[i];
    if (step == 0) {
      if (from < -margin - 1e-9 || from > limits[i] + margin + 1e-9) return 0;
      continue;
    }
    const double a = (-margin - from) / step, b = (limits[i] + margin - from) / step;
    range[0] = fmax(range[0], fmin(a, b));
    range[1] = fmin(range[1], fmax(a, b));
  }
  return range[0] <= range[1] + 1e-9;
}

static void light_on(const double normal[3], float light[4]) {
  static const double to_light[3] = {-0.35, 0.45, 0.82};
  const double length = sqrt(0.35 * 0.35 + 0.45 * 0.45 + 0.82 * 0.82);
  double matt = 0, gloss = 0, halfway[3], size = 0;
  for (int i = 0; i < 3; i++) {
    matt += normal[i] * to_light[i] / length;
    halfway[i] = to_light[i] / length + (i == 2);
    size += halfway[i] * halfway[i];
  }
  for (int i = 0; i < 3; i++) gloss += normal[i] * halfway[i] / sqrt(size);
  const double share = (0.6 + 0.4 * fmax(matt, 0)) / (0.6 + 0.4 * 0.82 / length);
  light[0] = light[1] = light[2] = (float)share;
  light[3] = (float)(0.12 * fmax(pow(fmax(gloss, 0), 20) - pow(halfway[2] / sqrt(size), 20), 0));
}

// Strips

typedef enum { FLAT, RISING, FALLING, TURNED } Part;

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void add(Worker *worker, const Curl *curl, Part part, double s, double along) {
  if (worker->count == MOST) fail("room for vertices");
  Vertex *vertex = &worker->vertices[worker->count++];
  const double bend = s / radius, side = part == FALLING ? -1 : 1;
  double reach = s, normal[3] = {0, 0, 1};
  if (part == TURNED) reach = M_PI * radius - s;
  if (part == RISING || part == FALLING) {
    reach = radius * sin(bend);
    for (int i = 0; i < 2; i++) normal[i] = -side * sin(bend) * curl->lift[i];
    normal[2] = side * cos(bend);
  }
  for (int i = 0; i < 2; i++) {
    vertex->place[i] = (float)((curl->contact + reach) * curl->lift[i] + along * curl->axis[i]);
    vertex->paper[i] = (float)((curl->contact + s) * curl->lift[i] + along * curl->axis[i]);
  }
  light_on(normal, vertex->light);
}

// A strip of quads. `side` 0 is the whole strip; 1 and 2 are the parts of the rising paper at each
// end that the falling paper does not cover.
static int strip(
    Worker *worker, const Curl *curl, Part part, double from, double to, int side, int *first) {
  double lines[256];
  int count = 0;
  *first = worker->count;
  if (to <= from) return 0;
  lines[count++] = from;
  lines[count++] = to;
  for (int corner = 0; corner < 8; corner++) {
    const double inset = corner & 4 ? 1 : 0;
    const double x = corner & 1 ? WIDTH - inset : inset, y = corner & 2 ? HEIGHT - inset : inset;
    double s = x * curl->lift[0] + y * curl->lift[1] - curl->contact;
    if (corner & 4) {
      if (side == 0) continue;
      s = M_PI * radius - s;
    }
    for (int step = -1; step <= 1; step++) lines[count++] = s + step * 1e-6;
  }
  if (part == RISING || part == FALLING) {
    double bend = M_PI / 2;
    while ((bend -= fmin(sqrt(8 * tolerance / (radius * sin(bend))), 0.15)) > 0.02)
      lines[count++] = radius * (part == RISING ? bend : M_PI - bend);
  }
  qsort(lines, count, sizeof *lines, compare);
  double last = -1e30, meeting = 0;
  for (int index = 0; index < count; index++) {
    const double s = lines[index];
    double range[2], hidden[2];
    if (s < from || s > to || s <= last) continue;
    last = s;
    if (!chord(curl, s, 0, range)) continue;
    if (side > 0) {
      if (chord(curl, M_PI * radius - s, -1, hidden)) meeting = (hidden[0] + hidden[1]) / 2;
      else hidden[0] = hidden[1] = meeting;
      if (side == 1) range[1] = fmin(fmax(hidden[0], range[0]), range[1]);
      else range[0] = fmin(fmax(hidden[1], range[0]), range[1]);
    }
    add(worker, curl, part, s, range[0]);
    add(worker, curl, part, s, range[1]);
  }
  return worker->count - *first;
}

// Drawing

static void copy(Worker *worker, int page, int x, int y, int width, int height) {
  if (width <= 0 || height <= 0) return;
  glBindFramebuffer(GL_FRAMEBUFFER, worker->sources[page]);
  glBindTexture(GL_TEXTURE_2D, worker->target);
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, x, y, x, y, width, height);
}

static int clamp(double value, int most) {
  return value < 0 ? 0 : value > most ? most : (int)value;
}

// Copies the flat part and returns the `u` from which the flat front must be drawn. Supports curls
// that travel left.
static double copy_flat(Worker *worker, const Curl *curl) {
  const double nx = curl->lift[0], ny = curl->lift[1];
  const int slabs = ny == 0 ? 1 : SLABS;
  const double lowest = (curl->contact - fmax(ny * HEIGHT, 0)) / nx;
  const int uncovered = clamp(floor(lowest) - 1, WIDTH);
  copy(worker, 2, uncovered, 0, WIDTH - uncovered, HEIGHT);
  for (int slab = 0; slab < slabs; slab++) {
    const int low = HEIGHT * slab / slabs, high = HEIGHT * (slab + 1) / slabs;
    const int width = clamp(floor((curl->contact - ny * (ny > 0 ? high : low)) / nx), WIDTH);
    copy(worker, 0, 0, low, width, high - low);
  }
  return curl->contact - fabs(ny) * (HEIGHT / slabs + 1) - fabs(nx) - fabs(ny) - 1;
}

static void draw(Worker *worker, int page, int is_level, int first, int count) {
  if (count == 0) return;
  glUseProgram(is_level ? worker->level : worker->lit);
  glBindTexture(GL_TEXTURE_2D, worker->textures[page]);
  glUniform4f(
      is_level ? worker->level_sheet : worker->lit_sheet, (page == 1 ? -1.0f : 1.0f) / WIDTH,
      1.0f / HEIGHT, page == 1, 0);
  glDrawArrays(GL_TRIANGLE_STRIP, first, count);
}

static void draw_frame(Worker *worker, int index) {
  const Curl curl = curl_at(index / (FRAMES - 1.0));
  const double from = curl.low - curl.contact, to = curl.high - curl.contact;
  const double quarter = M_PI / 2 * radius;
  const int is_straight = curl.lift[0] == 0 || curl.lift[1] == 0;
  const double rest = copy_flat(worker, &curl) - curl.contact;
  int first[5], count[5];
  worker->count = 0;
  count[0] = strip(worker, &curl, FLAT, fmax(from, rest), fmin(to, 1), 0, &first[0]);
  const double risen = fmin(fmin(to, quarter), is_straight ? 2 * quarter - to + 1 : 1e30);
  count[1] = strip(worker, &curl, RISING, fmax(from, 0), risen, !is_straight, &first[1]);
  count[2] = is_straight ? 0 : strip(worker, &curl, RISING, fmax(from, 0), risen, 2, &first[2]);
  count[3] =
      strip(worker, &curl, FALLING, fmax(from, quarter), fmin(to, 2 * quarter), 0, &first[3]);
  count[4] = strip(worker, &curl, TURNED, fmax(from, 2 * quarter - 1), to, 0, &first[4]);
  glBufferData(
      GL_ARRAY_BUFFER, worker->count * (GLsizeiptr)sizeof(Vertex), worker->vertices,
      GL_STREAM_DRAW);
  glBindFramebuffer(GL_FRAMEBUFFER, worker->frame);
  for (int part = 0; part < 5; part++)
    draw(worker, part > 2, part == 0 || part == 4, first[part], count[part]);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, worker->memory);
  // Top row first.
  uint8_t spare[WIDTH * 4];
  for (int row = 0; row < HEIGHT / 2; row++) {
    uint8_t *upper = worker->memory + row * sizeof spare;
    uint8_t *lower = worker->memory + (HEIGHT - 1 - row) * sizeof spare;
    memcpy(spare, upper, sizeof spare);
    memcpy(upper, lower, sizeof spare);
    memcpy(lower, spare, sizeof spare);
  }
}

// Setup

static const char *vertex_source =
    "attribute vec2 a_place, a_paper; attribute vec4 a_light; uniform vec4 u_sheet;"
    "varying vec2 v_coord; varying vec4 v_light;"
    "void main() { gl_Position = vec4(a_place * vec2(2.0 / 1920.0, 2.0 / 1080.0) - 1.0, 0.0, 1.0);"
    "  v_coord = a_paper * u_sheet.xy + u_sheet.zw; v_light = a_light; }";
static const char *lit_source =
    "precision highp float; uniform sampler2D u_page; varying vec2 v_coord; varying vec4 v_light;"
    "void main() { vec4 page = texture2D(u_page, v_coord);"
    "  vec3 color = page.rgb * v_light.rgb + page.a * v_light.a;"
    "  gl_FragColor = vec4(min(color, vec3(page.a)), page.a); }";
static const char *level_source =
    "precision highp float; uniform sampler2D u_page; varying vec2 v_coord;"
    "void main() { gl_FragColor = texture2D(u_page, v_coord); }";

static GLuint program(const char *fragment, GLint *sheet) {
  const char *sources[] = {vertex_source, fragment};
  const char *names[] = {"a_place", "a_paper", "a_light"};
  GLuint made = glCreateProgram();
  for (int i = 0; i < 2; i++) {
    GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
    glShaderSource(shader, 1, &sources[i], NULL);
    glCompileShader(shader);
    glAttachShader(made, shader);
  }
  for (GLuint i = 0; i < 3; i++) glBindAttribLocation(made, i, names[i]);
  glLinkProgram(made);
  GLint linked;
  glGetProgramiv(made, GL_LINK_STATUS, &linked);
  if (!linked) fail("glLinkProgram");
  *sheet = glGetUniformLocation(made, "u_sheet");
  return made;
}

static void make_texture(GLuint texture, GLuint framebuffer, const void *pixels) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(
      GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

// An image that resembles a page of text, bottom row first.
static void fill(uint8_t *pixels, int seed) {
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      const int is_ink = y / 14 % 2 == 1 && x >= 60 && x < WIDTH - 60
          && (x * (seed + 3) + y / 28 * 37) % 11 < 4;
      const uint8_t paper[] = {250, 246, 235, 255}, ink[] = {30, 30, 40, 255};
      memcpy(pixels + ((size_t)(HEIGHT - 1 - y) * WIDTH + x) * 4, is_ink ? ink : paper, 4);
    }
  }
}

static void open_context(int number) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  PFNEGLQUERYDEVICESEXTPROC query_devices =
      (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  if (!get_display || !query_devices) fail("EGL's platforms");
  EGLDisplay display;
  if (number == 0) {
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    query_devices(16, devices, &count);
    if (count == 0) fail("eglQueryDevicesEXT");
    display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[count - 1], NULL);
  } else {
    display = get_display(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
  }
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) fail("eglInitialize");
  const EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
  EGLContext context = eglCreateContext(display, NULL, NULL, attributes);
  if (!eglMakeCurrent(display, NULL, NULL, context)) fail("eglMakeCurrent");
}

static Worker *make_worker(int number) {
  Worker *worker = calloc(1, sizeof *worker);
  if (!worker || !(worker->memory = malloc(WIDTH * HEIGHT * 4))) fail("memory");
  open_context(number);
  GLuint buffer;
  glGenTextures(3, worker->textures);
  glGenTextures(1, &worker->target);
  glGenFramebuffers(3, worker->sources);
  glGenFramebuffers(1, &worker->frame);
  for (int page = 0; page < 3; page++) {
    fill(worker->memory, page);
    make_texture(worker->textures[page], worker->sources[page], worker->memory);
  }
  make_texture(worker->target, worker->frame, NULL);
  worker->lit = program(lit_source, &worker->lit_sheet);
  worker->level = program(level_source, &worker->level_sheet);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  for (GLuint i = 0; i < 3; i++) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(
        i, i == 2 ? 4 : 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), (void *)(uintptr_t)(i * 8));
  }
  glDisable(GL_DITHER);
  glViewport(0, 0, WIDTH, HEIGHT);
  return worker;
}

static void *work(void *argument) {
  const int number = (int)(intptr_t)argument;
  Worker *worker = make_worker(number);
  for (int index = 0; index < 4; index++) draw_frame(worker, index * 30);
  if (glGetError() != GL_NO_ERROR) fail("drawing");
  for (;;) {
    pthread_barrier_wait(&start);
    for (int index = number; index < FRAMES; index += WORKERS) draw_frame(worker, index);
    pthread_barrier_wait(&end);
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count > 1) degrees = atof(arguments[1]);
  if (cos(degrees * M_PI / 180) > -0.5) fail("a curl that travels left is wanted");
  pthread_barrier_init(&start, NULL, WORKERS + 1);
  pthread_barrier_init(&end, NULL, WORKERS + 1);
  for (intptr_t number = 0; number < WORKERS; number++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, (void *)number)) fail("pthread_create");
  }
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    const double begin = milliseconds(CLOCK_MONOTONIC);
    const double processor = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    pthread_barrier_wait(&start);
    pthread_barrier_wait(&end);
    printf(
        "%.3f %.3f\n", (milliseconds(CLOCK_MONOTONIC) - begin) / FRAMES,
        (milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / FRAMES);
    fflush(stdout);
  }
  return 0;
}
