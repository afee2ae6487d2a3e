/* What the program describes is known to every test, as it is to a page. It is asked once by a process, which runs many files. */
import type { Description } from "../../src/engine/engine";
import { description } from "../../src/state/description";
import { described } from "./program";

const process = globalThis as { described?: Description };
description.value = process.described ??= described();
