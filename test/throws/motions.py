"""Motions that are known in closed form, with the bounds that conservative advancement needs.

Each motion gives at a time t the pose and velocity of a reference point, and for the whole motion
    a      a bound of the acceleration of the reference point                             m/s^2
    spin   a bound of the angular velocity                                                rad/s
A point at the distance r from the reference point moves at most |v| + a tau + spin r within tau.
"""
import math

import numpy as np
from scipy.special import ellipj, ellipk


def rotation_vector_matrix(axis, angle):
    """Rodrigues' formula: the rotation by `angle` about the unit vector `axis`."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    k = 1 - c
    return np.array([[c + x * x * k, x * y * k - z * s, x * z * k + y * s],
                     [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
                     [z * x * k - y * s, z * y * k + x * s, c + z * z * k]])


class Fixed:
    a = 0.0
    spin = 0.0

    def __init__(self, at=(0.0, 0.0), angle=0.0):
        self.at, self.angle = tuple(at), angle

    def pose(self, t):
        return self.at, self.angle

    def velocity(self, t):
        return (0.0,) * len(self.at)


class FixedSolid(Fixed):
    """A solid at rest."""

    def __init__(self, at=(0.0, 0.0, 0.0), matrix=None):
        self.at, self.matrix = np.array(at, float), np.eye(3) if matrix is None else matrix

    def pose(self, t):
        return self.at, self.matrix

    def velocity(self, t):
        return np.zeros(3)


class Flight:
    """A free body in the plane: p = p0 + v0 t + g t^2/2, angle = angle0 + omega t."""

    def __init__(self, p0, v0, g=(0.0, 0.0), angle=0.0, omega=0.0):
        self.p0, self.v0, self.g, self.angle, self.omega = p0, v0, g, angle, omega
        self.a, self.spin = math.hypot(*g), abs(omega)

    def pose(self, t):
        (px, py), (vx, vy), (gx, gy) = self.p0, self.v0, self.g
        return (px + t * (vx + t * gx / 2), py + t * (vy + t * gy / 2)), self.angle + self.omega * t

    def velocity(self, t):
        return (self.v0[0] + self.g[0] * t, self.v0[1] + self.g[1] * t)


class SprungFlight(Flight):
    """x'' = -w^2 x - 2 d x' on a spring and a damper along x, free flight along y:

    x = exp(-d t) (x0 cos(r t) + (v0 + d x0)/r sin(r t)), r^2 = w^2 - d^2. The energy falls: |x'| <= V, |x''| <= w V + 2 d V.
    """

    def __init__(self, p0, v0, g, w, d, angle=0.0, omega=0.0):
        super().__init__(p0, v0, g, angle, omega)
        self.d, self.r = d, math.sqrt(w * w - d * d)
        fastest = math.hypot(w * p0[0], v0[0])
        self.a = math.hypot(abs(g[1]), (w + 2 * d) * fastest)

    def x(self, t):
        a, b = self.p0[0], (self.v0[0] + self.d * self.p0[0]) / self.r
        c, s, e = math.cos(self.r * t), math.sin(self.r * t), math.exp(-self.d * t)
        return e * (a * c + b * s), e * ((self.r * b - self.d * a) * c - (self.r * a + self.d * b) * s)

    def pose(self, t):
        (_, y), angle = super().pose(t)
        return (self.x(t)[0], y), angle

    def velocity(self, t):
        return (self.x(t)[1], super().velocity(t)[1])


class SolidFlight:
    """A free body in space whose third principal axis is one of symmetry (or all moments are equal).

    Its angular momentum L is constant. The body rotates about L at |L|/I1, and about its own axis at omega_3 (1 - I3/I1).
    """

    def __init__(self, p0, v0, g, matrix, omega, i1=1.0, i3=1.0):
        self.p0, self.v0, self.g = (np.array(v, float) for v in (p0, v0, g))
        self.matrix = matrix
        omega = np.array(omega, float)
        e3 = matrix[:, 2]
        w3 = float(e3 @ omega)
        momentum = i1 * omega + (i3 - i1) * w3 * e3
        size = float(np.linalg.norm(momentum))
        self.precession = size / i1
        self.axis = momentum / size if size > 0 else np.array([0.0, 0.0, 1.0])
        self.own = w3 * (1 - i3 / i1)
        self.a, self.spin = float(np.linalg.norm(g)), float(np.linalg.norm(omega))

    def pose(self, t):
        matrix = self.matrix
        if self.spin:
            matrix = rotation_vector_matrix(self.axis, self.precession * t) @ matrix
            if self.own:
                matrix = matrix @ rotation_vector_matrix((0.0, 0.0, 1.0), self.own * t)
        return self.p0 + t * (self.v0 + 0.5 * t * self.g), matrix

    def velocity(self, t):
        return self.v0 + t * self.g


class Slide:
    """A body that a function of time drives along a line: p = p0 + f(t) d. Bounds of f'' are given."""

    spin = 0.0

    def __init__(self, p0, direction, f, rate, second):
        self.p0, self.d, self.f, self.rate, self.a, self.angle = p0, direction, f, rate, second, 0.0

    def pose(self, t):
        f = self.f(t)
        return (self.p0[0] + f * self.d[0], self.p0[1] + f * self.d[1]), 0.0

    def velocity(self, t):
        r = self.rate(t)
        return (r * self.d[0], r * self.d[1])


class Turn:
    """A body that rotates about a fixed point by a known angle, whose rate has a bound."""

    a = 0.0

    def __init__(self, at, angle, spin):
        self.at, self.f, self.spin = at, angle, spin

    def pose(self, t):
        return self.at, self.f(t)

    def velocity(self, t):
        return (0.0, 0.0)


class Pendulum(Turn):
    """phi'' = -w^2 sin(phi), phi from the lowest position; from rest at `amplitude`, or from phi = 0 with `rate`.

    From rest: sin(phi/2) = k sn(K - w t), k = sin(amplitude/2). With k = rate/(2 w) > 1: phi = 2 am(k w t, 1/k).
    """

    def __init__(self, at, w, amplitude=None, rate=None, zero=0.0):
        self.w, self.amplitude, self.rate, self.zero = w, amplitude, rate, zero
        if amplitude is not None:
            self.k = math.sin(abs(amplitude) / 2)
            self.quarter = float(ellipk(self.k**2))
            spin = 2 * w * self.k
        else:
            self.k = abs(rate) / (2 * w)
            spin = abs(rate)
        super().__init__(at, lambda t: zero + self.phi(t), spin)

    def phi(self, t):
        if self.amplitude is not None:
            sn = ellipj(self.quarter - self.w * t, self.k**2)[0]
            return math.copysign(2.0, self.amplitude) * math.asin(max(-1.0, min(1.0, self.k * float(sn))))
        sign = 1 if self.rate > 0 else -1
        if self.k <= 1:
            return sign * 2 * math.asin(max(-1.0, min(1.0, self.k * float(ellipj(self.w * t, self.k**2)[0]))))
        return sign * 2 * float(ellipj(self.k * self.w * t, 1 / self.k**2)[3])


def step5(x, x0, h0, x1, h1):
    """The polynomial of degree 5 from h0 at x0 to h1 at x1, and its rate; |f''| <= 5.7735 (h1 - h0)/(x1 - x0)^2."""
    u = (x - x0) / (x1 - x0)
    if u <= 0:
        return h0, 0.0
    if u >= 1:
        return h1, 0.0
    return h0 + (h1 - h0) * u**3 * (10 + u * (6 * u - 15)), (h1 - h0) / (x1 - x0) * 30 * u * u * (1 - u)**2
