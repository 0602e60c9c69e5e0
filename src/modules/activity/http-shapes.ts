import { z } from 'zod';
import { groupEntryKinds } from '../names/index.ts';
import { changeStatuses, riskLevels } from '../queue/index.ts';
import { activityActions } from './action.ts';
import type { ActivityPage, PersonActivity } from './activity.ts';
import type { DecisionsOfRisk, DecisionTimes, MonthOfDecisions } from './decision-times.ts';
import type { Deed } from './entries.ts';
import type { WaitingTimes } from './waiting-times.ts';

const seconds = z.int().nullable();

const waiting = z
  .object({
    count: z.int(),
    median: seconds.meta({ description: 'Seconds; null where there are none.' }),
    p90: seconds.meta({ description: 'Nine of ten took no longer.' }),
    longest: seconds,
  } satisfies Record<keyof WaitingTimes, z.ZodType>)
  .meta({ id: 'WaitingTimes', description: 'How long things took, in seconds.' });

const deed = z
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
      } satisfies Record<keyof NonNullable<Deed['group_entry']>, z.ZodType>)
      .nullable()
      .meta({
        description: 'What was written about a group or family of text models; then `model_name` is null.',
      }),
  } satisfies Record<keyof Deed, z.ZodType>)
  .meta({ id: 'ActivityEntry', description: 'That somebody did something.' });

export const activityPage = z
  .object({
    items: z.array(deed).meta({ description: 'The newest first.' }),
    next_cursor: z.string().nullable().meta({
      description:
        'For `cursor`; null at the end. A page may be empty and yet have one: so many events are looked at for each.',
    }),
  } satisfies Record<Exclude<keyof ActivityPage, 'next'> | 'next_cursor', z.ZodType>)
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
    } satisfies Record<keyof PersonActivity['proposals'], z.ZodType>),
    deeds: z.object({
      looked_at: z.int().meta({ description: 'How many of the latest ones are counted.' }),
      by_action: counts('Action → number.'),
    } satisfies Record<keyof PersonActivity['deeds'], z.ZodType>),
  } satisfies Record<keyof PersonActivity, z.ZodType>)
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
        } satisfies Record<keyof MonthOfDecisions, z.ZodType>),
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
        } satisfies Record<keyof DecisionsOfRisk, z.ZodType>),
      )
      .meta({ description: 'The highest first; those without a decision are absent.' }),
    pending: waiting.meta({ description: 'How long what is pending has waited so far.' }),
  } satisfies Record<keyof DecisionTimes, z.ZodType>)
  .meta({ id: 'DecisionTimes', description: 'How long proposals wait for a decision.' });
