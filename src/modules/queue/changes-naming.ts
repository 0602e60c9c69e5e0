import type { JsonObject } from '../../kernel/json.ts';
import { isSha256 } from '../../records/files/downloads.ts';
import type { Tx } from '../../store/tx.ts';
import { changedHashes } from './findings/changed-hashes.ts';
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
