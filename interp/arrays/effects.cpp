// The effect built-ins except for files: print, println, read-stdin, clock.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/ranks/ranks.hpp"

namespace nova::arrays {

namespace {

void write(Machine& m, const Value& v, TypeId type) {
  if (!m.options.out) return;
  Types& types = m.frontend.types;
  auto put = [&](std::string_view piece) {
    m.options.out(piece), m.poll(static_cast<int64_t>(piece.size()));
  };
  if (types.resolve(type) == types.string()) {
    const std::string_view text = array_view(v.array());
    for (size_t at = 0; at < text.size(); at += 65536) put(text.substr(at, 65536));
    return;
  }
  write_value(v, type, types, m.frontend.symbols, false, put);
}

} // namespace

Value print(Machine& m, const Core& node, Args args) {
  write(m, args[0], node.items[0]->type);
  return Value::unit();
}

Value println(Machine& m, const Core& node, Args args) {
  write(m, args[0], node.items[0]->type);
  if (m.options.out) m.options.out("\n");
  return Value::unit();
}

Value read_stdin(Machine& m, const Core&, Args) {
  return Value::vector(
      text_array(m.layouts, m.options.in ? m.options.in([&m] { m.check_stop(); }) : std::string()));
}

Value clock(Machine& m, const Core&, Args) {
  const auto look = [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };
  Ranks* const ranks = m.options.ranks;
  return Value::of(ranks ? ranks->number_of_first(look, [&m] { m.check_stop(); }) : look());
}

} // namespace nova::arrays
