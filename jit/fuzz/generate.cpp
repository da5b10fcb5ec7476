// Generates random programs: chooses a row (a grammar production) for the type that is needed, and fills its holes
// from left to right. A variable that a row binds is in scope in the holes after it.
#include "frontend/core/core.hpp"
#include "jit/fuzz/rows.hpp"
#include <algorithm>

namespace nova::fuzz {
namespace {

const std::vector<size_t> lengths = {0, 1, 2, 3, 4, 7, 15, 16, 17, 33, 64, 1023, 1024, 1025};

struct Variable {
  std::string name;
  Type type;
};

/// The limits of a term that fills a hole.
struct Room {
  int depth = 0; ///< how many levels of nested rows the term may have
  /// The greatest length of vectors in the term. It is smaller if the term runs once for each element of a vector.
  size_t longest = 0;
};

class Generator {
 public:
  explicit Generator(uint64_t seed) : seed_(seed), random_(seed) {
    for (size_t k = 0; k < rows().size(); ++k) off_.push_back(random_.one_in(3));
  }

  Program program(size_t rare) {
    Program p;
    for (size_t k = random_.below(4); k > 0; --k)
      define(p, term(random_.one_in(4) ? type(2) : vector_of(type(1)), {2, 1025}));
    const int depth = static_cast<int>(3 + random_.below(4));
    define(p, random_.one_in(4) ? reduction({depth, 1025})
                                : term(random_.one_in(3) ? type(2) : vector_of(type(1)), {depth, 1025}));
    if (rare > 0) {
      p.expression = rare_ones(rare);
    } else {
      p.expression = std::move(p.definitions.back().second);
      p.definitions.pop_back();
    }
    return p;
  }

 private:
  void define(Program& p, Term value) {
    const std::string name = "g" + std::to_string(p.definitions.size());
    known_.push_back({name, value.type});
    p.definitions.emplace_back(name, std::move(value));
  }

  /// Returns a map over a short vector, whose body contains `rare` terms with rare words. Successive seeds take
  /// successive words of `rare_words`, so that all of them occur equally often.
  Term rare_ones(size_t rare) {
    const auto& words = rare_words();
    Term all{{}, {rare > 1 ? "(map (lambda (i : int) (" : "(map (lambda (i : int) "}, {}};
    all.type.kind = Type::Tuple;
    known_.push_back({"i", {}});
    for (size_t k = 0; k < rare; ++k) {
      const Row& row = *random_.pick(words[(seed_ * rare + k) % words.size()]);
      Letters letters;
      const Type t = filled(row.result, letters);
      all.parts.push_back(Filling(*this, row, std::move(letters), {0, 3}).fill(t));
      all.pieces.emplace_back(", ");
      all.type.items.push_back(t);
    }
    known_.pop_back();
    all.pieces.back() = (rare > 1 ? ")) (iota " : ") (iota ") + std::to_string(1 + random_.below(4)) + "))";
    all.type = vector_of(rare > 1 ? all.type : all.type.items[0]);
    return all;
  }

  // ---- types ----

  Type scalar() {
    static const std::vector<Element> elements = {
        Element::I64, Element::I64, Element::I64,  Element::F64, Element::F64,  Element::F32,
        Element::F32, Element::F16, Element::BF16, Element::I32, Element::I16,  Element::I8,
        Element::U64, Element::U32, Element::U16,  Element::U8,  Element::Bool, Element::Char};
    Type t;
    t.element = random_.pick(elements);
    return t;
  }
  Type type(int depth) {
    if (depth > 0 && random_.one_in(24)) return function_of(scalar(), scalar());
    if (depth == 0 || !random_.one_in(3)) return scalar();
    const size_t kind = random_.below(10);
    if (kind < 5) return vector_of(type(depth - 1));
    if (kind == 8) return vector_of(type(depth - 1), 2);
    Type t;
    t.kind = kind == 9 ? Type::Sum : Type::Tuple;
    if (kind == 9) t.sum = &all_datatypes()[random_.below(all_datatypes().size())];
    for (size_t k = kind == 9 ? t.sum->parameters : 2 + random_.below(2); k > 0; --k)
      t.items.push_back(type(depth - 1));
    return t;
  }
  /// Returns a random type for which the letter may stand. Needed for letters that a row's result does not determine.
  Type type_for(char letter) {
    for (int tries = 0; tries < 3 && !known_.empty() && !random_.one_in(3); ++tries) {
      const Type& known = random_.pick(known_).type;
      const Type& t = known.kind == Type::Vector && random_.one_in(2) ? known.items[0] : known;
      if (allows(letter, t)) return t;
    }
    const bool any = letter <= 'e' || letter == 'o';
    if (letter == 'b' && random_.one_in(16)) return function_of(scalar(), scalar());
    for (;;)
      if (Type t = any ? type(1) : scalar(); allows(letter, t)) return t;
  }
  Type filled(const Type& pattern, Letters& letters) {
    if (pattern.kind == Type::Letter) {
      auto bound = letters.find(pattern.letter);
      if (bound == letters.end()) bound = letters.emplace(pattern.letter, type_for(pattern.letter)).first;
      return bound->second;
    }
    Type t = pattern;
    for (Type& item : t.items) item = filled(item, letters);
    return t;
  }

  // ---- terms ----

  Term term(const Type& t, Room room) {
    if (random_.below(10) < (room.depth <= 0 ? 9u : 3u))
      if (std::string v = variable(t); !v.empty()) return {t, {std::move(v)}, {}};
    if (room.depth <= 0) return literal(t, random_, 3);
    Letters letters;
    const Row* row = choose(t, letters);
    return row ? Filling(*this, *row, std::move(letters), {room.depth - 1, room.longest}).fill(t)
               : literal(t, random_, 3);
  }

  /// Returns a reduction or scan of floats by a built-in operator. Its result depends on the order of the operations,
  /// so that a wrong order is found.
  Term reduction(Room room) {
    Type t;
    t.element = random_.one_in(2) ? Element::F32 : Element::F64;
    if (random_.one_in(3)) t = vector_of(t);
    std::vector<std::pair<const Row*, Letters>> fit;
    for (const Row& row : rows())
      if (Letters bound;
          std::ranges::any_of(row.parts, [](const Part& p) { return p.kind == Part::Operator; }) &&
          matches(row.result, t, bound))
        fit.emplace_back(&row, std::move(bound));
    auto& [row, letters] = fit[random_.below(fit.size())];
    return Filling(*this, *row, std::move(letters), room).fill(t);
  }

  /// Returns the text of a variable of the type, of an item of a tuple variable, or of the conversion of a scalar
  /// variable to the type; "" if there is none.
  std::string variable(const Type& t) {
    std::vector<std::string> fit, near;
    for (const Variable& v : known_) {
      if (v.type == t) fit.push_back(v.name);
      if (v.type.kind == Type::Tuple)
        for (size_t k = 0; k < v.type.items.size(); ++k)
          if (v.type.items[k] == t) fit.push_back(v.name + "." + std::to_string(k));
      const bool scalars = v.type.kind == Type::Prim && t.kind == Type::Prim;
      if (scalars) near.push_back("(to_" + std::string(element_name(t.element)) + " " + v.name + ")");
    }
    if (fit.empty()) fit = std::move(near);
    return fit.empty() ? "" : latest(fit);
  }
  /// Returns one of the names, more often one of the last three.
  const std::string& latest(const std::vector<std::string>& names) {
    const size_t near = std::min<size_t>(names.size(), 3);
    return random_.one_in(3) ? random_.pick(names) : names[names.size() - 1 - random_.below(near)];
  }

  uint64_t weight(const Row& row) const { return row.weight || !reckless_ ? row.weight : 1; }

  /// Returns a random row whose result is of the type, with a probability in proportion to the row's weight. Returns
  /// null if a literal is to be made instead.
  const Row* choose(const Type& t, Letters& letters) {
    uint64_t total = 1; // a literal has weight 1
    std::vector<std::pair<const Row*, Letters>> fit;
    for (size_t k = 0; k < rows().size(); ++k) {
      const Row& row = rows()[k];
      Letters bound;
      if (off_[k] || weight(row) == 0 || !matches(row.result, t, bound)) continue;
      fit.emplace_back(&row, std::move(bound)), total += weight(row);
    }
    uint64_t at = random_.below(total);
    for (auto& [row, bound] : fit) {
      if (at < weight(*row)) return letters = std::move(bound), row;
      at -= weight(*row);
    }
    return nullptr;
  }

  std::string fresh(const std::string& letter) { return letter + std::to_string(names_++); }

  /// Fills one row. It follows the text bracket by bracket, because the scope of a variable ends with a list.
  class Filling {
   public:
    Filling(Generator& g, const Row& row, Letters letters, Room room)
        : g_(g), row_(row), letters_(std::move(letters)), room_(room) {}

    Term fill(const Type& t) {
      term_.type = t;
      term_.pieces.emplace_back();
      for (const Part& p : row_.parts) part(p);
      g_.known_.resize(outside_);
      return std::move(term_);
    }

   private:
    struct List {
      size_t known; ///< number of variables in scope at its start
      bool repeats; ///< whether its contents may run many times
      /// Variables that come into scope after the list.
      std::vector<Variable> waiting{};
      std::vector<std::pair<size_t, Type>> late{};
    };

    void part(const Part& p) {
      switch (p.kind) {
      case Part::Text: return text(p.text);
      case Part::Hole: return hole(filled(p.type));
      case Part::Late: return late(filled(p.type));
      case Part::Parameter: return parameter(p);
      case Part::After: return lists_.back().waiting.push_back(name(p));
      case Part::AtOnce: return g_.known_.push_back(name(p));
      case Part::Hidden: return void(name(p));
      case Part::Known: return g_.known_.push_back(named_.at(p.text));
      case Part::Name: return write(named_.at(p.text).name);
      case Part::Spelled: return write(print_type(filled(p.type)));
      case Part::Size: return write(std::to_string(length()));
      case Part::Operator: return write(g_.random_.pick(operators));
      case Part::BitOperator: return write(g_.random_.pick(bit_operators));
      }
    }

    static inline const std::vector<std::string> operators = {"+", "+", "*", "min", "max"};
    static inline const std::vector<std::string> bit_operators = {"&", "|", "^"};

    void write(std::string_view s) { term_.pieces.back() += s; }
    Type filled(const Type& pattern) { return g_.filled(pattern, letters_); }

    void text(std::string_view s) {
      for (size_t k = 0; k < s.size(); ++k) {
        if (s[k] == '(' || s[k] == '[') open(s.substr(k));
        if (s[k] == ')' || s[k] == ']') close();
        write(s.substr(k, 1));
      }
    }

    void open(std::string_view at) {
      bool repeats = !lists_.empty() && lists_.back().repeats;
      for (const char* head : {"(lambda", "(kernel"}) repeats |= at.starts_with(head);
#define NOVA_NODE(Name, name, rule, word, flags) repeats |= ((flags)&Repeats) && at.starts_with("(" word);
#include "frontend/core/forms.def"
#undef NOVA_NODE
      repeats |= at.starts_with("[") && row_.parts.size() > 1 && row_.parts[1].kind == Part::Late;
      lists_.push_back({g_.known_.size(), repeats});
    }

    void close() {
      List list = std::move(lists_.back());
      for (auto& [place, t] : list.late) term_.parts[place] = g_.term(t, room());
      g_.known_.resize(list.known);
      lists_.pop_back();
      for (Variable& v : list.waiting) g_.known_.push_back(std::move(v));
    }

    Room room() const {
      const bool repeats = !lists_.empty() && lists_.back().repeats;
      return {room_.depth, repeats ? (room_.longest > 5   ? 5
                                      : room_.longest > 3 ? 3
                                                          : size_t{2})
                                   : room_.longest};
    }

    void hole(const Type& t) {
      term_.parts.push_back(g_.term(t, room()));
      term_.pieces.emplace_back();
    }

    void late(const Type& t) {
      lists_.back().late.emplace_back(term_.parts.size(), t);
      term_.parts.emplace_back();
      term_.pieces.emplace_back();
    }

    Variable bind(const Part& p) { return named_[p.text] = {g_.fresh(p.text), filled(p.type)}; }

    Variable name(const Part& p) {
      const Variable v = bind(p);
      write(v.name);
      return v;
    }

    void parameter(const Part& p) {
      const Variable v = bind(p);
      write("(" + v.name + " : " + print_type(v.type) + ")");
      g_.known_.push_back(v);
    }

    size_t length() {
      size_t n;
      do n = lengths[g_.random_.below(g_.random_.one_in(2) ? lengths.size() : 7)];
      while (n > room().longest);
      return n;
    }

    Generator& g_;
    const Row& row_;
    Letters letters_;
    Room room_;
    Term term_;
    std::vector<List> lists_;
    std::map<std::string, Variable> named_;
    size_t outside_ = g_.known_.size();
  };

  uint64_t seed_;
  Random random_;
  bool reckless_ = random_.one_in(5); ///< whether it also uses rows that mostly fail
  std::vector<bool> off_;             ///< for each row: whether it is not used, so that others are used more
  std::vector<Variable> known_;
  uint32_t names_ = 0;
};

} // namespace

Program make_program(uint64_t seed, size_t rare) { return Generator(seed).program(rare); }

} // namespace nova::fuzz
