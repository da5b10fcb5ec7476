// Statements of other languages that change a vector in place, where Nova makes it anew. A part of definitions.hpp.
#include "frontend/read/other/calls/call_tables.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

using Text = std::optional<std::string>;

/// What a vector becomes: $1 is the vector, $2 the argument.
constexpr OtherCall changes[] = {
    {"append", 2, "(++ $1 [$2])"},
    {"append!", 2, "(++ $1 $2)"},
    {"clear", 1, "(take 0 $1)"},
    {"extend", 2, "(++ $1 $2)"},
    {"insert", 3, "(++ (take $2 $1) (++ [$3] (drop $2 $1)))"},
    {"pop", 1, "(take (- (length $1) 1) $1)"},
    {"pop!", 1, "(take (- (length $1) 1) $1)"},
    {"popfirst!", 1, "(drop 1 $1)"},
    {"pop_back", 1, "(take (- (length $1) 1) $1)"},
    {"push", 2, "(++ $1 [$2])"},
    {"push!", 2, "(++ $1 [$2])"},
    {"push_back", 2, "(++ $1 [$2])"},
    {"pushfirst!", 2, "(++ [$2] $1)"},
    {"remove", 2, "(let (i (first (indices-where (= $2) $1))) in (++ (take i $1) (drop (+ i 1) $1)))"},
    {"reverse", 1, "(reverse $1)"},
    {"reverse!", 1, "(reverse $1)"},
    {"shift", 1, "(drop 1 $1)"},
    {"sort", 1, "(sort $1)"},
    {"sort!", 1, "(sort $1)"},
    {"unshift", 2, "(++ [$2] $1)"}};

/// Returns the vector without what Python's `del xs[place]` deletes.
Text without_place(const std::string& xs, std::string_view place) {
  const auto ends = split_at(place, ":");
  const auto at = nova_expression(ends[0]);
  if (place.starts_with('"') || place.starts_with('\'')) // of a dictionary
    return at ? Text("(filter (lambda (k, v) (~= k " + *at + ")) " + xs + ")") : Text{};
  if (place == "-1") return "(take (- (length " + xs + ") 1) " + xs + ")";
  if (!at || at->starts_with('-') || ends.size() > 2) return {};
  if (ends.size() == 1 && *at == "0") return "(drop 1 " + xs + ")";
  const auto end = ends.size() == 1 ? nova_expression(std::string(place) + " + 1") : nova_expression(ends[1]);
  const bool digits = ends.size() == 1 && std::ranges::all_of(*at, is_digit) && at->size() < 9;
  const Text behind = digits ? Text(std::to_string(std::stol(*at) + 1)) : end;
  if (!behind || behind->starts_with('-')) return {};
  return "(++ (take " + *at + " " + xs + ") (drop " + *behind + " " + xs + "))";
}

OtherMeaning made_anew(const std::string& xs, const std::string& value) {
  return {"a statement", "a vector is made anew: (define " + xs + " " + value + ")"};
}

} // namespace

/// Returns the meaning of a call of C++ that works on a vector from v.begin() to v.end(); nothing for others.
static std::optional<OtherMeaning> change_between_ends(const OtherText& t) {
  const bool standard = t.word(0) == "std" && t.word(1) == "::";
  const size_t k = standard ? 2 : 0;
  const std::string_view begin = ".begin", end = ".end", f = t.word(k);
  if (t.word(k + 1) != "(" || !t.word(k + 2).ends_with(begin) || !t.word(k + 6).ends_with(end)) return {};
  const std::string xs(t.word(k + 2).substr(0, t.word(k + 2).size() - begin.size()));
  const std::string_view rest = t.from(k + 9);
  if (f == "sort" && rest.find("greater") != rest.npos) return made_anew(xs, "(reverse (sort " + xs + "))");
  if (f == "sort" || f == "stable_sort") return made_anew(xs, "(sort " + xs + ")");
  if (f == "reverse") return made_anew(xs, "(reverse " + xs + ")");
  const auto last = rest.starts_with(',') ? nova_expression(rest.substr(1, rest.size() - 2)) : std::nullopt;
  if (f == "fill" && last) return made_anew(xs, "(replicate (length " + xs + ") " + *last + ")");
  if (f == "iota" && last == "0") return made_anew(xs, "(iota (length " + xs + "))");
  if (f == "iota" && last) return made_anew(xs, "(map (+ " + *last + ") (iota (length " + xs + ")))");
  return {};
}

std::optional<OtherMeaning> change_meaning(const OtherText& t) {
  if (auto between = change_between_ends(t)) return between;
  if (t.word(0) == "del" && t.is_name(1) && t.word(2) == "[" && t.touches(2) && t.line.ends_with(']')) {
    const std::string_view place = t.from(3);
    const std::string xs(t.word(1));
    const auto value = without_place(xs, without_blanks(place.substr(0, place.size() - 1)));
    return value ? std::optional(made_anew(xs, *value)) : std::nullopt;
  }
  if (!t.is_name(0) || t.word(1) != "(" || !t.touches(1) || !t.line.ends_with(')')) return {};
  const std::string_view call = t.word(0), inside = t.from(2).substr(0, t.from(2).size() - 1);
  const size_t dot = call.rfind('.');
  const bool bang = call.ends_with('!');
  if ((dot == call.npos) != bang || call.find('.') != dot) return {};
  const bool named = inside.starts_with("key=") || inside.starts_with("reverse=");
  if (named && call.ends_with(".sort")) {
    const auto value = nova_expression(t.line);
    return value ? std::optional(made_anew(std::string(call.substr(0, dot)), *value)) : std::nullopt;
  }
  std::vector<std::string> of;
  if (!bang) of.emplace_back(call.substr(0, dot));
  for (const std::string_view part : split_at(inside, ",")) {
    const auto e = part.empty() ? std::nullopt : nova_expression(part);
    if (!part.empty() && !e) return {};
    if (e) of.push_back(*e);
  }
  constexpr std::string_view modules[] = {"np", "numpy", "os", "sys", "math", "Math", "random"};
  if (of.empty() || is_one_of(of[0], modules) ||
      !std::ranges::all_of(of[0], [](char c) { return is_letter(c) || is_digit(c); }))
    return {};
  if (of.size() == 2 && call.ends_with(".pop")) { // xs.pop(0)
    const auto value = without_place(of[0], without_blanks(inside));
    return value ? std::optional(made_anew(of[0], *value)) : std::nullopt;
  }
  const std::string_view f = bang ? call : call.substr(dot + 1);
  const OtherCall* const c = find_call(changes, f);
  if (!c) return {};
  if (f.starts_with("push"))
    for (; of.size() > 2; of.erase(of.begin() + 2)) of[1] += " " + of[2]; // xs.push(1, 2)
  return of.size() == c->count ? std::optional(made_anew(of[0], filled(c->call, of))) : std::nullopt;
}

} // namespace nova
