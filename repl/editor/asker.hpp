// Asks for one input: on a terminal with the editor, elsewhere line by line.
#pragma once
#include "repl/editor/terminal.hpp"

namespace nova::editor {

class Asker {
 public:
  Asker(Hooks hooks, bool colour);
  /// One complete input; empty where the user gave it up, nothing where he leaves. A command within an open
  /// form comes first, and the form is asked for again as far as it was.
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
  Size drawn_for_;              ///< how large the terminal was when it was painted
  std::optional<bool> reflows_; ///< does the terminal break its lines anew when its width changes?
  KeyDecoder decoder_;          ///< what is typed ahead stays here
  bool goes_on_ = false;        ///< the editor's text was left for a command within it
  std::string open_;            ///< so was this, which has no editor
};

} // namespace nova::editor
