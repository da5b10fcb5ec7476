// Makes plans of exported functions, for their types, and stored tests.
#pragma once
#include "jit/emit/ahead/ahead.hpp"
#include "jit/lower/lower.hpp"
#include "jit/values/marshal.hpp"
#include "repl/build/recursive.hpp"
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

/// Returns the elements of word k, which is a column.
std::vector<uint64_t> elements_of(const plan::FlatWords& words, size_t k, Element e);

class Exporter {
 public:
  /// Checks a program and runs its definitions, but not its expressions. Definitions that need a declared input get no value.
  /// If there are errors, reports them and returns nothing.
  static std::optional<DefinitionsRun> run_definitions(Session& session, FileId file);
  /// The program's declared inputs are the first parameters of each function, which computes the definitions that need them.
  /// `program`: the program's name in C. `folder`: what places in files with absolute names leave out, so that equal programs in
  /// two folders give equal texts; "" or a path that ends with /.
  Exporter(Session& session, const DefinitionsRun& ran, const std::string& program, std::string folder);
  /// Appends the plans of an exported definition; throws NotBuilt.
  void add(const Exported& e, std::vector<plan::AheadFunction>& out);
  /// Appends the functions that make values of recursive types and take them apart. Requires that the definitions were added.
  void add_helpers(std::vector<plan::AheadFunction>& out);
  /// Makes the self-test of the functions. Requires that all functions were added, since then the regions are known.
  void add_tests(std::vector<plan::AheadFunction>& all);
  /// The regions that contexts keep, and the recursive types of parameters and results.
  std::vector<plan::AheadRegion> regions() { return laid({}, nullptr).regions; }
  std::vector<plan::AheadType> types() const;
  const std::vector<plan::AheadType>& sums() const { return recursive_.sums(); }
  /// The foreign functions that the plans so far call.
  const std::vector<std::shared_ptr<const ForeignFunction>>& foreigns() const { return foreigns_; }

 private:
  /// An exported definition, for its tests.
  struct Added {
    Exported exported;
    std::vector<TypeId> parameters;
    TypeId result;
    size_t number; ///< among all functions
  };
  /// What a function reads: definitions and regions, in the order of their words.
  struct Read {
    std::vector<plan::Input> inputs;
    std::vector<Value> values;
  };
  /// Values in words.
  struct Laid {
    plan::FlatWords words;
    size_t end; ///< the index of the word behind the last value's
    std::vector<plan::AheadRegion> regions;
  };
  void number_foreigns(plan::Plan& plan);
  std::vector<uint32_t> computed();
  plan::Lowered lowered(const Core& form, bool tells);
  size_t count_of(const plan::Input& in, const plan::BoxedFunctions& boxed) const;
  void share_inputs(plan::Lowered& fast, plan::Lowered& exact) const;
  void add_plans(const Core& call, const std::vector<TypeId>& parameters, size_t declared,
                 plan::AheadFunction& out);
  plan::AheadFunction helper(const HelperFunction& h);
  const Value* value_at(const plan::Input& in) const;
  void read(const plan::Input& in, Read& own);
  Laid laid(const Read& more, const plan::BoxedFunctions* boxed);
  void check_regions(const Read& own, const plan::BoxedFunctions& boxed);
  std::optional<size_t> argument(const plan::Input& in, size_t declared) const;
  std::optional<size_t> kept(const plan::Input& in) const;
  void inputs(const plan::Lowered& l, const std::vector<TypeId>& parameters, size_t declared,
              plan::AheadFunction& out);
  plan::MarshalContext marshal(const plan::BoxedFunctions* boxed);
  std::vector<Value> input_values(const Added& a, const plan::AheadFunction& f, int64_t n, bool by_rule);
  void store_inputs(const Added& a, const std::vector<Value>& values,
                    const std::vector<plan::AheadRegion>& first, plan::AheadTest& t);
  Result<std::optional<Value>> interpreted(const Added& a, const std::vector<Value>& values);
  Read whole(const Read& more) const;
  uint64_t hash_of_result(const Added& a, const plan::AheadFunction& f, const Value& v);
  bool has_result(const Added& a, const plan::AheadFunction& f, const std::vector<Value>& values,
                  plan::AheadTest& t);
  std::vector<plan::AheadTest> tests(const Added& a, const plan::AheadFunction& f,
                                     const std::vector<plan::AheadRegion>& first);
  void forget_waiting();
  Result<std::optional<Value>> run_waiting();
  const Core& call_of(const Exported& e, const std::vector<TypeId>& parameters, TypeId result);
  std::optional<size_t> declared(uint32_t instance) const;
  std::string place(Span at) const;

  Machine& machine_;
  Frontend& frontend_;
  Reports& reports_;
  const std::vector<GlobalId> declared_; ///< inputs
  const std::vector<CoreTop> waiting_;
  std::vector<std::shared_ptr<const ForeignFunction>> foreigns_;
  RecursiveTypes recursive_;
  Read
      shared_; ///< definitions with values of recursive types, which lie at the same places for all functions
  std::vector<Added> added_;
  const std::string folder_;
};

} // namespace nova
