# Ranks of a prompt where they can't be started. tests/ranks/prompts.py has those that can.
$ printf ':ranks\n:ranks 2\n:ranks x\n:ranks 0\n:ranks off\n(+ 1 2)\n' | nova --mpirun nowhere
this process alone; :ranks N starts a job of N ranks
error[E0722]: there are no 2 ranks: nowhere is not found in PATH: --ranks needs Open MPI or MPICH
error[E0722]: there are no x ranks: `:ranks` takes a number from 1 on, or off
error[E0722]: there are no 0 ranks: `:ranks` takes a number from 1 on, or off
this process alone; :ranks N starts a job of N ranks
3 : int
[exit 1]
$ nova --ranks 2 --mpirun nowhere; nova --ranks 0; nova --ranks x; nova --ranks 2 check f.nv; nova --of-prompt /nowhere
nova: nowhere is not found in PATH: --ranks needs Open MPI or MPICH
--ranks: Value 0 not in range 1 to 1048576
Run with --help for more information.
--ranks: Value x not in range 1 to 1048576
Run with --help for more information.
nova: --ranks stands with what runs: nova run FILE, -e, the prompt, or nova fuzz
nova: a prompt starts its ranks itself
[exit 2]
