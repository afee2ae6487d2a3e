/* outline_files.h - flat parts as drawings for a laser cutter: DXF and SVG in millimetres, 1:1. */
#pragma once
#include "outline.h"
#include <stdio.h>

/* Parts, side by side where there are several; a single one has the axes of its body. */
typedef void cli_drawing(FILE *to, const cli_part *parts, size_t count);
cli_drawing cli_put_dxf, cli_put_svg;
