import type { Format, Identity, ModelRecord } from './rules.ts';

/** A write of a live model, with the record before and after it. */
export interface Written {
  /** The change that wrote it, and its batch; null: nobody has reviewed it. */
  readonly change: number | null;
  readonly batch: number | null;
  readonly target: string;
  /** The target under which `after` is live; null: it is not renamed. */
  readonly to: string | null;
  readonly before: ModelRecord | null;
  readonly after: ModelRecord | null;
}

/** What a batch has done to a model. */
export interface Span {
  readonly target: string;
  readonly before: ModelRecord | null;
  /** The name under which the batch left the model. */
  readonly left: string;
  readonly isRenamed: boolean;
  /** Whether the rename is all that the batch has done to the model. */
  readonly isNameAlone: boolean;
  /** The model that had this name then. */
  readonly model: Identity;
  /** Whether it was written again since. */
  readonly again: boolean;
}

interface Stamp {
  readonly by: string;
  readonly now: number;
}

/** The live records, and all that was ever written to them. */
export class LiveModel {
  readonly #format: Format;
  readonly records = new Map<string, ModelRecord>();
  readonly #writes: Written[] = [];
  /**
   * The model that each name stands for. It stays when the model is deleted, so that one that is created again is
   * the same; a rename takes it along.
   */
  readonly #models = new Map<string, Identity>();
  /** After each write that is no rename, and for both names of a rename, which models the names stood for. */
  readonly #modelsAfter = new Map<Written, { old: Identity; now: Identity }>();
  /** The latest creation under each name. */
  readonly #created = new Map<string, { at: number; byRename: boolean }>();

  constructor(format: Format) {
    this.#format = format;
  }

  get(target: string): ModelRecord | null {
    return this.records.get(target) ?? null;
  }

  /** The number of writes so far. */
  get count(): number {
    return this.#writes.length;
  }

  modelOf(target: string): Identity {
    const model = this.#models.get(target) ?? {};
    this.#models.set(target, model);
    return model;
  }

  /** The name that a model has now, live or not; null when another one was renamed to it. */
  nameOf(model: Identity): string | null {
    return [...this.#models].find(([, each]) => each === model)?.[0] ?? null;
  }

  /** Whether the live model was created since so many writes, other than by a rename. */
  isCreatedSince(target: string, count: number): boolean {
    const created = this.#created.get(target);
    return created !== undefined && !created.byRename && created.at > count;
  }

  /**
   * Returns what makes a record another one: v2 records have the times and authors of writes, legacy ones do
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
      formerNames,
      change,
      batch,
    }: Pick<Written, 'target' | 'change' | 'batch'> & {
      readonly description: string | null;
      readonly formerNames?: readonly string[] | undefined;
    },
    stamp: Stamp,
    restores?: ModelRecord,
  ): Written | null {
    const before = this.get(target);
    if (description === null && before === null) return null;
    const names = restores ? restores.renamed_from : formerNames;
    const after =
      description === null ? null : stamped({ description, names }, before ?? restores ?? null, stamp);
    if (after) this.records.set(target, after);
    else this.records.delete(target);
    const model = this.modelOf(target);
    const written = this.#note(
      { change, batch, target, to: null, before, after },
      { old: model, now: model },
    );
    if (before === null) this.#created.set(target, { at: this.count, byRename: false });
    return written;
  }

  /**
   * Returns a live model another name; all else stays, unless an earlier record is restored with it.
   * @param isUndoing leaves no former name
   */
  rename(
    { target, to, change, batch }: Pick<Written, 'target' | 'change' | 'batch'> & { readonly to: string },
    stamp: Stamp,
    { isUndoing, restores }: { readonly isUndoing: boolean; readonly restores: ModelRecord | undefined },
  ): Written {
    const before = this.get(target);
    if (before === null) throw new Error(`${target} is not live`);
    const [old, now] = [nameIn(target), nameIn(to)];
    const former = [...(isUndoing ? [] : [old]), ...(before.renamed_from ?? [])];
    const names = restores
      ? restores.renamed_from
      : former.filter((name, at) => name !== now && former.indexOf(name) === at);
    const { description } = restores ?? before;
    const after = stamped({ description, names }, before, stamp);
    this.records.delete(target);
    this.records.set(to, after);
    const model = this.modelOf(target);
    const next = {};
    this.#models.set(target, next);
    this.#models.set(to, model);
    const written = this.#note({ change, batch, target, to, before, after }, { old: next, now: model });
    this.#created.set(to, { at: this.count, byRename: true });
    return written;
  }

  #note(written: Written, models: { readonly old: Identity; readonly now: Identity }): Written {
    this.#writes.push(written);
    this.#modelsAfter.set(written, models);
    return written;
  }

  /** The last record of a model that is deleted. */
  lastOf(target: string): ModelRecord | null {
    if (this.records.has(target)) return null;
    return this.#lastTouching(target)?.before ?? null;
  }

  #lastTouching(target: string): Written | undefined {
    return this.#writes.findLast((each) => each.target === target || each.to === target);
  }

  /** What a batch has done to each model, in the order of its first writes. */
  ofBatch(batch: number): Span[] {
    const own = this.#writes.filter((each) => each.batch === batch);
    const touching = (target: string) => own.filter((each) => each.target === target || each.to === target);
    const halves = own.flatMap((write): { target: string; write: Written; half: Partial<Written> }[] => {
      const { target, to } = write;
      if (to === null) return [{ target, write, half: write }];
      const [old, now] = [touching(target), touching(to)];
      const others = [...old, ...now].filter((each) => each !== write);
      const isPlain =
        old[0]?.before !== null && old.at(-1) === write && now[0] === write && now.at(-1)?.after !== null;
      if (isPlain && others.every((each) => each.to === null)) return [{ target, write, half: write }];
      return [
        { target, write, half: { ...write, to: null, after: null } },
        { target: to, write, half: { ...write, to: null, before: null } },
      ];
    });
    return [...Map.groupBy(halves, ({ target }) => target)].flatMap(([target, all]) => {
      const [first, last] = [all[0], all.at(-1)];
      if (!first || !last) return [];
      const to = last.half.to ?? null;
      const left = to ?? target;
      const models = this.#modelsAfter.get(last.write);
      const model = left === last.write.target ? models?.old : models?.now;
      return {
        target,
        before: first.half.before ?? null,
        left,
        isRenamed: to !== null,
        isNameAlone: first === last && to !== null,
        model: model ?? {},
        again: this.#lastTouching(left) !== last.write,
      };
    });
  }
}

function stamped(
  { description, names }: { readonly description: string; readonly names: readonly string[] | undefined },
  made: ModelRecord | null,
  { by, now }: Stamp,
): ModelRecord {
  return {
    description,
    created_at: made?.created_at ?? now,
    created_by: made?.created_by ?? by,
    updated_at: now,
    updated_by: by,
    ...(names && names.length > 0 && { renamed_from: names }),
  };
}

export function nameIn(target: string): string {
  return target.split('/')[1] ?? '';
}
