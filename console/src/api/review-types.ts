import type { components } from './schema.ts';
import type { PendingChange } from './types.ts';

/** The shapes of the review desk under the names that its pages use. */

type Schemas = components['schemas'];

/** Something a reviewer should look at; never blocks by itself. */
export type Finding = Schemas['Finding'];

/** A change as the queue's lists show it. */
export type ReviewedChange = PendingChange;
export type ReviewedPage = Omit<Schemas['PendingQueuePage'], 'items'> & { items: ReviewedChange[] };

/** A change held against the live record. */
export type ChangeDiff = Schemas['PendingChangeDiff'];

export type BatchSummary = Schemas['PendingQueueAuditBatchSummary'];
export type BatchDetail = Schemas['PendingQueueAuditBatchDetail'];
export type AuditChange = Schemas['PendingQueueAuditChange'];
export type NetChange = Schemas['ModelNetChange'];
export type NetChanges = Schemas['BatchNetChangeResponse'];

export type ApplyAnswer = Schemas['ApplyPendingChangesResponse'];
export type RevertAnswer = Schemas['RevertBatchResponse'];
export type RevertPreview = Schemas['RevertBatchDryRunResponse'];
