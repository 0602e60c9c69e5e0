import { z } from 'zod';

export const draftNote = z
  .object({
    field_path: z
      .string()
      .nullable()
      .meta({ description: 'Dotted path in the record; null for the whole record.' }),
    message: z.string(),
    open: z.boolean().meta({
      description: 'True if the note must be resolved before the record is proposed.',
    }),
  })
  .meta({ id: 'DraftNote', description: 'A note for the author of the proposal.' });

export type DraftNote = z.infer<typeof draftNote>;
