import { z } from 'zod';
import type { RouteContext } from '../../serving/context.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { changeId } from '../../serving/requests/path-parameters.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { queueEndpoints } from '../queue/index.ts';
import { openForSeconds, type othersOf, type Presence } from './presence.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly presence: Presence;
  }
}

export type PresenceServices = Pick<RouteContext, 'presence'>;

const changeViewer = z
  .object({
    change_id: z.int(),
    user_id: z.string(),
    username: z.string().meta({ description: '`name#id`.' }),
  } satisfies Record<keyof ReturnType<typeof othersOf>[number], z.ZodType>)
  .meta({ id: 'ChangeViewer', description: 'An approver who has a change open.' });

const changeViewers = z
  .object({
    others: z.array(changeViewer).meta({ description: 'Who else has it open.' }),
    seconds: z.int().meta({ description: 'How long it is noted for the caller: say it again before.' }),
  })
  .meta({ id: 'ChangeViewers', description: 'Who has a change open.' });

const path = '/changes/{change_id}/viewers';
const common = { who: who.usesQueue('approver'), parameters: { change_id: changeId } } as const;
const endpoint = queueEndpoints('v2');

/**
 * Endpoints with which an approver reports which change they have open, and sees which other approvers have
 * the same change open.
 */
export const presence: Resource = {
  name: 'presence',
  endpoints: [
    endpoint('put', path, 'open_pending_change', {
      ...common,
      summary: 'Say that you have a change open',
      description: `Other approvers see it for ${openForSeconds} seconds; it decides nothing. The stream of the inbox tells of it.`,
      answers: { 200: { description: 'Who else has.', schema: changeViewers }, ...refuses(404) },
      handler: async ({ presence }: PresenceServices, { path, caller }) => ({
        others: await presence.open(path.change_id, caller),
        seconds: openForSeconds,
      }),
    }),
    endpoint('delete', path, 'leave_pending_change', {
      ...common,
      summary: 'Say that you have closed a change',
      answers: { 204: { description: 'Forgotten, if it was noted.' } },
      handler: ({ presence }: PresenceServices, { path, caller }) => presence.leave(path.change_id, caller),
    }),
  ],
};
