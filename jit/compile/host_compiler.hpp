// Compiles C text to a shared object with the program cc, and loads it. Objects are cached on disk; the key is made
// of the text, the compiler, its flags and the machine.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/kernel_folder.hpp"
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace nova::plan {

class ProcessGroup;

class Compiler {
 public:
  /// `C`: C text for this machine's CPU. `Simulated`: CUDA text for the GPU simulator, which is compiled as C++.
  /// `Checked`: a user's CUDA text, as C++ whose accesses and undefined operations are calls. `Judged`: the same text, in
  /// which a variable that may be read before it is written is an error; its object is of no use.
  enum Language : uint8_t { C, Simulated, Checked, Judged };
  /// `program`: the compiler's name or path. `cache`: the cache's folder; "" for $XDG_CACHE_HOME/nova, or else
  /// ~/.cache/nova. If it can't be used, nothing is cached. `level`: the compiler's optimisation level.
  Compiler(std::string program, std::string cache, std::string level = "-O3", Language language = C);
  ~Compiler();
  Compiler(const Compiler&) = delete;

  /// The first line of a text that is compiled with all effort, however long it is.
  static constexpr std::string_view all_effort = "// all effort\n";
  /// Whether the text is so long that it is compiled with little effort: -O1 and SIMD loops, which takes about half of the
  /// time. With `all_effort` before it, it is compiled at the compiler's level.
  bool is_long(const std::string& text) const;
  /// Whether the compiler was found.
  bool available() const { return !program_.empty(); }
  /// Whether `load` and `object` can have an object of the text: there is a compiler, or it was compiled ahead.
  bool can_make(const std::string& text) const { return available() || (ahead && not_ahead(text).empty()); }
  /// Returns the error of a text for which `can_make` does not hold.
  std::string no_compiler(const std::string& text) const;
  /// Returns why the object was not compiled ahead; "" if it was, or if there is no folder of kernels.
  std::string not_ahead(const std::string& text) const { return ahead ? ahead->lacks(ahead_key(text)) : ""; }
  /// Where an object was found.
  enum Origin : uint8_t { Compiled, FromCache, Ahead };
  /// Returns the loaded object (for dlsym and dlclose) of the text: compiled ahead, from the cache, or newly compiled.
  /// Sets `origin`. On failure returns null and sets `error`.
  void* load(const std::string& text, std::string& error, Origin& origin);
  /// Returns the path of the text's object, compiled ahead or in the cache, or compiled now. Loads nothing, so no code
  /// of the text runs. Returns "" and sets `error` if the text does not compile or the cache can't be written.
  std::string object(const std::string& text, std::string& error);
  /// Called every few milliseconds while the compiler works. If it throws, the compiler is killed.
  std::function<void()> give_up;
  /// Whether the compiler leaves the processor to all else that wants it.
  bool yields = false;
  /// The kernels that were compiled ahead, or null.
  std::shared_ptr<KernelFolder> ahead;
  /// Receives each object that is loaded, and its text's key in a folder of kernels. May be empty.
  std::function<void(const std::string& key, const std::string& object)> keep;
  /// Returns the loaded object of the text if it was compiled ahead or the cache has it, and sets `origin`; otherwise
  /// null.
  void* find(const std::string& text, Origin& origin) const;
  /// Records in the text's cache entry whether its kernels returned the same values as the interpreter.
  void note_checked(const std::string& text, bool right) const { cache_.mark(key(text), right); }
  bool was_checked(const std::string& text) const { return cache_.is_marked(key(text)); }
  /// Kills the compiler if it is at work, and prevents all further compilations. Called by another thread.
  void stop();

 private:
  std::string key(const std::string& text) const;
  std::string ahead_key(const std::string& text) const;
  void* make(const std::string& text, std::string& error);
  bool compile(const std::string& text, const std::string& folder, std::string& error);
  bool run(const std::vector<const char*>& argv, const std::string& folder, int log, std::string& error);
  bool wait_for(pid_t child, ProcessGroup& group, std::string& error);

  std::vector<const char*> arguments(const std::string& text) const;

  std::string program_, level_, version_;
  DiskCache cache_;
  Language language_;
  std::string room_; ///< the folder in which the compiler works; "" for the system's temporary folder
  std::mutex mutex_;
  ProcessGroup* at_work_ = nullptr;
  bool stopped_ = false;
};

/// Returns the path of the first executable file of this name on $PATH, or "" if there is none. Skips the relative
/// folders on $PATH.
std::string find_program(const std::string& name);

} // namespace nova::plan
