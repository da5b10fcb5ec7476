#include "repl/build/self_test.hpp"
#include "frontend/infer/check.hpp"
#include "jit/values/marshal.hpp"
#include "repl/build/exported.hpp"
#include "repl/build/parts.hpp"
#include "repl/build/random_values.hpp"
#include "repl/build/test_inputs.hpp"
#include <cstring>
#include <utility>

namespace nova {

using plan::AheadFunction;
using plan::AheadLayout;
using plan::AheadPart;
using plan::AheadRegion;
using plan::AheadTest;
using plan::flat_types;
using plan::FlatWords;
using plan::Input;
using plan::ResultColumn;
using plan::shape_of;
using plan::test_kind;
using plan::ValueBuilder;
using plan::VarType;
using plan::Word;

namespace {

constexpr uint64_t hash_of_nothing = 0xcbf29ce484222325ull;

/// Tells which elements of the parts' columns count. `column` returns the column of a part.
class Extents {
 public:
  Extents(const std::vector<AheadPart>& parts, std::function<const void*(size_t)> column,
          std::function<int64_t(size_t)> dimension)
      : parts_(parts), column_(std::move(column)), dimension_(std::move(dimension)) {}

  int64_t begin(size_t k) const {
    const AheadPart& p = parts_[k];
    return p.parent < 0 ? 0 : offset(p, begin(static_cast<size_t>(p.parent)));
  }
  int64_t end(size_t k) const {
    const AheadPart& p = parts_[k];
    return p.times * (p.parent < 0 ? product(p.value) : offset(p, end(static_cast<size_t>(p.parent))));
  }

 private:
  int64_t offset(const AheadPart& p, int64_t k) const {
    return static_cast<const int64_t*>(column_(static_cast<size_t>(p.parent)))[k];
  }
  int64_t product(uint32_t value) const {
    int64_t n = 1;
    for (size_t k = 0; k < parts_.size(); ++k)
      if (parts_[k].kind == AheadPart::Dimension && parts_[k].value == value) n *= dimension_(k);
    return n;
  }
  const std::vector<AheadPart>& parts_;
  std::function<const void*(size_t)> column_;
  std::function<int64_t(size_t)> dimension_;
};

} // namespace

TestValue made_inputs(const std::vector<AheadPart>& parts, uint64_t state, int64_t n) {
  TestValue made;
  std::vector<const void*> columns(parts.size());
  const Extents extents(
      parts, [&](size_t k) { return columns[k]; }, [&](size_t) { return n; });
  const auto most = static_cast<nv_u64>(std::max<int64_t>(n, 1));
  nv_u64 sequence = state;
  made.columns.reserve(parts.size());
  for (size_t k = 0; k < parts.size(); ++k) {
    const AheadPart& p = parts[k];
    uint64_t word = 0;
    if (p.kind == AheadPart::Dimension) made.scalars.push_back(static_cast<uint64_t>(n));
    if (p.kind == AheadPart::Scalar)
      nova_write_random(test_kind(p.element), &word, 0, most, &sequence), made.scalars.push_back(word);
    if (p.kind != AheadPart::Column) continue;
    const int64_t end = extents.end(k);
    std::vector<char>& column =
        made.columns.emplace_back(static_cast<size_t>(end + 1) * element_size(p.element));
    columns[k] = column.data();
    if (p.is_offsets)
      nova_write_offsets(reinterpret_cast<nv_i64*>(column.data()), end, &sequence);
    else
      for (int64_t i = 0; i < end; ++i)
        nova_write_random(test_kind(p.element), column.data(), i, most, &sequence);
  }
  return made;
}

namespace {

/// Hashes what lies in regions, as the functions of RegionHashes (jit/emit/ahead/self_test.cpp) do.
class RegionHash {
 public:
  explicit RegionHash(const std::vector<AheadRegion>& regions) : regions_(regions) {}
  nv_u64 at(nv_u64 h, size_t region, uint64_t place) const {
    const bool absent = regions_[region].of_cells && place == 0;
    return absent ? nova_hash_word(h, 0) : layout(h, region, place, regions_[region].layout);
  }

 private:
  uint64_t word(size_t region, uint64_t place, size_t column) const {
    return regions_[region].data[column][place];
  }
  nv_u64 layout(nv_u64 h, size_t region, uint64_t place, const AheadLayout& l) const {
    const auto word = [&](size_t column) { return this->word(region, place, column); };
    switch (l.kind) {
    case AheadLayout::Number: {
      const uint64_t bits[2] = {word(l.column)}; // two, since GCC takes each kind for possible
      return nova_hash(h, test_kind(l.element), bits, 0, 1);
    }
    case AheadLayout::Cell: return at(h, l.region, word(l.column));
    case AheadLayout::Vector: {
      const uint64_t begin = word(l.column), end = word(l.column + 1);
      h = nova_hash_word(h, end - begin);
      for (uint32_t d = 0; l.rank > 1 && d < l.rank; ++d) h = nova_hash_word(h, word(l.column + 2 + d));
      for (uint64_t k = begin; k < end; ++k) h = at(h, l.region, k);
      return h;
    }
    default: break;
    }
    const uint64_t number = l.fields.size() > 1 ? word(l.column) : 0;
    if (l.fields.size() > 1) h = nova_hash_word(h, number);
    for (const AheadLayout& field : l.fields[number]) h = layout(h, region, place, field);
    return h;
  }
  const std::vector<AheadRegion>& regions_;
};

} // namespace

uint64_t hash_of_value(const std::vector<AheadPart>& parts, std::span<const Word> words,
                       const std::vector<AheadRegion>& regions) {
  const Extents extents(
      parts, [&](size_t k) { return words[k].column; },
      [&](size_t k) { return static_cast<int64_t>(words[k].bits); });
  const RegionHash cells(regions);
  nv_u64 h = hash_of_nothing;
  for (size_t k = 0; k < parts.size(); ++k) {
    const AheadPart& p = parts[k];
    const bool column = p.kind == AheadPart::Column;
    const char kind = p.is_offsets ? 'o' : test_kind(p.element);
    const void* const at = column ? words[k].column : &words[k].bits;
    const int64_t begin = column ? extents.begin(k) : 0, end = column ? extents.end(k) : 1;
    if (p.region < 0) h = nova_hash(h, kind, at, begin, end);
    for (int64_t i = begin; p.region >= 0 && i < end; ++i)
      h = cells.at(h, static_cast<size_t>(p.region), static_cast<const uint64_t*>(at)[i]);
  }
  return h;
}

uint64_t hash_of_error(const std::string& place, const std::string& code) {
  return nova_hash_text(nova_hash_text(hash_of_nothing, place.c_str()), code.c_str());
}

namespace {

/// Whether a rule makes test inputs for the parts: rows have no shapes of their own, and there are no sums.
bool can_be_made(const std::vector<AheadPart>& parts) {
  return std::ranges::all_of(
      parts, [](const AheadPart& p) { return p.times == 1 && p.region < 0 && p.constructors.empty(); });
}

bool has_matrix(const std::vector<AheadPart>& parts) {
  const auto is_same = [](const AheadPart& a, const AheadPart& b) {
    return a.kind == AheadPart::Dimension && b.kind == AheadPart::Dimension && a.value == b.value;
  };
  return std::ranges::adjacent_find(parts, is_same) != parts.end();
}

/// Whether C cannot end the same way: a limit of Nova's, or the crash of a foreign function.
bool is_own_end(const std::string& code) { return code.starts_with("E06") || code == "E0429"; }

} // namespace

/// Forgets the values of the definitions that need a declared input.
void Exporter::forget_waiting() {
  for (const CoreTop& top : waiting_)
    for (const GlobalId g : top.globals) machine_.forget_global(machine_.mono.unit_instance(g));
}

/// Runs the definitions that need a declared input anew. Returns the first error, if any.
Result<std::optional<Value>> Exporter::run_waiting() {
  forget_waiting();
  for (const CoreTop& top : waiting_) {
    Result<std::optional<Value>> run = machine_.run(top);
    if (!run) return run;
  }
  return std::optional<Value>();
}

/// Returns values for the parameters: by the rule that C follows, too, or such that their words are stored.
std::vector<Value> Exporter::input_values(const Added& a, const AheadFunction& f, int64_t n, bool by_rule) {
  const auto layout = [this](TypeId t) { return machine_.layout(t); };
  std::vector<Value> values;
  if (!by_rule) {
    RandomValues random(frontend_.types, layout, static_cast<uint64_t>(n) + 1, n);
    for (const TypeId t : a.parameters) values.push_back(random.value(t));
    return values;
  }
  const TestValue made = made_inputs(f.parameters, static_cast<uint64_t>(n) + 1, n);
  size_t scalar = 0, column = 0;
  for (const TypeId t : a.parameters) {
    std::vector<uint64_t> scalars;
    std::vector<ResultColumn> columns;
    const std::vector<VarType> parts = *flat_types(frontend_.types, t);
    for (const VarType& v : parts)
      if (v.column)
        columns.push_back({nullptr, 0, made.columns[column++].data()});
      else
        scalars.push_back(made.scalars[scalar++]);
    values.push_back(ValueBuilder(frontend_.types, layout).build(t, scalars, columns));
  }
  return values;
}

/// Stores the words of a test's inputs, and the cells that they hold behind the `first` contents of the regions.
void Exporter::store_inputs(const Added& a, const std::vector<Value>& values,
                            const std::vector<AheadRegion>& first, AheadTest& t) {
  Read given;
  std::vector<VarType> parts;
  for (size_t k = 0; k < values.size(); ++k) {
    Input in{.kind = Input::Slot, .index = static_cast<uint32_t>(k), .type = a.parameters[k], .path = {}};
    in.shape = shape_of(frontend_.types, a.parameters[k]);
    for (const VarType& v : flat_types(frontend_.types, in.shape)) parts.push_back(v);
    given.inputs.push_back(std::move(in)), given.values.push_back(values[k]);
  }
  Laid all = laid(given, nullptr);
  t.loads = std::move(all.regions);
  for (size_t k = 0; k < first.size(); ++k) {
    for (auto& column : t.loads[k].data)
      column.erase(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(first[k].used));
    t.loads[k].used -= first[k].used;
  }
  for (size_t k = 0; k < parts.size(); ++k) {
    const size_t word = all.end - parts.size() + k;
    t.given.push_back(parts[k].column ? elements_of(all.words, word, parts[k].element)
                                      : std::vector<uint64_t>{all.words.words[word].bits});
  }
}

/// Runs the function in the interpreter.
Result<std::optional<Value>> Exporter::interpreted(const Added& a, const std::vector<Value>& values) {
  Frontend& fe = frontend_;
  const Span span = fe.program[a.exported.global].span;
  Core* const callee = fe.core.make(
      CoreKind::Global, fe.core.globals[static_cast<uint32_t>(a.exported.global)].scheme.type, span);
  callee->global = a.exported.global;
  const bool applied = values.size() > declared_.size();
  Core* const call = applied ? fe.core.make(CoreKind::Apply, a.result, span) : callee;
  if (applied) call->items.push_back(callee);
  for (size_t k = 0; k < values.size(); ++k) {
    const TypeId type = a.parameters[k];
    const bool is_input = k < declared_.size();
    const GlobalId g =
        is_input ? declared_[k] : define_value(fe, "$" + std::to_string(fe.program.globals.size()), type);
    machine_.set_input(g, values[k]);
    if (is_input) continue;
    Core* const argument = fe.core.make(CoreKind::Global, type, span);
    argument->global = g, call->items.push_back(argument);
  }
  const CoreTop top{CoreTop::Expression, span, {}, call, a.result};
  machine_.set_deadline(std::chrono::steady_clock::now() + std::chrono::seconds(1));
  Result<std::optional<Value>> got = run_waiting();
  if (got) got = machine_.run(top);
  machine_.set_deadline({});
  return got;
}

uint64_t Exporter::hash_of_result(const Added& a, const AheadFunction& f, const Value& v) {
  Input in{.kind = Input::Slot, .index = 0, .type = a.result, .path = {}};
  in.shape = shape_of(frontend_.types, a.result);
  Read result;
  result.inputs.push_back(std::move(in)), result.values.push_back(v);
  const Laid all = laid(result, nullptr);
  const auto own = std::span(all.words.words).subspan(all.end - f.results.size(), f.results.size());
  return hash_of_value(f.results, own, all.regions);
}

namespace {

/// Returns the place of the function's errors of this code, or "" if there are several.
std::string only_place(const AheadFunction& f, const std::string& code) {
  std::string found;
  for (const plan::AheadSite& site : f.sites) {
    if (site.code != code || site.place == found) continue;
    if (!found.empty()) return "";
    found = site.place;
  }
  return found;
}

} // namespace

/// Sets the hash of what the interpreter gives. Returns false if the run takes longer than a second, or ends at a limit, or if it
/// does not say where it fails: an error in a tail call is told at the call of the function itself, which is C's.
bool Exporter::has_result(const Added& a, const AheadFunction& f, const std::vector<Value>& values,
                          AheadTest& t) {
  const Result<std::optional<Value>> got = interpreted(a, values);
  if (!got && is_own_end(got.error().code)) return false;
  if (got) {
    t.hash = hash_of_result(a, f, **got);
  } else {
    t.told = place(frontend_.sources.user_span(reports_.at_user_call(got.error()).span));
    if (t.told == f.place) t.told = only_place(f, got.error().code);
    if (t.told.empty()) return false;
    t.hash = hash_of_error(t.told, got.error().code);
  }
  return true;
}

/// Runs the function in the interpreter on inputs of several lengths.
std::vector<AheadTest> Exporter::tests(const Added& a, const AheadFunction& f,
                                       const std::vector<AheadRegion>& first) {
  std::vector<AheadTest> all;
  const bool by_rule = can_be_made(f.parameters);
  const int64_t long_one = has_matrix(f.parameters) ? 24 : by_rule ? 1000 : 100;
  for (const int64_t n : {int64_t{5}, int64_t{0}, int64_t{1}, long_one}) {
    AheadTest t{.seed = static_cast<uint64_t>(n) + 1, .length = n};
    const std::vector<Value> values = input_values(a, f, n, by_rule);
    if (!has_result(a, f, values, t)) continue;
    if (!by_rule) store_inputs(a, values, first, t);
    all.push_back(std::move(t));
  }
  machine_.warnings.take();
  // No plan of another function may take the values of a test for constants.
  forget_waiting();
  for (const GlobalId g : declared_) machine_.forget_global(machine_.mono.instance(g, {}));
  return all;
}

void Exporter::add_tests(std::vector<AheadFunction>& all) {
  const std::vector<AheadRegion> first = regions();
  for (const Added& a : added_) all[a.number].tests = tests(a, all[a.number], first);
}

} // namespace nova
