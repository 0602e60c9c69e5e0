export interface Parameter {
  readonly name: string;
  readonly fallback: number | (() => number);
  /** The least value; null where any will do. */
  readonly least: number | null;
  readonly whole: boolean;
}

export interface Proof {
  readonly load: () => Promise<unknown>;
  readonly takes: readonly Parameter[];
  readonly shows: string;
}

const count = (name: string, fallback: number, least = 1): Parameter => ({
  name,
  fallback,
  least,
  whole: true,
});
const time = (name: string, fallback: number): Parameter => ({
  name,
  fallback,
  least: Number.MIN_VALUE,
  whole: false,
});
const seed = (fallback: number | (() => number)): Parameter => ({
  name: 'seed',
  fallback,
  least: null,
  whole: true,
});
const ofTheClock = (): number => Date.now() & 0x7fffffff;

/** The programs, by name. */
export const proofs: Readonly<Record<string, Proof>> = {
  model: {
    load: () => import('./model/run.script.ts'),
    takes: [count('sequences', 10_000), seed(ofTheClock)],
    shows: 'random sequences of queue operations agree with a small independent model',
  },
  bridge: {
    load: () => import('./bridge/two-sides.script.ts'),
    takes: [count('sequences', 200), seed(ofTheClock)],
    shows:
      'changes here and there, force-pushes, merges and kills between: both sides hold what merging says',
  },
  crash: {
    load: () => import('./crash/crash-loop.script.ts'),
    takes: [count('kills', 50)],
    shows: '`kill -9` in the middle of traffic loses, doubles and halves nothing',
  },
  pull: {
    load: () => import('./pull/kills.script.ts'),
    takes: [count('kills', 1_000), count('megabytes', 100), count('kills in a round', 5)],
    shows: '`kill -9` of `modelref pull`: nothing unverified has a name, nothing is asked for twice',
  },
  cluster: {
    load: () => import('./cluster/instances.script.ts'),
    takes: [time('seconds', 60)],
    shows: 'three instances on one PostgreSQL lose nothing while they are killed in turn',
  },
  rolling: {
    load: () => import('./rolling/rolling.script.ts'),
    takes: [count('restarts', 20), count('writes', 2_000), count('reads', 20_000)],
    shows:
      'two instances behind nginx, and behind Caddy, are restarted in turn, and no request fails (needs these)',
  },
  upgrade: {
    load: () => import('./cluster/upgrade.script.ts'),
    takes: [time('seconds', 60)],
    shows:
      'instances of an older release (TREE=<its directory>) are replaced one by one, and nothing is lost',
  },
  abuse: {
    load: () => import('./abuse/openapi-fuzz.script.ts'),
    takes: [count('requests', 200_000), seed(1)],
    shows: 'requests made from the API document get answers that the document allows',
  },
  'answers-fit': {
    load: () => import('./abuse/answers-fit.script.ts'),
    takes: [],
    shows: 'every answer that the tests of HTTP and of the contract get fits the API document',
  },
  clients: {
    load: () => import('./clients/clients.script.ts'),
    takes: [],
    shows:
      'clients of others get what they have to on every deployment: replica, workers, PostgreSQL, nginx, Caddy',
  },
  socket: {
    load: () => import('./abuse/raw-sockets.script.ts'),
    takes: [count('sockets', 20_000), seed(1)],
    shows: 'malformed requests on raw sockets are refused, and cost no memory',
  },
  'slow-socket': {
    load: () => import('./abuse/slow-sockets.script.ts'),
    takes: [count('sockets', 1_000, 3), time('seconds', 100)],
    shows: 'slow sockets make others wait no more than twice as long',
  },
  'large-proposals': {
    load: () => import('./abuse/large-proposals.script.ts'),
    takes: [count('proposals', 600)],
    shows: 'lists of many large proposals cost little memory, and hold up no other reads',
  },
};
