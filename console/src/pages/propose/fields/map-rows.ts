/**
 * A row of a map while people type. Two rows may have the same key for a while, which the members of an
 * object cannot.
 */
export interface MapRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
}

/** The text of a value. A string that would be read as another type is put into quotes. */
export function textOfValue(value: unknown, texts: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return texts || typeof valueOfText(value, false) === 'string' ? value : JSON.stringify(value);
}

/**
 * Reads a value: `5` is a number, `true` a boolean, `[1, 2]` a list; `"5"` and everything else is a text.
 * With `texts`, every value is a text.
 */
export function valueOfText(text: string, texts: boolean): unknown {
  if (texts) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === 'object' && !Array.isArray(value)) ? text : value;
  } catch {
    return text;
  }
}

/** The object that the rows describe; undefined when no row has a key. */
export function objectOfRows(rows: readonly MapRow[], texts: boolean): Record<string, unknown> | undefined {
  const named = rows.filter(({ key }) => key.trim() !== '');
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map(({ key, text }) => [key.trim(), valueOfText(text, texts)]));
}

/** Whether another row has the same key as the row with this id. */
export function isDoubleIn(rows: readonly MapRow[], id: number): boolean {
  const key = rows.find((row) => row.id === id)?.key.trim() ?? '';
  return key !== '' && rows.some((row) => row.id !== id && row.key.trim() === key);
}
