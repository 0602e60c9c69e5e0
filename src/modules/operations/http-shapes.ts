import { z } from 'zod';
import { laxEnum, laxInt, laxObject, laxString } from '../../records/lax.ts';
import { partNames } from './health.ts';

const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Largest number of deliveries that a caller can have sent again by one call (`limit`). */
const mostReplayed = 10_000;

export const deliveryState = laxEnum(deliveryStates);

export const operationsStatus = z
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
    notifications_problem: z
      .string()
      .nullable()
      .meta({ description: 'Why instances do not hear of one another; null where they do, or need not.' }),
    usage_service: z.object({ degraded: z.boolean(), consecutive_failures: z.int() }),
    styles: z
      .object({
        source: z.string(),
        styles: z.int().meta({ description: 'Number of those that ask for a model.' }),
        read_at: z.int().nullable().meta({ description: 'When the copy was read; null: there is none yet.' }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why the latest try gave none: the last good copy counts.' }),
      })
      .nullable()
      .meta({ description: "The horde's styles; null where none are read (`STYLES_SOURCE`)." }),
    replica: z
      .object({
        source: z.string().nullable(),
        kind: z.enum(['feed', 'polled', 'files']).nullable(),
        lag_seconds: z.number().nullable(),
        evidence_age_seconds: z.number().nullable().meta({
          description:
            'Of what the primary last said of files; null before anybody looked, and while it tells nothing.',
        }),
        evidence_problem: z.string().nullable(),
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

export const settingsList = z
  .object({
    settings: z.array(
      z.object({
        name: z.string(),
        value: z.string().meta({ description: 'Passwords and secrets are hidden.' }),
        source: z.string().nullable().meta({ description: 'The variable it came from; null: the default.' }),
      }),
    ),
  })
  .meta({ id: 'SettingsList', description: 'The settings, as `modelref check-config` prints them.' });

export const instancesList = z
  .object({
    items: z.array(
      z.object({
        id: z.string().meta({ description: 'Another one after each start.' }),
        host: z.string(),
        process: z.int().meta({ description: 'Its number on the host.' }),
        version: z.string(),
        role: z.enum(['PRIMARY', 'REPLICA']),
        started_at: z.int(),
        seen_at: z.int().meta({ description: 'When it last said that it is there.' }),
        lag_seconds: z.int().nullable().meta({
          description: 'How far its copy was behind then; null at a PRIMARY, and where it is not known.',
        }),
      }),
    ),
  })
  .meta({ id: 'InstancesList', description: 'The processes that serve from the database.' });

export const importRunsList = z
  .object({
    items: z.array(
      z.object({
        number: z.int(),
        imported_at: z.int(),
        imported_by: z.string().meta({ description: 'Account and host that ran the command.' }),
        sources: z.array(z.string()).meta({ description: 'Directories and addresses.' }),
        created: z.int().meta({ description: 'Models, aliases, families and naming schemas.' }),
        updated: z.int(),
        deleted: z.int(),
        unchanged: z.int(),
        left_out: z.int().meta({ description: 'Records that could not be imported.' }),
      }),
    ),
  })
  .meta({ id: 'ImportRunsList', description: 'What was imported into the database.' });

export const deliveriesPage = z
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

export const replaySelection = laxObject({
  state: deliveryState.optional().meta({ description: 'Absent, and without an event: `failed`.' }),
  target: laxString({ min: 1, max: 2_000 }).optional(),
  event_id: laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER }).optional(),
  limit: laxInt({ ge: 1, le: mostReplayed }).default(1_000),
}).meta({ id: 'WebhookReplayRequest', description: 'Which deliveries are to be sent again.' });

export const replayed = z
  .object({ replayed: z.int(), left: z.int().meta({ description: 'Others that fit, left as they are.' }) })
  .meta({ id: 'WebhookReplay', description: 'How many deliveries went back into the outbox.' });
