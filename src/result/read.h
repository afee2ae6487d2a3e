/* read.h - reads results back: our HDF5 and JSON, NumPy's .npz and MAT-files of ours and of others, or any CSV with a header row. */
#pragma once
#include "result/table.h"

/* What tml_results_load does, from text; `name` stands for the file in messages. */
tml_results *tml_results_parse_csv(const char *text, size_t length, const char *name, tml_log *log);
tml_results *tml_results_parse_json(const char *text, size_t length, const char *name, tml_log *log);
tml_results *tml_results_parse_hdf5(const char *bytes, size_t length, const char *name, tml_log *log);
tml_results *tml_results_parse_npz(const char *bytes, size_t length, const char *name, tml_log *log);
tml_results *tml_results_parse_mat(const char *bytes, size_t length, const char *name, tml_log *log);
/* Whether bytes begin as zips do, as .npz is one. */
bool tml_is_zip(const char *bytes, size_t length);
/* Whether bytes begin as HDF5 files do. */
bool tml_is_hdf5(const char *bytes, size_t length);
