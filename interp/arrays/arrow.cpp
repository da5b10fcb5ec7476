// read-arrow and write-arrow.
#include "runtime/io/arrow/arrow.hpp"
#include "interp/arrays/streams.hpp"
#include "interp/arrays/value_types.hpp"

namespace nova::arrays {

Value read_arrow(Machine& m, const Core& node, Args args) {
  ValueTypes types(m);
  FileReading file(m, args[0], 1);
  const ValueType& row = types.of(m.frontend.types.element_of(node.type));
  return Value::vector(nova::read_arrow(file.source(), row));
}

Value write_arrow(Machine& m, const Core& node, Args args) {
  ValueTypes types(m);
  const ValueType& row = types.of(m.frontend.types.element_of(node.items[1]->type));
  const bool is_stream = text_argument(args[0]).ends_with(".arrows");
  return write_file(m, args[0], [&](ByteSink& sink) {
    nova::write_arrow(sink, row, args[1].array(), is_stream ? ArrowKind::Stream : ArrowKind::File);
  });
}

} // namespace nova::arrays
