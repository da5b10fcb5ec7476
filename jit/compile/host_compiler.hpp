// C text -> shared object: cc run by its arguments, and a cache on disk: the key is text, compiler, flags and machine.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include <functional>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace nova::plan {

class ProcessGroup;

class Compiler {
 public:
  /// C for this machine's CPU, or CUDA text with the simulator's shim.
  enum Language : uint8_t { C, Simulated };
  /// cache: the folder; empty: $XDG_CACHE_HOME/nova, else ~/.cache/nova. Where it can't be had, nothing is kept.
  Compiler(std::string program, std::string cache, std::string level = "-O3", Language language = C);
  ~Compiler();
  Compiler(const Compiler&) = delete;

  /// Is there a compiler on the path?
  bool available() const { return !program_.empty(); }
  /// The loaded object (for dlsym and dlclose), from the cache if it can be; else null, and why in `error`.
  void* load(const std::string& text, std::string& error, bool& from_cache);
  /// Asked now and then while the compiler works; what it throws ends that.
  std::function<void()> give_up;
  /// The same if it is in the cache; null otherwise.
  void* find(const std::string& text) const { return load_entry(key(text)); }
  /// Its kernels gave what the interpreter gives, or something else: the cache keeps that with it.
  void note_checked(const std::string& text, bool right) const { cache_.mark(key(text), right); }
  bool was_checked(const std::string& text) const { return cache_.is_marked(key(text)); }
  /// Another thread gives up: a compiler at work is killed, and nothing is compiled from now on.
  void stop();

 private:
  std::string key(const std::string& text) const;
  void* load_entry(const std::string& key) const;
  void* make(const std::string& text, const std::string& key, std::string& error);
  bool compile(const std::string& text, const std::string& folder, std::string& error);
  bool run(const std::vector<const char*>& argv, const std::string& folder, int log, std::string& error);
  bool wait_for(pid_t child, ProcessGroup& group, std::string& error);

  std::vector<const char*> arguments(const std::string& text) const;

  std::string program_, level_, version_;
  DiskCache cache_;
  Language language_;
  std::string
      room_; ///< where the compiler works: in the cache's folder, or, where this is "", among temporary files
  std::mutex mutex_;
  ProcessGroup* at_work_ = nullptr;
  bool stopped_ = false;
};

/// The first file of this name on $PATH that can be run, or "". Folders that depend on where one stands are left out.
std::string find_program(const std::string& name);

} // namespace nova::plan
