// The JSON that pagecurl writes into a page. `WebPageTests` compares the names.

/** See `WebPage.settings`. */
interface BookSettings {
  title: string;
  language: string | null;
  /** The number of pages, and the first one to show. */
  count: number;
  first: number;
  /** The size of the pictures in pixels: width, height. */
  size: number[];
  layout: string;
  direction: string;
  /** Of sheets: the direction of a turn in degrees, and the radius over the page's smaller side. */
  angle: number;
  radius: number;
  fold: FoldTable;
  look: LookSettings;
  /** How long a turn takes, and the progress at 33 even times. */
  seconds: number;
  easing: number[];
  controls: string;
  /** A color of CSS; `null` is transparent. */
  background: string | null;
  /** For each entry: its depth, its title, its page. */
  outline: [number, string, number][];
  hasText: boolean;
  hasSound: boolean;
  leaf: LeafSettings | null;
  isPrint: boolean;
  download: string | null;
}

/** See `WebFold.table`: the macros define the fold in shaders. */
interface FoldTable {
  macros: string[];
  power: number;
  reach: number;
  length: number;
  points: number[];
}

/** See `CurlLook.json`. Colors and directions have three numbers. */
interface LookSettings {
  light: { way: number[], sky: number, highlight: number, shininess: number } | null;
  shadow: { slope: number[], spread: number, strength: number, color: number[] } | null;
  paper: number[];
  showThrough: number;
  reflectance: number;
  transmittance: number;
  frontTint: number[];
  backTint: number[];
}

/** See `WebLeaf.settings`. Lengths are in page widths. */
interface LeafSettings {
  eye: number;
  overhang: { along: number, beyond: number };
  gutter: { places: number[], front: number[], back: number[], dip: number } | null;
  cover: { squares: { along: number, beyond: number }, cloth: number[] } | null;
}

/** See `WebPage.motions`. */
interface LeafMotions {
  paper: LeafTable;
  board: LeafTable | null;
}

/** See `WebLeaf.motion`. Tables of words are in Base64. */
interface LeafTable {
  thickness: number;
  unit: number;
  angles: number[];
  curvatures: string;
  lights: string;
  shadows: string | null;
  across: number[];
  along: number[];
}
