#include "repl/literate/literate.hpp"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace nova {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A temporary folder, which the destructor removes.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "nova-XXXXXX").string();
    if (mkdtemp(name.data())) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Document {
 public:
  Document(const std::string& text, std::string folder, RunNova run)
      : lines_(lines_of(text)), folder_(std::move(folder)), run_(std::move(run)) {}
  LiterateText run();

 private:
  void program();
  void piece();
  Lines form(std::string& text);
  Child run_program(const std::string& program);
  Lines outcome(char mark, const Lines& said, const Child& done);
  void console(const std::string& prefix, bool fenced);
  void command(const std::string& prefix, bool fenced);
  std::optional<std::string> answer(const std::string& line);
  bool is_output(const std::string& prefix, bool fenced) const;
  void skip_output(const std::string& prefix, bool fenced);
  void note_pictures(const std::string& line);
  void take_pictures();
  std::string place_of(const std::string& file) const { return workshop_.path() + "/" + file; }
  void keep() { put(lines_[at_++]); }
  void put(const std::string& line) { out_.text += line + "\n"; }
  void problem(const std::string& what) { out_.problems.push_back(std::to_string(place_ + 1) + ": " + what); }
  bool more() const { return at_ < lines_.size(); }
  bool fence() const { return more() && lines_[at_].starts_with("```"); }

  Lines lines_;
  std::string folder_;
  RunNova run_;
  size_t at_ = 0, place_ = 0;     ///< indices in lines_: the next line to read; the line named in problems
  std::string program_, printed_; ///< the program's forms so far, and their printed output
  Lines options_;                 ///< options of `nova run` for the program
  Lines shown_;                   ///< names of the pictures in the text
  LiterateText out_;
  TemporaryFolder workshop_;
};

bool runs_nova(const std::string& line) {
  return line.starts_with("nova ") || line == "nova" || line.find("| nova ") != std::string::npos;
}

LiterateText Document::run() {
  const std::string indent(4, ' ');
  while (more()) {
    if (lines_[at_] == "```nova" || lines_[at_] == "```nova continued")
      program();
    else if (fence())
      keep(), console("", true);
    else if (lines_[at_].starts_with(indent + "$ ") && runs_nova(lines_[at_].substr(indent.size() + 2)))
      console(indent, false);
    else
      note_pictures(lines_[at_]), keep();
  }
  take_pictures();
  return std::move(out_);
}

// ---- pictures ----

/// Whether the name is that of a file without a folder: it has only letters, digits, hyphens, underscores and dots,
/// and does not begin with a dot or hyphen.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name[0] != '.' && name[0] != '-' && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
  });
}

/// Records the names of the pictures in a line of text. A picture is written ![..](name).
void Document::note_pictures(const std::string& line) {
  for (size_t at = 0; (at = line.find("![", at)) != std::string::npos; ++at) {
    const size_t begin = line.find("](", at), end = line.find(')', at);
    if (begin == std::string::npos || end == std::string::npos || end < begin) return;
    const std::string name = line.substr(begin + 2, end - begin - 2);
    if (is_plain_name(name) && (name.ends_with(".svg") || name.ends_with(".png"))) shown_.push_back(name);
  }
}

/// Reads the files of those pictures that the code has written.
void Document::take_pictures() {
  for (const std::string& name : shown_)
    if (std::ifstream in(place_of(name), std::ios::binary); in)
      out_.pictures[name] = {std::istreambuf_iterator<char>(in), {}};
}

// ---- programs ----

char mark_of(const std::string& line) {
  if (line.starts_with("; =>")) return '=';
  if (line.starts_with("; |")) return '|';
  return line.starts_with("; !") ? '!' : 0;
}

std::string after_mark(const std::string& line, char mark) {
  const size_t from = mark == '=' ? 4 : 3;
  return line.size() > from ? line.substr(line[from] == ' ' ? from + 1 : from) : "";
}

void Document::program() {
  if (lines_[at_] == "```nova") program_.clear(), printed_.clear(), options_.clear();
  keep();
  constexpr std::string_view head = "; nova run ";
  if (more() && lines_[at_].starts_with(head)) {
    if (const auto words = shell_words(std::string_view(lines_[at_]).substr(head.size()))) options_ = *words;
    keep();
  }
  while (more() && !fence()) piece();
  if (more()) keep();
}

/// Runs the program up to the next comment lines with a mark. Then replaces the text after the mark in these lines by
/// the program's output.
void Document::piece() {
  std::string text;
  for (; more() && !fence() && !mark_of(lines_[at_]); keep()) text += lines_[at_] + "\n";
  const char mark = more() && !fence() ? mark_of(lines_[at_]) : 0;
  Lines said;
  place_ = at_;
  for (; mark && more() && mark_of(lines_[at_]) == mark; ++at_) said.push_back(after_mark(lines_[at_], mark));
  if (text.find_first_not_of(" \n") == std::string::npos && !mark) return;
  const Child done = run_program(program_ + text);
  for (const std::string& line : outcome(mark, said, done)) {
    const std::string start =
        mark == '|' || mark == '!' ? std::string("; ") + mark : "; =>"; // no mark: a value
    put(line.empty() ? start : start + " " + line);
  }
  if (mark != '!') program_ += text;
}

Child Document::run_program(const std::string& program) {
  std::ofstream(place_of("block.nv")) << program;
  Lines words = {"run", "block.nv", "--allow-write", "."}; // the temporary folder
  words.insert(words.end(), options_.begin(), options_.end());
  return run_(words, workshop_.path(), "", false);
}

/// Returns the texts to write after the mark `mark`, one for each line, given the program's result `done`. `said` has
/// the texts that the document has now. They are returned unchanged if there is a problem, or if each of them is a
/// part of the program's error message.
Lines Document::outcome(char mark, const Lines& said, const Child& done) {
  if (mark == '!') {
    bool told = done.status == 1;
    for (const std::string& line : said) told = told && done.err.find(line) != std::string::npos;
    if (told && !said.empty() && !said[0].empty()) return said;
    const size_t error = done.err.find("error[");
    if (error == std::string::npos) return problem("this has no error"), said;
    return {done.err.substr(error, done.err.find('\n', error) - error)};
  }
  if (done.status != 0)
    return problem("this fails: " + done.err.substr(0, done.err.find_last_not_of('\n') + 1)), said;
  if (!done.out.starts_with(printed_)) return problem("this prints something else than before"), said;
  const std::string own = done.out.substr(printed_.size());
  if (mark == '|') printed_ = done.out;
  return lines_of(own);
}

// ---- commands ----

/// Processes a block of commands, whose lines begin with `prefix`. It ends at the closing fence if it is `fenced`,
/// else at the first line without the prefix.
void Document::console(const std::string& prefix, bool fenced) {
  while (more() && !(fenced && fence()) && lines_[at_].starts_with(prefix)) {
    if (lines_[at_].starts_with(prefix + "$ "))
      command(prefix, fenced);
    else
      keep();
  }
  if (fenced && more()) keep();
}

bool Document::is_output(const std::string& prefix, bool fenced) const {
  if (!more() || (fenced && fence())) return false;
  if (lines_[at_].starts_with(prefix)) return !lines_[at_].starts_with(prefix + "$ ");
  return lines_[at_].empty() && at_ + 1 < lines_.size() && lines_[at_ + 1].starts_with(prefix);
}

void Document::skip_output(const std::string& prefix, bool fenced) {
  while (is_output(prefix, fenced)) ++at_;
}

void Document::command(const std::string& prefix, bool fenced) {
  const std::string line = lines_[at_].substr(prefix.size() + 2);
  place_ = at_;
  const std::optional<std::string> told = runs_nova(line) ? answer(line) : std::nullopt;
  keep();
  if (!told) {
    while (is_output(prefix, fenced)) keep();
    return;
  }
  skip_output(prefix, fenced);
  for (const std::string& text : lines_of(*told)) put(text.empty() ? text : prefix + text);
}

/// Returns the text that the command `words` writes to a pipe, if it is echo or printf. Returns nothing for another
/// command.
std::optional<std::string> input_of(const Lines& words) {
  std::string text;
  if (!words.empty() && words[0] == "echo") {
    for (size_t k = 1; k < words.size(); ++k) text += (k > 1 ? " " : "") + words[k];
    return text + "\n";
  }
  if (words.size() < 2 || words[0] != "printf" || words[1] != "%s\\n") return {};
  for (size_t k = 2; k < words.size(); ++k) text += words[k] + "\n";
  return text;
}

/// Runs a command and returns its output. If it may not be run, adds a problem and returns nothing.
std::optional<std::string> Document::answer(const std::string& line) {
  const auto refuse = [&](const std::string& why) { return problem(why + ": " + line), std::nullopt; };
  std::optional<Lines> words = shell_words(line);
  if (!words) return refuse("this needs a shell and is not run");
  std::string input;
  const auto pipe = std::find(words->begin(), words->end(), "|");
  if (pipe != words->end()) {
    const std::optional<std::string> given = input_of({words->begin(), pipe});
    if (!given) return refuse("only echo and printf '%s\\n' may stand before a pipe");
    input = *given;
    words->erase(words->begin(), pipe + 1);
  }
  if (words->empty() || words->front() != "nova") return refuse("this is not run");
  words->erase(words->begin());
  std::string file;
  if (words->size() > 1 && (*words)[words->size() - 2] == ">" && is_plain_name(words->back()))
    file = words->back(), words->resize(words->size() - 2);
  if (std::ranges::find(*words, ">") != words->end())
    return refuse("only one file may stand behind the command, beside the document");
  Child done = run_(*words, folder_, input, file.empty());
  if (!file.empty())
    std::ofstream(place_of(file), std::ios::binary) << std::exchange(done.out, std::move(done.err));
  if (!done.out.empty() && done.out.back() != '\n') done.out += '\n';
  return done.out + (done.status ? "[exit " + std::to_string(done.status) + "]\n" : "");
}

} // namespace

LiterateText run_document(const std::string& text, const std::string& folder, RunNova run) {
  return Document(text, folder, std::move(run)).run();
}

} // namespace nova
