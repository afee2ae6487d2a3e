/* hdf5.c - finds the HDF5 library by the names that it has on Debian and elsewhere. */
#include "result/hdf5.h"

/* hid_t has 64 bits in all of them, and what is used of them has not changed. The first is that of Debian 12, as in Dependencies.cmake. */
static const char *const NAMES[] = {"libhdf5_serial.so.103", "libhdf5.so.103",        "libhdf5.so.200",
                                    "libhdf5.so.310",        "libhdf5_serial.so.310", "libhdf5.so.320"};

static bool find_functions(tml_hdf5 *library, const char *name)
{
    const tml_symbol symbols[] = {TML_HDF5_FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find(name, symbols, sizeof symbols / sizeof *symbols);
}

bool tml_hdf5_begin(tml_hdf5 *h, const char *file, tml_log *log)
{
    bool found = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && !found; i++)
        found = find_functions(h, NAMES[i]);
    if (!found || h->H5open() < 0) {
        tml_log_raise(log, TML_E_NO_HDF5, (tml_place){.file = file},
                      "HDF5 files need the HDF5 library (%s), which is not installed here", NAMES[0]);
        return false;
    }
    h->H5Eget_auto2(H5E_DEFAULT, &h->printer, &h->printer_context);
    h->H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    h->text_type = h->H5Tcopy(*h->H5T_C_S1_g);
    h->H5Tset_size(h->text_type, H5T_VARIABLE);
    h->H5Tset_cset(h->text_type, H5T_CSET_UTF8);
    return true;
}

void tml_hdf5_end(tml_hdf5 *h)
{
    h->H5Tclose(h->text_type);
    h->H5Eset_auto2(H5E_DEFAULT, h->printer, h->printer_context);
}
