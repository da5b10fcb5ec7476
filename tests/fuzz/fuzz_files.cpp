// Files of every format as hostile bytes: the first byte says which reader gets the rest. A reader gives an
// array or a fault; memory stays below a limit that the input's size justifies.
#include "runtime/fault.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/mtx.hpp"
#include "runtime/io/npy.hpp"
#include <cstdlib>

using namespace nova;

namespace {

/// What was read must be readable to its last element.
void touch(const Array& a) {
  const Value v = Value::vector(a);
  if (!same_bits(v, v)) std::abort();
  if (a.count() > 0) a.at(0), a.at(a.count() - 1);
}

/// Written again it reads back.
void check_npy(const Array& a, Layouts& layouts) {
  StringSink out;
  write_npy(out, a);
  MemorySource again("again", std::as_bytes(std::span(out.text)));
  if (!same_bits(Value::vector(read_npy(again, layouts)), Value::vector(a))) std::abort();
}

void read_any(uint8_t format, ByteSource& source) {
  Layouts l;
  const Layout* text = l.rows(l.primitive(Element::Char), 1);
  switch (format % 6) {
  case 0: {
    const Array a = read_npy(source, l);
    touch(a);
    return check_npy(a, l);
  }
  case 1:
    for (const std::string& name : npz_names(source)) touch(read_npz(source, name, l));
    return;
  case 2: return touch(read_mtx(source, l).entries);
  case 3: {
    const Layout* optional = l.sum({text, l.primitive(Element::Unit)}, {1, 0});
    const Layout* record = l.tuple({l.primitive(Element::F64), text, l.primitive(Element::Bool), optional});
    csv_columns(source);
    touch(read_csv(source, {record, {{"a"}, {"b"}, {"c"}, {"d"}}}));
    touch(read_csv(source, {record, {{"a"}, {"b", "a"}, {"c"}, {"d", "c"}}}));
    return touch(read_csv(source, {record}, {.comment = '#', .threads = 2, .block = 16}));
  }
  case 4: return touch(read_csv(source, {text}));
  default: return touch(read_image(source, l));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  constexpr uint64_t ground = 1 << 20, per_byte = 8192; // an image of one colour packs a thousandfold
  Memory::set_limit(Memory::used() + ground + per_byte * size);
  MemorySource source("file", std::as_bytes(std::span(data + 1, size - 1)));
  try {
    read_any(data[0], source);
  } catch (const Fault& f) {
    if (!f.code.starts_with("E05")) std::abort();
  }
  return 0;
}
