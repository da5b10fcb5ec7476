// Shrinks a program that fails: tries to replace every subterm, larger ones first, by a shorter term of the same
// type. The result still fails. Unless the limit of tries ends the search, no further replacement leaves it failing.
#include "jit/fuzz/trial.hpp"
#include <algorithm>

namespace nova::fuzz {
namespace {

/// The path to a subterm: the index of a part at each level.
using Path = std::vector<size_t>;

Term& at(Term& t, const Path& path) {
  Term* here = &t;
  for (size_t k : path) here = &here->parts[k];
  return *here;
}

void list_paths(const Term& t, Path& path, std::vector<Path>& out) {
  out.push_back(path);
  for (size_t k = 0; k < t.parts.size(); ++k) {
    path.push_back(k);
    list_paths(t.parts[k], path, out);
    path.pop_back();
  }
}

/// Appends to `out` all subterms of a term that have the given type or, if `type` is null, any type.
void collect(const Term& t, const Type* type, std::vector<Term>& out) {
  for (const Term& part : t.parts) {
    if (!type || part.type == *type) out.push_back(part);
    collect(part, type, out);
  }
}

/// Returns the term with a number in its text halved, such as the length of a range. Returns none if there is no such
/// number.
std::optional<Term> with_shorter_numeral(const Term& t) {
  for (size_t k = 0; k < t.pieces.size(); ++k) {
    const std::string& piece = t.pieces[k];
    size_t at = piece.find_first_of("123456789");
    while (at != piece.npos && at > 0 && piece[at - 1] != ' ') at = piece.find_first_of("123456789", at + 1);
    if (at == piece.npos) continue;
    size_t end = piece.find_first_not_of("0123456789", at);
    if (end == piece.npos) end = piece.size();
    const uint64_t n = std::stoull(piece.substr(at, std::min<size_t>(end - at, 18)));
    if (n < 2 || n > 100000) continue;
    Term less = t;
    less.pieces[k] = piece.substr(0, at) + std::to_string(n / 2) + piece.substr(end);
    return less;
  }
  return std::nullopt;
}

/// Whether the text is a variable. Names begin with a letter and end in a digit, and no other term does both.
bool is_variable(const std::string& text) {
  return std::isalpha(static_cast<unsigned char>(text.front())) &&
         std::isdigit(static_cast<unsigned char>(text.back()));
}

/// Returns the terms that may replace a term, shortest first: the simplest values of its type, and its own subterms
/// of this type. If `whole`, the term is the program's expression, which a subterm of any type may replace.
std::vector<Term> candidates(const Term& t, bool whole) {
  std::vector<Term> all = simplest(t.type);
  collect(t, whole ? nullptr : &t.type, all);
  if (auto less = with_shorter_numeral(t)) all.push_back(std::move(*less));
  const size_t size = size_of(t);
  const std::string plainest = print_term(all[0]), text = print_term(t);
  std::erase_if(all, [&](const Term& c) { // terms that are no shorter could replace each other forever
    if (is_variable(text) && c.parts.empty()) return false; // a constant for a variable
    return size_of(c) >= size && (size_of(c) > size || text == plainest || print_term(c) != plainest);
  });
  std::ranges::stable_sort(all, {}, size_of);
  return all;
}

/// Whether the text contains the name with no further digit after it, so that g1 is not found in g12.
bool mentions(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const char after = at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if (after < '0' || after > '9') return true;
  }
  return false;
}

class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& fails, size_t most)
      : best_(std::move(program)), fails_(fails), left_(most) {}

  Program run() {
    bool better = true;
    while (better && left_ > 0) {
      better = drop_definitions();
      for (size_t root = 0; root <= best_.definitions.size(); ++root) better |= shorten(root);
    }
    return std::move(best_);
  }

 private:
  bool still_fails(Program p) {
    if (left_ == 0) return false;
    --left_;
    if (!fails_(p)) return false;
    best_ = std::move(p);
    return true;
  }

  /// Tries to make the value of one of the definitions the program's expression, and to drop the definitions after
  /// it.
  bool end_earlier() {
    for (size_t k = 0; k < best_.definitions.size(); ++k) {
      Program p = best_;
      p.expression = std::move(p.definitions[k].second);
      p.definitions.resize(k);
      if (still_fails(std::move(p))) return true;
    }
    return false;
  }

  bool drop_definitions() {
    bool better = end_earlier();
    for (size_t k = best_.definitions.size(); k-- > 0;) {
      Program p = best_;
      p.definitions.erase(p.definitions.begin() + static_cast<ptrdiff_t>(k));
      if (mentions(print_program(p), best_.definitions[k].first)) continue;
      better |= still_fails(std::move(p));
    }
    return better;
  }

  static Term& root_of(Program& p, size_t root) {
    return root < p.definitions.size() ? p.definitions[root].second : p.expression;
  }

  bool shorten(size_t root) {
    bool better = false;
    for (size_t next = 0; left_ > 0; ++next) {
      std::vector<Path> paths;
      Path start;
      list_paths(root_of(best_, root), start, paths);
      if (next >= paths.size()) return better;
      while (left_ > 0 && shorten_at(root, paths[next])) better = true;
    }
    return better;
  }

  bool shorten_at(size_t root, const Path& path) {
    const bool whole = path.empty() && root == best_.definitions.size();
    for (Term& c : candidates(at(root_of(best_, root), path), whole)) {
      Program p = best_;
      at(root_of(p, root), path) = std::move(c);
      if (still_fails(std::move(p))) return true;
    }
    return false;
  }

  Program best_;
  const std::function<bool(const Program&)>& fails_;
  size_t left_;
};

} // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails, size_t most) {
  return Shrinker(std::move(program), fails, most).run();
}

} // namespace nova::fuzz
