/* name.c - names of elements, points and parameters: letters, digits and _, beginning with a letter; replacements for
 * invalid ones. */
#include "model/check.h"
#include "model/scope.h"
#include <ctype.h>
#include <string.h>

/* Letters that are written otherwise in ASCII. */
static const char *plain_letter(const char *s)
{
    static const char *const letters[][2] = {
        {"ä", "ae"},    {"ö", "oe"},   {"ü", "ue"},  {"Ä", "Ae"},    {"Ö", "Oe"},    {"Ü", "Ue"}, {"ß", "ss"},
        {"à", "a"},     {"á", "a"},    {"â", "a"},   {"å", "a"},     {"ç", "c"},     {"è", "e"},  {"é", "e"},
        {"ê", "e"},     {"í", "i"},    {"ñ", "n"},   {"ó", "o"},     {"ô", "o"},     {"ø", "o"},  {"ú", "u"},
        {"α", "alpha"}, {"β", "beta"}, {"φ", "phi"}, {"θ", "theta"}, {"ω", "omega"},
    };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strncmp(s, letters[i][0], strlen(letters[i][0])) == 0)
            return letters[i][1];
    return "_";
}

/* The name as it may be written, `b_1` for `b-1`; "" where nothing of it would be left. */
static const char *proposal(tml_arena *arena, const char *name)
{
    tml_text text = {0};
    bool any = false;
    if (isdigit((unsigned char)*name))
        tml_text_add(&text, "_");
    for (const char *s = name; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c < 128) {
            tml_text_add(&text, "%c", isalnum(c) ? c : '_');
        } else if (c >= 0xC0) { /* the first byte of a character */
            const char *letters = plain_letter(s);
            any |= *letters != '_';
            tml_text_add(&text, "%s", letters);
        }
        any |= c < 128 && isalnum(c);
    }
    const char *own = any && text.data ? tml_arena_text(arena, text.data, text.length) : "";
    tml_text_free(&text);
    return own;
}

bool tml_name_check(const tml_checker *c, const char *what, const tml_node *key)
{
    const char *s = tml_use_local(key->place.use, key->text);
    bool good = isalpha((unsigned char)*s) || *s == '_';
    for (; *s; s++)
        good = good && (unsigned char)*s < 128 && (isalnum((unsigned char)*s) || *s == '_');
    if (good)
        return true;
    const char *instead = proposal(c->arena, key->text);
    tml_log_raise(c->log, TML_E_BAD_NAME, key->place,
                  "%s \"%s\": a name is made of letters, digits and _, a letter first%s%s%s", what, key->text,
                  *instead ? "; write \"" : "", instead, *instead ? "\"" : "");
    return false;
}

bool tml_plain_name_check(const tml_checker *c, const tml_model *model, const char *what, const char *name,
                          tml_place place)
{
    if (tml_names_find(&model->parameter_names, name) >= 0) {
        tml_log_raise(c->log, TML_E_NAME_TAKEN, place,
                      "%s \"%s\": the name is taken by a parameter: expressions could not tell them apart", what, name);
        return false;
    }
    const char *other = strcmp(name, "t") == 0      ? "the time"
                        : strcmp(name, "pi") == 0   ? "a constant"
                        : tml_function_exists(name) ? "a function"
                                                    : NULL;
    if (other)
        tml_log_raise(c->log, TML_E_RESERVED_NAME, place, "%s \"%s\": the name is that of %s", what, name, other);
    return !other;
}
