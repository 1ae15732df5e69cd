// Shows a defect of Mesa 22.3.6: with LP_NATIVE_VECTOR_WIDTH=128 on a processor with AVX, llvmpipe
// writes the results of vertex shaders beyond the end of a heap block. Draws triangles with many
// varyings offscreen; the C library then aborts ("double free or corruption", "invalid next size").
//
//   cc -o vector-width Tests/Portability/vector-width.c -lEGL -lGLESv2
//   ./vector-width                               # prints "drawn"
//   LP_NATIVE_VECTOR_WIDTH=128 ./vector-width    # aborts

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
  if (!(condition)) { \
    fprintf(stderr, "vector-width: %s failed\n", #condition); \
    return 1; \
  }

static const char *vertex_source =
    "attribute vec4 a_position;\n"
    "varying vec4 v[8];\n"
    "void main() {\n"
    "  for (int i = 0; i < 8; i++) v[i] = a_position * float(i);\n"
    "  gl_Position = a_position;\n"
    "}\n";
static const char *fragment_source =
    "precision mediump float;\n"
    "varying vec4 v[8];\n"
    "void main() {\n"
    "  vec4 sum = vec4(0.0);\n"
    "  for (int i = 0; i < 8; i++) sum += v[i];\n"
    "  gl_FragColor = sum;\n"
    "}\n";

static GLuint compiled(GLenum stage, const char *source) {
  GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  return shader;
}

int main(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  CHECK(get_display);
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  CHECK(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_ES_API));
  const EGLint config_attributes[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
  const EGLint context_attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
  const EGLint surface_attributes[] = {EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE};
  EGLConfig config;
  EGLint count;
  CHECK(eglChooseConfig(display, config_attributes, &config, 1, &count) && count == 1);
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
  EGLSurface surface = eglCreatePbufferSurface(display, config, surface_attributes);
  CHECK(eglMakeCurrent(display, surface, surface, context));

  GLuint program = glCreateProgram();
  glAttachShader(program, compiled(GL_VERTEX_SHADER, vertex_source));
  glAttachShader(program, compiled(GL_FRAGMENT_SHADER, fragment_source));
  glBindAttribLocation(program, 0, "a_position");
  glLinkProgram(program);
  glUseProgram(program);

  GLfloat corners[300][2];
  for (int i = 0; i < 300; i++) {
    corners[i][0] = (GLfloat)rand() / (GLfloat)RAND_MAX * 2 - 1;
    corners[i][1] = (GLfloat)rand() / (GLfloat)RAND_MAX * 2 - 1;
  }
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
  glEnableVertexAttribArray(0);
  for (int corner_count = 3; corner_count <= 300; corner_count += 3) {
    // The heap blocks after those of the driver.
    void *blocks[8];
    for (int i = 0; i < 8; i++) blocks[i] = malloc((size_t)corner_count * 40);
    glDrawArrays(GL_TRIANGLES, 0, corner_count);
    glFinish();
    for (int i = 0; i < 8; i++) free(blocks[i]);
  }
  CHECK(glGetError() == GL_NO_ERROR);
  printf("drawn\n");
  return 0;
}
