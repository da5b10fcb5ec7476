#include "repl/show/svg_elements.hpp"
#include <charconv>
#include <cmath>

namespace nova {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Replaces the entities that markup has for its own characters.
std::string plain_text(std::string_view markup) {
  constexpr std::pair<std::string_view, char> entities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
  std::string out;
  while (!markup.empty()) {
    size_t length = 1;
    char c = markup[0];
    for (const auto& [entity, meant] : entities)
      if (markup.starts_with(entity)) length = entity.size(), c = meant;
    out += c, markup.remove_prefix(length);
  }
  return out;
}

void read_attributes(SvgElement& e, std::string_view tag) {
  while (true) {
    const size_t from = tag.find_first_not_of(blanks);
    if (from == tag.npos) return;
    tag.remove_prefix(from);
    const size_t equals = tag.find("=\"");
    const size_t end = equals == tag.npos ? tag.npos : tag.find('"', equals + 2);
    if (end == tag.npos) return;
    e.attributes.emplace(tag.substr(0, equals), tag.substr(equals + 2, end - equals - 2));
    tag.remove_prefix(end + 1);
  }
}

} // namespace

std::optional<std::string_view> SvgElement::get(std::string_view key) const {
  const auto at = attributes.find(key);
  return at == attributes.end() ? std::nullopt : std::optional(at->second);
}

double SvgElement::number(std::string_view key, double otherwise) const {
  const std::string_view text = get(key).value_or("");
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  return error == std::errc() && std::isfinite(x) ? x : otherwise;
}

std::optional<SvgElement> SvgElements::next() {
  const size_t from = text_.find('<', at_), to = from == text_.npos ? from : text_.find('>', from);
  if (to == text_.npos) return {};
  std::string_view tag = text_.substr(from + 1, to - from - 1);
  SvgElement e;
  e.closes = tag.starts_with('/') || tag.ends_with('/');
  e.opens = !tag.starts_with('/');
  if (tag.starts_with('/')) tag.remove_prefix(1);
  if (tag.ends_with('/')) tag.remove_suffix(1);
  const size_t name = std::min(tag.find_first_of(blanks), tag.size());
  e.name = tag.substr(0, name);
  read_attributes(e, tag.substr(name));
  at_ = std::min(text_.find('<', to), text_.size());
  if (e.opens && !e.closes && e.name == "text") e.text = plain_text(text_.substr(to + 1, at_ - to - 1));
  return e;
}

} // namespace nova
