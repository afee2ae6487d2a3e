/* code.h - the codes of messages: each message that Trammel raises has one, declared once, in the table below src/base/code/.
 *
 * TML_CODE(letter, number, NAME, title, text, wrong, cured) is one entry of the table: a few words; what it means and what to do; a
 * small model that raises it, and the same without the fault (both are left out where no model alone can show it). It makes the enumerator TML_<letter>_NAME, which a call of
 * tml_log_raise must name, so that a message without a code does not compile. The letter is the severity: E error, W warning, N note. The
 * number is for people ("E042"): it stays when the table grows, and no two lines share one.
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
