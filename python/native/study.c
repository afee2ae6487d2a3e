/* study.c - sweeps of a model: all points on all processors, with the GIL released. */
#include "native.h"

typedef struct {
    PyObject *vary, *keep, *correlate; /* lists of texts */
    tml_study_options study;
    int of_model;     /* it is one of the model's own, which the options change */
    const char *name; /* of that; NULL: the only one */
    const char *journal;
    int resume, threads;
} request;

static bool read_request(PyObject *arguments, PyObject *keywords, request *r, PyObject **progress)
{
    static char *names[] = {"vary",    "keep",      "correlate",   "sample",     "count",   "seed",
                            "only",    "tolerance", "formulation", "integrator", "journal", "resume",
                            "threads", "progress",  "of_model",    "name",       NULL};
    *progress = Py_None;
    *r = (request){.study.size = sizeof r->study};
    return PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|zddzdzzzpiOpz", names, &r->vary, &r->keep,
                                       &r->correlate, &r->study.sample, &r->study.count, &r->study.seed, &r->study.only,
                                       &r->study.tolerance, &r->study.formulation, &r->study.integrator, &r->journal,
                                       &r->resume, &r->threads, progress, &r->of_model, &r->name);
}

static int show(void *call, uint64_t done, uint64_t all)
{
    return native_call_progress(call, "sweep", all ? (double)done / (double)all : 1);
}

static tml_status compute(const tml_model *model, const request *r, native_call *call, tml_results **results,
                          tml_log *log)
{
    tml_study *study =
        r->of_model ? tml_study_of_model(model, r->name, &r->study, log) : tml_study_make(model, &r->study, log);
    tml_study_rows *rows = NULL;
    const tml_study_run_options options = {
        .size = sizeof options, .threads = r->threads, .context = call, .progress = show};
    tml_status status = study ? tml_study_rows_make(study, r->journal, r->resume, &rows, log) : TML_WRONG;
    if (status == TML_OK) {
        status = tml_study_run(study, &options, rows, log);
        *results = tml_study_results(study, rows);
    }
    tml_study_rows_free(rows);
    tml_study_free(study);
    return status;
}

static PyObject *run(native_model *self, request *r, PyObject *progress)
{
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    tml_results *results = NULL;
    native_call call;
    self->users++;
    native_call_begin(&call, progress);
    const tml_status status = compute(self->model, r, &call, &results, log);
    native_call_end(&call);
    self->users--;
    PyObject *exception = native_take_exception();
    return Py_BuildValue("(iNNN)", (int)status, native_results_wrap(results), native_messages(log), exception);
}

PyObject *native_sweep(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    request r;
    PyObject *progress, *result = NULL;
    if (!read_request(arguments, keywords, &r, &progress))
        return NULL;
    const char **vary = native_names(r.vary, &r.study.vary_count);
    const char **keep = vary ? native_names(r.keep, &r.study.keep_count) : NULL;
    const char **correlate = keep ? native_names(r.correlate, &r.study.correlate_count) : NULL;
    r.study.vary = vary;
    r.study.keep = keep;
    r.study.correlate = correlate;
    if (correlate)
        result = run((native_model *)self, &r, progress);
    PyMem_Free(vary);
    PyMem_Free(keep);
    PyMem_Free(correlate);
    return result;
}
