#!/usr/bin/env python3
"""Writes COUNT distinct shaders of about 1.2 kB to FOLDER, half vertex, half fragment shaders.
Like the shaders of engines, they are assembled from parts (transforms, skinning, lights, fog, blur,
color grading), each with its own names, constants and choice of parts. The same COUNT gives the
same files.

usage: make-shaders.py FOLDER COUNT
"""
import os
import random
import sys

VERTEX_PARTS = {
    "skinning": ("""uniform mat4 u_bones[24];
attribute vec4 a_joints;
attribute vec4 a_weights;
""", """  mat4 skin = u_bones[int(a_joints.x)] * a_weights.x + u_bones[int(a_joints.y)] * a_weights.y;
  position = skin * position;
  normal = mat3(skin[0].xyz, skin[1].xyz, skin[2].xyz) * normal;
"""),
    "wave": ("""uniform float u_time{n};
""", """  position.y += {a} * sin(position.x * {b} + u_time{n}) + {c} * cos(position.z * {d});
"""),
    "light": ("""uniform vec3 u_lightDirection{n};
uniform vec3 u_lightColor{n};
varying vec3 v_light;
""", """  float diffuse{n} = max(dot(normal, normalize(u_lightDirection{n})), 0.0);
  v_light = u_lightColor{n} * diffuse{n} + vec3({a}, {b}, {c});
"""),
    "fog": ("""uniform vec2 u_fogRange{n};
varying float v_fog;
""", """  v_fog = clamp((u_fogRange{n}.y + eye.z) / (u_fogRange{n}.y - u_fogRange{n}.x), 0.0, 1.0);
"""),
    "point": ("""uniform float u_pointSize{n};
""", """  gl_PointSize = u_pointSize{n} / (1.0 + {a} * length(eye.xyz));
"""),
}

FRAGMENT_PARTS = {
    "light": ("""uniform vec3 u_lightPosition{n};
uniform vec3 u_lightColor{n};
varying vec3 v_eye;
varying vec3 v_normal;
""", """  vec3 toLight{n} = normalize(u_lightPosition{n} - v_eye);
  vec3 half{n} = normalize(toLight{n} - normalize(v_eye));
  float shine{n} = pow(max(dot(normalize(v_normal), half{n}), 0.0), {b}0);
  color.rgb *= {a} + u_lightColor{n} * max(dot(normalize(v_normal), toLight{n}), 0.0);
  color.rgb += u_lightColor{n} * shine{n};
"""),
    "blur": ("""uniform vec2 u_texel{n};
""", """  color += texture2D(u_image, v_uv + u_texel{n} * vec2({a}, {b}));
  color += texture2D(u_image, v_uv - u_texel{n} * vec2({b}, {c}));
  color += texture2D(u_image, v_uv + u_texel{n} * vec2({c}, -{d}));
  color *= 0.25;
"""),
    "grade": ("""uniform vec3 u_lift{n};
uniform vec3 u_gain{n};
""", """  float luma{n} = dot(color.rgb, vec3(0.2126, 0.7152, 0.0722));
  color.rgb = mix(vec3(luma{n}), color.rgb, {a}) * u_gain{n} + u_lift{n};
"""),
    "vignette": ("", """  vec2 centered{n} = v_uv - vec2({a}, {b});
  color.rgb *= 1.0 - smoothstep({a}, {a} + {c}, dot(centered{n}, centered{n}));
"""),
    "fog": ("""uniform vec3 u_fogColor{n};
varying float v_fog;
""", """  color.rgb = mix(u_fogColor{n}, color.rgb, v_fog);
"""),
    "key": ("""uniform vec3 u_key{n};
""", """  float distance{n} = distance(color.rgb, u_key{n});
  if (distance{n} < {a}) {{
    discard;
  }}
"""),
}


def fill(text, n, random):
    values = {letter: f"{random.uniform(0.05, 2.0):.4f}" for letter in "abcd"}
    return text.replace("{{", "{").replace("}}", "}") if "{n}" not in text and "{a}" not in text \
        else text.format(n=n, **values)


def shader(index, random):
    is_vertex = index % 2 == 0
    parts = VERTEX_PARTS if is_vertex else FRAGMENT_PARTS
    chosen = random.sample(sorted(parts), random.randint(2, len(parts) - 1))
    text = f"#version 100\n// Generated material {index}: {', '.join(chosen)}\n"
    if is_vertex:
        text += "attribute vec3 a_position;\nattribute vec3 a_normal;\nattribute vec2 a_uv;\n"
        text += f"uniform mat4 u_model{index};\nuniform mat4 u_viewProjection;\nvarying vec2 v_uv;\n"
        text += "".join(fill(parts[part][0], index, random) for part in chosen)
        text += "\nvoid main() {\n  vec4 position = vec4(a_position, 1.0);\n"
        text += "  vec3 normal = a_normal;\n"
        text += f"  vec4 eye = u_model{index} * position;\n"
        text += "".join(fill(parts[part][1], index, random) for part in chosen)
        text += "  v_uv = a_uv;\n"
        text += f"  gl_Position = u_viewProjection * u_model{index} * position;\n}}\n"
        return "vert", text
    text += "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\n"
    text += "precision mediump float;\n#endif\n"
    text += f"uniform sampler2D u_image;\nuniform vec4 u_tint{index};\nvarying vec2 v_uv;\n"
    text += "".join(fill(parts[part][0], index, random) for part in chosen)
    text += f"\nvoid main() {{\n  vec4 color = texture2D(u_image, v_uv) * u_tint{index};\n"
    text += "".join(fill(parts[part][1], index, random) for part in chosen)
    text += "  gl_FragColor = color;\n}\n"
    return "frag", text


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    source = random.Random(2)
    for index in range(count):
        ending, text = shader(index, source)
        with open(f"{folder}/material{index:05}.{ending}", "w") as file:
            file.write(text)


main()
