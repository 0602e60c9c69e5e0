import { DamagedError } from '../kernel/errors.ts';

/** Returns the JSON text that is stored for a value: without spaces, with the keys in the value's order. */
export function toJson(value: object): string;
export function toJson(value: object | null): string | null;
export function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/**
 * Parses a stored JSON text.
 *
 * @param place the text's row and column, for the error
 * @throws OutageError `storage_unavailable` when the text is not JSON: another program wrote it, or the disk
 *   is failing
 */
export function fromJson<T>(text: string, place: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw createDamagedError(place, 'is not valid JSON', error);
  }
}

export function createDamagedError(place: string, what: string, cause?: unknown): DamagedError {
  return new DamagedError('storage_unavailable', `The database is damaged: ${place} ${what}.`, { cause });
}
