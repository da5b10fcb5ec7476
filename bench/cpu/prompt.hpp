// What benchmarks share: a session on the cpu tier, and values as numbers.
#pragma once
#include "repl/session/session.hpp"
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace nova {

inline SessionOptions cpu_options(uint32_t threads) {
  SessionOptions o;
  o.tiers.tier = Tier::Cpu, o.threads = threads;
  o.err = [](std::string_view text) {
    std::fprintf(stderr, "%.*s", static_cast<int>(text.size()), text.data());
  };
  return o;
}

/// Runs forms as a prompt does, from text to value; a program that fails ends the process.
class Prompt {
 public:
  explicit Prompt(uint32_t threads) : session_(cpu_options(threads)) {}
  /// The last form's value.
  std::optional<Value> run(const std::string& text) {
    std::optional<Value> last;
    const FileId file = session_.add_text("bench", text);
    if (!session_.run_forms(file, [&](const Outcome& o) { last = o.value; })) std::exit(1);
    return last;
  }
  Session& session() { return session_; }

 private:
  Session session_;
};

/// All numbers of a value, in the order in which it prints.
inline void numbers(const Value& v, std::vector<double>& out) {
  switch (v.tag()) {
  case Tag::F32: return out.push_back(static_cast<double>(v.as_float()));
  case Tag::F64: return out.push_back(v.as_double());
  case Tag::Tuple:
    for (const Value& item : v.items()) numbers(item, out);
    return;
  case Tag::Vector: break;
  default: return out.push_back(static_cast<double>(v.as_int()));
  }
  const Array& a = v.array();
  if (!a.is_primitive()) {
    for (int64_t i = 0; i < a.count(); ++i) numbers(a.at(i), out);
    return;
  }
  with_element(a.element(), [&](auto e) {
    for (const auto x : a.elements<decltype(e)>()) out.push_back(static_cast<double>(x));
  });
}

} // namespace nova
