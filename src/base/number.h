/* number.h - numbers as text from which the same numbers are read back. */
#pragma once
#include "base/text.h"

/* Adds a number that is not NAN as printf("%.17g") writes it in the C locale, in a tenth of its time. */
void tml_text_put_number(tml_text *text, double number);
