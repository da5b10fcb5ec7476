// A bundle: all that is needed to run a form again whose kernel gave another value than the interpreter,
// without the program that it came from. It is a folder of texts:
//
//   form          where it stands and how it reads
//   plan          as it was lowered; pass-01-simplify .. after each pass that changed something
//   kernel.c      the C
//   values        the inputs, and what the interpreter made of them, by bits
//   passes-off    the passes that were left out
//   interpreted, compiled    both values, as Nova prints them
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/lower/lower.hpp"
#include "jit/passes/passes.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

/// A plan variable's value: one scalar or the elements of a column.
struct Cell {
  VarType type;
  std::vector<uint64_t> bits;
  bool operator==(const Cell&) const = default;
};

/// The cells that a value's words stand for.
std::vector<Cell> cells_of(Types& types, const ValueShape& shape, std::span<const Word> words);

struct Bundle {
  std::string form;
  Plan plan;
  std::vector<std::string> passes_off;
  std::vector<Cell> inputs;
  std::optional<std::vector<Cell>> result; ///< the interpreter's; nothing: it fails
  std::string interpreted, compiled;       ///< for people
};

/// A form's, of a run on these inputs; `interpreted` is null where the interpreter fails.
Bundle bundle_of(const MarshalContext& at, const Lowered& form, const std::vector<Value>& inputs,
                 const Value* interpreted);
/// Cuts the vectors among the inputs to as few elements as still fail. What is right is then what the plan
/// gives as it was lowered.
void shrink_inputs(Bundle& bundle, const MarshalContext& at, const Lowered& form,
                   const std::vector<Value>& inputs, const std::function<bool(const Bundle&)>& fails);

/// What running it again showed.
struct Guilt {
  std::string stage; ///< "lower", a pass, "cc" or "cpu"; "" where all agree
  std::string story; ///< a sentence
};

/// Makes a folder `bundle-..` in another. Its path, or "".
std::string write_bundle(const std::string& folder, const Bundle& bundle, const PassOptions& passes);
/// Nothing, and why in `error`, where the folder is no bundle.
std::optional<Bundle> read_bundle(const std::string& folder, std::string& error);
/// The first stage that does not give the interpreter's bits: the plan, then each pass, then, where there is
/// a device, the compiled plan. `tamper` changes the C (tests plant wrong rules). Plans run as `poll` lets
/// them, and touch nothing but their own columns.
Guilt replay(const Bundle& bundle, CpuDevice* device, const PassOptions& passes,
             const std::function<std::string(std::string)>& tamper = {}, const Poll& poll = {});

} // namespace nova::plan
