#include "repl/show/chafa.hpp"
#include "repl/show/temporary_file.hpp"
#include "runtime/io/base64.hpp"
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

/// Whether an environment variable has the value.
bool environment_has(const char* name, std::string_view value) {
  const char* const is = std::getenv(name);
  return is && is == value;
}

/// Returns the option that has chafa write the format; "" if chafa chooses one.
std::string_view chafa_option(PictureFormat format) {
  switch (format) {
  case PictureFormat::Auto: return "";
  case PictureFormat::Characters: return " --format=symbols";
  case PictureFormat::Sixel: return " --format=sixels";
  case PictureFormat::Kitty: return " --format=kitty";
  case PictureFormat::ITerm: return " --format=iterm";
  }
  return "";
}

} // namespace

/// `LC_TERMINAL` is also set where ssh leads to another machine. tmux and screen do not pass pictures on.
PictureFormat format_of_terminal(PictureFormat format) {
  if (format != PictureFormat::Auto) return format;
  const char* const type = std::getenv("TERM");
  const bool inside =
      type && (std::string_view(type).starts_with("tmux") || std::string_view(type).starts_with("screen"));
  const bool iterm = environment_has("TERM_PROGRAM", "iTerm.app") || environment_has("LC_TERMINAL", "iTerm2");
  return iterm && !inside ? PictureFormat::ITerm : format;
}

std::optional<TerminalPicture> draw_with_chafa(std::string_view picture, const PictureRoom& room) {
  const TemporaryFile file(picture);
  if (file.path().empty()) return {};
  std::string command =
      "chafa --scale=max --size=" + std::to_string(room.columns) + "x" + std::to_string(room.rows);
  command += chafa_option(format_of_terminal(room.format));
  if (!room.colour) command += " --colors=none";
  auto text = printed_by(command + " '" + file.path() + "' 2> /dev/null");
  if (!text || text->empty()) return {};
  const bool pixels = std::ranges::any_of(pixel_heads, [&](auto head) { return text->starts_with(head); });
  return TerminalPicture{std::move(*text), pixels};
}

std::string iterm_picture(std::string_view png, const PictureRoom& room) {
  return "\x1b]1337;File=inline=1;size=" + std::to_string(png.size()) +
         ";width=" + std::to_string(room.columns) + ";height=" + std::to_string(room.rows) + ":" +
         base64(png) + "\a\n";
}

} // namespace nova
