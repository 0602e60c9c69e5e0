/**
 * The first path segments of the console's pages. The build writes this list to a file beside the console's
 * HTML page. The service answers requests under these paths with the HTML page; all other paths belong to the
 * API.
 */
export const consolePaths = [
  'browse',
  'search',
  'model',
  'review',
  'propose',
  'changes',
  'inbox',
  'wanted',
  'insight',
  'groups',
  'operate',
] as const;
