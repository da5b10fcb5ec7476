# Tables that are filled in sequence: states that are kept (scanl), and elements of local arrays that are set.
$ nova run alignment.nv --input 'a="GATTACA"' --input 'b="GCATGCU"'
(0, ("G-ATTACA", "GCATG-CU"))
$ nova run levenshtein.nv --input 'from="kitten"' --input 'to="sitting"'
(3, "ckkkcki")
$ nova run tridiagonal.nv --input n=7
[0.05468749999999999 0.09374999999999999 0.11718749999999999 0.125 0.1171875 0.09375 0.0546875]
$ nova run gauss-seidel.nv --input n=9 --input sweeps=100
[0.0 0.10294115542557825 0.18382349348568544 0.23345583898632727 0.2499999566333861 0.23345584533722083 0.18382350323769783 0.1029411633835548 0.0]
# A table whose columns have names.
$ nova run --allow-read ../data irises.nv
[("Iris-setosa", (50, 1.464, 0.17176728442867112)) ("Iris-versicolor", (50, 4.26, 0.4651881339845203)) ("Iris-virginica", (50, 5.5520000000000005, 0.546347874526844))]
[("Iris-setosa", 4.4) ("Iris-setosa", 4.2) ("Iris-setosa", 4.1)]
[("Iris-virginica", 50) ("Iris-versicolor", 43)]
# Tables, a graph and a sparse matrix.
$ nova run --allow-read ../data flights.nv
[("AA", (32, 0, 20.5)) ("DL", (40, 3, 29.54054054054054)) ("UA", (40, 2, 33.55263157894737)) ("WN", (38, 4, 29.41176470588235))]
[("LAX", 35) ("BOS", 33) ("DEN", 32)]
-0.05667338908596131
$ mkdir -p out && nova run weather.nv --allow-read ../data --allow-write out
[(("Bergen", 1), (3.032258064516129, 141.10000000000002)) (("Bergen", 2), (5.828571428571428, 103.60000000000001)) (("Bergen", 3), (8.306451612903226, 105.9)) (("Bergen", 4), (10.53, 76.5)) (("Sevilla", 1), (12.974193548387099, 61.900000000000006)) (("Sevilla", 2), (15.207142857142857, 104.6)) (("Sevilla", 3), (18.254838709677422, 97.9)) (("Sevilla", 4), (20.25333333333333, 107.8))]
[("2026-02-24", "Sevilla", 12.0)]
[("Bergen", 12.37142857142857) ("Sevilla", 21.042857142857144)]
$ grep -c '<g class="line"' out/weather.svg
2
$ nova run --allow-read ../data stocks.nv
(0.01771949144058471, 0.011566374557178918, -0.18009439430322105, 126)
(0.2933279088689993, 0.01762614420535686, -0.20191722458916606, 134)
-0.09006753013207204
$ nova run --allow-read ../data links.nv
(24, 59)
[(0, 6) (15, 5) (23, 5)]
[(23, 0.09112810068881744) (7, 0.07825192557771267) (9, 0.07650437330732524) (2, 0.0726487981378711) (14, 0.06998030155502276)]
20
$ nova run --allow-read ../data sparse.nv
(1850, 712, 8636)
(2, 5)
2.123342642739658
