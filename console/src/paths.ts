/**
 * The first path segments of the console's pages. The build writes this list to a file for the service, which
 * responds to requests under these paths with the console's HTML page. All other paths belong to the API.
 */
export const consolePaths = [
  'baselines',
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
  'guidance',
  'licences',
  'operate',
] as const;
