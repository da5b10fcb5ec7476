// Code actions: the forms and words that helps of messages show, as changes of the text.
#include "repl/lsp/queries.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

/// Returns the piece of a text that begins with a bracket at `at` and ends with the matching one, or "".
std::string bracketed(std::string_view text, size_t at) {
  int depth = 0;
  for (size_t k = at; k < text.size(); ++k) {
    if (text[k] == '(' || text[k] == '[') ++depth;
    if ((text[k] == ')' || text[k] == ']') && --depth == 0) return std::string(text.substr(at, k + 1 - at));
  }
  return {};
}

/// Returns the pieces of code in a help: those in backquotes, and forms in brackets.
std::vector<std::string> code_in(std::string_view help) {
  std::vector<std::string> out;
  for (size_t at = 0; at < help.size();) {
    if (help[at] == '`') {
      const size_t end = std::min(help.find('`', at + 1), help.size());
      out.emplace_back(help.substr(at + 1, end - at - 1));
      at = end + 1;
    } else if (help[at] == '(' || help[at] == '[') {
      out.push_back(bracketed(help, at));
      at += std::max<size_t>(out.back().size(), 1);
    } else
      ++at;
  }
  std::erase(out, "");
  return out;
}

/// Returns the forms around bytes of the document, the innermost first.
std::vector<Span> forms_around(Facts& facts, uint32_t begin, uint32_t end) {
  std::vector<Span> out;
  const auto holds = [&](const Datum* d) { return d->span.begin <= begin && end <= d->span.end; };
  std::span<const Datum* const> level = facts.data();
  for (auto at = std::ranges::find_if(level, holds); at != level.end();
       at = std::ranges::find_if(level, holds))
    out.insert(out.begin(), (*at)->span), level = (*at)->items;
  return out;
}

bool overlap(uint32_t begin, uint32_t end, uint32_t from, uint32_t to) { return begin <= to && from <= end; }

/// Adds the changes for one message: each piece of code in place of what the message marks, and of forms around it.
void add_mends(Facts& facts, size_t number, std::vector<Mend>& out) {
  constexpr size_t most_around = 2; // forms
  const Message& m = facts.messages()[number];
  const uint32_t begin = facts.text().byte_at(m.range.begin), end = facts.text().byte_at(m.range.end);
  std::vector<std::pair<uint32_t, uint32_t>> places{{begin, end}};
  for (const Span& s : forms_around(facts, begin, end))
    if (places.size() <= most_around && std::pair(s.begin, s.end) != places.back())
      places.emplace_back(s.begin, s.end);
  for (const std::string& help : m.helps)
    for (const std::string& code : code_in(help))
      for (const auto& [from, to] : places)
        if (facts.text().all().substr(from, to - from) != code)
          out.push_back({"Replace by " + code, code, from, to, number});
}

} // namespace

std::vector<Mend> possible_mends(Facts& facts, const Range& range) {
  constexpr size_t most = 12; // each costs a check of the document
  const uint32_t from = facts.text().byte_at(range.begin), to = facts.text().byte_at(range.end);
  std::vector<Mend> out;
  for (size_t k = 0; k < facts.messages().size(); ++k) {
    const Range& r = facts.messages()[k].range;
    if (overlap(facts.text().byte_at(r.begin), facts.text().byte_at(r.end), from, to))
      add_mends(facts, k, out);
  }
  if (out.size() > most) out.resize(most);
  return out;
}

} // namespace nova::lsp
