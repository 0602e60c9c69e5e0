import { z } from 'zod';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import { deliveryStates } from '../../records/enums.ts';
import { laxEnum, laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { serviceVersion } from '../../serving/version.ts';
import type { DeliveryLog } from '../feed/index.ts';
import type { ServedCopy } from '../replica/index.ts';
import { partNames } from './health.ts';
import type { openHealth } from './module.ts';
import type { Readiness } from './readiness.ts';

interface OperationsServices extends ReturnType<typeof openHealth> {
  readonly readiness: Pick<Readiness, 'obstacle'>;
  readonly usageHealth: UsageSource['health'];
  /** Absent on a PRIMARY. */
  readonly replica?: Pick<ServedCopy, 'status'>;
  readonly deliveryLog: DeliveryLog;
}

/** Maximum number of deliveries that one call can redeliver (`limit`). */
const maxReplayedDeliveries = 10_000;

const deliveryState = laxEnum(deliveryStates);

const operationsStatus = z
  .object({
    version: z.string(),
    database: z.enum(['sqlite', 'postgresql']),
    obstacle: z.string().nullable().meta({ description: 'Why `/readyz` returns 503; null if ready.' }),
    parts: z
      .array(
        z.object({
          part: z.enum(partNames),
          problem: z
            .string()
            .nullable()
            .meta({ description: 'Description of the problem; null if there is none.' }),
          since: z.int().meta({ description: 'Time since which the part is in this state.' }),
        }),
      )
      .meta({ description: 'The parts of this instance.' }),
    usage_service: z.object({ degraded: z.boolean(), consecutive_failures: z.int() }),
    replica: z
      .object({
        source: z.string().nullable(),
        lag_seconds: z.number().nullable(),
        problem: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null on a PRIMARY.' }),
    metrics: z
      .object({
        workers: z.int().meta({ description: 'Always 1.' }),
        started_at: z.int().nullable(),
        resident_memory_bytes: z.number(),
        requests: z
          .record(z.string(), z.number())
          .meta({ description: 'Number of answers by status class, such as `2xx`.' }),
        mean_answer_seconds: z.number().nullable().meta({
          description: 'Mean time of computed answers, in seconds. Cached answers are not measured.',
        }),
        feed_streams: z.number(),
      })
      .meta({ description: 'Metrics of the answering process since its start.' }),
  })
  .meta({ id: 'OperationsStatus', description: 'Status of the answering instance.' });

const deliveriesPage = z
  .object({
    targets: z.array(z.string()).meta({ description: 'The configured targets.' }),
    total: z.int(),
    items: z.array(
      z.object({
        event_id: z.int(),
        target: z.string(),
        state: z.enum(deliveryStates),
        attempts: z.int(),
        next_attempt_at: z.int(),
        last_status: z.int().nullable(),
        last_error: z.string().nullable(),
        created_at: z.int(),
        updated_at: z.int(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveries', description: 'Webhook deliveries, newest event first.' });

const replaySelection = laxObject({
  state: deliveryState.optional().meta({ description: 'Default, without an event: `failed`.' }),
  target: laxString({ min: 1, max: 2_000 }).optional(),
  event_id: laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER }).optional(),
  limit: laxInt({ ge: 1, le: maxReplayedDeliveries }).default(1_000),
}).meta({ id: 'WebhookReplayRequest', description: 'The deliveries to send again.' });

const replayResponse = z
  .object({
    replayed: z.int(),
    left: z.int().meta({ description: 'Number of further matching deliveries, left unchanged.' }),
  })
  .meta({ id: 'WebhookReplay', description: 'Number of deliveries put back into the outbox.' });

const prefix = '/model_references/v2/operations';
const tags = ['operations'];

const deliveriesQuery = laxObject({
  state: queryValue(deliveryState).optional(),
  target: queryValue(laxString({ min: 1, max: 2_000 }))
    .optional()
    .meta({ description: 'Matches exactly.' }),
  event_id: queryValue(laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER })).optional(),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(100),
});

/** Endpoints for operators. */
export const operations = ({
  readiness,
  health,
  usageHealth,
  replica,
  deliveryLog,
}: OperationsServices): Resource => ({
  name: 'operations',
  endpoints: [
    endpoint({
      method: 'get',
      path: `${prefix}/status`,
      id: 'read_operations_status',
      tags,
      summary: 'Get instance status',
      who: who.operates,
      answers: { 200: { description: 'Health, replica lag and basic metrics.', schema: operationsStatus } },
      handler: async ({ settings, metrics }) => {
        const { degraded, consecutive_failures } = usageHealth();
        const replicaStatus = replica?.status();
        const [obstacle, metricsText] = await Promise.all([
          readiness.obstacle(),
          metrics.text(),
          health.check(),
        ]);
        return {
          version: serviceVersion,
          database: settings.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql',
          obstacle,
          parts: health.parts(),
          usage_service: { degraded, consecutive_failures },
          replica: replicaStatus
            ? {
                source: replicaStatus.source,
                lag_seconds: replicaStatus.lagSeconds,
                problem: replicaStatus.problem,
              }
            : null,
          metrics: summariseMetrics(metricsText),
        };
      },
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/webhooks`,
      id: 'list_webhook_deliveries',
      tags,
      summary: 'List webhook deliveries',
      query: deliveriesQuery,
      who: who.operates,
      answers: { 200: { description: 'The newest event first.', schema: deliveriesPage } },
      handler: async ({ settings }, { query: { state, target, event_id, limit, ...rest } }) => {
        rest satisfies NoOtherKeys;
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
      summary: 'Retry webhook deliveries',
      description:
        'Puts the deliveries back into the outbox with a new set of attempts. A target may receive an event twice, with the same id in the header `modelref-event-id`.',
      who: who.operatesPrimary,
      body: replaySelection,
      answers: { 200: { description: 'The number of deliveries.', schema: replayResponse } },
      handler: (_context, { body: { state, target, event_id, limit, ...rest } }) => {
        rest satisfies NoOtherKeys;
        return deliveryLog.replay({ state, target, event_id }, limit);
      },
    }),
  ],
});

/** A line in the text format of Prometheus: name, labels, value. */
const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

/**
 * Computes a few numbers for operators from the metrics, such as the number of requests by status and the
 * mean response time.
 *
 * @param text the response of `/metrics`, in the text format of Prometheus
 */
export function summariseMetrics(text: string) {
  const samples = text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = samplePattern.exec(each) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
  const findSamples = (name: string) => samples.filter((sample) => sample.name === `modelref_${name}`);
  const sumSamples = (name: string) => findSamples(name).reduce((total, { value }) => total + value, 0);
  const requests: Record<string, number> = {};
  for (const { labels, value } of findSamples('http_requests_total')) {
    const status = /status="(\dxx)"/.exec(labels)?.[1] ?? 'other';
    requests[status] = (requests[status] ?? 0) + value;
  }
  const responseCount = sumSamples('http_request_duration_seconds_count');
  const startedAt = sumSamples('process_start_time_seconds');
  return {
    // Always 1: clients also support services with several processes.
    workers: 1,
    started_at: startedAt > 0 ? Math.round(startedAt) : null,
    resident_memory_bytes: sumSamples('process_resident_memory_bytes'),
    requests,
    mean_answer_seconds:
      responseCount > 0 ? sumSamples('http_request_duration_seconds_sum') / responseCount : null,
    feed_streams: sumSamples('feed_streams'),
  };
}
