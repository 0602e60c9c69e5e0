import type { components, PendingChange } from '#client';

type Schemas = components['schemas'];

export type Baseline = Schemas['ImageBaseline'];

/** The proposed fields of a baseline. The service sets the metadata. */
export type BaselineRecord = Omit<Baseline, 'metadata'>;

/** A change of one baseline in a change set. The record is null for a deletion. */
export interface BaselineChange {
  readonly operation: 'upsert' | 'delete';
  readonly name: string;
  readonly record: BaselineRecord | null;
  /** The baseline as the proposer saw it; null if there was none. */
  readonly expected_before: Baseline | null;
}

export interface BaselineChangeSet {
  readonly title: string;
  readonly changes: readonly BaselineChange[];
}

/** Returns the baseline changes of a change set; empty for any other change. */
export function baselineChangesOf(
  change: Pick<PendingChange, 'resource_kind' | 'payload'>,
): readonly BaselineChange[] {
  if (change.resource_kind !== 'image_baseline') return [];
  return (change.payload as BaselineChangeSet | null)?.changes ?? [];
}
