#include "runtime/io/text.hpp"

namespace nova {

Array read_text(ByteSource& source, Layouts& layouts) {
  PrimitiveFill fill(layouts.primitive(Element::Char), static_cast<int64_t>(source.size()));
  if (source.size() > 0) source.read(0, fill.as<std::byte>(), source.size());
  return Array(fill.finish());
}

void write_text(ByteSink& sink, const Array& chars) {
  if (chars.count() > 0) sink.write(chars.data<uint8_t>(), static_cast<uint64_t>(chars.count()));
}

} // namespace nova
