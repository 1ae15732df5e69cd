// The drag of a page that has begun to turn already.

/** Pulls the fold of a turn under way, or of a completed one that is turned back. */
class FoldPull {
  /** @param {Reader} reader */
  constructor(reader, point) {
    const { curl } = reader;
    this.reader = reader;
    this.lift = curl.lift;
    this.start = dot(curl.lift, point);
    this.from = reader.progress;
    this.fold = curl.contact + curl.radius;
    this.samples = [];
  }

  /** Goes on with a page that is now shown `scale` times as large. */
  scale(scale) {
    this.start *= scale;
    this.fold *= scale;
  }

  move(point, seconds) {
    const { reader, lift } = this;
    const place = dot(lift, point);
    const way = place - this.start;
    if (reader.isSpread) {
      reader.progress = clamp(this.from - way / (2 * reader.stage.page[0]), 0, 1);
    } else {
      const closing = this.start > this.fold && way > 0;
      const fold = closing ? Math.min(this.fold + 2 * way, place) : this.fold + way;
      reader.progress = reader.progressAt(fold);
    }
    this.samples = this.samples.filter((sample) => sample.seconds >= seconds - 0.1);
    this.samples.push({ seconds, progress: reader.progress });
  }

  finishes(seconds) {
    const recent = this.samples.filter((sample) => sample.seconds >= seconds - 0.1);
    const [first, last] = [recent[0], recent[recent.length - 1]];
    const speed = recent.length > 1 && last.seconds > first.seconds
      ? (last.progress - first.progress) / (last.seconds - first.seconds) : 0;
    return this.reader.progress + 0.2 * speed > 0.5;
  }
}
