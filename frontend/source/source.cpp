#include "frontend/source/source.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <limits>

namespace nova {
namespace {

std::vector<uint32_t> find_line_starts(std::string_view text) {
  std::vector<uint32_t> starts{0};
  text =
      text.substr(0, std::numeric_limits<uint32_t>::max() - 1); // offsets have 32 bits; read() rejects more
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    starts.push_back(static_cast<uint32_t>(at + 1));
  return starts;
}

size_t count_characters(std::string_view text) { // counts all bytes but 10xxxxxx, which continue a character
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

constexpr size_t block = 1024;

/// Returns for each block of 1024 bytes of the text how many characters begin before it. With these counts, columns
/// are found quickly also in a text that is one long line with thousands of forms.
std::vector<uint32_t> count_before_blocks(std::string_view text) {
  std::vector<uint32_t> before{0};
  for (; text.size() >= block; text.remove_prefix(block))
    before.push_back(before.back() + static_cast<uint32_t>(count_characters(text.substr(0, block))));
  return before;
}

} // namespace

Sources::Sources() {
  add("", "");
  add_expansion({});
}

FileId Sources::add(std::string name, std::string text) {
  auto starts = find_line_starts(text);
  auto before = count_before_blocks(text);
  files_.push_back({std::move(name), std::move(text), std::move(starts), std::move(before)});
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
  const auto before = [&file](uint32_t at) {
    const size_t begin = at / block * block;
    return file.characters_before[at / block] +
           static_cast<uint32_t>(count_characters(std::string_view(file.text).substr(begin, at - begin)));
  };
  return {static_cast<uint32_t>(next - file.line_starts.begin()), 1 + before(byte) - before(start)};
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
