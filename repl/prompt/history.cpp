#include "repl/prompt/history.hpp"
#include "repl/prompt/run_prompt.hpp"
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nova {
namespace {

namespace fs = std::filesystem;

constexpr int most_entries = 10000, busy_ms = 300;
constexpr size_t longest_entry = 64 << 10;

/// Returns the value of an environment variable if it is an absolute path, else "".
std::string folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value && value[0] == '/' ? value : "";
}

/// Returns the path of Nova's file `name` in the folder that an environment variable gives, or in a folder below the
/// user's home; "" if there is no home.
std::string user_file(const char* variable, const std::string& below_home, const std::string& name) {
  const std::string folder = folder_of(variable), home = folder_of("HOME");
  if (!folder.empty()) return folder + "/nova/" + name;
  return home.empty() ? "" : home + "/" + below_home + "/nova/" + name;
}

} // namespace

std::string history_file() { return user_file("XDG_STATE_HOME", ".local/state", "history.db"); }
std::string startup_file() { return user_file("XDG_CONFIG_HOME", ".config", "init.nv"); }

/// The open database. Each function returns SQLite's result code.
struct History::File {
  sqlite3* db = nullptr;
  ~File() { sqlite3_close(db); }

  int open(const std::string& path) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
    if (const int code = sqlite3_open_v2(path.c_str(), &db, flags, nullptr); code != SQLITE_OK) return code;
    sqlite3_busy_timeout(db, busy_ms);
    return run("pragma journal_mode = wal; pragma synchronous = normal;"
               "create table if not exists entries (id integer primary key, text text not null, at integer "
               "not null)");
  }
  int run(const char* sql) { return sqlite3_exec(db, sql, nullptr, nullptr, nullptr); }
  int add(const std::string& text) {
    sqlite3_stmt* s = nullptr;
    int code =
        sqlite3_prepare_v2(db, "insert into entries (text, at) values (?, strftime('%s'))", -1, &s, nullptr);
    if (code == SQLITE_OK) sqlite3_bind_text(s, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(s);
    sqlite3_finalize(s);
    return code == SQLITE_DONE ? SQLITE_OK : code;
  }
  /// Appends the latest `most_entries` entries to `out`, oldest first. Deletes all older ones from the file.
  int load(std::vector<std::string>& out) {
    sqlite3_stmt* s = nullptr;
    const std::string last = std::to_string(most_entries);
    const std::string sql =
        "select text from (select id, text from entries order by id desc limit " + last + ") order by id";
    int code = sqlite3_prepare_v2(db, sql.c_str(), -1, &s, nullptr);
    while (code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
      const auto* text = static_cast<const char*>(sqlite3_column_blob(s, 0));
      const auto size = static_cast<size_t>(sqlite3_column_bytes(s, 0));
      if (text && size <= longest_entry) out.emplace_back(text, size);
      code = SQLITE_OK;
    }
    sqlite3_finalize(s);
    if (out.size() == most_entries)
      run(("delete from entries where id <= (select max(id) from entries) - " + last).c_str());
    return code == SQLITE_DONE ? SQLITE_OK : code;
  }
};

History::History(std::string path, std::function<void(const std::string&)> say)
    : path_(std::move(path)), say_(std::move(say)) {}
History::~History() = default;

namespace {

/// Creates the file if there is none, and makes it accessible to its user alone. Returns false if that fails.
bool make_private(const std::string& path) {
  std::error_code ec;
  const fs::path folder = fs::path(path).parent_path();
  if (!fs::exists(folder, ec)) {
    fs::create_directories(folder.parent_path(), ec);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return false;
  }
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return false;
  struct stat s {};
  const bool own = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid();
  const bool closed = own && ((s.st_mode & 077) == 0 || fchmod(fd, 0600) == 0);
  ::close(fd);
  return closed;
}

bool is_broken(int code) { return code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR; }

} // namespace

void History::open() {
  if (opened_) return;
  opened_ = true;
  if (path_.empty() || !make_private(path_)) return;
  for (int attempt = 0; attempt < 2; ++attempt) {
    file_ = std::make_unique<File>();
    entries_.clear();
    int code = file_->open(path_);
    if (code == SQLITE_OK) code = file_->load(entries_);
    if (code == SQLITE_OK) return;
    file_.reset();
    if (!is_broken(code) || attempt > 0) break;
    set_aside();
    if (!make_private(path_)) return;
  }
}

void History::set_aside() {
  const std::string aside = path_ + ".broken-" + std::to_string(std::time(nullptr));
  std::error_code ec;
  fs::rename(path_, aside, ec);
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(path_ + suffix, ec);
  say_("the history of earlier prompts could not be read; it was set aside as " + aside);
}

void History::add(const std::string& text) {
  open();
  if (text.size() > longest_entry || (!entries_.empty() && entries_.back() == text)) return;
  entries_.push_back(text);
  if (entries_.size() > 2 * size_t{most_entries})
    entries_.erase(entries_.begin(), entries_.end() - most_entries);
  if (file_ && is_broken(file_->add(text))) {
    file_.reset();
    set_aside();
  }
}

const std::vector<std::string>& History::entries() {
  open();
  return entries_;
}

} // namespace nova
