import { z } from 'zod';
import { categoryEnum } from '../../records/enums.ts';
import { draftDuplicate } from '../drafts/index.ts';
import { type ModelRequest, requestActions, requestStates } from './request.ts';
import type { Requests } from './requests.ts';

const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });
const account = z.string().meta({ description: '`name#id`.' });
const known = z.record(z.string(), z.unknown()).nullable().meta({
  description:
    'What was found behind the link: page, baseline, size, files with their hashes. Others’ texts; null: nothing.',
});

export const requestState = z.enum(requestStates).meta({ id: 'RequestState' });

export const modelRequest = z
  .object({
    request_id: z.int(),
    category: categoryEnum,
    name: z.string(),
    link: z.string().nullable(),
    why: z.string().nullable().meta({ description: 'Plain text.' }),
    known,
    state: requestState,
    reason: z.string().nullable().meta({ description: 'Why it was decided so. Plain text.' }),
    requested_by: z.string(),
    requested_username: account,
    requested_at: seconds,
    decided_by: z.string().nullable(),
    decided_username: z.string().nullable(),
    decided_at: z.int().nullable(),
    duplicate_of: z.int().nullable().meta({ description: 'The request that has its seconds now.' }),
    change_id: z.int().nullable().meta({ description: 'The change that was proposed for it last.' }),
    model_name: z.string().nullable().meta({ description: 'The model that fulfils it.' }),
    hidden: z.boolean().meta({ description: 'By an approver; only they see it.' }),
    wanted: z.int().meta({ description: 'How many accounts want it, with the one that has asked.' }),
    comments: z.int(),
  } satisfies Record<Exclude<keyof ModelRequest, 'event_id'>, z.ZodType>)
  .meta({ id: 'ModelRequest', description: 'A wish of people for a model, and what became of it.' });

/** Gives a request as the API shows it, without `event_id`. */
export function shown({ event_id: _, ...request }: ModelRequest) {
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
        })
        .meta({ id: 'RequestStep', description: 'What was said of a request, or happened to it.' }),
    ),
    next_cursor: next,
  })
  .meta({ id: 'RequestStepPage', description: 'What was said of a request and happened to it, in order.' });

export const lookResponse = z
  .object({
    category: categoryEnum,
    name: z.string(),
    link: z.string().nullable(),
    known,
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why nothing was learned from the link; null: something was, or there is none.' }),
    models: z.array(draftDuplicate),
    requests: z
      .array(modelRequest)
      .meta({ description: 'For the same, or another version of it. The newest first.' }),
  } satisfies Record<keyof Awaited<ReturnType<Requests['look']>>, z.ZodType>)
  .meta({ id: 'RequestLookResponse', description: 'What is there already of what somebody wants.' });
