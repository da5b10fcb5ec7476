// Reading: each batch's columns become columns of the type that is asked for, and these are put together.
#include "runtime/fault.hpp"
#include "runtime/io/arrow/arrow.hpp"
#include "runtime/io/arrow/messages.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

namespace nova {

namespace {

/// For each value of a column whether it is there; empty if all are.
using Presence = std::vector<uint8_t, CountingAllocator<uint8_t>>;

bool is_there(const Presence& there, int64_t k) { return there.empty() || there[static_cast<size_t>(k)]; }

/// The values of a column in a batch. Those that are missing have some value in the column.
struct ArrowValues {
  ColumnRef column;
  Presence there{};
};

bool is_text_type(ipc::Type t) {
  return t == ipc::Type::Utf8 || t == ipc::Type::Binary || t == ipc::Type::LargeUtf8 ||
         t == ipc::Type::LargeBinary;
}
bool has_long_offsets(ipc::Type t) {
  return t == ipc::Type::LargeUtf8 || t == ipc::Type::LargeBinary || t == ipc::Type::LargeList;
}
bool is_list(ipc::Type t) {
  return t == ipc::Type::List || t == ipc::Type::LargeList || t == ipc::Type::FixedSizeList;
}
/// Whether a type's values are boxed, as those of a type that contains itself: no column of a file has them.
bool is_boxed(const ValueType& t) { return t.layout && t.layout->kind == ColumnKind::Boxed; }

/// Whether a type has boxed values among the parts that each of its values has.
bool has_boxed(const ValueType& t) {
  const bool has_parts = t.kind == ValueType::Record || t.kind == ValueType::Tuple;
  return is_boxed(t) ||
         (has_parts && std::ranges::any_of(t.parts, [](auto* part) { return has_boxed(*part); }));
}

size_t children_of(const ipc::Field& f) { return f.children() ? f.children()->size() : 0; }
const ipc::Field& child(const ipc::Field& f, size_t k) {
  return *f.children()->Get(static_cast<flatbuffers::uoffset_t>(k));
}

/// Returns which of the columns each field of a record is, as for the columns of a CSV file. Fails with E0513.
std::vector<size_t> choose_columns(const ByteSource& source, const ValueType& t,
                                   const std::vector<std::string>& titles) {
  const ColumnTitles columns(titles);
  std::vector<size_t> chosen;
  for (size_t f = 0; f < t.names.size(); ++f) {
    CsvName name{t.names[f]};
    if (!t.fields.empty() && t.fields[f] != t.names[f]) name = {t.fields[f], t.names[f]};
    chosen.push_back(columns.find(name));
    if (chosen.back() != ColumnTitles::none) continue;
    std::string all;
    for (const std::string& title : titles) all += (all.empty() ? "" : ", ") + title;
    fail("E0513",
         {source.name(), t.names[f], titles.size() == 1 ? "the column " + all : "the columns " + all});
  }
  return chosen;
}

/// Which of a list of columns are read, and as what: for each column the indices of the type's parts that have it.
using Chosen = std::vector<std::vector<size_t>>;

class ArrowReader {
 public:
  ArrowReader(ByteSource& source, const ValueType& row)
      : source_(source), row_(row), messages_(arrow_messages(source)) {}

  Array read(int64_t least_rows) {
    if (has_boxed(row_)) fail("E0509", {"an Arrow file", row_.name});
    const auto& fields = *messages_.schema->fields();
    const std::vector<const ValueType*> parts = is_row() ? row_.parts : std::vector{&row_};
    std::vector<const ipc::Field*> columns(fields.begin(), fields.end());
    const Chosen chosen = choose(columns, parts, row_);
    ColumnRef first;
    std::optional<ColumnBuilder> all; // of several batches
    for (const ArrowMessage& m : messages_.batches) {
      if (before_ >= least_rows) break;
      if (const auto* d = m.head->header_as_DictionaryBatch()) {
        add_dictionary(m, *d);
        continue;
      }
      ColumnRef rows = read_batch(m, columns, parts, chosen);
      if (!first && !all) {
        first = std::move(rows);
        continue;
      }
      if (!all) all.emplace(row_.layout), all->append(Array(first), 0, first->length), first = nullptr;
      all->append(Array(rows), 0, rows->length);
    }
    if (!first && !all) all.emplace(row_.layout);
    return Array(first ? first : all->finish());
  }

 private:
  /// Whether the rows have the columns as their parts, rather than being the only column's values.
  bool is_row() const { return row_.kind == ValueType::Record || row_.kind == ValueType::Tuple; }

  ColumnRef read_batch(const ArrowMessage& m, const std::vector<const ipc::Field*>& columns,
                       const std::vector<const ValueType*>& parts, const Chosen& chosen) {
    ArrowBatch batch(source_, m, *m.head->header_as_RecordBatch());
    if (batch.rows() < 0) batch.fail_here("a batch's length is negative");
    std::vector<ColumnRef> read = columns_of(columns, parts, chosen, batch, batch.rows());
    before_ += batch.rows();
    return is_row() ? zip_columns(row_.layout, std::move(read)) : std::move(read[0]);
  }

  // ---- Which columns are read ----

  Chosen choose(const std::vector<const ipc::Field*>& columns, const std::vector<const ValueType*>& parts,
                const ValueType& t) {
    Chosen chosen(columns.size());
    if (t.kind == ValueType::Record) {
      std::vector<std::string> titles;
      for (const ipc::Field* f : columns) titles.push_back(arrow_name(*f));
      const std::vector<size_t> places = choose_columns(source_, t, titles);
      for (size_t k = 0; k < places.size(); ++k) chosen[places[k]].push_back(k);
    } else {
      if (columns.size() != parts.size())
        fail("E0507", {source_.name(), std::to_string(columns.size()) + " columns", t.name});
      for (size_t k = 0; k < columns.size(); ++k) chosen[k].push_back(k);
    }
    for (size_t c = 0; c < columns.size(); ++c)
      for (const size_t k : chosen[c])
        if (!fits(*columns[c], *parts[k]))
          fail("E0507",
               {source_.name(),
                "a column " + arrow_name(*columns[c]) + " of Arrow's type " + arrow_type_text(*columns[c]),
                parts[k]->name});
    return chosen;
  }

  /// Whether values of a field can be read as values of a type.
  bool fits(const ipc::Field& f, const ValueType& asked) {
    const ValueType& t = present_type(asked);
    const ipc::Type a = f.type_type();
    if (is_boxed(asked) || has_boxed(t)) return false;
    if (a == ipc::Type::Null) return asked.kind == ValueType::Optional || has_nan(asked);
    switch (t.kind) {
    case ValueType::Scalar: {
      const auto e = arrow_element(f);
      return e && (*e == t.layout->element || (*e == Element::U8 && t.layout->element == Element::Char));
    }
    case ValueType::Text: return is_text_type(a);
    case ValueType::Date: return f.type_as_Date() != nullptr;
    case ValueType::Datetime: return f.type_as_Timestamp() != nullptr;
    case ValueType::Duration: return f.type_as_Duration() != nullptr;
    case ValueType::Vector:
      return is_list(a) && t.rank == 1 && children_of(f) == 1 && fits(child(f, 0), *t.parts[0]);
    case ValueType::Tuple:
    case ValueType::Record: return a == ipc::Type::Struct_ && fits_struct(f, t);
    default: return false;
    }
  }
  bool fits_struct(const ipc::Field& f, const ValueType& t) {
    const std::vector<const ipc::Field*> columns = fields_of(f);
    if (t.kind == ValueType::Tuple && columns.size() != t.parts.size()) return false;
    choose(columns, t.parts, t); // fails itself
    return true;
  }
  static std::vector<const ipc::Field*> fields_of(const ipc::Field& f) {
    if (!f.children()) return {};
    return {f.children()->begin(), f.children()->end()};
  }

  // ---- Columns ----

  std::vector<ColumnRef> columns_of(const std::vector<const ipc::Field*>& columns,
                                    const std::vector<const ValueType*>& parts, const Chosen& chosen,
                                    ArrowBatch& batch, int64_t length, const Presence& outer = {}) {
    std::vector<ColumnRef> made(parts.size());
    for (size_t c = 0; c < columns.size(); ++c) {
      if (chosen[c].empty()) {
        batch.skip(*columns[c]);
        continue;
      }
      const ArrowBatch start = batch;
      for (const size_t k : chosen[c]) {
        ArrowBatch again = start;
        made[k] = column(*columns[c], *parts[k], again, outer);
        if (made[k]->length != length) batch.fail_here("columns have different lengths");
        batch.continue_at(again);
      }
    }
    return made;
  }

  /// Reads the next column as one of the type. `outer`: for each value whether that is there which it is a part of.
  ColumnRef column(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, const Presence& outer = {}) {
    if (depth_++ == 0) name_ = arrow_name(f);
    ArrowValues v = values(f, present_type(t), batch, has_nan(t), outer);
    --depth_;
    if (t.kind == ValueType::Optional) return optional(t, v);
    if (has_nan(t) || v.there.empty()) return v.column;
    for_each(v.column->length, [&](int64_t k) {
      if (!is_there(v.there, k) && is_there(outer, k))
        fail_value(k, "a missing value is no " + t.name + "; " + optional_name(t) + " takes it");
    });
    return v.column;
  }
  [[noreturn]] void fail_value(int64_t row, std::string what) const {
    fail("E0517", {source_.name(), name_, std::to_string(before_ + row), std::move(what)});
  }

  /// Calls f(k) for each k of [0, n), and polls.
  template <class F> void for_each(int64_t n, F f) const {
    constexpr int64_t block = 1 << 16;
    for (int64_t begin = 0; begin < n;) {
      const int64_t end = begin + std::min(block, n - begin);
      for (int64_t k = begin; k < end; ++k) f(k);
      source_.passed(static_cast<uint64_t>(end - begin)), begin = end;
    }
  }

  /// Reads the next column; of a dictionary's the values that it stands for. `nan`: whether missing values become nan.
  /// A part of what is missing is missing.
  ArrowValues values(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, bool nan,
                     const Presence& outer) {
    if (f.dictionary()) return from_dictionary(f, t, batch, nan, outer);
    return plain_values(f, t, batch, nan, outer);
  }

  /// Returns the elements of a column that stand at the places.
  ColumnRef gathered(const ColumnRef& from, std::span<const int64_t> places) const {
    return gather_column(Array(from), places, [this] { source_.passed(1 << 16); });
  }

  /// Returns the next column's node. Fails if it is not as long as what its values are parts of.
  static ArrowBatch::Node node(ArrowBatch& batch, const Presence& outer) {
    const ArrowBatch::Node n = batch.node();
    if (!outer.empty() && outer.size() != static_cast<size_t>(n.length))
      batch.fail_here("columns have different lengths");
    return n;
  }
  /// Returns for each of n values whether it and what it is a part of are there. `valid`: the bits of those that are, or null.
  Presence presence(const BufferRef& valid, const Presence& outer, int64_t n) const {
    if (!valid && outer.empty()) return {};
    Presence there(static_cast<size_t>(n));
    bool all = true;
    for_each(n, [&](int64_t k) {
      const bool it = is_there(outer, k) && (!valid || arrow_bit(valid, k));
      there[static_cast<size_t>(k)] = it, all = all && it;
    });
    if (all) there.clear();
    return there;
  }

  ArrowValues plain_values(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, bool nan,
                           const Presence& outer) {
    const ArrowBatch::Node n = node(batch, outer);
    if (f.type_type() == ipc::Type::Null) {
      ArrowValues v{filler(t, n.length)};
      v.there.assign(static_cast<size_t>(n.length), 0);
      return nan ? ArrowValues{with_nans(v.column, v.there), {}} : v;
    }
    ArrowValues v;
    v.there = presence(batch.validity(n), outer, n.length);
    v.column = present_values(f, t, batch, n.length, v.there);
    if (nan && !v.there.empty()) v = {with_nans(v.column, v.there), {}};
    return v;
  }

  ColumnRef present_values(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, int64_t length,
                           const Presence& there) {
    switch (t.kind) {
    case ValueType::Scalar:
      return t.layout->element == Element::Bool
                 ? bools(t.layout, batch, length)
                 : numbers(t.layout, batch.buffer(bytes(length, t.layout), element_size(t.layout->element)),
                           length);
    case ValueType::Text: return texts(f, t, batch, length);
    case ValueType::Date:
    case ValueType::Datetime:
    case ValueType::Duration: return moments(f, t, batch, length, there);
    case ValueType::Vector: return lists(f, t, batch, length, there);
    default: return structs(f, t, batch, length, there);
    }
  }

  static uint64_t bytes(int64_t length, const Layout* l) {
    return checked_bytes(static_cast<uint64_t>(length), element_size(l->element));
  }
  static ColumnRef numbers(const Layout* l, BufferRef elements, int64_t length) {
    auto c = std::make_shared<Column>();
    c->layout = l, c->length = length, c->data = std::move(elements);
    return c;
  }
  ColumnRef bools(const Layout* l, ArrowBatch& batch, int64_t length) {
    const BufferRef bits = batch.buffer(static_cast<uint64_t>(length) / 8 + (length % 8 ? 1 : 0));
    PrimitiveFill fill(l, length);
    for_each(length, [&](int64_t k) { fill.as<uint8_t>()[k] = arrow_bit(bits, k); });
    return fill.finish();
  }

  /// Reads the offsets of texts or lists, and moves them so that they begin with 0. Returns where they began.
  int64_t offsets(ArrowBatch& batch, bool are_long, int64_t length, BufferRef& to) {
    const uint64_t count = length > 0 ? static_cast<uint64_t>(length) + 1 : 0;
    const BufferRef from = batch.buffer(checked_bytes(count, are_long ? 8 : 4));
    to = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(length) + 1, sizeof(int64_t)));
    auto* out = to->as<int64_t>();
    out[0] = 0;
    const auto at = [&](int64_t k) -> int64_t {
      return are_long ? from->as<int64_t>()[k] : from->as<int32_t>()[k];
    };
    const int64_t first = length > 0 ? at(0) : 0;
    if (first < 0) batch.fail_here("an offset is negative");
    for_each(length, [&](int64_t k) {
      if (out[k + 1] = at(k + 1) - first; at(k + 1) < first || out[k + 1] < out[k])
        batch.fail_here("offsets fall");
    });
    return first;
  }
  /// Returns the column's elements from `first` on, `length` of them.
  static ColumnRef part_of(ColumnRef column, int64_t first, int64_t length) {
    if (first == 0 && column->length == length) return column;
    ColumnBuilder part(column->layout, length);
    part.append(Array(column), first, first + length);
    return part.finish();
  }

  ColumnRef texts(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, int64_t length) {
    BufferRef ends;
    const int64_t first = offsets(batch, has_long_offsets(f.type_type()), length, ends);
    const int64_t size = ends->as<int64_t>()[length];
    ColumnRef chars =
        numbers(t.layout->children[0],
                batch.buffer(static_cast<uint64_t>(first) + static_cast<uint64_t>(size)), first + size);
    return rows_column(t.layout, part_of(std::move(chars), first, size), ends);
  }
  /// Returns for each element of lists whether it is in a list that is there; `first` is the first list's first one.
  Presence in_lists(const BufferRef& ends, int64_t first, const Presence& there, int64_t length,
                    ArrowBatch batch) const {
    const int64_t all = batch.node().length, size = ends->as<int64_t>()[length];
    if (first > all || size > all - first) batch.fail_here("lists are longer than their elements");
    if (there.empty() && size == all) return {};
    Presence in(static_cast<size_t>(all));
    for_each(length, [&](int64_t k) {
      if (!is_there(there, k)) return;
      const int64_t* const end = ends->as<int64_t>() + k;
      std::fill(in.begin() + first + end[0], in.begin() + first + end[1], uint8_t{1});
    });
    return in;
  }
  ColumnRef lists(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, int64_t length,
                  const Presence& there) {
    BufferRef ends;
    int64_t first = 0;
    if (const auto* fixed = f.type_as_FixedSizeList()) {
      int64_t all;
      if (fixed->list_size() < 0 || __builtin_mul_overflow(length, int64_t{fixed->list_size()}, &all))
        batch.fail_here("a list's length is wrong");
      ends = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(length) + 1, sizeof(int64_t)));
      ends->as<int64_t>()[0] = 0;
      for_each(length, [&](int64_t k) { ends->as<int64_t>()[k + 1] = (k + 1) * fixed->list_size(); });
    } else {
      first = offsets(batch, has_long_offsets(f.type_type()), length, ends);
    }
    const Presence inside = in_lists(ends, first, there, length, batch);
    ColumnRef elements = column(child(f, 0), *t.parts[0], batch, inside);
    const int64_t size = ends->as<int64_t>()[length];
    return rows_column(t.layout, part_of(std::move(elements), first, size), ends);
  }
  ColumnRef structs(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, int64_t length,
                    const Presence& there) {
    const std::vector<const ipc::Field*> columns = fields_of(f);
    return zip_columns(t.layout,
                       columns_of(columns, t.parts, choose(columns, t.parts, t), batch, length, there));
  }

  /// Reads dates as days and moments as microseconds since 1970, and durations as microseconds.
  ColumnRef moments(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, int64_t length,
                    const Presence& there) {
    const auto* date = f.type_as_Date();
    const bool days = date && date->unit() == ipc::DateUnit::DAY;
    const BufferRef from = batch.buffer(checked_bytes(static_cast<uint64_t>(length), days ? 4 : 8));
    const std::pair<int64_t, int64_t> scale = scale_of(f);
    const int64_t factor = scale.first, divisor = scale.second;
    PrimitiveFill fill(t.layout->children[0], length);
    for_each(length, [&](int64_t k) {
      int64_t& to = fill.as<int64_t>()[k] = days ? from->as<int32_t>()[k] : from->as<int64_t>()[k];
      if (!is_there(there, k))
        to = 0;
      else if (to % divisor != 0)
        fail_value(k, "the moment is no whole number of " + std::string(date ? "days" : "microseconds"));
      else if (to /= divisor; __builtin_mul_overflow(to, factor, &to))
        fail_value(k, "the moment is no " + t.name + " that an int holds in microseconds");
    });
    return zip_columns(t.layout, {fill.finish()});
  }
  /// Returns the factor and the divisor that make days or microseconds of a field's units.
  static std::pair<int64_t, int64_t> scale_of(const ipc::Field& f) {
    constexpr int64_t ms_in_day = 86'400'000;
    if (const auto* date = f.type_as_Date()) return {1, date->unit() == ipc::DateUnit::DAY ? 1 : ms_in_day};
    const auto* duration = f.type_as_Duration();
    switch (duration ? duration->unit() : f.type_as_Timestamp()->unit()) {
    case ipc::TimeUnit::SECOND: return {1'000'000, 1};
    case ipc::TimeUnit::MILLISECOND: return {1'000, 1};
    case ipc::TimeUnit::MICROSECOND: return {1, 1};
    default: return {1, 1'000};
    }
  }

  // ---- Missing values ----

  /// Returns a column of zeros, empty texts and the like.
  ColumnRef filler(const ValueType& t, int64_t length) {
    ColumnBuilder out(t.layout, length);
    const Value zero = default_value(t);
    for_each(length, [&](int64_t) { out.push(zero); });
    return out.finish();
  }
  ColumnRef with_nans(const ColumnRef& c, const Presence& there) {
    PrimitiveFill fill(c->layout, c->length);
    const Value nan = *parse_scalar(c->layout->element, "nan");
    const uint64_t bits = nan.bits();
    with_element(c->layout->element, [&](auto t) {
      using T = decltype(t);
      for_each(c->length, [&](int64_t k) {
        if (is_there(there, k))
          fill.as<T>()[k] = c->as<T>()[k];
        else
          std::memcpy(static_cast<void*>(fill.as<T>() + k), &bits, sizeof(T));
      });
    });
    return fill.finish();
  }
  /// Returns the column of values that may be missing.
  ColumnRef optional(const ValueType& t, const ArrowValues& v) {
    if (t.layout->kind != ColumnKind::Sum) fail("E0509", {"a column of a file", t.name});
    const int64_t n = v.column->length;
    auto c = std::make_shared<Column>();
    c->layout = t.layout, c->length = n, c->sole = true;
    const auto tags = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(n), sizeof(uint32_t)));
    const auto places = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(n), sizeof(int64_t)));
    std::vector<int64_t, CountingAllocator<int64_t>> present;
    int64_t missing = 0;
    for_each(n, [&](int64_t k) {
      const bool there = is_there(v.there, k);
      tags->as<uint32_t>()[k] = there ? t.present : 1 - t.present;
      places->as<int64_t>()[k] = there ? static_cast<int64_t>(present.size()) : missing++;
      if (there) present.push_back(k);
    });
    c->data = tags, c->extra = places, c->children.resize(2);
    c->children[t.present] = missing == 0 ? v.column : gathered(v.column, present);
    c->children[1 - t.present] = PrimitiveFill(t.layout->children[1 - t.present], missing).finish();
    return c;
  }

  // ---- Dictionaries ----

  void add_dictionary(const ArrowMessage& m, const ipc::DictionaryBatch& d) {
    if (!d.data()) fail_arrow(source_, m.metadata_at, "a dictionary has no values");
    auto& parts = dictionaries_[d.id()];
    if (!d.is_delta()) parts.clear();
    parts.push_back(&m);
    std::erase_if(decoded_, [&](const auto& entry) { return entry.first.first == d.id(); });
  }
  const ArrowValues& dictionary(const ipc::Field& f, const ValueType& t, bool nan) {
    const std::pair key(f.dictionary()->id(), &t);
    if (const auto found = decoded_.find(key); found != decoded_.end()) return found->second;
    ColumnBuilder all(t.layout);
    Presence there;
    for (const ArrowMessage* m : dictionaries_[key.first]) {
      ArrowBatch batch(source_, *m, *m->head->header_as_DictionaryBatch()->data());
      const ArrowValues part = plain_values(f, t, batch, nan, {});
      all.append(Array(part.column), 0, part.column->length);
      if (!part.there.empty() && there.empty())
        there.assign(static_cast<size_t>(all.length() - part.column->length), 1);
      if (!part.there.empty() || !there.empty()) {
        for (const uint8_t b : part.there) there.push_back(b);
        there.resize(static_cast<size_t>(all.length()), 1);
      }
    }
    return decoded_.emplace(key, ArrowValues{all.finish(), std::move(there)}).first->second;
  }
  ArrowValues from_dictionary(const ipc::Field& f, const ValueType& t, ArrowBatch& batch, bool nan,
                              const Presence& outer) {
    const ArrowBatch::Node n = node(batch, outer);
    const BufferRef valid = batch.validity(n);
    const auto* index = f.dictionary()->index_type();
    const int32_t width = index ? index->bit_width() : 32;
    if (width != 8 && width != 16 && width != 32 && width != 64) batch.fail_here("an index has a wrong size");
    const BufferRef from =
        batch.buffer(checked_bytes(static_cast<uint64_t>(n.length), static_cast<uint64_t>(width / 8)));
    const bool is_signed = !index || index->is_signed();
    const ArrowValues& words = dictionary(f, t, nan);
    std::vector<int64_t, CountingAllocator<int64_t>> places(static_cast<size_t>(n.length));
    ArrowValues v;
    v.there = presence(valid, outer, n.length);
    if (v.there.empty() && !words.there.empty()) v.there.assign(places.size(), 1);
    for_each(n.length, [&](int64_t k) {
      const auto p = static_cast<size_t>(k);
      places[p] = index_at(*from, k, width, is_signed);
      const bool there = is_there(v.there, k);
      if (there && (places[p] < 0 || places[p] >= words.column->length))
        batch.fail_here("an index is not in its dictionary");
      if (!there) places[p] = 0;
      if (!v.there.empty())
        v.there[p] = there && (words.there.empty() || words.there[static_cast<size_t>(places[p])]);
    });
    const bool empty = words.column->length == 0; // all are missing
    v.column = empty ? filler(t, n.length) : gathered(words.column, places);
    if (nan && !v.there.empty()) return {with_nans(v.column, v.there), {}};
    return v;
  }
  static int64_t index_at(const Buffer& from, int64_t k, int32_t width, bool is_signed) {
    const auto at = [&](auto small, auto positive) -> int64_t {
      const auto n = from.as<decltype(small)>()[k];
      return is_signed ? static_cast<int64_t>(n) : static_cast<int64_t>(static_cast<decltype(positive)>(n));
    };
    switch (width) {
    case 8: return at(int8_t{}, uint8_t{});
    case 16: return at(int16_t{}, uint16_t{});
    case 32: return at(int32_t{}, uint32_t{});
    default: return at(int64_t{}, uint64_t{});
    }
  }

  ByteSource& source_;
  const ValueType& row_;
  ArrowMessages messages_;
  std::string name_;   ///< of the column that is read
  int64_t before_ = 0; ///< rows of the batches before
  int depth_ = 0;
  std::map<int64_t, std::vector<const ArrowMessage*>> dictionaries_;
  std::map<std::pair<int64_t, const ValueType*>, ArrowValues> decoded_;
};

} // namespace

Array read_arrow(ByteSource& source, const ValueType& row, int64_t least_rows) {
  return ArrowReader(source, row).read(least_rows);
}

} // namespace nova
