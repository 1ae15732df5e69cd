#include "peer.h"

#include <GLES2/gl2.h>
#include <math.h>
#include <string.h>

static const char *vertex_source =
    "attribute vec4 a_position;\n"
    "attribute vec2 a_coordinate;\n"
    "uniform mat4 u_modelviewProjection, u_modelview;\n"
    "uniform mat3 u_normalMatrix;\n"
    "uniform vec3 u_light, u_ambient, u_diffuse;\n"
    "varying vec4 v_color;\n"
    "varying vec2 v_coordinate;\n"
    "varying float v_fog;\n"
    "void main() {\n"
    "  gl_Position = u_modelviewProjection * a_position;\n"
    "  vec4 eye = u_modelview * a_position;\n"
    "  vec3 normal = u_normalMatrix * vec3(0.0, 0.0, 1.0);\n"
    "  vec3 toLight = normalize(u_light - eye.xyz);\n"
    "  v_color = vec4(\n"
    "    clamp(u_ambient + max(dot(normal, toLight), 0.0) * u_diffuse, 0.0, 1.0), 1.0);\n"
    "  v_coordinate = a_coordinate;\n"
    "  v_fog = abs(eye.z);\n"
    "}\n";
static const char *fragment_source =
    "precision highp float;\n"
    "precision highp sampler2D;\n"
    "varying vec4 v_color;\n"
    "varying vec2 v_coordinate;\n"
    "varying float v_fog;\n"
    "uniform sampler2D u_texture;\n"
    "uniform vec3 u_fogColor;\n"
    "uniform float u_density;\n"
    "void main() {\n"
    "  vec4 color = v_color * texture2D(u_texture, v_coordinate);\n"
    "  color.rgb = mix(u_fogColor, color.rgb, clamp(exp(-u_density * v_fog), 0.0, 1.0));\n"
    "  gl_FragColor = color;\n"
    "}\n";

static GLuint program, buffer, texture;
static GLint modelview_projection, modelview, normal_matrix;
static float projection[16];

static GLuint compile(GLenum stage, const char *source) {
  GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  glAttachShader(program, shader);
  return shader;
}

int peer_prepare(void) {
  program = glCreateProgram();
  compile(GL_VERTEX_SHADER, vertex_source);
  compile(GL_FRAGMENT_SHADER, fragment_source);
  glBindAttribLocation(program, 0, "a_position");
  glBindAttribLocation(program, 1, "a_coordinate");
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (!linked) return -1;
  modelview_projection = glGetUniformLocation(program, "u_modelviewProjection");
  modelview = glGetUniformLocation(program, "u_modelview");
  normal_matrix = glGetUniformLocation(program, "u_normalMatrix");
  glUseProgram(program);
  glUniform3f(glGetUniformLocation(program, "u_light"), 1, 2, 3);
  glUniform3f(glGetUniformLocation(program, "u_ambient"), 0.04f, 0.04f, 0.04f);
  glUniform3f(glGetUniformLocation(program, "u_diffuse"), 0.8f, 0.8f, 0.8f);
  glUniform3f(glGetUniformLocation(program, "u_fogColor"), 0.5f, 0.6f, 0.7f);
  glUniform1f(glGetUniformLocation(program, "u_density"), 0.05f);

  static const float quad[] = {
      -0.1f, -0.1f, 0, 0, 0, 0.1f, -0.1f, 0, 1, 0, -0.1f, 0.1f, 0, 0, 1, 0.1f, 0.1f, 0, 1, 1,
  };
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof quad, quad, GL_STATIC_DRAW);
  static const unsigned char texels[] = {255, 255, 255, 255, 255, 0, 0, 255,
                                         0, 255, 0, 255, 0, 0, 255, 255};
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);

  // Perspective: field of view 60 degrees, near 1, far 100.
  float scale = 1 / tanf(0.5f * 1.0471976f);
  memset(projection, 0, sizeof projection);
  projection[0] = scale;
  projection[5] = scale;
  projection[10] = -101.0f / 99;
  projection[11] = -1;
  projection[14] = -200.0f / 99;
  return glGetError() == GL_NO_ERROR ? 0 : -1;
}

static void multiply(const float *a, const float *b, float *product) {
  for (int column = 0; column < 4; column++) {
    for (int row = 0; row < 4; row++) {
      float sum = 0;
      for (int k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
      product[column * 4 + row] = sum;
    }
  }
}

static void set_matrices(float x) {
  float view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, -3, 1};
  float product[16];
  multiply(projection, view, product);
  glUniformMatrix4fv(modelview_projection, 1, GL_FALSE, product);
  glUniformMatrix4fv(modelview, 1, GL_FALSE, view);
}

void peer_draw(int count, int moves) {
  static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  glUseProgram(program);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 20, (const void *)0);
  glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 20, (const void *)12);
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
  glUniformMatrix3fv(normal_matrix, 1, GL_FALSE, identity);
  set_matrices(0);
  for (int draw = 0; draw < count; draw++) {
    if (moves) set_matrices((float)(draw % 100) * 0.01f - 0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
}
