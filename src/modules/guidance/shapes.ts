import { z } from 'zod';
import { guidanceStatuses } from './summary.ts';

export const guidanceSummary = z
  .strictObject({
    status: z.enum(guidanceStatuses).meta({
      description:
        '`published`: profiles are assigned; `legacy_label`: the record has an `instruct_format`; `undocumented`: neither.',
    }),
    primary_profile_id: z.string().nullable(),
    supplemental_profile_ids: z.array(z.string()),
  })
  .meta({ id: 'GuidanceSummary', description: 'Guidance of a text model.' });

export const guidanceCoverage = z
  .strictObject(
    Object.fromEntries(guidanceStatuses.map((status) => [status, z.int()])) as Record<
      (typeof guidanceStatuses)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'GuidanceCoverage', description: 'Number of members by the status of their guidance.' });
