// The words that the expander looks for in programs, as symbols that are interned once.
#pragma once
#include "frontend/source/symbol.hpp"
#include <string_view>

namespace nova {

/// A help text for a lambda that assigns a variable bound outside of it. It says what to write instead.
constexpr std::string_view running_value = "a running value is handed on instead: from element to element by "
                                           "(foldl f i xs), in parallel by (reduce f i xs), "
                                           "all of them by (scan f i xs), a state for n steps by (iterate n "
                                           "f x); a copy, (let (y x) in ..), may be captured";

/// The same for a lambda that uses a variable of which elements are assigned.
constexpr std::string_view element_value =
    "pass it to the function, or bind it anew before: (let (w v) in (lambda (k) w!k))";

/// The same for a lambda that assigns an element of a variable bound outside of it.
constexpr std::string_view element_in_lambda =
    "elements are set in a loop, (for (k 0 n) (set! v!k e)), or of a variable that the lambda binds itself";

struct Words {
  const Symbol ellipsis, underscore, dot, colon, arrow, from, plus, bang, bar;
  const Symbol in, then, otherwise, order, group, by, main, testspec, scan;
  const Symbol vector, vec, closure, if_, and_;

  explicit Words(Symbols& s)
      : ellipsis(s.intern("...")), underscore(s.intern("_")), dot(s.intern(".")), colon(s.intern(":")),
        arrow(s.intern("->")), from(s.intern("<-")), plus(s.intern("+")), bang(s.intern("!")),
        bar(s.intern("|")), in(s.intern("in")), then(s.intern("then")), otherwise(s.intern("else")),
        order(s.intern("order")), group(s.intern("group")), by(s.intern("by")), main(s.intern("main")),
        testspec(s.intern("%testspec")), scan(s.intern("scan")), vector(s.intern("vector")),
        vec(s.intern("vec")), closure(s.intern("closure")), if_(s.intern("if")), and_(s.intern("and")) {}
};

} // namespace nova
