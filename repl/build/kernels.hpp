// `nova build --to kernels`: runs a program and writes the kernels of its forms, for `--compiled-ahead`.
#pragma once
#include "repl/session/session.hpp"
#include <map>
#include <mutex>
#include <string>

namespace nova {

class KernelRecorder {
 public:
  /// Sets the options of the session that is to run the program: each form is compiled at once, and its kernel is kept.
  void prepare(SessionOptions& options);
  /// Runs the program, without its output, writes the kernels into `folder`, and prints how many they are. Returns the
  /// exit status.
  int build(Session& session, FileId file, const InputTexts& inputs, const std::string& folder,
            const std::function<void(std::string_view)>& out);

 private:
  std::mutex mutex_; ///< the compiler's thread adds kernels
  std::map<std::string, std::string> kernels_;
};

} // namespace nova
