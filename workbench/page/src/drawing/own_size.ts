/* own_size.ts - how large an element is on the page, so that what is drawn in it has letters of their usual size. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Size } from "./camera";

export function useOwnSize<T extends Element>(preset: Size): { box: RefObject<T | null>; size: Size } {
  const box = useRef<T>(null);
  const [size, setSize] = useState(preset);
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    sizes.observe(box.current!);
    return () => sizes.disconnect();
  }, []);
  return { box, size };
}
