# A library may crash, hang, lie and break what it reaches: each is an error at its form in time, and the session has its values.
$ h=$PWD/hostile.c; d=$(mktemp -d) && cd $d && cc -w -O1 -shared -fPIC -o libhostile.so $h && for f in writes_nowhere aborts quits exits traps divides nests kills_its_group loops sleeps stops ignores_signals closes_all answers_rubbish floods answers_too_early forks_and_aborts unmaps scribbles frees_twice frees_the_result breaks_the_stack forks rounds_down changes_folder opens_the_terminal; do printf '(foreign (%s : int -> int) (library "./libhostile.so"))\n(%s 5)\n' $f $f; done > forms && for f in is_negative is_nowhere is_not_allocated; do printf '(foreign (%s : int -> vector int) (library "./libhostile.so"))\n(%s 5)\n' $f $f; done >> forms && for f in starts_threads takes_limits; do printf '(foreign (%s : int -> int) (library "./libhostile.so"))\n(%s 5)\n' $f $f; done >> forms && (echo '(define kept [1 2 3])'; cat forms; echo '(println* (sum kept) " " (/ 1.0 3.0))'; echo ':type kept') | nova --allow-foreign . --foreign-timeout 1s --max-memory 2G 2>&1 | grep -v '^ \|^$' | sed 's/^prompt:[0-9]*:1: //; s/\(answers_rubbish\|floods\) failed: .*/\1 failed/'
error[E0429]: the foreign function writes_nowhere failed: it was ended by signal 11, Segmentation fault
error[E0429]: the foreign function aborts failed: it was ended by signal 6, Aborted
error[E0429]: the foreign function quits failed: it ended with status 0
error[E0429]: the foreign function exits failed: it ended with status 7
error[E0429]: the foreign function traps failed: it was ended by signal 4, Illegal instruction
error[E0429]: the foreign function divides failed: it was ended by signal 8, Floating point exception
error[E0429]: the foreign function nests failed: it was ended by signal 11, Segmentation fault
error[E0429]: the foreign function kills_its_group failed: it was ended by signal 9, Killed
error[E0429]: the foreign function loops failed: it took more than 1 s
error[E0429]: the foreign function sleeps failed: it took more than 1 s
error[E0429]: the foreign function stops failed: it took more than 1 s
error[E0429]: the foreign function ignores_signals failed: it took more than 1 s
5 : int
5 : int
error[E0429]: the foreign function floods failed
error[E0429]: the foreign function answers_too_early failed: it has damaged its process
error[E0429]: the foreign function forks_and_aborts failed: it was ended by signal 6, Aborted
error[E0429]: the foreign function unmaps failed: it was ended by signal 11, Segmentation fault
error[E0429]: the foreign function scribbles failed: it was ended by signal 11, Segmentation fault
error[E0429]: the foreign function frees_twice failed: it was ended by signal 6, Aborted
error[E0429]: the foreign function frees_the_result failed: it was ended by signal 6, Aborted
error[E0429]: the foreign function breaks_the_stack failed: it was ended by signal 11, Segmentation fault
5 : int
5 : int
5 : int
-1 : int
error[E0429]: the foreign function is_negative failed: it has returned a vector of length -1
error[E0429]: the foreign function is_nowhere failed: it was ended by signal 11, Segmentation fault
error[E0429]: the foreign function is_not_allocated failed: it was ended by signal 6, Aborted
5 : int
5 : int
6 0.3333333333333333
41 of 64 forms ran
kept : vector int
# A library may answer in the place of its process. An answer that is none to the request is an error; a value has the bits of its type.
$ h=$PWD/hostile.c; d=$(mktemp -d) && cd $d && cc -w -O1 -shared -fPIC -o libhostile.so $h && cp libhostile.so libother.so && (for f in forges_no_word forges_words forges_a_code forges_a_type_error; do printf '(foreign (%s : int -> int) (library "./libhostile.so"))\n(%s 5)\n' $f $f; done; for f in forges_no_vector forges_a_longer_one forges_a_shorter_one forges_less_than_none forges_part_of_one forges_a_huge_one; do printf '(foreign (%s : int -> vector int) (library "./libhostile.so"))\n(length (%s 5))\n' $f $f; done; printf '(foreign (forges_true : int -> bool) (library "./libhostile.so"))\n(foreign (forges_a_byte : int -> int8) (library "./libother.so"))\n(forges_true 5)\n(forges_a_byte 5)\n:type forges_true\n') | nova --allow-foreign . --foreign-timeout 5s 2>&1 | grep -v '^ \|^$' | sed 's/^prompt:[0-9]*:1: //'
error[E0429]: the foreign function forges_no_word failed: it has damaged its process
error[E0429]: the foreign function forges_words failed: it has damaged its process
error[E0429]: the foreign function forges_a_code failed: it has damaged its process
error[E0429]: the foreign function forges_a_type_error failed: it has damaged its process
prompt:10:9: error[E0429]: the foreign function forges_no_vector failed: it has damaged its process
prompt:12:9: error[E0429]: the foreign function forges_a_longer_one failed: it has damaged its process
prompt:14:9: error[E0429]: the foreign function forges_a_shorter_one failed: it has damaged its process
prompt:16:9: error[E0429]: the foreign function forges_less_than_none failed: it has damaged its process
prompt:18:9: error[E0429]: the foreign function forges_part_of_one failed: it has damaged its process
prompt:20:9: error[E0429]: the foreign function forges_a_huge_one failed: it has damaged its process
true : bool
66 : int8
14 of 24 forms ran
forges_true : int -> bool
# A process that keeps much memory has none left for its reply. That is said, and the next call gets a process.
$ h=$PWD/hostile.c; d=$(mktemp -d) && cd $d && cc -w -O1 -shared -fPIC -o libhostile.so $h && printf '(foreign (keeps_and_returns : int -> vector int) (library "./libhostile.so"))\n(length (keeps_and_returns 33000000))\n(length (keeps_and_returns 3))\n:type keeps_and_returns\n' | nova --allow-foreign . --max-memory 520M 2>&1 | grep -v '^ \|^$' | sed 's/^prompt:[0-9]*:[0-9]*: //'
error[E0601]: there is no memory for 251.8 MiB: all bytes that the function's process may have are in use, the limit is that of the session
help: what is left holds 68 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
3 : int
2 of 3 forms ran
keeps_and_returns : int -> vector int
