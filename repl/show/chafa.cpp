#include "repl/show/chafa.hpp"
#include "repl/editor/terminal.hpp"
#include "repl/show/temporary_file.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace nova {
namespace {

/// The first bytes of pictures in the protocols sixel, kitty and iTerm.
constexpr std::array<std::string_view, 3> pixel_heads = {"\x1bP", "\x1b_G", "\x1b]1337;"};

/// Runs a shell command and returns its output; nothing if it fails.
std::optional<std::string> printed_by(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  std::string text;
  std::array<char, 65536> block;
  while (const size_t n = std::fread(block.data(), 1, block.size(), pipe)) text.append(block.data(), n);
  return pclose(pipe) == 0 ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace

std::optional<TerminalPicture> draw_with_chafa(std::string_view picture, size_t columns, size_t rows,
                                               bool colour) {
  const TemporaryFile file(picture);
  if (file.path().empty()) return {};
  const std::string size = std::to_string(columns) + "x" + std::to_string(rows);
  const std::string colours = colour ? "" : " --colors=none";
  auto text =
      printed_by("chafa --scale=max --size=" + size + colours + " '" + file.path() + "' 2> /dev/null");
  if (!text || text->empty()) return {};
  const bool pixels = std::ranges::any_of(pixel_heads, [&](auto head) { return text->starts_with(head); });
  return TerminalPicture{std::move(*text), pixels};
}

} // namespace nova
