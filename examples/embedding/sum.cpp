// A C++ program that calls Nova, with handles that free themselves.
//
//     c++ -std=c++17 sum.cpp $(pkg-config --cflags --libs novalang) -o sum && ./sum
//
// It prints:
//     mean: 4.5 (interpreted)
//     text:1:9: error[E0301]: unknown name `meen`
#include "nova.h"
#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

struct Free {
  void operator()(nova_session* s) const { nova_session_free(s); }
  void operator()(nova_function* f) const { nova_function_free(f); }
  void operator()(nova_value* v) const { nova_value_free(v); }
};
template <class T> using Handle = std::unique_ptr<T, Free>;

// Calls f(.., &error) of nova.h. Throws what has failed.
template <class F, class... Arguments> auto call(F f, Arguments... arguments) {
  nova_error* error = nullptr;
  auto* made = f(arguments..., &error);
  if (made) return Handle<std::remove_pointer_t<decltype(made)>>(made);
  const std::string text = nova_error_text(error);
  nova_error_free(error);
  throw std::runtime_error(text);
}

int main() {
  const auto session = call(nova_session_new, nullptr);
  const auto mean = call(nova_function_new, session.get(), "(lambda (x : vector double) (mean x))");
  std::vector<double> data(10);
  std::iota(data.begin(), data.end(), 0.0);
  const auto n = static_cast<int64_t>(data.size());
  const auto x = call(nova_borrow, session.get(), NOVA_DOUBLE, data.data(), &n, 1u, nullptr, nullptr);
  nova_value* const arguments[] = {x.get()};
  const auto y = call(nova_call, mean.get(), arguments, size_t{1});
  double result = 0;
  nova_get(y.get(), NOVA_DOUBLE, &result);
  std::printf("mean: %g (%s)\n", result, nova_verdict_text(nova_value_verdict(y.get())));
  try {
    call(nova_eval, session.get(), "(+ 1.0 (meen [1.0]))");
  } catch (const std::runtime_error& e) {
    const std::string text = e.what();
    std::printf("%s\n", text.substr(0, text.find('\n')).c_str());
  }
}
