/// What an error says: text, and advice that each program words in its own terms.
///
/// A string literal is a message without advice. `RecordingError.description` is the text, with
/// advice in terms of the API.
public struct RecordingMessage: Sendable, ExpressibleByStringInterpolation {
  /// What to do.
  package enum Advice: Sendable {
    case resume, startOver, pages, password, size, leaveOut, eye, shard, duration
    /// To use a picture of a page of this PDF.
    case drawPage(of: String)

    /// In terms of the API.
    package var text: String {
      switch self {
      case .resume: "set BookJob.resumes to continue"
      case .startOver: "clear BookJob.resumes to start over"
      case .pages: "set BookJob.selection"
      case .password: "set PDFOptions.password"
      case .size: "set BookJob.size"
      case .leaveOut: "leave the page out: set BookJob.onBadPage"
      case .eye: "set TurnStyle.eye"
      case .shard: "BookJob.shard"
      case .duration: "reduce TransitionJob.seconds"
      case .drawPage: "write a still of its page with BookJob first"
      }
    }
  }

  private enum Part: Sendable {
    case text(String)
    case advice(Advice)
  }

  private var parts: [Part]

  /// A message without advice.
  public init(stringLiteral text: String) { parts = [.text(text)] }

  /// The text, with the words of a program for each advice.
  package func text(_ words: (Advice) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .advice(let advice): words(advice)
      }
    }.joined()
  }

  /// One message after the other.
  static func + (first: Self, second: Self) -> Self {
    var message = first
    message.parts += second.parts
    return message
  }

  /// A message that ends with advice.
  static func + (first: Self, advice: Advice) -> Self {
    var message = first
    message.parts.append(.advice(advice))
    return message
  }
}
