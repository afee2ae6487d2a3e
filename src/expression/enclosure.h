/* enclosure.h - an interval that surely contains all values of an expression whose inputs lie in given intervals.
 *
 * The tape is evaluated with interval arithmetic, rounded outward (Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009): tables and
 * splines by the true range of their pieces, monotone functions by their ends, sine and cosine by their periods. As the intervals of the inputs
 * shrink, the width of the result shrinks with them. Evaluation allocates nothing.
 */
#pragma once
#include "expression/interval.h"
#include "expression/tabulated.h"

/* inputs: (as many as the scope numbered); scratch: (tml_expression_operations). The result has no bound where a value may be infinite: low = -INFINITY,
 * high = INFINITY; `undefined` where it may be no number. */
tml_interval tml_expression_enclosure(const tml_expression *e, const tml_interval *inputs, tml_interval *scratch);
size_t tml_expression_operations(const tml_expression *e);

/* All values of the derivative of this order (0 to 3; higher ones are zero) of a curve, for x in the interval. */
tml_interval tml_curve_enclosure(const tml_curve *curve, int order, tml_interval x);
/* All values of the partial derivative of the orders `by_x` and `by_y` (0 to 3 together; higher ones count as zero) of a surface. */
tml_interval tml_surface_enclosure(const tml_surface *surface, int by_x, int by_y, tml_interval x, tml_interval y);
