// Asks for one input: on a terminal with the editor, elsewhere line by line.
#pragma once
#include "repl/editor/terminal.hpp"

namespace nova::editor {

class Asker {
 public:
  Asker(Hooks hooks, bool colour);
  /// One complete input; empty where the user gave it up, nothing where he leaves.
  std::optional<std::string> ask();

 private:
  std::optional<std::string> edit();
  std::optional<std::string> ask_plainly() const;
  std::optional<Key> next_key(Terminal& t);
  Editor::Result press(Terminal& t, const Key& key);
  void draw(Terminal& t);
  void redraw(Terminal& t, bool clear);
  void leave(Terminal& t);

  Hooks hooks_;
  Editor editor_;
  Painter painter_;
  KeyDecoder decoder_; ///< what is typed ahead stays here
};

} // namespace nova::editor
