// The foreign functions of a session's programs: whether each may run, where its text is, and its linking.
#pragma once
#include "interp/machine.hpp"
#include "jit/foreign/linker.hpp"
#include "repl/session/files/program_files.hpp"
#include "repl/session/options.hpp"
#include "repl/session/own_names.hpp"
#include <memory>

namespace nova {

class ForeignFunctions {
 public:
  /// Installs itself as the machine's linker of foreign functions.
  ForeignFunctions(Machine& machine, ProgramFiles& files, const OwnNames& names,
                   const SessionOptions& options);

  /// Warns (W0308) of declared functions for which no library is named.
  void warn_of_unlinked();

 private:
  void link(GlobalId g);
  std::string place_of(const Global& g) const;
  void read_text(ForeignFunction& f, const std::string& place);
  void find_library(ForeignFunction& f, const std::string& place);

  Machine& machine_;
  ProgramFiles& files_;
  const OwnNames& names_;
  const SessionOptions& options_;
  std::unique_ptr<plan::ForeignLinker> linker_; ///< null until a function is linked
};

} // namespace nova
