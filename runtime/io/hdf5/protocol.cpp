#include "runtime/io/hdf5/protocol.hpp"
#include <algorithm>

namespace nova::hdf5 {

namespace {

void add_part(Message& m, const H5Part& part) {
  m.add_text(part.name), m.add(part.element.has_value()), m.add(part.element.value_or(Element::Unit));
  m.add(part.text_size), m.add_text(part.unread);
}

/// Returns what a damaged process has sent only if it is one of the values from 0 to `most`.
template <class T> T take_at_most(MessageReader& m, T most) {
  const auto v = m.take<std::underlying_type_t<T>>();
  if (v > static_cast<std::underlying_type_t<T>>(most)) throw ChannelClosed{};
  return static_cast<T>(v);
}
bool take_bool(MessageReader& m) { return m.take<uint8_t>() != 0; }

H5Part take_part(MessageReader& m) {
  H5Part part{m.take_text()};
  const bool number = take_bool(m);
  const auto element = take_at_most(m, static_cast<Element>(element_count - 1));
  if (number) part.element = element;
  part.text_size = m.take<uint64_t>(), part.unread = m.take_text();
  return part;
}

} // namespace

void add_object(Message& m, const H5Object& object) {
  m.add(object.kind), m.add_text(object.why_missing), m.add(uint64_t{object.shape.size()});
  for (const int64_t d : object.shape) m.add(d);
  m.add(object.chunk_rows), m.add(object.empty), m.add(object.compound), m.add(object.is_dimension);
  m.add(uint64_t{object.parts.size()});
  for (const H5Part& part : object.parts) add_part(m, part);
}

H5Object::Kind take_kind(MessageReader& m) { return take_at_most(m, H5Object::Other); }

H5Object take_object(MessageReader& m) {
  H5Object object{take_kind(m)};
  object.why_missing = m.take_text();
  for (auto n = m.take<uint64_t>(); n > 0; --n) object.shape.push_back(m.take<int64_t>());
  object.chunk_rows = m.take<int64_t>(), object.empty = take_bool(m), object.compound = take_bool(m);
  object.is_dimension = take_bool(m);
  for (auto n = m.take<uint64_t>(); n > 0; --n) object.parts.push_back(take_part(m));
  const bool negative = std::ranges::any_of(object.shape, [](int64_t d) { return d < 0; });
  if (negative || object.chunk_rows < 1 || (object.kind == H5Object::Dataset && object.parts.empty()))
    throw ChannelClosed{};
  return object;
}

} // namespace nova::hdf5
