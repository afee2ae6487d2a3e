/* code.c - every message code has a text; its example raises it, the corrected example does not. */
#include "base/status.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Parses, checks and runs a model; whether a message with that code came. */
static bool raises(const char *text, const char *code, bool *wrong)
{
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= strcmp(m.code, code) == 0;
        *wrong |= m.severity == TML_ERROR && strcmp(m.code, "E401") != 0;
        cr_expect(*m.code, "a message without a code: %s", m.text);
    }
    tml_log_free(log);
    return found;
}

/* Codes that no model of a few lines can raise: they depend on the machine, a command, a file of results or the page, on sizes, or on rounding
 * in rare configurations. */
static bool is_without_example(const char *code)
{
    static const char *const codes[] =
        {
            "E014",                                                 /* layouts that would change a meaning */
            "E001",                                                 /* memory */
            "E115", "E417", "E619", "E620", "E621", "E622", "E623", /* the page, live motions, reports */
            "E066", "E067",                                         /* several files */
            "E027",                                                 /* nothing is announced for later now */
            "E121",                                                 /* the kinds of values are checked before */
            "E243",                                                 /* files of mass properties */
            "E307", "E403", "E436",                                 /* sizes; eigenvalues that LAPACK does not find */
            "E308", "E322", "E323", "E330", "N341", "E434", "E435", "W479", "N428", "E673", /* contacts without end */
            "W429", "N491", "E646", /* rare positions; not written yet */
            "E400", "W590", "W591", "N592", "E600", "E601", "E602", "E603", "E604", /* commands and results */
            "E605", "E606", "E607", "E608", "E609", "W610", "E611", "E612", "E613", "E614",
            "W615", "E785", "E786", "E787", "E788", "W789", "W790", "W791", "E796", "W797",
            "W798", "W799", "W744", "W745", "W746", "W747", "W748", /* robots */
            "E769", "E770", "E771", "W772", "E773",                 /* robots that are exported */
            "W677", "W679", /* contacts stepped through; gaps that no bound tells of */
            "E724", "E725", "E726", "E727", "E728", "E729", "E795",         /* files of results */
            "E783", "E784", "E792", "E793", "E794", "W776", "E777", "W818", /* states of live motions, FMUs */
            "E800", "E801", "E802", "E803", "E807", "E808", "W809", "E810", "E811", "W812", /* studies by command */
        };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(codes[i], code) == 0)
            return true;
    return false;
}

Test(code, examples_raise_their_code_and_cured_ones_do_not)
{
    int shown = 0;
    for (size_t i = 0; i < tml_explanation_count(); i++) {
        const tml_explanation e = tml_explanation_get(i);
        bool any = false, still = false;
        cr_expect(*e.text, "%s has no text", e.code);
        cr_expect_eq(e.wrong == NULL, is_without_example(e.code), "%s: %s", e.code,
                     e.wrong ? "has an example, and is in the list of those without"
                             : "has no example: give it one in src/base/code/, or name it in the list above");
        if (!e.wrong)
            continue;
        shown++;
        cr_assert(e.cured);
        cr_expect(raises(e.wrong, e.code, &any), "%s is not raised by\n%s", e.code, e.wrong);
        cr_expect_not(raises(e.cured, e.code, &still), "%s is still raised by\n%s", e.code, e.cured);
        cr_expect_not(still, "%s: the cured model has errors of its own:\n%s", e.code, e.cured);
    }
    cr_expect_geq(shown, 160, "%d examples", shown);
}
