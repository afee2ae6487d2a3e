/* code.h - message codes: each message of Trammel has one, declared once, in the tables in src/base/code/.
 *
 * TML_CODE(letter, number, NAME, title, text, wrong, cured) is one entry: a title; what it means and what to do; a small model that raises
 * it, and the corrected model (both omitted where no model alone can show it). It defines the enumerator TML_<letter>_NAME, an argument of
 * tml_log_raise, so that a message without a code does not compile. The letter is the severity: E error, W warning, N note. The number is
 * for people ("E042"): it never changes, and no two entries share one.
 */
#pragma once
#include "trammel/trammel.h"

typedef enum {
#define TML_CODE(letter, number, name, ...) TML_##letter##_##name,
#include "base/code/table.def"
#undef TML_CODE
    TML_CODE_COUNT
} tml_code;

/* "E042" and its severity. */
const char *tml_code_text(tml_code code);
tml_severity tml_code_severity(tml_code code);
