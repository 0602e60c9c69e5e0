import type { JsonObject } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { isSha256 } from '../../records/files/record-file.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import { findChangedHashes } from './findings/finding.ts';
import type { ChangeHead, ListedChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/** A queued change, or a proposal that is not queued and has no `change_id`. */
export type MaybeQueued = Partial<Pick<ListedChange, 'change_id'>>;

/** Returns the ids of the pending and approved changes that contain a SHA-256 (in lower case). */
export type ChangesWithHash = (sha256: string) => readonly number[];

/**
 * Largest number of SHA-256 hashes that are looked up for one page of changes, because each lookup reads all
 * pending and approved changes. Findings about further hashes list no changes.
 */
const maxHashes = 8;
/** Largest number of changes that the lookup of one hash returns. Findings list fewer. */
const maxChanges = 20;

export const noChangesWithHash: ChangesWithHash = () => [];

/**
 * Looks up the new SHA-256 hashes of files that keep their URL. Returns a function that maps such a hash to
 * the ids of the pending and approved changes that contain it. Findings list these changes, so
 * that reviewers see where else the new file is proposed.
 */
export async function findChangesWithHash(
  reader: Tx,
  records: Iterable<{ readonly live: JsonObject | null; readonly record: JsonObject | null }>,
): Promise<ChangesWithHash> {
  const hashes = new Set<string>();
  for (const { live, record } of records) {
    for (const { sha256 } of findChangedHashes(live, record)) {
      if (isSha256(sha256) && hashes.size < maxHashes) hashes.add(sha256.toLowerCase());
    }
  }
  const changesByHash = new Map<string, readonly number[]>();
  for (const hash of hashes)
    changesByHash.set(hash, await changeStore(reader).openContaining(hash, maxChanges));
  return (hash) => changesByHash.get(hash) ?? [];
}

/** The columns of a change that `findEqualProposals` compares. */
type ExaminedChange = Pick<ListedChange, 'operation' | 'payload' | 'payload_format'> & MaybeQueued;

/**
 * Returns, for each change, the ids of the model's other pending and approved changes with the same
 * operation, format and payload.
 */
export async function findEqualProposals<Change extends ExaminedChange>(
  reader: Tx,
  otherOpenChanges: OtherOpenChanges<Change>,
): Promise<ReadonlyMap<Change, readonly number[]>> {
  const candidates = [...otherOpenChanges].flatMap(([change, open]) =>
    open
      .filter(
        ({ operation, payload_format }) =>
          operation === change.operation && payload_format === change.payload_format,
      )
      .map(({ change_id }) => ({ change, id: change_id })),
  );
  const ids = candidates.flatMap(({ change: { change_id }, id }) => [id, change_id ?? []].flat());
  const facts = await changeStore(reader).bodyFacts([...new Set(ids)]);
  const hashes = new Map<Change, string>();
  const readPayloadHash = (change: Change): string => {
    const knownHash = hashes.get(change) ?? facts.get(change.change_id ?? 0)?.payloadHash;
    const hash = knownHash ?? contentHash(formatCanonicalJson(change.payload));
    hashes.set(change, hash);
    return hash;
  };
  const equalIdsByChange = new Map<Change, number[]>();
  for (const { change, id } of candidates) {
    if (facts.get(id)?.payloadHash !== readPayloadHash(change)) continue;
    const ids = equalIdsByChange.get(change) ?? [];
    ids.push(id);
    equalIdsByChange.set(change, ids);
  }
  return equalIdsByChange;
}

/** The other pending and approved changes of each change's model, in ascending order of id. */
type OtherOpenChanges<Change> = ReadonlyMap<Change, readonly ChangeHead[]>;

export async function readOtherOpenChanges<
  Change extends Pick<ListedChange, 'category' | 'model_name'> & MaybeQueued,
>(reader: Tx, changes: readonly Change[]): Promise<OtherOpenChanges<Change>> {
  const otherOpenChanges = new Map<Change, readonly ChangeHead[]>();
  for (const [category, changesOfCategory] of Map.groupBy(changes, (change) => change.category)) {
    const names = changesOfCategory.map(({ model_name }) => model_name);
    const openChanges = await changeStore(reader).open(category, names);
    const byName = Map.groupBy(openChanges, ({ model_name }) => model_name);
    for (const change of changesOfCategory) {
      const otherChanges = (byName.get(change.model_name) ?? []).filter(
        ({ change_id }) => change_id !== change.change_id,
      );
      otherOpenChanges.set(change, otherChanges);
    }
  }
  return otherOpenChanges;
}
