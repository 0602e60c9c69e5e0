/**
 * npm run proof                       what there is
 * npm run proof -- <name> [number…]   runs it; it prints what it found and ends with 1 when an invariant is
 *                                     broken. Wrong arguments, or a machine without what it needs: 2
 *
 * The programs find their numbers in `process.argv`, checked and complete.
 */

interface Proof {
  readonly load: () => Promise<unknown>;
  /** The numbers that it takes, in their order, each with the value that it has when it is not given. */
  readonly takes: Readonly<Record<string, number>>;
  readonly shows: string;
}

const anySeed = Date.now() & 0x7fffffff;

const proofs: Readonly<Record<string, Proof>> = {
  model: {
    load: () => import('./model/run.script.ts'),
    takes: { sequences: 10_000, seed: anySeed },
    shows: 'random sequences of queue operations agree with a small independent model',
  },
  bridge: {
    load: () => import('./bridge/two-sides.script.ts'),
    takes: { sequences: 200, seed: anySeed },
    shows:
      'changes here and there, force-pushes, merges and kills between: both sides hold what merging says',
  },
  crash: {
    load: () => import('./crash/crash-loop.script.ts'),
    takes: { kills: 50 },
    shows: '`kill -9` in the middle of traffic loses, doubles and halves nothing',
  },
  pull: {
    load: () => import('./pull/kills.script.ts'),
    takes: { kills: 1_000, megabytes: 100, 'kills in a round': 5 },
    shows: '`kill -9` of `modelref pull`: nothing unverified has a name, nothing is asked for twice',
  },
  edition: {
    load: () => import('./edition/kills.script.ts'),
    takes: { kills: 100 },
    shows: '`kill -9` of `modelref publish`: the link always leads to a whole edition, never to an older one',
  },
  cluster: {
    load: () => import('./cluster/instances.script.ts'),
    takes: { seconds: 60 },
    shows: 'three instances on one PostgreSQL lose nothing while they are killed in turn',
  },
  rolling: {
    load: () => import('./rolling/rolling.script.ts'),
    takes: { restarts: 20, writes: 2_000, reads: 20_000 },
    shows:
      'two instances behind nginx, and behind Caddy, are restarted in turn, and no request fails (needs these)',
  },
  upgrade: {
    load: () => import('./cluster/upgrade.script.ts'),
    takes: { seconds: 60 },
    shows:
      'instances of an older release (TREE=<its directory>) are replaced one by one, and nothing is lost',
  },
  abuse: {
    load: () => import('./abuse/openapi-fuzz.script.ts'),
    takes: { requests: 200_000, seed: 1 },
    shows: 'requests made from the API document get answers that the document allows',
  },
  'answers-fit': {
    load: () => import('./abuse/answers-fit.script.ts'),
    takes: {},
    shows: 'every answer that the tests of HTTP and of the contract get fits the API document',
  },
  clients: {
    load: () => import('./clients/clients.script.ts'),
    takes: {},
    shows:
      'clients of others get what they have to on every deployment: replica, workers, PostgreSQL, nginx, Caddy',
  },
  socket: {
    load: () => import('./abuse/raw-sockets.script.ts'),
    takes: { sockets: 20_000, seed: 1 },
    shows: 'malformed requests on raw sockets are refused, and cost no memory',
  },
  'slow-socket': {
    load: () => import('./abuse/slow-sockets.script.ts'),
    takes: { sockets: 1_000, seconds: 100 },
    shows: 'slow sockets make others wait no more than twice as long',
  },
  'large-proposals': {
    load: () => import('./abuse/large-proposals.script.ts'),
    takes: { proposals: 600 },
    shows: 'lists of many large proposals cost little memory, and hold up no other reads',
  },
};

const [name, ...words] = process.argv.slice(2);
if (name === undefined) list();
else await run(name, words);

function list(): void {
  console.log('usage: npm run proof -- <name> [number…]\n');
  const lines = Object.entries(proofs).map(([each, proof]) => [usage(each, proof), proof.shows] as const);
  const width = Math.max(...lines.map(([how]) => how.length));
  for (const [how, shows] of lines) console.log(`${how.padEnd(width)}   ${shows}`);
}

async function run(name: string, words: readonly string[]): Promise<void> {
  const proof = proofs[name];
  if (!proof) return refuse(`There is no '${name}'. One of: ${Object.keys(proofs).join(', ')}.`);
  const taken = Object.entries(proof.takes);
  const how = `usage: npm run proof -- ${usage(name, proof)}`;
  const tooMany = words[taken.length];
  if (tooMany !== undefined) return refuse(`'${tooMany}' is one too many.\n${how}`);
  const wrong = words.find((word) => !/^\d+(\.\d+)?$/.test(word));
  if (wrong !== undefined) return refuse(`'${wrong}' is no number from 0.\n${how}`);
  const numbers = taken.map(([, fallback], index) => words[index] ?? String(fallback));
  process.argv.splice(2, process.argv.length, ...numbers);
  await proof.load();
}

function usage(name: string, { takes }: Proof): string {
  return [name, ...Object.entries(takes).map(([what, fallback]) => `[${what}, ${fallback}]`)].join(' ');
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 2;
}
