// What a damaged process that runs libhdf5 may send.
#include "runtime/io/hdf5/protocol.hpp"
#include <doctest/doctest.h>

namespace nova {

using namespace hdf5;

namespace {

H5Object dataset() {
  H5Object o{H5Object::Dataset};
  o.shape = {3, 4}, o.chunk_rows = 2, o.compound = true;
  o.parts = {{"x", Element::F64}, {"name", {}, 7}, {"ref", {}, 0, "references"}};
  return o;
}

std::vector<char> bytes_of(const H5Object& o) {
  Message m;
  add_object(m, o);
  const auto sent = m.sent().subspan(sizeof(uint64_t));
  return {sent.begin(), sent.end()};
}

} // namespace

TEST_CASE("HDF5: an object arrives as it was sent") {
  MessageReader reader(bytes_of(dataset()));
  const H5Object back = take_object(reader);
  CHECK(bytes_of(back) == bytes_of(dataset()));
  CHECK(back.parts[1].text_size == 7);
  CHECK(back.parts[2].unread == "references");
}

TEST_CASE("HDF5: a message that is cut off or damaged gives an object or ChannelClosed") {
  const std::vector<char> good = bytes_of(dataset());
  for (size_t n = 0; n < good.size(); ++n) {
    MessageReader cut({good.begin(), good.begin() + static_cast<ptrdiff_t>(n)});
    CHECK_THROWS_AS(take_object(cut), ChannelClosed);
  }
  int refused = 0;
  for (size_t k = 0; k < good.size(); ++k) {
    std::vector<char> damaged = good;
    damaged[k] = static_cast<char>(0xff);
    MessageReader reader(damaged);
    try {
      const H5Object o = take_object(reader);
      CHECK(o.kind <= H5Object::Other);
      for (const H5Part& part : o.parts)
        CHECK(static_cast<int>(part.element.value_or(Element::I64)) < element_count);
    } catch (const ChannelClosed&) {
      ++refused;
    }
  }
  CHECK(refused > 20);
}

TEST_CASE("HDF5: a dataset has parts, and no negative dimension") {
  for (const auto spoil : {+[](H5Object& o) { o.parts.clear(); }, +[](H5Object& o) { o.shape[0] = -1; },
                           +[](H5Object& o) { o.chunk_rows = 0; }}) {
    H5Object o = dataset();
    spoil(o);
    MessageReader reader(bytes_of(o));
    CHECK_THROWS_AS(take_object(reader), ChannelClosed);
  }
}

} // namespace nova
