import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { requestDecisions } from '../../records/enums.ts';
import { absentOrNull, laxBoolean, laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { createIdSchema } from '../../serving/requests/query.ts';
import { modelRequest, type ShownRequest } from './request.ts';
import { requestActions } from './request-event.ts';

const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });
const account = z.string().meta({ description: '`name#id`.' });

/** Returns a request as the API returns it, without `event_id`. */
export function publicRequest({ event_id: _, ...request }: ShownRequest) {
  return request;
}

const next = z
  .string()
  .nullable()
  .meta({ description: 'Value of `cursor` for the next page; null on the last page.' });

export const requestPage = z
  .object({ items: z.array(modelRequest), total: z.int(), next_cursor: next })
  .meta({ id: 'ModelRequestPage', description: 'A page of model requests.' });

export const supportersPage = z
  .object({
    items: z.array(
      z
        .object({ user_id: z.string(), username: account, why: z.string().nullable(), at: seconds })
        .meta({ id: 'RequestSecond', description: 'An account that wants the model, and why.' }),
    ),
    next_cursor: next,
  })
  .meta({ id: 'RequestSecondPage', description: 'A page of supporters of a model request.' });

export const stepsPage = z
  .object({
    items: z.array(
      z
        .object({
          event_id: z.int(),
          action: z.enum(requestActions),
          at: seconds,
          user_id: z.string(),
          username: account,
          text: z.string().nullable().meta({ description: 'Plain text.' }),
          change_id: z.int().nullable().default(null).meta({ description: 'The linked change.' }),
        })
        .meta({ id: 'RequestStep', description: 'An entry of the timeline of a model request.' }),
    ),
    next_cursor: next,
  })
  .meta({ id: 'RequestStepPage', description: 'A page of the timeline of a model request, oldest first.' });

const text = laxString({ max: limits.commentLength });

const askFields = ({ names }: Categories) => ({
  category: absentOrNull(laxEnum(names)).meta({ description: 'Optional: taken from the linked page.' }),
  name: absentOrNull(laxString({ max: 200 })).meta({ description: 'Optional: taken from the linked page.' }),
  link: absentOrNull(laxString({ max: 2000 })).meta({
    description: 'A page or file of the model, as for drafts.',
  }),
});
export const askBody = (categories: Categories) =>
  laxObject({
    ...askFields(categories),
    why: absentOrNull(text).meta({ description: 'Plain text.' }),
    anyway: absentOrNull(laxBoolean()).meta({
      description: 'Create the request even if the model exists or a request for it was declined.',
    }),
  }).meta({ id: 'AskForModelRequest', description: 'The model to request: a name, a link, or both.' });
export const lookBody = (categories: Categories) =>
  laxObject(askFields(categories)).meta({
    id: 'RequestLookRequest',
    description: 'The model to check for.',
  });
export const secondBody = laxObject({ why: absentOrNull(text) }).meta({
  id: 'SecondRequest',
  description: 'Why the model is wanted. Plain text.',
});
export const commentBody = laxObject({ text: laxString({ min: 1, max: limits.commentLength }) }).meta({
  id: 'RequestCommentRequest',
  description: 'Plain text.',
});
export const decideBody = laxObject({
  decision: laxEnum(requestDecisions),
  reason: absentOrNull(text).meta({ description: 'Required for `decline` and `hide`. Plain text.' }),
  duplicate_of: absentOrNull(createIdSchema({ ge: 1 })).meta({
    description: 'For `duplicate`: the request that takes over its supporters.',
  }),
  model_name: absentOrNull(laxString({ max: limits.nameLength })).meta({
    description: 'For `fulfil`: the existing model.',
  }),
  comment: absentOrNull(createIdSchema({ ge: 1 })).meta({
    description: 'For `hide_comment` and `unhide_comment`: the `event_id` of the comment.',
  }),
  user_id: absentOrNull(laxString({ max: limits.userIdLength })).meta({
    description: 'For `hide_comment`, instead of `comment`: the account whose `why` is hidden.',
  }),
}).meta({ id: 'DecideRequest', description: 'A decision on a model request.' });
export const proposeBody = laxObject({ change_id: createIdSchema({ ge: 1 }) }).meta({
  id: 'ProposedForRequest',
  description: 'The change to link to the model request.',
});
