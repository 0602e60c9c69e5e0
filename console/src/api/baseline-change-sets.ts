import type { components, PendingChange } from '#client';

type Schemas = components['schemas'];

/** A baseline in the catalogue. */
export type Baseline = Schemas['ImageBaseline'];

/** What a proposal states of a baseline; its metadata is set by the service. */
export type BaselineRecord = Omit<Baseline, 'metadata'>;

/** A change of one baseline in a change set: the record is null for a deletion. */
export interface BaselineChange {
  readonly operation: 'upsert' | 'delete';
  readonly name: string;
  readonly record: BaselineRecord | null;
  /** The baseline that whoever proposed the change has seen; null when there was none. */
  readonly expected_before: Baseline | null;
}

export interface BaselineChangeSet {
  readonly title: string;
  readonly changes: readonly BaselineChange[];
}

/** Returns the changes in a change set of image baselines; empty for every other change. */
export function baselineChangesOf(
  change: Pick<PendingChange, 'resource_kind' | 'payload'>,
): readonly BaselineChange[] {
  if (change.resource_kind !== 'image_baseline') return [];
  return (change.payload as BaselineChangeSet | null)?.changes ?? [];
}
