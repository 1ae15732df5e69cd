#!/usr/bin/env python3
"""Static shapes of a bound page that a hand holds: the reference of TurnMotionTests.

Minimizes the energy ∫ ½ B θ'² + z + ½ C min(0, z)² ds + ½ S (θ(0) − ψ)² + ½ G |P(1) − H|² with
SciPy's trust-region method. It shares only the energy with HeavyElastica: here θ is linear in each of
240 finite elements, and the Hessian is a full matrix.

usage: paper-shapes.py        prints the table of the test; needs NumPy and SciPy
"""
import numpy as np
from scipy.optimize import minimize

ELEMENTS, CONTACT, GRIP = 240, 4e4, 200.0
STEP = 1 / ELEMENTS

# The angle at each element's two Gauss points, from the angles at the nodes.
angle_at = np.zeros((2 * ELEMENTS, ELEMENTS + 1))
# The place of each node is the integral up to there.
integral = np.zeros((ELEMENTS + 1, 2 * ELEMENTS))
for element in range(ELEMENTS):
    for point in range(2):
        part = 0.5 + (point - 0.5) / np.sqrt(3)
        angle_at[2 * element + point, element:element + 2] = 1 - part, part
    integral[element + 1:, 2 * element:2 * element + 2] = STEP / 2
weight = np.full(ELEMENTS + 1, STEP)
weight[[0, -1]] /= 2
turn = np.diff(np.eye(ELEMENTS + 1), axis=0)


def problem(droop, share):
    """The energy, its gradient and its Hessian by the angles."""
    phi = np.pi * share
    reach = 0.96 + 0.04 * np.cos(phi) ** 4
    hand = reach * np.cos(phi), 0.62 * reach * np.sin(phi)
    elastic = turn.T @ turn / (droop * STEP)
    elastic[0, 0] += 0.02 / droop

    def state(angles):
        phases = angle_at @ angles
        return phases, integral @ np.cos(phases), integral @ np.sin(phases)

    def forces(x, z):
        across, up = np.zeros_like(x), weight * (1 + CONTACT * np.minimum(z, 0))
        across[-1] += GRIP * (x[-1] - hand[0])
        up[-1] += GRIP * (z[-1] - hand[1])
        return across, up

    def energy(angles):
        _, x, z = state(angles)
        bent = angles @ elastic @ angles / 2 - 0.02 / droop * angles[0] * phi
        held = GRIP / 2 * ((x[-1] - hand[0]) ** 2 + (z[-1] - hand[1]) ** 2)
        return bent + held + weight @ (z + CONTACT / 2 * np.minimum(z, 0) ** 2)

    def gradient(angles):
        phases, x, z = state(angles)
        across, up = forces(x, z)
        moments = -np.sin(phases) * (integral.T @ across) + np.cos(phases) * (integral.T @ up)
        bent = elastic @ angles
        bent[0] -= 0.02 / droop * phi
        return bent + angle_at.T @ moments

    def hessian(angles):
        phases, x, z = state(angles)
        across, up = forces(x, z)
        arcs = -np.cos(phases) * (integral.T @ across) - np.sin(phases) * (integral.T @ up)
        to_x = integral @ (-np.sin(phases)[:, None] * angle_at)
        to_z = integral @ (np.cos(phases)[:, None] * angle_at)
        stiff = CONTACT * weight * (z < 0)
        stiff[-1] += GRIP
        sum = elastic + angle_at.T @ (arcs[:, None] * angle_at)
        return sum + GRIP * np.outer(to_x[-1], to_x[-1]) + to_z.T @ (stiff[:, None] * to_z)

    return state, energy, gradient, hessian


for droop in (0.5, 1.5, 4.0, 7.0, 20.0):
    angles = np.zeros(ELEMENTS + 1)
    # From the flat page on, each shape is the first guess of the next one.
    for step in range(1, 66):
        state, energy, gradient, hessian = problem(droop, step / 100)
        angles = minimize(
            energy, angles, jac=gradient, hess=hessian, method="trust-exact",
            options={"gtol": 1e-7}).x
        if step in (15, 30, 45, 65):
            _, x, z = state(angles)
            places = [round(float(v), 5) for node in (1, 2, 3, 4) for v in (
                x[node * ELEMENTS // 4], z[node * ELEMENTS // 4])]
            print(f"    ({droop}, {step / 100}, {places}),", flush=True)
