import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the service answers. `silent` never answers, `stalling` stops in the middle of its body, `dribbling`
 * sends one byte after the other without end. `timeout` treats these three as slow.
 */
export type UsageMood =
  | 'well'
  | 'silent'
  | 'stalling'
  | 'dribbling'
  | 'error'
  | 'overloaded'
  | 'forbidden'
  | 'not json'
  | 'not a list'
  | 'nothing readable'
  | 'reset'
  | 'half a body'
  | 'endless';

export interface UsageAnswers {
  status: unknown;
  stats: unknown;
  workers: unknown;
}

/** Answers without any data, as the AI-Horde gives them while it has not compiled its statistics. */
export const noUsageData = {
  status: [],
  stats: { day: {}, month: {}, total: {} },
  workers: [],
} satisfies UsageAnswers;

const others = { 'a model of others': 1 };

/** Answers of a horde that serves and uses no model of the registry, but another one. */
export const answersWithoutUse = {
  status: [{ name: 'a model of others', count: 1, jobs: 0, queued: 0, eta: 0, performance: 1 }],
  stats: { day: others, month: others, total: others },
  workers: [],
} satisfies UsageAnswers;

export interface UsageServer {
  /** The base URL for the client, without `/v2/status/models` and the other paths. */
  readonly url: string;
  mood: UsageMood;
  /** The bodies of the answers in the mood `well`, the same for image and text models. */
  answers: UsageAnswers;
  readonly asked: readonly string[];
  /**
   * Makes the signal that ends a request of the client after `ms` milliseconds. In a slow mood all open
   * requests end earlier: once every one of them has reached the service.
   */
  readonly timeout: (ms: number) => AbortSignal;
  close(): Promise<void>;
}

/** Starts a usage service on loopback that speaks the AI-Horde's protocol, and fails as a test says. */
export async function startUsageServer(answers: UsageAnswers): Promise<UsageServer> {
  const state = { mood: 'well' as UsageMood, answers, asked: [] as string[] };
  const isSlow = () => slowMoods.includes(state.mood);
  const underWay = new Set<AbortController>();
  let stalled = 0;
  const stall = () => {
    stalled += 1;
    if (stalled < underWay.size) return;
    for (const call of underWay) call.abort(new DOMException('The time is over.', 'TimeoutError'));
    underWay.clear();
    stalled = 0;
  };
  const server = createServer((request, response) => {
    const path = String(request.url);
    state.asked.push(path);
    const body = JSON.stringify(answerTo(path, state.answers));
    moods[state.mood](response, body);
    if (isSlow()) stall();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/api`,
    timeout: (ms: number) => {
      if (!isSlow()) return AbortSignal.timeout(ms);
      const call = new AbortController();
      underWay.add(call);
      return AbortSignal.any([call.signal, AbortSignal.timeout(ms)]);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function answerTo(path: string, answers: UsageAnswers): unknown {
  if (path.startsWith('/api/v2/status/models?')) return answers.status;
  if (path.startsWith('/api/v2/stats/')) return answers.stats;
  if (path.startsWith('/api/v2/workers?')) return answers.workers;
  throw new Error(`Nobody should ask for ${path}`);
}

const slowMoods: readonly UsageMood[] = ['silent', 'stalling', 'dribbling'];

const answer = (status: number, text: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

const moods: Readonly<Record<UsageMood, (response: ServerResponse, body: string) => void>> = {
  well: (response, body) => answer(200, body)(response),
  silent: () => {},
  stalling: (response, body) => {
    response.writeHead(200, { 'content-length': body.length }).write(body.slice(0, body.length / 2));
  },
  dribbling: (response) => {
    const drops = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drops));
  },
  error: answer(500, '{"message":"down"}'),
  overloaded: answer(429, '{"message":"slow down"}'),
  forbidden: answer(403, '{"message":"no"}'),
  'not json': answer(200, '<html>maintenance</html>'),
  'not a list': answer(200, '"hello"'),
  'nothing readable': answer(200, '[{"who":"knows"}]'),
  reset: (response) => {
    response.socket?.resetAndDestroy();
  },
  'half a body': (response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  endless: (response) => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, ' ');
    const more = (error?: Error | null): void => {
      if (!error && !response.destroyed) response.write(chunk, more);
    };
    response.writeHead(200);
    more();
  },
};
