import type { StoredChange } from '../../registry/queue/pending-change.ts';
import type { UndoLog } from './undo-log.ts';

/** That the approved changes of one batch go to another. */
export interface BatchMove {
  readonly from: number;
  readonly to: number;
  /** Unix seconds of the latest move. */
  readonly at: number;
}

interface KnownBatch {
  readonly batch: number;
  /** Approved changes that are in it. */
  readonly ids: Map<number, true>;
  /** Whether these are all. */
  readonly whole: boolean;
}

/**
 * What a transaction knows of the batch that the approved changes are in. An apply of some of them moves the
 * others to a new batch: applies that share a transaction move the rows once, to the last one.
 */
export class OpenBatch {
  readonly #undo: UndoLog;
  #known: KnownBatch | null = null;
  #moves: readonly BatchMove[] = [];

  constructor(undo: UndoLog) {
    this.#undo = undo;
  }

  /** Null when it is not known: then there may be one. */
  get batch(): number | null {
    return this.#known && this.#known.ids.size > 0 ? this.#known.batch : null;
  }

  /** What is not written yet. */
  get moves(): readonly BatchMove[] {
    return this.#moves;
  }

  /** That an approved change was found in the batch. */
  found(batch: number, id: number): void {
    this.#know({ batch, ids: new Map([[id, true]]), whole: false });
  }

  /** How a change is from now on. */
  tell({ change_id: id, status, batch_id: batch }: StoredChange): void {
    const known = this.#known;
    const isApproved = status === 'approved' && batch !== null;
    if (known && !(isApproved && batch === known.batch)) this.#undo.delete(known.ids, id);
    if (!isApproved) return;
    if (known?.batch === batch) this.#undo.set(known.ids, id, true);
    // Approved changes of two batches: nothing is known any more.
    else if (known && known.ids.size > 0) this.#know(null);
    else this.found(batch, id);
  }

  /**
   * @param to a number that no batch has had
   * @param idsOf reads the approved changes of a batch
   * @returns the ids of what is moved, ascending
   */
  async move(
    { from, to, at }: BatchMove,
    idsOf: (batch: number) => Promise<readonly number[]>,
  ): Promise<number[]> {
    if (!this.#known?.whole || this.#known.batch !== from) {
      const found = await idsOf(from);
      this.#know({ batch: from, ids: new Map(found.map((id) => [id, true])), whole: true });
    }
    const ids = this.#known?.ids ?? new Map<number, true>();
    if (ids.size === 0) return [];
    this.#know({ batch: to, ids, whole: true });
    const earlier = this.#moves.find((move) => move.to === from);
    const others = this.#moves.filter((move) => move !== earlier);
    this.#move([...others, { from: earlier?.from ?? from, to, at }]);
    return [...ids.keys()].sort((a, b) => a - b);
  }

  /** To be called when the moves are written. */
  written(): void {
    if (this.#moves.length > 0) this.#move([]);
  }

  forget(): void {
    this.#know(null);
  }

  #know(known: KnownBatch | null): void {
    const before = this.#known;
    this.#known = known;
    this.#undo.note(() => {
      this.#known = before;
    });
  }

  #move(moves: readonly BatchMove[]): void {
    const before = this.#moves;
    this.#moves = moves;
    this.#undo.note(() => {
      this.#moves = before;
    });
  }
}
