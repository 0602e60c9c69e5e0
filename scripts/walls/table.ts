/**
 * What each room may import. Everything that is not named here is forbidden, type-only imports too.
 * `npm run walls` checks the sources against it, `npm run walls -- --write` renews the table in
 * docs/architecture.md.
 */
export interface Room {
  /** Other rooms, by their keys in the table. Files of one room may always import each other. */
  readonly rooms?: readonly string[];
  /** npm packages. */
  readonly packages?: readonly string[];
  /** Modules of Node, without `node:`. `fs` does not include `fs/promises`. */
  readonly builtins?: readonly string[];
  /** What the room is for, and the reason for what it would not be expected to import. */
  readonly why: string;
}

/** Keys are folders or files. A file belongs to the room with the longest key that its path begins with. */
export type Walls = Readonly<Record<string, Room>>;

export const walls: Walls = {
  bin: {
    builtins: ['fs'],
    why: 'The command. Plain JavaScript, so that an older Node gets a plain word; it loads `src/main.ts` or what was built of it.',
  },
  'src/main.ts': {
    rooms: ['src/cli'],
    builtins: ['module', 'url'],
    why: 'Process entry.',
  },
  'src/cli': {
    rooms: [
      'client/src',
      'src/cli/remote',
      'src/pull',
      'src/app.ts',
      'src/config',
      'src/demo',
      'src/files',
      'src/http',
      'src/open-bridge.ts',
      'src/registry',
      'src/services/audit',
      'src/services/bridge',
      'src/services/feed',
      'src/services/files',
      'src/services/ports',
      'src/services/ports/store.ts',
      'src/services/transfer',
      'src/upstream',
      'src/upstream/guarded',
      'src/workers',
    ],
    packages: ['cli-progress', 'commander'],
    builtins: [
      'cluster',
      'crypto',
      'fs',
      'fs/promises',
      'path',
      'readline/promises',
      'timers/promises',
      'util',
      'v8',
    ],
    why: 'One file per command. `http` for the version and the OpenAPI document, `upstream` for `import --from github`; a store comes opened from `app.ts`.',
  },
  'src/cli/remote': {
    rooms: ['client/src', 'client/src/disk-cache.ts', 'src/cli'],
    packages: ['commander'],
    builtins: ['child_process', 'events', 'fs', 'fs/promises', 'os', 'path', 'stream/consumers', 'util'],
    why: 'Commands that ask a registry over its API, wherever it is: through the client, and nothing of the service.',
  },
  'src/pull': {
    rooms: ['client/src', 'src/registry', 'src/services/ports/remote-files.ts'],
    packages: ['better-sqlite3', 'p-limit'],
    builtins: ['crypto', 'fs', 'fs/promises', 'path'],
    why: 'The files of models on a disk of ours: which, from where, verified before they have a name. `better-sqlite3` for its lock alone.',
  },
  'src/app.ts': {
    rooms: [
      'src/concurrency',
      'src/config',
      'src/files',
      'src/http',
      'src/open-bridge.ts',
      'src/registry',
      'src/services/announcements',
      'src/services/audit',
      'src/services/catalog',
      'src/services/drafts',
      'src/services/feed',
      'src/services/files',
      'src/services/groups',
      'src/services/insight',
      'src/services/leases',
      'src/services/ports',
      'src/services/ports/remote-files.ts',
      'src/services/ports/store.ts',
      'src/services/queue',
      'src/services/replica',
      'src/services/transfer',
      'src/storage',
      'src/upstream',
      'src/upstream/guarded',
      'src/workers',
    ],
    packages: ['fastify', 'pino'],
    builtins: ['crypto', 'events', 'net', 'timers/promises'],
    why: 'The composition root: the only place that knows a store, upstreams, services and HTTP at once. It brings clock, randomness and log.',
  },
  'src/open-bridge.ts': {
    rooms: [
      'src/concurrency',
      'src/config',
      'src/registry',
      'src/services/audit',
      'src/services/bridge',
      'src/services/leases',
      'src/services/ports/store.ts',
      'src/services/queue',
      'src/upstream/git',
      'src/upstream/github',
    ],
    packages: ['pino'],
    builtins: ['crypto', 'path'],
    why: 'The part of the composition root that puts the bridge together, for the service and for the command.',
  },
  'src/config': {
    rooms: ['src/registry'],
    builtins: ['net'],
    why: 'Environment → settings. `registry` for the names of the canonical formats, `net` to tell what an IP address is.',
  },
  'src/demo': {
    rooms: [
      'src/registry',
      'src/services/groups',
      'src/services/ports',
      'src/services/ports/store.ts',
      'src/services/queue',
      'src/services/transfer',
    ],
    builtins: ['http', 'net'],
    why: 'What `npm start` adds: sample records and changes to review, and an identity service, which listens.',
  },
  'src/registry': {
    packages: ['jsonc-parser', 'unhomoglyph', 'zod'],
    builtins: ['crypto'],
    why: 'The domain. No I/O, no clock or randomness that is not passed in; `crypto` for SHA-256 and Ed25519.',
  },
  'src/concurrency': {
    why: 'Back-off, retries, coalescing, yielding, reading page by page: knows nothing of models.',
  },
  'src/files': {
    rooms: ['src/registry'],
    builtins: ['crypto', 'fs', 'fs/promises', 'path'],
    why: 'Writing files so that they are there whole or not at all, and nothing else is touched. `crypto` for names that nobody guesses.',
  },
  'src/services/ports': {
    rooms: ['src/registry'],
    why: 'What services need from outside; `storage` and `upstream` implement it.',
  },
  'src/services/ports/store.ts': {
    rooms: ['src/registry'],
    why: 'The one port that HTTP may not see: what it needs of the store, a service gives.',
  },
  'src/services/ports/remote-files.ts': {
    why: 'Calls to addresses that records and links name. A room of its own, so that only those who need such calls see it.',
  },
  'src/services/audit': {
    rooms: ['src/concurrency', 'src/registry', 'src/services/ports/store.ts'],
    packages: ['lru-cache'],
    why: 'The trail and what is read from it.',
  },
  'src/services/catalog': {
    rooms: ['src/concurrency', 'src/registry', 'src/services/ports/store.ts'],
    packages: ['p-limit'],
    builtins: ['crypto', 'util', 'zlib'],
    why: 'The read side. Its bodies are ready to send, hence ETags (`crypto`) and compression (`zlib`).',
  },
  'src/services/queue': {
    rooms: [
      'src/concurrency',
      'src/registry',
      'src/services/audit',
      'src/services/catalog',
      'src/services/ports',
      'src/services/ports/store.ts',
    ],
    why: 'All writes of models. Refreshes the catalog after a commit.',
  },
  'src/services/files': {
    rooms: [
      'src/concurrency',
      'src/registry',
      'src/services/audit',
      'src/services/catalog',
      'src/services/ports',
      'src/services/ports/remote-files.ts',
      'src/services/ports/store.ts',
      'src/services/queue',
    ],
    packages: ['hash-wasm', 'zod'],
    builtins: ['crypto'],
    why: 'What is learned of the files that records name. Calls their hosts by `remote-files.ts` alone; `queue` for what open changes propose, and for repairs, which are proposals. `crypto` for SHA-256, `hash-wasm` for one that survives the process.',
  },
  'src/services/groups': {
    rooms: [
      'src/concurrency',
      'src/registry',
      'src/services/audit',
      'src/services/catalog',
      'src/services/ports',
      'src/services/ports/store.ts',
      'src/services/queue',
    ],
    why: 'Text model groups. Edits of all members of a group are proposals to the queue.',
  },
  'src/services/feed': {
    rooms: [
      'src/concurrency',
      'src/registry',
      'src/services/audit',
      'src/services/ports',
      'src/services/ports/store.ts',
    ],
    packages: ['p-limit'],
    why: 'What happened to live models, in order.',
  },
  'src/services/leases': {
    rooms: ['src/concurrency', 'src/services/ports/store.ts'],
    why: 'Work that one instance of a deployment does at a time.',
  },
  'src/services/drafts': {
    rooms: ['src/concurrency', 'src/registry', 'src/services/ports/remote-files.ts'],
    why: 'Records made from links and pasted answers: reads what others say, stores nothing.',
  },
  'src/services/insight': {
    rooms: ['src/concurrency', 'src/registry', 'src/services/catalog', 'src/services/ports'],
    packages: ['lru-cache'],
    why: 'What is computed from snapshots, and from usage.',
  },
  'src/services/announcements': {
    rooms: [
      'client/src',
      'src/concurrency',
      'src/registry',
      'src/services/audit',
      'src/services/insight',
      'src/services/ports/store.ts',
    ],
    why: 'What people are told who follow the registry, in few words. The client tells what is different between two records.',
  },
  'src/services/transfer': {
    rooms: [
      'src/registry',
      'src/services/audit',
      'src/services/groups',
      'src/services/ports',
      'src/services/ports/store.ts',
      'src/services/queue',
    ],
    packages: ['zod'],
    why: 'Import and export. Imported records pass the rules of writes (`queue`), their groups those of `groups`.',
  },
  'src/services/bridge': {
    rooms: ['src/registry', 'src/services/ports', 'src/services/ports/store.ts', 'src/services/queue'],
    why: 'The public repositories and the registry, both ways. What comes in is a proposal to the queue like any other.',
  },
  'src/services/replica': {
    rooms: [
      'src/concurrency',
      'src/registry',
      'src/services/catalog',
      'src/services/ports',
      'src/services/ports/store.ts',
      'src/services/transfer',
    ],
    builtins: ['timers/promises'],
    why: 'A copy of a primary. `transfer` for one made from the public repositories.',
  },
  'src/storage': {
    rooms: ['src/concurrency', 'src/files', 'src/registry', 'src/services/ports/store.ts'],
    packages: ['better-sqlite3', 'kysely', 'lru-cache', 'pg'],
    builtins: ['fs', 'fs/promises', 'path', 'timers/promises'],
    why: 'The only SQL.',
  },
  'src/upstream': {
    rooms: ['src/concurrency', 'src/registry', 'src/services/ports'],
    packages: ['eventsource-parser', 'lru-cache', 'undici', 'zod'],
    builtins: ['crypto', 'dns', 'net', 'timers/promises'],
    why: 'The only calls to other services, so that nothing in a request becomes a place that is called.',
  },
  'src/upstream/git': {
    rooms: ['src/services/ports'],
    builtins: ['child_process', 'fs/promises', 'path'],
    why: 'Content of repositories, over git itself: the only place that starts another program.',
  },
  'src/upstream/github': {
    rooms: ['src/services/ports'],
    packages: ['@octokit/auth-app', '@octokit/rest', 'undici'],
    why: 'Pull requests.',
  },
  'src/upstream/guarded': {
    rooms: ['src/concurrency', 'src/services/ports/remote-files.ts', 'src/upstream'],
    packages: ['lru-cache', 'undici'],
    builtins: ['net'],
    why: 'The only place that calls addresses which records and links name: to public addresses, within bounds.',
  },
  'src/workers': {
    rooms: ['src/concurrency'],
    builtins: ['cluster', 'net'],
    why: 'Several processes behind one port. Knows nothing of what they serve.',
  },
  'src/http': {
    rooms: [
      'src/concurrency',
      'src/config',
      'src/registry',
      'src/services/announcements',
      'src/services/audit',
      'src/services/catalog',
      'src/services/drafts',
      'src/services/feed',
      'src/services/files',
      'src/services/groups',
      'src/services/insight',
      'src/services/ports',
      'src/services/queue',
      'src/services/replica',
    ],
    packages: ['@fastify/cors', 'fastify', 'feed', 'lru-cache', 'pino', 'prom-client', 'zod'],
    builtins: [
      'crypto',
      'fs',
      'fs/promises',
      'http',
      'module',
      'net',
      'path',
      'stream',
      'stream/promises',
      'url',
      'util',
    ],
    why: 'The only Fastify. `fs`, `module`, `path` and `url` to serve the files of the console and of the API pages; `pino` for the type of a log.',
  },
  'client/src': {
    why: 'The client, a package of its own: runs in browsers too, so nothing but the platform, and nothing of `src`.',
  },
  'client/src/disk-cache.ts': {
    rooms: ['client/src'],
    builtins: ['crypto', 'fs/promises', 'path'],
    why: 'Its entry for Node, Bun and Deno: copies kept on disk. Browsers never load it.',
  },
  'console/src': {
    rooms: ['client/src'],
    packages: [
      '@mantine/charts',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'react',
      'react-dom',
    ],
    why: 'The web console. Knows the public API, through the client, and nothing of `src`.',
  },
  'console/vite.config.ts': {
    rooms: ['console/src'],
    packages: ['@vitejs/plugin-react', 'vite'],
    builtins: ['crypto', 'fs', 'path', 'zlib'],
    why: 'Builds the console, at the paths that it takes itself to have.',
  },
};
