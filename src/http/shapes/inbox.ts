import { z } from 'zod';
import { inboxKinds, inboxReasons } from '../../registry/inbox/notice.ts';
import type { InboxPage, ToldEntry, Unread } from '../../services/inbox/inbox.ts';
import { changeStatus } from './enums.ts';
import { riskLevel } from './risk.ts';

const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });

const unread = z
  .object({
    total: z.int(),
    by_kind: z
      .record(z.string(), z.int())
      .meta({ description: 'Kind → number; kinds without any are absent.' }),
  } satisfies Record<keyof Unread, z.ZodType>)
  .meta({ id: 'InboxUnread', description: 'How many entries the caller has not read.' });

const inboxEntry = z
  .object({
    id: z.string().meta({ description: 'The event, and the change that it is about.' }),
    event_id: z.int().meta({ description: 'Of the audit event that is told of.' }),
    change_id: z.int(),
    kind: z.enum(inboxKinds).meta({
      description:
        '`conflict`: another change of the model was applied, so the change is based on a record that is not there any more.',
    }),
    because: z.enum(inboxReasons).meta({
      description: 'Why the caller is told: they have proposed the change, or review it.',
    }),
    at: seconds,
    actor_id: z.string(),
    actor_username: z.string().nullable().meta({ description: '`name#id`.' }),
    category: z.string(),
    model_name: z.string(),
    operation: z.string().nullable().meta({ description: 'Null where it is not known any more.' }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of a comment or of the reason of a rejection. Plain text.' }),
    read_at: z.int().nullable().meta({ description: 'Unix seconds; null: unread.' }),
    status: changeStatus.nullable().meta({ description: 'Of the change by now; null: it was removed.' }),
    risk: riskLevel.nullable().meta({ description: 'Of the change by now; null once it is decided.' }),
  } satisfies Record<keyof ToldEntry | 'id', z.ZodType>)
  .meta({ id: 'InboxEntry', description: 'Something that the caller is told.' });

export const inboxPage = z
  .object({
    items: z.array(inboxEntry).meta({ description: 'The newest first.' }),
    next_cursor: z.string().nullable().meta({ description: 'For `cursor`; null: there are no more.' }),
    unread,
  } satisfies Record<Exclude<keyof InboxPage, 'next'> | 'next_cursor', z.ZodType>)
  .meta({ id: 'InboxPage', description: 'What the caller is told of the queue.' });

export const inboxMarked = z
  .object({ marked: z.int().meta({ description: 'How many were unread.' }), unread })
  .meta({ id: 'InboxMarked', description: 'What became of the read marks.' });
