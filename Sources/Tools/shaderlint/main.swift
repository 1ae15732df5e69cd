import GLESKitCommandLine
import GLESKitInfoCommand
import GLESKitSupport
import ShaderLint

// The linter starts this executable again as its worker processes.
Worker.serveIfAsked()

Tool(
  name: "shaderlint", version: gleskitVersion,
  summary: "Check OpenGL ES 2.0 and WebGL 1 shaders with the real driver",
  commands: [
    lintCommand, explainCommand, parseLogCommand, InfoCommand.command(noDriver: .noDriver),
  ],
  exitStatuses: [
    (.done, "No findings, or only notes and warnings below --max-warnings."),
    (.failed, "Findings."),
    (.usage, "The command line or a configuration file is wrong, or a file cannot be read."),
    (.noDriver, "No driver, or an engine that was asked for is missing."),
  ],
  environment: [
    (
      "GLESKIT_DISPLAY",
      "The route to the driver: device, device:N, surfaceless, gbm, gbm:/dev/dri/renderDN or "
        + "default. Unset: the first that works."
    ),
    (
      "MESA_SHADER_CACHE_DISABLE",
      "Set to true for the workers unless you set it: Mesa's cache drops warnings."
    ),
  ]
).main()

extension ExitStatus {
  /// 3: nothing could be compiled, because no driver opens or an engine is missing.
  static let noDriver = ExitStatus(rawValue: 3)
}
