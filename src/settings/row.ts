import type { Kind } from './kinds.ts';

/** A setting: its variable, allowed values, default and meaning. */
export type Row = {
  /** The name of the variable, without `MODELREF_`. */
  readonly name: string;
  /**
   * Whether the existing service has the setting too, so that `HORDE_MODEL_REFERENCE_<name>` is also read.
   */
  readonly inherited?: true;
  /** Names without a prefix that are also read, in this order, after the names with a prefix. */
  readonly plain?: readonly string[];
  readonly kind: Kind<unknown>;
  readonly doc: string;
} & Default;

/**
 * The default of a setting. If `default` is absent, the setting is required. `defaultText` describes the
 * default in the documentation, and is shown instead of null.
 */
type Default =
  | { readonly default: NonNullable<unknown>; readonly defaultText?: string }
  | { readonly default?: null; readonly defaultText: string };

/**
 * The declarations of settings, by field of `Settings`. Rows can be nested: the field `textGithubRepo.owner` has
 * the variable `TEXT_GITHUB_REPO__OWNER`.
 */
export interface Rows {
  readonly [field: string]: Row | Rows;
}

export type SettingsOf<R> = { readonly [Field in keyof R]: ValueOf<R[Field]> };

type ValueOf<R> = R extends { kind: Kind<infer T> }
  ? T | (R extends { default: null } ? null : never)
  : SettingsOf<R>;

type WithDefaults<R> = {
  readonly [Field in keyof R]: R[Field] extends { kind: Kind<infer T> }
    ? { readonly default?: T | null }
    : WithDefaults<R[Field]>;
};

/** Declares settings; the compiler checks that each default is a value of its kind. */
export function defineRows<const R extends Rows>(rows: R & WithDefaults<R>): R {
  return rows;
}

/** Lists all rows in order, including nested `Rows`. */
export function listOfRows(rows: Rows): readonly Row[] {
  return Object.values(rows).flatMap((each) => (isRow(each) ? [each] : listOfRows(each)));
}

/**
 * Creates the frozen settings object of these rows, with the same nesting.
 * @param readRow returns the value of a row
 */
export function createSettings<R extends Rows>(rows: R, readRow: (row: Row) => unknown): SettingsOf<R> {
  const fields = Object.entries(rows).map(([field, each]) => [
    field,
    isRow(each) ? readRow(each) : createSettings(each, readRow),
  ]);
  return Object.freeze(Object.fromEntries(fields));
}

function isRow(entry: Row | Rows): entry is Row {
  return typeof entry.name === 'string';
}
