"""The first touch of convex parts along exact motions, by conservative advancement (Mirtich 1996).

Two convex parts at the gap g with the unit normal n are apart as long as the plane between them is: for at least the tau with
    g - c tau - a tau^2/2 = 0,    c = n . (v_a - v_b) + spin_a reach_a + spin_b reach_b,    a = the sum of both accelerations.
So no touch is passed over, however thin a part is and however fast it moves.
"""
import math

MAX_STEPS = 20000
ROUNDING = 1e-14  # of the largest coordinate on the way: a gap below that is a touch


class Unclear(Exception):
    """Parts come so close, and so slowly, that rounding decides."""


class Touch:
    """t, or None where the parts stay apart; `gap` the least gap up to then; `path` the last samples (t, gap)."""

    def __init__(self, t, gap, at, path):
        self.t, self.gap, self.at, self.path = t, gap, at, path

    def time_within(self, depth):
        """How long before the touch the gap was `depth`."""
        earlier = [t for t, g in self.path if g > depth]
        return self.t - earlier[-1] if earlier else self.t

    def closing_speed(self):
        """Speed at which the gap closes at the touch, from the last samples."""
        t1, g1 = self.path[-1]
        for t0, g0 in reversed(self.path):
            if g0 > 1e5 * max(abs(g1), 1e-16):
                return (g0 - g1) / (t1 - t0)
        return math.inf


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def first_touch(distance, part_a, motion_a, part_b, motion_b, end, begin=0.0):
    whirl = motion_a.spin * part_a.reach + motion_b.spin * part_b.reach
    a = motion_a.a + motion_b.a
    t, path, least, at, scale = begin, [], math.inf, begin, 0.0
    for _ in range(MAX_STEPS):
        pose_a, pose_b = motion_a.pose(t), motion_b.pose(t)
        gap, n = distance(part_a, pose_a, part_b, pose_b)
        path.append((t, gap))
        if gap < least:
            least, at = gap, t
        scale = max(scale, max(abs(x) for x in pose_a[0]), max(abs(x) for x in pose_b[0]), part_a.reach, part_b.reach)
        if gap <= ROUNDING * scale:
            return Touch(t, gap, t, path)
        c = dot(n, motion_a.velocity(t)) - dot(n, motion_b.velocity(t)) + whirl
        if a == 0:
            if c <= 0:
                return Touch(None, *least_gap(distance, part_a, motion_a, part_b, motion_b, path, at), path)
            tau = gap / c
        else:
            root = math.sqrt(c * c + 2 * a * gap)
            tau = 2 * gap / (c + root) if c > 0 else (root - c) / a
        if t + tau >= end:
            path.append((end, distance(part_a, motion_a.pose(end), part_b, motion_b.pose(end))[0]))
            if path[-1][1] < least:
                at = end
            return Touch(None, *least_gap(distance, part_a, motion_a, part_b, motion_b, path, at), path)
        if t + tau == t:
            return Touch(t, gap, t, path)
        t += tau
    raise Unclear


def least_gap(distance, part_a, motion_a, part_b, motion_b, path, at):
    """The least gap near the sample at `at`, by golden section between its neighbours, and where it is."""
    times = [t for t, _ in path]
    k = times.index(at)
    low, high = times[max(k - 1, 0)], times[min(k + 1, len(times) - 1)]

    def gap(t):
        return distance(part_a, motion_a.pose(t), part_b, motion_b.pose(t))[0]

    golden = (math.sqrt(5) - 1) / 2
    best = (path[k][1], at)
    for _ in range(60):
        t1, t2 = high - golden * (high - low), low + golden * (high - low)
        g1, g2 = gap(t1), gap(t2)
        best = min(best, (g1, t1), (g2, t2))
        if g1 < g2:
            high = t2
        else:
            low = t1
    return best
