/* axes.c - ranges, ticks at round numbers, and tick labels.
 *
 * Tick labels are short for any numbers: the power of ten of large and small ones goes into the title of the axis, and
 * so does the common offset of all ticks if the range is narrow (0.7238971 in 0.7238971 ± 1e-9).
 */
#include "plot/axes.h"
#include "elementary/elementary.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TICKS = 200, MAX_DIGITS = 5 };
static const double NARROW = 1e-12; /* relative width of a range that is only rounding */

void tml_axis_range_pad(double *low, double *high, double part)
{
    double largest = fmax(fabs(*low), fabs(*high));
    double pad = (*high - *low) * part;
    if (*high - *low <= NARROW * largest)
        pad = largest > 0 ? largest * 0.1 : 1;
    if (!(pad > 0) && *high == *low)
        pad = 1;
    *low -= pad;
    *high += pad;
}

double tml_axis_step(double least)
{
    double power = tml_pow(10, floor(tml_log10(least)));
    double part = least / power;
    return power * (part <= 1.0000001 ? 1 : part <= 2.0000001 ? 2 : part <= 5.0000001 ? 5 : 10);
}

/* The common offset of all ticks, if their labels would otherwise be too long. */
static double find_offset(double low, double high, double step)
{
    if (fmax(fabs(low), fabs(high)) < step * tml_pow(10, MAX_DIGITS))
        return 0;
    double unit = tml_axis_step(step * 10);
    return round((low + high) / 2 / unit) * unit;
}

static int find_exponent(double largest)
{
    if (!(largest > 0))
        return 0;
    int power = (int)floor(tml_log10(largest) + 1e-9);
    return power >= 5 || power <= -4 ? 3 * (int)floor(power / 3.0) : 0;
}

tml_plot_axis tml_axis_make(double low, double high, double step)
{
    tml_plot_axis axis = {.low = low, .high = high, .step = step};
    double slack = 1e-9 * (high - low);
    double first = ceil((low - slack) / step), last = floor((high + slack) / step);
    double count = last - first + 1;
    axis.first = first * step;
    axis.tick_count = count > 0 ? (int)fmin(count, MAX_TICKS) : 0;
    if (axis.tick_count == 0)
        return axis;
    axis.offset = find_offset(axis.first, last * step, step);
    axis.exponent = find_exponent(fmax(fabs(low - axis.offset), fabs(high - axis.offset)));
    int digits = -(int)floor(tml_log10(step) + 1e-9) + axis.exponent;
    axis.decimals = digits > 0 ? digits : 0;
    return axis;
}

/* ---- logarithmic axes ---------------------------------------------------------------------------------------- */

/* Tick number n: decades in steps, in each 1 or 1, 2, 5. */
static double log_tick(const tml_plot_axis *axis, double n, double *mantissa)
{
    static const double mantissas[] = {1, 2, 5};
    double decade = floor(n / axis->mantissas);
    *mantissa = mantissas[(int)(n - decade * axis->mantissas)];
    return decade * axis->step;
}

tml_plot_axis tml_axis_make_log(double low, double high, double apart)
{
    static const double narrow = 0.29; /* from 1 to 2 */
    tml_plot_axis axis = {.low = low, .high = high, .log = true, .mantissas = apart <= narrow ? 3 : 1};
    axis.step = fmax(1, ceil(apart));
    double slack = 1e-9 * (high - low), mantissa;
    axis.first = floor(low / axis.step) * axis.mantissas;
    while (log_tick(&axis, axis.first, &mantissa) + tml_log10(mantissa) < low - slack)
        axis.first++;
    while (axis.tick_count < MAX_TICKS &&
           log_tick(&axis, axis.first + axis.tick_count, &mantissa) + tml_log10(mantissa) <= high + slack)
        axis.tick_count++;
    return axis;
}

double tml_axis_tick(const tml_plot_axis *axis, int index)
{
    double mantissa;
    if (axis->log) {
        double decade = log_tick(axis, axis->first + index, &mantissa);
        return fmin(fmax(decade + tml_log10(mantissa), axis->low), axis->high);
    }
    double number = (round(axis->first / axis->step) + index) * axis->step;
    return fmin(fmax(number, axis->low), axis->high);
}

/* ---- texts --------------------------------------------------------------------------------------------------- */

static void add(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    if (length < size)
        (void)snprintf(text + length, size - length, "%s", more);
}

/* A number with a true minus. */
static void add_number(char *text, size_t size, double number, int decimals)
{
    char digits[400];
    (void)snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    if (number < 0 && strspn(digits, "0.,") != strlen(digits))
        add(text, size, "\u2212");
    add(text, size, digits);
}

static void add_power(char *text, size_t size, int exponent);

/* 0.02, 500, 2·10⁵ */
static void add_log_tick(const tml_plot_axis *axis, int index, char *text, size_t size)
{
    double mantissa;
    int exponent = (int)log_tick(axis, axis->first + index, &mantissa);
    char digits[40];
    if (axis->low > -4.2 && axis->high < 5.2) {
        (void)snprintf(digits, sizeof digits, "%.*f", exponent < 0 ? -exponent : 0, mantissa * tml_pow(10, exponent));
        add(text, size, digits);
        return;
    }
    if (mantissa > 1) {
        (void)snprintf(digits, sizeof digits, "%.0f\u00B7", mantissa);
        add(text, size, digits);
    }
    add_power(text, size, exponent);
}

void tml_axis_tick_text(const tml_plot_axis *axis, int index, char *text, size_t size)
{
    text[0] = '\0';
    if (axis->log) {
        add_log_tick(axis, index, text, size);
        return;
    }
    double number =
        ((round(axis->first / axis->step) + index) * axis->step - axis->offset) / tml_pow(10, axis->exponent);
    add_number(text, size, number, axis->decimals);
}

static void add_power(char *text, size_t size, int exponent)
{
    static const char *const digits[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    char plain[16];
    (void)snprintf(plain, sizeof plain, "%d", exponent);
    add(text, size, "10");
    for (const char *next = plain; *next != '\0'; next++)
        add(text, size, *next == '-' ? "\u207B" : digits[*next - '0']);
}

static void add_offset(char *text, size_t size, const tml_plot_axis *axis)
{
    double magnitude = fabs(axis->offset);
    int decimals = -(int)floor(tml_log10(axis->step * 10) + 1e-9);
    add(text, size, axis->offset > 0 ? " \u2212 " : " + ");
    if (magnitude < 1e7 && decimals < 15) {
        add_number(text, size, magnitude, decimals > 0 ? decimals : 0);
        return;
    }
    char digits[40];
    (void)snprintf(digits, sizeof digits, "%.15g", magnitude);
    add(text, size, digits);
}

void tml_axis_title(const tml_plot_axis *axis, const char *name, const char *unit, char *text, size_t size)
{
    char pretty[64];
    tml_unit_pretty(unit, pretty, sizeof pretty);
    text[0] = '\0';
    add(text, size, name);
    if (axis->offset != 0)
        add_offset(text, size, axis);
    bool named = text[0] != '\0', unit_known = pretty[0] != '\0';
    if (axis->exponent == 0 && !unit_known)
        return;
    add(text, size, named ? " (" : "");
    if (axis->exponent != 0)
        add_power(text, size, axis->exponent);
    add(text, size, axis->exponent != 0 && unit_known ? " " : "");
    add(text, size, pretty);
    add(text, size, named ? ")" : "");
}

void tml_number_pretty(double number, int digits, const char *unit, char *text, size_t size)
{
    char plain[64], pretty[64];
    text[0] = '\0';
    const double size_of = fabs(number), power_of = size_of > 0 ? floor(tml_log10(size_of)) : 0;
    if (power_of >= digits && power_of < 6)
        (void)snprintf(plain, sizeof plain, "%.0f", size_of);
    else
        (void)snprintf(plain, sizeof plain, "%.*g", digits, size_of);
    char *power = strchr(plain, 'e');
    if (number < 0 && strspn(plain, "0.") != strlen(plain))
        add(text, size, "\u2212");
    if (power == NULL) {
        add(text, size, plain);
    } else {
        *power = '\0';
        add(text, size, strcmp(plain, "1") == 0 ? "" : plain);
        add(text, size, strcmp(plain, "1") == 0 ? "" : "\u00B7");
        add_power(text, size, atoi(power + 1));
    }
    tml_unit_pretty(unit, pretty, sizeof pretty);
    add(text, size, pretty[0] != '\0' ? " " : "");
    add(text, size, pretty);
}

void tml_unit_pretty(const char *unit, char *text, size_t size)
{
    text[0] = '\0';
    for (; *unit != '\0'; unit++) {
        bool power = unit[0] == '^' && (unit[1] == '2' || unit[1] == '3');
        char same[2] = {*unit, '\0'};
        add(text, size, power ? unit[1] == '2' ? "\u00B2" : "\u00B3" : *unit == '*' ? "\u00B7" : same);
        unit += power;
    }
}
