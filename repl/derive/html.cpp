// Writes a derivation as a page of HTML.
#include "repl/derive/derive.hpp"
#include "repl/show/page.hpp"
#include "repl/show/rules.hpp"
#include "runtime/io/svg.hpp"
#include <set>

namespace nova {
namespace {

constexpr size_t most_rows = 20'000;

/// Returns the HTML of a paragraph, in which text between backticks becomes code.
std::string paragraph(std::string_view text) {
  std::string out = "<p>";
  for (bool code = false; !text.empty(); code = !code) {
    const size_t tick = text.find('`');
    const std::string piece = escaped_markup(text.substr(0, tick));
    out += code ? "<code>" + piece + "</code>" : piece;
    if (tick == std::string_view::npos) break;
    text.remove_prefix(tick + 1);
  }
  return out + "</p>\n";
}

/// Returns the HTML of a rule's explanation. In its text, drawings stand between lines of three backticks, and all
/// else is paragraphs.
std::string story(std::string_view text) {
  std::string out;
  constexpr std::string_view fence = "```\n";
  for (bool drawing = false; !text.empty(); drawing = !drawing) {
    const size_t end = text.find(fence);
    const std::string_view piece = text.substr(0, end);
    if (drawing)
      out += "<pre>" + escaped_markup(piece) + "</pre>\n";
    else if (piece.find_first_not_of("\n") != std::string_view::npos)
      out += paragraph(piece);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + fence.size());
  }
  return out;
}

std::string open_row(const ProofLine& line, const std::string& kind) {
  const std::string depth = std::to_string(line.depth);
  return "<div class=\"row" + kind + "\" data-depth=\"" + depth + "\" style=\"--depth:" + depth + "\"";
}

std::string row(const Proof& p, const ProofLine& line) {
  if (line.hidden)
    return open_row(line, " more") + ">.. " + std::to_string(line.hidden) + " judgements more</div>\n";
  const Judgement& j = p.judgements[line.judgement];
  std::string out = open_row(line, j.end == Judgement::Fails ? " fails" : "");
  if (j.environment != Judgement::none) out += " data-environment=\"" + std::to_string(j.environment) + "\"";
  out += "><button class=\"fold\" aria-label=\"fold\"></button><button class=\"rule\">" +
         escaped_markup(j.rule) + "</button> <code>" + escaped_markup(p.judgement(j)) + "</code>";
  if (j.left_out) out += " <span class=\"more\">" + std::to_string(j.left_out) + " inside the prelude</span>";
  return out + "</div>\n";
}

void write_environments(const Proof& p, const Write& out) {
  out("<script type=\"application/json\" id=\"environments\">[");
  for (uint32_t k = 0; k < p.environments.size(); ++k) {
    std::string text = (k ? ",\n" : "\n") + ("{\"name\":" + in_json(p.name(k))) + ",\"bindings\":[";
    for (size_t b = 0; b < p.environments[k].all.size(); ++b) {
      const ProofBinding& bound = p.environments[k].all[b];
      text += (b ? ",[" : "[") + in_json(bound.name);
      if (!p.typing) text += "," + in_json(bound.value);
      text += "," + in_json(bound.type) + "]";
    }
    out(text + "]}");
  }
  out("\n]</script>\n");
}

void write_rules(const Proof& p, const Write& out) {
  std::set<std::string> rules;
  for (const Judgement& j : p.judgements) rules.insert(j.rule);
  out("<section id=\"rules\">\n");
  for (const std::string& rule : rules)
    out("<article data-rule=\"" + escaped_markup(rule) + "\">\n<h2>" + escaped_markup(rule) + "</h2>\n" +
        story(rule_story(rule, p.typing)) + "</article>\n");
  out("</section>\n");
}

} // namespace

void write_html(const Proof& p, const ProofLimits& limits, const Write& out) {
  const std::string title = p.typing ? "A typing derivation" : "A derivation";
  out(page_begin(title, "derivation.css"));
  out("<header><b>" + title +
      "</b> <button id=\"fold\">Fold all</button> "
      "<button id=\"unfold\">Unfold all</button> Point at a judgement to see its environment, click on a "
      "rule to read it."
      "</header>\n<main>\n");
  for (const ProofLine& line : lines_of(p, limits, most_rows)) out(row(p, line));
  out("</main>\n<aside>\n<h2 id=\"environment\"></h2>\n<table id=\"bindings\"></table>\n");
  write_rules(p, out);
  out("</aside>\n");
  write_environments(p, out);
  out(page_end("derivation.js"));
}

} // namespace nova
