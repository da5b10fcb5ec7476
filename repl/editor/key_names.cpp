#include "repl/editor/key_names.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <cctype>

namespace nova::editor {
namespace {

struct Named {
  std::string_view name;
  Key::Code code;
};

constexpr Named named[] = {
    {"Enter", Key::Enter},      {"Tab", Key::Tab},     {"Esc", Key::Escape},     {"Up", Key::Up},
    {"Down", Key::Down},        {"Right", Key::Right}, {"Left", Key::Left},      {"Home", Key::Home},
    {"End", Key::End},          {"Del", Key::Delete},  {"Back", Key::Backspace}, {"PageUp", Key::PageUp},
    {"PageDown", Key::PageDown}};

/// Returns the key of a name without its brackets: `C-M-x`, `Up`, `LT`.
std::optional<Key> key_of(std::string_view name) {
  Key modifiers;
  while (name.size() > 2 && name[1] == '-') {
    bool& one = name[0] == 'C' ? modifiers.ctrl : name[0] == 'M' ? modifiers.alt : modifiers.shift;
    if (one || std::string_view("CMS").find(name[0]) == name.npos) return {};
    one = true, name.remove_prefix(2);
  }
  Key key;
  const auto* at = std::ranges::find(named, name, &Named::name);
  if (at != std::end(named))
    key.code = at->code;
  else if (name == "LT" || name == "GT")
    key = character(name == "LT" ? "<" : ">");
  else if (name.size() == 1 && name[0] > ' ')
    key = character(name);
  else
    return {};
  const bool letter = key.code == Key::Character;
  if (letter && modifiers.shift) return {};
  if (letter && modifiers.ctrl)
    key.text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(key.text[0])));
  key.ctrl = modifiers.ctrl, key.alt = modifiers.alt, key.shift = modifiers.shift;
  return key;
}

} // namespace

std::optional<std::vector<Key>> keys_of(std::string_view text) {
  std::vector<Key> keys;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '<') {
      const size_t end = text.find('>', at + 2);
      const auto key = end == text.npos ? std::nullopt : key_of(text.substr(at + 1, end - at - 1));
      if (!key) return {};
      keys.push_back(*key), at = end + 1;
      continue;
    }
    const size_t size = decode_utf8(text, at).length;
    keys.push_back(character(text.substr(at, size))), at += size;
  }
  return keys;
}

std::optional<Key> special_key(std::string_view name) {
  if (name.size() < 3 || !name.starts_with('<') || !name.ends_with('>')) return {};
  const auto key = key_of(name.substr(1, name.size() - 2));
  const bool types = key && key->code == Key::Character && !key->ctrl && !key->alt;
  return types ? std::nullopt : key;
}

std::optional<OwnKey> own_key(std::string_view name, std::string_view meaning) {
  const auto key = special_key(name);
  if (!key || meaning.empty()) return {};
  OwnKey own{std::string(name), std::string(meaning), *key};
  if (meaning.starts_with(':')) return own;
  auto keys = keys_of(meaning);
  if (!keys) return {};
  own.keys = std::move(*keys);
  return own;
}

const OwnKey* KeySettings::find(const Key& key) const {
  const auto at = std::ranges::find(own, key, &OwnKey::key);
  return at == own.end() ? nullptr : &*at;
}

} // namespace nova::editor
