/* rotation.c - rotation vector (logarithm) of a rotation; phi/sin(phi) as a function of cos(phi). */
#include "geometry/rotation.h"
#include "elementary/elementary.h"

/* of the quaternion (c, s n), c >= 0: theta = 2 atan2(s, c) */
tml_vec3 tml_rotation_vector(const tml_mat3 *R)
{
    const tml_quat q = tml_quat_of_matrix(R);
    const tml_vec3 u = {q.x, q.y, q.z};
    const double s = tml_norm(u), sign = q.w < 0 ? -1 : 1;
    return tml_scale(s > 0 ? sign * 2 * tml_atan2(s, fabs(q.w)) / s : 2, u);
}

/* b = sum of |B_2k|/(2k)! theta^(2k - 2), Bernoulli numbers; near zero the closed form would lose digits. */
tml_log_factor tml_log_factor_of(double x)
{
    static const double series[] = {1.0 / 12,
                                    1.0 / 720,
                                    1.0 / 30240,
                                    1.0 / 1209600,
                                    1.0 / 47900160,
                                    691.0 / 1307674368000.0,
                                    1.0 / 74724249600.0,
                                    3617.0 / 10670622842880000.0,
                                    43867.0 / 5109094217170944000.0};
    if (x < 0.5) {
        tml_log_factor f = {0, 0};
        for (int k = sizeof series / sizeof *series - 1; k >= 0; k--) {
            f.derivative = f.derivative * x + f.b;
            f.b = f.b * x + series[k];
        }
        return f;
    }
    const double h = 0.5 * sqrt(x), cotangent = 1 / tml_tan(h), p = 1 - h * cotangent;
    const double dp = -cotangent + h * (1 + cotangent * cotangent); /* derivative by h */
    return (tml_log_factor){p / x, (dp / (8 * h) - p / x) / x};
}

/* transposed: g = a + r x a/2 + b r x (r x a) */
tml_vec3 tml_log_gradient(tml_vec3 r, tml_log_factor f, tml_vec3 a)
{
    const tml_vec3 ra = tml_cross(r, a);
    return tml_add(a, tml_add(tml_scale(0.5, ra), tml_scale(f.b, tml_cross(r, ra))));
}

tml_vec3 tml_log_gradient_rate(tml_vec3 r, tml_vec3 rate, tml_log_factor f, tml_vec3 a)
{
    const tml_vec3 ra = tml_cross(r, a), va = tml_cross(rate, a);
    const tml_vec3 second = tml_add(tml_cross(rate, ra), tml_cross(r, va));
    const double b_rate = 2 * f.derivative * tml_dot(r, rate);
    return tml_add(tml_scale(0.5, va), tml_add(tml_scale(f.b, second), tml_scale(b_rate, tml_cross(r, ra))));
}

tml_vec3 tml_log_rate(tml_vec3 r, tml_log_factor f, tml_vec3 w)
{
    const tml_vec3 rw = tml_cross(r, w);
    return tml_add(w, tml_add(tml_scale(-0.5, rw), tml_scale(f.b, tml_cross(r, rw))));
}

/* With e = 1 - c: g = sum a_n e^n, a_n = a_(n-1) n/(2 n + 1). Elsewhere (1 - c^2) g' = c g - 1 and its derivatives. */
tml_arc tml_arc_of(double c, double s)
{
    const double e = 1 - c;
    if (e < 0.1) {
        double a[16] = {1}, g = 0, d1 = 0, d2 = 0, d3 = 0;
        const int terms = e < 1e-3 ? 8 : 16;
        for (int n = 1; n < terms; n++)
            a[n] = a[n - 1] * n / (2 * n + 1);
        for (int n = terms - 1; n >= 0; n--) {
            d3 = d3 * e + d2;
            d2 = d2 * e + d1;
            d1 = d1 * e + g;
            g = g * e + a[n];
        }
        return (tml_arc){g, -d1, 2 * d2, -6 * d3};
    }
    s = fmax(s, 1e-20); /* opposite directions: no axis of tilt, but finite numbers */
    const double s2 = s * s, g = tml_atan2(s, c) / s;
    const double d1 = (c * g - 1) / s2, d2 = (3 * c * d1 + g) / s2, d3 = (5 * c * d2 + 4 * d1) / s2;
    return (tml_arc){g, d1, d2, d3};
}
