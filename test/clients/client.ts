/** One request of the journey. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** To be sent as JSON. Absent: no body. */
  readonly body?: unknown;
  /** The documented operation it is of, for clients that are made of the document. */
  readonly operation: Operation;
}

export interface Operation {
  /** Under the base path, as in the document: `/model_references/v2/clip/model/{model_name}`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name; those that the client lets its user see. */
  readonly headers: Readonly<Record<string, string>>;
  /** As parsed by the client; null where there is none. */
  readonly body: unknown;
}

/** @param path with the base path and the query, percent-encoded */
export type Send = (method: string, path: string, sent: Sent) => Promise<Answer>;

/** A client that works on one service. */
export interface Opened {
  readonly send: Send;
  close?(): Promise<void>;
}

/** A program or library of others that speaks HTTP, from a file in `adapters/`. */
export interface ForeignClient {
  readonly name: string;
  /** `anything`: whatever request its user thinks of. `operations`: what the document has, with any headers. */
  readonly sends: 'anything' | 'operations';
  /** Why it cannot be used on this machine. */
  readonly missing?: string | null;
  /** @param origin `http://127.0.0.1:12345`; the API is under `/api` */
  open(origin: string): Promise<Opened>;
}

/** Headers of a Fetch API answer, or of anything else that lists them. */
export function headersOf(entries: Iterable<[string, unknown]>): Record<string, string> {
  return Object.fromEntries([...entries].map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** What a text is as JSON; null when it is empty. */
export function parsed(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}
