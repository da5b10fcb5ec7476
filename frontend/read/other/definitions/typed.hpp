// Functions of languages with types, as `double f(double x, int n)`: their parameters, and the definition with types.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A parameter, with its type as Nova writes it; an empty type is not known.
struct OtherParameter {
  std::string name, type;
};

/// Returns the parameters of a list: `int x, double *a`, `x: int = 3`, `x::Vector{Int}`.
std::vector<OtherParameter> parameters_in(std::string_view list);

/// Returns a type of C, Python, Julia or Rust as Nova writes it; an empty text for others. `python`: whether `float` is a
/// double.
std::string type_of_other(std::string_view type, bool python);

/// Returns `(define (f (x : double)) : double body)`. Whole numbers are made fractions where they meet those, as C does.
/// `text` is the body in the other language; its local names have types, too. A function whose types don't fit together
/// has none.
std::string typed_definition(const std::string& name, const std::vector<OtherParameter>& parameters,
                             const std::string& result, std::string body, std::string_view text);

} // namespace nova
