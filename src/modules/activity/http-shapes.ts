import { z } from 'zod';
import { changeOperations } from '../../records/enums.ts';
import { type AuditOperation, changeActions, type QueueAction } from '../audit/index.ts';
import { groupEntryKinds } from '../names/index.ts';
import { changeStatuses, riskLevels } from '../queue/index.ts';

/** An action of an account: on the queue, or directly on a model, an alias, a family or a naming schema. */
export type ActivityAction = Exclude<QueueAction, 'gap'> | AuditOperation;

export const activityActions: readonly [ActivityAction, ...ActivityAction[]] = [
  ...changeActions,
  ...changeOperations,
];

const seconds = z.int().nullable();

export type WaitingTimes = z.infer<typeof waiting>;

const waiting = z
  .object({
    count: z.int(),
    median: seconds.meta({ description: 'Seconds; null where there are none.' }),
    p90: seconds.meta({ description: 'Nine of ten took no longer.' }),
    longest: seconds,
  })
  .meta({ id: 'WaitingTimes', description: 'How long things took, in seconds.' });

export type ActivityEntry = z.infer<typeof activityEntry>;

const activityEntry = z
  .object({
    event_id: z.int(),
    at: z.int().meta({ description: 'Unix seconds, UTC.' }),
    user_id: z.string(),
    username: z.string().nullable().meta({ description: '`name#id`, where it is known.' }),
    action: z.enum(activityActions).meta({
      description:
        'Of the queue; or `create`, `update`, `delete` of what is written without it: imports, aliases, families, naming schemas.',
    }),
    change_id: z.int().nullable(),
    batch_id: z.int().nullable(),
    category: z.string().nullable(),
    model_name: z.string().nullable(),
    group_entry: z
      .object({
        kind: z.enum(groupEntryKinds),
        name: z.string().meta({ description: 'Of the group, or of the family.' }),
      })
      .nullable()
      .meta({
        description: 'What was written about a group or family of text models; then `model_name` is null.',
      }),
    request_id: z.int().nullable().meta({ description: 'Of the request for a model that it is about.' }),
  })
  .meta({ id: 'ActivityEntry', description: 'That somebody did something.' });

export const activityPage = z
  .object({
    items: z.array(activityEntry).meta({ description: 'The newest first.' }),
    next_cursor: z.string().nullable().meta({
      description:
        'For `cursor`; null at the end. A page may be empty and yet have one: so many events are looked at for each.',
    }),
  })
  .meta({ id: 'ActivityPage', description: 'Who did what.' });

const counts = (description: string) => z.record(z.string(), z.int()).meta({ description });

export const personActivity = z
  .object({
    user_id: z.string(),
    username: z.string().nullable(),
    proposals: z.object({
      total: z.int(),
      looked_at: z.int().meta({ description: 'How many of the latest ones the rest is said of.' }),
      by_status: z.object(
        Object.fromEntries(changeStatuses.map((status) => [status, z.int()])) as Record<
          (typeof changeStatuses)[number],
          z.ZodInt
        >,
      ),
      withdrawn: z.int().meta({ description: 'Of the rejected ones.' }),
      until_decided: waiting,
      until_applied: waiting,
    }),
    deeds: z.object({
      looked_at: z.int().meta({ description: 'How many of the latest ones are counted.' }),
      by_action: counts('Action → number.'),
    }),
  })
  .meta({ id: 'PersonActivity', description: 'What an account has proposed, and what it did.' });

const byOutcome = { approved: waiting, rejected: waiting, withdrawn: waiting };

export const decisionTimesResponse = z
  .object({
    looked_at: z.int().meta({ description: 'How many of the latest proposals it is said of.' }),
    months: z
      .array(
        z.object({
          month: z.string().meta({ description: 'Of the decision, UTC: `2026-11`.' }),
          ...byOutcome,
        }),
      )
      .meta({ description: 'The newest first; months without a decision are absent.' }),
    risks: z
      .array(
        z.object({
          risk: z
            .enum(riskLevels)
            .nullable()
            .meta({ description: 'When it was decided; null: nobody has assessed it then.' }),
          ...byOutcome,
        }),
      )
      .meta({ description: 'The highest first; those without a decision are absent.' }),
    pending: waiting.meta({ description: 'How long what is pending has waited so far.' }),
  })
  .meta({ id: 'DecisionTimes', description: 'How long proposals wait for a decision.' });
