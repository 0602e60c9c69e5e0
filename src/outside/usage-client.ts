import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { OutageError } from '../kernel/errors.ts';
import { isJsonObject } from '../kernel/json.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { BadAnswer, failureReason } from './failure-reason.ts';
import { limitedAgent } from './limited-agent.ts';
import { FinalAnswer, type Retries, withRetries } from './retries.ts';
import { StaleWhileRevalidate } from './stale-while-revalidate.ts';
import type {
  ModelStatus,
  UsageHealth,
  UsageKind,
  UsageSource,
  UsageStats,
  WorkerStatus,
} from './usage-source.ts';

export interface UsageOptions {
  /** Base URL, with or without a slash at its end; `/v2/…` is added. */
  readonly baseUrl: string;
  /**
   * Limit of a call, and of the time within which it is repeated: the longest that a caller without older
   * data waits is twice that and a pause.
   */
  readonly timeoutMs: number;
  /** How long data counts as fresh. */
  readonly cacheTtlSeconds: number;
  /** Told of every failure after the last attempt, in words for a log. */
  readonly onFailure?: (text: string) => void;
  /**
   * Told of every fetch after its last attempt, for numbers. What the circuit breaker refuses is no fetch.
   */
  readonly onFetch?: (outcome: 'ok' | 'failed', seconds: number) => void;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  readonly delay?: Retries['delay'];
  /** Gives the signal that ends a call after so many milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal;
  readonly random?: Retries['random'];
}

/** The usage service over HTTP. */
export interface UsageClient extends UsageSource {
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

const attempts = 3;
const breakerLimits = { failures: 5, openSeconds: 120 };
/** How long a caller waits for news when there is older data. */
const patienceMs = 3000;
/** All workers of the horde take less than a tenth of it. */
const maxAnswerBytes = 32 * 1024 * 1024;

const statsNames = { image: 'img', text: 'text' } as const;
const paths = {
  status: (kind: UsageKind) => `status/models?type=${kind}&model_state=known`,
  stats: (kind: UsageKind) => `stats/${statsNames[kind]}/models?model_state=known`,
  workers: (kind: UsageKind) => `workers?type=${kind}`,
};

export function createUsageClient(options: UsageOptions): UsageClient {
  const { timeoutMs, onFailure, onFetch, now = () => performance.now(), random = Math.random } = options;
  const { delay = async (ms, signal) => wait(ms, undefined, { signal, ref: false }) } = options;
  const { timeout = (ms) => AbortSignal.timeout(ms) } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const service = `The usage service at ${new URL(baseUrl).host}`;
  const ttlMs = options.cacheTtlSeconds * 1000;
  const agent = limitedAgent({ connections: 6, timeoutMs, maxAnswerBytes });
  const breaker = new CircuitBreaker({ ...breakerLimits, now });
  const closing = new AbortController();
  const retries: Retries = {
    attempts,
    budgetMs: timeoutMs,
    now,
    delay,
    random,
    signal: closing.signal,
  };

  const ask = async (path: string): Promise<unknown> => {
    const { statusCode, body } = await request(`${baseUrl}/v2/${path}`, {
      dispatcher: agent,
      headers: { accept: 'application/json', 'user-agent': 'modelref' },
      signal: timeout(timeoutMs),
    });
    if (statusCode === 200) return body.json();
    await body.dump();
    const text = `it answered ${statusCode}`;
    throw statusCode >= 500 || statusCode === 429 ? new BadAnswer(text) : new FinalAnswer(text);
  };

  const fetch = async <T>(path: string, read: (answer: unknown) => T): Promise<T> => {
    if (breaker.isOpen) throw unavailable('it failed too often', breaker.health());
    const started = now();
    try {
      const answer = await withRetries(async () => read(await ask(path)), retries);
      breaker.succeeded();
      onFetch?.('ok', (now() - started) / 1000);
      return answer;
    } catch (error) {
      const reason = failureReason(error, timeoutMs);
      if (!closing.signal.aborted) {
        breaker.failed();
        onFetch?.('failed', (now() - started) / 1000);
        onFailure?.(`${service} is down (${reason})`);
      }
      throw unavailable(reason, breaker.health());
    }
  };

  const unavailable = (reason: string, { seconds_until_retry }: UsageHealth): OutageError => {
    const again = Math.ceil(seconds_until_retry ?? 0);
    const when = again > 0 ? `in ${again} s` : 'later';
    return new OutageError('usage_unavailable', `${service} is down (${reason}). Try again ${when}.`, {
      headers: again > 0 ? { 'retry-after': String(again) } : {},
    });
  };

  const cached = <T>(path: string, read: (answer: unknown) => T): StaleWhileRevalidate<T> =>
    new StaleWhileRevalidate({
      fetch: () => fetch(path, read),
      now,
      ttlMs,
      patience: (signal) => delay(patienceMs, signal),
    });
  const cachedOf = (kind: UsageKind): CachedAnswers => ({
    status: cached(paths.status(kind), (answer) => statusesOf(answer, kind)),
    stats: cached(paths.stats(kind), statsOf),
    workers: cached(paths.workers(kind), (answer) => workersOf(answer, kind)),
  });
  const answers: Readonly<Record<UsageKind, CachedAnswers>> = {
    image: cachedOf('image'),
    text: cachedOf('text'),
  };

  return {
    read: async (kind, { workers: withWorkers = false } = {}) => {
      const [status, stats, workers] = await Promise.all([
        answers[kind].status.read(),
        answers[kind].stats.read(),
        withWorkers ? answers[kind].workers.read() : null,
      ]);
      const oldest = Math.min(status.at, stats.at, workers?.at ?? Number.POSITIVE_INFINITY);
      const age = now() - oldest;
      return {
        data: { status: status.value, stats: stats.value, workers: workers?.value ?? [] },
        ageSeconds: Math.floor(age / 1000),
        stale: age >= ttlMs && ttlMs > 0,
      };
    },
    health: () => breaker.health(),
    close: async () => {
      closing.abort();
      await agent.destroy();
    },
  };
}

interface CachedAnswers {
  readonly status: StaleWhileRevalidate<ModelStatus[]>;
  readonly stats: StaleWhileRevalidate<UsageStats>;
  readonly workers: StaleWhileRevalidate<WorkerStatus[]>;
}

/** Whole numbers; the service writes some of them with a decimal point. */
const whole = z.number().nonnegative().transform(Math.trunc);

const status = z.object({
  name: z.string().min(1),
  count: whole,
  jobs: whole,
  queued: whole,
  eta: whole,
  performance: z.number(),
  type: z.string().optional(),
});

const worker = z.object({
  id: z.string().min(1),
  name: z.string(),
  performance: z.string(),
  online: z.boolean(),
  trusted: z.boolean(),
  uptime: whole,
  models: z.array(z.string()),
  type: z.string().optional(),
});

/**
 * These read what the usage service answers. A malformed item is left out. An answer of which nothing can be
 * read is an error: taken for an empty one it would say that no model has a worker, or any use.
 * @throws BadAnswer
 */
function statusesOf(answer: unknown, kind: UsageKind): ModelStatus[] {
  return readable(answer, status, kind).map(({ type: _type, ...read }) => read);
}

function workersOf(answer: unknown, kind: UsageKind): WorkerStatus[] {
  return readable(answer, worker, kind).map(({ type: _type, ...read }) => read);
}

function statsOf(answer: unknown): UsageStats {
  if (!isJsonObject(answer)) throw new BadAnswer('its usage numbers are not an object');
  return { day: countsOf(answer.day), month: countsOf(answer.month), total: countsOf(answer.total) };
}

function readable<T extends { type?: string | undefined }>(
  answer: unknown,
  schema: z.ZodType<T>,
  kind: UsageKind,
): T[] {
  if (!Array.isArray(answer)) throw new BadAnswer('its answer is not a list');
  const items = answer.map((item) => schema.safeParse(item)).filter((read) => read.success);
  if (items.length === 0 && answer.length > 0) throw new BadAnswer('no item of its list can be read');
  return items.map(({ data }) => data).filter(({ type }) => type === undefined || type === kind);
}

function countsOf(counts: unknown): ReadonlyMap<string, number> {
  if (!isJsonObject(counts)) throw new BadAnswer('its usage numbers lack a period');
  const read = new Map<string, number>();
  const named = Object.entries(counts);
  for (const [name, count] of named) {
    const result = whole.safeParse(count);
    if (result.success) read.set(name, result.data);
  }
  if (read.size === 0 && named.length > 0) throw new BadAnswer('none of its usage numbers can be read');
  return read;
}
