import { RegistryError } from '../../kernel/errors.ts';
import { type Checkpoint, readCheckpoint } from '../../kernel/transparency/checkpoint.ts';
import { consistencyProof, inclusionProof, leafHash, rootOf } from '../../kernel/transparency/merkle-tree.ts';
import { growthText, inclusionText } from '../../kernel/transparency/proof-files.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { storedTrail } from './audit-trail.ts';
import { canonicalForm } from './chain.ts';
import { checkpointStore } from './store-checkpoints.ts';

/**
 * A file that shows, without the database, that an event is in the trail that the newest checkpoint is of.
 * @throws RegistryError `not_found` when no checkpoint has the event, `conflict` when the trail is not what was signed
 */
export function proveEvent(store: Store, eventId: number): Promise<string> {
  return store.read(async (reader) => {
    const { note, size, root } = await newest(reader);
    if (eventId > size) {
      throw new RegistryError(
        'not_found',
        `No checkpoint has event ${eventId}: the newest one is of ${size} events. While the service runs, one is signed within a minute of a write.`,
      );
    }
    const { leaves, entry } = await hashedTrail(reader, { size, root }, eventId);
    const index = eventId - 1;
    return inclusionText({ entry, index, hashes: inclusionProof(leaves, index), checkpoint: note });
  });
}

/**
 * A file that shows, without the database, that the trail grew from an earlier checkpoint to the newest one.
 * @throws RegistryError `not_found`, `conflict` when the trail is not what was signed
 */
export function proveGrowth(store: Store, earlier: Checkpoint): Promise<string> {
  return store.read(async (reader) => {
    const { note, size, root } = await newest(reader);
    if (earlier.size > size) {
      throw new RegistryError(
        'conflict',
        `The newest checkpoint is of ${size} events, but the earlier one was signed over ${earlier.size}.`,
      );
    }
    const { leaves } = await hashedTrail(reader, { size, root }, null);
    if (!rootOf(leaves.slice(0, earlier.size)).equals(earlier.root)) {
      throw new RegistryError(
        'conflict',
        `The first ${earlier.size} events are not those that the earlier checkpoint was signed over.`,
      );
    }
    const hashes = consistencyProof(leaves, earlier.size);
    return growthText({ earlierSize: earlier.size, hashes, checkpoint: note });
  });
}

async function newest(tx: Tx): Promise<Checkpoint & { note: string }> {
  const latest = await checkpointStore(tx).latest();
  if (!latest) throw new RegistryError('not_found', 'There is no checkpoint yet: the service signs them.');
  return { ...readCheckpoint(latest.note), note: latest.note };
}

/** The hashes of the events that a checkpoint is of, and the entry of one of them. */
async function hashedTrail(
  reader: Tx,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  wanted: number | null,
): Promise<{ leaves: Buffer[]; entry: Buffer }> {
  const leaves: Buffer[] = [];
  let entry: Buffer = Buffer.alloc(0);
  for await (const page of storedTrail(reader)) {
    for (const event of page.slice(0, size - leaves.length)) {
      const form = canonicalForm(event);
      if (event.event_id === wanted) entry = Buffer.from(form);
      leaves.push(leafHash(form));
    }
    if (leaves.length === size) break;
  }
  if (rootOf(leaves).equals(root)) return { leaves, entry };
  throw new RegistryError(
    'conflict',
    `The first ${size} events are not those that the newest checkpoint was signed over: see modelref audit verify.`,
  );
}
