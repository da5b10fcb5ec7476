// The messages of an Arrow file or stream, and the buffers of a message's body.
#pragma once
#include "arrow_generated.h" // made of arrow.fbs
#include "runtime/element.hpp"
#include "runtime/io/bytes.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// A message: its metadata, which are verified, and where its body lies.
struct ArrowMessage {
  BufferRef metadata;
  const ipc::Message* head = nullptr;
  uint64_t metadata_at = 0, body_at = 0, body_size = 0;
};

struct ArrowMessages {
  ArrowMessage first; ///< holds the schema
  const ipc::Schema* schema = nullptr;
  std::vector<ArrowMessage> batches{}; ///< of rows and of dictionaries, in the order in which they are used
};
/// Reads the metadata of all messages.
ArrowMessages arrow_messages(ByteSource& source);

[[noreturn]] void fail_arrow(const ByteSource& source, uint64_t at, std::string what);

/// Hands out a batch's nodes and buffers, in the order in which its columns have them.
class ArrowBatch {
 public:
  ArrowBatch(ByteSource& source, const ArrowMessage& message, const ipc::RecordBatch& batch)
      : source_(source), message_(message), batch_(batch) {}
  int64_t rows() const { return batch_.length(); }
  ByteSource& source() const { return source_; }
  [[noreturn]] void fail_here(std::string what) const {
    fail_arrow(source_, message_.metadata_at, std::move(what));
  }

  struct Node {
    int64_t length, missing;
  };
  /// Returns the next column's length, which is at least `least`, and the number of its missing values.
  Node node(int64_t least = 0);
  /// Returns the first `size` bytes of the next buffer, unpacked. A large buffer is mapped if its elements' alignment allows.
  BufferRef buffer(uint64_t size, uint64_t alignment = 8);
  /// Returns the next buffer as the bits that say which values are there; null if all are.
  BufferRef validity(const Node& n);
  /// Goes on where another reader of the same batch has come to.
  void continue_at(const ArrowBatch& other) {
    node_ = other.node_, buffer_ = other.buffer_, view_ = other.view_;
  }
  /// Skips the nodes and buffers of a column.
  void skip(const ipc::Field& field);
  /// Skips a column's nodes and buffers, and returns how many of its values are missing.
  int64_t missing(const ipc::Field& field);

 private:
  /// Returns how many buffers a column has besides its children's. A column of views says so in its batch.
  uint32_t buffers_of(const ipc::Field& field);
  BufferRef unpacked(uint64_t at, uint64_t packed, uint64_t size);
  ByteSource& source_;
  const ArrowMessage& message_;
  const ipc::RecordBatch& batch_;
  flatbuffers::uoffset_t node_ = 0, buffer_ = 0, view_ = 0;
};

/// Whether the bit k is set.
inline bool arrow_bit(const BufferRef& bits, int64_t k) { return bits->as<uint8_t>()[k / 8] >> (k % 8) & 1; }

/// Returns the element type of a field of numbers or bools; nothing for others.
std::optional<Element> arrow_element(const ipc::Field& field);
/// Returns a field's name and Arrow's type in words, as in `list<int64>`.
std::string arrow_name(const ipc::Field& field);
std::string arrow_type_text(const ipc::Field& field, bool in_dictionary = false);

} // namespace nova
