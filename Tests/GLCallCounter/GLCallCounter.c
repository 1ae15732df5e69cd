#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES 1
#include "GLCallCounter.h"

#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Other tests draw on other threads at the same time: each thread has a count of its own.
static _Thread_local long count;
static _Thread_local const char *names[64];
static _Thread_local long allocations;
static _Thread_local long allocated;
// How many GL calls this thread is in: what the driver allocates there is its own affair.
static _Thread_local int depth;

static _Thread_local gl_highp simulated;

void gl_simulate_highp(gl_highp highp) { simulated = highp; }

static _Thread_local const gl_failure *failure;

void gl_simulate_failure(const gl_failure *wanted) { failure = wanted; }

static _Thread_local gl_rewrite rewrite;

void gl_rewrite_fragment_shaders(gl_rewrite function) { rewrite = function; }

static _Thread_local gl_watch watch;

void gl_watch_shaders(gl_watch function) { watch = function; }

long gl_call_count(void) { return count; }
void gl_call_reset(void) { count = allocations = allocated = 0; }
long gl_call_allocations(void) { return allocations; }
long gl_call_allocated_bytes(void) { return allocated; }
const char *gl_call_name(long index) {
  return index >= 0 && index < count && index < 64 ? names[index] : NULL;
}

static void note(const char *name) {
  if (count < 64) names[count] = name;
  count++;
}

static void leave(const int *guard) { depth -= *guard; }

// FORWARD(type, name, parameters, arguments): notes the call and makes it. The library's function
// is looked up at the first call; two threads that do so at once find the same.
#define FORWARD(type, name, parameters, arguments)                                                 \
  type name parameters {                                                                           \
    static _Atomic(void *) function;                                                               \
    void *next = atomic_load(&function);                                                           \
    if (!next) atomic_store(&function, next = dlsym(RTLD_NEXT, #name));                            \
    note(#name);                                                                                   \
    __attribute__((cleanup(leave))) const int guard = 1;                                           \
    depth += guard;                                                                                \
    return ((type(*) parameters)next)arguments;                                                    \
  }

// The C library's own functions behind malloc and its like, which every other allocation goes
// through.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note_allocation(size_t size) {
  if (depth > 0) return;
  allocations++;
  allocated += (long)size;
}

void *malloc(size_t size) {
  note_allocation(size);
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  note_allocation(count * size);
  return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
  note_allocation(size);
  return __libc_realloc(block, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  note_allocation(size);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **block, size_t alignment, size_t size) {
  note_allocation(size);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

FORWARD(void, glUseProgram, (GLuint program), (program))
FORWARD(void, glActiveTexture, (GLenum texture), (texture))
FORWARD(void, glBindTexture, (GLenum target, GLuint texture), (target, texture))
FORWARD(void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer))
FORWARD(void, glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage),
    (target, size, data, usage))
FORWARD(void, glBufferSubData, (GLenum target, GLintptr offset, GLsizeiptr size,
    const void *data), (target, offset, size, data))
FORWARD(void, glVertexAttribPointer, (GLuint index, GLint size, GLenum type,
    GLboolean normalized, GLsizei stride, const void *pointer), (index, size, type, normalized,
    stride, pointer))
FORWARD(void, glVertexAttrib4f, (GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w),
    (index, x, y, z, w))
FORWARD(void, glEnableVertexAttribArray, (GLuint index), (index))
FORWARD(void, glDisableVertexAttribArray, (GLuint index), (index))
FORWARD(void, glUniform1fv, (GLint location, GLsizei count, const GLfloat *value), (location,
    count, value))
FORWARD(void, glUniform2fv, (GLint location, GLsizei count, const GLfloat *value), (location,
    count, value))
FORWARD(void, glUniform3fv, (GLint location, GLsizei count, const GLfloat *value), (location,
    count, value))
FORWARD(void, glUniform4fv, (GLint location, GLsizei count, const GLfloat *value), (location,
    count, value))
FORWARD(void, glUniform1iv, (GLint location, GLsizei count, const GLint *value), (location,
    count, value))
FORWARD(void, glUniformMatrix3fv, (GLint location, GLsizei count, GLboolean transpose,
    const GLfloat *value), (location, count, transpose, value))
FORWARD(void, glUniformMatrix4fv, (GLint location, GLsizei count, GLboolean transpose,
    const GLfloat *value), (location, count, transpose, value))
FORWARD(void, glEnable, (GLenum cap), (cap))
FORWARD(void, glDisable, (GLenum cap), (cap))
FORWARD(void, glBlendFuncSeparate, (GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha,
    GLenum dfactorAlpha), (sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha))
FORWARD(void, glBlendEquationSeparate, (GLenum modeRGB, GLenum modeAlpha), (modeRGB, modeAlpha))
FORWARD(void, glBlendColor, (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), (red,
    green, blue, alpha))
FORWARD(void, glCullFace, (GLenum mode), (mode))
FORWARD(void, glFrontFace, (GLenum mode), (mode))
FORWARD(void, glDepthFunc, (GLenum func), (func))
FORWARD(void, glDepthMask, (GLboolean flag), (flag))
FORWARD(void, glColorMask, (GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha),
    (red, green, blue, alpha))
FORWARD(void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FORWARD(void, glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units))
FORWARD(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FORWARD(void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
FORWARD(void, glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *indices),
    (mode, count, type, indices))
FORWARD(GLenum, glGetError, (void), ())
FORWARD(void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data))
FORWARD(void, glLinkProgram, (GLuint program), (program))
FORWARD(void, glCompileShader, (GLuint shader), (shader))
FORWARD(void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
FORWARD(void, glHint, (GLenum target, GLenum mode), (target, mode))
FORWARD(void, glFlush, (void), ())
FORWARD(void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))

void glGetShaderPrecisionFormat(GLenum stage, GLenum type, GLint *range, GLint *precision) {
  void (*next)(GLenum, GLenum, GLint *, GLint *) = dlsym(RTLD_NEXT, "glGetShaderPrecisionFormat");
  next(stage, type, range, precision);
  int isHigh = type == GL_HIGH_FLOAT || type == GL_HIGH_INT;
  if (simulated == gl_highp_missing && stage == GL_FRAGMENT_SHADER && isHigh)
    range[0] = range[1] = *precision = 0;
}

static _Thread_local int hides;

void gl_hide_extensions(int wanted) { hides = wanted; }

const GLubyte *glGetString(GLenum name) {
  const GLubyte *(*next)(GLenum) = dlsym(RTLD_NEXT, "glGetString");
  return hides && name == GL_EXTENSIONS ? (const GLubyte *)"" : next(name);
}

static void fail(GLenum parameter, GLint *value) {
  if (parameter == failure->step) *value = GL_FALSE;
  if (parameter == GL_INFO_LOG_LENGTH) *value = failure->announced;
}

void glGetShaderiv(GLuint shader, GLenum parameter, GLint *value) {
  void (*next)(GLuint, GLenum, GLint *) = dlsym(RTLD_NEXT, "glGetShaderiv");
  next(shader, parameter, value);
  if (failure && failure->step == GL_COMPILE_STATUS) fail(parameter, value);
}

void glGetProgramiv(GLuint program, GLenum parameter, GLint *value) {
  void (*next)(GLuint, GLenum, GLint *) = dlsym(RTLD_NEXT, "glGetProgramiv");
  next(program, parameter, value);
  if (failure && failure->step != GL_COMPILE_STATUS) fail(parameter, value);
}

static void write_log(GLsizei capacity, GLsizei *written, GLchar *text) {
  size_t length = strlen(failure->text);
  memcpy(text, failure->text, length < (size_t)capacity ? length + 1 : (size_t)capacity);
  if (written) *written = failure->written;
}

void glGetShaderInfoLog(GLuint shader, GLsizei capacity, GLsizei *written, GLchar *text) {
  void (*next)(GLuint, GLsizei, GLsizei *, GLchar *) = dlsym(RTLD_NEXT, "glGetShaderInfoLog");
  if (failure && failure->step == GL_COMPILE_STATUS) write_log(capacity, written, text);
  else next(shader, capacity, written, text);
}

void glGetProgramInfoLog(GLuint program, GLsizei capacity, GLsizei *written, GLchar *text) {
  void (*next)(GLuint, GLsizei, GLsizei *, GLchar *) = dlsym(RTLD_NEXT, "glGetProgramInfoLog");
  if (failure && failure->step != GL_COMPILE_STATUS) write_log(capacity, written, text);
  else next(program, capacity, written, text);
}

// Changes the first letter of a word wherever it occurs.
static void hide(char *text, const char *word) {
  for (char *at = text; (at = strstr(at, word)); at++) *at = 'N';
}

// The driver defines GL_FRAGMENT_PRECISION_HIGH and lets nobody undefine it: the sources get
// another name.
void glShaderSource(GLuint shader, GLsizei parts, const GLchar *const *strings,
    const GLint *lengths) {
  void (*next)(GLuint, GLsizei, const GLchar *const *, const GLint *) = dlsym(RTLD_NEXT,
      "glShaderSource");
  if (simulated == gl_highp_as_it_is && !rewrite && !watch) {
    next(shader, parts, strings, lengths);
    return;
  }
  size_t whole = 0;
  for (GLsizei i = 0; i < parts; i++) whole += lengths && lengths[i] >= 0
      ? (size_t)lengths[i] : strlen(strings[i]);
  char *text = malloc(whole + 1), *end = text;
  for (GLsizei i = 0; i < parts; i++) {
    size_t length = lengths && lengths[i] >= 0 ? (size_t)lengths[i] : strlen(strings[i]);
    memcpy(end, strings[i], length);
    end += length;
  }
  *end = 0;
  GLint stage = 0;
  glGetShaderiv(shader, GL_SHADER_TYPE, &stage);
  if (watch) watch(text, stage == GL_FRAGMENT_SHADER);
  if (simulated != gl_highp_as_it_is) hide(text, "GL_FRAGMENT_PRECISION_HIGH");
  if (simulated == gl_highp_missing && stage == GL_FRAGMENT_SHADER) hide(text, "highp");
  if (rewrite && stage == GL_FRAGMENT_SHADER) {
    char *other = rewrite(text);
    free(text);
    text = other;
  }
  next(shader, 1, (const GLchar *const[]){text}, NULL);
  free(text);
}
