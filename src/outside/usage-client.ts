import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { retry, waitAfter } from '../kernel/concurrency/back-off.ts';
import { OutageError } from '../kernel/errors.ts';
import { isJsonObject } from '../kernel/json.ts';
import { type BreakerHealth, CircuitBreaker } from './circuit-breaker.ts';
import { BadAnswer, failureReason, limitedAgent, noConnection } from './service-calls.ts';
import { StaleWhileRevalidate } from './stale-while-revalidate.ts';

/** The source of data about the models that the horde's workers serve: how many workers, how many uses. */
export interface UsageSource {
  /**
   * Gives fresh data, or the last good data while the service fails.
   *
   * @param options.workers whether to give the single workers too. They are many. Default false
   * @throws OutageError `usage_unavailable` naming the service, when there never was good data
   */
  read(kind: UsageKind, options?: { workers?: boolean }): Promise<UsageReading>;
  health(): BreakerHealth;
}

export interface UsageReading {
  readonly data: UsageData;
  /** Whole seconds since the oldest part of the data was fetched. */
  readonly ageSeconds: number;
  /** Whether the data is older than it should be, because the service does not answer. */
  readonly stale: boolean;
}

/** The usage service's data about one kind of models. Names are as the workers advertise them. */
export interface UsageData {
  readonly status: readonly ModelStatus[];
  readonly stats: UsageStats;
  /** The workers; empty when they were not asked for. */
  readonly workers: readonly WorkerStatus[];
}

export type UsageKind = 'image' | 'text';

/** The numbers of uses in each period, by the name that the usage service has for the model. */
interface UsageStats {
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
  readonly total: ReadonlyMap<string, number>;
}

/** How one model is served now: the number of its workers, the jobs that wait for them, and their speed. */
export type ModelStatus = Omit<z.infer<typeof status>, 'type'>;

export type WorkerStatus = Omit<z.infer<typeof worker>, 'type'>;

export interface UsageOptions {
  /** The base URL, with or without a slash at its end; `/v2/…` is added. */
  readonly baseUrl: string;
  /**
   * Longest time, in milliseconds, of one call. A failed call is repeated only while this time has not passed
   * since the first call. So a caller without older data waits for at most twice this time and a pause.
   */
  readonly timeoutMs: number;
  /** The seconds for which data counts as fresh. */
  readonly cacheTtlSeconds: number;
  /** Called when the last attempt of a fetch has failed, with the failure in words for a log. */
  readonly onFailure?: (text: string) => void;
  /**
   * Called after the last attempt of every fetch, for metrics. A call that the circuit breaker refuses is no
   * fetch.
   */
  readonly onFetch?: (outcome: 'ok' | 'failed', seconds: number) => void;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  /** Waits. Ends early when the signal aborts. */
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Gives the signal that ends a call after `ms` milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** Gives a number in [0, 1). */
  readonly random?: () => number;
}

/** The usage service over HTTP. */
export interface UsageClient extends UsageSource {
  /** Ends the calls under way. */
  close(): Promise<void>;
}

/** Thrown for an answer after which it is of no use to ask again. */
class FinalAnswer extends BadAnswer {}

const attempts = 3;
/** Waits between attempts, in milliseconds. */
const pauses = { first: 2_000, shortest: 1_000, longest: 15_000, jitter: 1 };
const breakerLimits = { failures: 5, openSeconds: 120 };
/** Longest time, in milliseconds, that a caller waits for fresh data when there is older data. */
const patienceMs = 3000;
/** Largest answer that is read, in bytes: all workers of the horde take less than a tenth of it. */
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

  let lastReason = '';
  const fetch = async <T>(path: string, read: (answer: unknown) => T): Promise<T> => {
    if (breaker.isOpen) throw unavailable(lastReason, breaker.health());
    const started = now();
    try {
      const answer = await retry(async () => read(await ask(path)), {
        attempts,
        // Callers have waited long enough once `timeoutMs` have passed.
        mayRecover: (error) =>
          now() - started < timeoutMs && !(error instanceof FinalAnswer) && !closing.signal.aborted,
        wait: (failures) => delay(waitAfter(failures, pauses, random), closing.signal),
      });
      breaker.succeeded();
      onFetch?.('ok', (now() - started) / 1000);
      return answer;
    } catch (error) {
      const reason = failureReason(error, timeoutMs);
      if (!closing.signal.aborted) {
        breaker.failed();
        onFetch?.('failed', (now() - started) / 1000);
        lastReason = reason;
        onFailure?.(saying(reason));
      }
      throw unavailable(reason, breaker.health());
    }
  };

  /**
   * Gives a failure as words for people. When there was no connection, they do not blame the service, because
   * the fault may be in the network on this side.
   */
  const saying = (reason: string) =>
    `${service} ${reason.startsWith(noConnection) ? 'cannot be reached from here' : 'gives no usable answer'} (${reason})`;
  const unavailable = (reason: string, { seconds_until_retry }: BreakerHealth): OutageError => {
    const again = Math.ceil(seconds_until_retry ?? 0);
    const when = again > 0 ? `in ${again} s` : 'later';
    return new OutageError('usage_unavailable', `${saying(reason)}. Try again ${when}.`, {
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
  const cachedOf = (kind: UsageKind) => ({
    status: cached(paths.status(kind), (answer) => itemsOf(answer, status, kind)),
    stats: cached(paths.stats(kind), statsOf),
    workers: cached(paths.workers(kind), (answer) => itemsOf(answer, worker, kind)),
  });
  const answers = { image: cachedOf('image'), text: cachedOf('text') };

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

/** Schema of a whole number. The service sends some of them as decimals; the fraction is cut off. */
const whole = z.number().nonnegative().transform(Math.trunc);

const status = z.object({
  name: z.string().min(1),
  /** The number of workers that serve the model. */
  count: whole,
  jobs: whole,
  queued: whole,
  /** The seconds after which the service expects the model's queue to be empty. */
  eta: whole,
  performance: z.number(),
  type: z.string().optional(),
});

const worker = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** The service's own words: `0.6 megapixelsteps per second`. */
  performance: z.string(),
  online: z.boolean(),
  trusted: z.boolean(),
  /** The seconds for which the worker has been online. */
  uptime: whole,
  models: z.array(z.string()),
  type: z.string().optional(),
});

function statsOf(answer: unknown): UsageStats {
  if (!isJsonObject(answer)) throw new BadAnswer('its usage numbers are not an object');
  return { day: countsOf(answer.day), month: countsOf(answer.month), total: countsOf(answer.total) };
}

/**
 * Gives the items of a list that are about this kind of models. A malformed item is left out. A list in which
 * no item is readable is an error: if it counted as empty, no model would seem to have a worker, or any use.
 *
 * @throws BadAnswer when the answer is not a list, or no item of the list is readable
 */
function itemsOf<T extends { type?: string | undefined }>(
  answer: unknown,
  schema: z.ZodType<T>,
  kind: UsageKind,
): Omit<T, 'type'>[] {
  if (!Array.isArray(answer)) throw new BadAnswer('its answer is not a list');
  const items = answer.map((item) => schema.safeParse(item)).filter((read) => read.success);
  if (items.length === 0 && answer.length > 0) throw new BadAnswer('no item of its list can be read');
  return items
    .filter(({ data }) => data.type === undefined || data.type === kind)
    .map(({ data: { type: _type, ...item } }) => item);
}

/**
 * Gives the numbers of uses in one period, by the name of the model.
 * @throws BadAnswer when the period is missing, or none of its numbers can be read
 */
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
