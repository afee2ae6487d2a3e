/* number.h - numbers as text that reads back to the same number. */
#pragma once
#include "base/text.h"

/* Appends a number, not NaN, as printf("%.17g") writes it in the C locale, in a tenth of its time. */
void tml_text_put_number(tml_text *text, double number);
/* The shortest text with at least 15 digits, less zeros behind them, that reads back to the same number: 0.1, not 0.10000000000000001. */
#define TML_SHORTEST 32
void tml_shortest(double number, char text[TML_SHORTEST]);
void tml_text_put_shortest(tml_text *text, double number);
