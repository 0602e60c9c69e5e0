import { RegistryError } from '../../kernel/errors.ts';
import { type Checkpoint, readCheckpoint } from '../../kernel/transparency/checkpoint.ts';
import {
  CompactRange,
  consistencyProof,
  inclusionProof,
  leafHash,
  rootOf,
  type TreeHead,
} from '../../kernel/transparency/merkle-tree.ts';
import { growthText, inclusionText } from '../../kernel/transparency/proof-files.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { storedTrail, type TrailProblem } from './audit-trail.ts';
import { type AuditEvent, canonicalForm } from './event.ts';
import { checkpointStore } from './store-checkpoints.ts';

/**
 * Compares a trail with earlier checkpoints, to find out whether they were signed over the same events. The
 * tree heads of these checkpoints are called the anchors of the trail.
 */
export class AnchoredTrail {
  readonly #tree = new CompactRange();
  /** The anchors, by the number of events that they cover. */
  readonly #anchors = new Map<number, TreeHead[]>();
  #largest: TreeHead = this.#head();
  /**
   * `#agreed`: the tree size of the last anchor that has the same root as the trail; 0 while there is none.
   * `#refuted`: the tree size of the first anchor that has another root; null while there is none.
   */
  #agreed = 0;
  #refuted: number | null = null;

  /** @param anchors the tree heads of the checkpoints; this class does not check signatures */
  constructor(anchors: Iterable<TreeHead>) {
    for (const anchor of anchors) {
      const { size } = anchor;
      this.#anchors.set(size, [...(this.#anchors.get(size) ?? []), anchor]);
      if (size > this.#largest.size) this.#largest = anchor;
    }
  }

  /** Yields the pages of a trail unchanged. Compares the trail with each anchor on the way. */
  async *follow(pages: AsyncIterable<readonly AuditEvent[]>): AsyncGenerator<readonly AuditEvent[]> {
    this.#meet();
    for await (const page of pages) {
      for (const event of page) {
        this.#tree.append(leafHash(canonicalForm(event)));
        this.#meet();
      }
      yield page;
    }
  }

  /**
   * Gives the problem that the comparison has found; null when the trail agrees with all anchors. Call it at
   * the end of the trail.
   */
  problem(): TrailProblem | null {
    const { size } = this.#tree;
    if (this.#refuted !== null) {
      const first = this.#agreed + 1;
      const text = `the checkpoint of ${this.#refuted} events was signed over other events than these: some of the events ${first} to ${this.#refuted} were altered, removed or exchanged`;
      return { event_id: null, text };
    }
    if (this.#largest.size <= size) return null;
    const text = `the trail ends with event ${size}, but a checkpoint was signed over ${this.#largest.size} events: the events from ${size + 1} on are gone, as when a database was replaced by an older backup`;
    return { event_id: size + 1, text };
  }

  #head(): TreeHead {
    return { size: this.#tree.size, root: this.#tree.root() };
  }

  #meet(): void {
    const anchors = this.#anchors.get(this.#tree.size);
    if (!anchors || this.#refuted !== null) return;
    const { size, root } = this.#head();
    if (anchors.every((anchor) => anchor.root.equals(root))) this.#agreed = size;
    else this.#refuted = size;
  }
}

const pageSize = 1000;

/**
 * Gives the tree heads of the checkpoints in the database. Does not check their signatures, because another
 * key may have signed earlier checkpoints. Such a check would not stop somebody who can alter the database
 * either: they can remove checkpoints too.
 *
 * @throws RegistryError `bad_request` when a stored note is no checkpoint
 */
export async function storedCheckpoints(tx: Tx): Promise<TreeHead[]> {
  const heads: TreeHead[] = [];
  for (;;) {
    const page = await checkpointStore(tx).list(heads.at(-1)?.size ?? 0, pageSize);
    if (page.length === 0) return heads;
    heads.push(...page.map(({ size, note }) => ({ size, root: readCheckpoint(note).root })));
  }
}

/**
 * Gives the text of a proof file. The proof shows, without the database, that the newest checkpoint covers
 * the event `eventId`.
 *
 * @throws RegistryError `not_found` when no checkpoint covers the event; `conflict` when the newest
 * checkpoint was not signed over this trail
 */
export function proveEvent(store: Store, eventId: number): Promise<string> {
  return store.read(async (reader) => {
    const { note, size, root } = await newest(reader);
    if (eventId > size) {
      throw new RegistryError(
        'not_found',
        `No checkpoint has event ${eventId} yet: the newest one ends with event ${size}. While the service runs, it signs one within a minute of a write.`,
      );
    }
    const { leaves, entry } = await hashedTrail(reader, { size, root }, eventId);
    const index = eventId - 1;
    return inclusionText({ entry, index, hashes: inclusionProof(leaves, index), checkpoint: note });
  });
}

/**
 * Gives the text of a proof file. The proof shows, without the database, that the events of the newest
 * checkpoint begin with the events of the checkpoint `earlier`.
 *
 * @throws RegistryError `not_found` when there is no checkpoint; `conflict` when one of the two checkpoints
 * was not signed over this trail, or the newest checkpoint covers fewer events than the earlier one
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
  if (!latest)
    throw new RegistryError(
      'not_found',
      'There is no checkpoint yet: the running service signs one within a minute of a write.',
    );
  return { ...readCheckpoint(latest.note), note: latest.note };
}

/**
 * Gives the leaf hashes of the events that the newest checkpoint covers. `entry` is the content of the leaf
 * of event `wanted`; it is empty when `wanted` is null.
 * @throws RegistryError `conflict` when the checkpoint was not signed over this trail
 */
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
