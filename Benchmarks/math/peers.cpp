#include "peers.h"

#include <cglm/cglm.h>
#include <Eigen/Dense>
#include <glm/glm.hpp>

using Eigen::Map;
using Eigen::Matrix4f;
using Eigen::Vector3f;
using Eigen::Vector4f;

void peer_multiply(Peer peer, const float *a, const float *b, float *c, long count) {
  switch (peer) {
  case PEER_GLM: {
    auto x = (const glm::mat4 *)a, y = (const glm::mat4 *)b;
    auto z = (glm::mat4 *)c;
    for (long i = 0; i < count; i++) z[i] = x[i] * y[i];
    break;
  }
  case PEER_CGLM: {
    auto x = (mat4 *)a, y = (mat4 *)b, z = (mat4 *)c;
    for (long i = 0; i < count; i++) glm_mat4_mul(x[i], y[i], z[i]);
    break;
  }
  case PEER_EIGEN: {
    auto x = (const Matrix4f *)a, y = (const Matrix4f *)b;
    auto z = (Matrix4f *)c;
    for (long i = 0; i < count; i++) z[i].noalias() = x[i] * y[i];
    break;
  }
  }
}

void peer_invert(Peer peer, const float *a, float *c, long count) {
  switch (peer) {
  case PEER_GLM: {
    auto x = (const glm::mat4 *)a;
    auto z = (glm::mat4 *)c;
    for (long i = 0; i < count; i++) z[i] = glm::inverse(x[i]);
    break;
  }
  case PEER_CGLM: {
    auto x = (mat4 *)a, z = (mat4 *)c;
    for (long i = 0; i < count; i++) glm_mat4_inv(x[i], z[i]);
    break;
  }
  case PEER_EIGEN: {
    auto x = (const Matrix4f *)a;
    auto z = (Matrix4f *)c;
    for (long i = 0; i < count; i++) z[i] = x[i].inverse();
    break;
  }
  }
}

void peer_transform4(Peer peer, const float *m, const float *a, float *c, long count) {
  switch (peer) {
  case PEER_GLM: {
    const glm::mat4 x = *(const glm::mat4 *)m;
    auto v = (const glm::vec4 *)a;
    auto w = (glm::vec4 *)c;
    for (long i = 0; i < count; i++) w[i] = x * v[i];
    break;
  }
  case PEER_CGLM: {
    auto v = (vec4 *)a, w = (vec4 *)c;
    for (long i = 0; i < count; i++) glm_mat4_mulv(*(mat4 *)m, v[i], w[i]);
    break;
  }
  case PEER_EIGEN: {
    const Matrix4f x = *(const Matrix4f *)m;
    auto v = (const Vector4f *)a;
    auto w = (Vector4f *)c;
    for (long i = 0; i < count; i++) w[i].noalias() = x * v[i];
    break;
  }
  }
}

void peer_transform3(Peer peer, const float *m, const float *a, float *c, long count) {
  switch (peer) {
  case PEER_GLM: {
    const glm::mat4 x = *(const glm::mat4 *)m;
    auto v = (const glm::vec3 *)a;
    auto w = (glm::vec3 *)c;
    for (long i = 0; i < count; i++) w[i] = glm::vec3(x * glm::vec4(v[i], 1));
    break;
  }
  case PEER_CGLM: {
    auto v = (vec3 *)a, w = (vec3 *)c;
    for (long i = 0; i < count; i++) glm_mat4_mulv3(*(mat4 *)m, v[i], 1, w[i]);
    break;
  }
  case PEER_EIGEN: {
    const Matrix4f x = *(const Matrix4f *)m;
    for (long i = 0; i < count; i++) {
      Map<const Vector3f> v(a + 3 * i);
      Map<Vector3f>(c + 3 * i) = x.topLeftCorner<3, 3>() * v + x.topRightCorner<3, 1>();
    }
    break;
  }
  }
}
