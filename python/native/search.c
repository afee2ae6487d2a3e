/* search.c - the best values of parameters, and those that fit measured curves, with the GIL released. */
#include "native.h"

enum { MAX_LISTS = 4 };

typedef struct {
    const tml_optimize_options *optimize; /* one of the two */
    const tml_fit_options *fit;
    int of_model;     /* it is one of the model's own, which the options change */
    const char *name; /* of that; NULL: the only one */
    int threads;
} request;

static int show(void *call, uint64_t done, uint64_t all)
{
    return native_call_progress(call, "search", all ? (double)done / (double)all : 1);
}

static tml_status search(const tml_model *model, const request *r, const tml_study_run_options *how,
                         tml_results **results, tml_log *log)
{
    if (r->fit)
        return r->of_model ? tml_fit_of_model(model, r->name, r->fit, how, results, log)
                           : tml_fit(model, r->fit, how, results, log);
    return r->of_model ? tml_optimize_of_model(model, r->name, r->optimize, how, results, log)
                       : tml_optimize(model, r->optimize, how, results, log);
}

static PyObject *run(native_model *self, const request *r, PyObject *progress)
{
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    tml_results *results = NULL;
    native_call call;
    const tml_study_run_options how = {.size = sizeof how, .threads = r->threads, .context = &call, .progress = show};
    self->users++;
    native_call_begin(&call, progress);
    const tml_status status = search(self->model, r, &how, &results, log);
    native_call_end(&call);
    self->users--;
    PyObject *exception = native_take_exception();
    return Py_BuildValue("(iNNN)", (int)status, native_results_wrap(results), native_messages(log), exception);
}

/* Lists of texts as the library takes them; false with an exception. */
static bool read_lists(PyObject *const *lists, const char **names[MAX_LISTS], size_t *counts[MAX_LISTS], int count)
{
    for (int i = 0; i < count; i++) {
        names[i] = native_names(lists[i], counts[i]);
        if (!names[i])
            return false;
    }
    return true;
}

static void free_lists(const char **names[MAX_LISTS])
{
    for (int i = 0; i < MAX_LISTS; i++)
        PyMem_Free(names[i]);
}

PyObject *native_optimize(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *words[] = {"minimize", "maximize",  "over",        "subject_to", "method",
                            "starts",   "front",     "evaluations", "accuracy",   "seed",
                            "only",     "tolerance", "formulation", "integrator", "threads",
                            "progress", "of_model",  "name",        NULL};
    tml_optimize_options o = {.size = sizeof o};
    request r = {.optimize = &o};
    PyObject *lists[MAX_LISTS], *progress = Py_None, *result = NULL;
    const char **names[MAX_LISTS] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOO|zdddddzdzziOpz", words, &lists[0], &lists[1], &lists[2],
                                     &lists[3], &o.method, &o.starts, &o.front, &o.evaluations, &o.accuracy, &o.seed,
                                     &o.only, &o.tolerance, &o.formulation, &o.integrator, &r.threads, &progress,
                                     &r.of_model, &r.name))
        return NULL;
    size_t *counts[MAX_LISTS] = {&o.minimize_count, &o.maximize_count, &o.over_count, &o.subject_to_count};
    if (read_lists(lists, names, counts, 4)) {
        o.minimize = names[0], o.maximize = names[1], o.over = names[2], o.subject_to = names[3];
        result = run((native_model *)self, &r, progress);
    }
    free_lists(names);
    return result;
}

PyObject *native_fit(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *words[] = {"data",     "over",       "match",    "sigma", "time",      "starts",      "iterations",
                            "accuracy", "confidence", "seed",     "only",  "tolerance", "formulation", "integrator",
                            "threads",  "progress",   "of_model", "name",  NULL};
    tml_fit_options o = {.size = sizeof o};
    request r = {.fit = &o};
    PyObject *lists[MAX_LISTS], *progress = Py_None, *result = NULL;
    const char **names[MAX_LISTS] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "zOOO|zdddddzdzziOpz", words, &o.data, &lists[0], &lists[1],
                                     &lists[2], &o.time, &o.starts, &o.iterations, &o.accuracy, &o.confidence, &o.seed,
                                     &o.only, &o.tolerance, &o.formulation, &o.integrator, &r.threads, &progress,
                                     &r.of_model, &r.name))
        return NULL;
    size_t *counts[MAX_LISTS] = {&o.over_count, &o.match_count, &o.sigma_count};
    if (read_lists(lists, names, counts, 3)) {
        o.over = names[0], o.match = names[1], o.sigma = names[2];
        result = run((native_model *)self, &r, progress);
    }
    free_lists(names);
    return result;
}
