// Executable documents in Markdown: their code is run, and the output below it is updated.
//
//   ```nova       A program. The comments below a form that begin with a mark show its output: `; => ` its value,
//                 `; | ` the printed text, `; ! ` its error message (the program goes on without that form). The
//                 value of a block's last form is shown even if there is no mark yet. The output of other forms
//                 is shown only where the author has put a mark. A first line `; nova run --input n=5` gives the
//                 options of the command line. A block ```nova continued goes on with the program of the block
//                 before.
//   $ nova ..     A command, in any other block, fenced or indented. Below it are the lines that it prints, and
//                 its exit status if that is not 0. Words may be quoted; `echo x | nova ..` and
//                 `printf '%s\n' x y | nova ..` give it an input. `$ nova .. > x.svg` makes a file. Commands
//                 other than nova are not run.
//   ![..](x.svg)  A picture in the text. If the document's code writes a file of that name (.svg or .png,
//                 without a folder), the picture beside the document is updated.
#pragma once
#include "repl/literate/child_process.hpp"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nova {

struct LiterateText {
  std::string text;                            ///< the document with updated output
  std::vector<std::string> problems;           ///< "line: message" for each part that could not be run
  std::map<std::string, std::string> pictures; ///< pictures that the code made: from file name to bytes
};

/// A function with the parameters and result of run_nova.
using RunNova = std::function<Child(const std::vector<std::string>& arguments, const std::string& folder,
                                    std::string_view input, bool together)>;
/// Runs the code of a document by calls of `run`, and returns the updated document. Commands run in `folder`,
/// programs in a temporary folder.
LiterateText run_document(const std::string& text, const std::string& folder, RunNova run = run_nova);

} // namespace nova
