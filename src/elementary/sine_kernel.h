/* sine_kernel.h - sine and cosine of small angles and the reduction to them, for doubles and for vectors of doubles alike.
 *
 * x = k pi/2 + r + tail, with pi/2 in three parts, the first two so short that their products with k are exact (Cody and Waite), then the minimax polynomials of
 * fdlibm for |r| < pi/4, summed by pairs of coefficients, which a processor adds side by side (G. Estrin 1960). The products are exact for |x| <= TML_NEAR_ANGLE;
 * where r is too small against k for three parts, tml_far_sincos serves.
 */
#pragma once

#define TML_NEAR_ANGLE     1e6
#define TML_SMALL_REST     0x1p-62 /* of r over k: below, the reduction is not accurate */
#define TML_QUARTER_TURNS  0.63661977236758134308
#define TML_TO_INTEGER     6755399441055744.0 /* 1.5 2^52: a number added to it loses what is behind the point */
#define TML_QUARTER_TURN_1 1.57079632673412561417e+00
#define TML_QUARTER_TURN_2 6.07710050630396597660e-11
#define TML_QUARTER_TURN_3 2.02226624879595063154e-21

/* sin(r + tail), z = r^2 */
#define TML_SINE_OF(r, tail, z) ((r)-TML_SINE_LESS(r, tail, z))
#define TML_SINE_LESS(r, tail, z)                                                                                      \
    (((z) * (0.5 * (tail) - (z) * (r)*TML_SINE_SERIES(z)) - (tail)) + (z) * (r)*1.66666666666666324348e-01)
#define TML_SINE_SERIES(z)                                                                                             \
    ((8.33333333332248946124e-03 + (z) * -1.98412698298579493134e-04) +                                                \
     (z) * (z) *                                                                                                       \
         ((2.75573137070700676789e-06 + (z) * -2.50507602534068634195e-08) + (z) * (z)*1.58969099521155010221e-10))

/* cos(r + tail) = one + TML_COSINE_MORE, half = z/2, one = 1 - half */
#define TML_COSINE_MORE(r, tail, z, half, one) (((1.0 - (one)) - (half)) + ((z)*TML_COSINE_SERIES(z) - (r) * (tail)))
#define TML_COSINE_SERIES(z)                                                                                           \
    ((z) * ((4.16666666666666019037e-02 + (z) * -1.38888888888741095749e-03) +                                         \
            (z) * (z) *                                                                                                \
                ((2.48015872894767294178e-05 + (z) * -2.75573143513906633035e-07) +                                    \
                 (z) * (z) * (2.08757232129817482790e-09 + (z) * -1.13596475577881948265e-11))))
