/* describe_words.c - the words of expressions: functions, constants, units. */
#include "base/number.h"
#include "describe/describe.h"
#include "expression/tree.h"

static void put_functions(tml_json_writer *p)
{
    tml_function_text f;
    tml_json_open(p, "functions", '[');
    for (size_t i = 0; tml_function_at(i, &f); i++) {
        tml_json_open(p, NULL, '{');
        tml_json_text(p, "name", f.name);
        tml_json_text(p, "arguments", f.arguments);
        tml_json_text(p, "doc", f.doc);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_units(tml_json_writer *p)
{
    tml_unit unit;
    const char *name;
    char si[64];
    tml_json_open(p, "units", '[');
    for (size_t i = 0; (name = tml_unit_at(i, &unit)); i++) {
        tml_dimension_print(unit.dimension, si, sizeof si);
        tml_json_open(p, NULL, '{');
        tml_json_text(p, "name", name);
        tml_json_text(p, "si", si);
        tml_text_put_number(tml_json_value(p, "factor"), unit.factor);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

void tml_describe_words(tml_json_writer *p)
{
    put_functions(p);
    put_units(p);
}
