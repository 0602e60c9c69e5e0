import { invalidInput } from '../../kernel/errors.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { laxEnum, laxInt, laxObject, laxString, queryList, queryValue } from '../../records/lax.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { userId } from '../../serving/requests/path-parameters.ts';
import { idNumber } from '../../serving/requests/query.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Activity } from './activity.ts';
import { activityActions, activityPage, decisionTimesResponse, personActivity } from './http-shapes.ts';

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

/** The endpoints that list the actions of people, and the times that decisions take. */
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
        'From the audit trail, the newest first, also of changes that were removed from the queue.',
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

/**
 * Reads the cursor of a page, `<Unix seconds>-<event id>`.
 * @throws RegistryError `invalid_input` when the text has another form
 */
function placeOf(text: string): { timestamp: number; event_id: number } {
  const [, timestamp, event] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (timestamp && event) return { timestamp: Number(timestamp), event_id: Number(event) };
  const msg = 'Input should be the cursor of a page before';
  throw invalidInput([{ type: 'activity_cursor', loc: ['query', 'cursor'], msg, input: text }]);
}
