// Everything that an app draws with, by one import.
@_exported import FixedPipeline
@_exported import GLES
@_exported import GLMath
@_exported import ImageCoding
@_exported import Imaging
@_exported import Offscreen
@_exported import PageCurl
@_exported import Timeline
