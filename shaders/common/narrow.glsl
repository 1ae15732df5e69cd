varying vec2 v_texels;   // the texture's size

// Returns a sample over a rectangle of the given size in texels, up to 1: the bilinear weights made
// steeper.
vec4 narrow(vec2 coord, vec2 size) {
  vec2 at = coord * v_texels;
  vec2 center = floor(at - 0.5) + 0.5;
  vec2 weight = clamp((at - center - 0.5) / size + 0.5, 0.0, 1.0);
  return texture2D(u_page, (center + weight) / v_texels);
}
