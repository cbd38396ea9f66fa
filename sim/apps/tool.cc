// SPDX-License-Identifier: Apache-2.0
//
// tool: runs another program, text in and text out.
//
// Input and output go through unnamed files instead of pipes: neither side can block the other.
//
//   Spec  docs/cli.md#html-report
//   Test  tb/apps/html_test.py
#include "sim/apps/tool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "model/common/text.h"

extern char** environ;

namespace tern::apps {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

std::string contents(std::FILE* file) {
  std::string text;
  std::array<char, 65536> part{};
  std::rewind(file);
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file)) {
    text.append(part.data(), count);
  }
  return text;
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \r\n\t") + 1);
  const std::size_t end = text.rfind('\n');
  return printable(end == std::string::npos ? text : text.substr(end + 1));
}

std::vector<char*> pointers(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  return argv;
}

int spawn(const std::vector<std::string>& arguments, std::FILE* in, std::FILE* out, std::FILE* err,
          pid_t& child) {
  const std::vector<char*> argv = pointers(arguments);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(in), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(out), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(err), STDERR_FILENO);
  // The child must not inherit that we ignore broken pipes.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int code =
      ::posix_spawnp(&child, argv.front(), &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return code;
}

Error failed(const std::string& name, const std::string& cause) {
  return {ErrorKind::kTool, fmt::format("{}: {}", printable(name), cause)};
}

}  // namespace

Result<std::string> run_tool(const std::vector<std::string>& arguments, const std::string& input) {
  const std::string& name = arguments.front();
  const File in(std::tmpfile());
  const File out(std::tmpfile());
  const File err(std::tmpfile());
  if (!in || !out || !err || std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0) {
    return failed(name, "no room for its input in the folder for temporary files; make some");
  }
  std::rewind(in.get());

  pid_t child = 0;
  if (const int code = spawn(arguments, in.get(), out.get(), err.get(), child); code != 0) {
    return failed(name, fmt::format("cannot be started ({})", std::strerror(code)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return contents(out.get());
  const std::string line = last_line(contents(err.get()));
  if (WIFSIGNALED(status)) {
    return failed(name, fmt::format("was ended by signal {}", WTERMSIG(status)));
  }
  return failed(name,
                line.empty() ? fmt::format("failed with exit code {}", WEXITSTATUS(status)) : line);
}

Error become_tool(const std::vector<std::string>& arguments) {
  std::fflush(stdout);
  // The other program must not inherit that we ignore broken pipes.
  std::signal(SIGPIPE, SIG_DFL);
  ::execvp(arguments.front().c_str(), pointers(arguments).data());
  return failed(arguments.front(), fmt::format("cannot be started ({})", std::strerror(errno)));
}

}  // namespace tern::apps
