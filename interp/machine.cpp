#include "interp/machine.hpp"
#include "interp/derivation.hpp"
#include "interp/profile.hpp"
#include "interp/tail_path.hpp"
#include "runtime/buffer.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <sys/mman.h>

namespace nova {
namespace {

constexpr size_t slot_bytes = size_t{512} << 20; ///< size of the stack of frames, mapped at first use
constexpr size_t most_calls = size_t{5} << 19;   ///< most active calls: an error unwinds them in two seconds
constexpr size_t kept_bytes = size_t{1} << 20;   ///< unused bytes of each stack that are kept after a run

template <class T> T* reserve(size_t bytes) {
  void* got =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  return static_cast<T*>(got); // zeroed memory, in which no slot holds an object
}

} // namespace

// ---- the state of a run ----

Eval::Eval(Machine& m) : machine(m), linker(m) {
  slots_ = top = reserve<Value>(slot_bytes);
  end = slots_ + slot_bytes / sizeof(Value);
  calls = reserve<Activation>(most_calls * sizeof(Activation));
  max_depth = most_calls - 1;
  if (m.options.max_depth) max_depth = std::min(max_depth, m.options.max_depth + 1); // + 1: the form
  outside_.core = &nowhere_;
  site = &outside_;
}

/// Returns unused memory of the stacks to the system. Called between runs, when all slots from `top` on are free.
void Eval::give_back_pages() {
  const auto used = static_cast<size_t>(top - slots_) * sizeof(Value) + kept_bytes;
  if (used < slot_bytes)
    madvise(reinterpret_cast<char*>(slots_) + used / kept_bytes * kept_bytes, slot_bytes - used,
            MADV_DONTNEED);
  madvise(reinterpret_cast<char*>(calls) + kept_bytes, most_calls * sizeof(Activation) - kept_bytes,
          MADV_DONTNEED);
}

Eval::~Eval() {
  munmap(slots_, slot_bytes);
  munmap(calls, most_calls * sizeof(Activation));
}

namespace {

/// Returns a value's text, cut after 60 bytes.
std::string short_text(const Value& v, TypeId t, Frontend& f) {
  constexpr size_t most = 60;
  struct Enough {};
  std::string text;
  try {
    write_value(v, t, f.types, f.symbols, true, [&](std::string_view piece) {
      text += piece;
      if (text.size() > most) throw Enough();
    });
  } catch (const Enough&) {
    text.resize(most);
    while ((text.back() & 0xC0) == 0x80) text.pop_back(); // do not split a character
    text += "...";
  }
  return text;
}

/// Returns the index of element k in row-major order as text: "5", or "(1, 2)" for several dimensions.
std::string index_text(const Array& x, int64_t k) {
  if (x.rank() == 1) return std::to_string(k);
  const auto dims = x.dimensions();
  std::string text;
  for (size_t d = dims.size(); d-- > 0; k /= dims[d])
    text = std::to_string(k % dims[d]) + (text.empty() ? "" : ", ") + text;
  return "(" + text + ")";
}

/// Returns text such as "x = 1, y = 2" if the lambda's body first takes its one argument `tuple` apart into variables:
/// their names and values. Returns "" for any other lambda, also one of a fold, whose first argument is the state. A
/// comprehension over several vectors becomes such a lambda, and an error message shows its variables in place of the
/// tuple.
std::string parts_text(const Core* lambda, const Value& tuple, Frontend& f) {
  const Core* body = lambda && !lambda->items.empty() ? lambda->items[0] : nullptr;
  if (!body || lambda->vars.size() != 1 || body->kind != CoreKind::Match || body->arms.size() != 1) return {};
  const CorePattern& parts = body->arms[0].pattern;
  const auto is_variable = [](const CorePattern& p) { return p.kind == CorePattern::Variable; };
  const bool taken = body->items[0]->kind == CoreKind::Local && body->items[0]->var == lambda->vars[0];
  if (!taken || parts.kind != CorePattern::Tuple || !std::ranges::all_of(parts.items, is_variable)) return {};
  std::string text;
  for (size_t k = 0; k < parts.items.size(); ++k)
    text += (k == 0 ? "" : ", ") + std::string(f.symbols.text(f.program[parts.items[k].var].name)) + " = " +
            short_text(tuple.items()[k], parts.items[k].type, f);
  return text;
}

} // namespace

/// Returns text such as "element 1 of rows: [3 0 5]" for the elements that a loop was processing. If the loop runs
/// over several vectors, the text shows one element of each. `called` is the Lambda that the loop calls.
std::string Eval::element_text(const LoopElement& e, const Core* called) const {
  const Array& x = e.args[e.first].array();
  std::string text = "element " + index_text(x, e.index);
  const Core& vector = *e.node.items[e.first];
  if (e.count == 1 && vector.kind == CoreKind::Global) text += " of " + machine.mono[vector.number].name;
  const std::string parts = e.count == 1 ? parts_text(called, x.at(e.index), machine.frontend) : "";
  if (!parts.empty()) return text + ": " + parts;
  for (size_t k = 0; k < e.count; ++k) {
    const TypeId t = machine.frontend.types.element_of(e.node.items[e.first + k]->type);
    text += (k == 0 ? ": " : ", ") + short_text(e.args[e.first + k].array().at(e.index), t, machine.frontend);
  }
  return text;
}

namespace {

/// Consecutive calls of one function from one node. A message reports them in one note.
struct Run {
  const Function* function;
  const Core* site;
  uint64_t first; ///< index in `calls` of the call whose site is reported
  uint64_t below = 0, times = 0;
};

/// Whether a call is a tail call of a known function, which replaces the frame of its caller. At a node at which
/// tiers are asked, the frame was not replaced, but the call is reported in the same way.
bool took_place(const Activation& call) {
  return call.site->core->kind == CoreKind::Apply && call.site->core->tail && call.site->function;
}

/// Returns the index of the call whose site is reported for call k. If k is the end of a chain of tail calls, that is
/// the call with which the chain began; else it is k.
uint64_t asked_by(const Activation* calls, uint64_t k) {
  while (k > 1 && took_place(calls[k])) --k;
  return k;
}

/// Returns the calls that are reported in one note with call k, the innermost of them. Sites are compared by their
/// Core nodes, since a node at which tiers are asked has a second Code node.
Run run_at(const Activation* calls, uint64_t k) {
  const uint64_t first = asked_by(calls, k);
  Run run{calls[k].function, calls[first].site->core, first};
  while (k > 0 && calls[k].function->lambda == run.function->lambda) {
    const uint64_t next = asked_by(calls, k);
    if (calls[next].site->core != run.site) break;
    k = next - 1, ++run.times;
  }
  run.below = k;
  return run;
}

} // namespace

namespace {

/// If other functions than the one that runs were called at the site of `run`, and made tail calls since, adds these as notes,
/// innermost first. Returns the Lambda that the site's note names, or null if no other was called. Where several tail calls may
/// follow on the known ones, the innermost note names the first function of the prelude behind these.
const Core* note_tail_calls(Diagnostic& d, const Run& run, const Monomorphiser& mono,
                            const Sources& sources) {
  const Core *const called = called_lambda(mono, *run.site), *const runs = run.function->lambda;
  if (!called || !runs || called == runs || run.times > 1) return nullptr;
  const auto [path, behind] = tail_path(mono, *called, *runs);
  const auto is_of_prelude = [&](const Core* f) {
    return sources.name(f->span.file).starts_with("prelude/");
  };
  const auto first = std::ranges::find_if(behind, is_of_prelude);
  const Core* const unknown = first == behind.end() ? runs : *first;
  if (path.empty()) return unknown;
  const bool is_whole = called_lambda(mono, *path.back()) == runs;
  for (size_t k = path.size(); k-- > 0;) {
    const bool is_last = k + 1 == path.size() && !is_whole;
    const Core* const named = is_last ? unknown : called_lambda(mono, *path[k]);
    const std::string& name = named->name;
    d.note("in " + (name.empty() ? "a lambda" : name) + ", called here", path[k]->span).notes.back().callee =
        name;
  }
  return called;
}

} // namespace

/// Adds the active calls to d as notes, innermost first. Consecutive calls of one function from one node become one
/// note.
void Eval::note_calls(Diagnostic& d) const {
  constexpr int most_notes = 8;
  uint64_t k = depth, more = 0;
  const Caller* around = caller;
  for (int notes = 0; k > 0 && notes < most_notes; ++notes) {
    const Run run = run_at(calls, k);
    k = run.below;
    const bool is_form = run.function->params == 0; // a top-level form or a definition's right side
    if (is_form || run.site == outside_.core) continue;
    const Core* const named = note_tail_calls(d, run, machine.mono, machine.frontend.sources);
    const Core* const lambda = named ? named : run.function->lambda;
    const std::string_view name = named ? std::string_view(named->name) : run.function->name;
    std::string text = "in " + std::string(name.empty() ? "a lambda" : name);
    text += ", called here";
    if (run.times > 1) text += ", " + std::to_string(run.times) + " times in a row";
    std::string element;
    if (around && around->depth_ == run.first && around->element_)
      element = element_text(*around->element_, lambda);
    if (!element.empty()) text += (run.times > 1 ? ", last for " : " for ") + element;
    while (around && around->depth_ > k) around = around->outer_;
    Note& note = d.note(std::move(text), run.site->span).notes.back();
    note.callee = name, note.element = std::move(element);
  }
  for (; k > 0; k = asked_by(calls, k) - 1) more += calls[k].function->params > 0;
  if (more > 0) d.note("and " + std::to_string(more) + (more == 1 ? " call more" : " calls more"));
}

namespace {

/// Returns a number in words: "268 million".
std::string in_words(uint64_t n) {
  for (const auto& [unit, name] : {std::pair(1'000'000'000ull, " billion"),
                                   std::pair(1'000'000ull, " million"), std::pair(1'000ull, " thousand")})
    if (n >= unit) return std::to_string(n / unit) + name;
  return std::to_string(n);
}

/// If d is E0601, adds a help line: how many numbers the remaining memory can hold.
void help_with_memory(Diagnostic& d) {
  if (d.code != "E0601" || Memory::limit() == UINT64_MAX) return;
  const uint64_t numbers = (Memory::limit() - std::min(Memory::limit(), Memory::used())) / sizeof(int64_t);
  d.help("what is left holds " + in_words(numbers) +
         " ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit");
}

} // namespace

void Eval::raise(const Code& at, std::string code, std::vector<std::string> args) {
  Diagnostic d{std::move(code), at.core->span, std::move(args), {}};
  note_calls(d);
  help_with_memory(d);
  throw RuntimeError{std::move(d)};
}

void Eval::too_deep(const Code& at) {
  raise(at, "E0605", {std::to_string(depth - (depth > 0))}); // the form itself is not counted
}

void Eval::check_stop(const Code& at) {
  fuel = 1024;
  machine.count_calls(fuel);
  located(at, *this, [&] { machine.check_stop(); });
}

Value Eval::call_builtin(const Code& e, std::span<Value> arguments) {
  const Code* outer = std::exchange(site, &e);
  Value v = located(e, *this, [&] { return e.builtin(machine, *e.core, arguments); });
  site = outer;
  return v;
}

// ---- the machine ----

Machine::Machine(Frontend& f, MachineOptions o)
    : frontend(f), options(std::move(o)), mono(f), eval_(std::make_unique<Eval>(*this)) {}
Machine::~Machine() = default;

void Machine::set_global(uint32_t index, Value v) {
  if (globals_.size() <= index) globals_.resize(index + 1);
  globals_[index] = std::move(v);
}

const Value* Machine::value_of_global(uint32_t index) {
  const Core* const made = defined_value(index) ? nullptr : mono[index].value;
  if (made && made->literal && made->literal->is(DatumKind::String))
    set_global(index, Value::vector(text_array(layouts, made->literal->text)));
  return defined_value(index);
}

Machine::Mark Machine::mark() const { return {eval_->linker.mark(), mono.size(), site_counts.size()}; }

bool Machine::lasts_since(const Mark& m, GlobalId first, std::span<const Core* const> gone) const {
  return !mono.are_of(m.instances, first) || eval_->linker.lasts_since(m.linked, gone);
}

void Machine::forget(const Mark& m, GlobalId first, FileId file, std::span<const Core* const> gone) {
  globals_.resize(std::min<size_t>(globals_.size(), m.instances));
  mono.forget_from(m.instances);
  eval_->linker.forget(m.linked, gone);
  for (auto g = static_cast<uint32_t>(first); g < frontend.program.globals.size(); ++g)
    defined_.erase(GlobalId{g});
  if (site_counts.size() > m.sites)
    std::erase_if(site_counts, [file](const auto& test) { return test.first >> 32 >= file; });
}

void Machine::record(Derivation* d) {
  options.derivation = d;
  eval_->linker.watch(d ? Linker::Watching::Rules : Linker::Watching::Nothing);
  if (d) d->set_scopes(eval_->linker.scopes());
}

void Machine::profile(Profile* p) {
  options.profile = p;
  Memory::count_charged(p != nullptr);
  if (p && options.tiers) {
    real_tiers_ = options.tiers;
    profiled_tiers_ = std::make_unique<ProfiledTiers>(*options.tiers, *p);
    options.tiers = profiled_tiers_.get();
  } else if (!p && profiled_tiers_) {
    options.tiers = real_tiers_;
    profiled_tiers_.reset();
  }
  eval_->linker.watch(p ? Linker::Watching::Time : Linker::Watching::Nothing);
}

void Machine::set_input(GlobalId g, Value v) { set_global(mono.instance(g, {}), std::move(v)); }

void Loop::begin(Machine& machine) { told_ = &machine, machine.loop_ = this; }

void Loop::end() { told_->loop_ = nullptr, told_->all_.store(0, std::memory_order_relaxed); }

Progress Machine::progress() {
  asked_ = true;
  const int64_t all = all_, done = done_;
  return {std::min(done, all), all, in_bytes_};
}

void Machine::tell_progress() {
  if (loop_) done_ = loop_->done, all_ = loop_->all_, in_bytes_ = loop_->unit_ == Loop::Bytes;
}

namespace {
constexpr double call_ns = 50, element_ns = 20; ///< prices: what a call and an element of a loop take, about
} // namespace

double Machine::decision_ns() const {
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  return options.ranks ? done_ns_ : Nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Machine::count_polled() { done_ns_ += element_ns * static_cast<double>(std::exchange(polled_, 0)); }
void Machine::count_calls(int32_t calls) { done_ns_ += call_ns * calls; }

void Machine::check_stop() {
  if (asked_.load(std::memory_order_relaxed) && asked_.exchange(false)) tell_progress();
  if (interrupt_.exchange(false) || (options.stops && options.stops())) fail("E0603");
  if (options.deadline && last_tick() >= *options.deadline) fail("E0604");
  if (!races_.empty()) look_at_races();
}

/// Evaluates a definition. A generalised constant is evaluated with the unit type for its type variables, so that an
/// error in it is reported at its definition; each of its instances is evaluated at its first use.
void Machine::run_definition(GlobalId g) {
  const CoreGlobal& open = frontend.core.globals[static_cast<uint32_t>(g)];
  const ForeignFunction* const foreign = frontend.program[g].foreign.get();
  if (foreign && options.link_foreign && !(foreign->in_library && foreign->library.empty())) link_foreign(g);
  if (!open.value || open.value->kind == CoreKind::Lambda) return void(defined_.insert(g));
  eval_->define(mono.unit_instance(g));
  defined_.insert(g);
}

void Machine::link_foreign(GlobalId g) {
  if (!options.link_foreign) fail("E0422", {name_of(g)});
  options.link_foreign(g);
}

Value Machine::run_expression(const CoreTop& top) {
  const std::optional<MonoTop> form = mono.expression(*top.value);
  if (!form) throw RuntimeError{frontend.diagnostics.take().back()};
  return eval_->program(eval_->linker.link(*form));
}

/// Has the tiers compile a function by itself. A call of it in a later top-level form then runs this code.
void Machine::compile_now(const CoreTop& top) {
  if (!options.tiers || options.derivation) return;
  const std::optional<MonoTop> named = mono.expression(*top.value);
  if (!named) throw RuntimeError{frontend.diagnostics.take().back()};
  const std::string why = eval_->linker.compile(*named->value);
  if (!why.empty()) warnings.report("W0403", top.span, {name_of(top.value->global), why});
}

std::optional<Value> Machine::run_here(const CoreTop& top) {
  if (top.kind == CoreTop::Expression) return run_expression(top);
  if (top.kind == CoreTop::CompileNow) return compile_now(top), std::nullopt;
  for (GlobalId g : top.globals) run_definition(g);
  return std::nullopt;
}

/// Does `work` on the big stack. Returns its error, located at `at` if it has no place of its own.
std::optional<Diagnostic> Machine::guarded(Span at, const std::function<void()>& work) {
  constexpr auto short_run =
      std::chrono::microseconds(50); // touches few pages, which the next run uses again
  const auto begin = std::chrono::steady_clock::now();
  std::optional<Diagnostic> error;
  const Watch watch([this] { check_stop(); }); // for polls in planning and monomorphisation
  run_on_big_stack([&] {
    try {
      work();
    } catch (RuntimeError& e) {
      error = std::move(e.diagnostic);
    } catch (Fault& f) {
      error = Diagnostic{std::move(f.code), at, std::move(f.args), {}};
      help_with_memory(*error);
    } catch (const std::bad_alloc&) {
      error = Diagnostic{"E0601", at, no_memory_left("what the evaluator keeps"), {}};
    }
  });
  if (std::chrono::steady_clock::now() - begin > short_run) eval_->give_back_pages();
  return error;
}

Result<std::optional<Value>> Machine::run(const CoreTop& top) {
  if (options.derivation && top.kind != CoreTop::CompileNow) options.derivation->start(top);
  std::optional<Value> value;
  if (auto error = guarded(top.span, [&] { value = run_here(top); })) return std::move(*error);
  return value;
}

Result<Value> Machine::apply(const Value& function, std::span<Value> arguments, Span at) {
  Value value;
  if (auto error = guarded(at, [&] { value = eval_->program(function, arguments); }))
    return std::move(*error);
  return value;
}

} // namespace nova
