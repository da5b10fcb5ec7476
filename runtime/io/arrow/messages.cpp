#include "runtime/io/arrow/messages.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstring>
#include <optional>

namespace nova {

namespace {

constexpr std::string_view magic = "ARROW1";
constexpr uint64_t most_metadata = 256 << 20;

[[noreturn]] void fail_cut(const ByteSource& source, uint64_t needed) {
  fail("E0505", {source.name(), std::to_string(source.size()), std::to_string(needed)});
}

template <class T> T read_number(ByteSource& source, uint64_t at) {
  T n;
  source.read(at, &n, sizeof n);
  return n;
}

bool is_file(ByteSource& source) {
  char start[6];
  if (source.size() < sizeof start) return false;
  source.read(0, start, sizeof start);
  return std::string_view(start, sizeof start) == magic;
}

/// Returns the offset at which a file's messages end. A stream's messages end with it.
uint64_t end_of_messages(ByteSource& source, bool file) {
  if (!file) return source.size();
  const uint64_t size = source.size(), tail = magic.size() + sizeof(int32_t);
  char end[6] = {};
  if (size >= 2 * magic.size() + tail) source.read(size - sizeof end, end, sizeof end);
  if (std::string_view(end, sizeof end) != magic) fail_cut(source, size + 1);
  const auto footer = read_number<int32_t>(source, size - tail);
  if (footer < 0 || static_cast<uint64_t>(footer) > size - tail - 8)
    fail_arrow(source, size - tail, "the footer's length is wrong");
  return size - tail - static_cast<uint64_t>(footer);
}

/// Reads the message at `at`, and moves behind it. Returns nothing at the end.
std::optional<ArrowMessage> read_message(ByteSource& source, uint64_t& at, uint64_t end) {
  constexpr uint32_t continues = 0xffffffff; // stands before the length since version 0.15
  if (end - at < 4) return {};
  auto length = read_number<uint32_t>(source, at);
  const uint64_t prefix = length == continues ? 8 : 4;
  if (end - at < prefix) fail_cut(source, at + prefix);
  if (length == continues) length = read_number<uint32_t>(source, at + 4);
  if (length == 0) return {};
  ArrowMessage m;
  m.metadata_at = at + prefix;
  if (length > end - m.metadata_at) fail_cut(source, m.metadata_at + length);
  if (length > most_metadata) fail_arrow(source, at, "the metadata are longer than 256 MiB");
  m.metadata = std::make_shared<Buffer>(length);
  source.read(m.metadata_at, m.metadata->bytes(), length);
  constexpr uint32_t most_depth = 64, most_tables = 1 << 20;
  flatbuffers::Verifier verifier(m.metadata->as<const uint8_t>(), length, most_depth, most_tables);
  if (!verifier.VerifyBuffer<ipc::Message>(nullptr))
    fail_arrow(source, m.metadata_at, "the metadata are no message");
  m.head = ipc::GetMessage(m.metadata->bytes());
  m.body_at = m.metadata_at + length;
  if (m.head->body_length() < 0) fail_arrow(source, m.metadata_at, "a message's length is negative");
  m.body_size = static_cast<uint64_t>(m.head->body_length());
  if (m.body_size > end - m.body_at) fail_cut(source, m.body_at + m.body_size);
  at = m.body_at + m.body_size;
  return m;
}

/// Returns a copy of a vector's struct, which a file may have put at any address.
template <class T> T struct_at(const flatbuffers::Vector<const T*>& structs, flatbuffers::uoffset_t k) {
  T one;
  std::memcpy(static_cast<void*>(&one), structs.Data() + k * sizeof one, sizeof one);
  return one;
}

} // namespace

void fail_arrow(const ByteSource& source, uint64_t at, std::string what) {
  fail_format(source, "Arrow", at, std::move(what));
}

ArrowMessages arrow_messages(ByteSource& source) {
  const bool file = is_file(source);
  uint64_t at = file ? 8 : 0;
  const uint64_t end = end_of_messages(source, file);
  ArrowMessages all;
  auto first = read_message(source, at, end);
  if (!first) fail_arrow(source, 0, "a schema is missing");
  all.first = std::move(*first), all.schema = all.first.head->header_as_Schema();
  if (!all.schema || !all.schema->fields())
    fail_arrow(source, all.first.metadata_at, "the first message is no schema");
  if (all.schema->endianness() != ipc::Endianness::Little)
    fail("E0508", {source.name(), "numbers whose high bytes come first"});
  while (auto m = read_message(source, at, end)) {
    const bool batch = m->head->header_as_RecordBatch(), dictionary = m->head->header_as_DictionaryBatch();
    if (!batch && !dictionary) fail("E0508", {source.name(), "tensors or other messages than tables"});
    all.batches.push_back(std::move(*m));
  }
  if (file) // a file's dictionaries serve all batches, also those before them
    std::stable_partition(all.batches.begin(), all.batches.end(), [](const ArrowMessage& m) {
      return m.head->header_type() == ipc::MessageHeader::DictionaryBatch;
    });
  return all;
}

ArrowBatch::Node ArrowBatch::node(int64_t least) {
  if (!batch_.nodes() || node_ >= batch_.nodes()->size()) fail_here("a batch has too few columns");
  const ipc::FieldNode n = struct_at(*batch_.nodes(), node_++);
  if (n.length() < least || n.null_count() < 0 || n.null_count() > n.length())
    fail_here("a column's length is wrong");
  return {n.length(), n.null_count()};
}

BufferRef ArrowBatch::buffer(uint64_t size, uint64_t alignment) {
  if (!batch_.buffers() || buffer_ >= batch_.buffers()->size()) fail_here("a batch has too few buffers");
  const ipc::Buffer b = struct_at(*batch_.buffers(), buffer_++);
  const auto offset = static_cast<uint64_t>(b.offset()), length = static_cast<uint64_t>(b.length());
  if (b.offset() < 0 || b.length() < 0 || offset > message_.body_size || length > message_.body_size - offset)
    fail_here("a buffer lies outside of its message");
  const uint64_t at = message_.body_at + offset;
  if (batch_.compression() && length > 0) return unpacked(at, length, size);
  if (length < size) fail_here("a buffer is shorter than its column");
  if (size > 0 && at % alignment == 0)
    if (BufferRef there = source_.mapped(at, size)) return there;
  auto bytes = std::make_shared<Buffer>(size);
  if (size > 0) source_.read(at, bytes->bytes(), size);
  return bytes;
}

BufferRef ArrowBatch::validity(const Node& n) {
  if (n.missing == 0) return buffer(0), nullptr;
  return buffer(static_cast<uint64_t>(n.length) / 8 + (n.length % 8 ? 1 : 0));
}

uint32_t ArrowBatch::buffers_of(const ipc::Field& field) {
  switch (field.type_type()) {
  case ipc::Type::Null:
  case ipc::Type::RunEndEncoded: return 0;
  case ipc::Type::FixedSizeList:
  case ipc::Type::Struct_: return 1;
  case ipc::Type::Utf8:
  case ipc::Type::Binary:
  case ipc::Type::LargeUtf8:
  case ipc::Type::LargeBinary:
  case ipc::Type::ListView:
  case ipc::Type::LargeListView: return 3;
  case ipc::Type::Utf8View:
  case ipc::Type::BinaryView: {
    const auto* counts = batch_.variadic_buffer_counts();
    if (!counts || view_ >= counts->size())
      fail_here("a column of views does not say how many buffers it has");
    const int64_t n = counts->Get(view_++);
    if (n < 0 || !batch_.buffers() || static_cast<uint64_t>(n) > batch_.buffers()->size())
      fail_here("a batch has too few buffers");
    return static_cast<uint32_t>(n) + 2;
  }
  case ipc::Type::Union: {
    const auto* type = field.type_as_Union();
    const bool dense = type && type->mode() == ipc::UnionMode::Dense;
    return 1u + dense + (message_.head->version() < ipc::MetadataVersion::V5); // old ones have validity too
  }
  case ipc::Type::NONE:
    fail("E0508", {source_.name(), "columns of a type that Arrow's format does not name"});
  default: return 2;
  }
}

int64_t ArrowBatch::missing(const ipc::Field& field) {
  const Node own = node();
  if (field.dictionary()) return buffer_ += 2, own.missing;
  buffer_ += buffers_of(field);
  if (field.children())
    for (const ipc::Field* child : *field.children()) skip(*child);
  return own.missing;
}

void ArrowBatch::skip(const ipc::Field& field) { missing(field); }

std::string arrow_name(const ipc::Field& field) { return field.name() ? field.name()->str() : ""; }

} // namespace nova
