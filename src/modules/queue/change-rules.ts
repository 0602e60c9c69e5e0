import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { makeStorable } from '../../records/unstorable.ts';
import type { ModelHashes } from '../catalog/index.ts';
import {
  type ChangeHead,
  type ColumnOf,
  type ListedChange,
  listColumns,
  type PendingChange,
  type StoredChange,
  shownShape,
} from './pending-change.ts';

/** The values of the `reviewed` columns before the review: `status` is pending, the others are null. */
export const unreviewedValues = {
  ...(Object.fromEntries(listColumns('reviewed').map((name) => [name, null])) as {
    [Name in Exclude<ColumnOf<'reviewed'>, 'status'>]: null;
  }),
  status: 'pending',
} as const;

/** Creates the change of a new proposal: not reviewed, at version 1. */
export function createProposedChange<Facts extends { readonly requested_at: number }>(facts: Facts) {
  return { ...facts, ...unreviewedValues, version: 1, updated_at: facts.requested_at };
}

/** Returns the public form of a stored change: without the `hidden` columns. */
export function toPublicChange(change: ListedChange): PendingChange {
  const names = Object.keys(shownShape) as (keyof PendingChange)[];
  return Object.fromEntries(names.map((name) => [name, change[name]])) as PendingChange;
}

export function isOpen({ status }: Pick<ListedChange, 'status'>): boolean {
  return status === 'pending' || status === 'approved';
}

/** Returns the hash of a live model's record in a format; null without a model, or without a legacy form. */
export function hashInFormat(format: CanonicalFormat, live: ModelHashes | null): string | null {
  return (format === 'v2' ? live?.v2_hash : live?.legacy_hash) ?? null;
}

export function isStale(
  change: Pick<ListedChange, 'status' | 'payload_format' | 'base_hash'>,
  live: ModelHashes | null,
): boolean {
  return isOpen(change) && hashInFormat(change.payload_format, live) !== change.base_hash;
}

/**
 * Returns a text from the request in its stored form: trimmed, and without characters that PostgreSQL cannot
 * store.
 * @param name the field in the request, for the error message
 * @throws RegistryError `bad_request` for a blank text
 */
export function requireText(name: 'batch_title' | 'text', value: string): string {
  const text = makeStorable(value).trim();
  if (text === '') throw new RegistryError('bad_request', `${name} must not be blank.`);
  return text;
}

/**
 * Checks that a change still has the version that the caller has seen (`expectedVersion`). Does nothing when
 * `expectedVersion` is absent or null.
 *
 * @throws RegistryError `conflict` when the change has another version
 */
export function expectVersion(
  { change_id, version }: Pick<StoredChange, 'change_id' | 'version'>,
  expectedVersion: number | null | undefined,
): void {
  if (expectedVersion === undefined || expectedVersion === null || expectedVersion === version) return;
  throw new RegistryError(
    'conflict',
    `Change ${change_id} has version ${version}, not ${expectedVersion}: review it again.`,
  );
}

/** The batch to which all approved changes belong. It is open while there are approved changes. */
export interface OpenBatch {
  batch_id: number;
  /** Unix seconds of the approval or the split that created the batch. */
  opened_at: number;
}

/**
 * Returns an approved change with the id of the open batch. A split moves changes to a new batch without
 * writing their rows. `updated_at` is therefore the later of two times: when the open batch was created, and
 * when the row was last written.
 */
export function withOpenBatch<Change extends Pick<ChangeHead, 'batch_id' | 'updated_at'>>(
  change: Change,
  { batch_id, opened_at }: OpenBatch,
): Change {
  return { ...change, batch_id, updated_at: Math.max(change.updated_at, opened_at) };
}
