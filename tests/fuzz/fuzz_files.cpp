// Files of every format as hostile bytes: the first byte says which reader gets the rest. A reader gives an
// array or a fault; memory stays below a limit that the input's size justifies.
#include "runtime/fault.hpp"
#include "runtime/io/arrow/arrow.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/json/json.hpp"
#include "runtime/io/json/kinds.hpp"
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

void touch(const Value& v) {
  if (!same_bits(v, v)) std::abort();
}

/// The types of a vector of records with values of every kind.
struct Types {
  Layouts l;
  std::deque<ValueType> all;
  const ValueType* add(ValueType::Kind kind, const Layout* layout, std::vector<const ValueType*> parts = {},
                       std::vector<std::string> names = {}) {
    ValueType& t = all.emplace_back();
    t.kind = kind, t.layout = layout, t.name = "t", t.parts = std::move(parts), t.names = std::move(names);
    return &t;
  }
  const ValueType* scalar(Element e) { return add(ValueType::Scalar, l.primitive(e)); }
  const ValueType* optional(const ValueType* t) {
    return add(ValueType::Optional, l.sum({t->layout, l.primitive(Element::Unit)}, {1, 0}), {t});
  }
  const ValueType* vector(const ValueType* t, uint32_t rank = 1) {
    const ValueType* v = add(ValueType::Vector, l.rows(t->layout, rank), {t});
    return all.back().rank = rank, v;
  }
  const ValueType* row(bool with_sums) {
    const ValueType *n = scalar(Element::I32),
                    *text = add(ValueType::Text, l.rows(l.primitive(Element::Char), 1));
    const ValueType* pair = add(ValueType::Tuple, l.tuple({n->layout, text->layout}), {n, text});
    std::vector<const ValueType*> parts{n,
                                        text,
                                        pair,
                                        optional(text),
                                        optional(pair),
                                        vector(optional(n)),
                                        scalar(Element::F32),
                                        scalar(Element::Bool),
                                        add(ValueType::Datetime, l.record({l.primitive(Element::I64)}))};
    std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    if (with_sums) {
      parts.push_back(vector(n, 2)), names.emplace_back("j");
      const Layout* unit = l.primitive(Element::Unit);
      parts.push_back(add(ValueType::Sum, l.sum({unit, n->layout, unit}, {0, 1, 0}), {nullptr, n, nullptr},
                          {"A", "B", "C"}));
      names.emplace_back("k");
    }
    std::vector<const Layout*> layouts;
    for (const ValueType* t : parts) layouts.push_back(t->layout);
    return add(ValueType::Record, l.record(layouts), parts, names);
  }
};

void read_json_any(ByteSource& source) {
  Types types;
  const ValueType* rows = types.vector(types.row(true));
  json_summary(source, false);
  const Value v = read_json(source, *rows, types.l);
  touch(v);
  StringSink out;
  try {
    write_json(out, *rows, v);
  } catch (const Fault&) {
    return; // an infinite number
  }
  MemorySource again("again", std::as_bytes(std::span(out.text)));
  if (!same_bits(read_json(again, *rows, types.l), v)) std::abort();
}

/// Calls f. Columns of nothing may state any length: then the limit of memory ends it.
template <class F> void within_limit(F f) {
  try {
    f();
  } catch (const Fault& e) {
    if (e.code != "E0601") throw;
  }
}

void read_arrow_any(ByteSource& source) {
  Types types;
  const ValueType* row = types.row(false);
  std::deque<ValueType> own;
  const ValueType& own_row = arrow_rows(source, types.l, own);
  arrow_summary(source);
  within_limit([&] {
    if (own_row.parts.empty()) return;
    const Array rows = read_arrow(source, own_row);
    touch(rows);
    StringSink out;
    write_arrow(out, own_row, rows, ArrowKind::Stream);
  });
  within_limit([&] { touch(read_arrow(source, *row)); });
}

void read_any(uint8_t format, ByteSource& source) {
  Layouts l;
  const Layout* text = l.rows(l.primitive(Element::Char), 1);
  switch (format % 10) {
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
  case 6: return read_json_any(source);
  case 7: {
    Types types;
    json_summary(source, true);
    return touch(read_json_lines(source, *types.vector(types.row(true)), types.l));
  }
  case 8: return read_arrow_any(source);
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
