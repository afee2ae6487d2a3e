/* sobol_numbers.h - primitive polynomials and initial direction numbers for Sobol's sequence.
 *
 * Row d - 2 belongs to dimension d (the first needs none): {polynomial, m_2, m_3, ..., m_s}. The polynomial x^s + a_1 x^(s-1) + ... + 1
 * over GF(2) is given by its bits, highest power first; m_1 = 1, m_k is odd and less than 2^k.
 */
#pragma once
#include <stdint.h>

enum { TML_MAX_SOBOL_DIMENSIONS = 256, TML_MAX_SOBOL_DEGREE = 11 };

extern const uint16_t tml_sobol_numbers[TML_MAX_SOBOL_DIMENSIONS - 1][TML_MAX_SOBOL_DEGREE];
