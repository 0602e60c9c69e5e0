import type { Checkpoint } from '../../kernel/transparency/checkpoint.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import {
  auditStore,
  checkTrail,
  readStoredTrail,
  type TrailCheck,
  type TrailProblem,
} from '../audit/index.ts';
import { modelStore } from '../catalog/index.ts';
import { compareWithStore, ReplayedTrail } from './comparison.ts';

export interface Verification {
  /** Number of valid events, counted from the beginning of the trail. */
  readonly events: number;
  /** Number of live models in the state rebuilt from the events. */
  readonly models: number;
  /** Number of queued changes in the state rebuilt from the events. */
  readonly changes: number;
  /**
   * The id of the first event that records a gap: a period whose events were not recorded. Null if there is
   * none. Of the events after a gap, only the chain is checked.
   */
  readonly gap: number | null;
  /** Contradictions, in the order of events; empty when trail and database agree. */
  readonly problems: readonly TrailProblem[];
}

/**
 * Checks the stored audit trail, replays it, and compares the result with the database. Reads a snapshot of
 * the database; writers do not wait.
 *
 * @param checkpoint a checkpoint that was stored elsewhere and whose signature was checked: the trail must
 *   contain its event
 */
export function verifyStore(
  store: Store,
  onPage?: (events: number) => void,
  checkpoint: Checkpoint | null = null,
): Promise<Verification> {
  return store.read(async (reader) => {
    const head = await auditStore(reader).head();
    const check = await checkTrail(readStoredTrail(reader), head, new ReplayedTrail(), onPage, checkpoint);
    if (check.problem) return createVerification(check, []);
    return createVerification(check, [
      ...(await findMissingTrail(reader)),
      ...(await compareWithStore(reader, check.replay)),
    ]);
  });
}

/**
 * Reports a problem when the trail is empty but the database holds models. The check of the chain cannot find
 * this, because an empty chain is valid.
 */
async function findMissingTrail(reader: Tx): Promise<TrailProblem[]> {
  const { event_id } = await auditStore(reader).head();
  if (event_id > 0) return [];
  const models = [...(await modelStore(reader).counts()).values()].reduce((sum, count) => sum + count, 0);
  if (models === 0) return [];
  const text = `the audit trail is empty, but the database holds ${models} models: the database was written without a trail, as by a replica or with MODELREF_AUDIT__ENABLED=false, or the trail was lost`;
  return [{ event_id: null, text }];
}

export function createVerification(
  { replay, problem }: TrailCheck<ReplayedTrail>,
  otherProblems: readonly TrailProblem[],
): Verification {
  const models = [...replay.models.categories.values()].reduce((sum, each) => sum + each.models.size, 0);
  return {
    events: replay.end.event_id,
    models,
    changes: replay.queue.changes.size,
    gap: replay.gap,
    problems: problem ? [problem, ...otherProblems] : otherProblems,
  };
}
