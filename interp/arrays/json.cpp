// read-json, write-json and the same of lines: the types of a program as JSON has them.
#include "runtime/io/json/json.hpp"
#include "interp/arrays/streams.hpp"
#include "interp/arrays/value_types.hpp"
#include "runtime/fault.hpp"

namespace nova::arrays {

namespace {

/// Whether values of the type are a file of lines: one for each element.
bool is_of_lines(const ValueType& t) { return t.kind == ValueType::Vector && t.rank == 1; }

Value read(Machine& m, const Core& node, const Value& path, bool lines) {
  ValueTypes types(m);
  const ValueType& type = types.of(node.type);
  FileReading file(m, path, 2);
  if (lines && !is_of_lines(type))
    fail("E0507", {file.source().name(), "JSON lines, which are the elements of a vector", type.name});
  return lines ? nova::read_json_lines(file.source(), type, m.layouts)
               : nova::read_json(file.source(), type, m.layouts);
}

Value write(Machine& m, const Core& node, Args args, bool lines) {
  ValueTypes types(m);
  const ValueType& type = types.of(node.items[1]->type);
  if (lines && !is_of_lines(type))
    fail("E0509",
         {"a file of JSON lines", type.name + (type.kind == ValueType::Vector ? ", whose elements are in rows"
                                                                              : ", which is no vector")});
  return write_file(m, args[0], [&](ByteSink& sink) {
    lines ? nova::write_json_lines(sink, type, args[1]) : nova::write_json(sink, type, args[1]);
  });
}

bool is_in_lines(const Value& path) { return names_json_lines(text_argument(path)); }

} // namespace

Value read_json(Machine& m, const Core& node, Args args) {
  return read(m, node, args[0], is_in_lines(args[0]));
}
Value read_json_lines(Machine& m, const Core& node, Args args) { return read(m, node, args[0], true); }
Value write_json(Machine& m, const Core& node, Args args) {
  return write(m, node, args, is_in_lines(args[0]));
}
Value write_json_lines(Machine& m, const Core& node, Args args) { return write(m, node, args, true); }

} // namespace nova::arrays
