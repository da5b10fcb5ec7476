#include "jit/tiers/checks/plan_run.hpp"
#include "jit/plan/describe.hpp"
#include "jit/plan/names.hpp"
#include "runtime/word.hpp"

namespace nova::plan {

/// Returns a number of a cell, which may be the bytes of a column's element, in the bits of Value::bits().
static uint64_t extended(Element e, uint64_t bits) {
  return with_element(e, [&](auto t) { return to_word(from_word<decltype(t)>(bits)); });
}

std::string print_run(const Plan& plan, const std::vector<Cell>& inputs, const std::string& type) {
  size_t elements = 0;
  for (const Cell& c : inputs) elements += c.bits.size();
  if (elements > most_printed)
    return "; its inputs have " + std::to_string(elements) + " elements, too many to be printed\n";
  const PlanNames names(plan);
  std::string text = "(run (result : " + type + ")";
  for (size_t k = 0; k < inputs.size(); ++k) {
    text += "\n  (" + names(plan.body.params[k]) + (inputs[k].type.column ? " [" : " ");
    for (size_t i = 0; i < inputs[k].bits.size(); ++i)
      text += (i ? " " : "") +
              constant_text(inputs[k].type.element, extended(inputs[k].type.element, inputs[k].bits[i]));
    text += inputs[k].type.column ? "])" : ")";
  }
  return text + ")\n";
}

std::optional<PlanMistake> read_run(const Symbols& symbols, const Datum& run, const Plan& plan,
                                    std::vector<Cell>& inputs) {
  const auto given = run.items.subspan(2);
  if (given.size() != plan.body.params.size())
    return PlanMistake{run.span, "the plan has " + std::to_string(plan.body.params.size()) + " inputs, and " +
                                     std::to_string(given.size()) + " are given"};
  const PlanNames names(plan);
  for (size_t k = 0; k < given.size(); ++k) {
    const VarType type = plan[plan.body.params[k]];
    const std::string name = names(plan.body.params[k]);
    const Datum& d = *given[k];
    const bool named = d.is(DatumKind::List) && d.items.size() == 2 && d.items[0]->is(DatumKind::Symbol) &&
                       symbols.text(d.items[0]->symbol) == name;
    const auto wrong = [&](const Datum& at) {
      return PlanMistake{at.span,
                         "(" + name + " value), a value of type " + type_text(type) + ", should stand here"};
    };
    if (!named || d.items[1]->is(DatumKind::Vector) != type.column) return wrong(d);
    Cell& cell = inputs.emplace_back(Cell{type, {}});
    const auto elements = type.column ? d.items[1]->items : d.items.last(1);
    for (const Datum* e : elements) {
      const std::optional<uint64_t> bits = read_constant(symbols, *e, type.element);
      if (!bits) return wrong(*e);
      cell.bits.push_back(*bits);
    }
  }
  return std::nullopt;
}

} // namespace nova::plan
