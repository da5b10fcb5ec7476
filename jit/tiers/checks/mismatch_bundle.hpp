// A bundle (reproducer) of a form whose kernel gave another value than the interpreter. It holds all that is needed
// to run the form again, without the program that contained it. It is a folder of text files:
//
//   form                     the form's source position and its text
//   plan                     the plan before passes
//   pass-01-simplify, ..     the plan after each pass that changed something
//   kernel.c                 the C that is generated from the plan
//   values                   the inputs, and the interpreter's result for them, as bits
//   passes-off               the passes that were turned off
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

/// Returns the cells of a value of the shape. `words` holds the value's plan variables (values/flat_layout.hpp).
std::vector<Cell> cells_of(Types& types, const ValueShape& shape, std::span<const Word> words);

struct Bundle {
  std::string form;
  Plan plan;
  std::vector<std::string> passes_off;
  std::vector<Cell> inputs;
  std::optional<std::vector<Cell>> result; ///< the interpreter's result; none if it fails
  std::string interpreted, compiled;       ///< both values as text, to be read by people
};

/// Returns the bundle of a form's run on these inputs. `interpreted` is the interpreter's value, or null if it fails.
Bundle bundle_of(const MarshalContext& at, const Lowered& form, const std::vector<Value>& inputs,
                 const Value* interpreted);
/// Cuts the vectors among the bundle's inputs to their first elements. Of several lengths, takes the smallest one
/// for which `fails` holds. The expected result becomes what the plan before passes gives for the cut inputs. Changes
/// nothing if `fails` holds for no cut bundle.
void shrink_inputs(Bundle& bundle, const MarshalContext& at, const Lowered& form,
                   const std::vector<Value>& inputs, const std::function<bool(const Bundle&)>& fails);

/// The outcome of a replay.
struct Guilt {
  std::string stage; ///< the first wrong stage: "lower", a pass's name, "cc" or "cpu"; "" if all agree
  std::string story; ///< the outcome as a sentence
};

/// Writes the bundle to a new folder `bundle-..` in `folder`. Returns its path, or "" if it can't be made.
std::string write_bundle(const std::string& folder, const Bundle& bundle, const PassOptions& passes);
/// Reads a bundle from its folder. Returns none if it is no valid bundle; `error` then says why.
std::optional<Bundle> read_bundle(const std::string& folder, std::string& error);
/// Runs the plan before passes, after each pass, and, if there is a device, as compiled code. Returns the first stage
/// that does not give the interpreter's bits. `tamper` changes the C, for tests. `poll` is called while plans run,
/// and may throw to end them. Plans can access nothing but their own columns.
Guilt replay(const Bundle& bundle, CpuDevice* device, const PassOptions& passes,
             const std::function<std::string(std::string)>& tamper = {}, const Poll& poll = {});
/// Runs the plan on a simulated GPU, whose code is kept in the folder `cache`. `replay` has to find all passes right before.
Guilt replay_simulated(const Bundle& bundle, const std::string& cache, const Poll& poll);
/// Runs a plan in the interpreter for plans, where it can access nothing but these inputs and its own columns.
Answer run_checked(const Plan& plan, const std::vector<Cell>& inputs, const Poll& poll);

} // namespace nova::plan
