# nova run --from plan reads back what --dump plan prints, and runs it.
$ d=$(mktemp -d) && cd $d && nova --tier interp --dump plan -e '(define xs [1.5 2.5]) (map (lambda (x) (* x x)) xs)' > f.out; cat f.out; head -n -1 f.out > f.plan; for t in interp cpu sim; do nova run --from plan --tier $t f.plan; done; nova run --from plan --dump plan f.plan | head -n -1 | diff - <(grep -v '^;' f.plan) && echo same; rm -r $d
; -e:1:23: plan
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (v5 : double) (* x_4 x_4))
          (results v5))))
    (results v0 v2)))
(run (result : vector double)
  (v0 2)
  (xs_1 [1.5 2.5]))
[2.25 6.25]
[2.25 6.25]
[2.25 6.25]
[2.25 6.25]
same
$ d=$(mktemp -d) && cd $d && printf '(plan (body ((n_0 : int) (xs_1 : [int])) (let (x_2 : int) (read xs_1 n_0)) (results x_2)))\n(run (result : int) (n_0 1) (xs_1 [5 6 7]))\n(run (result : int) (n_0 3) (xs_1 [5 6 7]))\n' > r.plan && nova run --from plan r.plan; nova run --from plan --tier cpu r.plan; rm -r $d
6
r.plan:3:1: error[E0433]: this plan file is wrong: element 3 of a column of 3 is read
 3 | (run (result : int) (n_0 3) (xs_1 [5 6 7]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
6
r.plan:3:1: error[E0433]: this plan file is wrong: element 3 of a column of 3 is read
 3 | (run (result : int) (n_0 3) (xs_1 [5 6 7]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(plan (site "E0402" 0 0 0 0) (body ((c_0 : bool)) (check 0 c_0) (results c_0)))\n(run (result : bool) (c_0 true))\n(run (result : bool) (c_0 false))\n' > c.plan && nova run --from plan c.plan; rm -r $d
true
c.plan:3:1: error[E0434]: the plan fails with E0402, at its site 0
 3 | (run (result : bool) (c_0 false))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# What is wrong in a file.
$ d=$(mktemp -d) && cd $d && body() { echo "(plan (body ((n_0 : int) (xs_1 : [int])) $1))"; } && for t in '1' '(plan)' '(plan 3)' '(run (result : int))' "$(body '(results m)')" "$(body '(let (x_2 : int) (frob n_0)) (results x_2)')" "$(body '(let (x_2 : int) (+ n_0 xs_1)) (results x_2)')" "$(body '(let (x_2 : int) (call 7 0 n_0)) (results x_2)')" "$(body '(check 9 n_0) (results n_0)')" "$(body '(results n_0)') (run (result : bool) (n_0 1) (xs_1 []))" "$(body '(results n_0)') (run (result : int) (n_0 1))" "$(body '(results n_0)') (run (result : int) (n_0 1.5) (xs_1 []))" "$(body '(results n_0)') (run (result : int) (m_0 1) (xs_1 []))" "$(body '(results n_0)') (run (result : Foo) (n_0 1) (xs_1 []))" "$(body '(results n_0 xs_1)') (run (result : vector int) (n_0 9) (xs_1 [1 2]))" "$(body '(results n_0 xs_1)') (run (result : vector int) (n_0 -9) (xs_1 [1 2]))" '(plan (foreign "f" "int f;" (int) int) (body ((n_0 : int)) (results n_0)))' '(plan (body'; do echo "$t" > w.plan; nova run --from plan w.plan; done; rm -r $d
w.plan:1:1: error[E0433]: this plan file is wrong: a plan, a run or the declaration of a type should stand here
 1 | 1
   | ^
w.plan:1:1: error[E0433]: this plan file is wrong: a plan has sites, functions, regions and one body
 1 | (plan)
   | ^^^^^^
w.plan:1:7: error[E0433]: this plan file is wrong: (body ...) should stand here
 1 | (plan 3)
   |       ^
w.plan:1:1: error[E0433]: this plan file is wrong: a run stands behind its plan
 1 | (run (result : int))
   | ^^^^^^^^^^^^^^^^^^^^
w.plan:1:51: error[E0433]: this plan file is wrong: a variable should stand here
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results m)))
   |                                                   ^
w.plan:1:60: error[E0433]: this plan file is wrong: there is no operation frob
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (let (x_2 : int) (frob n_0)) (results x_2)))
   |                                                            ^^^^
w.plan:1:1: error[E0433]: this plan file is wrong: scalar of x_2: arguments have types (int [int]), not (int int)
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (let (x_2 : int) (+ n_0 xs_1)) (results x_2)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:1: error[E0433]: this plan file is wrong: call of x_2: there is no function 7
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (let (x_2 : int) (call 7 0 n_0)) (results x_2)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:1: error[E0433]: this plan file is wrong: check: there is no site 9
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (check 9 n_0) (results n_0)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:63: error[E0433]: this plan file is wrong: the plan's results are no value of this type
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0))) (run (result : bool) (n_0 1) (xs_1 []))
   |                                                               ^^^^^^^^^^^^^^^
w.plan:1:58: error[E0433]: this plan file is wrong: the plan has 2 inputs, and 1 are given
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0))) (run (result : int) (n_0 1))
   |                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:83: error[E0433]: this plan file is wrong: (n_0 value), a value of type int, should stand here
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0))) (run (result : int) (n_0 1.5) (xs_1 []))
   |                                                                                   ^^^
w.plan:1:78: error[E0433]: this plan file is wrong: (n_0 value), a value of type int, should stand here
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0))) (run (result : int) (m_0 1) (xs_1 []))
   |                                                                              ^^^^^^^
w.plan:1:73: error[E0306]: unknown type `Foo`
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0))) (run (result : Foo) (n_0 1) (xs_1 []))
   |                                                                         ^^^
w.plan:1:63: error[E0433]: this plan file is wrong: its results are no value of the type: elements outside of their column
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0 xs_1))) (run (result : vector int) (n_0 9) (xs_1 [1 2]))
   |                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:63: error[E0433]: this plan file is wrong: its results are no value of the type: a length that is none
 1 | (plan (body ((n_0 : int) (xs_1 : [int])) (results n_0 xs_1))) (run (result : vector int) (n_0 -9) (xs_1 [1 2]))
   |                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:1: error[E0433]: this plan file is wrong: its foreign functions belong to a program: a plan file has none
 1 | (plan (foreign "f" "int f;" (int) int) (body ((n_0 : int)) (results n_0)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.plan:1:7: error[E0101]: this `(` is never closed
 1 | (plan (body
   |       ^
w.plan:1:1: note: 2 brackets are open at the end; the outermost is this
 1 | (plan (body
   | ^
# Plans that never end, or want all memory, or nest deep.
$ d=$(mktemp -d) && cd $d && printf '(plan (body ((n_0 : int)) (let (m_1 : int) (loop n_0 (body ((a_2 : int)) (let (t_3 : bool) (constant true)) (results t_3)) (body ((a_4 : int)) (results a_4)))) (results m_1)))\n(run (result : int) (n_0 1))\n' > l.plan && nova run --from plan --timeout 1s l.plan; printf '(plan (body ((n_0 : int)) (let (one_1 : int) (constant 1)) (let (x_2 : [int]) (iota n_0 one_1 one_1)) (results n_0 x_2)))\n(run (result : vector int) (n_0 9000000000000000000))\n' > m.plan && nova run --from plan --max-memory 1G m.plan; python3 -c "print('(plan '*5000)" > d.plan && nova run --from plan d.plan 2>&1 | head -n 1 | cut -c1-80; printf '(plan (site "E0602" 0 0 0 0) (function "f" (body ((n_0 : int)) (let (m_1 : int) (call 0 0 n_0)) (results m_1))) (body ((n_2 : int)) (let (m_3 : int) (call 0 0 n_2)) (results m_3)))\n(run (result : int) (n_2 1))\n' > c.plan && nova run --from plan --timeout 30s c.plan; rm -r $d
l.plan:1:1: error[E0604]: the time limit is reached
 1 | (plan (body ((n_0 : int)) (let (m_1 : int) (loop n_0 (body ((a_2 : int)) (let (t_3 : bool) (constant true)) (results t_3…
   | ^
m.plan:1:1: error[E0601]: there is no memory for 9000000000000000000 elements of 8 bytes: 0 bytes are in use, the limit is 1.0 GiB
 1 | (plan (body ((n_0 : int)) (let (one_1 : int) (constant 1)) (let (x_2 : [int]) (iota n_0 one_1 one_1)) (results n_0 x_2))…
   | ^
d.plan:1:24001: error[E0124]: brackets are nested deeper than 4000
c.plan:2:1: error[E0434]: the plan fails with E0602, at its site 0
 2 | (run (result : int) (n_2 1))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
