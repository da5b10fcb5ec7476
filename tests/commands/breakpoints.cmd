# A breakpoint opens the stepper where the function is called, with its arguments in sight.
$ printf '%s\n' '(define (area w h) (* w h))' '(define (total n) (sum (map (lambda (k) (area k 2)) (range n))))' ':break' ':break area' ':break' '(total 3)' 'forward' 'where' 'next' 'next' 'next' 'quit' '(+ 1 2)' ':break off area' '(total 3)' ':break nope' ':break sum' ':break off area' ':break total' ':break off' ':break' '^D' | python3 at_prompt.py --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (area w h) (* w h))
area : Num 'a => 'a -> 'a -> 'a
nova> (define (total n) (sum (map (lambda (k) (area k 2)) (range n))))
total : Integral 'a => 'a -> 'a
nova> :break
there are no breakpoints; :break f makes one at the calls of f
nova> :break area
forms are interpreted and recorded from now on, and the stepper opens where area is called
nova> :break
  area
nova> (total 3)
6 : int
`area` is called, 3 times in all
(h lists the keys, q leaves)
15/31 -> PRIMITIVE  <(* w h), s3>    s3 = [w -> 0, h -> 2]
step> forward
16/31 -> ID  <w, s3>    s3 = [w -> 0, h -> 2]
step> where
1/31 -> PROGRAM  <(total 3)>
2/31 -> APP  <(total 3), s0>
5/31 -> APP  <(sum (map (lambda (k) (area k 2)) (range n))), s1>
7/31 -> ARRAY  <(map (lambda (k) (area k 2)) (range n)), s1>
11/31 -> APP  <(area k 2), s2>
15/31 -> PRIMITIVE  <(* w h), s3>
16/31 -> ID  <w, s3>
step> next
22/31 -> PRIMITIVE  <(* w h), s5>    s5 = [w -> 1, h -> 2]
step> next
29/31 -> PRIMITIVE  <(* w h), s7>    s7 = [w -> 2, h -> 2]
step> next
there is no such call behind this one
step> quit
nova> (+ 1 2)
3 : int
nova> :break off area
nova> (total 3)
6 : int
nova> :break nope
error[E0703]: there is nothing known of nope
nova> :break sum
sum is no function of the session; a breakpoint stands at the calls of one
nova> :break off area
there is no breakpoint at area
nova> :break total
forms are interpreted and recorded from now on, and the stepper opens where total is called
nova> :break off
nova> :break
there are no breakpoints; :break f makes one at the calls of f
nova> 
# A function that an array built-in calls stops, too, and one that fails.
$ printf '%s\n' '(define (half x) (/ 10 x))' ':break half' '(map half [5 0])' 'next' 'end' 'quit' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (half x) (/ 10 x))
half : Num 'a => 'a -> 'a
nova> :break half
forms are interpreted and recorded from now on, and the stepper opens where half is called
nova> (map half [5 0])
[1]:1:18: error[E0421]: division by zero: (/ 10 0)
 1 | (define (half x) (/ 10 x))
   |                  ^^^^^^^^
[3]:1:1: note: in half, called here for element 1: 0
 1 | (map half [5 0])
   | ^^^^^^^^^^^^^^^^
`half` is called, 2 times in all
(h lists the keys, q leaves)
5/10 -> PRIMITIVE  <(/ 10 x), s1>    s1 = [x -> 5]
step> next
8/10 -> PRIMITIVE  <(/ 10 x), s2>    s2 = [x -> 0]
step> end
1/10 <- PROGRAM  <(map half [5 0])> => error
step> quit
nova> 
# A form runs interpreted, also where a tier would take it. Calls behind the first 100,000 steps are not seen, which is
# said. `:q` leaves, as at the prompt.
$ printf '%s\n' '(define (twice x) (* x 2))' ':break twice' '(sum (map twice (range 20000)))' ':q' '(+ (foldl + 0 (range 200000)) (twice 2))' '(sum (map twice (range 100000)))' ':quit' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (twice x) (* x 2))
twice : Num 'a => 'a -> 'a
nova> :break twice
forms are interpreted and recorded from now on, and the stepper opens where twice is called
nova> (sum (map twice (range 20000)))
399980000 : int
`twice` is called, 20000 times in all
(h lists the keys, q leaves)
8/60007 -> PRIMITIVE  <(* x 2), s1>    s1 = [x -> 0]
step> :q
what came after the first 100000 steps was not recorded
nova> (+ (foldl + 0 (range 200000)) (twice 2))
19999900004 : int
`twice` was not called in the first 100000 steps, and what came after them was not recorded: a smaller example can be walked through
nova> (sum (map twice (range 100000)))
9999900000 : int
`twice` is called, 33332 times in all
(h lists the keys, q leaves)
8/100001 -> PRIMITIVE  <(* x 2), s1>    s1 = [x -> 0]
step> :quit
what came after the first 100000 steps was not recorded
nova> 
