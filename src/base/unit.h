/* unit.h - units of measurement: dimension and factor to SI.
 *
 * A dimension counts the powers of metre, kilogram, second, radian, ampere and kelvin. Radians are a dimension so that `mass: 60 deg` is an error, but a
 * difference in radians alone matters only between pure angles and times (rad against 1, rad/s against 1/s): N*m and N*m/rad, m/s and
 * m*rad/s have the same dimension.
 */
#pragma once
#include "trammel/results.h"
#include <stdbool.h>
#include <stddef.h>

#define TML_PI 3.14159265358979323846

typedef struct {
    signed char length, mass, time, angle, current, temperature;
} tml_dimension;

typedef struct {
    tml_dimension dimension;
    double factor; /* SI value of one such unit */
} tml_unit;

/* Reads the longest unit at the start of text (of given length), such as kN/m, N*s/m, N m, m/s^2, rad/s, deg, rpm, Hz.
 * A factor after * or / belongs to the unit only if it is a unit name (so "rpm/10" reads as rpm).
 * A tonne (t) counts only as the first factor: in "m/s*t" the t is time.
 * Returns the number of characters read, 0 when text starts with no unit. */
size_t tml_unit_read(const char *text, size_t length, tml_unit *unit);
/* The units by name, for each dimension the most common ones first; NULL after the last. */
const char *tml_unit_at(size_t index, tml_unit *unit);
/* Reads a text that is a unit as a whole: A, N*m/rad, 1/s, 1; false: it is none. */
bool tml_unit_parse(const char *text, tml_unit *unit);
/* The unit a descriptor names ("N*m", "" for none); aborts in debug builds on an unknown one. */
tml_unit tml_unit_named(const char *text);
/* What an SI unit, as columns of results have it, measures: a torque is in N*m, an energy in J. */
tml_column_quantity tml_unit_quantity(const char *unit);
/* Units of a length or an angle ("m", "rad") and of its derivatives by time, up to the second ("m/s^2"); of a force or a torque. */
const char *tml_unit_of_motion(bool is_rotation, int derivative);
const char *tml_unit_of_force(bool is_rotation);
/* SI value of a number with this unit; 28 mm gives exactly the double 0.028. */
double tml_unit_value(tml_unit unit, double number);
/* The unit name to suggest for a misspelt one, or NULL. */
const char *tml_unit_nearest(const char *name);
bool tml_dimension_same(tml_dimension a, tml_dimension b);
/* result = a * b^power; false if a power is outside -99 ... 99. */
bool tml_dimension_combine(tml_dimension a, tml_dimension b, int power, tml_dimension *result);
/* The dimension whose power `degree` is this one; false: a power would not be whole. */
bool tml_dimension_root(tml_dimension a, int degree, tml_dimension *root);
/* SI text of a dimension, by its name if it has one: "N" for "kg*m/s^2". At most size - 1 characters. */
void tml_dimension_print(tml_dimension dimension, char *text, size_t size);
