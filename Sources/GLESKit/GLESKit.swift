// One import for everything that an app draws with. OffscreenExecutor exports Offscreen, which
// exports GLES, as FixedPipeline, GLEffects and PageCurl do, and that GLMath and Imaging;
// ImageLoading exports ImageCoding.
@_exported import FixedPipeline
@_exported import GLEffects
@_exported import ImageLoading
@_exported import OffscreenExecutor
@_exported import PageCurl
@_exported import Timeline
