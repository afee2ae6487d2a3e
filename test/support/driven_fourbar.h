/* driven_fourbar.h - a four-bar with a driven crank: its closed form, and its model. */
#pragma once
#include "support/case.h"

#define PI 3.14159265358979323846

/* A channel at a row. */
void expect_channel(const tml_case *c, size_t row, const char *channel, double want, double bar);
/* Constraints hold at every output: positions to 1e-12, velocities to 1e-11. */
void expect_closed(const tml_case *c);

typedef struct {
    double angle, speed, acceleration;
} rotating;

/* Coupler and rocker of the four-bar r1 (ground), r2 (crank), r3, r4 from the crank's motion; side = +-1: the branch. */
void fourbar_solve(const double r[5], int side, rotating two, rotating *three, rotating *four);
/* Every row of a table against the closed form; bar: for angles, and relative for velocities and accelerations. */
void fourbar_check(const tml_case *c, const double r[5], int side, double bar);
/* The model, its bodies drawn at these angles; `rest`: drivers and analyses. */
const char *fourbar_text(char *text, size_t size, const double r[5], double angle, double coupler, double rocker,
                         const char *rest);
/* x + 2 pi k next to `to`. */
double near_angle(double x, double to);
