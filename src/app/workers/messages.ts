/** What a worker wants of the others. Plain JSON: it travels between processes. */
export type Question =
  /** Read anew what was written; answered when readers see it. */
  | { readonly ask: 'refresh'; readonly categories: readonly string[]; readonly groups: boolean }
  /** The worker's metrics as JSON. */
  | { readonly ask: 'metrics' };

/** From a worker to the supervisor. */
export type FromWorker =
  /** A sign of life. */
  | { readonly kind: 'pong' }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** From the supervisor to a worker. */
export type ToWorker =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | {
      readonly kind: 'answers';
      readonly id: number;
      readonly answers: readonly unknown[];
      /** Workers that did not answer in time. */
      readonly silent: number;
    }
  /** Asks for a sign of life. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' };
