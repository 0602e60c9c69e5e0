export { browserCache, type Cache, memoryCache } from './cache.ts';
export {
  type ClientOptions,
  type FindQuery,
  isAddressable,
  ModelrefClient,
  type SearchQuery,
} from './client.ts';
export type { Outcome, Sent } from './connection.ts';
export type { Copy } from './copies.ts';
export { editionFetch, InvalidEdition } from './edition.ts';
export { ApiError, apiError, type ErrorKind, type FieldProblem, hasStatus, isUnrouted } from './errors.ts';
export type { FollowedBy, Follower, FollowOptions, ModelChange } from './follower.ts';
export { Inbox, type InboxFilter, type InboxNews } from './inbox.ts';
export { linksIn } from './pasted-links.ts';
export { pathWith } from './paths.ts';
export {
  type Application,
  ApplyStopped,
  type ChangeFilter,
  maxChanges,
  type Proposal,
  Queue,
} from './queue.ts';
export { type FileChange, type RecordChanges, recordChanges } from './record-changes.ts';
export { type RequestDecision, type RequestFilter, Requests, type Wish } from './requests.ts';
export type { components, paths } from './schema.ts';
export { withTrimmedFiles } from './trimmed-files.ts';
export type { CallOptions } from './typed-paths.ts';
export type * from './types.ts';
export { type Checkpoint, InvalidCheckpoint, verifyCheckpoint } from './verify.ts';
