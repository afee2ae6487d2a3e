/* unit.c - units of measure.
 *
 *   unit   = factor { ("*" | "/" | blanks) factor }      N*m, N/mm, or as in print N m; blanks mean a product
 *   factor = name [ ("^" | "**") [ "-" ] digits ]
 *
 * SI value = number * factor, and the factor of a product is the product of the factors.
 */
#include "base/unit.h"
#include "base/names.h"
#include "base/text.h"
#include "elementary/elementary.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
/*                m  kg  s  rad A  K */
#define NONE     {0, 0, 0, 0, 0, 0}
#define LENGTH   {1, 0, 0, 0, 0, 0}
#define MASS     {0, 1, 0, 0, 0, 0}
#define TIME     {0, 0, 1, 0, 0, 0}
#define ANGLE    {0, 0, 0, 1, 0, 0}
#define RATE     {0, 0, -1, 0, 0, 0}
#define ANGULAR_VELOCITY     {0, 0, -1, 1, 0, 0}
#define FORCE    {1, 1, -2, 0, 0, 0}
#define PRESSURE {-1, 1, -2, 0, 0, 0}
#define ENERGY   {2, 1, -2, 0, 0, 0}
#define POWER    {2, 1, -3, 0, 0, 0}
#define CURRENT  {0, 0, 0, 0, 1, 0}
#define CHARGE   {0, 0, 1, 0, 1, 0}
#define VOLTAGE  {2, 1, -3, 0, -1, 0}
#define RESISTANCE {2, 1, -3, 0, -2, 0}
#define INDUCTANCE {2, 1, -2, 0, -2, 0}
#define CAPACITANCE {-2, -1, 4, 0, 2, 0}
#define FLUX     {2, 1, -2, 0, -1, 0}
#define FLUX_DENSITY {0, 1, -2, 0, -1, 0}
#define TEMPERATURE {0, 0, 0, 0, 0, 1}

typedef struct {
    const char *name;
    tml_unit unit;
} entry;

/* For each dimension the most common ones first. */
static const entry units[] = {
    {"m", {LENGTH, 1}}, {"mm", {LENGTH, 1e-3}}, {"cm", {LENGTH, 1e-2}}, {"km", {LENGTH, 1e3}}, {"um", {LENGTH, 1e-6}},
    {"in", {LENGTH, 0.0254}}, {"ft", {LENGTH, 0.3048}},
    {"nm", {LENGTH, 1e-9}}, {"dm", {LENGTH, 1e-1}}, {"yd", {LENGTH, 0.9144}}, {"mi", {LENGTH, 1609.344}},
    {"kg", {MASS, 1}}, {"g", {MASS, 1e-3}}, {"t", {MASS, 1e3}}, {"mg", {MASS, 1e-6}}, {"lb", {MASS, 0.45359237}},
    {"ug", {MASS, 1e-9}}, {"oz", {MASS, 0.028349523125}}, {"slug", {MASS, 14.593902937206364}},
    {"s", {TIME, 1}}, {"ms", {TIME, 1e-3}}, {"us", {TIME, 1e-6}}, {"min", {TIME, 60}}, {"h", {TIME, 3600}},
    {"ns", {TIME, 1e-9}}, {"day", {TIME, 86400}},
    {"rad", {ANGLE, 1}}, {"deg", {ANGLE, TML_PI / 180}}, {"mrad", {ANGLE, 1e-3}},
    {"rev", {ANGLE, 2 * TML_PI}}, {"turn", {ANGLE, 2 * TML_PI}},
    {"gon", {ANGLE, TML_PI / 200}}, {"arcmin", {ANGLE, TML_PI / 10800}}, {"arcsec", {ANGLE, TML_PI / 648000}},
    {"Hz", {RATE, 1}}, {"kHz", {RATE, 1e3}}, {"MHz", {RATE, 1e6}}, {"mph", {{1, 0, -1, 0, 0, 0}, 0.44704}}, {"rpm", {ANGULAR_VELOCITY, 2 * TML_PI / 60}},
    {"N", {FORCE, 1}}, {"kN", {FORCE, 1e3}}, {"MN", {FORCE, 1e6}}, {"mN", {FORCE, 1e-3}},
    {"kgf", {FORCE, 9.80665}}, {"kp", {FORCE, 9.80665}}, {"lbf", {FORCE, 4.4482216152605}},
    {"uN", {FORCE, 1e-6}}, {"daN", {FORCE, 10}}, {"dyn", {FORCE, 1e-5}}, {"kip", {FORCE, 4448.2216152605}},
    {"Pa", {PRESSURE, 1}}, {"kPa", {PRESSURE, 1e3}}, {"MPa", {PRESSURE, 1e6}}, {"GPa", {PRESSURE, 1e9}},
    {"bar", {PRESSURE, 1e5}}, {"mbar", {PRESSURE, 1e2}}, {"hPa", {PRESSURE, 1e2}}, {"atm", {PRESSURE, 101325}},
    {"psi", {PRESSURE, 6894.757293168361}}, {"ksi", {PRESSURE, 6894757.293168361}},
    {"J", {ENERGY, 1}}, {"kJ", {ENERGY, 1e3}}, {"MJ", {ENERGY, 1e6}}, {"mJ", {ENERGY, 1e-3}}, {"Nm", {ENERGY, 1}},
    {"mNm", {ENERGY, 1e-3}}, {"Nmm", {ENERGY, 1e-3}}, {"kNm", {ENERGY, 1e3}}, {"Wh", {ENERGY, 3600}}, {"kWh", {ENERGY, 3.6e6}},
    {"W", {POWER, 1}}, {"kW", {POWER, 1e3}}, {"MW", {POWER, 1e6}}, {"mW", {POWER, 1e-3}},
    {"hp", {POWER, 745.6998715822702}}, {"PS", {POWER, 735.49875}},
    {"A", {CURRENT, 1}}, {"mA", {CURRENT, 1e-3}}, {"uA", {CURRENT, 1e-6}}, {"kA", {CURRENT, 1e3}},
    {"V", {VOLTAGE, 1}}, {"mV", {VOLTAGE, 1e-3}}, {"kV", {VOLTAGE, 1e3}},
    {"ohm", {RESISTANCE, 1}}, {"mohm", {RESISTANCE, 1e-3}}, {"kohm", {RESISTANCE, 1e3}}, {"Mohm", {RESISTANCE, 1e6}},
    {"H", {INDUCTANCE, 1}}, {"mH", {INDUCTANCE, 1e-3}}, {"uH", {INDUCTANCE, 1e-6}},
    {"F", {CAPACITANCE, 1}}, {"mF", {CAPACITANCE, 1e-3}}, {"uF", {CAPACITANCE, 1e-6}}, {"nF", {CAPACITANCE, 1e-9}},
    {"pF", {CAPACITANCE, 1e-12}},
    {"C", {CHARGE, 1}}, {"mC", {CHARGE, 1e-3}}, {"Ah", {CHARGE, 3600}}, {"mAh", {CHARGE, 3.6}},
    {"Wb", {FLUX, 1}}, {"T", {FLUX_DENSITY, 1}}, {"mT", {FLUX_DENSITY, 1e-3}},
    {"K", {TEMPERATURE, 1}}, {"mK", {TEMPERATURE, 1e-3}},
};
/* clang-format on */
enum { UNIT_COUNT = sizeof units / sizeof units[0], LARGEST_POWER = 99 };

/* Dimensions with a common name. */
static const struct {
    const char *text;
    tml_dimension dimension;
} known[] = {
    {"N", FORCE},
    {"N*m", ENERGY},
    {"N*m/rad", {2, 1, -2, -1, 0, 0}},
    {"N*m*s/rad", {2, 1, -1, -1, 0, 0}},
    {"N/m", {0, 1, -2, 0, 0, 0}},
    {"N*s/m", {0, 1, -1, 0, 0, 0}},
    {"N*s", {1, 1, -1, 0, 0, 0}},
    {"W", POWER},
    {"Pa", PRESSURE},
    {"C", CHARGE},
    {"V", VOLTAGE},
    {"ohm", RESISTANCE},
    {"H", INDUCTANCE},
    {"F", CAPACITANCE},
    {"N*m/A", FLUX},
    {"T", FLUX_DENSITY},
};

const char *tml_unit_at(size_t index, tml_unit *unit)
{
    if (index >= UNIT_COUNT)
        return NULL;
    *unit = units[index].unit;
    return units[index].name;
}

static const entry *find_unit(const char *name, size_t length)
{
    for (size_t i = 0; i < UNIT_COUNT; i++)
        if (strlen(units[i].name) == length && memcmp(units[i].name, name, length) == 0)
            return &units[i];
    return NULL;
}

/* The unit name at the start of text; not a call such as min( nor the start of a longer name such as m.x. */
static const entry *read_name(const char *text, size_t length, size_t *read)
{
    size_t n = 0;
    while (n < length && (n ? tml_is_word(text[n]) : tml_is_letter(text[n])))
        n++;
    size_t next = n;
    while (next < length && text[next] == ' ')
        next++;
    if (n + 1 < length && text[n] == '.' && tml_is_word(text[n + 1]))
        return NULL;
    if (next < length && text[next] == '(')
        return NULL;
    *read = n;
    return find_unit(text, n);
}

/* An integer power, ^2 or ^-1 or **2; 0 characters: none. */
static size_t read_power(const char *text, size_t length, int *power)
{
    size_t n = length > 0 && text[0] == '^' ? 1 : length > 1 && text[0] == '*' && text[1] == '*' ? 2 : 0;
    if (!n)
        return 0;
    int sign = 1, value = 0;
    if (n < length && text[n] == '-') {
        sign = -1;
        n++;
    }
    size_t first = n;
    while (n < length && tml_is_digit(text[n]) && value <= LARGEST_POWER)
        value = 10 * value + (text[n++] - '0');
    if (n == first || value > LARGEST_POWER || (n < length && (tml_is_word(text[n]) || text[n] == '.')))
        return 0;
    *power = sign * value;
    return n;
}

/* One factor of a unit: *unit times its power with the given sign. */
static size_t read_factor(const char *text, size_t length, int sign, tml_unit *unit)
{
    size_t n = 0;
    int power = 1;
    const entry *named = read_name(text, length, &n);
    if (!named)
        return 0;
    n += read_power(text + n, length - n, &power);
    tml_dimension dimension;
    if (!tml_dimension_combine(unit->dimension, named->unit.dimension, sign * power, &dimension))
        return 0;
    double factor = power == 1 ? named->unit.factor : tml_pow(named->unit.factor, power);
    unit->factor = sign > 0 ? unit->factor * factor : unit->factor / factor;
    unit->dimension = dimension;
    return n;
}

/* How many characters lead to the next factor, and whether it divides; 0: the unit ends here. */
static size_t read_operator(const char *text, size_t length, int *sign)
{
    size_t n = 0;
    *sign = length > 0 && text[0] == '/' ? -1 : 1;
    if (length > 0 && (text[0] == '*' || text[0] == '/'))
        n = 1;
    while (n < length && text[n] == ' ' && text[0] == ' ')
        n++;
    return n;
}

/* The factors behind the first n characters, of which the last belong to a unit; how many characters it has then. */
static size_t read_more(const char *text, size_t length, size_t n, tml_unit *all)
{
    size_t next;
    int sign;
    while (n > 0 && (next = n + read_operator(text + n, length - n, &sign)) > n && next < length) {
        bool is_time = text[next] == 't' && (next + 1 == length || !tml_is_word(text[next + 1]));
        size_t more = is_time ? 0 : read_factor(text + next, length - next, sign, all);
        if (!more)
            break;
        n = next + more;
    }
    return n;
}

size_t tml_unit_read(const char *text, size_t length, tml_unit *unit)
{
    tml_unit all = {.dimension = NONE, .factor = 1};
    const size_t n = read_more(text, length, read_factor(text, length, 1, &all), &all);
    if (n > 0)
        *unit = all;
    return n;
}

bool tml_unit_parse(const char *text, tml_unit *unit)
{
    const size_t length = strlen(text);
    *unit = (tml_unit){.dimension = NONE, .factor = strcmp(text, "%") == 0 ? 0.01 : 1};
    if (unit->factor != 1)
        return true;
    if (length == 0 || text[0] != '1')
        return length > 0 && tml_unit_read(text, length, unit) == length;
    return length == 1 || (text[1] == '/' && read_more(text, length, 1, unit) == length);
}

/* Those that descriptors name most. */
static const struct {
    char text[8];
    tml_dimension dimension;
} most_named[] = {{"m", {.length = 1}},
                  {"rad", {.angle = 1}},
                  {"m/s", {.length = 1, .time = -1}},
                  {"rad/s", {.angle = 1, .time = -1}},
                  {"N", {.length = 1, .mass = 1, .time = -2}},
                  {"kg", {.mass = 1}},
                  {"s", {.time = 1}},
                  {"m/s^2", {.length = 1, .time = -2}},
                  {"rad/s^2", {.angle = 1, .time = -2}},
                  {"N*m", {.length = 2, .mass = 1, .time = -2}}};

tml_unit tml_unit_named(const char *text)
{
    for (size_t i = 0; i < sizeof most_named / sizeof *most_named; i++)
        if (strcmp(most_named[i].text, text) == 0)
            return (tml_unit){most_named[i].dimension, 1};
    tml_unit unit;
    const bool read = tml_unit_parse(text, &unit) || text[0] == 0;
    assert(read);
    (void)read;
    return unit;
}

static const char *const quantity_units[] = {
    [TML_QUANTITY_NUMBER] = "",
    [TML_QUANTITY_TIME] = "s",
    [TML_QUANTITY_LENGTH] = "m",
    [TML_QUANTITY_ANGLE] = "rad",
    [TML_QUANTITY_VELOCITY] = "m/s",
    [TML_QUANTITY_ANGULAR_VELOCITY] = "rad/s",
    [TML_QUANTITY_ACCELERATION] = "m/s^2",
    [TML_QUANTITY_ANGULAR_ACCELERATION] = "rad/s^2",
    [TML_QUANTITY_FORCE] = "N",
    [TML_QUANTITY_TORQUE] = "N*m",
    [TML_QUANTITY_POWER] = "W",
    [TML_QUANTITY_ENERGY] = "J",
};

tml_column_quantity tml_unit_quantity(const char *unit)
{
    for (size_t q = TML_QUANTITY_NUMBER; q < sizeof quantity_units / sizeof *quantity_units; q++)
        if (strcmp(unit, quantity_units[q]) == 0)
            return (tml_column_quantity)q;
    return TML_QUANTITY_OTHER;
}

const char *tml_unit_of_motion(bool is_rotation, int derivative)
{
    return quantity_units[TML_QUANTITY_LENGTH + 2 * derivative + is_rotation];
}

const char *tml_unit_of_force(bool is_rotation)
{
    return quantity_units[TML_QUANTITY_FORCE + is_rotation];
}

double tml_unit_value(tml_unit unit, double number)
{
    double whole = round(1 / unit.factor); /* 1000 for mm: dividing by it rounds only once */
    bool exact = unit.factor < 1 && whole < 1e15 && fabs(whole * unit.factor - 1) < 4e-16;
    return exact ? number / whole : number * unit.factor;
}

const char *tml_unit_nearest(const char *name)
{
    static const char *const written[][2] = {{"kgm2", "kg*m^2"},
                                             {"kgm", "kg*m"},
                                             {"Nms", "N*m*s"},
                                             {"Ns", "N*s"},
                                             {"U", "rpm"},
                                             {"RPM", "rpm"},
                                             {"m2", "m^2"},
                                             {"m3", "m^3"},
                                             {"mm2", "mm^2"},
                                             {"s2", "s^2"},
                                             {"sec", "s"},
                                             {"grad", "deg"},
                                             {"Grad", "deg"},
                                             {"degree", "deg"},
                                             {"degrees", "deg"},
                                             {"radians", "rad"},
                                             {"Umin", "rpm"},
                                             {"inch", "in"},
                                             {"feet", "ft"},
                                             {"Ohm", "ohm"},
                                             {"volt", "V"},
                                             {"ampere", "A"},
                                             {"kelvin", "K"},
                                             {"\xC2\xB0", "deg"},
                                             {"\xC2\xB0/s", "deg/s"},
                                             {"\xC2\xB0"
                                              "C",
                                              "K"},
                                             {"kilogram", "kg"},
                                             {"meter", "m"},
                                             {"metre", "m"},
                                             {"newton", "N"}};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (strcmp(written[i][0], name) == 0)
            return written[i][1];
    const char *list[UNIT_COUNT];
    for (size_t i = 0; i < UNIT_COUNT; i++)
        list[i] = units[i].name;
    return tml_nearest(name, list, UNIT_COUNT);
}

static bool same_powers(tml_dimension a, tml_dimension b)
{
    return a.length == b.length && a.mass == b.mass && a.time == b.time && a.angle == b.angle &&
           a.current == b.current && a.temperature == b.temperature;
}

bool tml_dimension_same(tml_dimension a, tml_dimension b)
{
    bool angular =
        a.length == 0 && a.mass == 0 && a.current == 0 && a.temperature == 0; /* only powers of angle and time */
    if (!angular)
        a.angle = b.angle;
    return same_powers(a, b);
}

bool tml_dimension_combine(tml_dimension a, tml_dimension b, int power, tml_dimension *result)
{
    const int powers[6] = {a.length + power * b.length,   a.mass + power * b.mass,
                           a.time + power * b.time,       a.angle + power * b.angle,
                           a.current + power * b.current, a.temperature + power * b.temperature};
    for (int i = 0; i < 6; i++)
        if (powers[i] < -LARGEST_POWER || powers[i] > LARGEST_POWER)
            return false;
    *result = (tml_dimension){(signed char)powers[0], (signed char)powers[1], (signed char)powers[2],
                              (signed char)powers[3], (signed char)powers[4], (signed char)powers[5]};
    return true;
}

bool tml_dimension_root(tml_dimension a, int degree, tml_dimension *root)
{
    *root = (tml_dimension){(signed char)(a.length / degree),  (signed char)(a.mass / degree),
                            (signed char)(a.time / degree),    (signed char)(a.angle / degree),
                            (signed char)(a.current / degree), (signed char)(a.temperature / degree)};
    tml_dimension again;
    return tml_dimension_combine((tml_dimension)NONE, *root, degree, &again) && same_powers(again, a);
}

/* Appends the factors of positive (sign = 1) or negative powers; returns the new length of the text. */
static size_t print_powers(tml_dimension d, int sign, char *text, size_t length, size_t size)
{
    const char *const names[6] = {"kg", "m", "rad", "A", "K", "s"};
    const int powers[6] = {d.mass, d.length, d.angle, d.current, d.temperature, d.time};
    for (int i = 0; i < 6; i++) {
        int power = sign * powers[i];
        const char *separator = sign < 0 ? "/" : length ? "*" : "";
        int n = 0;
        if (power > 1)
            n = snprintf(text + length, size - length, "%s%s^%d", separator, names[i], power);
        else if (power == 1)
            n = snprintf(text + length, size - length, "%s%s", separator, names[i]);
        length = (size_t)n < size - length ? length + (size_t)n : size - 1;
    }
    return length;
}

void tml_dimension_print(tml_dimension dimension, char *text, size_t size)
{
    if (size == 0)
        return;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (same_powers(known[i].dimension, dimension)) {
            snprintf(text, size, "%s", known[i].text);
            return;
        }
    text[0] = 0;
    size_t length = print_powers(dimension, 1, text, 0, size);
    if (!length)
        length = (size_t)snprintf(text, size, "1") < size ? 1 : 0;
    print_powers(dimension, -1, text, length, size);
}
