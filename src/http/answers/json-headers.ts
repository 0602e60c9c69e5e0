/** Headers of every JSON answer. Names come from others, and no browser is to guess a script in them. */
export const jsonHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
} as const;

export const json = jsonHeaders['content-type'];
