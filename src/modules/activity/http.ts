import { z } from 'zod';
import { invalidInput } from '../../kernel/errors.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { laxEnum, laxInt, laxObject, laxString, queryList, queryValue } from '../../records/lax.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { userId } from '../../serving/requests/path-parameters.ts';
import { idNumber } from '../../serving/requests/query.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { groupEntryKinds } from '../names/index.ts';
import { changeStatuses, riskLevels } from '../queue/index.ts';
import type { Activity, ActivityPage, PersonActivity } from './activity.ts';
import type { DecisionsOfRisk, DecisionTimes, MonthOfDecisions, WaitingTimes } from './decision-times.ts';
import { activityActions, type Deed } from './entries.ts';

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

const activityPage = z
  .object({
    items: z.array(deed).meta({ description: 'The newest first.' }),
    next_cursor: z.string().nullable().meta({
      description:
        'For `cursor`; null at the end. A page may be empty and yet have one: so many events are looked at for each.',
    }),
  } satisfies Record<Exclude<keyof ActivityPage, 'next'> | 'next_cursor', z.ZodType>)
  .meta({ id: 'ActivityPage', description: 'Who did what.' });

const counts = (description: string) => z.record(z.string(), z.int()).meta({ description });

const personActivity = z
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

const decisionTimesResponse = z
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

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly activity: Activity;
  }
}

const prefix = '/model_references/v2/operations/activity';
const tags = ['operations'];

const activityQuery = laxObject({
  user_id: queryValue(laxString({ min: 1, max: limits.userIdLength }))
    .optional()
    .meta({ description: 'Whose.' }),
  actions: queryList(laxEnum(activityActions)).optional().meta({ description: 'Any of these.' }),
  category: queryValue(laxString({ min: 1, max: 100 })).optional(),
  model_name: queryValue(laxString({ min: 1, max: limits.nameLength }))
    .optional()
    .meta({ description: 'Exactly. A group or family of text models, too.' }),
  since: queryValue(idNumber({ ge: 0 }))
    .optional()
    .meta({ description: 'Unix seconds, included.' }),
  until: queryValue(idNumber({ ge: 0 }))
    .optional()
    .meta({ description: 'Unix seconds, included.' }),
  cursor: queryValue(laxString({ max: 40 }))
    .optional()
    .meta({ description: 'Where a page before has ended.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(50),
});

/** Who did what, and how long decisions take. */
export const activity: Resource = {
  name: 'activity',
  endpoints: [
    endpoint({
      method: 'get',
      path: prefix,
      id: 'list_activity',
      tags,
      summary: 'Who did what',
      description:
        'From the audit trail, the newest first. Of changes that were removed from the queue, filters by category and model find only what their events say.',
      who: who.readsActivity,
      query: activityQuery,
      answers: { 200: { description: 'One page.', schema: activityPage } },
      handler: async ({ activity }, { query: { cursor, actions, limit, ...query } }) => {
        const { user_id, category, model_name, since, until, ...rest } = query;
        rest satisfies NothingLeft;
        const before = cursor === undefined ? undefined : placeOf(cursor);
        const { items, next } = await activity.page({
          ...{ user_id, actions, category, model_name, since, until, limit },
          before,
        });
        return { items, next_cursor: next && `${next.timestamp}-${next.event_id}` };
      },
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/people/{user_id}`,
      parameters: { user_id: userId },
      id: 'read_person_activity',
      tags,
      summary: 'What somebody has proposed, and what became of it',
      description: 'Of an account that did nothing, all is zero.',
      who: who.readsActivity,
      answers: { 200: { description: 'In numbers.', schema: personActivity } },
      handler: ({ activity }, { path }) => activity.ofPerson(path.user_id),
    }),
    endpoint({
      method: 'get',
      path: '/model_references/v2/decision_times',
      id: 'read_decision_times',
      tags: ['v2', 'statistics'],
      summary: 'How long proposals wait for a decision',
      description: 'By month, risk and outcome. Proposals that were removed from the queue are not counted.',
      who: who.seesQueue,
      answers: { 200: { description: 'The newest month first.', schema: decisionTimesResponse } },
      handler: ({ activity }) => activity.decisionTimes(),
    }),
  ],
};

/** @throws RegistryError invalid_input (422) */
function placeOf(text: string): { timestamp: number; event_id: number } {
  const [, timestamp, event] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (timestamp && event) return { timestamp: Number(timestamp), event_id: Number(event) };
  const msg = 'Input should be the cursor of a page before';
  throw invalidInput([{ type: 'activity_cursor', loc: ['query', 'cursor'], msg, input: text }]);
}
