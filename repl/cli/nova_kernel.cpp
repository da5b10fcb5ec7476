// The program `nova-kernel`, which runs the cells of Jupyter notebooks.
#include "jit/gpu/helper/cuda_device.hpp"
#include "repl/cli/commands.hpp"
#include "repl/notebook/xeus.hpp"

int main(int argc, char** argv) {
  if (const auto status = nova::plan::cuda_helper(argc, argv)) return *status;
  nova::Arguments a;
  if (const auto status = nova::parse_kernel_arguments(argc, argv, a)) return *status;
  return nova::notebook::serve(std::move(a.session), a.operand);
}
