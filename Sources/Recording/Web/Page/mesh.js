// Long because: it has both meshes, the paper's and the shadow's, which the page loads as one file.
// The vertices that the shaders read, as in CurlStrips, CurlShadowMesh and CurlLight of
// Sources/PageCurl, without optimizations for software renderers.

/** Floats per vertex of paper: position, point of the paper, light. */
const VERTEX_FLOATS = 8;

/** The look of the paper: a CurlLook from the page. `light` and `shadow` may be null. */
const LOOK = {};

/** The light on a unit normal relative to level paper: a factor per color, and white to add. */
function light(normal) {
  if (!LOOK.light) return [1, 1, 1, 0];
  const { direction, ambient, highlight, shininess } = LOOK.light;
  const length = Math.hypot(...direction);
  const toLight = direction.map((part) => part / length);
  const halfway = Math.hypot(toLight[0], toLight[1], toLight[2] + 1);
  const facing = (n) => n[0] * toLight[0] + n[1] * toLight[1] + n[2] * toLight[2];
  const matt = (n) => ambient + (1 - ambient) * Math.max(facing(n), 0);
  const gloss = (n) => (facing(n) > 0
    ? highlight * Math.max((facing(n) + n[2]) / halfway, 0) ** shininess : 0);
  const level = matt([0, 0, 1]);
  const share = level > 0 ? matt(normal) / level : 1;
  return [share, share, share, Math.max(gloss(normal) - gloss([0, 0, 1]), 0)];
}

/**
 * The distance from its edges at which curled paper certainly covers a pixel. At the silhouette,
 * half a pixel extends sqrt(R) further.
 */
const edgeInset = (curl) => 2 + 2 * Math.sqrt(curl.radius);

/**
 * The sheet as triangle strips between lines along the cylinder, from the flat to the turned part.
 * A page pixel is a canvas pixel.
 *
 * Falling and turned paper is { inside, borders }: the paper's edges may cross the borders only.
 */
class CurlStrips {
  constructor(curl, quality, isOpaque) {
    this.curl = curl;
    this.vertices = [];
    const { radius, contact } = curl;
    const isSmooth = quality !== 'draft';
    const plain = light([0, 0, 1]);
    const quarter = Math.PI / 2 * radius;
    const turn = 2 * quarter;
    const [start, end] = [curl.lowest - contact, curl.highest - contact];
    const margin = isSmooth ? edgeInset(curl) : 0;
    const overhang = isSmooth ? 1 : 0;
    const beyond = radius + overhang;
    const bends = curveCuts(radius, isSmooth ? 0.05 : 0.08);
    // The fragment shader places steep paper pixel by pixel.
    const few = isSmooth ? curveCuts(radius, Infinity) : bends;
    const steepness = { draft: Infinity, standard: 1.12, best: 1 }[quality];
    const bent = (side) => (s) => {
      const bend = s / radius;
      const along = -side * Math.sin(bend);
      const normal = [along * curl.lift[0], along * curl.lift[1], side * Math.cos(bend)];
      // A chord lies inside the cylinder. Moved half outside, it deviates half as much.
      const level = Math.max(Math.min(bend, Math.PI - bend), 0);
      const left = Math.max(Math.acos(1 / steepness) - level, 0);
      const step = cutStep(radius, isSmooth ? 0.05 : 0.08, level);
      const outside = radius * Math.sin(level) * step * step / 16 * Math.min(left / step, 1);
      return [s === quarter ? beyond : radius * Math.sin(bend) + outside, light(normal),
        clamp(1 / Math.cos(bend), -20, 20)];
    };

    this.page = { first: 0, count: 4 };
    for (const corner of curl.corners()) this.vertices.push(...corner, ...corner, ...plain);
    // Corners of strips with different margins don't meet. Each strip extends under the next one,
    // by more than `append` moves its corners, so that there is no gap. Where the page is
    // transparent, it would be seen twice.
    const lap = isOpaque ? 1 / 8 : 1 / 128;
    this.flat = this.strip(start, Math.min(end, lap), 0, [], (s) => [s, plain, 1]);
    // A fold sharper than a pixel has no cylinder: the turned part overhangs.
    const isSharp = radius < overhang;
    this.rising = NO_STRIP;
    this.steep = this.gentle = { inside: NO_STRIP, borders: [] };
    if (!isSharp) {
      const [first, last] = [start - margin, end + margin];
      const edge = turn - radius * Math.acos(Math.min(1 / steepness, 1));
      this.rising = this.strip(
        Math.max(first, 0), Math.min(last, quarter), margin, few.map((bend) => bend * radius),
        bent(1));
      this.steep = this.framed(
        Math.max(first, quarter), Math.min(last, edge), margin, margin,
        few.map((bend) => turn - bend * radius), bent(-1));
      this.gentle = this.framed(
        Math.max(first, edge), Math.min(last, turn), margin, margin,
        bends.map((bend) => turn - bend * radius), bent(-1));
    }
    // Level paper is not foreshortened, so narrow borders suffice.
    const narrow = Math.min(margin, 2 * overhang);
    const seam = Math.max(start - narrow, turn - (isSharp ? beyond : 0));
    this.turned = this.framed(
      seam - (isSharp ? 0 : lap), end + narrow, narrow, narrow, [seam],
      (s) => [turn - s, plain, -1], seam);
  }

  /**
   * Appends quads between the distances `from` and `to` beyond the contact line, cut at `cuts` and
   * at the corners.
   *
   * @param form the position of a line of the paper beyond the contact line, its light, and the
   *   derivative of the paper along the lift
   */
  strip(from, to, margin, cuts, form) {
    const { curl } = this;
    return this.append(
      this.lines(from, to, curl.corners(margin), cuts), form,
      (line) => curl.chord(curl.contact + line, margin));
  }

  /** As `strip`, split into the paper `inset` inside its edges and two borders from `seam` on. */
  framed(from, to, margin, inset, cuts, form, seam = -Infinity) {
    if (inset === 0) return { inside: this.strip(from, to, margin, cuts, form), borders: [] };
    const { curl } = this;
    const outer = (line) => curl.chord(curl.contact + line, margin);
    const inner = (line) => curl.chord(curl.contact + line, -inset);
    const corners = curl.corners(-inset);
    const lines = this.lines(from, to, [...curl.corners(margin), ...corners], cuts);
    // At the start and the end of the inside, the borders meet at its outermost corners.
    const ends = corners.map((corner) => [curl.distance(corner), dot(corner, curl.axis)])
      .sort((a, b) => a[0] - b[0]);
    const parting = (line, whole) => {
      const meeting = line < ends[1][0] ? ends[0][1] : ends[3][1];
      return (inner(line) || [meeting, meeting])
        .map((along) => clamp(along, whole[0], whole[1]));
    };
    const border = (side) => this.append(lines, form, (line) => {
      const whole = line >= seam && outer(line);
      if (!whole) return null;
      const part = parting(line, whole)[side];
      return side === 0 ? [whole[0], part] : [part, whole[1]];
    });
    return {
      inside: this.append(
        lines, form, (line) => inner(line) && outer(line) && parting(line, outer(line))),
      borders: [border(0), border(1)],
    };
  }

  lines(from, to, corners, cuts) {
    if (!(to > from)) return [];
    let around = corners.map((corner) => this.curl.distance(corner));
    if (this.curl.lift.includes(0)) {
      // Cut on both sides of a corner, because an edge along the cylinder starts or ends a chord
      // abruptly. Avoid oblique quads this narrow: drivers interpolate them badly.
      around = around.flatMap((line) => [line - 1e-6, line, line + 1e-6]);
    }
    return [...new Set([from, to, ...around, ...cuts])]
      .filter((line) => line >= from && line <= to).sort((a, b) => a - b);
  }

  /**
   * Appends a quad between each two neighboring lines, as wide as `chord` says.
   *
   * Drivers snap vertices to multiples of 1/16 pixel or less. Snapping them here moves the paper
   * with them.
   */
  append(lines, form, chord) {
    const { curl } = this;
    const first = this.vertices.length / VERTEX_FLOATS;
    for (const line of lines) {
      const [reach, lit, change] = form(line);
      for (const along of chord(line) || []) {
        const place = curl.point(curl.contact + reach, along)
          .map((part) => Math.round(16 * part) / 16);
        const onward = dot(place, curl.lift) - (curl.contact + reach);
        const paper = curl.point(curl.contact + line + change * onward, dot(place, curl.axis));
        this.vertices.push(...place, ...paper, ...lit);
      }
    }
    return { first, count: this.vertices.length / VERTEX_FLOATS - first };
  }
}

const NO_STRIP = { first: 0, count: 0 };

/**
 * The angles at which a quarter of the cylinder is cut, from its silhouette down. A chord over the
 * angle a deviates by R a^2 / 8, multiplied by the sine of the slope when seen from above.
 */
function curveCuts(radius, tolerance) {
  const bends = [];
  const step = (bend) => cutStep(radius, tolerance, bend);
  for (let bend = Math.PI / 2 - step(Math.PI / 2); bend > 0.02; bend -= step(bend)) {
    bends.push(bend);
  }
  return bends;
}

/** The angle from a cut to the next one down. */
const cutStep = (radius, tolerance, bend) => Math.min(
  Math.sqrt(8 * tolerance / (radius * Math.sin(bend))), 0.15);

/**
 * The grid on which the shadow is computed, by distance beyond the contact line and position along
 * the axis. Half of the columns lie on either side of a gap where the back hides the ground.
 */
class ShadowMesh {
  /** @param hides whether the back is opaque */
  constructor(curl, hides) {
    this.curl = curl;
    this.inset = hides ? edgeInset(curl) : null;
    const [across, up, high] = LOOK.shadow.direction;
    const slope = [across, up].map((part) => part / Math.max(high, 0.05));
    this.slope = [dot(slope, curl.lift), dot(slope, curl.axis)];
    this.runsAlong = curl.lift[0] === 0 || curl.lift[1] === 0;
    this.rows = this.settled(this.rowPlaces());
    this.placeColumns();
    const hidden = this.rows.map((row, index) => hides && this.hidden(row + this.side(index)));
    this.gap = [hidden.findIndex(Boolean), hidden.findLastIndex(Boolean)];
    // The corner of the back that reaches furthest. Where a row has a gap, the back has corners.
    this.foremost = hides && curl.corners(-this.inset).reduce(
      (one, other) => curl.distance(other) > curl.distance(one) ? other : one);
    this.vertices = this.rows.flatMap((row, index) => {
      const part = hidden[index] || this.closing(row, index, hidden);
      return Array.from(
        { length: ShadowMesh.COLUMNS }, (_, column) => [row, this.place(column, part)]).flat();
    });
  }

  /**
   * The way from a row to the ground that it stands for. Of two rows in the same place, one stands
   * for the ground before it and one for that behind it.
   */
  side(index) {
    const { rows, curl } = this;
    if (Math.abs(rows[index]) < 2e-5 * curl.radius) return -rows[index];
    if (rows[index + 1] === rows[index]) return -1e-4;
    return rows[index - 1] === rows[index] ? 1e-4 : 0;
  }

  /**
   * Where the columns meet on a row without a gap, or null. Thin cells must not be sheared: the
   * columns meet where the gap begins, and close slowly, over a radius, where it ends.
   */
  closing(row, index, hidden) {
    const { curl, gap: [first, last] } = this;
    if (this.runsAlong || first < 0) return null;
    if (index < first) {
      const place = dot(this.foremost, curl.axis);
      return [place, place];
    }
    const [low, high] = hidden[last];
    const less = (high - low) / 2 * Math.min((row - this.rows[last]) / curl.radius, 1);
    return [low + less, Math.max(low + less, high - less)];
  }

  /** Two triangles per cell: row by row those beside the gap, then those in it. */
  static indices() {
    const middle = ShadowMesh.COLUMNS / 2 - 1;
    const cell = (row, column) => {
      const corner = row * ShadowMesh.COLUMNS + column;
      const above = corner + ShadowMesh.COLUMNS;
      // Mirrored on the other side of the gap, so that mirrored curls have mirrored shadows.
      return column <= middle
        ? [corner, corner + 1, above, above, corner + 1, above + 1]
        : [corner + 1, above + 1, corner, corner, above + 1, above];
    };
    const rows = Array.from({ length: ShadowMesh.ROWS - 1 }, (_, row) => row);
    const columns = Array.from({ length: ShadowMesh.COLUMNS - 1 }, (_, column) => column);
    const beside = columns.filter((column) => column !== middle);
    return [
      ...rows.flatMap((row) => beside.flatMap((column) => cell(row, column))),
      ...rows.flatMap((row) => cell(row, middle))];
  }

  /** The cells between two rows, as index ranges. */
  cells(first, last) {
    const sides = (ShadowMesh.COLUMNS - 2) * 6;
    const middles = (ShadowMesh.ROWS - 1) * sides;
    const part = (start, size, from, to) => ({
      first: start + size * from, count: Math.max(to - from, 0) * size });
    const [open, close] = this.gap;
    // A cell in the gap is skipped if both of its rows have the gap.
    const middle = close > open
      ? [part(middles, 6, first, Math.min(open, last)),
        part(middles, 6, Math.max(close, first), last)]
      : [part(middles, 6, first, last)];
    return [part(0, sides, first, last), ...middle].filter((range) => range.count > 0);
  }

  get all() {
    return this.cells(0, this.rows.length - 1);
  }

  /** The rows over the cylinder's lower quarter. */
  get raised() {
    const inside = (row) => row > 0 && row <= this.curl.radius;
    return this.cells(this.rows.findIndex(inside), this.rows.findLastIndex(inside));
  }

  /** The slopes of the light that matter. */
  slopes(direction) {
    const reach = 2.7 * Math.max(LOOK.shadow.softness, 0.01);
    return [this.slope[direction] - reach, this.slope[direction] + reach];
  }

  rowPlaces() {
    const { curl, curl: { radius } } = this;
    const [low, high] = this.slopes(0);
    const rows = spread(0.1 * radius, 0.9 * radius, 5);
    const far = radius * (Math.sqrt(low * low + 1) - low);
    for (let step = 0; step <= 12; step++) {
      rows.push(radius + Math.max(far - radius, 0.5 * radius) * (step / 12) ** 2);
    }
    // Before the contact line: the shadows of the sheet's end and corners for each slope.
    const last = curl.highest - curl.contact;
    for (const s of curl.corners().map((corner) => curl.distance(corner)).filter((s) => s > 0)) {
      const bend = Math.min(s / radius, Math.PI);
      const height = radius * (1 - Math.cos(bend));
      const count = s > last - 1e-6 * radius ? 9 : 5;
      rows.push(...spread(this.across(s) - height * high, this.across(s) - height * low, count));
    }
    return rows;
  }

  /** The position of paper beyond the contact line. */
  across(s) {
    const { radius } = this.curl;
    return s < Math.PI * radius ? radius * Math.sin(s / radius) : Math.PI * radius - s;
  }

  /** The lines at which the gap starts, bends and ends. */
  gapLines() {
    const { curl, inset } = this;
    const corners = curl.corners(-inset).map((corner) => curl.distance(corner))
      .filter((s) => s > Math.PI / 2 * curl.radius).map((s) => this.across(s));
    return [...corners, this.silhouette];
  }

  /** The distance beyond the contact line at which the falling back covers whole pixels. */
  get silhouette() {
    return Math.max(this.curl.radius - this.inset, 0);
  }

  /** The interval of a line that the back hides, in positions along the axis, or null. */
  hidden(row) {
    const { curl, curl: { contact, radius }, inset } = this;
    if (row > this.silhouette) return null;
    const s = row > 0 ? radius * (Math.PI - Math.asin(Math.min(row / radius, 1)))
      : Math.PI * radius - row;
    return curl.chord(contact + s, -inset);
  }

  /** Sorts the rows, thins them and adds those that must be there; see CurlShadowMesh. */
  settled(places) {
    const { curl: { radius }, inset } = this;
    const least = 1 / 4;
    const gap = inset === null ? [] : this.gapLines();
    const thinned = (rows, apart) => {
      let last = -Infinity;
      return rows.sort((a, b) => a - b).filter((row) => {
        const isFar = row - last >= apart;
        if (isFar) last = row;
        return isFar;
      });
    };
    const fixed = thinned([radius, ...gap], least);
    const rows = thinned(places, 0.5 * Math.max(LOOK.shadow.softness, 0.01) * radius)
      .filter((row) => fixed.every((line) => Math.abs(line - row) >= least));
    // An edge along the cylinder begins or ends the gap abruptly: two rows in the same place.
    const twice = this.runsAlong ? gap.filter((line) => fixed.includes(line)) : [];
    // The shadow jumps at the contact line: a row on either side, which shadow.vert puts there.
    const jump = 1e-5 * radius;
    return [...[...rows, ...fixed, ...twice].filter((row) => Math.abs(row) >= least), -jump, jump]
      .sort((a, b) => a - b);
  }

  /** Finds the intervals over which the lower and the upper half of the columns are distributed. */
  placeColumns() {
    const { curl } = this;
    const [low, high] = this.slopes(1).map((slope) => 2 * curl.radius * slope);
    const ends = curl.corners().map((corner) => dot(corner, curl.axis));
    // High paper casts its edge along the slope of the light, paper near the ground straight down.
    const [first, last] = [Math.min(...ends), Math.max(...ends)]
      .map((edge) => [Math.min(edge, edge - high), Math.max(edge, edge - low)]);
    // Sides along the direction of travel cast straight lines, to which all columns go.
    this.isStraight = this.runsAlong && first[1] < last[0];
    const middle = (first[0] + last[1]) / 2;
    this.halves = this.isStraight ? [first, last] : [[first[0], middle], [middle, last[1]]];
  }

  /** The position of a column on a line that the back hides in part. */
  place(column, hidden) {
    const half = ShadowMesh.COLUMNS / 2;
    const isLow = column < half;
    let [from, to] = this.halves[isLow ? 0 : 1];
    // At an angle the columns share the rest; otherwise they keep their places if there is room.
    if (hidden && isLow) {
      to = this.isStraight && column < half - 1 ? Math.min(to, hidden[0]) : hidden[0];
      from = Math.min(from, to);
    } else if (hidden) {
      from = this.isStraight && column > half ? Math.max(from, hidden[1]) : hidden[1];
      to = Math.max(from, to);
    }
    return from + (to - from) * (isLow ? column : column - half) / (half - 1);
  }

  /** The shadow fades over the last seventh of the turn. */
  static strength(curl) {
    if (curl.isGone || !LOOK.shadow) return 0;
    const way = curl.highest - curl.lowest + curl.radius;
    const share = clamp(7 * (curl.contact + curl.radius - curl.lowest) / way, 0, 1);
    return LOOK.shadow.strength * share * share * (3 - 2 * share);
  }
}
ShadowMesh.ROWS = 67;  // as CurlShadowMesh.mostRows
ShadowMesh.COLUMNS = 24;

/** `count` evenly spaced positions from one end to the other. */
function spread(from, to, count) {
  return Array.from({ length: count }, (_, index) => from + (to - from) * index / (count - 1));
}
