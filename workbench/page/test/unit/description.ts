/* What the program describes is known to every test, as it is to a page. */
import { description } from "../../src/state/description";
import { described } from "./program";

description.value = described();
