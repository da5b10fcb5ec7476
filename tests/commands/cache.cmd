# The cache of compiled code can be damaged, shared and taken away: nothing wrong is ever loaded, and the answer is the same.
# An object cut short, one with a changed byte, one that is nothing at all: made again.
$ export XDG_CACHE_HOME=$(mktemp -d); go() { nova -e '(reduce + 0 (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu --stats 2>&1 | sed '/^-e/d; s/([0-9]* ms)/(.. ms)/'; }; go; go; for f in $XDG_CACHE_HOME/nova/*.so; do truncate -s 1000 $f; done; go; for f in $XDG_CACHE_HOME/nova/*.so; do printf x | dd of=$f bs=1 seek=5000 conv=notrunc status=none; done; go; for f in $XDG_CACHE_HOME/nova/*.so; do : > $f; done; go; go; rm -r $XDG_CACHE_HOME
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
332833500
compiled 0 (.. ms), from the cache 1, mismatches 0
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
332833500
compiled 0 (.. ms), from the cache 1, mismatches 0
# A folder that others may write, one that is a link, one that is a file: another one is used, for this session.
$ export XDG_CACHE_HOME=$(mktemp -d); go() { nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu --stats 2>&1 | sed '/^-e/d; /^prelude/d; s/([0-9]* ms)/(.. ms)/; s|/tmp/.*/nova:|FOLDER:|'; ls $XDG_CACHE_HOME/nova/ 2>/dev/null | wc -l; }; mkdir -m 0777 $XDG_CACHE_HOME/nova; chmod 0777 $XDG_CACHE_HOME/nova; go; rmdir $XDG_CACHE_HOME/nova; mkdir -m 0700 $XDG_CACHE_HOME/other; ln -s other $XDG_CACHE_HOME/nova; go; rm $XDG_CACHE_HOME/nova; touch $XDG_CACHE_HOME/nova; go; rm -r $XDG_CACHE_HOME
nova: what is compiled is not kept for other sessions: FOLDER: it is no folder that is the user's alone (mode 0700)
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
0
nova: what is compiled is not kept for other sessions: FOLDER: it is no folder that is the user's alone (mode 0700)
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
0
nova: what is compiled is not kept for other sessions: FOLDER: it is no folder that is the user's alone (mode 0700)
332833500
compiled 1 (.. ms), from the cache 0, mismatches 0
0
# A folder of somebody else (root alone can make one; others see the mode's case again).
$ export XDG_CACHE_HOME=$(mktemp -d); mkdir -m 0700 $XDG_CACHE_HOME/nova; if [ $(id -u) = 0 ]; then chown 1 $XDG_CACHE_HOME/nova; else chmod 0777 $XDG_CACHE_HOME/nova; fi; nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu 2>&1 | sed 's|/tmp/.*/nova:|FOLDER:|'; ls $XDG_CACHE_HOME/nova | wc -l; rm -r $XDG_CACHE_HOME
nova: what is compiled is not kept for other sessions: FOLDER: it is no folder that is the user's alone (mode 0700)
332833500
0
# A folder that can't be written; for root, who writes everywhere, it is no fault.
$ export XDG_CACHE_HOME=$(mktemp -d); mkdir -m 0500 $XDG_CACHE_HOME/nova; nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu; chmod 0700 $XDG_CACHE_HOME/nova; rm -r $XDG_CACHE_HOME
332833500
# A full disk (here: files of no size): no kernel, the interpreter goes on, nothing is left behind.
$ export XDG_CACHE_HOME=$(mktemp -d); (trap '' XFSZ; ulimit -f 0; nova -e '(sum (map (lambda (x) (* x x)) (iota 100000)))' --tier auto; nova -e '(map (lambda (x) (* x x)) (iota 3))' --tier cpu 2>&1); find $XDG_CACHE_HOME -type f | wc -l; rm -r $XDG_CACHE_HOME
333328333350000
-e:1:1: error[E0426]: no kernel could be made of this: the folder for compiled code can't be written: File too large
 1 | (map (lambda (x) (* x x)) (iota 3))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
0
# Four processes at once on an empty cache.
$ export XDG_CACHE_HOME=$(mktemp -d); for k in 1 2 3 4; do nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu > $XDG_CACHE_HOME/out.$k 2>&1 & done; wait; cat $XDG_CACHE_HOME/out.*; ls $XDG_CACHE_HOME/nova | sed 's/^[0-9a-f]*\.so$/one.so/' | sort -u; nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu --stats 2>&1 | sed '/^-e/d; /^prelude/d'; rm -r $XDG_CACHE_HOME
332833500
332833500
332833500
332833500
one.so
332833500
compiled 0 (0 ms), from the cache 1, mismatches 0
# A compiler that is killed, one that makes nothing, one that makes nonsense, one that fails.
$ export XDG_CACHE_HOME=$(mktemp -d); mkdir $XDG_CACHE_HOME/bin; cc() { printf '#!/bin/bash\n%s\n' "$1" > $XDG_CACHE_HOME/bin/cc; chmod +x $XDG_CACHE_HOME/bin/cc; PATH=$XDG_CACHE_HOME/bin:$PATH nova -e '(map (lambda (x) (* x x)) (iota 3))' --tier cpu 2>&1 | sed -n '1{s/: \/[^ ]*: /: ../;p}'; PATH=$XDG_CACHE_HOME/bin:$PATH nova -e '(sum (map (lambda (x) (* x x)) (iota 300000)))' --tier auto; ls $XDG_CACHE_HOME/nova | wc -l; }; cc 'kill -9 $$'; cc 'exit 0'; cc 'while [ "$1" != -o ]; do shift; done; echo nonsense > $2'; cc 'exit 3'; rm -r $XDG_CACHE_HOME
-e:1:1: error[E0426]: no kernel could be made of this: cc failed: it was ended by signal 9
8999955000050000
0
-e:1:1: error[E0426]: no kernel could be made of this: ..cannot open shared object file: No such file or directory
8999955000050000
0
-e:1:1: error[E0426]: no kernel could be made of this: ..file too short
8999955000050000
0
-e:1:1: error[E0426]: no kernel could be made of this: cc failed: it ended with status 3
8999955000050000
0
# nova killed while it compiles: what is left behind is never loaded.
$ export XDG_CACHE_HOME=$(mktemp -d); for k in 1 2 3 4 5; do nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu > /dev/null 2>&1 & sleep 0.0$((k * 2 % 10)); kill -9 $! 2> /dev/null; wait $! 2> /dev/null; done; nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu; ls $XDG_CACHE_HOME/nova | grep -c '\.so$' | sed 's/[1-9][0-9]*/some/'; rm -rf $XDG_CACHE_HOME 2> /dev/null || { sleep 2; rm -rf $XDG_CACHE_HOME; }
332833500
some
# A folder of PATH that is not absolute has no compiler.
$ mkdir -p evil; printf '#!/bin/sh\necho evil >&2; exit 1\n' > evil/cc; chmod +x evil/cc; export XDG_CACHE_HOME=$(mktemp -d); PATH=evil:.:$PATH nova -e '(sum (map (lambda (x) (* x x)) (iota 1000)))' --tier cpu; rm -r evil $XDG_CACHE_HOME
332833500
