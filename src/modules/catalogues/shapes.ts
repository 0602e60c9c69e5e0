import { z } from 'zod';
import { fieldDiff } from '../../records/diff.ts';
import { changeOperation } from '../../records/enums.ts';

const createIntegerSchema = (description: string) => z.int().meta({ description });

export const recordMetadata = z
  .strictObject({
    revision: createIntegerSchema('Revision of the entry: 1 for a new entry, incremented by each write.'),
    created_at: z.int().nullable().meta({ description: 'Unix seconds.' }),
    created_by: z.string().nullable().meta({ description: '`name#id`.' }),
    updated_at: z.int().nullable().meta({ description: 'Unix seconds.' }),
    updated_by: z.string().nullable().meta({ description: '`name#id`.' }),
  })
  .meta({
    id: 'RecordMetadata',
    description: 'Times and authors of a catalogue entry. Set by the server.',
  });

export const catalogMetadataShape = z
  .strictObject({
    schema_version: z.literal(1),
    revision: createIntegerSchema('Incremented by each applied change set.'),
    updated_at: z.int().nullable().meta({ description: 'Unix seconds; null before the first change set.' }),
  })
  .meta({ id: 'CatalogMetadata', description: 'State of a catalogue.' });

export const entryHistoryPage = z
  .object({
    items: z.array(
      z.object({
        event_id: z.int(),
        timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
        operation: changeOperation,
        revision: z.int().nullable().meta({
          description:
            'Revision of the catalogue after the write; null for writes before the catalogue existed.',
        }),
        change_id: z.int().nullable().meta({ description: 'The change set; null for any other write.' }),
        batch_id: z.int().nullable(),
        applied_by: z.string().meta({ description: 'User id; `registry` for the first content.' }),
        applied_username: z.string().nullable(),
        field_diffs: z.array(fieldDiff),
      }),
    ),
    limit: z.int(),
    next_cursor: z.int().nullable().meta({ description: 'Cursor of the next page; null on the last page.' }),
  })
  .meta({
    id: 'CatalogueEntryHistory',
    description: 'History of a catalogue entry, newest first.',
  });
