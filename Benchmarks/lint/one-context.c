// Compiles each file in the same OpenGL ES 2.0 context and prints the logs: the minimum that a
// program without isolation has to do. It opens the driver by the same route as shaderlint.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int open_context(void) {
  PFNEGLQUERYDEVICESEXTPROC query_devices = (void *)eglGetProcAddress("eglQueryDevicesEXT");
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (void *)eglGetProcAddress("eglGetPlatformDisplayEXT");
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (!query_devices || !get_display || !query_devices(16, devices, &count)) return 0;
  static const EGLint wishes[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
  for (EGLint i = 0; i < count; i++) {
    EGLDisplay display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) continue;
    EGLContext context = eglCreateContext(display, NULL, EGL_NO_CONTEXT, wishes);
    if (context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return 1;
  }
  return 0;
}

static int compile(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  char *text = malloc(1 << 20);
  GLint length = (GLint)fread(text, 1, 1 << 20, file);
  fclose(file);
  GLuint shader = glCreateShader(strstr(path, ".vert") ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
  const GLchar *strings = text;
  glShaderSource(shader, 1, &strings, &length);
  glCompileShader(shader);
  free(text);
  GLint status = 0, size = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &size);
  if (size > 1) {
    char *log = calloc(1, (size_t)size + 2);
    glGetShaderInfoLog(shader, size + 2, NULL, log);
    printf("%s: %s", path, log);
    free(log);
  }
  glDeleteShader(shader);
  return status;
}

int main(int count, char **paths) {
  if (!open_context()) return 3;
  int failures = 0;
  for (int i = 1; i < count; i++) failures += !compile(paths[i]);
  fflush(stdout);
  // Skip the driver's slow shutdown, as shaderlint's workers do.
  _Exit(failures > 0);
}
