# Texts: words, a log by a regular expression, a table by hand.
$ nova run words.nv --input text=../data/gpl-3.txt
999 different words
   345  the
   221  of
   192  to
   184  a
   151  or
   128  you
   102  license
    98  and
    97  work
    91  that
$ nova run log.nv --allow-read ../data --input 'path="../data/access.log"'
76 of 80 lines are requests
status  requests     bytes
   200        55   464,527
   302        11         0
   404        10         0
/search                29
/index.html            17
/                       9
$ nova run csv.nv --allow-read ../data --input 'path="../data/iris.csv"'
Setosa        50   1.464   0.244
Versicolor    50   4.260   1.326
Virginica     50   5.552   2.026
