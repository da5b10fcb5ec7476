// Makes plans of exported functions, for their types, and stored tests.
#pragma once
#include "jit/emit/ahead/ahead.hpp"
#include "jit/lower/lower.hpp"
#include "repl/session/session.hpp"

namespace nova {

/// The reason why a definition cannot be built, and where.
struct NotBuilt {
  std::string reason;
  Span at;
  std::string help{};
};

/// What a program has when its definitions have run.
struct DefinitionsRun {
  UnitFacts facts;
  std::vector<CoreTop> waiting{}; ///< definitions that need a declared input, and have no value
};

class Exporter {
 public:
  /// Checks a program and runs its definitions, but not its expressions. Definitions that need a declared input get no value.
  /// If there are errors, reports them and returns nothing.
  static std::optional<DefinitionsRun> run_definitions(Session& session, FileId file);
  /// The program's declared inputs are the first parameters of each function, which computes the definitions that need them.
  Exporter(Session& session, const DefinitionsRun& ran);
  /// Returns the plans of an exported definition; throws NotBuilt.
  plan::AheadFunction function(const Exported& e);
  /// The foreign functions that the plans so far call.
  const std::vector<std::shared_ptr<const ForeignFunction>>& foreigns() const { return foreigns_; }

 private:
  void number_foreigns(plan::Plan& plan);
  plan::Lowered lowered(const Core& form, bool tells);
  void inputs(const plan::Lowered& l, const std::vector<TypeId>& parameters, plan::AheadFunction& out);
  std::vector<plan::AheadTest> tests(const Exported& e, const std::vector<TypeId>& parameters, TypeId result,
                                     const plan::AheadFunction& f);
  void forget_waiting();
  Result<std::optional<Value>> run_waiting();
  const Core& call_of(const Exported& e, const std::vector<TypeId>& parameters, TypeId result);
  std::optional<size_t> declared(uint32_t instance) const;

  Machine& machine_;
  Frontend& frontend_;
  const std::vector<GlobalId> declared_; ///< inputs
  const std::vector<CoreTop> waiting_;
  std::vector<std::shared_ptr<const ForeignFunction>> foreigns_;
};

} // namespace nova
