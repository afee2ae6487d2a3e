/* reduction.h - the inside of linearization.h. */
#pragma once
#include "linearize/linearization.h"

/* D, Aq, Av, then M, C, K, at the state that l holds with its slopes, accelerations and multipliers. */
void tml_linear_reduce(tml_linear *l, const tml_linear_request *request);
