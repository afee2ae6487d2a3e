/* study_axes.h - where the points of a study lie, known before any of them is computed: what its picture has for axes. */
#pragma once
#include "trammel/trammel.h"
#include <stdio.h>

/* [{"from": …, "to": …, "levels": […]}, …], SI, for each parameter. `levels` are its values, in order, in a study that has every one
 * with every one of the others; else null. */
void wb_put_study_axes(FILE *to, const tml_study *study);
