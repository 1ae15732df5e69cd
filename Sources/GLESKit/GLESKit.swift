// One import for everything that an app draws with. FixedPipeline, PageCurl and Offscreen export
// GLES, which exports GLMath and Imaging; ImageLoading exports ImageCoding.
@_exported import FixedPipeline
@_exported import ImageLoading
@_exported import Offscreen
@_exported import PageCurl
@_exported import Timeline
