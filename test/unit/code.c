/* code.c - the table of the codes of messages. */
#include "base/status.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(code, numbers_rise_and_letters_give_the_severity)
{
    static const char letters[] = {[TML_NOTE] = 'N', [TML_WARNING] = 'W', [TML_ERROR] = 'E'};
    long last = 0;
    for (size_t i = 0; i < tml_explanation_count(); i++) {
        const tml_explanation e = tml_explanation_get(i);
        cr_expect_eq(strlen(e.code), 4, "%s", e.code);
        cr_expect_eq(e.code[0], letters[e.severity], "%s", e.code);
        cr_expect_gt(atol(e.code + 1), last, "%s comes after %ld", e.code, last);
        cr_expect_gt(strlen(e.title), 5, "%s", e.code);
        last = atol(e.code + 1);
    }
}

Test(code, a_code_is_found_by_its_number)
{
    bool exact;
    const long at = tml_explanation_find("E022", &exact);
    cr_expect(exact);
    cr_expect_str_eq(tml_explanation_get((size_t)at).code, "E022");
    cr_expect_eq(tml_explanation_find("e22", &exact), at);
    cr_expect(exact);
    cr_expect_eq(tml_explanation_find("22", &exact), at);
    cr_expect(exact);
    cr_expect_eq(tml_explanation_find("W022", &exact), at);
    cr_expect_not(exact, "its letter is another");
    cr_expect_geq(tml_explanation_find("E999", &exact), 0);
    cr_expect_not(exact);
    static const char *const none[] = {"", "E", "E02x", "rubbish", "-1"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect_eq(tml_explanation_find(none[i], &exact), -1, "%s", none[i]);
    cr_expect_str_eq(tml_explanation_get(99999).code, "");
}

Test(code, a_message_has_the_severity_of_its_code)
{
    tml_log *log = tml_log_make();
    tml_log_raise(log, TML_N_MASSLESS_BODY, TML_NOWHERE, "body %s", "a");
    tml_log_raise(log, TML_E_UNKNOWN_KEY, (tml_place){.file = "m.yaml", .line = 3, .column = 4}, "key");
    const tml_message first = tml_log_get(log, 0);
    tml_log_repeat(log, &first, "again");
    cr_expect_eq(first.severity, TML_NOTE);
    cr_expect_str_eq(first.code, "N409");
    cr_expect_eq(log->error_count, 1);
    cr_expect_str_eq(tml_log_get(log, 1).code, "E022");
    cr_expect_str_eq(tml_log_get(log, 1).place.file, "m.yaml");
    cr_expect_str_eq(tml_log_get(log, 2).code, "N409");
    cr_expect_str_eq(tml_log_get(log, 2).text, "again: body a");
    cr_expect_str_eq(tml_log_get(log, 9).code, "");
    tml_log_free(log);
}
