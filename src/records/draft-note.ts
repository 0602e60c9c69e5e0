import { z } from 'zod';

export const draftNote = z
  .object({
    field_path: z
      .string()
      .nullable()
      .meta({ description: 'Where, in the record; null when it is about all of it.' }),
    message: z.string(),
    open: z.boolean().meta({
      description:
        'Whether it is a contradiction or a question, to be settled before the record is proposed.',
    }),
  })
  .meta({ id: 'DraftNote', description: 'What whoever proposes the record should know or add.' });

export type DraftNote = z.infer<typeof draftNote>;
