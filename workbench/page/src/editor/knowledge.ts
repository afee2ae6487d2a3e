/* knowledge.ts - what completion, hover and the forms know: the engine's schema, and the scene's channels. */
import { computed, effect, signal } from "@preact/signals";
import { connection, engine } from "../state/connection";
import { scene } from "../state/model";
import type { Knowledge } from "./complete";
import { madeNames } from "./names";
import { type Schema, SchemaReader } from "./schema";

export const schema = signal<SchemaReader | null>(null);

/* Asked for once, as soon as there is an engine. */
effect(() => {
  if (connection.value !== "open" || schema.peek()) return;
  engine.schema().then(
    (answer) => (schema.value = new SchemaReader(answer as Schema)),
    () => undefined, // the connection was lost again; asked anew when it is back
  );
});

export const knowledge = computed<Knowledge>(() => ({
  schema: schema.value,
  channels: scene.value?.channels ?? [],
  space: scene.value?.space ?? false,
  made: madeNames(scene.value),
}));
