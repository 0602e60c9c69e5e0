import { z } from 'zod';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
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
  /** Absent at a PRIMARY. */
  readonly replica?: Pick<ServedCopy, 'status'>;
  readonly deliveryLog: DeliveryLog;
}

/** Largest number of deliveries that a caller can have sent again by one call (`limit`). */
const mostReplayed = 10_000;

const deliveryState = laxEnum(deliveryStates);

const operationsStatus = z
  .object({
    version: z.string(),
    database: z.enum(['sqlite', 'postgresql']),
    obstacle: z.string().nullable().meta({ description: 'Why `/readyz` answers 503; null: it is ready.' }),
    parts: z
      .array(
        z.object({
          part: z.enum(partNames),
          problem: z.string().nullable().meta({ description: 'Null: nothing is wrong.' }),
          since: z.int().meta({ description: 'From when on it was seen so, with or without a problem.' }),
        }),
      )
      .meta({ description: 'Those that this instance has.' }),
    usage_service: z.object({ degraded: z.boolean(), consecutive_failures: z.int() }),
    replica: z
      .object({
        source: z.string().nullable(),
        lag_seconds: z.number().nullable(),
        problem: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null at a PRIMARY.' }),
    metrics: z
      .object({
        workers: z.int().meta({ description: 'Always 1.' }),
        started_at: z.int().nullable(),
        resident_memory_bytes: z.number(),
        requests: z.record(z.string(), z.number()).meta({ description: 'Answers by status class, `2xx`.' }),
        mean_answer_seconds: z
          .number()
          .nullable()
          .meta({ description: 'Of answers that are computed; reads of ready bytes are not timed.' }),
        feed_streams: z.number(),
      })
      .meta({ description: 'Of the process that answers, since its start.' }),
  })
  .meta({ id: 'OperationsStatus', description: 'How the instance that answers is.' });

const deliveriesPage = z
  .object({
    targets: z.array(z.string()).meta({ description: 'Those that the settings name.' }),
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
  .meta({ id: 'WebhookDeliveries', description: 'Messages to webhook targets, the newest event first.' });

const replaySelection = laxObject({
  state: deliveryState.optional().meta({ description: 'Absent, and without an event: `failed`.' }),
  target: laxString({ min: 1, max: 2_000 }).optional(),
  event_id: laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER }).optional(),
  limit: laxInt({ ge: 1, le: mostReplayed }).default(1_000),
}).meta({ id: 'WebhookReplayRequest', description: 'Which deliveries are to be sent again.' });

const replayed = z
  .object({ replayed: z.int(), left: z.int().meta({ description: 'Others that fit, left as they are.' }) })
  .meta({ id: 'WebhookReplay', description: 'How many deliveries went back into the outbox.' });

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
      summary: 'How this instance is',
      who: who.operates,
      answers: { 200: { description: 'Health, replica lag, a few numbers.', schema: operationsStatus } },
      handler: async ({ settings, metrics }) => {
        const { degraded, consecutive_failures } = usageHealth();
        const copy = replica?.status();
        const [obstacle, numbers] = await Promise.all([readiness.obstacle(), metrics.text(), health.look()]);
        return {
          version: serviceVersion,
          database: settings.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql',
          obstacle,
          parts: health.parts(),
          usage_service: { degraded, consecutive_failures },
          replica: copy
            ? {
                source: copy.source,
                lag_seconds: copy.lagSeconds,
                problem: copy.problem,
              }
            : null,
          metrics: summaryOf(numbers),
        };
      },
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
      handler: async ({ settings }, { query: { state, target, event_id, limit, ...rest } }) => {
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
      handler: (_context, { body: { state, target, event_id, limit, ...rest } }) => {
        rest satisfies NothingLeft;
        return deliveryLog.replay({ state, target, event_id }, limit);
      },
    }),
  ],
});

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
