"""Lattice Boltzmann, D2Q9, on a torus: nine planes that are rolled, then relax."""
from functools import partial

import jax
import jax.numpy as jnp
from common import best_of_five, load, save

DX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
DY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
WEIGHTS = (4 / 9,) + 4 * (1 / 9,) + 4 * (1 / 36,)


def moments(f):
    """Density and velocity."""
    density = sum(f)
    x = sum(dx * plane for dx, plane in zip(DX, f) if dx)
    y = sum(dy * plane for dy, plane in zip(DY, f) if dy)
    return density, x / density, y / density


def equilibrium(density, ux, uy):
    """The nine planes that belong to a density and a velocity."""
    rest = 1 - 1.5 * (ux * ux + uy * uy)
    along = [dx * ux + dy * uy for dx, dy in zip(DX, DY)]
    return tuple(weight * density * (rest + 3 * a + 4.5 * a * a) for weight, a in zip(WEIGHTS, along))


def step(f, omega):
    """Row 0 lies in the north: what goes to the north comes from the row below."""
    f = [jnp.roll(plane, (-dy, dx), (0, 1)) for plane, dx, dy in zip(f, DX, DY)]
    return tuple(old + omega * (goal - old) for old, goal in zip(f, equilibrium(*moments(f))))


@partial(jax.jit, static_argnums=3)
def lbm(ux, uy, omega, steps):
    """Planes of the density and both velocities after the steps."""
    start = equilibrium(jnp.ones_like(ux), ux, uy)
    return moments(jax.lax.fori_loop(0, steps, lambda _, f: step(f, omega), start))


inputs = (jnp.asarray(load("lbm_ux")), jnp.asarray(load("lbm_uy")), jnp.float32(load("lbm_omega")[0]), int(load("lbm_steps")[0]))
for name, plane in zip(("density", "ux", "uy"), best_of_five(lambda: jax.block_until_ready(lbm(*inputs)))):
    save("lbm_" + name, plane)
