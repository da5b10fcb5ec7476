# nova check, --dump and --stop-after.
$ d=$(mktemp -d) && cd $d && printf '(define (f x) (* x 2))\n(define k 3)\n(define-datatype (Box (quote-a)) (Box int))\n' > bad.nv && nova check bad.nv; rm -r $d
bad.nv:3:23: error[E0308]: this is no type: a type's parameters are variables like 'a
 3 | (define-datatype (Box (quote-a)) (Box int))
   |                       ^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(define (f x) (* x 2))\n(define k pi)\n(f k)\n(println "not run")\n' > f.nv && nova check f.nv && nova check --types f.nv; rm -r $d
f : Num 'a => 'a -> 'a
k : double
double
unit
$ nova --dump datum -e '(let (x 1) in x!0.1)'  --stop-after datum
(let (x 1) in x!0.1)
$ nova --dump datum,expr,types,core -e '(define k (+ 1)) (map k [1 2 3])'
(define k (+ 1))
(map k [1 2 3])
(define k (+ 1))
(map k [1 2 3])
k : Num 'a => 'a -> 'a
(define k forall [Num 'a] (apply (builtin + : 'a -> 'a -> 'a) (1 : 'a) : 'a -> 'a))
vector int
(map (k @ [int])
  (vector 1 2 3 : vector int) : vector int)
[2 3 4]
$ nova --dump core --stop-after core -e '(map sqrt [1.5])'
(map (builtin sqrt : double -> double)
  (vector 1.5 : vector double) : vector double)
# Plans are made form by form, with what has run before.
$ nova -e '(map sqrt [1.5])' --stop-after fused
nova: fused is made while a program runs; --stop-after takes datum, expr, types or core
[exit 2]
# What was lost is an error, whenever it was.
$ nova -e '(range 100000)' > /dev/full
nova: standard output could not be written whole: No space left on device
[exit 1]
$ nova --version > /dev/full
nova: standard output could not be written whole: No space left on device
[exit 1]
