/* free_body_state.ts - of which body the free-body diagram is open. */
import { perDocument } from "../state/loads";

export const freeBody = perDocument<string | null>(null);
