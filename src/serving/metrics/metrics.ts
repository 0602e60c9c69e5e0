import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';

/** What the service counts. One set per app, so that several apps in one process do not share numbers. */
export interface Metrics {
  readonly registry: Registry;
  /** All numbers in the format of Prometheus. */
  text(): Promise<string>;
  /** The counter of one route, made at start: on the hot path a request costs one addition. */
  route(method: string, route: string): RouteCounter;
  /** Seconds a computed answer took, from the request's headers to the end of the answer. */
  observeDuration(method: string, route: string, seconds: number): void;
  snapshotBuilt(category: string, seconds: number): void;
  /** Something in memory is read anew: the database does not have the event that was its newest. */
  historyLost(memory: string): void;
  readonly usage: {
    /** One more fetch from the usage service has ended, after its last attempt. */
    fetched(outcome: 'ok' | 'failed', seconds: number): void;
    /** Shows from now on whether the service is asked at all. */
    follow(health: () => { readonly degraded: boolean }): void;
  };
  readonly streams: {
    /** How many are open now. */
    open(count: number): void;
    /** One more client did not keep up. */
    dropped(): void;
    /** One more was not opened: all places are taken, those of its client, or those of replicas. */
    refused(reason: 'all' | 'client' | 'replicas'): void;
  };
}

export interface RouteCounter {
  count(status: number): void;
}

/** How many changes there are, by status. */
type QueueCounts = () => Promise<Readonly<Record<string, number>>>;

export function createMetrics(queueCounts: QueueCounts | null): Metrics {
  const registry = new Registry();
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
    help: 'Time to answer requests whose answer is computed; reads of ready bytes are only counted.',
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
    help: 'What was read anew because the database had lost events: a category, groups, files.',
    labelNames: ['memory'],
    registers: [registry],
  });
  const usageFetches = new Histogram({
    name: 'modelref_usage_fetch_duration_seconds',
    help: 'Time of a fetch from the usage service, retries included, by outcome.',
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
    help: 'Streams whose client did not keep up and was disconnected.',
    registers: [registry],
  });
  const refusedStreams = new Counter({
    name: 'modelref_feed_streams_refused_total',
    help: 'Streams that were not opened, by whose places were all taken.',
    labelNames: ['reason'],
    registers: [registry],
  });
  if (queueCounts) {
    new Gauge({
      name: 'modelref_queue_changes',
      help: 'Changes in the review queue by status.',
      labelNames: ['status'],
      registers: [registry],
      async collect() {
        const counts = await queueCounts();
        for (const [status, count] of Object.entries(counts)) this.set({ status }, count);
      },
    });
  }
  return {
    registry,
    text: () => registry.metrics(),
    route(method, route) {
      const key = `${method} ${route}`;
      const known = routes.get(key) ?? { method, route, classes: [0, 0, 0, 0, 0, 0] };
      routes.set(key, known);
      const { classes } = known;
      return {
        count(status) {
          const index = Math.floor(status / 100);
          classes[index] = (classes[index] ?? 0) + 1;
        },
      };
    },
    observeDuration: (method, route, seconds) => durations.observe({ method, route }, seconds),
    usage: {
      fetched: (outcome, seconds) => usageFetches.observe({ outcome }, seconds),
      follow: (health) => followUsage(registry, health),
    },
    streams: {
      open: (count) => streams.set(count),
      dropped: () => droppedStreams.inc(),
      refused: (reason) => refusedStreams.inc({ reason }),
    },
    snapshotBuilt: (category, seconds) => builds.observe({ category }, seconds),
    historyLost: (memory) => historyLosses.inc({ memory }),
  };
}

let processMetrics: Registry | undefined;

/**
 * What a process says of itself: its memory, collections, event loop. Watched once, however many apps it has:
 * nothing ends the watching, and what holds on to the watcher holds on to its app.
 */
function ofThisProcess(): readonly Metric[] {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics, prefix: 'modelref_' });
  }
  // Declared are the plain objects of its JSON; these are the metrics themselves.
  return processMetrics.getMetricsAsArray() as unknown as Metric[];
}

function followUsage(registry: Registry, health: () => { readonly degraded: boolean }): void {
  new Gauge({
    name: 'modelref_usage_degraded',
    help: '1 while the usage service has failed so often that it is not asked.',
    registers: [registry],
    collect() {
      this.set(health().degraded ? 1 : 0);
    },
  });
}
