import type { Kind } from './kinds.ts';

/** One variable: the values it allows, its default, its meaning. */
export interface Row<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly meaning: string;
  /** The existing service has it too, so `HORDE_MODEL_REFERENCE_<name>` is read as well. */
  readonly inherited: boolean;
  /** Names without a prefix that are read as well, in this order, after the prefixed ones. */
  readonly plain: readonly string[];
  /** What the documentation says instead of `fallback`. */
  readonly fallbackText: string | null;
}

type More = Partial<Pick<Row<unknown>, 'plain' | 'fallbackText'>>;

/** A setting that only this service has. */
export function own<T>(kind: Kind<T>, fallback: T, meaning: string, more: More = {}): Row<T> {
  return { kind, fallback, meaning, inherited: false, plain: [], fallbackText: null, ...more };
}

/** A setting that the existing service has too. */
export function inherited<T>(kind: Kind<T>, fallback: T, meaning: string, more: More = {}): Row<T> {
  return { ...own(kind, fallback, meaning, more), inherited: true };
}
