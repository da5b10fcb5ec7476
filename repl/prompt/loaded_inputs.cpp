#include "repl/prompt/loaded_inputs.hpp"
#include "frontend/read/reader.hpp"
#include <algorithm>

namespace nova {

std::optional<LoadedInputs> loaded_inputs(const std::string& text) {
  Sources sources;
  Symbols symbols;
  DatumArena arena;
  Diagnostics wrong;
  const std::vector<const Datum*> data = read(sources, sources.add("", text), symbols, arena, wrong);
  const auto is_symbol = [](const Datum* d) { return d->is(DatumKind::Symbol); };
  const auto is_input = [&](const Datum* d) {
    return d->is(DatumKind::List) && d->items.size() >= 3 && is_symbol(d->items[0]) &&
           is_symbol(d->items[1]) && symbols.text(d->items[1]->symbol) == ":";
  };
  if (data.empty() || !data[0]->is(DatumKind::List) || data[0]->items.empty() ||
      !std::ranges::all_of(data[0]->items, is_input))
    return {};
  LoadedInputs out;
  std::string definitions;
  for (const Datum* d : data[0]->items) {
    out.names.emplace_back(symbols.text(d->items[0]->symbol));
    definitions += "(define " + std::string(sources.text(d->span)) + " " + out.names.back() + ") ";
  }
  const Span at = data[0]->span;
  const auto lines = [](std::string_view s) { return std::ranges::count(s, '\n'); };
  const auto lost = lines(std::string_view(text).substr(at.begin, at.end - at.begin)) - lines(definitions);
  definitions.append(static_cast<size_t>(std::max<ptrdiff_t>(lost, 0)),
                     '\n'); // keeps the numbers of the lines that follow
  out.text = text.substr(0, at.begin) + definitions + text.substr(at.end);
  return out;
}

} // namespace nova
