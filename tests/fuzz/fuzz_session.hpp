// What the fuzzers of sessions share: a session with small limits in a folder of its own, made anew now and
// then, since definitions pile up in one.
#pragma once
#include "repl/session/session.hpp"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace nova::fuzzing {

constexpr int uses_of_one = 200;

/// Ends the process where it does not hold; libFuzzer keeps the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fputs(what, stderr);
  std::abort();
}

/// A folder that is empty at first and in which the process stands from now on.
inline const std::string& own_folder() {
  static const std::string& path = *new std::string([] { // outlives what is static
    std::string made = (std::filesystem::temp_directory_path() / "nova-fuzz-XXXXXX").string();
    require(mkdtemp(made.data()) && chdir(made.c_str()) == 0, "there is no folder to work in");
    setenv("HOME", made.c_str(), 1), setenv("XDG_CACHE_HOME", made.c_str(), 1);
    std::atexit([] {
      std::error_code ignored;
      std::filesystem::remove_all(own_folder(), ignored);
    });
    return made;
  }());
  return path;
}

/// Interprets, prints nowhere, and ends each run soon.
inline SessionOptions small_options() {
  SessionOptions o;
  o.tiers.tier = Tier::Interp;
  o.max_memory = uint64_t{256} << 20;
  o.timeout = std::chrono::milliseconds(200);
  o.threads = 1;
  o.allow_read = o.allow_write = {own_folder()};
  o.out = o.err = [](std::string_view) {};
  return o;
}

/// The session that an input is for: the one of the last input, or a new one.
inline Session& next_session() {
  static std::unique_ptr<Session> session;
  static int uses = 0;
  own_folder();
  if (!session || ++uses % uses_of_one == 0) session = std::make_unique<Session>(small_options());
  return *session;
}

inline std::string text_of(const uint8_t* bytes, size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace nova::fuzzing
