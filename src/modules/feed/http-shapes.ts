import { z } from 'zod';
import { categoryEnum, changeOperation } from '../../records/enums.ts';
import { genericRecord } from '../catalog/index.ts';
import { fileVerdict } from '../files/index.ts';

const hash = z.string().nullable();

const feedEventShape = z
  .object({
    event_id: z.int().meta({ description: 'Ascending, with gaps: events of the queue are numbered too.' }),
    cursor: z.string().meta({ description: 'The place behind this event, for `since`.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    category: categoryEnum,
    model_name: z.string(),
    operation: changeOperation,
    v2: genericRecord
      .nullable()
      .meta({ description: 'The stored record after the write; null after a delete.' }),
    legacy: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'The same in the legacy format, as it is stored (of text models: their row of `models.csv`); null as well where the category has none.',
    }),
    v2_hash: hash.meta({ description: 'SHA-256 (hex) of `v2` as it stands here: compact JSON.' }),
    legacy_hash: hash.meta({ description: 'SHA-256 (hex) of `legacy` as it stands here.' }),
    returned_behind: z.string().nullable().optional().meta({
      description:
        'Only of a model that has come back to its former place among the others: the model before it, null when it is the first. Any other new model comes last.',
    }),
  })
  .meta({ id: 'FeedEvent', description: 'One write of a live model, with what it left behind.' });

const fileVerdictEvent = z
  .object({
    event_id: z.int(),
    cursor: z.string().meta({ description: 'The place behind this event, for `since`.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    category: categoryEnum,
    model_name: z.string(),
    field_path: z.string().meta({ description: 'Where the file stands in the v2 record.' }),
    url: z.string(),
    verdict_before: fileVerdict.nullable(),
    verdict: fileVerdict,
    how: z.string().nullable(),
    detail: z.string(),
  })
  .meta({
    id: 'FileVerdictEvent',
    description: 'A verdict on a file of a live model that became another one.',
  });

export const feedPage = z
  .object({
    events: z.array(feedEventShape),
    file_verdicts: z.array(fileVerdictEvent).meta({
      description:
        'What was learned meanwhile of files of live models, in order; `event_id` is in one row with those of `events`.',
    }),
    next: z.string().meta({ description: 'The place up to which this page is complete: the next `since`.' }),
    head: z
      .string()
      .meta({ description: 'The place behind the newest event. Reached when it equals `next`.' }),
    has_more: z.boolean().meta({ description: 'Whether `next` is not yet `head`.' }),
  })
  .meta({ id: 'FeedPage', description: 'Writes of live models, in the order in which they became visible.' });
