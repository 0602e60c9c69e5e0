import type { Clock } from '../../kernel/clock.ts';
import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { signCheckpoint } from '../../kernel/transparency/checkpoint.ts';
import { CompactRange, leafHash } from '../../kernel/transparency/merkle-tree.ts';
import { otherSigner, type Signer, verifierText } from '../../kernel/transparency/signed-note.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import { canonicalForm, chainStart, linkProblem } from './event.ts';
import { auditStore } from './store.ts';
import { checkpointStore, type StoredCheckpoint } from './store-checkpoints.ts';

/** Signs and serves checkpoints: signed heads of the Merkle tree over the audit trail. */
export interface Checkpoints {
  /**
   * Signs and stores a checkpoint if the audit trail has events that the newest checkpoint does not cover.
   *
   * @returns whether events are left for the next call
   * @throws Error when a new event does not follow the events before it; nothing is signed then
   */
  make(): Promise<boolean>;
  /**
   * Gives the name and id of the key that signed the newest checkpoint. Gives null when this instance's key
   * signed it, and when there is no checkpoint.
   */
  formerSigner(): Promise<string | null>;
  /**
   * Gives the newest checkpoint that any instance signed, as a signed note. If another key signed it, signs
   * it again with this instance's key, and does not store the new signature.
   *
   * @throws RegistryError `not_found` when there is none yet
   */
  latest(): Promise<string>;
  /** The public part of this instance's signing key, in the form of `verifierText`. */
  readonly key: string;
}

/**
 * The bounds of a page of events. They are small, because nothing else runs while a page is parsed and
 * hashed.
 */
const atOnce = { rows: 64, bytes: 256 * 1024 };
/** Largest number of events that one call of `make` takes, so that no call takes long. */
const mostEvents = 50_000;

export function createCheckpoints({
  store,
  clock,
  signer,
}: {
  store: Store;
  clock: Clock;
  signer: Signer;
}): Checkpoints {
  /**
   * Gives the tree over the first `upto` events. Starts from the checkpoint `last`, and appends the events
   * after it. Reads a page of events at a time, so that writers need not wait.
   */
  const grown = async (last: StoredCheckpoint | null, upto: number): Promise<CompactRange> => {
    const range = new CompactRange(last?.size, last?.subtree_roots);
    let end = await eventAt(range.size);
    while (range.size < upto) {
      const { events } = await store.read((tx) => auditStore(tx).page({ after: range.size, upto }, atOnce));
      if (events.length === 0) throw new Error(`event ${range.size + 1} of the audit trail is missing`);
      for (const event of events) {
        const problem = linkProblem(event, end);
        if (problem) throw new Error(`the audit trail is broken: ${problem}`);
        range.append(leafHash(canonicalForm(event)));
        end = event;
      }
      await yieldToEventLoop();
    }
    return range;
  };
  const eventAt = async (id: number): Promise<ChainEnd> => {
    if (id === 0) return chainStart;
    const [event] = await store.read((tx) => auditStore(tx).events({ after: id - 1, upto: id }, 1));
    if (!event) throw new Error(`event ${id} of the audit trail is missing, but a checkpoint has it`);
    return event;
  };

  return {
    key: verifierText(signer),

    make: async () => {
      const { head, last } = await store.read(async (tx) => ({
        head: await auditStore(tx).head(),
        last: await checkpointStore(tx).latest(),
      }));
      const known = last?.size ?? 0;
      if (head.event_id === known) return false;
      const upto = Math.min(head.event_id, known + mostEvents);
      const range = await grown(last, upto);
      // Instances that sign at the same time sign the same events: both checkpoints are valid, one per size
      // is kept.
      await store.write((tx) =>
        checkpointStore(tx).insert({
          size: range.size,
          subtree_roots: range.roots,
          note: signCheckpoint({ size: range.size, root: range.root() }, signer),
          created_at: clock.now(),
        }),
      );
      return upto < head.event_id;
    },

    formerSigner: async () => {
      const last = await store.read((tx) => checkpointStore(tx).latest());
      return last && otherSigner(last.note, signer);
    },

    latest: async () => {
      const last = await store.read((tx) => checkpointStore(tx).latest());
      if (last && otherSigner(last.note, signer) === null) return last.note;
      // What is stored stays as it was signed.
      if (last) {
        const root = new CompactRange(last.size, last.subtree_roots).root();
        return signCheckpoint({ size: last.size, root }, signer);
      }
      throw new RegistryError(
        'not_found',
        'There is no checkpoint yet: the first one is signed within a minute of the first write.',
      );
    },
  };
}
