import { z } from 'zod';
import { categoryEnum } from '../../records/enums.ts';

export const draftDuplicate = z
  .object({
    kind: z
      .enum(['same_file', 'same_page', 'same_name', 'alike_name', 'other_version'])
      .meta({ id: 'DraftDuplicateKind', description: 'What both have in common.' }),
    category: categoryEnum,
    name: z.string(),
    message: z.string(),
    newer: z.boolean().nullable().meta({
      description: 'Whether the draft is a newer version of it; null: not known.',
    }),
  })
  .meta({ id: 'DraftDuplicate', description: 'A model that is there already and has to do with the draft.' });
