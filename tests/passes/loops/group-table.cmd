# The plan before group-table and after it.
# Groups that are only folded are places of a table where keys lie close together; else they are sorted.
$ nova -e '((ks : vector int) (vs : vector int)) [((the k), (maximum v)) | (k, v) <- (zip ks vs), group by k]' -i 'ks=[3 1 3]' -i 'vs=[1 2 5]' --dump group-table | grep -v '(site'
; before group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : [int]) ; 8 * v2 bytes
      (sort v2 ks_1
        (body ((v9 : int) (v10 : int))
          (let (v11 : int) (read ks_1 v10))
          (let (v12 : int) (read ks_1 v9))
          (let (v13 : bool) (< v12 v11))
          (results v13))))
    (let (v14 : [int]) ; 8 * v2 bytes
      (map v2
        (body ((v15 : int))
          (let (v16 : int) (read v8 v15))
          (let (v17 : int) (read ks_1 v16))
          (results v17))))
    (let (v18 : int) (v19 : [int]) ; at most 8 * v2 bytes
      (filter v2
        (body ((v20 : int))
          (let (v21 : bool) (= v20 v5))
          (let (v22 : bool)
            (if v21
              (body ()
                (results v6))
              (body ()
                (let (v23 : int) (- v20 v7))
                (let (v24 : int) (read v14 v20))
                (let (v25 : int) (read v14 v23))
                (let (v26 : bool) (< v25 v24))
                (results v26))))
          (results v22 v20))))
    (let (v27 : [int]) (v28 : [int]) ; 16 * v2 bytes
      (map v2
        (body ((v29 : int))
          (let (v30 : int) (read v8 v29))
          (let (v31 : int) (read ks_1 v30))
          (let (v32 : int) (read vs_3 v30))
          (results v31 v32))))
    (let (v33 : [int]) (v34 : [int]) ; 16 * v18 bytes
      (map v18
        (body ((v35 : int))
          (let (v36 : int) (+ v35 v7))
          (let (v37 : bool) (< v36 v18))
          (let (v38 : int)
            (if v37
              (body ()
                (let (v39 : int) (read v19 v36))
                (results v39))
              (body ()
                (results v2))))
          (let (v40 : int) (read v19 v35))
          (let (v41 : int) (- v38 v40))
          (let (v42 : bool) (= v41 v5))
          (let (v43 : bool) (not v42))
          (check 1 v43)
          (let (v44 : bool) (< v5 v41))
          (check 2 v44 v5 v41)
          (let (k_45 : int) (read v27 v40))
          (let (v46 : int)
            (reduce lane v41 v5
              (body ((v47 : int))
                (let (v48 : int) (+ v47 v40))
                (let (v_49 : int) (read v28 v48))
                (results v_49))
              (body ((x1_50 : int) (x2_51 : int))
                (let (v52 : int) (max x1_50 x2_51))
                (results v52))))
          (results k_45 v46))))
    (results v18 v33 v34)))
; after group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : int) (constant 9223372036854775807))
    (let (v9 : int) (constant -9223372036854775808))
    (let (v10 : int) (v11 : int)
      (reduce lane start v2 v8 v9
        (body ((v12 : int))
          (let (v13 : int) (read ks_1 v12))
          (results v13 v13))
        (body ((v14 : int) (v15 : int) (v16 : int) (v17 : int))
          (let (v18 : int) (min v14 v16))
          (let (v19 : int) (max v15 v17))
          (results v18 v19))))
    (let (v20 : int) (- v11 v10))
    (let (v21 : bool) (< v20 v2))
    (let (v22 : int) (constant 0))
    (let (v23 : bool) (<= v22 v20))
    (let (v24 : bool) (<= v10 v11))
    (let (v25 : bool) (and v24 v23))
    (let (v26 : bool) (and v25 v21))
    (let (v27 : int) (v28 : [int]) (v29 : [int])
      (if v26
        (body ()
          (let (v30 : int) (constant 1))
          (let (v31 : int) (+ v20 v30))
          (let (v32 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v33 : int))
                (let (v34 : int) (constant 0))
                (results v34))))
          (let (v35 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v36 : int))
                (let (v37 : int) (constant -9223372036854775808))
                (results v37))))
          (let (v38 : [int]) (v39 : [int]) ; 16 * ((v11 - v10) + 1) bytes
            (histogram v31 v2 v32 v35
              (body ((v40 : int))
                (let (v41 : int) (read ks_1 v40))
                (let (v42 : int) (- v41 v10))
                (let (v43 : int) (constant 1))
                (let (v44 : int) (read vs_3 v40))
                (results v42 v43 v44))
              (body ((v45 : int) (v46 : int) (v47 : int) (v48 : int))
                (let (v49 : int) (+ v45 v47))
                (let (v50 : int) (max v46 v48))
                (results v49 v50))))
          (let (v51 : int) (v52 : [int]) ; at most 8 * ((v11 - v10) + 1) bytes
            (filter v31
              (body ((v53 : int))
                (let (v54 : int) (constant 0))
                (let (v55 : int) (read v38 v53))
                (let (v56 : bool) (~= v55 v54))
                (results v56 v53))))
          (let (v57 : [int]) (v58 : [int]) ; 16 * v51 bytes
            (map v51
              (body ((v59 : int))
                (let (v60 : int) (read v52 v59))
                (let (v61 : int) (read v38 v60))
                (let (v62 : bool) (= v61 v5))
                (let (v63 : bool) (not v62))
                (check 1 v63)
                (let (v64 : bool) (< v5 v61))
                (check 2 v64 v5 v61)
                (let (v65 : int) (+ v60 v10))
                (let (v66 : int) (read v39 v60))
                (results v65 v66))))
          (results v51 v57 v58))
        (body ()
          (let (v67 : [int]) ; 8 * v2 bytes
            (sort v2 ks_1
              (body ((v68 : int) (v69 : int))
                (let (v70 : int) (read ks_1 v69))
                (let (v71 : int) (read ks_1 v68))
                (let (v72 : bool) (< v71 v70))
                (results v72))))
          (let (v73 : [int]) ; 8 * v2 bytes
            (map v2
              (body ((v74 : int))
                (let (v75 : int) (read v67 v74))
                (let (v76 : int) (read ks_1 v75))
                (results v76))))
          (let (v77 : int) (v78 : [int]) ; at most 8 * v2 bytes
            (filter v2
              (body ((v79 : int))
                (let (v80 : bool) (= v79 v5))
                (let (v81 : bool)
                  (if v80
                    (body ()
                      (results v6))
                    (body ()
                      (let (v82 : int) (- v79 v7))
                      (let (v83 : int) (read v73 v79))
                      (let (v84 : int) (read v73 v82))
                      (let (v85 : bool) (< v84 v83))
                      (results v85))))
                (results v81 v79))))
          (let (v86 : [int]) (v87 : [int]) ; 16 * v2 bytes
            (map v2
              (body ((v88 : int))
                (let (v89 : int) (read v67 v88))
                (let (v90 : int) (read ks_1 v89))
                (let (v91 : int) (read vs_3 v89))
                (results v90 v91))))
          (let (v92 : [int]) (v93 : [int]) ; 16 * v77 bytes
            (map v77
              (body ((v94 : int))
                (let (v95 : int) (+ v94 v7))
                (let (v96 : bool) (< v95 v77))
                (let (v97 : int)
                  (if v96
                    (body ()
                      (let (v98 : int) (read v78 v95))
                      (results v98))
                    (body ()
                      (results v2))))
                (let (v99 : int) (read v78 v94))
                (let (v100 : int) (- v97 v99))
                (let (v101 : bool) (= v100 v5))
                (let (v102 : bool) (not v101))
                (check 1 v102)
                (let (v103 : bool) (< v5 v100))
                (check 2 v103 v5 v100)
                (let (k_104 : int) (read v86 v99))
                (let (v105 : int)
                  (reduce lane v100 v5
                    (body ((v106 : int))
                      (let (v107 : int) (+ v106 v99))
                      (let (v_108 : int) (read v87 v107))
                      (results v_108))
                    (body ((x1_109 : int) (x2_110 : int))
                      (let (v111 : int) (max x1_109 x2_110))
                      (results v111))))
                (results k_104 v105))))
          (results v77 v92 v93))))
    (results v27 v28 v29)))
[(1, 2) (3, 5)]
