import { z } from 'zod';
import { fileVerdict, fileVerdictChange } from './http-shapes.ts';
import { addressState, learnedAddress, learnedVerdict } from './learned.ts';

export const learnedFilesPage = z
  .object({
    addresses: z.array(
      learnedAddress
        .extend({
          state: addressState.meta({
            id: 'FileAddressState',
            description:
              'The last thing that the host has really said; that it says there is nothing, which is not believed yet; since when looks do not get through.',
          }),
        })
        .meta({ id: 'LearnedFileAddress', description: 'An address that live records name.' }),
    ),
    verdicts: z.array(
      learnedVerdict
        .extend({ verdict: fileVerdict })
        .meta({ id: 'NotedFileVerdict', description: 'The verdict on a file of a record, and since when.' }),
    ),
    changes: z.array(fileVerdictChange),
    next: z.string().meta({ description: 'Where to read on.' }),
    has_more: z.boolean().meta({ description: 'Whether there is more already.' }),
    age_seconds: z.int().nullable().meta({
      description:
        'At a replica: since when it does not know what its primary has learned; null before it has read all. 0 where files are looked at.',
    }),
  })
  .meta({ id: 'LearnedFilesPage', description: 'A part of what was learned of files, the oldest first.' });
