# A file's errors are all reported at once, each by itself: one mistake raises no second error.
$ d=$(mktemp -d) && cd $d && printf '(define (f x) (+ x 12ab))\n(define (g x) (lenght x))\n(define (h x) (+ x "a"))\n(define (k x) (f (g (h x))))\n(define y (if 1 2 3))\n(println (k y))\n(define (area r) (* pi (sqare r)))\n' > f.nv && nova check f.nv; rm -r $d
f.nv:1:20: error[E0106]: `12ab` is neither a numeral nor a name
 1 | (define (f x) (+ x 12ab))
   |                    ^^^^
help: names don't start with a digit; the suffixes are f L h bf i8 i16 i32 i64 u8 u16 u32 u64
f.nv:2:16: error[E0301]: unknown name `lenght`
 2 | (define (g x) (lenght x))
   |                ^^^^^^
help: did you mean `length`?
f.nv:7:25: error[E0301]: unknown name `sqare`
 7 | (define (area r) (* pi (sqare r)))
   |                         ^^^^^
help: did you mean `square`?
f.nv:3:20: error[E0205]: `+` needs numbers, but this is `vector char`
 3 | (define (h x) (+ x "a"))
   |                    ^^^
help: strings are joined by (++ a b)
f.nv:5:15: error[E0203]: the condition of `if` should be `bool`, but is a number
 5 | (define y (if 1 2 3))
   |               ^
help: a number is neither true nor false: compare it, as in (~= 1 0)
$ d=$(mktemp -d) && cd $d && printf '(define (f x) (+ x 1)\n\n(define (g x) (f x))\n\n(define (h a b)\n  (let ((y a))\n    (+ y b))\n\n(define (k x) (+ (g x) "a"))\n' > f.nv && nova check f.nv; rm -r $d
f.nv:1:1: error[E0101]: this `(` is never closed
 1 | (define (f x) (+ x 1)
   | ^
f.nv:3:1: note: by its indentation, what stands here is no longer inside
 3 | (define (g x) (f x))
   | ^
f.nv:5:1: error[E0101]: this `(` is never closed
 5 | (define (h a b)
   | ^
f.nv:9:1: note: by its indentation, what stands here is no longer inside
 9 | (define (k x) (+ (g x) "a"))
   | ^
f.nv:9:24: error[E0205]: `+` needs numbers, but this is `vector char`
 9 | (define (k x) (+ (g x) "a"))
   |                        ^^^
help: strings are joined by (++ a b)
$ d=$(mktemp -d) && cd $d && printf '(define (f x)) (+ x 1))\n(define (g x) (f (lenght x)))\n' > f.nv && nova run f.nv; rm -r $d
f.nv:1:23: error[E0102]: this `)` closes nothing
 1 | (define (f x)) (+ x 1))
   |                       ^
f.nv:2:19: error[E0301]: unknown name `lenght`
 2 | (define (g x) (f (lenght x)))
   |                   ^^^^^^
help: did you mean `length`?
$ d=$(mktemp -d) && cd $d && printf '(module\n  (define (f x) (+ x 1)\n  (define (g x) (f (lenght x)))\n  (define (main) (println (g 3)) 0))\n' > f.nv && nova run f.nv; rm -r $d
f.nv:2:3: error[E0101]: this `(` is never closed
 2 |   (define (f x) (+ x 1)
   |   ^
f.nv:3:3: note: by its indentation, what stands here is no longer inside
 3 |   (define (g x) (f (lenght x)))
   |   ^
f.nv:3:21: error[E0301]: unknown name `lenght`
 3 |   (define (g x) (f (lenght x)))
   |                     ^^^^^^
help: did you mean `length`?
$ d=$(mktemp -d) && cd $d && printf '(define (f x) (g x))\n(println "abc)\n(define (g x) x)\n' > f.nv && nova run f.nv; rm -r $d
f.nv:2:10: error[E0104]: this string is never closed
 2 | (println "abc)
   |          ^
$ d=$(mktemp -d) && cd $d && printf '(println answer)\n(define answer 42)\n' > f.nv && nova run f.nv; rm -r $d
f.nv:1:10: error[E0303]: `answer` is used before its definition
 1 | (println answer)
   |          ^^^^^^
f.nv:2:9: note: it is defined here
 2 | (define answer 42)
   |         ^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(define (f) (+ x 1))\n(define y (f))\n(define x 1)\n' > f.nv && nova run f.nv; rm -r $d
f.nv:1:16: error[E0423]: x is used before its definition has run
 1 | (define (f) (+ x 1))
   |                ^
f.nv:2:11: note: in f, called here
 2 | (define y (f))
   |           ^^^
$ nova -e '(kernel (x [1 2]) x)'
-e:1:1: error[E0315]: no pattern of the macro `kernel` fits this use
 1 | (kernel (x [1 2]) x)
   | ^^^^^^^^^^^^^^^^^^^^
prelude/forms.nv:58:4: help: it takes (kernel ((x xs) (y ys) ...) body ...)
 58 |   ((_ ((x xs) (y ys) ...) body ...) (map (lambda (x y ...) body ...) xs ys ...)))
    |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova -e '(write-text "/dev/full" "text")' --allow-write /dev
-e:1:1: error[E0506]: /dev/full cannot be written: No space left on device
 1 | (write-text "/dev/full" "text")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# Names in a form that is never closed are told where they stand nowhere else in it; what binds them may be torn off.
$ printf '(define (g x) (* xx (+ x (lenght [1 y])) y\n' | nova; printf '(define (f a) (+ a 1)) (* a b))\n(let (x 1)) in (+ x z))\n' | nova; printf '(define-datatype (Maybe a) (Some a) None\n(Some (Maybe-not 1))\n(+ 1 nothing)\n' | nova
<stdin>:1:15: error[E0101]: this `(` is never closed
 1 | (define (g x) (* xx (+ x (lenght [1 y])) y
   |               ^
<stdin>:1:1: note: 2 brackets are open at the end; the outermost is this
 1 | (define (g x) (* xx (+ x (lenght [1 y])) y
   | ^
<stdin>:1:18: error[E0301]: unknown name `xx`
 1 | (define (g x) (* xx (+ x (lenght [1 y])) y
   |                  ^^
help: did you mean `x`?
<stdin>:1:27: error[E0301]: unknown name `lenght`
 1 | (define (g x) (* xx (+ x (lenght [1 y])) y
   |                           ^^^^^^
help: did you mean `length`?
<stdin>:1:31: error[E0102]: this `)` closes nothing
 1 | (define (f a) (+ a 1)) (* a b))
   |                               ^
<stdin>:2:23: error[E0102]: this `)` closes nothing
 2 | (let (x 1)) in (+ x z))
   |                       ^
<stdin>:1:29: error[E0301]: unknown name `b`
 1 | (define (f a) (+ a 1)) (* a b))
   |                             ^
<stdin>:2:21: error[E0301]: unknown name `z`
 2 | (let (x 1)) in (+ x z))
   |                     ^
<stdin>:1:1: error[E0101]: this `(` is never closed
 1 | (define-datatype (Maybe a) (Some a) None
   | ^
<stdin>:2:1: note: by its indentation, what stands here is no longer inside
 2 | (Some (Maybe-not 1))
   | ^
[exit 1]
