// Matrix products in the lane shape (docs/shapes.md), by register blocking. The shape fixes the order of the additions of each
// element, but not which elements are computed together. So a block of NV_PRODUCT_ROWS rows and three vectors of columns
// is accumulated in registers. It goes through the products of one lane. Then all of its elements enter the tree over the
// lanes, which is a binary counter. Before that, the rows of matrix a and the columns of matrix b are packed in the
// order in which lanes take them. Incomplete blocks are padded with zeros.
//
// NV_PRODUCT is defined if the target has vectors of 64 bytes (AVX-512), or of 32 bytes with fma (AVX2). NV_PRODUCT_BYTES is
// the size of a vector, and NV_PRODUCT_COLUMNS(size) the number of columns of a block, for elements of `size` bytes.
#ifndef NOVA_JIT_PRODUCT_H
#define NOVA_JIT_PRODUCT_H

#if defined(__AVX512F__)
#define NV_PRODUCT
#define NV_PRODUCT_BYTES 64
#define NV_PRODUCT_ROWS 8
#define NV_PRODUCT_FMA_f32(a, b, c) __builtin_ia32_vfmaddps512_mask(a, b, c, (unsigned short)-1, 4)
#define NV_PRODUCT_FMA_f64(a, b, c) __builtin_ia32_vfmaddpd512_mask(a, b, c, (unsigned char)-1, 4)
#elif defined(__AVX2__) && defined(__FMA__)
#define NV_PRODUCT
#define NV_PRODUCT_BYTES 32
#define NV_PRODUCT_ROWS 4
#define NV_PRODUCT_FMA_f32(a, b, c) __builtin_ia32_vfmaddps256(a, b, c)
#define NV_PRODUCT_FMA_f64(a, b, c) __builtin_ia32_vfmaddpd256(a, b, c)
#endif

#ifdef NV_PRODUCT
#define NV_PRODUCT_UNROLL _Pragma("GCC unroll 8")
#define NV_PRODUCT_COLUMNS(size) (3 * NV_PRODUCT_BYTES / (size))
/// Runs the statement f for each k below `depth`, in the order in which the lanes take the products. p counts from 0.
#define NV_PRODUCT_ORDER(depth, f)                                                                           \
  for (nv_i64 p = 0, tile = 0; tile < depth; tile += 1024)                                                   \
    for (nv_i64 lane = tile; lane < tile + 16 && lane < depth; ++lane)                                       \
      for (nv_i64 k = lane; k < tile + 1024 && k < depth; k += 16, ++p) f;

/// Defines the functions for elements of type t. a has `rows` rows of `depth` elements; b has `depth` rows of `columns`
/// elements.
///
/// nv_pack_rows_t(to, a, first, rows, depth) packs a block of rows of a, from row `first` on. Missing rows are zeros.
/// nv_pack_columns_t(to, b, first, columns, depth) packs a block of columns of b, from column `first` on.
/// nv_product_lane_t(out, a, b, count, start) computes one lane of a block's elements: `start`, plus `count` products each.
/// a and b are the packed blocks, from the lane's first product on.
/// nv_product_block_t(out, a, b, row, rows, column, columns, depth, start) computes the block that begins at `row` and
/// `column`. It writes the block's elements to the product `out`, which has `rows` rows of `columns` elements.
#define NV_PRODUCTS(t)                                                                                       \
  typedef nv_##t nv_product_##t                                                                              \
      __attribute__((vector_size(NV_PRODUCT_BYTES), aligned(sizeof(nv_##t)), may_alias));                    \
  /* Rows first .. of a (rows by depth), NV_PRODUCT_ROWS of them side by side. */                            \
  NOVA_INLINE void nv_pack_rows_##t(nv_##t* to, const nv_##t* a, nv_i64 first, nv_i64 rows, nv_i64 depth) {        \
    NV_PRODUCT_ORDER(depth, for (nv_i64 r = 0; r < NV_PRODUCT_ROWS; ++r) to[p * NV_PRODUCT_ROWS + r] =       \
                                first + r < rows ? a[(first + r) * depth + k] : 0)                           \
  }                                                                                                          \
  /* Columns first .. of b (depth by columns), so many as a block has. */                                    \
  NOVA_INLINE void nv_pack_columns_##t(nv_##t* to, const nv_##t* b, nv_i64 first, nv_i64 columns, nv_i64 depth) {  \
    const nv_i64 n = NV_PRODUCT_COLUMNS(sizeof *b), live = columns - first < n ? columns - first : n;        \
    NV_PRODUCT_ORDER(depth, for (nv_i64 c = 0; c < n; ++c) to[p * n + c] =                                   \
                                c < live ? b[k * columns + first + c] : 0)                                   \
  }                                                                                                          \
  /* A lane's products: `count` of them. */                                                                  \
  static __attribute__((noinline, unused)) void nv_product_lane_##t(                                         \
      nv_product_##t* restrict out, const nv_##t* a, const nv_##t* b, nv_i64 count, nv_##t start) {          \
    nv_product_##t s[NV_PRODUCT_ROWS][3];                                                                    \
    const nv_i64 lanes = NV_PRODUCT_BYTES / sizeof start;                                                    \
    NV_PRODUCT_UNROLL for (int r = 0; r < NV_PRODUCT_ROWS; ++r)                                              \
        NV_PRODUCT_UNROLL for (int v = 0; v < 3; ++v) s[r][v] = start - (nv_product_##t){0};                  \
    for (nv_i64 p = 0; p < count; ++p, a += NV_PRODUCT_ROWS, b += 3 * lanes) {                               \
      const nv_product_##t *columns = (const nv_product_##t*)b, x = columns[0], y = columns[1],              \
                           z = columns[2];                                                                   \
      NV_PRODUCT_UNROLL for (int r = 0; r < NV_PRODUCT_ROWS; ++r) {                                          \
        const nv_product_##t row = a[r] - (nv_product_##t){0};                                                \
        s[r][0] = NV_PRODUCT_FMA_##t(row, x, s[r][0]);                                                       \
        s[r][1] = NV_PRODUCT_FMA_##t(row, y, s[r][1]);                                                       \
        s[r][2] = NV_PRODUCT_FMA_##t(row, z, s[r][2]);                                                       \
      }                                                                                                      \
    }                                                                                                        \
    NV_PRODUCT_UNROLL for (int r = 0; r < NV_PRODUCT_ROWS; ++r)                                              \
        NV_PRODUCT_UNROLL for (int v = 0; v < 3; ++v) out[r * 3 + v] = s[r][v];                              \
  }                                                                                                          \
  /* A block from row and column `first ..` of the product. */                                               \
  NOVA_INLINE void nv_product_block_##t(nv_##t* out, const nv_##t* a, const nv_##t* b, nv_i64 row, nv_i64 rows,    \
                                  nv_i64 column, nv_i64 columns, nv_i64 depth, nv_##t start) {               \
    nv_product_##t stack[64][NV_PRODUCT_ROWS * 3];                                                           \
    nv_i64 lanes = 0, used = 0, n = NV_PRODUCT_COLUMNS(sizeof *out);                                         \
    for (nv_i64 tile = 0; tile < depth; tile += 1024)                                                        \
      for (nv_i64 lane = tile; lane < tile + 16 && lane < depth; ++lane) {                                   \
        const nv_i64 end = tile + 1024 < depth ? tile + 1024 : depth, count = (end - lane + 15) / 16;        \
        nv_product_lane_##t(stack[used++], a, b, count, start);                                              \
        a += count * NV_PRODUCT_ROWS, b += count * n;                                                        \
        for (nv_i64 bits = lanes++; bits & 1; bits >>= 1, --used)                                            \
          for (int k = 0; k < NV_PRODUCT_ROWS * 3; ++k) stack[used - 2][k] += stack[used - 1][k];            \
      }                                                                                                      \
    if (depth <= 0)                                                                                          \
      for (int k = 0; k < NV_PRODUCT_ROWS * 3; ++k) stack[0][k] = start - (nv_product_##t){0};                \
    for (; used > 1; --used)                                                                                 \
      for (int k = 0; k < NV_PRODUCT_ROWS * 3; ++k) stack[used - 2][k] += stack[used - 1][k];                \
    for (nv_i64 r = 0; r < NV_PRODUCT_ROWS && row + r < rows; ++r)                                           \
      for (nv_i64 c = 0; c < n && column + c < columns; ++c)                                                 \
        out[(row + r) * columns + column + c] = ((const nv_##t*)stack[0])[r * n + c];                        \
  }
NV_PRODUCTS(f32)
NV_PRODUCTS(f64)
#undef NV_PRODUCTS
#endif
#endif
