#include "frontend/expand/helps/known_names.hpp"
#include "frontend/expand/helps/other_calls.hpp"
#include "frontend/read/other/divisions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>

namespace nova {
namespace {

Shape shape_of_type(const Types& types, TypeId t) {
  t = types.resolve(t);
  const auto element = [&](TypeId e) {
    e = types.resolve(e);
    return types.is(e, TypeKind::Prim) ? std::optional(types.element(e)) : std::nullopt;
  };
  const bool vector = types.is(t, TypeKind::Vector);
  const auto e = element(vector ? types.element_of(t) : t);
  if (vector && !e) {
    const TypeId of = types.resolve(types.element_of(t));
    const bool nested = types.is(types.arg(t, 0), TypeKind::Rank) && types.rank_of(t) == 1;
    if (types.is(of, TypeKind::Tuple)) return Shape::Pairs;
    if (types.is(of, TypeKind::Sum)) return Shape::Records;
    const auto inner = types.is(of, TypeKind::Vector) ? element(types.element_of(of)) : std::nullopt;
    return nested && inner && is_number(*inner) ? Shape::Matrix : Shape::Vector;
  }
  if (vector) return e == Element::Char ? Shape::Text : e && is_real(*e) ? Shape::Fractions : Shape::Vector;
  if (!e || !is_number(*e)) return Shape::Unknown;
  return is_integer(*e) ? Shape::Whole : Shape::Fraction;
}

/// Returns what is known of the last definition of a name, if it has been checked.
Shape shape_of_global(Frontend& f, std::string_view name) {
  const auto named = f.program.named(f.symbols.intern(std::string(name)));
  if (named.empty()) return Shape::Unknown;
  const auto at = static_cast<size_t>(named.back());
  if (at >= f.core.globals.size()) return Shape::Unknown;
  const CoreGlobal& g = f.core.globals[at];
  return g.checked && !g.failed ? shape_of_type(f.types, g.scheme.type) : Shape::Unknown;
}

/// Returns what is known of a name that the text itself defines by a literal: (define xs [1 2 3]).
std::optional<Shape> shape_by_definition(const Frontend& f, std::span<const Datum* const> data,
                                         std::string_view name) {
  for (const Datum* d : data) {
    const auto is = [&](size_t k, std::string_view text) {
      return d->items[k]->is(DatumKind::Symbol) && f.symbols.text(d->items[k]->symbol) == text;
    };
    if (!d->is(DatumKind::List) || d->items.size() != 3 || !is(0, "define") || !is(1, name)) continue;
    return shape_of(f.sources.text(d->items[2]->span), [](std::string_view) { return Shape::Unknown; });
  }
  return {};
}

/// Whether a form in the help binds the name, so that it is none of the program's.
bool binds(std::string_view help, std::string_view name) {
  if (help.find(" " + std::string(name) + " <- ") != help.npos) return true;
  for (const std::string_view head : {"(define (", "(lambda (", "(let (", "(for ("})
    for (size_t at = help.find(head); at != help.npos; at = help.find(head, at + 1)) {
      const size_t begin = at + head.size(), end = std::min(help.find(')', begin), help.size());
      const std::string names = " " + std::string(help.substr(begin, end - begin)) + " ";
      if (names.find(" " + std::string(name) + " ") != names.npos) return true;
    }
  return false;
}

} // namespace

/// Whether the name is defined by the program or by the text.
static bool is_of_program(Frontend& f, std::span<const Datum* const> data, std::string_view name) {
  if (!f.program.named(f.symbols.intern(std::string(name))).empty()) return true;
  return std::ranges::any_of(data, [&](const Datum* d) {
    const std::string_view text = f.sources.text(d->span);
    return text.starts_with("(define " + std::string(name) + " ");
  });
}

/// Returns the columns of numbers of a table that has the name, without `key`; nothing of other names.
static std::vector<std::string> number_columns(Frontend& f, std::string_view name, std::string_view key) {
  const auto named = f.program.named(f.symbols.intern(std::string(name)));
  const size_t at = named.empty() ? f.core.globals.size() : static_cast<size_t>(named.back());
  if (at >= f.core.globals.size() || !f.core.globals[at].checked || f.core.globals[at].failed) return {};
  const TypeId table = f.types.resolve(f.core.globals[at].scheme.type);
  if (!f.types.is(table, TypeKind::Vector)) return {};
  const TypeId row = f.types.resolve(f.types.element_of(table));
  if (!f.types.is(row, TypeKind::Sum)) return {};
  const Constructor& c = f.types.sum_type(SumId{f.types[row].payload}).constructors[0];
  std::vector<std::string> columns;
  for (size_t k = 0; k < c.names.size() && k < c.fields.size(); ++k) {
    const TypeId t = f.types.resolve(c.fields[k]);
    const bool number = f.types.is(t, TypeKind::Prim) && is_number(f.types.element(t));
    const std::string_view column = f.symbols.text(c.names[k]);
    if (number && column != key) columns.emplace_back(column);
  }
  return columns;
}

/// Shows what df.groupby("city").sum() gives of each column of numbers: in the help for a table that is known, else by a
/// further help that says what x stands for.
static void with_grouped_columns(Frontend& f, Diagnostic& d, std::string_view line) {
  const std::string begin = "(group-aggregate (lambda (r) r.", between = ") (lambda (g) ";
  std::string& help = d.notes[0].text;
  const size_t at = help.find(begin), key = at + begin.size(), end = help.find(between, key);
  if (at == help.npos || end == help.npos || line.find(").") == line.npos) return;
  const size_t value = end + between.size(), close = help.find(") ", value);
  if (close == help.npos) return;
  const std::string of = help.substr(value, close - value);
  const size_t x = of.find("g.x"), behind = help.find_first_of(" )", close + 2);
  if (x == of.npos || line.find("[\"x\"]") != line.npos || line.find(".x.") != line.npos) return;
  std::string all;
  const auto columns = number_columns(f, std::string_view(help).substr(close + 2, behind - close - 2),
                                      std::string_view(help).substr(key, end - key));
  for (const std::string& column : columns)
    all += (all.empty() ? "" : ", ") + of.substr(0, x + 2) + column + of.substr(x + 3);
  if (columns.empty()) return void(d.help("x stands for a column of numbers: pandas takes each of them"));
  help.replace(value, close - value, columns.size() > 1 ? "(" + all + ")" : all);
}

/// Returns the text with the product of a vector in place of that of matrices: (dot a b) for (matmul a b).
static std::string with_dots(std::string_view text, const ShapeOf& names) {
  return change_forms(
      text, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        if (head != "matmul" || of.size() != 2) return {};
        const auto row = [&](size_t k) {
          const Shape s = shape_of(of[k], names);
          return s == Shape::Vector || s == Shape::Fractions;
        };
        const bool matrix = shape_of(of[0], names) == Shape::Matrix;
        if (!row(1) || !(row(0) || matrix)) return {};
        return matrix ? "(map (dot " + of[1] + ") " + of[0] + ")" : "(dot " + of[0] + " " + of[1] + ")";
      });
}

/// Returns the help with the forms that the names' values ask for.
static std::string for_shapes(Frontend& f, std::span<const Datum* const> data, const std::string& help,
                              const ShapeOf& names) {
  const std::string own = with_parts_of_tuples(with_scalar_choices(with_columns(help, names), names), names);
  return for_program(own, [&](std::string_view name) { return is_of_program(f, data, name); });
}

/// Returns a further help for elements of a vector that may be tuples, which have parts; nothing for others.
static std::optional<std::string> note_on_tuples(std::string_view help, std::string_view line,
                                                 const ShapeOf& names) {
  const std::string_view lead = "it is ";
  constexpr std::string_view functions[] = {"lambda ", "=>", "->", "\\", "function("};
  if (!help.starts_with(lead) ||
      std::ranges::none_of(functions, [&](std::string_view f) { return line.find(f) != line.npos; }))
    return {};
  const std::string own = with_parts_of_tuples(help.substr(lead.size()), [&](std::string_view name) {
    const Shape s = names(name);
    return s == Shape::Unknown ? Shape::Pairs : s;
  });
  return own == help.substr(lead.size()) ? std::nullopt : std::optional("of tuples it is " + own);
}

/// Whether the help shows an expression that is written otherwise in the text.
static bool shows_expression(const Diagnostic& d) {
  constexpr std::string_view codes[] = {"E0130", "E0328"};
  constexpr std::string_view leads[] = {"operators stand in front: ", "the negative of it is "};
  if (d.notes.empty() || d.notes[0].kind != Note::Help) return false;
  return std::ranges::find(codes, d.code) != std::end(codes) ||
         std::ranges::any_of(leads, [&](std::string_view lead) { return d.notes[0].text.starts_with(lead); });
}

/// Drops errors of names whose definitions had errors, where something else is wrong, too.
static void drop_failed_names(Frontend& f, std::span<const Datum* const> data) {
  std::vector<Diagnostic> all = f.diagnostics.take();
  std::vector<std::string> tables; // of the text, whose files have errors
  for (const Datum* form : data) {
    const std::string_view define = "(define-table ", text = f.sources.text(form->span);
    const bool wrong = text.starts_with(define) && form->items.size() > 1 &&
                       std::ranges::any_of(all, [&](const Diagnostic& d) {
                         return d.span.file == form->span.file && form->span.begin <= d.span.begin &&
                                d.span.end <= form->span.end;
                       });
    if (wrong) tables.emplace_back(f.sources.text(form->items[1]->span));
  }
  const auto follows = [&](const Diagnostic& d) {
    if (d.code != "E0301" || d.args.empty()) return false;
    return d.follows || std::ranges::find(tables, d.args[0]) != tables.end();
  };
  const bool others = std::ranges::any_of(
      all, [&](const Diagnostic& d) { return d.severity() == Severity::Error && !follows(d); });
  for (Diagnostic& d : all)
    if (!others || !follows(d)) f.diagnostics.add(std::move(d));
}

/// Drops an error that says the same, with the same help, as the one before it of the same line: (range 0.0 1.0 0.1).
static void drop_repeated(Frontend& f) {
  std::vector<Diagnostic> all = f.diagnostics.take();
  for (size_t k = 0; k < all.size(); ++k) {
    const Diagnostic* const last = k > 0 ? &all[k - 1] : nullptr;
    const auto repeats = [&](const Diagnostic& d) {
      return last->code == d.code && last->args == d.args && !d.notes.empty() && !last->notes.empty() &&
             last->notes[0].text == d.notes[0].text && last->span.file == d.span.file &&
             f.sources.line_at(d.span.file, d.span.begin).data() ==
                 f.sources.line_at(d.span.file, last->span.begin).data();
    };
    if (!last || all[k].code != "E0205" || !repeats(all[k])) f.diagnostics.add(all[k]);
  }
}

void help_by_known_names(Frontend& f, std::span<const Datum* const> data) {
  join_other_calls(f, data);
  help_with_bare_calls(f, data);
  drop_failed_names(f, data);
  drop_repeated(f);
  for (Diagnostic& d : f.diagnostics.take()) {
    if (shows_expression(d)) {
      std::string help = d.notes[0].text;
      const auto within = [&](const Datum* form) {
        return form->span.file == d.span.file && form->span.begin <= d.span.begin &&
               d.span.end <= form->span.end;
      };
      const auto form = std::ranges::find_if(data, within);
      const std::string around(form == data.end() ? std::string_view() : f.sources.text((*form)->span));
      const ShapeOf names = [&](std::string_view name) {
        if (binds(help, name) || binds(around, name)) return Shape::Unknown;
        const auto own = shape_by_definition(f, data, name);
        return own ? *own : shape_of_global(f, name);
      };
      const bool other = d.code == "E0130" || d.code == "E0328";
      const std::string line(f.sources.text(d.span));
      if (other) help = with_floors(help, line);
      if (line.starts_with("if ") || line.starts_with("while ") || line.find("not ") != line.npos)
        help = with_emptiness(help, names);
      const bool matrices = with_maps(help, names).find("(matmul ") != std::string::npos;
      const auto notes = other ? notes_on_operators(matrices ? with_maps(help, names) : help, line, names)
                               : std::vector<std::string>();
      if (other) help = for_shapes(f, data, help, names);
      d.notes[0].text = with_dots(with_maps(help, names), names);
      if (other) with_grouped_columns(f, d, line);
      for (size_t k = 1; other && k < d.notes.size(); ++k)
        if (d.notes[k].kind == Note::Help)
          d.notes[k].text = with_maps(
              with_parts_of_tuples(with_columns(with_floors(d.notes[k].text, line), names), names), names);
      for (const std::string& note : notes) d.help(with_maps(note, names));
      if (const auto note = other ? note_on_tuples(d.notes[0].text, line, names) : std::nullopt)
        d.help(*note);
    }
    f.diagnostics.add(std::move(d));
  }
}

} // namespace nova
