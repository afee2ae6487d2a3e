/* trammel.h - the public interface of Trammel: everything that a front end may use.
 *
 *   version.h  which version this is             tml_version, TML_VERSION_MAJOR
 *   log.h      status, messages, explanations    tml_log_*, tml_explanation_*
 *   model.h    the model as written              tml_model_load, tml_model_check, tml_scene_text
 *   run.h      its analyses, in order            tml_run
 *   study.h    many variants of one model         tml_study_*
 *   optimize.h best values, and fits to curves    tml_optimize, tml_fit
 *   results.h  tables of channels, read, written tml_results_*, tml_table_*
 *   plot.h     plots of tables                   tml_table_plot
 *   live.h     a motion step by step             tml_live_*
 *   drag.h     a mechanism follows a point       tml_drag_*
 *   verify.h   one motion by all formulations    tml_verify
 *   free_body.h every load on each body          tml_free_body_*
 *   mobility.h whether and how far it can move   tml_mobility_*, tml_coordinate_range
 *   kinds.h    joints, forces, analyses, ...     tml_registry_*
 *   file.h     files, whole or not at all        tml_file_*
 *   exchange.h descriptions of robots            tml_import, tml_export_robot
 *
 * Nothing here prints, exits or keeps global state. Angles are in radians, everything else in SI units. What a function makes, its
 * `free` function frees; every `free` takes NULL. What is promised from version to version: docs/guide/api.md.
 */
#pragma once
#include "trammel/diagram.h"
#include "trammel/drag.h"
#include "trammel/exchange.h"
#include "trammel/file.h"
#include "trammel/free_body.h"
#include "trammel/kinds.h"
#include "trammel/live.h"
#include "trammel/log.h"
#include "trammel/mobility.h"
#include "trammel/model.h"
#include "trammel/optimize.h"
#include "trammel/plot.h"
#include "trammel/results.h"
#include "trammel/run.h"
#include "trammel/study.h"
#include "trammel/verify.h"
#include "trammel/version.h"
