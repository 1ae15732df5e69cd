// Turns the pages by itself, until the reader does anything.

/** @typedef {import('../reader.js').Reader} Reader */

/** The seconds for which pages lie open. */
const PAUSE = 5;

export class Play {
  /**
   * @param {HTMLElement} button
   * @param {Reader} reader
   */
  constructor(button, reader) {
    this.button = button;
    this.reader = reader;
    this.isOn = false;
  }

  listen(signal) {
    const { button, reader } = this;
    button.addEventListener('click', () => {
      if (this.isOn) return this.stop();
      if (reader.isAtEnd) reader.jump(0);
      this.enable(true);
      this.wait();
      // Controls that have the focus of a mouse would stay.
      if (!button.matches(':focus-visible')) reader.stageElement.focus();
    }, { signal });
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(name, (event) => {
        // The button's click follows.
        if (this.isOn && !event.composedPath().includes(button)) this.stop();
      }, { signal, capture: true, passive: true });
    }
    reader.addEventListener('rest', () => this.wait(), { signal });
    signal.addEventListener('abort', () => this.stop());
  }

  stop() {
    this.enable(false);
    clearTimeout(this.waiting);
  }

  enable(isOn) {
    this.isOn = isOn;
    this.button.setAttribute('aria-pressed', String(isOn));
  }

  /** Turns the next page after a pause. */
  wait() {
    const { reader } = this;
    clearTimeout(this.waiting);
    if (!this.isOn || reader.isMoving) return;
    if (reader.isAtEnd) return this.stop();
    this.waiting = setTimeout(() => {
      // Browsers draw no hidden documents.
      if (document.hidden) this.wait();
      else reader.flip(1);
    }, 1000 * PAUSE);
  }
}
