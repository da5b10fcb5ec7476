#include "repl/build/names.hpp"
#include "runtime/foreign/function.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <dlfcn.h>
#include <span>

namespace nova {

namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

std::string small_letters(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether the name is one of the words, between blanks.
bool is_word_of(std::string_view words, std::string_view name) {
  return words.find(" " + std::string(name) + " ") != words.npos;
}

/// Macros of the C library's headers, and of compilers, that have small letters.
constexpr std::string_view macros =
    " alignas alignof and and_eq assert assert_perror be16toh be32toh be64toh bitand bitor bool compl "
    "complex d_fileno errno false fpclassify h_addr h_errno htobe16 htobe32 htobe64 htole16 htole32 "
    "htole64 i386 imaginary iscanonical iseqsig isfinite isgreater isgreaterequal isinf isless "
    "islessequal islessgreater isnan isnormal issignaling issubnormal isunordered iszero kill_dependency "
    "le16toh le32toh le64toh linux major makedev math_errhandling minor no_argument noreturn not not_eq "
    "offsetof optional_argument or or_eq required_argument s6_addr s6_addr16 s6_addr32 sa_handler "
    "sa_sigaction sched_priority setjmp si_addr si_addr_lsb si_arch si_band si_call_addr si_fd si_int "
    "si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall si_timerid si_uid si_upper "
    "si_utime si_value sigev_notify_attributes sigev_notify_function sigmask signbit sigsetjmp st_atime "
    "st_ctime st_mtime static_assert stderr stdin stdout strdupa strndupa thread_local timeradd "
    "timerclear timercmp timerisset timersub true unix va_arg va_copy va_end va_list va_start xor xor_eq ";

/// Types and constants of the C library's headers, and structs that a function of their name hides in C++.
constexpr std::string_view types = " fd_mask fd_set jmp_buf once_flag sigjmp_buf timespec tm u_char "
                                   "u_int u_long u_short uint ulong ushort ";

/// The beginnings of names that headers add for threads.
constexpr std::string_view of_threads[] = {"atomic_", "memory_order", "mtx_", "omp_", "pthread_", "thrd_"};

} // namespace

std::string c_name(const std::string& name) {
  std::string out;
  for (const char c : name) out += is_letter_or_digit(c) ? c : '_';
  return out.empty() || !std::isalpha(static_cast<unsigned char>(out[0])) ? "x" + out : out;
}

bool is_taken_in_c(std::string_view name) {
  const bool capitals =
      !name.ends_with("_") && std::ranges::none_of(name, [](unsigned char c) { return std::islower(c); });
  return !is_c_name(std::string(name)) || (capitals && (name.size() > 1 || name == "I")) ||
         name.ends_with("_t") || is_word_of(macros, name);
}

bool is_type_in_c(std::string_view name) {
  return name == "std" || is_word_of(types, name) ||
         std::ranges::any_of(of_threads, [&](std::string_view begin) { return name.starts_with(begin); });
}

bool is_library_function(const std::string& name) {
  constexpr std::string_view compiled[] = {"alloca", "atexit", "at_quick_exit", "main", "pow10", "pow10f"};
  if (is_one_of(compiled, name)) return true;
  return std::ranges::any_of(std::array{"libc.so.6", "libm.so.6"}, [&](const char* library) {
    void* const loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    return loaded && dlsym(loaded, name.c_str());
  });
}

/// One with the name of a system's header gets an ending, since a folder with its header would hide the other one. So do names
/// that CMake keeps for its own targets, and those that begin as the names inside of the library do.
std::string library_name(const std::string& program) {
  constexpr std::string_view headers[] = {
      "aio",    "alloca",  "assert",    "complex",  "ctype",    "dirent",  "dlfcn",   "elf",       "endian",
      "errno",  "error",   "fcntl",     "features", "fenv",     "float",   "fnmatch", "ftw",       "getopt",
      "glob",   "grp",     "iconv",     "inttypes", "libgen",   "limits",  "link",    "locale",    "malloc",
      "math",   "memory",  "netdb",     "omp",      "poll",     "pthread", "pwd",     "regex",     "resolv",
      "sched",  "search",  "semaphore", "setjmp",   "signal",   "spawn",   "stdarg",  "stdatomic", "stdbool",
      "stddef", "stdint",  "stdio",     "stdlib",   "string",   "strings", "syslog",  "tar",       "termios",
      "tgmath", "threads", "time",      "uchar",    "ucontext", "unistd",  "utime",   "values",    "wait",
      "wchar",  "wctype",  "wordexp"};
  constexpr std::string_view targets[] = {"all",        "clean",        "help", "install",
                                          "m",          "package",      "test", "package_source",
                                          "edit_cache", "rebuild_cache"};
  const std::string name = c_name(program);
  if (name == "nova" || name == "nv" || name.starts_with("nova_") || name.starts_with("nv_"))
    return "x_" + name;
  return is_one_of(headers, name) || is_one_of(targets, name) ? name + "_nova" : name;
}

bool is_own_name(const std::string& program, std::string_view name) {
  constexpr std::string_view endings[] = {
      "_ctx",        "_ctx_new", "_ctx_new_with", "_ctx_free",   "_ctx_threads", "_ctx_stack", "_ctx_stop",
      "_ctx_forget", "_free",    "_error",        "_error_code", "_error_place", "_selftest",  "_device"};
  return name.starts_with(program) && is_one_of(endings, name.substr(program.size()));
}

PartNames::PartNames(const std::string& program, const std::string& function) : program_(program) {
  constexpr std::string_view taken[] = {"c_bool", "c_char",    "c_double", "c_float", "c_int",
                                        "c_ptr",  "ctx",       "error",    "free",    "in",
                                        "malloc", "no_memory", "out"};
  used_.insert(std::begin(taken), std::end(taken));
  used_.insert(small_letters(function));
}

std::string PartNames::fresh(std::string name) {
  while (is_taken_in_c(name) || used_.contains(small_letters(name))) name += "_";
  used_.insert(small_letters(name));
  return name;
}

std::string PartNames::parameter(const std::string& written) const {
  const std::string name = c_name(written);
  const bool is_the_librarys =
      name.starts_with("nova_") || name.starts_with("nv_") || name.starts_with(program_ + "_");
  return is_the_librarys ? "x_" + name : name;
}

} // namespace nova
