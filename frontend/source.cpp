#include "frontend/source.hpp"
#include "frontend/utf8.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace nova {
namespace {

std::vector<uint32_t> find_line_starts(std::string_view text) {
  std::vector<uint32_t> starts{0};
  text =
      text.substr(0, std::numeric_limits<uint32_t>::max() - 1); // spans hold 32 bits; the reader refuses more
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    starts.push_back(static_cast<uint32_t>(at + 1));
  return starts;
}

/// Eight bytes at a time: a line may be all of a text.
size_t count_characters(std::string_view text) {
  constexpr uint64_t ones = 0x0101010101010101u;
  size_t n = 0; // all but bytes 10xxxxxx, which go on with a character
  for (uint64_t eight; text.size() >= sizeof eight; text.remove_prefix(sizeof eight)) {
    std::memcpy(&eight, text.data(), sizeof eight);
    n += sizeof eight - static_cast<size_t>(std::popcount(eight >> 7 & ~(eight >> 6) & ones));
  }
  return n + static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

Sources::Sources() {
  add("", "");
  add_expansion({});
}

FileId Sources::add(std::string name, std::string text) {
  auto starts = find_line_starts(text);
  files_.push_back({std::move(name), std::move(text), std::move(starts)});
  return static_cast<FileId>(files_.size() - 1);
}

void Sources::forget(const Mark& m) {
  if (files_.size() > m.files) gone_ = std::move(files_[m.files].name);
  files_.resize(m.files), expansions_.resize(m.expansions);
}

bool Sources::is_shared(const std::string& name) const {
  size_t alike = name == gone_;
  for (auto file = files_.rbegin(); file != files_.rend() && alike < 2; ++file) alike += file->name == name;
  return alike > 1;
}

uint32_t Sources::add_expansion(Expansion e) {
  expansions_.push_back(std::move(e));
  return static_cast<uint32_t>(expansions_.size() - 1);
}

std::string_view Sources::text(Span s) const {
  std::string_view all = text(s.file);
  size_t begin = std::min<size_t>(s.begin, all.size()), end = std::min<size_t>(s.end, all.size());
  return all.substr(begin, std::max(begin, end) - begin);
}

Position Sources::position(FileId f, uint32_t byte) const {
  const File& file = files_[f];
  byte = static_cast<uint32_t>(std::min<size_t>(byte, file.text.size()));
  auto next = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), byte);
  const uint32_t start = *(next - 1);
  const size_t before = count_characters(std::string_view(file.text).substr(start, byte - start));
  return {static_cast<uint32_t>(next - file.line_starts.begin()), static_cast<uint32_t>(1 + before)};
}

std::string Sources::place(Span s) const {
  const Position p = position(s.file, s.begin);
  return inert(name(s.file)) + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
}

std::string_view Sources::line_at(FileId f, uint32_t byte) const {
  const File& file = files_[f];
  auto next = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), byte);
  size_t begin = *(next - 1), end = next == file.line_starts.end() ? file.text.size() : *next - 1;
  if (end > begin && file.text[end - 1] == '\r') --end;
  return std::string_view(file.text).substr(begin, end - begin);
}

Span Sources::user_span(Span s) const {
  while (s.expansion != 0) s = expansions_[s.expansion].use;
  return s;
}

} // namespace nova
