# Matrices that are longer than a line stand with their columns below each other, and large ones by their corners.
$ printf '%s\n' '(reshape (3, 3) (range 9))' '(reshape (3, 30) (range 90))' '(reshape (100, 100) (range 10000))' '(map (lambda (i) (map (lambda (j) (/ (to_double (* i j)) 8.0)) (range 12))) (range 17))' '(map (lambda (i) (map (lambda (j) (> i j)) (range 10))) (range 4))' '(map range (range 30))' '(reshape (2, 50) (replicate 100 -1.7976931348623157e308))' '(reshape (2, 2, 30) (range 120))' '(map (lambda (i) (lines "a\nb")) (range 40))' ':set tables off' '(reshape (3, 30) (range 90))' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reshape (3, 3) (range 9))
[[0 1 2] [3 4 5] [6 7 8]] : vector#2 int
nova> (reshape (3, 30) (range 90))
[[ 0  1  2  3  4  5  6  7  8  9 10 11 ... 18 19 20 21 22 23 24 25 26 27 28 29]
 [30 31 32 33 34 35 36 37 38 39 40 41 ... 48 49 50 51 52 53 54 55 56 57 58 59]
 [60 61 62 63 64 65 66 67 68 69 70 71 ... 78 79 80 81 82 83 84 85 86 87 88 89]]
3 by 30 : vector#2 int
nova> (reshape (100, 100) (range 10000))
[[   0    1    2    3    4    5    6 ...   93   94   95   96   97   98   99]
 [ 100  101  102  103  104  105  106 ...  193  194  195  196  197  198  199]
 [ 200  201  202  203  204  205  206 ...  293  294  295  296  297  298  299]
 [ 300  301  302  303  304  305  306 ...  393  394  395  396  397  398  399]
 [ 400  401  402  403  404  405  406 ...  493  494  495  496  497  498  499]
 [ 500  501  502  503  504  505  506 ...  593  594  595  596  597  598  599]
 [ 600  601  602  603  604  605  606 ...  693  694  695  696  697  698  699]
 [ 700  701  702  703  704  705  706 ...  793  794  795  796  797  798  799]
 [ 800  801  802  803  804  805  806 ...  893  894  895  896  897  898  899]
 [ 900  901  902  903  904  905  906 ...  993  994  995  996  997  998  999]
 ...
 [9500 9501 9502 9503 9504 9505 9506 ... 9593 9594 9595 9596 9597 9598 9599]
 [9600 9601 9602 9603 9604 9605 9606 ... 9693 9694 9695 9696 9697 9698 9699]
 [9700 9701 9702 9703 9704 9705 9706 ... 9793 9794 9795 9796 9797 9798 9799]
 [9800 9801 9802 9803 9804 9805 9806 ... 9893 9894 9895 9896 9897 9898 9899]
 [9900 9901 9902 9903 9904 9905 9906 ... 9993 9994 9995 9996 9997 9998 9999]]
100 by 100 : vector#2 int
nova> (map (lambda (i) (map (lambda (j) (/ (to_double (* i j)) 8.0)) (range 12))) (range 17))
[[0.0   0.0  0.0   0.0 0.0   0.0   0.0    0.0  0.0    0.0   0.0    0.0]
 [0.0 0.125 0.25 0.375 0.5 0.625  0.75  0.875  1.0  1.125  1.25  1.375]
 [0.0  0.25  0.5  0.75 1.0  1.25   1.5   1.75  2.0   2.25   2.5   2.75]
 [0.0 0.375 0.75 1.125 1.5 1.875  2.25  2.625  3.0  3.375  3.75  4.125]
 [0.0   0.5  1.0   1.5 2.0   2.5   3.0    3.5  4.0    4.5   5.0    5.5]
 [0.0 0.625 1.25 1.875 2.5 3.125  3.75  4.375  5.0  5.625  6.25  6.875]
 [0.0  0.75  1.5  2.25 3.0  3.75   4.5   5.25  6.0   6.75   7.5   8.25]
 [0.0 0.875 1.75 2.625 3.5 4.375  5.25  6.125  7.0  7.875  8.75  9.625]
 [0.0   1.0  2.0   3.0 4.0   5.0   6.0    7.0  8.0    9.0  10.0   11.0]
 [0.0 1.125 2.25 3.375 4.5 5.625  6.75  7.875  9.0 10.125 11.25 12.375]
 ...
 [0.0   1.5  3.0   4.5 6.0   7.5   9.0   10.5 12.0   13.5  15.0   16.5]
 [0.0 1.625 3.25 4.875 6.5 8.125  9.75 11.375 13.0 14.625 16.25 17.875]
 [0.0  1.75  3.5  5.25 7.0  8.75  10.5  12.25 14.0  15.75  17.5  19.25]
 [0.0 1.875 3.75 5.625 7.5 9.375 11.25 13.125 15.0 16.875 18.75 20.625]
 [0.0   2.0  4.0   6.0 8.0  10.0  12.0   14.0 16.0   18.0  20.0   22.0]]
17 by 12 : vector vector double
nova> (map (lambda (i) (map (lambda (j) (> i j)) (range 10))) (range 4))
[[false false false false false false false false false false]
 [ true false false false false false false false false false]
 [ true  true false false false false false false false false]
 [ true  true  true false false false false false false false]] : vector vector bool
nova> (map range (range 30))
[[] [0] [0 1] [0 1 2] [0 1 2 3] [0 1 2 3 4] [0 1 2 3 4 5] [0 1 2 3 4 5 6] [0 1 2 3 4 5 6 7] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8 9] [0 1 2 3 4 5 6 7 8 9 10] [0 1 2 3 4 5 6 7 8 9 10 11] [0 1 2 3 4 5 6 7 8 9 10 11 12] [0 1 2 3 4 5 6 7 8 9 10 11 12 13] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26] [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 ... 25 26 27] [0 1 2 ... 26 27 28]] : vector vector int
nova> (reshape (2, 50) (replicate 100 -1.7976931348623157e308))
[[-1.7976931348623157e308 ... -1.7976931348623157e308]
 [-1.7976931348623157e308 ... -1.7976931348623157e308]]
2 by 50 : vector#2 double
nova> (reshape (2, 2, 30) (range 120))
[[[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29] [30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59]] [[60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89] [90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119]]] : vector#3 int
nova> (map (lambda (i) (lines "a\nb")) (range 40))
[["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ...
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]
 ["a" "b"]]
40 by 2 : vector vector vector char
nova> :set tables off
nova> (reshape (3, 30) (range 90))
[[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29] [30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59] [60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89]] : vector#2 int
nova> :q
# Records are tables whose columns have names.
$ printf '%s\n' '(define-record Body (x : double) (name : vector char))' '[(Body 1.5 "sun") (Body 2.25 "earth")]' '(map (lambda (i) (Body (to_double i) (show i))) (range 40))' '[(Body 1.0 "one")]' "(define-record (Pair 'a 'b) (left : 'a) (right : 'b))" '[(Pair 1 true) (Pair 2 false)]' '(map (lambda (d) (date 2024 1 (+ d 1))) (range 3))' ':show [(Body 1.5 "sun") (Body 2.25 "earth")]' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (x : double) (name : vector char))
nova> [(Body 1.5 "sun") (Body 2.25 "earth")]
       x     name
 0   1.5    "sun"
 1  2.25  "earth"
2 rows : vector Body
nova> (map (lambda (i) (Body (to_double i) (show i))) (range 40))
         x  name
   0   0.0   "0"
   1   1.0   "1"
   2   2.0   "2"
   3   3.0   "3"
   4   4.0   "4"
   5   5.0   "5"
   6   6.0   "6"
   7   7.0   "7"
   8   8.0   "8"
   9   9.0   "9"
 ...   ...   ...
  35  35.0  "35"
  36  36.0  "36"
  37  37.0  "37"
  38  38.0  "38"
  39  39.0  "39"
40 rows : vector Body
nova> [(Body 1.0 "one")]
[(Body 1.0 "one")] : vector Body
nova> (define-record (Pair 'a 'b) (left : 'a) (right : 'b))
nova> [(Pair 1 true) (Pair 2 false)]
    left  right
 0     1   true
 1     2  false
2 rows : vector (Pair int bool)
nova> (map (lambda (d) (date 2024 1 (+ d 1))) (range 3))
[(date 2024 1 1) (date 2024 1 2) (date 2024 1 3)] : vector Date
nova> :show [(Body 1.5 "sun") (Body 2.25 "earth")]
       x     name
 0   1.5    "sun"
 1  2.25  "earth"
2 rows : vector Body
nova> :q
# Dates and times: forms that read back; in tables by ISO 8601. Optional values stand without their constructor there.
$ printf '%s\n' '(date 2024 2 20)' '(datetime 2024 2 20 10 30 1.5)' '[(duration 1 2 3 4.5) (duration 0 0 0 -0.25)]' '(Date 2932897)' '(Datetime 9223372036854775807)' '(Duration -9223372036854775808)' '(println* (show (date 2024 2 20)) (Some (date 1 1 1)))' '(define-record R (day : Date) (at : Datetime) (wait : (Maybe Duration)) (n : (Maybe int)))' '[(R (date 2024 2 20) (datetime 2024 2 20 10 30 0.0) (Some (duration 1 2 3 4.5)) (Some 3)) (R (Date 2932897) (Datetime -1) (None) (None))]' '[(date 2024 2 20, (Some (date 2024 2 20))) (date 2024 2 21, (None))]' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (date 2024 2 20)
(date 2024 2 20) : Date
nova> (datetime 2024 2 20 10 30 1.5)
(datetime 2024 2 20 10 30 1.5) : Datetime
nova> [(duration 1 2 3 4.5) (duration 0 0 0 -0.25)]
[(duration 1 2 3 4.5) (duration 0 0 0 -0.25)] : vector Duration
nova> (Date 2932897)
(Date 2932897) : Date
nova> (Datetime 9223372036854775807)
(Datetime 9223372036854775807) : Datetime
nova> (Duration -9223372036854775808)
(duration -106751991 -4 0 -54.775808) : Duration
nova> (println* (show (date 2024 2 20)) (Some (date 1 1 1)))
(date 2024 2 20)(Some (date 1 1 1))
nova> (define-record R (day : Date) (at : Datetime) (wait : (Maybe Duration)) (n : (Maybe int)))
nova> [(R (date 2024 2 20) (datetime 2024 2 20 10 30 0.0) (Some (duration 1 2 3 4.5)) (Some 3)) (R (Date 2932897) (Datetime -1) (None) (None))]
               day                           at          wait       n
 0      2024-02-20         2024-02-20T10:30:00Z  P1DT2H3M4.5S       3
 1  (Date 2932897)  1969-12-31T23:59:59.999999Z        (None)  (None)
2 rows : vector R
nova> [(date 2024 2 20, (Some (date 2024 2 20))) (date 2024 2 21, (None))]
            .0          .1
 0  2024-02-20  2024-02-20
 1  2024-02-21      (None)
2 rows : vector (Date, (Maybe Date))
nova> :q
# Tables that are wider than the terminal: shorter texts, then the first and the last columns; :show has all of them in blocks.
$ printf '%s\n' '(define-record W (alpha : int) (beta : double) (gamma : vector char) (delta : int) (epsilon : vector int) (zeta : bool) (eta : double) (theta : vector char) (iota-10 : int) (a-name-that-is-long : int))' '(define ws (map (lambda (i) (W i (/ (to_double i) 7.0) (repeat i "long text ") (* i 1000000007) (iota (* 3 i)) (even i) (sqrt (to_double i)) "x" i i)) (iota 18)))' 'ws' ':show ws' ':set tables off' '(take 2 ws)' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record W (alpha : int) (beta : double) (gamma : vector char) (delta : int) (epsilon : vector int) (zeta : bool) (eta : double) (theta : vector char) (iota-10 : int) (a-name-that-is-long : int))
nova> (define ws (map (lambda (i) (W i (/ (to_double i) 7.0) (repeat i "long text ") (* i 1000000007) (iota (* 3 i)) (even i) (sqrt (to_double i)) "x" i i)) (iota 18)))
ws : vector W
nova> ws
      alpha                 beta  ...  iota-10  a-name-that-is-long
   0      0                  0.0  ...        0                    0
   1      1  0.14285714285714285  ...        1                    1
   2      2   0.2857142857142857  ...        2                    2
   3      3  0.42857142857142855  ...        3                    3
   4      4   0.5714285714285714  ...        4                    4
   5      5   0.7142857142857143  ...        5                    5
   6      6   0.8571428571428571  ...        6                    6
   7      7                  1.0  ...        7                    7
   8      8   1.1428571428571428  ...        8                    8
   9      9   1.2857142857142858  ...        9                    9
 ...    ...                  ...  ...      ...                  ...
  13     13   1.8571428571428572  ...       13                   13
  14     14                  2.0  ...       14                   14
  15     15    2.142857142857143  ...       15                   15
  16     16   2.2857142857142856  ...       16                   16
  17     17   2.4285714285714284  ...       17                   17
18 rows, 6 of 10 columns hidden, long cells cut (:show it shows more) : vector W
nova> :show ws
      alpha                 beta
   0      0                  0.0
   1      1  0.14285714285714285
   2      2   0.2857142857142857
   3      3  0.42857142857142855
   4      4   0.5714285714285714
   5      5   0.7142857142857143
   6      6   0.8571428571428571
   7      7                  1.0
   8      8   1.1428571428571428
   9      9   1.2857142857142858
 ...    ...                  ...
  13     13   1.8571428571428572
  14     14                  2.0
  15     15    2.142857142857143
  16     16   2.2857142857142856
  17     17   2.4285714285714284

                                                                          gamma
   0                                                                         ""
   1                                                               "long text "
   2                                                     "long text long text "
   3                                           "long text long text long text "
   4                                 "long text long text long text long text "
   5                       "long text long text long text long text long text "
   6             "long text long text long text long text long text long text "
   7   "long text long text long text long text long text long text long text "
   8  "long text long text long text long text long text long text long text...
   9  "long text long text long text long text long text long text long text...
 ...                                                                        ...
  13  "long text long text long text long text long text long text long text...
  14  "long text long text long text long text long text long text long text...
  15  "long text long text long text long text long text long text long text...
  16  "long text long text long text long text long text long text long text...
  17  "long text long text long text long text long text long text long text...

            delta
   0            0
   1   1000000007
   2   2000000014
   3   3000000021
   4   4000000028
   5   5000000035
   6   6000000042
   7   7000000049
   8   8000000056
   9   9000000063
 ...          ...
  13  13000000091
  14  14000000098
  15  15000000105
  16  16000000112
  17  17000000119

                                                                        epsilon
   0                                                                         []
   1                                                                    [0 1 2]
   2                                                              [0 1 2 3 4 5]
   3                                                        [0 1 2 3 4 5 6 7 8]
   4                                                [0 1 2 3 4 5 6 7 8 9 10 11]
   5                                       [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14]
   6                              [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17]
   7                     [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20]
   8            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]
   9   [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26]
 ...                                                                        ...
  13  [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 2...
  14  [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 2...
  15  [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 2...
  16  [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 2...
  17  [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 2...

       zeta                 eta  theta  iota-10  a-name-that-is-long
   0   true                 0.0    "x"        0                    0
   1  false                 1.0    "x"        1                    1
   2   true  1.4142135623730951    "x"        2                    2
   3  false  1.7320508075688772    "x"        3                    3
   4   true                 2.0    "x"        4                    4
   5  false    2.23606797749979    "x"        5                    5
   6   true   2.449489742783178    "x"        6                    6
   7  false  2.6457513110645907    "x"        7                    7
   8   true  2.8284271247461903    "x"        8                    8
   9  false                 3.0    "x"        9                    9
 ...    ...                 ...    ...      ...                  ...
  13  false   3.605551275463989    "x"       13                   13
  14   true  3.7416573867739413    "x"       14                   14
  15  false   3.872983346207417    "x"       15                   15
  16   true                 4.0    "x"       16                   16
  17  false   4.123105625617661    "x"       17                   17
18 rows, long cells cut : vector W
nova> :set tables off
nova> (take 2 ws)
[(W 0 0.0 "" 0 [] true 0.0 "x" 0 0) (W 1 0.14285714285714285 "long text " 1000000007 [0 1 2] false 1.0 "x" 1 1)] : vector W
nova> :q
$ printf '%s\n' '(map (lambda (i) (i, (repeat 20 "text "))) (iota 2))' '[("a\nb", "Zürich, Genève, Bern, Basel, Lugano, Chur", 3) ("", "数学数学数学数学数学数学数学数学数学数学数学数学", 4)]' '(map (lambda (i) ((replicate i 1.5), (Some i))) [2 30])' ':show (map (lambda (i) (i, (repeat 20 "text "))) (iota 2))' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (lambda (i) (i, (repeat 20 "text "))) (iota 2))
    .0                                        .1
 0   0  "text text text text text text text t...
 1   1  "text text text text text text text t...
2 rows, long cells cut (:show it shows more) : vector (int, vector char)
nova> [("a\nb", "Zürich, Genève, Bern, Basel, Lugano, Chur", 3) ("", "数学数学数学数学数学数学数学数学数学数学数学数学", 4)]
        .0                                        .1  .2
 0  "a\nb"  "Zürich, Genève, Bern, Basel, Lugano,...   3
 1      ""  "数学数学数学数学数学数学数学数学数学...   4
2 rows, long cells cut (:show it shows more) : vector (vector char, vector char, int)
nova> (map (lambda (i) ((replicate i 1.5), (Some i))) [2 30])
                                          .0  .1
 0                                 [1.5 1.5]   2
 1  [1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 ...  30
2 rows, long cells cut (:show it shows more) : vector (vector double, (Maybe int))
nova> :show (map (lambda (i) (i, (repeat 20 "text "))) (iota 2))
    .0
 0   0
 1   1

                                                                             .1
 0  "text text text text text text text text text text text text text text t...
 1  "text text text text text text text text text text text text text text t...
2 rows, long cells cut : vector (int, vector char)
nova> :q
$ printf '%s\n' '[(1, "one", 1.5, true) (2, "two", 2.5, false)]' '[(1.7976931348623157e308, "one") (2.0, "two")]' '[("a text of some length", 3) ("b", 4)]' ':q' | PROMPT_COLUMNS=24 python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> [(1, "one", 1.5, true) (2, "two", 2.5, false)]
    .0  ...     .3
 0   1  ...   true
 1   2  ...  false
2 rows, 2 of 4 columns hidden (:show it shows more) : vector (int, vector char, double, bool)
nova> [(1.7976931348623157e308, "one") (2.0, "two")]
[(1.7976931348623157e308, "one") (2.0, "two")] : vector (double, vector char)
nova> [("a text of some length", 3) ("b", 4)]
            .0  .1
 0  "a text...   3
 1         "b"   4
2 rows, long cells cut (:show it shows more) : vector (vector char, int)
nova> :q
