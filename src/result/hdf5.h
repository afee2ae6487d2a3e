/* hdf5.h - the HDF5 library, loaded by the first file that needs it: what is used of it, and attributes that are texts and numbers.
 *
 * The file of a run:
 *
 *   /                   attributes `format`, `version`, `sha256`, `integrator` …: what the run was made from (tml_results_origin), `partial`
 *   /model              the text of the model, of a fixed length, as all texts are that are not attributes
 *   /dynamics           a table: attributes `kind`, `title`, `analysis`, `stride`; facts by their names (numbers, or texts);
 *                       `fact names`, `fact texts`, `fact numbers`: the same, complete and in order
 *   /dynamics/B.fx      a channel, one number for each row: attributes `unit`, `quantity`, `description`; `t` is its dimension scale
 *   /dynamics/row names names of rows, where they have some
 *   /modes.A            a matrix: two dimensions, attributes `row names`, `column names`, `column units`
 */
#pragma once
#include "base/library.h"
#include "base/status.h"
#include <hdf5.h>

enum { TML_HDF5_READ = 0, TML_HDF5_TRUNCATE = 2 }; /* how files are opened; the names of HDF5 call the library */
#define TML_HDF5_FORMAT "Trammel results 1"

#define TML_HDF5_FUNCTIONS(USE)                                                                                        \
    USE(H5open)                                                                                                        \
    USE(H5Aclose)                                                                                                      \
    USE(H5Acreate2)                                                                                                    \
    USE(H5Aexists)                                                                                                     \
    USE(H5Aget_name)                                                                                                   \
    USE(H5Aget_space)                                                                                                  \
    USE(H5Aget_type)                                                                                                   \
    USE(H5Aopen)                                                                                                       \
    USE(H5Aopen_by_idx)                                                                                                \
    USE(H5Aread)                                                                                                       \
    USE(H5Awrite)                                                                                                      \
    USE(H5Dclose)                                                                                                      \
    USE(H5Dcreate2)                                                                                                    \
    USE(H5Dget_space)                                                                                                  \
    USE(H5Dget_type)                                                                                                   \
    USE(H5Dopen2)                                                                                                      \
    USE(H5Dread)                                                                                                       \
    USE(H5Dvlen_reclaim)                                                                                               \
    USE(H5Dwrite)                                                                                                      \
    USE(H5Eget_auto2)                                                                                                  \
    USE(H5Eset_auto2)                                                                                                  \
    USE(H5Fclose)                                                                                                      \
    USE(H5Fcreate)                                                                                                     \
    USE(H5Fflush)                                                                                                      \
    USE(H5Fget_file_image)                                                                                             \
    USE(H5Fopen)                                                                                                       \
    USE(H5Gclose)                                                                                                      \
    USE(H5Gcreate2)                                                                                                    \
    USE(H5Gget_info)                                                                                                   \
    USE(H5Iget_type)                                                                                                   \
    USE(H5Lexists)                                                                                                     \
    USE(H5Lget_name_by_idx)                                                                                            \
    USE(H5Oclose)                                                                                                      \
    USE(H5Oopen)                                                                                                       \
    USE(H5Pclose)                                                                                                      \
    USE(H5Pcreate)                                                                                                     \
    USE(H5Pset_attr_creation_order)                                                                                    \
    USE(H5Pset_fapl_core)                                                                                              \
    USE(H5Pset_file_image)                                                                                             \
    USE(H5Pset_libver_bounds)                                                                                          \
    USE(H5Pset_link_creation_order)                                                                                    \
    USE(H5Pset_obj_track_times)                                                                                        \
    USE(H5Rcreate)                                                                                                     \
    USE(H5Sclose)                                                                                                      \
    USE(H5Screate)                                                                                                     \
    USE(H5Screate_simple)                                                                                              \
    USE(H5Sget_simple_extent_dims)                                                                                     \
    USE(H5Sget_simple_extent_ndims)                                                                                    \
    USE(H5Tclose)                                                                                                      \
    USE(H5Tcopy)                                                                                                       \
    USE(H5Tcreate)                                                                                                     \
    USE(H5Tget_class)                                                                                                  \
    USE(H5Tget_size)                                                                                                   \
    USE(H5Tinsert)                                                                                                     \
    USE(H5Tis_variable_str)                                                                                            \
    USE(H5Tset_cset)                                                                                                   \
    USE(H5Tset_size)                                                                                                   \
    USE(H5Tset_strpad)                                                                                                 \
    USE(H5Tvlen_create)                                                                                                \
    USE(H5P_CLS_DATASET_CREATE_ID_g)                                                                                   \
    USE(H5P_CLS_FILE_ACCESS_ID_g)                                                                                      \
    USE(H5P_CLS_FILE_CREATE_ID_g)                                                                                      \
    USE(H5P_CLS_GROUP_CREATE_ID_g)                                                                                     \
    USE(H5T_C_S1_g)                                                                                                    \
    USE(H5T_IEEE_F64LE_g)                                                                                              \
    USE(H5T_NATIVE_DOUBLE_g)                                                                                           \
    USE(H5T_STD_I32LE_g)                                                                                               \
    USE(H5T_STD_REF_OBJ_g)

typedef struct {
    TML_HDF5_FUNCTIONS(TML_LIBRARY_MEMBER)
    H5E_auto2_t printer; /* what prints errors, and its context, which come back at the end */
    void *printer_context;
    hid_t text_type; /* UTF-8 of any length */
} tml_hdf5;

/* Loads the library and silences its messages. False with a message: it is not installed. */
bool tml_hdf5_begin(tml_hdf5 *h, const char *file, tml_log *log);
void tml_hdf5_end(tml_hdf5 *h);
