/* playback_speeds.ts - how fast a motion is played: steps of 1, 2, 5, and the one that suits how long it takes. */
import { texts } from "../texts/texts";
export const SPEEDS = [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/* Real time where that takes 1.5 to 20 seconds, else what comes nearest to six. */
export function suitableSpeed(span: number): number {
  if (!(span > 0) || (span >= 1.5 && span <= 20)) return 1;
  const miss = (one: number): number => Math.abs(Math.log(span / one / 6));
  return SPEEDS.reduce((best, one) => (miss(one) < miss(best) ? one : best));
}

export function speedText(speed: number): string {
  if (speed === 1) return texts.view.playbackSpeeds.realTime;
  return speed < 1 ? `1/${Math.round(1 / speed)}×` : `${speed}×`;
}
