import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { serviceVersion } from '../../serving/version.ts';
import type { Health } from './health.ts';
import {
  deliveriesPage,
  deliveryState,
  importRunsList,
  instancesList,
  operationsStatus,
  replayed,
  replaySelection,
  settingsList,
} from './http-shapes.ts';
import type { ImportRuns, Instances } from './module.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly instances: Pick<Instances, 'list'>;
    readonly importRuns: ImportRuns;
    readonly health: Health;
  }
}

const prefix = '/model_references/v2/operations';
const tags = ['operations'];

const deliveriesQuery = laxObject({
  state: queryValue(deliveryState).optional(),
  target: queryValue(laxString({ min: 1, max: 2_000 }))
    .optional()
    .meta({ description: 'Exactly.' }),
  event_id: queryValue(laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER })).optional(),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(100),
});

const importsQuery = laxObject({ limit: queryValue(laxInt({ ge: 1, le: 500 })).default(100) });

/** Endpoints for operators. */
export const operations: Resource = {
  name: 'operations',
  endpoints: [
    endpoint({
      method: 'get',
      path: `${prefix}/status`,
      id: 'read_operations_status',
      tags,
      summary: 'How this instance is',
      who: who.operates,
      answers: { 200: { description: 'Health, replica lag, a few numbers.', schema: operationsStatus } },
      handler: async (context) => {
        const {
          settings,
          readiness,
          health,
          hearing,
          replica,
          learnedElsewhere,
          usageHealth,
          stylesStatus,
          metrics,
        } = context;
        const { degraded, consecutive_failures } = usageHealth();
        const copy = replica?.status();
        const [obstacle, numbers] = await Promise.all([readiness.obstacle(), metrics.text(), health.look()]);
        return {
          version: serviceVersion,
          database: settings.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql',
          obstacle,
          parts: health.parts(),
          notifications_problem: hearing?.problem() ?? null,
          usage_service: { degraded, consecutive_failures },
          styles: stylesStatus?.() ?? null,
          replica: copy
            ? {
                source: copy.source,
                kind: copy.kind,
                lag_seconds: copy.lagSeconds,
                problem: copy.problem,
                evidence_age_seconds: learnedElsewhere?.ageSeconds() ?? null,
                evidence_problem: learnedElsewhere?.problem() ?? null,
              }
            : null,
          metrics: summaryOf(numbers),
        };
      },
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/instances`,
      id: 'list_instances',
      tags,
      summary: 'The processes that serve from this database',
      description:
        'Each says every 30 seconds that it is there, and leaves when it is stopped; one that was killed is forgotten after ten minutes. Replicas have databases of their own, and are not listed at their primary.',
      who: who.operates,
      answers: { 200: { description: 'Those seen last come first.', schema: instancesList } },
      handler: async ({ instances }) => ({ items: await instances.list() }),
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/imports`,
      id: 'list_import_runs',
      tags,
      summary: 'What was imported',
      description:
        'Runs of `modelref import`, also those that found nothing to write; the last 500 are kept.',
      query: importsQuery,
      who: who.operates,
      answers: { 200: { description: 'The newest first.', schema: importRunsList } },
      handler: async ({ importRuns }, { query: { limit } }) => ({ items: await importRuns.list(limit) }),
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/settings`,
      id: 'read_operations_settings',
      tags,
      summary: 'The settings of this instance',
      description: 'As `modelref check-config` prints them: passwords and secrets are hidden.',
      who: who.operates,
      answers: { 200: { description: 'All settings, in order.', schema: settingsList } },
      handler: ({ shownSettings }) => ({ settings: shownSettings }),
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/webhooks`,
      id: 'list_webhook_deliveries',
      tags,
      summary: 'The delivery log of the webhooks',
      query: deliveriesQuery,
      who: who.operates,
      answers: { 200: { description: 'The newest event first.', schema: deliveriesPage } },
      handler: async ({ deliveryLog, settings }, { query: { state, target, event_id, limit, ...rest } }) => {
        rest satisfies NothingLeft;
        return {
          targets: settings.webhooks.map(({ url }) => url),
          ...(await deliveryLog.list({ state, target, event_id }, limit)),
        };
      },
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/webhooks/replay`,
      id: 'replay_webhook_deliveries',
      tags,
      summary: 'Send deliveries again',
      description:
        'They go back into the outbox with a new set of attempts. A target may be told twice: the id of the event, in the header `modelref-event-id`, is the same.',
      who: who.operatesPrimary,
      body: replaySelection,
      answers: { 200: { description: 'How many.', schema: replayed } },
      handler: ({ deliveryLog }, { body: { state, target, event_id, limit, ...rest } }) => {
        rest satisfies NothingLeft;
        const filter = { state, target, event_id };
        const all = filter.state === undefined && filter.event_id === undefined;
        return deliveryLog.replay(all ? { ...filter, state: 'failed' } : filter, limit);
      },
    }),
  ],
};

/** A line in the text format of Prometheus: name, labels, value. */
const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

/**
 * Sums up metrics for operators in a few numbers, such as the requests by status and the mean time of an
 * answer.
 *
 * @param text the answer of `/metrics`, in the text format of Prometheus
 */
export function summaryOf(text: string) {
  const samples = text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
  const of = (name: string) => samples.filter((sample) => sample.name === `modelref_${name}`);
  const sum = (name: string) => of(name).reduce((total, { value }) => total + value, 0);
  const requests: Record<string, number> = {};
  for (const { labels, value } of of('http_requests_total')) {
    const status = /status="(\dxx)"/.exec(labels)?.[1] ?? 'other';
    requests[status] = (requests[status] ?? 0) + value;
  }
  const answered = sum('http_request_duration_seconds_count');
  const started = sum('process_start_time_seconds');
  return {
    // Clients know services of several processes.
    workers: 1,
    started_at: started > 0 ? Math.round(started) : null,
    resident_memory_bytes: sum('process_resident_memory_bytes'),
    requests,
    mean_answer_seconds: answered > 0 ? sum('http_request_duration_seconds_sum') / answered : null,
    feed_streams: sum('feed_streams'),
  };
}
