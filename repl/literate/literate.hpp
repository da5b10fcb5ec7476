// Documents whose code runs: what it gives stands below it, and is written there anew.
//
//   ```nova       A program. Below a form `; => ` stands its value, `; | ` what was printed, `; ! ` what a
//                 diagnostic says of it (the program goes on without that form). As the first line
//                 `; nova run --input n=5` gives the command line. Marks are filled in, not added. A block
//                 ```nova continued goes on with the program of the one before.
//   $ nova ..     In any other block, fenced or indented: below it stand what the command prints, and its
//   exit
//                 status where that is not 0. Words may be quoted; `echo x | nova ..` and
//                 `printf '%s\n' x y | nova ..` give it an input. Other commands are left alone: a document
//                 runs no program but Nova. `$ nova .. > x.svg` makes a file.
//   ![..](x.svg)  In the text: a picture that the document's code writes under that name (.svg or .png, no
//   folder)
//                 stands beside the document, and is written there anew.
#pragma once
#include "repl/literate/child_process.hpp"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nova {

struct LiterateText {
  std::string text;                            ///< as it comes out now
  std::vector<std::string> problems;           ///< what could not be run, with the line
  std::map<std::string, std::string> pictures; ///< those that it shows and writes, by their names
};

/// As run_nova.
using RunNova = std::function<Child(const std::vector<std::string>& arguments, const std::string& folder,
                                    std::string_view input, bool together)>;
/// Commands run in the document's folder, programs in a folder of their own; `run` runs them.
LiterateText run_document(const std::string& text, const std::string& folder, RunNova run = run_nova);

} // namespace nova
