// A writer of generated text.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace nova::plan {

/// Writes lines, indented by the number of open blocks. Definitions that must stand before the text are collected
/// separately (`apart`).
class TextWriter {
 public:
  void line(const std::string& text);
  /// Opens a block: the text, then a brace.
  void open(const std::string& text) { line(text + " {"), ++indent_; }
  void close(const std::string& after = "") { --indent_, line("}" + after); }
  void otherwise() { --indent_, line("} else {"), ++indent_; }
  /// Calls `print` with one more level of indentation, without braces.
  void indented(const std::function<void()>& print) { ++indent_, print(), --indent_; }
  /// Returns a number that no name in this text contains yet.
  uint32_t number() { return ++used_; }
  /// Returns a new name for a role, such as "nova_ROLE_7".
  std::string fresh(const char* role) { return std::string("nova_") + role + "_" + std::to_string(number()); }
  /// Returns the largest number in use.
  uint32_t numbers() const { return used_; }
  /// Makes all numbers above `used` free again. No line may contain one of them.
  void give_back(uint32_t used) { used_ = used; }
  /// Calls `print` and puts what it prints before the current text, as a definition of its own.
  void apart(const std::function<void()>& print);
  /// Adds the text, unchanged, to the definitions that stand before the current text.
  void put_apart(const std::string& text) { definitions_ += text; }
  const std::string& definitions() const { return definitions_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_, definitions_;
  int indent_ = 0;
  uint32_t used_ = 0;
};

} // namespace nova::plan
