/**
 * The headers of every JSON response. Model names are user input, so the headers prevent browsers from
 * interpreting a response as a script.
 */
export const jsonHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
} as const;

export const jsonContentType = jsonHeaders['content-type'];
