import type { Finding } from '../findings/finding.ts';
import type { NetOperation } from '../proposal-diff.ts';
import type { JudgedFile } from './judged-files.ts';

/** How much a live model is used: by how many workers served, and how often in the last month. */
export interface KnownUsage {
  readonly workers: number;
  readonly month: number;
}

/** All that the rules look at. */
export interface RiskFacts {
  /** What the change turns out to do. */
  readonly netOperation: NetOperation;
  /** The live record is not the one that it was proposed for. */
  readonly stale: boolean;
  /** Paths of a live model that a reviewer must not overlook, and the number of all that differ. */
  readonly criticalFields: readonly string[];
  readonly changedFields: number;
  readonly findings: readonly Finding[];
  /** The files of the record as it would be. */
  readonly files: readonly JudgedFile[];
  /** How many other changes of the model wait. */
  readonly otherChanges: number;
  /** Null where nobody counts the usage of such models. */
  readonly usage: KnownUsage | 'unknown' | null;
  /** From how many uses in a month on a model counts as much used. */
  readonly muchUsedPerMonth: number;
  /** What has become of the requestor's changes so far. */
  readonly history: { readonly applied: number; readonly rejected: number };
}
