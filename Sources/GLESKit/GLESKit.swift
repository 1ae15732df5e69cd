// One import for everything that an app draws with. OffscreenExecutor exports Offscreen, which
// exports GLES like FixedPipeline and PageCurl, and that GLMath and Imaging; ImageLoading exports
// ImageCoding.
@_exported import FixedPipeline
@_exported import ImageLoading
@_exported import OffscreenExecutor
@_exported import PageCurl
@_exported import Timeline
