export interface Bench {
  readonly load: () => Promise<(argv: string[]) => Promise<unknown>>;
  /**
   * The arguments that this bench gets when `npm run bench` names no bench and runs the common ones. Null:
   * the bench runs only when it is named.
   */
  readonly inAll: readonly string[] | null;
}

export const benches: Readonly<Record<string, Bench>> = {
  reads: { load: async () => (await import('./reads.ts')).benchReads, inAll: ['--rounds', '5'] },
  writes: { load: async () => (await import('./writes.ts')).benchWrites, inAll: [] },
  mixed: { load: async () => (await import('./mixed.ts')).benchMixed, inAll: [] },
  start: { load: async () => (await import('./start.ts')).benchStart, inAll: ['--rounds', '5'] },
  growth: { load: async () => (await import('./growth.ts')).benchGrowth, inAll: [] },
  search: {
    load: async () => (await import('./search.ts')).benchSearch,
    inAll: ['--sizes', '1000,10000,100000'],
  },
  'search-requests': {
    load: async () => (await import('./search-requests.ts')).benchSearchRequests,
    inAll: null,
  },
  'queue-lists': { load: async () => (await import('./queue-lists.ts')).benchQueueLists, inAll: null },
  requests: { load: async () => (await import('./requests.ts')).benchRequests, inAll: null },
  scale: { load: async () => (await import('./scale.ts')).benchScale, inAll: null },
  statements: { load: async () => (await import('./statements.ts')).benchStatements, inAll: null },
  tables: { load: async () => (await import('./tables.ts')).benchTables, inAll: null },
  import: { load: async () => (await import('./import.ts')).benchImport, inAll: null },
  feed: { load: async () => (await import('./feed.ts')).benchFeed, inAll: null },
};
