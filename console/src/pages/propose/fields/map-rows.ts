/**
 * One key and value of an object, as the form shows them while people type. Two rows may have the same key
 * until people correct one of them.
 */
export interface MapRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
}

/**
 * Returns the text with which a row of the form shows a value. A string that looks like another type, such as
 * the string `5`, gets quotes. If `texts` is true, all values are strings, and none gets quotes.
 */
export function textOfValue(value: unknown, texts: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return texts || typeof valueOfText(value, false) === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns the value that people mean by the text in a row. `5` becomes a number, `true` a boolean and `[1, 2]`
 * a list. Any other text becomes a string, and so does a text in quotes, such as `"5"`. If `texts` is true,
 * the value is the text itself.
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

/** Turns rows of the form into an object. Ignores rows without a key; undefined when no row has a key. */
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
