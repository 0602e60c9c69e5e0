import { readCheckpoint } from '../../kernel/transparency/checkpoint.ts';
import { CompactRange, leafHash, type TreeHead } from '../../kernel/transparency/merkle-tree.ts';
import type { Tx } from '../../store/tx.ts';
import type { TrailProblem } from './audit-trail.ts';
import { canonicalForm } from './chain.ts';
import type { AuditEvent } from './event.ts';
import { checkpointStore } from './store-checkpoints.ts';

/** Whether a trail is the one that earlier checkpoints were signed over. */
export class AnchoredTrail {
  readonly #tree = new CompactRange();
  /** By size. */
  readonly #anchors = new Map<number, TreeHead[]>();
  #largest: TreeHead = this.#head();
  /** Of the anchors met so far: the last before the first that does not fit, and that one. */
  #agreed = 0;
  #refuted: number | null = null;

  /** @param anchors checkpoints whose signatures were looked at */
  constructor(anchors: Iterable<TreeHead>) {
    for (const anchor of anchors) {
      const { size } = anchor;
      this.#anchors.set(size, [...(this.#anchors.get(size) ?? []), anchor]);
      if (size > this.#largest.size) this.#largest = anchor;
    }
  }

  /** Passes a trail on, and looks at it on the way. */
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

  /** What is wrong with the trail that was followed to its end, or null. */
  problem(): TrailProblem | null {
    const { size } = this.#tree;
    if (this.#refuted !== null) {
      const first = this.#agreed + 1;
      const text = `the checkpoint of ${this.#refuted} events was signed over others: of the events ${first} to ${this.#refuted}, some were altered, removed or exchanged`;
      return { event_id: null, text };
    }
    if (this.#largest.size <= size) return null;
    const text = `the trail ends with event ${size}, but a checkpoint was signed over ${this.#largest.size} events: those from ${size + 1} on are gone, as they are when a database was replaced by an older backup`;
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

/** How many are read at a time. */
const pageSize = 1000;

/**
 * The heads of the checkpoints in the database. Their signatures are not looked at: whoever can alter events
 * there can remove checkpoints as well, and the key may have been another one in former times.
 *
 * @throws RegistryError `bad_request` when one is none
 */
export async function storedCheckpoints(tx: Tx): Promise<TreeHead[]> {
  const heads: TreeHead[] = [];
  for (;;) {
    const page = await checkpointStore(tx).list(heads.at(-1)?.size ?? 0, pageSize);
    if (page.length === 0) return heads;
    heads.push(...page.map(({ size, note }) => ({ size, root: readCheckpoint(note).root })));
  }
}
