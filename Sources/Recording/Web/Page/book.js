// Which pages are shown where, as in BookTurn, FrameStage and TurnPainter of Sources/Recording.

/** The turns that show `count` pages, with page indices from 0. */
function bookTurns(count, layout) {
  const page = (index) => (index >= 0 && index < count ? index : undefined);
  if (layout === 'pages') {
    return Array.from(
      { length: Math.max(1, count - 1) }, (_, turn) => ({ front: turn, below: page(turn + 1) }));
  }
  return Array.from({ length: Math.max(1, Math.floor(count / 2)) }, (_, turn) => ({
    front: 2 * turn,
    back: page(2 * turn + 1),
    below: page(2 * turn + 2),
    facing: layout === 'spread' ? page(2 * turn - 1) : undefined,
  }));
}

/** The places of the pages, in canvas pixels from its lower left corner. */
class Stage {
  /**
   * @param natural the size of the first page
   * @param margin the minimum space around the pages
   * @param isLTR whether pages turn to the left
   */
  constructor(width, height, natural, layout, isLTR, margin) {
    const pages = layout === 'spread' ? 2 : 1;
    const room = [Math.floor((width - 2 * margin) / pages), height - 2 * margin];
    Object.assign(this, { width, height });
    if (room[0] * natural[1] <= room[1] * natural[0]) {
      this.page = [room[0], Math.round(natural[1] * room[0] / natural[0])];
    } else {
      this.page = [Math.round(natural[0] * room[1] / natural[1]), room[1]];
    }
    this.page = this.page.map((side) => Math.max(side, 1));
    const left = [
      Math.floor((width - pages * this.page[0]) / 2), Math.floor((height - this.page[1]) / 2)];
    const right = [left[0] + this.page[0], left[1]];
    this.corner = pages === 2 && isLTR ? right : left;
    /** The page on the other side of the spine. */
    this.facing = pages === 1 ? null : isLTR ? left : right;
    /** Both pages, relative to the turning page: left, bottom, width, height. */
    this.spread = [left[0] - this.corner[0], 0, pages * this.page[0], this.page[1]];
  }

  /** How far the canvas extends beyond the page in the direction in which a loose sheet leaves. */
  overhang(curl) {
    const [left, bottom] = [-this.corner[0], -this.corner[1]];
    const corners = [
      [left, bottom], [left + this.width, bottom], [left, bottom + this.height],
      [left + this.width, bottom + this.height]];
    return curl.lowest - Math.min(...corners.map((corner) => dot(curl.lift, corner)));
  }
}

/** The textures of the pages that are needed, at the size at which they are shown. */
class PageTextures {
  constructor(gl, images) {
    this.gl = gl;
    this.images = images;
    this.textures = new Map();
    this.request = 0;
  }

  get(page) {
    return this.textures.get(page);
  }

  /** Loads pages in order, frees all others, and calls `loaded` after each. */
  async load(pages, size, loaded) {
    const request = ++this.request;
    for (const [page, texture] of this.textures) {
      if (!pages.includes(page)) {
        texture.delete();
        this.textures.delete(page);
      }
    }
    const largest = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE);
    const wanted = size.map((side) => Math.min(side, largest));
    for (const page of pages) {
      const there = this.textures.get(page);
      if (there && there.size[0] === wanted[0] && there.size[1] === wanted[1]) continue;
      const bitmap = await pageBitmap(this.images[page], wanted);
      if (request !== this.request || this.gl.isContextLost()) return;
      if (there) there.delete();
      const isOpaque = 'opaque' in this.images[page].dataset;
      this.textures.set(page, new PageTexture(this.gl, bitmap, isOpaque));
      bitmap.close();
      loaded();
    }
  }
}

/** Returns a bitmap at the given size, bottom row first, without colour conversion. */
async function pageBitmap(image, [width, height]) {
  await image.decode();
  const fits = image.naturalWidth === width && image.naturalHeight === height;
  return createImageBitmap(image, {
    ...(fits ? {} : { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' }),
    imageOrientation: 'flipY',
    premultiplyAlpha: 'premultiply',
    colorSpaceConversion: 'none',
  });
}

/** Draws moments of a book. */
class BookPainter {
  constructor(gl, images) {
    this.renderer = new CurlRenderer(gl);
    this.textures = new PageTextures(gl, images);
  }

  /**
   * Draws a turn whose page has the shape `curl`.
   *
   * @param isLanded whether a leaf has landed on the other side
   * @returns whether all pages were loaded; otherwise nothing is drawn
   */
  paint(turn, curl, stage, isLanded, quality) {
    const page = (index) => this.textures.get(index);
    const missing = [turn.front, turn.back, turn.below, turn.facing]
      .some((index) => index !== undefined && !page(index));
    if (missing) return false;
    this.renderer.clear();
    const lay = (texture, corner) => {
      const flat = Curl.flat(curl.width, curl.height, 0, 0);
      if (texture) this.renderer.draw(flat, { front: texture }, corner, quality);
    };
    if (stage.facing) lay(page(isLanded ? turn.back : turn.facing), stage.facing);
    if (isLanded) {
      lay(page(turn.below), stage.corner);
    } else {
      const pages = { front: page(turn.front), back: page(turn.back), below: page(turn.below) };
      // The shadow also falls on a page on the other side.
      const ground = turn.facing === undefined ? undefined : stage.spread;
      this.renderer.draw(curl, pages, stage.corner, quality, ground);
    }
    return true;
  }
}
