import type { Format, ModelRecord } from './rules.ts';

/** A write of a live model, with the record before and after it. */
export interface Written {
  /** The change that wrote it, and its batch; null: nobody has reviewed it. */
  readonly change: number | null;
  readonly batch: number | null;
  readonly target: string;
  readonly before: ModelRecord | null;
  readonly after: ModelRecord | null;
}

/** The live records, and all that was ever written to them. */
export class LiveModel {
  readonly #format: Format;
  readonly records = new Map<string, ModelRecord>();
  readonly #writes: Written[] = [];

  constructor(format: Format) {
    this.#format = format;
  }

  get(target: string): ModelRecord | null {
    return this.records.get(target) ?? null;
  }

  /**
   * Gives what makes a record another one: v2 records have the times and authors of writes, legacy ones do
   * not.
   */
  state(target: string): string | null {
    const record = this.get(target);
    if (record === null) return null;
    return this.#format === 'v2' ? JSON.stringify(record) : record.description;
  }

  /**
   * @param restores the record that is brought back; a model that is gone keeps from it when and by whom it was
   * made
   * @returns null when there was nothing to delete
   */
  write(
    {
      target,
      description,
      change,
      batch,
    }: Pick<Written, 'target' | 'change' | 'batch'> & {
      readonly description: string | null;
    },
    stamp: { readonly by: string; readonly now: number },
    restores?: ModelRecord,
  ): Written | null {
    const before = this.get(target);
    if (description === null && before === null) return null;
    const made = before ?? restores;
    const after =
      description === null
        ? null
        : {
            description,
            created_at: made?.created_at ?? stamp.now,
            created_by: made?.created_by ?? stamp.by,
            updated_at: stamp.now,
            updated_by: stamp.by,
          };
    if (after) this.records.set(target, after);
    else this.records.delete(target);
    const written = { change, batch, target, before, after };
    this.#writes.push(written);
    return written;
  }

  /** The last record of a model that is deleted. */
  lastOf(target: string): ModelRecord | null {
    if (this.records.has(target)) return null;
    return this.#writes.findLast((each) => each.target === target)?.before ?? null;
  }

  /** The first write of each model by a batch, in order, and whether it was written again since the last. */
  ofBatch(batch: number): { first: Written; again: boolean }[] {
    const own = this.#writes.filter((each) => each.batch === batch);
    return [...Map.groupBy(own, ({ target }) => target)].flatMap(([target, writes]) => {
      const [first, last] = [writes[0], writes.at(-1)];
      if (!first) return [];
      return { first, again: this.#writes.findLast((each) => each.target === target) !== last };
    });
  }
}
