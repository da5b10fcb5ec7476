// Lines of a generated text.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace nova::plan {

/// Writes lines, indented by what is open around them. Definitions that must stand before the text go into a part of
/// their own (`apart`).
class TextWriter {
 public:
  void line(const std::string& text);
  /// Opens a block: the text, then a brace.
  void open(const std::string& text) { line(text + " {"), ++indent_; }
  void close(const std::string& after = "") { --indent_, line("}" + after); }
  void otherwise() { --indent_, line("} else {"), ++indent_; }
  /// Prints one level deeper, without braces.
  void indented(const std::function<void()>& print) { ++indent_, print(), --indent_; }
  /// A number that no name has yet; names of one text differ by it.
  uint32_t number() { return ++used_; }
  /// nova_ROLE_7
  std::string fresh(const char* role) { return std::string("nova_") + role + "_" + std::to_string(number()); }
  /// How many numbers are in use; those from `used` on may be given back if no line shows them.
  uint32_t numbers() const { return used_; }
  void give_back(uint32_t used) { used_ = used; }
  /// Prints a definition of its own, which comes to stand before what is being printed.
  void apart(const std::function<void()>& print);
  /// Adds such a definition as it is.
  void put_apart(const std::string& text) { definitions_ += text; }
  const std::string& definitions() const { return definitions_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_, definitions_;
  int indent_ = 0;
  uint32_t used_ = 0;
};

} // namespace nova::plan
