// Writes a derivation as LaTeX.
#include "frontend/source/utf8.hpp"
#include "repl/derive/derive.hpp"
#include <algorithm>
#include <array>

namespace nova {
namespace {

constexpr size_t most_on_paper = 400; ///< largest number of lines of a tree
constexpr size_t widest = 2200;       ///< largest width of a tree in characters: TeX's boxes end at 5.7 m
constexpr std::array inferences = {"Unary", "Unary", "Binary", "Trinary", "Quaternary", "Quinary"};

constexpr std::string_view head = R"(\documentclass{article}
\usepackage{bussproofs}
\newsavebox{\proof}
% One page for each proof, as large as it is.
\newcommand{\proofpage}{%
  \pdfpagewidth=\dimexpr\wd\proof+2cm\relax
  \pdfpageheight=\dimexpr\ht\proof+\dp\proof+2cm\relax
  \hoffset=-1in \voffset=-1in
  \shipout\vbox{\kern1cm\moveright1cm\box\proof}}
\begin{document}
)";

/// Returns LaTeX code that prints the text in a typewriter font. The code is ASCII; other characters become `\u{..}`
/// with their numbers.
std::string code(std::string_view text) {
  std::string out = "\\texttt{";
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const std::string plain(text.substr(at, c.length));
    at += c.length;
    if (plain == "\\")
      out += "\\textbackslash{}";
    else if (plain == "~")
      out += "\\textasciitilde{}";
    else if (plain == "^")
      out += "\\textasciicircum{}";
    else if (plain == " ")
      out += "\\ ";
    else if (plain == "\"" || plain == "-" || plain == "<" || plain == ">" || plain == "'" || plain == "`" ||
             plain == ",")
      out += "{" + plain + "}";
    else if (std::string_view("{}#$%&_").find(plain) != std::string_view::npos)
      out += "\\" + plain;
    else if (plain.size() == 1 && plain[0] >= ' ' && plain[0] < 127)
      out += plain;
    else
      out += "\\textbackslash{}u\\{" + std::to_string(static_cast<uint32_t>(c.value)) + "\\}";
  }
  return out + "}";
}

class Paper {
 public:
  Paper(const Proof& p, const ProofLimits& limits, const Write& out) : p_(p), limits_(limits), out_(out) {}
  void tree(uint32_t root);

 private:
  std::string name(uint32_t environment) const {
    return (p_.typing ? "\\Gamma_{" : "s_{") + std::to_string(environment) + "}";
  }
  std::string judgement(const Judgement& j);
  std::string extension(uint32_t environment) const;
  std::vector<ProofLine> lines(uint32_t root) const;
  size_t width(const std::vector<ProofLine>& lines) const;
  void conclude(const Judgement& j, size_t premises);
  void legend();

  const Proof& p_;
  ProofLimits limits_;
  const Write& out_;
  std::vector<uint32_t> told_; ///< environments used so far in the current tree, for its legend
};

std::string Paper::judgement(const Judgement& j) {
  const bool s = j.environment != Judgement::none;
  if (s && std::find(told_.begin(), told_.end(), j.environment) == told_.end())
    told_.push_back(j.environment);
  const std::string in = s ? "$" + name(j.environment) + "$" : "";
  const std::string result = j.end == Judgement::Unknown ? "$\\cdots$"
                             : j.end == Judgement::Fails ? j.result
                                                         : code(j.result);
  if (p_.typing) return in + " $\\vdash$ " + code(j.term) + " : " + result;
  const std::string arrow = j.rule == "DEFINE" ? " : " : " $\\Rightarrow$ ";
  return "$\\langle$" + code(j.term) + (s ? ", " + in : "") + "$\\rangle$" + arrow + result;
}

std::string Paper::extension(uint32_t environment) const {
  const ProofEnvironment& e = p_.environments[environment];
  const bool whole = e.grew_from == ProofEnvironment::none;
  std::string out = (whole ? "$" : "$" + name(e.grew_from)) + (p_.typing ? "\\{$" : "[$");
  const auto& bindings = whole ? e.all : e.changed;
  for (size_t k = 0; k < bindings.size(); ++k)
    out += (k ? ", " : "") + code(bindings[k].name) + (p_.typing ? " : " : " $\\mapsto$ ") +
           code(p_.typing ? bindings[k].type : bindings[k].value);
  return out + (p_.typing ? "$\\}$" : "$]$");
}

void Paper::conclude(const Judgement& j, size_t premises) {
  if (premises == 0) out_("\\AxiomC{}\n");
  out_("\\RightLabel{\\scriptsize\\textsc{" + j.rule + "}}\n");
  out_("\\" + std::string(inferences[premises]) + "InfC{" + judgement(j) + "}\n");
}

/// Returns the width of a tree in characters: the width of its conclusion, or of its premises side by side, if
/// larger.
size_t Paper::width(const std::vector<ProofLine>& lines) const {
  constexpr size_t rule = 12;       // width of the rule's name and of the space between premises
  std::vector<size_t> side_by_side; // for each depth, the width of the trees seen so far under one conclusion
  for (size_t k = lines.size(); k-- > 0;) {
    const ProofLine& line = lines[k];
    side_by_side.resize(std::max<size_t>(side_by_side.size(), line.depth + 2));
    const size_t own = line.hidden ? 0 : p_.judgement(p_.judgements[line.judgement]).size();
    side_by_side[line.depth] += rule + std::max(own, std::exchange(side_by_side[line.depth + 1], 0));
  }
  return side_by_side[0];
}

/// Returns the lines of the tree of `root`. Leaves out lines until the tree's width is at most `widest`.
std::vector<ProofLine> Paper::lines(uint32_t root) const {
  // bussproofs allows at most five premises: four, and an ellipsis.
  const ProofLimits five{limits_.depth, std::min(limits_.width, 4u)};
  for (size_t most = most_on_paper;; most /= 2) {
    std::vector<ProofLine> all = lines_of(p_, five, most, root);
    if (most <= 1 || width(all) <= widest) return all;
  }
}

/// Writes a tree. bussproofs needs the premises before their conclusion, from left to right, so each conclusion waits
/// on a stack until its premises are written.
void Paper::tree(uint32_t root) {
  out_("\\sbox{\\proof}{\\begin{tabular}[t]{@{}l@{}}\n");
  struct Waiting {
    uint32_t judgement, depth;
    size_t premises;
  };
  std::vector<Waiting> waiting;
  const auto finish = [&](uint32_t depth) {
    while (!waiting.empty() && waiting.back().depth >= depth) {
      conclude(p_.judgements[waiting.back().judgement], waiting.back().premises);
      waiting.pop_back();
    }
  };
  for (const ProofLine& line : lines(root)) {
    finish(line.depth);
    if (!waiting.empty()) ++waiting.back().premises;
    if (line.hidden)
      out_("\\AxiomC{$\\cdots$}\n");
    else
      waiting.push_back({line.judgement, line.depth, 0});
  }
  finish(0);
  out_("\\DisplayProof\\\\[1em]\n");
  legend();
  out_("\\end{tabular}}\n\\proofpage\n");
}

void Paper::legend() {
  for (uint32_t s : told_) out_("$" + name(s) + "$ = " + extension(s) + "\\\\\n");
  told_.clear();
}

} // namespace

void write_latex(const Proof& p, const ProofLimits& limits, const Write& out) {
  out(head);
  Paper paper(p, limits, out);
  for (uint32_t root : p.premises(Judgement::none)) paper.tree(root);
  out("\\end{document}\n");
}

} // namespace nova
