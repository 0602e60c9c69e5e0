/**
 * The headers of every JSON answer. Model names are user input: no browser may take the answer for a script.
 */
export const jsonHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
} as const;

export const json = jsonHeaders['content-type'];
