// The frontend's state: its construction, and what concerns both its expander and its checker.
#include "frontend/state/frontend.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"

namespace nova {

Frontend::Frontend()
    : expander(std::make_unique<Expander>(*this)), checker(std::make_unique<Checker>(*this)) {}
Frontend::~Frontend() = default;

bool has_errors(const Frontend& f, GlobalId g) {
  const auto at = static_cast<uint32_t>(g);
  return f.program[g].failed || (at < f.core.globals.size() && f.core.globals[at].failed);
}

GlobalId define_value(Frontend& f, std::string_view name, TypeId type) {
  const GlobalId g = f.expander->define_value(name);
  f.checker->give_type(g, type);
  return g;
}

} // namespace nova
