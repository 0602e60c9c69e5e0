import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { isSha256 } from '../../records/files/record-file.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import { changedHashes } from './findings/changed-hashes.ts';
import type { ChangeHead, ListedChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/** The ids of the open changes that name a SHA-256 in lower case. */
export type ChangesNaming = (sha256: string) => readonly number[];

/** Each hash looks through all open changes, so those of a page that has more are not linked. */
const mostHashes = 8;
/** How many changes are read of one hash: a message names fewer. */
const mostChanges = 20;

export const noChangesNaming: ChangesNaming = () => [];

/** Looks for other changes with the hashes that addresses are given anew: who swaps one file may swap others. */
export async function changesNaming(
  reader: Tx,
  proposed: Iterable<{ readonly live: JsonObject | null; readonly record: JsonObject | null }>,
): Promise<ChangesNaming> {
  const hashes = new Set<string>();
  for (const { live, record } of proposed) {
    for (const { sha256 } of changedHashes(live, record)) {
      if (isSha256(sha256) && hashes.size < mostHashes) hashes.add(sha256.toLowerCase());
    }
  }
  const naming = new Map<string, readonly number[]>();
  for (const hash of hashes) naming.set(hash, await changeStore(reader).openNaming(hash, mostChanges));
  return (hash) => naming.get(hash) ?? [];
}

/** What a change asks for. */
export type AskedChange = Pick<ListedChange, 'operation' | 'payload' | 'payload_format'> &
  Partial<Pick<ListedChange, 'change_id'>>;

/**
 * For each of these changes, the ids of the open changes that ask for exactly the same. Payloads are told
 * apart by their hashes: none is read.
 */
export async function sameProposals<Change extends AskedChange>(
  reader: Tx,
  others: OtherOpenChanges<Change>,
): Promise<ReadonlyMap<Change, readonly number[]>> {
  const rivals = [...others].flatMap(([change, open]) =>
    open
      .filter(
        ({ operation, payload_format }) =>
          operation === change.operation && payload_format === change.payload_format,
      )
      .map(({ change_id }) => ({ change, id: change_id })),
  );
  const ids = rivals.flatMap(({ change: { change_id }, id }) => [id, change_id ?? []].flat());
  const facts = await changeStore(reader).bodyFacts([...new Set(ids)]);
  const hashes = new Map<Change, string>();
  const hashOf = (change: Change): string => {
    const known = hashes.get(change) ?? facts.get(change.change_id ?? 0)?.payloadHash;
    const hash = known ?? contentHash(canonicalJson(change.payload));
    hashes.set(change, hash);
    return hash;
  };
  const same = new Map<Change, number[]>();
  for (const { change, id } of rivals) {
    if (facts.get(id)?.payloadHash !== hashOf(change)) continue;
    const ids = same.get(change) ?? [];
    ids.push(id);
    same.set(change, ids);
  }
  return same;
}

/** Of each change, the other changes of its model that wait to be decided or applied, in ascending id. */
type OtherOpenChanges<Change> = ReadonlyMap<Change, readonly ChangeHead[]>;

export async function otherOpenChanges<Change extends Pick<ListedChange, 'category' | 'model_name'>>(
  reader: Tx,
  changes: readonly Change[],
  idOf: (change: Change) => number | null,
): Promise<OtherOpenChanges<Change>> {
  const others = new Map<Change, readonly ChangeHead[]>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const names = own.map(({ model_name }) => model_name);
    const open = await changeStore(reader).open(category, names);
    const byName = Map.groupBy(open, ({ model_name }) => model_name);
    for (const change of own) {
      const id = idOf(change);
      const rivals = (byName.get(change.model_name) ?? []).filter(({ change_id }) => change_id !== id);
      others.set(change, rivals);
    }
  }
  return others;
}
