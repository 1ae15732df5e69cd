// The sliders of `pagecurl --controls lab`: time, angle, radius and layout, as its options.

import LAB_HTML from './lab.html';

/** @typedef {import('../reader.js').Reader} Reader */

export class Lab {
  /**
   * @param {ShadowRoot} root
   * @param {Reader} reader
   */
  constructor(root, reader) {
    this.reader = reader;
    if (!root.getElementById('lab')) {
      root.getElementById('bar').insertAdjacentHTML('beforeend', LAB_HTML);
    }
    const slider = (id) => /** @type {HTMLInputElement} */ (root.getElementById(id));
    this.sliders = { time: slider('time'), angle: slider('angle'), radius: slider('radius') };
    this.layout = /** @type {HTMLSelectElement} */ (root.getElementById('layout'));
  }

  listen(signal) {
    const { reader, sliders: { time, angle, radius }, layout } = this;
    const on = (slider, act) => slider.addEventListener('input', () => {
      reader.settle();
      act(Number(slider.value));
    }, { signal });
    const shape = (change) => (value) => {
      const isOver = reader.progress === reader.end;
      change(value);
      if (isOver) reader.progress = reader.end;
      reader.invalidate();
    };
    on(time, (value) => {
      reader.progress = value === 1 ? reader.end : value;
      reader.rest();
    });
    on(angle, shape((value) => { reader.degrees = value; }));
    on(radius, shape((value) => { reader.roll = value / 100; }));
    layout.addEventListener('change', () => reader.lay(layout.value), { signal });
  }

  show() {
    const { reader, sliders } = this;
    const show = (slider, value, text) => {
      slider.value = value;
      slider.nextElementSibling.value = text;
    };
    [sliders.angle.min, sliders.angle.max] = reader.angles.map(String);
    show(sliders.time, reader.time, reader.time.toFixed(2));
    // Degrees as in pagecurl --angle.
    const degrees = reader.degrees - 360 * Math.ceil(reader.degrees / 360 - 0.5);
    show(sliders.angle, reader.degrees, `${degrees}°`);
    show(sliders.radius, 100 * reader.roll, `${+(100 * reader.roll).toFixed(1)} %`);
    this.layout.value = reader.layout;
  }
}
