// One import for everything that an app draws with. FixedPipeline, PageCurl and Offscreen export
// GLES, which exports GLMath and Imaging.
@_exported import FixedPipeline
@_exported import ImageCoding
@_exported import Offscreen
@_exported import PageCurl
@_exported import Timeline
