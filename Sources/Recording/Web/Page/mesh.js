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
  const { way, sky, highlight, shininess } = LOOK.light;
  const halfway = Math.hypot(way[0], way[1], way[2] + 1);
  const facing = (n) => n[0] * way[0] + n[1] * way[1] + n[2] * way[2];
  const matt = (n) => sky + (1 - sky) * Math.max(facing(n), 0);
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
        Math.max(first, -lap), Math.min(last, quarter), margin, few.map((bend) => bend * radius),
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
      seam - (isSharp ? 0 : lap), end + narrow, narrow, narrow, [],
      (s) => [turn - s, plain, -1]);
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

  /** As `strip`, split into the paper `inset` inside its edges and two borders. */
  framed(from, to, margin, inset, cuts, form) {
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
      const whole = outer(line);
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
 * the axis. Half of the columns lie on either side of a gap where paper hides the ground.
 */
class ShadowMesh {
  /** @param hides whether the front and the back are opaque: { front, back } */
  constructor(curl, hides) {
    this.curl = curl;
    this.edge = edgeInset(curl);
    this.inset = hides.back ? this.edge : null;
    const { slope, spread } = LOOK.shadow;
    this.slope = [dot(slope, curl.lift), dot(slope, curl.axis)];
    this.spread = spread;
    this.runsAlong = curl.lift[0] === 0 || curl.lift[1] === 0;
    this.columns = new ShadowColumns(this);
    this.vertices = [];
    const { radius, contact } = curl;
    // Where the fold is sharper than a pixel no rising paper is drawn.
    const front = (line) => radius >= 1 && line > 0 && line < ShadowMesh.STEEP * radius
      && curl.chord(contact + radius * Math.asin(line / radius), -this.edge);
    const rows = this.groundRows();
    [this.ground, this.beyond] = this.grid(rows, false, front);
    this.under = hides.front || radius < 2 ? [] : this.underGrid(rows, front);
    [, this.raised] = this.grid(this.raisedRows(), true, () => null);
  }

  /**
   * Appends the vertices of some lines; returns the cells before the contact line and those beyond
   * it as index ranges.
   */
  grid(rows, isRaised, front) {
    const { curl, curl: { radius, contact } } = this;
    const start = this.rowCount;
    const hidden = rows.map((row, index) => {
      const line = row + this.side(rows, index);
      const parts = [this.hidden(line), front(line)].filter(Boolean);
      if (parts.length < 2) return parts[0] || null;
      // Between a front and a back that don't overlap the ground is visible.
      const [[low, high], [from, to]] = parts;
      return low <= to && from <= high ? [Math.min(low, from), Math.max(high, to)] : parts[0];
    });
    const [first, last] = [hidden.findIndex(Boolean), hidden.findLastIndex(Boolean)];
    const [gaps, half] = [[], ShadowMesh.COLUMNS / 2];
    let [waiting, wasHidden, places, foot] = [[], false, null, start];
    rows.forEach((row, index) => {
      const part = hidden[index];
      let visible = [-Infinity, Infinity];
      if (isRaised) {
        visible = curl.chord(contact + radius * Math.asin(Math.min(row / radius, 1)), 1);
        if (!visible) return;
      }
      // Where it leaves the ground, paper has the ground's vertices: drivers round each vertex, so
      // that others would leave pixels of the line out, or shade them twice.
      const shaded = isRaised && row <= 1 ? this.foot : this.columns.places(
        row, isRaised, visible, part, first < 0 ? null : hidden[index < first ? first : last]);
      if (shaded) places = shaded;
      else if (part) places = Array.from({ length: 2 * half }, (_, n) => part[n < half ? 0 : 1]);
      waiting.push(row);
      // Other lines without paper above them share the places of their neighbors.
      if (!places) return;
      for (const line of waiting) {
        if (line === 0) [foot, this.foot] = [this.rowCount, places];
        for (const place of places) this.vertices.push(line, place);
      }
      waiting = [];
      const isHidden = Boolean(part && shaded);
      if (isHidden && wasHidden) gaps.push(this.rowCount - 2);
      wasHidden = isHidden;
    });
    return [
      this.cells(start, foot, gaps.filter((row) => row < foot)),
      this.cells(foot, this.rowCount - 1, gaps.filter((row) => row >= foot))];
  }

  /** Appends the vertices of the ground under a clear front. */
  underGrid(rows, front) {
    const start = this.rowCount;
    for (const row of rows) {
      const range = front(row);
      const places = range && this.columns.places(row, false, range, null, null);
      if (places) for (const place of places) this.vertices.push(row, place);
    }
    return this.cells(start, this.rowCount - 1, []);
  }

  get rowCount() {
    return this.vertices.length / 2 / ShadowMesh.COLUMNS;
  }

  /**
   * The way from a row to the ground that it stands for. Of two rows in the same place, one stands
   * for the ground before it and one for that behind it.
   */
  side(rows, index) {
    if (rows[index + 1] === rows[index]) return -1e-4;
    return rows[index - 1] === rows[index] ? 1e-4 : 0;
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

  /** The cells between two rows, as index ranges. After the rows in `gaps` the middle is hidden. */
  cells(first, last, gaps) {
    const sides = (ShadowMesh.COLUMNS - 2) * 6;
    const middles = (ShadowMesh.ROWS - 1) * sides;
    const ranges = [{ first: first * sides, count: (last - first) * sides }];
    let from = first;
    for (const row of [...gaps, last]) {
      ranges.push({ first: middles + 6 * from, count: 6 * (row - from) });
      from = row + 1;
    }
    return ranges.filter((range) => range.count > 0);
  }

  /** The slopes of the light that matter. */
  slopes(direction) {
    const reach = 2.7 * this.spread;
    return [this.slope[direction] - reach, this.slope[direction] + reach];
  }

  groundRows() {
    const { curl, curl: { radius } } = this;
    const [low, high] = this.slopes(0);
    const rows = spread(0.1 * radius, 0.9 * radius, 5);
    // Where the slope of the tangent to the cylinder is one of the light's.
    const tangents = spread(high, low, 13)
      .map((slope) => radius * (Math.sqrt(slope * slope + 1) - slope));
    // Before the contact line until every slope meets the level part.
    if (high > 0) rows.push(...spread(-2 * radius * high, 0, 7));
    const last = curl.highest - curl.contact;
    // Slanted ends hide more and more of the columns.
    const turn = Math.PI * radius;
    if (!this.runsAlong && last > turn) rows.push(...spread(turn - last, 0, 11));
    // There also the shadows of the sheet's end and corners for each slope. The lower a corner is,
    // the sharper is its shadow.
    const sharp = [];
    for (const s of curl.corners().map((corner) => curl.distance(corner)).filter((s) => s > 0)) {
      const bend = Math.min(s / radius, Math.PI);
      const height = radius * (1 - Math.cos(bend));
      const count = s > last - 1e-6 * radius ? 9 : 7;
      (height < 0.75 * radius ? sharp : rows).push(
        ...spread(this.across(s) - height * high, this.across(s) - height * low, count));
    }
    // At the contact line begins the shadow of paper that is near the ground.
    return [
      ...this.settled(rows, 0.5 * this.spread * radius, tangents, sharp)
        .filter((row) => row <= -1 / 4 || row >= 1 / 2),
      0, 1 / 4].sort((a, b) => a - b);
  }

  /** The rows over the cylinder's lower quarter. */
  raisedRows() {
    const { radius } = this.curl;
    // Also where the paper's own slope is one of the light's.
    const own = spread(...this.slopes(0), 13).filter((slope) => slope > 0)
      .map((slope) => radius / Math.sqrt(slope * slope + 1));
    const rows = this.settled(
      [...spread(0, radius, 13), ...own], radius / 30, [], [], this.cornerLines());
    // The first two have the columns of the ground. Slanted cells need room: where rows are less
    // than a pixel apart, rounded vertices make them overlap.
    const near = Math.min(1, radius / 2);
    return [0, near, ...rows.filter((row) => row >= 2 * near && row <= radius)];
  }

  /** The lines of the rising paper's corners, the first and the last a little outside it. */
  cornerLines() {
    const { curl, curl: { radius, lowest, highest } } = this;
    return curl.corners().map((corner) => dot(corner, curl.lift))
      .map((place) => place - curl.contact
        + (place <= lowest ? -0.9 : 0) + (place >= highest ? 0.9 : 0))
      .filter((s) => s > 0 && s < Math.PI / 2 * radius).map((s) => this.across(s));
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
    if (inset === null || row > this.silhouette) return null;
    const s = row > 0 ? radius * (Math.PI - Math.asin(Math.min(row / radius, 1)))
      : Math.PI * radius - row;
    return curl.chord(contact + s, -inset);
  }

  /** Sorts the rows, thins them and adds those that must be there; see CurlShadowMesh. */
  settled(places, apart, tangents, sharp, kept = []) {
    const { curl: { radius }, inset } = this;
    const least = 1 / 4;
    const gap = inset === null ? [] : this.gapLines();
    const thinned = (rows, step) => {
      let last = -Infinity;
      return rows.sort((a, b) => a - b).filter((row) => {
        const isFar = row - last >= step;
        if (isFar) last = row;
        return isFar;
      });
    };
    const fixed = thinned([radius, ...gap, ...kept], least);
    const dense = thinned(tangents, Math.max(apart / 5, least));
    const rows = thinned(places, apart)
      .filter((row) => dense.every((line) => Math.abs(line - row) >= apart / 5));
    const corners = thinned(sharp, least);
    const far = [...rows, ...dense]
      .filter((row) => corners.every((line) => Math.abs(line - row) >= least));
    const others = [...far, ...corners]
      .filter((row) => fixed.every((line) => Math.abs(line - row) >= least));
    // An edge along the cylinder begins or ends the gap abruptly: two rows in the same place.
    const twice = this.runsAlong ? gap.filter((line) => fixed.includes(line)) : [];
    return [...others, ...fixed, ...twice].sort((a, b) => a - b);
  }

  /** The shadow fades over the last seventh of the turn. */
  static strength(curl) {
    if (curl.isGone || !LOOK.shadow) return 0;
    const way = curl.highest - curl.lowest + curl.radius;
    const share = clamp(7 * (curl.contact + curl.radius - curl.lowest) / way, 0, 1);
    return LOOK.shadow.strength * share * share * (3 - 2 * share);
  }
}
ShadowMesh.ROWS = 186;  // CurlShadowMesh.mostRows, and one on the rising paper
ShadowMesh.COLUMNS = 26;
ShadowMesh.STEEP = 0.6;  // as in shadow.vert

/** The places along the cylinder at which the shadow is computed; see ShadowColumns.swift. */
class ShadowColumns {
  constructor({ curl, slope, spread: light }) {
    Object.assign(this, { curl, slope, light });
    const { radius } = curl;
    this.end = curl.highest - curl.contact;
    const bend = Math.min(this.end / radius, Math.PI);
    this.endAcross = this.end < Math.PI * radius
      ? radius * Math.sin(bend) : Math.PI * radius - this.end;
    this.endHeight = radius * (1 - Math.cos(bend));
  }

  /**
   * The places on the line at distance `d` beyond the contact line, or null if no paper is between
   * it and the light.
   *
   * @param visible the part of the line on which the shadow may be seen
   * @param hidden the part of the line that paper hides, or null
   * @param near that part of the nearest line with one, or null
   */
  places(d, isRaised, visible, hidden, near) {
    this.brinks = [];
    let [low, high] = [-Infinity, Infinity];
    this.project(d, isRaised, (s, height) => {
      const chord = s <= this.end + 1e-6 * this.curl.radius
        && this.curl.chord(this.curl.contact + Math.min(s, this.end));
      if (!chord) return;
      const own = 2.7 * height * this.light;
      const reach = Math.max(own, 2);
      // Near the contact line, where narrow penumbras begin, columns hardly move from line to line.
      const density = clamp(own / 2, 0.5, 1) / reach;
      const [first, last] = chord.map((place) => place - height * this.slope[1]);
      for (const place of [first, last]) {
        this.brinks.push([place - reach, density], [place + reach, -density]);
      }
      low = Math.max(low, first + reach);
      high = Math.min(high, last - reach);
    });
    if (this.brinks.length === 0) return null;
    const middle = (low + high) / 2;
    let ends = [Math.min(low, middle), Math.max(high, middle)];
    if (near) ends = ends.map((end) => clamp(end, ...near));
    ends = ends.map((end) => clamp(end, ...visible));
    if (hidden) ends = hidden;
    this.brinks.sort((a, b) => a[0] - b[0]);
    const lower = this.divide(visible[0], ends[0]);
    this.brinks = this.brinks.reverse().map(([place, change]) => [-place, -change]);
    return [...lower, ...this.divide(-visible[1], -ends[1]).reverse().map((place) => -place)];
  }

  /** Calls `add` with the distance and the height of paper between a line and the light. */
  project(d, isRaised, add) {
    const { curl: { radius }, light, slope: [slope] } = this;
    const height = isRaised ? radius - Math.sqrt(Math.max(radius * radius - d * d, 0)) : 0;
    const endSlope = (this.endAcross - d) / Math.max(this.endHeight - height, 1e-3);
    let [from, to] = [slope - 2.7 * light, slope + 2.7 * light];
    if (isRaised || d <= 0) {
      from = Math.max(from, endSlope);
      if (isRaised) to = Math.min(to, (radius - height) / d);
    } else {
      const isRound = 2 * Math.atan2(d, radius) < Math.min(this.end / radius, Math.PI);
      to = Math.min(to, isRound ? (radius * radius - d * d) / (2 * radius * d) : endSlope);
    }
    if (from >= to) return;
    // The paper beside a place on it is as high.
    if (isRaised) add(radius * Math.asin(Math.min(d / radius, 1)), 0);
    for (const way of spread(from, to, 5)) {
      const top = 2 * radius - height;
      if (d + top * way <= 0) add(Math.PI * radius - d - top * way, top);
      const square = 1 + way * way;
      const middle = radius - height - d * way;
      const rest = middle * middle - (isRaised ? 0 : square * d * d);
      // It is 0 at the tangent, to a rounding error.
      const root = Math.sqrt(rest < 0 && rest > -1e-9 * radius * radius ? 0 : rest);
      for (const rise of [(middle + root) / square, (middle - root) / square]) {
        const across = d + way * rise;
        if (across > 0 && rise > (isRaised ? 1e-3 : 0)) {
          add(radius * Math.atan2(across, radius - height - rise), rise);
        }
      }
    }
  }

  /** Half of the places, from the first penumbra's start, or `from` if that is later, to `to`. */
  divide(from, to) {
    const count = ShadowMesh.COLUMNS / 2;
    const start = Math.min(Math.max(this.brinks[0][0], from), to);
    const pieces = [];
    let [place, density, columns] = [start, 0, 0];
    for (const [brink, change] of this.brinks) {
      const next = clamp(brink, start, to);
      if (next > place) {
        pieces.push([place, next - place, columns, (next - place) * density]);
        columns += (next - place) * density;
        place = next;
      }
      density += change;
    }
    const places = [start];
    for (const [piece, length, passed, more] of columns > 0 ? pieces : []) {
      while (places.length < count - 1) {
        const wanted = columns * places.length / (count - 1);
        if (wanted > passed + more || more <= 0) break;
        places.push(piece + length * (wanted - passed) / more);
      }
    }
    while (places.length < count) places.push(to);
    return places;
  }
}

/** `count` evenly spaced positions from one end to the other. */
function spread(from, to, count) {
  return Array.from({ length: count }, (_, index) => from + (to - from) * index / (count - 1));
}
