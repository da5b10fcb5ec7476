#include "jit/tiers/checks/mismatch_bundle.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/sim/sim.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/values/checked_answer.hpp"
#include "runtime/fault.hpp"
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace nova::plan {

// ---- words to cells, by the table of values/flat_layout.hpp ----

namespace {

uint64_t element_at(const void* column, Element e, int64_t k) {
  uint64_t bits = 0;
  const size_t size = element_size(e);
  std::memcpy(&bits, static_cast<const std::byte*>(column) + static_cast<size_t>(k) * size, size);
  return bits;
}

class Sizer {
 public:
  Sizer(Types& types, std::span<const Word> words) : types_(types), words_(words) {}

  /// Appends the cells of a value of the shape to `cells`: the number of its alternative if there are several, then
  /// those of its items, in order.
  void value(const ValueShape& s) {
    if (s.kind == ValueShape::Plain) return value(s.type);
    if (s.kind == ValueShape::Vector) return column(s.items[0], dimensions(s.type));
    if (s.kind == ValueShape::Choice && s.items.size() > 1) scalar(Element::I32);
    for (const ValueShape& item : s.items) value(item);
  }

  std::vector<Cell> cells;

 private:
  void value(TypeId type) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return scalar(types_.element(t));
    case TypeKind::Tuple: return each(items(t), [this](TypeId item) { value(item); });
    case TypeKind::Vector: return vector(t);
    default: return sum(t);
    }
  }

  void column(const ValueShape& s, int64_t count) {
    if (s.kind == ValueShape::Plain) return column(s.type, count);
    if (s.kind == ValueShape::Choice && s.items.size() > 1) elements(Element::I32, count);
    if (s.kind == ValueShape::Vector) {
      elements(Element::I64, count + 1);
      count = static_cast<int64_t>(cells.back().bits.back());
    }
    for (const ValueShape& item : s.items) column(item, count);
  }

  std::vector<TypeId> items(TypeId t) const { return {types_.args(t).begin(), types_.args(t).end()}; }
  template <class F> static void each(const std::vector<TypeId>& types, F f) {
    for (TypeId t : types) f(t);
  }

  void scalar(Element e) {
    if (e != Element::Unit) cells.push_back({{e, false}, {next().bits}});
  }

  int64_t dimensions(TypeId vector) {
    int64_t count = 1;
    for (uint32_t k = types_.rank_of(vector); k > 0; --k) {
      scalar(Element::I64);
      count *= static_cast<int64_t>(cells.back().bits[0]);
    }
    return count;
  }
  void vector(TypeId t) {
    const int64_t count = dimensions(t);
    column(types_.element_of(t), count);
  }

  void sum(TypeId t) {
    const auto fields = constructor_fields(types_, t);
    if (fields.size() > 1) scalar(Element::I32);
    for (const auto& own : fields) each(own, [this](TypeId field) { value(field); });
  }

  void elements(Element e, int64_t count) {
    const void* at = next().column;
    Cell c{{e, true}, {}};
    for (int64_t k = 0; k < count; ++k) c.bits.push_back(element_at(at, e, k));
    cells.push_back(std::move(c));
  }

  void column(TypeId type, int64_t count) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim:
      if (types_.element(t) != Element::Unit) elements(types_.element(t), count);
      return;
    case TypeKind::Tuple: return each(items(t), [&](TypeId item) { column(item, count); });
    case TypeKind::Vector: return rows(t, count);
    default: break;
    }
    const auto fields = constructor_fields(types_, t);
    if (fields.size() > 1) elements(Element::I32, count);
    for (const auto& own : fields) each(own, [&](TypeId field) { column(field, count); });
  }

  void rows(TypeId t, int64_t count) {
    elements(Element::I64, count + 1);
    const auto total = static_cast<int64_t>(cells.back().bits.back());
    if (const uint32_t rank = types_.rank_of(t); rank > 1) elements(Element::I64, count * rank);
    column(types_.element_of(t), total);
  }

  Word next() {
    const Word w = words_.front();
    words_ = words_.subspan(1);
    return w;
  }

  Types& types_;
  std::span<const Word> words_;
};

} // namespace

std::vector<Cell> cells_of(Types& types, const ValueShape& shape, std::span<const Word> words) {
  Sizer sizer(types, words);
  sizer.value(shape);
  return std::move(sizer.cells);
}

namespace {

std::vector<Cell> cells_of(const MarshalContext& at, const ValueShape& shape, const Value& v) {
  FlatWords flat;
  flatten_value(at, shape, v, flat);
  return cells_of(at.types, shape, flat.words);
}

std::vector<Cell> input_cells(const MarshalContext& at, const Lowered& form,
                              const std::vector<Value>& inputs) {
  std::vector<Cell> all;
  for (size_t k = 0; k < inputs.size(); ++k)
    for (Cell& c : cells_of(at, form.inputs[k].shape, inputs[k])) all.push_back(std::move(c));
  return all;
}

} // namespace

Bundle bundle_of(const MarshalContext& at, const Lowered& form, const std::vector<Value>& inputs,
                 const Value* interpreted) {
  Bundle b;
  b.plan = form.plan, b.plan.tables.clear(); // a replay may have shorter inputs
  b.inputs = input_cells(at, form, inputs);
  if (interpreted) b.result = cells_of(at, form.shape, *interpreted);
  return b;
}

void shrink_inputs(Bundle& bundle, const MarshalContext& at, const Lowered& form,
                   const std::vector<Value>& inputs, const std::function<bool(const Bundle&)>& fails) {
  for (const int64_t most : {1, 2, 3, 4, 8, 16, 32, 64, 256, 1024}) {
    const auto cut = cut_inputs(form.inputs, inputs, most);
    if (!cut) return;
    Bundle less = bundle;
    less.inputs = input_cells(at, form, *cut);
    FlatWords flat;
    for (size_t k = 0; k < cut->size(); ++k) flatten_value(at, form.inputs[k].shape, (*cut)[k], flat);
    const Answer a = eval_plan(form.plan, flat.words);
    if (!a.broken.empty()) continue;
    less.result.reset();
    if (!a.failed) try {
        less.result = cells_of(at, form.shape, build_value(at, form.shape, a.scalars, a.columns));
      } catch (const BadAnswer&) {
        continue;
      }
    if (fails(less)) return bundle = std::move(less), void();
  }
}

// ---- comparing ----

namespace {

/// Whether two elements have the same bits; all NaNs are the same.
bool same(Element e, uint64_t a, uint64_t b) {
  if (e == Element::F32) {
    const auto nan = [](uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
    return static_cast<uint32_t>(a) == static_cast<uint32_t>(b) || (nan(a) && nan(b));
  }
  const auto nan = [](uint64_t bits) { return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000; };
  return a == b || (e == Element::F64 && nan(a) && nan(b));
}

bool same_column(const Cell& wanted, const ResultColumn& got) {
  const Element e = wanted.type.element;
  const uint64_t room = (got.buffer ? got.buffer->size() : got.room) / element_size(e);
  if (wanted.bits.size() > room || static_cast<uint64_t>(got.begin) > room - wanted.bits.size()) return false;
  const void* at =
      got.buffer ? got.buffer->bytes() + static_cast<size_t>(got.begin) * element_size(e) : got.place;
  for (size_t k = 0; k < wanted.bits.size(); ++k)
    if (!same(e, wanted.bits[k], element_at(at, e, static_cast<int64_t>(k)))) return false;
  return true;
}

/// Whether an answer has the wanted cells. Scalars are compared first, since they give the lengths of the outermost
/// columns, and offsets before the columns into which they point.
bool same_result(const std::vector<Cell>& wanted, const Answer& a) {
  size_t scalar = 0, column = 0;
  for (const Cell& c : wanted)
    if (!c.type.column && !same(c.type.element, c.bits[0], a.scalars[scalar++])) return false;
  for (const Cell& c : wanted)
    if (c.type.column && !same_column(c, a.columns[column++])) return false;
  return true;
}

/// The inputs of a bundle, as the words that a run of a plan takes: one word for each `Cell` (a scalar or a column)
/// of the bundle. Owns the columns' memory.
class Inputs {
 public:
  explicit Inputs(const std::vector<Cell>& cells) {
    for (const Cell& c : cells) {
      buffers.push_back(c.type.column ? stored(c) : nullptr);
      words.push_back(c.type.column ? Word{.column = buffers.back()->bytes()} : Word{.bits = c.bits[0]});
    }
  }
  std::vector<Word> words;
  std::vector<BufferRef> buffers; ///< for each word: the buffer of its column; null for a scalar
  std::vector<uint64_t> bytes() const {
    std::vector<uint64_t> all;
    for (const BufferRef& b : buffers) all.push_back(b ? b->size() : 0);
    return all;
  }

 private:
  static BufferRef stored(const Cell& c) {
    const size_t size = element_size(c.type.element);
    auto buffer = std::make_shared<Buffer>(c.bits.size() * size);
    for (size_t k = 0; k < c.bits.size(); ++k) std::memcpy(buffer->bytes() + k * size, &c.bits[k], size);
    return buffer;
  }
};

class Replay {
 public:
  Replay(const Bundle& b, const Poll& poll) : bundle_(b), inputs_(b.inputs), poll_(poll) {}

  bool agrees(const Answer& a) const {
    if (!a.broken.empty()) return false;
    if (a.failed || !bundle_.result) return a.failed && !bundle_.result;
    return same_result(*bundle_.result, a);
  }
  bool agrees(const Plan& plan) const {
    return agrees(eval_plan(plan, inputs_.words, poll_, inputs_.buffers));
  }

  Guilt run(CpuDevice* device, PassOptions passes,
            const std::function<std::string(std::string)>& tamper) const {
    Plan plan = bundle_.plan;
    const auto linked = [](const auto& f) { return static_cast<bool>(f->call); };
    if (!std::ranges::all_of(plan.foreigns, linked)) // a bundle does not say that its C text may run
      return {"", "it calls functions written in C, which are not run here"};
    if (!agrees(plan)) return {"lower", "the plan itself, as it was lowered, gives another value"};
    Guilt guilt;
    passes.off = bundle_.passes_off;
    passes.after_each = [&](const Pass& pass, const Plan& after) {
      if (guilt.stage.empty() && !agrees(after))
        guilt = {std::string(pass.name),
                 "the pass " + std::string(pass.name) + " is wrong: the plan gives another value after it"};
    };
    const std::string broken = optimise(plan, passes);
    if (guilt.stage.empty() && !broken.empty())
      guilt = {broken.substr(0, broken.find(':')), "a pass broke its plan: " + broken};
    if (!guilt.stage.empty()) return guilt;
    return device ? compiled(plan, *device, tamper) : Guilt{"", "every pass gives the interpreter's value"};
  }

  Guilt simulated(GpuDevice& sim) const {
    Plan plan = bundle_.plan;
    PassOptions passes;
    passes.off = bundle_.passes_off;
    if (const std::string broken = optimise(plan, passes); !broken.empty())
      return {"passes", "a pass broke its plan: " + broken};
    CudaText cuda = emit_cuda(plan);
    if (!agrees(*cuda.plan)) return {"gpu", "the GPU's form of the plan gives another value"};
    std::string error;
    const auto module = sim.load(sim.whole(cuda.text), error);
    if (!module) return {"cc", "the CUDA text of the plan can't be compiled: " + error};
    if (agrees(run_on(sim, {std::move(cuda), module}, inputs_.words, inputs_.bytes(), poll_)))
      return {"", "the simulated GPU gives the interpreter's value"};
    return {"sim", "the simulated GPU gives another value"};
  }

 private:
  Guilt compiled(const Plan& plan, CpuDevice& device,
                 const std::function<std::string(std::string)>& tamper) const {
    std::string kernels = emit_c(plan), error;
    if (tamper) kernels = tamper(std::move(kernels));
    const CpuKernelRef kernel = device.compile(c_prologue(kernels) + kernels, error);
    if (!kernel) return {"cc", "the C of the plan can't be compiled: " + error};
    if (agrees(device.run(*kernel, plan, inputs_.words, {}, inputs_.bytes())))
      return {"", "every pass and the compiled plan give the interpreter's value"};
    if (!plan.foreigns.empty())
      return {"cpu", "all plans agree, and the compiled one does not: a foreign function, the emitter or the "
                     "C compiler is wrong"};
    return {"cpu", "all plans agree, and the compiled one does not: the emitter or the C compiler is wrong"};
  }

  const Bundle& bundle_;
  Inputs inputs_;
  const Poll& poll_;
};

} // namespace

Guilt replay(const Bundle& bundle, CpuDevice* device, const PassOptions& passes,
             const std::function<std::string(std::string)>& tamper, const Poll& poll) {
  return Replay(bundle, poll).run(device, passes, tamper);
}

Guilt replay_simulated(const Bundle& bundle, const std::string& cache, const Poll& poll) {
  return Replay(bundle, poll).simulated(*make_sim(cache));
}

Answer run_checked(const Plan& plan, const std::vector<Cell>& inputs, const Poll& poll) {
  const Inputs at(inputs);
  return eval_plan(plan, at.words, poll, at.buffers);
}

// ---- folders ----

namespace {

std::string print_cell(const char* what, const Cell& c) {
  std::string text = std::string(what) + (c.type.column ? " column " : " scalar ") +
                     std::string(element_name(c.type.element));
  char word[20];
  for (const uint64_t bits : c.bits) {
    std::snprintf(word, sizeof word, " %llx", static_cast<unsigned long long>(bits));
    text += word;
  }
  return text + "\n";
}

std::string print_values(const Bundle& b) {
  std::string text;
  for (const Cell& c : b.inputs) text += print_cell("input", c);
  if (!b.result) return text + "error\n";
  for (const Cell& c : *b.result) text += print_cell("result", c);
  return text;
}

std::optional<Element> element_named(const std::string& name) {
  for (int e = 0; e < element_count; ++e)
    if (element_name(static_cast<Element>(e)) == name) return static_cast<Element>(e);
  return std::nullopt;
}

std::optional<Cell> read_cell(std::istringstream& line) {
  std::string kind, element;
  line >> kind >> element;
  const auto e = element_named(element);
  if (!e || (kind != "scalar" && kind != "column")) return std::nullopt;
  Cell c{{*e, kind == "column"}, {}};
  for (uint64_t bits; line >> std::hex >> bits;) c.bits.push_back(bits);
  if (!line.eof() || (!c.type.column && c.bits.size() != 1)) return std::nullopt;
  return c;
}

bool read_values(const std::string& text, Bundle& b) {
  std::istringstream lines(text);
  b.result.emplace();
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "error") return b.result.reset(), true;
    auto cell = read_cell(words);
    if (!cell || (what != "input" && what != "result")) return false;
    (what == "input" ? b.inputs : *b.result).push_back(std::move(*cell));
  }
  return true;
}

bool fits(const std::vector<Var>& vars, const std::vector<Cell>& cells, const Plan& plan) {
  if (vars.size() != cells.size()) return false;
  for (size_t k = 0; k < vars.size(); ++k)
    if (plan[vars[k]] != cells[k].type) return false;
  return true;
}

} // namespace

std::string write_bundle(const std::string& folder, const Bundle& b, const PassOptions& options) {
  if (folder.empty()) return "";
  std::string path = folder + "/bundle-XXXXXX";
  if (!mkdtemp(path.data())) return "";
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(path + "/" + name) << text;
  };
  std::string off;
  for (const std::string& name : b.passes_off) off += name + "\n";
  write("form", b.form), write("plan", print_plan(b.plan)), write("values", print_values(b)),
      write("passes-off", off);
  write("interpreted", b.interpreted + "\n"), write("compiled", b.compiled + "\n");
  Plan plan = b.plan;
  PassOptions passes = options;
  int number = 0;
  passes.after_each = [&](const Pass& pass, const Plan& after) {
    const std::string order = std::to_string(++number);
    write("pass-" + (number < 10 ? "0" + order : order) + "-" + std::string(pass.name), print_plan(after));
  };
  optimise(plan, passes);
  write("kernel.c", emit_c(plan));
  return path;
}

namespace {

constexpr uint64_t most_text = uint64_t{64} << 20; ///< limit for one file of a bundle, in bytes

/// Returns the text of the file `name` in the folder; none if that is no regular file, or is too large.
std::optional<std::string> text_in(const fs::path& folder, const char* name) {
  std::error_code e;
  const fs::path path = folder / name;
  if (!fs::is_regular_file(path, e) || fs::file_size(path, e) > most_text) return {};
  return read_bytes(path);
}

} // namespace

std::optional<Bundle> read_bundle(const std::string& folder, std::string& error) {
  Bundle b;
  const auto wrong = [&](const std::string& why) { return error = why, std::nullopt; };
  const auto plan = text_in(folder, "plan"), values = text_in(folder, "values");
  if (!plan || !values) return wrong("there is no file " + std::string(plan ? "values" : "plan") + " in it");
  if (!read_plan(*plan, b.plan, error)) return std::nullopt;
  if (error = check_plan(b.plan); !error.empty()) return std::nullopt;
  if (!read_values(*values, b)) return wrong("its values can't be read");
  if (!fits(b.plan.body.params, b.inputs, b.plan)) return wrong("its inputs are not those of the plan");
  if (b.result && !fits(b.plan.body.results, *b.result, b.plan))
    return wrong("its result is not that of the plan");
  b.form = text_in(folder, "form").value_or("");
  std::istringstream off(text_in(folder, "passes-off").value_or(""));
  for (std::string name; std::getline(off, name);) b.passes_off.push_back(name);
  return b;
}

} // namespace nova::plan
