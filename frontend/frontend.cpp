#include "frontend/frontend.hpp"
#include "frontend/check.hpp"
#include "frontend/expander.hpp"

namespace nova {

Frontend::Frontend() : expander(std::make_unique<Expander>(*this)), checker(std::make_unique<Checker>(*this)) {}
Frontend::~Frontend() = default;

} // namespace nova
