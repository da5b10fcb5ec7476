# Kernels of nests on a GPU. Filters of rows of one length: one filter over all pairs, or, of many rows or very many pairs, the rows as they are.
$ nova -e '((xs : vector int) (ys : vector int)) (concat-map (lambda (x) (filter (lambda (y) (< x y)) ys)) xs)' -i 'xs=[1 2]' -i 'ys=[3 4]' --dump cuda | grep -o '^// v.*'
// v14, v15: those of ys_3[i % 2] where xs_1[i / 2] < ys_3[i % 2] for i below v6
// v22, v23, v24: v0 rows, one after the other
# Rows of other lengths: the sum of their lengths, the row of each pair, the filter; and where the rows' ends are asked for, a search for them.
$ nova -e '((xs : vector int)) (map (lambda (x) (filter (lambda (y) (< (* 2 y) x)) (iota x))) xs)' -i 'xs=[1 2]' --dump cuda | grep -o '^// v.*'
// v11: sum of min(xs_1[i], v9) for i below v0
// v26: elements of v0 rows, each to its place
// v26: the lengths of v0 rows
// v36, v37, v38: those of i - v26[to_int(v28[i])], to_int(v28[i]) where ((i - v26[to_int(v28[i])]) * 2) < xs_1[to_int ..
// v49: v51 for i below v25
// v65, v66, v67: v0 rows, one after the other
# Rows of rows: a thread makes the rows of a pair.
$ nova -e '((xs : vector int)) (concat-map (lambda (x) (concat-map (lambda (y) (iota (/ y 2))) (iota x))) xs)' -i 'xs=[5 2]' --dump cuda | grep -o '^// v.*'
// v12: sum of min(xs_1[i], v10) for i below v0
// v25: elements of v0 rows, each to its place
// v25: the lengths of v0 rows
// v35: elements of v9 rows, each to its place
// v35: the lengths of v9 rows
// v48, v49, v50: v0 rows, one after the other
# What goes on after the inner rows, or takes long before them, is no nest.
$ nova -e '((xs : vector int)) (map (lambda (x) (let (ys (filter (lambda (y) (< (* 2 y) x)) (iota x))) in (++ ys ys))) xs)' -i 'xs=[1 2]' --dump cuda | grep -o '^// v.*'
// v13: sum of max(min(xs_1[i], v12), 0) + max(max(min(xs_1[i], v12), 0), 1) for i below v0
// v29: 0 for i below 0
// v38, ys_39: those of i where (i * 2) < x_35 for i below x_35
// v45: (if i < v38 then ys_39[i] else ys_39[i - v38]) for i below v43
// v58, v59, v60: v0 rows, one after the other
$ nova -e '((xs : vector int)) (map (lambda (x) (let (m (sum (map (lambda (k) (* k k)) (iota x)))) in (filter (lambda (y) (< y m)) (iota x)))) xs)' -i 'xs=[1 2]' --dump cuda | grep -o '^// v.*'
// v11: sum of max(min(xs_1[i], v10), 0) + max(min(xs_1[i], v10), 0) for i below v0
// v26: 0 for i below 0
// v41, v42: those of i where i < m_35 for i below x_32
// v51, v52, v53: v0 rows, one after the other
