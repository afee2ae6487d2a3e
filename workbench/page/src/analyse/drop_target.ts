/* drop_target.ts - a place where a channel can be dropped: it is marked while one is over it. */
import type { Signal } from "@preact/signals";

const DRAG_TYPE = "text/plain"; // what is dragged: the name of a channel

export function dropTarget(over: Signal<boolean>, take: (channel: string) => void) {
  return {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      over.value = true;
    },
    onDragLeave: () => void (over.value = false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      over.value = false;
      const channel = event.dataTransfer?.getData(DRAG_TYPE);
      if (channel) take(channel);
    },
  };
}
