// Values as text and back: show, parse-int, parse-double, regex-table. Built-ins that stop a program: assert, check-equal, error!.
// Built-ins that only return their argument, and are hints for the tiers: force, rows-by-thread and the like.
#include "frontend/regex/regex.hpp"
#include "frontend/source/utf8.hpp"
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/scalar_text.hpp"

namespace nova::arrays {

namespace {

/// Parses the whole string v as a number of type e. Fails with E0413, which names `builtin`, if v is not one.
Value parse(const Value& v, Element e, const char* builtin) {
  const std::string text = array_text(v.array());
  if (std::optional<Value> number = parse_scalar(e, text)) return std::move(*number);
  fail("E0413", {builtin, "\"" + shorten(text) + "\"", std::string(element_name(e))});
}

} // namespace

Value force(Machine&, const Core&, Args args) { return std::move(args[0]); }
Value rows_strategy(Machine&, const Core&, Args args) { return std::move(args[0]); }

Value show(Machine& m, const Core& node, Args args) {
  ColumnBuilder text(m.layouts.primitive(Element::Char)); // its memory is counted as it grows
  write_value(args[0], node.items[0]->type, m.frontend.types, m.frontend.symbols, false,
              [&](std::string_view piece) {
                text.append(text_array(m.layouts, piece), 0, static_cast<int64_t>(piece.size()));
                m.poll(static_cast<int64_t>(piece.size()));
              });
  return vector_of(text.finish());
}

Value display(Machine& m, const Core& node, Args args) {
  Types& types = m.frontend.types;
  const bool string = types.resolve(node.items[0]->type) == types.resolve(types.string());
  return string ? std::move(args[0]) : show(m, node, args);
}

Value parse_int(Machine&, const Core&, Args args) { return parse(args[0], Element::I64, "parse-int"); }
Value parse_double(Machine&, const Core&, Args args) { return parse(args[0], Element::F64, "parse-double"); }

Value regex_table(Machine& m, const Core&, Args args) {
  const Array& text = args[0].array();
  const auto* chars = text.count() > 0 ? reinterpret_cast<const char*>(text.data<uint8_t>()) : "";
  if (regex::is_table({chars, static_cast<size_t>(text.count())}))
    return std::move(args[0]); // that of a literal, which is not copied
  const std::string pattern = array_text(text);
  const auto made = regex::compile(pattern);
  if (const auto* table = std::get_if<std::string>(&made))
    return Value::vector(text_array(m.layouts, *table));
  const auto& error = std::get<regex::PatternError>(made);
  fail("E0435", {"\"" + shorten(inert(pattern)) + "\"", error.why, std::to_string(error.begin)});
}

Value assert_true(Machine& m, const Core& node, Args args) {
  if (args[0].as_bool()) return Value::unit();
  const Sources& sources = m.frontend.sources;
  fail("E0415", {shorten(sources.text(sources.user_span(node.items[0]->span)), 200)});
}

Value check_equal(Machine& m, const Core& node, Args args) {
  if (equal(args[0], args[1])) return Value::unit();
  Frontend& f = m.frontend;
  std::vector<std::string> texts;
  for (size_t k : {0, 1})
    texts.push_back(shorten(print_value(args[k], node.items[k]->type, f.types, f.symbols, true), 200));
  fail("E0416", texts);
}

Value error(Machine&, const Core&, Args args) { fail("E0414", {array_text(args[0].array())}); }

} // namespace nova::arrays
