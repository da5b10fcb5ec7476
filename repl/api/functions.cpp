// Functions that a host calls, and types.
#include "repl/api/handles.hpp"
#include "repl/session/files/exchange.hpp"
#include <array>

using namespace nova;
using api::Entry, api::Run, api::returning;

namespace {

nova_function* function_handle(Run& run, const api::SharedRef& shared, std::unique_ptr<Callable> callable) {
  if (!callable) run.fail("there is no function");
  return new nova_function{shared, std::move(callable)};
}

/// Returns the values of the handles, all of the session `shared`.
void outcomes_of(const api::SharedRef& shared, std::span<nova_value* const> handles, std::span<Outcome> out) {
  for (size_t k = 0; k < handles.size(); ++k) {
    if (!handles[k]) api::refuse("argument " + std::to_string(k + 1) + " is NULL");
    if (handles[k]->shared != shared)
      api::refuse("argument " + std::to_string(k + 1) + " is of another session");
    out[k] = handles[k]->outcome;
  }
}

/// Lowers the result's verdict to the worst one of the arguments.
void note_arguments(Outcome& result, std::span<const Outcome> arguments) {
  for (const Outcome& a : arguments) {
    if (!a.made || (result.made && result.made->verdict >= a.made->verdict)) continue;
    Made made = result.made ? *result.made : Made{};
    made.verdict = a.made->verdict;
    result.made = std::make_shared<Made>(std::move(made));
  }
}

nova_value* call(nova_function& f, std::span<nova_value* const> given) {
  constexpr size_t few = 8;
  std::array<Outcome, few> in_place;
  std::vector<Outcome> many(given.size() > few ? given.size() : 0);
  const auto arguments =
      many.empty() ? std::span(in_place).first(std::max<size_t>(given.size(), 1)) : std::span(many);
  Run run(*f.shared);
  arguments[0] = {Value(), run->frontend().types.prim(Element::Unit)};
  outcomes_of(f.shared, given, arguments);
  std::optional<Outcome> result = f.callable->call(arguments);
  for (Outcome& a : in_place) a.top = nullptr;
  if (!result) run.fail("the call has failed");
  note_arguments(*result, arguments);
  for (Outcome& a : arguments) a = {}; // inside of the session
  return api::handle(f.shared, std::move(*result));
}

/// Calls f with the type of a handle. Without one, returns the zero of the result's type.
template <class F> auto of_type(nova_session* session, nova_type type, F f) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(session).shared);
    Types& types = entry->frontend().types;
    return f(types, types.resolve(api::type_of_handle(*entry, type)));
  });
}

/// Returns the types in a type.
std::vector<TypeId> parts_of(Types& types, TypeId t) {
  switch (types[t].kind) {
  case TypeKind::Vector: return {types.element_of(t)};
  case TypeKind::Sum: {
    const SumId id{types[t].payload};
    return types.sum_type(id).constructors.size() == 1 ? types.fields_at(t, 0) : std::vector<TypeId>();
  }
  default: return {types.args(t).begin(), types.args(t).end()};
  }
}

} // namespace

nova_function* nova_function_new(nova_session* session, const char* text, nova_error** error) {
  return returning(error, [&] {
    Run run(*api::given(session).shared);
    return function_handle(run, session->shared, Callable::of_text(*run, "text", text));
  });
}

nova_function* nova_function_of(const nova_value* value, nova_error** error) {
  return returning(error, [&] {
    Run run(*api::given(value).shared);
    return function_handle(run, value->shared, Callable::of_value(*run, value->outcome));
  });
}

void nova_function_free(nova_function* function) {
  if (!function) return;
  const api::SharedRef shared = function->shared;
  returning(nullptr, [&] {
    Entry entry(*shared);
    return function->callable.reset(), true;
  });
  delete function;
}

nova_value* nova_call(nova_function* function, nova_value* const* arguments, size_t n, nova_error** error) {
  return returning(error, [&] { return call(api::given(function), {arguments, n}); });
}

nova_type nova_function_type(const nova_function* function) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(function).shared);
    const std::optional<TypeId> type = function->callable->type();
    return type ? api::type_handle(*type) : 0;
  });
}
char* nova_function_type_text(const nova_function* function) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(function).shared);
    return api::text_copy(function->callable->type_text());
  });
}
char* nova_function_why(const nova_function* function) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(function).shared);
    return api::text_copy(function->callable->why());
  });
}

nova_type nova_type_named(nova_session* session, const char* text, nova_error** error) {
  return returning(error, [&] {
    Run run(*api::given(session).shared);
    const std::optional<TypeId> type = Exchange(*run).type_named(text);
    if (!type) run.fail("there is no such type");
    return api::type_handle(*type);
  });
}
nova_kind nova_type_kind(nova_session* session, nova_type type) {
  return of_type(session, type, [](Types& types, TypeId t) { return api::kind_of(types, t); });
}
uint32_t nova_type_rank(nova_session* session, nova_type type) {
  return of_type(session, type,
                 [](Types& types, TypeId t) { return types.is(t, TypeKind::Vector) ? types.rank_of(t) : 0; });
}
size_t nova_type_count(nova_session* session, nova_type type) {
  return of_type(session, type, [](Types& types, TypeId t) { return parts_of(types, t).size(); });
}
nova_type nova_type_item(nova_session* session, nova_type type, size_t k) {
  return of_type(session, type, [k](Types& types, TypeId t) {
    const std::vector<TypeId> parts = parts_of(types, t);
    return k < parts.size() ? api::type_handle(types.resolve(parts[k])) : 0;
  });
}
const char* nova_type_constructor(nova_session* session, nova_type type, size_t k) {
  return returning(nullptr, [&]() -> const char* {
    Entry entry(*api::given(session).shared);
    const Frontend& f = entry->frontend();
    const SumType* const sum = api::sum_of(f.types, api::type_of_handle(*entry, type));
    return sum && k < sum->constructors.size() ? f.symbols.text(sum->constructors[k].name).data() : nullptr;
  });
}
const char* nova_type_field(nova_session* session, nova_type type, size_t k) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(session).shared);
    return api::field_name(entry->frontend(), api::type_of_handle(*entry, type), k);
  });
}
char* nova_type_text(nova_session* session, nova_type type) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(session).shared);
    const Frontend& f = entry->frontend();
    return api::text_copy(f.types.print(api::type_of_handle(*entry, type), f.symbols));
  });
}
