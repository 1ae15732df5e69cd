// The sound of a turn, which pagecurl has synthesized.

import { bytesOf } from '../../motion.js';

/** Samples in a second; see `TurnSound.companded`. */
const SOUND_RATE = 24000;

export class TurnSound {
  /**
   * @param {HTMLElement} button
   * @param {number} seconds the duration of a turn
   * @param {import('../place.js').Place} place
   */
  constructor(button, seconds, place) {
    this.button = button;
    this.seconds = seconds;
    this.place = place;
    /** @type {AudioContext | null} */
    this.context = null;
    this.enable(place.stored(' sound') === 'on');
  }

  listen(signal) {
    this.button.addEventListener('click', () => {
      this.enable(!this.isOn);
      this.place.stored(' sound', this.isOn ? 'on' : 'off');
    }, { signal });
    signal.addEventListener('abort', () => this.context?.close());
  }

  /** @param {string} text Base64 */
  receive(text) {
    const samples = Float32Array.from(
      new Int8Array(bytesOf(text).buffer), (byte) => byte * Math.abs(byte) / 16129);
    this.buffer = new AudioBuffer({ length: samples.length, sampleRate: SOUND_RATE });
    this.buffer.copyToChannel(samples, 0);
  }

  enable(isOn) {
    this.isOn = isOn;
    this.button.setAttribute('aria-pressed', String(isOn));
    if (!isOn) this.stop();
  }

  stop() {
    this.source?.stop();
    this.source = null;
  }

  /**
   * Plays the rest of a turn that ends in so many seconds, or stops. Browsers permit sound after
   * the first input.
   * @param {number} [rest]
   */
  play(rest) {
    this.stop();
    const { buffer } = this;
    if (rest === undefined || !this.isOn || !buffer
      || navigator.userActivation?.hasBeenActive === false) return;
    const context = this.context ??= new AudioContext();
    const source = this.source = new AudioBufferSourceNode(context, { buffer });
    source.connect(context.destination);
    // A context that plays nothing would keep the device busy.
    source.onended = () => { if (this.source === source) context.suspend(); };
    source.start(0, Math.max(this.seconds - rest, 0));
    context.resume();
  }
}
