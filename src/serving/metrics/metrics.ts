import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { withTimeout } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

export interface RouteCounter {
  count(status: number): void;
}

/** The database queries whose results become metrics. */
export interface MeasuredDatabase {
  /** Resolves if the database responds within two seconds; rejects otherwise. */
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
  const databaseGauges = new DatabaseGauges(registry, ping);
  for (const metric of getProcessMetrics()) registry.registerMetric(metric);
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
  const buildDurations = new Histogram({
    name: 'modelref_snapshot_build_seconds',
    help: 'Time to build the read snapshot of a category after a change.',
    labelNames: ['category'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
    registers: [registry],
  });
  const historyLossCounter = new Counter({
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
  const openStreams = new Gauge({
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
    /** Metrics that `text` reads from the database. They are omitted while the database does not respond. */
    stored: databaseGauges,
    /**
     * Returns all metrics in the Prometheus text format. Takes at most a few seconds: metrics from the
     * database are omitted while it does not respond.
     */
    async text(): Promise<string> {
      await databaseGauges.checkDatabase();
      return registry.metrics();
    },
    /**
     * Returns the response counter of a route. Cache it where counting must be fast: this look-up takes
     * longer than counting.
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
     * Records the duration of a request, from its headers to the end of the response. Requests served with
     * ready bytes are not recorded.
     */
    observeDuration: (method: string, route: string, seconds: number) =>
      durations.observe({ method, route }, seconds),
    usage: {
      /** Records the outcome of a fetch from the usage service, and its duration including retries. */
      fetched: (outcome: 'ok' | 'failed', seconds: number) => usageFetches.observe({ outcome }, seconds),
      /**
       * Adds a gauge for the usage service. It is 1 while `health().degraded` is true. The usage service is
       * then not called, because it failed too often.
       */
      follow: (health: () => { readonly degraded: boolean }) => followUsage(registry, health),
    },
    streams: {
      open: (count: number) => openStreams.set(count),
      /** Counts a stream whose client was disconnected because it read too slowly. */
      dropped: () => droppedStreams.inc(),
      /** Counts a refused stream. `reason` is the limit that was reached: of the process or of the client. */
      refused: (reason: 'all' | 'client') => refusedStreams.inc({ reason }),
    },
    snapshotBuilt: (category: string, seconds: number) => buildDurations.observe({ category }, seconds),
    /**
     * Counts a reload of cached data. The reload was needed because the data contained events that the
     * database has lost. `memory` names the data: a category, the groups, or the files.
     */
    historyLost: (memory: string) => historyLossCounter.inc({ memory }),
  };
}

let processMetrics: Registry | undefined;

/**
 * Returns the metrics of the process: memory, garbage collection, event loop. All apps of the process share them.
 * The observers of these metrics never stop. If each app created its own, closed apps would stay in memory.
 */
function getProcessMetrics(): readonly Metric[] {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics, prefix: 'modelref_' });
  }
  // The type declares plain JSON objects, but the method returns the metrics themselves.
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

/** Timeout for reading the numbers of one metric, in milliseconds. */
const readTimeoutMs = 1_500;

/**
 * The values of one metric, one for each value of its label. A null value is omitted, because the number does
 * not exist yet.
 */
type LabelledValues = readonly (readonly [label: string, value: number | null])[];

/**
 * Metrics whose numbers are read from the database at each collection. A metric is omitted if the database
 * does not respond in time.
 */
class DatabaseGauges {
  readonly #registry: Registry;
  readonly #ping: () => Promise<void>;
  readonly #reads = new SingleFlight<LabelledValues>();
  readonly #up: Gauge;
  #answers = true;

  /** @param ping resolves if the database responds, rejects otherwise */
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
   * Checks whether the database responds, and sets `modelref_database_up`. Must be called before each
   * collection: while the database does not respond, the gauges are omitted without a query.
   */
  async checkDatabase(): Promise<void> {
    this.#answers = await this.#ping().then(
      () => true,
      () => false,
    );
    this.#up.set(this.#answers ? 1 : 0);
  }

  /**
   * Adds a gauge with one label, whose values `read` returns from the database. While a read of a gauge is
   * running, no second one is started, so that a hanging read blocks only one database connection.
   */
  gauge<const L extends string>(
    name: string,
    help: string,
    label: L,
    read: () => Promise<LabelledValues>,
  ): void {
    const readLimited = async (): Promise<LabelledValues> => {
      if (!this.#answers) return [];
      try {
        return (await withTimeout(readTimeoutMs, this.#reads.run(name, read))) ?? [];
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
        const values = await readLimited();
        this.reset();
        for (const [text, value] of values) {
          if (value !== null) this.set({ [label]: text } as Record<L, string>, value);
        }
      },
    });
  }
}
