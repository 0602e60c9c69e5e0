import { z } from 'zod';
import { changeActions } from '../audit/event.ts';
import type { ChangeVersion } from './change-versions.ts';
import type { ConversationOf } from './conversation.ts';
import type { ConversationEntry } from './conversation-entries.ts';
import { fieldDiff, record } from './http-shapes-diffs.ts';
import { changeStatus } from './pending-change.ts';

const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });

export const conversationEntry = z
  .object({
    event_id: z.int().meta({ description: 'The id of its audit event; of a comment it is the comment’s.' }),
    timestamp: seconds,
    action: z.enum(changeActions),
    user_id: z.string(),
    username: z.string().nullable().meta({ description: '`name#id`.' }),
    text: z.string().nullable().meta({
      description: 'A comment, or the reason of a rejection. Plain text. Null when it is deleted.',
    }),
    edited_at: z.int().nullable().meta({ description: 'Unix seconds; null: never.' }),
    deleted: z.boolean(),
    version: z.int().nullable().meta({ description: 'Of a proposal and of a new version of it.' }),
    batch_id: z.int().nullable(),
  } satisfies Record<keyof ConversationEntry, z.ZodType>)
  .meta({ id: 'ConversationEntry', description: 'What was said of a change, or happened to it.' });

const changeVersion = z
  .object({
    version: z.int(),
    event_id: z.int(),
    proposed_at: seconds,
    payload: record.meta({ description: 'The record as submitted.' }),
    field_diffs: z
      .array(fieldDiff)
      .meta({ description: 'What differs from the version before; none of the first.' }),
  } satisfies Record<keyof ChangeVersion, z.ZodType>)
  .meta({ id: 'ChangeVersion', description: 'What was proposed under the id of a change at a time.' });

export const conversationResponse = z
  .object({
    change_id: z.int(),
    status: changeStatus,
    version: z.int(),
    changes_requested_by: z
      .string()
      .nullable()
      .meta({ description: 'User id of the approver who has asked for another version.' }),
    entries: z.array(conversationEntry).meta({ description: 'In order.' }),
    versions: z.array(changeVersion).meta({ description: 'Ascending.' }),
  } satisfies Record<keyof ConversationOf, z.ZodType>)
  .meta({ id: 'ConversationResponse', description: 'What was said of a change, and its versions.' });
