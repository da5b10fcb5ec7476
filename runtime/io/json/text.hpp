// The text of a JSON file: parsing with places for errors, and polls for Ctrl-C.
#pragma once
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace nova {

inline constexpr uint64_t bytes_between_polls = 1 << 16;

/// The text of a file, and how far it is parsed.
class JsonText {
 public:
  JsonText(const ByteSource& source, std::string_view text) : source_(source), text_(text) {}

  /// An iterator for the parser; its steps are counted.
  struct Iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    JsonText* text;
    const char* at;
    reference operator*() const { return *at; }
    Iterator& operator++() {
      text->passed(++at);
      return *this;
    }
    bool operator==(const Iterator& o) const { return at == o.at; }
    bool operator!=(const Iterator& o) const { return at != o.at; }
  };
  /// Parses the bytes [begin, end) as one value; the handler is nlohmann's. The parser takes a byte 0 as the text's end, so
  /// it never sees one.
  template <class Handler> void parse(size_t begin, size_t end, Handler& handler) {
    at_ = last_ = begin;
    if (const size_t zero = text_.substr(begin, end - begin).find('\0'); zero != text_.npos)
      fail_at(begin + zero, "a byte 0 is no part of JSON");
    const char* const text = text_.data();
    nlohmann::json::sax_parse(Iterator{this, text + begin}, Iterator{this, text + end}, &handler);
  }
  /// Calls f(begin, end) for each line that is not blank.
  template <class F> void for_each_line(F f) {
    for (size_t at = 0; at < text_.size();) {
      const size_t newline = std::min(text_.find('\n', at), text_.size());
      if (text_.substr(at, newline - at).find_first_not_of(" \t\r") != std::string_view::npos) f(at, newline);
      at = newline + 1;
    }
  }
  std::string_view text() const { return text_; }
  size_t at() const { return at_; }
  /// Notes that what is parsed so far is taken.
  void take() { last_ = at_; }

  /// Fails at the token that was read last.
  [[noreturn]] void fail_here(const std::string& what) const { fail_at(token(), what); }
  /// Returns where the token begins that was read last.
  size_t token() const {
    size_t at = last_;
    while (at < at_ && std::string_view(" \t\r\n,:").find(text_[at]) != std::string_view::npos) ++at;
    return at < at_ || at == 0 ? at : at - 1;
  }
  /// Fails where the parser has failed.
  [[noreturn]] void fail_parsing(const nlohmann::detail::exception& e) const {
    const std::string what = e.what();
    const size_t place = what.find("column "), colon = place == what.npos ? place : what.find(": ", place);
    fail_at(at_ > 0 ? at_ - 1 : 0, colon == what.npos ? "a number is out of range" : what.substr(colon + 2));
  }
  [[noreturn]] void fail_at(size_t at, const std::string& what) const {
    const std::string_view before = text_.substr(0, std::min(at, text_.size()));
    const size_t line = before.rfind('\n'), start = line == before.npos ? 0 : line + 1;
    fail("E0516", {source_.name(), std::to_string(1 + std::ranges::count(before, '\n')),
                   std::to_string(before.size() - start + 1), what});
  }

 private:
  void passed(const char* to) {
    at_ = static_cast<size_t>(to - text_.data());
    if (at_ < polled_ + bytes_between_polls) return;
    source_.passed(at_ - polled_), polled_ = at_;
  }
  const ByteSource& source_;
  std::string_view text_;
  size_t at_ = 0, last_ = 0, polled_ = 0;
};

inline std::string_view json_text_of(const BufferRef& bytes) {
  return {reinterpret_cast<const char*>(bytes->bytes()), bytes->size()};
}

} // namespace nova
