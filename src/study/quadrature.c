/* quadrature.c - Gauss and Legendre's rule of 16 points. */
#include "study/quadrature.h"

double tml_gauss_integral(double (*function)(double x, const void *data), const void *data, double from, double to)
{
    static const double node[8] = {0.09501250983763744018532, 0.2816035507792589132305, 0.4580167776572273863424,
                                   0.6178762444026437484467,  0.7554044083550030338951, 0.8656312023878317438805,
                                   0.944575023073232576078,   0.9894009349916499325962};
    static const double weight[8] = {0.1894506104550684962854,  0.1826034150449235888668, 0.1691565193950025381893,
                                     0.1495959888165767320815,  0.1246289712555338720525, 0.09515851168249278480993,
                                     0.06225352393864789286284, 0.02715245941175409485178};
    const double half = (to - from) / 2, middle = from + half;
    double sum = 0;
    for (int i = 7; i >= 0; i--)
        sum += weight[i] * (function(middle - half * node[i], data) + function(middle + half * node[i], data));
    return half * sum;
}
