// Datasets as arrays, by what the process that runs libhdf5 sends.
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/hdf5/process.hpp"
#include "runtime/io/hdf5/protocol.hpp"
#include <algorithm>

namespace nova {

using namespace hdf5;

namespace {

/// The texts of a part, as they arrive.
class TextFill {
 public:
  TextFill(const Layout* texts, int64_t count)
      : layout_(texts), ends_(std::make_shared<Buffer>(checked_bytes(uint64_t(count) + 1, sizeof(int64_t)))),
        chars_(std::make_shared<Buffer>(0)), end_(ends_->as<int64_t>()) {
    *end_++ = 0;
  }
  /// Receives n texts: their lengths, then their chars.
  void receive(Process& process, uint64_t n) {
    const auto before = static_cast<int64_t>(chars_->size());
    process.receive_bytes(end_, n * sizeof(int64_t));
    int64_t total = before;
    for (const int64_t* last = end_ + n; end_ < last; ++end_) {
      if (*end_ < 0 || __builtin_add_overflow(total, *end_, &total)) process.fail_damaged();
      *end_ = total;
    }
    chars_->resize(static_cast<uint64_t>(total));
    process.receive_bytes(chars_->bytes() + before, static_cast<uint64_t>(total - before));
  }
  ColumnRef finish() {
    auto flat = std::make_shared<Column>();
    flat->layout = layout_->children[0], flat->length = static_cast<int64_t>(chars_->size()),
    flat->data = chars_;
    return rows_column(layout_, std::move(flat), ends_);
  }

 private:
  const Layout* layout_;
  std::shared_ptr<Buffer> ends_, chars_;
  int64_t* end_;
};

/// A part of the elements, as it arrives.
struct PartFill {
  PartFill(const Layout* layout, int64_t count)
      : numbers(layout->kind == ColumnKind::Primitive ? std::optional(PrimitiveFill(layout, count))
                                                      : std::nullopt),
        size(numbers ? element_size(layout->element) : 0) {
    if (!numbers) texts.emplace(layout, count);
  }
  /// Receives n elements behind `done` others.
  void receive(Process& process, uint64_t done, uint64_t n) {
    if (texts) return texts->receive(process, n);
    process.receive_bytes(numbers->as<std::byte>() + done * size, n * size);
  }
  ColumnRef finish() { return texts ? texts->finish() : numbers->finish(); }

  std::optional<PrimitiveFill> numbers;
  std::optional<TextFill> texts;
  uint64_t size;
};

const Layout* layout_of(const H5Part& part, Layouts& layouts) {
  if (part.element) return layouts.primitive(*part.element);
  return part.unread.empty() ? layouts.rows(layouts.primitive(Element::Char), 1) : nullptr;
}

/// Whether a compound is what h5py makes of complex numbers.
bool holds_complex(const H5Object& o) {
  return o.parts.size() == 2 && o.parts[0].name == "r" && o.parts[1].name == "i" && o.parts[0].element &&
         is_floating(*o.parts[0].element) && o.parts[0].element == o.parts[1].element;
}

/// Returns the members that a record's fields name. Fails with E0513 if one is not there.
std::vector<AskedPart> named_parts(const std::string& name, const H5Object& o,
                                   std::span<const CsvName> fields) {
  std::vector<std::string> titles;
  for (const H5Part& part : o.parts) titles.push_back(part.name);
  const ColumnTitles members(titles);
  std::vector<AskedPart> named;
  for (const CsvName& field : fields) {
    named.push_back({members.find(field), false});
    if (named.back().index == ColumnTitles::none)
      fail("E0513", {name, field.title.value_or(field.name), "the columns " + listed(titles)});
  }
  return named;
}

std::vector<AskedPart> all_parts(const H5Object& o) {
  std::vector<AskedPart> all;
  for (size_t k = 0; k < o.parts.size(); ++k) all.push_back({k, false});
  return all;
}

/// Returns the layout of an element of these parts. Fails with E0508 if Nova has none for a part.
const Layout* own_layout(const std::string& name, const H5Object& o, const std::vector<AskedPart>& chosen,
                         Layouts& layouts) {
  std::vector<const Layout*> fields;
  for (const AskedPart& asked : chosen) {
    const H5Part& part = o.parts[asked.index];
    fields.push_back(layout_of(part, layouts));
    if (!fields.back())
      fail("E0508", {name, part.unread + (o.compound ? " as the member " + part.name : "")});
  }
  return fields.size() == 1 ? fields[0] : layouts.tuple(std::move(fields));
}

/// Returns the product of the dimensions.
int64_t count_of(const std::string& name, const std::vector<int64_t>& shape) {
  int64_t product = 1;
  for (const int64_t d : shape)
    if (__builtin_mul_overflow(product, std::max<int64_t>(d, 1), &product))
      fail("E0518", {name, "the dimensions' product is too large"});
  return std::ranges::count(shape, 0) ? 0 : product;
}

/// Fails with E0518 if a byte of the bools is neither 0 nor 1.
void check_bools(const std::string& name, std::span<const uint8_t> bools) {
  const auto bad = std::ranges::find_if(bools, [](uint8_t b) { return b > 1; });
  if (bad != bools.end())
    fail("E0518", {name, "element " + std::to_string(bad - bools.begin()) + " is no bool, but the byte " +
                             std::to_string(*bad)});
}

/// Reads a dataset's elements, some rows at a time.
class Reading {
 public:
  Reading(Process& process, const ByteSource& source, const std::string& name, std::vector<AskedPart> parts)
      : process_(process), source_(source), name_(name), parts_(std::move(parts)) {}

  std::vector<ColumnRef> columns(const Layout* layout, const std::vector<int64_t>& shape,
                                 int64_t chunk_rows) {
    const int64_t count = count_of(name_, shape), all_rows = shape.empty() ? 1 : shape[0];
    for (size_t k = 0; k < parts_.size(); ++k)
      fills_.emplace_back(parts_.size() == 1 ? layout : layout->children[k], count);
    if (count > 0) receive(count, all_rows, chunk_rows);
    std::vector<ColumnRef> made;
    if (is_complex(layout)) join_nans(layout->children[0], *fills_[0].numbers, *fills_[1].numbers, count);
    for (PartFill& fill : fills_) made.push_back(fill.finish());
    for (const ColumnRef& c : made)
      if (c->layout->kind == ColumnKind::Primitive && c->layout->element == Element::Bool)
        check_bools(name_, {c->as<uint8_t>(), static_cast<size_t>(count)});
    return made;
  }

 private:
  /// Receives all elements. Blocks are of whole chunks, since the library unpacks a chunk for each block that has a part of it.
  void receive(int64_t count, int64_t all_rows, int64_t chunk_rows) {
    constexpr int64_t block_bytes = 4 << 20, text_bytes = 256; // what a text may have
    const int64_t row = count / all_rows;
    int64_t bytes = 0;
    for (const PartFill& fill : fills_) bytes += fill.texts ? text_bytes : static_cast<int64_t>(fill.size);
    int64_t rows = std::max<int64_t>(1, block_bytes / bytes / row);
    if (chunk_rows < all_rows) rows = (rows + chunk_rows - 1) / chunk_rows * chunk_rows;
    for (int64_t done = 0; done < all_rows; done += rows) {
      rows = std::min(rows, all_rows - done);
      ask(done, rows);
      for (PartFill& fill : fills_) fill.receive(process_, uint64_t(done * row), uint64_t(rows * row));
      tell(static_cast<double>(done + rows) / static_cast<double>(all_rows));
    }
  }

  void ask(int64_t first, int64_t rows) {
    Message request;
    request.add(Request::Read), request.add(first), request.add(rows), request.add(uint64_t{parts_.size()});
    for (const AskedPart& part : parts_) request.add(part);
    process_.ask(request);
  }

  /// Tells how much of the file is done.
  void tell(double share) {
    const auto bytes = static_cast<uint64_t>(share * static_cast<double>(source_.size()));
    source_.passed(bytes - told_);
    told_ = bytes;
  }

  Process& process_;
  const ByteSource& source_;
  const std::string& name_;
  std::vector<AskedPart> parts_;
  std::vector<PartFill> fills_;
  uint64_t told_ = 0;
};

/// Fails with E0508 if the file is one of NetCDF's older formats.
void refuse_classic(ByteSource& source) {
  constexpr std::string_view begin = "CDF";
  char start[begin.size()] = {};
  if (source.size() >= sizeof start) source.read(0, start, sizeof start);
  if (std::string_view(start, sizeof start) == begin)
    fail("E0508", {source.name(), "NetCDF's classic format (`nccopy -k nc4` makes NetCDF-4 of it)"});
}

} // namespace

H5File::H5File(ByteSource& source) : source_(source) {
  refuse_classic(source);
  process_ = std::make_unique<Process>(source);
}
H5File::~H5File() = default;

/// Returns what `take` makes of the reply to a request.
template <class Take> auto H5File::answered(Message& request, Take take) {
  MessageReader reply = process_->ask(request);
  try {
    return take(reply);
  } catch (const ChannelClosed&) {
    process_->fail_damaged();
  }
}

std::vector<H5File::Entry> H5File::entries() {
  Message request;
  request.add(Request::List);
  return answered(request, [](MessageReader& reply) {
    std::vector<Entry> all;
    for (auto n = reply.take<uint64_t>(); n > 0; --n) {
      std::string path = reply.take_text();
      all.push_back({std::move(path), take_kind(reply)});
    }
    return all;
  });
}

H5Object H5File::open(const std::string& path) {
  Message request;
  request.add(Request::Open), request.add_text(path);
  H5Object object = answered(request, take_object);
  object.path = path;
  return object;
}

std::vector<H5Attribute> H5File::attributes() {
  Message request;
  request.add(Request::Attributes);
  return answered(request, [](MessageReader& reply) {
    std::vector<H5Attribute> all(std::min<uint64_t>(reply.take<uint64_t>(), most_attributes));
    for (H5Attribute& a : all) a.name = reply.take_text(), a.text = reply.take_text();
    return all;
  });
}

std::string H5File::name_of(const H5Object& object) const { return source_.name() + "[" + object.path + "]"; }

Array H5File::read(const H5Object& object, Layouts& layouts, const AskedArray& asked,
                   std::span<const CsvName> names, int64_t rows) {
  const std::string name = name_of(object);
  if (object.empty) fail("E0508", {name, "no elements and no shape"});
  const bool by_name = object.compound && !names.empty();
  std::vector<AskedPart> parts = by_name ? named_parts(name, object, names) : all_parts(object);
  const Layout* layout = own_layout(name, object, parts, layouts);
  if (!by_name && holds_complex(object)) layout = layouts.record(layout->children);
  const bool texts = is_text(layout) && !object.compound;
  const bool wants_texts = asked.element && asked.rank == object.shape.size() + 1;
  parts[0].as_chars = texts && object.parts[0].text_size == 1 && !wants_texts;
  if (parts[0].as_chars) layout = layouts.primitive(Element::Char);
  if (texts && !parts[0].as_chars)
    check_text_type(name, object.shape, layouts, asked);
  else
    layout = checked_layout(name, layout, object.shape, asked);
  std::vector<int64_t> shape = object.shape;
  if (!shape.empty()) shape[0] = std::min(shape[0], rows);
  std::vector<ColumnRef> columns =
      Reading(*process_, source_, name, std::move(parts)).columns(layout, shape, object.chunk_rows);
  if (shape.empty()) shape = {1};
  return Array(columns.size() == 1 ? columns[0] : zip_columns(layout, std::move(columns)), 0,
               std::move(shape));
}

} // namespace nova
