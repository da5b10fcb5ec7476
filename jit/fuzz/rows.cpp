#include "jit/fuzz/rows.hpp"
#include <cstring>

namespace nova::fuzz {
namespace {

struct Text {
  uint32_t weight;
  const char *result, *text;
};

// Rows of weight 0 mostly fail at run time. One program in five may use them.
constexpr Text texts[] = {
    // ---- any type
    {3, "'a", "(if {bool} {'a} {'a})"},
    {4, "'a", "(let ({x-'b} {'b}) in {'a})"},
    {2, "'a", "((lambda {x:'b} {'a}) {'b})"},
    {1, "'a", "(let ({f!'b} (lambda {x:'b} {'a})) in ({=f} {'b}))"},
    {1, "'a", "({'a}, {'b}).0"},
    {1, "'a", "(let ({p-('b, 'a)} {('b, 'a)}) in {=p}.1)"},
    {1, "'a", "(case (if {bool} (Some {'b}) (None)) (Some {x~'b} {'a}) (None {'a}))"},
    {2, "'a", "(foldl (lambda {s:'a} {x:'b} {'a}) {'a} {vector 'b})"},
    {1, "'a", "(reduce (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {1, "'a",
     "(let ({s!'a} {'a}) in (begin (for ({k-int} 0 {#}) (set! {=s} (let ({t-'a} {=s}) in {'a}))) {=s}))"},
    {1, "'a",
     "(let ({s!'a} {'a}) ({c!int} {#}) in (begin (while (> {=c} 0) (set! {=c} (- {=c} 1)) (set! {=s} (let "
     "({t-'a} {=s}) "
     "({d-int} {=c}) in {'a}))) {=s}))"},
    {2, "'a", "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (! {=v} (% (& {int} 1023) (length {=v}))))"},
    {0, "'a", "(! {vector 'a} {int})"},
    // ---- numbers
    {2, "'i", "(/ {'i} (| {'i} 1))"},
    {2, "'i", "(% {'i} (| {'i} 1))"},
    {3, "'w", "(/ {'w} {'w})"},
    {3, "int32", "(to_int32 {'s})"},
    {3, "int16", "(to_int16 {'s})"},
    {3, "int8", "(to_int8 {'s})"},
    {3, "uint64", "(to_uint64 {'s})"},
    {3, "uint32", "(to_uint32 {'s})"},
    {3, "uint16", "(to_uint16 {'s})"},
    {3, "uint8", "(to_uint8 {'s})"},
    {3, "float", "(to_float {'s})"},
    {1, "'n", "(max {'n} (from_double {double}))"},
    // ---- operators of several operands
    {2, "'z", "(+ {'z} {'z} {'z})"},
    {1, "'z", "(- {'z} {'z} {'z})"},
    {1, "'z", "(* {'z} {'z} {'z} {'z})"},
    {1, "'w", "(/ {'w} {'w} {'w})"},
    // ---- complex numbers
    {2, "(complex double)", "(complex {double} {double})"},
    {2, "(complex float)", "(complex {float} {float})"},
    {1, "(complex double)", "(to_complex {'s})"},
    {1, "(complex double)", "(polar {double} {double})"},
    {1, "(complex double)", "(conj {(complex double)})"},
    {1, "(complex float)", "(conj {(complex float)})"},
    {1, "double", "(re {(complex double)})"},
    {1, "float", "(im {(complex float)})"},
    {1, "double", "(magnitude {(complex double)})"},
    {1, "float", "(arg {(complex float)})"},
    {1, "(complex double)", "(+ 1.5-2.5i {(complex double)})"},
    {1, "(complex float)", "(* 0.5f+2i {(complex float)})"},
    {1, "bool", "(match {(complex double)} (1 {bool}) (2.5i {bool}) (else {bool}))"},
    {2, "vector (complex double)", "(map complex {vector double} {vector double})"},
    {2, "vector (complex float)", "(scan + 0 {vector (complex float)})"},
    {1, "'n", "(max {'n} {'n} {'n})"},
    {1, "'n", "(min {'n} {'n} {'n})"},
    {1, "'i", "(^ {'i} (& {'i} {'i} {'i}) (| {'i} {'i} {'i}))"},
    {1, "bool", "(< {'o} {'o} {'o})"},
    {1, "bool", "(>= {'o} {'o} {'o} {'o})"},
    {1, "bool", "(= {'e} {'e} {'e})"},
    {1, "bool", "(~= {'e} {'e} {'e})"},
    {1, "vector 'a", "(++ {vector 'a} {vector 'a} {vector 'a})"},
    // ---- functions
    {9, "('a -> 'b)", "(lambda {x:'a} {'b})"},
    {9, "('a -> ('b -> 'c))", "(lambda {x:'a} {y:'b} {'c})"},
    {1, "('a -> 'c)", "(compose {('b -> 'c)} {('a -> 'b)})"},
    {1, "'a", "((compose {('b -> 'a)} {('c -> 'b)}) {'c})"},
    {2, "'a", "({('b -> 'a)} {'b})"},
    {1, "'a", "({('b -> ('c -> 'a))} {'b} {'c})"},
    {1, "'a", "(let ({f-('b -> 'a)} {('b -> 'a)}) in ({=f} {'b}))"},
    {1, "'a", "((! [{('b -> 'a)} {('b -> 'a)}] (& {int} 1)) {'b})"},
    {2, "vector 'a", "(map {('b -> 'a)} {vector 'b})"},
    {1, "vector 'a", "(map (lambda {f:('b -> 'a)} ({=f} {'b})) {vector ('b -> 'a)})"},
    {1, "vector 'a", "(filter {('a -> bool)} {vector 'a})"},
    {1, "'a", "(iterate 3 {('a -> 'a)} {'a})"},
    // ---- recursion
    {2, "'a",
     "(letrec (({f!int} (lambda {n:int} {s:'a} (if (<= {=n} 0) {=s} ({=f} (- {=n} 1) {'a}))))) ({=f} {#} "
     "{'a}))"},
    {1, "'n",
     "(letrec (({f!int} (lambda {n:int} (if (<= {=n} 0) {'n} ({+} {'n} ({=f} (- {=n} 1))))))) ({=f} {#}))"},
    {1, "'a",
     "((mu ({f!int} : int -> {@'a}) (lambda {n:int} (if (<= {=n} 0) {'a} (let ({r-'a} ({=f} (- {=n} 1))) in "
     "{'a})))) {#})"},
    // ---- recursion over vectors
    {2, "vector 'a",
     "(letrec (({f!int} (lambda {v:vector 'a} (if (< (length {=v}) 2) {vector 'a} (let ({h-int} (/ (length "
     "{=v}) 2)) in (++ ({=f} (take {=h} {=v})) ({=f} (drop {=h} {=v})))))))) ({=f} {vector 'a}))"},
    {1, "vector 'o",
     "(letrec (({f!int} (lambda {v:vector 'o} (if (< (length {=v}) 2) {=v} (let ({p-'o} (! {=v} 0)) "
     "({w-vector 'o} (drop 1 {=v})) in (++ ({=f} (filter (lambda {x:'o} (< {=x} {=p})) {=w})) (++ [{=p}] "
     "({=f} (filter (lambda {x:'o} (not (< {=x} {=p}))) {=w}))))))))) ({=f} {vector 'o}))"},
    {1, "'a",
     "(letrec (({f!int} (lambda {v:vector 'b} {s:'a} (if (= (length {=v}) 0) {=s} (let ({r-'a} ({=f} (drop 1 "
     "{=v}) {'a})) in {'a}))))) ({=f} {vector 'b} {'a}))"},
    {1, "vector 'a",
     "(letrec (({f!int} (lambda {n:int} {s:vector 'a} (if (<= {=n} 0) {=s} (concat-map (lambda {x:int} ({=f} "
     "(- {=n} 1) (++ {=s} [{'a}]))) (iota 2)))))) ({=f} 2 {vector 'a}))"},
    {1, "(vector 'a, vector 'b)",
     "(letrec (({f!int} (lambda {n:int} (if (<= {=n} 0) ({vector 'a}, {vector 'b}) (let ({r-vector (vector "
     "'a, vector 'b)} (map (lambda {x:int} ({=f} (- {=n} 1))) [0 1])) in ((flatten (unzip {=r}).0), (++ "
     "(flatten (unzip {=r}).1) {vector 'b}))))))) ({=f} 2))"},
    // ---- sums
    {8, "(Maybe 'a)", "(Some {'a})"},
    {1, "(Maybe 'a)", "(find (lambda {x:'a} {bool}) {vector 'a})"},
    {1, "'a", "(from-maybe {'a} {(Maybe 'a)})"},
    {2, "'a", "(case {(Maybe 'b)} (Some {x~'b} {'a}) (None {'a}))"},
    {9, "(Either 'a 'b)", "(if {bool} (Left {'a}) (Right {'b}))"},
    {2, "'a", "(match {(Either 'b 'c)} ((Left {x!'b}) {^x}{'a}) ((Right {y!'c}) {^y}{'a}))"},
    {1, "'a", "(match ({(Maybe 'b)}, {bool}) (((Some {x!'b}), true) {^x}{'a}) (else {'a}))"},
    {4, "Shape", "(Circle {float})"},
    {4, "Shape", "(Box ({int}, {double}))"},
    {2, "'a", "(case {Shape} (Dot {'a}) (Circle {x~float} {'a}) (Box {p~(int, double)} {'a}))"},
    {4, "(Point 'a)", "(Point {int} {'a})"},
    {1, "(Point 'a)", "(record Point (of {'a}) (at {int}))"},
    {2, "(Point 'a)", "(with {(Point 'a)} (at {int}))"},
    {3, "'a", "(let ({p-(Point 'a)} {(Point 'a)}) in {=p}.of)"},
    {1, "int", "({(Point 'b)}).at"},
    {2, "vector 'a", "(let ({v-vector (Point 'a)} {vector (Point 'a)}) in {=v}.of)"},
    {1, "'a", "(match {(Point 'b)} ((record Point (of {x!'b})) {^x}{'a}))"},
    {1, "bool", "(< {(Point 'o)} {(Point 'o)})"},
    {1, "vector (Point 'o)", "(sort {vector (Point 'o)})"},
    {1, "(Tree 'a)", "(Leaf {'a})"},
    {4, "(Tree 'a)", "(Fork {(Tree 'a)} {(Tree 'a)})"},
    {2, "(Tree 'a)",
     "(letrec (({f!int} (lambda {n:int} (if (<= {=n} 0) (Leaf {'a}) (Fork ({=f} (- {=n} 1)) ({=f} (- {=n} "
     "2))))))) ({=f} (& {int} 7)))"},
    {2, "'n",
     "(letrec (({f!int} (lambda {t:(Tree 'n)} (case {=t} (Leaf {x~'n} ({+} {=x} {'n})) (Fork {p~((Tree 'n), "
     "(Tree 'n))} ({+} ({=f} {=p}.0) ({=f} {=p}.1))))))) ({=f} {(Tree 'n)}))"},
    {1, "(Tree 'b)",
     "(letrec (({f!int} (lambda {t:(Tree 'a)} (case {=t} (Leaf {x~'a} (Leaf {'b})) (Fork {p~((Tree 'a), "
     "(Tree "
     "'a))} (Fork ({=f} {=p}.1) ({=f} {=p}.0))))))) ({=f} {(Tree 'a)}))"},
    {1, "(Rose 'a)", "(Bud {'a})"},
    {4, "(Rose 'a)", "(Node {'a} {vector (Rose 'a)})"},
    {2, "(Rose 'a)",
     "(letrec (({f!int} (lambda {n:int} (if (<= {=n} 0) (Bud {'a}) (Node {'a} (map {=f} (iota {=n}))))))) "
     "({=f} "
     "(& {int} 3)))"},
    {2, "'n",
     "(letrec (({f!int} (lambda {r:(Rose 'n)} (case {=r} (Bud {x~'n} ({+} {=x} {'n})) (Node {p~('n, vector "
     "(Rose "
     "'n))} ({+} {=p}.0 (sum (map {=f} {=p}.1)))))))) ({=f} {(Rose 'n)}))"},
    {1, "(Rose 'b)",
     "(letrec (({f!int} (lambda {r:(Rose 'a)} (case {=r} (Bud {x~'a} (Bud {'b})) (Node {p~('a, vector (Rose "
     "'a))} (Node {'b} (reverse (map {=f} {=p}.1)))))))) ({=f} {(Rose 'a)}))"},
    {1, "bool", "(= {(Tree 'e)} {(Tree 'e)})"},
    {1, "bool", "(= {(Rose 'e)} {(Rose 'e)})"},
    {1, "bool", "(let ({c-(Chain 'e)} {(Chain 'e)}) in (= {=c} (Link {'e} {=c})))"},
    {2, "(Chain 'a)", "(Link {'a} {(Chain 'a)})"},
    {4, "(Chain 'a)", "(foldl (lambda {c:(Chain 'a)} {x:'a} (Link {'a} {=c})) {(Chain 'a)} {vector 'a})"},
    {1, "'n",
     "(letrec (({f!int} (lambda {c:(Chain 'n)} (case {=c} (End {'n}) (Link {p~('n, (Chain 'n))} ({+} {'n} "
     "({=f} "
     "{=p}.1))))))) ({=f} {(Chain 'n)}))"},
    {1, "'a", "(match {int} (0 {'a}) (1 {'a}) ({k~int} {'a}))"},
    // ---- rank 2
    {3, "vector#2 'a", "(matrix [[{'a} {'a}] [{'a} {'a}]])"},
    {3, "vector#2 'a",
     "(let ({r-int} {#}) in (reshape ({=r}, 2) (map (lambda {k:int} {'a}) (iota (* {=r} 2)))))"},
    {3, "vector#2 'a", "(map (lambda {x:'b} {'a}) {vector#2 'b})"},
    {2, "vector#2 'a", "(transpose {vector#2 'a})"},
    {1, "vector#2 'z", "(let ({v-vector#2 'z} {vector#2 'z}) in (matmul {=v} (transpose {=v})))"},
    {1, "vector#2 'a", "(take (& {int} 3) {vector#2 'a})"},
    {1, "vector#2 'a", "(drop (& {int} 3) {vector#2 'a})"},
    {1, "vector#2 'a", "(let ({v-vector#2 'a} {vector#2 'a}) in (slice 0 2 (length {=v}) {=v}))"},
    {1, "vector#2 'a", "(let ({v-vector#2 'a} {vector#2 'a}) in (slice (- (length {=v}) 1) -1 -1 {=v}))"},
    {1, "vector#2 'a",
     "(let ({v-vector#2 'a} {vector#2 'a}) in (if (< 0 (length {=v})) (gather (map (lambda {i:int} (% (& "
     "{=i} 1023) "
     "(length {=v}))) {vector int}) {=v}) {=v}))"},
    {1, "vector#2 ('a, 'b)",
     "(let ({v-vector#2 'a} {vector#2 'a}) in (zip {=v} (map (lambda {x:'a} {'b}) {=v})))"},
    {1, "(vector#2 'a, vector#2 'b)", "(unzip (map (lambda {x:'c} ({'a}, {'b})) {vector#2 'c}))"},
    {1, "vector int", "(shape {vector#2 'a})"},
    {1, "vector 'a", "(flatten {vector#2 'a})"},
    {1, "vector vector 'a", "(rows {vector#2 'a})"},
    {1, "int", "(length {vector#2 'a})"},
    {0, "'a", "(! {vector#2 'a} ({int}, {int}))"},
    {1, "'a", "(let ({v-vector#2 'a} (matrix [[{'a} {'a}]])) in (! {=v} (0, (& {int} 1))))"},
    // ---- errors and text
    {0, "'a", "(begin (assert {bool}) {'a})"},
    {0, "'a", "(begin (check-equal {'e} {'e}) {'a})"},
    {0, "'a", "((lambda (q : {@'a}) q) (error! {vector char}))"},
    {1, "'a", "(let ({b-bool} {bool}) in (begin (assert (or {=b} (not {=b}))) {'a}))"},
    {1, "'a", "(let ({e-'e} {'e}) in (begin (check-equal {=e} {=e}) {'a}))"},
    {1, "'a",
     "(let ({b-bool} {bool}) in (if (and {=b} (not {=b})) ((lambda (q : {@'a}) q) (error! \"never\")) "
     "{'a}))"},
    {2, "vector char", "\"text, \\n\\\"and\\\"\""},
    {2, "int", "(parse-int (if {bool} \"42\" \"-7\"))"},
    {2, "double", "(parse-double (if {bool} \"2.5\" \"-1e3\"))"},
    {3, "vector vector char", "(find-all \"[^a]|a+\" {vector char})"},
    {1, "int", "(length (regex-table \"(a|b)[c-e]+\"))"},
    {1, "vector char", "(replace-regex \"(a)|[b-z ]+\" \"<\\\\1>\" {vector char})"},
    {1, "bool", "(matches \"^[a-z]*\\\\b\" {vector char})"},
    // ---- the prelude
    {1, "vector (int, 'a)", "(enumerate {vector 'a})"},
    {1, "vector int", "(indices-where (lambda {x:'a} {bool}) {vector 'a})"},
    {1, "vector vector 'a", "(chunks 3 {vector 'a})"},
    {1, "vector 'n", "(differences {vector 'n})"},
    {1, "'f", "(variance {vector 'f})"},
    {1, "'f", "(polynomial {vector 'f} {'f})"},
    {1, "bool", "(is-sorted {vector 'o})"},
    {1, "bool", "(contains {'e} {vector 'e})"},
    {1, "vector vector 'a", "(outer (lambda {x:'b} {y:'c} {'a}) {vector 'b} {vector 'c})"},
    {3, "vector ('f, 'f)",
     "(let ({v-vector 'f} (take 4 (++ {vector 'f} [{'f} {'f} {'f} {'f}]))) in (fft (zip {=v} (reverse "
     "{=v}))))"},
    {1, "double", "(random {int} {int})"},
    {1, "vector 'a", "(kernel (({x!'b} {vector 'b})) {^x}{'a})"},
    {1, "vector 'a", "[{!'a} | {x!'b} <- {vector 'b}{^x}, order by {'o}]"},
    // ---- vectors to one value
    {5, "'n", "(reduce {+} {'n} {vector 'n})"},
    {2, "'n", "(reduce {+} (++ [{'n}] {vector 'n}))"},
    {2, "float", "(reduce {+} {float} (map (lambda {k:int} (/ {float} (to_float {=k}))) (range 1 {#})))"},
    {2, "double", "(reduce {+} {double} (map (lambda {k:int} (/ {double} (to_double {=k}))) (range 1 {#})))"},
    {2, "vector float",
     "(scan {+} {float} (map (lambda {k:int} (/ {float} (to_float {=k}))) (range 1 {#})))"},
    {2, "vector double",
     "(scan {+} {double} (map (lambda {k:int} (/ {double} (to_double {=k}))) (range 1 {#})))"},
    {1, "'i", "(reduce {?} {'i} {vector 'i})"},
    {1, "bool", "(reduce and {bool} {vector bool})"},
    {1, "bool", "(reduce or {bool} {vector bool})"},
    {3, "'n", "(reduce (lambda {x:'n} {y:'n} ({+} {=x} {=y})) {'n} {vector 'n})"},
    {1, "'n", "(reduce-comm (lambda {x:'n} {y:'n} ({+} {=y} {=x})) {'n} {vector 'n})"},
    {2, "('n, 'm)",
     "(reduce (lambda {x:('n, 'm)} {y:('n, 'm)} (({+} {=x}.0 {=y}.0), ({+} {=x}.1 {=y}.1))) {('n, 'm)} "
     "{vector ('n, 'm)})"},
    {2, "'n", "(accumulate (lambda {s:'n} {x:'b} {'n}) {+} {'n} {vector 'b})"},
    {1, "'n",
     "(let ({v-vector 'n} {vector 'n}) in (accumulate (lambda {s:'n} {x:'n} {y:'m} (fma {=x} {'n} {=s})) + "
     "{'n} {=v} "
     "(map (lambda {z:'n} {'m}) {=v})))"},
    {2, "'z", "(sum {vector 'z})"},
    {1, "'z", "(product {vector 'z})"},
    {1, "'n", "(minimum (++ {vector 'n} [{'n}]))"},
    {1, "'n", "(maximum (++ {vector 'n} [{'n}]))"},
    {1, "int", "(argmin (++ {vector 'n} [{'n}]))"},
    {1, "int", "(argmax (++ {vector 'n} [{'n}]))"},
    {1, "'w", "(mean {vector 'w})"},
    {1, "'f", "(norm {vector 'f})"},
    {2, "'z", "(let ({v-vector 'z} {vector 'z}) in (dot {=v} (map (lambda {x:'z} {'z}) {=v})))"},
    {0, "'z", "(dot {vector 'z} {vector 'z})"},
    {3, "int", "(length {vector 'a})"},
    {1, "int", "(count (lambda {x:'a} {bool}) {vector 'a})"},
    {1, "bool", "(any (lambda {x:'b} {bool}) {vector 'b})"},
    {1, "bool", "(all (lambda {x:'b} {bool}) {vector 'b})"},
    // ---- booleans
    {1, "bool", "(and {bool} {bool})"},
    {1, "bool", "(or {bool} {bool})"},
    // ---- tuples
    {9, "('a, 'b)", "({'a}, {'b})"},
    {9, "('a, 'b, 'c)", "({'a}, {'b}, {'c})"},
    {1, "(vector 'a, vector 'b)", "(unzip {vector ('a, 'b)})"},
    {1, "vector 'a", "(partition (lambda {x:'a} {bool}) {vector 'a}).0"},
    {1, "(vector 'a, vector 'a)", "(partition (lambda {x:'a} {bool}) {vector 'a})"},
    // ---- vectors
    {9, "vector 'a", "(map (lambda {x:'b} {'a}) {vector 'b})"},
    {2, "vector 'a",
     "(let ({v-vector 'b} {vector 'b}) in (map (lambda {x:'b} {y:'c} {'a}) {=v} (map (lambda {z:'b} {'c}) "
     "{=v})))"},
    {0, "vector 'a", "(map (lambda {x:'b} {y:'c} {'a}) {vector 'b} {vector 'c})"},
    {4, "vector 'a", "(filter (lambda {x:'a} {bool}) {vector 'a})"},
    {3, "vector 'n", "(scan {+} {'n} {vector 'n})"},
    {2, "vector 'n", "(exscan {+} {'n} {vector 'n})"},
    {1, "vector 'a", "(scan (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {1, "vector 'a", "(exscan (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {1, "vector vector 'a",
     "(scan (lambda {x:vector 'a} {y:vector 'a} (++ {=y} {=x})) {vector 'a} {vector vector 'a})"},
    {1, "vector 'a",
     "(reduce (lambda {x:vector 'a} {y:vector 'a} (++ {=y} {=x})) {vector 'a} {vector vector 'a})"},
    {1, "vector 'a",
     "(accumulate (lambda {s:vector 'a} {x:'b} (++ {=s} [{'a}])) ++ {vector 'a} {vector 'b})"},
    {2, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (gather (map (lambda {i:int} (% (& {=i} 1023) (length "
     "{=v}))) {vector int}) {=v}))"},
    // ---- indices of other integer types
    {2, "'a", "(let ({v-vector 'a} (++ {vector 'a} [{'a} {'a} {'a}])) in (! {=v} (& {'i} 1)))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a} {'a} {'a}])) in (gather (map (lambda {i:'i} (& {=i} 1)) "
     "{vector 'i}) {=v}))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a} {'a} {'a}])) ({i-vector 'i} (map (lambda {j:'i} (& {=j} 1)) "
     "{vector 'i})) in (scatter {=v} {=i} (map (lambda {j:'i} {'a}) {=i})))"},
    {1, "vector 'z",
     "(let ({v-vector 'z} (++ {vector 'z} [{'z} {'z} {'z}])) ({i-vector 'i} (map (lambda {j:'i} (& {=j} 1)) "
     "{vector 'i})) in (reduce-by-index {=v} + 0 {=i} (map (lambda {j:'i} {'z}) {=i})))"},
    {1, "vector 'a", "(++ (take (& {'i} 7) {vector 'a}) (drop (& {'i} 3) {vector 'a}))"},
    {1, "vector 'a", "(let ({v-vector 'a} (++ {vector 'a} [{'a} {'a}])) in (put (& {'i} 1) {'a} {=v}))"},
    {1, "vector 'a", "(let ({v-vector 'a} {vector 'a}) in (slice 0 2 (length {=v}) {=v}))"},
    {0, "vector 'a", "(slice {#} 1 {#} {vector 'a})"},
    {2, "vector 'a", "(reverse {vector 'a})"},
    {1, "vector 'a", "(rotate {int} {vector 'a})"},
    {2, "vector 'a", "(take {#} {vector 'a})"},
    {2, "vector 'a", "(drop {#} {vector 'a})"},
    {3, "vector 'a", "(++ {vector 'a} {vector 'a})"},
    {2, "vector 'a", "(replicate {#} {'a})"},
    {3, "vector 'a", "(concat-map (lambda {x:'b} {vector 'a}) {vector 'b})"},
    {1, "vector 'a", "(expand (lambda {x:'b} {#}) (lambda {x:'b} {k:int} {'a}) {vector 'b})"},
    {2, "vector 'a", "(flatten {vector vector 'a})"},
    {2, "vector 'o", "(sort {vector 'o})"},
    {2, "vector 'a", "(sort-by (lambda {x:'a} {'o}) {vector 'a})"},
    {1, "vector 'o", "(unique {vector 'o})"},
    {1, "vector 'a", "(let ({v-vector 'a} {vector 'a}) in (permute (reverse (iota (length {=v}))) {=v}))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) ({i-vector int} (map (lambda {j:int} (% (& {=j} 1023) "
     "(length "
     "{=v}))) {vector int})) in (scatter {=v} {=i} (map (lambda {j:int} {'a}) {=i})))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (foldl (lambda {s:vector 'a} {j:int} (scatter {=s} "
     "[(% (& {int} 1023) (length {=s}))] [{'a}])) {=v} (range {#})))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (letrec (({f!int} (lambda {n:int} {s:vector 'a} "
     "{t:vector 'a} "
     "(if (<= {=n} 0) (++ {=s} {=t}) ({=f} (- {=n} 1) (if {bool} (scatter {=s} [(% (& {int} 1023) (length "
     "{=s}))] "
     "[{'a}]) {=t}) {=s}))))) ({=f} {#} {=v} {=v})))"},
    {1, "vector 'z",
     "(let ({v-vector 'z} (++ {vector 'z} [{'z}])) ({i-vector int} (map (lambda {j:int} (% (& {=j} 1023) "
     "(length "
     "{=v}))) {vector int})) in (reduce-by-index {=v} + 0 {=i} (map (lambda {j:int} {'z}) {=i})))"},
    {1, "vector int", "(histogram 8 (map (lambda {j:int} (& {=j} 7)) {vector int}))"},
    {1, "vector 'a", "(map (lambda {h:('k, vector 'b)} {'a}) (group-by (lambda {x:'b} {'k}) {vector 'b}))"},
    {1, "vector ('k, vector 'a)", "(group-by (lambda {x:'a} {'k}) {vector 'a})"},
    {4, "vector ('a, 'b)", "(let ({v-vector 'a} {vector 'a}) in (zip {=v} (map (lambda {x:'a} {'b}) {=v})))"},
    {0, "vector ('a, 'b)", "(zip {vector 'a} {vector 'b})"},
    {1, "vector 'a", "(unzip {vector ('a, 'b)}).0"},
    {1, "vector vector 'a", "(let ({v-vector 'a} {vector 'a}) in (unflatten [(length {=v}) 0] {=v}))"},
    {1, "vector vector 'a", "(transpose (map (lambda {x:'b} [{'a} {'a}]) {vector 'b}))"},
    {1, "vector 'a", "(flatten (transpose (reshape (2, 3) [{'a} {'a} {'a} {'a} {'a} {'a}])))"},
    {1, "vector vector 'z",
     "(matmul (map (lambda {x:'b} [{'z} {'z}]) {vector 'b}) [[{'z} {'z}] [{'z} {'z}]])"},
    {1, "vector#2 'a",
     "(let ({f!'a} (lambda {v:vector#2 'b} (map (lambda {x:'b} {'a}) {=v}))) in ({=f} {vector#2 'b}))"},
    {1, "'n", "(+ (sum {vector#2 'n}) (reduce max {'n} {vector#2 'n}))"},
    {2, "vector vector 'a", "(unstack (& {int} 1) {vector#2 'a})"},
    {2, "vector#2 'a", "(stack (& {int} 1) (rows {vector#2 'a}))"},
    {1, "vector vector 'a", "(rows (stack 1 (unstack 0 {vector#2 'a})))"},
    {1, "vector#2 'a", "(! (stack (& {int} 1) [{vector#2 'a}]) 0)"},
    {1, "vector 'a", "(let ({m-vector#2 'a} {vector#2 'a}) in (if (> (length {=m}) 0) {=m}!0 {vector 'a}))"},
    {1, "vector 'a", "(stencil-with wrap 3 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {1, "vector 'a", "(stencil-with mirror 5 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {1, "vector 'a", "(stencil-with interior 3 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {1, "vector 'a", "(stencil-with (constant {'b}) 3 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {1, "vector 'a",
     "(stencil-with (if {bool} edge (if {bool} wrap (constant {'b}))) 3 (lambda {w:vector 'b} {'a}) {vector "
     "'b})"},
    {2, "vector 'a", "(stencil 3 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {3, "vector 'a", "[{!'a} | {x!'b} <- {vector 'b}{^x}, {bool}]"},
    {2, "vector 'a", "[{!'a} | {x!'b} <- {vector 'b}{^x}, {y!'c} <- {vector 'c}{^y}]"},
    {2, "vector 'a", "[{!'a} | {x!'e} <- {vector 'e}, {y!'e} <- {vector 'e}{^x}{^y}, (= {=x} {=y})]"},
    {4, "vector int", "(range {#})"},
    {2, "vector 'a",
     "(let ({v!vector 'a} (++ {vector 'a} [{'a}])) in (begin (for ({k-int} 0 {#}) (set! {=v}!(% {=k} (length "
     "{=v})) {'a})) {=v}))"},
    {1, "vector int",
     "(let ({v!vector int} (array 5 {int})) in (begin (for ({k-int} 0 {#}) (set! {=v}!(& {int} 3) (+ {=v}!(& "
     "{int} 3) {int}))) {=v}))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (put (% (& {int} 1023) (length {=v})) {'a} {=v}))"},
    {1, "vector int", "(range-to {#} {#})"},
    {1, "vector 'a", "(array {#} {'a})"},
    {1, "vector#2 'a", "(array ({#}, 2) {'a})"},
    {2, "vector int", "[{#}..{#}]"},
    {1, "vector 'a",
     "(let ({v-vector 'b} {vector 'b}) in [{!'a} | ({x!'b} <- {=v}{^x} | {k!int} <- [1..(length "
     "{=v})]{^k}), {bool}])"},
    {1, "vector 'a", "(tabulate {#} (lambda {k:int} {'a}))"},
    {1, "vector#2 'a", "(tabulate ({#}, 3) (lambda {i:int} {j:int} {'a}))"},
    {1, "vector 'a", "(iterates {#} {('a -> 'a)} {'a})"},
    {1, "vector vector 'a", "(scanl (lambda {r:vector 'a} {x:'b} {vector 'a}) {vector 'a} {vector 'b})"},
    {1, "vector 'a", "(unfold (lambda {n:int} (if (<= {=n} 0) (None) (Some ({'a}, (- {=n} 1))))) {#})"},
    {1, "vector int", "[-2..<{#}]"},
    {1, "vector 'i", "(let ({k-'i} {'i}) in [{=k}..(+ {=k} 3)])"},
    {3, "vector float", "(map (lambda {x:int} (/ (to_float {=x}) {float})) (range {#}))"},
    {3, "vector double", "(map (lambda {x:int} (/ (to_double {=x}) {double})) (range {#}))"},
    {1, "vector float", "(map (lambda {x:int} (/ 1f (to_float {=x}))) (range 1 {#}))"},
    {1, "vector int", "(range {#} {#} 2)"},
    {0, "vector int", "(range {int} {#} -3)"},
    {2, "vector int", "(iota {#})"},
    {2, "vector 'i", "(iota (& {'i} 15))"},
    {2, "vector 'a", "[{'a} {'a}]"},
    {1, "vector 'a", "[{'a}]"},
};

// ---- reading the rows ----

Part read_hole(std::string_view text) {
  if (text == "#") return {Part::Size, {}, {}};
  if (text == "+") return {Part::Operator, {}, {}};
  if (text == "?") return {Part::BitOperator, {}, {}};
  if (text[0] == '=') return {Part::Name, std::string(text.substr(1)), {}};
  if (text[0] == '^') return {Part::Known, std::string(text.substr(1)), {}};
  if (text[0] == '@') return {Part::Spelled, {}, read_type(text.substr(1))};
  if (text[0] == '!') return {Part::Late, {}, read_type(text.substr(1))};
  constexpr std::string_view marks = ":-~!";
  constexpr Part::Kind kinds[] = {Part::Parameter, Part::After, Part::AtOnce, Part::Hidden};
  if (const size_t k = text.size() > 1 ? marks.find(text[1]) : marks.npos; k != marks.npos)
    return {kinds[k], std::string(text.substr(0, 1)), read_type(text.substr(2))};
  return {Part::Hole, {}, read_type(text)};
}

} // namespace

Row read_row(uint32_t weight, std::string_view result, std::string_view text) {
  Row row{read_type(result), {}, weight};
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t open = rest.find('{');
    if (open > 0) row.parts.push_back({Part::Text, std::string(rest.substr(0, open)), {}});
    if (open == rest.npos) break;
    const size_t close = rest.find('}', open);
    row.parts.push_back(read_hole(rest.substr(open + 1, close - open - 1)));
    rest.remove_prefix(close + 1);
  }
  return row;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> made;
    for (const Text& t : texts) made.push_back(read_row(t.weight, t.result, t.text));
    for (Row& row : builtin_rows()) made.push_back(std::move(row));
    for (Row& row : foreign_rows()) made.push_back(std::move(row));
    return made;
  }();
  return all;
}

namespace {

/// A word is rare if the weights of its rows add up to less than this.
constexpr uint32_t common = 5;

std::string text_of(const Row& row) {
  std::string text;
  for (const Part& p : row.parts) text += p.kind == Part::Text ? p.text : "0";
  return text;
}

} // namespace

const std::vector<std::vector<const Row*>>& rare_words() {
  static const std::vector<std::vector<const Row*>> rare = [] {
    std::map<std::string, std::vector<const Row*>> all;
    for (const Row& row : rows())
      if (row.weight > 0 && row.result.kind != Type::Function) // a function may never be called
        for (const std::string& word : words_of(text_of(row))) all[word].push_back(&row);
    std::vector<std::vector<const Row*>> made;
    for (auto& [word, those] : all) {
      uint32_t weight = 0;
      for (const Row* row : those) weight += row->weight;
      if (weight < common) made.push_back(std::move(those));
    }
    return made;
  }();
  return rare;
}

namespace {

bool ordered(const Type& t) {
  if (t.kind == Type::Prim)
    return t.element <= Element::F64 || t.element == Element::Char || t.element == Element::Bool;
  if (t.kind == Type::Function || t.rank > 1) return false;
  if (t.kind == Type::Sum && t.sum->name != "Maybe") return false;
  for (const Type& item : t.items)
    if (!ordered(item)) return false;
  return true;
}

} // namespace

bool allows(char letter, const Type& t) {
  const bool prim = t.kind == Type::Prim;
  switch (letter) {
  case 'n':
  case 'm': return prim && is_number(t.element);
  case 'i':
  case 'j': return prim && is_integer(t.element);
  case 'f': return prim && is_real(t.element);
  case 'z': return is_complex(t) || (prim && is_number(t.element));
  case 'w': return is_complex(t) || (prim && is_real(t.element));
  case 's': return prim;
  case 'k': return prim && (is_integer(t.element) || t.element == Element::Char);
  case 't': return prim && (is_integer(t.element) || t.element == Element::Bool);
  case 'e': return !has_function(t);
  case 'o': return ordered(t);
  default: return true;
  }
}

bool matches(const Type& pattern, const Type& type, Letters& letters) {
  if (pattern.kind == Type::Letter) {
    if (!allows(pattern.letter, type)) return false;
    return letters.emplace(pattern.letter, type).first->second == type;
  }
  if (pattern.kind != type.kind || pattern.items.size() != type.items.size()) return false;
  if (pattern.rank != type.rank || pattern.sum != type.sum) return false;
  if (pattern.kind == Type::Prim) return pattern.element == type.element;
  for (size_t k = 0; k < pattern.items.size(); ++k)
    if (!matches(pattern.items[k], type.items[k], letters)) return false;
  return true;
}

} // namespace nova::fuzz
