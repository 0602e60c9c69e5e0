import { z } from 'zod';
import { modelRecordUnion } from '../catalog/http-shapes.ts';

export const searchResponse = z
  .object({
    results: z.array(modelRecordUnion).meta({ description: 'The records, as stored.' }),
    total: z.int().meta({ description: 'How many records match, on all pages.' }),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean().meta({ description: 'There is a page behind this one.' }),
  })
  .meta({ id: 'SearchResponse', description: 'One page of the records that were found.' });
