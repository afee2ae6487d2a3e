/* plane.h - vectors in the plane, and the two equations of a loop solved for its two unknown rates. */
#pragma once

typedef struct {
    double x, y;
} vec;

static inline vec add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y};
}

static inline vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y};
}

static inline vec times(double s, vec a)
{
    return (vec){s * a.x, s * a.y};
}

static inline double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double cross(vec a, vec b)
{
    return a.x * b.y - a.y * b.x;
}

/* a quarter turn to the left */
static inline vec left(vec a)
{
    return (vec){-a.y, a.x};
}

/* a turned by the angle with cosine c.x and sine c.y */
static inline vec turn(vec c, vec a)
{
    return (vec){c.x * a.x - c.y * a.y, c.y * a.x + c.x * a.y};
}

/* u left(p) + w left(r) = v for u, w: (u, w) = (v.r, -v.p)/(p x r) */
static inline vec loop_rates(vec p, vec r, vec v)
{
    const double s = 1 / cross(p, r);
    return (vec){s * dot(v, r), -s * dot(v, p)};
}
