import { z } from 'zod';

export const modelUsageHistory = z
  .object({
    days: z.array(
      z.object({
        date: z.string().meta({ description: 'UTC, `2026-01-31`.' }),
        day: z.int().meta({ description: 'Uses in the 24 hours before.' }),
        month: z.int().meta({ description: 'Uses in the month before.' }),
        total: z.int().meta({ description: 'Uses ever.' }),
        workers: z.int(),
      }),
    ),
  })
  .meta({ id: 'ModelUsageHistory', description: 'How much a model was used, day by day.' });
