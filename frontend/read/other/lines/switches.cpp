// Choices among values in other languages: C's switch, R's, Python's and Rust's match. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {
namespace {

using Text = std::optional<std::string>;

/// A branch: its pattern as Nova writes it, `else` for that of all others, and its statements.
struct Branch {
  std::string pattern;
  std::vector<std::string_view> statements;
};

using Branches = std::optional<std::vector<Branch>>;

/// Returns a pattern, `else` of those that match everything; nothing of patterns that are no literals or names.
Text pattern_of(std::string_view text) {
  text = without_blanks(text);
  if (text == "_" || text == "default" || text == "else" || text == "otherwise") return "else";
  const auto e = nova_expression(text);
  return e && (e->starts_with('"') || e->starts_with("#\\") || e->find_first_of(" (") == e->npos) ? e
                                                                                                  : Text{};
}

std::vector<std::string_view> statements_in(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  std::vector<std::string_view> all = split_at(text, ";\n");
  std::erase_if(all, [](std::string_view s) { return s.empty() || s == "break"; });
  return all;
}

/// Adds branches of the patterns, which signs divide, with the same statements. Returns whether all are understood.
bool add_branches(std::vector<Branch>& all, std::string_view patterns, std::string_view signs,
                  std::string_view body) {
  for (const std::string_view part : split_at(patterns, signs)) {
    const Text pattern = pattern_of(part);
    if (!pattern) return false;
    all.push_back({*pattern, statements_in(body)});
  }
  return true;
}

/// Returns the branches of C's `case 1: .. break; default: ..`, in the text between the braces.
Branches branches_of_c(std::string_view text) {
  std::vector<Branch> all;
  std::vector<std::string> waiting; // patterns whose statements are those of the next branch
  bool quoted = false;
  std::vector<size_t> begins;
  for (size_t at = 0; at < text.size(); ++at) {
    quoted ^= text[at] == '"' && (at == 0 || text[at - 1] != '\\');
    const bool begins_word = at == 0 || !is_letter(text[at - 1]);
    if (!quoted && begins_word &&
        (text.substr(at).starts_with("case ") || text.substr(at).starts_with("default")))
      begins.push_back(at);
  }
  for (size_t k = 0; k < begins.size(); ++k) {
    const size_t end = k + 1 < begins.size() ? begins[k + 1] : text.size();
    std::string_view part = text.substr(begins[k], end - begins[k]);
    const size_t colon = part.find(':');
    if (colon == part.npos) return {};
    const bool label = part.starts_with("case ");
    const Text pattern = label ? pattern_of(part.substr(5, colon - 5)) : Text("else");
    if (!pattern) return {};
    waiting.push_back(*pattern);
    const auto statements = statements_in(part.substr(colon + 1));
    if (statements.empty() && part.find("break") == part.npos && k + 1 < begins.size()) continue;
    for (std::string& p : waiting) all.push_back({std::move(p), statements});
    waiting.clear();
  }
  return all.empty() ? Branches{} : all;
}

/// Returns the branches of `1 => "a", _ => "b"` and of `1 -> "a"; _ -> "b"`.
Branches branches_with_arrows(std::string_view text) {
  std::vector<Branch> all;
  for (const std::string_view part : split_at(text, ",;\n")) {
    const size_t at = std::min(part.find("=>"), part.find("->"));
    if (part.empty()) continue;
    if (at == part.npos || !add_branches(all, part.substr(0, at), "|", part.substr(at + 2))) return {};
  }
  return all.empty() ? Branches{} : all;
}

/// Returns the branches of Python's `case 1: ..`, in the lines of a block.
Branches branches_of_python(std::string_view block) {
  std::vector<Branch> all;
  size_t begin = block.find("case ");
  while (begin != block.npos) {
    const size_t next =
        block.find("\n", begin) == block.npos ? block.npos : block.find(" case ", block.find("\n", begin));
    const std::string_view part = block.substr(begin + 5, next == block.npos ? next : next - begin - 5);
    const size_t colon = part.find(':');
    if (colon == part.npos || !add_branches(all, part.substr(0, colon), "|", part.substr(colon + 1)))
      return {};
    begin = next == block.npos ? next : next + 1;
  }
  return all.empty() ? Branches{} : all;
}

/// Returns the branches of R's switch(x, a = 1, b = 2, 3), whose first argument is left out.
Branches branches_of_r(std::span<const std::string_view> arguments) {
  std::vector<Branch> all;
  const bool named = std::ranges::any_of(arguments, [](std::string_view a) { return a.find('=') != a.npos; });
  for (size_t k = 0; k < arguments.size(); ++k) {
    const size_t sign = arguments[k].find('=');
    const std::string_view key = without_blanks(arguments[k].substr(0, std::min(sign, arguments[k].size())));
    if (sign == OtherText::none && named)
      all.push_back({"else", {arguments[k]}});
    else if (sign == OtherText::none)
      all.push_back({std::to_string(k + 1), {arguments[k]}});
    else
      all.push_back({key.starts_with('"') ? std::string(key) : "\"" + std::string(key) + "\"",
                     {without_blanks(arguments[k].substr(sign + 1))}});
  }
  return all.empty() ? Branches{} : all;
}

/// Returns the form of a branch's statements, nil if it has none.
Text form_of(const Branch& branch) {
  std::string forms;
  for (std::string_view s : branch.statements) {
    if (s.starts_with("return ")) s.remove_prefix(7);
    const auto line = as_line(s);
    const auto meaning = line && line->words.size() > 1 ? meaning_of(*line) : std::nullopt;
    const std::string form = meaning ? shown_forms(meaning->help) : nova_expression(s).value_or("");
    if (form.empty() || form.find("...") != form.npos) return {};
    forms += (forms.empty() ? "" : " ") + form;
  }
  if (branch.statements.empty()) return "nil";
  return branch.statements.size() == 1 ? forms : "(begin " + forms + ")";
}

/// Returns the name that all the forms define, nil left out; an empty text if they do something else.
std::string name_defined(std::span<const std::string> forms) {
  const std::string define = "(define ";
  std::string name;
  for (const std::string& f : forms) {
    if (f == "nil") continue;
    const std::string own = f.starts_with(define) ? f.substr(8, f.find(' ', 8) - 8) : std::string();
    if (own.empty() || own[0] == '(' || (!name.empty() && own != name)) return {};
    name = own;
  }
  return name;
}

std::optional<OtherMeaning> match_of(const std::string& value, const Branches& branches) {
  if (!branches) return {};
  std::vector<std::string> forms;
  for (const Branch& b : *branches) {
    const Text form = form_of(b);
    if (!form) return {};
    forms.push_back(*form);
  }
  const std::string name = name_defined(forms);
  std::string match = "(match " + value;
  bool whole = false, values = true;
  for (size_t k = 0; k < forms.size(); ++k) {
    const std::string begin = "(define " + name + " ";
    std::string form = name.empty() ? forms[k]
                       : forms[k] == "nil"
                           ? name
                           : forms[k].substr(begin.size(), forms[k].size() - begin.size() - 1);
    if (name.empty() && form.find("(define ") != form.npos) return {};
    values &= form != "nil" && !form.starts_with("(print");
    match += " (" + (*branches)[k].pattern + " " + form + ")";
    whole |= (*branches)[k].pattern == "else";
  }
  if (!whole)
    match += !name.empty() ? " (else " + name + ")" : values ? " (else (error! \"no case\"))" : " (else nil)";
  match += ")";
  return OtherMeaning{"a choice", "it is " + (name.empty() ? match : "(define " + name + " " + match + ")")};
}

/// Returns the text in the braces of a block, and what stands before them.
std::pair<std::string_view, std::string_view> split_braces(std::string_view block) {
  const size_t open = block.find('{'), close = block.rfind('}');
  if (open == block.npos || close == block.npos || close < open) return {block, {}};
  return {without_blanks(block.substr(0, open)), block.substr(open + 1, close - open - 1)};
}

} // namespace

std::optional<OtherMeaning> switch_meaning(const OtherText& t) {
  const std::string_view first = t.word(0);
  if (first != "switch" && first != "match" && first != "case") return {};
  const auto [head, inside] = split_braces(t.block);
  std::string_view value = without_blanks(head.substr(first.size()));
  if (first == "switch" && inside.empty() && t.word(1) == "(" && t.line.ends_with(')')) {
    const auto parts = split_at(value.substr(1, value.size() - 2), ",");
    const auto e = nova_expression(parts[0]);
    return e && parts.size() > 1 ? match_of(*e, branches_of_r(std::span(parts).subspan(1))) : std::nullopt;
  }
  if (first == "case" && value.ends_with(" of")) value.remove_suffix(3);
  if (first == "match" && inside.empty()) {
    const size_t colon = value.find(':');
    const auto e = nova_expression(value.substr(0, std::min(colon, value.size())));
    return e && colon != value.npos ? match_of(*e, branches_of_python(value.substr(colon + 1)))
                                    : std::nullopt;
  }
  const bool lines = first == "case" && inside.empty(); // of Haskell
  const auto e = inside.empty() && !lines
                     ? std::nullopt
                     : nova_expression(lines ? t.line.substr(5, t.line.size() - 8) : value);
  if (!e || (lines && !t.line.ends_with(" of"))) return {};
  if (lines) return match_of(*e, branches_with_arrows(t.block.substr(t.line.size())));
  return match_of(*e, first == "switch" ? branches_of_c(inside) : branches_with_arrows(inside));
}

} // namespace nova
