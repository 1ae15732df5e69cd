extension Tool {
  func generated(_ kind: Generated) -> String {
    switch kind {
    case .man: manualPage()
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    }
  }

  private var descriptions: [CommandDescription] { commands.map(\.description) }
  private var words: [String] { descriptions.compactMap(\.name) }

  /// A completion script for bash, to be sourced or put into `bash-completion/completions`.
  package func bashCompletion() -> String {
    var values = ""
    var names = ""
    for command in descriptions {
      let key = command.name ?? ""
      for option in command.options where option.placeholder != nil {
        guard let words = bashWords(option.completion) else { continue }
        let patterns = option.spellings.map { "\(key):\($0)" }.joined(separator: "|")
        values += "    \(patterns)) \(words); return ;;\n"
      }
      let offered = command.options.map(\.name) + (command.name == nil ? words : [])
      let files = command.positionals.first.flatMap { bashWords($0.completion) }
      names += "    \(key.isEmpty ? "''" : key))\n"
      names += "      if [[ $current == -* ]]; then \(bashWords(.words(offered)) ?? ":")\n"
      names += "      else \(files ?? "COMPREPLY=()")"
      names +=
        command.name == nil && !words.isEmpty && files != nil
        ? "\n        [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
        : ""
      names += "\n      fi ;;\n"
    }
    return """
      # bash completion for \(name), written by '\(name) --generate bash'
      _\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=''
        case ${COMP_WORDS[1]} in \(words.isEmpty ? "''" : words.joined(separator: "|"))) [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]} ;; esac
        if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
        if [[ $current == = ]]; then current=''; fi
        case $command:$previous in
      \(values)  esac
        case $command in
      \(names)  esac
      }
      complete -o filenames -F _\(name) \(name)

      """
  }

  private func bashWords(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .words(let words):
      "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
    case .files([]), .folders:
      "mapfile -t COMPREPLY < <(compgen \(completion == .folders ? "-d" : "-f") -- \"$current\")"
    case .files(let extensions):
      "mapfile -t COMPREPLY < <("
        + (extensions.map { "compgen -f -X '!*.\($0)' -- \"$current\"" }
        + ["compgen -d -- \"$current\""]).joined(separator: "; ") + ")"
    }
  }

  /// A completion script for zsh, to be put as `_name` into a folder of `fpath`.
  package func zshCompletion() -> String {
    let main = descriptions.first { $0.name == nil }
    let cases = descriptions.filter { $0.name != nil }.map { command in
      "    \(command.name ?? ""))\n      shift words; (( CURRENT-- ))\n"
        + "      _arguments -s -S \\\n\(zshSpecifications(command)); return ;;\n"
    }.joined()
    let choice =
      words.isEmpty
      ? ""
      : "  if (( CURRENT > 2 )); then\n    case $words[2] in\n\(cases)    esac\n"
        + "  elif [[ $words[2] != -* ]]; then\n    compadd -- \(words.joined(separator: " "))\n  fi\n"
    let arguments = main.map { "  _arguments -s -S \\\n\(zshSpecifications($0))\n" } ?? ""
    return """
      #compdef \(name)
      # zsh completion for \(name), written by '\(name) --generate zsh'
      _\(name)() {
      \(choice)\(arguments)}
      _\(name) "$@"

      """
  }

  private func zshSpecifications(_ command: CommandDescription) -> String {
    var lines: [String] = command.options.map { option in
      let names = option.spellings
      let excluded = option.repeats ? "*" : "(\(names.joined(separator: " ")))"
      let help = zshEscaped(option.help)
      let action = option.placeholder.map { ":\($0):\(zshAction(option.completion))" } ?? ""
      let sign = option.placeholder == nil ? "" : "="
      return names.count == 1
        ? "'\(excluded)\(names[0])\(sign)[\(help)]\(action)'"
        : "'\(excluded)'{\(names[0])\(sign.isEmpty ? "" : "+"),\(names[1])\(sign)}'[\(help)]\(action)'"
    }
    for positional in command.positionals {
      let count =
        switch positional.count {
        case .one: ":"
        case .optional: "::"
        case .rest: "*:"
        }
      lines.append("'\(count)\(positional.placeholder):\(zshAction(positional.completion))'")
    }
    return lines.map { "    \($0)" }.joined(separator: " \\\n")
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files([]): "_files"
    case .files(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .folders: "_files -/"
    }
  }

  private func zshEscaped(_ text: String) -> String {
    text.reduce(into: "") { line, character in
      switch character {
      case "'": line += "'\\''"
      case "[", "]", ":", "\\": line += "\\\(character)"
      default: line.append(character)
      }
    }
  }

  /// A completion script for fish, to be put as `name.fish` into its `completions` folder.
  package func fishCompletion() -> String {
    var script = "# fish completion for \(name), written by '\(name) --generate fish'\n"
    for command in descriptions {
      let condition =
        switch (command.name, words.isEmpty) {
        case (nil, true): ""
        case (nil, false): " -n 'not __fish_seen_subcommand_from \(words.joined(separator: " "))'"
        case (let word?, _): " -n '__fish_seen_subcommand_from \(word)'"
        }
      if let word = command.name {
        script +=
          "complete -c \(name) -n __fish_use_subcommand -a \(word) "
          + "-d \(fishQuoted(command.summary))\n"
      }
      for option in command.options {
        script += "complete -c \(name)\(condition) -l \(option.long)"
        script += option.short.map { " -s \($0)" } ?? ""
        script += option.placeholder == nil ? "" : fishAction(option.completion)
        script += " -d \(fishQuoted(option.help))\n"
      }
    }
    return script
  }

  private func fishAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " -x"
    case .words(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    }
  }

  private func fishQuoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { line, character in
        line += character == "'" || character == "\\" ? "\\\(character)" : String(character)
      } + "'"
  }
}

extension OptionDescription {
  /// `-o` and `--output`, as far as they exist.
  fileprivate var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [name] }
}
