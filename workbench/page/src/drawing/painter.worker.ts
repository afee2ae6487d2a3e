/* painter.worker.ts - paints in a thread of its own: pictures come in, and each is answered when it is done. */
import { Painter, type Picture } from "./paint";

type Order = { canvas: OffscreenCanvas } | { picture: Picture };

interface Thread {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage(done: Float32Array, transfer: Transferable[]): void;
}

const thread = self as unknown as Thread;
let painter: Painter | null = null;

thread.onmessage = ({ data }) => {
  if ("canvas" in data) painter = new Painter(data.canvas.getContext("2d")!);
  else {
    painter!.paint(data.picture);
    const { matrices } = data.picture;
    thread.postMessage(matrices, [matrices.buffer]);
  }
};
