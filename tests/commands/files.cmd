# Imports lie beside the importing file; what a program may read and write.
$ d=$(mktemp -d) && cd $d && mkdir sub && echo '(define (tw x) (* 2 x))' > sub/lib.nv && echo '(import "lib.nv") (tw 4)' > sub/use.nv && nova run sub/use.nv && cd / && nova run $d/sub/use.nv && cd $d && nova -e '(import "sub/lib.nv") (+ (tw 3) (lib.tw 4))'; rm -r $d
8
8
14
$ nova -e '(import "no-such-file.nv")'
-e:1:9: error[E0501]: no-such-file.nv cannot be opened: No such file or directory
 1 | (import "no-such-file.nv")
   |         ^^^^^^^^^^^^^^^^^
[exit 1]
$ nova -e '(import "/etc/passwd")'
-e:1:9: error[E0502]: /etc/passwd may not be read: it lies outside the folders that this program may read; `--allow-read /etc` allows it
 1 | (import "/etc/passwd")
   |         ^^^^^^^^^^^^^
[exit 1]
$ nova -e '(read-text "/etc/hostname")'
-e:1:1: error[E0502]: /etc/hostname may not be read: it lies outside the folders that this program may read; `--allow-read /etc` allows it
 1 | (read-text "/etc/hostname")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read /etc -e '(> (length (read-text "/etc/hostname")) 0)'
true
$ nova -e '(write-text "/tmp/nova-not-allowed.txt" "x")'
-e:1:1: error[E0503]: /tmp/nova-not-allowed.txt may not be written: it lies outside the folders that this program may write; `--allow-write /tmp` allows it
 1 | (write-text "/tmp/nova-not-allowed.txt" "x")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ d=$(mktemp -d) && cd $d && mkdir in out && echo data > in/data.txt && echo '(write-text "out/copy.txt" (read-text "in/data.txt"))' > f.nv && nova run f.nv 2>&1 | sed "s#$d#.#" ; nova run f.nv --allow-write out && cat out/copy.txt; ln -s /etc in/link; nova -e '(read-text "in/link/hostname")' 2>&1 | sed "s#$d#.#"; rm -r $d
f.nv:1:1: error[E0503]: out/copy.txt may not be written: it lies outside the folders that this program may write; `--allow-write ./out` allows it
 1 | (write-text "out/copy.txt" (read-text "in/data.txt"))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
data
-e:1:1: error[E0502]: in/link/hostname may not be read: it lies outside the folders that this program may read; `--allow-read /etc` allows it
 1 | (read-text "in/link/hostname")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && echo '(import "b.nv") (define a 1)' > a.nv && echo '(import "a.nv") (define b 2)' > b.nv && nova run a.nv; rm -r $d
a.nv:1:9: error[E0322]: the file b.nv imports itself
 1 | (import "b.nv") (define a 1)
   |         ^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(define (f x)\n  (+ x "a"))\n' > bad.nv && printf '(import "bad.nv")\n(f 1)\n' > use.nv && nova run use.nv; rm -r $d
bad.nv:2:8: error[E0205]: `+` needs numbers, but this is `vector char`
 2 |   (+ x "a"))
   |        ^^^
help: strings are joined by (++ a b)
