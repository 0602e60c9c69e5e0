/**
 * The headers of every JSON answer. Model names are user input, so the headers keep browsers from reading an
 * answer as a script.
 */
export const jsonHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
} as const;

export const json = jsonHeaders['content-type'];
