/**
 * The first path segments of the console's pages. The build writes them beside the page, and the service
 * answers the page under these paths only: everything else stays the API's, 404s included.
 */
export const consolePaths = [
  'browse',
  'search',
  'model',
  'review',
  'propose',
  'changes',
  'inbox',
  'insight',
  'groups',
  'operate',
] as const;
