/* lanes_kernel.h - the operations of lanes.h, compiled once for each width of vectors: NAME(f) and TARGET are defined where it is included.
 *
 * Sine and cosine are those of elementary/sine.c, bit for bit.
 */

typedef long long NAME(bits) __attribute__((vector_size(TML_LANES * sizeof(double))));

/* Macros: vectors of this size are no arguments of functions for narrower processors. */
#define CHOOSE(mask, yes, no) ((tml_lanes)(((mask) & (NAME(bits))(yes)) | (~(mask) & (NAME(bits))(no))))
#define SIZE(x)               ((tml_lanes)((NAME(bits))(x)&0x7fffffffffffffffLL))

TARGET static inline void NAME(sine)(const tml_lanes *angle, tml_lanes *sine, tml_lanes *cosine)
{
    const tml_lanes x = *angle;
    const tml_lanes shifted = x * TML_QUARTER_TURNS + TML_TO_INTEGER, k = shifted - TML_TO_INTEGER;
    const tml_lanes near = x - k * TML_QUARTER_TURN_1, middle = k * TML_QUARTER_TURN_2;
    const tml_lanes head = near - middle, rest = k * TML_QUARTER_TURN_3 - ((near - head) - middle);
    const tml_lanes r = head - rest, tail = (head - r) - rest;
    const tml_lanes z = r * r, half = 0.5 * z, one = 1.0 - half;
    const tml_lanes s = TML_SINE_OF(r, tail, z), c = one + TML_COSINE_MORE(r, tail, z, half, one);
    const NAME(bits) quadrant = (NAME(bits))shifted, swaps = -(quadrant & 1LL);
    const NAME(bits) sign_s = (quadrant & 2LL) << 62, sign_c = ((quadrant + 1LL) & 2LL) << 62;
    *sine = (tml_lanes)((NAME(bits))CHOOSE(swaps, c, s) ^ sign_s);
    *cosine = (tml_lanes)((NAME(bits))CHOOSE(swaps, s, c) ^ sign_c);
    const NAME(bits) far = ~(SIZE(x) <= TML_NEAR_ANGLE) | ~(SIZE(r) >= SIZE(k) * TML_SMALL_REST);
    long long any = 0;
    for (int i = 0; i < TML_LANES; i++)
        any |= far[i];
    if (any)
        mend_sines(&x, sine, cosine);
}

TARGET static void NAME(evaluate)(const tml_value_program *program, tml_lanes *restrict x)
{
    for (const tml_value_step *v = program->steps, *end = v + program->count; v < end;) {
        const tml_value_step *last = v + v->same;
        switch (v->op) {
        case TML_VALUE_ADD:
            for (; v < last; v++)
                x[v->to] = x[v->a] + x[v->b];
            break;
        case TML_VALUE_SUBTRACT:
            for (; v < last; v++)
                x[v->to] = x[v->a] - x[v->b];
            break;
        case TML_VALUE_MULTIPLY:
            for (; v < last; v++)
                x[v->to] = x[v->a] * x[v->b];
            break;
        case TML_VALUE_PRODUCT_PLUS:
            for (; v < last; v++)
                x[v->to] = x[v->a] * x[v->b] + x[v->c];
            break;
        case TML_VALUE_PLUS_LESS:
            for (; v < last; v++)
                x[v->to] = x[v->c] - x[v->a] * x[v->b];
            break;
        case TML_VALUE_PRODUCT_LESS:
            for (; v < last; v++)
                x[v->to] = x[v->a] * x[v->b] - x[v->c];
            break;
        case TML_VALUE_DIVIDE:
            for (; v < last; v++)
                x[v->to] = x[v->a] / x[v->b];
            break;
        case TML_VALUE_NEGATE:
            for (; v < last; v++)
                x[v->to] = -x[v->a];
            break;
        case TML_VALUE_SIZE:
            for (; v < last; v++)
                x[v->to] = SIZE(x[v->a]);
            break;
        case TML_VALUE_LARGER: /* NaN of either stays */
            for (; v < last; v++)
                x[v->to] = CHOOSE(~(x[v->a] <= x[v->b]) & ~(x[v->b] != x[v->b]), x[v->a], x[v->b]);
            break;
        case TML_VALUE_SMALLER:
            for (; v < last; v++)
                x[v->to] = CHOOSE(~(x[v->a] >= x[v->b]) & ~(x[v->b] != x[v->b]), x[v->a], x[v->b]);
            break;
        case TML_VALUE_ROOT:
            for (; v < last; v++)
                for (int i = 0; i < TML_LANES; i++)
                    x[v->to][i] = sqrt(x[v->a][i]);
            break;
        case TML_VALUE_SINE:
            for (; v < last; v++)
                NAME(sine)(&x[v->a], &x[v->to], &x[v->to + 1]);
            break;
        case TML_VALUE_FUNCTION:
            for (; v < last; v++)
                call(v, x);
            break;
        case TML_VALUE_INPUT:
        case TML_VALUE_CONSTANT:
        case TML_VALUE_COSINE:
            v = last;
            break;
        }
    }
}

TARGET static void NAME(combine)(int n, const tml_lanes *from, const tml_lanes *w, const tml_lanes *const *k, int count,
                                 tml_lanes *to)
{
    for (int i = 0; i < n; i++) {
        tml_lanes sum = w[0] * k[0][i];
        for (int j = 1; j < count; j++)
            sum += w[j] * k[j][i];
        to[i] = from ? from[i] + sum : sum;
    }
}

#undef CHOOSE
#undef SIZE
