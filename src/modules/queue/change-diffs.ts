import type { JsonObject } from '../../kernel/json.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import { showStoredRecord } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { findRecordByHash } from '../catalog/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { readBaselineProposals } from './baselines.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import { isOpen } from './change-rules.ts';
import { diffChangeSet, isChangeSet } from './change-sets.ts';
import { compareChanges } from './compare-changes.ts';
import { findChangesWithHash } from './other-changes.ts';
import type { ListedChange } from './pending-change.ts';
import type { ChangeDiff } from './reviewed-change.ts';
import { changeStore } from './store.ts';

/**
 * Returns, by change id, the comparison of each change with the live record. Ids without a change are absent.
 */
export async function compareWithLiveRecords(
  reader: Tx,
  changeIds: readonly number[],
  {
    categories,
    descriptions,
    kinds,
  }: {
    readonly categories: Pick<Categories, 'baselines'>;
    readonly descriptions: Pick<ChangeDescriptions, 'findingsOf'>;
    readonly kinds: ChangeSetKinds;
  },
): Promise<ReadonlyMap<number, ChangeDiff>> {
  const changes = await changeStore(reader).listed(changeIds);
  const baselines = await readBaselineProposals(reader);
  const diffs = new Map<number, ChangeDiff>();
  for (const [change, comparison] of await compareChanges(
    reader,
    changes.filter((change) => !isChangeSet(change)),
    categories.baselines,
  )) {
    const { diff, current: liveRecord, records, stale, same } = comparison;
    const changesWithHash = isOpen(change) ? await findChangesWithHash(reader, [records]) : null;
    diffs.set(change.change_id, {
      change_id: change.change_id,
      ...diff,
      stale,
      changed_since: stale ? await compareBaseWithLive(reader, change, liveRecord) : null,
      findings: changesWithHash
        ? descriptions.findingsOf(change, records, { same, changesWithHash, baselines })
        : [],
    });
  }
  for (const change of changes.filter(isChangeSet)) {
    const { change_id } = change;
    const { diff, ...facts } = await diffChangeSet(reader, kinds, change);
    diffs.set(change_id, { change_id, ...diff, ...facts, changed_since: null });
  }
  return diffs;
}

/**
 * Returns the diff from the base record of a change to the live record. Both records are in the change's
 * format. Null when `findRecordByHash` does not find the base record.
 */
async function compareBaseWithLive(
  reader: Tx,
  change: ListedChange,
  currentRecord: JsonObject | null,
): Promise<FieldDiff[] | null> {
  if (change.base_hash === null) return diffRecords(null, currentRecord);
  const { category, model_name: name, payload_format: format } = change;
  const base = await findRecordByHash(reader, { category, model_name: name }, format, change.base_hash);
  return base && diffRecords(showStoredRecord(categoryOf(category), name, format, base), currentRecord);
}
