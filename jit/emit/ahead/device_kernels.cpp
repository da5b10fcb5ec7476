// Prints the launches of array operations, as KernelLauncher (gpu/kernel_launcher.hpp) makes them.
#include "jit/emit/ahead/device_kernels.hpp"

namespace nova::plan {

namespace {

/// The most words that a kernel's captures and columns may take, so that its skeleton's own find room in NOVA_ARGUMENTS.
constexpr size_t most_words = 400;

} // namespace

void LaunchPrinter::declare(const Vars& vars) {
  for (const Var v : vars) line(declared(v) + ";");
}

void LaunchPrinter::free_made(const Vars& live) {
  Names columns;
  for (const Var v : live)
    if (plan()[v].column) columns.push_back(name(v));
  std::string list;
  for (const std::string& c : columns) list += (list.empty() ? "" : ", ") + c;
  must("nova_free_made(t, mark, " + std::to_string(columns.size()) + ", " +
       (columns.empty() ? "0" : "(const void* const[]){" + list + "}") + ")");
}

const Launch& LaunchPrinter::launch_of(const Stm& s) const {
  const auto at = cuda_.launches.find(&s);
  if (at == cuda_.launches.end()) throw NotOnDevice{"a call computes over elements"};
  if (at->second.captures.size() + s.outs.size() > most_words)
    throw NotOnDevice{"a kernel uses too many values"};
  return at->second;
}

/// Returns a kernel's name as a string in C. The text's own names begin with nova_kernel_.
std::string LaunchPrinter::kernel(const Launch& l, const std::string& suffix) const {
  constexpr std::string_view own = "nova_kernel_";
  return "\"" + kernels_ + l.kernel.substr(own.size()) + suffix + "\"";
}

/// Whether the kernel's threads share nothing, so that a block may have any number of them.
bool LaunchPrinter::takes_any_threads(const Launch& l) const {
  const size_t at = cuda_.text.find(" " + l.kernel + "(nova_gpu"), end = cuda_.text.find("\n}\n", at);
  return at != std::string::npos && l.shared == 0 &&
         cuda_.text.substr(at, end - at).find(" nova_map(") != std::string::npos;
}

void LaunchPrinter::give(const std::string& list, Var v) {
  const Element e = element(v);
  const std::string kind = plan()[v].column    ? "column"
                           : !is_floating(e)   ? "i64"
                           : e == Element::F32 ? "f32"
                                               : "f64";
  line("nova_give_" + kind + "(&" + list + ", " + (kind == "i64" ? "(nv_i64)" : "") + name(v) + ");");
}

void LaunchPrinter::arguments(const std::string& list, const Launch& l, Var n) {
  line("nova_arguments " + list + ";");
  line("nova_arguments_begin(&" + list + ", " + name(n) + ");");
  for (const Var v : l.captures) give(list, v);
}

void LaunchPrinter::out(Var v, const std::string& n) {
  must("!(" + name(v) + " = nova_make(t, " + n + ", sizeof *" + name(v) + "))");
  give("args", v);
}

void LaunchPrinter::launches(const Stm& s, Var n, const std::function<void(const Launch&)>& print) {
  const Launch& l = launch_of(s);
  comment(s, std::string(op_row(s.op).name));
  declare(s.outs);
  open("");
  const auto number = [](uint32_t x) { return ", " + std::to_string(x); };
  line("static const nova_launch launch = {" + kernel(l) + number(l.threads) + number(l.shared) +
       number(l.value) + number(l.leaves) + number(l.items) + number(l.arena) + number(takes_any_threads(l)) +
       "};");
  line("const nv_i64 mark = nova_made(t);");
  arguments("args", l, n);
  print(l);
  free_made(s.outs);
  close();
}

void LaunchPrinter::elements(const Stm& s) {
  launches(s, s.args[0], [&](const Launch& l) {
    for (const Var v : s.outs) out(v, name(s.args[0]));
    for (const Var v : l.rooms)
      line("nova_give_i64(&args, nova_readable(t, " + name(v) + ", sizeof *" + name(v) + "));");
    must(std::string(l.row_folds ? "nova_row_folds" : "nova_elements") + "(t, &launch, &args, " +
         name(s.args[0]) + ")");
  });
}

void LaunchPrinter::map(const Stm& s) {
  if (!sorted_.contains(&s)) elements(s);
}

void LaunchPrinter::reduce(const Stm& s) {
  launches(s, s.args[0], [&](const Launch&) {
    const std::string count = std::to_string(s.outs.size());
    line("nv_u64 got[" + count + "];");
    must("nova_reduce(t, &launch, &args, " + name(s.args[0]) + ", " + count + ", got)");
    for (size_t k = 0; k < s.outs.size(); ++k) {
      const std::string y = name(s.outs[k]);
      line("__builtin_memcpy(&" + y + ", &got[" + std::to_string(k) + "], sizeof " + y + ");");
    }
  });
}

void LaunchPrinter::scan(const Stm& s) {
  launches(s, s.args[0], [&](const Launch&) {
    for (const Var v : s.outs) out(v, name(s.args[0]));
    must("nova_scan_there(t, &launch, &args, " + name(s.args[0]) + ")");
  });
}

/// Prints copies of the columns that the statement changes, of n elements.
void LaunchPrinter::changed_columns(const Stm& s, const std::string& n) {
  const size_t first = s.args.size() - s.outs.size();
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const std::string y = name(s.outs[k]);
    must("!(" + y + " = nova_copied(t, " + name(s.args[first + k]) + ", " + n + ", sizeof *" + y + "))");
    give("args", s.outs[k]);
  }
}

void LaunchPrinter::scan_scatter(const Stm& s) {
  const std::string m = name(s.args[1 + initial_state(s).size()]);
  launches(s, s.args[0], [&](const Launch&) {
    changed_columns(s, m);
    std::string bytes;
    for (const Var v : s.bodies[2].results)
      bytes += (bytes.empty() ? "" : ", ") + std::to_string(element_size(element(v)));
    must("nova_scan_scatter(t, &launch, &args, " + name(s.args[0]) + ", " + m + ", (const int[]){" + bytes +
         "}, " + std::to_string(s.bodies[2].results.size()) + ")");
  });
}

void LaunchPrinter::filter(const Stm& s) {
  const size_t others = s.splits ? 1 + s.kept : s.outs.size();
  launches(s, s.args[0], [&](const Launch&) {
    const std::string n = name(s.args[0]), counts = s.splits ? "2" : "1";
    line("nv_i64 counts[" + counts + "], *const counted = nova_make(t, " + counts + ", 8);");
    must("!counted");
    for (size_t k = 0; k < (s.splits ? 2 : 1); ++k)
      line("nova_give_column(&args, counted + " + std::to_string(k) + ");");
    for (size_t k = 0; k < s.outs.size(); ++k)
      if (k != 0 && k != others) out(s.outs[k], n);
    must("nova_filter_there(t, &launch, &args, " + n + ", counted, " + counts + ", counts)");
    line(name(s.outs[0]) + " = counts[0];");
    if (s.splits) line(name(s.outs[others]) + " = counts[1];");
  });
}

void LaunchPrinter::rows(const Stm& s) {
  launches(s, s.args[0], [&](const Launch& l) {
    const std::string n = name(s.args[0]), offsets = name(s.outs[0]),
                      count = std::to_string(s.outs.size() - 2);
    std::string bytes;
    for (size_t k = 2; k < s.outs.size(); ++k)
      bytes += (k > 2 ? ", " : "") + std::to_string(element_size(element(s.outs[k])));
    must("!(" + offsets + " = nova_make(t, " + n + " + 1, 8))");
    line("void* columns[" + count + " + 1];");
    constexpr const char* fills[] = {"NOVA_FILL_WHOLE", "NOVA_FILL_ELEMENTS", "NOVA_FILL_SCANS"};
    must("nova_rows_there(t, &launch, &args, " + n + ", " + fills[static_cast<int>(l.fill)] + ", " +
         (l.cuts_all ? "1" : "0") + ", " + offsets + ", &" + name(s.outs[1]) + ", columns, (const int[]){" +
         (bytes.empty() ? "0" : bytes) + "}, " + count + ")");
    for (size_t k = 2; k < s.outs.size(); ++k)
      line(name(s.outs[k]) + " = columns[" + std::to_string(k - 2) + "];");
  });
}

void LaunchPrinter::each(const Stm& s) {
  launches(s, s.args[0], [&](const Launch&) {
    const Vars& results = s.bodies[0].results;
    std::string parts;
    for (const Var v : results)
      parts += (parts.empty() ? "{" : ", {") + std::to_string(element_size(element(v))) + ", " +
               (plan()[v].column ? "1" : "0") + ", 0, 0, 0, 0}";
    const std::string count = std::to_string(results.size());
    line("nova_part parts[" + count + "] = {" + parts + "};");
    must("nova_each(t, &launch, &args, " + name(s.args[0]) + ", parts, " + count + ")");
    for (size_t k = 0, at = 0; k < results.size(); ++k) {
      const std::string part = "parts[" + std::to_string(k) + "]";
      line(name(s.outs[at++]) + " = " + part + ".column;");
      if (plan()[results[k]].column) line(name(s.outs[at++]) + " = " + part + ".items;");
    }
  });
}

void LaunchPrinter::scatter(const Stm& s) {
  launches(s, s.args[1], [&](const Launch& l) {
    changed_columns(s, name(s.args[0]));
    must("nova_scatter_there(t, &launch, &args, " + name(s.args[0]) + ", " + name(s.args[1]) + ", " +
         (l.claims ? "1" : "0") + ")");
  });
}

void LaunchPrinter::rows_scatter(const Stm& s) {
  launches(s, s.args[0], [&](const Launch& l) {
    arguments("counting", l, s.args[0]);
    changed_columns(s, name(s.args[1]));
    must("nova_scatter_rows(t, &launch, &args, &counting, " + name(s.args[0]) + ", " + name(s.args[1]) +
         ", " + (l.fill == Launch::Fill::Elements ? "NOVA_FILL_ELEMENTS" : "NOVA_FILL_WHOLE") + ")");
  });
}

void LaunchPrinter::histogram(const Stm& s) {
  launches(s, s.args[1], [&](const Launch& l) {
    changed_columns(s, name(s.args[0]));
    must("nova_histogram_there(t, &launch, &args, " + name(s.args[0]) + ", " + name(s.args[1]) + ", " +
         (l.ordered ? kernel(l, "_sort") : "0") + ")");
  });
}

void LaunchPrinter::sort(const Stm& s) {
  const Launch& own = launch_of(s);
  if (own.radix) {
    const Var y = own.sorted ? own.sorted->outs[0] : s.outs[0];
    const std::string n = name(s.args[0]), key = std::to_string(element_size(element(*own.radix)));
    if (own.sorted) sorted_.insert(own.sorted);
    comment(s, "sort");
    line(declared(y) + " = nova_make(t, " + n + ", sizeof *" + name(y) + ");");
    open("");
    line("const nv_i64 mark = nova_made(t);");
    must("!" + name(y) + " || nova_by_digits(t, " + kernel(own) + ", " + n + ", " + name(*own.radix) + ", " +
         key + ", " + key + ", " + (own.sorted ? name(y) + ", 0)" : "0, " + name(y) + ")"));
    free_made({y});
    return close();
  }
  launches(s, s.args[0], [&](const Launch&) {
    line("void* order = nova_make(t, " + name(s.args[0]) + ", 8);");
    must("!order || nova_by_merging(t, &launch, &args, " + name(s.args[0]) + ", &order)");
    line(name(s.outs[0]) + " = order;");
  });
}

} // namespace nova::plan
