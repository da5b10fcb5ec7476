# Each library and each text has a process of its own: what one does to its limits, folder, files, signals and rounding mode, the others do not see.
$ d=$(mktemp -d) && cp state.h $d && cd $d && touch here && printf '#include "state.h"\nvoid spoil(int64_t *r, int64_t n) { *r = spoiled(n); }\nvoid look(int64_t *r, int64_t n) { *r = seen(n); }\n' > a.c && printf '#include "state.h"\nvoid looks(int64_t *r, int64_t n) { *r = seen(n); }\n' > b.c && cc -w -shared -fPIC a.c -o liba.so && cc -w -shared -fPIC b.c -o libb.so -lm && printf '(foreign (spoil : int -> int) (look : int -> int) (library "./liba.so"))\n(foreign (looks : int -> int) (library "./libb.so"))\n(foreign-c (text : int -> int) "#include \\"state.h\\"\\nstatic int64_t text(int64_t n) { return seen(n); }")\n(foreign-c (harm : int -> int) "#include \\"state.h\\"\\nstatic int64_t harm(int64_t n) { return spoiled(n); }")\n(println* (look 0) " " (looks 0) " " (text 0))\n(println* (spoil 1) " " (harm 1))\n(println* (look 0) " " (looks 0) " " (text 0))\n' > p.nv && nova run --allow-foreign . p.nv; nova run --tier cpu --allow-foreign . p.nv; rm -r $d
31 31 31
1 1
16 31 31
31 31 31
1 1
16 31 31
