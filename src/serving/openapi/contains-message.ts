import { z } from 'zod';

export const messageResponse = z
  .object({ message: z.string() })
  .meta({ id: 'ContainsMessage', description: 'A message for people.' });
