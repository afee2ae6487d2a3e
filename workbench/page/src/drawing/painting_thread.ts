/* painting_thread.ts - who paints on a canvas: another thread where there can be one, else this one. */
import { newPainter } from "./new_painter";
import { Painter, type Picture } from "./paint";

export interface PaintingThread {
  paint(picture: Picture): void;
  end(): void;
}

/* done: a picture was painted; failed: none will be. */
export function startPainting(canvas: HTMLCanvasElement, done: () => void, failed: () => void): PaintingThread {
  const worker = "transferControlToOffscreen" in canvas ? newPainter() : null;
  if (!worker) return paintHere(canvas, done);
  const sheet = canvas.transferControlToOffscreen();
  worker.onmessage = done;
  worker.onerror = failed;
  worker.postMessage({ canvas: sheet }, [sheet]);
  return {
    paint: (picture) => worker.postMessage({ picture }, [picture.matrices.buffer]),
    end: () => worker.terminate(),
  };
}

function paintHere(canvas: HTMLCanvasElement, done: () => void): PaintingThread {
  const painter = new Painter(canvas.getContext("2d")!);
  return {
    paint(picture) {
      painter.paint(picture);
      queueMicrotask(done);
    },
    end: () => {},
  };
}
