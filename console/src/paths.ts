/**
 * The first path segments of the console's pages. The build writes them beside the page, and the service
 * answers with the page under these paths only: everything else, its 404s included, is the API's.
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
