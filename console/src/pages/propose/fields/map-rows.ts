/**
 * A key and value of an object, as edited in the form. Two rows may have the same key until the user corrects
 * one of them.
 */
export interface MapRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
}

/**
 * Returns the text for a value in a row. A string that looks like another type, such as `5`, is quoted. With
 * `texts`, all values are strings and none is quoted.
 */
export function formatValue(value: unknown, texts: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return texts || typeof parseValue(value, false) === 'string' ? value : JSON.stringify(value);
}

/**
 * Parses the text of a row. `5` becomes a number, `true` a boolean and `[1, 2]` a list. Any other text, or a
 * quoted one such as `"5"`, becomes a string. With `texts`, the value is the text itself.
 */
export function parseValue(text: string, texts: boolean): unknown {
  if (texts) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === 'object' && !Array.isArray(value)) ? text : value;
  } catch {
    return text;
  }
}

/** Converts rows to an object. Ignores rows without a key; undefined if no row has a key. */
export function createObject(rows: readonly MapRow[], texts: boolean): Record<string, unknown> | undefined {
  const rowsWithKey = rows.filter(({ key }) => key.trim() !== '');
  if (rowsWithKey.length === 0) return undefined;
  return Object.fromEntries(rowsWithKey.map(({ key, text }) => [key.trim(), parseValue(text, texts)]));
}

/** Returns whether another row has the same key as the row with this id. */
export function hasDuplicateKey(rows: readonly MapRow[], id: number): boolean {
  const key = rows.find((row) => row.id === id)?.key.trim() ?? '';
  return key !== '' && rows.some((row) => row.id !== id && row.key.trim() === key);
}
