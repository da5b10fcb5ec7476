#include "frontend/core/types.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <utility>

namespace nova {

Types::Types() {
  for (int e = 0; e < element_count; ++e) intern(TypeKind::Prim, static_cast<uint32_t>(e), {}, pure_effect);
}

namespace {

uint64_t hash_node(TypeKind kind, uint32_t payload, std::span<const TypeId> args) {
  uint64_t h = 0x9e3779b97f4a7c15u * (static_cast<uint64_t>(kind) + 1) + payload;
  for (TypeId a : args) h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u + static_cast<uint32_t>(a);
  return h ^ (h >> 32);
}

} // namespace

TypeId Types::append(const TypeNode& n, std::span<const TypeId> args) {
  TypeNode node = n;
  node.first = static_cast<uint32_t>(pool_.size()), node.count = static_cast<uint32_t>(args.size());
  pool_.insert(pool_.end(), args.begin(), args.end());
  nodes_.push_back(node);
  return TypeId{static_cast<uint32_t>(nodes_.size() - 1)};
}

/// Returns the node of a type. Types without variables and effects are interned; any other gets a new node.
TypeId Types::intern(TypeKind kind, uint32_t payload, std::span<const TypeId> raw, EffectId effect) {
  constexpr size_t few = 8;
  TypeId small[few];
  std::vector<TypeId> large;
  if (raw.size() > few) large.resize(raw.size());
  const std::span<TypeId> args(raw.size() > few ? large.data() : small, raw.size());
  bool concrete = effect == pure_effect && kind != TypeKind::Var;
  for (size_t i = 0; i < raw.size(); ++i) {
    args[i] = resolve(raw[i]);
    concrete = concrete && (*this)[args[i]].concrete;
  }
  const TypeNode node{kind, payload, 0, 0, effect, concrete};
  if (!concrete) return append(node, args);
  const uint64_t h = hash_node(kind, payload, args);
  auto [at, end] = interned_.equal_range(h);
  for (; at != end; ++at) {
    const TypeNode& n = (*this)[at->second];
    if (n.kind == kind && n.payload == payload && std::ranges::equal(this->args(at->second), args))
      return at->second;
  }
  const TypeId t = append(node, args);
  interned_.emplace(h, t);
  return t;
}

TypeId Types::tuple(std::span<const TypeId> items) { return intern(TypeKind::Tuple, 0, items, pure_effect); }
TypeId Types::fun(TypeId parameter, TypeId result, EffectId effect) {
  const TypeId args[] = {parameter, result};
  return intern(TypeKind::Fun, 0, args, effect);
}
TypeId Types::rank(uint32_t n) { return intern(TypeKind::Rank, n, {}, pure_effect); }
TypeId Types::vector(TypeId rank_or_var, TypeId element) {
  const TypeId args[] = {rank_or_var, element};
  return intern(TypeKind::Vector, 0, args, pure_effect);
}
TypeId Types::sum(SumId id, std::span<const TypeId> arguments) {
  return intern(TypeKind::Sum, static_cast<uint32_t>(id), arguments, pure_effect);
}

SumId Types::add_sum(SumType s) {
  sums_.push_back(std::move(s));
  return SumId{static_cast<uint32_t>(sums_.size() - 1)};
}

TypeId Types::fresh(uint32_t level, Classes classes) {
  Variable v;
  v.level = level, v.classes = classes;
  v.type = append({TypeKind::Var, variable_count(), 0, 0, pure_effect, false}, {});
  variables_.push_back(v);
  return v.type;
}

TypeId Types::resolve(TypeId t) const {
  const TypeNode* n = &(*this)[t];
  if (n->kind != TypeKind::Var || !variables_[n->payload].bound) return t;
  TypeId end = variables_[n->payload].binding;
  for (n = &(*this)[end]; n->kind == TypeKind::Var && variables_[n->payload].bound; n = &(*this)[end])
    end = variables_[n->payload].binding;
  // Shorten the chain for later calls. The result stays the same.
  auto& variables = const_cast<std::vector<Variable>&>(variables_);
  for (TypeId at = t; at != end;) {
    Variable& v = variables[(*this)[at].payload];
    at = v.binding, v.binding = end;
  }
  return end;
}

uint32_t Types::rank_of(TypeId vector) const { return (*this)[resolve(arg(resolve(vector), 0))].payload; }

namespace {

/// Records the results of a walk over a type, so that shared parts are visited once. A type with a short text may be
/// exponentially large as a tree. The first 64 steps are not recorded, so that small types need no table.
class Memo {
 public:
  /// Returns the result for t, or null if it is not recorded.
  const TypeId* find(TypeId t) {
    if (++steps_ <= small) return nullptr;
    const auto at = known_.find(static_cast<uint32_t>(t));
    return at == known_.end() ? nullptr : &at->second;
  }
  void add(TypeId t, TypeId result) {
    if (steps_ > small) known_.emplace(static_cast<uint32_t>(t), result);
  }

 private:
  static constexpr uint32_t small = 64;
  uint32_t steps_ = 0;
  std::unordered_map<uint32_t, TypeId> known_;
};

bool all_concrete(const Types& types, TypeId t, Memo& memo) {
  t = types.resolve(t);
  const TypeNode& n = types[t];
  if (n.concrete || memo.find(t))
    return true; // only concrete types are recorded, since the walk ends at the first other type
  if (n.kind == TypeKind::Var) return false;
  for (TypeId a : types.args(t))
    if (!all_concrete(types, a, memo)) return false;
  memo.add(t, t);
  return true;
}

} // namespace

bool Types::is_concrete(TypeId t) const {
  Memo memo;
  return all_concrete(*this, t, memo);
}

TypeId Types::substitute(TypeId t, std::span<const TypeId> from, std::span<const TypeId> to) {
  Memo memo;
  const auto walk = [&](auto& self, TypeId open) -> TypeId {
    Watch::poll();
    open = resolve(open);
    const TypeNode n = (*this)[open]; // a copy, because new nodes below may move `nodes_`
    if (n.concrete) return open;
    if (n.kind == TypeKind::Var) {
      for (size_t i = 0; i < from.size(); ++i)
        if (resolve(from[i]) == open) return resolve(to[i]);
      return open;
    }
    if (const TypeId* known = memo.find(open)) return *known;
    std::vector<TypeId> args(n.count);
    bool still_open = false;
    for (uint32_t i = 0; i < n.count; ++i) {
      args[i] = self(self, pool_[n.first + i]);
      still_open = still_open || !(*this)[args[i]].concrete;
    }
    const TypeId result = intern(n.kind, n.payload, args, still_open ? n.effect : pure_effect);
    memo.add(open, result);
    return result;
  };
  return walk(walk, t);
}

std::vector<TypeId> Types::fields_at(SumId id, uint32_t constructor, std::span<const TypeId> arguments) {
  const std::vector<TypeId> parameters = sum_type(id).parameters,
                            fields = sum_type(id).constructors[constructor].fields;
  std::vector<TypeId> out;
  out.reserve(fields.size());
  for (TypeId f : fields) out.push_back(substitute(f, parameters, arguments));
  return out;
}

std::vector<TypeId> Types::fields_at(TypeId sum, uint32_t constructor) {
  const std::vector<TypeId> arguments(args(sum).begin(), args(sum).end()); // a copy: types are made below
  return fields_at(SumId{(*this)[sum].payload}, constructor, arguments);
}

namespace {

/// The position of a type within another type, which decides whether it is printed in parentheses.
enum Place : uint8_t { Anywhere, Operand, Argument };

/// Prints one type. A type that nests too deeply, or is too long, ends in dots.
class TypePrinter {
 public:
  TypePrinter(const Types& types, const Symbols& symbols, Types::Namer& namer)
      : types_(types), symbols_(symbols), namer_(namer) {}

  void print(TypeId t, Place place) {
    constexpr int deepest = 40;
    constexpr size_t longest = 4000;
    if (depth_ > deepest || text.size() > longest) {
      text += "...";
      return;
    }
    ++depth_;
    t = types_.resolve(t);
    switch (types_[t].kind) {
    case TypeKind::Prim: text += element_name(types_.element(t)); break;
    case TypeKind::Var: variable(t, place); break;
    case TypeKind::Rank: text += std::to_string(types_[t].payload); break;
    case TypeKind::Tuple: tuple(t); break;
    case TypeKind::Fun: function(t, place); break;
    case TypeKind::Vector: vector(t, place); break;
    case TypeKind::Sum: sum(t); break;
    }
    --depth_;
  }
  std::string text;

 private:
  /// The arguments of a sum in place that is being printed, for its parameters.
  struct Arguments {
    std::span<const TypeId> parameters, given;
    const Arguments* outer; ///< those of the sum around it, where its own arguments stand
  };
  void variable(TypeId t, Place place) {
    for (size_t k = 0; arguments_ && k < arguments_->parameters.size(); ++k) {
      if (arguments_->parameters[k] != t) continue;
      const Arguments* const here = std::exchange(arguments_, arguments_->outer);
      print(here->given[k], place);
      arguments_ = here;
      return;
    }
    named_variable(types_[t].payload);
  }
  void named_variable(uint32_t index) {
    auto [at, added] = namer_.names.try_emplace(index);
    if (added) {
      const uint32_t n = namer_.used++;
      at->second =
          std::string("'") + static_cast<char>('a' + n % 26) + (n < 26 ? "" : std::to_string(n / 26));
    }
    text += at->second;
  }
  /// Prints the variable of a rank: 'n, 'n1, ..
  void rank(uint32_t index) {
    auto [at, added] = namer_.names.try_emplace(index);
    const uint32_t n = added ? namer_.ranks++ : 0;
    if (added) at->second = n ? "'n" + std::to_string(n) : "'n";
    (text += '#') += at->second;
  }
  void list(std::span<const TypeId> items, const char* between, Place place) {
    bool first = true;
    for (TypeId i : items) {
      if (!first) text += between;
      first = false, print(i, place);
    }
  }
  void tuple(TypeId t) {
    text += '(';
    list(types_.args(t), ", ", Anywhere);
    text += ')';
  }
  void function(TypeId t, Place place) {
    if (place != Anywhere) text += '(';
    print(types_.arg(t, 0), Operand);
    text += " -> ";
    // The arrows of a curried function count as one level of nesting.
    --depth_, print(types_.arg(t, 1), Anywhere), ++depth_;
    if (place != Anywhere) text += ')';
  }
  void vector(TypeId t, Place place) {
    if (place == Argument) text += '(';
    text += "vector";
    const TypeId rank = types_.resolve(types_.arg(t, 0));
    if (types_[rank].kind == TypeKind::Rank && types_[rank].payload != 1)
      text += '#' + std::to_string(types_[rank].payload);
    if (types_[rank].kind == TypeKind::Var && types_.variable(rank).rigid) this->rank(types_[rank].payload);
    text += ' ';
    print(types_.arg(t, 1), Operand);
    if (place == Argument) text += ')';
  }
  void sum(TypeId t) {
    const SumType& of = types_.sum_type(SumId{types_[t].payload});
    if (of.in_place) return sum_in_place(of, types_.args(t));
    const auto name = symbols_.text(of.name);
    if (types_[t].count == 0) {
      text += name;
      return;
    }
    text += '(';
    text += name;
    text += ' ';
    list(types_.args(t), " ", Argument);
    text += ')';
  }
  /// Prints (+ (C : t) ..), with the arguments in place of the type's parameters.
  void sum_in_place(const SumType& of, std::span<const TypeId> arguments) {
    const Arguments here{of.parameters, arguments, arguments_};
    arguments_ = &here;
    text += "(+";
    for (const Constructor& c : of.constructors) {
      ((text += " (") += symbols_.text(c.name)) += " : ";
      fields(c);
      text += ')';
    }
    text += ')';
    arguments_ = here.outer;
  }
  void fields(const Constructor& c) {
    if (c.fields.empty()) text += element_name(Element::Unit);
    if (c.tuple_declared) text += '(';
    list(c.fields, ", ", Anywhere);
    if (c.tuple_declared) text += ')';
  }
  const Types& types_;
  const Symbols& symbols_;
  Types::Namer& namer_;
  const Arguments* arguments_ = nullptr;
  int depth_ = 0;
};

} // namespace

std::string Types::print(TypeId t, const Symbols& symbols, Namer& namer) const {
  TypePrinter p(*this, symbols, namer);
  p.print(t, Anywhere);
  return std::move(p.text);
}

} // namespace nova
