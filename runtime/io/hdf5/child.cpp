// The child process that runs libhdf5: it opens one file, lists its objects, and sends elements.
#include "runtime/io/hdf5/attributes.hpp"
#include "runtime/io/hdf5/protocol.hpp"
#include "runtime/io/hdf5/stored_types.hpp"
#include <algorithm>
#include <cstdlib>
#include <sys/resource.h>

namespace nova::hdf5 {

namespace {

Message message_of(const std::string& text) {
  Message m;
  m.add_text(text);
  return m;
}

/// The elements of a part, as they lie in a block of memory.
struct Place {
  Id type = 0;                 ///< the library's type in memory
  size_t offset = 0, size = 0; ///< in an element of the block
  bool is_text = false;
  bool any_length = false; ///< of texts: whether the block has their addresses
  int padding = ZeroEnded; ///< of other texts
};

class Server {
 public:
  Server(int channel, const Buffer* bytes) : channel_(channel) { open_file(bytes); }
  /// Returns the reply to a request.
  Message reply_to(MessageReader& request);
  /// Sends what follows behind the last reply.
  void send_elements();

 private:
  Message answer(MessageReader& m);
  void open_file(const Buffer* bytes);
  Id access_to(const Buffer& bytes) const;
  void list(Id group, const std::string& path, int depth, std::vector<H5File::Entry>& all) const;
  H5Object::Kind kind_of(Id object) const;
  Message listed();
  Message opened(const std::string& path);
  Message attributes() const;
  H5Object described();
  void describe_shape(H5Object& d);
  void describe_parts(H5Object& d);
  Message read(MessageReader& m);
  void choose(MessageReader& m);
  Id block_type() const;
  void read_block(uint64_t first, uint64_t rows);
  void send_numbers(const Place& p);
  void send_texts(const Place& p);
  std::span<const char> text_at(const Place& p, uint64_t element) const;
  void send_bytes(const void* bytes, size_t size) const;

  const int channel_;
  const Library h_;
  Id file_ = 0, object_ = 0, type_ = 0, space_ = 0;
  bool compound_ = false;
  std::vector<Size> shape_;
  std::vector<Place> places_;      ///< of the parts that are asked for
  std::vector<std::string> names_; ///< and their names
  size_t item_size_ = 0;
  uint64_t count_ = 0; ///< elements in the block
  std::vector<char> block_;
  Id block_type_ = 0, block_space_ = 0;
  std::vector<char> column_; ///< a part of the block, side by side
};

/// Opens the file that the parent has opened already, or its bytes. From then on, this process can open nothing else: a file
/// may name others, which the program may not be allowed to read.
void Server::open_file(const Buffer* bytes) {
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  const std::string path = "/proc/self/fd/" + std::to_string(ChildProcess::file_in_child);
  file_ = h_.checked(h_.H5Fopen(path.c_str(), 0, bytes ? access_to(*bytes) : usual));
  const rlimit none{0, 0};
  setrlimit(RLIMIT_NOFILE, &none);
}

/// Returns how the library opens bytes in memory as a file.
Id Server::access_to(const Buffer& bytes) const {
  constexpr size_t growth = 1 << 16; // of a file that is written
  const Id access = h_.checked(h_.H5Pcreate(h_.type("H5P_CLS_FILE_ACCESS_ID")));
  h_.checked(h_.H5Pset_fapl_core(access, growth, 0));
  h_.checked(h_.H5Pset_file_image(access, bytes.bytes(), bytes.size()));
  return access;
}

/// Returns the name of a filter that packed a dataset and that the library lacks; "" if it has all.
static std::string missing_filter(const Library& h, Id stored) {
  const int filters = h.H5Pget_nfilters(stored);
  for (int k = 0; k < filters; ++k) {
    char name[64] = {};
    unsigned flags = 0, unpacks = 0;
    size_t values = 0;
    const int filter = h.H5Pget_filter2(stored, static_cast<unsigned>(k), &flags, &values, nullptr,
                                        sizeof name, name, &unpacks);
    if (filter >= 0 && h.H5Zfilter_avail(filter) <= 0) {
      name[sizeof name - 1] = 0;
      return name[0] ? name : "of number " + std::to_string(filter);
    }
  }
  return "";
}

H5Object::Kind Server::kind_of(Id object) const {
  if (object < 0) return H5Object::Missing;
  const int type = h_.H5Iget_type(object);
  return type == GroupObject ? H5Object::Group : type == DatasetObject ? H5Object::Dataset : H5Object::Other;
}

/// Adds what is in a group. Groups may contain themselves, so depth and number are bounded.
void Server::list(Id group, const std::string& path, int depth, std::vector<H5File::Entry>& all) const {
  constexpr size_t most = 1000, longest_name = 4096;
  constexpr int deepest = 16, by_name = 0, ascending = 0; // H5_INDEX_NAME, H5_ITER_INC
  GroupInfo info{};
  if (depth > deepest || h_.H5Gget_info(group, &info) < 0) return;
  for (Size k = 0; k < info.links && all.size() < most; ++k) {
    char name[longest_name];
    const auto length = h_.H5Lget_name_by_idx(group, ".", by_name, ascending, k, name, sizeof name, usual);
    if (length <= 0 || static_cast<size_t>(length) >= sizeof name) continue;
    const Id object = h_.H5Oopen(group, name, usual);
    all.push_back({path + name, kind_of(object)});
    if (all.back().kind == H5Object::Group) list(object, path + name + "/", depth + 1, all);
  }
}

Message Server::listed() {
  std::vector<H5File::Entry> all;
  list(file_, "", 0, all);
  Message m = message_of("");
  m.add(uint64_t{all.size()});
  for (const auto& [path, kind] : all) m.add_text(path), m.add(kind);
  return m;
}

Message Server::opened(const std::string& path) {
  object_ = h_.H5Oopen(file_, path.c_str(), usual);
  const H5Object::Kind kind = kind_of(object_);
  Message m = message_of("");
  H5Object object = kind == H5Object::Dataset ? described() : H5Object{kind};
  if (kind == H5Object::Missing) object.why_missing = h_.error_text();
  add_object(m, object);
  return m;
}

Message Server::attributes() const {
  const std::vector<H5Attribute> all = attributes_of(h_, object_);
  Message m = message_of("");
  m.add(uint64_t{all.size()});
  for (const auto& [name, text] : all) m.add_text(name), m.add_text(text);
  return m;
}

H5Object Server::described() {
  H5Object d{H5Object::Dataset};
  describe_shape(d);
  const Id stored = h_.checked(h_.H5Dget_create_plist(object_));
  const auto rank = static_cast<int>(shape_.size());
  std::vector<Size> chunk(shape_.size());
  if (rank > 0 && h_.H5Pget_chunk(stored, rank, chunk.data()) == rank)
    d.chunk_rows = std::max<int64_t>(1, static_cast<int64_t>(chunk[0]));
  // Of a virtual dataset, elements of files that can't be opened would be read as never written.
  if (h_.H5Pget_layout(stored) == virtual_layout)
    d.parts.push_back({.name = "", .unread = "elements of other datasets"});
  else if (const std::string filter = missing_filter(h_, stored); !filter.empty())
    d.parts.push_back({.name = "", .unread = "elements packed by the filter " + filter});
  else
    describe_parts(d);
  d.is_dimension = is_bare_dimension(h_, object_);
  return d;
}

void Server::describe_shape(H5Object& d) {
  space_ = h_.checked(h_.H5Dget_space(object_));
  d.empty = h_.checked(h_.H5Sget_simple_extent_type(space_)) == NullSpace;
  const int rank = d.empty ? 0 : h_.checked(h_.H5Sget_simple_extent_ndims(space_));
  shape_.assign(static_cast<size_t>(rank), 0);
  if (rank > 0) h_.checked(h_.H5Sget_simple_extent_dims(space_, shape_.data(), nullptr));
  d.shape.assign(shape_.begin(), shape_.end());
}

void Server::describe_parts(H5Object& d) {
  type_ = h_.checked(h_.H5Dget_type(object_));
  const int members = h_.H5Tget_class(type_) == Compound ? h_.checked(h_.H5Tget_nmembers(type_)) : 0;
  compound_ = d.compound = members > 0;
  if (!compound_) d.parts = {part_of(h_, type_)};
  for (int k = 0; k < members; ++k) {
    const auto member = static_cast<unsigned>(k);
    H5Part part = part_of(h_, h_.checked(h_.H5Tget_member_type(type_, member)));
    part.name = member_name(h_, type_, member);
    d.parts.push_back(std::move(part));
  }
}

/// Sets the places of the parts that are asked for.
void Server::choose(MessageReader& m) {
  places_.clear(), names_.clear(), item_size_ = 0;
  for (auto n = m.take<uint64_t>(); n > 0; --n) {
    const auto asked = m.take<AskedPart>();
    const auto member = static_cast<unsigned>(asked.index);
    const Id stored = compound_ ? h_.checked(h_.H5Tget_member_type(type_, member)) : type_;
    const H5Part part = part_of(h_, stored);
    Place p;
    p.type = part.element ? memory_type(h_, *part.element) : h_.checked(h_.H5Tcopy(stored));
    p.offset = item_size_, p.size = h_.H5Tget_size(p.type);
    p.is_text = !part.element && !asked.as_chars;
    p.any_length = p.is_text && part.text_size == 0;
    if (p.is_text && !p.any_length) p.padding = h_.H5Tget_strpad(stored);
    names_.push_back(compound_ ? member_name(h_, type_, member) : "");
    item_size_ += p.size;
    places_.push_back(p);
  }
}

/// Returns the type of the block's elements.
Id Server::block_type() const {
  if (!compound_) return places_[0].type;
  const Id type = h_.checked(h_.H5Tcreate(Compound, item_size_));
  for (size_t k = 0; k < places_.size(); ++k)
    h_.checked(h_.H5Tinsert(type, names_[k].c_str(), places_[k].offset, places_[k].type));
  return type;
}

void Server::read_block(uint64_t first, uint64_t rows) {
  constexpr int instead = 0; // H5S_SELECT_SET
  std::vector<Size> start(shape_.size()), count = shape_;
  if (!shape_.empty()) start[0] = first, count[0] = rows;
  count_ = 1;
  for (const Size n : count)
    if (__builtin_mul_overflow(count_, n, &count_)) count_ = SIZE_MAX;
  if (count_ > PTRDIFF_MAX / item_size_) throw Failure{"the dimensions' product is too large"};
  block_.resize(count_ * item_size_);
  block_type_ = block_type(), block_space_ = space_;
  Id in_file = usual;
  if (!shape_.empty()) {
    in_file = space_;
    h_.checked(h_.H5Sselect_hyperslab(space_, instead, start.data(), nullptr, count.data(), nullptr));
    block_space_ = h_.checked(h_.H5Screate_simple(static_cast<int>(shape_.size()), count.data(), nullptr));
  }
  h_.checked(
      h_.H5Dread(object_, block_type_, shape_.empty() ? usual : block_space_, in_file, usual, block_.data()));
}

Message Server::read(MessageReader& m) {
  const auto first = m.take<uint64_t>(), rows = m.take<uint64_t>();
  choose(m);
  read_block(first, rows);
  return message_of("");
}

Message Server::reply_to(MessageReader& request) {
  places_.clear();
  std::string why;
  try {
    return answer(request);
  } catch (const Failure& f) {
    why = f.why;
  } catch (const std::bad_alloc&) {
    why = "there is no memory for what it announces";
  }
  places_.clear();
  return message_of(why);
}

Message Server::answer(MessageReader& m) {
  switch (m.take<Request>()) {
  case Request::List: return listed();
  case Request::Open: return opened(m.take_text());
  case Request::Attributes: return attributes();
  case Request::Read: return read(m);
  }
  throw ChannelClosed{};
}

void Server::send_bytes(const void* bytes, size_t size) const {
  if (!send_all(channel_, bytes, size)) throw ChannelClosed{};
}

void Server::send_elements() {
  for (const Place& p : places_) p.is_text ? send_texts(p) : send_numbers(p);
  if (std::ranges::any_of(places_, &Place::any_length)) // the library has made these texts
    h_.H5Dvlen_reclaim(block_type_, block_space_, usual, block_.data());
}

void Server::send_numbers(const Place& p) {
  if (p.size == item_size_) return send_bytes(block_.data(), block_.size());
  column_.resize(count_ * p.size);
  for (uint64_t k = 0; k < count_; ++k)
    std::memcpy(column_.data() + k * p.size, block_.data() + k * item_size_ + p.offset, p.size);
  send_bytes(column_.data(), column_.size());
}

std::span<const char> Server::text_at(const Place& p, uint64_t element) const {
  const char* const text = block_.data() + element * item_size_ + p.offset;
  if (p.any_length) {
    const char* address = nullptr;
    std::memcpy(&address, text, sizeof address);
    return address ? std::span(address, std::strlen(address)) : std::span<const char>();
  }
  if (p.padding == ZeroEnded) return {text, strnlen(text, p.size)};
  const char filler = p.padding == BlankPadded ? ' ' : '\0';
  size_t length = p.size;
  while (length > 0 && text[length - 1] == filler) --length;
  return {text, length};
}

/// Sends the texts' lengths, then their chars.
void Server::send_texts(const Place& p) {
  std::vector<uint64_t> lengths(count_);
  column_.clear();
  for (uint64_t k = 0; k < count_; ++k) {
    const std::span<const char> text = text_at(p, k);
    lengths[k] = text.size();
    column_.insert(column_.end(), text.begin(), text.end());
  }
  send_bytes(lengths.data(), lengths.size() * sizeof(uint64_t));
  send_bytes(column_.data(), column_.size());
}

} // namespace

void answer_requests(int channel, const Buffer* bytes) {
  try {
    Server server(channel, bytes);
    Message opened = message_of("");
    send(channel, opened);
    for (;;) {
      MessageReader request = receive(channel);
      Message reply = server.reply_to(request);
      send(channel, reply);
      server.send_elements();
    }
  } catch (const Failure& f) {
    Message refused = message_of(f.why);
    send(channel, refused);
  } catch (const ChannelClosed&) {
  }
}

} // namespace nova::hdf5
