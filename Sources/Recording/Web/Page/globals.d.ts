// What the modules use without importing it.

/** The shaders of `shaders/page-curl` by their names. `WebShaders` writes them. */
declare const SHADERS: Record<string, string>;

/** Files that the bundle contains as texts. */
declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}

// What the library of TypeScript 4.8 lacks.
interface Array<T> {
  findLast(holds: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(holds: (value: T, index: number, array: T[]) => unknown): number;
}
interface HTMLElement {
  role: string | null;
  popover: string | null;
  showPopover?(): void;
}
declare class OffscreenCanvas {
  constructor(width: number, height: number);
  getContext(kind: '2d'): CanvasRenderingContext2D;
  transferToImageBitmap(): ImageBitmap;
}
interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean };
}
