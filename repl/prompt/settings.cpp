// `:set`: the settings that can be changed during a session, as a table.
#include "jit/tiers/gpu_choice.hpp"
#include "repl/prompt/prompt.hpp"
#include "runtime/limit_text.hpp"
#include <algorithm>
#include <sstream>

namespace nova {
namespace {

struct Setting {
  std::string_view name, values;
  std::string (*now)(const Prompt& p);
  bool (*change)(Prompt& p, const std::string& value); ///< returns false if the value is invalid
};

constexpr std::pair<std::string_view, Tier> tiers[] = {{"auto", Tier::Auto},
                                                       {"interp", Tier::Interp},
                                                       {"cpu", Tier::Cpu},
                                                       {"cuda", Tier::Cuda},
                                                       {"sim", Tier::Sim}};
constexpr std::pair<std::string_view, Checking> checks[] = {
    {"all", Checking::All}, {"first", Checking::First}, {"sample", Checking::Sample}, {"off", Checking::Off}};

constexpr std::pair<std::string_view, PictureFormat> formats[] = {{"auto", PictureFormat::Auto},
                                                                  {"characters", PictureFormat::Characters},
                                                                  {"sixel", PictureFormat::Sixel},
                                                                  {"kitty", PictureFormat::Kitty},
                                                                  {"iterm", PictureFormat::ITerm}};

template <class T, size_t n> std::string name_of(const std::pair<std::string_view, T> (&row)[n], T value) {
  return std::string(std::ranges::find(row, value, [](const auto& r) { return r.second; })->first);
}

template <class T, size_t n>
bool find_value(const std::pair<std::string_view, T> (&row)[n], const std::string& name, T& out) {
  const auto it = std::ranges::find(row, name, [](const auto& r) { return r.first; });
  return it != std::end(row) && (out = it->second, true);
}

/// If the CUDA driver is missing, prints that the tier cuda cannot run. Does not start the GPU's helper process.
void tell_of_no_gpu(Prompt& p) {
  std::string why;
  if (!p.session.options().tiers.gpu_helper.empty() || plan::has_cuda_driver(why)) return;
  p.say("  no GPU: " + why +
        ". Array expressions end with E0426 in this tier; auto goes on without a GPU, sim simulates one\n");
}

bool change_tier(Prompt& p, const std::string& value) {
  Tier t{};
  if (!find_value(tiers, value, t)) return false;
  p.session.tiers().set_tier(t);
  if (t == Tier::Cuda) tell_of_no_gpu(p);
  return true;
}

bool change_checking(Prompt& p, const std::string& value) {
  Checking c{};
  return find_value(checks, value, c) && (p.session.tiers().set_checking(c), true);
}

bool change_types(Prompt& p, const std::string& value) {
  p.types = value == "on";
  return value == "on" || value == "off";
}

bool change_tables(Prompt& p, const std::string& value) {
  p.tables = value == "on";
  return value == "on" || value == "off";
}

bool change_pictures(Prompt& p, const std::string& value) { return find_value(formats, value, p.pictures); }

std::string timeout_now(const Prompt& p) {
  const auto t = p.session.options().timeout;
  return t ? std::to_string(t->count()) + "ms" : "off";
}

bool change_timeout(Prompt& p, const std::string& value) {
  const auto time = parse_duration(value);
  if (!time && value != "off") return false;
  return p.session.set_timeout(time && time->count() > 0 ? time : std::nullopt), true;
}

std::string own_keys(const Prompt& p) {
  std::string text;
  for (const editor::OwnKey& k : p.keys.own) text += (text.empty() ? "" : ", ") + k.name + " " + k.meaning;
  return text.empty() ? "none" : text;
}

/// Changes what a key stands for: `<C-x> :vars`, `<C-x> off`.
bool change_key(Prompt& p, const std::string& value) {
  const size_t end = std::min(value.find(' '), value.size());
  const std::string name = value.substr(0, end),
                    meaning = value.substr(std::min(value.find_first_not_of(' ', end), value.size()));
  const auto key = editor::special_key(name);
  const bool keeps = key && (*key == editor::ctrl('c') || *key == editor::Key{editor::Key::Enter});
  if (!key || keeps) return false; // without these nothing could be entered or given up any more
  auto own = meaning == "off" ? std::nullopt : editor::own_key(name, meaning);
  if (!own && meaning != "off") return false;
  std::erase_if(p.keys.own, [&](const editor::OwnKey& k) { return k.key == *key; });
  if (own) p.keys.own.push_back(std::move(*own));
  return true;
}

bool change_keys(Prompt& p, const std::string& value) {
  p.keys.vi = value == "vi";
  return value == "vi" || value == "emacs";
}

constexpr Setting rows[] = {
    {"tier", "auto, interp, cpu, cuda or sim",
     [](const Prompt& p) { return name_of(tiers, p.session.options().tiers.tier); }, change_tier},
    {"check", "all, first, sample or off",
     [](const Prompt& p) { return name_of(checks, p.session.options().tiers.checking); }, change_checking},
    {"tables", "on or off", [](const Prompt& p) { return std::string(p.tables ? "on" : "off"); },
     change_tables},
    {"types", "on or off", [](const Prompt& p) { return std::string(p.types ? "on" : "off"); }, change_types},
    {"pictures", "auto, characters, sixel, kitty or iterm",
     [](const Prompt& p) { return name_of(formats, p.pictures); }, change_pictures},
    {"timeout", "a time as 500ms or 15s, or 5 for seconds; 0 or off", timeout_now, change_timeout},
    {"keys", "emacs or vi", [](const Prompt& p) { return std::string(p.keys.vi ? "vi" : "emacs"); },
     change_keys},
    {"key", "a key such as <C-x>, and a :command or other keys, or off", own_keys, change_key},
};

} // namespace

std::vector<editor::Candidate> settings() {
  std::vector<editor::Candidate> out;
  for (const Setting& s : rows) out.push_back({std::string(s.name), std::string(s.values)});
  return out;
}

/// Returns the words that can be typed as a setting's value, taken from the description of the setting's values. If
/// the description begins with "a", as in "a time such as .., 0 or off", returns only the word after the last "or".
std::vector<editor::Candidate> setting_values(std::string_view name) {
  std::vector<editor::Candidate> out;
  const auto it = std::ranges::find(rows, name, &Setting::name);
  if (it == std::end(rows)) return out;
  std::string values(it->values);
  std::ranges::replace(values, ',', ' ');
  std::istringstream words(values.substr(values.starts_with("a ") ? values.rfind("or ") : 0));
  for (std::string word; words >> word;)
    if (word != "or") out.push_back({word, ""});
  return out;
}

std::vector<std::string> settings_of_runs(const Prompt& p) {
  std::vector<std::string> lines;
  for (const Setting& s : rows)
    if (s.name == "tier" || s.name == "check")
      lines.push_back(":set " + std::string(s.name) + " " + s.now(p));
  return lines;
}

void set_command(Prompt& p, const std::string& argument) {
  if (argument.empty()) {
    for (const Setting& s : rows)
      p.say("  " + std::string(s.name) + " " + s.now(p) + "   (" + std::string(s.values) + ")\n");
    return;
  }
  const size_t end = std::min(argument.find(' '), argument.size());
  const std::string name = argument.substr(0, end);
  const size_t begin = std::min(argument.find_first_not_of(' ', end), argument.size());
  const auto it = std::ranges::find(rows, name, &Setting::name);
  if (it == std::end(rows)) {
    std::vector<std::string_view> known;
    for (const Setting& s : rows) known.push_back(s.name);
    return p.complain_near("E0711", {name, "tier, check, tables, types, pictures, timeout, keys and key"},
                           name, known);
  }
  if (begin == argument.size())
    return p.say("  " + name + " " + it->now(p) + "   (" + std::string(it->values) + ")\n");
  if (!it->change(p, argument.substr(begin)))
    p.complain("E0712", {name, std::string(it->values), argument.substr(begin)});
}

} // namespace nova
