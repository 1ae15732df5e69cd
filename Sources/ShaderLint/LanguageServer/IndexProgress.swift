import GLESKitSupport

/// The reading of the open folders, as editors show it if it takes long (`$/progress`).
struct IndexProgress {
  /// The steps that take no time to speak of: those for 1,000 files.
  private static let silentSteps = 32

  private var steps = 0
  /// The number of times that all was read.
  private var count = 0

  /// Whether the last step is still to be noted.
  var isOpen: Bool { steps > 0 }

  /// Notes a step.
  ///
  /// - Parameter isLast: Whether all is read now.
  /// - Returns: What to tell the editor.
  mutating func step(isLast: Bool) -> [JSON] {
    let token = JSON.string("index \(count)")
    func message(_ value: JSON) -> JSON {
      ["method": "$/progress", "params": ["token": token, "value": value]]
    }
    guard isLast else {
      steps += 1
      guard steps == Self.silentSteps else { return [] }
      let creation: JSON = [
        "id": token, "method": "window/workDoneProgress/create",
        "params": ["token": token],
      ]
      return [creation, message(["kind": "begin", "title": "shaderlint: reading shaders"])]
    }
    let isShown = steps >= Self.silentSteps
    if isOpen { (steps, count) = (0, count + 1) }
    return isShown ? [message(["kind": "end"])] : []
  }
}
