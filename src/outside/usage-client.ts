import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { computeBackOffDelay, retry } from '../kernel/concurrency/back-off.ts';
import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { OutageError } from '../kernel/errors.ts';
import { isJsonObject } from '../kernel/json.ts';
import { type BreakerHealth, CircuitBreaker } from './circuit-breaker.ts';
import { describeFailure, InvalidAnswer, noConnection, openServiceCalls } from './service-calls.ts';

/**
 * The source of two figures: how many workers of the horde serve each model, and how often each model is
 * used.
 */
export interface UsageSource {
  /**
   * Returns the data about all models of one kind: fresh data, or the last fetched data while the service
   * fails.
   *
   * @param options.workers whether to include the long list of individual workers. Default false
   * @throws OutageError `usage_unavailable` when no data was ever fetched
   */
  read(kind: UsageKind, options?: { workers?: boolean }): Promise<UsageReading>;
  health(): BreakerHealth;
}

export interface UsageReading {
  readonly data: UsageData;
  /** Whole seconds since the oldest part of the data was fetched. */
  readonly ageSeconds: number;
  /** Whether the data is outdated because the service does not respond. */
  readonly stale: boolean;
}

/** The usage service's data about one kind of models. Uses the names that the workers advertise. */
export interface UsageData {
  readonly status: readonly ModelStatus[];
  readonly stats: UsageStats;
  /** The workers; empty if they were not requested. */
  readonly workers: readonly WorkerStatus[];
}

export type UsageKind = 'image' | 'text';

/** The figures of each model: its uses in three periods, and its workers. */
export type UsageFigure = keyof UsageStats | 'workers';

/**
 * Returns the figures that count as missing from a response, because they are 0 for every model. The AI-Horde
 * sends such zeros while it has not compiled its statistics. They do not mean that nobody uses a model.
 */
export function unknownFigures({ stats, status, workers }: UsageData): UsageFigure[] {
  const unknownFigures: UsageFigure[] = periods.filter((period) => isEmpty(stats[period]));
  const isServed = hasWorkers(status) || workers.some(({ models }) => models.length > 0);
  return isServed ? unknownFigures : [...unknownFigures, 'workers'];
}

const periods = ['day', 'month', 'total'] as const;

function isEmpty(counts: ReadonlyMap<string, number>): boolean {
  return [...counts.values()].every((count) => count === 0);
}

function hasWorkers(status: readonly ModelStatus[]): boolean {
  return status.some(({ count }) => count > 0);
}

/** How often each model was used in each period, by the model's name at the usage service. */
interface UsageStats {
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
  readonly total: ReadonlyMap<string, number>;
}

/** The current service level of one model: its workers, its queued jobs, and its speed. */
export type ModelStatus = Omit<z.infer<typeof status>, 'type'>;

export type WorkerStatus = Omit<z.infer<typeof worker>, 'type'>;

export interface UsageOptions {
  /** The base URL, with or without a trailing slash; `/v2/…` is added. */
  readonly baseUrl: string;
  /**
   * Timeout of one call, in milliseconds. A failed call is retried only until this time has passed since the
   * first call. A caller without older data therefore waits for at most twice this time plus a pause.
   */
  readonly timeoutMs: number;
  readonly cacheTtlSeconds: number;
  /** Called when the last attempt of a fetch has failed, with the reason as text for the log. */
  readonly onFailure?: (text: string) => void;
  /**
   * Called after the last attempt of every fetch, for metrics. A call that the circuit breaker refuses is not
   * a fetch.
   */
  readonly onFetch?: (outcome: 'ok' | 'failed', seconds: number) => void;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  /** Waits `ms` milliseconds. Ends early when the signal aborts. */
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns the signal that aborts a call after `ms` milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** Returns a number in [0, 1). */
  readonly random?: () => number;
}

export interface UsageClient extends UsageSource {
  /** Aborts the calls in progress. */
  close(): Promise<void>;
}

/** A value and the time of its fetch, in milliseconds on the client's clock. */
interface TimedValue<T> {
  readonly value: T;
  readonly at: number;
  /** The time of the latest successful fetch; later than `at` if that fetch returned no data. */
  readonly checkedAt: number;
}

/** Thrown for a response after which a retry would not help. */
class FinalAnswer extends InvalidAnswer {}

const maxAttempts = 3;
/** Waits between the attempts of one fetch, in milliseconds. */
const pauses = { first: 2_000, shortest: 1_000, longest: 15_000, jitter: 1 };
const breakerLimits = { failures: 5, openSeconds: 120 };
/** Maximum time, in milliseconds, that a caller waits for fresh data if there is older data. */
const maxWaitMs = 3000;
/**
 * Time, in milliseconds, for which a response counts as truncated if it has less than half as many models as
 * the last good one. If the service still sends such responses after this time, the other models are gone.
 */
const truncationDoubtMs = 60 * 60 * 1000;
/** Maximum size of a response, in bytes. All workers of the horde take less than a tenth of it. */
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
  const calls = openServiceCalls({ connections: 6, timeoutMs, maxAnswerBytes });
  const breaker = new CircuitBreaker({ ...breakerLimits, now });
  const closeController = new AbortController();
  const ask = async (path: string): Promise<unknown> => {
    const { statusCode, body } = await calls.request(`${baseUrl}/v2/${path}`, {
      headers: { accept: 'application/json', 'user-agent': 'modelref' },
      signal: timeout(timeoutMs),
    });
    if (statusCode === 200) return body.json();
    await body.dump();
    const text = `it answered ${statusCode}`;
    throw statusCode >= 500 || statusCode === 429 ? new InvalidAnswer(text) : new FinalAnswer(text);
  };

  let lastReason = '';
  const fetch = async <T>(path: string, parseAnswer: (answer: unknown) => T): Promise<T> => {
    if (breaker.isOpen) throw createUnavailableError(lastReason, breaker.health());
    const startedAt = now();
    try {
      const answer = await retry(async () => parseAnswer(await ask(path)), {
        attempts: maxAttempts,
        // No retry after `timeoutMs`: callers have waited long enough.
        mayRecover: (error) =>
          now() - startedAt < timeoutMs && !(error instanceof FinalAnswer) && !closeController.signal.aborted,
        wait: (failures) => delay(computeBackOffDelay(failures, pauses, random), closeController.signal),
      });
      breaker.succeeded();
      onFetch?.('ok', (now() - startedAt) / 1000);
      return answer;
    } catch (error) {
      const reason = describeFailure(error, timeoutMs);
      if (!closeController.signal.aborted) {
        breaker.failed();
        onFetch?.('failed', (now() - startedAt) / 1000);
        lastReason = reason;
        onFailure?.(describeFetchFailure(reason));
      }
      throw createUnavailableError(reason, breaker.health());
    }
  };

  /**
   * Returns the message for a failed fetch, with the reason. If there was no connection, the message does not
   * blame the service, because the fault may be in the local network.
   */
  const describeFetchFailure = (reason: string) =>
    `${service} ${reason.startsWith(noConnection) ? 'cannot be reached from here' : 'gives no usable answer'} (${reason})`;
  const createUnavailableError = (reason: string, { seconds_until_retry }: BreakerHealth): OutageError => {
    const retrySeconds = Math.ceil(seconds_until_retry ?? 0);
    const retryTime = retrySeconds > 0 ? `in ${retrySeconds} s` : 'later';
    return new OutageError('usage_unavailable', `${describeFetchFailure(reason)}. Try again ${retryTime}.`, {
      headers: retrySeconds > 0 ? { 'retry-after': String(retrySeconds) } : {},
    });
  };

  /**
   * Caches one response of the service. Returns a function that reads the cached response with the time of
   * its fetch. If the response is older than `ttlMs`, the read fetches a new one, in one call for all
   * readers.
   *
   * The read still returns the old response if the fetch fails or takes longer than `maxWaitMs`, or if the
   * new response has no data or seems truncated (`truncationDoubtMs`). If there is no old response, the read
   * throws the error of the fetch, or returns the response without data.
   *
   * @param sizesOf returns the number of models in each part of a response that is checked for truncation
   * @param hasData returns whether a response has the requested figures
   */
  const createCachedRead = <T>(
    path: string,
    parseAnswer: (answer: unknown) => T,
    sizesOf: (value: T) => readonly number[],
    hasData: (value: T) => boolean,
  ): (() => Promise<TimedValue<T>>) => {
    const fetches = new SingleFlight<TimedValue<T>>();
    let lastResult: TimedValue<T> | undefined;
    let truncatedSince: number | null = null;
    const parseUntruncated = (answer: unknown): T => {
      const value = parseAnswer(answer);
      const sizes = sizesOf(value);
      const isTruncated =
        lastResult &&
        hasData(value) &&
        sizesOf(lastResult.value).some((before, part) => sizes[part]! * 2 < before);
      truncatedSince = isTruncated ? (truncatedSince ?? now()) : null;
      if (truncatedSince !== null && now() - truncatedSince < truncationDoubtMs)
        throw new InvalidAnswer('it contains less than half of the previous models');
      return value;
    };
    const refresh = () =>
      fetches.run('refresh', async () => {
        const value = await fetch(path, parseUntruncated);
        const checkedAt = now();
        if (lastResult && hasData(lastResult.value) && !hasData(value)) {
          if (lastResult.at === lastResult.checkedAt)
            onFailure?.(`${service} answers without data; its last good data is used`);
          lastResult = { ...lastResult, checkedAt };
        } else lastResult = { value, at: checkedAt, checkedAt };
        return lastResult;
      });
    return async () => {
      const previous = lastResult;
      if (previous === undefined) return refresh();
      if (now() - previous.checkedAt < ttlMs) return previous;
      const timerAbort = new AbortController();
      const waitLimit = delay(maxWaitMs, timerAbort.signal).then(
        () => previous,
        () => previous,
      );
      const refreshPromise = refresh().catch(() => previous);
      return Promise.race([refreshPromise, waitLimit]).finally(() => timerAbort.abort());
    };
  };
  const createCachedReads = (kind: UsageKind) => ({
    status: createCachedRead(
      paths.status(kind),
      (answer) => parseItems(answer, status, kind),
      ({ length }) => [length],
      hasWorkers,
    ),
    stats: createCachedRead(
      paths.stats(kind),
      parseStats,
      ({ month, total }) => [month.size, total.size],
      ({ month, total }) => !isEmpty(month) && !isEmpty(total),
    ),
    // Neither workers nor the statistics of a day are checked for truncation: workers come and go, and each
    // day begins without statistics.
    workers: createCachedRead(
      paths.workers(kind),
      (answer) => parseItems(answer, worker, kind),
      () => [],
      () => true,
    ),
  });
  const cachedReads = { image: createCachedReads('image'), text: createCachedReads('text') };

  return {
    read: async (kind, { workers: withWorkers = false } = {}) => {
      const [status, stats, workers] = await Promise.all([
        cachedReads[kind].status(),
        cachedReads[kind].stats(),
        withWorkers ? cachedReads[kind].workers() : null,
      ]);
      const oldestTime = Math.min(status.at, stats.at, workers?.at ?? Number.POSITIVE_INFINITY);
      const ageMs = now() - oldestTime;
      return {
        data: { status: status.value, stats: stats.value, workers: workers?.value ?? [] },
        ageSeconds: Math.floor(ageMs / 1000),
        stale: ageMs >= ttlMs && ttlMs > 0,
      };
    },
    health: () => breaker.health(),
    close: async () => {
      closeController.abort();
      await calls.close();
    },
  };
}

/** Schema of a whole number. Truncates decimals, which the service sends in some of these fields. */
const wholeNumber = z.number().nonnegative().transform(Math.trunc);

const status = z.object({
  name: z.string().min(1),
  /** The number of workers that serve the model. */
  count: wholeNumber,
  jobs: wholeNumber,
  queued: wholeNumber,
  /** The seconds after which the service expects the model's queue to be empty. */
  eta: wholeNumber,
  performance: z.number(),
  type: z.string().optional(),
});

const worker = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** The worker's speed, as text of the service: `0.6 megapixelsteps per second`. */
  performance: z.string(),
  online: z.boolean(),
  trusted: z.boolean(),
  /** The seconds for which the worker has been online. */
  uptime: wholeNumber,
  models: z.array(z.string()),
  type: z.string().optional(),
});

function parseStats(answer: unknown): UsageStats {
  if (!isJsonObject(answer)) throw new InvalidAnswer('its usage numbers are not an object');
  return { day: parseCounts(answer.day), month: parseCounts(answer.month), total: parseCounts(answer.total) };
}

/**
 * Returns the items of a response that concern one kind of models. Omits malformed items.
 *
 * @throws InvalidAnswer when the response is not a list, or all of its items are malformed. An empty list
 *   would wrongly mean that no model has a worker
 */
function parseItems<T extends { type?: string | undefined }>(
  answer: unknown,
  schema: z.ZodType<T>,
  kind: UsageKind,
): Omit<T, 'type'>[] {
  if (!Array.isArray(answer)) throw new InvalidAnswer('its answer is not a list');
  const items = answer.map((item) => schema.safeParse(item)).filter((result) => result.success);
  if (items.length === 0 && answer.length > 0) throw new InvalidAnswer('no item of its list can be read');
  return items
    .filter(({ data }) => data.type === undefined || data.type === kind)
    .map(({ data: { type: _type, ...item } }) => item);
}

/**
 * Returns the number of uses in one period, by model name.
 * @throws InvalidAnswer when the period is missing, or none of its numbers can be read
 */
function parseCounts(counts: unknown): ReadonlyMap<string, number> {
  if (!isJsonObject(counts)) throw new InvalidAnswer('its usage numbers lack a period');
  const countByModel = new Map<string, number>();
  const entries = Object.entries(counts);
  for (const [name, count] of entries) {
    const result = wholeNumber.safeParse(count);
    if (result.success) countByModel.set(name, result.data);
  }
  if (countByModel.size === 0 && entries.length > 0)
    throw new InvalidAnswer('none of its usage numbers can be read');
  return countByModel;
}
