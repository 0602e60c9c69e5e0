import { z } from 'zod';

export const containsMessage = z
  .object({ message: z.string() })
  .meta({ id: 'ContainsMessage', description: 'A message for people.' });
