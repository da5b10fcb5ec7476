#include "repl/build/self_test.hpp"
#include "frontend/infer/check.hpp"
#include "jit/values/marshal.hpp"
#include "repl/build/exported.hpp"
#include "repl/build/test_inputs.hpp"
#include <cstring>

namespace nova {

using namespace plan;

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

uint64_t hash_of_value(const std::vector<AheadPart>& parts, std::span<const Word> words) {
  const Extents extents(
      parts, [&](size_t k) { return words[k].column; },
      [&](size_t k) { return static_cast<int64_t>(words[k].bits); });
  nv_u64 h = hash_of_nothing;
  for (size_t k = 0; k < parts.size(); ++k) {
    const AheadPart& p = parts[k];
    const bool column = p.kind == AheadPart::Column;
    const char kind = p.is_offsets ? 'o' : test_kind(p.element);
    h = nova_hash(h, kind, column ? words[k].column : &words[k].bits, column ? extents.begin(k) : 0,
                  column ? extents.end(k) : 1);
  }
  return h;
}

uint64_t hash_of_error(const std::string& place, const std::string& code) {
  return nova_hash_text(nova_hash_text(hash_of_nothing, place.c_str()), code.c_str());
}

namespace {

/// Whether test inputs can be made for the parts: rows have no shapes of their own, and there are no sums.
bool can_be_made(const std::vector<AheadPart>& parts) {
  return std::ranges::all_of(parts,
                             [](const AheadPart& p) { return p.times == 1 && !p.name.ends_with("_tag"); });
}

bool has_matrix(const std::vector<AheadPart>& parts) {
  size_t dimensions = 0, vectors = 0;
  for (const AheadPart& p : parts)
    if (p.kind == AheadPart::Dimension) ++dimensions, vectors += p.name.ends_with("_n");
  return dimensions > vectors;
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

/// Runs the function in the interpreter on inputs of several lengths. Runs that take longer than a second, or end at a limit,
/// make no test.
std::vector<AheadTest> Exporter::tests(const Exported& e, const std::vector<TypeId>& parameters,
                                       TypeId result, const AheadFunction& f) {
  std::vector<AheadTest> all;
  if (!can_be_made(f.parameters)) return all;
  Frontend& fe = frontend_;
  const Span span = fe.program[e.global].span;
  const auto layout = [this](TypeId t) { return machine_.layout(t); };
  for (const int64_t n :
       {int64_t{5}, int64_t{0}, int64_t{1}, has_matrix(f.parameters) ? int64_t{24} : int64_t{1000}}) {
    AheadTest t{.seed = static_cast<uint64_t>(n) + 1, .length = n};
    const TestValue made = made_inputs(f.parameters, t.seed, n);
    Core* const callee =
        fe.core.make(CoreKind::Global, fe.core.globals[static_cast<uint32_t>(e.global)].scheme.type, span);
    callee->global = e.global;
    const bool applied = parameters.size() > declared_.size();
    Core* const call = applied ? fe.core.make(CoreKind::Apply, result, span) : callee;
    if (applied) call->items.push_back(callee);
    size_t scalar = 0, column = 0;
    for (size_t k = 0; k < parameters.size(); ++k) {
      const TypeId type = parameters[k];
      std::vector<uint64_t> scalars;
      std::vector<ResultColumn> columns;
      const std::vector<VarType> flat = *flat_types(fe.types, type);
      for (const VarType& v : flat)
        if (v.column)
          columns.push_back({nullptr, 0, made.columns[column++].data()});
        else
          scalars.push_back(made.scalars[scalar++]);
      const bool is_input = k < declared_.size();
      const GlobalId g =
          is_input ? declared_[k] : define_value(fe, "$" + std::to_string(fe.program.globals.size()), type);
      machine_.set_input(g, ValueBuilder(fe.types, layout).build(type, scalars, columns));
      if (is_input) continue;
      Core* const argument = fe.core.make(CoreKind::Global, type, span);
      argument->global = g, call->items.push_back(argument);
    }
    const CoreTop top{CoreTop::Expression, span, {}, call, result};
    machine_.set_deadline(std::chrono::steady_clock::now() + std::chrono::seconds(1));
    Result<std::optional<Value>> got = run_waiting();
    if (got) got = machine_.run(top);
    machine_.set_deadline({});
    if (!got && is_own_end(got.error().code)) continue;
    if (got) {
      FlatWords words;
      flatten_value(fe.types, result, **got, words);
      t.hash = hash_of_value(f.results, words.words);
    } else {
      t.told = fe.sources.place(fe.sources.user_span(got.error().span));
      t.hash = hash_of_error(t.told, got.error().code);
    }
    all.push_back(std::move(t));
  }
  machine_.warnings.take();
  // No plan of another function may take the values of a test for constants.
  forget_waiting();
  for (const GlobalId g : declared_) machine_.forget_global(machine_.mono.instance(g, {}));
  return all;
}

} // namespace nova
