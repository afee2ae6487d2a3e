/* verner.h - Verner's Runge-Kutta pair of orders 8 and 7, thirteen stages. */
#pragma once
#include <stdio.h> /* the next one needs it */

#include <arkode/arkode_butcher.h>

ARKodeButcherTable tml_verner_87(void);
