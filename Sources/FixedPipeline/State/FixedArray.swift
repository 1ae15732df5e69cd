/// The elements of a state of which there are always as many, such as its 8 lights.
///
/// An index that doesn't exist reads an element with its defaults. Changing it changes nothing, and
/// draws with the state throw ``FixedPipelineError/outOfRange(name:value:allowed:)``.
public struct FixedArray<Element>: RandomAccessCollection, MutableCollection {
  private var elements: [Element]
  private let initial: Element
  /// An index that was changed and does not exist.
  private(set) var badIndex: Int?

  init(_ elements: [Element], initial: Element) {
    self.elements = elements
    self.initial = initial
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of elements, which never changes.
  public var endIndex: Int { elements.count }

  /// The element at an index, 0 ..< ``endIndex``.
  public subscript(index: Int) -> Element {
    get { index >= 0 && index < elements.count ? elements[index] : initial }
    _modify {
      if index >= 0 && index < elements.count {
        yield &elements[index]
      } else {
        badIndex = index
        var unused = initial
        yield &unused
      }
    }
  }
}

extension FixedArray: Equatable where Element: Equatable {}
extension FixedArray: Hashable where Element: Hashable {}
extension FixedArray: Sendable where Element: Sendable {}
