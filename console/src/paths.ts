/**
 * The first path segments of the console's pages. The build writes this list beside the page, and the service
 * answers with the page under these paths. All other paths belong to the API.
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
