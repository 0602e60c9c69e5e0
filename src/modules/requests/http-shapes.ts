import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { requestDecisions } from '../../records/enums.ts';
import { laxBoolean, laxEnum, laxObject, laxString, orNull } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { idNumber } from '../../serving/requests/query.ts';
import { modelRequest, type ShownRequest } from './request.ts';
import { requestActions } from './request-event.ts';

const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });
const account = z.string().meta({ description: '`name#id`.' });

/** Gives a request as the API shows it, without `event_id`. */
export function shown({ event_id: _, ...request }: ShownRequest) {
  return request;
}

const next = z.string().nullable().meta({ description: 'For `cursor`; null: there are no more.' });

export const requestPage = z
  .object({ items: z.array(modelRequest), total: z.int(), next_cursor: next })
  .meta({ id: 'ModelRequestPage', description: 'Requests for models.' });

export const secondsPage = z
  .object({
    items: z.array(
      z
        .object({ user_id: z.string(), username: account, why: z.string().nullable(), at: seconds })
        .meta({ id: 'RequestSecond', description: 'An account that wants it, and why.' }),
    ),
    next_cursor: next,
  })
  .meta({ id: 'RequestSecondPage', description: 'Who wants it, by account.' });

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
          change_id: z
            .int()
            .nullable()
            .default(null)
            .meta({ description: 'The change that was named for it.' }),
        })
        .meta({ id: 'RequestStep', description: 'What was said of a request, or happened to it.' }),
    ),
    next_cursor: next,
  })
  .meta({ id: 'RequestStepPage', description: 'What was said of a request and happened to it, in order.' });

const text = laxString({ max: limits.commentLength });

const askFields = ({ names }: Categories) => ({
  category: orNull(laxEnum(names)).meta({ description: 'Without it, what the link leads to decides.' }),
  name: orNull(laxString({ max: 200 })).meta({ description: 'Without it, as the link has it.' }),
  link: orNull(laxString({ max: 2000 })).meta({ description: 'A page or file of it, as for drafts.' }),
});
export const askBody = (categories: Categories) =>
  laxObject({
    ...askFields(categories),
    why: orNull(text).meta({ description: 'Plain text.' }),
    anyway: orNull(laxBoolean()).meta({
      description: 'Whether to ask although the model is there, or the same was declined.',
    }),
  }).meta({ id: 'AskForModelRequest', description: 'What is wanted: a name, a link, or both.' });
export const lookBody = (categories: Categories) =>
  laxObject(askFields(categories)).meta({
    id: 'RequestLookRequest',
    description: 'What somebody may ask for.',
  });
export const secondBody = laxObject({ why: orNull(text) }).meta({
  id: 'SecondRequest',
  description: 'Why. Plain text.',
});
export const commentBody = laxObject({ text: laxString({ min: 1, max: limits.commentLength }) }).meta({
  id: 'RequestCommentRequest',
  description: 'Plain text.',
});
export const decideBody = laxObject({
  decision: laxEnum(requestDecisions),
  reason: orNull(text).meta({ description: 'Needed to decline and to hide. Plain text.' }),
  duplicate_of: orNull(idNumber({ ge: 1 })).meta({
    description: 'Of `duplicate`: the request that gets its seconds.',
  }),
  model_name: orNull(laxString({ max: limits.nameLength })).meta({
    description: 'Of `fulfil`: the model that is there.',
  }),
  comment: orNull(idNumber({ ge: 1 })).meta({
    description: 'Of `hide_comment` and `unhide_comment`: the `event_id` of the comment.',
  }),
  user_id: orNull(laxString({ max: limits.userIdLength })).meta({
    description: 'Of `hide_comment`, instead of `comment`: the account whose `why` is hidden.',
  }),
}).meta({ id: 'DecideRequest', description: 'What becomes of a request.' });
export const proposeBody = laxObject({ change_id: idNumber({ ge: 1 }) }).meta({
  id: 'ProposedForRequest',
  description: 'A change of the queue that is proposed for it.',
});
