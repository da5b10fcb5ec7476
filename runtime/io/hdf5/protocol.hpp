// What Nova and the child process that runs libhdf5 tell each other. A request is a message, and so is the reply: why the
// request failed, or "" and what it asks for. Elements follow behind the reply as they are.
#pragma once
#include "runtime/element.hpp"
#include "runtime/foreign/message.hpp"
#include "runtime/io/hdf5/hdf5.hpp"

namespace nova::hdf5 {

enum class Request : uint8_t {
  List,       ///< all objects: for each its path, and what it is
  Open,       ///< a path: what is there
  Attributes, ///< those of the object that was opened last
  Read        ///< first row, number of rows, parts of the object that was opened last: their elements
};

constexpr uint64_t most_attributes = 200; ///< of an object that are listed

/// A part that is to be read.
struct AskedPart {
  uint64_t index;
  bool as_chars; ///< texts of one byte as chars
};

/// Add parts to a message, or take them. What is taken throws ChannelClosed where it is none such.
void add_object(Message& m, const H5Object& object);
H5Object take_object(MessageReader& m);
H5Object::Kind take_kind(MessageReader& m);

/// The child's work: opens the file that it was given, or these bytes of one, replies, and answers requests until the channel is
/// closed.
void answer_requests(int channel, const Buffer* bytes);

} // namespace nova::hdf5
