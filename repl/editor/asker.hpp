// Reads one input from the user: with the editor on a terminal, line by line elsewhere.
#pragma once
#include "repl/editor/terminal.hpp"

namespace nova::editor {

class Asker {
 public:
  Asker(Hooks hooks, bool colour);
  /// Returns one complete input, an empty string if the user gave it up, or nothing if the user leaves. If a command
  /// is typed while a form is still unfinished, returns only the command. The next call then begins with the
  /// unfinished form.
  std::optional<std::string> ask();

 private:
  std::optional<std::string> edit();
  std::optional<std::string> ask_plainly();
  std::optional<Key> next_key(Terminal& t);
  Editor::Result press(Terminal& t, const Key& key);
  void draw(Terminal& t);
  void redraw(Terminal& t, bool clear);
  void wipe(Terminal& t);
  bool ask_for_reflow(Terminal& t);
  void leave(Terminal& t);

  Hooks hooks_;
  Editor editor_;
  Painter painter_;
  Size drawn_for_;              ///< the size of the terminal at the last painting
  std::optional<bool> reflows_; ///< whether the terminal rewraps its lines when its width changes
  KeyDecoder decoder_;          ///< keeps the bytes of keys that are typed ahead, from one input to the next
  bool goes_on_ = false;        ///< whether the next input continues the editor's text, after a command in it
  std::string open_;            ///< without the editor: the unfinished form in which a command was typed
};

} // namespace nova::editor
