# Ranks of a prompt where they can't be started. tests/ranks/prompts.py has those that can.
$ printf ':ranks\n:ranks 2\n:ranks x\n:ranks 0\n:ranks off\n(+ 1 2)\n' | nova --mpirun nowhere
$ nova --ranks 2 --mpirun nowhere; nova --ranks 0; nova --ranks x; nova --ranks 2 check f.nv; nova --of-prompt /nowhere
