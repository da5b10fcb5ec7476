// Statements of other languages as forms of Nova.
#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {
namespace {

struct Line {
  size_t depth;
  std::string text;
};
using Lines = std::span<const Line>;
using Body = std::optional<std::string>;

constexpr size_t longest_body = 1500, most_lines = 40;

/// Returns the lines of a body that is indented. A line that only ends a block is left out.
std::vector<Line> indented_lines(std::string_view body) {
  std::vector<Line> lines;
  for (size_t at = 0; at < body.size();) {
    const size_t end = std::min(body.find('\n', at), body.size());
    std::string_view line = body.substr(at, end - at);
    if (line.starts_with("... ")) line.remove_prefix(4); // Python's prompt
    const std::string_view text = without_blanks(line);
    const bool comment = text.starts_with("# ") || text.starts_with("\"\"\"");
    if (!text.empty() && !comment && text != "end" && text != "pass")
      lines.push_back({at == 0 ? 0 : line.find_first_not_of(" \t"), std::string(text)});
    at = end + 1;
  }
  if (lines.size() > 1) // its own blanks are cut off
    lines[0].depth = std::ranges::min_element(lines.begin() + 1, lines.end(), {}, &Line::depth)->depth;
  return lines;
}

/// Returns the offset behind the bracket that closes the one at `open`.
size_t behind_bracket(std::string_view text, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(', depth -= text[at] == ')';
    if (depth == 0) return at + 1;
  }
  return text.npos;
}

/// Returns where the statement at `at` ends: at a semicolon or closing brace; in a text without semicolons, as R's, at the
/// line's end.
size_t end_of_statement(std::string_view text, size_t at) {
  const bool lines = text.find(';') == text.npos;
  size_t depth = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    quoted ^= text[at] == '"' && text[at - 1] != '\\';
    if (quoted) continue;
    depth += text[at] == '(' || text[at] == '[';
    depth -= depth > 0 && (text[at] == ')' || text[at] == ']');
    if (depth == 0 && (text[at] == ';' || text[at] == '}' || (lines && text[at] == '\n'))) return at;
  }
  return text.size();
}

/// Adds the statements of C's `text`, from `at` on up to the closing brace, as lines of this depth. Returns the offset
/// behind them. `one`: whether it is one statement, as behind `if (c)`.
size_t add_statements(std::string_view text, size_t at, size_t depth, bool one, std::vector<Line>& lines) {
  while (lines.size() < most_lines) {
    at = std::min(text.find_first_not_of(" \t\n;", at), text.size());
    if (at == text.size() || text[at] == '}') return std::min(at + 1, text.size());
    const std::string_view rest = text.substr(at);
    if (rest[0] == '{') {
      at = add_statements(text, at + 1, depth, false, lines);
    } else if (rest.starts_with("for (") || rest.starts_with("while (") || rest.starts_with("for(") ||
               rest.starts_with("while(")) {
      const size_t end = behind_bracket(text, text.find('(', at));
      if (end == text.npos) return text.size();
      lines.push_back({depth, std::string(text.substr(at, end - at))});
      at = add_statements(text, end, depth + 1, true, lines);
    } else if (rest.starts_with("if (") || rest.starts_with("if(")) {
      const size_t open = text.find('(', at), end = behind_bracket(text, open);
      if (end == text.npos) return text.size();
      lines.push_back({depth, "if " + std::string(text.substr(open, end - open)) + ":"});
      at = add_statements(text, end, depth + 1, true, lines);
      const size_t next = std::min(text.find_first_not_of(" \t\n", at), text.size());
      if (!text.substr(next).starts_with("else")) {
        if (one) return at;
        continue;
      }
      lines.push_back({depth, "else:"});
      at = add_statements(text, next + 4, depth + 1, true, lines);
    } else {
      const size_t end = end_of_statement(text, at);
      lines.push_back({depth, std::string(without_blanks(text.substr(at, end - at)))});
      at = end + (end < text.size() && text[end] != '}');
    }
    if (one) return std::min(at, text.size());
  }
  return text.size();
}

using Forms = std::optional<std::vector<std::string>>;

std::string joined(const std::vector<std::string>& forms) {
  std::string text;
  for (const std::string& f : forms) text += (text.empty() ? "" : " ") + f;
  return text;
}

/// Returns the forms as one: in a `begin` if there are several.
std::string single(const std::vector<std::string>& forms) {
  return forms.size() == 1 ? forms[0] : "(begin " + joined(forms) + ")";
}

bool begins_with(std::string_view line, std::string_view word) {
  return line.starts_with(word) &&
         (line.size() == word.size() || std::string_view(" (:").find(line[word.size()]) != line.npos);
}

/// Whether the line is a further branch of the condition above it.
bool is_branch(std::string_view line) { return line.starts_with("el"); }

bool is_loop(std::string_view line) { return begins_with(line, "for") || begins_with(line, "while"); }

/// Whether one of the lines leaves the function or a loop.
bool leaves(Lines lines) {
  return std::ranges::any_of(lines, [](const Line& l) {
    return l.text.find("return") != l.text.npos || begins_with(l.text, "break") ||
           begins_with(l.text, "continue");
  });
}

class Statements {
 public:
  /// `outside`: whether the statements stand in no function, so that names which they assign are the program's.
  Statements(std::string_view parameters, std::string_view whole, bool outside)
      : whole_(whole), outside_(outside) {
    for (const OtherWord& w : other_words(parameters).value_or(std::vector<OtherWord>{}))
      bound_.emplace_back(w.text);
  }
  /// Names of the program that the statements assign.
  const std::vector<std::string>& assigned() const { return assigned_; }

  /// Returns the forms of the lines. `value`: whether the last one is the value of a function.
  Forms sequence(Lines lines, bool value) {
    if (lines.empty() || ++steps_ > 3 * most_lines) return {};
    const std::string_view first = lines[0].text;
    if (begins_with(first, "if")) return condition(lines, value);
    if (is_loop(first)) return loop(lines, value);
    if (begins_with(first, "return")) return value ? one(nova_expression(first.substr(6))) : Forms{};
    if (const size_t sign = assigning_sign(first); sign != first.npos) return assignment(lines, sign, value);
    return before(statement(first), lines.subspan(1), value);
  }

 private:
  std::vector<std::string> bound_, assigned_;
  std::string_view whole_;
  size_t steps_ = 0;
  bool outside_;

  static Forms one(Body e) { return e ? Forms({*e}) : Forms{}; }
  Forms before(Body form, Lines rest, bool value) {
    if (!form || rest.empty()) return one(std::move(form));
    Forms all = sequence(rest, value);
    if (all) all->insert(all->begin(), *form);
    return all;
  }
  static Lines within(Lines lines) {
    size_t n = 1;
    while (n < lines.size() && lines[n].depth > lines[0].depth) ++n;
    return lines.subspan(1, n - 1);
  }
  bool is_bound(std::string_view name) const {
    return std::ranges::find(bound_, name) != bound_.end() ||
           std::ranges::find(assigned_, name) != assigned_.end();
  }
  /// Returns the offset of the sign that assigns a name: `x = e`, `x <- e`; npos for other lines.
  static size_t assigning_sign(std::string_view line) {
    for (const std::string_view sign : {" = ", " <- ", " := "})
      if (const size_t at = line.find(sign);
          at != line.npos && line.substr(0, at).find_first_of("([\"") == line.npos)
        return at;
    return line.npos;
  }
  /// Returns the form of a statement that is no condition, loop, return or assignment of a name alone.
  Body statement(std::string_view line) {
    const auto t = as_line(line);
    const Line own{0, std::string(line)};
    // The meaning of such a line is that of its statements: this function would call itself without end.
    constexpr std::string_view with_statements[] = {"if", "elif", "elsif", "else", "for", "while", "do"};
    if (!t || leaves(std::span(&own, 1)) || is_one_of(t->word(0), with_statements)) return {};
    const auto meaning = t->words.size() > 1 ? meaning_of(*t) : std::nullopt;
    if (const size_t sign = line.find(" /= "); sign != line.npos && t->is_name(0) && t->word(1) == "/=") {
      const Body value = nova_expression(std::string(line.substr(0, sign)) + " / (" +
                                         std::string(line.substr(sign + 4)) + ")");
      return value && assign(std::string(t->word(0)))
                 ? Body("(set! " + std::string(t->word(0)) + " " + *value + ")")
                 : Body{};
    }
    std::string form = meaning ? shown_forms(meaning->help) : nova_expression(line).value_or("");
    if (form.starts_with("(= ")) return {}; // *p = 5
    const std::string define = "(define ";
    if (meaning && meaning->help.starts_with("a vector is made anew: ") &&
        form.starts_with(define)) // xs.append(1)
      form = "(set! " + form.substr(define.size());
    if (form.empty() || form.find("...") != form.npos || form.starts_with(define)) return {};
    if (form.starts_with("(set! ")) { // x += 1, xs[0] = 5
      const size_t end = form.find_first_of(" !", 6);
      if (!assign(form.substr(6, end - 6))) return {};
    }
    return form;
  }
  /// Notes that a name is assigned anew; returns whether it may be.
  bool assign(const std::string& name) {
    if (is_bound(name)) return true;
    if (outside_) assigned_.push_back(name);
    return outside_;
  }
  Forms assignment(Lines lines, size_t sign, bool value) {
    const std::string_view line = lines[0].text;
    const auto words = other_words(line.substr(0, sign));
    const bool names = words && !words->empty() && std::ranges::all_of(*words, [](const OtherWord& w) {
                         return w.kind == OtherWord::Name || w.text == "*";
                       });
    const bool typed =
        names && words->size() > 1 && (is_type_word(words->front().text) || words->front().text == "local");
    if (!names || (words->size() > 1 && !typed)) return before(statement(line), lines.subspan(1), value);
    const std::string name(words->back().text);
    const Body e =
        nova_expression(line.substr(line.find_first_of("=-", sign) + (line[sign + 1] == ':' ? 2 : 1)));
    if (!e) return {};
    const Lines rest = lines.subspan(1);
    const bool anew = !typed && (is_bound(name) || (outside_ && rest.empty()));
    if (anew || (outside_ && !typed && e->find(name) != e->npos)) {
      if (!assign(name)) return {};
      return before("(set! " + name + " " + *e + ")", rest, value);
    }
    if (rest.empty()) return {};
    bound_.push_back(name);
    const Forms body = sequence(rest, value);
    bound_.pop_back();
    return body ? Forms({"(let (" + name + " " + *e + ") in " + joined(*body) + ")"}) : Forms{};
  }
  /// Returns the forms of the lines within, or of the text that stands on the head's line.
  Forms inner(Lines lines, std::string_view on_line, bool value) {
    const Line own{lines[0].depth + 1, std::string(on_line)};
    const Lines block = within(lines);
    return block.empty() ? sequence(std::span(&own, on_line.empty() ? 0 : 1), value) : sequence(block, value);
  }
  Forms loop(Lines lines, bool value) {
    const auto [head, on_line] = split_loop(lines[0].text);
    const auto around = loop_head(head, whole_);
    const Lines block = within(lines), rest = lines.subspan(1 + block.size());
    if (!around || leaves(block) || (value && rest.empty())) return {};
    const size_t names = bound_.size();
    bound_.insert(bound_.end(), around->names.begin(), around->names.end());
    const Forms body = inner(lines, on_line, false);
    bound_.resize(names);
    return body ? before(around->opening + joined(*body) + around->closing, rest, value) : Forms{};
  }
  Forms condition(Lines lines, bool value) {
    std::string_view head = std::string_view(lines[0].text);
    head.remove_prefix(head.starts_with("el") ? head.find("if") + 2 : 2);
    const std::string line = "if " + std::string(without_blanks(head)); // which the parts are views of
    const auto [c_text, on_line] = split_loop(line);
    const Body c = nova_condition(c_text.substr(std::min<size_t>(3, c_text.size())), whole_);
    const Lines block = within(lines);
    Lines rest = lines.subspan(1 + block.size());
    const Line own{0, std::string(on_line)};
    const bool returns = leaves(block) || leaves(std::span(&own, 1));
    if (!c || (returns && !value)) return {};
    const bool otherwise = !rest.empty() && rest[0].text.starts_with("el");
    const bool last = returns || (value && (rest.empty() || otherwise));
    const Forms a = inner(lines, on_line, last);
    if (!a) return {};
    const auto choice = [&](const Forms& b) -> Body {
      return b ? Body("(if " + *c + " " + single(*a) + " " + single(*b) + ")") : Body{};
    };
    if (!otherwise && !returns) return before("(when " + *c + " " + joined(*a) + ")", rest, value);
    if (!otherwise) return one(choice(sequence(rest, value)));
    if (!begins_with(rest[0].text, "else") || begins_with(rest[0].text, "else if"))
      return one(choice(condition(rest, value)));
    const std::string_view text = rest[0].text;
    const std::string_view behind =
        text.size() > 4 ? without_blanks(text.substr(text[4] == ':' ? 5 : 4)) : "";
    const Forms b = inner(rest, behind, last);
    return last ? one(choice(b)) : before(choice(b), rest.subspan(1 + within(rest).size()), value);
  }
};

/// Returns the lines of a text with its statements; C's are taken apart at semicolons and braces.
std::vector<Line> lines_of(std::string_view body) {
  std::vector<Line> lines;
  if (body.find(';') != body.npos || body.find('{') != body.npos)
    add_statements(body, 0, 0, false, lines);
  else
    lines = indented_lines(body);
  return lines;
}

} // namespace

std::optional<std::string> nova_body(std::string_view body, std::string_view parameters,
                                     std::string_view whole) {
  if (body.size() > longest_body) return {};
  const std::vector<Line> lines = lines_of(body);
  const auto forms =
      lines.size() < most_lines ? Statements(parameters, whole, false).sequence(lines, true) : std::nullopt;
  return forms ? Body(joined(*forms)) : Body{};
}

/// Returns the value of a condition whose branches all assign the name, and do nothing else; nothing of other forms.
static Body assigned_value(std::string_view form, const std::string& name) {
  for (const std::string_view other : {"(when ", "(for ", "(while ", "(begin ", "(let ", "(print"})
    if (form.find(other) != form.npos) return {};
  size_t sets = 0, branches = 1;
  for (size_t at = form.find("(if "); at != form.npos; at = form.find("(if ", at + 1)) ++branches;
  std::string value = change_forms(
      form, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        if (head != "set!" || of.size() != 2 || of[0] != name) return {};
        return ++sets, of[1];
      });
  return form.starts_with("(if ") && sets == branches ? Body(std::move(value)) : Body{};
}

std::optional<std::string> nova_statement(std::string_view block) {
  if (block.size() > longest_body) return {};
  std::vector<Line> lines = lines_of(block);
  if (!lines.empty()) lines[0].depth = 0; // the head, with its body behind it
  if (lines.size() >= most_lines ||
      (lines.size() > 1 && lines[1].depth <= lines[0].depth && !is_branch(lines[1].text)))
    return {};
  Statements statements({}, {}, true);
  const auto forms = statements.sequence(lines, false);
  if (!forms || forms->size() != 1) return {};
  const auto& names = statements.assigned();
  if (names.empty()) return forms->front();
  if (names.size() == 1)
    if (const Body value = assigned_value(forms->front(), names[0]))
      return "(define " + names[0] + " " + *value + ")";
  if (names.size() == 1)
    return "(let (" + names[0] + " " + names[0] + ") in " + forms->front() + " " + names[0] + ")";
  std::string bindings, tuple;
  for (const std::string& n : names)
    bindings += (bindings.empty() ? "(" : " (") + n + " " + n + ")", tuple += (tuple.empty() ? "" : ", ") + n;
  return "(let (" + bindings + ") " + forms->front() + " (" + tuple + "))";
}

} // namespace nova
