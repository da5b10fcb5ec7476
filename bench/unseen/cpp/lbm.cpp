// Lattice Boltzmann, D2Q9, on a torus: nine planes, a row after the other.
#include "common.hpp"

constexpr int DX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, DY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr float WEIGHT[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                             1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

struct Moments {
  float density, ux, uy;
};

// Of nine numbers that lie a stride apart.
static inline Moments moments(const float* f, long stride) {
  float density = 0, x = 0, y = 0;
  for (int k = 0; k < 9; ++k)
    density += f[k * stride], x += DX[k] * f[k * stride], y += DY[k] * f[k * stride];
  return {density, x / density, y / density};
}

static inline float equilibrium(int k, Moments m) {
  float along = DX[k] * m.ux + DY[k] * m.uy;
  return WEIGHT[k] * m.density * (1 + 3 * along + 4.5f * along * along - 1.5f * (m.ux * m.ux + m.uy * m.uy));
}

// Each row takes what flows into it, shifted, then relaxes. Row 0 lies in the north: what goes north comes from the row below.
void step(const std::vector<float>& from, std::vector<float>& to, long height, long width, float omega) {
#pragma omp parallel for
  for (long r = 0; r < height; ++r) {
    std::vector<float> inflow(9 * width);
    for (int k = 0; k < 9; ++k) {
      const float* row = &from[(k * height + (r + DY[k] + height) % height) * width];
      std::rotate_copy(row, row + (width - DX[k]) % width, row + width, &inflow[k * width]);
    }
    for (long c = 0; c < width; ++c) {
      Moments m = moments(&inflow[c], width);
      for (int k = 0; k < 9; ++k) {
        float old = inflow[k * width + c];
        to[(k * height + r) * width + c] = old + omega * (equilibrium(k, m) - old);
      }
    }
  }
}

// Planes of the density and both velocities.
std::vector<float> lbm(const Array<float>& ux, const Array<float>& uy, float omega, long steps) {
  const long height = ux.shape[0], width = ux.shape[1], n = height * width;
  std::vector<float> now(9 * n), next(9 * n), result(3 * n);
  for (int k = 0; k < 9; ++k)
    for (long i = 0; i < n; ++i) now[k * n + i] = equilibrium(k, {1, ux[i], uy[i]});
  for (long s = 0; s < steps; ++s) {
    step(now, next, height, width, omega);
    std::swap(now, next);
  }
  for (long i = 0; i < n; ++i) {
    Moments m = moments(&now[i], n);
    result[i] = m.density, result[n + i] = m.ux, result[2 * n + i] = m.uy;
  }
  return result;
}

int main() {
  auto ux = load<float>("lbm_ux"), uy = load<float>("lbm_uy");
  float omega = load<float>("lbm_omega")[0];
  long steps = load<int64_t>("lbm_steps")[0], n = ux.data.size();
  auto result = best_of_five([&] { return lbm(ux, uy, omega, steps); });
  const char* names[3] = {"lbm_density", "lbm_ux", "lbm_uy"};
  for (int k = 0; k < 3; ++k)
    save(names[k], std::vector<float>(&result[k * n], &result[k * n] + n), ux.shape);
}
