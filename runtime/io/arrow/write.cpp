// Writing: the rows' columns as one batch. Its buffers are those of the arrays where Arrow lays out elements alike.
#include "runtime/fault.hpp"
#include "runtime/io/arrow/arrow.hpp"
#include "runtime/io/arrow/messages.hpp"
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

namespace nova {

namespace {

using Offset = flatbuffers::Offset<void>;
constexpr uint64_t alignment = 64; // of buffers in the file

[[noreturn]] void fail_kind(const std::string& what) { fail("E0509", {"an Arrow file", what}); }

/// A buffer of the body, and what keeps it.
struct ArrowPiece {
  const void* bytes;
  uint64_t size;
  std::shared_ptr<const void> owner;
};

bool continues(std::string_view s, size_t from, size_t n) {
  if (from + n > s.size()) return false;
  for (size_t k = 0; k < n; ++k)
    if ((s[from + k] & 0xc0) != 0x80) return false;
  return true;
}

/// Whether the text is UTF-8: shortest forms, no halves of surrogate pairs, nothing above U+10FFFF.
bool is_utf8(std::string_view s) {
  for (size_t k = 0; k < s.size();) {
    const auto c = static_cast<uint8_t>(s[k]);
    const size_t more = c < 0x80                ? 0
                        : c >= 0xc2 && c < 0xe0 ? 1
                        : c >= 0xe0 && c < 0xf0 ? 2
                        : c >= 0xf0 && c < 0xf5 ? 3
                                                : 4;
    if (more == 4 || !continues(s, k + 1, more)) return false;
    const auto next = more ? static_cast<uint8_t>(s[k + 1]) : 0;
    if ((c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f) || (c == 0xf0 && next < 0x90) ||
        (c == 0xf4 && next > 0x8f))
      return false;
    k += more + 1;
  }
  return true;
}

/// Collects the columns of a batch: their fields, nodes and buffers.
class ArrowColumns {
 public:
  explicit ArrowColumns(flatbuffers::FlatBufferBuilder& schema) : schema_(schema) {}

  /// Adds a column of values, and returns its field.
  flatbuffers::Offset<ipc::Field> add(const std::string& name, const ValueType& t, const Array& a) {
    if (t.kind != ValueType::Optional) {
      node(a.count(), 0), piece(nullptr, 0, nullptr);
      return values(name, t, a, false);
    }
    if (a.layout()->kind != ColumnKind::Sum) fail_kind("a column of " + t.name);
    const ValueType& value = *t.parts[0];
    const Array filled = with_fillers(t, value, a);
    return values(name, value, filled, true);
  }

  std::vector<ipc::FieldNode> nodes{};
  std::vector<ipc::Buffer> buffers{};
  std::vector<ArrowPiece> pieces{};
  uint64_t body_size = 0;

 private:
  void node(int64_t length, int64_t missing) { nodes.emplace_back(length, missing); }
  void piece(const void* bytes, uint64_t size, std::shared_ptr<const void> owner) {
    buffers.emplace_back(static_cast<int64_t>(body_size), static_cast<int64_t>(size));
    pieces.push_back({bytes, size, std::move(owner)});
    body_size += (size + alignment - 1) / alignment * alignment;
  }
  void piece(const BufferRef& b) { piece(b->bytes(), b->size(), b); }

  /// Adds the node and the bits of values that may be missing. Returns the values, with zeros for those that are.
  Array with_fillers(const ValueType& t, const ValueType& value, const Array& a) {
    const Column& c = a.column();
    const Array present(c.children[t.present]);
    const auto bits =
        std::make_shared<Buffer>(static_cast<uint64_t>(a.count() + 7) / 8, Buffer::Contents::Zeros);
    ColumnBuilder out(value.layout, a.count());
    const Value zero = default_value(value);
    int64_t missing = 0;
    for (int64_t k = 0; k < a.count(); ++k) {
      if (c.as<uint32_t>()[a.begin() + k] != t.present) {
        ++missing, out.push(zero);
        continue;
      }
      bits->as<uint8_t>()[k / 8] |= static_cast<uint8_t>(1 << (k % 8));
      out.push_from(present, c.extra->as<int64_t>()[a.begin() + k]);
    }
    node(a.count(), missing), piece(bits);
    return Array(out.finish());
  }

  /// Adds the buffers of values that are there, behind those that say so.
  flatbuffers::Offset<ipc::Field> values(const std::string& name, const ValueType& t, const Array& a,
                                         bool nullable) {
    switch (t.kind) {
    case ValueType::Scalar: return scalars(name, t, a, nullable);
    case ValueType::Text: return texts(name, a, nullable);
    case ValueType::Date:
    case ValueType::Datetime:
    case ValueType::Duration: return moments(name, t, a, nullable);
    case ValueType::Vector: return lists(name, t, a, nullable);
    case ValueType::Tuple:
    case ValueType::Record: return structs(name, t, a, nullable);
    default: fail_kind("a column of " + t.name);
    }
  }
  flatbuffers::Offset<ipc::Field> field(const std::string& name, bool nullable, ipc::Type type, Offset of,
                                        const std::vector<flatbuffers::Offset<ipc::Field>>& children = {}) {
    return ipc::CreateField(schema_, schema_.CreateString(name), nullable, type, of, 0,
                            schema_.CreateVector(children));
  }

  flatbuffers::Offset<ipc::Field> scalars(const std::string& name, const ValueType& t, const Array& a,
                                          bool nullable) {
    const Element e = t.layout->element;
    if (e == Element::BF16 || e == Element::Unit) fail_kind("a column of " + t.name);
    if (e == Element::Bool) {
      const auto bits =
          std::make_shared<Buffer>(static_cast<uint64_t>(a.count() + 7) / 8, Buffer::Contents::Zeros);
      for (int64_t k = 0; k < a.count(); ++k)
        bits->as<uint8_t>()[k / 8] |= static_cast<uint8_t>(a.data<uint8_t>()[k] << (k % 8));
      piece(bits);
      return field(name, nullable, ipc::Type::Bool, ipc::CreateBool(schema_).Union());
    }
    const auto width = element_size(e);
    piece(a.column().as<std::byte>() + static_cast<uint64_t>(a.begin()) * width,
          static_cast<uint64_t>(a.count()) * width, a.column_ref());
    if (is_real(e)) {
      const auto precision = e == Element::F64   ? ipc::Precision::DOUBLE
                             : e == Element::F32 ? ipc::Precision::SINGLE
                                                 : ipc::Precision::HALF;
      return field(name, nullable, ipc::Type::FloatingPoint,
                   ipc::CreateFloatingPoint(schema_, precision).Union());
    }
    const bool is_signed = e != Element::Char && least_integer(e) < 0;
    return field(name, nullable, ipc::Type::Int,
                 ipc::CreateInt(schema_, static_cast<int32_t>(8 * width), is_signed).Union());
  }

  /// Adds the offsets of rows, from 0 on. Returns whether they are of 64 bits.
  bool offsets(const Array& a) {
    if (a.layout()->kind != ColumnKind::Rows) fail_kind("a column of so many parts");
    const int64_t* from = a.column().offsets() + a.begin();
    const bool are_long = from[a.count()] - from[0] > std::numeric_limits<int32_t>::max();
    const auto to =
        std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(a.count()) + 1, are_long ? 8 : 4));
    for (int64_t k = 0; k <= a.count(); ++k)
      if (are_long)
        to->as<int64_t>()[k] = from[k] - from[0];
      else
        to->as<int32_t>()[k] = static_cast<int32_t>(from[k] - from[0]);
    piece(to);
    return are_long;
  }
  static Array elements_of(const Array& rows) {
    const int64_t* ends = rows.column().offsets() + rows.begin();
    return Array(rows.column().children[0], ends[0], ends[rows.count()] - ends[0]);
  }

  flatbuffers::Offset<ipc::Field> texts(const std::string& name, const Array& a, bool nullable) {
    const bool are_long = offsets(a);
    const Array chars = elements_of(a);
    piece(chars.data<char>(), static_cast<uint64_t>(chars.count()), chars.column_ref());
    bool utf8 = true;
    const int64_t* ends = a.column().offsets() + a.begin();
    for (int64_t k = 0; k < a.count() && utf8; ++k)
      utf8 = is_utf8({chars.data<char>() + (ends[k] - ends[0]), static_cast<size_t>(ends[k + 1] - ends[k])});
    if (utf8 && are_long)
      return field(name, nullable, ipc::Type::LargeUtf8, ipc::CreateLargeUtf8(schema_).Union());
    if (utf8) return field(name, nullable, ipc::Type::Utf8, ipc::CreateUtf8(schema_).Union());
    if (are_long)
      return field(name, nullable, ipc::Type::LargeBinary, ipc::CreateLargeBinary(schema_).Union());
    return field(name, nullable, ipc::Type::Binary, ipc::CreateBinary(schema_).Union());
  }
  flatbuffers::Offset<ipc::Field> lists(const std::string& name, const ValueType& t, const Array& a,
                                        bool nullable) {
    if (t.rank != 1) fail_kind("a column of " + t.name);
    const bool are_long = offsets(a);
    const auto element = add("item", *t.parts[0], elements_of(a));
    return are_long
               ? field(name, nullable, ipc::Type::LargeList, ipc::CreateLargeList(schema_).Union(), {element})
               : field(name, nullable, ipc::Type::List, ipc::CreateList(schema_).Union(), {element});
  }
  flatbuffers::Offset<ipc::Field> structs(const std::string& name, const ValueType& t, const Array& a,
                                          bool nullable) {
    return field(name, nullable, ipc::Type::Struct_, ipc::CreateStruct_(schema_).Union(), parts(t, a));
  }
  flatbuffers::Offset<ipc::Field> moments(const std::string& name, const ValueType& t, const Array& a,
                                          bool nullable) {
    const Array numbers = a.field(0);
    if (t.kind != ValueType::Date) {
      piece(numbers.data<int64_t>(), static_cast<uint64_t>(a.count()) * sizeof(int64_t),
            numbers.column_ref());
      if (t.kind == ValueType::Duration)
        return field(name, nullable, ipc::Type::Duration,
                     ipc::CreateDuration(schema_, ipc::TimeUnit::MICROSECOND).Union());
      const auto type =
          ipc::CreateTimestamp(schema_, ipc::TimeUnit::MICROSECOND, schema_.CreateString("UTC"));
      return field(name, nullable, ipc::Type::Timestamp, type.Union());
    }
    const auto days =
        std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(a.count()), sizeof(int32_t)));
    for (int64_t k = 0; k < a.count(); ++k) {
      const int64_t n = numbers.data<int64_t>()[k];
      if (n != static_cast<int32_t>(n))
        fail_kind("(Date " + std::to_string(n) + "), whose days are of more than 32 bits");
      days->as<int32_t>()[k] = static_cast<int32_t>(n);
    }
    piece(days);
    return field(name, nullable, ipc::Type::Date, ipc::CreateDate(schema_, ipc::DateUnit::DAY).Union());
  }

 public:
  /// Adds a column for each part of a record or tuple.
  std::vector<flatbuffers::Offset<ipc::Field>> parts(const ValueType& t, const Array& a) {
    if (a.layout()->kind != ColumnKind::Tuple) fail_kind("rows of " + t.name);
    std::vector<flatbuffers::Offset<ipc::Field>> fields;
    for (uint32_t k = 0; k < t.parts.size(); ++k)
      fields.push_back(
          add(t.kind == ValueType::Record ? t.names[k] : "f" + std::to_string(k), *t.parts[k], a.field(k)));
    return fields;
  }

 private:
  flatbuffers::FlatBufferBuilder& schema_;
};

/// Writes messages, and counts their bytes.
class ArrowSink {
 public:
  explicit ArrowSink(ByteSink& sink) : sink_(sink) {}
  void put(const void* bytes, uint64_t n) { sink_.write(bytes, n), at_ += n; }
  void pad(uint64_t to) {
    const char zeros[alignment] = {};
    if (at_ % to != 0) put(zeros, to - at_ % to);
  }
  template <class T> void number(T n) { put(&n, sizeof n); }
  uint64_t at() const { return at_; }

  /// Writes a message's metadata, so that its body begins at a multiple of the alignment. Returns their size with the prefix.
  int32_t metadata(flatbuffers::FlatBufferBuilder& b, flatbuffers::Offset<ipc::Message> message) {
    b.Finish(message);
    const uint64_t start = at_, end = (start + 8 + b.GetSize() + alignment - 1) / alignment * alignment;
    number<uint32_t>(0xffffffff), number(static_cast<int32_t>(end - start - 8));
    put(b.GetBufferPointer(), b.GetSize()), pad(alignment);
    return static_cast<int32_t>(end - start);
  }

 private:
  ByteSink& sink_;
  uint64_t at_ = 0;
};

/// The bytes of a schema, which a file has at its beginning and in its footer.
flatbuffers::Offset<ipc::Schema> schema_of(flatbuffers::FlatBufferBuilder& b, ArrowColumns& columns,
                                           const ValueType& row, const Array& rows) {
  const bool has_parts = row.kind == ValueType::Record || row.kind == ValueType::Tuple;
  const auto fields = has_parts ? columns.parts(row, rows) : std::vector{columns.add("f0", row, rows)};
  return ipc::CreateSchema(b, ipc::Endianness::Little, b.CreateVector(fields));
}

void write_footer(ArrowSink& out, const ipc::Block& block, const ipc::Schema& schema) {
  flatbuffers::FlatBufferBuilder b;
  const std::unique_ptr<ipc::SchemaT> parts(schema.UnPack());
  const auto again = ipc::CreateSchema(b, parts.get());
  const auto batches = b.CreateVectorOfStructs(&block, 1);
  const auto none = b.CreateVectorOfStructs<ipc::Block>(nullptr, 0);
  b.Finish(ipc::CreateFooter(b, ipc::MetadataVersion::V5, again, none, batches));
  out.put(b.GetBufferPointer(), b.GetSize());
  out.number(static_cast<int32_t>(b.GetSize()));
  out.put("ARROW1", 6);
}

} // namespace

void write_arrow(ByteSink& sink, const ValueType& row, const Array& rows, ArrowKind kind) {
  ArrowSink out(sink);
  if (kind == ArrowKind::File) out.put("ARROW1\0\0", 8);
  flatbuffers::FlatBufferBuilder first, second;
  ArrowColumns columns(first);
  const auto schema = schema_of(first, columns, row, rows);
  out.metadata(first, ipc::CreateMessage(first, ipc::MetadataVersion::V5, ipc::MessageHeader::Schema,
                                         schema.Union(), 0));
  const auto batch = ipc::CreateRecordBatch(second, rows.count(), second.CreateVectorOfStructs(columns.nodes),
                                            second.CreateVectorOfStructs(columns.buffers));
  const uint64_t at = out.at();
  const int32_t metadata = out.metadata(
      second, ipc::CreateMessage(second, ipc::MetadataVersion::V5, ipc::MessageHeader::RecordBatch,
                                 batch.Union(), static_cast<int64_t>(columns.body_size)));
  for (const ArrowPiece& p : columns.pieces) {
    if (p.size > 0) out.put(p.bytes, p.size);
    out.pad(alignment);
  }
  out.number<uint32_t>(0xffffffff), out.number<int32_t>(0);
  if (kind == ArrowKind::File)
    write_footer(out, {static_cast<int64_t>(at), metadata, static_cast<int64_t>(columns.body_size)},
                 *ipc::GetMessage(first.GetBufferPointer())->header_as_Schema());
}

} // namespace nova
