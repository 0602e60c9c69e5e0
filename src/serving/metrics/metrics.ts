import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { atMost } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

export interface RouteCounter {
  count(status: number): void;
}

/** The queries to the database whose results become metrics. */
export interface MeasuredDatabase {
  /** Resolves if the database answers in time; rejects otherwise. Takes no longer than two seconds. */
  ping(): Promise<void>;
  /** Returns the number of changes in the review queue, by status. */
  queueCounts(): Promise<Readonly<Record<string, number>>>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of one app. Several apps in one process share only the metrics of the process itself.
 */
export function createMetrics({ ping, queueCounts }: MeasuredDatabase) {
  const registry = new Registry();
  const databaseGauges = new StoredNumbers(registry, ping);
  for (const metric of ofThisProcess()) registry.registerMetric(metric);
  const routes = new Map<string, { method: string; route: string; classes: number[] }>();
  new Counter({
    name: 'modelref_http_requests_total',
    help: 'Answered requests by method, route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, classes } of routes.values()) {
        for (const [index, count] of classes.entries()) {
          if (count > 0) this.inc({ method, route, status: `${index}xx` }, count);
        }
      }
    },
  });
  const durations = new Histogram({
    name: 'modelref_http_request_duration_seconds',
    help: 'Time to answer requests with computed answers; hot reads are only counted.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const builds = new Histogram({
    name: 'modelref_snapshot_build_seconds',
    help: 'Time to build the read snapshot of a category after a change.',
    labelNames: ['category'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
    registers: [registry],
  });
  const historyLosses = new Counter({
    name: 'modelref_history_lost_total',
    help: 'Full reloads of data in memory because the database had lost events, by memory: category, groups, files.',
    labelNames: ['memory'],
    registers: [registry],
  });
  const usageFetches = new Histogram({
    name: 'modelref_usage_fetch_duration_seconds',
    help: 'Duration of a fetch from the usage service, including retries, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120],
    registers: [registry],
  });
  const streams = new Gauge({
    name: 'modelref_feed_streams',
    help: 'Open streams of the change feed.',
    registers: [registry],
  });
  const droppedStreams = new Counter({
    name: 'modelref_feed_streams_dropped_total',
    help: 'Streams of the change feed that were closed because the client did not keep up.',
    registers: [registry],
  });
  const refusedStreams = new Counter({
    name: 'modelref_feed_streams_refused_total',
    help: 'Streams of the change feed that were refused, by the limit reached.',
    labelNames: ['reason'],
    registers: [registry],
  });
  databaseGauges.gauge(
    'modelref_queue_changes',
    'Changes in the review queue by status.',
    'status',
    async () => Object.entries(await queueCounts()),
  );
  return {
    registry,
    /** Metrics whose numbers `text` reads from the database; left out while the database does not answer. */
    stored: databaseGauges,
    /**
     * Returns all metrics as text in the format of Prometheus. Takes at most a few seconds: metrics whose
     * numbers are in the database are left out while it does not answer.
     */
    async text(): Promise<string> {
      await databaseGauges.look();
      return registry.metrics();
    },
    /**
     * Returns the counter of the answers of one route. Keep it where counting must be fast: this look-up
     * costs more than the counting.
     */
    route(method: string, route: string): RouteCounter {
      const key = `${method} ${route}`;
      const entry = routes.get(key) ?? { method, route, classes: [0, 0, 0, 0, 0, 0] };
      routes.set(key, entry);
      const { classes } = entry;
      return {
        count(status) {
          const index = Math.floor(status / 100);
          classes[index] = (classes[index] ?? 0) + 1;
        },
      };
    },
    /**
     * Records how long a request took, from its headers to the end of the answer. Requests that are answered
     * with ready bytes are not recorded.
     */
    observeDuration: (method: string, route: string, seconds: number) =>
      durations.observe({ method, route }, seconds),
    usage: {
      /** Records the outcome of a fetch from the usage service, and its duration with all retries. */
      fetched: (outcome: 'ok' | 'failed', seconds: number) => usageFetches.observe({ outcome }, seconds),
      /**
       * Adds a gauge of the usage service. It is 1 while `health().degraded`, that is, while the usage
       * service is not called because it failed too often.
       */
      follow: (health: () => { readonly degraded: boolean }) => followUsage(registry, health),
    },
    streams: {
      open: (count: number) => streams.set(count),
      /** Counts a stream whose client was disconnected because it did not keep up. */
      dropped: () => droppedStreams.inc(),
      /**
       * Counts a refused stream. `reason` says which limit was reached: that of the process or of the client.
       */
      refused: (reason: 'all' | 'client') => refusedStreams.inc({ reason }),
    },
    snapshotBuilt: (category: string, seconds: number) => builds.observe({ category }, seconds),
    /**
     * Counts that data in memory was read from the database again, because the database has lost events that
     * the data contains. `memory` names the data: a category, the groups, or the files.
     */
    historyLost: (memory: string) => historyLosses.inc({ memory }),
  };
}

let processMetrics: Registry | undefined;

/**
 * Returns the metrics of the process: memory, garbage collections, event loop. All apps of the process share
 * one set. The observers behind these metrics never stop; if each app had its own, they would keep every
 * closed app in memory.
 */
function ofThisProcess(): readonly Metric[] {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics, prefix: 'modelref_' });
  }
  // The type declares plain objects of JSON; these are the metrics themselves.
  return processMetrics.getMetricsAsArray() as unknown as Metric[];
}

function followUsage(registry: Registry, health: () => { readonly degraded: boolean }): void {
  new Gauge({
    name: 'modelref_usage_degraded',
    help: '1 while calls to the usage service are suspended because it fails too often.',
    registers: [registry],
    collect() {
      this.set(health().degraded ? 1 : 0);
    },
  });
}

/** Longest wait for the numbers of one metric, in milliseconds. */
const readTimeoutMs = 1_500;

/**
 * The values of one metric, one for each value of its label. A value of null is not shown in the metrics: the
 * number does not exist yet.
 */
type Labelled = readonly (readonly [label: string, value: number | null])[];

/**
 * Metrics whose numbers are read from the database each time the metrics are collected. A metric is left out
 * if the database does not answer in time.
 */
class StoredNumbers {
  readonly #registry: Registry;
  readonly #ping: () => Promise<void>;
  readonly #reads = new SingleFlight<Labelled>();
  readonly #up: Gauge;
  #answers = true;

  /** @param ping resolves if the database answers, rejects otherwise */
  constructor(registry: Registry, ping: () => Promise<void>) {
    this.#registry = registry;
    this.#ping = ping;
    this.#up = new Gauge({
      name: 'modelref_database_up',
      help: '1 while the database answers; while it is 0, metrics that are read from it are absent.',
      registers: [registry],
    });
  }

  /**
   * Finds out whether the database answers, and shows it as `modelref_database_up`. Must be called before
   * each collection: while the database does not answer, the gauges are left out without asking it.
   */
  async look(): Promise<void> {
    this.#answers = await this.#ping().then(
      () => true,
      () => false,
    );
    this.#up.set(this.#answers ? 1 : 0);
  }

  /**
   * Adds a gauge with one label, whose values `read` returns from the database. While a read of the gauge
   * runs, no second one starts, so that a read that hangs blocks only one database connection.
   */
  gauge<const L extends string>(name: string, help: string, label: L, read: () => Promise<Labelled>): void {
    const readLimited = async (): Promise<Labelled> => {
      if (!this.#answers) return [];
      try {
        return (await atMost(readTimeoutMs, this.#reads.run(name, read))) ?? [];
      } catch (error) {
        if (error instanceof OutageError) return [];
        throw error;
      }
    };
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        const numbers = await readLimited();
        this.reset();
        for (const [text, value] of numbers) {
          if (value !== null) this.set({ [label]: text } as Record<L, string>, value);
        }
      },
    });
  }
}
