import GLESKitCommandLine
import GLESKitEmulate
import GLESKitSupport
import ShaderLint

Tool(
  name: "shaderlint", version: gleskitVersion,
  summary: "Check OpenGL ES 2.0 and WebGL 1 shaders",
  commands: [
    lintCommand, formatCommand, serverCommand, explainCommand, parseLogCommand, initCommand,
    // Only the worker links EGL.
    .emulate { _ in try runWorker() },
    .doctor(of: "shaderlint", noDriver: .noDriver) { _ in try runWorker() },
  ],
  exitStatuses: [
    (.done, "No errors, and no more warnings than --max-warnings."),
    (.failed, "Errors, or more warnings than that."),
    (
      .usage,
      "The command line or a configuration file is wrong, or a file cannot be read or written."
    ),
    (
      .noDriver,
      "The requested engine is missing, doctor found no driver, or a limit (ulimit) is too low."
    ),
  ],
  environment: [
    (
      "GLESKIT_DISPLAY",
      "EGL display to use: device, device:N, surfaceless, gbm, gbm:/dev/dri/renderDN or default. "
        + "Default: the first that works."
    ),
    (
      "MESA_SHADER_CACHE_DISABLE",
      "Mesa's shader cache drops warnings, so shaderlint disables it unless this is set."
    ),
  ],
  lowLimit: .noDriver, fileFailure: .usage
).main()
