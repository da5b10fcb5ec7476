# nova fmt: layout is the house's, where lines end is the author's, and what is read stays.
$ printf '(define   (f x)\n (+ x 1)) ; one more\n\n\n\n[x|x<-xs]' | nova fmt
(define (f x)
  (+ x 1)) ; one more

[x | x<-xs]
$ printf '(f (x:int)\n, y)' | nova fmt -
(f (x : int),
 y)
# Files are rewritten where they differ; --check names those and fails.
$ d=$(mktemp -d) && cd $d && printf '(f  x)\n' > a.nv && printf '(f x)\n' > b.nv && chmod 640 a.nv && nova fmt --check a.nv b.nv; nova fmt a.nv b.nv && cat a.nv && stat -c %a a.nv && nova fmt --check a.nv b.nv; ls; rm -r $d
a.nv
(f x)
640
a.nv
b.nv
# Through a link, the file it leads to.
$ d=$(mktemp -d) && cd $d && printf '(f  x)\n' > a.nv && ln -s a.nv l.nv && nova fmt l.nv && cat a.nv && test -L l.nv; rm -r $d
(f x)
# What does not read stays as it is.
$ d=$(mktemp -d) && cd $d && printf '(f  x\n' > a.nv && nova fmt a.nv; cat a.nv; rm -r $d
a.nv:1:1: error[E0101]: this `(` is never closed
 1 | (f  x
   | ^
(f  x
$ printf '(f 12ab)' | nova fmt
<stdin>:1:4: error[E0106]: `12ab` is neither a numeral nor a name
 1 | (f 12ab)
   |    ^^^^
help: names don't start with a digit; the suffixes are f L h bf i8 i16 i32 i64 u8 u16 u32 u64
[exit 1]
$ nova fmt nowhere.nv
error[E0501]: nowhere.nv cannot be opened: No such file or directory
[exit 1]
$ nova fmt /
error[E0501]: / cannot be opened: Is a directory
[exit 1]
# Lines that are too long are divided, outermost first.
$ echo '(define (thresholds image) (map (lambda (row) (map (lambda (pixel) (if (> pixel 127) 255 0)) (filter (lambda (p) (>= p 0)) row))) image))' | nova fmt
(define (thresholds image)
  (map (lambda (row) (map (lambda (pixel) (if (> pixel 127) 255 0)) (filter (lambda (p) (>= p 0)) row))) image))
