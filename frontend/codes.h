/* codes.h - the codes of the messages that front ends raise (tml_log_add); `trammel explain` says what they mean. */
#pragma once

#define FE_E_OUT_OF_MEMORY         "E001"
#define FE_E_CANNOT_ACCESS         "E600"
#define FE_E_NO_ANALYSIS_IN_RESULT "E607"
#define FE_E_NO_LOADS              "E611"
#define FE_E_NO_FREE_BODY          "E612"
#define FE_E_REPORT_TOO_LARGE      "E620"
#define FE_E_REPORT_TEMPLATE       "E621"
#define FE_E_TOO_LONG              "E622"
#define FE_E_NOTHING_TO_EXPORT     "E623"
#define FE_E_NO_ORIGIN             "E728"
#define FE_E_RERUN_DIFFERS         "E729"
#define FE_W_FMU_COSIMULATION_ONLY "W776"
#define FE_E_FMU_NO_EXCHANGE       "E777"
#define FE_E_FMU_BINARY            "E792"
#define FE_E_FMU_VARIABLE          "E793"
#define FE_E_FMU_FILES             "E794"
#define FE_W_FMU_STEP              "W818"

/* All of them. */
#define FE_CODES                                                                                                       \
    FE_E_OUT_OF_MEMORY, FE_E_CANNOT_ACCESS, FE_E_NO_ANALYSIS_IN_RESULT, FE_E_NO_LOADS, FE_E_NO_FREE_BODY,              \
        FE_E_REPORT_TOO_LARGE, FE_E_REPORT_TEMPLATE, FE_E_TOO_LONG, FE_E_NOTHING_TO_EXPORT, FE_E_NO_ORIGIN,            \
        FE_E_RERUN_DIFFERS, FE_W_FMU_COSIMULATION_ONLY, FE_E_FMU_NO_EXCHANGE, FE_E_FMU_BINARY, FE_E_FMU_VARIABLE,      \
        FE_E_FMU_FILES, FE_W_FMU_STEP
