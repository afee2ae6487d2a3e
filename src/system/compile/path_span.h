/* path_span.h - spans of belts and cables as functions of measures. */
#pragma once
#include "system/compile/path_drawing.h"

/* Measures of a span in space, and what directions are unwrapped from. */
void tml_path_measure_space(tml_builder *b, tml_path *path, const tml_path_drawing *drawing, int span);
/* text + g of a span, or its rate: an expression of d0, c0, b0, z0 (of its first wheel), B0, Z0 (of its second), with v before them their rates. */
const char *tml_path_span_text(tml_builder *b, const char *text, const tml_path *path, int span, bool space, bool rate);
/* What a name in such a text means; a term of the system, or -1. */
int tml_path_span_term(const tml_path *path, char kind, int span);
