// Tests whether a definition, file or span belongs to the session or to the prelude.
#pragma once
#include "frontend/state/frontend.hpp"
#include <algorithm>
#include <string_view>

namespace nova {

class OwnNames {
 public:
  explicit OwnNames(const Frontend& frontend) : frontend_(frontend) {}
  /// Records that all files read so far belong to the prelude.
  void begin() { first_file_ = static_cast<FileId>(frontend_.sources.size()); }

  std::string_view name_of(GlobalId g) const { return frontend_.symbols.text(frontend_.program[g].name); }
  /// Whether the file belongs to the session, not to the prelude.
  bool is_own(FileId file) const { return file >= first_file_; }
  /// Whether the definition belongs to the session, not to the prelude.
  bool is_own(GlobalId g) const { return is_own(frontend_.program[g].form.file); }
  /// Whether the span's text was written in the prelude.
  bool in_prelude(Span s) const { return s.file != 0 && !is_own(frontend_.sources.user_span(s).file); }
  /// Whether `g` is a definition of the session that shadows a prelude definition or a built-in.
  bool hides_prelude(GlobalId g) const {
    const Program& p = frontend_.program;
    if (!is_own(g) || !p[g].module.empty()) return false;
    const auto is_hidden = [&](GlobalId of) { return p[of].prelude && p[of].module.empty(); };
    return find_builtin(name_of(g)) || std::ranges::any_of(p.named(p[g].name), is_hidden);
  }

 private:
  const Frontend& frontend_;
  FileId first_file_{}; ///< the session's first file; those before it are the prelude's
};

} // namespace nova
