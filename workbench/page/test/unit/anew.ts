/* A process runs many files: what the one before has put into the place of clocks and of what a browser has is taken away. */
import { vi } from "vitest";

vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
