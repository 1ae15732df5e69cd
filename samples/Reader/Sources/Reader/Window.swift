import CSDL2
import GLES
import Imaging

/// An SDL error with SDL's message.
struct WindowError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "\(what): \(String(cString: SDL_GetError()))" }
}

/// A window with an OpenGL ES 2.0 context, which is current on this thread.
final class Window {
  /// User input.
  enum Input {
    case press(SIMD2<Double>)
    case drag(SIMD2<Double>)
    case release
    case turn(Side)
    case record
    case redraw
    case quit
  }

  private let window: OpaquePointer
  private let context: SDL_GLContext

  init(title: String, size: PixelSize) throws(WindowError) {
    SDL_SetMainReady()
    // Without this hint, SDL requests desktop OpenGL from X instead of OpenGL ES from EGL.
    SDL_SetHint(SDL_HINT_OPENGL_ES_DRIVER, "1")
    guard SDL_Init(SDL_INIT_VIDEO) == 0 else { throw WindowError("there is no screen") }
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue))
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2)
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0)
    let flags =
      SDL_WINDOW_OPENGL.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    let anywhere = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    guard
      let window = SDL_CreateWindow(
        title, anywhere, anywhere, Int32(size.width), Int32(size.height), flags)
    else { throw WindowError("no window could be opened") }
    guard let context = SDL_GL_CreateContext(window) else {
      throw WindowError("the window has no OpenGL ES 2.0")
    }
    self.window = window
    self.context = context
    // Wait for vertical sync if the driver supports it.
    SDL_GL_SetSwapInterval(1)
  }

  deinit {
    SDL_GL_DeleteContext(context)
    SDL_DestroyWindow(window)
    SDL_Quit()
  }

  /// Looks up extension functions for `Context`.
  static func address(of function: String) -> UnsafeMutableRawPointer? {
    SDL_GL_GetProcAddress(function)
  }

  /// The window's size in pixels.
  var size: PixelSize {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GL_GetDrawableSize(window, &width, &height)
    return PixelSize(max(Int(width), 1), max(Int(height), 1))
  }

  var title: String {
    get { String(cString: SDL_GetWindowTitle(window)) }
    set { SDL_SetWindowTitle(window, newValue) }
  }

  /// Seconds since an arbitrary point in time.
  static var now: Double {
    Double(SDL_GetPerformanceCounter()) / Double(SDL_GetPerformanceFrequency())
  }

  /// Shows the drawn frame.
  func present() { SDL_GL_SwapWindow(window) }

  /// Waits up to `milliseconds` for the next event; `nil` if there is none.
  func next(within milliseconds: Int32) -> Input? {
    var event = SDL_Event()
    guard SDL_WaitEventTimeout(&event, milliseconds) != 0 else { return nil }
    switch SDL_EventType(event.type) {
    case SDL_QUIT: return .quit
    case SDL_MOUSEBUTTONDOWN where event.button.button == SDL_BUTTON_LEFT:
      return .press(pixels(event.button.x, event.button.y))
    case SDL_MOUSEMOTION: return .drag(pixels(event.motion.x, event.motion.y))
    case SDL_MOUSEBUTTONUP where event.button.button == SDL_BUTTON_LEFT: return .release
    case SDL_KEYDOWN: return Self.input(of: SDL_KeyCode(UInt32(event.key.keysym.sym)))
    default: return .redraw
    }
  }

  private static func input(of key: SDL_KeyCode) -> Input {
    switch key {
    case SDLK_RIGHT, SDLK_DOWN, SDLK_PAGEDOWN, SDLK_SPACE: .turn(.right)
    case SDLK_LEFT, SDLK_UP, SDLK_PAGEUP, SDLK_BACKSPACE: .turn(.left)
    case SDLK_r: .record
    case SDLK_ESCAPE, SDLK_q: .quit
    default: .redraw
    }
  }

  /// Converts mouse coordinates, in points, to the center of a pixel.
  private func pixels(_ x: Int32, _ y: Int32) -> SIMD2<Double> {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window, &width, &height)
    let density = SIMD2(
      Double(size.width) / Double(max(width, 1)), Double(size.height) / Double(max(height, 1)))
    return (SIMD2(Double(x), Double(y)) + 0.5) * density
  }
}
