/* server.ts - the engine behind `trammel view`: requests and answers over one WebSocket.
 *
 *   page -> server   {"id": 7, "do": "run", "text": …}
 *   server -> page   {"id": 7, "progress": 0.4, "analysis": "dynamics"}     any number of these and of
 *                    {"id": 7, "part": …}, some of an answer that is not complete yet
 *                    {"id": 7, "result": …}    {"id": 7, "error": {"code": …, "message": …}}
 *                    binary: length of a head (u32, little-endian), the head as JSON (an answer as above, whose result has
 *                    `tables` without `columns`), blanks up to a multiple of 8, then the columns of all tables as float64
 *   page -> server   {"id": 8, "do": "stop", "of": 7}
 *
 * A server that does not want us takes the connection, too, and closes it at once: it is open when the first answer came. A lost
 * connection is made again, more and more slowly; requests under way fail, and new ones wait for it.
 */
import { fillTables, type TableHead } from "./columns";
import {
  EngineError,
  type Checked,
  type Connection,
  type Description,
  type Engine,
  type Explanation,
  type FileEntry,
  type Files,
  type Drag,
  type DragResult,
  type InfluenceAnswer,
  type Imported,
  type LaidOut,
  type Look,
  type OpenFile,
  type Progress,
  type Range,
  type RunAnswer,
  type Settings,
  type OptimizePart,
  type StudyAnswer,
  type StudyFormat,
  type StudyPart,
  type Vec,
  type VerifyAnswer,
  type Welcome,
} from "./engine";
import { texts } from "../texts/texts";

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: EngineError) => void;
  progress?: Progress;
  part?: (part: never) => void;
}

interface Answer {
  id: number;
  progress?: number;
  analysis?: string;
  part?: unknown;
  result?: unknown;
  error?: { code: string; message: string };
}

const RETRY_FIRST_MS = 250;
const RETRY_LAST_MS = 4000;
const REFUSED = 4403; // closing code of a server that does not know our token
const HEAD = 64; // bytes of an answer in which its id stands
const HELLO = 0; // the id of a question that nobody waits for

export function unpack(data: ArrayBuffer): Answer {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))) as Answer;
  const result = head.result as { tables: TableHead[] };
  head.result = { ...result, tables: fillTables(result.tables, data, Math.ceil((4 + length) / 8) * 8) };
  return head;
}

/* An answer that is no JSON fails the question that it is of; null: that cannot be told. */
export function read(data: string | ArrayBuffer): Answer | null {
  try {
    return typeof data === "string" ? (JSON.parse(data) as Answer) : unpack(data);
  } catch {
    const head = typeof data === "string" ? data : new TextDecoder().decode(data.slice(4, 4 + HEAD));
    const id = /^\{"id": ?(\d+)[,}]/.exec(head)?.[1];
    const error = { code: "unreadable", message: texts.connection.server.trammelsResponseCouldNotBeRead };
    return id === undefined ? null : { id: Number(id), error };
  }
}

class Link {
  private socket: WebSocket | null = null;
  private next = 1;
  private retry = RETRY_FIRST_MS;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(state: Connection) => void>();
  private readonly opened: (() => void)[] = [];
  private state: Connection = "connecting";

  constructor(private readonly address: string) {
    this.connect();
  }

  watch(listener: (state: Connection) => void): () => void {
    this.listeners.add(listener);
    listener(this.state);
    return () => this.listeners.delete(listener);
  }

  private turn(state: Connection): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ id: HELLO, do: "welcome" }));
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (this.socket !== socket) this.use(socket);
      const answer = read(event.data);
      if (answer) this.take(answer);
      else socket.close(); // nobody knows what it answers: all that is asked fails
    };
    socket.onclose = (event) => this.lose(event.code);
  }

  private use(socket: WebSocket): void {
    this.socket = socket;
    this.retry = RETRY_FIRST_MS;
    this.turn("open");
    for (const go of this.opened.splice(0)) go();
  }

  /* Waits for a connection; rejects when it is stopped meanwhile. */
  private ready(stop?: AbortSignal): Promise<void> {
    return new Promise((go, fail) => {
      const stopped = (): void => fail(new EngineError("stopped", "Stopped before it started."));
      if (stop?.aborted) stopped();
      else if (this.socket) go();
      else {
        this.opened.push(go);
        stop?.addEventListener("abort", stopped, { once: true });
      }
    });
  }

  private lose(code: number): void {
    this.socket = null;
    const lost = new EngineError("lost", "The connection to Trammel was lost.");
    for (const request of this.waiting.values()) request.reject(lost);
    this.waiting.clear();
    this.turn(code === REFUSED ? "refused" : "lost");
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(2 * this.retry, RETRY_LAST_MS);
  }

  private take(answer: Answer): void {
    const request = this.waiting.get(answer.id);
    if (!request) return;
    if (answer.progress !== undefined) {
      request.progress?.(answer.progress, answer.analysis ?? "");
      return;
    }
    if (answer.part !== undefined) {
      request.part?.(answer.part as never);
      return;
    }
    this.waiting.delete(answer.id);
    if (answer.error) request.reject(new EngineError(answer.error.code, answer.error.message));
    else request.resolve(answer.result);
  }

  async ask<T>(
    what: string,
    fields: object = {},
    progress?: Progress,
    stop?: AbortSignal,
    part?: (part: never) => void,
  ): Promise<T> {
    if (!this.socket || stop?.aborted) await this.ready(stop);
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject, progress, part });
      this.send({ id, do: what, ...fields });
      stop?.addEventListener("abort", () => this.send({ id: this.next++, do: "stop", of: id }), { once: true });
    });
  }

  send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }
}

class ServerFiles implements Files {
  folder = "";
  folderId = "";
  constructor(private readonly link: Link) {}
  list(): Promise<FileEntry[]> {
    return this.link.ask("files");
  }
  open(name: string): Promise<OpenFile> {
    return this.link.ask("open", { name });
  }
  picture(name: string): Promise<{ type: string; data: string }> {
    return this.link.ask("picture", { name });
  }
  mesh(file: string): Promise<{ data: string }> {
    return this.link.ask("mesh", { file });
  }
  look(name: string, mark: string | null): Promise<Look> {
    return this.link.ask("look", mark === null ? { name } : { name, mark });
  }
  async save(name: string, text: string, stamp: string | null): Promise<string> {
    return (await this.link.ask<{ stamp: string }>("save", { name, text, stamp })).stamp;
  }
}

export class ServerEngine implements Engine {
  private readonly link: Link;
  readonly files: ServerFiles;

  constructor(address: string) {
    this.link = new Link(address);
    this.files = new ServerFiles(this.link);
  }

  watch(listener: (state: Connection) => void): () => void {
    return this.link.watch(listener);
  }
  async welcome(): Promise<Welcome> {
    const welcome = await this.link.ask<Welcome & { folder: string; folderId: string }>("welcome");
    this.files.folder = welcome.folder;
    this.files.folderId = welcome.folderId;
    return welcome;
  }
  schema(): Promise<Record<string, unknown>> {
    return this.link.ask("schema");
  }
  describe(): Promise<Description> {
    return this.link.ask("describe");
  }
  format(text: string, name: string): Promise<LaidOut> {
    return this.link.ask("format", { text, name });
  }
  import(text: string, name: string): Promise<Imported> {
    return this.link.ask("import", { text, name });
  }
  check(text: string, name: string, set?: Settings, stop?: AbortSignal): Promise<Checked> {
    return this.link.ask("check", { text, name, set }, undefined, stop);
  }
  run(text: string, name: string, options: object, progress?: Progress, stop?: AbortSignal): Promise<RunAnswer> {
    return this.link.ask("run", { text, name, ...options }, progress, stop);
  }
  verify(text: string, name: string, options: object, progress?: Progress, stop?: AbortSignal): Promise<VerifyAnswer> {
    return this.link.ask("verify", { text, name, ...options }, progress, stop);
  }
  study(
    text: string,
    name: string,
    options: object,
    part: (part: StudyPart) => void,
    stop?: AbortSignal,
  ): Promise<StudyAnswer> {
    return this.link.ask("study", { text, name, ...options }, undefined, stop, part);
  }
  optimize(
    text: string,
    name: string,
    options: object,
    part: (part: OptimizePart) => void,
    stop?: AbortSignal,
  ): Promise<RunAnswer> {
    return this.link.ask("optimize", { text, name, ...options }, undefined, stop, part);
  }
  fit(text: string, name: string, options: object, progress?: Progress, stop?: AbortSignal): Promise<RunAnswer> {
    return this.link.ask("fit", { text, name, ...options }, progress, stop);
  }
  studyFile(text: string, name: string, options: object, format: StudyFormat): Promise<{ data: string }> {
    return this.link.ask("study_file", { text, name, ...options, format });
  }
  influence(text: string, name: string, options: object): Promise<InfluenceAnswer> {
    return this.link.ask("influence", { text, name, ...options });
  }
  explain(code: string): Promise<Explanation> {
    return this.link.ask("explain", { code });
  }
  range(text: string, name: string, coordinate: string, set?: Settings): Promise<Range> {
    return this.link.ask("range", { text, name, coordinate, set });
  }
  async drag(text: string, name: string, set?: Settings): Promise<Drag> {
    const { drag } = await this.link.ask<{ drag: number }>("drag", { text, name, set });
    return {
      move: (body: number, point: Vec, target: Vec) => this.link.ask<DragResult>("move", { drag, body, point, target }),
      release: () => void this.link.ask("release", { drag }).catch(() => {}),
    };
  }
}
